//! Threat sequences, checked by exhaustive search.

use mekong_core::{Evaluate as _, Notation as _, Position as _};
use mekong_samliam::{Move, Position};

use crate::support;
use support::{legal, loses_within, position, walk, wins_within};

/// Checks that the line is legal and that plain search confirms the win against every answer to its first move.
fn confirm(position: &Position, line: &[Move]) {
    let text = position.position_text();
    let mut next = *position;
    for &mv in line {
        next = next.play(mv).unwrap_or_else(|illegal| panic!("{text}: {mv:?}: {illegal}"));
    }
    // The last move completes a square, or makes threats that cannot be stopped.
    let first = position.play(line[0]).unwrap();
    let plies = match next.outcome() {
        Some(end) => {
            assert_eq!(end.winner, Some(position.turn()), "{text}");
            line.len() as u32
        }
        None => line.len() as u32 + 2,
    };
    let (mut budget, mut same) = (400, Vec::new());
    assert_eq!(position.forced_win(&mut budget, &mut same), Some(plies as u16), "{text}");
    assert_eq!(same, line, "{text}");
    if plies > 1 {
        assert!(loses_within(&first, plies - 1), "{text}: {line:?}");
    }
}

/// Plays the found sequence against every legal reply until the square is complete. Returns the number of positions
/// visited.
fn play_out(position: &Position, budget: u32) -> usize {
    if wins_within(position, 1) {
        return 1;
    }
    let line = position.winning_threat_sequence(budget);
    let line = line.unwrap_or_else(|| panic!("{} was said to be won", position.position_text()));
    let next = position.play(line[0]).unwrap();
    let replies = legal(&next).into_iter().map(|reply| {
        let after = next.play(reply).unwrap();
        assert_eq!(after.outcome(), None, "{}", position.position_text());
        play_out(&after, budget)
    });
    replies.sum::<usize>() + 1
}

#[test]
fn found_wins_hold_against_every_reply() {
    let mut by_length = [0; 8];
    let mut positions = 0;
    for seed in 0..150 {
        walk(seed, |position| {
            let Some(line) = position.winning_threat_sequence(400) else { return };
            assert_eq!(line.len() % 2, 1, "the player's own move is the last");
            let group = (line.len() / 2).min(7);
            by_length[group] += 1;
            if group < 2 || by_length[group] <= 20 {
                positions += play_out(position, 20_000);
            }
        });
    }
    assert!(by_length[..5].iter().all(|&count| count > 5), "{by_length:?}");
    assert!(positions > 50_000, "{positions}");
}

#[test]
fn plain_search_confirms_short_wins() {
    let mut by_length = [0; 3];
    for seed in 1_000..1_040 {
        walk(seed, |position| {
            let Some(line) = position.winning_threat_sequence(400) else { return };
            let Some(count) = by_length.get_mut(line.len() / 2) else { return };
            *count += 1;
            // Plain search takes a hundred times as long with every two plies.
            if *count <= [60, 20, 3][line.len() / 2] {
                confirm(position, &line);
            }
        });
    }
    assert!(by_length.iter().all(|&count| count > 3), "{by_length:?}");
}

#[test]
fn double_threats_are_never_missed() {
    for seed in 500..520 {
        walk(seed, |position| {
            // Every win within three plies is one by threats: nothing else forces the opponent.
            if wins_within(position, 3) {
                assert!(position.winning_threat_sequence(10_000).is_some(), "{}", position.position_text());
            }
        });
    }
}

#[test]
fn a_threat_that_lets_the_opponent_win_first_does_not_count() {
    // Both show three corners of four. White is to move and wins before Black's threat matters.
    let found = position("6/ab4/d5/6/6/AB4/D5 W -").winning_threat_sequence(100);
    assert_eq!(
        found.map(|line| line.into_iter().map(Position::move_text).collect()),
        Some(vec!["b5se".to_owned()])
    );
    assert_eq!(position("6/6/6/6/6/6/6 B -").winning_threat_sequence(1_000), None);
    let over = position("6/6/6/6/6/AB4/DC4 W -");
    assert_eq!(over.winning_threat_sequence(1_000), None);
    assert!(legal(&over).is_empty());
}

#[test]
fn no_budget_finds_nothing() {
    assert_eq!(position("6/6/6/6/6/AB4/D5 B -").winning_threat_sequence(0), None);
}

#[test]
fn visited_nodes_are_deducted_from_the_budget() {
    let fork = position("6/6/6/6/A5/A5/1CC3 B -");
    let (mut left, mut line) = (100, Vec::new());
    assert_eq!(fork.forced_win(&mut left, &mut line), Some(3));
    assert_eq!(left, 98, "the position itself and the one after the fork");
    let (mut left, mut none) = (1, Vec::new());
    assert_eq!(fork.forced_win(&mut left, &mut none), None);
    assert_eq!((left, none.len()), (0, 0));
}
