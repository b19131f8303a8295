//! Best moves and winning moves, played out to the end.

use mekong_core::{Evaluate as _, Player, Position as _};

use super::{ExactScore, Worker, played, remaining_points, search_score, state::State};
use crate::{Move, Position};

/// The maximum number of duels at which an exact score is found immediately.
pub(crate) const EASY_DUELS: u32 = 8;

/// The maximum number of duels at which the rest of a winning line is played for points, which takes a hundred nodes.
const TAIL: u32 = 4;

impl Worker<'_> {
    /// The best moves, best first, each with the points that it still brings the player to act and best moves of both
    /// to the end: up to `wanted` of them. `None` if it was stopped, and while drafting.
    pub fn best_moves(&mut self, position: &Position, wanted: usize) -> Option<Vec<ExactScore>> {
        let first = self.solve_score(position)?;
        let Some(best) = first.best() else { return Some(Vec::new()) };
        let mut others = Vec::new();
        if wanted > 1 {
            position.legal_moves(&mut others);
            others.retain(|&mv| mv != best);
        }
        // The moves so far, best first. The score of a move that is no better than the last wanted one is not needed.
        let mut found: Vec<(i32, Move)> = Vec::new();
        for mv in others {
            let min_points = if found.len() + 1 < wanted { 0 } else { found[wanted - 2].0 + 1 };
            if min_points > i32::from(first.points) || !self.keeps(position, mv, min_points)? {
                continue;
            }
            let points = self.points_of_move(position, mv, (min_points, first.points.into()))?;
            let place = found.partition_point(|&(better, _)| better >= points);
            found.insert(place, (points, mv));
            found.truncate(wanted - 1);
        }
        let mut lines = vec![first];
        for (points, mv) in found {
            let (next, left) = after(position, mv, points);
            let mut line = vec![mv];
            line.extend(self.line(next, left)?);
            lines.push(ExactScore { points: points as u8, line });
        }
        Some(lines)
    }

    /// The winner, and a line in which each of the winner's moves keeps the win. The line leads to the end of the game
    /// unless the search was stopped on the way. `None` if it was stopped too early, if the game is over, and while
    /// drafting.
    pub fn winning_line(&mut self, position: &Position) -> Option<(Player, Vec<Move>)> {
        if position.outcome().is_some() {
            return None;
        }
        let winner = self.wins(position)?;
        let mut line = Vec::new();
        let mut position = *position;
        while position.outcome().is_none() {
            if position.duels_left() <= TAIL && !line.is_empty() {
                line.extend(self.solve_score(&position).into_iter().flat_map(|exact| exact.line));
                break;
            }
            let mv = if position.turn() == winner {
                self.winning_move(&position)
            } else {
                best_resistance(&position)
            };
            let Some(mv) = mv else { break };
            line.push(mv);
            position.play_unchecked(mv);
        }
        // The caller needs a move, not only the result.
        (!line.is_empty()).then_some((winner, line))
    }

    /// A move that wins the game, where there is one.
    fn winning_move(&mut self, position: &Position) -> Option<Move> {
        let need = i32::from(Position::TO_WIN) - i32::from(position.score(position.turn()));
        self.keeping_move(position, need)?
    }

    /// The points that the player to act still wins with a move, known to lie within bounds.
    pub(super) fn points_of_move(
        &mut self,
        position: &Position,
        mv: Move,
        (low, high): (i32, i32),
    ) -> Option<i32> {
        search_score((low, high), (low + high + 1) / 2, |points| self.keeps(position, mv, points))
    }

    /// Best moves from a position in which the player to act still wins exactly `points`. Best moves in the table are
    /// taken as they are, so that the others need not be refuted.
    pub(super) fn line(&mut self, mut position: Position, mut points: i32) -> Option<Vec<Move>> {
        let mut line = Vec::new();
        while let Some(best) = self.keeping_move(&position, points)? {
            (position, points) = after(&position, best, points);
            line.push(best);
        }
        Some(line)
    }

    /// A move after which the player to act still wins `points`, if there is one.
    fn keeping_move(&mut self, position: &Position, points: i32) -> Option<Option<Move>> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        if let Some(&known) = moves.iter().find(|&&mv| self.is_known_to_keep(position, mv, points)) {
            return Some(Some(known));
        }
        for mv in moves {
            if self.keeps(position, mv, points)? {
                return Some(Some(mv));
            }
        }
        Some(None)
    }

    /// Whether the player to move still wins this many points after a move.
    fn keeps(&mut self, position: &Position, mv: Move, points: i32) -> Option<bool> {
        let (next, won) = played(position, mv);
        if next.turn() == position.turn() {
            self.can_win(&next, points - won)
        } else {
            Some(!self.can_win(&next, remaining_points(&next) - (points - won) + 1)?)
        }
    }

    fn is_known_to_keep(&self, position: &Position, mv: Move, points: i32) -> bool {
        let (next, won) = played(position, mv);
        let state = State::of(&next);
        if let Some(engaged) = next.engaged() {
            return self.search.is_known_to_fail(
                &state,
                engaged.into(),
                remaining_points(&next) - points + 1,
            );
        }
        let opponent = next.turn() != position.turn();
        let need = if opponent { remaining_points(&next) - (points - won) + 1 } else { points - won };
        self.search.known(&state, need) == Some(!opponent)
    }
}

/// The position after a move, and the remaining points of the player to move there if the mover wins this many.
fn after(position: &Position, mv: Move, points: i32) -> (Position, i32) {
    let (next, won) = played(position, mv);
    let left = points - won;
    (next, if next.turn() == position.turn() { left } else { remaining_points(&next) - left })
}

/// The move of a player in a lost position: the most promising one.
fn best_resistance(position: &Position) -> Option<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.into_iter().max_by_key(|&mv| {
        let (next, _) = played(position, mv);
        if next.turn() == position.turn() { next.evaluate() } else { -next.evaluate() }
    })
}
