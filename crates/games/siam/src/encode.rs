//! Moves as actions and positions as planes, for learning algorithms.

use std::sync::LazyLock;

use mekong_core::{
    ActionGroup, ActionSet, Encode, Permutation, Plane, Planes, Player, permutations_of, spread_by_four,
};

use crate::{
    board::{ALL, Direction, GRID, Square, squares},
    moves::Move,
    position::{ANIMAL_COUNT, CHAIN, OPENING, OPENING_PLIES, Position, SINGLE_EXIT},
};

const SQUARES: usize = 25;
const BORDER_SQUARES: usize = 16;
/// A run of four actions that differ in the facing alone.
const ANY_FACING: u64 = 0b1111;
/// The pairs of a square and a neighbour.
const NEIGHBOUR_PAIRS: usize = 80;

const ENTER: usize = 0;
const STEP: usize = ENTER + 4 * BORDER_SQUARES;
const TURN: usize = STEP + 4 * NEIGHBOUR_PAIRS;
const LEAVE: usize = TURN + 4 * SQUARES;
const PUSH: usize = LEAVE + BORDER_SQUARES;

/// Stands for a square that is not on the border, and for a direction off the board.
const NONE: u8 = u8::MAX;

/// For each square its rank among those of the border.
const BORDER_RANK: [u8; SQUARES] = {
    let mut ranks = [NONE; SQUARES];
    let (mut square, mut rank) = (0, 0);
    while square < SQUARES {
        if Square::of_cell(square as u8).is_border() {
            ranks[square] = rank;
            rank += 1;
        }
        square += 1;
    }
    ranks
};

/// `[square][direction]`: the rank of the pair of the square and its neighbour among all such pairs.
const PAIR_RANK: [[u8; 4]; SQUARES] = {
    let mut ranks = [[NONE; 4]; SQUARES];
    let (mut square, mut rank) = (0, 0);
    while square < SQUARES {
        let mut direction = 0;
        while direction < 4 {
            if Square::of_cell(square as u8).next(Direction::ALL[direction]).is_some() {
                ranks[square][direction] = rank;
                rank += 1;
            }
            direction += 1;
        }
        square += 1;
    }
    ranks
};

/// `[square][free neighbours]`: the moves of an animal onto free squares, as a run of actions that begins with those of its
/// first pair. The neighbours are bits in the order of [`Direction::ALL`].
static STEPS: [[u16; 16]; SQUARES] = {
    let mut steps = [[0; 16]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut free = 0;
        while free < 16 {
            let (mut direction, mut pair) = (0, 0);
            while direction < 4 {
                if PAIR_RANK[square][direction] != NONE {
                    if free >> direction & 1 == 1 {
                        steps[square][free] |= (ANY_FACING as u16) << (4 * pair);
                    }
                    pair += 1;
                }
                direction += 1;
            }
            free += 1;
        }
        square += 1;
    }
    steps
};

/// For each square the rank of its first pair.
const FIRST_PAIR: [u8; SQUARES] = {
    let mut first = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let [north, east, ..] = PAIR_RANK[square];
        let south = PAIR_RANK[square][2];
        first[square] = if north != NONE {
            north
        } else if east != NONE {
            east
        } else {
            south
        };
        square += 1;
    }
    first
};

/// The squares of the border in a set, as a set of their ranks.
#[inline]
fn border_ranks(set: u32) -> u16 {
    // Of the rows between the first and the last only the columns a and e belong to it.
    let middle = |row: u32| set >> (5 * row) & 1 | set >> (5 * row + 3) & 0b10;
    (set & 0b11111 | middle(1) << 5 | middle(2) << 7 | middle(3) << 9 | set >> 20 << 11) as u16
}

#[inline]
fn rank(rank: u8) -> Option<usize> {
    (rank != NONE).then_some(usize::from(rank))
}

/// The rank of the pair of two squares, if they are neighbours.
#[inline]
fn pair_rank(from: Square, to: Square) -> Option<usize> {
    let direction = match to.index() as i32 - from.index() as i32 {
        5 => Direction::N,
        1 => Direction::E,
        -5 => Direction::S,
        -1 => Direction::W,
        _ => return None,
    };
    rank(PAIR_RANK[from.index()][direction as usize])
}

/// The moves in the order of their actions.
static MOVES: LazyLock<Vec<Move>> = LazyLock::new(|| {
    let mut moves: Vec<(usize, Move)> =
        Move::all().filter_map(|mv| Some((Position::action(mv)?, mv))).collect();
    moves.sort_unstable();
    moves.into_iter().map(|(_, mv)| mv).collect()
});

/// The planes after those of the animals.
const ROCKS: usize = 8;
const RESERVES: usize = 9;
const EXITS: usize = 11;
const CROSSES: usize = 13;
const RULES: usize = 14;
const OCCURRENCES: usize = 16;
const TO_MOVE: usize = 17;

impl Position {
    /// The pushes of animals that enter in `direction`, as a run of actions.
    #[inline(always)]
    fn entering_run(&self, direction: Direction) -> u64 {
        spread_by_four(border_ranks(self.entering_pushes(direction))) << direction as usize
    }
}

impl Encode for Position {
    const ACTION_COUNT: usize = PUSH + NEIGHBOUR_PAIRS;

