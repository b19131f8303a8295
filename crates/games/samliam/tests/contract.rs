//! The contract tests shared by all games, on Sam Liam.

use mekong_core::{Game as _, Notation as _, Position as _, SplitMix64, Variants};
use mekong_samliam::{Position, SamLiam};
use mekong_testkit::{cases, contract, fuzz, keys};
use proptest::prelude::*;

#[test]
fn worked_cases_pass() {
    assert_eq!(cases::check::<SamLiam>(include_str!("../data/cases.jsonl")), 15);
}

#[test]
fn the_contract_holds_along_random_games() {
    let contract = contract::Contract::<SamLiam>::new();
    let mut plies = 0;
    for seed in 0..mekong_testkit::soak(1_500) {
        plies += contract.walk(Variants::NONE, seed, 1_000);
    }
    assert!(plies > 30_000, "only {plies} plies");
}

/// Random games end by a square long before the tiles run out. Here squares are left unfinished if possible.
#[test]
fn the_contract_holds_to_the_last_tile() {
    let contract = contract::Contract::<SamLiam>::new();
    let mut plies = 0;
    let mut draws = 0;
    for seed in 0..mekong_testkit::soak(2_000) {
        let mut random = SplitMix64::new(seed);
        let mut position = SamLiam::start(Variants::NONE, seed);
        loop {
            let moves = contract.check(&position);
            let Some(&last) = moves.last() else { break };
            let mut next = position;
            for _ in 0..20 {
                next = position.play(moves[random.below(moves.len())]).unwrap();
                if next.outcome().is_none() {
                    break;
                }
            }
            if next.outcome().is_some() {
                next = position.play(last).unwrap();
            }
            position = next;
            plies += 1;
        }
        draws += usize::from(position.outcome().is_some_and(|end| end.winner.is_none()));
    }
    assert!(plies > 70_000, "only {plies} plies");
    assert!(draws > 100, "only {draws} draws");
}

#[test]
fn symmetries_commute_with_the_rules() {
    for seed in 0..mekong_testkit::soak(200) {
        contract::check_symmetry::<SamLiam>(Variants::NONE, seed, 100);
    }
}

#[test]
fn positions_never_recur() {
    assert_eq!(Position::start().repetition_key(), None);
}

/// Rows of six cells each, any tiles in them.
fn boards() -> impl Strategy<Value = String> {
    let cell = prop_oneof![
        12 => Just("_".to_owned()),
        6 => "[A-Da-d]",
        2 => "[(][Aa][Cc][)]",
        2 => "[(][Bb][Dd][)]",
        1 => "[Qq]",
    ];
    let rows = proptest::collection::vec(proptest::collection::vec(cell, 6), 7);
    (rows, "[BW] [s-]").prop_map(|(rows, rest)| {
        let rows: Vec<String> = rows
            .iter()
            .map(|row| (1..=6).rev().fold(row.concat(), |row, n| row.replace(&"_".repeat(n), &n.to_string())))
            .collect();
        format!("{} {rest}", rows.join("/"))
    })
}

#[test]
fn search_keys_distinguish_variants_and_positions() {
    let compared = keys::check_search_keys::<SamLiam>(mekong_testkit::soak(12), 150);
    assert!(compared > 500, "only {compared} positions");
}

proptest! {
    #[test]
    fn any_bytes_can_choose_a_game(bytes in proptest::collection::vec(any::<u8>(), 0..120)) {
        fuzz::walk(&contract::Contract::<SamLiam>::new(), &bytes);
    }

    #[test]
    fn parsers_never_panic(text in "\\PC{0,40}", variant in any::<u8>()) {
        fuzz::move_text::<SamLiam>(text.as_bytes());
        let mut bytes = vec![variant];
        bytes.extend(text.bytes());
        fuzz::position_text(&contract::Contract::<SamLiam>::new(), &bytes);
    }

    #[test]
    fn mutated_texts_are_parsed_or_rejected(
        text in "[A-DQa-dq1-6]{1,6}(/([A-Da-d]{0,2}[1-6]|[(][A-DQa-d]{2}[)][1-5]|6)){6} [BWb] [s-]",
    ) {
        let mut bytes = vec![0];
        bytes.extend(text.bytes());
        fuzz::position_text(&contract::Contract::<SamLiam>::new(), &bytes);
    }

    #[test]
    fn any_board_is_played_by_the_contract_or_rejected(text in boards()) {
        let mut bytes = vec![0];
        bytes.extend(text.bytes());
        fuzz::position_text(&contract::Contract::<SamLiam>::new(), &bytes);
        if let Err(error) = Position::parse_position(&text, Variants::NONE) {
            prop_assert!(matches!(error, mekong_samliam::PositionError::Invalid(_)), "{text}: {error}");
        }
    }

    #[test]
    fn mutated_moves_are_parsed_or_rejected(text in "[a-g][0-8]([ns][ew]|#|[a-z]{0,3})|pas{1,3}") {
        fuzz::move_text::<SamLiam>(text.as_bytes());
    }
}
