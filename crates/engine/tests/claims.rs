//! Wins and losses reported by the selective search are correct, with exact distances: checked by plain minimax if the
//! end is within its depth, and otherwise by playing on against random defence.

use mekong_core::{Evaluate, Game as _, Indexed as _, Position, SplitMix64, TierIndex, Value, Variants};
use mekong_engine::{Limits, Report, SearchOptions};
use mekong_saigon::Saigon;
use mekong_samliam::SamLiam;
use mekong_siam::Siam;

use crate::support;
use support::{after, legal, random_walk, search};

/// Whether the player to move wins within `plies`, by exhaustive search.
fn wins_within<P: Position>(position: &P, plies: u32) -> bool {
    let ends = |next: &P| next.outcome().map(|outcome| outcome.winner == Some(position.turn()));
    legal(position).into_iter().map(|mv| after(position, mv)).any(|next| match ends(&next) {
        Some(won) => won,
        None if plies == 1 => false,
        None if next.turn() == position.turn() => wins_within(&next, plies - 1),
        None => loses_within(&next, plies - 1),
    })
}

/// Whether every move of the player to move loses within `plies`.
fn loses_within<P: Position>(position: &P, plies: u32) -> bool {
    let lost = |next: &P| next.outcome().map(|outcome| outcome.winner == Some(position.turn().other()));
    legal(position).into_iter().map(|mv| after(position, mv)).all(|next| match lost(&next) {
        Some(lost) => lost,
        None if plies == 1 => false,
        None if next.turn() == position.turn() => loses_within(&next, plies - 1),
        None => wins_within(&next, plies - 1),
    })
}

/// The depth of plain minimax in a test.
struct MinimaxDepth {
    win: u32,
    loss: u32,
}

/// Searches a position and checks a proven score. Returns whether there was one.
fn check_claim<P: Evaluate>(
    position: &P,
    search_options: SearchOptions,
    depth: &MinimaxDepth,
    random: &mut SplitMix64,
) -> bool {
    let report = search(position, search_options);
    let line = &report.lines[0];
    let Some(value) = line.score.value() else { return false };
    match value {
        Value::Win(plies) if u32::from(plies) <= depth.win => {
            let plies = u32::from(plies);
            assert!(wins_within(position, plies), "{value:?} claimed of {position:?}");
            assert!(
                plies == 1 || !wins_within(position, plies - 1),
                "{value:?} is too long for {position:?}"
            );
        }
        Value::Loss(plies) if u32::from(plies) <= depth.loss => {
            let plies = u32::from(plies);
            assert!(loses_within(position, plies), "{value:?} claimed of {position:?}");
            assert!(
                plies == 1 || !loses_within(position, plies - 1),
                "{value:?} is too long for {position:?}"
            );
        }
        _ => random_playout(position.clone(), value, search_options, random),
    }
    true
}

/// The winner follows the search and the loser plays at random: every move must reduce the distance.
fn random_playout<P: Evaluate>(
    mut position: P,
    claim: Value,
    search_options: SearchOptions,
    random: &mut SplitMix64,
) {
    let winner = match claim {
        Value::Win(_) => position.turn(),
        _ => position.turn().other(),
    };
    let mut left = claim.distance().map(u32::from).expect("a win or a loss");
    while position.outcome().is_none() {
        assert!(left > 0, "the game should be over by now: {position:?}");
        let mv = if position.turn() == winner {
            // A proven score must be found again at full depth, regardless of move order.
            let limits = Limits { depth: Some(left + 6), ..search_options.limits };
            let line = search(&position, SearchOptions { limits, ..search_options }).lines.remove(0);
            let plies = match line.score.value() {
                Some(Value::Win(plies)) => u32::from(plies),
                other => panic!("a win in {left} became {other:?}: {position:?}"),
            };
            assert!(plies <= left, "a win in {left} became one in {plies}: {position:?}");
            left = plies;
            line.moves[0]
        } else {
            let moves = legal(&position);
            moves[random.below(moves.len())]
        };
        position = after(&position, mv);
        left -= 1;
    }
    assert_eq!(position.outcome().and_then(|outcome| outcome.winner), Some(winner), "{position:?}");
}

fn search_options(depth: u32) -> SearchOptions {
    Limits { depth: Some(depth), nodes: Some(50_000), time: None }.into()
}

