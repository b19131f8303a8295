use crate::board::Point;

/// A move. Any value can be constructed; the rules decide whether it is legal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// `b2`: place a man.
    Place {
        /// Where.
        to: Point,
    },
    /// `b2c3`: move a man along a line.
    Step {
        /// Where it stands.
        from: Point,
        /// Where it goes.
        to: Point,
    },
}
