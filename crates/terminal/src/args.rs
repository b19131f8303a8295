//! Options and value parsers that several commands share.

use std::{ops::RangeInclusive, path::PathBuf, thread};

use clap::{Arg, ArgAction, ArgMatches, Command, builder::ValueParser, value_parser};
use mekong_catalog::{Entry, GAMES};
use mekong_core::{Lang, Text, join_with_and, join_with_or, say};

/// Parses an integer within bounds. The error message is ours, because clap's is English only.
pub fn number(range: RangeInclusive<u64>, lang: Lang) -> ValueParser {
    ValueParser::from(move |text: &str| match digits(text) {
        Some(number) if range.contains(&number) => Ok(number),
        _ => {
            let (min, max) = (range.start(), range.end());
            Err(InvalidValue(say!(
                lang,
                "must be a whole number from {min} to {max}",
                "il faut un nombre entier de {min} à {max}",
            )))
        }
    })
}

/// Parses an even integer within bounds, for openings that are played from both sides.
pub fn even_number(range: RangeInclusive<u64>, lang: Lang) -> ValueParser {
    ValueParser::from(move |text: &str| match digits(text) {
        Some(number) if number.is_multiple_of(2) && range.contains(&number) => Ok(number),
        _ => {
            let (min, max) = (range.start(), range.end());
            Err(InvalidValue(say!(
                lang,
                "must be an even number from {min} to {max}, because each opening is played from both sides",
                "il faut un nombre pair de {min} à {max}, car chaque ouverture est jouée des deux côtés",
            )))
        }
    })
}

/// The option `--NAME N` with an integer within bounds.
pub fn number_option(name: &'static str, range: RangeInclusive<u64>, lang: Lang) -> Arg {
    Arg::new(name).long(name).value_name("N").value_parser(number(range, lang))
}

/// An integer written with ASCII digits only.
fn digits(text: &str) -> Option<u64> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Why a value is refused, in the user's language.
#[derive(Clone, Debug)]
pub struct InvalidValue(pub String);

impl std::fmt::Display for InvalidValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for InvalidValue {}

/// `GAME`.
pub fn game(lang: Lang) -> Arg {
    Arg::new("game").value_name(lang.pick("GAME", "JEU")).help(game_list(lang))
}

/// The ids of all games, as in `a, b or c`.
fn game_list(lang: Lang) -> String {
    join_with_or(&GAMES.iter().map(|entry| entry.info().id).collect::<Vec<_>>(), lang)
}

/// The titles of the games that are dealt, for help texts.
pub fn dealt_games(lang: Lang) -> String {
    titles(lang, |entry| entry.info().dealt)
}

/// The titles of the games that have tablebases, for help texts.
pub fn solved_games(lang: Lang) -> String {
    titles(lang, |entry| mekong_players::solver(entry).is_some())
}

/// The titles of the games that have an exact endgame solver, for help texts.
pub fn endgame_games(lang: Lang) -> String {
    titles(lang, mekong_players::has_endgame)
}

fn titles(lang: Lang, is_listed: impl Fn(&Entry) -> bool) -> String {
    let listed = GAMES.iter().filter(|entry| is_listed(entry));
    join_with_and(&listed.map(|entry| entry.info().title.get(lang)).collect::<Vec<_>>(), lang)
}

/// `--variant`.
pub fn variant(lang: Lang) -> Arg {
    let help = Text {
        en: "Variant rules, comma-separated (listed by \"mekong games\")",
        fr: "Règles de variante, séparées par des virgules (liste : « mekong games »)",
    };
    Arg::new("variant")
        .long("variant")
        .alias("variants")
        .value_name("a,b")
        .action(ArgAction::Append)
        .help(help.get(lang))
}

/// The values of `--variant`. An empty one is the plain game, which is convenient in scripts.
pub fn variant_ids(matches: &ArgMatches) -> Vec<String> {
    matches.get_many::<String>("variant").into_iter().flatten().cloned().collect()
}

/// `--json`.
pub fn json(lang: Lang) -> Arg {
    let help = Text { en: "Print one JSON object", fr: "Afficher un objet JSON" };
    Arg::new("json").long("json").action(ArgAction::SetTrue).help(help.get(lang))
}

/// `--out FILE`, required, for commands that continue an interrupted file.
pub fn output_file(lang: Lang) -> Arg {
    let help = Text {
        en: "Output file; resumed if it is incomplete",
        fr: "Fichier de sortie, repris s’il est incomplet",
    };
    Arg::new("out")
        .long("out")
        .required(true)
        .value_name(lang.pick("FILE", "FICHIER"))
        .value_parser(value_parser!(PathBuf))
        .help(help.get(lang))
}

/// `--threads`.
pub fn threads(lang: Lang) -> Arg {
    let help =
        Text { en: "Threads (default: one per core)", fr: "Fils d’exécution (par défaut un par cœur)" };
    number_option("threads", 1..=1024, lang).help(help.get(lang))
}

/// The value of `--threads`, by default one per core.
pub fn thread_count(matches: &ArgMatches) -> usize {
    count(matches, "threads").unwrap_or_else(core_count)
}

fn core_count() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The value of a numeric option as a `usize`, if it was given.
pub fn count(matches: &ArgMatches, name: &str) -> Option<usize> {
    matches.get_one::<u64>(name).and_then(|&number| usize::try_from(number).ok())
}

/// An even number of games: every opening is played from both sides.
pub fn even_games(lang: Lang) -> ValueParser {
    even_number(2..=10_000_000, lang)
}

/// `--concurrency`, `--opening-plies`, `--max-plies` and `--seed`: the options of every command that plays matches.
pub fn match_options(lang: Lang) -> [Arg; 4] {
    let number = |name, range| number_option(name, range, lang);
    [
        number("concurrency", 1..=1024).help(lang.pick(
            "Games played at the same time (default: one per core)",
            "Parties jouées en même temps (par défaut une par cœur)",
        )),
        number("opening-plies", 0..=1_000).alias("openings-plies").help(lang.pick(
            "Random plies in an opening (default: 6, none after a deal)",
            "Demi-coups au hasard d’une ouverture (par défaut 6, aucun après une donne)",
        )),
        number("max-plies", 1..=1_000_000).help(lang.pick(
            "Maximum length of a game in plies; a longer game is a draw (default: 400)",
            "Longueur maximale d’une partie en demi-coups ; au-delà, elle est nulle (par défaut 400)",
        )),
        number("seed", 0..=u64::MAX).help(lang.pick("Random seed", "Graine aléatoire")),
    ]
}

/// The value of `--concurrency`, by default one game per core.
pub fn concurrency(matches: &ArgMatches) -> usize {
    count(matches, "concurrency").unwrap_or_else(core_count)
}

/// `--variant`, `--position`, `--moves` and `--seed`: where to start from.
pub fn start_options(command: Command, lang: Lang) -> Command {
    let dealt = dealt_games(lang);
    command
        .arg(variant(lang))
        .arg(
            Arg::new("position")
                .long("position")
                .value_name(lang.pick("TEXT", "TEXTE"))
                // An empty slot or cell is a hyphen, and it may come first.
                .allow_hyphen_values(true)
                .help(lang.pick("Start from this position", "Partir de cette position")),
        )
        .arg(
            Arg::new("moves")
                .long("moves")
                .value_name("m1 m2 …")
                .allow_hyphen_values(true)
                .help(lang.pick("Play these moves first", "Jouer d’abord ces coups")),
        )
        .arg(number_option("seed", 0..=u64::MAX, lang).help(say!(
            lang,
            "Deal number ({dealt})",
            "Numéro de la donne ({dealt})"
        )))
}
