//! History: repetition, undo and redo, on a toy game with cycles.

use mekong_core::{History, PlayError, Player, REPETITION};
use mekong_testkit::toys::Tug;

fn played(moves: &[i8]) -> History<Tug<3>> {
    let mut history = History::new(Tug::start());
    for &mv in moves {
        history.play(mv).unwrap();
    }
    history
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let mut history = played(&[1, -1, 1]);
    assert_eq!(history.occurrences(), 2);
    assert_eq!(history.outcome(), None);
    history.play(-1).unwrap();
    assert_eq!(history.occurrences(), 3);
    let outcome = history.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (None, &REPETITION));
    assert_eq!(history.play(1), Err(PlayError::Over(outcome)));
    let mut moves = Vec::new();
    history.legal_moves(&mut moves);
    assert!(moves.is_empty());
}

#[test]
fn side_to_move_distinguishes_positions() {
    // Place 1 with P2 to move once, place 0 with P1 to move twice, never three times.
    assert_eq!(played(&[1, -1, -1, 1]).occurrences(), 3);
    assert_eq!(played(&[1, 1]).occurrences(), 1);
}

#[test]
fn a_repetition_that_is_undone_does_not_count() {
    let mut history = played(&[1, -1, 1, -1]);
    assert!(history.outcome().is_some());
    assert_eq!(history.undo(), Some(-1));
    assert_eq!(history.outcome(), None);
    history.play(1).unwrap();
    assert_eq!(history.moves(), [1, -1, 1, 1]);
    assert_eq!(history.redo(), None, "a new move clears the undone moves");
}

#[test]
fn undo_and_redo_cover_the_whole_game() {
    let mut history = played(&[1, 1, 1]);
    assert_eq!(history.outcome().unwrap().winner, Some(Player::P1));
    assert_eq!(history.position().place, 3);
    while history.undo().is_some() {}
    assert_eq!(history.position(), history.start());
    assert!(history.moves().is_empty());
    while history.redo().is_some() {}
    assert_eq!(history.position().place, 3);
    assert_eq!(history.positions().len(), 4);
}

#[test]
fn illegal_move_changes_nothing() {
    let mut history = played(&[1]);
    history.undo();
    assert!(matches!(history.play(2), Err(PlayError::Illegal(_))));
    assert_eq!(history.redo(), Some(1), "what was undone can still be redone");
}
