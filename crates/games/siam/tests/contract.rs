//! The contract tests shared by all games, on all variants of Siam.

use mekong_core::Game as _;
use mekong_siam::Siam;
use mekong_testkit::{cases, contract, fuzz, keys};
use proptest::prelude::*;

#[test]
fn worked_cases_pass() {
    assert_eq!(cases::check::<Siam>(include_str!("../data/cases.jsonl")), 36);
}

#[test]
fn the_contract_holds_along_random_games_of_every_variant() {
    let contract = contract::Contract::<Siam>::new();
    let mut plies = 0;
    for variants in Siam::INFO.all_variants() {
        for seed in 0..mekong_testkit::soak(19) {
            plies += contract.walk(variants, seed, 1_000);
        }
    }
    assert!(plies > 100_000, "only {plies} plies");
}

#[test]
fn symmetries_commute_with_the_rules() {
    for variants in Siam::INFO.all_variants() {
        for seed in 0..mekong_testkit::soak(10) {
            contract::check_symmetry::<Siam>(variants, seed, 300);
        }
    }
}

#[test]
fn search_keys_distinguish_variants_and_positions() {
    let compared = keys::check_search_keys::<Siam>(mekong_testkit::soak(12), 150);
    assert!(compared > 500, "only {compared} positions");
}

proptest! {
    #[test]
    fn any_bytes_can_choose_a_game(bytes in proptest::collection::vec(any::<u8>(), 0..120)) {
        fuzz::walk(&contract::Contract::<Siam>::new(), &bytes);
    }

    #[test]
    fn parsers_never_panic(text in "\\PC{0,40}", variant in any::<u8>()) {
        fuzz::move_text::<Siam>(text.as_bytes());
        let mut bytes = vec![variant];
        bytes.extend(text.bytes());
        fuzz::position_text(&contract::Contract::<Siam>::new(), &bytes);
    }

    #[test]
    fn mutated_texts_are_parsed_or_rejected(
        text in "[noesNEWS1-5]{3,6}(/[noeswNESW1-5]{1,5}){4} [ER] [0-9]{1,3} (-|[01]{2})", variant in any::<u8>(),
    ) {
        let mut bytes = vec![variant];
        bytes.extend(text.bytes());
        fuzz::position_text(&contract::Contract::<Siam>::new(), &bytes);
    }

    #[test]
    fn mutated_moves_are_parsed_or_rejected(text in "@?[a-f][0-6]([a-f][0-6])?[NESWnx-]?") {
        fuzz::move_text::<Siam>(text.as_bytes());
    }
}
