//! The choice of a puzzle.

use std::collections::{HashMap, HashSet};

use mekong_catalog::GAMES;
use mekong_puzzles::{Puzzle, collection, daily_puzzle, next_puzzle};

use super::{PuzzleError, Puzzles};
use crate::{glicko::Rating, store::StoreError};

/// Maximum number of attempts that are excluded from the choice.
const MAX_TRIED: i64 = 5_000;

impl Puzzles {
    /// The puzzle of a day, the same for everyone. Without a game the games take turns.
    #[must_use]
    pub fn daily(game: Option<&str>, day: u32) -> Option<&'static Puzzle> {
        let with_puzzles =
            || GAMES.iter().map(|entry| entry.info().id).filter(|id| !collection(id).puzzles.is_empty());
        let turn = with_puzzles().nth(day as usize % with_puzzles().count().max(1));
        let game = game.or(turn)?;
        daily_puzzle(&collection(game).puzzles, game, day)
    }

    /// A puzzle near a rating, with its own rating. By default the rating is that of the account, which has not tried the
    /// puzzle yet.
    pub async fn next(
        &self,
        account: Option<&str>,
        game: &str,
        theme: Option<&str>,
        rating: Option<f64>,
    ) -> Result<(&'static Puzzle, f64), PuzzleError> {
        let (mut tried, mut own) = (HashSet::new(), None);
        if let Some(user) = account {
            let attempts = self.store.puzzle_attempts(user, game, MAX_TRIED).await?;
            tried.extend(attempts.into_iter().map(|attempt| attempt.puzzle));
            let ratings = self.store.solver_ratings(user).await?;
            own = ratings.into_iter().find(|row| row.game == game).map(|row| row.rating.rating);
        }
        let wanted = rating.or(own).unwrap_or(Rating::default().rating);
        let ratings: HashMap<String, f64> = self.store.puzzle_ratings().await?.into_iter().collect();
        let rating_of =
            |puzzle: &Puzzle| ratings.get(&puzzle.id).copied().unwrap_or_else(|| puzzle.rating.into());
        let is_open = |puzzle: &Puzzle| {
            let has_theme = theme.is_none_or(|theme| puzzle.themes.iter().any(|known| known == theme));
            has_theme && !tried.contains(&puzzle.id)
        };
        let puzzles = &collection(game).puzzles;
        let found =
            next_puzzle(puzzles, wanted as i32, random_seed(), |puzzle| rating_of(puzzle) as i32, is_open);
        let puzzle = found.ok_or(PuzzleError::NoPuzzle)?;
        Ok((puzzle, rating_of(puzzle)))
    }

    /// The current rating of a puzzle.
    pub async fn rating(&self, puzzle: &Puzzle) -> Result<f64, StoreError> {
        let known = self.store.puzzle_rating(&puzzle.id).await?;
        Ok(known.map_or_else(|| puzzle.rating.into(), |row| row.rating.rating))
    }
}

/// A seed for choosing a puzzle.
fn random_seed() -> u64 {
    let mut bytes = [0; 8];
    // Without random numbers the same puzzle is chosen again.
    let _ = getrandom::fill(&mut bytes);
    u64::from_le_bytes(bytes)
}
