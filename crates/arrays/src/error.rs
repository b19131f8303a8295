use mekong_core::{Explain, Lang, ParseMoveError, explained_error, quoted, say};

/// Why a move has no action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ActionError {
    /// The text is not a move of the game.
    Unreadable(ParseMoveError),
    /// The notation allows the move, but it is legal in no position.
    NeverLegal {
        /// The text of the move.
        text: String,
    },
}

impl Explain for ActionError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            ActionError::Unreadable(error) => error.explain(lang),
            ActionError::NeverLegal { text } => {
                let text = quoted(text, lang);
                say!(
                    lang,
                    "{text} is not legal in any position, so it has no action",
                    "{text} n’est permis dans aucune position et n’a donc pas de numéro d’action",
                )
            }
        }
    }
}

/// Why a batch cannot be stepped or restored. No game has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepError {
    /// An earlier step or reset is not complete.
    Unfinished,
    /// The bytes are not the state of a batch of this game, variant and size.
    State,
    /// The number of actions is not the number of games.
    Length {
        /// The number of actions.
        found: usize,
        /// The number of games.
        games: usize,
    },
    /// There is no such action.
    Unknown {
        /// The number of the game.
        game: usize,
        /// The action.
        action: i64,
        /// The number of actions.
        count: usize,
    },
    /// The move is illegal.
    Illegal {
        /// The number of the game.
        game: usize,
        /// The action.
        action: i64,
        /// The text of the move.
        text: String,
        /// Why it is illegal, in English and in French.
        reasons: [String; 2],
    },
}

impl Explain for StepError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            StepError::Unfinished => say!(
                lang,
                "the last step or reset is not complete",
                "la dernière étape ou remise à zéro n’est pas terminée",
            ),
            StepError::State => say!(
                lang,
                "these bytes are not a state of an environment with this game, variant and size",
                "ces octets ne sont pas un état d’un environnement avec ce jeu, cette variante et cette taille",
            ),
            StepError::Length { found, games } => {
                say!(lang, "{found} actions for {games} games", "{found} actions pour {games} parties",)
            }
            StepError::Unknown { game, action, count } => {
                let last = count - 1;
                say!(
                    lang,
                    "game {game}: there is no action {action} (actions: 0 to {last})",
                    "partie {game} : il n’y a pas d’action {action} (actions : 0 à {last})",
                )
            }
            StepError::Illegal { game, action, text, reasons } => {
                let why = &reasons[usize::from(lang == Lang::Fr)];
                say!(
                    lang,
                    "game {game}: action {action} ({text}) is illegal: {why}",
                    "partie {game} : l’action {action} ({text}) est interdite : {why}",
                )
            }
        }
    }
}

explained_error!(ActionError, StepError);
