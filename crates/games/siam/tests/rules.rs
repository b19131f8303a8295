//! The rules of Siam, one test per sentence. Boards are position texts: row 5 first, elephants in capitals.

use crate::support;

use std::collections::BTreeSet;

use mekong_core::{Explain as _, Game as _, History, Lang, Notation as _, PlayError, Player, Position as _};
use mekong_siam::{Direction, Illegal, Piece, Position, Siam, Square};
use support::{board, check, legal, play, set, square, with};

fn after(text: &str, mv: &str) -> String {
    play(board(text), mv).position_text()
}

fn refusal(text: &str, mv: &str) -> Illegal {
    check(board(text), mv).expect_err(mv)
}

fn winner(text: &str, mv: &str) -> Option<Player> {
    play(board(text), mv).outcome().and_then(|outcome| outcome.winner)
}

// The set-up.

#[test]
fn the_game_starts_with_three_rocks_in_the_middle_row_and_all_animals_in_reserve() {
    let start = Siam::start(mekong_core::Variants::NONE, 0);
    assert_eq!(start.position_text(), "5/5/1ooo1/5/5 E 0 -");
    for at in Square::all() {
        let rock = ["b3", "c3", "d3"].contains(&at.to_string().as_str());
        assert_eq!(start.piece(at), rock.then_some(Piece::Rock), "{at}");
    }
    assert_eq!(Player::BOTH.map(|player| start.reserve(player)), [5, 5]);
}

#[test]
fn elephants_move_first_and_turns_alternate() {
    let start = Siam::start(mekong_core::Variants::NONE, 0);
    assert_eq!(start.turn(), Player::P1);
    let next = play(start, "@a1N");
    assert_eq!((next.turn(), next.ply()), (Player::P2, 1));
    let next = play(next, "@a5S");
    assert_eq!((next.turn(), next.ply()), (Player::P1, 2));
    assert_eq!(next.position_text(), "s4/5/1ooo1/5/N4 E 2 -");
}

#[test]
fn north_is_towards_row_5_and_east_towards_column_e() {
    let c3 = square("c3");
    assert_eq!((c3.column(), c3.row()), (2, 2));
    let next = Direction::ALL.map(|direction| c3.next(direction).map(|to| to.to_string()).unwrap());
    assert_eq!(next, ["c4", "d3", "c2", "b3"]);
    assert_eq!(square("e1").next(Direction::E), None);
    assert_eq!(Square::new(4, 0), Some(square("e1")));
    assert_eq!((Square::new(5, 0), Square::new(0, 5)), (None, None));
    assert_eq!(
        board("5/5/1ooo1/5/e4 E 2 -").piece(square("a1")),
        Some(Piece::Animal(Player::P2, Direction::E))
    );
}

// A turn: enter.

#[test]
fn an_animal_enters_on_any_of_the_sixteen_border_squares_facing_any_way() {
    let entering = legal(board("5/5/1ooo1/5/5 E 0 -"), "@");
    assert_eq!(entering.len(), 64);
    for border in ["a1", "c1", "e1", "a3", "e3", "a5", "c5", "e5"] {
        for facing in ["N", "E", "S", "W"] {
            assert!(entering.contains(&format!("@{border}{facing}")));
        }
    }
    assert_eq!(after("5/5/1ooo1/5/5 E 0 -", "@e3N"), "5/5/1oooN/5/5 R 1 -");
}

#[test]
fn an_animal_does_not_enter_inside_the_board() {
    for inside in ["b2", "c2", "d2", "b4", "c4", "d4", "c3"] {
        let text = format!("@{inside}N");
        assert_eq!(refusal("5/5/1ooo1/5/5 E 0 -", &text), Illegal::EnterOffBorder { to: square(inside) });
    }
}

#[test]
fn entering_takes_an_animal_from_the_reserve() {
    let next = play(board("5/5/1ooo1/5/N4 E 2 -"), "@c1N");
    assert_eq!(next.reserve(Player::P1), 3);
}

