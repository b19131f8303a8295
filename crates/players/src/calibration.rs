use mekong_catalog::Entry;
use serde::{Deserialize, Serialize};

use crate::{Level, Strength, calibration};

/// What `cargo xtask calibrate` found out about the levels of a game: how strong they are, measured in games of the plain
/// game against each other.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// The game's name.
    pub game: String,
    /// The command that measured it.
    pub command: String,
    /// The positions a move that stood for the second a move of the full strength, so that it can be measured again
    /// on any machine.
    pub second: u64,
    /// The levels, the weakest first.
    pub levels: Vec<RatedLevel>,
    /// The games they played.
    pub meetings: Vec<RatedMatch>,
}

/// A level as it was measured.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatedLevel {
    /// 1 to 10.
    pub level: u8,
    /// Its [`Strength::depth`]; none for the full strength.
    pub depth: Option<u32>,
    /// Its [`Strength::nodes`]; none for the full strength.
    pub nodes: Option<u64>,
    /// Its [`Strength::deeper`].
    pub deeper: f64,
    /// Its [`Strength::max_regret`].
    pub max_regret: f64,
    /// Its strength in Elo, relative to level 1.
    pub elo: i32,
    /// Half of the width of the 95 % interval.
    pub margin: i32,
}

/// The games of a level, as it sees them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatedMatch {
    /// The level.
    pub level: u8,
    /// Whom it met: `level:` and the level below, or `novice` or `random` for level 1.
    pub opponent: String,
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// The share of points won.
    pub score: f64,
    /// The bounds of the 95 % interval around it, from pairs of games with the same opening.
    pub interval: [f64; 2],
}

impl RatedLevel {
    /// A level with its settings and what was found.
    #[must_use]
    pub fn new(level: Level, strength: &Strength, elo: i32, margin: i32) -> RatedLevel {
        let is_full = strength.is_full();
        RatedLevel {
            level: level.number(),
            depth: (!is_full).then_some(strength.depth),
            nodes: (!is_full).then_some(strength.nodes),
            deeper: strength.deeper,
            max_regret: strength.max_regret,
            elo,
            margin,
        }
    }
}

impl Calibration {
    /// The level as it was measured; none if it plays otherwise today.
    fn rated(&self, level: Level, strength: &Strength) -> Option<&RatedLevel> {
        let rated = self.levels.iter().find(|rated| rated.level == level.number())?;
        (*rated == RatedLevel::new(level, strength, rated.elo, rated.margin)).then_some(rated)
    }
}

impl Level {
    /// Its measured strength in a game, in Elo relative to level 1, and half of the width of the 95 % interval; none
    /// if the level was changed since.
    #[must_use]
    pub fn elo(self, entry: &Entry) -> Option<(i32, i32)> {
        let rated = calibration(entry)?.rated(self, &self.strength(entry))?;
        Some((rated.elo, rated.margin))
    }
}

#[cfg(test)]
mod tests {
    use super::RatedMatch;
    use crate::{Level, calibration, reference_nps};
    use mekong_catalog::GAMES;

    #[test]
    fn every_level_is_measured_as_it_plays_today_and_proven_stronger_than_the_one_below() {
        for entry in GAMES {
            let id = entry.info().id;
            let calibration = calibration(entry).unwrap_or_else(|| panic!("{id}: no measurement"));
            assert_eq!(calibration.game, id);
            assert_eq!(calibration.second, reference_nps(entry));
            assert_eq!(calibration.levels.len(), 10);
            for level in Level::all() {
                let elo = level.elo(entry);
                assert!(elo.is_some(), "{id}: measure {level:?} again: cargo xtask calibrate {id}");
            }
            for level in Level::all().skip(1) {
                let below = format!("level:{}", level.number() - 1);
                let is_step =
                    |meeting: &&RatedMatch| meeting.level == level.number() && meeting.opponent == below;
                let step = calibration.meetings.iter().find(is_step).expect("every step is measured");
                let games = step.won + step.drawn + step.lost;
                assert!(games >= 200, "{id}: only {games} games of {level:?}");
                assert!(step.score >= 0.6 && step.interval[0] > 0.5, "{id}: {step:?}");
            }
        }
    }

    #[test]
    fn level_1_is_for_beginners() {
        for entry in GAMES {
            let id = entry.info().id;
            let meetings = &calibration(entry).expect("measured").meetings;
            let score = |opponent: &str| {
                let meeting = meetings.iter().find(|meeting| meeting.opponent == opponent);
                meeting.map(|meeting| meeting.score).expect("measured")
            };
            let novice = score("novice");
            assert!((0.4..=0.6).contains(&novice), "{id}: {novice} against a novice");
            let random = score("random");
            assert!((0.5..=0.98).contains(&random), "{id}: {random} against random moves");
        }
    }

    #[test]
    fn a_level_that_was_changed_has_no_measurement() {
        let entry = &GAMES[0];
        let level = Level::new(3).unwrap();
        let mut strength = level.strength(entry);
        let calibration = calibration(entry).unwrap();
        assert!(calibration.rated(level, &strength).is_some());
        strength.nodes += 1;
        assert_eq!(calibration.rated(level, &strength), None);
    }
}
