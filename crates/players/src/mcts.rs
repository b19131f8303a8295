use mekong_core::CancelToken;

use mekong_catalog::{Entry, GameSession};
use mekong_engine::{Limits, Mcts};

use crate::registry;

/// A plain Monte Carlo player of any game: the baseline that strength is stated against.
#[derive(Debug)]
pub struct MctsPlayer {
    player: Mcts,
}

impl MctsPlayer {
    /// A player whose random numbers start from a seed.
    #[must_use]
    pub const fn new(seed: u64) -> MctsPlayer {
        MctsPlayer { player: Mcts::new(seed) }
    }

    /// The chosen move and the share of playouts that it won; `None` if the game is over. Node limits count playouts.
    pub fn choose(
        &mut self,
        entry: &Entry,
        session: &GameSession,
        limits: Limits,
        cancel: &CancelToken,
    ) -> Option<(String, f64)> {
        registry::search(entry).run_mcts(session, &mut self.player, limits, cancel)
    }
}