#[test]
fn an_occupied_border_square_is_entered_only_by_pushing_straight_inward() {
    let text = "5/5/1ooo1/5/2w2 E 10 -";
    assert_eq!(legal(board(text), "@c1"), set(["@c1N"]));
    assert_eq!(after(text, "@c1N"), "5/5/1ooo1/2w2/2N2 R 11 -");
    for mv in ["@c1E", "@c1S", "@c1W"] {
        assert_eq!(refusal(text, mv), Illegal::EnterNotInward { to: square("c1") });
    }
}

#[test]
fn an_occupied_corner_can_be_entered_from_two_sides() {
    assert_eq!(legal(board("5/5/1ooo1/5/w4 E 10 -"), "@a1"), set(["@a1N"]));
    assert_eq!(legal(board("5/5/1ooo1/5/s4 E 10 -"), "@a1"), set(["@a1E"]));
    assert_eq!(legal(board("5/5/1ooo1/5/n4 E 10 -"), "@a1"), set(["@a1N", "@a1E"]));
    assert_eq!(legal(board("4e/5/1ooo1/5/5 E 10 -"), "@e5"), set(["@e5S"]));
    assert_eq!(legal(board("4s/5/1ooo1/5/5 E 10 -"), "@e5"), set(["@e5S", "@e5W"]));
}

#[test]
fn a_rock_on_the_border_is_pushed_by_an_animal_that_enters() {
    assert_eq!(after("5/5/5/5/ooo2 E 10 -", "@b1N"), "5/5/5/1o3/oNo2 R 11 -");
    assert_eq!(refusal("5/5/5/5/ooo2 E 10 -", "@a1E"), Illegal::TooWeak { needed: 3, have: 1 });
}

// A turn: move.

#[test]
fn an_animal_moves_one_square_in_any_direction_and_ends_facing_any_way() {
    let position = board("5/5/ooo2/2W2/5 E 10 -");
    let moves = set([
        "c2b2N", "c2b2E", "c2b2S", "c2b2W", "c2d2N", "c2d2E", "c2d2S", "c2d2W", "c2c1N", "c2c1E", "c2c1S",
        "c2c1W", "c2N", "c2E", "c2S",
    ]);
    assert_eq!(legal(position, "c2"), moves);
    assert_eq!(after("5/5/ooo2/2W2/5 E 10 -", "c2d2S"), "5/5/ooo2/3S1/5 R 11 -");
}

#[test]
fn an_animal_moves_neither_diagonally_nor_two_squares_nor_round_the_edge_nor_nowhere() {
    let text = "5/5/1ooo1/5/4N E 10 -";
    let e1 = square("e1");
    for to in ["d2", "c1", "e3", "a2", "e1"] {
        let to_square = square(to);
        let expected = if to_square == e1 {
            Illegal::StandsThere { at: e1 }
        } else {
            Illegal::NotNextTo { from: e1, to: to_square }
        };
        assert_eq!(refusal(text, &format!("e1{to}N")), expected);
        assert_eq!(refusal(text, &format!("e1{to}")), expected);
    }
}

#[test]
fn an_animal_does_not_move_to_an_occupied_square() {
    let text = "5/5/1ooo1/nN3/5 E 10 -";
    assert_eq!(refusal(text, "b2a2N"), Illegal::Occupied { to: square("a2") });
    assert_eq!(refusal(text, "b2b3N"), Illegal::StepIsPush { from: square("b2"), to: square("b3") });
}

