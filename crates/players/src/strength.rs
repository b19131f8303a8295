use std::time::Duration;

use mekong_core::{SplitMix64, Value};
use mekong_engine::{Limits, MAX_SHALLOW_PLIES, Plan, Score};

use crate::Line;

/// The settings of a level: how far it sees, and how well it chooses.
///
/// Weak levels err as people do: they see few plies ahead, fewer in some turns than in others, and take what looks good at
/// once. What they do see they act on: the soonest win is taken, a loss avoided.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// The search depth in plies. One or two plies are scored without a search.
    pub depth: u32,
    /// The share of turns in which it looks one ply further.
    pub deeper: f64,
    /// The node limit.
    pub nodes: u64,
    /// How much worse than the best a move may look, in chances to win, and still be chosen now and then.
    pub max_regret: f64,
}

/// The time of the full strength per move.
const FULL_STRENGTH_TIME: Duration = Duration::from_millis(1_000);

/// Below this regret a level compares a few moves only: those that it would choose are among them.
const SMALL_REGRET: f64 = 0.05;

/// How many moves are a few.
const FEW_LINES: usize = 3;

/// What a win further away than a level looks ahead is worth to it, in chances: a search that follows forcing moves may
/// have found it, and a weak player would only like the look of it.
const PROMISING: f64 = 0.85;

impl Strength {
    /// The full strength, for one second per move.
    pub const FULL: Strength = Strength { depth: u32::MAX, deeper: 0.0, nodes: u64::MAX, max_regret: 0.0 };

    /// The reference for beginners: takes every win in one, avoids giving one, and plays any other move.
    pub const NOVICE: Strength =
        Strength { depth: MAX_SHALLOW_PLIES, deeper: 0.0, nodes: 0, max_regret: f64::INFINITY };

    /// Whether it is the full strength.
    #[must_use]
    pub fn is_full(&self) -> bool {
        *self == Strength::FULL
    }

    /// How far it looks ahead this turn.
    pub(crate) fn depth_of_turn(&self, random: &mut SplitMix64) -> u32 {
        let looks_deeper = self.deeper > 0.0 && share(random) < self.deeper;
        self.depth.saturating_add(looks_deeper.into())
    }

    /// The search plan for a position with this many legal moves, at this depth.
    pub(crate) fn plan(&self, depth: u32, moves: usize) -> Plan {
        if self.is_full() {
            return Limits::time(FULL_STRENGTH_TIME).into();
        }
        let limits = Limits { depth: Some(depth), nodes: Some(self.nodes), time: None };
        // To choose among moves it must know what they are worth.
        let lines = match self.max_regret {
            regret if regret <= 0.0 => 1,
            regret if regret < SMALL_REGRET => moves.min(FEW_LINES),
            _ => moves,
        };
        Plan { limits, lines, complete_lines: false, ..Plan::default() }
    }

    /// Picks one of several lines, given what share of games each score wins: the soonest win, else the better the
    /// likelier among moves that are not seen to lose, else the loss that comes last.
    pub(crate) fn pick<'a>(
        &self,
        lines: &'a [Line],
        depth: u32,
        win_chance: impl Fn(Score) -> f64,
        random: &mut SplitMix64,
    ) -> Option<&'a Line> {
        let seen = |line: &Line| Seen::of(line.score, depth);
        let best = lines.iter().map(seen).max()?;
        let candidates: Vec<(&Line, f64)> = lines
            .iter()
            .filter(|line| seen(line) == best)
            .map(|line| (line, chance(line.score, depth, &win_chance)))
            .collect();
        let most = candidates.iter().map(|(_, chance)| *chance).fold(0.0, f64::max);
        let weights: Vec<f64> =
            candidates.iter().map(|(_, chance)| weight(most - chance, self.max_regret)).collect();
        let mut point = weights.iter().sum::<f64>() * share(random);
        let picked = weights.iter().position(|weight| {
            point -= weight;
            point < 0.0
        });
        candidates.get(picked.unwrap_or(0)).map(|(line, _)| *line)
    }
}

/// What a level makes of a score, the better the greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Seen {
    /// A loss it sees, after so many plies.
    Loss(u16),
    /// Nothing decided.
    Open,
    /// A win it sees; the greater, the sooner.
    Win(std::cmp::Reverse<u16>),
}

impl Seen {
    fn of(score: Score, depth: u32) -> Seen {
        match score.value() {
            Some(Value::Win(plies)) if is_in_sight(plies, depth) => Seen::Win(std::cmp::Reverse(plies)),
            Some(Value::Loss(plies)) if is_in_sight(plies, depth) => Seen::Loss(plies),
            _ => Seen::Open,
        }
    }
}

