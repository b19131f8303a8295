//! Looking one or two plies ahead by the rules alone, as a beginner does: every move is tried, nothing is calculated
//! beyond, and positions are taken for what they look like.

use std::cmp::Reverse;

use mekong_core::{Evaluate, Player};

use crate::{Line, Score};

/// The plies that [`shallow_lines`] can look ahead.
pub const MAX_SHALLOW_PLIES: u32 = 2;

/// Every legal move with its score, best first: wins and losses within one or two plies by the rules, everything else by
/// [`Evaluate::impression`] of the position after the move.
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

/// What the position after a move is worth for the player who made it.
fn score_of_move<P: Evaluate>(next: &P, player: Player, plies: u32, replies: &mut Vec<P::Move>) -> Score {
    if let Some(outcome) = next.outcome() {
        return Score::of_outcome(outcome, player, 1);
    }
    let impression = Score::of_evaluation(next.impression());
    let impression = if next.turn() == player { impression } else { -impression };
    if plies < MAX_SHALLOW_PLIES {
        return impression;
    }
    // A reply that wins at once for its mover.
    replies.clear();
    next.legal_moves(replies);
    let wins = |&mv: &P::Move| {
        let mut after = next.clone();
        after.play_unchecked(mv);
        after.outcome().filter(|outcome| outcome.winner == Some(next.turn()))
    };
    let won = replies.iter().find_map(wins);
    won.map_or(impression, |outcome| Score::of_outcome(outcome, player, 2))
}

#[cfg(test)]
mod tests {
    use mekong_core::{Player, Value};
    use mekong_testkit::toys::Tug;

    use super::shallow_lines;

    /// What the best and the worst move are known to lead to, so many plies ahead; the first player's end is at 3.
    fn seen(place: i8, turn: Player, plies: u32) -> [Option<Value>; 2] {
        let lines = shallow_lines(&Tug::<3> { place, turn }, plies);
        [&lines[0], &lines[1]].map(|line| line.score.value())
    }

    #[test]
    fn one_ply_shows_wins_and_losses_at_once_and_two_plies_the_reply() {
        assert_eq!(seen(2, Player::P1, 1), [Some(Value::Win(1)), None]);
        assert_eq!(seen(2, Player::P2, 1), [None, Some(Value::Loss(1))]);
        assert_eq!(seen(1, Player::P2, 1), [None, None], "one ply ahead nothing is lost");
        assert_eq!(seen(1, Player::P2, 2), [None, Some(Value::Loss(2))]);
    }
}