#[test]
fn a_player_acts_with_own_animals_only() {
    let text = "5/5/1ooo1/5/N3n E 10 -";
    for mv in ["e1e2N", "e1W", "e1-", "e1e2"] {
        assert_eq!(refusal(text, mv), Illegal::NotYours { at: square("e1") });
    }
    for mv in ["c3c4N", "c3W", "c3-", "c3c4"] {
        assert_eq!(refusal(text, mv), Illegal::IsRock { at: square("c3") });
    }
    for mv in ["a5a4N", "a5W", "a5-", "a5a4"] {
        assert_eq!(refusal(text, mv), Illegal::NoAnimal { at: square("a5") });
    }
    assert_eq!(after("5/5/1ooo1/5/N3n R 11 -", "e1e2N"), "5/5/1ooo1/4n/N4 E 12 -");
}

// A turn: turn on the spot.

#[test]
fn an_animal_turns_to_one_of_the_three_other_facings() {
    for (letter, others) in [("N", "ESW"), ("E", "NSW"), ("S", "NEW"), ("W", "NES")] {
        let text = format!("5/5/1ooo1/2{letter}2/5 E 10 -");
        for other in others.chars() {
            assert_eq!(after(&text, &format!("c2{other}")), format!("5/5/1ooo1/2{other}2/5 R 11 -"));
        }
        assert_eq!(refusal(&text, &format!("c2{letter}")), Illegal::SameFacing { at: square("c2") });
    }
}

// A turn: leave.

#[test]
fn an_animal_leaves_from_the_border_and_returns_to_the_reserve() {
    for letter in ["N", "E", "S", "W"] {
        let next = play(board(&format!("5/5/1oooS/5/2{letter}2 E 10 -")), "c1-");
        assert_eq!(next.position_text(), "5/5/1oooS/5/5 R 11 -");
        assert_eq!(next.reserve(Player::P1), 4);
    }
}

#[test]
fn an_animal_does_not_leave_from_inside_the_board() {
    assert_eq!(refusal("5/5/1ooo1/2S2/5 E 10 -", "c2-"), Illegal::LeaveOffBorder { at: square("c2") });
}

#[test]
fn leaving_from_a_corner_is_one_move() {
    let moves = legal(board("5/5/1ooo1/5/N4 E 10 -"), "a1-");
    assert_eq!(moves.len(), 1);
}

// A turn: push.

#[test]
fn an_animal_pushes_forward_only() {
    let text = "5/2o2/1nNo1/2w2/4o E 10 -";
    for (mv, to) in [("c3b3", "b3"), ("c3d3", "d3"), ("c3c2", "c2")] {
        let expected = Illegal::PushNotForward { from: square("c3"), facing: Direction::N };
        assert_eq!(refusal(text, mv), expected, "onto {to}");
    }
    assert_eq!(after(text, "c3c4"), "2o2/2N2/1n1o1/2w2/4o R 11 -");
}

#[test]
fn a_free_square_ahead_is_a_move_and_not_a_push() {
    assert_eq!(
        refusal("5/5/1ooo1/5/N3n E 2 -", "a1a2"),
        Illegal::PushIsStep { from: square("a1"), to: square("a2") }
    );
}

#[test]
fn a_push_changes_no_facing() {
    assert_eq!(after("5/5/EeNs1/5/ooo2 E 10 -", "a3b3"), "5/5/1EeNs/5/ooo2 R 11 -");
}

#[test]
fn every_position_has_a_legal_move() {
    assert!(Position::parse_move("-").is_err());
    // All five on the board: they can turn at least. With fewer, twelve pieces and two
    // crosses leave some of the sixteen border squares free.
    let full = with(&["opening"], "NNNNN/n3o/n3o/n3o/nn3 E 2 -");
    assert_eq!(legal(full, "").len(), full.count_moves());
    assert!(full.count_moves() > 0);
}

// The push rule.

#[test]
fn one_animal_pushes_one_rock_but_not_two() {
    assert_eq!(after("4o/2o2/2n2/5/4o R 11 -", "c3c4"), "2o1o/2n2/5/5/4o E 12 -");
    assert_eq!(refusal("2o2/2o2/2n2/5/4o R 11 -", "c3c4"), Illegal::TooWeak { needed: 2, have: 1 });
}

