//! Measures the strength of the levels of a game in games against each other.

use std::{
    io::{self, IsTerminal as _, Write},
    path::PathBuf,
    process::ExitCode,
    time::{Duration, Instant},
};

use clap::{Arg, ArgMatches, Command, builder::ValueParser, value_parser};
use indicatif::{ProgressBar, ProgressStyle};
use mekong_analysis::percent;
use mekong_arena::{Ladder, MAX_PLIES, Openings, PlayerFactory};
use mekong_catalog::Entry;
use mekong_core::{Lang, Variants, say};
use mekong_players::{Calibration, Level, RatedMatch};
use mekong_terminal::{
    args::{self, InvalidValue},
    context::Context,
    failure::Failure,
    files::{check_writable, write_text},
    progress::ctrl_c_token,
    session, tablebases,
};

/// The default number of games per pair of levels.
const DEFAULT_GAMES: u64 = 200;

pub(crate) fn command(lang: Lang) -> Command {
    Command::new("calibrate")
        .about(lang.pick("Measure the strength of the levels of a game", "Mesurer la force des niveaux d’un jeu"))
        .after_help(lang.pick(
            "Each level plays the level below it, from random balanced openings, each from both sides. Level 1 plays \
             two baselines: a novice, which takes a win in one, avoids giving one and otherwise moves at random, and \
             a random player. Elo is relative to the weakest level. In real games level 10 searches for one second; \
             here it searches the number of nodes a phone reaches in a second, so that results are reproducible. \
             With --out the result is written to the data that the program is built with.\n\n\
             Examples:\n  \
             cargo xtask calibrate siam --levels 1-4 --games 40\n  \
             cargo xtask calibrate siam --out crates/games/siam/data/levels.json",
            "Chaque niveau joue contre le précédent, à partir d’ouvertures équilibrées tirées au hasard, une fois de \
             chaque côté. Le niveau 1 joue contre deux adversaires de référence : un novice, qui prend un gain en un \
             coup, évite d’en offrir et joue sinon au hasard, et un joueur aléatoire. L’Elo est relatif au niveau le \
             plus faible. Dans les vraies parties, le niveau 10 cherche pendant une seconde ; ici il cherche le \
             nombre de nœuds qu’un téléphone atteint en une seconde, pour que les résultats soient reproductibles. \
             Avec --out, le résultat est écrit dans les données dont le programme est construit.\n\n\
             Exemples :\n  \
             cargo xtask calibrate siam --levels 1-4 --games 40\n  \
             cargo xtask calibrate siam --out crates/games/siam/data/levels.json",
        ))
        .arg(args::game(lang).required(true))
        .arg(
            Arg::new("games")
                .long("games")
                .value_name("N")
                .value_parser(args::even_games(lang))
                .help(lang.pick(
                    "Games per pair of levels, even (default: 200)",
                    "Parties par paire de niveaux, nombre pair (par défaut 200)",
                )),
        )
        .arg(
            Arg::new("levels")
                .long("levels")
                .value_name("a-b")
                .value_parser(ValueParser::from(move |text: &str| range(text, lang)))
                .help(lang.pick("Only these levels (default: 1-10)", "Seulement ces niveaux (par défaut 1-10)")),
        )
        .args(args::match_options(lang))
        .mut_arg("seed", |arg| {
            arg.help(lang.pick(
                "Random seed (default: 1)",
                "Graine aléatoire (par défaut 1)",
            ))
        })
        .arg(
            Arg::new("out")
                .long("out")
                .value_name(lang.pick("PATH", "CHEMIN"))
                .value_parser(value_parser!(PathBuf))
                .help(lang.pick(
                    "Write the result to this file, or to GAME.json in this folder",
                    "Écrire le résultat dans ce fichier, ou dans JEU.json dans ce dossier",
                )),
        )
        .arg(args::json(lang))
}

