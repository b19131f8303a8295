//! The rules: legal moves, their effect, and the outcome.

use mekong_core::{EndReason, Outcome, Player, Text};

use crate::{
    board::{BACK, Cell, FRONT, LAST_DUEL, Piece, points, slots},
    illegal::Illegal,
    moves::{Move, Pair, SWAPS},
    position::{Engaged, Position},
};

/// The last duel is fought; the points decide.
pub(crate) static SCORE: EndReason = EndReason {
    code: "score",
    text: Text {
        en: "all duels are fought, and the points decide",
        fr: "tous les duels sont joués, et les points décident",
    },
};

/// The player to move after a number of placements of a draft, and the placements of each player: turns of two, begun
/// by Isis while the back rows are filled and by Anubis after that.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct DraftTurn {
    pub(crate) turn: Player,
    pub(crate) placed: [u32; 2],
}

impl DraftTurn {
    /// How many placements fill the back rows.
    pub(crate) const PHASE: u32 = 12;

    pub(crate) const fn after(placements: u32) -> DraftTurn {
        let first = if placements < DraftTurn::PHASE { Player::P1 } else { Player::P2 };
        let rest = placements % DraftTurn::PHASE;
        // In the phase before, if there was one, each player filled a row.
        let earlier = placements / DraftTurn::PHASE * (DraftTurn::PHASE / 2);
        // Of every four placements of a phase the first two are the first player's.
        let in_phase = rest / 4 * 2 + if rest % 4 < 2 { rest % 4 } else { 2 };
        let (by_first, by_second) = (earlier + in_phase, earlier + rest - in_phase);
        let turn = if rest % 4 < 2 { first } else { first.other() };
        let placed = match first {
            Player::P1 => [by_first, by_second],
            Player::P2 => [by_second, by_first],
        };
        DraftTurn { turn, placed }
    }
}

/// The winner of a duel: the piece nearer to the = end if the sum is even, otherwise the other one.
#[inline]
const fn duel_winner(isis: Engaged, anubis: Engaged) -> Player {
    let sum_is_even = isis.piece.is_odd() == anubis.piece.is_odd();
    // From = to ≠ the columns come as Isis a, Anubis a, Isis b, Anubis b …
    let isis_is_nearer_even = isis.column.index() <= anubis.column.index();
    if sum_is_even == isis_is_nearer_even { Player::P1 } else { Player::P2 }
}

impl Position {
    /// The slots of the row that is being filled in this phase of the draft.
    #[inline]
    const fn draft_row(&self) -> u16 {
        if self.face_down != 0 { BACK } else { FRONT }
    }

    #[inline]
    pub(crate) const fn free_draft_slots(&self) -> u16 {
        self.draft_row() & !self.camps[self.turn.index()].occupied()
    }

    /// The pieces of the player to act that can advance and match an engaged piece.
    #[inline]
    pub(crate) const fn matching_answers(&self, engaged: Piece) -> u32 {
        self.camps[self.turn.index()].ready() & engaged.matching()
    }

    /// The cell of the piece that must answer when no piece matches.
    pub(crate) const fn leftmost_answer(&self) -> Cell {
        Cell::of_slot(self.turn, self.camps[self.turn.index()].leftmost(self.turn))
    }

    fn check_own_piece(&self, cell: Cell) -> Result<Piece, Illegal> {
        if cell.camp() != self.turn {
            return Err(Illegal::NotYourCamp { cell });
        }
        self.piece(cell).ok_or(Illegal::Empty { cell })
    }

    fn check_advance(&self, from: Cell) -> Result<(), Illegal> {
        let piece = self.check_own_piece(from)?;
        let front = Cell::front(from.camp(), from.column());
        if from != front && self.piece(front).is_some() {
            return Err(Illegal::Blocked { cell: from, front });
        }
        let Some(Engaged { piece: engaged, .. }) = self.engaged else { return Ok(()) };
        if self.matching_answers(engaged) != 0 {
            return if piece.matches(engaged) { Ok(()) } else { Err(Illegal::MustMatch { piece, engaged }) };
        }
        let must = self.leftmost_answer();
        if from == must { Ok(()) } else { Err(Illegal::MustBeLeftmost { engaged, must }) }
    }

    fn check_swap(&self, pair: Pair) -> Result<(), Illegal> {
        if self.engaged.is_some() {
            return Err(Illegal::MustAnswer);
        }
        let (first, second) = (pair.first(), pair.second());
        if first.camp() != second.camp() {
            return Err(Illegal::SwapAcross { first, second });
        }
        self.check_own_piece(first)?;
        self.check_own_piece(second)?;
        if self.may_swap { Ok(()) } else { Err(Illegal::SwapAfterSwap) }
    }

    fn check_place(&self, piece: Piece, to: Cell) -> Result<(), Illegal> {
        if !self.is_drafting() {
            return Err(Illegal::NothingToPlace);
        }
        if self.face_down & piece.bit() != 0 {
            return Err(Illegal::FaceDown { piece });
        }
        if self.face_up & piece.bit() == 0 {
            return Err(Illegal::AlreadyPlaced { piece });
        }
        if to.camp() != self.turn {
            return Err(Illegal::NotYourCamp { cell: to });
        }
        if self.draft_row() >> to.slot() & 1 == 0 {
            return Err(if to.is_front() {
                Illegal::BackRowFirst { cell: to }
            } else {
                Illegal::BackRowFull { cell: to }
            });
        }
        if self.piece(to).is_some() { Err(Illegal::Taken { cell: to }) } else { Ok(()) }
    }

