use std::{
    io::{BufWriter, Write as _},
    process::ExitCode,
};

use clap::{Arg, ArgMatches, Command};
use mekong_catalog::{Session, Solved, find};
use mekong_core::{Explain as _, Lang, Probe as _, Text, Value, about, say};
use serde::Serialize;

use super::open::open;
use crate::{args, context::Context, failure::Failure, progress::stop_flag, tables};

pub(crate) fn command(lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    let command = Command::new("probe")
        .about(t(
            "Tell the exact value of a position and of every move",
            "Dire la valeur exacte d'une position et de chaque coup",
        ))
        .after_help(t(
            "Values are for the player to move; distances count plies from this position to the end. The best move \
             comes first; of equal ones, the move that leaves the opponent the fewest good replies.\n\n\
             The table is made at the first use, which takes some seconds, and kept in the cache folder.\n\n\
             Examples:\n  \
             mekong probe saigon\n  \
             mekong probe saigon --variant flat --moves \"pr 4-1x3\"\n  \
             mekong probe saigon --position \"LL/D/LDL/DDL L\" --json",
            "Les valeurs sont pour le joueur au trait ; les distances comptent les demi-coups de cette position à la fin. Le \
             meilleur coup vient d'abord ; à égalité, celui qui laisse à l'adversaire le moins de bonnes réponses.\n\n\
             La table est faite à la première demande, en quelques secondes, et gardée dans le dossier de cache.\n\n\
             Exemples :\n  \
             mekong probe saigon\n  \
             mekong probe saigon --variant flat --moves \"pr 4-1x3\"\n  \
             mekong probe saigon --position \"LL/D/LDL/DDL L\" --json",
        ))
        .arg(args::game(lang).required(true));
    args::opening(command, lang)
        .arg(Arg::new("table").long("table").value_name(t("FILE", "FICHIER")).help(t(
            "Use this table instead of the one in the cache",
            "Utiliser cette table au lieu de celle du cache",
        )))
        .arg(args::json(lang))
}

/// What is known of a position.
#[derive(Serialize)]
struct Answer {
    game: &'static str,
    variant: Vec<&'static str>,
    position: String,
    value: &'static str,
    distance: Option<u16>,
    moves: Vec<MoveAnswer>,
}

#[derive(Serialize)]
struct MoveAnswer {
    #[serde(rename = "move")]
    text: String,
    value: &'static str,
    distance: Option<u16>,
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let (session, _) = open(matches, context)?;
    let entry = find(session.info().id).map_err(|error| Failure::input(&error, context.lang))?;
    let table = match matches.get_one::<String>("table") {
        Some(path) => tables::load(tables::solver(entry, context)?, path, context)?,
        None => tables::load_or_solve(entry, session.variants(), &stop_flag(), context)?,
    };
    let (value, moves) = look_up(&table, &session, context)?;
    let distance = |value: Value| if table.is_exact() { value.distance() } else { None };
    let mut out = BufWriter::new(std::io::stdout().lock());
    if matches.get_flag("json") {
        let answer = Answer {
            game: session.info().id,
            variant: session.variant_names(),
            position: session.position_text(),
            value: value.code(),
            distance: distance(value),
            moves: moves
                .into_iter()
                .map(|(text, value)| MoveAnswer { text, value: value.code(), distance: distance(value) })
                .collect(),
        };
        writeln!(out, "{}", serde_json::to_string(&answer).expect("plain data"))?;
    } else {
        let words = |value: Value| {
            if table.is_exact() { value.explain(context.lang) } else { result(value, context) }
        };
        writeln!(out, "{}", about(&session.position_text(), &words(value), context.lang))?;
        for (text, value) in moves {
            writeln!(out, "  {text:<6} {}", words(value))?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// A value without its distance, in a word.
fn result(value: Value, context: &Context) -> String {
    let (en, fr) = match value {
        Value::Win(_) => ("win", "gagné"),
        Value::Draw => ("draw", "nulle"),
        Value::Loss(_) => ("loss", "perdu"),
    };
    context.say(en, fr).to_owned()
}

fn look_up(
    table: &Solved,
    session: &Session,
    context: &Context,
) -> Result<(Value, Vec<(String, Value)>), Failure> {
    let lang = context.lang;
    let found = table.probe(session).zip(table.moves(session));
    found.ok_or_else(|| {
        Failure::Input(say!(
            lang,
            "the table is for another variant than the position",
            "la table est pour une autre variante que la position",
        ))
    })
}
