use std::{
    io::{self, BufWriter},
    process::ExitCode,
};

use clap::{ArgMatches, Command};
use mekong_catalog::Entry;
use mekong_core::{CancelToken, Lang, Variants};
use mekong_players::Tablebase;
use mekong_terminal::{args, context::Context, failure::Failure, session, tablebases};
use mekong_ugi::server::{Config, MissingTablebase, run as serve};

pub(crate) fn command(lang: Lang) -> Command {
    Command::new("ugi")
        .about(lang.pick(
            "Run the engine over the Universal Game Interface (UGI)",
            "Lancer le moteur avec le protocole UGI",
        ))
        .after_help(lang.pick(
            "The Universal Game Interface is the equivalent of UCI in chess: a program writes commands to standard input \
             and reads moves from standard output. docs/protocol.md describes the commands, options and responses.\n\n\
             Examples:\n  \
             mekong ugi siam\n  \
             mekong ugi saigon --variant flat\n\n\
             Then type: ugi, isready, position startpos, go movetime 1000, quit",
            "L’Universal Game Interface est l’équivalent d’UCI aux échecs : un programme écrit des commandes sur l’entrée \
             standard et lit les coups sur la sortie standard. docs/protocol.md décrit les commandes, les options et \
             les réponses.\n\n\
             Exemples :\n  \
             mekong ugi siam\n  \
             mekong ugi saigon --variant flat\n\n\
             Puis tapez : ugi, isready, position startpos, go movetime 1000, quit",
        ))
        .arg(args::game(lang).required(true))
        .arg(args::variant(lang))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let context = *context;
    let lang = context.lang;
    let (entry, variants) = session::game_and_variants(matches, &context)?;
    let load_tablebase = Box::new(move |variants, missing| {
        let tablebase = tablebase(entry, variants, missing, &context);
        tablebase.or_else(|failure| failure.message(lang).map_or(Ok(None), Err))
    });
    let config = Config { entry, variants, lang, load_tablebase };
    serve(config, io::stdin(), BufWriter::new(io::stdout().lock()))?;
    Ok(ExitCode::SUCCESS)
}

fn tablebase(
    entry: &Entry,
    variants: Variants,
    missing: MissingTablebase,
    context: &Context,
) -> Result<Option<Tablebase>, Failure> {
    match missing {
        // There is no Ctrl-C from another program: solving is never cancelled.
        MissingTablebase::Generate => {
            tablebases::load_or_solve(entry, variants, &CancelToken::new(), context).map(Some)
        }
        MissingTablebase::Ignore => tablebases::load_cached(entry, variants, context),
    }
}
