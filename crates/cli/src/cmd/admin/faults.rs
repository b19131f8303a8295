use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use mekong_core::{Lang, quoted, say};
use mekong_server::{config::Setup, store::Fault};
use mekong_terminal::{context::Context, failure::Failure};

use super::{failed, open};

pub(super) async fn check(setup: &Setup, context: &Context) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let store = open(setup, lang).await?;
    let checked = store.check().await;
    store.close().await;
    let checked = checked.map_err(|error| failed(&error, lang))?;
    let mut out = io::stdout().lock();
    for fault in &checked.faults {
        writeln!(out, "{}", words(fault, lang))?;
    }
    let (games, events, faults) = (checked.games, checked.events, checked.faults.len());
    let sum = say!(
        lang,
        "games: {games}, events: {events}, faults: {faults}",
        "parties : {games}, événements : {events}, défauts : {faults}",
    );
    writeln!(out, "{sum}")?;
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn words(fault: &Fault, lang: Lang) -> String {
    match fault {
        Fault::Database(why) => {
            say!(lang, "the database is corrupt: {why}", "la base de données est corrompue : {why}")
        }
        Fault::Game { id, what, stored, found } => {
            let (stored, found) = (quoted(stored, lang), quoted(found, lang));
            say!(
                lang,
                "game {id}: {what} is {stored}, but its events make it {found}",
                "partie {id} : {what} vaut {stored}, mais ses événements donnent {found}",
            )
        }
        Fault::Openings { winner, stored, found } => {
            let winner =
                if winner.is_empty() { say!(lang, "nobody", "personne") } else { (*winner).to_owned() };
            say!(
                lang,
                "the counts of openings in games won by {winner} add up to {stored}, but the games to {found}",
                "le compte des ouvertures des parties gagnées par {winner} donne {stored}, mais les parties donnent {found}",
            )
        }
        Fault::Score { user, opponent, level, stored, found } => {
            let opponent = match (opponent.as_str(), level) {
                ("", 0) => say!(lang, "all opponents", "tous les adversaires"),
                ("", level) => say!(lang, "level {level}", "le niveau {level}"),
                (id, _) => id.to_owned(),
            };
            say!(
                lang,
                "the results of user {user} against {opponent} add up to {stored}, but the games to {found}",
                "les résultats de l'utilisateur {user} contre {opponent} donnent {stored}, mais les parties donnent {found}",
            )
        }
        Fault::Unreadable { id, why } => {
            say!(lang, "game {id} cannot be read: {why}", "la partie {id} est illisible : {why}")
        }
    }
}
