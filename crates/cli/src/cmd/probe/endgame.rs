//! Exact search of games with an endgame solver: the winner and, in games scored by points, the margin.

use std::{
    io::{BufWriter, Write as _},
    process::ExitCode,
    time::Duration,
};

use clap::{Arg, ArgMatches, Command};
use mekong_analysis::certainty;
use mekong_catalog::{Entry, GameSession, find};
use mekong_core::{Lang, Player, points_text, say, with_subject};
use mekong_engine::{Limits, SearchOptions};
use mekong_players::{Proof, Searcher};
use mekong_terminal::{
    args,
    context::Context,
    duration,
    failure::{Failure, print_diagnostic},
    memory,
    progress::{Bar, ctrl_c_token},
};
use serde::Serialize;

/// The default number of nodes, about a minute.
const NODES: u64 = 100_000_000;

/// The default size of the hash table, in megabytes.
const MEGABYTES: usize = 512;

/// The options for these games only.
const OPTIONS: [&str; 4] = ["nodes", "time", "threads", "hash"];

/// Adds `--nodes`, `--time`, `--threads` and `--hash`.
pub(super) fn add(command: Command, lang: Lang) -> Command {
    let number = |name, max, help: String| args::number_option(name, 1..=max, lang).help(help);
    let games = args::endgame_games(lang);
    command
        .arg(number(
            "nodes",
            u64::MAX,
            say!(
                lang,
                "{games}: maximum number of nodes (default: 100000000)",
                "{games} : nombre maximal de nœuds (par défaut 100000000)",
            ),
        ))
        .arg(
            Arg::new("time")
                .long("time")
                .value_name("30s|500ms")
                .value_parser(duration::parser(lang))
                .help(say!(lang, "{games}: maximum time", "{games} : temps maximal")),
        )
        .arg(args::threads(lang))
        .arg(number(
            "hash",
            65_536,
            say!(
                lang,
                "{games}: hash table in megabytes (default: 512)",
                "{games} : table de hachage, en mégaoctets (par défaut 512)",
            ),
        ))
}

/// Warns about options without effect. Scripts may pass the same options for every game, so this is not an error.
pub(super) fn warn_about_options(matches: &ArgMatches, entry: &Entry, context: &Context) {
    for name in OPTIONS.into_iter().filter(|name| matches.contains_id(name)) {
        let (lang, title) = (context.lang, entry.info().title.get(context.lang));
        let warning = say!(
            lang,
            "{title} is looked up in a tablebase: --{name} has no effect",
            "{title} est lu dans une table de solutions : --{name} est sans effet",
        );
        print_diagnostic(&warning, lang);
    }
}

#[derive(Serialize)]
struct PositionValue<'a> {
    game: &'static str,
    variant: Vec<&'static str>,
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    turn: Option<&'static str>,
    proven: bool,
    value: Option<&'static str>,
    points_margin: Option<i32>,
    line: &'a [String],
    moves: Vec<MoveValue<'a>>,
    nodes: u64,
}

#[derive(Serialize)]
struct MoveValue<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    value: Option<&'static str>,
    points_margin: Option<i32>,
}

