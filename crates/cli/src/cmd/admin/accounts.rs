use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use clap::ArgMatches;
use mekong_core::{quoted, say, visible};
use mekong_server::{config::Setup, services::new_reset_code, time::date};
use mekong_terminal::{context::Context, failure::Failure};
use serde_json::json;

use super::query;

pub(super) async fn list(
    matches: &ArgMatches,
    setup: &Setup,
    context: &Context,
) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let (users, guests) = query(setup, lang, async |store| store.all_users().await).await?;
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
        context.lang.pick("name", "nom"),
        context.lang.pick("type", "type"),
        context.lang.pick("since", "depuis"),
        context.lang.pick("last seen", "dernière visite"),
        context.lang.pick("games", "parties"),
    ];
    writeln!(out, "{:<32} {:<8} {:<10} {:<15} {:>7}", heads[0], heads[1], heads[2], heads[3], heads[4])?;
    for listed in &users {
        let user = &listed.user;
        let name = visible(user.name.as_deref().unwrap_or_default());
        let (kind, since, seen) = (user.kind.code(), date(user.created), date(user.seen));
        writeln!(out, "{name:<32} {kind:<8} {since:<10} {seen:<15} {:>7}", listed.games)?;
    }
    let count = users.len();
    let sum = say!(lang, "accounts: {count}, guests: {guests}", "comptes : {count}, invités : {guests}");
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
    match query(setup, lang, async |store| new_reset_code(store, name).await).await? {
        // Only the code goes to standard output, for scripts.
        Some(code) => {
            writeln!(io::stdout(), "{code}")?;
            let words = say!(
                lang,
                "The player can use this code once, within a day, to set a new password. This logs out all devices \
                 and revokes all tokens.",
                "Avec ce code, valable une fois pendant un jour, le joueur peut choisir un nouveau mot de passe. \
                 Tous ses appareils sont alors déconnectés et tous ses jetons révoqués.",
            );
            let _ = writeln!(io::stderr(), "{words}");
            Ok(ExitCode::SUCCESS)
        }
        None => {
            let name = quoted(name, lang);
            Err(Failure::Input(say!(lang, "no account is named {name}", "aucun compte ne s’appelle {name}",)))
        }
    }
}
