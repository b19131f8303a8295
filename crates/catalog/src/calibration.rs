use serde::{Deserialize, Serialize};

use crate::{Entry, Level, Strength};

/// What `mekong calibrate` found out about the levels of a game: how strong they are, measured in games of the plain
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
    pub meetings: Vec<RatedMeeting>,
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
    /// Its [`Strength::carelessness`].
    pub carelessness: f64,
    /// Its strength in Elo, relative to level 1.
    pub elo: i32,
    /// Half of the width of the 95 % interval.
    pub margin: i32,
}

/// The games of two levels, as the first of them sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatedMeeting {
    /// The stronger level and the weaker.
    pub levels: [u8; 2],
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
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
            carelessness: strength.carelessness,
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
        let rated = entry.calibration()?.rated(self, &self.strength(entry))?;
        Some((rated.elo, rated.margin))
    }
}

#[cfg(test)]
mod tests {
    use crate::{GAMES, Level};

    #[test]
    fn every_level_is_measured_as_it_plays_today_and_stronger_than_the_one_before() {
        for entry in &GAMES {
            let id = entry.info().id;
            let calibration = entry.calibration().unwrap_or_else(|| panic!("{id}: no measurement"));
            assert_eq!(calibration.game, id);
            assert_eq!(calibration.second, entry.second());
            assert_eq!(calibration.levels.len(), 10);
            let elo = |level: Level| {
                let found = level.elo(entry);
                found.unwrap_or_else(|| panic!("{id}: measure {level:?} again: mekong calibrate {id}")).0
            };
            let all: Vec<i32> = Level::all().map(elo).collect();
            assert_eq!(all[0], 0);
            assert!(all.windows(2).all(|pair| pair[0] < pair[1]), "{id}: {all:?}");
        }
    }

    #[test]
    fn a_level_that_was_changed_has_no_measurement() {
        let entry = &GAMES[0];
        let level = Level::new(3).unwrap();
        let mut strength = level.strength(entry);
        let calibration = entry.calibration().unwrap();
        assert!(calibration.rated(level, &strength).is_some());
        strength.nodes += 1;
        assert_eq!(calibration.rated(level, &strength), None);
    }
}