#[test]
fn each_rock_needs_an_animal_of_its_own() {
    assert_eq!(after("5/2o2/2o2/2n2/2n1o R 11 -", "c1c2"), "2o2/2o2/2n2/2n2/4o E 12 -");
    assert_eq!(refusal("5/2o2/2o2/2o2/2n2 R 11 -", "c1c2"), Illegal::TooWeak { needed: 3, have: 1 });
}

#[test]
fn a_push_needs_more_animals_than_resist() {
    assert_eq!(refusal("5/2S2/2n2/5/1ooo1 E 10 -", "c4c3"), Illegal::TooWeak { needed: 2, have: 1 });
    assert_eq!(after("2S2/2S2/2n2/5/1oo1o E 10 -", "c5c4"), "5/2S2/2S2/2n2/1oo1o R 11 -");
    assert_eq!(refusal("2S2/2S2/2n2/2n2/1oo1o E 10 -", "c5c4"), Illegal::TooWeak { needed: 3, have: 2 });
}

#[test]
fn resisting_animals_and_rocks_add_up() {
    assert_eq!(after("5/5/EEwo1/5/oo3 E 10 -", "a3b3"), "5/5/1EEwo/5/oo3 R 11 -");
    assert_eq!(refusal("5/5/EEwoo/5/o4 E 10 -", "a3b3"), Illegal::TooWeak { needed: 3, have: 2 });
}

#[test]
fn sideways_animals_neither_help_nor_resist() {
    assert_eq!(after("5/2S2/2w2/2E2/1oo1o E 10 -", "c4c3"), "5/5/2S2/2w2/1oE1o R 11 -");
    assert_eq!(after("5/5/EnSo1/5/oo3 E 10 -", "a3b3"), "5/5/1EnSo/5/oo3 R 11 -");
    assert_eq!(refusal("5/5/EnSoo/5/o4 E 10 -", "a3b3"), Illegal::TooWeak { needed: 2, have: 1 });
}

#[test]
fn owners_do_not_matter_for_the_force() {
    // The opponent's animal helps.
    assert_eq!(after("5/5/Eeoo1/5/4o E 10 -", "a3b3"), "5/5/1Eeoo/5/4o R 11 -");
    // One's own animal resists.
    assert_eq!(refusal("2S2/2S2/2n2/2N2/1oo1o E 10 -", "c5c4"), Illegal::TooWeak { needed: 3, have: 2 });
    assert_eq!(refusal("5/5/EW3/5/ooo2 E 10 -", "a3b3"), Illegal::TooWeak { needed: 2, have: 1 });
}

#[test]
fn the_row_ends_at_the_first_empty_square() {
    assert_eq!(after("5/5/Eo1ow/5/4o E 10 -", "a3b3"), "5/5/1Eoow/5/4o R 11 -");
    assert_eq!(after("5/5/Es1W1/5/ooo2 E 10 -", "a3b3"), "5/5/1EsW1/5/ooo2 R 11 -");
}

#[test]
fn what_stands_behind_the_pushing_animal_does_not_help() {
    assert_eq!(refusal("5/5/1EEoo/5/4o E 10 -", "c3d3"), Illegal::TooWeak { needed: 2, have: 1 });
}

#[test]
fn a_helper_beyond_resisting_pieces_counts() {
    assert_eq!(after("4o/4o/eWE2/4o/5 R 11 -", "a3b3"), "4o/4o/1eWE1/4o/5 E 12 -");
    assert_eq!(after("4o/5/eooE1/5/5 R 11 -", "a3b3"), "4o/5/1eooE/5/5 E 12 -");
}

#[test]
fn the_entering_animal_counts() {
    assert_eq!(after("2s2/2N2/2e2/5/oo2o E 10 -", "@c5S"), "2S2/2s2/2N2/2e2/oo2o R 11 -");
    assert_eq!(refusal("2n2/5/5/5/1ooo1 E 10 -", "@c5S"), Illegal::TooWeak { needed: 2, have: 1 });
}

