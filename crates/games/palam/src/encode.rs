//! Moves as actions and positions as planes, for learning algorithms.

use mekong_core::{ActionGroup, ActionSet, Encode, Permutation, Plane, Planes, Player, permutations_of};

use crate::{
    board::{COLUMNS, Cell, Column, PIECES, Piece, Sign, slots},
    moves::{Move, SWAPS},
    position::Position,
};

/// Cells, and as many pieces.
const CELLS: usize = 24;
/// Pairs of cells of one camp.
const PAIRS: usize = 66;

const SWAP: usize = CELLS;
const PLACE: usize = SWAP + 2 * PAIRS;

const NUMBERS: usize = 4;
const LIGHT: usize = 10;
const ENGAGED_SIGNS: usize = 11;
const ENGAGED_NUMBERS: usize = 15;
const FACE_UP: usize = 21;
const FACE_DOWN: usize = 22;
const POINTS: usize = 23;
const MAY_SWAP: usize = 25;
const IS_FIRST: usize = 26;
const PLACEMENTS: usize = 27;
const TO_MOVE: usize = 28;

/// 0 for a1, 1 for a2, to 23 for f4.
#[inline]
const fn number(cell: Cell) -> usize {
    (cell.column().index() * 4 + cell.row()) as usize
}

#[inline]
fn cell(number: usize) -> Option<Cell> {
    Column::new((number / 4) as u8).and_then(|column| Cell::new(column, (number % 4) as u8))
}

/// The number of a pair of different slots in [`SWAPS`].
#[inline]
fn pair_number(a: u8, b: u8) -> usize {
    let (low, high) = (usize::from(a.min(b)), usize::from(a.max(b)));
    high * (high - 1) / 2 + low
}

/// The cell of a plane for a slot of the viewer's camp or the opponent's: the rows are the own back row, the own front row,
/// the opponent's front row and the opponent's back row.
#[inline]
fn place(is_own: bool, slot: u8) -> usize {
    let (column, row) = (usize::from(slot % COLUMNS), usize::from(slot / COLUMNS));
    let row = if is_own { row } else { 3 - row };
    row * usize::from(COLUMNS) + column
}

/// The place of a piece on the planes of face-up and face-down pieces: a row per sign, a column per number.
#[inline]
const fn piece_place(piece: Piece) -> usize {
    piece.index() as usize
}

fn set_piece(planes: &mut Planes<'_>, first: [usize; 2], piece: Piece, cell: usize) {
    planes.set(first[0] + piece.sign() as usize, cell);
    planes.set(first[1] + usize::from(piece.number()) - 1, cell);
}

impl Encode for Position {
    const ACTION_COUNT: usize = PLACE + PIECES * CELLS;

