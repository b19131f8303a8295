//! How strong the levels of a game are, measured in games against each other.

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
use mekong_catalog::{Entry, find};
use mekong_core::{Lang, Text, Variants, say};
use mekong_players::{Calibration, Level, RatedMatch};
use mekong_terminal::{
    args::{self, InvalidValue},
    context::Context,
    failure::Failure,
    files::{check_writable, write_text},
    progress::stop_flag,
    tables,
};

/// Games of two neighbouring levels.
const USUAL_GAMES: u64 = 200;

pub(crate) fn command(lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    Command::new("calibrate")
        .about(t("Measure how strong the levels of a game are", "Mesurer la force des niveaux d'un jeu"))
        .after_help(t(
            "Every level plays the one below, from random balanced openings, each from both sides. Level 1 plays a novice, who \
             takes every win in one move, avoids giving one and else plays any move, and one who plays any move at all. Elo is \
             relative to the weakest level. Level 10 thinks for a second in real games; here it looks at as many positions \
             as a phone sees in a second, so that the same command gives the same numbers everywhere. With --out the result \
             goes where the program is built from.\n\n\
             Examples:\n  \
             cargo xtask calibrate siam --levels 1-4 --games 40\n  \
             cargo xtask calibrate siam --out data/levels",
            "Chaque niveau joue contre le précédent, à partir d'ouvertures équilibrées tirées au hasard, une fois de chaque \
             côté. Le niveau 1 joue contre un novice, qui prend tout gain en un coup, évite d'en offrir et joue sinon \
             n'importe quoi, et contre un joueur au hasard. L'Elo est relatif au niveau le plus faible. Le niveau 10 \
             réfléchit une seconde dans les vraies parties ; ici il regarde autant de positions qu'un téléphone en voit en une \
             seconde, pour que la même commande donne partout les mêmes nombres. Avec --out le résultat va là où le \
             programme est construit.\n\n\
             Exemples :\n  \
             cargo xtask calibrate siam --levels 1-4 --games 40\n  \
             cargo xtask calibrate siam --out data/levels",
        ))
        .arg(args::game(lang).required(true))
        .arg(
            Arg::new("games")
                .long("games")
                .value_name("N")
                .value_parser(args::even_games(lang))
                .help(t(
                    "Games of two levels, an even number (default: 200)",
                    "Parties entre deux niveaux, un nombre pair (par défaut 200)",
                )),
        )
        .arg(
            Arg::new("levels")
                .long("levels")
                .value_name("a-b")
                .value_parser(ValueParser::from(move |text: &str| range(text, lang)))
                .help(t("Only these levels (default: 1-10)", "Seulement ces niveaux (par défaut 1-10)")),
        )
        .args(args::match_options(lang))
        .mut_arg("seed", |arg| {
            arg.help(t(
                "Fix the random numbers (default: 1)",
                "Fixer les nombres aléatoires (par défaut 1)",
            ))
        })
        .arg(
            Arg::new("out")
                .long("out")
                .value_name(t("PATH", "CHEMIN"))
                .value_parser(value_parser!(PathBuf))
                .help(t(
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
            "it must be two levels from 1 to 10, the lower first, such as 3-7",
            "il faut deux niveaux de 1 à 10, le plus bas d'abord, par exemple 3-7",
        ))
    })
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let name = matches.get_one::<String>("game").expect("required");
    let entry = find(name).map_err(|error| Failure::input(&error, lang))?;
    let all = (Level::MIN, Level::MAX);
    let (lowest, highest) = matches.get_one::<(Level, Level)>("levels").copied().unwrap_or(all);
    let out = matches.get_one::<PathBuf>("out").map(|path| {
        if path.is_dir() { path.join(format!("{}.json", entry.info().id)) } else { path.clone() }
    });
    if out.is_some() && (lowest, highest) != all {
        return Err(Failure::Input(say!(
            lang,
            "--out wants all levels measured together, so --levels does not go with it",
            "--out demande que tous les niveaux soient mesurés ensemble, --levels ne va donc pas avec",
        )));
    }
    out.as_deref().map_or(Ok(()), check_writable)?;
    let seed = matches.get_one::<u64>("seed").copied().unwrap_or(1);
    let games = matches.get_one::<u64>("games").copied().unwrap_or(USUAL_GAMES);
    let stop = stop_flag();
    let table = tables::load_or_solve_if_possible(entry, Variants::NONE, &stop, context)?;
    let mut openings = Openings::new(entry, Variants::NONE, seed, args::count(matches, "openings-plies"));
    if let Some(table) = &table {
        openings = openings.with_table(table.clone());
    }
    let factory = PlayerFactory::new(entry, Variants::NONE, table).counting();
    let most_plies = args::count(matches, "max-plies").unwrap_or(MAX_PLIES);
    let mut ladder = Ladder::new(lowest, highest, games);
    let waiting = Waiting::new(ladder.games());
    let played =
        ladder.play(&factory, &openings, most_plies, args::concurrency(matches), &stop, &mut |ladder| {
            waiting.show(ladder);
        });
    drop(waiting);
    played.map_err(|error| Failure::input(&error, lang))?;
    if stop.is_cancelled() {
        // Half a measurement is none.
        return Err(Failure::Stopped);
    }
    let calibration = ladder.calibration(entry, command_line(matches, entry, games, seed));
    let text = serde_json::to_string_pretty(&calibration).expect("plain data");
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
    for name in ["openings-plies", "max-plies"] {
        if let Some(value) = args::count(matches, name) {
            line.push_str(&format!(" --{name} {value}"));
        }
    }
    line
}

