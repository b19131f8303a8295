//! The solver on toy games whose values are known by hand or from a naive solver.

use crate::support;

use mekong_core::{
    CancelToken, Explain as _, GameInfo, Indexed, Lang, Player, Probe as _, Text, TierIndex, Value, Variants,
};
use mekong_solver::{
    Content, FileError, SolveError, Tablebase, inspect_tablebase, read_tablebase, solve, write_tablebase,
};
use mekong_testkit::toys::{Nibble, Tug};

fn solved<P: Indexed>() -> Tablebase<P> {
    solve(Variants::NONE, 2, &CancelToken::new(), &|_, _| {}).unwrap()
}

#[test]
fn unreachable_goal_is_a_draw() {
    let tablebase = solved::<Tug<3>>();
    let value = |place, turn| tablebase.probe(&Tug { place, turn }).unwrap();
    assert_eq!(value(0, Player::P1), Value::Draw);
    assert_eq!(value(2, Player::P1), Value::Win(1));
    assert_eq!(value(2, Player::P2), Value::Draw, "P2 moves it away, and the moves repeat");
    assert_eq!(value(-2, Player::P2), Value::Win(1));
    assert_eq!(tablebase.value(&Tug { place: 3, turn: Player::P2 }), Value::Loss(0));
}

#[test]
fn tug_matches_the_naive_solver() {
    fn check<const REACH: i8>() {
        let tablebase = solved::<Tug<REACH>>();
        let all = (-REACH..=REACH).flat_map(|place| Player::BOTH.map(|turn| Tug::<REACH> { place, turn }));
        for (position, value) in support::solve_naively(all) {
            assert_eq!(tablebase.value(&position), value, "{position:?}");
        }
    }
    check::<1>();
    check::<2>();
    check::<3>();
    check::<7>();
}

#[test]
fn moves_that_lose_at_once_and_passes_are_valued() {
    let tablebase = solved::<Nibble>();
    let value = |left| tablebase.value(&Nibble { left, turn: Player::P1 });
    assert_eq!(value(1), Value::Loss(1), "the only move eats the last crumb");
    assert_eq!(value(2), Value::Win(2), "eat one, and the opponent must eat the last");
    assert_eq!(value(3), Value::Win(2), "eat two");
    let all = (0..=Nibble::MAX_LEFT).flat_map(|left| Player::BOTH.map(|turn| Nibble { left, turn }));
    let plain = support::solve_naively(all);
    assert!(plain.values().any(|value| *value == Value::Draw), "endless passing is a draw");
    for (position, value) in plain {
        assert_eq!(tablebase.value(&position), value, "{position:?}");
    }
}

#[test]
fn moves_are_ranked_by_their_values() {
    let tablebase = solved::<Nibble>();
    let moves = tablebase.ranked_moves(&Nibble { left: 3, turn: Player::P1 });
    assert_eq!(moves, [(2, Value::Win(2)), (1, Value::Loss(3))]);
    let line = tablebase.best_line(&Nibble { left: 3, turn: Player::P1 });
    assert_eq!(line, [(2, Value::Win(2)), (1, Value::Loss(1))]);
}

#[test]
fn solving_can_be_cancelled() {
    let cancel = CancelToken::new();
    cancel.cancel();
    let stopped = solve::<Nibble>(Variants::NONE, 1, &cancel, &|_, _| {});
    assert_eq!(stopped.err(), Some(SolveError::Cancelled));
    assert_ne!(SolveError::Cancelled.explain(Lang::En), SolveError::Cancelled.explain(Lang::Fr));
}

const INFO: GameInfo = GameInfo {
    id: "nibble",
    title: Text::same("Nibble"),
    author: None,
    publisher: None,
    year: None,
    seats: [Text::same("A"), Text::same("B")],
    summary: Text::same(""),
    goal: Text::same(""),
    moves_help: Text::same(""),
    variants: &[],
    dealt: false,
    scored_by_points: false,
};

#[test]
fn files_round_trip_with_and_without_distances() {
    let tablebase = solved::<Nibble>();
    let bytes = write_tablebase(&tablebase, &INFO, 1).unwrap();
    assert_eq!(read_tablebase::<Nibble>(&bytes, &INFO).unwrap(), tablebase);
    assert_eq!(inspect_tablebase(&bytes).unwrap().content, Content::Distances);
    let results = tablebase.without_distances();
    let bytes = write_tablebase(&results, &INFO, 2).unwrap();
    let back = read_tablebase::<Nibble>(&bytes, &INFO).unwrap();
    assert_eq!(back, results);
    assert!(!back.is_exact());
    for index in 0..usize::from(Nibble::MAX_LEFT) {
        let position = Nibble::from_tier_index(TierIndex { tier: index, index: 0 }, Variants::NONE);
        assert_eq!(back.value(&position).code(), tablebase.value(&position).code());
    }
}

#[test]
fn corrupt_and_truncated_files_are_detected() {
    let bytes = write_tablebase(&solved::<Nibble>(), &INFO, 1).unwrap();
    for place in 0..bytes.len() {
        for bit in 0..8 {
            let mut bad = bytes.clone();
            bad[place] ^= 1 << bit;
            let error = read_tablebase::<Nibble>(&bad, &INFO).expect_err("a flipped bit");
            assert!(Lang::ALL.iter().all(|&lang| !error.explain(lang).is_empty()));
        }
        assert!(read_tablebase::<Nibble>(&bytes[..place], &INFO).is_err(), "cut at {place}");
    }
    let mut long = bytes.clone();
    long.push(0);
    assert_eq!(read_tablebase::<Nibble>(&long, &INFO), Err(FileError::TrailingData));
}

#[test]
fn invalid_file_is_rejected_with_the_reason() {
    let bytes = write_tablebase(&solved::<Nibble>(), &INFO, 1).unwrap();
    assert_eq!(read_tablebase::<Nibble>(b"", &INFO), Err(FileError::NotATablebase));
    assert_eq!(read_tablebase::<Nibble>(b"MEKONGTC and so on", &INFO), Err(FileError::NotATablebase));
    assert_eq!(read_tablebase::<Nibble>(&bytes[..9], &INFO), Err(FileError::Truncated));
    let mut newer = bytes.clone();
    newer[8] = 9;
    assert_eq!(read_tablebase::<Nibble>(&newer, &INFO), Err(FileError::Version { found: 9 }));
    let other = GameInfo { id: "other", ..INFO };
    let found = "nibble".to_owned();
    assert_eq!(
        read_tablebase::<Nibble>(&bytes, &other),
        Err(FileError::OtherGame { found, wanted: "other" })
    );
    assert_eq!(read_tablebase::<Tug<3>>(&bytes, &INFO), Err(FileError::TierMismatch));
}
