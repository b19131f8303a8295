use std::{borrow::Cow, sync::Arc};

use mekong_core::{Explain, Lang, VariantError, about, explained_error, say};

use crate::GAMES;

/// Something a game's own error type can say; the type itself stays in the game.
type Said = Arc<dyn SaidBy>;

trait SaidBy: Explain + std::fmt::Debug + Send + Sync {}
impl<E: Explain + std::fmt::Debug + Send + Sync> SaidBy for E {}

/// Why a game refuses a position text.
#[derive(Clone, Debug)]
pub struct PositionError(Said);

impl PositionError {
    pub(crate) fn new(error: impl Explain + std::fmt::Debug + Send + Sync + 'static) -> PositionError {
        PositionError(Arc::new(error))
    }
}

impl Explain for PositionError {
    fn explain(&self, lang: Lang) -> String {
        short_words(&self.0.explain(lang))
    }
}

/// Why a move is refused. The session has not changed.
#[derive(Clone, Debug)]
pub enum MoveError {
    /// The text is not a move of this game.
    Unreadable(MoveReason),
    /// The move can be read, and the rules forbid it, or the game is over.
    Illegal(MoveReason),
}

/// What the game says about a refused move.
#[derive(Clone, Debug)]
pub struct MoveReason(Said);

impl MoveReason {
    pub(crate) fn new(error: impl Explain + std::fmt::Debug + Send + Sync + 'static) -> MoveReason {
        MoveReason(Arc::new(error))
    }
}

impl Explain for MoveError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            MoveError::Unreadable(reason) | MoveError::Illegal(reason) => reason.0.explain(lang),
        }
    }
}

/// Why a session cannot be opened from a game's name, variants, a position and moves.
#[derive(Clone, Debug)]
pub enum OpenError {
    /// There is no game of this name.
    UnknownGame {
        /// The name given.
        name: String,
    },
    /// The variants are refused.
    Variant(VariantError),
    /// The position is refused.
    Position(PositionError),
    /// One of the moves is refused.
    Move {
        /// Which, from 1.
        number: usize,
        /// Its text.
        text: String,
        /// Why.
        error: MoveError,
    },
}

impl Explain for OpenError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            OpenError::UnknownGame { name } => {
                let name = short(name);
                let games = GAMES.map(|entry| entry.info().id).join(", ");
                say!(
                    lang,
                    "game: there is no game \"{name}\" (there are: {games})",
                    "jeu : il n'y a pas de jeu « {name} » (il y a : {games})",
                )
            }
            OpenError::Variant(VariantError::Unknown { name, game, known }) => {
                let (name, known) = (short(name).into_owned(), known.clone());
                VariantError::Unknown { name, game, known }.explain(lang)
            }
            OpenError::Variant(error) => error.explain(lang),
            OpenError::Position(error) => about("position", &error.explain(lang), lang),
            OpenError::Move { number, text, error } => {
                let (text, why) = (short(text), error.explain(lang));
                say!(lang, "move {number} ({text}): {why}", "coup {number} ({text}) : {why}")
            }
        }
    }
}

/// The beginning of a text that anyone may have sent: an error is a sentence, and not a megabyte long.
pub(crate) fn short(text: &str) -> Cow<'_, str> {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// A sentence about a position quotes a field of it, which anyone may have made a megabyte long. No word is.
fn short_words(sentence: &str) -> String {
    const LONGEST: usize = 40;
    let words = sentence.split(' ').map(|word| match word.char_indices().nth(LONGEST) {
        Some((end, _)) => {
            // The quotation mark that closes it, if it is in the word.
            let close = if word.ends_with('"') { "\"" } else { "" };
            Cow::Owned(format!("{}…{close}", &word[..end]))
        }
        None => Cow::Borrowed(word),
    });
    words.collect::<Vec<_>>().join(" ")
}

explained_error!(PositionError, MoveError, OpenError);
