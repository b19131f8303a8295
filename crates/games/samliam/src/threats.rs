//! Winning by threats: every move makes three of four, so that the opponent has only a few answers.

use mekong_core::Position as _;

use crate::{
    board::{Cell, Corner, Tile, cells},
    moves::Move,
    position::Position,
    scan::{PatternCounts, any},
};

/// The maximum number of threats in a sequence.
const MAX_THREATS: usize = 12;

/// Placements on one cell: four triangles and a square tile.
const MAX_ANSWERS: usize = 5;

/// A fixed-capacity list of moves on the stack.
pub(crate) struct Answers {
    moves: [Move; MAX_ANSWERS],
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

/// A win by threats, stored without allocation because it is searched for at every node.
#[derive(Clone, Copy)]
pub(crate) struct Sequence {
    /// The player's moves and the opponent's longest resistance in turn, the last first.
    backwards: [Move; 2 * MAX_THREATS + 1],
    count: usize,
    /// After how many plies the square is complete at the latest.
    pub(crate) plies: u16,
}

impl Sequence {
    /// One move; the square is complete after this many plies.
    fn new(mv: Move, plies: u16) -> Sequence {
        let mut backwards = [Move::Pass; 2 * MAX_THREATS + 1];
        backwards[0] = mv;
        Sequence { backwards, count: 1, plies }
    }

    /// The sequence with a move and its answer before it.
    fn after(mut self, mv: Move, answer: Move) -> Sequence {
        self.backwards[self.count] = answer;
        self.backwards[self.count + 1] = mv;
        Sequence { count: self.count + 2, plies: self.plies + 2, ..self }
    }

    /// The moves in playing order.
    pub(crate) fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.backwards[..self.count].iter().rev().copied()
    }
}

impl Position {
    /// A forced win in which every move but the last makes a threat, if one is found within `budget` positions: the
    /// player's moves alternating with the opponent's longest resistance, up to the move after which no defence is
    /// left. Shorter sequences are searched first.
    ///
    /// The result is exact: every placement that stops a threat has been tried, and a threat that lets the opponent
    /// complete a square does not count.
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
    pub fn winning_threat_sequence(&self, mut budget: u32) -> Option<Vec<Move>> {
        let sequence = self.win_by_threats(&mut budget)?;
        Some(sequence.moves().collect())
    }

    /// [`Position::winning_threat_sequence`]; visited positions are deducted from the budget.
    pub(crate) fn win_by_threats(&self, budget: &mut u32) -> Option<Sequence> {
        if self.outcome().is_some() {
            return None;
        }
        let mut visited_before = 0;
        for threats in 1..=MAX_THREATS {
            let begin = *budget;
            if let Some(sequence) = self.attack(threats, budget) {
                return Some(sequence);
            }
            // One more threat visited no more positions: there are no further threats.
            let visited = begin - *budget;
            if *budget == 0 || threats > 1 && visited == visited_before {
                break;
            }
            visited_before = visited;
        }
        None
    }

    /// A win by at most this many threats.
    fn attack(&self, threats: usize, budget: &mut u32) -> Option<Sequence> {
        *budget = budget.checked_sub(1)?;
        if threats == 0 {
            return self.winning_move(&self.wins(self.turn)).map(|mv| Sequence::new(mv, 1));
        }
        let own = self.pattern_counts(self.turn);
        if let Some(mv) = self.winning_move(&own.wins) {
            return Some(Sequence::new(mv, 1));
        }
        let danger = self.wins(self.turn.other());
        if any(&danger) != 0 {
            let answers = self.answers(&danger);
            return answers.as_slice().iter().find_map(|&mv| self.threaten(mv, true, threats, budget));
        }
        self.threats(&own).find_map(|mv| self.threaten(mv, false, threats, budget))
    }

    /// Tries a placement after which the opponent cannot win at once: a win if it is a threat without a sufficient
    /// answer. `answers`: whether it stops a threat of the opponent.
    #[inline]
    fn threaten(&self, mv: Move, answers: bool, threats: usize, budget: &mut u32) -> Option<Sequence> {
        *budget = budget.checked_sub(1)?;
        let next = self.after(mv, answers);
        let wins = next.wins(self.turn);
        if any(&wins) != 0 { next.resist(&wins, mv, threats, budget) } else { None }
    }

    /// The longest line that the player to move, who cannot win at once, has against the threat `mv`; `None` if one of
    /// the answers holds, or may hold.
    fn resist(&self, danger: &[u64; 4], mv: Move, threats: usize, budget: &mut u32) -> Option<Sequence> {
        let mut longest = Sequence::new(mv, 3);
        for &answer in self.answers(danger).as_slice() {
            let rest = self.after(answer, true).attack(threats - 1, budget)?;
            if rest.plies + 2 > longest.plies || longest.count == 1 {
                longest = rest.after(mv, answer);
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
        let mut answers = Answers { moves: [Move::Pass; MAX_ANSWERS], count: 0 };
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

    /// The placements that make three of four, those that make two at once first.
    fn threats(&self, own: &PatternCounts) -> impl Iterator<Item = Move> + use<> {
        let has_triangles = self.triangles[self.turn.index()] > 0;
        let on_empty = any(&own.threats) & self.empty();
        let squares = cells(if self.may_place_square() { on_empty } else { 0 });
        let [forks, others] = if has_triangles {
            [own.forks, std::array::from_fn(|corner| own.threats[corner] & !own.forks[corner])]
        } else {
            [[0; 4]; 2]
        };
        self.all_showing(forks).chain(squares.map(|at| Move::Square { at })).chain(self.all_showing(others))
    }

    /// The triangles that make cells show corners.
    fn all_showing(&self, sets: [u64; 4]) -> impl Iterator<Item = Move> + use<> {
        let (position, empty) = (*self, self.empty());
        // On a cell with an own triangle one move shows all corners.
        let second = cells(any(&sets) & !empty)
            .map(move |at| Move::Triangle { at, corner: position.free_half(at.bit()) });
        let first = Corner::ALL.into_iter().flat_map(move |corner| {
            cells(sets[corner as usize] & empty).map(move |at| Move::Triangle { at, corner })
        });
        second.chain(first)
    }
}
