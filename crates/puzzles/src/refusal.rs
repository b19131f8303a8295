use mekong_core::{Explain, Lang, explained_error, list, moves_to_win, say};

/// Why a position is not a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The game is over.
    Over,
    /// Only one move is legal.
    OneMove,
    /// The player to move is proven to lose whatever they play.
    Lost,
    /// All moves keep the result, or too many to state.
    Several {
        /// Some of them, described in both languages.
        moves: [Vec<String>; 2],
        /// How many there are.
        count: usize,
        /// Whether they keep a draw rather than a win.
        draw: bool,
    },
    /// The first move is unique, but at a later turn several moves win.
    SeveralLater {
        /// The number of the solver's move, from 1.
        turn: u32,
    },
    /// No win was found within the maximum length.
    NoWin {
        /// The maximum length in plies.
        within: u16,
    },
    /// The proof was not completed within the limit.
    Limit,
    /// The position is too early for the exact solver.
    TooEarly,
    /// The work was cancelled.
    Cancelled,
}

impl Refusal {
    /// The machine-readable name.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Refusal::Over => "over",
            Refusal::OneMove => "one-move",
            Refusal::Lost => "lost",
            Refusal::Several { .. } => "several",
            Refusal::SeveralLater { .. } => "several-later",
            Refusal::NoWin { .. } => "no-win",
            Refusal::Limit => "limit",
            Refusal::TooEarly => "too-early",
            Refusal::Cancelled => "cancelled",
        }
    }
}

impl Explain for Refusal {
    fn explain(&self, lang: Lang) -> String {
        match self {
            Refusal::Over => say!(lang, "the game is over", "la partie est finie"),
            Refusal::OneMove => {
                say!(
                    lang,
                    "there is only one legal move, so there is nothing to find",
                    "un seul coup est légal : il n’y a rien à trouver"
                )
            }
            Refusal::Lost => say!(
                lang,
                "every move loses against the best play, so there is no result to keep",
                "tous les coups perdent contre le meilleur jeu : il n’y a pas de résultat à garder",
            ),
            Refusal::Several { moves, count, draw } => {
                let moves = &moves[usize::from(lang == Lang::Fr)];
                let shown = list(moves, lang);
                let more = if *count > moves.len() { ", …" } else { "" };
                if *draw {
                    say!(
                        lang,
                        "the solution is not unique: {count} moves hold the draw ({shown}{more})",
                        "la solution n’est pas unique : {count} coups tiennent la nulle ({shown}{more})",
                    )
                } else {
                    say!(
                        lang,
                        "the solution is not unique: {count} moves win ({shown}{more})",
                        "la solution n’est pas unique : {count} coups gagnent ({shown}{more})",
                    )
                }
            }
            Refusal::SeveralLater { turn } => say!(
                lang,
                "the first move is the only one, but at move {turn} several moves win equally fast",
                "le premier coup est unique, mais au coup {turn} plusieurs coups gagnent aussi vite",
            ),
            Refusal::NoWin { within } => {
                let moves = moves_to_win((*within).into());
                say!(
                    lang,
                    "there is no forced win within {moves} moves, and nothing else can be proven here",
                    "il n’y a pas de gain forcé en {moves} coups, et rien d’autre ne peut être prouvé ici",
                )
            }
            Refusal::Limit => say!(
                lang,
                "the proof takes too long: the position is too complex",
                "la preuve prend trop de temps : la position est trop complexe",
            ),
            Refusal::TooEarly => say!(
                lang,
                "it is too early in the game: the exact solver needs fewer pieces",
                "la partie n’est pas assez avancée : le calcul exact demande moins de pièces",
            ),
            Refusal::Cancelled => say!(lang, "cancelled", "annulé"),
        }
    }
}
explained_error!(Refusal);
