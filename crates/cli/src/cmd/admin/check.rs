use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use mekong_core::{Lang, quoted, say};
use mekong_server::{config::Setup, store::Fault};
use mekong_terminal::{context::Context, failure::Failure};

use super::query;

pub(super) async fn run(setup: &Setup, context: &Context) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let checked = query(setup, lang, async |store| store.check().await).await?;
    let mut out = io::stdout().lock();
    for fault in &checked.faults {
        writeln!(out, "{}", describe(fault, lang))?;
    }
    let (games, events, faults) = (checked.games, checked.events, checked.faults.len());
    let sum = say!(
        lang,
        "games: {games}, events: {events}, errors: {faults}",
        "parties : {games}, événements : {events}, erreurs : {faults}",
    );
    writeln!(out, "{sum}")?;
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn describe(fault: &Fault, lang: Lang) -> String {
    match fault {
        Fault::Database(why) => {
            say!(lang, "the database is corrupt: {why}", "la base de données est corrompue : {why}")
        }
        Fault::Game { id, what, stored, found } => {
            let (stored, found) = (quoted(stored, lang), quoted(found, lang));
            say!(
                lang,
                "game {id}: {what} is stored as {stored}, but its events give {found}",
                "partie {id} : {what} est enregistré comme {stored}, mais ses événements donnent {found}",
            )
        }
        Fault::Openings { winner, stored, found } => {
            let games = match *winner {
                "" => say!(lang, "drawn games", "parties nulles"),
                winner => say!(lang, "games won by {winner}", "parties gagnées par {winner}"),
            };
            say!(
                lang,
                "opening statistics, {games}: {stored} stored, {found} counted",
                "statistiques des ouvertures, {games} : {stored} enregistrées, {found} comptées",
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
                "results of user {user} against {opponent}: {stored} stored, {found} counted",
                "résultats de l’utilisateur {user} contre {opponent} : {stored} enregistrés, {found} comptés",
            )
        }
        Fault::Unreadable { id, why } => {
            say!(lang, "game {id} cannot be read: {why}", "la partie {id} est illisible : {why}")
        }
    }
}
