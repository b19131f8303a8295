use std::sync::Arc;

use mekong_core::{Explain, Lang, VariantError, about, explained_error, quoted, say, visible};

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
        self.0.explain(lang)
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
                let games = GAMES.iter().map(|entry| entry.info().id).collect::<Vec<_>>().join(", ");
                if name.is_empty() {
                    return say!(
                        lang,
                        "game: the name is missing (there are: {games})",
                        "jeu : il manque le nom (il y a : {games})",
                    );
                }
                let name = quoted(name, lang);
                say!(
                    lang,
                    "game: there is no game {name} (there are: {games})",
                    "jeu : il n'y a pas de jeu {name} (il y a : {games})",
                )
            }
            OpenError::Variant(error) => error.explain(lang),
            OpenError::Position(error) => about("position", &error.explain(lang), lang),
            OpenError::Move { number, text, error } => {
                let (text, why) = (visible(text), error.explain(lang));
                say!(lang, "move {number} ({text}): {why}", "coup {number} ({text}) : {why}")
            }
        }
    }
}

explained_error!(PositionError, MoveError, OpenError);