fn print(out: &mut impl Write, calibration: &Calibration, context: &Context) -> io::Result<()> {
    let t = |en, fr| context.say(en, fr);
    let lang = context.lang;
    let Calibration { command, levels, meetings, .. } = calibration;
    writeln!(out, "{command}")?;
    writeln!(
        out,
        "{:>6}  {:>5}  {:>5}  {}",
        t("level", "niveau"),
        "Elo",
        "± 95",
        t(
            "against: won = drawn - lost, score [95 % interval]",
            "contre : gagnées = nulles - perdues, score [intervalle à 95 %]"
        ),
    )?;
    for rated in levels {
        let played = meetings.iter().filter(|meeting| meeting.level == rated.level).map(|meeting| {
            let RatedMatch { opponent, won, drawn, lost, score, interval: [low, high], .. } = meeting;
            let [score, low, high] = [score, low, high].map(|share| percent(*share, lang));
            format!("{opponent}: {won} = {drawn} - {lost}, {score} [{low} … {high}]")
        });
        let played = played.collect::<Vec<_>>().join("   ");
        let line = format!("{:>6}  {:>5}  {:>5}  {played}", rated.level, rated.elo, rated.margin);
        writeln!(out, "{}", line.trim_end())?;
    }
    let second = calibration.second;
    if levels.iter().any(|rated| rated.nodes.is_none()) {
        writeln!(
            out,
            "{}",
            say!(
                lang,
                "Level 10 with {second} positions a move.",
                "Niveau 10 avec {second} positions par coup.",
            )
        )?;
    }
    Ok(())
}

/// A bar on a terminal, a line now and then elsewhere.
struct Waiting {
    bar: Option<ProgressBar>,
    told: std::cell::Cell<Instant>,
}

impl Waiting {
    fn new(games: u64) -> Waiting {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(games);
            let style = ProgressStyle::with_template("{pos}/{len} {wide_bar} {elapsed}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.enable_steady_tick(Duration::from_millis(100));
            bar
        });
        Waiting { bar, told: std::cell::Cell::new(Instant::now()) }
    }

    fn show(&self, ladder: &Ladder) {
        match &self.bar {
            Some(bar) => bar.set_position(ladder.played()),
            None if self.told.get().elapsed() >= Duration::from_secs(30) => {
                self.told.set(Instant::now());
                let elo: Vec<String> =
                    ladder.ratings().iter().map(|rating| format!("{:.0}", rating.elo)).collect();
                // Nobody may be listening there, and that is no reason to fall over.
                let _ =
                    writeln!(io::stderr(), "{}/{} Elo {}", ladder.played(), ladder.games(), elo.join(" "));
            }
            None => {}
        }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
