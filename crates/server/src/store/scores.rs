use mekong_core::Player;
use sqlx::Row as _;

use super::{
    Arg, BatchedStatement, Inconsistency, QueryExt as _, Store, StoreError, Transaction, users::user_kind,
};
use crate::{people::UserKind, table::Seat};

/// An opponent, or all of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScoreOpponent {
    /// A user.
    User {
        /// The id.
        id: String,
        /// The name, if any.
        name: Option<String>,
        /// The kind.
        kind: UserKind,
    },
    /// The computer at this level.
    Computer(u8),
    /// All opponents together.
    All,
}

/// Results of a user's finished games against an opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpponentScoreRow {
    /// The opponent.
    pub against: ScoreOpponent,
    /// Wins.
    pub wins: i64,
    /// Losses.
    pub losses: i64,
    /// Draws.
    pub draws: i64,
}

impl OpponentScoreRow {
    /// Number of games.
    #[must_use]
    pub const fn games(&self) -> i64 {
        self.wins + self.losses + self.draws
    }
}

/// A user's results by opponent, most frequent first.
const SCORES: &str = "SELECT opponent, level, wins, losses, draws, users.name, users.kind FROM scores \
                      LEFT JOIN users ON users.id = opponent WHERE user_id = $1 \
                      ORDER BY games DESC, opponent DESC, level DESC LIMIT $2";

/// Number of a user's games in progress; each side separately, so that each uses an index.
const PLAYING: &str = "SELECT (SELECT COUNT(*) FROM games WHERE p1_user = $1 AND state = 'playing') + \
                       (SELECT COUNT(*) FROM games WHERE p2_user = $1 AND state = 'playing')";

impl Store {
    /// A user's results in total and by opponent, most frequent first. The cost does not depend on the number of games.
    pub async fn scores(&self, user: &str, limit: i64) -> Result<Vec<OpponentScoreRow>, StoreError> {
        // One more row: the total, which comes first.
        let rows = sqlx::query(SCORES).bind(user.to_owned()).bind(limit + 1).rows(self).await?;
        let score = |row: &sqlx::any::AnyRow| {
            let (id, level): (String, i64) = (row.try_get(0)?, row.try_get(1)?);
            let against = match (id.as_str(), level) {
                ("", 0) => ScoreOpponent::All,
                ("", level) => ScoreOpponent::Computer(level as u8),
                _ => {
                    let kind: Option<String> = row.try_get(6)?;
                    let kind = kind.map_or(Ok(UserKind::Deleted), |code| user_kind(&code))?;
                    ScoreOpponent::User { id, name: row.try_get(5)?, kind }
                }
            };
            Ok(OpponentScoreRow {
                against,
                wins: row.try_get(2)?,
                losses: row.try_get(3)?,
                draws: row.try_get(4)?,
            })
        };
        rows.iter().map(score).collect()
    }

    /// Number of a user's games in progress.
    pub async fn playing_count(&self, user: &str) -> Result<i64, StoreError> {
        Ok(sqlx::query(PLAYING).bind(user.to_owned()).row(self).await?.try_get(0)?)
    }
}

/// The rows of `scores` that differ from the finished games: user, opponent and level, then games, wins, losses and draws
/// as stored and as recomputed.
const SCORE_MISMATCHES: &str = "WITH seats AS (\
    SELECT p1_user AS user_id, COALESCE(p2_user, '') AS opponent, \
        CASE WHEN p2_user IS NULL THEN p2_level ELSE 0 END AS level, \
        CASE WHEN winner = 'p1' THEN 1 ELSE 0 END AS won, CASE WHEN winner = 'p2' THEN 1 ELSE 0 END AS lost, \
        CASE WHEN winner = '' THEN 1 ELSE 0 END AS drawn \
    FROM games WHERE state = 'finished' AND p1_user IS NOT NULL \
    UNION ALL \
    SELECT p2_user, COALESCE(p1_user, ''), CASE WHEN p1_user IS NULL THEN p1_level ELSE 0 END, \
        CASE WHEN winner = 'p2' THEN 1 ELSE 0 END, CASE WHEN winner = 'p1' THEN 1 ELSE 0 END, \
        CASE WHEN winner = '' THEN 1 ELSE 0 END \
    FROM games WHERE state = 'finished' AND p2_user IS NOT NULL\
), counts AS (\
    SELECT user_id, opponent, level, games, wins, losses, draws, \
        0 AS found, 0 AS won, 0 AS lost, 0 AS drawn FROM scores \
    UNION ALL SELECT user_id, opponent, level, 0, 0, 0, 0, 1, won, lost, drawn FROM seats \
    UNION ALL SELECT user_id, '', 0, 0, 0, 0, 0, 1, won, lost, drawn FROM seats\
) SELECT user_id, opponent, CAST(level AS BIGINT), \
    CAST(SUM(games) AS BIGINT), CAST(SUM(wins) AS BIGINT), CAST(SUM(losses) AS BIGINT), CAST(SUM(draws) AS BIGINT), \
    CAST(SUM(found) AS BIGINT), CAST(SUM(won) AS BIGINT), CAST(SUM(lost) AS BIGINT), CAST(SUM(drawn) AS BIGINT) \
FROM counts GROUP BY user_id, opponent, level \
HAVING SUM(games) <> SUM(found) OR SUM(wins) <> SUM(won) OR SUM(losses) <> SUM(lost) OR SUM(draws) <> SUM(drawn) \
ORDER BY user_id, opponent, level";

