//! Search limits on the command line.

use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Command};
use mekong_analysis::default_nodes;
use mekong_catalog::{GameSession, find};
use mekong_core::{Lang, say};
use mekong_engine::{Limits, SearchOptions};
use mekong_terminal::{args, duration};

/// Adds `--nodes`, `--time`, `--depth`, `--threads`, `--hash` and `--no-table`.
pub(super) fn add(command: Command, lang: Lang) -> Command {
    let number = |name, max, help: &'static str| args::number_option(name, 1..=max, lang).help(help);
    let solved = args::solved_games(lang);
    command
        .arg(number(
            "nodes",
            u64::MAX,
            lang.pick(
                "Nodes per position (default: 400000; 1000000 in games scored by points)",
                "Nœuds par position (par défaut 400000 ; 1000000 dans les jeux aux points)",
            ),
        ))
        .arg(
            Arg::new("time")
                .long("time")
                .value_name("1s|250ms")
                .value_parser(duration::parser(lang))
                .help(lang.pick("Time per position", "Temps par position")),
        )
        .arg(number(
            "depth",
            120,
            lang.pick("Search depth in plies", "Profondeur de recherche, en demi-coups"),
        ))
        .arg(number(
            "threads",
            1024,
            lang.pick(
                "Threads per position (default: 1, which is deterministic)",
                "Fils d’exécution par position (par défaut 1, ce qui est déterministe)",
            ),
        ))
        .arg(number(
            "hash",
            65_536,
            lang.pick(
                "Hash table per search, in megabytes (default: 64, with --json 16)",
                "Table de hachage de chaque recherche, en mégaoctets (par défaut 64, avec --json 16)",
            ),
        ))
        .arg(Arg::new("no-table").long("no-table").action(ArgAction::SetTrue).help(say!(
            lang,
            "Search instead of using the tablebase ({solved})",
            "Faire une recherche au lieu de lire la table de solutions ({solved})",
        )))
}

/// The search options of the command line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    /// Unlimited if no limit was given.
    search_options: SearchOptions,
    pub(super) megabytes: Option<usize>,
    pub(super) tablebases: bool,
}

impl Options {
    pub(super) fn of(matches: &ArgMatches) -> Options {
        let count = |name: &str| matches.get_one::<u64>(name).copied();
        let small = |name: &str| count(name).and_then(|number| usize::try_from(number).ok());
        let limits = Limits {
            depth: count("depth").and_then(|plies| u32::try_from(plies).ok()),
            nodes: count("nodes"),
            time: matches.get_one::<Duration>("time").copied(),
        };
        Options {
            search_options: SearchOptions {
                limits,
                threads: small("threads").unwrap_or(1),
                ..SearchOptions::default()
            },
            megabytes: small("hash"),
            tablebases: !matches.get_flag("no-table"),
        }
    }

    /// The search options for a session: the limits of the command line, otherwise the defaults of its game.
    pub(super) fn search_options(&self, session: &GameSession) -> SearchOptions {
        let nodes = find(session.info().id).ok().map(default_nodes);
        let default = Limits { nodes, ..Limits::default() };
        let limits = if self.search_options.limits == Limits::default() {
            default
        } else {
            self.search_options.limits
        };
        SearchOptions { limits, ..self.search_options }
    }
}

/// The limits of a search as text: `200000 nodes, 1000 ms`.
pub(super) fn limits_text(limits: &Limits, lang: Lang) -> String {
    let nodes = limits.nodes.map(|nodes| say!(lang, "{nodes} nodes", "{nodes} nœuds"));
    let depth = limits.depth.map(|depth| say!(lang, "depth {depth}", "profondeur {depth}"));
    let time = limits.time.map(|time| {
        let millis = time.as_millis();
        say!(lang, "{millis} ms", "{millis} ms")
    });
    [nodes, depth, time].into_iter().flatten().collect::<Vec<_>>().join(", ")
}
