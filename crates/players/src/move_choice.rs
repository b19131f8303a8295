use std::time::Duration;

use mekong_core::{LevelSettings, SplitMix64, Value};
use mekong_engine::{Limits, MAX_SHALLOW_PLIES, Score, SearchOptions};

use crate::Line;

/// The time of the full strength per move.
const FULL_STRENGTH_TIME: Duration = Duration::from_millis(1_000);

/// Below this regret a level compares only a few moves, among which are all that it would choose.
const MULTIPV_REGRET_LIMIT: f64 = 0.05;

/// The number of moves compared in that case.
const LOW_REGRET_MULTIPV: usize = 3;

/// The win chance that a level assigns to a win beyond its horizon, which only a search of forcing moves can have
/// found.
const UNPROVEN_WIN_CHANCE: f64 = 0.85;

/// A baseline for level 1: takes every win in one, avoids giving one, and plays any other move.
pub const NOVICE: LevelSettings =
    LevelSettings { depth: MAX_SHALLOW_PLIES, deeper_share: 0.0, nodes: 0, max_regret: f64::INFINITY };

/// How a level searches and chooses.
pub(crate) trait Choose {
    /// The search depth of this turn.
    fn depth_of_turn(&self, random: &mut SplitMix64) -> u32;

    /// The search options for a position with this many legal moves, at this depth.
    fn search_options(&self, depth: u32, moves: usize) -> SearchOptions;

    /// Picks a line: the shortest visible win; otherwise one of the moves that are not visibly lost, better ones with a
    /// higher probability; otherwise the longest loss.
    fn pick<'a>(
        &self,
        lines: &'a [Line],
        depth: u32,
        win_chance: impl Fn(Score) -> f64,
        random: &mut SplitMix64,
    ) -> Option<&'a Line>;
}

impl Choose for LevelSettings {
    fn depth_of_turn(&self, random: &mut SplitMix64) -> u32 {
        let is_deeper = self.deeper_share > 0.0 && random.fraction() < self.deeper_share;
        self.depth.saturating_add(is_deeper.into())
    }

    fn search_options(&self, depth: u32, moves: usize) -> SearchOptions {
        if self.is_full() {
            return Limits::time(FULL_STRENGTH_TIME).into();
        }
        let limits = Limits { depth: Some(depth), nodes: Some(self.nodes), time: None };
        // Choosing among moves requires their scores.
        let lines = match self.max_regret {
            regret if regret <= 0.0 => 1,
            regret if regret < MULTIPV_REGRET_LIMIT => moves.min(LOW_REGRET_MULTIPV),
            _ => moves,
        };
        SearchOptions { limits, multi_pv: lines, complete_lines: false, ..SearchOptions::default() }
    }

    fn pick<'a>(
        &self,
        lines: &'a [Line],
        depth: u32,
        win_chance: impl Fn(Score) -> f64,
        random: &mut SplitMix64,
    ) -> Option<&'a Line> {
        let seen = |line: &Line| VisibleScore::of(line.score, depth);
        let best = lines.iter().map(seen).max()?;
        let candidates: Vec<(&Line, f64)> = lines
            .iter()
            .filter(|line| seen(line) == best)
            .map(|line| (line, chance(line.score, depth, &win_chance)))
            .collect();
        let best_chance = candidates.iter().map(|(_, chance)| *chance).fold(0.0, f64::max);
        let weights: Vec<f64> =
            candidates.iter().map(|(_, chance)| weight(best_chance - chance, self.max_regret)).collect();
        let mut point = weights.iter().sum::<f64>() * random.fraction();
        let picked = weights.iter().position(|weight| {
            point -= weight;
            point < 0.0
        });
        candidates.get(picked.unwrap_or(0)).map(|(line, _)| *line)
    }
}

/// A score as seen by a level, ordered from worst to best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum VisibleScore {
    /// A visible loss in this many plies.
    Loss(u16),
    /// Undecided within the horizon.
    Open,
    /// A visible win; shorter wins are greater.
    Win(std::cmp::Reverse<u16>),
}

impl VisibleScore {
    fn of(score: Score, depth: u32) -> VisibleScore {
        match score.value() {
            Some(Value::Win(plies)) if is_within_horizon(plies, depth) => {
                VisibleScore::Win(std::cmp::Reverse(plies))
            }
            Some(Value::Loss(plies)) if is_within_horizon(plies, depth) => VisibleScore::Loss(plies),
            _ => VisibleScore::Open,
        }
    }
}

/// Whether the end of the game is within the horizon. A search also sees the threats of its last position.
fn is_within_horizon(plies: u16, depth: u32) -> bool {
    let horizon = if depth > MAX_SHALLOW_PLIES { depth.saturating_add(1) } else { depth };
    u32::from(plies) <= horizon
}

