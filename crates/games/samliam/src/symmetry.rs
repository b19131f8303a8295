use mekong_core::{Player, Symmetric};

use crate::{
    board::{Cell, Corner, GRID, flipped, mirrored},
    moves::Move,
    position::Position,
};

/// A symmetry of Sam Liam: any of three exchanges, together or alone. Left and right together with top and bottom
/// is half a turn of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// Left and right are exchanged.
    pub mirror: bool,
    /// Top and bottom are exchanged.
    pub flip: bool,
    /// The colours are exchanged.
    pub swap: bool,
}

impl Symmetry {
    fn set(self, set: u64) -> u64 {
        let set = if self.mirror { mirrored(set) } else { set };
        if self.flip { flipped(set) } else { set }
    }

    pub(crate) fn cell(self, cell: Cell) -> Cell {
        let column = if self.mirror { GRID.columns - 1 - cell.column() } else { cell.column() };
        let row = if self.flip { GRID.rows - 1 - cell.row() } else { cell.row() };
        Cell::new(column, row).expect("the board is its own image")
    }

    pub(crate) const fn corner(self, corner: Corner) -> Corner {
        let corner = if self.mirror { corner.mirrored() } else { corner };
        if self.flip { corner.flipped() } else { corner }
    }

    const fn player(self, player: Player) -> Player {
        if self.swap { player.other() } else { player }
    }
}

const NONE: Symmetry = Symmetry { mirror: false, flip: false, swap: false };
const MIRROR: Symmetry = Symmetry { mirror: true, ..NONE };
const FLIP: Symmetry = Symmetry { flip: true, ..NONE };
const HALF_TURN: Symmetry = Symmetry { flip: true, ..MIRROR };

impl Symmetric for Position {
    type Symmetry = Symmetry;

    const SYMMETRIES: &'static [Symmetry] = &[
        MIRROR,
        FLIP,
        HALF_TURN,
        Symmetry { swap: true, ..NONE },
        Symmetry { swap: true, ..MIRROR },
        Symmetry { swap: true, ..FLIP },
        Symmetry { swap: true, ..HALF_TURN },
    ];

    fn image(&self, symmetry: Symmetry) -> Position {
        let mut image = *self;
        for player in Player::BOTH {
            let other = symmetry.player(player).index();
            for corner in Corner::ALL {
                let set = self.tiles[player.index()][corner as usize];
                image.tiles[other][symmetry.corner(corner) as usize] = symmetry.set(set);
            }
            image.triangles[other] = self.triangles[player.index()];
            image.squares[other] = self.squares[player.index()];
        }
        image.turn = symmetry.player(self.turn);
        image.winner = self.winner.map(|winner| symmetry.player(winner));
        image
    }

    fn move_image(mv: Move, symmetry: Symmetry) -> Move {
        match mv {
            Move::Triangle { at, corner } => {
                Move::Triangle { at: symmetry.cell(at), corner: symmetry.corner(corner) }
            }
            Move::Square { at } => Move::Square { at: symmetry.cell(at) },
            Move::Pass => Move::Pass,
        }
    }

    fn player_image(player: Player, symmetry: Symmetry) -> Player {
        symmetry.player(player)
    }
}
