use super::{DRAW, FISCHER, Fixture, P1, P2, TAKEBACK, again, against_computer, people, settings};
use crate::table::{Action, Clock, Event, Offer, Refusal, SeatCode, Stage};

const NO_DRAW: Action = Action::Decline(Offer::Draw);

#[test]
fn draw_requires_agreement() {
    let mut game = Fixture::siam(FISCHER).with_first_moves();
    assert_eq!(game.act(P1, NO_DRAW), Err(Refusal::NoOffer));
    game.act(P1, DRAW).unwrap();
    assert_eq!(game.table.offers(), [(Offer::Draw, mekong_core::Player::P1)]);
    assert_eq!(game.act(P1, DRAW), Err(Refusal::OfferedAlready));
    game.act(P2, DRAW).unwrap();
    assert_eq!((game.table.stage(), game.reason()), (Stage::Finished, Some("agreement")));
    assert_eq!(game.table.end().unwrap().winner, None);
}

#[test]
fn declined_draw_cannot_be_offered_again_before_the_next_move() {
    let mut game = Fixture::siam(FISCHER).with_first_moves();
    game.act(P1, DRAW).unwrap();
    assert_eq!(game.act(P2, NO_DRAW).unwrap(), [Event::Decline { offer: Offer::Draw, by: SeatCode::P2 }]);
    assert_eq!(game.act(P1, DRAW), Err(Refusal::OfferedAlready));
    assert!(game.act(P2, DRAW).is_ok(), "the opponent can offer a draw");
    game.act(P2, NO_DRAW).expect("the offer is withdrawn");
    game.play(P1, "@a1N").unwrap();
    assert!(game.act(P1, DRAW).is_ok());
    game.play(P2, "@a5S").unwrap();
    assert!(game.table.offers().is_empty(), "a move withdraws all offers");
}

#[test]
fn takeback_requires_consent() {
    let mut game = Fixture::siam(FISCHER);
    assert_eq!(game.act(P1, TAKEBACK), Err(Refusal::NothingToTakeBack));
    game.play(P1, "@c1N").unwrap();
    assert_eq!(game.act(P2, TAKEBACK), Err(Refusal::NothingToTakeBack));
    game.act(P1, TAKEBACK).unwrap();
    assert_eq!(game.table.ply(), 1, "the request alone changes nothing");
    let events = game.act(P2, TAKEBACK).unwrap();
    assert!(matches!(events[..], [Event::Takeback { ply: 0, .. }]));
    assert_eq!((game.table.ply(), game.table.turn()), (0, Some(mekong_core::Player::P1)));
    assert_eq!(game.clocks(), (60_000, 60_000), "the increment is taken back");
}

#[test]
fn takeback_after_a_reply_undoes_both_moves() {
    let mut game = Fixture::siam(FISCHER).with_first_moves();
    game.wait(5_000).play(P1, "@a1N").unwrap();
    let before = game.clocks();
    game.wait(7_000).play(P2, "@a5S").unwrap();
    game.act(P1, TAKEBACK).unwrap();
    game.act(P2, TAKEBACK).unwrap();
    assert_eq!(game.table.ply(), 2);
    assert_eq!(game.table.game_session().moves(), ["@c1N", "@c5S"]);
    assert!(game.clocks().0 <= before.0 && game.clocks().1 <= before.1, "used time is not returned");
    assert!(game.play(P1, "@b1N").is_ok(), "the game continues from there");
}

#[test]
fn takeback_keeps_added_time() {
    // For either giver and requester, before or after the move that is taken back.
    for (giver, requester, given_first) in
        [(P1, P1, true), (P1, P2, true), (P2, P1, true), (P2, P2, true), (P1, P1, false), (P2, P1, false)]
    {
        let run = |gift: bool| {
            let mut game = Fixture::siam(FISCHER).with_first_moves();
            game.wait(20_000);
            if gift && given_first {
                game.act(giver, Action::AddTime).unwrap();
            }
            game.play(P1, "@a1N").unwrap();
            game.wait(20_000).play(P2, "@a5S").unwrap();
            if gift && !given_first {
                game.act(giver, Action::AddTime).unwrap();
            }
            game.wait(1_000).act(requester, TAKEBACK).unwrap();
            game.act(if requester == P1 { P2 } else { P1 }, TAKEBACK).unwrap();
            game.clocks()
        };
        let (without, with) = (run(false), run(true));
        let gift = if giver == P1 { (0, 15_000) } else { (15_000, 0) };
        assert_eq!((with.0 - without.0, with.1 - without.1), gift, "{giver:?} {requester:?} {given_first}");
    }
}

#[test]
fn accepting_a_takeback_costs_no_time() {
    let mut game = Fixture::siam(FISCHER).with_first_moves();
    // Both moves take less than the increment.
    game.wait(500).play(P1, "@a1N").unwrap();
    game.wait(500).play(P2, "@a5S").unwrap();
    let before = game.clocks();
    game.act(P1, TAKEBACK).unwrap();
    game.act(P2, TAKEBACK).unwrap();
    assert_eq!(game.clocks(), (before.0 - 1_500, before.1), "the increment of the requester is taken back");
}

