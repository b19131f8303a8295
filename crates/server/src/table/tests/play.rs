use mekong_catalog::GAMES;

use super::{BEGIN, FISCHER, Fixture, P1, P2, people, settings};
use crate::table::{
    Action, Actor, Audience, Clock, End, Event, Refusal, SeatCode, Settings, SettingsError, Stage, Table,
};

#[test]
fn moves_are_made_in_turn_and_numbered() {
    let mut game = Fixture::siam(Clock::None);
    assert_eq!(game.play(P2, "@c5S"), Err(Refusal::NotYourTurn));
    let made = game.play(P1, "@c1N").unwrap();
    let expected = Event::Move { ply: 1, text: "@c1N".to_owned(), by: SeatCode::P1, clocks: None, lag: 0 };
    assert_eq!(made, [expected]);
    assert_eq!(game.play(P1, "@a1N"), Err(Refusal::NotYourTurn));
    assert_eq!(game.table.ply(), 1);
    assert_eq!(game.table.player("bob").map(Actor::Player), Some(P2));
    assert_eq!(game.table.player("eve"), None);
}

#[test]
fn move_with_wrong_ply_is_rejected() {
    let mut game = Fixture::siam(Clock::None);
    let at = |ply| Action::Move { ply: Some(ply), text: "@c1N".to_owned(), lag: 0 };
    assert_eq!(game.act(P1, at(2)), Err(Refusal::WrongPly { expected: 1 }));
    assert!(game.act(P1, at(1)).is_ok());
    // A move that is sent twice, by two tabs or after a reconnection, is made once.
    assert_eq!(game.act(P1, at(1)), Err(Refusal::WrongPly { expected: 2 }));
}

#[test]
fn invalid_moves_are_rejected_in_both_languages() {
    let mut game = Fixture::siam(Clock::None);
    for (text, expected) in [("", true), ("invalid\u{0}", true), ("c1W", false)] {
        let Err(Refusal::Move { why, unreadable }) = game.play(P1, text) else {
            panic!("{text:?} was not refused");
        };
        assert_eq!(unreadable, expected, "{text:?}");
        assert!(!why.en.is_empty() && !why.fr.is_empty() && why.en != why.fr);
    }
}

#[test]
fn spectators_can_only_chat_with_spectators() {
    let mut game = Fixture::siam(FISCHER);
    let actions = [Action::Resign, Action::Abort, Action::ClaimTime, Action::AddTime, super::DRAW];
    for action in actions {
        assert_eq!(game.act(Actor::Spectator, action), Err(Refusal::NotAPlayer));
    }
    let say = |audience, text: &str| Action::Chat {
        user: "eve".to_owned(),
        name: "Eve".to_owned(),
        audience,
        text: text.to_owned(),
    };
    assert_eq!(game.act(Actor::Spectator, say(Audience::Players, "psst")), Err(Refusal::NotAPlayer));
    let events = game.act(Actor::Spectator, say(Audience::Spectators, "  hello ")).unwrap();
    assert!(
        matches!(&events[..], [Event::Chat { text, audience: Audience::Spectators, .. }] if text == "hello")
    );
    game.act(P1, say(Audience::Players, &"é".repeat(300))).unwrap();
    for bad in ["", "   ", "a\u{7}b", &"x".repeat(301)] {
        assert_eq!(game.act(P1, say(Audience::Players, bad)), Err(Refusal::ChatText), "{bad:?}");
    }
}

#[test]
fn resignation_ends_the_game() {
    let mut game = Fixture::siam(Clock::None).with_first_moves();
    game.act(P1, Action::Resign).unwrap();
    let end = End { winner: Some(SeatCode::P2), reason: "resignation".to_owned(), clocks: None };
    assert_eq!(game.table.end(), Some(&end));
    assert_eq!((game.table.stage(), game.table.turn()), (Stage::Finished, None));
    for action in [Action::Resign, Action::Abort, super::DRAW, super::TAKEBACK, Action::ClaimTime] {
        assert_eq!(game.act(P2, action), Err(Refusal::Over));
    }
    assert_eq!(game.play(P1, "@a1N"), Err(Refusal::Over));
}

