use sqlx::{Row as _, any::AnyRow};

use super::{Arg, QueryExt as _, Store, StoreError, Transaction};
use crate::{glicko::Rating, time::Millis};

/// The rating of a puzzle after rated attempts.
#[derive(Clone, PartialEq, Debug)]
pub struct PuzzleRatingRow {
    /// The rating.
    pub rating: Rating,
    /// Number of rated attempts.
    pub attempts: i64,
    /// Number of those that succeeded.
    pub solved: i64,
    /// Time of the last one.
    pub updated: Millis,
}

/// The rating of a user in the puzzles of one game.
#[derive(Clone, PartialEq, Debug)]
pub struct SolverRow {
    /// Kind of game.
    pub game: String,
    /// The rating.
    pub rating: Rating,
    /// Number of rated attempts.
    pub attempts: i64,
    /// Number of those that succeeded.
    pub solved: i64,
    /// Puzzles solved in a row.
    pub streak: i64,
    /// The most puzzles solved in a row.
    pub best_streak: i64,
    /// Time of the last rated attempt.
    pub updated: Millis,
}

/// A user's attempt at a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttemptRow {
    /// The puzzle.
    pub puzzle: String,
    /// Kind of game.
    pub game: String,
    /// Time of the first attempt.
    pub at: Millis,
    /// Whether the first attempt succeeded.
    pub first_solved: bool,
    /// Whether any attempt succeeded.
    pub solved: bool,
    /// Whether the first attempt was judged by the server and rated.
    pub rated: bool,
}

fn rating_at(row: &AnyRow, first: usize) -> Result<Rating, StoreError> {
    Ok(Rating {
        rating: row.try_get(first)?,
        deviation: row.try_get(first + 1)?,
        volatility: row.try_get(first + 2)?,
    })
}

fn solver(row: &AnyRow) -> Result<SolverRow, StoreError> {
    Ok(SolverRow {
        game: row.try_get(0)?,
        rating: rating_at(row, 1)?,
        attempts: row.try_get(4)?,
        solved: row.try_get(5)?,
        streak: row.try_get(6)?,
        best_streak: row.try_get(7)?,
        updated: row.try_get(8)?,
    })
}

fn attempt(row: &AnyRow) -> Result<AttemptRow, StoreError> {
    let flag = |index: usize| -> Result<bool, StoreError> { Ok(row.try_get::<i64, _>(index)? != 0) };
    Ok(AttemptRow {
        puzzle: row.try_get(0)?,
        game: row.try_get(1)?,
        at: row.try_get(2)?,
        first_solved: flag(3)?,
        solved: flag(4)?,
        rated: flag(5)?,
    })
}

const ATTEMPTS: &str = "SELECT puzzle, game, at, first_solved, solved, rated FROM puzzle_attempts \
                        WHERE user_id = $1 AND game = $2 ORDER BY at DESC, puzzle DESC LIMIT $3";

impl Store {
    /// The rating of a puzzle; `None` before its first rated attempt.
    pub async fn puzzle_rating(&self, puzzle: &str) -> Result<Option<PuzzleRatingRow>, StoreError> {
        let sql = "SELECT rating, deviation, volatility, attempts, solved, updated FROM puzzle_ratings \
                   WHERE puzzle = $1";
        let row = sqlx::query(sql).bind(puzzle.to_owned()).maybe_row(self).await?;
        let read = |row: AnyRow| {
            Ok(PuzzleRatingRow {
                rating: rating_at(&row, 0)?,
                attempts: row.try_get(3)?,
                solved: row.try_get(4)?,
                updated: row.try_get(5)?,
            })
        };
        row.map(read).transpose()
    }

    /// The ratings of all puzzles that have one.
    pub async fn puzzle_ratings(&self) -> Result<Vec<(String, f64)>, StoreError> {
        let rows = sqlx::query("SELECT puzzle, rating FROM puzzle_ratings").rows(self).await?;
        rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
    }

    /// The ratings of a user in the puzzles of all games.
    pub async fn solver_ratings(&self, user: &str) -> Result<Vec<SolverRow>, StoreError> {
        let sql = "SELECT game, rating, deviation, volatility, attempts, solved, streak, best_streak, updated \
                   FROM puzzle_solvers WHERE user_id = $1 ORDER BY game";
        let rows = sqlx::query(sql).bind(user.to_owned()).rows(self).await?;
        rows.iter().map(solver).collect()
    }

    /// The attempts of a user at the puzzles of a game, newest first.
    pub async fn puzzle_attempts(
        &self,
        user: &str,
        game: &str,
        limit: i64,
    ) -> Result<Vec<AttemptRow>, StoreError> {
        let query = sqlx::query(ATTEMPTS).bind(user.to_owned()).bind(game.to_owned()).bind(limit);
        query.rows(self).await?.iter().map(attempt).collect()
    }

