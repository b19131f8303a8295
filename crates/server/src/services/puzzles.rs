mod choice;

use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

use mekong_puzzles::{AttemptError, AttemptResult, Puzzle, find_puzzle};
use tokio::sync::Mutex;

use crate::{
    glicko::{Rating, periods},
    store::{
        AttemptRow, PuzzleRatingRow, SolverRow, Store, StoreError, Transaction, add_attempt, mark_solved,
        merge_attempt, save_puzzle_rating, save_solver,
    },
    time::{Millis, now},
};

/// Puzzles: attempts and ratings of puzzles and solvers.
pub struct Puzzles {
    store: Store,
    /// One of them, by the hash of the puzzle's id, is held while an attempt is recorded: many people try the puzzle of the
    /// day at once, and each changes its rating.
    recording: [Mutex<()>; 64],
}

/// The result of an attempt that the server has judged.
#[derive(Clone, PartialEq, Debug)]
pub struct Attempt {
    /// Whether the moves solve the puzzle.
    pub result: AttemptResult,
    /// The solver's rating in the game before and after; `None` if the attempt was not rated.
    pub rated: Option<[SolverRow; 2]>,
}

/// Why an attempt is refused.
#[derive(Debug)]
pub enum PuzzleError {
    /// There is no such puzzle.
    NoPuzzle,
    /// The moves cannot be judged.
    Attempt(AttemptError),
    /// The database failed.
    Store(StoreError),
}

impl From<StoreError> for PuzzleError {
    fn from(error: StoreError) -> PuzzleError {
        PuzzleError::Store(error)
    }
}

/// An attempt made on a device, without the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeviceAttempt {
    /// The puzzle.
    pub puzzle: String,
    /// Whether it was solved.
    pub solved: bool,
    /// When.
    pub at: Millis,
}

/// How often an attempt is recorded again that conflicts with another one.
const MAX_RETRIES: u32 = 20;

/// The rating deviation of a puzzle without attempts: its rating is an estimate.
const UNTRIED_DEVIATION: f64 = 250.0;

impl Puzzles {
    pub(crate) fn new(store: Store) -> Puzzles {
        Puzzles { store, recording: std::array::from_fn(|_| Mutex::default()) }
    }

    fn recording(&self, puzzle: &str) -> &Mutex<()> {
        &self.recording
            [BuildHasherDefault::<DefaultHasher>::default().hash_one(puzzle) as usize % self.recording.len()]
    }

    /// Judges an attempt. The first attempt of an account at a puzzle is rated, once it is solved, wrong or given up.
    pub async fn attempt(
        &self,
        account: Option<&str>,
        id: &str,
        moves: &[String],
        gives_up: bool,
    ) -> Result<Attempt, PuzzleError> {
        let puzzle = find_puzzle(id).ok_or(PuzzleError::NoPuzzle)?;
        let result = puzzle.check_attempt(moves).map_err(PuzzleError::Attempt)?;
        let is_solved = match result {
            AttemptResult::Solved => true,
            AttemptResult::Wrong { .. } => false,
            AttemptResult::Unfinished { .. } if gives_up => false,
            AttemptResult::Unfinished { .. } => return Ok(Attempt { result, rated: None }),
        };
        let Some(user) = account else { return Ok(Attempt { result, rated: None }) };
        let _recording = self.recording(id).lock().await;
        let mut tries_left = MAX_RETRIES;
        let rated = loop {
            match self.record(user, puzzle, is_solved, now()).await {
                // Another attempt of this user was stored meanwhile, or one at this puzzle by another node.
                Err(StoreError::Conflict) if tries_left > 0 => tries_left -= 1,
                result => break result?,
            }
        };
        Ok(Attempt { result, rated })
    }

