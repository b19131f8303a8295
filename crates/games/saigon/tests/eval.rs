//! The search interface of Saigon: the evaluation, and exact results on small rails without the tablebase.

use std::collections::HashSet;

use mekong_core::{
    CancelToken, Evaluate as _, Game as _, History, Indexed as _, Position as _, SplitMix64, Symmetric as _,
    TierIndex, Value, Variants,
};
use mekong_engine::{Engine, Limits, Score, SearchOptions};
use mekong_saigon::{Position, Saigon};

/// The value within a depth, by plain minimax.
fn minimax(position: &Position, depth: u32, ply: u32) -> Score {
    if let Some(outcome) = position.outcome() {
        return Score::of_outcome(outcome, position.turn(), ply);
    }
    if depth == 0 {
        return Score::DRAW;
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let scores = moves.into_iter().map(|mv| -minimax(&position.play(mv).unwrap(), depth - 1, ply + 1));
    scores.max().unwrap()
}

#[test]
fn search_finds_wins_and_losses_of_small_rails_with_distance() {
    let tiers = Position::tiers();
    let mut random = SplitMix64::new(2);
    let mut decided = 0;
    for variants in Saigon::INFO.all_variants() {
        for _ in 0..150 {
            let tier = random.below(6);
            let position = Position::from_tier_index(
                TierIndex { tier, index: random.below(tiers[tier].size) },
                variants,
            );
            let truth = minimax(&position, 5, 0).value();
            let Some(plies) = truth.and_then(Value::distance) else { continue };
            decided += 1;
            for threads in [1, 2] {
                // Reductions may delay a short win by a few depths.
                let limits = Limits::depth(u32::from(plies) + 8);
                let search_options = SearchOptions { limits, threads, ..SearchOptions::default() };
                let game = History::new(position);
                let report = Engine::new(1).search(&game, search_options, &CancelToken::new(), |_| {});
                assert_eq!(report.lines[0].score.value(), truth, "{position:?}");
            }
        }
    }
    assert!(decided > 50, "only {decided} of the positions are decided");
}

#[test]
fn evaluation_is_invariant_under_symmetry() {
    let mut random = SplitMix64::new(4);
    let mut position = Saigon::start(Variants::NONE, 0);
    let mut keys = HashSet::new();
    let mut rails = HashSet::new();
    for _ in 0..2_000 {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            position = Saigon::start(Variants::NONE, 0);
            continue;
        }
        let numbers: HashSet<usize> = moves.iter().map(|&mv| Position::move_index(mv)).collect();
        assert_eq!(numbers.len(), moves.len());
        assert!(numbers.iter().all(|&number| number < Position::MOVE_INDEX_COUNT));
        for &symmetry in Position::SYMMETRIES {
            assert_eq!(position.image(symmetry).evaluate(), position.evaluate());
        }
        keys.insert(position.search_key());
        rails.insert(position.repetition_key());
        position.play_unchecked(moves[random.below(moves.len())]);
    }
    assert_eq!(keys.len(), rails.len(), "a key for every position and no two");
}
