use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use clap::ArgMatches;
use mekong_core::{quoted, say, visible};
use mekong_server::{app::new_reset_code, config::Setup, time::date};
use mekong_terminal::{context::Context, failure::Failure};
use serde_json::json;

use super::{failed, open};

pub(super) async fn list(
    matches: &ArgMatches,
    setup: &Setup,
    context: &Context,
) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let store = open(setup, lang).await?;
    let users = store.all_users().await;
    store.close().await;
    let (users, guests) = users.map_err(|error| failed(&error, lang))?;
    let mut out = io::stdout().lock();
    if matches.get_flag("json") {
        let users: Vec<_> = users
            .iter()
            .map(|listed| {
                let user = &listed.user;
                json!({
                    "id": user.id, "name": user.name, "kind": user.kind, "created": user.created,
                    "seen": user.seen, "games": listed.games,
                })
            })
            .collect();
        writeln!(out, "{}", json!({ "users": users, "guests": guests }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let heads = [
        context.say("name", "nom"),
        context.say("kind", "genre"),
        context.say("since", "depuis"),
        context.say("seen", "vu"),
        context.say("games", "parties"),
    ];
    writeln!(out, "{:<32} {:<8} {:<10} {:<10} {:>7}", heads[0], heads[1], heads[2], heads[3], heads[4])?;
    for listed in &users {
        let user = &listed.user;
        let name = visible(user.name.as_deref().unwrap_or_default());
        let (kind, since, seen) = (user.kind.code(), date(user.created), date(user.seen));
        writeln!(out, "{name:<32} {kind:<8} {since:<10} {seen:<10} {:>7}", listed.games)?;
    }
    let count = users.len();
    let sum = say!(lang, "accounts: {count}, guests: {guests}", "comptes : {count}, invités : {guests}");
    writeln!(out, "{sum}")?;
    Ok(ExitCode::SUCCESS)
}

pub(super) async fn reset_password(
    matches: &ArgMatches,
    setup: &Setup,
    context: &Context,
) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let name = matches.get_one::<String>("name").expect("required");
    if name.trim().is_empty() {
        let missing = say!(lang, "the name of the account is missing", "il manque le nom du compte");
        return Err(Failure::Input(missing));
    }
    let store = open(setup, lang).await?;
    let code = new_reset_code(&store, name).await;
    store.close().await;
    match code.map_err(|error| failed(&error, lang))? {
        // Alone on its line, for scripts; what to do with it goes where people look.
        Some(code) => {
            writeln!(io::stdout(), "{code}")?;
            let words = say!(
                lang,
                "With this code and the name, a new password can be set once, within a day. All devices are then logged \
                 out and all tokens revoked.",
                "Avec ce code et le nom, on peut choisir un nouveau mot de passe, une fois et dans la journée. Tous les \
                 appareils sont alors déconnectés et tous les jetons révoqués.",
            );
            let _ = writeln!(io::stderr(), "{words}");
            Ok(ExitCode::SUCCESS)
        }
        None => {
            let name = quoted(name, lang);
            Err(Failure::Input(say!(
                lang,
                "there is no account with the name {name}",
                "il n'y a pas de compte au nom de {name}",
            )))
        }
    }
}
