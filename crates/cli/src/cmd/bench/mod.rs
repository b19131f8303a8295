mod positions;

use std::{
    io::{self, Write as _},
    process::ExitCode,
    time::Duration,
};

use clap::{Arg, ArgMatches, Command};
use mekong_catalog::find;
use mekong_core::{CancelToken, Lang, Text, Variants};
use mekong_engine::Limits;
use mekong_players::Searcher;
use serde::Serialize;

use mekong_terminal::{args, context::Context, failure::Failure};
use positions::{COURSES, Course};

/// The memory of the search. It is part of what decides the count.
const MEGABYTES: usize = 16;

pub(crate) fn command(lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    Command::new("bench")
        .about(t(
            "Search fixed positions of every game: how many nodes, how fast",
            "Chercher dans des positions fixes de chaque jeu : combien de nœuds, à quelle vitesse",
        ))
        .after_help(t(
            "One thread, the same depths and the same memory every time, so that the number of nodes depends on the \
             program alone: it changes exactly when the search or an evaluation plays differently. It is the last line.\n\n\
             Examples:\n  \
             mekong bench\n  \
             mekong bench --depth 5 --json",
            "Un seul fil d'exécution, les mêmes profondeurs et la même mémoire chaque fois : le nombre de nœuds ne dépend que \
             du programme, et il change exactement quand la recherche ou une évaluation joue autrement. C'est la dernière \
             ligne.\n\n\
             Exemples :\n  \
             mekong bench\n  \
             mekong bench --depth 5 --json",
        ))
        .arg(
            Arg::new("depth")
                .long("depth")
                .value_name("N")
                .value_parser(args::number(1..=100, lang))
                .help(t(
                    "Search no deeper than this (default: a depth for each game)",
                    "Ne pas chercher plus loin (par défaut une profondeur par jeu)",
                )),
        )
        .arg(args::json(lang))
}

/// What the positions of one game cost.
#[derive(Serialize)]
struct Row {
    game: &'static str,
    positions: usize,
    depth: u32,
    nodes: u64,
    milliseconds: u64,
    nodes_per_second: u64,
}

#[derive(Serialize)]
struct Report {
    games: Vec<Row>,
    nodes: u64,
    milliseconds: u64,
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let most = matches.get_one::<u64>("depth").and_then(|&depth| u32::try_from(depth).ok());
    let mut games = Vec::new();
    for course in &COURSES {
        games.push(measure(course, most, context)?);
    }
    let nodes = games.iter().map(|row| row.nodes).sum();
    let milliseconds = games.iter().map(|row| row.milliseconds).sum();
    let report = Report { games, nodes, milliseconds };
    let mut out = io::stdout().lock();
    if matches.get_flag("json") {
        writeln!(out, "{}", serde_json::to_string(&report).expect("plain data"))?;
    } else {
        report.print(&mut out, context)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn measure(course: &Course, most: Option<u32>, context: &Context) -> Result<Row, Failure> {
    let refused = |error: &dyn mekong_core::Explain| Failure::Input(error.explain(context.lang));
    let entry = find(course.game).map_err(|error| refused(&error))?;
    let depth = most.map_or(course.depth, |most| most.min(course.depth));
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for text in course.positions {
        let session = entry.parse(text, Variants::NONE).map_err(|error| refused(&error))?;
        // A mind of its own for each, so that their order does not matter.
        let mind = Searcher::new(entry, MEGABYTES);
        let thought = mind.search(&session, Limits::depth(depth), &CancelToken::new(), &mut |_| {});
        nodes += thought.nodes;
        time += thought.time;
    }
    let nodes_per_second = (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
    let milliseconds = time.as_millis() as u64;
    Ok(Row {
        game: course.game,
        positions: course.positions.len(),
        depth,
        nodes,
        milliseconds,
        nodes_per_second,
    })
}

impl Report {
    fn print(&self, out: &mut impl io::Write, context: &Context) -> io::Result<()> {
        let t = |en, fr| context.say(en, fr);
        writeln!(
            out,
            "{:<8} {:>10} {:>10} {:>12} {:>8} {:>12}",
            "",
            t("positions", "positions"),
            t("depth", "profondeur"),
            t("nodes", "nœuds"),
            "ms",
            t("nodes/s", "nœuds/s"),
        )?;
        for Row { game, positions, depth, nodes, milliseconds, nodes_per_second } in &self.games {
            writeln!(
                out,
                "{game:<8} {positions:>10} {depth:>10} {nodes:>12} {milliseconds:>8} {nodes_per_second:>12}"
            )?;
        }
        writeln!(out, "\nBench: {}", self.nodes)
    }
}