#[test]
fn an_animal_that_is_pushed_off_returns_to_its_owners_reserve() {
    // The opponent's.
    let next = play(board("5/2S2/2w2/2E2/oos1o E 10 -"), "c4c3");
    assert_eq!(next.position_text(), "5/5/2S2/2w2/ooE1o R 11 -");
    assert_eq!(Player::BOTH.map(|player| next.reserve(player)), [3, 4]);
    // The mover's own.
    let next = play(board("5/5/1ooo1/5/3ES E 10 -"), "d1e1");
    assert_eq!(next.position_text(), "5/5/1ooo1/5/4E R 11 -");
    assert_eq!(next.reserve(Player::P1), 4);
    assert_eq!(next.outcome(), None);
}

#[test]
fn a_push_goes_any_of_the_four_ways() {
    let pushed = |facing: &str, mv: &str| after(&format!("5/2o2/1n{facing}o1/2o2/5 E 10 -"), mv);
    assert_eq!(pushed("N", "c3c4"), "2o2/2N2/1n1o1/2o2/5 R 11 -");
    assert_eq!(pushed("E", "c3d3"), "5/2o2/1n1Eo/2o2/5 R 11 -");
    assert_eq!(pushed("S", "c3c2"), "5/2o2/1n1o1/2S2/2o2 R 11 -");
    assert_eq!(pushed("W", "c3b3"), "5/2o2/nW1o1/2o2/5 R 11 -");
}

// The end.

#[test]
fn a_rock_that_leaves_the_board_ends_the_game() {
    let over = play(board("4o/4o/5/2S2/2o2 E 10 -"), "c2c1");
    assert_eq!(over.position_text(), "4o/4o/5/5/2S2 R 11 -");
    let outcome = over.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason.code), (Some(Player::P1), "rock"));
    assert_eq!(outcome.explain(Lang::En), "a rock was pushed off the board");
    assert_eq!(outcome.explain(Lang::Fr), "un rocher a été poussé hors du plateau");
    assert_eq!((legal(over, "").len(), over.count_moves()), (0, 0));
    assert_eq!(check(over, "@a1N"), Err(Illegal::Over));
}

#[test]
fn a_rock_falls_over_any_of_the_four_edges() {
    assert_eq!(winner("2o2/2N2/5/5/o3o E 10 -", "c4c5"), Some(Player::P1));
    assert_eq!(winner("4o/5/3Eo/5/4o E 10 -", "d3e3"), Some(Player::P1));
    assert_eq!(winner("o3o/5/5/2S2/2o2 E 10 -", "c2c1"), Some(Player::P1));
    assert_eq!(winner("o4/5/ow3/5/o4 R 11 -", "b3a3"), Some(Player::P2));
}

#[test]
fn a_rock_that_is_pushed_but_not_off_the_board_ends_nothing() {
    assert_eq!(winner("4o/2o2/2N2/5/4o E 10 -", "c3c4"), None);
    // At the end of the row an animal falls, and the rock stays.
    assert_eq!(after("2S2/2s2/2e2/2o2/o1N1o E 10 -", "c5c4"), "5/2S2/2s2/2e2/o1o1o R 11 -");
}

#[test]
fn the_pushing_animal_nearest_to_the_rock_wins() {
    assert_eq!(winner("4o/4o/S4/s4/o4 E 10 -", "a3a2"), Some(Player::P2));
    assert_eq!(winner("4o/4o/s4/S4/o4 R 11 -", "a3a2"), Some(Player::P1));
    assert_eq!(winner("4o/s4/s4/S4/o3o R 11 -", "a4a3"), Some(Player::P1));
}

#[test]
fn animals_that_face_sideways_or_back_do_not_win() {
    assert_eq!(winner("4o/o4/3S1/3w1/3o1 E 10 -", "d3d2"), Some(Player::P1));
    assert_eq!(winner("o4/o4/1EEwo/5/5 E 10 -", "b3c3"), Some(Player::P1));
    assert_eq!(winner("o4/o4/1EeWo/5/5 E 10 -", "b3c3"), Some(Player::P2));
}

