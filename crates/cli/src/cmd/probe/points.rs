//! Games that are counted in points: who wins and by how many, worked out while one waits.

use std::{
    io::{BufWriter, Write as _},
    process::ExitCode,
    time::Duration,
};

use clap::{Arg, ArgMatches, Command};
use mekong_analysis::{certainty, points_in_words};
use mekong_catalog::{Entry, Session, find};
use mekong_core::{Lang, Player, Text, about, say};
use mekong_engine::{Limits, Plan};
use mekong_players::{Proof, Searcher};
use mekong_terminal::{
    args,
    context::Context,
    duration,
    failure::{Failure, print_diagnostic},
    memory,
    progress::{Bar, stop_flag},
};
use serde::Serialize;

/// The positions looked at if nothing else is said: about a minute.
const NODES: u64 = 100_000_000;

/// The memory if nothing else is said, in megabytes.
const MEGABYTES: usize = 512;

/// The options that only concern these games.
const OPTIONS: [&str; 4] = ["nodes", "time", "threads", "hash"];

/// Adds `--nodes`, `--time`, `--threads` and `--hash`.
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
                "Palam: look at so many positions (default: 100000000)",
                "Palam : examiner tant de positions (par défaut 100000000)",
            ),
        ))
        .arg(
            Arg::new("time")
                .long("time")
                .value_name("30s|500ms")
                .value_parser(duration::parser(lang))
                .help(t("Palam: work so long", "Palam : calculer si longtemps")),
        )
        .arg(args::threads(lang))
        .arg(count(
            "hash",
            65_536,
            t("Palam: megabytes of memory (default: 512)", "Palam : mégaoctets de mémoire (par défaut 512)"),
        ))
}

/// Scripts may give the same options to every game, so those that change nothing are remarked on and not refused.
pub(super) fn remark_on_options(matches: &ArgMatches, entry: &Entry, context: &Context) {
    for name in OPTIONS.into_iter().filter(|name| matches.contains_id(name)) {
        let (lang, title) = (context.lang, entry.info().title);
        let remark = say!(
            lang,
            "{title} is looked up in a table, so --{name} changes nothing",
            "{title} est lu dans une table, --{name} ne change donc rien",
        );
        print_diagnostic(&remark, lang);
    }
}

/// What is known of a position.
#[derive(Serialize)]
struct Answer<'a> {
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
    moves: Vec<MoveAnswer<'a>>,
    nodes: u64,
}

#[derive(Serialize)]
struct MoveAnswer<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    value: Option<&'static str>,
    points_margin: Option<i32>,
}

pub(super) fn run(
    matches: &ArgMatches,
    session: &Session,
    seed: Option<u64>,
    context: &Context,
) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    if matches.contains_id("table") {
        let title = session.info().title;
        return Err(Failure::Input(say!(
            lang,
            "{title} is worked out and has no tables",
            "{title} est calculé et n'a pas de tables",
        )));
    }
    let proof = prove(matches, session, context)?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    if matches.get_flag("json") {
        let answer = Answer {
            game: session.info().id,
            variant: session.variant_names(),
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
                .map(|mv| MoveAnswer { text: &mv.text, value: code(mv.wins), points_margin: mv.margin })
                .collect(),
            nodes: proof.nodes,
        };
        writeln!(out, "{}", serde_json::to_string(&answer).expect("plain data"))?;
    } else {
        tell(&mut out, session, &proof, lang)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Works it out, with a bar for the person who waits.
fn prove(matches: &ArgMatches, session: &Session, context: &Context) -> Result<Proof, Failure> {
    let lang = context.lang;
    let count = |name: &str| matches.get_one::<u64>(name).copied();
    let time = matches.get_one::<Duration>("time").copied();
    let nodes = count("nodes").or_else(|| time.is_none().then_some(NODES));
    let limits = Limits { depth: None, nodes, time };
    let plan = Plan { limits, threads: args::thread_count(matches), ..Plan::default() };
    let entry = find(session.info().id).map_err(|error| Failure::input(&error, lang))?;
    let megabytes = count("hash").and_then(|megabytes| megabytes.try_into().ok()).unwrap_or(MEGABYTES);
    memory::check(megabytes, lang)?;
    let mind = Searcher::new(entry, megabytes);
    let stop = stop_flag();
    let proof = {
        let bar = Bar::new(context.say("working it out", "calcul"));
        mind.prove(session, plan, &stop, &mut |proof| {
            let known = proof.moves.iter().filter(|mv| mv.margin.is_some()).count();
            bar.progress(known, proof.moves.len());
        })
    };
    if stop.is_cancelled() {
        return Err(Failure::Stopped);
    }
    proof.ok_or_else(|| {
        Failure::Input(if session.outcome().is_some() {
            say!(lang, "the game is over", "la partie est finie")
        } else {
            say!(
                lang,
                "nothing is certain before all pieces are placed",
                "rien n'est certain avant que toutes les pièces soient posées",
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

fn tell(out: &mut impl std::io::Write, session: &Session, proof: &Proof, lang: Lang) -> std::io::Result<()> {
    let seat =
        |player: Player| format!("{} ({})", session.info().seats[player.index()].get(lang), player.code());
    let words = match (proof.wins, session.turn()) {
        (Some(wins), Some(turn)) => {
            let winner = seat(if wins { turn } else { turn.other() });
            let certainty = certainty(true).get(lang);
            match proof.margin {
                Some(margin) => {
                    let points = points_in_words(margin.unsigned_abs(), lang);
                    say!(
                        lang,
                        "{winner} wins by {points} ({certainty})",
                        "victoire de {points} : {winner} ({certainty})",
                    )
                }
                None => say!(
                    lang,
                    "{winner} wins ({certainty}); by how many points is not decided",
                    "victoire : {winner} ({certainty}) ; de combien de points n'est pas décidé",
                ),
            }
        }
        _ => {
            let nodes = proof.nodes;
            say!(lang, "not decided within {nodes} positions", "non décidé en {nodes} positions examinées",)
        }
    };
    writeln!(out, "{}", about(&session.position_text(), &words, lang))?;
    if proof.wins.is_none() {
        return Ok(());
    }
    for mv in &proof.moves {
        writeln!(out, "  {:<6} {}", mv.text, value(mv.wins, mv.margin, lang))?;
    }
    let nodes = proof.nodes;
    writeln!(out, "{}", say!(lang, "{nodes} positions looked at", "{nodes} positions examinées"))
}

/// What a move is worth, in a few words.
fn value(wins: Option<bool>, margin: Option<i32>, lang: Lang) -> String {
    let by = margin.map_or_else(String::new, |margin| {
        let points = points_in_words(margin.unsigned_abs(), lang);
        say!(lang, " by {points}", " de {points}")
    });
    match wins {
        Some(true) => say!(lang, "win{by}", "gagné{by}"),
        Some(false) => say!(lang, "loss{by}", "perdu{by}"),
        None => say!(lang, "not decided", "non décidé"),
    }
}
