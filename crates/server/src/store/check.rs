//! Whether what is stored makes sense: the events of every game add up to what stands beside them.

use std::collections::BTreeMap;

use mekong_core::Player;
use sqlx::Row as _;

use super::{
    Ask as _, GameRow, Store, StoreError, UserKind, UserRow, games::turn_code, openings::PLIES, users,
};
use crate::{
    live::MAX_TO_WATCHERS,
    table::{Event, Logged, Room, Table},
    time::Millis,
};

/// What was looked at, and what is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// How many games.
    pub games: u64,
    /// How many events.
    pub events: u64,
    /// What is wrong, each with its place.
    pub faults: Vec<Fault>,
}

/// Something that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The database itself is corrupt.
    Database(String),
    /// A game differs from the sum of its events.
    Game {
        /// Its number.
        id: String,
        /// What differs.
        what: &'static str,
        /// What stands in its row.
        stored: String,
        /// What its events add up to.
        found: String,
    },
    /// The counts of openings are not what the finished games add up to.
    Openings {
        /// Of games that were won by this player, or by nobody if empty.
        winner: &'static str,
        /// The sum of the counts.
        stored: i64,
        /// What the games add up to.
        found: i64,
    },
    /// The counts of a user's results against an opponent are not what the finished games add up to.
    Score {
        /// The id of the user.
        user: String,
        /// The id of the opponent; empty for the computer, and for all opponents together.
        opponent: String,
        /// The level of the computer; 0 for people, and for all opponents together.
        level: i64,
        /// The counts.
        stored: String,
        /// What the games add up to.
        found: String,
    },
    /// A game cannot be read.
    Unreadable {
        /// Its number.
        id: String,
        /// Why.
        why: String,
    },
}

/// How often a game is looked at that changes while we look.
const LOOKS: u32 = 3;

/// A user in the list of whoever runs the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// The user.
    pub user: UserRow,
    /// How many games they played.
    pub games: i64,
}

