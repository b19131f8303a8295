use std::sync::Arc;

use mekong_core::{
    Explain, Lang, ParseMoveError, VariantError, about, explained_error, quoted, say, visible,
};

use crate::GAMES;

/// A type-erased error of a game.
type ErasedError = Arc<dyn GameError>;

trait GameError: Explain + std::fmt::Debug + Send + Sync {}
impl<E: Explain + std::fmt::Debug + Send + Sync> GameError for E {}

/// An invalid position text.
#[derive(Clone, Debug)]
pub struct PositionError(ErasedError);

impl PositionError {
    pub(crate) fn new(error: impl Explain + std::fmt::Debug + Send + Sync + 'static) -> PositionError {
        PositionError(Arc::new(error))
    }
}

impl Explain for PositionError {
    fn explain(&self, lang: Lang) -> String {
        self.0.explain(lang)
    }
}

/// Why a move cannot be played. The session is unchanged.
#[derive(Clone, Debug)]
pub enum MoveError {
    /// The text is not a move of this game.
    Unreadable(ParseMoveError),
    /// The move is illegal, or the game is over.
    Illegal(MoveReason),
}

/// Why the rules of the game forbid a move.
#[derive(Clone, Debug)]
pub struct MoveReason(ErasedError);

impl MoveReason {
    pub(crate) fn new(error: impl Explain + std::fmt::Debug + Send + Sync + 'static) -> MoveReason {
        MoveReason(Arc::new(error))
    }
}

impl Explain for MoveError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            MoveError::Unreadable(error) => error.explain(lang),
            MoveError::Illegal(reason) => reason.0.explain(lang),
        }
    }
}

/// Why a session cannot be opened.
#[derive(Clone, Debug)]
pub enum OpenError {
    /// There is no game of this name.
    UnknownGame {
        /// The name given.
        name: String,
    },
    /// Invalid variants.
    Variant(VariantError),
    /// An invalid position.
    Position(PositionError),
    /// An invalid or illegal move.
    Move {
        /// The number of the move, from 1.
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
                let games = GAMES.iter().map(|entry| entry.info().id).collect::<Vec<_>>().join(", ");
                if name.is_empty() {
                    return say!(
                        lang,
                        "game: the name is missing (there are: {games})",
                        "jeu : il manque le nom (il y a : {games})",
                    );
                }
                let name = quoted(name, lang);
                say!(
                    lang,
                    "game: there is no game {name} (there are: {games})",
                    "jeu : il n’y a pas de jeu {name} (il y a : {games})",
                )
            }
            OpenError::Variant(error) => error.explain(lang),
            OpenError::Position(error) => about("position", &error.explain(lang), lang),
            OpenError::Move { number, text, error } => {
                let (text, why) = (visible(text), error.explain(lang));
                say!(lang, "move {number} ({text}): {why}", "coup {number} ({text}) : {why}")
            }
        }
    }
}

explained_error!(PositionError, MoveError, OpenError);
