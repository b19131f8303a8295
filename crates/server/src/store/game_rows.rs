//! The rows of live games in progress. Events are the source of truth and are committed with each move; the columns of a game's
//! row that change with every move are written once per second, for all games together. Rows read from the store on this node
//! include what is not written yet; the rows of games on other nodes, and rows after a crash, are at most a second old.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use mekong_core::Player;

use super::{Arg, BatchedStatement, GameRow, Store, StoreError, Transaction, games::player_code};
use crate::{
    table::{Stage, Table},
    time::Millis,
};

/// Maximum number of rows per transaction that changes many: moves wait while it runs.
pub(super) const MAX_ROWS: usize = 500;

/// Updates games in progress, unless their rows are newer. Rows are locked in a fixed order, so that several nodes do not deadlock.
pub(super) static UPDATE_NEWER: BatchedStatement = BatchedStatement {
    single: "UPDATE games SET plies = $2, turn = $3, due = $4, last_event = $5 WHERE id = $1 AND last_event < $5",
    sqlite: "UPDATE games SET plies = many.plies, turn = many.turn, due = many.due, last_event = many.last_event \
             FROM (SELECT value ->> 'id' AS id, value ->> 'plies' AS plies, value ->> 'turn' AS turn, \
             value ->> 'due' AS due, value ->> 'last_event' AS last_event FROM json_each($1)) AS many \
             WHERE games.id = many.id AND games.last_event < many.last_event",
    postgres: "WITH many AS (SELECT * FROM json_to_recordset(CAST($1 AS JSON)) \
             AS rows (id TEXT, plies BIGINT, turn TEXT, due BIGINT, last_event BIGINT)), \
             locked AS (SELECT games.id FROM games JOIN many ON games.id = many.id \
             WHERE games.last_event < many.last_event ORDER BY games.id FOR NO KEY UPDATE OF games) \
             UPDATE games SET plies = many.plies, turn = many.turn, due = many.due, last_event = many.last_event \
             FROM many JOIN locked ON locked.id = many.id \
             WHERE games.id = many.id AND games.last_event < many.last_event",
    keys: &["id", "plies", "turn", "due", "last_event"],
    is_insert: false,
};

/// The columns of a game that change with every move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Progress {
    plies: i64,
    turn: Option<Player>,
    due: Option<Millis>,
    last_event: i64,
}

impl Progress {
    pub(super) fn of(table: &Table) -> Progress {
        Progress {
            plies: table.ply().into(),
            turn: table.turn(),
            due: table.deadline(),
            last_event: table.last_seq() as i64,
        }
    }

    /// The parameters of [`UPDATE_NEWER`].
    pub(super) fn args(&self, id: &str) -> Vec<Arg> {
        vec![
            Arg::text(id),
            Arg::number(self.plies),
            Arg::text(player_code(self.turn)),
            Arg::Number(self.due),
            Arg::number(self.last_event),
        ]
    }
}

/// Changes of the rows of live games that are not written yet.
#[derive(Clone, Debug, Default)]
pub(super) struct GameRows(Arc<Mutex<HashMap<String, Progress>>>);

impl GameRows {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Progress>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the row of a game is written later than its events.
pub(super) fn is_deferred(table: &Table) -> bool {
    table.settings().clock.is_live() && table.end().is_none()
}

impl Store {
    /// Schedules the row of a live game in progress for the next write. Also repairs rows that are out of date after a crash.
    pub(crate) fn defer_row(&self, id: &str, table: &Table) {
        let mut rows = self.game_rows.lock();
        if is_deferred(table) {
            rows.insert(id.to_owned(), Progress::of(table));
        } else {
            rows.remove(id);
        }
    }

    /// Writes the rows of live games that have changed.
    pub(crate) async fn write_game_rows(&self) -> Result<(), StoreError> {
        let mut changed: Vec<(String, Progress)> =
            self.game_rows.lock().iter().map(|(id, progress)| (id.clone(), progress.clone())).collect();
        changed.sort_by(|(one, _), (two, _)| one.cmp(two));
        for part in changed.chunks(MAX_ROWS) {
            let rows = part.iter().map(|(id, progress)| progress.args(id)).collect();
            let tx = Transaction::new().execute_rows(&UPDATE_NEWER, rows);
            self.commit(tx).await?;
            let mut rows = self.game_rows.lock();
            for (id, written) in part {
                if rows.get(id).is_some_and(|progress| progress.last_event <= written.last_event) {
                    rows.remove(id);
                }
            }
        }
        Ok(())
    }

    /// Applies changes to a row that are not written yet.
    pub(super) fn complete(&self, mut row: GameRow) -> GameRow {
        if row.stage == Stage::Playing
            && let Some(progress) = self.game_rows.lock().get(&row.id)
            && progress.last_event > row.last_event
        {
            row.plies = progress.plies;
            row.turn = progress.turn;
            row.due = progress.due;
            row.last_event = progress.last_event;
        }
        row
    }
}
