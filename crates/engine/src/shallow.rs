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
    // A reply that wins at once for whoever makes it.
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
    use mekong_core::{History, Value};
    use mekong_testkit::toys::Tug;

    use super::shallow_lines;

    #[test]
    fn a_win_in_one_and_a_threat_are_seen_and_nothing_more() {
        // A token one place from the first player's end.
        let mut game = History::new(Tug::<3>::start());
        for mv in [1, 1] {
            game.play(mv).unwrap();
        }
        let lines = shallow_lines(game.position(), 1);
        assert_eq!(lines[0].score.value(), Some(Value::Win(1)));
        assert!(lines[1..].iter().all(|line| line.score.value().is_none()));
        // The opponent is to move there: the token is pushed over the edge only by going right.
        game.play(-1).unwrap();
        game.play(1).unwrap();
        game.play(-1).unwrap();
        let seen = |plies| shallow_lines(game.position(), plies).last().map(|line| line.score.value());
        assert_eq!(seen(1), Some(None), "one ply ahead nothing is lost");
        assert_eq!(seen(2), Some(None), "and two plies ahead neither");
        game.undo();
        let seen = |plies| shallow_lines(game.position(), plies).last().map(|line| line.score.value());
        assert_eq!(seen(1), Some(Some(Value::Loss(1))), "the own move can lose");
    }
}
