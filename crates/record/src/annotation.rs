use std::fmt;

use mekong_core::Player;

/// The time left on a player's clock after a move, to the millisecond: `[%clk 0:09:58.5]`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Clock {
    millis: u64,
}

impl Clock {
    /// The maximum time, `999999:59:59.999`.
    pub const MAX: Clock = Clock { millis: 1_000_000 * 3_600_000 - 1 };

    /// A clock with this time, at most [`Clock::MAX`].
    #[must_use]
    pub const fn from_millis(millis: u64) -> Clock {
        if millis > Clock::MAX.millis { Clock::MAX } else { Clock { millis } }
    }

    /// The time in milliseconds.
    #[must_use]
    pub const fn millis(self) -> u64 {
        self.millis
    }

    /// Parses `H:MM:SS` with at most three decimals.
    pub(crate) fn parse(text: &str) -> Option<Clock> {
        let mut fields = text.split(':');
        let hours = digits(fields.next()?, 1..=6)?;
        let minutes = digits(fields.next()?, 2..=2)?;
        let (seconds, fraction) = split_decimals(fields.next()?, 3)?;
        let seconds = digits(seconds, 2..=2)?;
        if fields.next().is_some() || minutes > 59 || seconds > 59 {
            return None;
        }
        Some(Clock { millis: u64::from((hours * 60 + minutes) * 60 + seconds) * 1000 + u64::from(fraction) })
    }
}

impl fmt::Display for Clock {
    /// `H:MM:SS`, with as many decimals as there are.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.millis / 1000;
        write!(f, "{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
        match format!("{:03}", self.millis % 1000).trim_end_matches('0') {
            "" => Ok(()),
            decimals => write!(f, ".{decimals}"),
        }
    }
}

/// The evaluation of the position after a move: `[%eval 0.35]`, `[%eval -1.2,18]`, `[%eval #-3]`.
///
/// It is absolute: positive is good for the first player, regardless of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Eval {
    /// The score.
    pub score: Score,
    /// The search depth, if given.
    pub depth: Option<u32>,
}

/// The score of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// In hundredths of the game's unit, positive if the first seat is better: `0.35` is 35.
    Value(i32),
    /// One player wins by force: `#3` is the first seat in three moves, `#-3` the second.
    Win {
        /// The winner.
        by: Player,
        /// In how many moves.
        moves: u32,
    },
}

impl Eval {
    /// Parses a score with at most two decimals and an optional depth. Anything else stays in the comment's text.
    pub(crate) fn parse(text: &str) -> Option<Eval> {
        let (score, depth) = match text.split_once(',') {
            Some((score, depth)) => (score, Some(digits(depth, 1..=10)?)),
            None => (text, None),
        };
        let score = if let Some(moves) = score.strip_prefix('#') {
            let (by, moves) = match moves.strip_prefix('-') {
                Some(moves) => (Player::P2, moves),
                None => (Player::P1, moves),
            };
            Score::Win { by, moves: digits(moves, 1..=10)? }
        } else {
            let (negative, score) = match score.strip_prefix('-') {
                Some(score) => (true, score),
                None => (false, score.strip_prefix('+').unwrap_or(score)),
            };
            let (whole, hundredths) = split_decimals(score, 2)?;
            let value = i64::from(digits(whole, 1..=9)?) * 100 + i64::from(hundredths);
            Score::Value(i32::try_from(if negative { -value } else { value }).ok()?)
        };
        Some(Eval { score, depth })
    }
}

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            Score::Value(value) => {
                let sign = if value < 0 { "-" } else { "" };
                let (whole, rest) = (value.unsigned_abs() / 100, value.unsigned_abs() % 100);
                // At least one decimal, as other programs write it: `0.0`, `1.2`, `0.35`.
                let rest = format!("{rest:02}");
                write!(f, "{sign}{whole}.{}", rest.strip_suffix('0').unwrap_or(&rest))?;
            }
            Score::Win { by: Player::P1, moves } => write!(f, "#{moves}")?,
            Score::Win { by: Player::P2, moves } => write!(f, "#-{moves}")?,
        }
        match self.depth {
            Some(depth) => write!(f, ",{depth}"),
            None => Ok(()),
        }
    }
}

/// A number without sign whose count of digits lies in `range`.
fn digits(text: &str, range: std::ops::RangeInclusive<usize>) -> Option<u32> {
    let plain = range.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

/// The integer part, and the decimals padded with zeros to `places`; `None` if there are more.
fn split_decimals(text: &str, places: usize) -> Option<(&str, u32)> {
    match text.split_once('.') {
        None => Some((text, 0)),
        Some((whole, decimals)) => {
            let value = digits(decimals, 1..=places)?;
            Some((whole, value * 10_u32.pow((places - decimals.len()) as u32)))
        }
    }
}

#[cfg(test)]
mod tests {
    use mekong_core::Player;

    use super::{Clock, Eval, Score};

    #[test]
    fn clocks_are_read_and_written() {
        for (text, millis) in [
            ("0:00:00", 0),
            ("0:03:00", 180_000),
            ("1:40:59.5", 6_059_500),
            ("12:00:00.125", 43_200_125),
            ("0:00:01.05", 1_050),
        ] {
            assert_eq!(Clock::parse(text), Some(Clock::from_millis(millis)), "{text}");
            assert_eq!(Clock::from_millis(millis).to_string(), text);
        }
        assert_eq!(Clock::parse("0:00:01.500").unwrap().to_string(), "0:00:01.5");
        assert_eq!(Clock::parse("999999:59:59.999"), Some(Clock::MAX));
        assert_eq!(Clock::from_millis(u64::MAX), Clock::MAX);
        for bad in [
            "",
            "3:00",
            "0:60:00",
            "0:00:60",
            "0:3:00",
            "-0:03:00",
            "0:00:00.",
            "0:00:00.1234",
            "0:00:00:00",
            "1000000:00:00",
        ] {
            assert_eq!(Clock::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn evaluations_are_read_and_written() {
        let value = |value, depth| Eval { score: Score::Value(value), depth };
        let win = |by, moves, depth| Eval { score: Score::Win { by, moves }, depth };
        for (text, eval) in [
            ("0.35", value(35, None)),
            ("-1.2,18", value(-120, Some(18))),
            ("0.0", value(0, None)),
            ("-0.05", value(-5, None)),
            ("12.0,0", value(1200, Some(0))),
            ("#3", win(Player::P1, 3, None)),
            ("#-3,7", win(Player::P2, 3, Some(7))),
            ("#-0", win(Player::P2, 0, None)),
        ] {
            assert_eq!(Eval::parse(text), Some(eval), "{text}");
            assert_eq!(eval.to_string(), text);
        }
        assert_eq!(Eval::parse("+3"), Some(value(300, None)));
        for extreme in [i32::MIN, i32::MAX] {
            assert_eq!(Eval::parse(&value(extreme, None).to_string()), Some(value(extreme, None)));
        }
        for bad in
            ["", "#", "#+3", "--1", "1.", ".5", "0.123", "1,", "1,x", "99999999.0", "1e3", "#3.5", "inf"]
        {
            assert_eq!(Eval::parse(bad), None, "{bad}");
        }
    }
}
