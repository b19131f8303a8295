//! The variants of Siam, one test per sentence.

use crate::support;

use mekong_core::{Game as _, Notation as _, Player, Position as _};
use mekong_siam::{Illegal, Siam};
use support::{board, check, legal, play, set, square, with};

// The variant `opening`.

#[test]
fn opening_keeps_animals_off_the_crosses_for_the_first_four_plies() {
    for ply in 0..6 {
        for (mv, cross) in [("@c1N", "c1"), ("@c5N", "c5")] {
            let position = with(&["opening"], &format!("5/5/1ooo1/5/5 E {ply} -"));
            let expected = if ply < 4 { Err(Illegal::CrossedOut { at: square(cross) }) } else { Ok(()) };
            assert_eq!(check(position, mv), expected, "ply {ply}");
            assert_eq!(position.count_moves(), if ply < 4 { 56 } else { 64 });
        }
    }
}

#[test]
fn opening_forbids_entering_moving_and_pushing_onto_a_cross() {
    let crossed = |ply: u32| {
        let entering = with(&["opening"], &format!("5/5/1ooo1/5/2w2 E {ply} -"));
        let moving = with(&["opening"], &format!("3N1/5/1ooo1/5/5 E {ply} -"));
        let pushing = with(&["opening"], &format!("5/5/1ooo1/5/1En2 E {ply} -"));
        [check(entering, "@c1N"), check(moving, "d5c5W"), check(pushing, "b1c1")]
    };
    let [c1, c5] = ["c1", "c5"].map(|name| Err(Illegal::CrossedOut { at: square(name) }));
    assert_eq!(crossed(3), [c1, c5, c1]);
    assert_eq!(crossed(4), [Ok(()); 3]);
}

#[test]
fn opening_lets_animals_be_pushed_onto_a_cross() {
    let position = with(&["opening"], "5/5/1ooo1/5/En3 E 2 -");
    assert_eq!(play(position, "a1b1").position_text(), "5/5/1ooo1/5/1En2 R 3 -");
    let position = with(&["opening"], "sw3/5/1ooo1/5/5 E 2 -");
    assert_eq!(check(position, "@a5E"), Err(Illegal::TooWeak { needed: 2, have: 1 }));
    let position = with(&["opening"], "ss3/5/1ooo1/5/5 E 2 -");
    assert_eq!(play(position, "@a5E").position_text(), "Ess2/5/1ooo1/5/5 R 3 -");
}

#[test]
fn opening_lets_an_animal_on_a_cross_turn_go_or_leave() {
    let position = with(&["opening"], "5/5/1ooo1/5/2N2 E 2 -");
    for mv in ["c1E", "c1c2N", "c1-"] {
        assert_eq!(check(position, mv), Ok(()));
    }
}

#[test]
fn without_opening_nothing_is_crossed_out() {
    assert_eq!(check(board("5/5/1ooo1/5/5 E 0 -"), "@c1N"), Ok(()));
}

// The variant `single-exit`.

#[test]
fn single_exit_lets_each_player_leave_once() {
    let start = Siam::start(Siam::INFO.parse_variants(["single-exit"]).unwrap(), 0);
    assert_eq!(start.position_text(), "5/5/1ooo1/5/5 E 0 11");
    let position = with(&["single-exit"], "5/5/1ooo1/5/NN2n E 2 11");
    let position = play(position, "a1-");
    assert_eq!(position.position_text(), "5/5/1ooo1/5/1N2n R 3 01");
    let position = play(position, "e1-");
    assert_eq!(position.position_text(), "5/5/1ooo1/5/1N3 E 4 00");
    assert_eq!(check(position, "b1-"), Err(Illegal::NoExitLeft));
    assert_eq!(legal(position, "b1-"), set([]));
    assert_eq!(Player::BOTH.map(|player| position.exits_left(player)), [Some(0); 2]);
}

#[test]
fn single_exit_does_not_count_being_pushed_off() {
    let position = with(&["single-exit"], "5/5/1ooo1/5/3Es E 2 11");
    assert_eq!(play(position, "d1e1").position_text(), "5/5/1ooo1/5/4E R 3 11");
    let position = with(&["single-exit"], "5/5/1ooo1/5/3ES E 2 00");
    assert_eq!(play(position, "d1e1").position_text(), "5/5/1ooo1/5/4E R 3 00");
}

#[test]
fn without_single_exit_animals_leave_repeatedly() {
    let mut position = board("5/5/1ooo1/5/N3n E 2 -");
    for mv in ["a1-", "e1-", "@a1N", "@e1N", "a1-", "e1-"] {
        position = play(position, mv);
    }
    assert_eq!(position.position_text(), "5/5/1ooo1/5/5 E 8 -");
    assert_eq!(position.exits_left(Player::P1), None);
}

// The variant `chain`.

#[test]
fn chain_asks_for_enough_force_in_every_initial_part_of_the_row() {
    let chain = |text: &str, mv: &str| check(with(&["chain"], text), mv);
    // The helper stands beyond the animal that resists, or beyond the second rock.
    let expected = Illegal::ChainTooWeak { needed: 2, have: 1, up_to: square("b3") };
    assert_eq!(chain("4o/4o/eWE2/4o/5 R 11 -", "a3b3"), Err(expected));
    let expected = Illegal::ChainTooWeak { needed: 2, have: 1, up_to: square("c3") };
    assert_eq!(chain("4o/5/eooE1/5/5 R 11 -", "a3b3"), Err(expected));
    // Westwards, southwards and while entering as well.
    let expected = Illegal::ChainTooWeak { needed: 2, have: 1, up_to: square("d3") };
    assert_eq!(chain("4o/4o/2WEw/4o/5 R 11 -", "e3d3"), Err(expected));
    let expected = Illegal::ChainTooWeak { needed: 2, have: 1, up_to: square("c5") };
    assert_eq!(chain("2N2/2S2/2s2/5/ooo2 E 10 -", "@c5S"), Err(expected));
    assert_eq!(check(board("2N2/2S2/2s2/5/ooo2 E 10 -"), "@c5S"), Ok(()));
}

#[test]
fn chain_allows_a_push_that_is_strong_enough_all_along() {
    let position = with(&["chain"], "5/5/EEwo1/5/oo3 E 10 -");
    assert_eq!(play(position, "a3b3").position_text(), "5/5/1EEwo/5/oo3 R 11 -");
}

#[test]
fn chain_still_asks_for_enough_force_in_the_whole_row() {
    let position = with(&["chain"], "5/2S2/2n2/5/1ooo1 E 10 -");
    assert_eq!(check(position, "c4c3"), Err(Illegal::TooWeak { needed: 2, have: 1 }));
}
