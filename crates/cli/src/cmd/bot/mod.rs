//! Puts any program that speaks UGI online: it takes challenges and plays, by the bot interface of a server.

mod desk;
mod filter;
mod game;
mod line;
mod program;

use std::{
    io::{self, Write as _},
    process::ExitCode,
    sync::Arc,
    time::Duration,
};

use clap::{Arg, ArgMatches, Command};
use mekong_catalog::{Entry, GAMES, find};
use mekong_core::{Explain as _, Lang, Text, say};
use mekong_terminal::{args, context::Context, failure::Failure, runtime::runtime};
use mekong_ugi::{
    VARIANT,
    client::{Client as Engine, Patience},
};

use self::{
    desk::{Bot, Desk},
    filter::Filter,
    line::Line,
};

pub(crate) fn command(lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    let command = Command::new("bot")
        .about(t(
            "Let a program that speaks UGI play on a server",
            "Faire jouer sur un serveur un programme qui parle UGI",
        ))
        .after_help(t(
            "Make an account for the program on the server, and a token with the scopes bot:play, challenge:read and \
             challenge:write. The program takes challenges as long as it runs, and comes again when the line breaks. \
             Ctrl-C ends it at once; games that go on are gone on with when it is started again. Without --token the variable MEKONG_TOKEN is read, which other people on this machine do not see.\n\n\
             Examples:\n  \
             mekong bot --server http://127.0.0.1:8080 --engine \"mekong ugi siam\"\n  \
             mekong bot --server https://play.example --engine ./clever --game palam --games 4 --rated never",
            "Faites pour le programme un compte sur le serveur, et un jeton avec les droits bot:play, challenge:read et \
             challenge:write. Le programme accepte les défis tant qu'il tourne, et revient quand la ligne est coupée. Ctrl-C \
             l'arrête aussitôt ; les parties en cours sont poursuivies quand il est relancé. Sans --token c'est la variable MEKONG_TOKEN qui est lue, que les autres sur cette machine ne voient pas.\n\n\
             Exemples :\n  \
             mekong bot --server http://127.0.0.1:8080 --engine \"mekong ugi siam\"\n  \
             mekong bot --server https://play.example --engine ./malin --game palam --games 4 --rated never",
        ))
        .arg(Arg::new("server").long("server").value_name("URL").required(true).help(t(
            "The address of the server",
            "L'adresse du serveur",
        )))
        .arg(
            Arg::new("token")
                .long("token")
                .value_name(t("TOKEN", "JETON"))
                .help(t("The token of the account", "Le jeton du compte")),
        )
        .arg(Arg::new("engine").long("engine").value_name(t("COMMAND", "COMMANDE")).required(true).help(t(
            "The program, with its arguments",
            "Le programme, avec ses arguments",
        )))
        .arg(Arg::new("game").long("game").value_name(t("GAME", "JEU")).help(t(
            "The game it plays (default: the one that the command names)",
            "Le jeu auquel il joue (par défaut celui que nomme la commande)",
        )))
        .arg(Arg::new("games").long("games").value_name("N").value_parser(args::number(1..=64, lang)).help(t(
            "How many games at the same time, each with a program of its own (default: 1)",
            "Combien de parties à la fois, chacune avec son propre programme (par défaut 1)",
        )))
        .arg(Arg::new("total").long("total").value_name("N").value_parser(args::number(1..=u64::MAX, lang)).help(
            t("End after so many games (default: never)", "Finir après tant de parties (par défaut jamais)"),
        ))
        .arg(
            Arg::new("movetime")
                .long("movetime")
                .value_name("MS")
                .value_parser(args::number(1..=3_600_000, lang))
                .help(t(
                    "The most time for a move (default: by the clock; 5000 without one)",
                    "Le temps maximal pour un coup (par défaut selon la pendule ; 5000 sans pendule)",
                )),
        );
    filter::arguments(command, lang)
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let engine = matches.get_one::<String>("engine").expect("required").clone();
    let entry = played(matches, &engine, lang)?;
    let token = matches.get_one::<String>("token").cloned().or_else(|| std::env::var("MEKONG_TOKEN").ok());
    let token = token.filter(|token| !token.is_empty()).ok_or_else(|| {
        Failure::Input(say!(
            lang,
            "a token is needed: --token or the variable MEKONG_TOKEN",
            "il faut un jeton : --token ou la variable MEKONG_TOKEN",
        ))
    })?;
    // A program that does not start is better known before somebody is challenged.
    let greeted =
        Engine::start(&engine, Patience::default()).map_err(|error| Failure::input(&error, lang))?;
    let name = greeted.name().to_owned();
    let has_variants = greeted.offers_option(VARIANT);
    greeted.quit();
    let number = |name: &str| matches.get_one::<u64>(name).copied();
    let server = matches.get_one::<String>("server").expect("required");
    let line = Line::new(server, &token, lang).map_err(|trouble| Failure::Input(trouble.explain(lang)))?;
    let bot = Arc::new(Bot {
        line,
        engine,
        entry,
        filter: Filter::read(matches, entry, has_variants),
        most: number("games").and_then(|games| usize::try_from(games).ok()).unwrap_or(1),
        movetime: number("movetime").map(Duration::from_millis),
        total: number("total"),
        lang,
    });
    let runtime = runtime(lang)?;
    let ended = runtime.block_on(async {
        let me = bot.line.get(&["api", "account"]).await?;
        let (user, title) = (me["name"].as_str().unwrap_or("?"), entry.info().title);
        say_out(&say!(
            lang,
            "{name} plays {title} as {user} at {server}. Ctrl-C ends it.",
            "{name} joue à {title} sous le nom de {user} à {server}. Ctrl-C l'arrête.",
        ));
        let me = me["id"].as_str().unwrap_or_default();
        let mut desk = Desk::new(&bot, me);
        let ended = tokio::select! {
            ended = desk.stay() => ended,
            () = mekong_server::serve::asked_to_stop() => {
                desk.tell_of_games();
                Ok(())
            }
        };
        desk.close().await;
        ended
    });
    // A program that still thinks has been told to stop; one that does not hear is left to itself.
    runtime.shutdown_timeout(Patience::default().stop);
    ended.map(|()| ExitCode::SUCCESS).map_err(|trouble| Failure::Input(trouble.explain(lang)))
}

/// Says something on standard output; a bot that nobody listens to plays all the same.
fn say_out(sentence: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{sentence}").and_then(|()| out.flush());
}

/// The game: the one that is named, or the only one that the command of the program names.
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
            "the command does not say which game the program plays: use --game",
            "la commande ne dit pas à quel jeu joue le programme : utilisez --game",
        ))),
    }
}
