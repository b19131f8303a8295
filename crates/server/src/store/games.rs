use mekong_catalog::GameSession;
use mekong_core::Player;
use sqlx::{Row as _, any::AnyRow};

use super::{
    Arg, BatchedStatement, QueryExt as _, Quota, Store, StoreError, Transaction,
    game_rows::{Progress, UPDATE_NEWER, is_deferred},
};
use crate::{
    table::{Deal, Event, LoggedEvent, Seat, Settings, Stage, StoredConditionalMoves, Table},
    time::Millis,
};

/// A row of the `games` table.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRow {
    /// The id.
    pub id: String,
    /// The settings.
    pub settings: Settings,
    /// The seats; none in imported games.
    pub seats: [Option<Seat>; 2],
    /// Names of the players of an imported game.
    pub names: [Option<String>; 2],
    /// The players' ratings at the start.
    pub ratings: [Option<f64>; 2],
    /// The deal.
    pub deal: Deal,
    /// Start time.
    pub created: Millis,
    /// The stage.
    pub stage: Stage,
    /// The winner; none before the end and for draws.
    pub winner: Option<Player>,
    /// The reason of the result.
    pub reason: String,
    /// End time.
    pub finished: Option<Millis>,
    /// Number of plies.
    pub plies: i64,
    /// The moves, separated by spaces; only of finished games.
    pub moves: String,
    /// The player to move; none once the game is over.
    pub turn: Option<Player>,
    /// When the player to move runs out of time.
    pub due: Option<Millis>,
    /// Sequence number of the last event that changed this row.
    pub last_event: i64,
    /// The game of which this is the rematch.
    pub rematch_of: Option<String>,
    /// Whether it is an imported record; its names are not those of users.
    pub is_imported: bool,
    /// The id of the importing user; unknown for imports by early versions.
    pub imported_by: Option<String>,
}

impl GameRow {
    /// Replays the moves. Only for games that are over: a game in progress has its moves in its events.
    pub fn game_session(&self) -> Result<GameSession, StoreError> {
        let corrupt = || StoreError::Corrupt(format!("invalid moves in game {}", self.id));
        let mut game_session = self.settings.game_session(self.deal.seed).ok_or_else(corrupt)?;
        for text in self.moves.split_ascii_whitespace() {
            game_session.play(text).map_err(|_| corrupt())?;
        }
        Ok(game_session)
    }
}

pub(super) const COLUMNS: &str = "SELECT id, settings, p1_user, p2_user, p1_level, p2_level, p1_name, p2_name, p1_rating, \
                       p2_rating, seed, salt, created, state, winner, reason, finished, plies, moves, turn, due, \
                       rematch_of, imported, imported_by, last_event FROM games";

pub(super) fn game(row: &AnyRow) -> Result<GameRow, StoreError> {
    let corrupt = |what: &str| StoreError::Corrupt(format!("invalid {what} of a game"));
    let seat = |user: Option<String>, level: Option<i64>| match (user, level) {
        (Some(user), _) => Some(Seat::User { user }),
        (None, Some(level)) => Some(Seat::Computer { level: level as u8 }),
        (None, None) => None,
    };
    let player = |code: &str, what| match code {
        "" => Ok(None),
        code => Player::from_code(code).map(Some).ok_or_else(|| corrupt(what)),
    };
    let settings: String = row.try_get(1)?;
    let seed: String = row.try_get(10)?;
    Ok(GameRow {
        id: row.try_get(0)?,
        settings: serde_json::from_str(&settings).map_err(|_| corrupt("settings"))?,
        seats: [seat(row.try_get(2)?, row.try_get(4)?), seat(row.try_get(3)?, row.try_get(5)?)],
        names: [row.try_get(6)?, row.try_get(7)?],
        ratings: [row.try_get(8)?, row.try_get(9)?],
        deal: Deal { seed: seed.parse().map_err(|_| corrupt("seed"))?, salt: row.try_get(11)? },
        created: row.try_get(12)?,
        stage: Stage::parse(row.try_get(13)?).ok_or_else(|| corrupt("state"))?,
        winner: player(row.try_get(14)?, "winner")?,
        reason: row.try_get(15)?,
        finished: row.try_get(16)?,
        plies: row.try_get(17)?,
        moves: row.try_get(18)?,
        turn: player(row.try_get(19)?, "turn")?,
        due: row.try_get(20)?,
        rematch_of: row.try_get(21)?,
        is_imported: row.try_get::<i64, _>(22)? != 0,
        imported_by: row.try_get(23)?,
        last_event: row.try_get(24)?,
    })
}

pub(super) fn event(row: &AnyRow) -> Result<LoggedEvent, StoreError> {
    let (seq, body): (i64, String) = (row.try_get(0)?, row.try_get(2)?);
    let event = serde_json::from_str(&body)
        .map_err(|error| StoreError::Corrupt(format!("invalid event {seq} of a game: {error}")))?;
    Ok(LoggedEvent { seq: seq as u64, at: row.try_get(1)?, event })
}

