use super::{DRAW, FISCHER, P1, P2, Scene, TAKEBACK, again, against_computer, people, settings};
use crate::table::{Action, Clock, Event, Offer, Refusal, SeatCode, Stage};

const NO_DRAW: Action = Action::Decline(Offer::Draw);

#[test]
fn a_draw_needs_both() {
    let mut scene = Scene::siam(FISCHER).opened();
    assert_eq!(scene.act(P1, NO_DRAW), Err(Refusal::NoOffer));
    scene.act(P1, DRAW).unwrap();
    assert_eq!(scene.table.offers(), [(Offer::Draw, mekong_core::Player::P1)]);
    assert_eq!(scene.act(P1, DRAW), Err(Refusal::OfferedAlready));
    scene.act(P2, DRAW).unwrap();
    assert_eq!((scene.table.stage(), scene.reason()), (Stage::Finished, Some("agreement")));
    assert_eq!(scene.table.end().unwrap().winner, None);
}

#[test]
fn a_declined_draw_is_not_offered_again_before_the_next_move() {
    let mut scene = Scene::siam(FISCHER).opened();
    scene.act(P1, DRAW).unwrap();
    assert_eq!(scene.act(P2, NO_DRAW).unwrap(), [Event::Decline { offer: Offer::Draw, by: SeatCode::P2 }]);
    assert_eq!(scene.act(P1, DRAW), Err(Refusal::OfferedAlready));
    assert!(scene.act(P2, DRAW).is_ok(), "the other may still offer one");
    scene.act(P2, NO_DRAW).expect("and take it back");
    scene.play(P1, "@a1N").unwrap();
    assert!(scene.act(P1, DRAW).is_ok());
    scene.play(P2, "@a5S").unwrap();
    assert!(scene.table.offers().is_empty(), "a move lets offers lapse");
}

#[test]
fn taking_back_needs_the_opponent_s_leave() {
    let mut scene = Scene::siam(FISCHER);
    assert_eq!(scene.act(P1, TAKEBACK), Err(Refusal::NothingToTakeBack));
    scene.play(P1, "@c1N").unwrap();
    assert_eq!(scene.act(P2, TAKEBACK), Err(Refusal::NothingToTakeBack));
    scene.act(P1, TAKEBACK).unwrap();
    assert_eq!(scene.table.ply(), 1, "an offer only");
    let events = scene.act(P2, TAKEBACK).unwrap();
    assert!(matches!(events[..], [Event::Takeback { ply: 0, .. }]));
    assert_eq!((scene.table.ply(), scene.table.turn()), (0, Some(mekong_core::Player::P1)));
    assert_eq!(scene.clocks(), (60_000, 60_000), "the increment goes back too");
}

#[test]
fn both_moves_go_back_if_the_opponent_has_answered() {
    let mut scene = Scene::siam(FISCHER).opened();
    scene.wait(5_000).play(P1, "@a1N").unwrap();
    let before = scene.clocks();
    scene.wait(7_000).play(P2, "@a5S").unwrap();
    scene.act(P1, TAKEBACK).unwrap();
    scene.act(P2, TAKEBACK).unwrap();
    assert_eq!(scene.table.ply(), 2);
    assert_eq!(scene.table.session().moves(), ["@c1N", "@c5S"]);
    assert!(scene.clocks().0 <= before.0 && scene.clocks().1 <= before.1, "time that was used is used");
    assert!(scene.play(P1, "@b1N").is_ok(), "and the game goes on from there");
}

#[test]
fn time_that_was_given_stays_when_moves_go_back() {
    // Whoever got it, whoever asks, and whether before or after the move that goes back.
    for (giver, asker, given_first) in
        [(P1, P1, true), (P1, P2, true), (P2, P1, true), (P2, P2, true), (P1, P1, false), (P2, P1, false)]
    {
        let run = |gift: bool| {
            let mut scene = Scene::siam(FISCHER).opened();
            scene.wait(20_000);
            if gift && given_first {
                scene.act(giver, Action::AddTime).unwrap();
            }
            scene.play(P1, "@a1N").unwrap();
            scene.wait(20_000).play(P2, "@a5S").unwrap();
            if gift && !given_first {
                scene.act(giver, Action::AddTime).unwrap();
            }
            scene.wait(1_000).act(asker, TAKEBACK).unwrap();
            scene.act(if asker == P1 { P2 } else { P1 }, TAKEBACK).unwrap();
            scene.clocks()
        };
        let (without, with) = (run(false), run(true));
        let gift = if giver == P1 { (0, 15_000) } else { (15_000, 0) };
        assert_eq!((with.0 - without.0, with.1 - without.1), gift, "{giver:?} {asker:?} {given_first}");
    }
}

#[test]
fn whoever_lets_the_other_take_back_loses_no_time() {
    let mut scene = Scene::siam(FISCHER).opened();
    // Both quicker than the increment.
    scene.wait(500).play(P1, "@a1N").unwrap();
    scene.wait(500).play(P2, "@a5S").unwrap();
    let before = scene.clocks();
    scene.act(P1, TAKEBACK).unwrap();
    scene.act(P2, TAKEBACK).unwrap();
    assert_eq!(scene.clocks(), (before.0 - 1_500, before.1), "what the asker gained went back with the move");
}