pub(super) fn run(
    matches: &ArgMatches,
    session: &GameSession,
    seed: Option<u64>,
    context: &Context,
) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    if matches.contains_id("table") {
        let title = session.info().title.get(lang);
        return Err(Failure::Input(say!(
            lang,
            "{title} is solved by search and has no tablebase",
            "{title} est résolu par une recherche et n’a pas de table de solutions",
        )));
    }
    let proof = prove(matches, session, context)?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    if matches.get_flag("json") {
        let answer = PositionValue {
            game: session.info().id,
            variant: session.variant_ids(),
            position: session.position_text(),
            seed,
            turn: session.turn().map(Player::code),
            proven: proof.wins.is_some(),
            value: code(proof.wins),
            points_margin: proof.margin,
            line: &proof.line,
            moves: proof
                .moves
                .iter()
                .map(|mv| MoveValue { text: &mv.text, value: code(mv.wins), points_margin: mv.margin })
                .collect(),
            nodes: proof.nodes,
        };
        writeln!(out, "{}", serde_json::to_string(&answer).expect("serialisable"))?;
    } else {
        print(&mut out, session, &proof, lang)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Searches with a progress bar.
fn prove(matches: &ArgMatches, session: &GameSession, context: &Context) -> Result<Proof, Failure> {
    let lang = context.lang;
    let count = |name: &str| matches.get_one::<u64>(name).copied();
    let time = matches.get_one::<Duration>("time").copied();
    let nodes = count("nodes").or_else(|| time.is_none().then_some(NODES));
    let limits = Limits { depth: None, nodes, time };
    let search_options =
        SearchOptions { limits, threads: args::thread_count(matches), ..SearchOptions::default() };
    let entry = find(session.info().id).map_err(|error| Failure::input(&error, lang))?;
    let megabytes = count("hash").and_then(|megabytes| megabytes.try_into().ok()).unwrap_or(MEGABYTES);
    memory::check(megabytes, lang)?;
    let searcher = Searcher::new(entry, megabytes);
    let stop = ctrl_c_token();
    let proof = {
        let bar = Bar::new(context.lang.pick("solving", "calcul"));
        searcher.prove(session, search_options, &stop, &mut |proof| {
            let known = proof.moves.iter().filter(|mv| mv.margin.is_some()).count();
            bar.progress(known, proof.moves.len());
        })
    };
    if stop.is_cancelled() {
        return Err(Failure::Interrupted);
    }
    proof.ok_or_else(|| {
        Failure::Input(if session.outcome().is_some() {
            say!(lang, "the game is over", "la partie est terminée")
        } else {
            say!(
                lang,
                "this position is too early in the game to be solved exactly",
                "il est trop tôt dans la partie pour résoudre cette position exactement",
            )
        })
    })
}

const fn code(wins: Option<bool>) -> Option<&'static str> {
    match wins {
        Some(true) => Some("win"),
        Some(false) => Some("loss"),
        None => None,
    }
}

fn print(
    out: &mut impl std::io::Write,
    session: &GameSession,
    proof: &Proof,
    lang: Lang,
) -> std::io::Result<()> {
    let seat =
        |player: Player| format!("{} ({})", session.info().seats[player.index()].get(lang), player.code());
    let words = match (proof.wins, session.turn()) {
        (Some(wins), Some(turn)) => {
            let winner = seat(if wins { turn } else { turn.other() });
            let certainty = certainty(true).get(lang);
            match proof.margin {
                Some(margin) => {
                    let points = points_text(margin.unsigned_abs(), lang);
                    say!(
                        lang,
                        "{winner} wins by {points} ({certainty})",
                        "victoire de {points} : {winner} ({certainty})",
                    )
                }
                None if !session.info().scored_by_points => {
                    say!(lang, "{winner} wins ({certainty})", "victoire : {winner} ({certainty})")
                }
                None => say!(
                    lang,
                    "{winner} wins ({certainty}); margin not determined",
                    "victoire : {winner} ({certainty}) ; écart non déterminé",
                ),
            }
        }
        _ => {
            let nodes = proof.nodes;
            say!(lang, "not determined after {nodes} nodes", "non déterminé après {nodes} nœuds",)
        }
    };
    writeln!(out, "{}", with_subject(&session.position_text(), &words, lang))?;
    if proof.wins.is_none() {
        return Ok(());
    }
    for mv in &proof.moves {
        writeln!(out, "  {:<6} {}", mv.text, value(mv.wins, mv.margin, lang))?;
    }
    let nodes = proof.nodes;
    writeln!(out, "{}", say!(lang, "{nodes} nodes", "{nodes} nœuds"))
}

/// The value of a move as text.
fn value(wins: Option<bool>, margin: Option<i32>, lang: Lang) -> String {
    let by = margin.map_or_else(String::new, |margin| {
        let points = points_text(margin.unsigned_abs(), lang);
        say!(lang, " by {points}", " de {points}")
    });
    match wins {
        Some(true) => say!(lang, "win{by}", "gain{by}"),
        Some(false) => say!(lang, "loss{by}", "perte{by}"),
        None => say!(lang, "not determined", "non déterminé"),
    }
}
