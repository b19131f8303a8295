//! Games judged move by move, and positions judged for programs.
//!
//! - `options`: how long a position is thought about.
//! - `games`: the games of a file, as PGN, JSON or a report, which is in `report`.
//! - `service`: JSON lines in, JSON lines out.

mod games;
mod options;
mod report;
mod service;

use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Command, builder::PossibleValuesParser};
use mekong_core::{Lang, Text};
use mekong_terminal::{args, context::Context, failure::Failure};

pub(crate) fn command(lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    let command = Command::new("analyse")
        .alias("analyze")
        .about(t("Judge the moves of games", "Juger les coups de parties"))
        .after_help(t(
            "FILE is a PGN or JSON file with one game or several, or - for standard input. Every move is judged by \
             the share of games it gives away, in one word: best, only move, inaccuracy, mistake, blunder, missed win. \
             The report tells the accuracy of both players and the turning points. Saigon is judged by its table, the ends of \
             Palam exactly, everything else by a search.\n\n\
             Examples:\n  \
             mekong analyse game.pgn\n  \
             mekong analyse game.pgn --time 1s --plot game.svg\n  \
             mekong analyse games.pgn --format pgn --out annotated.pgn\n\n\
             With --json every line on standard input is an object such as\n  \
             {\"id\":1,\"game\":\"siam\",\"moves\":[\"@c1N\"],\"nodes\":100000,\"lines\":2}\n\
             and is answered by a line with its id as soon as it is finished; {\"cancel\":1} stops it.",
            "FICHIER est un fichier PGN ou JSON d'une ou de plusieurs parties, ou - pour l'entrée standard. Chaque coup \
             est jugé par la part de parties qu'il coûte, d'un mot : meilleur, seul bon coup, imprécision, erreur, gaffe, gain manqué. \
             Le rapport donne la précision des deux joueurs et les tournants. Saigon est jugé par sa table, les fins de \
             Palam exactement, tout le reste par une recherche.\n\n\
             Exemples :\n  \
             mekong analyse partie.pgn\n  \
             mekong analyse partie.pgn --time 1s --plot partie.svg\n  \
             mekong analyse parties.pgn --format pgn --out annotees.pgn\n\n\
             Avec --json, chaque ligne de l'entrée standard est un objet comme\n  \
             {\"id\":1,\"game\":\"siam\",\"moves\":[\"@c1N\"],\"nodes\":100000,\"lines\":2}\n\
             et reçoit une ligne de réponse avec son id dès qu'elle est prête ; {\"cancel\":1} l'arrête.",
        ))
        .arg(
            Arg::new("file")
                .value_name(t("FILE", "FICHIER"))
                .required_unless_present("json")
                .help(t("The file, or - for standard input", "Le fichier, ou - pour l'entrée standard")),
        )
        .arg(
            Arg::new("format")
                .long("format")
                .value_name("report|pgn|json")
                .hide_possible_values(true)
                .value_parser(PossibleValuesParser::new(["report", "pgn", "json"]))
                .help(t(
                    "A report to read, the games with annotations, or JSON, a line a game (default: what the name of \
                     --out says, else report)",
                    "Un rapport à lire, les parties annotées, ou du JSON, une ligne par partie (par défaut : selon le nom \
                     donné à --out, sinon report)",
                )),
        )
        .arg(Arg::new("out").long("out").value_name(t("FILE", "FICHIER")).help(t(
            "Write into this file instead of standard output, once all is judged",
            "Écrire dans ce fichier au lieu de la sortie standard, une fois que tout est jugé",
        )))
        .arg(Arg::new("plot").long("plot").value_name("FILE.svg").help(t(
            "Draw the course of the game; further games of the file get -2, -3 … behind the name",
            "Dessiner le cours de la partie ; les parties suivantes du fichier prennent -2, -3… après le nom",
        )))
        .arg(
            Arg::new("json")
                .long("json")
                .action(ArgAction::SetTrue)
                .conflicts_with_all(["file", "format", "out", "plot"])
                .help(t(
                    "Answer JSON lines from standard input",
                    "Répondre aux lignes JSON de l'entrée standard",
                )),
        )
        .arg(
            Arg::new("concurrency")
                .long("concurrency")
                .value_name("N")
                .conflicts_with("file")
                .allow_negative_numbers(true)
                .value_parser(args::number(1..=1024, lang))
                .help(t(
                    "With --json: how many positions at once (default: one a core)",
                    "Avec --json : combien de positions à la fois (par défaut une par cœur)",
                )),
        );
    options::add(command, lang)
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    if matches.get_flag("json") { service::run(matches, context) } else { games::run(matches, context) }
}
