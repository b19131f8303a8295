//! Exact values of a position and of its moves, from a tablebase or an exact search.

mod endgame;

use std::{
    io::{BufWriter, Write as _},
    process::ExitCode,
};

use clap::{Arg, ArgMatches, Command};
use mekong_analysis::certainty;
use mekong_catalog::{GameSession, find};
use mekong_core::{Explain as _, Lang, Probe as _, Value, say, with_subject};
use mekong_players::Tablebase;
use mekong_terminal::{
    args, context::Context, failure::Failure, progress::ctrl_c_token, session::open, tablebases,
};
use serde::Serialize;

pub(crate) fn command(lang: Lang) -> Command {
    let (solved, endgames) = (args::solved_games(lang), args::endgame_games(lang));
    let command = Command::new("probe")
        .about(lang.pick(
            "Print the exact value of a position and of each move",
            "Afficher la valeur exacte d’une position et de chaque coup",
        ))
        .after_help(say!(
            lang,
            "Values are given for the player to move; moves are sorted from best to worst.\n\n\
             Positions of games with a tablebase ({solved}) are looked up in it. Distances are in plies to the end of the game; between \
             equal moves, the one that leaves the opponent fewer good replies comes first. The tablebase is generated on first \
             use, which takes a few seconds, and stored in the cache folder.\n\n\
             Endgames of some games ({endgames}) are solved by a search: the winner, in games scored by points the margin, and \
             the same for each move, within the limits of --nodes and --time. Values that exceed the limits are reported as not determined.\n\n\
             Examples:\n  \
             mekong probe saigon\n  \
             mekong probe saigon --variant flat --moves \"pr 4-1x3\"\n  \
             mekong probe saigon --position \"LL/D/LDL/DDL L\" --json\n  \
             mekong probe palam --seed 7\n  \
             mekong probe palam --seed 7 --time 30s --json",
            "Les valeurs sont données pour le joueur au trait ; les coups sont triés du meilleur au moins bon.\n\n\
             Les positions des jeux qui ont une table de solutions ({solved}) y sont lues. Les distances sont en demi-coups jusqu’à la fin de \
             la partie ; à égalité, le coup qui laisse à l’adversaire le moins de bonnes réponses vient en premier. Cette table est calculée à \
             la première utilisation, en quelques secondes, et enregistrée dans le dossier de cache.\n\n\
             Les finales de certains jeux ({endgames}) sont résolues par une recherche : le gagnant, dans les jeux aux points l’écart, et \
             de même pour chaque coup, dans les limites de --nodes et de --time. Les valeurs qui dépassent ces limites sont données \
             comme non déterminées.\n\n\
             Exemples :\n  \
             mekong probe saigon\n  \
             mekong probe saigon --variant flat --moves \"pr 4-1x3\"\n  \
             mekong probe saigon --position \"LL/D/LDL/DDL L\" --json\n  \
             mekong probe palam --seed 7\n  \
             mekong probe palam --seed 7 --time 30s --json",
        ))
        .arg(args::game(lang).required(true));
    let command = args::start_options(command, lang)
        .arg(Arg::new("table").long("table").value_name(lang.pick("FILE", "FICHIER")).help(say!(
            lang,
            "{solved}: tablebase file (default: the one in the cache)",
            "{solved} : fichier de la table de solutions (par défaut celui du cache)",
        )))
        .arg(args::json(lang));
    endgame::add(command, lang)
}

#[derive(Serialize)]
struct PositionValue {
    game: &'static str,
    variant: Vec<&'static str>,
    position: String,
    proven: bool,
    value: &'static str,
    distance: Option<u16>,
    moves: Vec<MoveValue>,
}

#[derive(Serialize)]
struct MoveValue {
    #[serde(rename = "move")]
    text: String,
    value: &'static str,
    distance: Option<u16>,
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let (session, seed) = open(matches, context)?;
    let entry = find(session.info().id).map_err(|error| Failure::input(&error, context.lang))?;
    if mekong_players::has_endgame(entry) {
        return endgame::run(matches, &session, seed, context);
    }
    endgame::warn_about_options(matches, entry, context);
    let tablebase = match matches.get_one::<String>("table") {
        Some(path) => tablebases::load(tablebases::solver(entry, context)?, path, context)?,
        None => tablebases::load_or_solve(entry, session.variants(), &ctrl_c_token(), context)?,
    };
    let (value, moves) = look_up(&tablebase, &session, context)?;
    let distance = |value: Value| if tablebase.is_exact() { value.distance() } else { None };
    let mut out = BufWriter::new(std::io::stdout().lock());
    if matches.get_flag("json") {
        let answer = PositionValue {
            game: session.info().id,
            variant: session.variant_ids(),
            position: session.position_text(),
            proven: true,
            value: value.code(),
            distance: distance(value),
            moves: moves
                .into_iter()
                .map(|(text, value)| MoveValue { text, value: value.code(), distance: distance(value) })
                .collect(),
        };
        writeln!(out, "{}", serde_json::to_string(&answer).expect("serialisable"))?;
    } else {
        let words = |value: Value| {
            if tablebase.is_exact() { value.explain(context.lang) } else { result(value, context) }
        };
        let proven = format!("{} ({})", words(value), certainty(true).get(context.lang));
        writeln!(out, "{}", with_subject(&session.position_text(), &proven, context.lang))?;
        for (text, value) in moves {
            writeln!(out, "  {text:<6} {}", words(value))?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The result of a value, without its distance.
fn result(value: Value, context: &Context) -> String {
    let (en, fr) = match value {
        Value::Win(_) => ("win", "gain"),
        Value::Draw => ("draw", "nulle"),
        Value::Loss(_) => ("loss", "perte"),
    };
    context.lang.pick(en, fr).to_owned()
}

fn look_up(
    tablebase: &Tablebase,
    session: &GameSession,
    context: &Context,
) -> Result<(Value, Vec<(String, Value)>), Failure> {
    let lang = context.lang;
    let found = tablebase.probe(session).zip(tablebase.moves(session));
    found.ok_or_else(|| {
        Failure::Input(say!(
            lang,
            "the tablebase is for a different variant than the position",
            "la table de solutions est pour une autre variante que la position",
        ))
    })
}
