//! The rules of a table: who may do what when, and what time does.

mod clocks;
mod fold;
mod offers;
mod play;

use std::borrow::Borrow;

use mekong_core::Player;

use super::{Action, Actor, Clock, Event, Logged, Offer, Refusal, Seat, Settings, Table};
use crate::time::Millis;

const P1: Actor = Actor::Player(Player::P1);
const P2: Actor = Actor::Player(Player::P2);

/// When the games of the tests begin.
const BEGIN: Millis = 1_000_000;

const FISCHER: Clock = Clock::Fischer { base: 60, increment: 2 };

/// A table and the time there.
struct Scene {
    table: Table,
    now: Millis,
}

impl Scene {
    fn of(settings: Settings, seats: [Seat; 2]) -> Scene {
        let table = Table::new(settings, seats, 7, BEGIN).expect("checked settings");
        Scene { table, now: BEGIN }
    }

    fn of_game(game: &str, variants: &[&str], clock: Clock) -> Scene {
        Scene::of(settings(game, variants, clock, false), people())
    }

    fn siam(clock: Clock) -> Scene {
        Scene::of_game("siam", &[], clock)
    }

    fn wait(&mut self, milliseconds: Millis) -> &mut Scene {
        self.now += milliseconds;
        self
    }

    /// Decides and makes it true.
    fn act(&mut self, actor: Actor, action: impl Borrow<Action>) -> Result<Vec<Event>, Refusal> {
        let before = format!("{:?}", self.table);
        let decided = self.table.decide(actor, action.borrow(), self.now);
        assert_eq!(format!("{:?}", self.table), before, "deciding changes nothing");
        let events = decided?;
        for event in &events {
            self.happen(event.clone());
        }
        Ok(events)
    }

    fn happen(&mut self, event: Event) {
        let seq = self.table.last_seq() + 1;
        self.table.apply(&Logged { seq, at: self.now, event });
    }

    fn play(&mut self, actor: Actor, text: &str) -> Result<Vec<Event>, Refusal> {
        self.act(actor, Action::Move { ply: None, text: text.to_owned(), lag: 0 })
    }

    /// Both make their first move, without using any time.
    fn opened(mut self) -> Scene {
        self.play(P1, "@c1N").expect("legal");
        self.play(P2, "@c5S").expect("legal");
        self
    }

    fn clocks(&self) -> (Millis, Millis) {
        let clocks = self.table.clocks_at(self.now).expect("there is a clock");
        (clocks.p1, clocks.p2)
    }

    fn reason(&self) -> Option<&str> {
        self.table.end().map(|end| end.reason.as_str())
    }
}

fn settings(game: &str, variants: &[&str], clock: Clock, rated: bool) -> Settings {
    let variants = variants.iter().map(|&name| name.to_owned()).collect();
    let settings = Settings { game: game.to_owned(), variants, start: None, clock, rated };
    settings.checked(mekong_core::Lang::En).expect("sensible settings")
}

fn people() -> [Seat; 2] {
    ["ann", "bob"].map(|user| Seat::Person { user: user.to_owned() })
}

fn against_computer() -> [Seat; 2] {
    [Seat::Person { user: "ann".to_owned() }, Seat::Computer { level: 3 }]
}

fn again(same_deal: bool, game: &str) -> Action {
    Action::Rematch { same_deal, game: game.to_owned() }
}

const DRAW: Action = Action::Offer(Offer::Draw);
const TAKEBACK: Action = Action::Offer(Offer::Takeback);
