//! The tablebase of Saigon: compared with a naive solver, verified, and round-tripped through its file.

use crate::support;

use std::sync::LazyLock;

use mekong_core::{
    CancelToken, Game as _, Indexed as _, Player, Position as _, SplitMix64, TierIndex, Value, Variants,
};
use mekong_saigon::{Position, Saigon, Setup, Stack};
use mekong_solver::{FileError, Tablebase, read_tablebase, solve, verify, write_tablebase};

static MAIN: LazyLock<Tablebase<Position>> =
    LazyLock::new(|| solve(Variants::NONE, 2, &CancelToken::new(), &|_, _| {}).unwrap());
static FLAT: LazyLock<Tablebase<Position>> =
    LazyLock::new(|| solve(flat(), 2, &CancelToken::new(), &|_, _| {}).unwrap());

fn flat() -> Variants {
    Saigon::INFO.parse_variants(["flat"]).unwrap()
}

/// Every valid position with at most `most` pallets on the rail, for either player to move.
fn all_positions(max_pallets: u32, variants: Variants) -> Vec<Position> {
    let stack = |height: u32, word: u32| {
        let pallet = |bit| if word >> bit & 1 == 1 { Player::P2 } else { Player::P1 };
        Stack::new((0..height).rev().map(pallet)).unwrap()
    };
    let mut positions = Vec::new();
    for heights in (0..(max_pallets + 1).pow(4))
        .map(|n| [0, 1, 2, 3].map(|slot| n / (max_pallets + 1).pow(slot) % (max_pallets + 1)))
    {
        let pallets: u32 = heights.iter().sum();
        if pallets > max_pallets {
            continue;
        }
        for word in 0..1_u32 << pallets {
            let mut rest = word;
            let stacks = heights.map(|height| {
                let stack = stack(height, rest);
                rest >>= height;
                stack
            });
            for turn in Player::BOTH {
                positions.extend(Position::try_from(Setup { stacks, turn, variants }));
            }
        }
    }
    positions
}

#[test]
fn small_rails_match_the_naive_solver() {
    for (tablebase, variants) in [(&*MAIN, Variants::NONE), (&*FLAT, flat())] {
        let plain = support::solve_naively(all_positions(8, variants));
        assert!(plain.len() > 10_000, "only {} positions", plain.len());
        for (position, value) in plain {
            assert_eq!(tablebase.value(&position), value, "{position:?}");
        }
    }
}

#[test]
fn light_wins_in_33_and_in_23_with_flat_pushes() {
    assert_eq!(MAIN.value(&Saigon::start(Variants::NONE, 0)), Value::Win(33));
    assert_eq!(FLAT.value(&Saigon::start(flat(), 0)), Value::Win(23));
}

#[test]
fn verifier_confirms_every_value() {
    for tablebase in [&*MAIN, &*FLAT] {
        let verified = verify(tablebase, 2, &CancelToken::new(), &|_, _| {}).unwrap();
        let stored: usize = Position::tiers().iter().map(|tier| tier.stored).sum();
        assert_eq!(verified.values, stored as u64);
    }
}

#[test]
fn file_without_distances_cannot_claim_to_have_them() {
    let bytes = write_tablebase(&*MAIN, &Saigon::INFO, 2).unwrap();
    let mut tampered = bytes.clone();
    // The checksum covers the content byte, so the reader rejects the change.
    tampered[10] = 2;
    assert!(read_tablebase::<Position>(&tampered, &Saigon::INFO).is_err());
}

#[test]
fn file_round_trips_and_is_small() {
    let bytes = write_tablebase(&*FLAT, &Saigon::INFO, 2).unwrap();
    assert!(bytes.len() < 4_000_000, "{} bytes", bytes.len());
    assert_eq!(read_tablebase::<Position>(&bytes, &Saigon::INFO).unwrap(), *FLAT);
    let results = write_tablebase(&FLAT.without_distances(), &Saigon::INFO, 2).unwrap();
    assert!(results.len() < 1_000_000, "{} bytes", results.len());
    let mut random = SplitMix64::new(3);
    for _ in 0..40 {
        let mut bad = bytes.clone();
        let place = random.below(bad.len());
        bad[place] ^= 1 << random.below(8);
        assert!(read_tablebase::<Position>(&bad, &Saigon::INFO).is_err(), "flipped at {place}");
        assert!(read_tablebase::<Position>(&bytes[..place], &Saigon::INFO).is_err(), "cut at {place}");
    }
    assert_eq!(
        read_tablebase::<Position>(&bytes[..bytes.len() - 1], &Saigon::INFO),
        Err(FileError::Truncated)
    );
}

#[test]
fn thread_count_does_not_change_the_table() {
    assert_eq!(solve::<Position>(flat(), 1, &CancelToken::new(), &|_, _| {}).unwrap(), *FLAT);
    assert_eq!(solve::<Position>(flat(), 5, &CancelToken::new(), &|_, _| {}).unwrap(), *FLAT);
}

#[test]
fn perfect_play_keeps_every_value_to_the_end() {
    let mut random = SplitMix64::new(11);
    let tiers = Position::tiers();
    for _ in 0..300 {
        let tier = random.below(tiers.len());
        let position = Position::from_tier_index(
            TierIndex { tier, index: random.below(tiers[tier].size) },
            Variants::NONE,
        );
        let value = MAIN.value(&position);
        let line = MAIN.best_line(&position);
        match value.distance() {
            Some(plies) => assert_eq!(line.len(), usize::from(plies), "{position:?}"),
            None => assert!(line.iter().all(|(_, value)| *value == Value::Draw)),
        }
        let mut end = position;
        line.iter().for_each(|&(mv, _)| end.play_unchecked(mv));
        if let Some(outcome) = end.outcome() {
            let won = outcome.winner == Some(position.turn());
            assert_eq!(won, matches!(value, Value::Win(_)), "{position:?}");
        }
    }
}

#[test]
fn in_a_lost_position_the_longest_resistance_comes_first() {
    let mut random = SplitMix64::new(12);
    let tiers = Position::tiers();
    let mut seen = 0;
    while seen < 100 {
        let tier = random.below(tiers.len());
        let position = Position::from_tier_index(
            TierIndex { tier, index: random.below(tiers[tier].size) },
            Variants::NONE,
        );
        let Value::Loss(plies) = MAIN.value(&position) else { continue };
        seen += 1;
        let ranked = MAIN.ranked_moves(&position);
        assert_eq!(ranked[0].1, Value::Loss(plies));
        assert!(ranked.windows(2).all(|pair| pair[0].1 >= pair[1].1));
        // Among the moves that hold out longest, no other leaves the opponent fewer winning replies.
        let winning_replies = |mv| {
            let mut next = position;
            next.play_unchecked(mv);
            let replies = MAIN.ranked_moves(&next);
            replies.iter().filter(|(_, value)| matches!(value, Value::Win(_))).count()
        };
        let longest = ranked.iter().take_while(|(_, value)| *value == Value::Loss(plies));
        let fewest = longest.map(|&(mv, _)| winning_replies(mv)).min();
        assert_eq!(Some(winning_replies(ranked[0].0)), fewest);
    }
}
