use mekong_core::{Player, ROWS_FIELD, Text, Variants};

use crate::{
    board::{ALL_PIECES, BACK, Cell, LAST_DUEL, Piece, TOTAL_POINTS, pieces, points},
    error::{DUEL_FIELD, FACE_DOWN_FIELD, FACE_UP_FIELD, Problem},
    position::{DRAFT, Engaged, Position},
    rules::DraftTurn,
};

/// The parts of a position, not yet validated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The pieces on the board.
    pub pieces: Vec<(Cell, Piece)>,
    /// The player to act.
    pub turn: Player,
    /// The fields that differ between the draft and the duels.
    pub stage: Stage,
    /// The variant rules, in the order of the game's list.
    pub variants: Variants,
}

/// The fields of a setup besides the rows and the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The pieces are still being placed.
    Draft {
        /// The pieces to choose from.
        face_up: Vec<Piece>,
        /// Placements left in this turn.
        left: u8,
        /// The pieces to be turned up later.
        face_down: Vec<Piece>,
    },
    /// All pieces are placed.
    Duels {
        /// The opponent's piece that waits for its answer.
        engaged: Option<Engaged>,
        /// Whether a swap is allowed.
        may_swap: bool,
        /// Isis's points and Anubis's.
        score: [u8; 2],
    },
}

impl TryFrom<Setup> for Position {
    type Error = Vec<Problem>;

    /// Validates a setup and lists every problem.
    fn try_from(setup: Setup) -> Result<Position, Vec<Problem>> {
        let mut checker = Checker {
            position: Position { turn: setup.turn, ..Position::empty(setup.variants) },
            seen: 0,
            problems: Vec::new(),
        };
        for (cell, piece) in setup.pieces {
            checker.put(cell, piece);
        }
        match setup.stage {
            Stage::Draft { face_up, left, face_down } => checker.draft(&face_up, left, &face_down),
            Stage::Duels { engaged, may_swap, score } => checker.duels(engaged, may_swap, score),
        }
        if checker.problems.is_empty() { Ok(checker.position) } else { Err(checker.problems) }
    }
}

/// A position under construction, and the problems found so far.
struct Checker {
    position: Position,
    /// The pieces found so far, in any field.
    seen: u32,
    problems: Vec<Problem>,
}

impl Checker {
    fn see(&mut self, field: Text, piece: Piece) {
        if self.seen & piece.bit() != 0 {
            self.problems.push(Problem::Twice { field, piece });
        }
        self.seen |= piece.bit();
    }

    fn put(&mut self, cell: Cell, piece: Piece) {
        self.see(ROWS_FIELD, piece);
        if self.position.piece(cell).is_some() {
            self.problems.push(Problem::TwoPieces { cell });
        } else {
            self.position.camps[cell.camp().index()].put(cell.slot(), piece);
        }
    }

    fn duels(&mut self, engaged: Option<Engaged>, may_swap: bool, score: [u8; 2]) {
        let turn = self.position.turn;
        let mut counts = Player::BOTH.map(|player| self.position.count(player));
        if let Some(Engaged { piece, .. }) = engaged {
            self.see(DUEL_FIELD, piece);
            counts[turn.other().index()] += 1;
        }
        if counts[0] != counts[1] {
            self.problems.push(Problem::Camps { found: counts });
        }
        let is_over = self.seen == 0;
        if !may_swap && engaged.is_some() {
            self.problems.push(Problem::NoSwapInDuel);
        }
        if !may_swap && is_over {
            self.problems.push(Problem::NoSwapWhenOver);
        }
        let bonus = if is_over { u32::from(LAST_DUEL) } else { 0 };
        let expected = TOTAL_POINTS - points(self.seen) + bonus;
        if score.iter().map(|&points| u32::from(points)).sum::<u32>() != expected {
            self.problems.push(Problem::Score { found: score, expected });
        }
        self.position.engaged = engaged;
        self.position.may_swap = may_swap;
        self.position.score = score;
    }

    fn draft(&mut self, face_up: &[Piece], left: u8, face_down: &[Piece]) {
        if !self.position.variants.has(DRAFT) {
            self.problems.push(Problem::DraftWithoutVariant);
        }
        for &piece in face_up {
            self.see(FACE_UP_FIELD, piece);
            self.position.face_up |= piece.bit();
        }
        for &piece in face_down {
            self.see(FACE_DOWN_FIELD, piece);
            self.position.face_down |= piece.bit();
        }
        if self.seen != ALL_PIECES {
            self.problems.push(Problem::Missing { pieces: pieces(ALL_PIECES & !self.seen).collect() });
        }
        if face_up.is_empty() {
            self.problems.push(Problem::NothingFaceUp);
        }
        self.draft_rows(face_down.len());
        self.draft_turns(left);
    }

    /// The back rows are filled while pieces are face down, and full once none is.
    fn draft_rows(&mut self, face_down: usize) {
        match face_down {
            0 => {
                for player in Player::BOTH {
                    let found = (self.position.camps[player.index()].occupied() & BACK).count_ones();
                    if found != BACK.count_ones() {
                        self.problems.push(Problem::BackNotFull { player, found });
                    }
                }
            }
            12 => {
                let front = Cell::all().filter(|cell| cell.is_front());
                let cells: Vec<Cell> = front.filter(|cell| self.position.piece(*cell).is_some()).collect();
                if !cells.is_empty() {
                    self.problems.push(Problem::FrontTooSoon { cells });
                }
            }
            found => self.problems.push(Problem::FaceDown { found }),
        }
    }

    /// Two placements per turn: the player to move and the placements per player follow from their total.
    fn draft_turns(&mut self, left: u8) {
        let placed = self.position.placed();
        let due = DraftTurn::after(placed);
        let found = Player::BOTH.map(|player| self.position.count(player));
        if found != due.placed {
            self.problems.push(Problem::Placements { found, expected: due.placed });
        }
        if self.position.turn != due.turn {
            self.problems.push(Problem::DraftSide { expected: due.turn, placed });
        }
        let expected = if placed.is_multiple_of(2) { 2 } else { 1 };
        if left != expected {
            self.problems.push(Problem::Left { found: left, expected, placed });
        }
    }
}
