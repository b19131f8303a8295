use mekong_core::{Explain, Lang, Player, about, explain_all, explained_error, quoted, say};

use crate::board::{Cell, Corner};

/// A field of a position text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// The board, row 7 first.
    Rows,
    /// Whose turn it is.
    Side,
    /// Whether the side to move may place a square tile because of a block.
    Square,
}

impl Field {
    fn name(self, lang: Lang) -> &'static str {
        match (self, lang) {
            (Field::Rows, Lang::En) => "rows",
            (Field::Rows, Lang::Fr) => "rangées",
            (Field::Side, Lang::En) => "side",
            (Field::Side, Lang::Fr) => "trait",
            (Field::Square, Lang::En) => "square",
            (Field::Square, Lang::Fr) => "carré",
        }
    }
}

/// Why a position text is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// Not three fields with one space between them.
    FieldCount {
        /// How many there are.
        found: usize,
    },
    /// Not seven rows.
    RowCount {
        /// How many there are.
        found: usize,
    },
    /// A row that does not describe six cells.
    RowLength {
        /// The row's number, 7 at the top.
        row: u8,
        /// How many cells it describes.
        found: usize,
    },
    /// Two digits side by side, where one would say the same.
    SplitDigits {
        /// The row's number.
        row: u8,
    },
    /// A character that stands for nothing.
    UnknownTile {
        /// The row's number.
        row: u8,
        /// The character.
        found: char,
    },
    /// Brackets that do not hold two letters of triangles.
    Bracket {
        /// The row's number.
        row: u8,
    },
    /// Two triangles that fit, written in the wrong order.
    BracketOrder {
        /// The row's number.
        row: u8,
        /// The bracket found.
        found: String,
    },
    /// A side that is neither `B` nor `W`.
    Side {
        /// The text found.
        found: String,
    },
    /// A right to a square tile that is neither `s` nor `-`.
    Square {
        /// The text found.
        found: String,
    },
    /// The text can be read, but there is no such position: everything that is wrong with it.
    Invalid(Vec<Problem>),
}

/// What makes a position impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Problem {
    /// Two triangles on one cell that do not take opposite corners.
    NotOpposite {
        /// The cell.
        cell: Cell,
    },
    /// A third triangle on a cell, or something besides a square tile. (No text can say this; a [`Setup`] can.)
    ///
    /// [`Setup`]: crate::Setup
    Crowded {
        /// The cell.
        cell: Cell,
    },
    /// More triangles of one colour than there are.
    TooManyTriangles {
        /// The player.
        player: Player,
        /// How many.
        found: usize,
    },
    /// More square tiles of one colour than there are.
    TooManySquares {
        /// The player.
        player: Player,
        /// How many.
        found: usize,
    },
    /// Winning patterns of both colours: the first one would have ended the game.
    BothHaveWon,
}

impl Explain for Problem {
    fn explain(&self, lang: Lang) -> String {
        let why = match self {
            Problem::NotOpposite { cell } => say!(
                lang,
                "the two triangles on {cell} do not take opposite corners",
                "les deux triangles en {cell} n'occupent pas des coins opposés",
            ),
            Problem::Crowded { cell } => say!(
                lang,
                "{cell} has room for two triangles or one square tile, and no more",
                "{cell} ne peut recevoir que deux triangles ou une tuile carrée",
            ),
            Problem::TooManyTriangles { player: Player::P1, found } => say!(
                lang,
                "{found} black triangles, and there are only 30",
                "{found} triangles noirs, il n'y en a que 30",
            ),
            Problem::TooManyTriangles { player: Player::P2, found } => say!(
                lang,
                "{found} white triangles, and there are only 30",
                "{found} triangles blancs, il n'y en a que 30",
            ),
            Problem::TooManySquares { player: Player::P1, found } => say!(
                lang,
                "{found} black square tiles, and there are only 3",
                "{found} tuiles carrées noires, il n'y en a que 3",
            ),
            Problem::TooManySquares { player: Player::P2, found } => say!(
                lang,
                "{found} white square tiles, and there are only 3",
                "{found} tuiles carrées blanches, il n'y en a que 3",
            ),
            Problem::BothHaveWon => say!(
                lang,
                "both colours show a complete square, and the first one ends the game",
                "les deux couleurs ont formé un carré, or le premier met fin à la partie",
            ),
        };
        about(Field::Rows.name(lang), &why, lang)
    }
}

