use super::{BEGIN, FISCHER, P1, P2, Scene, people, settings};
use crate::{
    table::{Action, Actor, Clock, Event, Refusal, SeatCode, Stage},
    time::Millis,
};

const MINUTE: Millis = 60_000;
const DAY: Millis = 24 * 60 * MINUTE;

#[test]
fn nobody_s_clock_runs_before_their_first_move() {
    let mut scene = Scene::siam(FISCHER);
    scene.wait(30_000);
    assert_eq!(scene.clocks(), (MINUTE, MINUTE));
    scene.play(P1, "@c1N").unwrap();
    assert_eq!(scene.clocks(), (MINUTE + 2_000, MINUTE), "the increment is for the first turn too");
    scene.wait(30_000).play(P2, "@c5S").unwrap();
    assert_eq!(scene.clocks(), (MINUTE + 2_000, MINUTE + 2_000));
    scene.wait(1_500);
    assert_eq!(scene.clocks(), (MINUTE + 500, MINUTE + 2_000), "now it does");
}

#[test]
fn a_live_game_that_does_not_begin_is_broken_off() {
    let mut scene = Scene::siam(FISCHER);
    assert_eq!(scene.table.deadline(), Some(BEGIN + MINUTE));
    scene.wait(MINUTE - 1);
    assert_eq!(scene.table.flag(scene.now), None);
    scene.wait(1);
    let end = scene.table.flag(scene.now).expect("nobody came");
    scene.happen(end);
    assert_eq!((scene.table.stage(), scene.reason()), (Stage::Aborted, Some("aborted")));
    // And the same for the second player, counted from the first one's move.
    let mut scene = Scene::siam(FISCHER);
    scene.wait(10_000).play(P1, "@c1N").unwrap();
    assert_eq!(scene.table.deadline(), Some(BEGIN + 10_000 + MINUTE));
    let late = scene.wait(MINUTE).play(P2, "@c5S").unwrap();
    assert!(matches!(&late[..], [Event::End(end)] if end.is_aborted()), "too late is too late");
}

#[test]
fn thinking_costs_time_and_a_turn_gives_the_increment() {
    let mut scene = Scene::siam(FISCHER).opened();
    scene.wait(5_000).play(P1, "@a1N").unwrap();
    assert_eq!(scene.clocks(), (MINUTE + 2_000 - 5_000 + 2_000, MINUTE + 2_000));
}

#[test]
fn the_increment_is_for_a_turn_and_not_for_a_move() {
    // In a draft of Palam a turn is two placements.
    let mut scene = Scene::of_game("palam", &["draft"], FISCHER);
    let first = scene.table.turn().unwrap();
    let any = |scene: &Scene| scene.table.session().legal()[0].clone();
    let mv = any(&scene);
    scene.play(Actor::Player(first), &mv).unwrap();
    assert_eq!(scene.table.turn(), Some(first), "it is still the same player's turn");
    assert_eq!(scene.clocks(), (MINUTE, MINUTE), "no increment yet");
    scene.wait(4_000);
    let mv = any(&scene);
    scene.play(Actor::Player(first), &mv).unwrap();
    assert_eq!(scene.table.turn(), Some(first.other()));
    let clocks = scene.table.clocks_at(scene.now).unwrap();
    assert_eq!(clocks.of(first), MINUTE - 4_000 + 2_000, "one increment for both");
    assert_eq!(clocks.of(first.other()), MINUTE);
}

#[test]
fn a_slow_line_is_forgiven_up_to_a_bound() {
    let lag = |lag| {
        let mut scene = Scene::siam(FISCHER).opened();
        scene.wait(3_000);
        scene.act(P1, Action::Move { ply: Some(3), text: "@a1N".to_owned(), lag }).unwrap();
        scene.clocks().0 - (MINUTE + 2_000 + 2_000)
    };
    assert_eq!(lag(0), -3_000);
    assert_eq!(lag(200), -2_800);
    assert_eq!(lag(500), -2_500);
    assert_eq!(lag(60_000), -2_500, "no more than half a second");
    assert_eq!(lag(-5_000), -3_000, "and never the other way");
    // Nobody gains time by it.
    let mut scene = Scene::siam(FISCHER).opened();
    scene.wait(100);
    scene.act(P1, Action::Move { ply: None, text: "@a1N".to_owned(), lag: 500 }).unwrap();
    assert_eq!(scene.clocks().0, MINUTE + 2_000 + 2_000);
}

