//! How long a position is thought about, from the command line.

use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Command, builder::ValueParser};
use mekong_core::{Lang, Text, say};
use mekong_engine::{Limits, Plan};

use crate::args::{self, Wrong};

/// The positions looked at for each position of a game if nothing else is said: a fraction of a second.
const NODES: u64 = 200_000;

/// The longest time for a position: a day.
const LONGEST: f64 = 86_400.0;

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
                "Look at so many positions for each (default: 200000)",
                "Examiner tant de positions pour chacune (par défaut 200000)",
            ),
        ))
        .arg(
            Arg::new("time")
                .long("time")
                .value_name("1s|250ms")
                .value_parser(time(lang))
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

/// A time with its unit; a bare number is seconds.
fn time(lang: Lang) -> ValueParser {
    ValueParser::from(move |text: &str| {
        parse_time(text).ok_or_else(|| {
            Wrong(say!(
                lang,
                "it must be a time such as 1s, 250ms or 0.5",
                "il faut une durée comme 1s, 250ms ou 0.5",
            ))
        })
    })
}

fn parse_time(text: &str) -> Option<Duration> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1_000.0),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    // Signs, exponents and words such as "inf" are numbers to the library, and no times to anyone.
    if !number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
    let seconds = number.parse::<f64>().ok()? / unit;
    (seconds > 0.0 && seconds <= LONGEST).then(|| Duration::from_secs_f64(seconds))
}

/// What was said about how to think.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    pub(super) plan: Plan,
    pub(super) megabytes: Option<usize>,
    pub(super) tables: bool,
}

impl Options {
    pub(super) fn of(matches: &ArgMatches) -> Options {
        let count = |name: &str| matches.get_one::<u64>(name).copied();
        let small = |name: &str| count(name).and_then(|number| usize::try_from(number).ok());
        let mut limits = Limits {
            depth: count("depth").and_then(|plies| u32::try_from(plies).ok()),
            nodes: count("nodes"),
            time: matches.get_one::<Duration>("time").copied(),
        };
        if limits == Limits::default() {
            limits.nodes = Some(NODES);
        }
        Options {
            plan: Plan { limits, threads: small("threads").unwrap_or(1), ..Plan::default() },
            megabytes: small("hash"),
            tables: !matches.get_flag("no-table"),
        }
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::parse_time;

    #[test]
    fn times_have_units() {
        assert_eq!(parse_time("250ms"), Some(Duration::from_millis(250)));
        assert_eq!(parse_time("2s"), Some(Duration::from_secs(2)));
        assert_eq!(parse_time("0.5"), Some(Duration::from_millis(500)));
        for bad in ["", "s", "ms", "-1", "inf", "nan", "1e3", "0", "1m", "86401", "1.2.3", "é"] {
            assert_eq!(parse_time(bad), None, "{bad}");
        }
    }
}