/// `a-b`, two levels in order.
fn range(text: &str, lang: Lang) -> Result<(Level, Level), InvalidValue> {
    let level = |text: &str| text.trim().parse().ok().and_then(Level::new);
    let levels = text.split_once('-').and_then(|(low, high)| Some((level(low)?, level(high)?)));
    levels.filter(|(low, high)| low < high).ok_or_else(|| {
        InvalidValue(say!(
            lang,
            "must be two levels from 1 to 10, the lower first, such as 3-7",
            "il faut deux niveaux de 1 à 10, le plus bas d’abord, par exemple 3-7",
        ))
    })
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let entry = session::game(matches, context)?;
    let all = (Level::MIN, Level::MAX);
    let (lowest, highest) = matches.get_one::<(Level, Level)>("levels").copied().unwrap_or(all);
    let out = matches.get_one::<PathBuf>("out").map(|path| {
        if path.is_dir() { path.join(format!("{}.json", entry.info().id)) } else { path.clone() }
    });
    if out.is_some() && (lowest, highest) != all {
        return Err(Failure::Input(say!(
            lang,
            "--out requires all levels: it cannot be used with --levels",
            "--out demande tous les niveaux : il est incompatible avec --levels",
        )));
    }
    out.as_deref().map_or(Ok(()), check_writable)?;
    let seed = matches.get_one::<u64>("seed").copied().unwrap_or(1);
    let games = matches.get_one::<u64>("games").copied().unwrap_or(DEFAULT_GAMES);
    let stop = ctrl_c_token();
    let tablebase = tablebases::load_or_solve_if_possible(entry, Variants::NONE, &stop, context)?;
    let mut openings = Openings::new(entry, Variants::NONE, seed, args::count(matches, "opening-plies"));
    if let Some(tablebase) = &tablebase {
        openings = openings.with_tablebase(tablebase.clone());
    }
    let factory = PlayerFactory::new(entry, Variants::NONE, tablebase).with_node_limits();
    let max_plies = args::count(matches, "max-plies").unwrap_or(MAX_PLIES);
    let mut ladder = Ladder::new(lowest, highest, games);
    let waiting = CalibrationProgress::new(ladder.games());
    let played =
        ladder.play(&factory, &openings, max_plies, args::concurrency(matches), &stop, &mut |ladder| {
            waiting.show(ladder);
        });
    drop(waiting);
    played.map_err(|error| Failure::input(&error, lang))?;
    if stop.is_cancelled() {
        // An incomplete measurement is not reported.
        return Err(Failure::Interrupted);
    }
    let calibration = ladder.calibration(entry, command_line(matches, entry, games, seed));
    let text = serde_json::to_string_pretty(&calibration).expect("serialisable");
    if let Some(path) = &out {
        write_text(path, &format!("{text}\n"))?;
    }
    let mut stdout = io::stdout().lock();
    if matches.get_flag("json") {
        writeln!(stdout, "{text}")?;
    } else {
        print(&mut stdout, &calibration, context)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The command that measures the same again.
fn command_line(matches: &ArgMatches, entry: &Entry, games: u64, seed: u64) -> String {
    let mut line = format!("cargo xtask calibrate {} --games {games} --seed {seed}", entry.info().id);
    for name in ["opening-plies", "max-plies"] {
        if let Some(value) = args::count(matches, name) {
            line.push_str(&format!(" --{name} {value}"));
        }
    }
    line
}

fn print(out: &mut impl Write, calibration: &Calibration, context: &Context) -> io::Result<()> {
    let lang = context.lang;
    let Calibration { command, levels, matches, .. } = calibration;
    writeln!(out, "{command}")?;
    writeln!(
        out,
        "{:>6}  {:>5}  {:>5}  {}",
        context.lang.pick("level", "niveau"),
        "Elo",
        "± 95",
        context.lang.pick(
            "against: won = drawn - lost, score [95% interval]",
            "contre : gagnées = nulles - perdues, score [intervalle à 95 %]"
        ),
    )?;
    for rated in levels {
        let played = matches.iter().filter(|played| played.level == rated.level).map(|played| {
            let RatedMatch { opponent, won, drawn, lost, score, interval: [low, high], .. } = played;
            let [score, low, high] = [score, low, high].map(|share| percent(*share, lang));
            format!("{opponent}: {won} = {drawn} - {lost}, {score} [{low} … {high}]")
        });
        let played = played.collect::<Vec<_>>().join("   ");
        let line = format!("{:>6}  {:>5}  {:>5}  {played}", rated.level, rated.elo, rated.margin);
        writeln!(out, "{}", line.trim_end())?;
    }
    let nodes = calibration.full_strength_nodes;
    if levels.iter().any(|rated| rated.nodes.is_none()) {
        writeln!(
            out,
            "{}",
            say!(lang, "Level 10 with {nodes} nodes per move.", "Niveau 10 avec {nodes} nœuds par coup.",)
        )?;
    }
    Ok(())
}

/// Progress: a bar on a terminal, otherwise a line from time to time.
struct CalibrationProgress {
    bar: Option<ProgressBar>,
    last_line: std::cell::Cell<Instant>,
}

impl CalibrationProgress {
    fn new(games: u64) -> CalibrationProgress {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(games);
            let style = ProgressStyle::with_template("{pos}/{len} {wide_bar} {elapsed}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.enable_steady_tick(Duration::from_millis(100));
            bar
        });
        CalibrationProgress { bar, last_line: std::cell::Cell::new(Instant::now()) }
    }

    fn show(&self, ladder: &Ladder) {
        match &self.bar {
            Some(bar) => bar.set_position(ladder.played()),
            None if self.last_line.get().elapsed() >= Duration::from_secs(30) => {
                self.last_line.set(Instant::now());
                let elo: Vec<String> =
                    ladder.ratings().iter().map(|rating| format!("{:.0}", rating.elo)).collect();
                // Standard error may be closed.
                let _ =
                    writeln!(io::stderr(), "{}/{} Elo {}", ladder.played(), ladder.games(), elo.join(" "));
            }
            None => {}
        }
    }
}

impl Drop for CalibrationProgress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
