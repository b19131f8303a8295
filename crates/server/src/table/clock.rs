use mekong_core::Player;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    text_enum::text_enum,
    time::{DAY, Millis},
};

/// Maximum lag compensation per move.
pub(crate) const MAX_LAG: Millis = 500;

/// The time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", from = "ClockText")]
pub enum Clock {
    /// No clock.
    None,
    /// A base time and an increment per turn.
    Fischer {
        /// Seconds at the start, 5 to 10,800.
        base: u32,
        /// Seconds added after each own turn, 0 to 180.
        increment: u32,
    },
    /// Days per turn.
    Days {
        /// 1 to 14.
        days: u32,
    },
}

/// The JSON form of a clock. `None {}` has braces because serde accepts unknown fields beside the tag of a unit variant.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum ClockText {
    None {},
    Fischer { base: u32, increment: u32 },
    Days { days: u32 },
}

impl From<ClockText> for Clock {
    fn from(text: ClockText) -> Clock {
        match text {
            ClockText::None {} => Clock::None,
            ClockText::Fischer { base, increment } => Clock::Fischer { base, increment },
            ClockText::Days { days } => Clock::Days { days },
        }
    }
}

text_enum! {
    /// Rating category by expected duration, the fastest first.
    #[derive(PartialOrd, Ord, Hash)]
    Speed {
        /// Less than 3 minutes per player.
        Bullet = "bullet",
        /// Less than 8 minutes.
        Blitz = "blitz",
        /// Less than 25 minutes.
        Rapid = "rapid",
        /// Longer.
        Classical = "classical",
        /// Days per turn, or no clock.
        Correspondence = "correspondence",
    }
}

impl Clock {
    /// Whether the numbers are within bounds.
    #[must_use]
    pub const fn is_valid(self) -> bool {
        match self {
            Clock::None => true,
            Clock::Fischer { base, increment } => 5 <= base && base <= 10_800 && increment <= 180,
            Clock::Days { days } => 1 <= days && days <= 14,
        }
    }

    /// The speed, for a game of forty turns per player.
    #[must_use]
    pub const fn speed(self) -> Speed {
        match self {
            Clock::None | Clock::Days { .. } => Speed::Correspondence,
            Clock::Fischer { base, increment } => match base + 40 * increment {
                0..180 => Speed::Bullet,
                180..480 => Speed::Blitz,
                480..1_500 => Speed::Rapid,
                _ => Speed::Classical,
            },
        }
    }

    /// Times at the start; none without a clock.
    #[must_use]
    pub const fn start(self) -> Option<Clocks> {
        match self {
            Clock::None => None,
            Clock::Fischer { base, .. } => {
                let base = base as Millis * 1_000;
                Some(Clocks { p1: base, p2: base })
            }
            Clock::Days { days } => {
                let days = days as Millis * DAY;
                Some(Clocks { p1: days, p2: days })
            }
        }
    }

    /// The time after a turn that ended with `left`.
    #[must_use]
    pub(crate) const fn after_turn(self, left: Millis) -> Millis {
        match self {
            Clock::None => left,
            Clock::Fischer { increment, .. } => left + increment as Millis * 1_000,
            Clock::Days { days } => days as Millis * DAY,
        }
    }

    /// Lag compensation gained per move, up to [`Self::max_lag_quota`], which is also the quota at the start. In a game of
    /// forty turns a player gains at most a twelfth of the time, even with faked lag.
    #[must_use]
    pub(crate) const fn lag_quota_gain(self) -> Millis {
        match self {
            Clock::None | Clock::Days { .. } => 0,
            Clock::Fischer { base, increment } => {
                let gain = (base + 40 * increment) as Millis * 1_000 / 600;
                if gain < 100 { gain } else { 100 }
            }
        }
    }

    /// Maximum lag quota.
    #[must_use]
    pub(crate) const fn max_lag_quota(self) -> Millis {
        10 * self.lag_quota_gain()
    }

    /// Whether both players are present, as opposed to correspondence games.
    #[must_use]
    pub const fn is_live(self) -> bool {
        matches!(self, Clock::Fischer { .. })
    }
}

/// Remaining times in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Clocks {
    /// The first seat.
    pub p1: Millis,
    /// The second seat.
    pub p2: Millis,
}

impl Clocks {
    /// The remaining time of a player.
    #[must_use]
    pub const fn of(&self, player: Player) -> Millis {
        match player {
            Player::P1 => self.p1,
            Player::P2 => self.p2,
        }
    }

    pub(crate) const fn set(&mut self, player: Player, left: Millis) {
        match player {
            Player::P1 => self.p1 = left,
            Player::P2 => self.p2 = left,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Clock, Speed};

    #[test]
    fn speeds_follow_the_expected_length_of_a_game() {
        let speed = |base, increment| Clock::Fischer { base, increment }.speed();
        assert_eq!(speed(60, 0), Speed::Bullet);
        assert_eq!(speed(180, 0), Speed::Blitz);
        assert_eq!(speed(120, 10), Speed::Rapid);
        assert_eq!(speed(1_500, 0), Speed::Classical);
        assert_eq!(Clock::Days { days: 3 }.speed(), Speed::Correspondence);
    }

    #[test]
    fn clocks_out_of_bounds_are_invalid() {
        assert!(Clock::Fischer { base: 5, increment: 0 }.is_valid());
        assert!(!Clock::Fischer { base: 4, increment: 0 }.is_valid());
        assert!(!Clock::Fischer { base: 60, increment: 181 }.is_valid());
        assert!(!Clock::Days { days: 0 }.is_valid() && !Clock::Days { days: 15 }.is_valid());
    }
}