/// The win chance of a score as seen by a level.
fn chance(score: Score, depth: u32, win_chance: impl Fn(Score) -> f64) -> f64 {
    match score.value() {
        Some(Value::Win(plies)) if !is_within_horizon(plies, depth) => UNPROVEN_WIN_CHANCE,
        Some(Value::Loss(plies)) if !is_within_horizon(plies, depth) => 1.0 - UNPROVEN_WIN_CHANCE,
        _ => win_chance(score),
    }
}

/// The weight of a move with this loss of win chance.
fn weight(loss: f64, max_regret: f64) -> f64 {
    if loss <= 0.0 {
        1.0
    } else if loss <= max_regret {
        (-3.0 * loss / max_regret).exp()
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use mekong_core::{LevelSettings, SplitMix64, Value};
    use mekong_engine::Score;

    use super::{Choose as _, NOVICE};
    use crate::Line;

    const TOLERANT: LevelSettings =
        LevelSettings { depth: 3, deeper_share: 0.0, nodes: 100, max_regret: 0.5 };

    fn line(name: &str, score: Score) -> Line {
        Line::searched(score, vec![name.to_owned()])
    }

    fn value(name: &str, value: Value) -> Line {
        line(name, Score::of_value(value))
    }

    /// How often each line is picked in a thousand turns.
    fn picked(settings: &LevelSettings, lines: &[Line]) -> Vec<usize> {
        let mut random = SplitMix64::new(1);
        let mut counts = vec![0; lines.len()];
        for _ in 0..1_000 {
            let line =
                settings.pick(lines, settings.depth, |score| score.win_chance(100), &mut random).unwrap();
            counts[lines.iter().position(|other| other == line).unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn shortest_visible_win_is_always_taken() {
        let lines = [value("later", Value::Win(3)), value("now", Value::Win(1)), line("good", Score::DRAW)];
        for settings in [TOLERANT, LevelSettings::FULL, NOVICE] {
            assert_eq!(picked(&settings, &lines), [0, 1_000, 0], "{settings:?}");
        }
    }

    #[test]
    fn visible_loss_is_avoided_or_delayed() {
        let bad = Score::of_evaluation(-900);
        let lines = [value("soon", Value::Loss(2)), line("bad", bad), value("late", Value::Loss(4))];
        assert_eq!(picked(&TOLERANT, &lines), [0, 1_000, 0]);
        assert_eq!(picked(&TOLERANT, &[lines[0].clone(), lines[2].clone()]), [0, 1_000]);
    }

    #[test]
    fn win_beyond_the_horizon_is_only_preferred() {
        let lines = [value("far", Value::Win(9)), line("even", Score::DRAW)];
        let counts = picked(&TOLERANT, &lines);
        assert!(counts[0] > counts[1] && counts[1] > 0, "{counts:?}");
        assert_eq!(picked(&LevelSettings::FULL, &lines), [1_000, 0]);
    }

    #[test]
    fn small_max_regret_allows_only_good_moves() {
        let scores = [200, 140, 0].map(|number| line(&number.to_string(), Score::of_evaluation(number)));
        let strict = LevelSettings { max_regret: 0.2, ..TOLERANT };
        let counts = picked(&strict, &scores);
        assert!(counts[0] > counts[1] && counts[1] > 100 && counts[2] == 0, "{counts:?}");
        assert_eq!(picked(&LevelSettings::FULL, &scores), [1_000, 0, 0]);
        let counts = picked(&NOVICE, &scores);
        assert!(counts.iter().all(|&count| count > 280), "a novice has no preference: {counts:?}");
        let none = strict.pick(&[], 1, |score| score.win_chance(100), &mut SplitMix64::new(1));
        assert_eq!(none, None);
    }

    #[test]
    fn only_levels_that_allow_large_regrets_compare_all_moves() {
        let lines = |max_regret| LevelSettings { max_regret, ..TOLERANT }.search_options(3, 30).multi_pv;
        assert_eq!([0.0, 0.02, 0.2].map(lines), [1, 3, 30]);
    }

    #[test]
    fn some_turns_search_one_ply_deeper() {
        let mut random = SplitMix64::new(7);
        let mixed = LevelSettings { depth: 1, deeper_share: 0.3, ..TOLERANT };
        let further = (0..1_000).filter(|_| mixed.depth_of_turn(&mut random) == 2).count();
        assert!((250..350).contains(&further), "{further}");
        assert_eq!(LevelSettings::FULL.depth_of_turn(&mut random), u32::MAX);
    }
}
