//! The contract tests shared by all games, on all variants of Saigon.

use mekong_core::Game as _;
use mekong_saigon::Saigon;
use mekong_testkit::{cases, contract, fuzz, keys};
use proptest::prelude::*;

#[test]
fn worked_cases_pass() {
    assert_eq!(cases::check::<Saigon>(include_str!("../data/cases.jsonl")), 10);
}

#[test]
fn the_contract_holds_along_random_games_of_every_variant() {
    let contract = contract::Contract::<Saigon>::new();
    let mut plies = 0;
    for variants in Saigon::INFO.all_variants() {
        for seed in 0..mekong_testkit::soak(1_600) {
            plies += contract.walk(variants, seed, 1_000);
        }
    }
    assert!(plies > 100_000, "only {plies} plies");
}

#[test]
fn symmetries_commute_with_the_rules() {
    for variants in Saigon::INFO.all_variants() {
        for seed in 0..mekong_testkit::soak(10) {
            contract::check_symmetry::<Saigon>(variants, seed, 300);
        }
    }
}

#[test]
fn search_keys_distinguish_variants_and_positions() {
    let compared = keys::check_search_keys::<Saigon>(mekong_testkit::soak(12), 150);
    assert!(compared > 500, "only {compared} positions");
}

proptest! {
    #[test]
    fn any_bytes_can_choose_a_game(bytes in proptest::collection::vec(any::<u8>(), 0..120)) {
        fuzz::walk(&contract::Contract::<Saigon>::new(), &bytes);
    }

    #[test]
    fn parsers_never_panic(text in "\\PC{0,40}", variant in any::<u8>()) {
        fuzz::move_text::<Saigon>(text.as_bytes());
        let mut bytes = vec![variant];
        bytes.extend(text.bytes());
        fuzz::position_text(&contract::Contract::<Saigon>::new(), &bytes);
    }

    #[test]
    fn mutated_texts_are_parsed_or_rejected(
        text in "([LD]{1,5}|-)(/[LD]{1,5}){2}/([LD]{1,5}|-) [LD]", variant in any::<u8>(),
    ) {
        let mut bytes = vec![variant];
        bytes.extend(text.bytes());
        fuzz::position_text(&contract::Contract::<Saigon>::new(), &bytes);
    }

    #[test]
    fn tall_stacks_are_parsed_or_rejected(
        text in "-/[LD]/[LD]{10,17}/[LD]{1,3} [LD]", variant in any::<u8>(),
    ) {
        let mut bytes = vec![variant];
        bytes.extend(text.bytes());
        fuzz::position_text(&contract::Contract::<Saigon>::new(), &bytes);
    }

    #[test]
    fn mutated_moves_are_parsed_or_rejected(text in "[0-5]-[0-5]x[0-9]{0,3}|p(r|l|ass|[a-z]{0,3})") {
        fuzz::move_text::<Saigon>(text.as_bytes());
    }
}
