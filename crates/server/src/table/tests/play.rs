use super::{BEGIN, FISCHER, P1, P2, Scene, people, settings};
use crate::table::{
    Action, Actor, Clock, End, Event, Refusal, Room, SeatCode, Settings, SettingsError, Stage, Table,
};

#[test]
fn moves_are_made_in_turn_and_numbered() {
    let mut scene = Scene::siam(Clock::None);
    assert_eq!(scene.play(P2, "@c5S"), Err(Refusal::NotYourTurn));
    let made = scene.play(P1, "@c1N").unwrap();
    let expected = Event::Move { ply: 1, text: "@c1N".to_owned(), by: SeatCode::P1, clocks: None, lag: 0 };
    assert_eq!(made, [expected]);
    assert_eq!(scene.play(P1, "@a1N"), Err(Refusal::NotYourTurn));
    assert_eq!(scene.table.ply(), 1);
    assert_eq!(scene.table.player("bob").map(Actor::Player), Some(P2));
    assert_eq!(scene.table.player("eve"), None);
}

#[test]
fn a_move_meant_for_another_position_is_refused() {
    let mut scene = Scene::siam(Clock::None);
    let at = |ply| Action::Move { ply: Some(ply), text: "@c1N".to_owned(), lag: 0 };
    assert_eq!(scene.act(P1, at(2)), Err(Refusal::WrongPly { expected: 1 }));
    assert!(scene.act(P1, at(1)).is_ok());
    // The same move sent twice, by two tabs or after a broken line, is made once.
    assert_eq!(scene.act(P1, at(1)), Err(Refusal::WrongPly { expected: 2 }));
}

#[test]
fn what_is_no_move_is_refused_in_both_languages() {
    let mut scene = Scene::siam(Clock::None);
    for (text, expected) in [("", true), ("rubbish\u{0}", true), ("c1W", false)] {
        let Err(Refusal::Move { why: [en, fr], unreadable }) = scene.play(P1, text) else {
            panic!("{text:?} was not refused");
        };
        assert_eq!(unreadable, expected, "{text:?}");
        assert!(!en.is_empty() && !fr.is_empty() && en != fr);
    }
}

#[test]
fn who_watches_only_talks_to_those_who_watch() {
    let mut scene = Scene::siam(FISCHER);
    let actions = [Action::Resign, Action::Abort, Action::ClaimTime, Action::AddTime, super::DRAW];
    for action in actions {
        assert_eq!(scene.act(Actor::Watcher, action), Err(Refusal::NotAPlayer));
    }
    let say = |room, text: &str| Action::Chat {
        user: "eve".to_owned(),
        name: "Eve".to_owned(),
        room,
        text: text.to_owned(),
    };
    assert_eq!(scene.act(Actor::Watcher, say(Room::Players, "psst")), Err(Refusal::NotAPlayer));
    let said = scene.act(Actor::Watcher, say(Room::Watchers, "  hello ")).unwrap();
    assert!(matches!(&said[..], [Event::Chat { text, room: Room::Watchers, .. }] if text == "hello"));
    scene.act(P1, say(Room::Players, &"é".repeat(300))).unwrap();
    for bad in ["", "   ", "a\u{7}b", &"x".repeat(301)] {
        assert_eq!(scene.act(P1, say(Room::Players, bad)), Err(Refusal::ChatText), "{bad:?}");
    }
}

#[test]
fn giving_up_ends_the_game_for_good() {
    let mut scene = Scene::siam(Clock::None).opened();
    scene.act(P1, Action::Resign).unwrap();
    let end = End { winner: Some(SeatCode::P2), reason: "resignation".to_owned(), clocks: None };
    assert_eq!(scene.table.end(), Some(&end));
    assert_eq!((scene.table.stage(), scene.table.turn()), (Stage::Finished, None));
    for action in [Action::Resign, Action::Abort, super::DRAW, super::TAKEBACK, Action::ClaimTime] {
        assert_eq!(scene.act(P2, action), Err(Refusal::Over));
    }
    assert_eq!(scene.play(P1, "@a1N"), Err(Refusal::Over));
}

