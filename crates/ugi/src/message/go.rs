use std::{fmt, time::Duration};

use mekong_core::{Explain, Lang, Player, explained_error, quoted, say};

/// The limits of a search: the command `go`. The first limit that is reached counts.
///
/// ```
/// use mekong_ugi::Go;
///
/// assert_eq!(Go::nodes(5000).to_string(), "go nodes 5000");
/// assert_eq!("movetime 500".parse(), Ok(Go::time(std::time::Duration::from_millis(500))));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// The time for this move (`movetime`).
    pub time: Option<Duration>,
    /// The clocks of a game.
    pub clocks: Option<Clocks>,
    /// Until `stop`.
    pub infinite: bool,
}

/// The clocks of a game, by seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clocks {
    /// The remaining time per seat.
    pub left: [Duration; 2],
    /// The increment per move and seat.
    pub increment: [Duration; 2],
}

impl Clocks {
    /// The remaining time and increment of a seat.
    #[must_use]
    pub const fn of(&self, player: Player) -> (Duration, Duration) {
        (self.left[player.index()], self.increment[player.index()])
    }
}

impl Go {
    /// A depth limit.
    #[must_use]
    pub fn depth(plies: u32) -> Go {
        Go { depth: Some(plies), ..Go::default() }
    }

    /// A node limit.
    #[must_use]
    pub fn nodes(nodes: u64) -> Go {
        Go { nodes: Some(nodes), ..Go::default() }
    }

    /// A time limit for this move.
    #[must_use]
    pub fn time(time: Duration) -> Go {
        Go { time: Some(time), ..Go::default() }
    }

    /// The clocks of a game.
    #[must_use]
    pub fn clocks(clocks: Clocks) -> Go {
        Go { clocks: Some(clocks), ..Go::default() }
    }

    /// No limit; the search runs until stopped.
    #[must_use]
    pub fn infinite() -> Go {
        Go { infinite: true, ..Go::default() }
    }
}

/// The command as sent.
impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if let Some(time) = self.time {
            write!(f, " movetime {}", time.as_millis())?;
        }
        if let Some(Clocks { left: [p1, p2], increment: [inc1, inc2] }) = self.clocks {
            let [p1, p2, inc1, inc2] = [p1, p2, inc1, inc2].map(|time| time.as_millis());
            write!(f, " p1time {p1} p2time {p2} p1inc {inc1} p2inc {inc2}")?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        Ok(())
    }
}

/// Why a `go` command is invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GoError {
    /// An unknown keyword.
    Unknown {
        /// The word.
        word: String,
    },
    /// A keyword with a missing or invalid number.
    NoNumber {
        /// The word.
        word: &'static str,
        /// The text found; empty at the end of the line.
        found: Option<String>,
        /// The maximum; the minimum is 0.
        max: u64,
    },
}

impl Explain for GoError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            GoError::Unknown { word } => {
                let word = quoted(word, lang);
                say!(lang, "unknown limit {word} after \"go\"", "limite inconnue {word} après « go »")
            }
            GoError::NoNumber { word, found: None, .. } => {
                say!(lang, "a number must follow {word}", "un nombre doit suivre {word}")
            }
            GoError::NoNumber { word, found: Some(found), max } => {
                let found = quoted(found, lang);
                say!(
                    lang,
                    "a whole number from 0 to {max} must follow {word}, not {found}",
                    "un nombre entier de 0 à {max} doit suivre {word}, pas {found}",
                )
            }
        }
    }
}
explained_error!(GoError);

/// The keywords that take a number.
const NUMBERED: [&str; 7] = ["depth", "nodes", "movetime", "p1time", "p2time", "p1inc", "p2inc"];

/// Parses the text after `go`. Only remaining times may be negative, which counts as zero: an expired clock.
impl std::str::FromStr for Go {
    type Err = GoError;

