//! Every win and loss that the selective search claims is true, and its distance exact: by plain minimax where that can
//! see the end, and by playing on against any defence where it cannot.

use mekong_core::{Evaluate, Game as _, Indexed as _, Place, Position, SplitMix64, Value, Variants};
use mekong_engine::{Limits, Plan, Report};
use mekong_saigon::Saigon;
use mekong_samliam::SamLiam;
use mekong_siam::Siam;

mod support;
use support::{after, legal, search, wander};

/// Whether the player to move wins within so many plies, by looking at every move.
fn wins_within<P: Position>(position: &P, plies: u32) -> bool {
    let ends = |next: &P| next.outcome().map(|outcome| outcome.winner == Some(position.turn()));
    legal(position).into_iter().map(|mv| after(position, mv)).any(|next| match ends(&next) {
        Some(won) => won,
        None if plies == 1 => false,
        None if next.turn() == position.turn() => wins_within(&next, plies - 1),
        None => loses_within(&next, plies - 1),
    })
}

/// Whether the player to move loses within so many plies whatever they do.
fn loses_within<P: Position>(position: &P, plies: u32) -> bool {
    let lost = |next: &P| next.outcome().map(|outcome| outcome.winner == Some(position.turn().other()));
    legal(position).into_iter().map(|mv| after(position, mv)).all(|next| match lost(&next) {
        Some(lost) => lost,
        None if plies == 1 => false,
        None if next.turn() == position.turn() => loses_within(&next, plies - 1),
        None => wins_within(&next, plies - 1),
    })
}

/// How far plain minimax can see in a test.
struct Sight {
    win: u32,
    loss: u32,
}

/// Searches a position and checks what it claims; says whether it claimed anything.
fn check_claim<P: Evaluate>(position: &P, plan: Plan, sight: &Sight, random: &mut SplitMix64) -> bool {
    let report = search(position, plan);
    let line = &report.lines[0];
    let Some(value) = line.score.value() else { return false };
    match value {
        Value::Win(plies) if u32::from(plies) <= sight.win => {
            let plies = u32::from(plies);
            assert!(wins_within(position, plies), "{value:?} claimed of {position:?}");
            assert!(
                plies == 1 || !wins_within(position, plies - 1),
                "{value:?} is too long for {position:?}"
            );
        }
        Value::Loss(plies) if u32::from(plies) <= sight.loss => {
            let plies = u32::from(plies);
            assert!(loses_within(position, plies), "{value:?} claimed of {position:?}");
            assert!(
                plies == 1 || !loses_within(position, plies - 1),
                "{value:?} is too long for {position:?}"
            );
        }
        _ => random_playout(position.clone(), value, plan, random),
    }
    true
}

/// The claimed winner follows the search, the other one plays anything: every move must bring the end nearer.
fn random_playout<P: Evaluate>(mut position: P, claim: Value, plan: Plan, random: &mut SplitMix64) {
    let winner = match claim {
        Value::Win(_) => position.turn(),
        _ => position.turn().other(),
    };
    let mut left = claim.distance().map(u32::from).expect("a win or a loss");
    while position.outcome().is_none() {
        assert!(left > 0, "the game should be over by now: {position:?}");
        let mv = if position.turn() == winner {
            // What was proven must be found again with the whole depth, however the moves stand.
            let limits = Limits { depth: Some(left + 6), ..plan.limits };
            let line = search(&position, Plan { limits, ..plan }).lines.remove(0);
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

fn plan(depth: u32) -> Plan {
    Limits { depth: Some(depth), nodes: Some(50_000), time: None }.into()
}

#[test]
fn claims_of_siam_are_true() {
    let mut random = SplitMix64::new(11);
    let sight = Sight { win: 3, loss: 2 };
    let mut claims = 0;
    for _ in 0..120 {
        let plies = 60 + random.below(300);
        let position = wander(Siam::start(Variants::NONE, 0), plies, &mut random);
        claims += u32::from(check_claim(&position, plan(4), &sight, &mut random));
    }
    assert!(claims > 30, "only {claims} claims");
}

#[test]
fn claims_of_sam_liam_are_true() {
    let mut random = SplitMix64::new(12);
    let sight = Sight { win: 3, loss: 2 };
    let mut claims = 0;
    for _ in 0..70 {
        let plies = 20 + random.below(40);
        let position = wander(SamLiam::start(Variants::NONE, 0), plies, &mut random);
        claims += u32::from(check_claim(&position, plan(4), &sight, &mut random));
    }
    assert!(claims > 30, "only {claims} claims");
}

#[test]
fn claims_of_saigon_are_true() {
    let tiers = mekong_saigon::Position::tiers();
    let mut random = SplitMix64::new(13);
    let sight = Sight { win: 7, loss: 6 };
    let mut claims = 0;
    for variants in Saigon::INFO.all_variants() {
        for _ in 0..150 {
            let tier = random.below(tiers.len().min(12));
            let place = Place { tier, index: random.below(tiers[tier].size) };
            let position = mekong_saigon::Position::at(place, variants);
            claims += u32::from(check_claim(&position, plan(9), &sight, &mut random));
        }
    }
    assert!(claims > 100, "only {claims} claims");
}

/// Checks that a claim of a loss is true however early the search was stopped, and that every line of a claim goes on to
/// the end of the game. Says whether a loss was claimed.
fn check_stopped_claim<P: Evaluate>(position: &P, nodes: u64) -> bool {
    let report = search(position, Limits::nodes(nodes));
    check_lines_end(position, &report);
    let Some(Value::Loss(plies)) = report.lines[0].score.value() else { return false };
    let every_move = Plan { selective: false, ..Limits::depth(plies.into()).into() };
    let truth = search(position, every_move).lines[0].score.value();
    let is_true = matches!(truth, Some(Value::Loss(distance)) if distance <= plies);
    assert!(is_true, "a loss in {plies} claimed after {nodes} nodes, in truth {truth:?}: {position:?}");
    true
}

/// Every line of a proven score is played to the end of the game, and its winner is the one that was claimed.
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
fn a_search_that_is_stopped_early_claims_no_loss_that_is_not_proven() {
    let mut random = SplitMix64::new(14);
    let mut losses = 0;
    for _ in 0..150 {
        let plies = 60 + random.below(300);
        let position = wander(Siam::start(Variants::NONE, 0), plies, &mut random);
        for nodes in [200, 1_000, 2_000] {
            losses += u32::from(check_stopped_claim(&position, nodes));
        }
    }
    for _ in 0..100 {
        let plies = 20 + random.below(40);
        let position = wander(SamLiam::start(Variants::NONE, 0), plies, &mut random);
        for nodes in [200, 1_000] {
            losses += u32::from(check_stopped_claim(&position, nodes));
        }
    }
    assert!(losses > 30, "only {losses} losses were claimed");
}

#[test]
fn several_lines_of_a_decided_position_all_go_on_to_its_end() {
    let mut random = SplitMix64::new(15);
    for _ in 0..40 {
        let position = wander(Siam::start(Variants::NONE, 0), 60 + random.below(300), &mut random);
        check_lines_end(&position, &search(&position, Plan { lines: 4, ..Limits::nodes(20_000).into() }));
        let position = wander(SamLiam::start(Variants::NONE, 0), 20 + random.below(30), &mut random);
        check_lines_end(&position, &search(&position, Plan { lines: 4, ..Limits::nodes(5_000).into() }));
    }
}
