use std::{sync::atomic::AtomicBool, time::Duration};

use mekong_core::{SplitMix64, Value};
use mekong_engine::{Limits, Plan, Score};

use super::{Mind, ThoughtLine};
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

/// Below this carelessness a level compares a few moves only: those that it would choose are among them.
const HARDLY_CARELESS: f64 = 0.05;

/// How many moves are a few.
const FEW: usize = 3;

/// What a win further away than a level looks ahead is worth to it, in chances: a search that follows forcing moves may
/// have found it, and a weak player would only like the look of it.
const PROMISING: f64 = 0.85;

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
        // Whoever chooses among moves must have seen what they are worth; who hardly errs chooses among a few.
        let lines = match self.carelessness {
            carelessness if carelessness <= 0.0 => 1,
            carelessness if carelessness < HARDLY_CARELESS => moves.min(FEW),
            _ => moves,
        };
        Plan { limits, lines, ..Plan::default() }
    }

    /// What the level makes of a score whose chance is `chance`.
    pub(super) fn seen(&self, score: Score, chance: f64) -> f64 {
        let horizon = self.depth.saturating_add(1);
        match score.value() {
            Some(Value::Win(plies)) if u32::from(plies) > horizon => PROMISING,
            Some(Value::Loss(plies)) if u32::from(plies) > horizon => 1.0 - PROMISING,
            _ => chance,
        }
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
        // Best first: a far win may look worse to the level than a good position.
        let seen = |line: &ThoughtLine| strength.seen(line.score, self.win_chance(line.score));
        let mut lines: Vec<(f64, &ThoughtLine)> =
            thought.lines.iter().map(|line| (seen(line), line)).collect();
        lines.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let chances: Vec<f64> = lines.iter().map(|(chance, _)| *chance).collect();
        let line = strength.pick(&chances, &mut random).map(|index| lines[index].1);
        let found = line.and_then(|line| Some((line.moves.first()?.clone(), Some(line.score))));
        // Stopped before it could look at one move, it still has to make one.
        found.or_else(|| legal.into_iter().next().map(|mv| (mv, None)))
    }
}

#[cfg(test)]
mod tests {
    use mekong_core::{SplitMix64, Value};
    use mekong_engine::Score;

    use super::{PROMISING, Strength};

    #[test]
    fn a_win_beyond_the_horizon_only_looks_promising() {
        let short = Strength { depth: 2, nodes: 100, carelessness: 0.2 };
        let chance = |strength: &Strength, value: Value| {
            let score = Score::of_value(value);
            strength.seen(score, score.win_chance(100))
        };
        assert_eq!(chance(&short, Value::Win(3)), 1.0);
        assert_eq!(chance(&short, Value::Win(4)), PROMISING);
        assert_eq!(chance(&short, Value::Loss(2)), 0.0);
        assert_eq!(chance(&short, Value::Loss(9)), 1.0 - PROMISING);
        assert_eq!(chance(&Strength::FULL, Value::Win(99)), 1.0);
    }

    #[test]
    fn only_careless_levels_compare_all_moves() {
        let lines = |carelessness| Strength { depth: 2, nodes: 100, carelessness }.plan(30).lines;
        assert_eq!([0.0, 0.02, 0.2].map(lines), [1, 3, 30]);
    }

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
