//! Consistency check: derived columns and counts must match the events of the games.

use mekong_core::Player;
use sqlx::Row as _;

use super::{
    GameRow, QueryExt as _, Store, StoreError, chat::MAX_SPECTATOR_MESSAGES, game_rows::is_deferred,
    games::player_code, openings::MAX_PLIES,
};
use crate::{
    table::{Audience, Event, LoggedEvent, Table},
    time::Millis,
};

/// The result of a check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CheckResult {
    /// Number of games checked.
    pub games: u64,
    /// Number of events checked.
    pub events: u64,
    /// The inconsistencies that were found.
    pub inconsistencies: Vec<Inconsistency>,
}

/// An inconsistency.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Inconsistency {
    /// The database itself is corrupt.
    Database(String),
    /// The row of a game differs from its events.
    Game {
        /// The id of the game.
        id: String,
        /// The column.
        what: &'static str,
        /// The stored value.
        stored: String,
        /// The value computed from the events.
        found: String,
    },
    /// The opening counts differ from the finished games.
    Openings {
        /// The winner of the games counted; empty for draws.
        winner: &'static str,
        /// The stored sum.
        stored: i64,
        /// The value computed from the games.
        found: i64,
    },
    /// A user's score against an opponent differs from the finished games.
    Score {
        /// The id of the user.
        user: String,
        /// The id of the opponent; empty for the computer and for the total.
        opponent: String,
        /// The level of the computer; 0 for users and for the total.
        level: i64,
        /// The stored counts.
        stored: String,
        /// The value computed from the games.
        found: String,
    },
    /// A game cannot be read.
    Unreadable {
        /// The id of the game.
        id: String,
        /// The reason.
        why: String,
    },
}

/// A game that seems inconsistent may have changed between two queries; it is checked again up to this many times.
const MAX_ATTEMPTS: u32 = 3;

impl Store {
    /// Checks the whole database. Inconsistencies are reported, not returned as errors.
    pub async fn check(&self) -> Result<CheckResult, StoreError> {
        let mut report = CheckResult::default();
        match self.check_all(&mut report).await {
            // A corrupt database cannot be read to its end: report what was found so far.
            Err(StoreError::Corrupt(why)) => report.inconsistencies.push(Inconsistency::Database(why)),
            result => result?,
        }
        Ok(report)
    }

    async fn check_all(&self, report: &mut CheckResult) -> Result<(), StoreError> {
        if self.is_sqlite {
            for row in sqlx::query("PRAGMA integrity_check").rows(self).await? {
                let message: String = row.try_get(0)?;
                if message != "ok" {
                    report.inconsistencies.push(Inconsistency::Database(message));
                }
            }
            for row in sqlx::query("PRAGMA foreign_key_check").rows(self).await? {
                let (table, parent): (String, String) = (row.try_get(0)?, row.try_get(2)?);
                report
                    .inconsistencies
                    .push(Inconsistency::Database(format!("{table}: the row of {parent} is missing")));
            }
        }
        let mut after = String::new();
        loop {
            let sql = "SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT 500";
            let rows = sqlx::query(sql).bind(after.clone()).rows(self).await?;
            let Some(last) = rows.last() else { break };
            after = last.try_get(0)?;
            for row in &rows {
                self.check_game(row.try_get(0)?, report).await?;
            }
        }
        report.inconsistencies.extend(self.score_mismatches().await?);
        for (winner, column) in [("p1", "p1"), ("p2", "p2"), ("", "draws")] {
            // One statement, so that a game that ends meanwhile is in both sums or in neither.
            let sql = format!(
                "SELECT CAST(COALESCE((SELECT SUM({column}) FROM opening_counts), 0) AS BIGINT), \
                 CAST(COALESCE((SELECT SUM(CASE WHEN plies > {MAX_PLIES} THEN {MAX_PLIES} ELSE plies END) FROM games \
                 WHERE state = 'finished' AND winner = '{winner}'), 0) AS BIGINT)"
            );
            let row = sqlx::query(sqlx::AssertSqlSafe(sql)).row(self).await?;
            let (stored, found): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
            if stored != found {
                report.inconsistencies.push(Inconsistency::Openings { winner, stored, found });
            }
        }
        Ok(())
    }