impl Store {
    /// The scores that differ from the finished games. One statement, so that a game that ends meanwhile is in both or in
    /// neither.
    pub(super) async fn score_mismatches(&self) -> Result<Vec<Inconsistency>, StoreError> {
        let inconsistency = |row: &sqlx::any::AnyRow| {
            let counts = |from: usize| -> Result<String, StoreError> {
                let count = |at: usize| row.try_get::<i64, _>(from + at);
                Ok(format!("{} (+{} -{} ={})", count(0)?, count(1)?, count(2)?, count(3)?))
            };
            let (user, opponent) = (row.try_get(0)?, row.try_get(1)?);
            let (level, stored, found) = (row.try_get(2)?, counts(3)?, counts(7)?);
            Ok(Inconsistency::Score { user, opponent, level, stored, found })
        };
        sqlx::query(SCORE_MISMATCHES).rows(self).await?.iter().map(inconsistency).collect()
    }
}

macro_rules! add_if_present {
    () => {
        "ON CONFLICT (user_id, opponent, level) DO UPDATE SET games = scores.games + 1, \
         wins = scores.wins + excluded.wins, losses = scores.losses + excluded.losses, \
         draws = scores.draws + excluded.draws"
    };
}

/// Adds a game to scores.
static ADD_SCORES: BatchedStatement = BatchedStatement {
    single: concat!(
        "INSERT INTO scores (user_id, opponent, level, games, wins, losses, draws) VALUES ($1, $2, $3, 1, $4, $5, $6) ",
        add_if_present!(),
    ),
    // `WHERE TRUE` separates the query from `ON CONFLICT`.
    sqlite: concat!(
        "INSERT INTO scores (user_id, opponent, level, games, wins, losses, draws) \
         SELECT value ->> 'user_id', value ->> 'opponent', value ->> 'level', 1, value ->> 'wins', value ->> 'losses', \
         value ->> 'draws' FROM json_each($1) WHERE TRUE ",
        add_if_present!(),
    ),
    postgres: concat!(
        "INSERT INTO scores (user_id, opponent, level, games, wins, losses, draws) \
         SELECT user_id, opponent, level, 1, wins, losses, draws FROM json_to_recordset(CAST($1 AS JSON)) \
         AS many (user_id TEXT, opponent TEXT, level BIGINT, wins BIGINT, losses BIGINT, draws BIGINT) ",
        add_if_present!(),
    ),
    keys: &["user_id", "opponent", "level", "wins", "losses", "draws"],
    is_insert: true,
};

/// Adds a finished game to both players' scores. Must be part of the transaction that ends the game.
pub(crate) fn count_scores(seats: &[Seat; 2], winner: Option<Player>) -> Transaction {
    let mut tx = Transaction::new();
    for player in Player::BOTH {
        let Some(user) = seats[player.index()].user() else { continue };
        let opponent = &seats[player.other().index()];
        let result = |is_so: bool| Arg::number(is_so.into());
        let one = (opponent.user().unwrap_or_default(), opponent.level().map_or(0, i64::from));
        let row = |(opponent, level)| {
            vec![
                Arg::text(user),
                Arg::text(opponent),
                Arg::number(level),
                result(winner == Some(player)),
                result(winner == Some(player.other())),
                result(winner.is_none()),
            ]
        };
        tx = tx.execute_rows(&ADD_SCORES, [one, ("", 0)].map(row).to_vec());
    }
    tx
}

#[cfg(test)]
mod tests {
    use super::{
        super::query_plan::{expect_index, plan},
        Arg, PLAYING, SCORES, Store,
    };

    #[tokio::test]
    async fn score_queries_use_an_index() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&format!("sqlite:{}", dir.path().join("mekong.db").display())).await.unwrap();
        expect_index(&store, SCORES, vec![Arg::text("x"), Arg::number(9)], "scores_by_games").await;
        let plan = plan(&store, PLAYING, vec![Arg::text("x")]).await.join("\n");
        for index in ["INDEX games_playing_p1 (", "INDEX games_playing_p2 ("] {
            assert!(plan.contains(index), "{plan}");
        }
    }
}
