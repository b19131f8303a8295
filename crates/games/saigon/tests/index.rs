//! The position index is a bijection up to mirror images, and predecessors are the inverse of forward moves.

use std::collections::HashMap;

use mekong_core::{Exit, Game as _, Indexed as _, Position as _, Symmetric as _, TierIndex, Variants};
use mekong_saigon::{Position, Saigon};

fn places(most_pallets_of_both: usize) -> impl Iterator<Item = TierIndex> {
    let tiers = Position::tiers();
    let small = move |label: &str| {
        label.split('-').map(|count| count.parse::<usize>().unwrap()).sum::<usize>() <= most_pallets_of_both
    };
    tiers
        .into_iter()
        .enumerate()
        .filter(move |(_, tier)| small(&tier.label))
        .flat_map(|(number, tier)| (0..tier.size).map(move |index| TierIndex { tier: number, index }))
}

#[test]
fn every_index_round_trips() {
    for place in places(16) {
        let position = Position::from_tier_index(place, Variants::NONE);
        assert_eq!(position.tier_index(), place);
    }
}

#[test]
fn tier_sizes_match_a_combinatorial_count() {
    let choose = |n: u64, k: u64| (1..=k).fold(1, |count, i| count * (n + 1 - i) / i);
    for (number, tier) in Position::tiers().iter().enumerate() {
        let counts: Vec<u64> = tier.label.split('-').map(|count| count.parse().unwrap()).collect();
        let pallets = counts[0] + counts[1];
        // Four stacks, or three beside an empty slot at either end, times the colourings.
        let rails = choose(pallets - 1, 3) + 2 * choose(pallets - 1, 2);
        let place = |index| TierIndex { tier: number, index };
        let found: u64 = (0..tier.size)
            .map(|index| u64::from(Position::from_tier_index(place(index), Variants::NONE).orbit()))
            .sum();
        assert_eq!(found, rails * choose(pallets, counts[0]), "{}", tier.label);
        let kept = (0..tier.stored)
            .all(|index| Position::from_tier_index(place(index), Variants::NONE).gap().is_none());
        let rest = (tier.stored..tier.size)
            .all(|index| Position::from_tier_index(place(index), Variants::NONE).gap().is_some());
        assert!(kept && rest, "positions without a gap come first in {}", tier.label);
    }
}

#[test]
fn mirror_images_and_swapped_colours_share_an_index() {
    for place in places(9) {
        let position = Position::from_tier_index(place, Variants::NONE);
        for &symmetry in Position::SYMMETRIES {
            let image = position.image(symmetry);
            // Symmetric heights keep one index for each of the two.
            assert!(image.tier_index() == place || position.orbit() == 1, "{symmetry:?} of {position:?}");
            let mirrored_twice = image.image(symmetry);
            assert_eq!(mirrored_twice.tier_index(), place);
        }
    }
}

#[test]
fn predecessors_match_forward_moves() {
    for variants in Saigon::INFO.all_variants() {
        let mut forward: HashMap<(TierIndex, TierIndex), u32> = HashMap::new();
        let mut backward = HashMap::new();
        for place in places(9) {
            let position = Position::from_tier_index(place, variants);
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let mut inner = 0;
            let mut leaving = Vec::new();
            for mv in moves {
                let mut next = position;
                next.play_unchecked(mv);
                match next.outcome() {
                    None if next.stacks().iter().map(|s| s.height()).sum::<u32>()
                        == position.stacks().iter().map(|s| s.height()).sum::<u32>() =>
                    {
                        inner += 1;
                        *forward.entry((place, next.tier_index())).or_default() += 1;
                    }
                    None => leaving.push(Some(next.tier_index())),
                    Some(_) => leaving.push(None),
                }
            }
            assert_eq!(position.inner_moves(), inner, "{position:?}");
            let mut exits = Vec::new();
            position.exits(|exit| {
                exits.push(match exit {
                    Exit::To(place) => Some(place),
                    Exit::Over(_) => None,
                });
            });
            assert_eq!(exits, leaving, "{position:?}");
            position.inner_predecessors(|before| *backward.entry((before, place)).or_default() += 1);
        }
        assert_eq!(forward.len(), backward.len());
        for (edge, count) in forward {
            assert_eq!(backward.get(&edge), Some(&count), "{edge:?}");
        }
    }
}