    /// The attempt of a user at a puzzle.
    pub async fn puzzle_attempt(&self, user: &str, puzzle: &str) -> Result<Option<AttemptRow>, StoreError> {
        let sql = "SELECT puzzle, game, at, first_solved, solved, rated FROM puzzle_attempts \
                   WHERE user_id = $1 AND puzzle = $2";
        let row = sqlx::query(sql).bind(user.to_owned()).bind(puzzle.to_owned()).maybe_row(self).await?;
        row.as_ref().map(attempt).transpose()
    }
}

fn flag(is_set: bool) -> Arg {
    Arg::number(is_set.into())
}

fn real(number: f64) -> Arg {
    Arg::Real(Some(number))
}

/// Stores the first attempt of a user at a puzzle. A conflict if there is one already.
pub(crate) fn add_attempt(user: &str, attempt: &AttemptRow) -> Transaction {
    let sql = "INSERT INTO puzzle_attempts (user_id, puzzle, game, at, first_solved, solved, rated) \
               VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (user_id, puzzle) DO NOTHING";
    Transaction::new().execute_if_unchanged(sql, attempt_args(user, attempt))
}

/// Stores an attempt that was made on a device: new ones are added unrated, and known ones can only become solved.
pub(crate) fn merge_attempt(user: &str, attempt: &AttemptRow) -> Transaction {
    let sql = "INSERT INTO puzzle_attempts (user_id, puzzle, game, at, first_solved, solved, rated) \
               VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (user_id, puzzle) DO UPDATE SET \
               solved = CASE WHEN excluded.solved = 1 THEN 1 ELSE puzzle_attempts.solved END";
    Transaction::new().execute(sql, attempt_args(user, attempt))
}

fn attempt_args(user: &str, attempt: &AttemptRow) -> Vec<Arg> {
    vec![
        Arg::text(user),
        Arg::text(&attempt.puzzle),
        Arg::text(&attempt.game),
        Arg::number(attempt.at),
        flag(attempt.first_solved),
        flag(attempt.solved),
        flag(attempt.rated),
    ]
}

/// Stores that a user has solved a puzzle that they tried before.
pub(crate) fn mark_solved(user: &str, puzzle: &str) -> Transaction {
    let sql = "UPDATE puzzle_attempts SET solved = 1 WHERE user_id = $1 AND puzzle = $2";
    Transaction::new().execute(sql, [Arg::text(user), Arg::text(puzzle)])
}

/// Stores the rating of a user in the puzzles of a game. A conflict if it has changed since `old` was read.
pub(crate) fn save_solver(user: &str, old: Option<&SolverRow>, new: &SolverRow) -> Transaction {
    let mut args = vec![
        Arg::text(user),
        Arg::text(&new.game),
        real(new.rating.rating),
        real(new.rating.deviation),
        real(new.rating.volatility),
        Arg::number(new.attempts),
        Arg::number(new.solved),
        Arg::number(new.streak),
        Arg::number(new.best_streak),
        Arg::number(new.updated),
    ];
    match old {
        None => {
            let sql = "INSERT INTO puzzle_solvers (user_id, game, rating, deviation, volatility, attempts, solved, \
                       streak, best_streak, updated) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
                       ON CONFLICT (user_id, game) DO NOTHING";
            Transaction::new().execute_if_unchanged(sql, args)
        }
        Some(old) => {
            let sql = "UPDATE puzzle_solvers SET rating = $3, deviation = $4, volatility = $5, attempts = $6, \
                       solved = $7, streak = $8, best_streak = $9, updated = $10 \
                       WHERE user_id = $1 AND game = $2 AND attempts = $11";
            args.push(Arg::number(old.attempts));
            Transaction::new().execute_if_unchanged(sql, args)
        }
    }
}

/// Stores the rating of a puzzle. A conflict if it has changed since `old` was read.
pub(crate) fn save_puzzle_rating(
    puzzle: &str,
    old: Option<&PuzzleRatingRow>,
    new: &PuzzleRatingRow,
) -> Transaction {
    let mut args = vec![
        Arg::text(puzzle),
        real(new.rating.rating),
        real(new.rating.deviation),
        real(new.rating.volatility),
        Arg::number(new.attempts),
        Arg::number(new.solved),
        Arg::number(new.updated),
    ];
    match old {
        None => {
            let sql = "INSERT INTO puzzle_ratings (puzzle, rating, deviation, volatility, attempts, solved, updated) \
                       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (puzzle) DO NOTHING";
            Transaction::new().execute_if_unchanged(sql, args)
        }
        Some(old) => {
            let sql = "UPDATE puzzle_ratings SET rating = $2, deviation = $3, volatility = $4, attempts = $5, \
                       solved = $6, updated = $7 WHERE puzzle = $1 AND attempts = $8";
            args.push(Arg::number(old.attempts));
            Transaction::new().execute_if_unchanged(sql, args)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::query_plan::expect_index, ATTEMPTS, Arg, Store};

    #[tokio::test]
    async fn attempts_are_read_along_an_index() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&format!("sqlite:{}", dir.path().join("mekong.db").display())).await.unwrap();
        let args = vec![Arg::text("x"), Arg::text("siam"), Arg::number(9)];
        expect_index(&store, ATTEMPTS, args, "puzzle_attempts_by_game").await;
    }
}
