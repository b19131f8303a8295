//! What is certain of a position and of every move: by the table of a solved game, or worked out while one waits.

mod points;

use std::{
    io::{BufWriter, Write as _},
    process::ExitCode,
};

use clap::{Arg, ArgMatches, Command};
use mekong_analysis::certainty;
use mekong_catalog::{Session, find};
use mekong_core::{Explain as _, Lang, Probe as _, Text, Value, about, say};
use mekong_players::Tablebase;
use mekong_terminal::{args, context::Context, failure::Failure, progress::stop_flag, session::open, tables};
use serde::Serialize;

pub(crate) fn command(lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    let command = Command::new("probe")
        .about(t(
            "Tell the exact value of a position and of every move",
            "Dire la valeur exacte d'une position et de chaque coup",
        ))
        .after_help(t(
            "Values are for the player to move, and the best move comes first.\n\n\
             Saigon is looked up in its table. Distances count plies from this position to the end; of equal moves, the one that \
             leaves the opponent the fewest good replies comes first. The table is made at the first use, which takes some \
             seconds, and kept in the cache folder.\n\n\
             Palam is worked out: who wins the deal, by how many points, and the same for every move, as far as --nodes or \
             --time allow. What was not found out by then is said to be not decided.\n\n\
             Examples:\n  \
             mekong probe saigon\n  \
             mekong probe saigon --variant flat --moves \"pr 4-1x3\"\n  \
             mekong probe saigon --position \"LL/D/LDL/DDL L\" --json\n  \
             mekong probe palam --seed 7\n  \
             mekong probe palam --seed 7 --time 30s --json",
            "Les valeurs sont pour le joueur au trait, et le meilleur coup vient d'abord.\n\n\
             Saigon est lu dans sa table. Les distances comptent les demi-coups de cette position à la fin ; à égalité, le coup \
             qui laisse à l'adversaire le moins de bonnes réponses vient d'abord. La table est faite à la première demande, en \
             quelques secondes, et gardée dans le dossier de cache.\n\n\
             Palam est calculé : qui gagne la donne, de combien de points, et de même pour chaque coup, autant que --nodes ou \
             --time le permettent. Ce qui n'est pas trouvé d'ici là est dit non décidé.\n\n\
             Exemples :\n  \
             mekong probe saigon\n  \
             mekong probe saigon --variant flat --moves \"pr 4-1x3\"\n  \
             mekong probe saigon --position \"LL/D/LDL/DDL L\" --json\n  \
             mekong probe palam --seed 7\n  \
             mekong probe palam --seed 7 --time 30s --json",
        ))
        .arg(args::game(lang).required(true));
    let command = args::opening(command, lang)
        .arg(Arg::new("table").long("table").value_name(t("FILE", "FICHIER")).help(t(
            "Saigon: use this table instead of the one in the cache",
            "Saigon : utiliser cette table au lieu de celle du cache",
        )))
        .arg(args::json(lang));
    points::add(command, lang)
}

/// What is known of a position.
#[derive(Serialize)]
struct Answer {
    game: &'static str,
    variant: Vec<&'static str>,
    position: String,
    proven: bool,
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
    let (session, seed) = open(matches, context)?;
    let entry = find(session.info().id).map_err(|error| Failure::input(&error, context.lang))?;
    if mekong_players::counts_points(entry) {
        return points::run(matches, &session, seed, context);
    }
    points::remark_on_options(matches, entry, context);
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
            proven: true,
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
        let proven = format!("{} ({})", words(value), certainty(true).get(context.lang));
        writeln!(out, "{}", about(&session.position_text(), &proven, context.lang))?;
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
    table: &Tablebase,
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
