//! Shallow search of one or two plies for weak levels: every move is tried, and positions are evaluated statically.

use std::cmp::Reverse;

use mekong_core::{Evaluate, Player};

use crate::{Line, Score};

/// The maximum depth of [`shallow_lines`].
pub const MAX_SHALLOW_PLIES: u32 = 2;

/// Every legal move with its score, best first: wins and losses within one or two plies by the rules, everything else by
/// [`Evaluate::quick_evaluate`] of the position after the move.
#[must_use]
pub fn shallow_lines<P: Evaluate>(position: &P, plies: u32) -> Vec<Line<P::Move>> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut replies = Vec::new();
    let mut lines: Vec<Line<P::Move>> = moves
        .into_iter()
        .map(|mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            Line { score: score_of_move(&next, position.turn(), plies, &mut replies), moves: vec![mv] }
        })
        .collect();
    lines.sort_by_key(|line| Reverse(line.score));
    lines
}

/// The score of a move for the player who makes it.
fn score_of_move<P: Evaluate>(next: &P, player: Player, plies: u32, replies: &mut Vec<P::Move>) -> Score {
    if let Some(outcome) = next.outcome() {
        return Score::of_outcome(outcome, player, 1);
    }
    let quick_evaluate = Score::of_evaluation(next.quick_evaluate());
    let quick_evaluate = if next.turn() == player { quick_evaluate } else { -quick_evaluate };
    if plies < MAX_SHALLOW_PLIES {
        return quick_evaluate;
    }
    // A reply that wins at once.
    replies.clear();
    next.legal_moves(replies);
    let wins = |&mv: &P::Move| {
        let mut after = next.clone();
        after.play_unchecked(mv);
        after.outcome().filter(|outcome| outcome.winner == Some(next.turn()))
    };
    let won = replies.iter().find_map(wins);
    won.map_or(quick_evaluate, |outcome| Score::of_outcome(outcome, player, 2))
}

#[cfg(test)]
mod tests {
    use mekong_core::{Player, Value};
    use mekong_testkit::toys::Tug;

    use super::shallow_lines;

    /// The values of the best and the worst move at this depth; the first player's goal is at 3.
    fn seen(place: i8, turn: Player, plies: u32) -> [Option<Value>; 2] {
        let lines = shallow_lines(&Tug::<3> { place, turn }, plies);
        [&lines[0], &lines[1]].map(|line| line.score.value())
    }

    #[test]
    fn shallow_lines_see_wins_and_replies() {
        assert_eq!(seen(2, Player::P1, 1), [Some(Value::Win(1)), None]);
        assert_eq!(seen(2, Player::P2, 1), [None, Some(Value::Loss(1))]);
        assert_eq!(seen(1, Player::P2, 1), [None, None], "one ply ahead nothing is lost");
        assert_eq!(seen(1, Player::P2, 2), [None, Some(Value::Loss(2))]);
    }
}
