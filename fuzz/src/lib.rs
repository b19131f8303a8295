//! The checks of `mekong_testkit::fuzz` for every game of the catalog.

use std::sync::LazyLock;

use mekong_catalog::{Visitor, visit_games};
use mekong_core::{Evaluate, Game, Insight};
use mekong_testkit::{contract::Contract, fuzz};

/// A check of arbitrary bytes.
type Check = Box<dyn Fn(&[u8]) + Send + Sync>;

/// The checks of a game.
pub struct Checks {
    /// Parses a position.
    pub position_text: Check,
    /// Parses a move.
    pub move_text: Check,
    /// Plays a game.
    pub walk: Check,
}

/// The checks of all games, in the order of the catalog.
pub static GAMES: LazyLock<Vec<Checks>> = LazyLock::new(|| {
    let mut games = Games(Vec::new());
    visit_games(&mut games);
    games.0
});

struct Games(Vec<Checks>);

impl Visitor for Games {
    fn game<G: Game>(&mut self)
    where
        G::Position: Evaluate + Insight,
    {
        let [texts, walks] = [(); 2].map(|()| Contract::<G>::new());
        self.0.push(Checks {
            position_text: Box::new(move |data| fuzz::position_text(&texts, data)),
            move_text: Box::new(fuzz::move_text::<G>),
            walk: Box::new(move |data| fuzz::walk(&walks, data)),
        });
    }
}

/// The checks of the game that the first byte chooses, and the other bytes.
#[must_use]
pub fn choose_game(data: &[u8]) -> Option<(&'static Checks, &[u8])> {
    let (&first, rest) = data.split_first()?;
    Some((&GAMES[usize::from(first) % GAMES.len()], rest))
}
