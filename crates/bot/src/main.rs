//! `mekong-bot`, which runs as `mekong bot`: lets an engine that speaks UGI accept challenges and play, through the bot
//! interface of a server.

mod api;
mod backoff;
mod challenges;
mod config;
mod engine;
mod filter;
mod game;

use std::{
    io::{self, Write as _},
    process::ExitCode,
    sync::Arc,
    time::Duration,
};

use clap::{Arg, ArgMatches, Command};
use mekong_catalog::{Entry, GAMES, find};
use mekong_core::{Explain as _, Lang, say};
use mekong_terminal::{
    args,
    context::Context,
    failure::Failure,
    program::{self, Program},
    runtime::{interrupted, runtime},
};
use mekong_ugi::{
    VARIANT,
    client::{Client as Engine, Timeouts},
};

use crate::{api::Api, challenges::Challenges, config::Bot, filter::Filter};

fn main() -> ExitCode {
    Program { name: "mekong", command, run, explain: |_, _| None }.main()
}

fn command(lang: Lang) -> Command {
    let command = Command::new("mekong-bot")
        .bin_name("mekong bot")
        .version(env!("CARGO_PKG_VERSION"))
        .about(lang.pick(
            "Connect a UGI engine to a server",
            "Connecter un moteur UGI à un serveur",
        ))
        .after_help(lang.pick(
            "Create an account for the engine on the server, and a token with the scopes bot:play, challenge:read and \
             challenge:write. The bot accepts challenges until Ctrl-C, and reconnects when the connection is lost. Games in \
             progress continue when it is started again. Without --token, the token is read from the variable MEKONG_TOKEN, which \
             other users of this machine cannot see.\n\n\
             Examples:\n  \
             mekong bot --server http://127.0.0.1:8080 --engine \"mekong ugi siam\"\n  \
             mekong bot --server https://play.example --engine ./clever --game palam --games 4 --rated never",
            "Créez pour le moteur un compte sur le serveur, et un jeton avec les droits bot:play, challenge:read et \
             challenge:write. Le bot accepte les défis jusqu’à Ctrl-C, et se reconnecte quand la connexion est perdue. Les parties en \
             cours continuent quand il est relancé. Sans --token, le jeton est lu dans la variable MEKONG_TOKEN, que les autres \
             utilisateurs de cette machine ne voient pas.\n\n\
             Exemples :\n  \
             mekong bot --server http://127.0.0.1:8080 --engine \"mekong ugi siam\"\n  \
             mekong bot --server https://play.example --engine ./malin --game palam --games 4 --rated never",
        ))
        .arg(Arg::new("server").long("server").value_name("URL").required(true).help(lang.pick(
            "URL of the server",
            "URL du serveur",
        )))
        .arg(
            Arg::new("token")
                .long("token")
                .value_name(lang.pick("TOKEN", "JETON"))
                .help(lang.pick("The token of the account", "Le jeton du compte")),
        )
        .arg(Arg::new("engine").long("engine").value_name(lang.pick("COMMAND", "COMMANDE")).required(true).help(lang.pick(
            "The engine, with its arguments",
            "Le moteur, avec ses arguments",
        )))
        .arg(Arg::new("game").long("game").value_name(lang.pick("GAME", "JEU")).help(lang.pick(
            "The game it plays (default: the game named in its command)",
            "Le jeu auquel il joue (par défaut celui que nomme sa commande)",
        )))
        .arg(args::number_option("games", 1..=64, lang).help(lang.pick(
            "Games played at the same time, each with its own engine (default: 1)",
            "Parties jouées en même temps, chacune avec son moteur (par défaut 1)",
        )))
        .arg(args::number_option("total", 1..=u64::MAX, lang).help(
            lang.pick("Stop after this many games (default: never)", "S’arrêter après ce nombre de parties (par défaut jamais)"),
        ))
        .arg(
            args::number_option("movetime", 1..=3_600_000, lang)
                .value_name("MS")
                .help(lang.pick(
                    "Maximum time per move (default: by the clock; 5000 without one)",
                    "Temps maximal par coup (par défaut selon la pendule ; 5000 sans pendule)",
                )),
        );
    program::root(filter::arguments(command, lang), lang)
}

fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let engine = matches.get_one::<String>("engine").expect("required").clone();
    let entry = played(matches, &engine, lang)?;
    let token = matches.get_one::<String>("token").cloned().or_else(|| std::env::var("MEKONG_TOKEN").ok());
    let token = token.filter(|token| !token.is_empty()).ok_or_else(|| {
        Failure::Input(say!(
            lang,
            "a token is required: use --token or the variable MEKONG_TOKEN",
            "il faut un jeton : utilisez --token ou la variable MEKONG_TOKEN",
        ))
    })?;
    // Check that the engine starts before challenges are accepted.
    let started =
        Engine::start(&engine, Timeouts::default()).map_err(|error| Failure::input(&error, lang))?;
    let name = started.name().to_owned();
    let has_variants = started.has_option(VARIANT);
    started.quit();
    let number = |name: &str| matches.get_one::<u64>(name).copied();
    let server = matches.get_one::<String>("server").expect("required");
    let api = Api::new(server, &token, lang).map_err(|error| Failure::Input(error.explain(lang)))?;
    let bot = Arc::new(Bot {
        api,
        engine,
        entry,
        filter: Filter::read(matches, entry, has_variants),
        max_games: number("games").and_then(|games| usize::try_from(games).ok()).unwrap_or(1),
        movetime: number("movetime").map(Duration::from_millis),
        total: number("total"),
        lang,
    });
    let runtime = runtime(lang)?;
    let ended = runtime.block_on(async {
        let me = bot.api.get(&["api", "account"]).await?;
        let (user, title) = (me["name"].as_str().unwrap_or("?"), entry.info().title.get(lang));
        let stop = interrupted();
        print_line(&say!(
            lang,
            "{name} plays {title} as {user} on {server}. Press Ctrl-C to stop.",
            "{name} joue à {title} sous le nom de {user} sur {server}. Ctrl-C pour arrêter.",
        ));
        let me = me["id"].as_str().unwrap_or_default();
        let mut challenges = Challenges::new(&bot, me);
        let ended = tokio::select! {
            ended = challenges.run() => ended,
            () = stop => {
                challenges.report_open_games();
                Ok(())
            }
        };
        challenges.close().await;
        ended
    });
    // Engines have been asked to stop; those that do not stop in time are abandoned.
    runtime.shutdown_timeout(Timeouts::default().stop);
    ended.map(|()| ExitCode::SUCCESS).map_err(|error| Failure::Input(error.explain(lang)))
}

/// Prints a line on standard output, which may be closed.
fn print_line(line: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// The game of `--game`, or the only game that the engine's command names.
fn played(matches: &ArgMatches, engine: &str, lang: Lang) -> Result<&'static Entry, Failure> {
    if let Some(name) = matches.get_one::<String>("game") {
        return find(name).map_err(|error| Failure::input(&error, lang));
    }
    let mut named =
        GAMES.iter().filter(|entry| engine.split_whitespace().any(|word| word == entry.info().id));
    match (named.next(), named.next()) {
        (Some(entry), None) => Ok(entry),
        _ => Err(Failure::Input(say!(
            lang,
            "the command does not name the game that the engine plays: use --game",
            "la commande ne nomme pas le jeu auquel joue le moteur : utilisez --game",
        ))),
    }
}

#[cfg(test)]
#[path = "../../terminal/tests/arguments/mod.rs"]
mod arguments;

#[cfg(test)]
mod tests {
    #[test]
    fn invalid_values_are_rejected_with_the_reason() {
        super::arguments::check(super::command, 5);
    }
}