#[test]
fn a_slow_line_is_forgiven_out_of_a_quota() {
    // Somebody who pretends to have a slow line, and thinks for half a second before each move.
    let mut scene = Scene::siam(Clock::Fischer { base: 60, increment: 0 }).opened();
    let mut session = scene.table.session().clone();
    let mut forgiven = Vec::new();
    for turn in 0..17 {
        for player in [P1, P2] {
            let text = session.legal().into_iter().find(|text| {
                let mut next = session.clone();
                next.play(text).is_ok() && next.outcome().is_none()
            });
            let text = text.expect("the game goes on");
            session.play(&text).expect("it is legal");
            let before = scene.clocks().0;
            let lag = if player == P1 { 600 } else { 0 };
            let events =
                scene.wait(500).act(player, Action::Move { ply: None, text, lag }).expect("it is legal");
            let Event::Move { lag, .. } = events[0] else { panic!("turn {turn} makes a move") };
            if player == P1 {
                assert_eq!(before - scene.clocks().0, 500 - lag, "what is not forgiven is charged");
                forgiven.push(lag);
            } else {
                assert_eq!(lag, 0, "the other one has nothing to be forgiven");
            }
        }
    }
    assert_eq!(forgiven[..2], [500, 500], "one slow answer or two do not matter");
    assert!(
        forgiven[3..].iter().all(|&lag| lag == 100),
        "after that there is what each move adds: {forgiven:?}"
    );
    assert!(forgiven.iter().sum::<Millis>() <= 1_000 + 17 * 100, "{forgiven:?}");
}

#[test]
fn the_quota_is_a_small_part_of_the_time() {
    for (base, increment) in [(5, 0), (15, 0), (60, 0), (60, 1), (180, 2), (10_800, 180)] {
        let clock = Clock::Fischer { base, increment };
        let total = Millis::from(base + 40 * increment) * 1_000;
        let gained = clock.max_lag_quota() + 40 * clock.lag_quota_gain();
        assert!(gained <= total / 12, "{base}+{increment}: {gained}");
    }
    assert_eq!(Clock::Days { days: 1 }.max_lag_quota(), 0);
}

#[test]
fn nobody_waits_for_a_move_that_could_not_be_forgiven() {
    let mut scene = Scene::siam(Clock::Fischer { base: 60, increment: 0 }).opened();
    assert_eq!(scene.table.alarm(), scene.table.deadline().map(|deadline| deadline + 500));
    for (player, text) in [(P1, "@a1N"), (P2, "@a5S"), (P1, "@b1N"), (P2, "@b5S")] {
        scene.wait(500).act(player, Action::Move { ply: None, text: text.to_owned(), lag: 500 }).unwrap();
    }
    // 1,000 − 500 + 100 − 500 + 100.
    assert_eq!(scene.table.alarm(), scene.table.deadline().map(|deadline| deadline + 200));
}

#[test]
fn a_clock_that_runs_out_loses() {
    let mut scene = Scene::siam(FISCHER).opened();
    let left = scene.clocks().0;
    assert_eq!(scene.table.deadline(), Some(scene.now + left));
    assert_eq!(scene.table.alarm(), Some(scene.now + left + 500));
    scene.wait(left - 1);
    assert_eq!(scene.act(P2, Action::ClaimTime), Err(Refusal::TimeLeft));
    scene.wait(400);
    assert_eq!(scene.act(P2, Action::ClaimTime), Err(Refusal::TimeLeft), "a move may still be on the line");
    assert_eq!(scene.table.flag(scene.now), None);
    scene.wait(101);
    let end = scene.table.flag(scene.now).expect("it has run out");
    assert!(scene.act(P2, Action::ClaimTime).unwrap() == [end]);
    assert_eq!(scene.reason(), Some("time"));
    let end = scene.table.end().unwrap();
    assert_eq!((end.winner, end.clocks.unwrap().p1), (Some(SeatCode::P2), 0));
}