    const ACTIONS: &'static [ActionGroup] = &[
        ActionGroup {
            count: STEP - ENTER,
            description: "enter: the 16 border squares row by row from a1, each with the facings N E S W",
        },
        ActionGroup {
            count: TURN - STEP,
            description: "move: the 80 pairs of a square and a neighbour (squares row by row from a1, directions N E S W), each with the final facings N E S W",
        },
        ActionGroup {
            count: LEAVE - TURN,
            description: "turn: the 25 squares row by row from a1, each with the new facings N E S W",
        },
        ActionGroup { count: PUSH - LEAVE, description: "leave: the 16 border squares row by row from a1" },
        ActionGroup { count: NEIGHBOUR_PAIRS, description: "push: the 80 pairs, in the order of the moves" },
    ];

    const PLANES: &'static [Plane] = &[
        Plane::bits("own animals that face N"),
        Plane::bits("own animals that face E"),
        Plane::bits("own animals that face S"),
        Plane::bits("own animals that face W"),
        Plane::bits("opponent's animals that face N"),
        Plane::bits("opponent's animals that face E"),
        Plane::bits("opponent's animals that face S"),
        Plane::bits("opponent's animals that face W"),
        Plane::bits("rocks"),
        Plane::number(ANIMAL_COUNT as u8, "own animals in reserve"),
        Plane::number(ANIMAL_COUNT as u8, "opponent's animals in reserve"),
        Plane::number(1, "own exits left (variant single-exit)"),
        Plane::number(1, "opponent's exits left (variant single-exit)"),
        Plane::number(
            OPENING_PLIES as u8,
            "plies for which c1 and c5 are still crossed out (variant opening)",
        ),
        Plane::number(1, "1 in the variant single-exit"),
        Plane::number(1, "1 in the variant chain"),
        Plane::number(2, "how often the position occurred before, at most 2"),
        Plane::number(1, "1 if the viewer is to move"),
    ];

    const BOARD: [usize; 2] = [GRID.rows as usize, GRID.columns as usize];

    #[inline]
    fn action(mv: Move) -> Option<usize> {
        match mv {
            Move::Enter { to, facing } => {
                rank(BORDER_RANK[to.index()]).map(|rank| ENTER + 4 * rank + facing as usize)
            }
            Move::Step { from, to, facing } => {
                pair_rank(from, to).map(|pair| STEP + 4 * pair + facing as usize)
            }
            Move::Turn { at, facing } => Some(TURN + 4 * at.index() + facing as usize),
            Move::Leave { at } => rank(BORDER_RANK[at.index()]).map(|rank| LEAVE + rank),
            Move::Push { from, to } => pair_rank(from, to).map(|pair| PUSH + pair),
        }
    }

    #[inline]
    fn move_of_action(action: usize) -> Option<Move> {
        MOVES.get(action).copied()
    }

    /// Moves that differ in the facing alone are a run of four actions. Directions are written out: in a loop every shift would
    /// begin with a jump.
    #[inline(always)]
    fn legal_actions(&self, actions: &mut ActionSet<'_>) {
        if self.winner.is_some() {
            return;
        }
        let own = self.animals[self.turn.index()];
        let free_targets = ALL & !self.occupied() & !self.crossed_out();
        if self.may_enter() {
            let pushes = self.entering_run(Direction::N)
                | self.entering_run(Direction::E)
                | self.entering_run(Direction::S)
                | self.entering_run(Direction::W);
            actions.insert_run(ENTER, (ANY_FACING * spread_by_four(border_ranks(free_targets))) | pushes);
        }
        let next_is_free = Direction::ALL.map(|direction| direction.opposite().shift(free_targets));
        let pushers = self.pushers(Direction::N)
            | self.pushers(Direction::E)
            | self.pushers(Direction::S)
            | self.pushers(Direction::W);
        for at in squares(own) {
            let bit = |direction: usize| (next_is_free[direction] >> at.index() & 1) << direction;
            let free = (bit(0) | bit(1) | bit(2) | bit(3)) as usize;
            let first = usize::from(FIRST_PAIR[at.index()]);
            actions.insert_run(STEP + 4 * first, STEPS[at.index()][free].into());
            let facing = self.facing_of(at) as usize;
            actions.insert_run(TURN + 4 * at.index(), ANY_FACING & !(1 << facing));
            // An animal that faces outwards pushes nothing, whatever the number.
            let pair = usize::from(PAIR_RANK[at.index()][facing]).min(NEIGHBOUR_PAIRS - 1);
            actions.insert_run(PUSH + pair, (pushers >> at.index() & 1).into());
        }
        if self.may_leave() {
            actions.insert_run(LEAVE, border_ranks(own).into());
        }
    }

    #[inline(always)]
    fn observe(&self, viewer: Player, occurrences: usize, planes: &mut Planes<'_>) {
        for (side, player) in [viewer, viewer.other()].into_iter().enumerate() {
            for direction in 0..4 {
                let animals = self.animals[player.index()] & self.facing[direction];
                planes.set_bits(4 * side + direction, animals.into());
            }
            planes.fill(RESERVES + side, self.reserve(player) as u8);
            planes.fill(EXITS + side, self.exits[player.index()]);
        }
        planes.set_bits(ROCKS, self.rocks.into());
        if self.variants.has(OPENING) {
            planes.fill(CROSSES, OPENING_PLIES.saturating_sub(self.ply) as u8);
        }
        planes.fill(RULES, self.variants.has(SINGLE_EXIT).into());
        planes.fill(RULES + 1, self.variants.has(CHAIN).into());
        planes.fill_occurrences(OCCURRENCES, occurrences);
        planes.fill(TO_MOVE, (self.turn == viewer).into());
    }

    fn permutations() -> Vec<Permutation> {
        permutations_of::<Position>(|symmetry, plane, cell| {
            let plane = if plane < ROCKS {
                plane / 4 * 4 + symmetry.direction(Direction::ALL[plane % 4]) as usize
            } else {
                plane
            };
            (plane, symmetry.square(Square::of_cell(cell as u8)).index())
        })
    }
}