    #[inline]
    fn play_advance(&mut self, from: Cell) {
        let piece = self.camps[self.turn.index()].advance(from.slot());
        let advanced = Engaged { column: from.column(), piece };
        self.may_swap = true;
        match self.engaged.take() {
            None => {
                self.engaged = Some(advanced);
                self.turn = self.turn.other();
            }
            Some(engaged) => self.resolve_duel(engaged, advanced),
        }
    }

    /// The duel between the piece that engaged and the one that answers.
    #[inline]
    fn resolve_duel(&mut self, engaged: Engaged, answer: Engaged) {
        let winner = match self.turn {
            Player::P1 => duel_winner(answer, engaged),
            Player::P2 => duel_winner(engaged, answer),
        };
        let score = &mut self.score[winner.index()];
        *score += points(engaged.piece.bit() | answer.piece.bit()) as u8;
        if self.camps[0].occupied() | self.camps[1].occupied() == 0 {
            *score += LAST_DUEL;
        }
        // The loser moves next, whichever player engaged.
        self.turn = winner.other();
    }

    // Kept out of line, so that the duels' moves are small enough to be inlined into a search.
    #[inline(never)]
    fn play_place(&mut self, piece: Piece, to: Cell) {
        self.camps[self.turn.index()].put(to.slot(), piece);
        self.face_up &= !piece.bit();
        if self.face_up == 0 {
            // The back rows are full: the other pieces are turned up. (At the end of the draft there are none.)
            self.face_up = std::mem::take(&mut self.face_down);
        }
        let placed = self.placed();
        self.turn = if self.is_drafting() { DraftTurn::after(placed).turn } else { Player::P2 };
    }
}

impl mekong_core::Position for Position {
    type Move = Move;
    type Illegal = Illegal;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        // 75 points in all: the scores cannot be equal.
        let winner = if self.score[0] > self.score[1] { Player::P1 } else { Player::P2 };
        self.is_over().then(|| Outcome::win(winner, &SCORE))
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        let camp = &self.camps[self.turn.index()];
        let cell = |slot| Cell::of_slot(self.turn, slot);
        if self.is_drafting() {
            let free = self.free_draft_slots();
            for piece in self.face_up() {
                moves.extend(slots(free).map(|slot| Move::Place { piece, to: cell(slot) }));
            }
            return;
        }
        let ready = slots(camp.ready_slots());
        if let Some(Engaged { piece: engaged, .. }) = self.engaged {
            let answers = self.matching_answers(engaged);
            if answers == 0 {
                moves.push(Move::Advance { from: self.leftmost_answer() });
            } else {
                let matching = ready.filter(|&slot| answers & camp.at(slot).bit() != 0);
                moves.extend(matching.map(|slot| Move::Advance { from: cell(slot) }));
            }
            return;
        }
        moves.extend(ready.map(|slot| Move::Advance { from: cell(slot) }));
        if self.may_swap {
            let free = !camp.occupied();
            let swaps = SWAPS[self.turn.index()].iter().filter(|swap| swap.needs & free == 0);
            moves.extend(swaps.map(|swap| Move::Swap(swap.pair)));
        }
    }

    /// The number of legal moves, without generating them.
    #[inline]
    fn count_moves(&self) -> usize {
        let camp = &self.camps[self.turn.index()];
        if self.is_drafting() {
            return (self.face_up.count_ones() * self.free_draft_slots().count_ones()) as usize;
        }
        if let Some(Engaged { piece, .. }) = self.engaged {
            return self.matching_answers(piece).count_ones().max(1) as usize;
        }
        // In a finished game no piece is left, and this is 0.
        let pieces = camp.occupied().count_ones() as usize;
        let swaps = if self.may_swap { pieces * pieces.saturating_sub(1) / 2 } else { 0 };
        swaps + camp.ready_slots().count_ones() as usize
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        if self.is_over() {
            return Err(Illegal::Over);
        }
        match mv {
            Move::Place { piece, to } => self.check_place(piece, to),
            _ if self.is_drafting() => Err(Illegal::StillDrafting),
            Move::Advance { from } => self.check_advance(from),
            Move::Swap(pair) => self.check_swap(pair),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        match mv {
            Move::Advance { from } => self.play_advance(from),
            Move::Swap(pair) => {
                self.camps[self.turn.index()].swap(pair.first().slot(), pair.second().slot());
                self.may_swap = false;
                self.turn = self.turn.other();
            }
            Move::Place { piece, to } => self.play_place(piece, to),
        }
    }

    /// After the draft and outside duels: an engaged piece has to be answered.
    fn null_move(&self) -> Option<Position> {
        let is_free = self.engaged.is_none() && !self.is_drafting();
        is_free.then(|| Position { turn: self.turn.other(), may_swap: true, ..*self })
    }
}
