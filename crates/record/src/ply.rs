use mekong_core::{Explain, Lang, explained_error, quoted, say};

use crate::{Comment, GameResult, Location};

/// One move with its annotations, comments and variations.
#[derive(Clone, Debug)]
pub struct Ply {
    mv: String,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`, 3 is `!!`, 4 is `??`, 5 is `!?`, 6 is `?!`, and so on.
    pub nags: Vec<u8>,
    /// Comments on the move.
    pub comments: Vec<Comment>,
    /// Other lines that begin *instead of* this move.
    pub variations: Vec<Variation>,
    /// Where the move begins in the text it was read from. Two plies that differ only in this are equal.
    pub at: Option<Location>,
}

impl Ply {
    /// A bare move. Its text is not checked against any rules, only that a game file can hold it.
    pub fn new(mv: &str) -> Result<Ply, MoveTextError> {
        if is_move_text(mv) { Ok(Ply::bare(mv, None)) } else { Err(MoveTextError { text: mv.to_owned() }) }
    }

    /// A bare move whose text is known to be valid.
    pub(crate) fn bare(mv: &str, at: Option<Location>) -> Ply {
        debug_assert!(is_move_text(mv));
        Ply { mv: mv.to_owned(), nags: Vec::new(), comments: Vec::new(), variations: Vec::new(), at }
    }

    /// The text of the move.
    #[must_use]
    pub fn mv(&self) -> &str {
        &self.mv
    }
}

impl PartialEq for Ply {
    fn eq(&self, other: &Ply) -> bool {
        self.mv == other.mv
            && self.nags == other.nags
            && self.comments == other.comments
            && self.variations == other.variations
    }
}
impl Eq for Ply {}

/// An alternative line, which replaces the ply it belongs to.
///
/// Variations nest up to [`MAX_DEPTH`](crate::MAX_DEPTH) levels.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Variation {
    /// Comments before its first move.
    pub before: Vec<Comment>,
    /// Its moves.
    pub plies: Vec<Ply>,
}

/// The characters of move texts. `@ # -` are part of moves in our games; `! ? $ ( ) { } [ ] ; . * %` mean
/// something else in a game file.
pub(crate) fn is_move_char(ch: char) -> bool {
    ch.is_ascii_alphanumeric() || "@#+-=:/_,'~^&".contains(ch)
}

fn is_move_text(text: &str) -> bool {
    text.chars().all(is_move_char)
        && !text.bytes().all(|byte| byte.is_ascii_digit())
        && GameResult::from_code(text).is_none()
}

/// Why a text cannot stand for a move in a game file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveTextError {
    /// The text given.
    pub text: String,
}

impl Explain for MoveTextError {
    fn explain(&self, lang: Lang) -> String {
        let text = quoted(&self.text, lang);
        say!(lang, "{text} cannot be written as a move", "{text} ne peut pas s’écrire comme un coup")
    }
}
explained_error!(MoveTextError);

#[cfg(test)]
mod tests {
    use super::Ply;
    use crate::Location;

    #[test]
    fn moves_of_all_games_are_valid_move_texts() {
        for text in "@c1N c1c2E c1W c1- c1c2 c4ne c4# pass pr pl 1-3x2 b2 a1c2 s1@a1 0-0".split(' ') {
            assert_eq!(Ply::new(text).unwrap().mv(), text);
        }
        for text in
            ["", "12", "1-0", "1/2-1/2", "*", "a b", "a!", "a.", "(a", "{", "$1", "é", "%a", "[a", "a\n"]
        {
            assert!(Ply::new(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn plies_compare_without_location() {
        let mut ply = Ply::new("c1c2").unwrap();
        ply.at = Some(Location { line: 3, column: 4 });
        assert_eq!(ply, Ply::new("c1c2").unwrap());
    }
}
