use std::{
    io::{self, BufWriter},
    process::ExitCode,
};

use clap::{ArgMatches, Command};
use mekong_catalog::{Entry, find};
use mekong_core::{CancelToken, Lang, Text, Variants};
use mekong_players::Tablebase;
use mekong_terminal::{args, context::Context, failure::Failure, tables};
use mekong_ugi::server::{Make, Setup, run as serve};

pub(crate) fn command(lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    Command::new("ugi")
        .about(t(
            "Play for another program, which speaks UGI",
            "Jouer pour un autre programme, qui parle UGI",
        ))
        .after_help(t(
            "The Universal Game Interface is what UCI is for chess: a program writes commands to standard input and reads \
             moves from standard output. docs/protocol.md describes every command, option and answer.\n\n\
             Examples:\n  \
             mekong ugi siam\n  \
             mekong ugi saigon --variant flat\n\n\
             Then type: ugi, isready, position startpos, go movetime 1000, quit",
            "L'Universal Game Interface est ce qu'UCI est aux échecs : un programme écrit des commandes sur l'entrée standard \
             et lit des coups sur la sortie standard. docs/protocol.md décrit toutes les commandes, options et réponses.\n\n\
             Exemples :\n  \
             mekong ugi siam\n  \
             mekong ugi saigon --variant flat\n\n\
             Puis tapez : ugi, isready, position startpos, go movetime 1000, quit",
        ))
        .arg(args::game(lang).required(true))
        .arg(args::variant(lang))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let context = *context;
    let lang = context.lang;
    let game = matches.get_one::<String>("game").expect("required");
    let entry = find(game).map_err(|error| Failure::input(&error, lang))?;
    let names = args::variant_names(matches);
    let variants = entry.info().parse_variants(names).map_err(|error| Failure::input(&error, lang))?;
    let tables = Box::new(move |variants, make| {
        let table = table(entry, variants, make, &context);
        table.or_else(|failure| failure.message(lang).map_or(Ok(None), Err))
    });
    let setup = Setup { entry, variants, lang, tables };
    serve(setup, io::stdin(), BufWriter::new(io::stdout().lock()))?;
    Ok(ExitCode::SUCCESS)
}

fn table(
    entry: &Entry,
    variants: Variants,
    make: Make,
    context: &Context,
) -> Result<Option<Tablebase>, Failure> {
    match make {
        // Nobody can press Ctrl-C for a program: it ends this one.
        Make::IfMissing => tables::load_or_solve(entry, variants, &CancelToken::new(), context).map(Some),
        Make::No => tables::load_cached(entry, variants, context),
    }
}
