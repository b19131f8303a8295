//! One test per sentence of the rule book.

use mekong_core::{Explain as _, Game as _, History, Lang, Notation as _, Player, Position as _, Variants};
use mekong_morris::{Illegal, Morris, Position, PositionError};
use mekong_testkit::rules::Rules;

const RULES: Rules<Morris> = Rules::PLAIN;

fn refused(position: &str, mv: &str) -> String {
    RULES.refusal(position, mv).to_string()
}

#[test]
fn white_begins_on_an_empty_board_on_any_point() {
    let start = Morris::start(Variants::NONE, 0);
    assert_eq!(start.position_text(), "3/3/3 W");
    assert_eq!(RULES.legal("3/3/3 W"), "a1 a2 a3 b1 b2 b3 c1 c2 c3");
}

#[test]
fn men_are_placed_on_free_points_in_turn() {
    assert_eq!(RULES.after("3/3/3 W", "b2"), "3/1W1/3 B");
    assert_eq!(refused("3/1W1/3 B", "b2"), "b2 is occupied");
    assert_eq!(refused("3/1W1/3 B", "b2c3"), "men move only once all are placed, and you have 3 left");
}

#[test]
fn once_all_are_placed_a_man_moves_to_the_next_free_point_of_a_line() {
    assert_eq!(RULES.legal("WB1/W1B/BW1 W"), "a2b2 a3b2 b1b2 b1c1");
    let position = "WB1/W1B/BW1 W";
    assert_eq!(refused(position, "c3"), "your three men are on the board: move one of them");
    assert_eq!(refused(position, "c2c3"), "no man of yours stands on c2");
    assert_eq!(refused(position, "a2b3"), "b3 is occupied");
    assert_eq!(refused(position, "a3c3"), "c3 is not the next point on a line from a3");
    assert_eq!(refused(position, "a2a2"), "a2 is occupied");
}

#[test]
fn points_on_the_edge_are_not_joined_across_a_corner() {
    assert!(matches!(RULES.refusal("W1B/B1W/WB1 W", "c2b3"), Illegal::NotAdjacent { .. }));
}

#[test]
fn three_in_a_row_a_column_or_a_diagonal_win_at_once() {
    for (position, mv) in [("BB1/WW1/3 W", "c2"), ("WB1/WB1/3 W", "a1"), ("W1B/1W1/1B1 W", "c1")] {
        assert_eq!(RULES.end(position, mv), Some((Some(Player::P1), "line")), "{position} {mv}");
    }
    let won = RULES.play("WB1/WB1/3 W", "a1");
    assert_eq!(won.outcome().unwrap().explain(Lang::Fr), "trois pions sont alignés");
    assert_eq!(won.check(RULES.mv("c3")), Err(Illegal::Over));
}

#[test]
fn a_player_always_has_a_move_until_the_game_is_won() {
    let mut seen = std::collections::HashSet::from([Morris::start(Variants::NONE, 0)]);
    let mut waiting: Vec<Position> = seen.iter().copied().collect();
    while let Some(position) = waiting.pop() {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        assert_eq!(moves.is_empty(), position.outcome().is_some(), "{}", position.position_text());
        for mv in moves {
            let next = position.play(mv).unwrap();
            if seen.insert(next) {
                waiting.push(next);
            }
        }
    }
    assert_eq!(seen.len(), 5_390);
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let mut history = History::new(RULES.at("WB1/W1B/BW1 W"));
    for text in ["b1c1", "b3c3", "c1b1", "c3b3", "b1c1", "b3c3", "c1b1"] {
        history.play(RULES.mv(text)).unwrap();
        assert_eq!(history.outcome(), None);
    }
    history.play(RULES.mv("c3b3")).unwrap();
    let outcome = history.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason.code), (None, "repetition"));
}

#[test]
fn impossible_positions_are_rejected_with_the_reason() {
    assert_eq!(
        RULES.problem("3/3/3"),
        "a position has 2 fields (rows, side), separated by single spaces; this one has 1"
    );
    assert_eq!(
        RULES.problem("3/3/x2 W"),
        "rows: in row 1, \"x\" is neither a digit from 1 to 3, nor W, nor B"
    );
    assert_eq!(RULES.problem("WW1/WWB/BB1 W"), "rows: White has 3 men, not 4");
    assert_eq!(
        RULES.problem("3/3/W2 W"),
        "rows: 1 white and 0 black men are placed, so it is not the turn of White"
    );
    assert_eq!(
        RULES.problem("WWW/BB1/2B W"),
        "rows: White already has a line, so it would not be their turn"
    );
    let french = Position::parse_position("3/1W1/3 N", Variants::NONE).unwrap_err();
    assert!(matches!(french, PositionError::Syntax(_)));
    assert_eq!(french.explain(Lang::Fr), "trait : « N » n’est ni W ni B");
}
