use super::{BEGIN, FISCHER, Fixture, P1, P2, people, settings};
use crate::{
    table::{Action, Actor, Clock, Event, Refusal, SeatCode, Stage},
    time::{DAY, MINUTE, Millis},
};

#[test]
fn clocks_start_after_the_first_move() {
    let mut game = Fixture::siam(FISCHER);
    game.wait(30_000);
    assert_eq!(game.clocks(), (MINUTE, MINUTE));
    game.play(P1, "@c1N").unwrap();
    assert_eq!(game.clocks(), (MINUTE + 2_000, MINUTE), "the first turn has an increment");
    game.wait(30_000).play(P2, "@c5S").unwrap();
    assert_eq!(game.clocks(), (MINUTE + 2_000, MINUTE + 2_000));
    game.wait(1_500);
    assert_eq!(game.clocks(), (MINUTE + 500, MINUTE + 2_000), "the clock runs");
}

#[test]
fn live_game_without_first_moves_is_aborted() {
    let mut game = Fixture::siam(FISCHER);
    assert_eq!(game.table.deadline(), Some(BEGIN + MINUTE));
    game.wait(MINUTE - 1);
    assert_eq!(game.table.flag(game.now), None);
    game.wait(1);
    let end = game.table.flag(game.now).expect("the time for the first move is over");
    game.apply(end);
    assert_eq!((game.table.stage(), game.reason()), (Stage::Aborted, Some("aborted")));
    // The second player has a minute from the first move.
    let mut game = Fixture::siam(FISCHER);
    game.wait(10_000).play(P1, "@c1N").unwrap();
    assert_eq!(game.table.deadline(), Some(BEGIN + 10_000 + MINUTE));
    let late = game.wait(MINUTE).play(P2, "@c5S").unwrap();
    assert!(matches!(&late[..], [Event::End(end)] if end.is_aborted()), "the game is aborted");
}

#[test]
fn move_charges_time_and_adds_the_increment() {
    let mut game = Fixture::siam(FISCHER).with_first_moves();
    game.wait(5_000).play(P1, "@a1N").unwrap();
    assert_eq!(game.clocks(), (MINUTE + 2_000 - 5_000 + 2_000, MINUTE + 2_000));
}

#[test]
fn increment_is_added_per_turn() {
    // In a draft of Palam a turn is two placements.
    let mut game = Fixture::of_game("palam", &["draft"], FISCHER);
    let first = game.table.turn().unwrap();
    let any = |game: &Fixture| game.table.game_session().legal()[0].clone();
    let mv = any(&game);
    game.play(Actor::Player(first), &mv).unwrap();
    assert_eq!(game.table.turn(), Some(first), "it is still the same player's turn");
    assert_eq!(game.clocks(), (MINUTE, MINUTE), "no increment yet");
    game.wait(4_000);
    let mv = any(&game);
    game.play(Actor::Player(first), &mv).unwrap();
    assert_eq!(game.table.turn(), Some(first.other()));
    let clocks = game.table.clocks_at(game.now).unwrap();
    assert_eq!(clocks.of(first), MINUTE - 4_000 + 2_000, "one increment for both");
    assert_eq!(clocks.of(first.other()), MINUTE);
}

#[test]
fn lag_compensation_per_move_is_bounded() {
    let lag = |lag| {
        let mut game = Fixture::siam(FISCHER).with_first_moves();
        game.wait(3_000);
        game.act(P1, Action::Move { ply: Some(3), text: "@a1N".to_owned(), lag }).unwrap();
        game.clocks().0 - (MINUTE + 2_000 + 2_000)
    };
    assert_eq!(lag(0), -3_000);
    assert_eq!(lag(200), -2_800);
    assert_eq!(lag(500), -2_500);
    assert_eq!(lag(60_000), -2_500, "at most half a second per move");
    assert_eq!(lag(-5_000), -3_000, "negative lag is ignored");
    // Lag compensation does not exceed the time used.
    let mut game = Fixture::siam(FISCHER).with_first_moves();
    game.wait(100);
    game.act(P1, Action::Move { ply: None, text: "@a1N".to_owned(), lag: 500 }).unwrap();
    assert_eq!(game.clocks().0, MINUTE + 2_000 + 2_000);
}

