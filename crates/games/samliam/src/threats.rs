//! Winning by threats: every move makes three of four, so that the opponent has only a few answers.

use mekong_core::Position as _;

use crate::{
    board::{Cell, Corner, Tile, cells},
    moves::Move,
    position::Position,
    scan::{Prospects, any},
};

/// How many threats in a row are looked for at most.
const LONGEST: u32 = 12;

/// Placements on one cell: four triangles and a square tile.
const MOST_ANSWERS: usize = 5;

/// A few moves, kept where they are made.
pub(crate) struct Answers {
    moves: [Move; MOST_ANSWERS],
    count: usize,
}

impl Answers {
    #[inline]
    fn push(&mut self, mv: Move) {
        self.moves[self.count] = mv;
        self.count += 1;
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[Move] {
        &self.moves[..self.count]
    }
}

impl Position {
    /// A forced win in which every move but the last makes a threat, if one is found by trying at most `budget`
    /// placements: the player's moves and the opponent's longest resistance in turn, up to the move after which
    /// nothing helps any more. Fewer threats are looked for first.
    ///
    /// What is found is certain: against each threat every placement that stops it has been tried, and threats that
    /// leave the opponent a square to complete are none.
    ///
    /// ```
    /// use mekong_core::{Notation as _, Variants};
    /// use mekong_samliam::Position;
    ///
    /// // a1 is the bottom left of two squares, of which Black shows two corners each: one tile threatens both.
    /// let position = Position::parse_position("6/6/6/6/A5/A5/1CC3 B -", Variants::NONE).unwrap();
    /// let line = position.winning_threat_sequence(1_000).unwrap();
    /// assert_eq!(line.len(), 1, "nothing helps after it");
    /// assert_eq!(Position::move_text(line[0]), "a1sw");
    /// ```
    #[must_use]
    pub fn winning_threat_sequence(&self, budget: u32) -> Option<Vec<Move>> {
        if self.outcome().is_some() {
            return None;
        }
        let mut left = budget;
        let mut tried_before = 0;
        for threats in 0..=LONGEST {
            if left == 0 {
                break;
            }
            let begin = left;
            if let Some(mut line) = self.attack(threats, &mut left) {
                line.reverse();
                return Some(line);
            }
            // One more threat that led to nothing more to try: the threats have run out.
            let tried = begin - left;
            if threats > 1 && tried == tried_before {
                break;
            }
            tried_before = tried;
        }
        None
    }

    /// A win by at most so many threats, the last move first.
    fn attack(&self, threats: u32, budget: &mut u32) -> Option<Vec<Move>> {
        let own = self.prospects(self.turn);
        if let Some(mv) = self.winning_move(&own.wins) {
            return Some(vec![mv]);
        }
        if threats == 0 {
            return None;
        }
        let danger = self.wins(self.turn.other());
        if any(&danger) != 0 {
            let answers = self.answers(&danger);
            return answers.as_slice().iter().find_map(|&mv| self.threaten(mv, true, threats, budget));
        }
        let mut tries = Vec::new();
        self.list_threats(&own, &mut tries);
        tries.into_iter().find_map(|mv| self.threaten(mv, false, threats, budget))
    }

    /// What becomes of a placement after which the opponent cannot win at once: a win if it is a threat with no good
    /// answer. `answers` says whether it stops a threat of the opponent's.
    #[inline]
    fn threaten(&self, mv: Move, answers: bool, threats: u32, budget: &mut u32) -> Option<Vec<Move>> {
        *budget = budget.checked_sub(1)?;
        let next = self.after(mv, answers);
        let wins = next.wins(self.turn);
        if any(&wins) != 0 { next.resist(&wins, mv, threats, budget) } else { None }
    }

    /// The longest line that the player to move, who cannot win at once, has against the threat `mv`; `None` if one of
    /// the answers holds, or may hold.
    fn resist(&self, danger: &[u64; 4], mv: Move, threats: u32, budget: &mut u32) -> Option<Vec<Move>> {
        let mut longest = vec![mv];
        for &answer in self.answers(danger).as_slice() {
            let mut line = self.after(answer, true).attack(threats - 1, budget)?;
            if line.len() + 2 > longest.len() {
                line.extend([answer, mv]);
                longest = line;
            }
        }
        Some(longest)
    }

