use std::ops::ControlFlow;

use mekong_catalog::Entry;
use mekong_core::CancelToken;
use mekong_players::{Calibration, Level, RatedLevel, RatedMatch};

use crate::{
    CreatePlayerError, Job, Openings, PlayerFactory, PlayerSpec, play_jobs,
    statistics::{MatchResult, Rating, Tally, rate},
};

/// The levels of a game measured: each meets the one below, and the weakest those that stand for beginners.
#[derive(Clone, PartialEq, Debug)]
pub struct Ladder {
    levels: Vec<Level>,
    meetings: Vec<LevelMatch>,
}

/// A level, whom it meets, and the games between them.
#[derive(Clone, PartialEq, Debug)]
pub struct LevelMatch {
    /// The level.
    pub level: Level,
    /// The level below; for level 1 a beginner ([`PlayerSpec::Novice`], [`PlayerSpec::Random`]).
    pub opponent: PlayerSpec,
    /// How many games they are to play.
    pub games: u64,
    /// What they have played, as the level sees it.
    pub tally: Tally,
}

impl Ladder {
    /// The meetings of neighbouring levels, so many games each, and those of level 1 with beginners.
    #[must_use]
    pub fn new(lowest: Level, highest: Level, games: u64) -> Ladder {
        let levels: Vec<Level> = Level::all().filter(|level| (lowest..=highest).contains(level)).collect();
        let games = games.next_multiple_of(2).max(2);
        let meeting = |level: Level, opponent: PlayerSpec| LevelMatch {
            level,
            opponent,
            games,
            tally: Tally::default(),
        };
        let beginners = [PlayerSpec::Random, PlayerSpec::Novice];
        let with_beginners = beginners.into_iter().filter(|_| lowest == Level::MIN);
        let mut meetings: Vec<LevelMatch> =
            with_beginners.map(|beginner| meeting(Level::MIN, beginner)).collect();
        meetings.extend(levels.windows(2).map(|pair| meeting(pair[1], PlayerSpec::Level(pair[0]))));
        Ladder { levels, meetings }
    }

    /// The levels measured, the weakest first.
    #[must_use]
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// Who meets whom, and what came of it.
    #[must_use]
    pub fn meetings(&self) -> &[LevelMatch] {
        &self.meetings
    }

    /// How many games there are to play in all.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.meetings.iter().map(|meeting| meeting.games).sum()
    }

    /// How many are played.
    #[must_use]
    pub fn played(&self) -> u64 {
        self.meetings.iter().map(|meeting| meeting.tally.game_count()).sum()
    }

    /// Plays all meetings, and tells after each pair of games. Stopped early, it has played a part of each.
    pub fn play(
        &mut self,
        factory: &PlayerFactory,
        openings: &Openings,
        most_plies: usize,
        workers: usize,
        stop: &CancelToken,
        tell: &mut dyn FnMut(&Ladder),
    ) -> Result<(), CreatePlayerError> {
        let most = self.meetings.iter().map(|meeting| meeting.games / 2).max().unwrap_or(0);
        let mut jobs = Vec::new();
        for pair in 0..most {
            // Meetings have openings of their own, and the long ones begin first.
            for (number, meeting) in self.meetings.iter().enumerate().rev() {
                if pair < meeting.games / 2 {
                    let pair = number as u64 * 1_000_000 + pair;
                    jobs.push(Job { players: meeting.players(), pair });
                }
            }
        }
        play_jobs(jobs, factory, openings, most_plies, workers, stop, &mut |job, pair| {
            if let Some(meeting) = self.meetings.iter_mut().find(|meeting| meeting.players() == job.players) {
                meeting.tally.add(pair.half_points());
            }
            tell(self);
            ControlFlow::Continue(())
        })
    }

    /// What was measured, with the command that measures it again.
    #[must_use]
    pub fn calibration(&self, entry: &Entry, command: String) -> Calibration {
        let rated = |(&level, rating): (&Level, Rating)| {
            let [elo, margin] = [rating.elo, rating.margin].map(|number| number.round() as i32);
            RatedLevel::new(level, &level.strength(entry), elo, margin)
        };
        Calibration {
            game: entry.info().id.to_owned(),
            command,
            second: mekong_players::reference_nps(entry),
            levels: self.levels.iter().zip(self.ratings()).map(rated).collect(),
            meetings: self.meetings.iter().map(LevelMatch::rated).collect(),
        }
    }

    /// The strengths relative to the weakest level measured.
    #[must_use]
    pub fn ratings(&self) -> Vec<Rating> {
        let place = |level: Level| self.levels.iter().position(|&other| other == level);
        let meetings: Vec<MatchResult> = self
            .meetings
            .iter()
            .filter(|meeting| meeting.tally.game_count() > 0)
            .filter_map(|LevelMatch { level, opponent, tally, .. }| {
                let PlayerSpec::Level(below) = opponent else { return None };
                let games = tally.game_count() as f64;
                let points = games * tally.score();
                Some(MatchResult {
                    players: [place(*level)?, place(*below)?],
                    points: [points, games - points],
                })
            })
            .collect();
        rate(self.levels.len(), &meetings)
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
    use mekong_core::CancelToken;

    use mekong_catalog::find;
    use mekong_core::Variants;
    use mekong_players::Level;

    use super::Ladder;
    use crate::{Openings, PlayerFactory};

    fn level(number: u8) -> Level {
        Level::new(number).unwrap()
    }

    #[test]
    fn every_level_meets_the_one_below_and_the_weakest_meets_beginners() {
        let ladder = Ladder::new(level(1), level(10), 200);
        let meetings: Vec<(u8, String, u64)> = ladder
            .meetings()
            .iter()
            .map(|meeting| (meeting.level.number(), meeting.opponent.to_string(), meeting.games))
            .collect();
        assert_eq!(meetings.len(), 11);
        let named = |level: u8, opponent: &str| (level, opponent.to_owned(), 200);
        assert_eq!(meetings[..3], [named(1, "random"), named(1, "novice"), named(2, "level:1")]);
        assert_eq!(meetings[10], named(10, "level:9"));
        assert_eq!(Ladder::new(level(4), level(5), 3).games(), 4, "an even number");
        assert!(Ladder::new(level(4), level(4), 3).meetings().is_empty());
    }

    #[test]
    fn a_higher_level_is_rated_higher_and_threads_change_nothing() {
        let entry = find("samliam").unwrap();
        let factory = PlayerFactory::new(entry, Variants::NONE, None);
        let openings = Openings::new(entry, Variants::NONE, 1, None);
        let measured = |workers| {
            let mut ladder = Ladder::new(level(1), level(3), 20);
            let mut told = 0;
            let stop = CancelToken::new();
            ladder.play(&factory, &openings, 400, workers, &stop, &mut |_| told += 1).unwrap();
            assert_eq!((told, ladder.played()), (40, 80));
            ladder
        };
        let ladder = measured(1);
        assert_eq!(ladder, measured(2));
        let ratings = ladder.ratings();
        assert!(ratings[0].elo < ratings[1].elo && ratings[1].elo < ratings[2].elo, "{ratings:?}");
    }
}
