//! The contract tests shared by all games, on all variants of Palam.

use mekong_core::Game as _;
use mekong_palam::Palam;
use mekong_testkit::{cases, contract, fuzz, keys};
use proptest::prelude::*;

#[test]
fn worked_cases_pass() {
    assert_eq!(cases::check::<Palam>(include_str!("../data/cases.jsonl")), 7);
}

#[test]
fn the_contract_holds_along_random_games_of_every_variant() {
    let contract = contract::Contract::<Palam>::new();
    let mut plies = 0;
    for variants in Palam::INFO.all_variants() {
        // A game lasts 24 plies of duels, up to 12 swaps and, with a draft, 24 placements.
        for seed in 0..mekong_testkit::soak(1_200) {
            plies += contract.walk(variants, seed, 1_000);
        }
    }
    assert!(plies > 100_000, "only {plies} plies");
}

#[test]
fn symmetries_commute_with_the_rules() {
    for variants in Palam::INFO.all_variants() {
        for seed in 0..mekong_testkit::soak(60) {
            contract::check_symmetry::<Palam>(variants, seed, 300);
        }
    }
}

#[test]
fn search_keys_distinguish_variants_and_positions() {
    let compared = keys::check_search_keys::<Palam>(mekong_testkit::soak(12), 150);
    assert!(compared > 500, "only {compared} positions");
}

proptest! {
    #[test]
    fn any_bytes_can_choose_a_game(bytes in proptest::collection::vec(any::<u8>(), 0..70)) {
        fuzz::walk(&contract::Contract::<Palam>::new(), &bytes);
    }

    #[test]
    fn parsers_never_panic(text in "\\PC{0,60}", variant in any::<u8>()) {
        fuzz::move_text::<Palam>(text.as_bytes());
        let mut bytes = vec![variant];
        bytes.extend(text.bytes());
        fuzz::position_text(&contract::Contract::<Palam>::new(), &bytes);
    }

    #[test]
    fn mutated_duels_are_parsed_or_rejected(
        rows in "((-|s1|S2|w2|k4),){5}(-|e6)(/((-|e1|E4|w5),){5}(-|K5|s3)){3}",
        rest in "[IA] (-|[a-f][sw][1-6]) [sx] [0-9]{1,2}-[0-9]{1,2}",
        variant in any::<u8>(),
    ) {
        let mut bytes = vec![variant];
        bytes.extend(format!("{rows} {rest}").bytes());
        fuzz::position_text(&contract::Contract::<Palam>::new(), &bytes);
    }

    #[test]
    fn mutated_drafts_are_parsed_or_rejected(
        rows in "(-,){5}-/(-,){5}-/(-,){5}-/(-|s1),(-|w1),(-,){3}-",
        up in "(\\+E4\\.K5\\.e1\\.e2\\.e3\\.k1\\.k2\\.k3(\\.s1)?\\.s3(\\.w1)?\\.w2)|\\+",
        down in "(S2\\.W3\\.e5\\.e6\\.k4\\.k6\\.s4\\.s5\\.s6\\.w4\\.w5\\.w6)|-",
        side in "[IA]", left in "[0-3]", variant in any::<u8>(),
    ) {
        let mut bytes = vec![variant];
        bytes.extend(format!("{rows} {side} {up} {left} {down}").bytes());
        fuzz::position_text(&contract::Contract::<Palam>::new(), &bytes);
    }

    #[test]
    fn mutated_moves_are_parsed_or_rejected(text in "([swekSWEK][0-7]@)?[a-g][0-5]([a-g][0-5])?") {
        fuzz::move_text::<Palam>(text.as_bytes());
    }
}