#[test]
fn a_game_is_broken_off_only_before_both_have_moved() {
    let mut scene = Scene::siam(FISCHER);
    scene.play(P1, "@c1N").unwrap();
    let mut early = Scene { table: scene.table.clone(), now: scene.now };
    early.act(P1, Action::Abort).unwrap();
    assert_eq!((early.table.stage(), early.reason()), (Stage::Aborted, Some("aborted")));
    assert_eq!(early.table.end().unwrap().winner, None);
    scene.play(P2, "@c5S").unwrap();
    assert_eq!(scene.act(P2, Action::Abort), Err(Refusal::TooLateToAbort));
}

#[test]
fn a_game_that_the_rules_end_says_why() {
    // Random games of every kind reach an end by the rules.
    for (game, variants) in [("siam", &[][..]), ("samliam", &[]), ("saigon", &[]), ("palam", &["draft"])] {
        let mut scene = Scene::of_game(game, variants, FISCHER);
        let mut random = mekong_core::SplitMix64::new(3);
        for _ in 0..5_000 {
            let Some(player) = scene.table.turn() else { break };
            let legal = scene.table.session().legal();
            let mv = legal[random.below(legal.len())].clone();
            let events = scene.play(Actor::Player(player), &mv).unwrap();
            assert_eq!(matches!(events.last(), Some(Event::End(_))), scene.table.end().is_some());
        }
        let outcome = scene.table.session().outcome().unwrap_or_else(|| panic!("{game} goes on"));
        assert_eq!(scene.reason(), Some(outcome.reason.code));
        assert_eq!(scene.table.end().unwrap().winner, outcome.winner.map(SeatCode::from));
    }
}

#[test]
fn settings_are_checked_and_put_into_their_usual_form() {
    let lang = mekong_core::Lang::Fr;
    let wish = |game: &str, start: Option<&str>, clock, rated| Settings {
        game: game.to_owned(),
        variants: Vec::new(),
        start: start.map(str::to_owned),
        clock,
        rated,
    };
    let usual = "5/5/1ooo1/5/5 E 0 -";
    assert_eq!(wish("siam", Some(usual), FISCHER, true).checked(lang).unwrap().start, None);
    let elsewhere = "2s2/5/1ooo1/5/2N2 E 2 -";
    assert!(wish("siam", Some(elsewhere), FISCHER, false).checked(lang).unwrap().start.is_some());
    let refused = |settings: Settings| settings.checked(lang).unwrap_err();
    assert_eq!(refused(wish("siam", Some(elsewhere), FISCHER, true)), SettingsError::NotRateable);
    assert_eq!(refused(wish("siam", None, Clock::None, true)), SettingsError::NotRateable);
    assert_eq!(refused(wish("siam", None, Clock::Days { days: 15 }, false)), SettingsError::Clock);
    assert!(matches!(refused(wish("chess", None, FISCHER, false)), SettingsError::Game(_)));
    assert!(matches!(refused(wish("siam", Some("\u{0}"), FISCHER, false)), SettingsError::Game(_)));
    let unknown = Settings { variants: vec!["nonsense".to_owned()], ..wish("siam", None, FISCHER, false) };
    assert!(matches!(refused(unknown), SettingsError::Game(_)));
}

#[test]
fn the_same_seed_gives_the_same_deal() {
    let start = |seed| {
        let table = Table::new(settings("palam", &[], FISCHER, true), people(), seed, BEGIN);
        table.unwrap().session().start_text()
    };
    assert_eq!(start(1), start(1));
    assert_ne!(start(1), start(2));
}

#[test]
fn a_game_that_two_play_without_end_has_one() {
    let mut scene = Scene::siam(Clock::None);
    let mut random = mekong_core::SplitMix64::new(1);
    while let Some(player) = scene.table.turn() {
        let session = scene.table.session();
        let mut legal = session.legal();
        // Any move that does not end the game.
        let text = loop {
            let text = legal.swap_remove(random.below(legal.len()));
            let mut next = session.clone();
            if next.play(&text).is_ok() && next.outcome().is_none() {
                break text;
            }
        };
        let action = Action::Move { ply: None, text, lag: 0 };
        for event in scene.table.decide(Actor::Player(player), &action, scene.now).unwrap() {
            scene.happen(event);
        }
    }
    assert_eq!((scene.table.ply(), scene.reason()), (5_000, Some("length")));
    assert_eq!(scene.table.end().unwrap().winner, None);
}
