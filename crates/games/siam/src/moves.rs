use crate::board::{Direction, Square};

/// A move. Any value can be constructed; the rules decide whether it is legal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// `@c1N`: enter from the reserve. Onto an occupied square it pushes.
    Enter {
        /// The border square.
        to: Square,
        /// The facing on arrival; when pushing also the direction of the push.
        facing: Direction,
    },
    /// `c1c2E`: move to a free neighbouring square and end facing any way.
    Step {
        /// Where the animal stands.
        from: Square,
        /// Where it goes.
        to: Square,
        /// How it faces there.
        facing: Direction,
    },
    /// `c1W`: turn on the spot.
    Turn {
        /// Where the animal stands.
        at: Square,
        /// The new facing.
        facing: Direction,
    },
    /// `c1-`: leave the board.
    Leave {
        /// Where the animal stands.
        at: Square,
    },
    /// `c1c2`: push forward.
    Push {
        /// Where the pushing animal stands.
        from: Square,
        /// The occupied square it goes to.
        to: Square,
    },
}

impl Move {
    /// Every move that can be written, legal somewhere or not.
    pub(crate) fn all() -> impl Iterator<Item = Move> {
        let pairs = || Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
        let facings = || Direction::ALL.into_iter();
        let enters =
            Square::all().flat_map(move |to| facings().map(move |facing| Move::Enter { to, facing }));
        let steps =
            pairs().flat_map(move |(from, to)| facings().map(move |facing| Move::Step { from, to, facing }));
        let turns = Square::all().flat_map(move |at| facings().map(move |facing| Move::Turn { at, facing }));
        let leaves = Square::all().map(|at| Move::Leave { at });
        let pushes = pairs().map(|(from, to)| Move::Push { from, to });
        enters.chain(steps).chain(turns).chain(leaves).chain(pushes)
    }
}