    async fn check_game(&self, id: String, report: &mut CheckResult) -> Result<(), StoreError> {
        report.games += 1;
        for attempt in 1..=MAX_ATTEMPTS {
            let inconsistencies = match self.inconsistencies_of(&id).await {
                Ok((events, inconsistencies)) => {
                    if inconsistencies.is_empty() || attempt == MAX_ATTEMPTS {
                        report.events += events;
                    }
                    inconsistencies
                }
                Err(StoreError::Corrupt(why)) => vec![Inconsistency::Unreadable { id: id.clone(), why }],
                Err(error) => return Err(error),
            };
            if inconsistencies.is_empty() {
                return Ok(());
            }
            if attempt == MAX_ATTEMPTS {
                report.inconsistencies.extend(inconsistencies);
            }
        }
        Ok(())
    }

    async fn inconsistencies_of(&self, id: &str) -> Result<(u64, Vec<Inconsistency>), StoreError> {
        let Some(row) = self.game(id).await? else { return Ok((0, Vec::new())) };
        let invalid = |why: &str| StoreError::Corrupt(why.to_owned());
        let [Some(p1), Some(p2)] = row.seats.clone() else {
            // An imported game has moves but no events.
            let mut game_session =
                row.settings.game_session(row.deal.seed).ok_or_else(|| invalid("invalid settings"))?;
            for text in row.moves.split_ascii_whitespace() {
                game_session.play(text).map_err(|_| invalid("illegal move"))?;
            }
            return Ok((0, Vec::new()));
        };
        let table = Table::new(row.settings.clone(), [p1, p2], row.deal.seed, row.created);
        let mut table = table.ok_or_else(|| invalid("invalid settings"))?;
        let mut at_row = table.clone();
        let events = self.events(id, 0).await?;
        let mut inconsistencies = Vec::new();
        let is_to_spectators = |logged: &&LoggedEvent| {
            matches!(logged.event, Event::Chat { audience: Audience::Spectators, .. })
        };
        // Old messages to spectators are deleted when there are too many.
        let may_have_gaps = events.iter().filter(is_to_spectators).count() >= MAX_SPECTATOR_MESSAGES as usize;
        let mut expected = 1;
        for logged in &events {
            if logged.seq != expected && !(may_have_gaps && logged.seq > expected) {
                let (stored, found) = (logged.seq.to_string(), expected.to_string());
                inconsistencies.push(Inconsistency::Game { id: id.to_owned(), what: "seq", stored, found });
                break;
            }
            table.apply(logged);
            if logged.seq as i64 <= row.last_event {
                at_row.apply(logged);
            }
            expected = logged.seq + 1;
        }
        // The row of a live game in progress is written after its events.
        let expected = if is_deferred(&table) { &at_row } else { &table };
        inconsistencies.extend(differences(&row, expected));
        Ok((events.len() as u64, inconsistencies))
    }
}

/// Compares the row of a game with the state computed from its events.
fn differences(row: &GameRow, table: &Table) -> Vec<Inconsistency> {
    let mut inconsistencies = Vec::new();
    let mut compare = |what, stored: String, found: String| {
        if stored != found {
            inconsistencies.push(Inconsistency::Game { id: row.id.clone(), what, stored, found });
        }
    };
    let end = table.end();
    compare("state", row.stage.code().to_owned(), table.stage().code().to_owned());
    let winner = end.and_then(|end| end.winner).map(Player::from);
    compare("winner", player_code(row.winner).to_owned(), player_code(winner).to_owned());
    compare("reason", row.reason.clone(), end.map(|end| end.reason.clone()).unwrap_or_default());
    compare("plies", row.plies.to_string(), table.ply().to_string());
    compare("turn", player_code(row.turn).to_owned(), player_code(table.turn()).to_owned());
    let moves = table.game_session().moves();
    compare("moves played", table.ply().to_string(), moves.len().to_string());
    // The row has no moves while the game is in progress.
    if end.is_some() {
        compare("moves", row.moves.clone(), moves.join(" "));
    }
    let text = |at: Option<Millis>| at.map_or_else(String::new, |at| at.to_string());
    compare("due", text(row.due), text(table.deadline()));
    inconsistencies
}
