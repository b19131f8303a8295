use mekong_core::{Explain, GAME_OVER, Lang, Player, ROWS_FIELD, explained_error, say, with_subject};

use crate::{
    board::{Cell, Corner},
    narrate::corner_name,
};

/// Why a position text is refused.
pub type PositionError = mekong_core::PositionError<Problem>;

/// What makes a position impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Problem {
    /// Two triangles on one cell that do not take opposite corners.
    NotOpposite {
        /// The cell.
        cell: Cell,
    },
    /// A third triangle on a cell, or something besides a square tile. (Only a [`Setup`] can have this problem, not a
    /// text.)
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
                "les deux triangles en {cell} n’occupent pas des coins opposés",
            ),
            Problem::Crowded { cell } => say!(
                lang,
                "{cell} has room for two triangles or one square tile, and no more",
                "{cell} ne peut recevoir que deux triangles ou une tuile carrée",
            ),
            Problem::TooManyTriangles { player: Player::P1, found } => say!(
                lang,
                "{found} black triangles, but there are only 30",
                "{found} triangles noirs, mais il n’y en a que 30",
            ),
            Problem::TooManyTriangles { player: Player::P2, found } => say!(
                lang,
                "{found} white triangles, but there are only 30",
                "{found} triangles blancs, mais il n’y en a que 30",
            ),
            Problem::TooManySquares { player: Player::P1, found } => say!(
                lang,
                "{found} black square tiles, but there are only 3",
                "{found} tuiles carrées noires, mais il n’y en a que 3",
            ),
            Problem::TooManySquares { player: Player::P2, found } => say!(
                lang,
                "{found} white square tiles, but there are only 3",
                "{found} tuiles carrées blanches, mais il n’y en a que 3",
            ),
            Problem::BothHaveWon => say!(
                lang,
                "both colours show a complete square, but the first one ends the game",
                "les deux couleurs ont formé un carré, or le premier met fin à la partie",
            ),
        };
        with_subject(ROWS_FIELD.get(lang), &why, lang)
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
    /// Passing is legal only if nothing can be placed.
    MustPlace,
}

impl Explain for Illegal {
    fn explain(&self, lang: Lang) -> String {
        match *self {
            Illegal::Over => GAME_OVER.explain(lang),
            Illegal::NoTriangleLeft => say!(
                lang,
                "you have no triangles left: all 30 are on the board",
                "vous n’avez plus de triangle : les 30 sont sur le plateau",
            ),
            Illegal::OnSquareTile { at } => {
                say!(lang, "a square tile covers all of {at}", "une tuile carrée couvre toute la case {at}",)
            }
            Illegal::CellFull { at } => {
                say!(lang, "two triangles already fill {at}", "deux triangles remplissent déjà {at}")
            }
            Illegal::OnlyOtherHalf { at, free } => {
                let corner = corner_name(free).get(lang);
                say!(
                    lang,
                    "one triangle is already on {at}: the second can only lie opposite, {corner}",
                    "il y a déjà un triangle en {at} : le second ne peut aller qu’en face, {corner}",
                )
            }
            Illegal::NoSquareTileLeft => say!(
                lang,
                "you have no square tiles left: all 3 are on the board",
                "vous n’avez plus de tuile carrée : les 3 sont sur le plateau",
            ),
            Illegal::NotBlocked { triangles } => say!(
                lang,
                "you may place a square tile only if your opponent has just blocked you or you have no triangles left, and you have {triangles}",
                "vous ne pouvez poser une tuile carrée que si l’adversaire vient de vous bloquer ou si vous n’avez plus de triangle ; il vous en reste {triangles}",
            ),
            Illegal::NotEmpty { at } => say!(
                lang,
                "{at} is not empty, and a square tile needs the whole cell",
                "{at} n’est pas vide, et une tuile carrée occupe toute la case",
            ),
            Illegal::MustPlace => say!(
                lang,
                "you can still place a tile, so you may not pass",
                "vous pouvez encore poser une tuile, vous ne pouvez donc pas passer",
            ),
        }
    }
}

explained_error!(Problem, Illegal);
