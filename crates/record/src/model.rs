use std::fmt;

use crate::{Comment, GameResult, Location, Ply, TagError, Tags};

/// One game of a game file: tags, moves, comments, variations and a result.
///
/// A record contains no rules: its moves are texts. [`Ply::at`] and [`Record::tag_location`] give locations for error
/// messages about illegal moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    tags: Tags,
    result: GameResult,
    /// The number of the first move.
    pub first: Numbering,
    /// Comments before the first move.
    pub before: Vec<Comment>,
    /// The moves played.
    pub plies: Vec<Ply>,
}

impl Record {
    /// A new record with the seven tags of the PGN standard, unknown yet, and the game. `fen` is the start position if
    /// it is not the standard one.
    ///
    /// ```
    /// use mekong_record::Record;
    ///
    /// let record = Record::new("saigon", &["race"], Some("LLLL/DDDD/LLLL/DDDD D"));
    /// assert_eq!(record.game(), Some("saigon"));
    /// assert_eq!(record.variants(), ["race"]);
    /// assert_eq!(record.tag("Date"), Some("????.??.??"));
    /// ```
    #[must_use]
    pub fn new(game: &str, variants: &[&str], fen: Option<&str>) -> Record {
        let mut tags = Tags::default();
        for (name, value) in [
            ("Event", "?"),
            ("Site", "?"),
            ("Date", "????.??.??"),
            ("Round", "?"),
            ("White", "?"),
            ("Black", "?"),
            ("Result", GameResult::Unknown.code()),
            ("Game", game),
        ] {
            tags.push(name, value, None);
        }
        if !variants.is_empty() {
            tags.push("Variant", &variants.join(","), None);
        }
        if let Some(fen) = fen {
            tags.push("FEN", fen, None);
            tags.push("SetUp", "1", None);
        }
        Record { tags, ..Record::default() }
    }

    /// A record without moves. If there is a `Result` tag, it must agree with the result.
    pub(crate) fn from_parts(tags: Tags, result: GameResult) -> Record {
        debug_assert!(tags.get("Result").is_none_or(|tag| tag == result.code()));
        Record { tags, result, ..Record::default() }
    }

    /// All tags, in order.
    #[must_use]
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.get(name)
    }

    /// The location of the value of a tag; `None` if the record was not read from a text.
    #[must_use]
    pub fn tag_location(&self, name: &str) -> Option<Location> {
        self.tags.location(name)
    }

    /// Sets a tag. An existing tag keeps its position; a new one is inserted at its usual position. Line breaks in the
    /// value become spaces. Setting `Result` sets the [`result`](Record::result) too.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        if name == "Result" {
            self.result =
                GameResult::from_code(value).ok_or_else(|| TagError::Result { value: value.to_owned() })?;
        }
        self.tags.set(name, value)
    }

    /// Removes a tag and returns its value. Removing `Result` does not change the result.
    pub fn remove_tag(&mut self, name: &str) -> Option<String> {
        self.tags.remove(name)
    }

    /// The name of the game, from the tag `Game`.
    #[must_use]
    pub fn game(&self) -> Option<&str> {
        self.tag("Game")
    }

    /// The names of the variant rules, from the comma-separated tag `Variant`.
    #[must_use]
    pub fn variants(&self) -> Vec<&str> {
        let names = self.tag("Variant").unwrap_or_default().split(',');
        names.map(str::trim).filter(|name| !name.is_empty()).collect()
    }

    /// The start position, from the tag `FEN`; `None` if it is the standard one.
    #[must_use]
    pub fn fen(&self) -> Option<&str> {
        self.tag("FEN")
    }

    /// The result.
    #[must_use]
    pub fn result(&self) -> GameResult {
        self.result
    }

    /// Sets the result, and the tag `Result` if there is one.
    pub fn set_result(&mut self, result: GameResult) {
        self.result = result;
        if self.tags.get("Result").is_some() {
            // The tag name is valid.
            let _ = self.tags.set("Result", result.code());
        }
    }

    /// The texts of the moves played, without variations.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = &str> {
        self.plies.iter().map(Ply::mv)
    }
}

/// The number of a ply. Plies are numbered in pairs from the start of the record, regardless of the player to move: the
/// first of a pair is written `3. c1c2`, the second, if it needs a number, `3... c1c2`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Numbering {
    /// The number of the pair.
    pub number: u32,
    /// Whether it is the second of the pair.
    pub second: bool,
}

impl Numbering {
    /// The number of the ply that comes `plies` later.
    #[must_use]
    pub fn after(self, plies: usize) -> Numbering {
        let halves = u64::from(self.number) * 2 + u64::from(self.second);
        let halves = halves.saturating_add(plies as u64);
        Numbering { number: u32::try_from(halves / 2).unwrap_or(u32::MAX), second: halves % 2 == 1 }
    }
}

impl Default for Numbering {
    /// `1.`
    fn default() -> Numbering {
        Numbering { number: 1, second: false }
    }
}

impl fmt::Display for Numbering {
    /// `1.` or `1...`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, if self.second { "..." } else { "." })
    }
}

#[cfg(test)]
mod tests {
    use super::{Numbering, Record};
    use crate::{GameResult, TagError};

    #[test]
    fn plies_are_numbered_in_pairs() {
        let start = Numbering { number: 7, second: true };
        let texts: Vec<String> = (0..4).map(|plies| start.after(plies).to_string()).collect();
        assert_eq!(texts, ["7...", "8.", "8...", "9."]);
        let last = Numbering { number: u32::MAX, second: true };
        assert_eq!(last.after(usize::MAX).number, u32::MAX);
    }

    #[test]
    fn result_and_result_tag_agree() {
        let mut record = Record::new("siam", &["opening", "single-exit"], None);
        assert_eq!(record.tag("Variant"), Some("opening,single-exit"));
        record.set_result(GameResult::Draw);
        assert_eq!(record.tag("Result"), Some("1/2-1/2"));
        record.set_tag("Result", "0-1").unwrap();
        assert_eq!(record.result(), GameResult::P2Wins);
        assert_eq!(record.set_tag("Result", "2-0"), Err(TagError::Result { value: "2-0".into() }));
        assert_eq!(record.result(), GameResult::P2Wins);
        record.remove_tag("Result");
        record.set_result(GameResult::P1Wins);
        assert_eq!(record.tag("Result"), None);
    }
}
