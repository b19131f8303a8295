use crate::board::{Cell, Corner};

/// A move. Any value can be constructed; the rules decide whether it is legal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// `c4ne`: place a triangle.
    Triangle {
        /// The cell.
        at: Cell,
        /// Where the right angle goes.
        corner: Corner,
    },
    /// `c4#`: place a square tile.
    Square {
        /// The cell.
        at: Cell,
    },
    /// `pass`: legal only if no tile can be placed.
    Pass,
}

impl Move {
    /// Every move that can be written, legal somewhere or not.
    pub(crate) fn all() -> impl Iterator<Item = Move> {
        let triangles = Cell::all().flat_map(|at| Corner::ALL.map(|corner| Move::Triangle { at, corner }));
        let squares = Cell::all().map(|at| Move::Square { at });
        triangles.chain(squares).chain([Move::Pass])
    }
}
