//! Analysis of games, and of positions for other programs.
//!
//! - `options`: search limits.
//! - `games`: the games of a file, as PGN, JSON or a `report`.
//! - `service`: requests and responses as JSON lines.

mod games;
mod options;
mod report;
mod service;

use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Command, builder::PossibleValuesParser};
use mekong_core::{Lang, say};
use mekong_terminal::{args, context::Context, failure::Failure};

pub(crate) fn command(lang: Lang) -> Command {
    let (solved, endgames) = (args::solved_games(lang), args::endgame_games(lang));
    let command = Command::new("analyse")
        .alias("analyze")
        .about(lang.pick("Annotate and evaluate the moves of games", "Évaluer et annoter les coups de parties"))
        .after_help(say!(
            lang,
            "FILE is a PGN or JSON file with one or more games, or - for standard input. Each move is labelled by \
             the winning chances it loses: best, only move, inaccuracy, mistake, blunder, missed win. The report \
             gives the accuracy of both players and the key moments. Games with a tablebase ({solved}) are \
             evaluated from it, endgames of some games ({endgames}) are solved exactly, and everything else is \
             searched.\n\n\
             Examples:\n  \
             mekong analyse game.pgn\n  \
             mekong analyse game.pgn --time 1s --plot game.svg\n  \
             mekong analyse games.pgn --format pgn --out annotated.pgn\n\n\
             With --json each line of standard input is a request such as\n  \
             {{\"id\":1,\"game\":\"siam\",\"moves\":[\"@c1N\"],\"nodes\":100000,\"lines\":2}}\n\
             The answer is a line with the same id, written as soon as it is ready; {{\"cancel\":1}} cancels the \
             request.",
            "FICHIER est un fichier PGN ou JSON d’une ou de plusieurs parties, ou - pour l’entrée standard. Chaque \
             coup est qualifié selon les chances de gain qu’il perd : meilleur, seul bon coup, imprécision, erreur, \
             gaffe, gain manqué. Le rapport donne la précision des deux joueurs et les moments clés. Les jeux qui \
             ont une table de solutions ({solved}) sont évalués d’après elle, les finales de certains jeux \
             ({endgames}) sont calculées exactement, et tout le reste par une recherche.\n\n\
             Exemples :\n  \
             mekong analyse partie.pgn\n  \
             mekong analyse partie.pgn --time 1s --plot partie.svg\n  \
             mekong analyse parties.pgn --format pgn --out annotees.pgn\n\n\
             Avec --json, chaque ligne de l’entrée standard est une requête comme\n  \
             {{\"id\":1,\"game\":\"siam\",\"moves\":[\"@c1N\"],\"nodes\":100000,\"lines\":2}}\n\
             La réponse est une ligne avec le même id, écrite dès qu’elle est prête ; {{\"cancel\":1}} annule la \
             requête.",
        ))
        .arg(
            Arg::new("file")
                .value_name(lang.pick("FILE", "FICHIER"))
                .required_unless_present("json")
                .help(lang.pick("Game file, or - for standard input", "Fichier de parties, ou - pour l’entrée standard")),
        )
        .arg(
            Arg::new("format")
                .long("format")
                .value_name("report|pgn|json")
                .hide_possible_values(true)
                .value_parser(PossibleValuesParser::new(["report", "pgn", "json"]))
                .help(lang.pick(
                    "A report, annotated PGN, or JSON with one line per game (default: by the extension of --out, \
                     otherwise report)",
                    "Un rapport, du PGN annoté, ou du JSON à raison d’une ligne par partie (par défaut selon \
                     l’extension de --out, sinon report)",
                )),
        )
        .arg(Arg::new("out").short('o').long("out").alias("output").value_name(lang.pick("FILE", "FICHIER")).help(lang.pick(
            "Write to this file instead of standard output when the analysis is complete",
            "Écrire dans ce fichier au lieu de la sortie standard, une fois l’analyse terminée",
        )))
        .arg(Arg::new("plot").long("plot").value_name(lang.pick("FILE.svg", "FICHIER.svg")).help(lang.pick(
            "Plot the evaluation; the plots of further games have -2, -3… after the name",
            "Tracer la courbe d’évaluation ; les courbes des parties suivantes ont -2, -3… après le nom",
        )))
        .arg(
            Arg::new("json")
                .long("json")
                .action(ArgAction::SetTrue)
                .conflicts_with_all(["file", "format", "out", "plot"])
                .help(lang.pick(
                    "Read requests from standard input, one JSON object per line",
                    "Lire des requêtes sur l’entrée standard, un objet JSON par ligne",
                )),
        )
        .arg(
            args::number_option("concurrency", 1..=1024, lang)
                .conflicts_with("file")
                .help(lang.pick(
                    "With --json: positions analysed at the same time (default: one per core)",
                    "Avec --json : positions analysées en même temps (par défaut une par cœur)",
                )),
        );
    options::add(command, lang)
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    if matches.get_flag("json") { service::run(matches, context) } else { games::run(matches, context) }
}