    const ACTIONS: &'static [ActionGroup] = &[
        ActionGroup { count: CELLS, description: "advance: the 24 cells a1 a2 a3 a4 b1 … f4" },
        ActionGroup {
            count: 2 * PAIRS,
            description: "swap: the 66 pairs of cells of Isis, then those of Anubis; the cells of a camp in the order back row a to f, front row a to f, and the pairs by their later, then by their earlier cell",
        },
        ActionGroup {
            count: PIECES * CELLS,
            description: "placement of a draft: the 24 pieces s1 S2 … k6, each on the 24 cells a1 a2 a3 a4 b1 … f4",
        },
    ];

    const PLANES: &'static [Plane] = &[
        Plane::bits("suns"),
        Plane::bits("waters"),
        Plane::bits("eyes"),
        Plane::bits("ankhs"),
        Plane::bits("pieces with number 1"),
        Plane::bits("pieces with number 2"),
        Plane::bits("pieces with number 3"),
        Plane::bits("pieces with number 4"),
        Plane::bits("pieces with number 5"),
        Plane::bits("pieces with number 6"),
        Plane::bits("pieces with a light background"),
        Plane::bits("the column of an engaged sun"),
        Plane::bits("the column of an engaged water"),
        Plane::bits("the column of an engaged eye"),
        Plane::bits("the column of an engaged ankh"),
        Plane::bits("the column of an engaged 1"),
        Plane::bits("the column of an engaged 2"),
        Plane::bits("the column of an engaged 3"),
        Plane::bits("the column of an engaged 4"),
        Plane::bits("the column of an engaged 5"),
        Plane::bits("the column of an engaged 6"),
        Plane::bits("face-up pieces of a draft: a row per sign, a column per number"),
        Plane::bits("face-down pieces of a draft: a row per sign, a column per number"),
        Plane::number(Position::ALL_POINTS, "own points"),
        Plane::number(Position::ALL_POINTS, "opponent's points"),
        Plane::number(1, "1 if swapping is allowed"),
        Plane::number(1, "1 if the viewer is Isis, so that her own columns are the ones nearer to the = end"),
        Plane::number(2, "placements left in this turn of a draft"),
        Plane::number(1, "1 if the viewer is to move"),
    ];

    /// The own back row, the own front row, the opponent's front row and the opponent's back row, columns a to f.
    const BOARD: [usize; 2] = [4, COLUMNS as usize];

    #[inline]
    fn action(mv: Move) -> Option<usize> {
        match mv {
            Move::Advance { from } => Some(number(from)),
            Move::Swap(pair) => {
                let (first, second) = (pair.first(), pair.second());
                let number =
                    || SWAP + PAIRS * first.camp().index() + pair_number(first.slot(), second.slot());
                (first.camp() == second.camp()).then(number)
            }
            Move::Place { piece, to } => Some(PLACE + CELLS * usize::from(piece.index()) + number(to)),
        }
    }

    #[inline]
    fn move_of_action(action: usize) -> Option<Move> {
        match action {
            0..SWAP => cell(action).map(|from| Move::Advance { from }),
            SWAP..PLACE => {
                let swap = action - SWAP;
                Some(Move::Swap(SWAPS[swap / PAIRS][swap % PAIRS].pair))
            }
            _ if action < Position::ACTION_COUNT => {
                let piece = Piece::from_index(((action - PLACE) / CELLS) as u8);
                cell((action - PLACE) % CELLS).map(|to| Move::Place { piece, to })
            }
            _ => None,
        }
    }

    /// The swaps of a cell with earlier ones are a run of actions.
    #[inline]
    fn legal_actions(&self, actions: &mut ActionSet<'_>) {
        let camp = &self.camps[self.turn.index()];
        let cell_number = |slot| number(Cell::of_slot(self.turn, slot));
        if self.is_drafting() {
            for piece in self.face_up() {
                for slot in slots(self.free_draft_slots()) {
                    actions.insert(PLACE + CELLS * usize::from(piece.index()) + cell_number(slot));
                }
            }
            return;
        }
        if let Some(engaged) = self.engaged {
            let answers = self.matching_answers(engaged.piece);
            if answers == 0 {
                actions.insert(number(self.leftmost_answer()));
            } else {
                let is_match = |slot: &u8| answers & camp.at(*slot).bit() != 0;
                for slot in slots(camp.ready_slots()).filter(is_match) {
                    actions.insert(cell_number(slot));
                }
            }
            return;
        }
        for slot in slots(camp.ready_slots()) {
            actions.insert(cell_number(slot));
        }
        if self.may_swap {
            let first = SWAP + PAIRS * self.turn.index();
            let occupied = u64::from(camp.occupied());
            // Slot 0 has no earlier one.
            for slot in slots(camp.occupied() & !1) {
                actions.insert_run(first + pair_number(0, slot), occupied & ((1 << slot) - 1));
            }
        }
    }

    #[inline(always)]
    fn observe(&self, viewer: Player, _occurrences: usize, planes: &mut Planes<'_>) {
        let mut light = 0;
        for player in Player::BOTH {
            let is_own = player == viewer;
            let camp = &self.camps[player.index()];
            for slot in slots(camp.occupied()) {
                let (piece, place) = (camp.at(slot), place(is_own, slot));
                set_piece(planes, [0, NUMBERS], piece, place);
                light |= u64::from(piece.is_light()) << place;
            }
            planes.fill(POINTS + usize::from(!is_own), self.score(player));
        }
        planes.set_bits(LIGHT, light);
        if let Some(engaged) = self.engaged {
            for row in 0..4 {
                let place = row * usize::from(COLUMNS) + usize::from(engaged.column.index());
                set_piece(planes, [ENGAGED_SIGNS, ENGAGED_NUMBERS], engaged.piece, place);
            }
        }
        planes.set_bits(FACE_UP, self.face_up.into());
        planes.set_bits(FACE_DOWN, self.face_down.into());
        planes.fill(MAY_SWAP, self.may_swap.into());
        planes.fill(IS_FIRST, (viewer == Player::P1).into());
        planes.fill(PLACEMENTS, self.placements_left());
        planes.fill(TO_MOVE, (self.turn == viewer).into());
    }

    fn permutations() -> Vec<Permutation> {
        permutations_of::<Position>(|renaming, plane, cell| {
            let sign = |first: usize| first + renaming.sign(Sign::ALL[plane - first]) as usize;
            let number = |first: usize| first + usize::from(renaming.number((plane - first + 1) as u8)) - 1;
            match plane {
                0..NUMBERS => (sign(0), cell),
                NUMBERS..LIGHT => (number(NUMBERS), cell),
                LIGHT => (plane, cell),
                ENGAGED_SIGNS..ENGAGED_NUMBERS => (sign(ENGAGED_SIGNS), cell),
                ENGAGED_NUMBERS..FACE_UP => (number(ENGAGED_NUMBERS), cell),
                FACE_UP | FACE_DOWN => (plane, piece_place(renaming.piece(Piece::from_index(cell as u8)))),
                _ => (plane, cell),
            }
        })
    }
}
