use std::sync::Arc;

use mekong_core::{
    Explain, Lang, ParseMoveError, SyntaxError, VariantError, explain_all, explained_error, quoted, say,
    visible, with_subject,
};

use crate::GAMES;

/// A type-erased error of a game.
type ErasedError = Arc<dyn GameError>;

trait GameError: Explain + std::fmt::Debug + Send + Sync {}
impl<E: Explain + std::fmt::Debug + Send + Sync> GameError for E {}

/// An invalid position text.
#[derive(Clone, Debug)]
pub enum PositionError {
    /// The text does not have the form of a position.
    Syntax(Box<SyntaxError>),
    /// The text is well-formed, but the position is impossible. Lists every problem.
    Invalid(Vec<PositionProblem>),
}

/// Why a position is impossible.
#[derive(Clone, Debug)]
pub struct PositionProblem(ErasedError);

impl PositionError {
    pub(crate) fn new<P>(error: mekong_core::PositionError<P>) -> PositionError
    where
        P: Explain + std::fmt::Debug + Send + Sync + 'static,
    {
        match error {
            mekong_core::PositionError::Syntax(error) => PositionError::Syntax(Box::new(error)),
            mekong_core::PositionError::Invalid(problems) => {
                let problem = |problem: P| PositionProblem(Arc::new(problem));
                PositionError::Invalid(problems.into_iter().map(problem).collect())
            }
        }
    }
}

impl Explain for PositionProblem {
    fn explain(&self, lang: Lang) -> String {
        self.0.explain(lang)
    }
}

impl Explain for PositionError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            PositionError::Syntax(error) => error.explain(lang),
            PositionError::Invalid(problems) => explain_all(problems, lang),
        }
    }
}

/// Why a move cannot be played. The session is unchanged.
#[derive(Clone, Debug)]
pub enum MoveError {
    /// The text is not a move of this game.
    Syntax(ParseMoveError),
    /// The move is illegal, or the game is over.
    Illegal(IllegalMove),
}

/// Why the rules of the game forbid a move.
#[derive(Clone, Debug)]
pub struct IllegalMove(ErasedError);

impl IllegalMove {
    pub(crate) fn new(error: impl Explain + std::fmt::Debug + Send + Sync + 'static) -> IllegalMove {
        IllegalMove(Arc::new(error))
    }
}

impl Explain for MoveError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            MoveError::Syntax(error) => error.explain(lang),
            MoveError::Illegal(reason) => reason.0.explain(lang),
        }
    }
}

/// Why a session cannot be opened.
#[derive(Clone, Debug)]
pub enum OpenError {
    /// There is no game with this id.
    UnknownGame {
        /// The id given.
        id: String,
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
            OpenError::UnknownGame { id } => {
                let games = GAMES.iter().map(|entry| entry.info().id).collect::<Vec<_>>().join(", ");
                if id.is_empty() {
                    return say!(
                        lang,
                        "game: the name is missing (games: {games})",
                        "jeu : il manque le nom (jeux : {games})",
                    );
                }
                let name = quoted(id, lang);
                say!(
                    lang,
                    "game: {name} is unknown (games: {games})",
                    "jeu : {name} est inconnu (jeux : {games})",
                )
            }
            OpenError::Variant(error) => error.explain(lang),
            OpenError::Position(error) => with_subject("position", &error.explain(lang), lang),
            OpenError::Move { number, text, error } => {
                let (text, why) = (visible(text), error.explain(lang));
                say!(lang, "move {number} ({text}): {why}", "coup {number} ({text}) : {why}")
            }
        }
    }
}

explained_error!(PositionError, PositionProblem, MoveError, OpenError);
