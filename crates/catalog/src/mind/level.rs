use std::{sync::atomic::AtomicBool, time::Duration};

use mekong_core::SplitMix64;
use mekong_engine::{Limits, Plan, Score};

use super::Mind;
use crate::{Entry, Session};

/// How strong a computer opponent is: 1, whom a child beats, to 10, the best there is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const LEAST: Level = Level(1);

    /// The strongest.
    pub const MOST: Level = Level(10);

    /// The level with this number; `None` outside 1 to 10.
    #[must_use]
    pub const fn new(number: u8) -> Option<Level> {
        if 1 <= number && number <= 10 { Some(Level(number)) } else { None }
    }

    /// All of them, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=10).map(Level)
    }

    /// 1 to 10.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// What the level can see, and how well it chooses.
    #[must_use]
    pub fn strength(self, entry: &Entry) -> Strength {
        entry.strengths()[usize::from(self.0) - 1]
    }
}

/// What a level can see, and how well it chooses.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// How many plies it looks ahead.
    pub depth: u32,
    /// How many positions it looks at, at most.
    pub nodes: u64,
    /// How much worse than the best a move may look, in chances to win, and still be chosen now and then.
    pub carelessness: f64,
}

/// How long the full strength thinks about a move.
const PATIENCE: Duration = Duration::from_millis(1_000);

impl Strength {
    /// Everything there is, for a second a move.
    pub const FULL: Strength = Strength { depth: u32::MAX, nodes: u64::MAX, carelessness: 0.0 };

    /// Whether it holds nothing back.
    #[must_use]
    pub fn is_full(&self) -> bool {
        *self == Strength::FULL
    }

    /// How it thinks about a position with so many legal moves.
    pub(super) fn plan(&self, moves: usize) -> Plan {
        if self.is_full() {
            return Limits::time(PATIENCE).into();
        }
        let limits = Limits { depth: Some(self.depth), nodes: Some(self.nodes), time: None };
        // Whoever chooses among moves must have seen what they are worth.
        let lines = if self.carelessness > 0.0 { moves } else { 1 };
        Plan { limits, lines, ..Plan::default() }
    }

    /// Picks one of several moves, whose chances stand best first: the better the likelier, and none that is worse
    /// than the level would fall for.
    pub(super) fn pick(&self, chances: &[f64], random: &mut SplitMix64) -> Option<usize> {
        let best = *chances.first()?;
        let weight = |chance: &f64| {
            let loss = best - chance;
            if loss <= 0.0 {
                1.0
            } else if loss <= self.carelessness {
                (-3.0 * loss / self.carelessness).exp()
            } else {
                0.0
            }
        };
        let weights: Vec<f64> = chances.iter().map(weight).collect();
        let mut point = weights.iter().sum::<f64>() * random.below(1 << 20) as f64 / f64::from(1 << 20);
        let picked = weights.iter().position(|weight| {
            point -= weight;
            point < 0.0
        });
        picked.or(Some(0))
    }
}

impl Mind {
    /// The move of a computer opponent that sees and chooses in this way, with its score where one was found; none if
    /// the game is over. Only the full strength looks into the table.
    pub fn choose_with(
        &self,
        session: &Session,
        strength: &Strength,
        seed: u64,
        stop: &AtomicBool,
    ) -> Option<(String, Option<Score>)> {
        let legal = session.legal();
        let plan = strength.plan(legal.len());
        let thought = if strength.is_full() {
            self.think(session, plan, stop, &mut |_| {})
        } else {
            self.search(session, plan, stop, &mut |_| {})
        };
        let mut random = SplitMix64::new(seed);
        let chances: Vec<f64> = thought.lines.iter().map(|line| self.win_chance(line.score)).collect();
        let line = strength.pick(&chances, &mut random).map(|index| &thought.lines[index]);
        let found = line.and_then(|line| Some((line.moves.first()?.clone(), Some(line.score))));
        // Stopped before it could look at one move, it still has to make one.
        found.or_else(|| legal.into_iter().next().map(|mv| (mv, None)))
    }
}

#[cfg(test)]
mod tests {
    use mekong_core::SplitMix64;

    use super::Strength;

    #[test]
    fn a_careless_level_picks_among_good_moves_and_the_full_strength_the_best() {
        let careless = Strength { depth: 1, nodes: 100, carelessness: 0.2 };
        let chances = [0.9, 0.8, 0.5];
        let mut random = SplitMix64::new(1);
        let mut picked = [0; 3];
        for _ in 0..1_000 {
            picked[careless.pick(&chances, &mut random).unwrap()] += 1;
        }
        assert!(picked[0] > picked[1] && picked[1] > 100 && picked[2] == 0, "{picked:?}");
        assert_eq!(Strength::FULL.pick(&chances, &mut random), Some(0));
        assert_eq!(careless.pick(&[], &mut random), None);
    }
}