    /// The position after a placement that completes nothing, of which is known whether it stops the only squares that
    /// the opponent could complete. That is a block if triangles could have completed them.
    #[inline]
    fn after(&self, mv: Move, answers: bool) -> Position {
        let (me, you) = (self.turn.index(), self.turn.other());
        let mut next = *self;
        match mv {
            Move::Triangle { at, corner } => {
                next.put(Tile::Triangle(self.turn, corner), at);
                next.triangles[me] -= 1;
            }
            Move::Square { at } => {
                next.put(Tile::Square(self.turn), at);
                next.squares[me] -= 1;
            }
            Move::Pass => {}
        }
        next.turn = you;
        next.blocked = answers && self.triangles[you.index()] > 0;
        next
    }

    /// A move that completes a square, given where one does.
    #[inline]
    pub(crate) fn winning_move(&self, wins: &[u64; 4]) -> Option<Move> {
        let at = cells(any(wins)).next()?;
        if self.triangles[self.turn.index()] == 0 {
            return Some(Move::Square { at });
        }
        let wanted = Corner::ALL.into_iter().find(|&corner| wins[corner as usize] & at.bit() != 0)?;
        Some(self.showing(at, wanted))
    }

    /// The triangle that makes a cell show a corner.
    fn showing(&self, at: Cell, corner: Corner) -> Move {
        // Beside an own triangle the other half brings every corner.
        let is_empty = self.empty() & at.bit() != 0;
        Move::Triangle { at, corner: if is_empty { corner } else { self.free_half(at.bit()) } }
    }

    /// Whether a placement keeps the opponent, who could win at `danger`, from winning.
    #[inline]
    pub(crate) fn has_answer(&self, danger: &[u64; 4]) -> bool {
        let cell = any(danger);
        if !cell.is_power_of_two() {
            return false;
        }
        let in_empty = self.empty() & cell != 0;
        let by_square = in_empty && self.may_place_square();
        let leaves_open =
            in_empty && self.triangles[self.turn.other().index()] > 0 && danger.iter().all(|&set| set != 0);
        by_square || self.triangles[self.turn.index()] > 0 && !leaves_open
    }

    /// Every placement that keeps the opponent, who could win at `danger`, from winning. One placement changes one
    /// cell, so against two cells there is none.
    pub(crate) fn answers(&self, danger: &[u64; 4]) -> Answers {
        let mut answers = Answers { moves: [Move::Pass; MOST_ANSWERS], count: 0 };
        let cell = any(danger);
        let (Some(at), true) = (cells(cell).next(), cell.is_power_of_two()) else { return answers };
        let in_empty = self.empty() & cell != 0;
        if self.triangles[self.turn.index()] > 0 {
            if in_empty {
                // A triangle leaves the opponent the opposite corner, if they have triangles to use it.
                let stops_all = self.triangles[self.turn.other().index()] == 0;
                for corner in Corner::ALL {
                    if stops_all || danger[corner.opposite() as usize] == 0 {
                        answers.push(Move::Triangle { at, corner });
                    }
                }
            } else {
                answers.push(Move::Triangle { at, corner: self.free_half(cell) });
            }
        }
        if in_empty && self.may_place_square() {
            answers.push(Move::Square { at });
        }
        answers
    }

    /// Lists the placements that make three of four, those that make two at once first.
    fn list_threats(&self, own: &Prospects, moves: &mut Vec<Move>) {
        let on_empty = any(&own.threats) & self.empty();
        let squares = cells(if self.may_place_square() { on_empty } else { 0 });
        if self.triangles[self.turn.index()] > 0 {
            self.list_showing(&own.forks, moves);
            moves.extend(squares.map(|at| Move::Square { at }));
            let others = std::array::from_fn(|corner| own.threats[corner] & !own.forks[corner]);
            self.list_showing(&others, moves);
        } else {
            moves.extend(squares.map(|at| Move::Square { at }));
        }
    }

    fn list_showing(&self, sets: &[u64; 4], moves: &mut Vec<Move>) {
        let empty = self.empty();
        // On a cell with an own triangle all corners come by one and the same move.
        moves.extend(
            cells(any(sets) & !empty).map(|at| Move::Triangle { at, corner: self.free_half(at.bit()) }),
        );
        for corner in Corner::ALL {
            let at_once = cells(sets[corner as usize] & empty);
            moves.extend(at_once.map(|at| Move::Triangle { at, corner }));
        }
    }
}
