use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use mekong_core::{Lang, quoted, say};
use mekong_server::{config::Setup, store::Inconsistency};
use mekong_terminal::{context::Context, failure::Failure};

use super::query;

pub(super) async fn run(setup: &Setup, context: &Context) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let checked = query(setup, lang, async |store| store.check().await).await?;
    let mut out = io::stdout().lock();
    for inconsistency in &checked.inconsistencies {
        writeln!(out, "{}", describe(inconsistency, lang))?;
    }
    let (games, events, inconsistencies) = (checked.games, checked.events, checked.inconsistencies.len());
    let sum = say!(
        lang,
        "games: {games}, events: {events}, errors: {inconsistencies}",
        "parties : {games}, événements : {events}, erreurs : {inconsistencies}",
    );
    writeln!(out, "{sum}")?;
    Ok(if inconsistencies == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn describe(inconsistency: &Inconsistency, lang: Lang) -> String {
    match inconsistency {
        Inconsistency::Database(why) => {
            say!(lang, "the database is corrupt: {why}", "la base de données est corrompue : {why}")
        }
        Inconsistency::Game { id, what, stored, found } => {
            let (stored, found) = (quoted(stored, lang), quoted(found, lang));
            say!(
                lang,
                "game {id}: {what} is stored as {stored}, but its events give {found}",
                "partie {id} : {what} est enregistré comme {stored}, mais ses événements donnent {found}",
            )
        }
        Inconsistency::Openings { winner, stored, found } => {
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
        Inconsistency::Score { user, opponent, level, stored, found } => {
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
        Inconsistency::Unreadable { id, why } => {
            say!(lang, "game {id} cannot be read: {why}", "la partie {id} est illisible : {why}")
        }
    }
}