#[test]
fn game_can_be_aborted_until_both_have_moved() {
    let mut game = Fixture::siam(FISCHER);
    game.play(P1, "@c1N").unwrap();
    let mut early = Fixture { table: game.table.clone(), now: game.now };
    early.act(P1, Action::Abort).unwrap();
    assert_eq!((early.table.stage(), early.reason()), (Stage::Aborted, Some("aborted")));
    assert_eq!(early.table.end().unwrap().winner, None);
    game.play(P2, "@c5S").unwrap();
    assert_eq!(game.act(P2, Action::Abort), Err(Refusal::TooLateToAbort));
}

#[test]
fn end_by_the_rules_has_their_reason() {
    // Random games of every kind end by the rules.
    let plain = GAMES.iter().map(|entry| (entry.info().id, &[][..]));
    for (id, variants) in plain.chain([("palam", &["draft"][..])]) {
        let mut game = Fixture::of_game(id, variants, FISCHER);
        let mut random = mekong_core::SplitMix64::new(3);
        for _ in 0..5_000 {
            let Some(player) = game.table.turn() else { break };
            let legal = game.table.game_session().legal();
            let mv = legal[random.below(legal.len())].clone();
            let events = game.play(Actor::Player(player), &mv).unwrap();
            assert_eq!(matches!(events.last(), Some(Event::End(_))), game.table.end().is_some());
        }
        let outcome = game.table.game_session().outcome().unwrap_or_else(|| panic!("{id} is not over"));
        assert_eq!(game.reason(), Some(outcome.reason.code));
        assert_eq!(game.table.end().unwrap().winner, outcome.winner.map(SeatCode::from));
    }
}

#[test]
fn settings_are_validated_and_normalized() {
    let settings_for = |game: &str, start: Option<&str>, clock, rated| Settings {
        game: game.to_owned(),
        variants: Vec::new(),
        start: start.map(str::to_owned),
        clock,
        rated,
    };
    let standard = "5/5/1ooo1/5/5 E 0 -";
    assert_eq!(settings_for("siam", Some(standard), FISCHER, true).validated().unwrap().start, None);
    let custom = "2s2/5/1ooo1/5/2N2 E 2 -";
    assert!(settings_for("siam", Some(custom), FISCHER, false).validated().unwrap().start.is_some());
    let refused = |settings: Settings| settings.validated().unwrap_err();
    assert_eq!(refused(settings_for("siam", Some(custom), FISCHER, true)), SettingsError::NotRateable);
    assert_eq!(refused(settings_for("siam", None, Clock::None, true)), SettingsError::NotRateable);
    assert_eq!(refused(settings_for("siam", None, Clock::Days { days: 15 }, false)), SettingsError::Clock);
    assert!(matches!(refused(settings_for("chess", None, FISCHER, false)), SettingsError::Game(_)));
    assert!(matches!(refused(settings_for("siam", Some("\u{0}"), FISCHER, false)), SettingsError::Game(_)));
    let unknown =
        Settings { variants: vec!["nonsense".to_owned()], ..settings_for("siam", None, FISCHER, false) };
    assert!(matches!(refused(unknown), SettingsError::Game(_)));
}

#[test]
fn deal_is_determined_by_its_seed() {
    let start = |seed| {
        let table = Table::new(settings("palam", &[], FISCHER, true), people(), seed, BEGIN);
        table.unwrap().game_session().start_text()
    };
    assert_eq!(start(1), start(1));
    assert_ne!(start(1), start(2));
}

#[test]
fn game_length_is_bounded() {
    let mut game = Fixture::siam(Clock::None);
    let mut random = mekong_core::SplitMix64::new(1);
    while let Some(player) = game.table.turn() {
        let game_session = game.table.game_session();
        let mut legal = game_session.legal();
        // Any move that does not end the game.
        let text = loop {
            let text = legal.swap_remove(random.below(legal.len()));
            let mut next = game_session.clone();
            if next.play(&text).is_ok() && next.outcome().is_none() {
                break text;
            }
        };
        let action = Action::Move { ply: None, text, lag: 0 };
        for event in game.table.decide(Actor::Player(player), &action, game.now).unwrap() {
            game.apply(event);
        }
    }
    assert_eq!((game.table.ply(), game.reason()), (5_000, Some("length")));
    assert_eq!(game.table.end().unwrap().winner, None);
}
