use std::{ops::ControlFlow, sync::atomic::AtomicBool};

use mekong_catalog::Level;

use crate::{
    Crew, Entrant, HireError, Job, Openings, play_jobs,
    statistics::{Meeting, Rating, Tally, rate},
};

/// The levels of a game measured against each other: each meets the next and the one after.
#[derive(Clone, PartialEq, Debug)]
pub struct Ladder {
    levels: Vec<Level>,
    meetings: Vec<LevelMeeting>,
}

/// Two levels and the games between them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LevelMeeting {
    /// The stronger level first.
    pub levels: [Level; 2],
    /// How many games they are to play.
    pub games: u64,
    /// What they have played, as the stronger level sees it.
    pub tally: Tally,
}

impl Ladder {
    /// The meetings of neighbouring levels, so many games each; a fifth of that where the full strength plays, who
    /// takes its time.
    #[must_use]
    pub fn new(lowest: Level, highest: Level, games: u64) -> Ladder {
        let levels: Vec<Level> = Level::all().filter(|level| (lowest..=highest).contains(level)).collect();
        let mut meetings = Vec::new();
        for (index, &high) in levels.iter().enumerate() {
            for &low in levels[index.saturating_sub(2)..index].iter().rev() {
                let games = if high == Level::MOST { games / 5 } else { games };
                let games = games.next_multiple_of(2).max(2);
                meetings.push(LevelMeeting { levels: [high, low], games, tally: Tally::default() });
            }
        }
        Ladder { levels, meetings }
    }

    /// The levels measured, the weakest first.
    #[must_use]
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// Who meets whom, and what came of it.
    #[must_use]
    pub fn meetings(&self) -> &[LevelMeeting] {
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
    ///
    /// # Errors
    /// A player could not be made ready.
    pub fn play(
        &mut self,
        crew: &Crew,
        openings: &Openings,
        most_plies: usize,
        workers: usize,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Ladder),
    ) -> Result<(), HireError> {
        let most = self.meetings.iter().map(|meeting| meeting.games / 2).max().unwrap_or(0);
        let mut jobs = Vec::new();
        for pair in 0..most {
            // Meetings have openings of their own, and the long ones begin first.
            for (number, meeting) in self.meetings.iter().enumerate().rev() {
                if pair < meeting.games / 2 {
                    let pair = number as u64 * 1_000_000 + pair;
                    jobs.push(Job { entrants: meeting.levels.map(Entrant::Level), pair });
                }
            }
        }
        play_jobs(jobs, crew, openings, most_plies, workers, stop, &mut |job, pair| {
            let levels = job.entrants.each_ref().map(|entrant| match entrant {
                Entrant::Level(level) => Some(*level),
                _ => None,
            });
            let meeting = self.meetings.iter_mut().find(|meeting| meeting.levels.map(Some) == levels);
            if let Some(meeting) = meeting {
                meeting.tally.add(pair.half_points());
            }
            tell(self);
            ControlFlow::Continue(())
        })
    }

    /// The strengths relative to the weakest level measured.
    #[must_use]
    pub fn ratings(&self) -> Vec<Rating> {
        let place = |level: Level| self.levels.iter().position(|&other| other == level);
        let meetings: Vec<Meeting> = self
            .meetings
            .iter()
            .filter(|meeting| meeting.tally.game_count() > 0)
            .filter_map(|LevelMeeting { levels: [high, low], tally, .. }| {
                let games = tally.game_count() as f64;
                let points = games * tally.score();
                Some(Meeting { players: [place(*high)?, place(*low)?], points: [points, games - points] })
            })
            .collect();
        rate(self.levels.len(), &meetings)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use mekong_catalog::{Level, find};
    use mekong_core::Variants;

    use super::Ladder;
    use crate::{Crew, Openings};

    fn level(number: u8) -> Level {
        Level::new(number).unwrap()
    }

    #[test]
    fn everybody_meets_the_next_two() {
        let ladder = Ladder::new(level(1), level(10), 100);
        let meetings: Vec<(u8, u8, u64)> = ladder
            .meetings()
            .iter()
            .map(|meeting| (meeting.levels[0].number(), meeting.levels[1].number(), meeting.games))
            .collect();
        assert_eq!(meetings.len(), 17);
        assert_eq!(meetings[..3], [(2, 1, 100), (3, 2, 100), (3, 1, 100)]);
        assert_eq!(meetings[15..], [(10, 9, 20), (10, 8, 20)]);
        assert_eq!(ladder.games(), 1_540);
        assert_eq!(Ladder::new(level(4), level(5), 3).games(), 4, "an even number");
        assert!(Ladder::new(level(4), level(4), 3).meetings().is_empty());
    }

    #[test]
    fn a_higher_level_is_rated_higher_and_threads_change_nothing() {
        let entry = find("samliam").unwrap();
        let crew = Crew::new(entry, Variants::NONE, None);
        let openings = Openings::new(entry, Variants::NONE, 1, None);
        let measured = |workers| {
            let mut ladder = Ladder::new(level(1), level(3), 20);
            let mut told = 0;
            let stop = AtomicBool::new(false);
            ladder.play(&crew, &openings, 400, workers, &stop, &mut |_| told += 1).unwrap();
            assert_eq!((told, ladder.played()), (30, 60));
            ladder
        };
        let ladder = measured(1);
        assert_eq!(ladder, measured(2));
        let ratings = ladder.ratings();
        assert!(ratings[0].elo < ratings[1].elo && ratings[1].elo < ratings[2].elo, "{ratings:?}");
    }
}
