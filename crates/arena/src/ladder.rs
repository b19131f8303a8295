use std::ops::ControlFlow;

use mekong_catalog::Entry;
use mekong_core::CancelToken;
use mekong_players::{Calibration, Level, RatedLevel, RatedMatch};

use crate::{
    CreatePlayerError, Job, Openings, PlayerFactory, PlayerSpec, play_jobs,
    statistics::{MatchResult, Rating, Tally, rate},
};

/// Measures the levels of a game: each plays the one below, and the weakest plays the baselines.
#[derive(Clone, PartialEq, Debug)]
pub struct Ladder {
    levels: Vec<Level>,
    matches: Vec<LevelMatch>,
}

/// The match of a level against an opponent.
#[derive(Clone, PartialEq, Debug)]
pub struct LevelMatch {
    /// The level.
    pub level: Level,
    /// The level below; for level 1 a baseline ([`PlayerSpec::Novice`], [`PlayerSpec::Random`]).
    pub opponent: PlayerSpec,
    /// The number of games to play.
    pub games: u64,
    /// The results so far, from the point of view of the level.
    pub tally: Tally,
}

impl Ladder {
    /// Matches between neighbouring levels with this many games each, and matches of level 1 against the baselines.
    #[must_use]
    pub fn new(lowest: Level, highest: Level, games: u64) -> Ladder {
        let levels: Vec<Level> = Level::all().filter(|level| (lowest..=highest).contains(level)).collect();
        let games = games.next_multiple_of(2).max(2);
        let level_match = |level: Level, opponent: PlayerSpec| LevelMatch {
            level,
            opponent,
            games,
            tally: Tally::default(),
        };
        let baselines = [PlayerSpec::Random, PlayerSpec::Novice];
        let with_baselines = baselines.into_iter().filter(|_| lowest == Level::MIN);
        let mut matches: Vec<LevelMatch> =
            with_baselines.map(|baseline| level_match(Level::MIN, baseline)).collect();
        matches.extend(levels.windows(2).map(|pair| level_match(pair[1], PlayerSpec::Level(pair[0]))));
        Ladder { levels, matches }
    }

    /// The levels, weakest first.
    #[must_use]
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The matches.
    #[must_use]
    pub fn matches(&self) -> &[LevelMatch] {
        &self.matches
    }

    /// The total number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.matches.iter().map(|played| played.games).sum()
    }

    /// The number of games played.
    #[must_use]
    pub fn played(&self) -> u64 {
        self.matches.iter().map(|played| played.tally.game_count()).sum()
    }

    /// Plays all matches and reports each pair of games. If cancelled, every match may be incomplete.
    pub fn play(
        &mut self,
        factory: &PlayerFactory,
        openings: &Openings,
        max_plies: usize,
        workers: usize,
        cancel: &CancelToken,
        progress: &mut dyn FnMut(&Ladder),
    ) -> Result<(), CreatePlayerError> {
        let max_pairs = self.matches.iter().map(|played| played.games / 2).max().unwrap_or(0);
        let mut jobs = Vec::new();
        for index in 0..max_pairs {
            // Each match has its own openings; long matches start first.
            for (number, played) in self.matches.iter().enumerate().rev() {
                if index < played.games / 2 {
                    let opening_index = number as u64 * 1_000_000 + index;
                    jobs.push(Job { players: played.players(), opening_index });
                }
            }
        }
        play_jobs(jobs, factory, openings, max_plies, workers, cancel, &mut |job, pair| {
            if let Some(played) = self.matches.iter_mut().find(|played| played.players() == job.players) {
                played.tally.add(pair.half_points());
            }
            progress(self);
            ControlFlow::Continue(())
        })
    }

    /// The calibration, with the command that reproduces it.
    #[must_use]
    pub fn calibration(&self, entry: &Entry, command: String) -> Calibration {
        let rated = |(&level, rating): (&Level, Rating)| {
            let [elo, margin] = [rating.elo, rating.margin].map(|number| number.round() as i32);
            RatedLevel::new(level, &level.settings(entry), elo, margin)
        };
        Calibration {
            game: entry.info().id.to_owned(),
            command,
            full_strength_nodes: mekong_players::REFERENCE_NPS,
            levels: self.levels.iter().zip(self.ratings()).map(rated).collect(),
            matches: self.matches.iter().map(LevelMatch::rated).collect(),
        }
    }

    /// The ratings relative to the weakest level.
    #[must_use]
    pub fn ratings(&self) -> Vec<Rating> {
        let index = |level: Level| self.levels.iter().position(|&other| other == level);
        let results: Vec<MatchResult> = self
            .matches
            .iter()
            .filter(|played| played.tally.game_count() > 0)
            .filter_map(|LevelMatch { level, opponent, tally, .. }| {
                let PlayerSpec::Level(below) = opponent else { return None };
                let games = tally.game_count() as f64;
                let points = games * tally.score();
                Some(MatchResult {
                    players: [index(*level)?, index(*below)?],
                    points: [points, games - points],
                })
            })
            .collect();
        rate(self.levels.len(), &results)
    }
}

impl LevelMatch {
    fn rated(&self) -> RatedMatch {
        let [won, drawn, lost] = self.tally.games;
        RatedMatch {
            level: self.level.number(),
            opponent: self.opponent.to_string(),
            won,
            drawn,
            lost,
            score: thousandths(self.tally.score()),
            interval: self.tally.interval().map(thousandths),
        }
    }

    fn players(&self) -> [PlayerSpec; 2] {
        [PlayerSpec::Level(self.level), self.opponent.clone()]
    }
}

fn thousandths(share: f64) -> f64 {
    (share * 1_000.0).round() / 1_000.0
}

#[cfg(test)]
mod tests {
    use mekong_catalog::find;
    use mekong_core::{CancelToken, Variants};
    use mekong_players::Level;

    use super::Ladder;
    use crate::{Openings, PlayerFactory};

    fn level(number: u8) -> Level {
        Level::new(number).unwrap()
    }

    #[test]
    fn each_level_plays_the_one_below() {
        let ladder = Ladder::new(level(1), level(10), 200);
        let matches: Vec<(u8, String, u64)> = ladder
            .matches()
            .iter()
            .map(|played| (played.level.number(), played.opponent.to_string(), played.games))
            .collect();
        assert_eq!(matches.len(), 11);
        let named = |level: u8, opponent: &str| (level, opponent.to_owned(), 200);
        assert_eq!(matches[..3], [named(1, "random"), named(1, "novice"), named(2, "level:1")]);
        assert_eq!(matches[10], named(10, "level:9"));
        assert_eq!(Ladder::new(level(4), level(5), 3).games(), 4, "an even number");
        assert!(Ladder::new(level(4), level(4), 3).matches().is_empty());
    }

    #[test]
    fn ratings_increase_with_level_for_any_thread_count() {
        let entry = find("samliam").unwrap();
        let factory = PlayerFactory::new(entry, Variants::NONE, None);
        let openings = Openings::new(entry, Variants::NONE, 1, None);
        let measured = |workers| {
            let mut ladder = Ladder::new(level(1), level(3), 20);
            let mut reports = 0;
            let stop = CancelToken::new();
            ladder.play(&factory, &openings, 400, workers, &stop, &mut |_| reports += 1).unwrap();
            assert_eq!((reports, ladder.played()), (40, 80));
            ladder
        };
        let ladder = measured(1);
        assert_eq!(ladder, measured(2));
        let ratings = ladder.ratings();
        assert!(ratings[0].elo < ratings[1].elo && ratings[1].elo < ratings[2].elo, "{ratings:?}");
    }
}