#[test]
fn lag_compensation_uses_up_a_quota() {
    // A client that fakes lag and thinks for half a second before each move.
    let mut game = Fixture::siam(Clock::Fischer { base: 60, increment: 0 }).with_first_moves();
    let mut game_session = game.table.game_session().clone();
    let mut compensated = Vec::new();
    for turn in 0..17 {
        for player in [P1, P2] {
            let text = game_session.legal().into_iter().find(|text| {
                let mut next = game_session.clone();
                next.play(text).is_ok() && next.outcome().is_none()
            });
            let text = text.expect("the game is not over");
            game_session.play(&text).expect("the move is legal");
            let before = game.clocks().0;
            let lag = if player == P1 { 600 } else { 0 };
            let events =
                game.wait(500).act(player, Action::Move { ply: None, text, lag }).expect("the move is legal");
            let Event::Move { lag, .. } = events[0] else { panic!("turn {turn} makes a move") };
            if player == P1 {
                assert_eq!(before - game.clocks().0, 500 - lag, "lag above the quota is charged");
                compensated.push(lag);
            } else {
                assert_eq!(lag, 0, "the opponent has no lag");
            }
        }
    }
    assert_eq!(compensated[..2], [500, 500], "the initial quota covers two slow replies");
    assert!(
        compensated[3..].iter().all(|&lag| lag == 100),
        "then only the quota gained per move is compensated: {compensated:?}"
    );
    assert!(compensated.iter().sum::<Millis>() <= 1_000 + 17 * 100, "{compensated:?}");
}

#[test]
fn lag_quota_is_a_small_part_of_the_time() {
    for (base, increment) in [(5, 0), (15, 0), (60, 0), (60, 1), (180, 2), (10_800, 180)] {
        let clock = Clock::Fischer { base, increment };
        let total = Millis::from(base + 40 * increment) * 1_000;
        let gained = clock.max_lag_quota() + 40 * clock.lag_quota_gain();
        assert!(gained <= total / 12, "{base}+{increment}: {gained}");
    }
    assert_eq!(Clock::Days { days: 1 }.max_lag_quota(), 0);
}

#[test]
fn flag_falls_at_the_deadline_without_lag_quota() {
    let mut game = Fixture::siam(Clock::Fischer { base: 60, increment: 0 }).with_first_moves();
    assert_eq!(game.table.alarm(), game.table.deadline().map(|deadline| deadline + 500));
    for (player, text) in [(P1, "@a1N"), (P2, "@a5S"), (P1, "@b1N"), (P2, "@b5S")] {
        game.wait(500).act(player, Action::Move { ply: None, text: text.to_owned(), lag: 500 }).unwrap();
    }
    // 1,000 − 500 + 100 − 500 + 100.
    assert_eq!(game.table.alarm(), game.table.deadline().map(|deadline| deadline + 200));
}

#[test]
fn player_out_of_time_loses() {
    let mut game = Fixture::siam(FISCHER).with_first_moves();
    let left = game.clocks().0;
    assert_eq!(game.table.deadline(), Some(game.now + left));
    assert_eq!(game.table.alarm(), Some(game.now + left + 500));
    game.wait(left - 1);
    assert_eq!(game.act(P2, Action::ClaimTime), Err(Refusal::TimeLeft));
    game.wait(400);
    assert_eq!(game.act(P2, Action::ClaimTime), Err(Refusal::TimeLeft), "a move may still arrive");
    assert_eq!(game.table.flag(game.now), None);
    game.wait(101);
    let end = game.table.flag(game.now).expect("the time is over");
    assert!(game.act(P2, Action::ClaimTime).unwrap() == [end]);
    assert_eq!(game.reason(), Some("time"));
    let end = game.table.end().unwrap();
    assert_eq!((end.winner, end.clocks.unwrap().p1), (Some(SeatCode::P2), 0));
}

