//! Winning by threats: every move makes three of four, so that the opponent has only a few answers.

use mekong_core::Position as _;

use crate::{
    board::{Cell, Corner, cells},
    moves::Move,
    position::Position,
    scan::Scan,
};

/// How many threats in a row are looked for at most.
const LONGEST: u32 = 12;

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
        let scan = self.scan();
        let mut left = budget;
        let mut tried_before = 0;
        for threats in 0..=LONGEST {
            if left == 0 {
                break;
            }
            let begin = left;
            if let Some(mut line) = self.attack(&scan, threats, &mut left) {
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
    fn attack(&self, scan: &Scan, threats: u32, budget: &mut u32) -> Option<Vec<Move>> {
        if let Some(mv) = self.winning_move(scan) {
            return Some(vec![mv]);
        }
        if threats == 0 {
            return None;
        }
        let mut tries = Vec::new();
        if scan.winning_cells(1) != 0 {
            self.list_answers(scan, &mut tries);
        } else {
            self.list_threats(scan, &mut tries);
        }
        tries.into_iter().find_map(|mv| {
            *budget = budget.checked_sub(1)?;
            let mut next = *self;
            next.play_unchecked(mv);
            let scan = next.scan();
            let is_threat = scan.winning_cells(1) != 0 && scan.winning_cells(0) == 0;
            if is_threat { next.resist(&scan, mv, threats, budget) } else { None }
        })
    }

    /// The longest line that the player to move, who cannot win at once, has against the threat `mv`; `None` if one of
    /// the answers holds, or may hold.
    fn resist(&self, scan: &Scan, mv: Move, threats: u32, budget: &mut u32) -> Option<Vec<Move>> {
        let mut answers = Vec::new();
        self.list_answers(scan, &mut answers);
        let mut longest = vec![mv];
        for answer in answers {
            let mut next = *self;
            next.play_unchecked(answer);
            let mut line = next.attack(&next.scan(), threats - 1, budget)?;
            if line.len() + 2 > longest.len() {
                line.extend([answer, mv]);
                longest = line;
            }
        }
        Some(longest)
    }

    /// A move that completes a square.
    pub(crate) fn winning_move(&self, scan: &Scan) -> Option<Move> {
        let at = cells(scan.winning_cells(0)).next()?;
        if self.triangles[self.turn.index()] == 0 {
            return Some(Move::Square { at });
        }
        let wanted = Corner::ALL.into_iter().find(|&corner| scan.wins[corner as usize][0] & at.bit() != 0)?;
        Some(self.showing(at, wanted))
    }

    /// The triangle that makes a cell show a corner.
    fn showing(&self, at: Cell, corner: Corner) -> Move {
        // Beside an own triangle the other half brings every corner.
        let is_empty = self.empty() & at.bit() != 0;
        Move::Triangle { at, corner: if is_empty { corner } else { self.free_half(at.bit()) } }
    }

    /// Whether a placement keeps the opponent, who could win next, from winning.
    pub(crate) fn has_answer(&self, scan: &Scan) -> bool {
        let danger = scan.winning_cells(1);
        if !danger.is_power_of_two() {
            return false;
        }
        let me = self.turn.index();
        let in_empty = self.empty() & danger != 0;
        let by_square = in_empty && self.may_place_square();
        let leaves_open = in_empty
            && self.triangles[self.turn.other().index()] > 0
            && scan.wins.iter().all(|set| set[1] != 0);
        by_square || self.triangles[me] > 0 && !leaves_open
    }

    /// Lists every placement that keeps the opponent, who could win next, from winning. One placement changes one
    /// cell, so against two cells there is none.
    pub(crate) fn list_answers(&self, scan: &Scan, moves: &mut Vec<Move>) {
        let danger = scan.winning_cells(1);
        let (Some(at), true) = (cells(danger).next(), danger.is_power_of_two()) else { return };
        let in_empty = self.empty() & danger != 0;
        if self.triangles[self.turn.index()] > 0 {
            if in_empty {
                // A triangle leaves the opponent the opposite corner, if they have triangles to use it.
                let any = self.triangles[self.turn.other().index()] == 0;
                let stops = |corner: &Corner| any || scan.wins[corner.opposite() as usize][1] == 0;
                let corners = Corner::ALL.into_iter().filter(stops);
                moves.extend(corners.map(|corner| Move::Triangle { at, corner }));
            } else {
                moves.push(Move::Triangle { at, corner: self.free_half(danger) });
            }
        }
        if in_empty && self.may_place_square() {
            moves.push(Move::Square { at });
        }
    }

    /// Lists the placements that make three of four, those that make two at once first.
    fn list_threats(&self, scan: &Scan, moves: &mut Vec<Move>) {
        let empty = self.empty();
        let any = scan.threats.iter().fold(0, |all, set| all | set[0]);
        if self.triangles[self.turn.index()] > 0 {
            let forks = scan.forks.map(|set| set[0]);
            self.list_showing(&forks, moves);
            let others = std::array::from_fn(|corner| scan.threats[corner][0] & !forks[corner]);
            if self.may_place_square() {
                moves.extend(cells(any & empty).map(|at| Move::Square { at }));
            }
            self.list_showing(&others, moves);
        } else {
            moves.extend(cells(any & empty).map(|at| Move::Square { at }));
        }
    }

    fn list_showing(&self, sets: &[u64; 4], moves: &mut Vec<Move>) {
        let empty = self.empty();
        // On a cell with an own triangle all corners come by one and the same move.
        moves.extend(
            cells(sets.iter().fold(0, |all, set| all | set) & !empty)
                .map(|at| Move::Triangle { at, corner: self.free_half(at.bit()) }),
        );
        for corner in Corner::ALL {
            let at_once = cells(sets[corner as usize] & empty);
            moves.extend(at_once.map(|at| Move::Triangle { at, corner }));
        }
    }
}
