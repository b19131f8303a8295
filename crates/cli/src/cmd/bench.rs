use std::{
    io::{self, Write as _},
    process::ExitCode,
    time::Duration,
};

use clap::{ArgMatches, Command};
use mekong_catalog::{Entry, GAMES};
use mekong_core::{BenchPositions, CancelToken, Lang, Variants};
use mekong_engine::Limits;
use mekong_players::{Searcher, nodes_per_second};
use serde::Serialize;

use mekong_terminal::{args, context::Context, failure::Failure};

/// The size of the hash table, in megabytes. The node count depends on it.
const MEGABYTES: usize = 16;

pub(crate) fn command(lang: Lang) -> Command {
    Command::new("bench")
        .about(lang.pick(
            "Measure the search on fixed positions of every game",
            "Mesurer la recherche sur des positions fixes de chaque jeu",
        ))
        .after_help(lang.pick(
            "The search uses one thread, fixed depths and a fixed hash size. The last line is the total number of \
             nodes: it changes only when the behaviour of the search or of an evaluation changes.\n\n\
             Examples:\n  \
             mekong bench\n  \
             mekong bench --depth 5 --json",
            "La recherche utilise un seul fil d’exécution, des profondeurs fixes et une table de hachage de taille \
             fixe. La dernière ligne est le nombre total de nœuds : il ne change que si le comportement de la \
             recherche ou d’une évaluation change.\n\n\
             Exemples :\n  \
             mekong bench\n  \
             mekong bench --depth 5 --json",
        ))
        .arg(
            args::number_option("depth", 1..=100, lang)
                .help(lang.pick(
                    "Maximum depth (default: a fixed depth per game)",
                    "Profondeur maximale (par défaut une profondeur fixe par jeu)",
                )),
        )
        .arg(args::json(lang))
}

/// The measurement of one game.
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
    let max_depth = matches.get_one::<u64>("depth").and_then(|&depth| u32::try_from(depth).ok());
    let mut games = Vec::new();
    for (entry, bench) in GAMES.iter().filter_map(|entry| Some((entry, entry.bench()?))) {
        games.push(measure(entry, bench, max_depth, context)?);
    }
    let nodes = games.iter().map(|row| row.nodes).sum();
    let milliseconds = games.iter().map(|row| row.milliseconds).sum();
    let report = Report { games, nodes, milliseconds };
    let mut out = io::stdout().lock();
    if matches.get_flag("json") {
        writeln!(out, "{}", serde_json::to_string(&report).expect("serialisable"))?;
    } else {
        report.print(&mut out, context)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn measure(
    entry: &'static Entry,
    bench: &BenchPositions,
    max_depth: Option<u32>,
    context: &Context,
) -> Result<Row, Failure> {
    let depth = max_depth.map_or(bench.depth, |max_depth| max_depth.min(bench.depth));
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for text in bench.positions {
        let parsed = entry.parse(text, Variants::NONE);
        let session = parsed.map_err(|error| Failure::input(&error, context.lang))?;
        // A new searcher per position, so that their order does not matter.
        let searcher = Searcher::new(entry, MEGABYTES);
        let result = searcher.search(&session, Limits::depth(depth), &CancelToken::new(), &mut |_| {});
        nodes += result.nodes;
        time += result.time;
    }
    let nodes_per_second = nodes_per_second(nodes, time);
    let milliseconds = time.as_millis() as u64;
    Ok(Row {
        game: entry.info().id,
        positions: bench.positions.len(),
        depth,
        nodes,
        milliseconds,
        nodes_per_second,
    })
}

impl Report {
    fn print(&self, out: &mut impl io::Write, context: &Context) -> io::Result<()> {
        writeln!(
            out,
            "{:<8} {:>10} {:>10} {:>12} {:>8} {:>12}",
            "",
            context.lang.pick("positions", "positions"),
            context.lang.pick("depth", "profondeur"),
            context.lang.pick("nodes", "nœuds"),
            "ms",
            context.lang.pick("nodes/s", "nœuds/s"),
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