impl Store {
    /// The game with this id.
    pub async fn game(&self, id: &str) -> Result<Option<GameRow>, StoreError> {
        let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE id = $1"));
        let row = sqlx::query(sql).bind(id.to_owned()).maybe_row(self).await?;
        Ok(row.as_ref().map(game).transpose()?.map(|row| self.complete(row)))
    }

    /// Games in progress in which a clock runs out by a time, each with that time.
    pub async fn games_due(&self, until: Millis) -> Result<Vec<(String, Millis)>, StoreError> {
        let sql = "SELECT id, due FROM games WHERE state = 'playing' AND due <= $1";
        let rows = sqlx::query(sql).bind(until).rows(self).await?;
        rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
    }

    /// Games that must be loaded at startup: live games, and games in which the computer is to move.
    pub async fn games_to_resume(&self) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT id FROM games WHERE state = 'playing' AND (speed <> 'correspondence' \
                   OR (turn = 'p1' AND p1_level IS NOT NULL) OR (turn = 'p2' AND p2_level IS NOT NULL))";
        let rows = sqlx::query(sql).rows(self).await?;
        rows.iter().map(|row| row.try_get(0).map_err(StoreError::from)).collect()
    }

    /// A player's conditional moves in a game.
    pub async fn conditional_moves(
        &self,
        game: &str,
        user: &str,
    ) -> Result<Option<StoredConditionalMoves>, StoreError> {
        let sql = "SELECT plan FROM plans WHERE game_id = $1 AND user_id = $2";
        let row = sqlx::query(sql).bind(game.to_owned()).bind(user.to_owned()).maybe_row(self).await?;
        let Some(row) = row else { return Ok(None) };
        let text: String = row.try_get(0)?;
        serde_json::from_str(&text).map(Some).map_err(|error| StoreError::Corrupt(error.to_string()))
    }

    /// Replaces a player's conditional moves in a game.
    pub async fn set_conditional_moves(
        &self,
        game: &str,
        user: &str,
        moves: &StoredConditionalMoves,
    ) -> Result<(), StoreError> {
        let mut args = vec![Arg::text(game), Arg::text(user)];
        if moves.conditional_moves.is_empty() {
            let sql = "DELETE FROM plans WHERE game_id = $1 AND user_id = $2";
            return self.commit(Transaction::new().execute(sql, args)).await;
        }
        let sql = "INSERT INTO plans (game_id, user_id, plan) VALUES ($1, $2, $3) \
                   ON CONFLICT (game_id, user_id) DO UPDATE SET plan = excluded.plan";
        args.push(Arg::text(serde_json::to_string(moves).unwrap_or_default()));
        self.commit(Transaction::new().execute(sql, args)).await
    }

    /// Games in progress with conditional moves.
    pub async fn games_with_conditional_moves(&self) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT DISTINCT plans.game_id FROM plans JOIN games ON games.id = plans.game_id \
                   WHERE games.state = 'playing'";
        let rows = sqlx::query(sql).rows(self).await?;
        rows.iter().map(|row| row.try_get(0).map_err(StoreError::from)).collect()
    }

    /// All events except chat, in order, and the sequence number of the last event of any kind.
    pub async fn state_events(&self, game: &str) -> Result<(Vec<LoggedEvent>, u64), StoreError> {
        let last = sqlx::query("SELECT COALESCE(MAX(seq), 0) FROM events WHERE game_id = $1");
        let last: i64 = last.bind(game.to_owned()).row(self).await?.try_get(0)?;
        let sql = "SELECT seq, at, body FROM events WHERE game_id = $1 AND speaker IS NULL ORDER BY seq";
        let rows = sqlx::query(sql).bind(game.to_owned()).rows(self).await?;
        Ok((rows.iter().map(event).collect::<Result<_, _>>()?, last as u64))
    }

    /// All events after a sequence number, in order.
    pub async fn events(&self, game: &str, after: u64) -> Result<Vec<LoggedEvent>, StoreError> {
        let sql = "SELECT seq, at, body FROM events WHERE game_id = $1 AND seq > $2 ORDER BY seq";
        let rows = sqlx::query(sql).bind(game.to_owned()).bind(after as i64).rows(self).await?;
        rows.iter().map(event).collect()
    }

    /// Commits events of a game, with `also` in the same transaction. `after` is the state with the events applied.
    pub(crate) async fn append_events(
        &self,
        id: &str,
        after: &Table,
        events: &[LoggedEvent],
        also: Transaction,
    ) -> Result<(), StoreError> {
        self.commit(append(id, after, events).and(also)).await?;
        self.defer_row(id, after);
        Ok(())
    }
}

