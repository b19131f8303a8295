use std::{
    io::{self, BufWriter, Write},
    process::ExitCode,
};

use clap::{Arg, ArgMatches, Command, builder::PossibleValuesParser};
use mekong_catalog::GameSession;
use mekong_core::{Lang, plies_text, say};
use mekong_record::{Format, Record};
use mekong_terminal::{context::Context, failure::Failure, records, render};

pub(crate) fn command(lang: Lang) -> Command {
    Command::new("replay")
        .about(lang.pick(
            "Validate game records and show their final positions",
            "Vérifier des parties enregistrées et montrer leur position finale",
        ))
        .after_help(lang.pick(
            "FILE is a PGN or JSON file with one or more games, or - for standard input. All moves must be legal, \
             including those in variations; an error is reported with its line and column.\n\n\
             Examples:\n  \
             mekong replay game.pgn\n  \
             mekong replay game.pgn --to json > game.json\n  \
             mekong replay - < games.pgn",
            "FICHIER est un fichier PGN ou JSON d’une ou de plusieurs parties, ou - pour l’entrée standard. Tous les \
             coups doivent être légaux, y compris dans les lignes secondaires ; une erreur est signalée avec sa ligne et sa \
             colonne.\n\n\
             Exemples :\n  \
             mekong replay partie.pgn\n  \
             mekong replay partie.pgn --to json > partie.json\n  \
             mekong replay - < parties.pgn",
        ))
        .arg(
            Arg::new("file")
                .value_name(lang.pick("FILE", "FICHIER"))
                .required(true)
                .help(lang.pick("Game file, or - for standard input", "Fichier de parties, ou - pour l’entrée standard")),
        )
        .arg(
            Arg::new("to")
                .long("to")
                .value_name("pgn|json")
                .hide_possible_values(true)
                .value_parser(PossibleValuesParser::new(["pgn", "json"]))
                .help(lang.pick(
                    "Print the games in this format instead of showing them",
                    "Écrire les parties dans ce format au lieu de les montrer",
                )),
        )
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let path = matches.get_one::<String>("file").expect("required");
    let (records, sessions) = records::load(path, context)?;
    let mut out = BufWriter::new(io::stdout().lock());
    match matches.get_one::<String>("to").map(String::as_str) {
        Some("json") => write!(out, "{}", Format::Json.write(&records))?,
        Some(_) => write!(out, "{}", Format::Pgn.write(&records))?,
        None => {
            for (index, (record, session)) in records.iter().zip(&sessions).enumerate() {
                if index > 0 {
                    writeln!(out)?;
                }
                show_end(&mut out, record, session, context)?;
            }
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn show_end(
    out: &mut impl Write,
    record: &Record,
    session: &GameSession,
    context: &Context,
) -> io::Result<()> {
    let tag = |name| record.tag(name).filter(|value| !value.starts_with('?'));
    let names = [tag("White"), tag("Black")];
    if names.iter().any(Option::is_some) {
        let [p1, p2] = names.map(|name| name.unwrap_or("?"));
        writeln!(out, "{p1} – {p2}")?;
    }
    let about: Vec<&str> = ["Event", "Site", "Date", "Round"].into_iter().filter_map(tag).collect();
    if !about.is_empty() {
        writeln!(out, "{}", about.join(", "))?;
    }
    render::board(out, session, None, context)?;
    let plies = plies_text(session.moves().len() as u32, context.lang);
    let result = record.result().code();
    writeln!(out, "{}", say!(context.lang, "{plies}, result {result}", "{plies}, résultat {result}"))
}