    /// Stores an attempt and, if it is the first one, the new ratings.
    async fn record(
        &self,
        user: &str,
        puzzle: &Puzzle,
        is_solved: bool,
        at: Millis,
    ) -> Result<Option<[SolverRow; 2]>, StoreError> {
        if let Some(earlier) = self.store.puzzle_attempt(user, &puzzle.id).await? {
            if is_solved && !earlier.solved {
                self.store.commit(mark_solved(user, &puzzle.id)).await?;
            }
            return Ok(None);
        }
        let old = self.store.solver_ratings(user).await?.into_iter().find(|row| row.game == puzzle.game);
        let old_puzzle = self.store.puzzle_rating(&puzzle.id).await?;
        let before = old.clone().unwrap_or_else(|| new_solver(&puzzle.game, at));
        let puzzle_before = old_puzzle.clone().unwrap_or_else(|| new_puzzle(puzzle, at));
        let (idle, puzzle_idle) = (periods(before.updated, at), periods(puzzle_before.updated, at));
        let score = f64::from(u8::from(is_solved));
        let streak = if is_solved { before.streak + 1 } else { 0 };
        let after = SolverRow {
            rating: before.rating.after(&[(puzzle_before.rating.aged(puzzle_idle), score)], idle),
            attempts: before.attempts + 1,
            solved: before.solved + i64::from(is_solved),
            streak,
            best_streak: before.best_streak.max(streak),
            updated: at,
            ..before.clone()
        };
        let puzzle_after = PuzzleRatingRow {
            rating: puzzle_before.rating.after(&[(before.rating.aged(idle), 1.0 - score)], puzzle_idle),
            attempts: puzzle_before.attempts + 1,
            solved: puzzle_before.solved + i64::from(is_solved),
            updated: at,
        };
        let attempt = AttemptRow {
            puzzle: puzzle.id.clone(),
            game: puzzle.game.clone(),
            at,
            first_solved: is_solved,
            solved: is_solved,
            rated: true,
        };
        let write = add_attempt(user, &attempt)
            .and(save_solver(user, old.as_ref(), &after))
            .and(save_puzzle_rating(&puzzle.id, old_puzzle.as_ref(), &puzzle_after));
        self.store.commit(write).await?;
        Ok(Some([before, after]))
    }

    /// Adds attempts made on a device to an account. They are not rated, because the server has not judged them. Unknown
    /// puzzles are ignored. Returns the number of attempts stored.
    pub async fn merge(&self, user: &str, attempts: &[DeviceAttempt]) -> Result<usize, StoreError> {
        let mut write = Transaction::new();
        let mut count = 0;
        for attempt in attempts {
            let Some(puzzle) = find_puzzle(&attempt.puzzle) else { continue };
            let row = AttemptRow {
                puzzle: puzzle.id.clone(),
                game: puzzle.game.clone(),
                at: attempt.at.clamp(0, now()),
                first_solved: attempt.solved,
                solved: attempt.solved,
                rated: false,
            };
            write = write.and(merge_attempt(user, &row));
            count += 1;
        }
        self.store.commit(write).await?;
        Ok(count)
    }
}

fn new_solver(game: &str, at: Millis) -> SolverRow {
    SolverRow {
        game: game.to_owned(),
        rating: Rating::default(),
        attempts: 0,
        solved: 0,
        streak: 0,
        best_streak: 0,
        updated: at,
    }
}

fn new_puzzle(puzzle: &Puzzle, at: Millis) -> PuzzleRatingRow {
    let rating = Rating { rating: puzzle.rating.into(), deviation: UNTRIED_DEVIATION, ..Rating::default() };
    PuzzleRatingRow { rating, attempts: 0, solved: 0, updated: at }
}

#[cfg(test)]
mod tests {
    use super::Puzzles;
    use crate::store::Store;

    #[tokio::test]
    async fn attempts_at_different_puzzles_do_not_wait_for_each_other() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&format!("sqlite:{}", dir.path().join("mekong.db").display())).await.unwrap();
        let puzzles = Puzzles::new(store);
        let all = &mekong_puzzles::collection("siam").puzzles;
        let _held = puzzles.recording(&all[0].id).lock().await;
        assert!(puzzles.recording(&all[0].id).try_lock().is_err());
        let free = all[1..].iter().filter(|puzzle| puzzles.recording(&puzzle.id).try_lock().is_ok());
        assert!(free.count() > all.len() / 2);
    }
}
