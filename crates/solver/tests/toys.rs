//! The solver on toy games whose values can be found by hand or by a plain solver.

mod support;

use mekong_core::{
    CancelToken, Explain as _, GameInfo, Indexed, Lang, Place, Player, Probe as _, Text, Value, Variants,
};
use mekong_solver::{Content, FileError, SolveError, Tablebase, inspect, read, solve, write};
use mekong_testkit::toys::{Nibble, Tug};

fn solved<P: Indexed>() -> Tablebase<P> {
    solve(Variants::NONE, 2, &CancelToken::new(), &|_, _| {}).unwrap()
}

#[test]
fn a_token_that_neither_can_bring_home_is_a_draw() {
    let table = solved::<Tug<3>>();
    let value = |place, turn| table.probe(&Tug { place, turn }).unwrap();
    assert_eq!(value(0, Player::P1), Value::Draw);
    assert_eq!(value(2, Player::P1), Value::Win(1));
    assert_eq!(value(2, Player::P2), Value::Draw, "P2 moves it away, and it comes and goes for ever");
    assert_eq!(value(-2, Player::P2), Value::Win(1));
    assert_eq!(table.value(&Tug { place: 3, turn: Player::P2 }), Value::Loss(0));
}

#[test]
fn every_tug_is_as_the_plain_solver_says() {
    fn check<const REACH: i8>() {
        let table = solved::<Tug<REACH>>();
        let all = (-REACH..=REACH).flat_map(|place| Player::BOTH.map(|turn| Tug::<REACH> { place, turn }));
        for (position, value) in support::solve_plainly(all) {
            assert_eq!(table.value(&position), value, "{position:?}");
        }
    }
    check::<1>();
    check::<2>();
    check::<3>();
    check::<7>();
}

#[test]
fn moves_that_lose_at_once_and_passes_are_valued() {
    let table = solved::<Nibble>();
    let value = |left| table.value(&Nibble { left, turn: Player::P1 });
    assert_eq!(value(1), Value::Loss(1), "the only move eats the last crumb");
    assert_eq!(value(2), Value::Win(2), "eat one, and the opponent must eat the last");
    assert_eq!(value(3), Value::Win(2), "eat two");
    let all = (0..=Nibble::MAX_LEFT).flat_map(|left| Player::BOTH.map(|turn| Nibble { left, turn }));
    let plain = support::solve_plainly(all);
    assert!(plain.values().any(|value| *value == Value::Draw), "passing for ever is a draw");
    for (position, value) in plain {
        assert_eq!(table.value(&position), value, "{position:?}");
    }
}

#[test]
fn the_verifier_agrees_and_finds_a_wrong_value() {
    // Both toys have no texts, so they cannot be verified: Saigon is, in its own tests. Here the choice of moves.
    let table = solved::<Nibble>();
    let moves = table.ranked_moves(&Nibble { left: 3, turn: Player::P1 });
    assert_eq!(moves, [(2, Value::Win(2)), (1, Value::Loss(3))]);
    let line = table.best_line(&Nibble { left: 3, turn: Player::P1 });
    assert_eq!(line, [(2, Value::Win(2)), (1, Value::Loss(1))]);
}

#[test]
fn solving_can_be_cancelled() {
    let cancel = CancelToken::new();
    cancel.cancel();
    let stopped = solve::<Nibble>(Variants::NONE, 1, &cancel, &|_, _| {});
    assert_eq!(stopped.err(), Some(SolveError::Stopped));
    assert_ne!(SolveError::Stopped.explain(Lang::En), SolveError::Stopped.explain(Lang::Fr));
}

const INFO: GameInfo = GameInfo {
    id: "nibble",
    title: "Nibble",
    author: "nobody",
    publisher: None,
    year: None,
    seats: [Text::same("A"), Text::same("B")],
    summary: Text::same(""),
    moves_help: Text::same(""),
    variants: &[],
    dealt: false,
};

#[test]
fn files_come_back_with_and_without_distances() {
    let table = solved::<Nibble>();
    let bytes = write(&table, &INFO, 1).unwrap();
    assert_eq!(read::<Nibble>(&bytes, &INFO).unwrap(), table);
    assert_eq!(inspect(&bytes).unwrap().content, Content::Distances);
    let results = table.without_distances();
    let bytes = write(&results, &INFO, 2).unwrap();
    let back = read::<Nibble>(&bytes, &INFO).unwrap();
    assert_eq!(back, results);
    assert!(!back.is_exact());
    for index in 0..usize::from(Nibble::MAX_LEFT) {
        let position = Nibble::at(Place { tier: index, index: 0 }, Variants::NONE);
        assert_eq!(back.value(&position).code(), table.value(&position).code());
    }
}

#[test]
fn every_flipped_bit_and_every_cut_is_noticed() {
    let bytes = write(&solved::<Nibble>(), &INFO, 1).unwrap();
    for place in 0..bytes.len() {
        for bit in 0..8 {
            let mut bad = bytes.clone();
            bad[place] ^= 1 << bit;
            let error = read::<Nibble>(&bad, &INFO).expect_err("a flipped bit");
            assert!(Lang::ALL.iter().all(|&lang| !error.explain(lang).is_empty()));
        }
        assert!(read::<Nibble>(&bytes[..place], &INFO).is_err(), "cut at {place}");
    }
    let mut long = bytes.clone();
    long.push(0);
    assert_eq!(read::<Nibble>(&long, &INFO), Err(FileError::Overlong));
}

#[test]
fn a_file_is_refused_with_the_reason() {
    let bytes = write(&solved::<Nibble>(), &INFO, 1).unwrap();
    assert_eq!(read::<Nibble>(b"", &INFO), Err(FileError::NotATable));
    assert_eq!(read::<Nibble>(b"MEKONGTC and so on", &INFO), Err(FileError::NotATable));
    assert_eq!(read::<Nibble>(&bytes[..9], &INFO), Err(FileError::Truncated));
    let mut newer = bytes.clone();
    newer[8] = 9;
    assert_eq!(read::<Nibble>(&newer, &INFO), Err(FileError::Version { found: 9 }));
    let other = GameInfo { id: "other", ..INFO };
    let found = "nibble".to_owned();
    assert_eq!(read::<Nibble>(&bytes, &other), Err(FileError::OtherGame { found, wanted: "other" }));
    assert_eq!(read::<Tug<3>>(&bytes, &INFO), Err(FileError::OtherNumbering));
}
