//! The levels 1 to 10 of each game, as the game itself defines them, and what `cargo xtask calibrate GAME` measured of them.

use std::sync::LazyLock;

use mekong_catalog::{Entry, GAMES};
use serde::{Deserialize, Serialize};

use crate::{Level, LevelSettings};

/// Nodes that the full strength searches per second on a phone. Measurements use this number instead of a time, so that
/// they can be repeated on any machine.
pub const REFERENCE_NPS: u64 = 300_000;

/// The measured strength of the levels of a game, if there is a measurement.
#[must_use]
pub fn calibration(entry: &Entry) -> Option<&'static Calibration> {
    static CALIBRATIONS: LazyLock<Vec<Calibration>> = LazyLock::new(|| {
        let files = GAMES.iter().filter_map(|entry| entry.levels().calibration);
        files.filter_map(|file| serde_json::from_str(file).ok()).collect()
    });
    CALIBRATIONS.iter().find(|calibration| calibration.game == entry.info().id)
}

/// The strength of the levels of a game as measured by `cargo xtask calibrate`, in games of the base variant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// The game id.
    pub game: String,
    /// The command that measured it.
    pub command: String,
    /// The node limit that replaced the time limit of the full strength, so that the measurement can be repeated on any
    /// machine.
    pub full_strength_nodes: u64,
    /// The levels, the weakest first.
    pub levels: Vec<RatedLevel>,
    /// The matches played.
    pub matches: Vec<RatedMatch>,
}

/// A level with its settings and its measured strength.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatedLevel {
    /// 1 to 10.
    pub level: u8,
    /// [`LevelSettings::depth`]; `None` for the full strength.
    pub depth: Option<u32>,
    /// [`LevelSettings::nodes`]; `None` for the full strength.
    pub nodes: Option<u64>,
    /// [`LevelSettings::deeper_share`].
    #[serde(rename = "deeper")]
    pub deeper_share: f64,
    /// [`LevelSettings::max_regret`].
    pub max_regret: f64,
    /// Elo relative to level 1.
    pub elo: i32,
    /// Half of the width of the 95 % interval.
    pub margin: i32,
}

/// A match of a level, from its point of view.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatedMatch {
    /// The level.
    pub level: u8,
    /// The opponent: `level:` and the level below, or `novice` or `random` for level 1.
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
    /// A level with its settings and its measurement.
    #[must_use]
    pub fn new(level: Level, settings: &LevelSettings, elo: i32, margin: i32) -> RatedLevel {
        let is_full = settings.is_full();
        RatedLevel {
            level: level.number(),
            depth: (!is_full).then_some(settings.depth),
            nodes: (!is_full).then_some(settings.nodes),
            deeper_share: settings.deeper_share,
            max_regret: settings.max_regret,
            elo,
            margin,
        }
    }
}

impl Calibration {
    /// The measurement of a level; `None` if its settings have changed.
    fn rated(&self, level: Level, settings: &LevelSettings) -> Option<&RatedLevel> {
        let rated = self.levels.iter().find(|rated| rated.level == level.number())?;
        (*rated == RatedLevel::new(level, settings, rated.elo, rated.margin)).then_some(rated)
    }
}

impl Level {
    /// The measured Elo relative to level 1 and half of the width of the 95 % interval; `None` if the settings have
    /// changed since.
    #[must_use]
    pub fn elo(self, entry: &Entry) -> Option<(i32, i32)> {
        let rated = calibration(entry)?.rated(self, &self.settings(entry))?;
        Some((rated.elo, rated.margin))
    }
}

#[cfg(test)]
mod tests {
    use super::{Calibration, RatedMatch};
    use crate::{Level, REFERENCE_NPS, calibration};
    use mekong_catalog::{Entry, GAMES};

    /// The games whose levels claim to be measured.
    fn measured() -> impl Iterator<Item = (&'static Entry, &'static Calibration)> {
        GAMES.iter().filter(|entry| entry.levels().calibration.is_some()).map(|entry| {
            let read = calibration(entry);
            (entry, read.unwrap_or_else(|| panic!("{}: levels.json is unreadable", entry.info().id)))
        })
    }

    #[test]
    fn each_level_is_calibrated_and_stronger_than_the_one_below() {
        for (entry, calibration) in measured() {
            let id = entry.info().id;
            assert_eq!(calibration.game, id);
            assert_eq!(calibration.full_strength_nodes, REFERENCE_NPS);
            assert_eq!(calibration.levels.len(), 10);
            for level in Level::all() {
                let elo = level.elo(entry);
                assert!(elo.is_some(), "{id}: measure {level:?} again: cargo xtask calibrate {id}");
            }
            for level in Level::all().skip(1) {
                let below = format!("level:{}", level.number() - 1);
                let is_step =
                    |played: &&RatedMatch| played.level == level.number() && played.opponent == below;
                let step = calibration.matches.iter().find(is_step).expect("every step is measured");
                let games = step.won + step.drawn + step.lost;
                assert!(games >= 200, "{id}: only {games} games of {level:?}");
                assert!(step.score >= 0.6 && step.interval[0] > 0.5, "{id}: {step:?}");
            }
        }
    }

    #[test]
    fn level_1_is_for_beginners() {
        for (entry, calibration) in measured() {
            let id = entry.info().id;
            let matches = &calibration.matches;
            let score = |opponent: &str| {
                let played = matches.iter().find(|played| played.opponent == opponent);
                played.map(|played| played.score).expect("measured")
            };
            let novice = score("novice");
            assert!((0.4..=0.6).contains(&novice), "{id}: {novice} against a novice");
            let random = score("random");
            assert!((0.5..=0.98).contains(&random), "{id}: {random} against random moves");
        }
    }

    #[test]
    fn a_game_without_measurement_has_levels_without_elo() {
        for entry in GAMES.iter().filter(|entry| entry.levels().calibration.is_none()) {
            assert_eq!(calibration(entry), None);
            assert!(Level::all().all(|level| level.elo(entry).is_none()), "{}", entry.info().id);
        }
    }

    #[test]
    fn changed_level_has_no_calibration() {
        let (entry, calibration) = measured().next().expect("a measured game");
        let level = Level::new(3).unwrap();
        let mut settings = level.settings(entry);
        assert!(calibration.rated(level, &settings).is_some());
        settings.nodes += 1;
        assert_eq!(calibration.rated(level, &settings), None);
    }
}
