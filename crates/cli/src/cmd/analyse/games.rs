//! Analysis of the games of a file.

use std::{
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::ArgMatches;
use mekong_analysis::{GameReport, analyse_game, annotate, evaluation_plot};
use mekong_catalog::GameSession;
use mekong_engine::Limits;
use mekong_record::{Record, Tags};
use mekong_terminal::{
    context::Context,
    failure::Failure,
    files::{check_svg_name, check_writable, write_atomically},
    memory,
    progress::{Bar, ctrl_c_token},
    records,
    searchers::{LazyTablebases, Searchers},
};
use serde::Serialize;

use super::{options::Options, report};

/// The default size of the hash table, in megabytes.
const MEGABYTES: usize = 64;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Report,
    Pgn,
    Json,
}

impl Format {
    /// The format of `--format`, otherwise by the extension of the output file.
    fn of(matches: &ArgMatches) -> Format {
        let named = matches.get_one::<String>("format").cloned();
        let by_file = matches.get_one::<String>("out").and_then(|out| {
            Path::new(out).extension().and_then(|extension| extension.to_str()).map(str::to_lowercase)
        });
        match named.or(by_file).as_deref() {
            Some("pgn") => Format::Pgn,
            Some("json" | "jsonl") => Format::Json,
            _ => Format::Report,
        }
    }
}

pub(super) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let path = matches.get_one::<String>("file").expect("required without --json");
    let (records, sessions) = records::load(path, context)?;
    for name in ["out", "plot"] {
        matches.get_one::<String>(name).map_or(Ok(()), |path| check_writable(Path::new(path)))?;
    }
    if let Some(path) = matches.get_one::<String>("plot") {
        check_svg_name(Path::new(path), context.lang)?;
    }
    let options = Options::of(matches);
    memory::check(options.megabytes.unwrap_or(MEGABYTES), context.lang)?;
    let format = Format::of(matches);
    let stop = ctrl_c_token();
    let tablebases = LazyTablebases::new(options.tablebases, &stop, context);
    let mut searchers = Searchers::new(&tablebases, options.megabytes.unwrap_or(MEGABYTES));
    let total: usize = sessions.iter().map(|session| session.moves().len()).sum();
    let mut done = 0;
    // Files are written at the end, so that Ctrl-C leaves no partial file.
    let (mut whole, mut pictures) = (String::new(), Vec::new());
    for (number, (record, session)) in (1..).zip(records.into_iter().zip(&sessions)) {
        let searcher = searchers.get(session)?;
        let search_options = options.search_options(session);
        // Clear the bar before printing.
        let report = {
            let bar = Bar::new(context.lang.pick("analysing", "analyse"));
            bar.progress(done, total);
            analyse_game(searcher, session, search_options, &stop, &mut |_| {
                done += 1;
                bar.progress(done, total);
            })
        };
        let report = report.ok_or(Failure::Interrupted)?;
        if let Some(path) = matches.get_one::<String>("plot") {
            let title = report::title(&record, session, context.lang);
            pictures.push((numbered(path, number), evaluation_plot(&report, &title, context.lang)));
        }
        let mut text = format_game(format, record, session, &report, &search_options.limits, context);
        if number > 1 && format != Format::Json {
            text.insert(0, '\n');
        }
        if matches.contains_id("out") {
            whole.push_str(&text);
        } else {
            let mut out = io::stdout().lock();
            out.write_all(text.as_bytes())?;
            out.flush()?;
        }
    }
    if stop.is_cancelled() {
        return Err(Failure::Interrupted);
    }
    if let Some(path) = matches.get_one::<String>("out") {
        write(Path::new(path), &whole)?;
    }
    for (path, picture) in &pictures {
        write(path, picture)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A game in JSON: its report, with the tags of its record and the limits of the search.
#[derive(Serialize)]
struct GameLine<'a> {
    tags: &'a Tags,
    result: &'static str,
    limits: LimitsView,
    #[serde(flatten)]
    report: &'a GameReport,
}

#[derive(Serialize)]
struct LimitsView {
    depth: Option<u32>,
    nodes: Option<u64>,
    time_ms: Option<u128>,
}

fn format_game(
    format: Format,
    mut record: Record,
    session: &GameSession,
    report: &GameReport,
    limits: &Limits,
    context: &Context,
) -> String {
    match format {
        Format::Pgn => {
            annotate(&mut record, report, context.lang);
            record.to_pgn()
        }
        Format::Json => {
            let game_line = GameLine {
                tags: record.tags(),
                result: record.result().code(),
                limits: LimitsView {
                    depth: limits.depth,
                    nodes: limits.nodes,
                    time_ms: limits.time.map(|time| time.as_millis()),
                },
                report,
            };
            serde_json::to_string(&game_line).expect("serialisable") + "\n"
        }
        Format::Report => report::write(&record, session, report, limits, context),
    }
}

/// The file name of the plot of a game: as given for the first, numbered for the others.
fn numbered(path: &str, number: usize) -> PathBuf {
    let path = Path::new(path);
    if number == 1 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map(|extension| format!(".{}", extension.to_string_lossy()));
    path.with_file_name(format!("{stem}-{number}{}", extension.unwrap_or_default()))
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    write_atomically(path, text.as_bytes())
        .map_err(|error| Failure::File { path: path.display().to_string(), error })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::numbered;

    #[test]
    fn plot_files_of_further_games_are_numbered() {
        assert_eq!(numbered("a/b.svg", 1), Path::new("a/b.svg"));
        assert_eq!(numbered("a/b.svg", 2), Path::new("a/b-2.svg"));
        assert_eq!(numbered("plot", 3), Path::new("plot-3"));
    }
}
