use mekong_core::{Explain, Game as _, Lang, Player, about, explain_all, explained_error, quoted, say};

use crate::{
    Palam,
    board::{Cell, Piece, Sign},
};

/// A field of a position text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// The cells, row 4 first.
    Rows,
    /// Who is to act.
    Side,
    /// The engaged piece.
    Duel,
    /// Whether a swap is allowed.
    Swap,
    /// The points.
    Score,
    /// While drafting: the pieces to choose from.
    FaceUp,
    /// While drafting: the placements left in this turn.
    Left,
    /// While drafting: the pieces still face down.
    FaceDown,
}

impl Field {
    fn name(self, lang: Lang) -> &'static str {
        match (self, lang) {
            (Field::Rows, Lang::En) => "rows",
            (Field::Rows, Lang::Fr) => "rangées",
            (Field::Side, Lang::En) => "side",
            (Field::Side, Lang::Fr) => "trait",
            (Field::Duel, _) => "duel",
            (Field::Swap, Lang::En) => "swap",
            (Field::Swap, Lang::Fr) => "échange",
            (Field::Score, _) => "score",
            (Field::FaceUp, Lang::En) => "face up",
            (Field::FaceUp, Lang::Fr) => "pièces visibles",
            (Field::Left, Lang::En) => "placements left",
            (Field::Left, Lang::Fr) => "poses restantes",
            (Field::FaceDown, Lang::En) => "face down",
            (Field::FaceDown, Lang::Fr) => "pièces cachées",
        }
    }
}

/// Why a position text is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// Not five fields with one space between them.
    FieldCount {
        /// How many there are.
        found: usize,
        /// Whether the third field begins with `+`, as that of a draft does.
        drafting: bool,
    },
    /// Not four rows.
    RowCount {
        /// How many there are.
        found: usize,
    },
    /// A row that does not describe six cells.
    RowLength {
        /// The row's number, 4 at the top.
        row: u8,
        /// How many cells it describes.
        found: usize,
    },
    /// Neither a piece nor `-` on a cell.
    UnknownCell {
        /// The cell.
        cell: Cell,
        /// The text.
        found: String,
    },
    /// A text that names no piece.
    UnknownPiece {
        /// Where it stands, outside the rows.
        field: Field,
        /// The text.
        found: String,
    },
    /// A piece in the wrong case.
    Ground {
        /// Where it stands.
        field: Field,
        /// The piece that is meant.
        piece: Piece,
    },
    /// A side that is neither `I` nor `A`.
    Side {
        /// The text found.
        found: String,
    },
    /// Neither `-` nor a column and a piece nor a list of face-up pieces.
    Duel {
        /// The text found.
        found: String,
    },
    /// Neither `s` nor `x`.
    Swap {
        /// The text found.
        found: String,
    },
    /// Not two plain numbers.
    Score {
        /// The text found.
        found: String,
    },
    /// Neither `2` nor `1`.
    Left {
        /// The text found.
        found: String,
    },
    /// A list of pieces that is not in ASCII order.
    ListOrder {
        /// Which list.
        field: Field,
        /// A piece …
        first: Piece,
        /// … and the one after it, which belongs before it.
        second: Piece,
    },
    /// The text can be read, but no such position can be played from: everything that is wrong with it.
    Invalid(Vec<Problem>),
}

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
        /// Where it is met again.
        field: Field,
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
    /// `x` in a finished game, where nobody has anything left to swap.
    NoSwapWhenOver,
    /// A score whose sum is not the worth of the pieces gone.
    Score {
        /// The points given.
        found: [u8; 2],
        /// What their sum must be.
        expected: u32,
    },
    /// Pieces are being placed, but `draft` is not played.
    DraftWithoutVariant,
    /// Pieces that are nowhere.
    Missing {
        /// They.
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
        /// Who should be to act.
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
    fn field(&self) -> Field {
        match self {
            Problem::Twice { field, .. } => *field,
            Problem::TwoPieces { .. }
            | Problem::Camps { .. }
            | Problem::Missing { .. }
            | Problem::FrontTooSoon { .. }
            | Problem::BackNotFull { .. }
            | Problem::Placements { .. } => Field::Rows,
            Problem::NoSwapInDuel | Problem::NoSwapWhenOver => Field::Swap,
            Problem::Score { .. } => Field::Score,
            Problem::DraftSide { .. } => Field::Side,
            Problem::DraftWithoutVariant | Problem::NothingFaceUp => Field::FaceUp,
            Problem::FaceDown { .. } => Field::FaceDown,
            Problem::Left { .. } => Field::Left,
        }
    }
}

