use mekong_core::{Player, Symmetric};

use crate::{board::Slot, moves::Move, position::Position};

/// A symmetry of Saigon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetry {
    /// Left and right exchanged.
    Mirror,
    /// Light and dark exchanged.
    SwapColours,
    /// Both.
    MirrorSwap,
}

impl Symmetry {
    const fn mirrors(self) -> bool {
        matches!(self, Symmetry::Mirror | Symmetry::MirrorSwap)
    }

    const fn swaps(self) -> bool {
        matches!(self, Symmetry::SwapColours | Symmetry::MirrorSwap)
    }

    pub(crate) const fn slot(self, slot: Slot) -> Slot {
        if self.mirrors() { slot.mirrored() } else { slot }
    }
}

impl Symmetric for Position {
    type Symmetry = Symmetry;

    const SYMMETRIES: &'static [Symmetry] = &[Symmetry::Mirror, Symmetry::SwapColours, Symmetry::MirrorSwap];

    #[inline]
    fn image(&self, symmetry: Symmetry) -> Position {
        let mut image = *self;
        if symmetry.mirrors() {
            image.rail = image.rail.reversed();
        }
        if symmetry.swaps() {
            image.rail = image.rail.recoloured();
            image.on_rail.reverse();
            image.turn = image.turn.other();
        }
        image
    }

    fn move_image(mv: Move, symmetry: Symmetry) -> Move {
        match mv {
            Move::Push { direction } if symmetry.mirrors() => Move::Push { direction: direction.opposite() },
            Move::Shift { from, to, count } => {
                Move::Shift { from: symmetry.slot(from), to: symmetry.slot(to), count }
            }
            Move::Push { .. } | Move::Pass => mv,
        }
    }

    fn player_image(player: Player, symmetry: Symmetry) -> Player {
        if symmetry.swaps() { player.other() } else { player }
    }
}