#[test]
fn siam_proven_scores_are_correct() {
    let mut random = SplitMix64::new(11);
    let depth = MinimaxDepth { win: 3, loss: 2 };
    let mut claims = 0;
    for _ in 0..120 {
        let plies = 60 + random.below(300);
        let position = random_walk(Siam::start(Variants::NONE, 0), plies, &mut random);
        claims += u32::from(check_claim(&position, search_options(4), &depth, &mut random));
    }
    assert!(claims > 30, "only {claims} claims");
}

#[test]
fn sam_liam_proven_scores_are_correct() {
    let mut random = SplitMix64::new(12);
    let depth = MinimaxDepth { win: 3, loss: 2 };
    let mut claims = 0;
    for _ in 0..70 {
        let plies = 20 + random.below(40);
        let position = random_walk(SamLiam::start(Variants::NONE, 0), plies, &mut random);
        claims += u32::from(check_claim(&position, search_options(4), &depth, &mut random));
    }
    assert!(claims > 30, "only {claims} claims");
}

#[test]
fn saigon_proven_scores_are_correct() {
    let tiers = mekong_saigon::Position::tiers();
    let mut random = SplitMix64::new(13);
    let depth = MinimaxDepth { win: 7, loss: 6 };
    let mut claims = 0;
    for variants in Saigon::INFO.all_variants() {
        for _ in 0..150 {
            let tier = random.below(tiers.len().min(12));
            let place = TierIndex { tier, index: random.below(tiers[tier].size) };
            let position = mekong_saigon::Position::from_tier_index(place, variants);
            claims += u32::from(check_claim(&position, search_options(9), &depth, &mut random));
        }
    }
    assert!(claims > 100, "only {claims} claims");
}

/// Checks that a reported loss is correct even if the search was stopped early, and that every proven line reaches the
/// end of the game. Returns whether a loss was reported.
fn check_stopped_claim<P: Evaluate>(position: &P, nodes: u64) -> bool {
    let report = search(position, Limits::nodes(nodes));
    check_lines_end(position, &report);
    let Some(Value::Loss(plies)) = report.lines[0].score.value() else { return false };
    let every_move = SearchOptions { selective: false, ..Limits::depth(plies.into()).into() };
    let truth = search(position, every_move).lines[0].score.value();
    let is_true = matches!(truth, Some(Value::Loss(distance)) if distance <= plies);
    assert!(is_true, "a loss in {plies} claimed after {nodes} nodes, in truth {truth:?}: {position:?}");
    true
}

/// Checks that every proven line reaches the end of the game with the reported winner.
fn check_lines_end<P: Evaluate>(position: &P, report: &Report<P::Move>) {
    for line in &report.lines {
        let winner = match line.score.value() {
            Some(Value::Win(_)) => position.turn(),
            Some(Value::Loss(_)) => position.turn().other(),
            _ => continue,
        };
        let mut last = position.clone();
        for &mv in &line.moves {
            assert!(last.check(mv).is_ok(), "{mv:?} of {line:?} is not legal: {position:?}");
            last.play_unchecked(mv);
        }
        let ended = last.outcome().and_then(|outcome| outcome.winner);
        assert_eq!(ended, Some(winner), "{line:?} stops before the end: {position:?}");
    }
}

#[test]
fn stopped_search_reports_no_unproven_loss() {
    let mut random = SplitMix64::new(14);
    let mut losses = 0;
    for _ in 0..150 {
        let plies = 60 + random.below(300);
        let position = random_walk(Siam::start(Variants::NONE, 0), plies, &mut random);
        for nodes in [200, 1_000, 2_000] {
            losses += u32::from(check_stopped_claim(&position, nodes));
        }
    }
    for _ in 0..100 {
        let plies = 20 + random.below(40);
        let position = random_walk(SamLiam::start(Variants::NONE, 0), plies, &mut random);
        for nodes in [200, 1_000] {
            losses += u32::from(check_stopped_claim(&position, nodes));
        }
    }
    assert!(losses > 30, "only {losses} losses were claimed");
}

#[test]
fn lines_of_a_decided_position_reach_the_end() {
    let mut random = SplitMix64::new(15);
    for _ in 0..40 {
        let position = random_walk(Siam::start(Variants::NONE, 0), 60 + random.below(300), &mut random);
        check_lines_end(
            &position,
            &search(&position, SearchOptions { multi_pv: 4, ..Limits::nodes(20_000).into() }),
        );
        let position = random_walk(SamLiam::start(Variants::NONE, 0), 20 + random.below(30), &mut random);
        check_lines_end(
            &position,
            &search(&position, SearchOptions { multi_pv: 4, ..Limits::nodes(5_000).into() }),
        );
    }
}