impl Explain for Problem {
    fn explain(&self, lang: Lang) -> String {
        let why = match self {
            Problem::TwoPieces { cell } => say!(lang, "two pieces on {cell}", "deux pièces en {cell}"),
            Problem::Twice { piece, .. } => say!(
                lang,
                "{piece} is in two places, and there is only one of each piece",
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
                "doit être s quand un duel attend, car l'adversaire vient d'engager et non d'échanger",
            ),
            Problem::NoSwapWhenOver => {
                say!(lang, "must be s in a finished game", "doit être s dans une partie finie",)
            }
            Problem::Score { found: [isis, anubis], expected } => {
                let sum = u32::from(*isis) + u32::from(*anubis);
                say!(
                    lang,
                    "{isis} and {anubis} make {sum}, but by the pieces gone they must make {expected}",
                    "{isis} et {anubis} font {sum}, or d'après les pièces jouées il faut {expected}",
                )
            }
            Problem::DraftWithoutVariant => say!(
                lang,
                "pieces are placed by the players in the variant draft only",
                "les joueurs ne posent les pièces que dans la variante draft",
            ),
            Problem::Missing { pieces } => {
                let pieces = list(pieces);
                say!(
                    lang,
                    "neither on the board nor face up nor face down: {pieces}",
                    "ni sur le plateau, ni parmi les pièces visibles ou cachées : {pieces}",
                )
            }
            Problem::NothingFaceUp => {
                say!(lang, "no piece is left to place", "il n'y a plus de pièce à poser")
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
                    "the front rows must be empty while pieces are face down, and are not on {cells}",
                    "les rangées avant doivent être vides tant que des pièces sont cachées, et ne le sont pas en {cells}",
                )
            }
            Problem::BackNotFull { player, found } => {
                let name = seat(*player, lang);
                say!(
                    lang,
                    "no piece is face down, so the back row of {name} must hold 6 pieces, not {found}",
                    "aucune pièce n'est cachée, la rangée arrière d'{name} doit donc avoir 6 pièces, et non {found}",
                )
            }
            Problem::Placements { found: [isis, anubis], expected: [of_isis, of_anubis] } => {
                let isis = pieces(*isis, lang);
                say!(
                    lang,
                    "Isis has placed {isis} and Anubis {anubis}, but with two a turn it must be {of_isis} and {of_anubis}",
                    "Isis a posé {isis} et Anubis {anubis}, or à deux par tour ce doit être {of_isis} et {of_anubis}",
                )
            }
            Problem::DraftSide { expected, placed } => {
                let (name, placed) = (seat(*expected, lang), pieces(*placed, lang));
                say!(
                    lang,
                    "with {placed} on the board it is the turn of {name}",
                    "avec {placed} sur le plateau, c'est à {name} de jouer",
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
        about(self.field().name(lang), &why, lang)
    }
}

impl Explain for PositionError {
    fn explain(&self, lang: Lang) -> String {
        let (field, why) = match self {
            PositionError::FieldCount { found, drafting } => {
                let rest = if *drafting {
                    [Field::FaceUp, Field::Left, Field::FaceDown]
                } else {
                    [Field::Duel, Field::Swap, Field::Score]
                };
                let [third, fourth, fifth] = rest.map(|field| field.name(lang));
                let when = match (drafting, lang) {
                    (false, _) => "",
                    (true, Lang::En) => " in a draft",
                    (true, Lang::Fr) => " de la mise en place",
                };
                return say!(
                    lang,
                    "a position{when} has 5 fields (rows, side, {third}, {fourth}, {fifth}) with one space between them, and this has {found}",
                    "une position{when} a 5 champs (rangées, trait, {third}, {fourth}, {fifth}) séparés par une espace, celle-ci en a {found}",
                );
            }
            PositionError::Invalid(problems) => return explain_all(problems, lang),
            PositionError::RowCount { found } => (
                Field::Rows,
                say!(
                    lang,
                    "there must be 4 rows with \"/\" between them, not {found}",
                    "il faut 4 rangées séparées par « / », et non {found}",
                ),
            ),
            PositionError::RowLength { row, found } => (
                Field::Rows,
                say!(
                    lang,
                    "row {row} must have 6 cells with \",\" between them, not {found}",
                    "la rangée {row} doit avoir 6 cases séparées par « , », et non {found}",
                ),
            ),
            PositionError::UnknownCell { cell, found } => {
                let (row, column, found) = (cell.row() + 1, cell.column(), quoted(found, lang));
                let why = say!(
                    lang,
                    "in row {row}, column {column}, {found} is neither a piece (one of s, w, e, k and a number from 1 to 6) nor \"-\" for an empty cell",
                    "dans la rangée {row}, colonne {column}, {found} n'est ni une pièce (une lettre s, w, e, k et un nombre de 1 à 6) ni « - » pour une case vide",
                );
                (Field::Rows, why)
            }
            PositionError::UnknownPiece { field, found } => {
                let found = quoted(found, lang);
                let why = say!(
                    lang,
                    "{found} is not a piece (one of s, w, e, k and a number from 1 to 6)",
                    "{found} n'est pas une pièce (une lettre s, w, e, k et un nombre de 1 à 6)",
                );
                (*field, why)
            }
            PositionError::Ground { field, piece } => (*field, ground(*piece, lang)),
            PositionError::Side { found } => {
                let found = quoted(found, lang);
                (Field::Side, say!(lang, "{found} is neither I nor A", "{found} n'est ni I ni A"))
            }
            PositionError::Duel { found } => {
                let found = quoted(found, lang);
                let why = say!(
                    lang,
                    "{found} is neither \"-\" nor a column and a piece such as bw5",
                    "{found} n'est ni « - » ni une colonne et une pièce comme bw5",
                );
                (Field::Duel, why)
            }
            PositionError::Swap { found } => {
                let found = quoted(found, lang);
                (Field::Swap, say!(lang, "{found} is neither s nor x", "{found} n'est ni s ni x"))
            }
            PositionError::Score { found } => {
                let found = quoted(found, lang);
                let why = say!(
                    lang,
                    "{found} is not two numbers such as 12-24, from 0 to 75 and without leading zeros",
                    "{found} n'est pas deux nombres comme 12-24, de 0 à 75 et sans zéro devant",
                );
                (Field::Score, why)
            }
            PositionError::Left { found } => {
                let found = quoted(found, lang);
                (Field::Left, say!(lang, "{found} is neither 2 nor 1", "{found} n'est ni 2 ni 1"))
            }
            PositionError::ListOrder { field, first, second } => (
                *field,
                say!(
                    lang,
                    "{second} stands after {first}, and lists are in ASCII order: capitals first, then by letter",
                    "{second} vient après {first}, et les listes sont en ordre ASCII : majuscules d'abord, puis par lettre",
                ),
            ),
        };
        about(field.name(lang), &why, lang)
    }
}

/// What is wrong with a piece written in the wrong case.
pub(crate) fn ground(piece: Piece, lang: Lang) -> String {
    let right = piece.to_string();
    if piece.is_light() {
        let wrong = right.to_lowercase();
        say!(
            lang,
            "{wrong} has a light ground and is written with a capital: {right}",
            "{wrong} a un fond clair et s'écrit avec une majuscule : {right}",
        )
    } else {
        let wrong = right.to_uppercase();
        say!(
            lang,
            "{wrong} has no light ground and is written with a small letter: {right}",
            "{wrong} n'a pas de fond clair et s'écrit avec une minuscule : {right}",
        )
    }
}

/// A number of pieces in words.
fn pieces(count: u32, lang: Lang) -> String {
    let s = if lang.is_singular(count) { "" } else { "s" };
    say!(lang, "{count} piece{s}", "{count} pièce{s}")
}

fn list(items: &[impl ToString]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

pub(crate) const fn seat(player: Player, lang: Lang) -> &'static str {
    Palam::INFO.seats[player.index()].get(lang)
}

/// A sign in words.
pub(crate) const fn sign_name(sign: Sign, lang: Lang) -> &'static str {
    match (sign, lang) {
        (Sign::Sun, Lang::En) => "sun",
        (Sign::Water, Lang::En) => "water",
        (Sign::Eye, Lang::En) => "eye",
        (Sign::Ankh, _) => "ankh",
        (Sign::Sun, Lang::Fr) => "soleil",
        (Sign::Water, Lang::Fr) => "eau",
        (Sign::Eye, Lang::Fr) => "œil",
    }
}

explained_error!(PositionError, Problem);
