use mekong_core::{
    Explain, Game as _, Lang, Player, ROWS_FIELD, SIDE_FIELD, Text, explained_error, say, with_subject,
};

use crate::{
    Palam,
    board::{Cell, Piece},
};

/// The name of the field for the engaged piece.
pub(crate) const DUEL_FIELD: Text = Text::same("duel");

/// The name of the field for the right to swap.
pub(crate) const SWAP_FIELD: Text = Text { en: "swap", fr: "échange" };

/// The name of the field for the points.
pub(crate) const SCORE_FIELD: Text = Text::same("score");

/// While drafting, the name of the field for the pieces to choose from.
pub(crate) const FACE_UP_FIELD: Text = Text { en: "face up", fr: "pièces visibles" };

/// While drafting, the name of the field for the placements left in this turn.
pub(crate) const LEFT_FIELD: Text = Text { en: "placements left", fr: "poses restantes" };

/// While drafting, the name of the field for the pieces still face down.
pub(crate) const FACE_DOWN_FIELD: Text = Text { en: "face down", fr: "pièces cachées" };

/// Why a position text is refused.
pub type PositionError = mekong_core::PositionError<Problem>;

/// What makes a position impossible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// Two pieces on one cell.
    TwoPieces {
        /// The cell.
        cell: Cell,
    },
    /// The same piece in two places.
    Twice {
        /// The name of the field of the second occurrence.
        field: Text,
        /// The piece.
        piece: Piece,
    },
    /// The camps have different numbers of pieces left.
    Camps {
        /// How many each has, an engaged one counted.
        found: [u32; 2],
    },
    /// `x` while a duel waits.
    NoSwapInDuel,
    /// `x` in a finished game, where there is nothing left to swap.
    NoSwapWhenOver,
    /// A score whose sum is not the value of the captured pieces.
    Score {
        /// The points given.
        found: [u8; 2],
        /// What their sum must be.
        expected: u32,
    },
    /// Pieces are being placed, but `draft` is not played.
    DraftWithoutVariant,
    /// Pieces that appear in no field.
    Missing {
        /// The missing pieces.
        pieces: Vec<Piece>,
    },
    /// No piece is face up: the draft would be over.
    NothingFaceUp,
    /// Neither 12 pieces face down nor none.
    FaceDown {
        /// How many there are.
        found: usize,
    },
    /// Pieces in the front rows before the back rows are full.
    FrontTooSoon {
        /// Where they stand.
        cells: Vec<Cell>,
    },
    /// All pieces are turned up, but a back row is not full.
    BackNotFull {
        /// Whose row.
        player: Player,
        /// How many pieces stand in it.
        found: u32,
    },
    /// The players' placements do not fit their turns.
    Placements {
        /// How many pieces each has placed.
        found: [u32; 2],
        /// How many each should have.
        expected: [u32; 2],
    },
    /// It is the other player's turn to place.
    DraftSide {
        /// The expected player to move.
        expected: Player,
        /// After how many placements.
        placed: u32,
    },
    /// The placements left do not fit the placements made.
    Left {
        /// The number given.
        found: u8,
        /// The right number.
        expected: u8,
        /// After how many placements.
        placed: u32,
    },
}

impl Problem {
    const fn field(&self) -> Text {
        match self {
            Problem::Twice { field, .. } => *field,
            Problem::TwoPieces { .. }
            | Problem::Camps { .. }
            | Problem::Missing { .. }
            | Problem::FrontTooSoon { .. }
            | Problem::BackNotFull { .. }
            | Problem::Placements { .. } => ROWS_FIELD,
            Problem::NoSwapInDuel | Problem::NoSwapWhenOver => SWAP_FIELD,
            Problem::Score { .. } => SCORE_FIELD,
            Problem::DraftSide { .. } => SIDE_FIELD,
            Problem::DraftWithoutVariant | Problem::NothingFaceUp => FACE_UP_FIELD,
            Problem::FaceDown { .. } => FACE_DOWN_FIELD,
            Problem::Left { .. } => LEFT_FIELD,
        }
    }
}

