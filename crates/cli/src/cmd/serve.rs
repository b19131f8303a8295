use std::{
    io::{self, Write as _},
    process::ExitCode,
    sync::{Arc, Weak},
    thread,
};

use clap::{ArgMatches, Command};
use mekong_catalog::{Entry, GAMES};
use mekong_core::{CancelToken, Lang, Variants, say};
use mekong_players::{Tablebase, TablebaseSolver};
use mekong_server::{
    app::App,
    config::Pages,
    engine_pool::lower_priority,
    serve::{init_logging, serve},
};
use mekong_terminal::{
    context::Context,
    failure::{Failure, print_diagnostic},
    runtime::{interrupted, runtime},
    tablebases,
};
use tokio::sync::oneshot;

use crate::server_settings as settings;

pub(crate) fn command(lang: Lang) -> Command {
    let command = Command::new("serve")
        .about(lang.pick(
            "Run a game server with web pages and an API for bots",
            "Lancer un serveur de jeu, avec ses pages web et une API pour les bots",
        ))
        .after_help(lang.pick(
            "Each option can also be set by an environment variable (--base-url is MEKONG_BASE_URL) or in the \
             configuration file (base_url = \"…\"). Options take precedence over the environment, and the \
             environment over the file. Set MEKONG_METRICS_TOKEN to read /metrics from another machine with that \
             token. See docs/server.md.\n\n\
             Examples:\n  \
             mekong serve\n  \
             mekong serve --listen 0.0.0.0:8080 --base-url https://play.example --trust-proxy\n  \
             mekong serve --database postgres://mekong@localhost/mekong",
            "Chaque option peut aussi être définie par une variable d’environnement (MEKONG_BASE_URL pour \
             --base-url) ou dans le fichier de configuration (base_url = \"…\"). La ligne de commande l’emporte sur \
             l’environnement, et l’environnement sur le fichier. Définissez MEKONG_METRICS_TOKEN pour lire /metrics \
             depuis une autre machine avec ce jeton. Voir docs/server.md.\n\n\
             Exemples :\n  \
             mekong serve\n  \
             mekong serve --listen 0.0.0.0:8080 --base-url https://play.example --trust-proxy\n  \
             mekong serve --database postgres://mekong@localhost/mekong",
        ));
    settings::database_options(settings::server_options(command, lang), lang)
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let mut setup = settings::read(matches, context)?;
    setup.config.pages = Pages::new(mekong_pages::find);
    init_logging(setup.log, &setup.log_level);
    let runtime = runtime(lang)?;
    let (context, build_tablebases) = (*context, setup.build_tablebases);
    let (signals, started) = oneshot::channel();
    let on_start = move |app: &Arc<App>| {
        // The receiver is dropped only if the server cannot start.
        let _ = signals.send(interrupted());
        print_address(app, lang);
        if build_tablebases {
            let app = Arc::downgrade(app);
            thread::spawn(move || load_tables(&app, &context));
        }
    };
    let stop = async {
        if let Ok(interrupted) = started.await {
            interrupted.await;
        }
    };
    let served = runtime.block_on(serve(setup, on_start, stop));
    // Do not wait for a thread that is still solving a game.
    runtime.shutdown_background();
    served.map_err(|error| Failure::input(&error, lang))?;
    // Standard output may be closed.
    let _ = writeln!(io::stdout(), "{}", say!(lang, "Server stopped.", "Serveur arrêté."));
    Ok(ExitCode::SUCCESS)
}

fn print_address(app: &App, lang: Lang) {
    let (address, listen) = (&app.config.base_url, app.config.listen);
    let words = say!(
        lang,
        "Mekong is running at {address} (listening on {listen}). Press Ctrl-C to stop.",
        "Mekong est accessible à {address} (écoute sur {listen}). Ctrl-C pour arrêter.",
    );
    let mut out = io::stdout().lock();
    // Standard output may be closed.
    let _ = writeln!(out, "{words}").and_then(|()| out.flush());
}

/// Loads the tablebases from the cache, or solves the games.
fn load_tables(app: &Weak<App>, context: &Context) {
    // Threads that solve inherit the low priority, so that games are not slowed down.
    lower_priority(19);
    for entry in GAMES {
        let Some(solver) = mekong_players::solver(entry) else { continue };
        for variants in entry.info().all_variants() {
            let Some(threads) = app.upgrade().map(|app| app.config.engine_threads) else { return };
            let tablebase = match tablebases::load_cached(entry, variants, context) {
                Ok(Some(tablebase)) => Ok(tablebase),
                Ok(None) | Err(_) => solve_and_save(entry, solver, variants, threads, context),
            };
            match (tablebase, app.upgrade()) {
                (Ok(tablebase), Some(app)) => app.pool.add_tablebase(tablebase),
                (_, None) => return,
                // The computer then searches, as in other games.
                (Err(failure), Some(_)) => warn(&failure, context),
            }
        }
    }
}

/// Solves a game and saves the tablebase in the cache.
fn solve_and_save(
    entry: &Entry,
    solver: TablebaseSolver,
    variants: Variants,
    threads: usize,
    context: &Context,
) -> Result<Tablebase, Failure> {
    let never = CancelToken::new();
    let tablebase = tablebases::solve(solver, variants, threads, &never, context)?;
    if let Ok(path) = tablebases::cached_path(entry.info(), variants, context)
        && let Err(failure) = tablebases::save(&tablebase, true, threads, &path)
    {
        warn(&failure, context);
    }
    Ok(tablebase)
}

fn warn(failure: &Failure, context: &Context) {
    if let Some(sentence) = failure.message(context.lang) {
        print_diagnostic(&sentence, context.lang);
    }
}
