//! A match between two computer players.

mod arguments;
mod progress;
mod report;

use std::{
    io::{self, Write as _},
    ops::ControlFlow,
    path::Path,
    process::ExitCode,
};

use clap::ArgMatches;
use mekong_arena::{
    Job, MatchSettings, Openings, PlayerFactory, PlayerSpec, SavedMatch, SavedMatchError, SavedPair,
    play_jobs,
};
use mekong_core::{Explain as _, with_subject};
use mekong_terminal::{
    context::{Context, fresh_seed},
    failure::{Failure, io_reason},
    files::{check_writable, display_path, write_text},
    memory,
    progress::ctrl_c_token,
    tablebases,
};

pub(crate) use self::arguments::command;
use self::{arguments::MatchOptions, progress::MatchProgress, report::Report};

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let options = MatchOptions::read(matches, context)?;
    options.pgn.as_deref().map_or(Ok(()), check_writable)?;
    memory::check(options.megabytes(), context.lang)?;
    let stop = ctrl_c_token();
    let seed = match (options.seed, &options.state) {
        (Some(seed), _) => seed,
        // A resumed match keeps its seed.
        (None, Some(path)) => {
            SavedMatch::seed(path).map_err(|error| refused(path, &error, context))?.unwrap_or_else(fresh_seed)
        }
        (None, None) => fresh_seed(),
    };
    let tablebase = tablebases::load_or_solve_if_possible(options.entry, options.variants, &stop, context)?;
    let mut openings = Openings::new(options.entry, options.variants, seed, options.opening_plies);
    if let Some(tablebase) = &tablebase {
        openings = openings.with_tablebase(tablebase.clone());
    }
    let factory = PlayerFactory::new(options.entry, options.variants, tablebase);
    let settings = match_settings(&options, seed, openings.plies());
    let mut report = Report::new(&settings, options.pairs, options.sprt);
    let mut state = match &options.state {
        Some(path) => {
            Some(SavedMatch::open(path, &settings).map_err(|error| refused(path, &error, context))?)
        }
        None => None,
    };
    for pair in state.iter().flat_map(SavedMatch::pairs) {
        report.add(pair.clone());
    }
    let jobs: Vec<Job> = (0..options.pairs)
        .filter(|&opening_index| !report.is_over() && !report.has(opening_index))
        .map(|opening_index| Job { players: options.players.clone(), opening_index })
        .collect();
    let progress = MatchProgress::new(&report, context);
    let mut broken = None;
    let played =
        play_jobs(jobs, &factory, &openings, options.max_plies, options.workers, &stop, &mut |_, pair| {
            let saved = SavedPair::from(&pair);
            progress.report_forfeits(&pair, context);
            if let Some(state) = &mut state
                && let Err(error) = state.add(saved.clone())
            {
                broken = Some(error);
                return ControlFlow::Break(());
            }
            report.add(saved);
            progress.show(&report, context);
            if report.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    drop(progress);
    played.map_err(|error| Failure::input(&error, context.lang))?;
    if let (Some(error), Some(path)) = (broken, &options.state) {
        return Err(refused(path, &error, context));
    }
    if let Some(path) = &options.pgn {
        write_text(path, &report.games(path, context)?)?;
    }
    let mut out = io::stdout().lock();
    if options.json {
        writeln!(out, "{}", report.json())?;
    } else {
        report.print(&mut out, context)?;
    }
    Ok(if stop.is_cancelled() { ExitCode::from(130) } else { ExitCode::SUCCESS })
}

fn match_settings(options: &MatchOptions, seed: u64, opening_plies: usize) -> MatchSettings {
    let names = options.entry.info().variant_ids(options.variants);
    let [first, second] = options.players.each_ref().map(PlayerSpec::to_string);
    MatchSettings {
        format: MatchSettings::FORMAT.to_owned(),
        game: options.entry.info().id.to_owned(),
        variants: names.into_iter().map(str::to_owned).collect(),
        first,
        second,
        seed,
        opening_plies,
        max_plies: options.max_plies,
    }
}

fn refused(path: &Path, error: &SavedMatchError, context: &Context) -> Failure {
    let why = match error {
        SavedMatchError::File(error) => io_reason(error, context.lang),
        other => other.explain(context.lang),
    };
    Failure::Input(with_subject(&display_path(path), &why, context.lang))
}