#[test]
fn computer_accepts_takebacks_but_no_draws() {
    let mut game =
        Fixture::of(settings("siam", &[], Clock::None, false), against_computer()).with_first_moves();
    assert_eq!(game.act(P1, DRAW), Err(Refusal::Computer));
    game.act(P1, TAKEBACK).unwrap();
    assert_eq!(game.table.ply(), 0);
}

#[test]
fn rated_games_have_no_takebacks() {
    let mut game = Fixture::of(settings("siam", &[], FISCHER, true), people()).with_first_moves();
    assert_eq!(game.act(P1, TAKEBACK), Err(Refusal::Rated));
}

#[test]
fn rematch_requires_agreement_and_starts_once() {
    let mut game = Fixture::siam(FISCHER).with_first_moves();
    assert_eq!(game.act(P1, again(false, "x")), Err(Refusal::NotOver));
    assert_eq!(game.act(P1, Action::Offer(Offer::Rematch)), Err(Refusal::NotOver));
    game.act(P1, Action::Resign).unwrap();
    assert_eq!(game.act(P1, again(true, "x")), Err(Refusal::NotDealt));
    game.act(P1, again(false, "x")).unwrap();
    assert_eq!(game.act(P1, again(false, "x")), Err(Refusal::OfferedAlready));
    game.act(P2, Action::Decline(Offer::Rematch)).unwrap();
    assert_eq!(
        game.act(P1, again(false, "x")),
        Err(Refusal::OfferedAlready),
        "a pending offer cannot be repeated"
    );
    game.act(P2, again(false, "y")).unwrap();
    let events = game.act(P1, again(false, "z")).unwrap();
    assert_eq!(events, [Event::Rematch { game: "z".to_owned() }]);
    assert_eq!(game.table.rematch(), Some("z"));
    for actor in [P1, P2] {
        assert_eq!(game.act(actor, again(false, "w")), Err(Refusal::Rematched));
    }
}

#[test]
fn rematch_and_same_deal_are_separate_offers() {
    let mut game = Fixture::of_game("palam", &[], FISCHER);
    game.act(P1, Action::Resign).unwrap();
    game.act(P1, again(true, "x")).unwrap();
    let events = game.act(P2, again(false, "y")).unwrap();
    assert!(matches!(events[..], [Event::Offer { offer: Offer::Rematch, .. }]), "the offers differ");
    let events = game.act(P2, again(true, "z")).unwrap();
    assert_eq!(events, [Event::Rematch { game: "z".to_owned() }]);
}

#[test]
fn computer_accepts_rematches() {
    let mut game = Fixture::of(settings("siam", &[], Clock::None, false), against_computer());
    game.act(P1, Action::Resign).unwrap();
    let events = game.act(P1, again(false, "next")).unwrap();
    assert_eq!(events, [Event::Rematch { game: "next".to_owned() }]);
}

#[test]
fn repeated_offers_are_limited() {
    let mut game = Fixture::siam(FISCHER).with_first_moves();
    for _ in 0..3 {
        game.act(P1, DRAW).unwrap();
        game.act(P1, NO_DRAW).unwrap();
    }
    assert_eq!(game.act(P1, DRAW), Err(Refusal::OfferedAlready));
    assert!(game.act(P1, TAKEBACK).is_ok(), "other offers are not affected");
    game.play(P1, "@a1N").unwrap();
    assert!(game.act(P1, DRAW).is_ok(), "after a move it can be offered again");
}

/// Otherwise the event log of a game could grow without limit.
#[test]
fn events_between_moves_are_bounded() {
    let everything = [
        DRAW,
        NO_DRAW,
        TAKEBACK,
        Action::Decline(Offer::Takeback),
        Action::AddTime,
        again(false, "next"),
        Action::Decline(Offer::Rematch),
    ];
    // P2 accepts nothing, so that the board does not change.
    let toggle = |game: &mut Fixture, only: &[Action]| {
        let mut events = 0;
        for _ in 0..1_000 {
            let before = events;
            for action in only {
                events += game.act(P1, action).map_or(0, |events| events.len());
            }
            if events == before {
                return events;
            }
        }
        panic!("the number of offers is not bounded");
    };
    let mut game = Fixture::siam(FISCHER).with_first_moves();
    let mut sum = toggle(&mut game, &everything);
    let moves = ["@a1N", "@a5S", "@b1N", "@b5S", "@d1N", "@d5S"];
    for (mover, text) in [P1, P2].into_iter().cycle().zip(moves) {
        game.play(mover, text).unwrap();
        sum += toggle(&mut game, &everything);
    }
    assert!(sum <= 2 * 100 + 100, "{sum} events of one player");
    game.act(P1, Action::Resign).unwrap();
    assert!(toggle(&mut game, &everything) <= 6);
}

#[test]
fn takebacks_against_the_computer_are_limited() {
    let mut game = Fixture::of(settings("siam", &[], Clock::None, false), against_computer());
    for _ in 0..200 {
        game.play(P1, "@c1N").unwrap();
        game.act(P1, TAKEBACK).unwrap();
    }
    game.play(P1, "@c1N").unwrap();
    assert_eq!(game.act(P1, TAKEBACK), Err(Refusal::LimitReached));
}