#[test]
fn an_animal_between_two_rocks_wins_if_it_pushes_the_one_that_falls() {
    assert_eq!(winner("4o/5/1Eoeo/5/5 E 10 -", "b3c3"), Some(Player::P2));
    assert_eq!(winner("4o/5/Eeono/5/5 E 10 -", "a3b3"), Some(Player::P2));
}

#[test]
fn the_animal_that_enters_wins_if_no_other_pushes() {
    assert_eq!(winner("o1o1o/2e2/2E2/2w2/2w2 E 10 -", "@c1N"), Some(Player::P1));
    assert_eq!(winner("o1o1o/2e2/2E2/2w2/2w2 R 11 -", "@c1N"), Some(Player::P2));
    assert_eq!(winner("o1o1o/2n2/2E2/2w2/2w2 E 10 -", "@c1N"), Some(Player::P2));
}

// Rulings.

#[test]
fn nothing_enters_with_five_on_the_board_even_if_the_push_would_expel_one() {
    assert_eq!(refusal("NNNNN/5/1ooo1/5/4n E 10 -", "@a1N"), Illegal::EmptyReserve);
    assert_eq!(refusal("EEEEE/5/1ooo1/5/4n E 10 -", "@a5E"), Illegal::EmptyReserve);
    assert_eq!(legal(board("EEEEE/5/1ooo1/5/4n E 10 -"), "@"), set([]));
    assert_eq!(after("sEEEE/5/1ooo1/5/4n E 10 -", "@a5E"), "EsEEE/5/1ooo1/5/4n R 11 -");
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw_at_any_ply() {
    let mut history = History::new(board("s4/5/1ooo1/5/N4 E 2 -"));
    let circle = ["a1E", "a5E", "a1N", "a5S"];
    for mv in circle.into_iter().chain(circle) {
        assert_eq!(history.outcome(), None);
        history.play(Position::parse_move(mv).unwrap()).unwrap();
    }
    let outcome = history.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason.code), (None, "repetition"));
    let refused = history.play(Position::parse_move("a1E").unwrap());
    assert!(matches!(refused, Err(PlayError::Over(_))));
}

#[test]
fn positions_are_the_same_when_rows_side_and_exits_agree() {
    let key = |text: &str| {
        let variants: &[&str] = if text.ends_with('-') { &[] } else { &["single-exit"] };
        with(variants, text).repetition_key().unwrap()
    };
    assert_eq!(key("5/5/1ooo1/5/N4 E 2 11"), key("5/5/1ooo1/5/N4 E 30 11"));
    let different = [
        "5/5/1ooo1/5/N4 E 2 11",
        "5/5/1ooo1/5/E4 E 2 11",
        "5/5/1ooo1/5/S4 E 2 11",
        "5/5/1ooo1/5/W4 E 2 11",
        "5/5/1ooo1/5/n4 E 2 11",
        "5/5/1ooo1/5/1N3 E 2 11",
        "5/5/ooo2/5/N4 E 2 11",
        "5/5/1ooo1/5/N4 R 2 11",
        "5/5/1ooo1/5/N4 E 2 01",
        "5/5/1ooo1/5/N4 E 2 10",
    ];
    assert_eq!(different.map(key).into_iter().collect::<BTreeSet<_>>().len(), different.len());
}

#[test]
fn plies_are_counted_up_to_the_largest_that_can_be_written() {
    let next = play(board("5/5/1ooo1/5/5 E 999999998 -"), "@a1N");
    assert_eq!(next.ply(), Position::MAX_PLY);
    let next = play(next, "@e5S");
    assert_eq!(next.position_text(), "4s/5/1ooo1/5/N4 E 999999999 -");
    assert_eq!(board(&next.position_text()), next);
}