/// Whether the end of a game after so many plies is near enough to be seen: a search sees what the last position threatens.
fn is_in_sight(plies: u16, depth: u32) -> bool {
    let horizon = if depth > MAX_SHALLOW_PLIES { depth.saturating_add(1) } else { depth };
    u32::from(plies) <= horizon
}

/// What share of games a level believes a score to win.
fn chance(score: Score, depth: u32, win_chance: impl Fn(Score) -> f64) -> f64 {
    match score.value() {
        Some(Value::Win(plies)) if !is_in_sight(plies, depth) => PROMISING,
        Some(Value::Loss(plies)) if !is_in_sight(plies, depth) => 1.0 - PROMISING,
        _ => win_chance(score),
    }
}

/// How likely a move is chosen that looks worse than the best by so much.
fn weight(loss: f64, max_regret: f64) -> f64 {
    if loss <= 0.0 {
        1.0
    } else if loss <= max_regret {
        (-3.0 * loss / max_regret).exp()
    } else {
        0.0
    }
}

/// A number from 0 up to 1.
fn share(random: &mut SplitMix64) -> f64 {
    random.below(1 << 20) as f64 / f64::from(1 << 20)
}

#[cfg(test)]
mod tests {
    use mekong_core::{SplitMix64, Value};
    use mekong_engine::Score;

    use super::Strength;
    use crate::Line;

    const CARELESS: Strength = Strength { depth: 3, deeper: 0.0, nodes: 100, max_regret: 0.5 };

    fn line(name: &str, score: Score) -> Line {
        Line::searched(score, vec![name.to_owned()])
    }

    fn value(name: &str, value: Value) -> Line {
        line(name, Score::of_value(value))
    }

    /// How often each line is picked in a thousand turns.
    fn picked(strength: &Strength, lines: &[Line]) -> Vec<usize> {
        let mut random = SplitMix64::new(1);
        let mut counts = vec![0; lines.len()];
        for _ in 0..1_000 {
            let line =
                strength.pick(lines, strength.depth, |score| score.win_chance(100), &mut random).unwrap();
            counts[lines.iter().position(|other| other == line).unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn the_soonest_win_in_sight_is_always_taken() {
        let lines = [value("later", Value::Win(3)), value("now", Value::Win(1)), line("good", Score::DRAW)];
        for strength in [CARELESS, Strength::FULL, Strength::NOVICE] {
            assert_eq!(picked(&strength, &lines), [0, 1_000, 0], "{strength:?}");
        }
    }

    #[test]
    fn a_loss_in_sight_is_avoided_and_put_off() {
        let bad = Score::of_evaluation(-900);
        let lines = [value("soon", Value::Loss(2)), line("bad", bad), value("late", Value::Loss(4))];
        assert_eq!(picked(&CARELESS, &lines), [0, 1_000, 0]);
        assert_eq!(picked(&CARELESS, &[lines[0].clone(), lines[2].clone()]), [0, 1_000]);
    }

    #[test]
    fn a_win_out_of_sight_only_looks_promising() {
        let lines = [value("far", Value::Win(9)), line("even", Score::DRAW)];
        let counts = picked(&CARELESS, &lines);
        assert!(counts[0] > counts[1] && counts[1] > 0, "{counts:?}");
        assert_eq!(picked(&Strength::FULL, &lines), [1_000, 0]);
    }

    #[test]
    fn a_small_regret_allows_good_moves_only() {
        let scores = [200, 140, 0].map(|number| line(&number.to_string(), Score::of_evaluation(number)));
        let careful = Strength { max_regret: 0.2, ..CARELESS };
        let counts = picked(&careful, &scores);
        assert!(counts[0] > counts[1] && counts[1] > 100 && counts[2] == 0, "{counts:?}");
        assert_eq!(picked(&Strength::FULL, &scores), [1_000, 0, 0]);
        let counts = picked(&Strength::NOVICE, &scores);
        assert!(counts.iter().all(|&count| count > 280), "a novice has no preference: {counts:?}");
        let none = careful.pick(&[], 1, |score| score.win_chance(100), &mut SplitMix64::new(1));
        assert_eq!(none, None);
    }

    #[test]
    fn only_levels_that_allow_large_regrets_compare_all_moves() {
        let lines = |max_regret| Strength { max_regret, ..CARELESS }.plan(3, 30).lines;
        assert_eq!([0.0, 0.02, 0.2].map(lines), [1, 3, 30]);
    }

    #[test]
    fn some_turns_look_a_ply_further() {
        let mut random = SplitMix64::new(7);
        let mixed = Strength { depth: 1, deeper: 0.3, ..CARELESS };
        let further = (0..1_000).filter(|_| mixed.depth_of_turn(&mut random) == 2).count();
        assert!((250..350).contains(&further), "{further}");
        assert_eq!(Strength::FULL.depth_of_turn(&mut random), u32::MAX);
    }
}
