//! How long a position is thought about, from the command line.

use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Command};
use mekong_analysis::default_nodes;
use mekong_catalog::{Session, find};
use mekong_core::{Lang, Text, say};
use mekong_engine::{Limits, Plan};
use mekong_terminal::{args, duration};

/// Adds `--nodes`, `--time`, `--depth`, `--threads`, `--hash` and `--no-table`.
pub(super) fn add(command: Command, lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    let count = |name: &'static str, most: u64, help: &'static str| {
        Arg::new(name)
            .long(name)
            .value_name("N")
            .allow_negative_numbers(true)
            .value_parser(args::number(1..=most, lang))
            .help(help)
    };
    command
        .arg(count(
            "nodes",
            u64::MAX,
            t(
                "Look at so many positions for each (default: 400000, in Palam 1000000)",
                "Examiner tant de positions pour chacune (par défaut 400000, à Palam 1000000)",
            ),
        ))
        .arg(
            Arg::new("time")
                .long("time")
                .value_name("1s|250ms")
                .value_parser(duration::parser(lang))
                .help(t("Think so long about each position", "Réfléchir si longtemps à chaque position")),
        )
        .arg(count("depth", 120, t("Look so many plies ahead", "Regarder tant de demi-coups à l'avance")))
        .arg(count(
            "threads",
            1024,
            t(
                "Threads for each position (default: 1, which gives the same answer every time)",
                "Fils d'exécution par position (par défaut 1, qui donne chaque fois la même réponse)",
            ),
        ))
        .arg(count(
            "hash",
            65_536,
            t(
                "Megabytes of memory for each mind (default: 64, with --json 16)",
                "Mégaoctets de mémoire pour chaque recherche (par défaut 64, avec --json 16)",
            ),
        ))
        .arg(Arg::new("no-table").long("no-table").action(ArgAction::SetTrue).help(t(
            "Judge Saigon by a search, as if it were not solved",
            "Juger Saigon par une recherche, comme s'il n'était pas résolu",
        )))
}

/// What was said about how to think.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    /// Without limits if none were said.
    plan: Plan,
    pub(super) megabytes: Option<usize>,
    pub(super) tables: bool,
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
            plan: Plan { limits, threads: small("threads").unwrap_or(1), ..Plan::default() },
            megabytes: small("hash"),
            tables: !matches.get_flag("no-table"),
        }
    }

    /// How to think about positions of a session: with the limits of the command line, else those of its game.
    pub(super) fn plan(&self, session: &Session) -> Plan {
        let nodes = find(session.info().id).ok().map(default_nodes);
        let usual = Limits { nodes, ..Limits::default() };
        let limits = if self.plan.limits == Limits::default() { usual } else { self.plan.limits };
        Plan { limits, ..self.plan }
    }
}

/// The limits of a search in words: `200000 nodes, 1000 ms`.
pub(super) fn in_words(limits: &Limits, lang: Lang) -> String {
    let nodes = limits.nodes.map(|nodes| say!(lang, "{nodes} nodes", "{nodes} nœuds"));
    let depth = limits.depth.map(|depth| say!(lang, "depth {depth}", "profondeur {depth}"));
    let time = limits.time.map(|time| {
        let millis = time.as_millis();
        say!(lang, "{millis} ms", "{millis} ms")
    });
    [nodes, depth, time].into_iter().flatten().collect::<Vec<_>>().join(", ")
}