/// Adds a game.
pub(crate) fn add_game(
    id: &str,
    table: &Table,
    deal: &Deal,
    ratings: [Option<f64>; 2],
    rematch_of: Option<&str>,
    created: Millis,
) -> Transaction {
    let settings = table.settings();
    let seats = table.seats();
    let level = |seat: &Seat| Arg::Number(seat.level().map(i64::from));
    let user = |seat: &Seat| Arg::Text(seat.user().map(str::to_owned));
    let sql = "INSERT INTO games (id, game, variants, settings, speed, rated, p1_user, p2_user, p1_level, p2_level, \
               seed, salt, created, state, winner, reason, plies, moves, turn, last_event, due, p1_rating, p2_rating, \
               rematch_of) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'playing', '', '', 0, '', \
               $14, 0, $15, $16, $17, $18)";
    let args = vec![
        Arg::text(id),
        Arg::text(&settings.game),
        Arg::text(settings.variants.join(",")),
        Arg::text(serde_json::to_string(settings).unwrap_or_default()),
        Arg::text(settings.speed().code()),
        Arg::number(settings.rated.into()),
        user(&seats[0]),
        user(&seats[1]),
        level(&seats[0]),
        level(&seats[1]),
        Arg::text(deal.seed.to_string()),
        Arg::text(&deal.salt),
        Arg::number(created),
        Arg::text(player_code(table.turn())),
        Arg::Number(table.deadline()),
        Arg::Real(ratings[0]),
        Arg::Real(ratings[1]),
        Arg::Text(rematch_of.map(str::to_owned)),
    ];
    Transaction::new().execute(sql, args)
}

/// Adds an event.
static ADD_EVENT: BatchedStatement = BatchedStatement {
    single: "INSERT INTO events (game_id, seq, at, body, speaker, audience) VALUES ($1, $2, $3, $4, $5, $6)",
    sqlite: "INSERT INTO events (game_id, seq, at, body, speaker, audience) \
             SELECT value ->> 'game_id', value ->> 'seq', value ->> 'at', value ->> 'body', value ->> 'speaker', \
             value ->> 'audience' FROM json_each($1)",
    postgres: "INSERT INTO events (game_id, seq, at, body, speaker, audience) \
             SELECT * FROM json_to_recordset(CAST($1 AS JSON)) \
             AS many (game_id TEXT, seq BIGINT, at BIGINT, body TEXT, speaker TEXT, audience TEXT)",
    keys: &["game_id", "seq", "at", "body", "speaker", "audience"],
    is_insert: true,
};

/// Limits the number of a user's games against the computer in progress.
pub(crate) fn check_computer_games_quota(user: &str) -> Transaction {
    // Each side separately, so that each uses an index.
    let count = "SELECT (SELECT COUNT(*) FROM games WHERE p1_user = $1 AND state = 'playing' AND p2_level IS NOT NULL) + \
                 (SELECT COUNT(*) FROM games WHERE p2_user = $1 AND state = 'playing' AND p1_level IS NOT NULL)";
    Transaction::new().check_quota(Quota::ComputerGames, count, [Arg::text(user)])
}

/// Appends events to a game and updates its row, unless that is deferred. `after` is the state with the events applied.
fn append(id: &str, after: &Table, events: &[LoggedEvent]) -> Transaction {
    let mut tx = Transaction::new();
    for logged in events {
        let body = serde_json::to_string(&logged.event).unwrap_or_default();
        let (speaker, audience) = match &logged.event {
            Event::Chat { user, audience, .. } => (Some(user.clone()), Some(audience.code().to_owned())),
            _ => (None, None),
        };
        let args = [
            Arg::text(id),
            Arg::number(logged.seq as i64),
            Arg::number(logged.at),
            Arg::text(body),
            Arg::Text(speaker),
            Arg::Text(audience),
        ];
        tx = tx.execute_batched(&ADD_EVENT, args);
    }
    // Conditional moves start from a position that these events undo or end.
    if events.iter().any(|logged| matches!(logged.event, Event::Takeback { .. } | Event::End(_))) {
        tx = tx.execute("DELETE FROM plans WHERE game_id = $1", [Arg::text(id)]);
    }
    let ends = events.iter().find_map(|logged| match &logged.event {
        Event::End(end) => Some((logged.at, end)),
        _ => None,
    });
    if let Some((at, end)) = ends {
        let sql = "UPDATE games SET state = $2, winner = $3, reason = $4, finished = $5, plies = $6, moves = $7, \
                   turn = '', due = NULL, last_event = $8 WHERE id = $1";
        let args = vec![
            Arg::text(id),
            Arg::text(after.stage().code()),
            Arg::text(player_code(end.winner.map(Into::into))),
            Arg::text(&end.reason),
            Arg::number(at),
            Arg::number(after.ply().into()),
            Arg::text(after.game_session().moves().join(" ")),
            Arg::number(after.last_seq() as i64),
        ];
        return tx.execute_one(sql, args);
    }
    let changes_row = |logged: &LoggedEvent| {
        !matches!(
            logged.event,
            Event::Chat { .. } | Event::Offer { .. } | Event::Decline { .. } | Event::Rematch { .. }
        )
    };
    if events.iter().any(changes_row) && !is_deferred(after) {
        return tx.execute_batched(&UPDATE_NEWER, Progress::of(after).args(id));
    }
    tx
}

/// A player as stored in `turn` and `winner`.
pub(crate) const fn player_code(player: Option<Player>) -> &'static str {
    match player {
        Some(Player::P1) => "p1",
        Some(Player::P2) => "p2",
        None => "",
    }
}