impl Store {
    /// Looks at everything.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn check(&self) -> Result<Checked, StoreError> {
        let mut checked = Checked::default();
        match self.check_all(&mut checked).await {
            // What is damaged cannot be looked through to its end.
            Err(StoreError::Corrupt(why)) => checked.faults.push(Fault::Database(why)),
            result => result?,
        }
        Ok(checked)
    }

    async fn check_all(&self, checked: &mut Checked) -> Result<(), StoreError> {
        if self.is_sqlite {
            for row in sqlx::query("PRAGMA integrity_check").rows(self).await? {
                let words: String = row.try_get(0)?;
                if words != "ok" {
                    checked.faults.push(Fault::Database(words));
                }
            }
            for row in sqlx::query("PRAGMA foreign_key_check").rows(self).await? {
                let (table, parent): (String, String) = (row.try_get(0)?, row.try_get(2)?);
                checked.faults.push(Fault::Database(format!("{table}: the row of {parent} is missing")));
            }
        }
        let mut after = String::new();
        loop {
            let sql = "SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT 500";
            let rows = sqlx::query(sql).bind(after.clone()).rows(self).await?;
            let Some(last) = rows.last() else { break };
            after = last.try_get(0)?;
            for row in &rows {
                self.check_game(row.try_get(0)?, checked).await?;
            }
        }
        checked.faults.extend(self.wrong_scores().await?);
        for (winner, column) in [("p1", "p1"), ("p2", "p2"), ("", "draws")] {
            // One statement, so that a game which ends just now counts on both sides or on neither.
            let sql = format!(
                "SELECT CAST(COALESCE((SELECT SUM({column}) FROM opening_counts), 0) AS BIGINT), \
                 CAST(COALESCE((SELECT SUM(CASE WHEN plies > {PLIES} THEN {PLIES} ELSE plies END) FROM games \
                 WHERE state = 'finished' AND winner = '{winner}'), 0) AS BIGINT)"
            );
            let row = sqlx::query(sqlx::AssertSqlSafe(sql)).row(self).await?;
            let (stored, found): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
            if stored != found {
                checked.faults.push(Fault::Openings { winner, stored, found });
            }
        }
        Ok(())
    }

    async fn check_game(&self, id: String, checked: &mut Checked) -> Result<(), StoreError> {
        checked.games += 1;
        for look in 1..=LOOKS {
            let faults = match self.faults_of(&id).await {
                Ok((events, faults)) => {
                    if faults.is_empty() || look == LOOKS {
                        checked.events += events;
                    }
                    faults
                }
                Err(StoreError::Corrupt(why)) => vec![Fault::Unreadable { id: id.clone(), why }],
                Err(error) => return Err(error),
            };
            if faults.is_empty() {
                return Ok(());
            }
            // Somebody may have moved between two questions.
            if look == LOOKS {
                checked.faults.extend(faults);
            }
        }
        Ok(())
    }

    async fn faults_of(&self, id: &str) -> Result<(u64, Vec<Fault>), StoreError> {
        let Some(row) = self.game(id).await? else { return Ok((0, Vec::new())) };
        let broken = |why: &str| StoreError::Corrupt(why.to_owned());
        let [Some(p1), Some(p2)] = row.seats.clone() else {
            // A record from elsewhere: its moves are all there is.
            let mut session = row.settings.session(row.deal.seed).ok_or_else(|| broken("the settings"))?;
            for text in row.moves.split_ascii_whitespace() {
                session.play(text).map_err(|_| broken("a move that is not legal"))?;
            }
            return Ok((0, Vec::new()));
        };
        let table = Table::new(row.settings.clone(), [p1, p2], row.deal.seed, row.created);
        let mut table = table.ok_or_else(|| broken("the settings"))?;
        let events = self.events(id, 0).await?;
        let mut faults = Vec::new();
        let is_to_watchers =
            |logged: &&Logged| matches!(logged.event, Event::Chat { room: Room::Watchers, .. });
        // Where those who watch say a lot, old remarks are deleted.
        let may_miss = events.iter().filter(is_to_watchers).count() >= MAX_TO_WATCHERS as usize;
        let mut expected = 1;
        for logged in &events {
            if logged.seq != expected && !(may_miss && logged.seq > expected) {
                let (stored, found) = (logged.seq.to_string(), expected.to_string());
                faults.push(Fault::Game { id: id.to_owned(), what: "seq", stored, found });
                break;
            }
            table.apply(logged);
            expected = logged.seq + 1;
        }
        faults.extend(differences(&row, &table));
        Ok((events.len() as u64, faults))
    }

    /// Everybody with a name, by name, and how many have none.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn all_users(&self) -> Result<(Vec<Listed>, i64), StoreError> {
        let mut games: BTreeMap<String, i64> = BTreeMap::new();
        for sql in [
            "SELECT p1_user, count(*) FROM games WHERE p1_user IS NOT NULL GROUP BY p1_user",
            "SELECT p2_user, count(*) FROM games WHERE p2_user IS NOT NULL GROUP BY p2_user",
        ] {
            for row in sqlx::query(sql).rows(self).await? {
                *games.entry(row.try_get(0)?).or_default() += row.try_get::<i64, _>(1)?;
            }
        }
        let sql =
            sqlx::AssertSqlSafe(format!("{} WHERE name_key IS NOT NULL ORDER BY name_key", users::USER));
        let rows = sqlx::query(sql).rows(self).await?;
        let listed = |row| {
            let user: UserRow = users::user(row)?;
            let games = games.get(&user.id).copied().unwrap_or(0);
            Ok(Listed { user, games })
        };
        let named = rows.iter().map(listed).collect::<Result<Vec<Listed>, StoreError>>()?;
        let sql = "SELECT count(*) FROM users WHERE kind = $1";
        let guests = sqlx::query(sql).bind(UserKind::Guest.code()).row(self).await?;
        Ok((named, guests.try_get(0)?))
    }
}

/// Where the row of a game and the sum of its events differ.
fn differences(row: &GameRow, table: &Table) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut compare = |what, stored: String, found: String| {
        if stored != found {
            faults.push(Fault::Game { id: row.id.clone(), what, stored, found });
        }
    };
    let end = table.end();
    let state = match end {
        None => "playing",
        Some(end) if end.is_aborted() => "aborted",
        Some(_) => "finished",
    };
    compare("state", row.state.clone(), state.to_owned());
    let winner = end.and_then(|end| end.winner).map(Player::from);
    compare("winner", row.winner.clone(), turn_code(winner).to_owned());
    compare("reason", row.reason.clone(), end.map(|end| end.reason.clone()).unwrap_or_default());
    compare("plies", row.plies.to_string(), table.ply().to_string());
    compare("turn", row.turn.clone(), turn_code(table.turn()).to_owned());
    let moves = table.session().moves();
    compare("moves played", table.ply().to_string(), moves.len().to_string());
    // While a game goes on its moves stand in its events alone.
    if end.is_some() {
        compare("moves", row.moves.clone(), moves.join(" "));
    }
    let moment = |at: Option<Millis>| at.map_or_else(String::new, |at| at.to_string());
    compare("due", moment(row.due), moment(table.deadline()));
    faults
}