#[test]
fn a_move_in_time_counts_though_it_came_late() {
    let late = |after: Millis, lag| {
        let mut scene = Scene::siam(FISCHER).opened();
        let left = scene.clocks().0;
        scene.wait(left + after);
        let made = scene.act(P1, Action::Move { ply: None, text: "@a1N".to_owned(), lag }).unwrap();
        matches!(made[0], Event::Move { .. })
    };
    assert!(late(-1, 0));
    assert!(!late(0, 0), "the move is the end of the game");
    assert!(late(100, 200), "the line took longer than what was missing");
    assert!(!late(200, 200));
    assert!(!late(500, 100_000));
}

#[test]
fn a_move_never_leaves_less_than_nothing() {
    let mut scene = Scene::siam(Clock::Fischer { base: 60, increment: 0 }).opened();
    scene.wait(60_100);
    scene.act(P1, Action::Move { ply: None, text: "@a1N".to_owned(), lag: 101 }).unwrap();
    assert_eq!(scene.clocks().0, 1);
}

#[test]
fn days_are_given_anew_for_every_turn_and_run_from_the_start() {
    let mut scene = Scene::siam(Clock::Days { days: 2 });
    scene.wait(DAY);
    assert_eq!(scene.clocks(), (DAY, 2 * DAY));
    scene.play(P1, "@c1N").unwrap();
    assert_eq!(scene.clocks(), (2 * DAY, 2 * DAY));
    assert_eq!(scene.table.alarm(), Some(scene.now + 2 * DAY));
    scene.wait(2 * DAY);
    let end = scene.table.flag(scene.now).unwrap();
    assert!(matches!(end, Event::End(end) if end.winner == Some(SeatCode::P1) && end.reason == "time"));
    assert_eq!(scene.act(P1, Action::AddTime), Err(Refusal::NoClock));
}

#[test]
fn without_a_clock_time_does_not_matter() {
    let mut scene = Scene::siam(Clock::None).opened();
    scene.wait(1_000 * DAY);
    assert_eq!((scene.table.deadline(), scene.table.flag(scene.now)), (None, None));
    assert_eq!(scene.act(P2, Action::ClaimTime), Err(Refusal::NoClock));
    assert_eq!(scene.act(P2, Action::AddTime), Err(Refusal::NoClock));
    assert!(scene.play(P1, "@a1N").is_ok());
}

#[test]
fn time_can_be_given_and_only_to_the_other() {
    let mut scene = Scene::siam(FISCHER).opened();
    scene.wait(10_000);
    scene.act(P2, Action::AddTime).unwrap();
    assert_eq!(scene.clocks(), (MINUTE + 2_000 - 10_000 + 15_000, MINUTE + 2_000));
    scene.wait(1_000);
    scene.act(P1, Action::AddTime).unwrap();
    assert_eq!(scene.clocks(), (MINUTE + 2_000 - 11_000 + 15_000, MINUTE + 17_000));
}

#[test]
fn a_pause_is_nobody_s_time() {
    let mut scene = Scene::siam(FISCHER).opened();
    scene.wait(3_000);
    let deadline = scene.table.deadline().unwrap();
    scene.wait(100_000).happen(Event::Paused { milliseconds: 100_000 });
    assert_eq!(scene.clocks(), (MINUTE + 2_000 - 3_000, MINUTE + 2_000));
    assert_eq!(scene.table.deadline(), Some(deadline + 100_000));
    assert!(scene.play(P1, "@a1N").is_ok());
}

#[test]
fn the_loser_on_time_is_whoever_is_to_move() {
    let mut scene = Scene::of(settings("siam", &[], FISCHER, true), people()).opened();
    scene.play(P1, "@a1N").unwrap();
    scene.wait(10 * MINUTE);
    assert_eq!(scene.play(P1, "@b1N"), Err(Refusal::NotYourTurn));
    scene.act(P2, Action::ClaimTime).unwrap();
    assert_eq!(scene.table.end().unwrap().winner, Some(SeatCode::P1), "claiming does not save the claimer");
}
