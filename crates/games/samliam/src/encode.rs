//! Moves as actions and positions as planes, for learning algorithms.

use mekong_core::{
    ActionGroup, ActionSet, Encode, Permutation, Plane, Planes, Player, permutations_of, spread_by_four,
};

use crate::{
    board::{Cell, Corner, GRID},
    moves::Move,
    position::{Position, SQUARES, TRIANGLES},
};

const CELLS: usize = 42;

const SQUARE: usize = 4 * CELLS;
const PASS: usize = SQUARE + CELLS;

/// The planes of a player's tiles: four corners and the square tiles.
const SIDE: usize = 5;
const TRIANGLES_LEFT: usize = 2 * SIDE;
const SQUARES_LEFT: usize = TRIANGLES_LEFT + 2;
const BLOCKED: usize = SQUARES_LEFT + 2;
const TO_MOVE: usize = BLOCKED + 1;

/// The number of a cell without gaps, row by row from a1.
#[inline]
const fn number(cell: Cell) -> usize {
    GRID.cell(cell.column(), cell.row()) as usize
}

/// A set of cells as a set of their numbers: rows of eight bits become rows of six.
#[inline]
const fn numbers(set: u64) -> u64 {
    let twelves = set & 0x003f_003f_003f_003f | (set & 0x3f00_3f00_3f00_3f00) >> 2;
    let twenty_fours = twelves & 0x0000_0fff_0000_0fff | (twelves & 0x0fff_0000_0fff_0000) >> 4;
    twenty_fours & 0x00ff_ffff | (twenty_fours & 0x00ff_ffff_0000_0000) >> 8
}

impl Encode for Position {
    const ACTION_COUNT: usize = PASS + 1;

    const ACTIONS: &'static [ActionGroup] = &[
        ActionGroup {
            count: 4 * CELLS,
            description: "triangle: the 42 cells row by row from a1, each with the corners nw ne se sw",
        },
        ActionGroup { count: CELLS, description: "square tile: the 42 cells row by row from a1" },
        ActionGroup { count: 1, description: "pass" },
    ];

    const PLANES: &'static [Plane] = &[
        Plane::bits("own triangles in nw"),
        Plane::bits("own triangles in ne"),
        Plane::bits("own triangles in se"),
        Plane::bits("own triangles in sw"),
        Plane::bits("own square tiles"),
        Plane::bits("opponent's triangles in nw"),
        Plane::bits("opponent's triangles in ne"),
        Plane::bits("opponent's triangles in se"),
        Plane::bits("opponent's triangles in sw"),
        Plane::bits("opponent's square tiles"),
        Plane::number(TRIANGLES as u8, "own triangles left"),
        Plane::number(TRIANGLES as u8, "opponent's triangles left"),
        Plane::number(SQUARES as u8, "own square tiles left"),
        Plane::number(SQUARES as u8, "opponent's square tiles left"),
        Plane::number(1, "1 if the last turn was a block, so that a square tile may be placed"),
        Plane::number(1, "1 if the viewer is to move"),
    ];

    const BOARD: [usize; 2] = [GRID.rows as usize, GRID.columns as usize];

    #[inline]
    fn action(mv: Move) -> Option<usize> {
        Some(match mv {
            Move::Triangle { at, corner } => 4 * number(at) + corner as usize,
            Move::Square { at } => SQUARE + number(at),
            Move::Pass => PASS,
        })
    }

    #[inline]
    fn move_of_action(action: usize) -> Option<Move> {
        match action {
            0..SQUARE => {
                let at = Cell::of_grid((action / 4) as u8);
                Some(Move::Triangle { at, corner: Corner::ALL[action % 4] })
            }
            SQUARE..PASS => Some(Move::Square { at: Cell::of_grid((action - SQUARE) as u8) }),
            PASS => Some(Move::Pass),
            _ => None,
        }
    }

    /// Row by row: the triangles of a row are a run of actions, four of each cell, and so are its square tiles.
    #[inline]
    fn legal_actions(&self, actions: &mut ActionSet<'_>) {
        if self.winner.is_some() {
            return;
        }
        let empty = numbers(self.empty());
        if self.triangles[self.turn.index()] > 0 {
            let half_full = self.half_full();
            let free = Corner::ALL.map(|corner| numbers(half_full & self.covered(corner.opposite())));
            // Sixteen cells have four actions each, as many as there are bits in a word.
            for first in (0..CELLS).step_by(16) {
                let part = |set: u64| spread_by_four((set >> first) as u16);
                let mut triangles = 0b1111 * part(empty);
                for corner in Corner::ALL {
                    triangles |= part(free[corner as usize]) << corner as usize;
                }
                actions.insert_run(4 * first, triangles);
            }
        }
        if self.may_place_square() {
            actions.insert_run(SQUARE, empty);
        }
        if !self.can_place(self.turn) && self.can_place(self.turn.other()) {
            actions.insert(PASS);
        }
    }

    #[inline(always)]
    fn observe(&self, viewer: Player, _occurrences: usize, planes: &mut Planes<'_>) {
        for (side, player) in [viewer, viewer.other()].into_iter().enumerate() {
            let tiles = &self.tiles[player.index()];
            // A square tile stands in all four sets.
            let squares = tiles[0] & tiles[1];
            for (corner, &tiles) in tiles.iter().enumerate() {
                planes.set_bits(SIDE * side + corner, numbers(tiles & !squares));
            }
            planes.set_bits(SIDE * side + 4, numbers(squares));
            planes.fill(TRIANGLES_LEFT + side, self.triangles_left(player));
            planes.fill(SQUARES_LEFT + side, self.squares_left(player));
        }
        planes.fill(BLOCKED, self.was_blocked().into());
        planes.fill(TO_MOVE, (self.turn == viewer).into());
    }

    fn permutations() -> Vec<Permutation> {
        permutations_of::<Position>(|symmetry, plane, cell| {
            let plane = match plane % SIDE {
                corner if plane < 2 * SIDE && corner < 4 => {
                    plane - corner + symmetry.corner(Corner::ALL[corner]) as usize
                }
                _ => plane,
            };
            (plane, number(symmetry.cell(Cell::of_grid(cell as u8))))
        })
    }
}