#[test]
fn the_computer_lets_take_back_and_does_not_negotiate() {
    let mut scene = Scene::of(settings("siam", &[], Clock::None, false), against_computer()).opened();
    assert_eq!(scene.act(P1, DRAW), Err(Refusal::Computer));
    scene.act(P1, TAKEBACK).unwrap();
    assert_eq!(scene.table.ply(), 0);
}

#[test]
fn rated_games_are_played_without_taking_back() {
    let mut scene = Scene::of(settings("siam", &[], FISCHER, true), people()).opened();
    assert_eq!(scene.act(P1, TAKEBACK), Err(Refusal::Rated));
}

#[test]
fn a_rematch_needs_both_and_comes_once() {
    let mut scene = Scene::siam(FISCHER).opened();
    assert_eq!(scene.act(P1, again(false, "x")), Err(Refusal::NotOver));
    assert_eq!(scene.act(P1, Action::Offer(Offer::Rematch)), Err(Refusal::NotOver));
    scene.act(P1, Action::Resign).unwrap();
    assert_eq!(scene.act(P1, again(true, "x")), Err(Refusal::NotDealt));
    scene.act(P1, again(false, "x")).unwrap();
    assert_eq!(scene.act(P1, again(false, "x")), Err(Refusal::OfferedAlready));
    scene.act(P2, Action::Decline(Offer::Rematch)).unwrap();
    assert_eq!(scene.act(P1, again(false, "x")), Err(Refusal::OfferedAlready), "no begging");
    scene.act(P2, again(false, "y")).unwrap();
    let events = scene.act(P1, again(false, "z")).unwrap();
    assert_eq!(events, [Event::Rematch { game: "z".to_owned() }]);
    assert_eq!(scene.table.rematch(), Some("z"));
    for actor in [P1, P2] {
        assert_eq!(scene.act(actor, again(false, "w")), Err(Refusal::Rematched));
    }
}

#[test]
fn the_same_deal_is_an_offer_of_its_own() {
    let mut scene = Scene::of_game("palam", &[], FISCHER);
    scene.act(P1, Action::Resign).unwrap();
    scene.act(P1, again(true, "x")).unwrap();
    let events = scene.act(P2, again(false, "y")).unwrap();
    assert!(matches!(events[..], [Event::Offer { offer: Offer::Rematch, .. }]), "another wish");
    let events = scene.act(P2, again(true, "z")).unwrap();
    assert_eq!(events, [Event::Rematch { game: "z".to_owned() }]);
}

#[test]
fn the_computer_always_plays_again() {
    let mut scene = Scene::of(settings("siam", &[], Clock::None, false), against_computer());
    scene.act(P1, Action::Resign).unwrap();
    let events = scene.act(P1, again(false, "next")).unwrap();
    assert_eq!(events, [Event::Rematch { game: "next".to_owned() }]);
}

#[test]
fn an_offer_that_was_taken_back_is_made_again_only_so_often() {
    let mut scene = Scene::siam(FISCHER).opened();
    for _ in 0..3 {
        scene.act(P1, DRAW).unwrap();
        scene.act(P1, NO_DRAW).unwrap();
    }
    assert_eq!(scene.act(P1, DRAW), Err(Refusal::OfferedAlready));
    assert!(scene.act(P1, TAKEBACK).is_ok(), "something else is something else");
    scene.play(P1, "@a1N").unwrap();
    assert!(scene.act(P1, DRAW).is_ok(), "a move makes it new");
}

/// Whatever both do besides moving, there is an end to it: games do not grow for ever.
#[test]
fn what_can_be_done_at_any_time_is_bounded() {
    let everything = [
        DRAW,
        NO_DRAW,
        TAKEBACK,
        Action::Decline(Offer::Takeback),
        Action::AddTime,
        again(false, "next"),
        Action::Decline(Offer::Rematch),
    ];
    // P2 accepts nothing, so that nothing but words changes.
    let toggle = |scene: &mut Scene, only: &[Action]| {
        let mut events = 0;
        for _ in 0..1_000 {
            let before = events;
            for action in only {
                events += scene.act(P1, action).map_or(0, |events| events.len());
            }
            if events == before {
                return events;
            }
        }
        panic!("no end to it");
    };
    let mut scene = Scene::siam(FISCHER).opened();
    let mut sum = toggle(&mut scene, &everything);
    let moves = ["@a1N", "@a5S", "@b1N", "@b5S", "@d1N", "@d5S"];
    for (mover, text) in [P1, P2].into_iter().cycle().zip(moves) {
        scene.play(mover, text).unwrap();
        sum += toggle(&mut scene, &everything);
    }
    assert!(sum <= 2 * 100 + 100, "{sum} events of one player");
    scene.act(P1, Action::Resign).unwrap();
    assert!(toggle(&mut scene, &everything) <= 6);
}

#[test]
fn moves_against_the_computer_are_taken_back_only_so_often() {
    let mut scene = Scene::of(settings("siam", &[], Clock::None, false), against_computer());
    for _ in 0..200 {
        scene.play(P1, "@c1N").unwrap();
        scene.act(P1, TAKEBACK).unwrap();
    }
    scene.play(P1, "@c1N").unwrap();
    assert_eq!(scene.act(P1, TAKEBACK), Err(Refusal::LimitReached));
}
