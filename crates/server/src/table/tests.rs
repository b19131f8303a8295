//! Tests of the state machine of a game: permissions, offers and clocks.

mod clocks;
mod fold;
mod offers;
mod play;

use std::borrow::Borrow;

use mekong_core::Player;

use super::{Action, Actor, Clock, Event, LoggedEvent, Offer, Refusal, Seat, Settings, Table};
use crate::time::Millis;

const P1: Actor = Actor::Player(Player::P1);
const P2: Actor = Actor::Player(Player::P2);

/// Start time of the games.
const BEGIN: Millis = 1_000_000;

const FISCHER: Clock = Clock::Fischer { base: 60, increment: 2 };

/// A game and the current time.
struct Fixture {
    table: Table,
    now: Millis,
}

impl Fixture {
    fn of(settings: Settings, seats: [Seat; 2]) -> Fixture {
        let table = Table::new(settings, seats, 7, BEGIN).expect("valid settings");
        Fixture { table, now: BEGIN }
    }

    fn of_game(game: &str, variants: &[&str], clock: Clock) -> Fixture {
        Fixture::of(settings(game, variants, clock, false), people())
    }

    fn siam(clock: Clock) -> Fixture {
        Fixture::of_game("siam", &[], clock)
    }

    fn wait(&mut self, milliseconds: Millis) -> &mut Fixture {
        self.now += milliseconds;
        self
    }

    /// Decides on an action and applies its events. Asserts that deciding does not change the table.
    fn act(&mut self, actor: Actor, action: impl Borrow<Action>) -> Result<Vec<Event>, Refusal> {
        let before = format!("{:?}", self.table);
        let decided = self.table.decide(actor, action.borrow(), self.now);
        assert_eq!(format!("{:?}", self.table), before, "deciding does not change the table");
        let events = decided?;
        for event in &events {
            self.apply(event.clone());
        }
        Ok(events)
    }

    fn apply(&mut self, event: Event) {
        let seq = self.table.last_seq() + 1;
        self.table.apply(&LoggedEvent { seq, at: self.now, event });
    }

    fn play(&mut self, actor: Actor, text: &str) -> Result<Vec<Event>, Refusal> {
        self.act(actor, Action::Move { ply: None, text: text.to_owned(), lag: 0 })
    }

    /// Plays the first move of both players, without using time.
    fn with_first_moves(mut self) -> Fixture {
        self.play(P1, "@c1N").expect("the move is legal");
        self.play(P2, "@c5S").expect("the move is legal");
        self
    }

    fn clocks(&self) -> (Millis, Millis) {
        let clocks = self.table.clocks_at(self.now).expect("the game has a clock");
        (clocks.p1, clocks.p2)
    }

    fn reason(&self) -> Option<&str> {
        self.table.end().map(|end| end.reason.as_str())
    }
}

fn settings(game: &str, variants: &[&str], clock: Clock, rated: bool) -> Settings {
    let variants = variants.iter().map(|&name| name.to_owned()).collect();
    let settings = Settings { game: game.to_owned(), variants, start: None, clock, rated };
    settings.validated().expect("valid settings")
}

fn people() -> [Seat; 2] {
    ["ann", "bob"].map(|user| Seat::User { user: user.to_owned() })
}

fn against_computer() -> [Seat; 2] {
    [Seat::User { user: "ann".to_owned() }, Seat::Computer { level: 3 }]
}

fn again(same_deal: bool, game: &str) -> Action {
    Action::Rematch { same_deal, game: game.to_owned() }
}

const DRAW: Action = Action::Offer(Offer::Draw);
const TAKEBACK: Action = Action::Offer(Offer::Takeback);