#[test]
fn move_sent_in_time_counts_despite_lag() {
    let late = |after: Millis, lag| {
        let mut game = Fixture::siam(FISCHER).with_first_moves();
        let left = game.clocks().0;
        game.wait(left + after);
        let made = game.act(P1, Action::Move { ply: None, text: "@a1N".to_owned(), lag }).unwrap();
        matches!(made[0], Event::Move { .. })
    };
    assert!(late(-1, 0));
    assert!(!late(0, 0), "the move ends the game on time");
    assert!(late(100, 200), "the lag explains the delay");
    assert!(!late(200, 200));
    assert!(!late(500, 100_000));
}

#[test]
fn remaining_time_is_never_negative() {
    let mut game = Fixture::siam(Clock::Fischer { base: 60, increment: 0 }).with_first_moves();
    game.wait(60_100);
    game.act(P1, Action::Move { ply: None, text: "@a1N".to_owned(), lag: 101 }).unwrap();
    assert_eq!(game.clocks().0, 1);
}

#[test]
fn correspondence_clock_restarts_each_turn() {
    let mut game = Fixture::siam(Clock::Days { days: 2 });
    game.wait(DAY);
    assert_eq!(game.clocks(), (DAY, 2 * DAY));
    game.play(P1, "@c1N").unwrap();
    assert_eq!(game.clocks(), (2 * DAY, 2 * DAY));
    assert_eq!(game.table.alarm(), Some(game.now + 2 * DAY));
    game.wait(2 * DAY);
    let end = game.table.flag(game.now).unwrap();
    assert!(matches!(end, Event::End(end) if end.winner == Some(SeatCode::P1) && end.reason == "time"));
    assert_eq!(game.act(P1, Action::AddTime), Err(Refusal::NoClock));
}

#[test]
fn game_without_clock_has_no_deadline() {
    let mut game = Fixture::siam(Clock::None).with_first_moves();
    game.wait(1_000 * DAY);
    assert_eq!((game.table.deadline(), game.table.flag(game.now)), (None, None));
    assert_eq!(game.act(P2, Action::ClaimTime), Err(Refusal::NoClock));
    assert_eq!(game.act(P2, Action::AddTime), Err(Refusal::NoClock));
    assert!(game.play(P1, "@a1N").is_ok());
}

#[test]
fn players_add_time_to_the_opponents_clock() {
    let mut game = Fixture::siam(FISCHER).with_first_moves();
    game.wait(10_000);
    game.act(P2, Action::AddTime).unwrap();
    assert_eq!(game.clocks(), (MINUTE + 2_000 - 10_000 + 15_000, MINUTE + 2_000));
    game.wait(1_000);
    game.act(P1, Action::AddTime).unwrap();
    assert_eq!(game.clocks(), (MINUTE + 2_000 - 11_000 + 15_000, MINUTE + 17_000));
}

#[test]
fn pauses_cost_no_time() {
    let mut game = Fixture::siam(FISCHER).with_first_moves();
    game.wait(3_000);
    let deadline = game.table.deadline().unwrap();
    game.wait(100_000).apply(Event::Paused { milliseconds: 100_000 });
    assert_eq!(game.clocks(), (MINUTE + 2_000 - 3_000, MINUTE + 2_000));
    assert_eq!(game.table.deadline(), Some(deadline + 100_000));
    assert!(game.play(P1, "@a1N").is_ok());
}

#[test]
fn only_the_player_to_move_loses_on_time() {
    let mut game = Fixture::of(settings("siam", &[], FISCHER, true), people()).with_first_moves();
    game.play(P1, "@a1N").unwrap();
    game.wait(10 * MINUTE);
    assert_eq!(game.play(P1, "@b1N"), Err(Refusal::NotYourTurn));
    game.act(P2, Action::ClaimTime).unwrap();
    assert_eq!(game.table.end().unwrap().winner, Some(SeatCode::P1), "the player to move loses");
}
