use mekong_core::{Explain, Lang, explained_error, join_with_and, moves_to_win, say};

/// Why a position is not a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CertifyError {
    /// The game is over.
    Over,
    /// Only one move is legal.
    OneMove,
    /// Every move is proven to lose.
    Lost,
    /// The solution is not unique: several moves that are not equivalent keep the result.
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

impl CertifyError {
    /// The machine-readable name.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            CertifyError::Over => "over",
            CertifyError::OneMove => "one-move",
            CertifyError::Lost => "lost",
            CertifyError::Several { .. } => "several",
            CertifyError::SeveralLater { .. } => "several-later",
            CertifyError::NoWin { .. } => "no-win",
            CertifyError::Limit => "limit",
            CertifyError::TooEarly => "too-early",
            CertifyError::Cancelled => "cancelled",
        }
    }
}

impl Explain for CertifyError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            CertifyError::Over => say!(lang, "the game is over", "la partie est terminée"),
            CertifyError::OneMove => {
                say!(
                    lang,
                    "there is only one legal move, so there is nothing to find",
                    "un seul coup est légal : il n’y a rien à trouver"
                )
            }
            CertifyError::Lost => say!(
                lang,
                "every move loses against best play, so there is no result to keep",
                "tous les coups perdent si l’adversaire joue au mieux : il n’y a pas de résultat à garder",
            ),
            CertifyError::Several { moves, count, draw } => {
                let moves = &moves[usize::from(lang == Lang::Fr)];
                let shown = join_with_and(moves, lang);
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
            CertifyError::SeveralLater { turn } => say!(
                lang,
                "the first move is unique, but at move {turn} several moves win equally fast",
                "le premier coup est unique, mais au coup {turn} plusieurs coups gagnent aussi vite",
            ),
            CertifyError::NoWin { within } => {
                let moves = moves_to_win((*within).into());
                let s = lang.plural_s(moves);
                say!(
                    lang,
                    "there is no forced win within {moves} move{s}, and nothing else can be proven here",
                    "il n’y a pas de gain forcé en {moves} coup{s}, et rien d’autre ne peut être prouvé ici",
                )
            }
            CertifyError::Limit => say!(
                lang,
                "the proof takes too long: the position is too complex",
                "la preuve prend trop de temps : la position est trop complexe",
            ),
            CertifyError::TooEarly => say!(
                lang,
                "it is too early in the game: the exact solver needs fewer pieces",
                "la partie n’est pas assez avancée : le calcul exact demande qu’il reste moins de pièces",
            ),
            CertifyError::Cancelled => say!(lang, "the proof was cancelled", "la preuve a été annulée"),
        }
    }
}
explained_error!(CertifyError);
