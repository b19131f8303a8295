use std::{
    io::{self, Write as _},
    process::ExitCode,
    sync::{Arc, Weak},
    thread,
};

use clap::{ArgMatches, Command};
use mekong_catalog::{Entry, GAMES};
use mekong_core::{CancelToken, Lang, Text, Variants, say};
use mekong_players::{Tablebase, TablebaseSolver};
use mekong_server::{
    app::App,
    config::Pages,
    engine::lower_priority,
    serve::{begin_log, serve},
};
use mekong_terminal::{
    context::Context,
    failure::{Failure, print_diagnostic},
    runtime::{interrupted, runtime},
    tables,
};

use crate::server_settings as settings;

pub(crate) fn command(lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    let command = Command::new("serve")
        .about(t(
            "Host games: people, bots and the computer, in a browser",
            "Héberger des parties : des gens, des bots et l'ordinateur, dans un navigateur",
        ))
        .after_help(t(
            "Every option has a variable of the environment (--base-url is MEKONG_BASE_URL) and a line in the file of \
             settings (base_url = \"…\"). The command line comes before the environment, and that before the file. \
             MEKONG_METRICS_TOKEN lets whoever shows it read /metrics from another machine. docs/server.md says more.\n\n\
             Examples:\n  \
             mekong serve\n  \
             mekong serve --listen 0.0.0.0:8080 --base-url https://play.example --trust-proxy\n  \
             mekong serve --database postgres://mekong@localhost/mekong",
            "Chaque option a une variable d'environnement (--base-url est MEKONG_BASE_URL) et une ligne dans le fichier de \
             réglages (base_url = \"…\"). La ligne de commande passe avant l'environnement, et lui avant le fichier. \
             MEKONG_METRICS_TOKEN permet à qui le montre de lire /metrics depuis une autre machine. docs/server.md en dit plus.\n\n\
             Exemples :\n  \
             mekong serve\n  \
             mekong serve --listen 0.0.0.0:8080 --base-url https://play.example --trust-proxy\n  \
             mekong serve --database postgres://mekong@localhost/mekong",
        ));
    settings::place(settings::running(command, lang), lang)
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let mut setup = settings::read(matches, context)?;
    setup.config.pages = Pages::new(mekong_pages::find);
    begin_log(&setup);
    let runtime = runtime(lang)?;
    let (context, make_tables) = (*context, setup.tables);
    let begun = move |app: &Arc<App>| {
        greet(app, lang);
        if make_tables {
            let app = Arc::downgrade(app);
            thread::spawn(move || bring_tables(&app, &context));
        }
    };
    let served = runtime.block_on(serve(setup, begun, interrupted()));
    // A thread that still solves a game is not waited for.
    runtime.shutdown_background();
    served.map_err(|error| Failure::input(&error, lang))?;
    // Nobody may be reading any more.
    let _ = writeln!(io::stdout(), "{}", say!(lang, "Goodbye.", "Au revoir."));
    Ok(ExitCode::SUCCESS)
}

fn greet(app: &App, lang: Lang) {
    let (address, listen) = (&app.config.base_url, app.config.listen);
    let words = say!(
        lang,
        "Mekong is open at {address} (listening at {listen}). Ctrl-C ends it.",
        "Mekong est ouvert à {address} (à l'écoute sur {listen}). Ctrl-C l'arrête.",
    );
    let mut out = io::stdout().lock();
    // A server whose words nobody reads serves all the same.
    let _ = writeln!(out, "{words}").and_then(|()| out.flush());
}

/// Gives the computer the exact tables of small games: from the cache, or solved now.
fn bring_tables(app: &Weak<App>, context: &Context) {
    // The threads that solve inherit it: people's moves come first.
    lower_priority(19);
    for entry in GAMES {
        let Some(solver) = mekong_players::solver(entry) else { continue };
        let count = entry.info().variants.len();
        for choice in 0..1_u32 << count {
            let variants =
                (0..count).filter(|index| choice >> index & 1 == 1).fold(Variants::NONE, Variants::with);
            let Some(threads) = app.upgrade().map(|app| app.config.engine_threads) else { return };
            let table = match tables::load_cached(entry, variants, context) {
                Ok(Some(table)) => Ok(table),
                Ok(None) | Err(_) => solved(entry, solver, variants, threads, context),
            };
            match (table, app.upgrade()) {
                (Ok(table), Some(app)) => app.pool.add_table(table),
                (_, None) => return,
                // The computer then plays by search, as in the other games.
                (Err(failure), Some(_)) => complain_of(&failure, context),
            }
        }
    }
}

/// Solves a game and keeps the table for the next time.
fn solved(
    entry: &Entry,
    solver: TablebaseSolver,
    variants: Variants,
    threads: usize,
    context: &Context,
) -> Result<Tablebase, Failure> {
    let never = CancelToken::new();
    let table = tables::solve(solver, variants, threads, &never, context)?;
    if let Ok(path) = tables::cached_path(entry.info(), variants, context)
        && let Err(failure) = tables::save(&table, true, threads, &path)
    {
        complain_of(&failure, context);
    }
    Ok(table)
}

fn complain_of(failure: &Failure, context: &Context) {
    if let Some(sentence) = failure.message(context.lang) {
        print_diagnostic(&sentence, context.lang);
    }
}