impl Explain for PositionError {
    fn explain(&self, lang: Lang) -> String {
        let (field, why) = match self {
            PositionError::FieldCount { found } => {
                return say!(
                    lang,
                    "a position has 3 fields (rows, side, square) with one space between them, and this has {found}",
                    "une position a 3 champs (rangées, trait, carré) séparés par une espace, celle-ci en a {found}",
                );
            }
            PositionError::Invalid(problems) => return explain_all(problems, lang),
            PositionError::RowCount { found } => (
                Field::Rows,
                say!(
                    lang,
                    "there must be 7 rows with \"/\" between them, not {found}",
                    "il faut 7 rangées séparées par « / », et non {found}",
                ),
            ),
            PositionError::RowLength { row, found } => (
                Field::Rows,
                say!(
                    lang,
                    "row {row} must have 6 cells, not {found}",
                    "la rangée {row} doit avoir 6 cases, et non {found}",
                ),
            ),
            PositionError::SplitDigits { row } => (
                Field::Rows,
                say!(
                    lang,
                    "row {row} has two digits side by side: write their sum",
                    "la rangée {row} a deux chiffres côte à côte : écrire leur somme",
                ),
            ),
            PositionError::UnknownTile { row, found } => {
                let found = quoted(&found.to_string(), lang);
                let why = say!(
                    lang,
                    "in row {row} {found} is neither a digit from 1 to 6, nor one of the letters ABCD or abcd, nor Q or q",
                    "dans la rangée {row}, {found} n'est ni un chiffre de 1 à 6, ni une des lettres ABCD ou abcd, ni Q ou q",
                );
                (Field::Rows, why)
            }
            PositionError::Bracket { row } => (
                Field::Rows,
                say!(
                    lang,
                    "in row {row} brackets must hold the letters of two triangles, such as (Ac)",
                    "dans la rangée {row}, des parenthèses doivent contenir les lettres de deux triangles, comme (Ac)",
                ),
            ),
            PositionError::BracketOrder { row, found } => (
                Field::Rows,
                say!(
                    lang,
                    "in row {row} {found} must have the letter of nw or ne first",
                    "dans la rangée {row}, {found} doit commencer par la lettre de nw ou ne",
                ),
            ),
            PositionError::Side { found } => {
                let found = quoted(found, lang);
                (Field::Side, say!(lang, "{found} is neither B nor W", "{found} n'est ni B ni W"))
            }
            PositionError::Square { found } => {
                let found = quoted(found, lang);
                let why = say!(lang, "{found} is neither \"s\" nor \"-\"", "{found} n'est ni « s » ni « - »");
                (Field::Square, why)
            }
        };
        about(field.name(lang), &why, lang)
    }
}

/// Why a move text cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveError {
    /// The text.
    pub found: String,
}

impl Explain for MoveError {
    fn explain(&self, lang: Lang) -> String {
        let found = quoted(&self.found, lang);
        say!(
            lang,
            "{found} is not a move: write c4ne to place a triangle (nw, ne, se, sw), c4# to place a square tile, pass to pass",
            "{found} n'est pas un coup : écrire c4ne pour poser un triangle (nw, ne, se, sw), c4# pour poser une tuile carrée, pass pour passer",
        )
    }
}

/// Why the rules forbid a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// The game is over.
    Over,
    /// All 30 triangles are placed.
    NoTriangleLeft,
    /// A square tile lies there.
    OnSquareTile {
        /// The cell.
        at: Cell,
    },
    /// Two triangles lie there.
    CellFull {
        /// The cell.
        at: Cell,
    },
    /// One triangle lies there, and the second takes the opposite corner.
    OnlyOtherHalf {
        /// The cell.
        at: Cell,
        /// The corner that is free.
        free: Corner,
    },
    /// All three square tiles are placed.
    NoSquareTileLeft,
    /// The opponent's last turn was no block, and there are triangles left.
    NotBlocked {
        /// How many.
        triangles: u8,
    },
    /// A square tile needs the whole cell.
    NotEmpty {
        /// The cell.
        at: Cell,
    },
    /// Passing is for those who can place nothing.
    MustPlace,
}

impl Explain for Illegal {
    fn explain(&self, lang: Lang) -> String {
        match *self {
            Illegal::Over => say!(lang, "the game is over", "la partie est finie"),
            Illegal::NoTriangleLeft => say!(
                lang,
                "you have no triangles left: all 30 are on the board",
                "vous n'avez plus de triangle : les 30 sont sur le plateau",
            ),
            Illegal::OnSquareTile { at } => {
                say!(lang, "a square tile covers all of {at}", "une tuile carrée couvre toute la case {at}",)
            }
            Illegal::CellFull { at } => {
                say!(lang, "two triangles fill {at} already", "deux triangles remplissent déjà {at}")
            }
            Illegal::OnlyOtherHalf { at, free } => say!(
                lang,
                "one triangle is on {at} already: the second can only take the opposite corner, {free}",
                "il y a déjà un triangle en {at} : le second ne peut prendre que le coin opposé, {free}",
            ),
            Illegal::NoSquareTileLeft => say!(
                lang,
                "you have no square tiles left: all 3 are on the board",
                "vous n'avez plus de tuile carrée : les 3 sont sur le plateau",
            ),
            Illegal::NotBlocked { triangles } => say!(
                lang,
                "you may place a square tile only if your opponent has just blocked you or you have no triangles left, and you have {triangles}",
                "une tuile carrée demande que l'adversaire vienne de vous bloquer, ou que vous n'ayez plus de triangle ; il vous en reste {triangles}",
            ),
            Illegal::NotEmpty { at } => say!(
                lang,
                "{at} is not empty, and a square tile needs the whole cell",
                "{at} n'est pas vide, et une tuile carrée occupe toute la case",
            ),
            Illegal::MustPlace => say!(
                lang,
                "you can still place a tile, and passing is not a choice",
                "vous pouvez encore poser une tuile, et passer n'est pas un choix",
            ),
        }
    }
}

explained_error!(PositionError, Problem, MoveError, Illegal);
