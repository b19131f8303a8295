use crate::{BoardMarks, Explain as _, Insight, Lang, Mark, say};

/// Describes positions and moves in the words of a player.
///
/// Phrases begin without a capital and end without a full stop, so that they can be joined to others; a place such as
/// `c2` is never capitalised. Apart from the defaults, no phrase contains the text of a move.
pub trait Narrate: Insight {
    /// What the player to move does now, as a request. It has no colon, because it may follow one: "Your turn: …".
    fn instruction(&self, lang: Lang) -> String {
        say!(lang, "choose a move", "choisissez un coup")
    }

    /// What a legal move does.
    fn describe_move(&self, mv: Self::Move, lang: Lang) -> String {
        let _ = lang;
        Self::move_text(mv)
    }

    /// A legal move as a drawing: arrows, and ghosts of the pieces where it puts them.
    fn move_marks(&self, mv: Self::Move) -> Vec<Mark> {
        let _ = mv;
        Vec::new()
    }

    /// Where to look for a legal move and why, without giving the move away. Empty if there is nothing to say.
    fn hint(&self, mv: Self::Move, lang: Lang) -> BoardMarks {
        let _ = (mv, lang);
        BoardMarks::default()
    }

    /// What decided a game that ends with this legal move, and why. The places are those of the final position.
    fn ending(&self, mv: Self::Move, lang: Lang) -> BoardMarks {
        let mut after = self.clone();
        after.play_unchecked(mv);
        let text = after.outcome().map(|outcome| outcome.explain(lang)).unwrap_or_default();
        BoardMarks { marks: Vec::new(), text }
    }
}

/// Joins phrases: `a, b and c`.
///
/// ```
/// use mekong_core::{Lang, join_with_and, join_with_or};
///
/// assert_eq!(join_with_and(&["a", "b", "c"], Lang::En), "a, b and c");
/// assert_eq!(join_with_or(&["a", "b"], Lang::Fr), "a ou b");
/// ```
#[must_use]
pub fn join_with_and(phrases: &[impl AsRef<str>], lang: Lang) -> String {
    join(phrases, lang.pick(" and ", " et "))
}

/// Joins phrases: `a, b or c`.
#[must_use]
pub fn join_with_or(phrases: &[impl AsRef<str>], lang: Lang) -> String {
    join(phrases, lang.pick(" or ", " ou "))
}

fn join(phrases: &[impl AsRef<str>], conjunction: &str) -> String {
    let mut text = String::new();
    for (index, phrase) in phrases.iter().enumerate() {
        if index > 0 {
            text.push_str(if index + 1 == phrases.len() { conjunction } else { ", " });
        }
        text.push_str(phrase.as_ref());
    }
    text
}
