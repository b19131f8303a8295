use mekong_core::Player;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::time::Millis;

/// A day.
pub(crate) const DAY: Millis = 24 * 60 * 60 * 1_000;

/// The most that a slow line is forgiven for one move.
pub(crate) const MOST_LAG: Millis = 500;

/// How time is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", from = "ClockText")]
pub enum Clock {
    /// Nobody counts.
    None,
    /// So many seconds for the game, and some more after each move.
    Fischer {
        /// Seconds at the start, 5 to 10,800.
        base: u32,
        /// Seconds added after each own turn, 0 to 180.
        increment: u32,
    },
    /// So many days for every turn.
    Days {
        /// 1 to 14.
        days: u32,
    },
}

/// A clock as it is read. The braces matter: serde lets anything stand beside the tag of a variant without them.
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

/// Games of about the same pace are rated together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Speed {
    /// Less than 3 minutes a player.
    Bullet,
    /// Less than 8 minutes.
    Blitz,
    /// Less than 25 minutes.
    Rapid,
    /// Longer.
    Classical,
    /// Days a move, or no clock at all.
    Correspondence,
}

impl Speed {
    /// All speeds, the fastest first.
    pub const ALL: [Speed; 5] =
        [Speed::Bullet, Speed::Blitz, Speed::Rapid, Speed::Classical, Speed::Correspondence];

    /// The name in the database and in addresses.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Speed::Bullet => "bullet",
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
            Speed::Correspondence => "correspondence",
        }
    }

    /// The speed with this name.
    #[must_use]
    pub fn parse(code: &str) -> Option<Speed> {
        Speed::ALL.into_iter().find(|speed| speed.code() == code)
    }
}

impl Clock {
    /// Whether the numbers lie within bounds.
    #[must_use]
    pub const fn is_sensible(self) -> bool {
        match self {
            Clock::None => true,
            Clock::Fischer { base, increment } => 5 <= base && base <= 10_800 && increment <= 180,
            Clock::Days { days } => 1 <= days && days <= 14,
        }
    }

    /// How fast a game with this clock is, a game taken as forty turns a player.
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

    /// What both have at the start; none without a clock.
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

    /// What a player has after a turn that left so much.
    #[must_use]
    pub(crate) const fn after_turn(self, left: Millis) -> Millis {
        match self {
            Clock::None => left,
            Clock::Fischer { increment, .. } => left + increment as Millis * 1_000,
            Clock::Days { days } => days as Millis * DAY,
        }
    }

    /// How much more a slow line is forgiven with each own move. What is saved up is [`Self::max_lag_quota`] at most, and as
    /// much there is at the start: in a game of forty turns a player gains a twelfth of the time at the most, however
    /// slow the line is or pretends to be.
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

    /// The most that a slow line can still be forgiven.
    #[must_use]
    pub(crate) const fn max_lag_quota(self) -> Millis {
        10 * self.lag_quota_gain()
    }

    /// Whether people sit at the board together, so that seconds count.
    #[must_use]
    pub const fn is_live(self) -> bool {
        matches!(self, Clock::Fischer { .. })
    }
}

/// What both players have left, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Clocks {
    /// The first seat.
    pub p1: Millis,
    /// The second seat.
    pub p2: Millis,
}

impl Clocks {
    /// What a player has left.
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
    fn only_sensible_clocks_are_sensible() {
        assert!(Clock::Fischer { base: 5, increment: 0 }.is_sensible());
        assert!(!Clock::Fischer { base: 4, increment: 0 }.is_sensible());
        assert!(!Clock::Fischer { base: 60, increment: 181 }.is_sensible());
        assert!(!Clock::Days { days: 0 }.is_sensible() && !Clock::Days { days: 15 }.is_sensible());
    }
}