    fn from_str(text: &str) -> Result<Go, GoError> {
        let mut go = Go::default();
        let mut words = text.split_ascii_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                go.infinite = true;
                continue;
            }
            let Some(word) = NUMBERED.into_iter().find(|known| *known == word) else {
                return Err(GoError::Unknown { word: word.to_owned() });
            };
            let found = words.next();
            let max = if word == "depth" { u32::MAX.into() } else { u64::MAX };
            let is_clock = matches!(word, "p1time" | "p2time");
            let number = found.and_then(|text| whole_number(text, is_clock)).filter(|number| *number <= max);
            let number =
                number.ok_or_else(|| GoError::NoNumber { word, found: found.map(str::to_owned), max })?;
            let time = Duration::from_millis(number);
            match word {
                "depth" => go.depth = number.try_into().ok(),
                "nodes" => go.nodes = Some(number),
                "movetime" => go.time = Some(time),
                "p1time" => go.clocks.get_or_insert_default().left[0] = time,
                "p2time" => go.clocks.get_or_insert_default().left[1] = time,
                "p1inc" => go.clocks.get_or_insert_default().increment[0] = time,
                _ => go.clocks.get_or_insert_default().increment[1] = time,
            }
        }
        Ok(go)
    }
}

/// A 64-bit unsigned integer, digits only. Negative numbers count as zero where they are allowed.
fn whole_number(text: &str, may_be_negative: bool) -> Option<u64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    match (negative, may_be_negative) {
        (false, _) => digits.parse().ok(),
        (true, true) => Some(0),
        (true, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use mekong_core::{Explain as _, Lang};

    use super::{Clocks, Go, GoError, NUMBERED};

    #[test]
    fn texts_round_trip() {
        let second = Duration::from_secs(1);
        let clocks = Clocks { left: [second, 2 * second], increment: [second / 10, Duration::ZERO] };
        let all =
            Go { depth: Some(3), nodes: Some(5), time: Some(second), clocks: Some(clocks), infinite: true };
        for go in [Go::depth(3), Go::nodes(7), Go::time(second), Go::clocks(clocks), Go::infinite(), all] {
            let text = go.to_string();
            assert_eq!(text.strip_prefix("go ").unwrap().parse(), Ok(go), "{text}");
        }
        assert_eq!(Go::clocks(clocks).to_string(), "go p1time 1000 p2time 2000 p1inc 100 p2inc 0");
        assert_eq!("".parse(), Ok(Go::default()));
    }

    #[test]
    fn numbers_out_of_range_are_rejected() {
        for word in NUMBERED {
            let max = if word == "depth" { u32::MAX.into() } else { u64::MAX };
            let refused =
                |found: Option<&str>| Err(GoError::NoNumber { word, found: found.map(str::to_owned), max });
            assert_eq!(word.parse::<Go>(), refused(None));
            let too_large = (u128::from(max) + 1).to_string();
            let bad = ["-", "--5", "+5", "1.5", "1e3", "0x10", "five", "\u{661}", "99999999999999999999999"];
            for found in bad.into_iter().chain([too_large.as_str()]) {
                assert_eq!(format!("{word} {found}").parse::<Go>(), refused(Some(found)));
            }
            assert!(format!("{word} {max}").parse::<Go>().is_ok());
            assert!(format!("{word} 0").parse::<Go>().is_ok());
            let negative = format!("{word} -5").parse::<Go>();
            match word {
                // An expired clock.
                "p1time" | "p2time" => assert_eq!(negative, Ok(Go::clocks(Clocks::default()))),
                _ => assert_eq!(negative, refused(Some("-5"))),
            }
        }
    }

    #[test]
    fn rejected_number_names_the_valid_range() {
        let error = "depth -1".parse::<Go>().unwrap_err();
        assert_eq!(
            error.explain(Lang::En),
            "a whole number from 0 to 4294967295 must follow depth, not \"-1\""
        );
        assert_eq!(
            error.explain(Lang::Fr),
            "un nombre entier de 0 à 4294967295 doit suivre depth, pas « -1 »"
        );
    }

    #[test]
    fn other_texts_are_rejected() {
        let unknown = |word: &str| Err(GoError::Unknown { word: word.to_owned() });
        assert_eq!("depth 3 fast".parse::<Go>(), unknown("fast"));
        assert_eq!("Depth 3".parse::<Go>(), unknown("Depth"));
        assert_eq!("-5".parse::<Go>(), unknown("-5"));
    }
}
