//! Selection of puzzles: the puzzle of the day, and the next one of a stream.

use mekong_core::{SplitMix64, mix};

use crate::Puzzle;

/// The number of puzzles, from the beginning of a collection, from which the daily puzzle is taken. Collections only grow
/// at their end, so the puzzle of a day never changes.
pub const DAILY_POOL: usize = 300;

/// The index of the puzzle of a day in a collection of this size; `None` if it is empty. Days count from 1 January 1970.
/// In 300 consecutive days that begin with a multiple of 300 no puzzle occurs twice.
#[must_use]
pub fn daily_index(count: usize, game: &str, day: u32) -> Option<usize> {
    let pool = count.min(DAILY_POOL);
    if pool == 0 {
        return None;
    }
    let (round, place) = (day as usize / pool, day as usize % pool);
    let seed = game.bytes().fold(round as u64, |seed, byte| mix(seed ^ u64::from(byte)));
    let mut order: Vec<usize> = (0..pool).collect();
    SplitMix64::new(seed).shuffle(&mut order);
    order.get(place).copied()
}

/// The puzzle of a day.
#[must_use]
pub fn daily_puzzle<'a>(puzzles: &'a [Puzzle], game: &str, day: u32) -> Option<&'a Puzzle> {
    puzzles.get(daily_index(puzzles.len(), game, day)?)
}

/// How far from the wanted rating the candidates of the stream are, in rating points, at first; the window doubles until
/// there are enough.
const RATING_WINDOW: i32 = 60;

/// The minimum number of candidates from which one is chosen at random.
const MIN_CANDIDATES: usize = 8;

/// A puzzle with about a given rating, chosen by a seed from those for which `is_open` is true. `rating_of` gives the current rating.
#[must_use]
pub fn next_puzzle(
    puzzles: &[Puzzle],
    rating: i32,
    seed: u64,
    rating_of: impl Fn(&Puzzle) -> i32,
    is_open: impl Fn(&Puzzle) -> bool,
) -> Option<&Puzzle> {
    let open: Vec<(&Puzzle, i32)> = puzzles
        .iter()
        .filter(|puzzle| is_open(puzzle))
        .map(|puzzle| (puzzle, (rating_of(puzzle) - rating).abs()))
        .collect();
    let mut window = RATING_WINDOW;
    loop {
        let near: Vec<&Puzzle> =
            open.iter().filter(|(_, distance)| *distance <= window).map(|(puzzle, _)| *puzzle).collect();
        if near.len() >= MIN_CANDIDATES.min(open.len()) {
            let index = if near.is_empty() { return None } else { SplitMix64::new(seed).below(near.len()) };
            return near.get(index).copied();
        }
        window = window.saturating_mul(2);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{DAILY_POOL, daily_index};

    #[test]
    fn daily_puzzles_do_not_change_when_a_collection_grows() {
        for day in [0, 299, 300, 20_000, 20_774] {
            let index = daily_index(DAILY_POOL, "siam", day);
            assert_eq!(daily_index(DAILY_POOL + 1, "siam", day), index);
            assert_eq!(daily_index(10 * DAILY_POOL, "siam", day), index);
        }
        // A change of the formula would change the puzzles of past days.
        assert_eq!(["siam", "palam"].map(|game| daily_index(400, game, 20_774)), [Some(183), Some(195)]);
        assert_eq!(daily_index(0, "siam", 5), None);
    }

    #[test]
    fn daily_puzzles_do_not_repeat_within_a_round() {
        let round: HashSet<_> = (600..900).map(|day| daily_index(400, "saigon", day).unwrap()).collect();
        assert_eq!(round.len(), DAILY_POOL);
        let next: Vec<_> = (900..905).map(|day| daily_index(400, "saigon", day)).collect();
        let first: Vec<_> = (600..605).map(|day| daily_index(400, "saigon", day)).collect();
        assert_ne!(next, first, "each round has a different order");
    }
}
