//! How hard a puzzle is for the computer, and the rating that follows from it.

use mekong_core::{CancelToken, LevelSettings};
use mekong_players::{Level, Searcher};

use crate::{Difficulty, Puzzle};

/// The seeds with which a level tries to solve a puzzle, and how often it must succeed.
const SEEDS: [u64; 3] = [1, 2, 3];
const MIN_SUCCESSES: usize = 2;

/// The numbers of nodes tried: powers of two.
const NODE_BITS: std::ops::RangeInclusive<u32> = 4..=17;

/// Measures how hard a puzzle is: the weakest level that finds the moves of the main line, and the number of nodes that
/// a search needs. `None` if it was cancelled or the puzzle is invalid. The searcher must have no tablebase: levels below
/// 10 do not use one.
#[must_use]
pub fn measure_difficulty(puzzle: &Puzzle, searcher: &Searcher, cancel: &CancelToken) -> Option<Difficulty> {
    let solves = |settings: &LevelSettings, seed: u64| solves(puzzle, searcher, settings, seed, cancel);
    let mut level = Level::MAX.number();
    for candidate in Level::all().filter(|&level| level < Level::MAX) {
        let settings = candidate.settings(searcher.entry());
        let mut successes = 0;
        for seed in SEEDS {
            successes += usize::from(solves(&settings, seed)?);
        }
        if successes >= MIN_SUCCESSES {
            level = candidate.number();
            break;
        }
    }
    let mut nodes = 1 << (NODE_BITS.end() + 1);
    for bits in NODE_BITS {
        if solves(&LevelSettings::of_nodes(1 << bits, 0.0), 1)? {
            nodes = 1 << bits;
            break;
        }
    }
    Some(Difficulty { level, nodes })
}

/// Whether a player with these settings plays an accepted move at every turn of the main line.
fn solves(
    puzzle: &Puzzle,
    searcher: &Searcher,
    settings: &LevelSettings,
    seed: u64,
    cancel: &CancelToken,
) -> Option<bool> {
    let mut session = puzzle.open().ok()?;
    let mut steps = puzzle.solution.as_slice();
    while let Some(main) = steps.first() {
        let (found, _) = searcher.choose_with(&session, settings, seed, cancel)?;
        if cancel.is_cancelled() {
            return None;
        }
        if steps.iter().all(|step| step.mv != found) {
            return Some(false);
        }
        for text in std::iter::once(&main.mv).chain(&main.replies) {
            session.play(text).ok()?;
        }
        steps = &main.then;
    }
    Some(true)
}

/// The rating of the easiest puzzles, and the increase per level, doubling of nodes and move.
const MIN_RATING: f64 = 700.0;
const RATING_PER_LEVEL: f64 = 75.0;
const RATING_PER_DOUBLING: f64 = 35.0;
const RATING_PER_MOVE: f64 = 60.0;

/// The rating of a puzzle whose difficulty was not measured.
const DEFAULT_RATING: u16 = 1500;

/// The rating of a puzzle before the first attempt, from its difficulty and the number of the solver's moves.
#[must_use]
pub fn initial_rating(difficulty: Option<Difficulty>, moves: u32) -> u16 {
    let Some(Difficulty { level, nodes }) = difficulty else { return DEFAULT_RATING };
    let doublings = (nodes as f64).log2() - f64::from(*NODE_BITS.start());
    let sum = MIN_RATING
        + RATING_PER_LEVEL * f64::from(level.saturating_sub(1))
        + RATING_PER_DOUBLING * doublings
        + RATING_PER_MOVE * f64::from(moves.saturating_sub(1));
    sum.clamp(500.0, 2500.0).round() as u16
}

#[cfg(test)]
mod tests {
    use super::initial_rating;
    use crate::Difficulty;

    #[test]
    fn harder_puzzles_have_higher_ratings() {
        let easy = initial_rating(Some(Difficulty { level: 1, nodes: 16 }), 1);
        let more_nodes = initial_rating(Some(Difficulty { level: 1, nodes: 1024 }), 1);
        let longer = initial_rating(Some(Difficulty { level: 1, nodes: 1024 }), 3);
        let hardest = initial_rating(Some(Difficulty { level: 10, nodes: 1 << 18 }), 4);
        assert!(easy < more_nodes && more_nodes < longer && longer < hardest, "{easy} {longer} {hardest}");
        assert_eq!(easy, 700);
        assert!(hardest <= 2500);
    }
}
