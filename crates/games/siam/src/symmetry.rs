use mekong_core::{Player, Symmetric};

use crate::{
    board::{Direction, Square, squares},
    moves::Move,
    position::Position,
};

/// A symmetry of Siam.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetry {
    /// Left and right exchanged.
    Mirror,
    /// Half a turn of the board, and elephants and rhinos exchanged.
    SwapSides,
    /// Both.
    MirrorSwap,
}

impl Symmetry {
    const fn mirrors(self) -> bool {
        matches!(self, Symmetry::Mirror | Symmetry::MirrorSwap)
    }

    const fn swaps(self) -> bool {
        matches!(self, Symmetry::SwapSides | Symmetry::MirrorSwap)
    }

    pub(crate) const fn square(self, square: Square) -> Square {
        let square = if self.mirrors() { square.mirrored() } else { square };
        if self.swaps() { square.rotated() } else { square }
    }

    pub(crate) const fn direction(self, direction: Direction) -> Direction {
        let direction = if self.mirrors() { direction.mirrored() } else { direction };
        if self.swaps() { direction.opposite() } else { direction }
    }

    fn set(self, set: u32) -> u32 {
        squares(set).fold(0, |image, square| image | self.square(square).bit())
    }

    const fn player(self, player: Player) -> Player {
        if self.swaps() { player.other() } else { player }
    }
}

impl Symmetric for Position {
    type Symmetry = Symmetry;

    const SYMMETRIES: &'static [Symmetry] = &[Symmetry::Mirror, Symmetry::SwapSides, Symmetry::MirrorSwap];

    fn image(&self, symmetry: Symmetry) -> Position {
        let mut image = *self;
        for direction in Direction::ALL {
            let set = symmetry.set(self.facing[direction as usize]);
            image.facing[symmetry.direction(direction) as usize] = set;
        }
        for player in Player::BOTH {
            let other = symmetry.player(player).index();
            image.animals[other] = symmetry.set(self.animals[player.index()]);
            image.exits[other] = self.exits[player.index()];
        }
        image.rocks = symmetry.set(self.rocks);
        image.turn = symmetry.player(self.turn);
        image.winner = self.winner.map(|winner| symmetry.player(winner));
        image
    }

    fn move_image(mv: Move, symmetry: Symmetry) -> Move {
        let square = |at| symmetry.square(at);
        let direction = |d| symmetry.direction(d);
        match mv {
            Move::Enter { to, facing } => Move::Enter { to: square(to), facing: direction(facing) },
            Move::Step { from, to, facing } => {
                Move::Step { from: square(from), to: square(to), facing: direction(facing) }
            }
            Move::Turn { at, facing } => Move::Turn { at: square(at), facing: direction(facing) },
            Move::Leave { at } => Move::Leave { at: square(at) },
            Move::Push { from, to } => Move::Push { from: square(from), to: square(to) },
        }
    }

    fn player_image(player: Player, symmetry: Symmetry) -> Player {
        symmetry.player(player)
    }
}