impl Explain for Problem {
    fn explain(&self, lang: Lang) -> String {
        let why = match self {
            Problem::TwoPieces { cell } => say!(lang, "two pieces on {cell}", "deux pièces en {cell}"),
            Problem::Twice { piece, .. } => say!(
                lang,
                "{piece} is in two places, but there is only one of each piece",
                "{piece} est à deux endroits, or chaque pièce est unique",
            ),
            Problem::Camps { found: [isis, anubis] } => {
                let isis = pieces(*isis, lang);
                say!(
                    lang,
                    "Isis has {isis} left and Anubis {anubis}, but a duel takes one from each camp",
                    "il reste {isis} à Isis et {anubis} à Anubis, or un duel en prend une dans chaque camp",
                )
            }
            Problem::NoSwapInDuel => say!(
                lang,
                "must be s while a duel waits, as the opponent has just engaged and not swapped",
                "doit être s quand un duel attend, car l’adversaire vient d’engager et non d’échanger",
            ),
            Problem::NoSwapWhenOver => {
                say!(lang, "must be s in a finished game", "doit être s dans une partie terminée",)
            }
            Problem::Score { found: [isis, anubis], expected } => {
                let sum = u32::from(*isis) + u32::from(*anubis);
                say!(
                    lang,
                    "{isis} and {anubis} make {sum}, but the duels played are worth {expected}",
                    "{isis} et {anubis} font {sum}, or les duels joués valent {expected}",
                )
            }
            Problem::DraftWithoutVariant => say!(
                lang,
                "players place pieces only in the variant “Draft”",
                "les joueurs ne posent les pièces que dans la variante « Placement au choix »",
            ),
            Problem::Missing { pieces } => {
                let pieces = list(pieces);
                say!(
                    lang,
                    "neither on the board nor face up nor face down: {pieces}",
                    "ni sur le plateau, ni parmi les pièces visibles ou cachées : {pieces}",
                )
            }
            Problem::NothingFaceUp => {
                say!(lang, "no piece is left to place", "il n’y a plus de pièce à poser")
            }
            Problem::FaceDown { found } => say!(
                lang,
                "there must be 12 pieces while the back rows are being filled and none after that, not {found}",
                "il faut 12 pièces tant que les rangées arrière se remplissent et aucune ensuite, et non {found}",
            ),
            Problem::FrontTooSoon { cells } => {
                let cells = list(cells);
                say!(
                    lang,
                    "the front rows must be empty while pieces are face down, but there are pieces on {cells}",
                    "les rangées avant doivent être vides tant que des pièces sont cachées, mais il y a des pièces en {cells}",
                )
            }
            Problem::BackNotFull { player, found } => {
                let name = seat(*player, lang);
                say!(
                    lang,
                    "no piece is face down, so the back row of {name} must hold 6 pieces, not {found}",
                    "aucune pièce n’est cachée : la rangée arrière d’{name} doit avoir 6 pièces, et non {found}",
                )
            }
            Problem::Placements { found: [isis, anubis], expected: [of_isis, of_anubis] } => {
                let isis = pieces(*isis, lang);
                say!(
                    lang,
                    "Isis has placed {isis} and Anubis {anubis}, but with two per turn it must be {of_isis} and {of_anubis}",
                    "Isis a posé {isis} et Anubis {anubis}, or à deux par tour ce doit être {of_isis} et {of_anubis}",
                )
            }
            Problem::DraftSide { expected, placed } => {
                let (name, placed) = (seat(*expected, lang), pieces(*placed, lang));
                say!(
                    lang,
                    "with {placed} on the board it is the turn of {name}",
                    "avec {placed} sur le plateau, c’est à {name} de jouer",
                )
            }
            Problem::Left { found, expected, placed } => {
                let placed = pieces(*placed, lang);
                say!(
                    lang,
                    "with {placed} on the board it must be {expected}, not {found}",
                    "avec {placed} sur le plateau, il faut {expected}, et non {found}",
                )
            }
        };
        with_subject(self.field().get(lang), &why, lang)
    }
}

/// A number of pieces in words.
fn pieces(count: u32, lang: Lang) -> String {
    let s = lang.plural_s(count);
    say!(lang, "{count} piece{s}", "{count} pièce{s}")
}

fn list(items: &[impl ToString]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

pub(crate) const fn seat(player: Player, lang: Lang) -> &'static str {
    Palam::INFO.seats[player.index()].get(lang)
}

explained_error!(Problem);
