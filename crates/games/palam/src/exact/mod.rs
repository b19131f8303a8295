//! The exact solver.

mod bounds;
mod key;
mod order;
mod search;
mod state;
mod table;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use mekong_core::{Player, Position as _};

use crate::{Move, Position};
use search::{Search, Stopped};
use state::State;
use table::Table;

/// Solves positions exactly.
pub struct Solver {
    table: Table,
    nodes: AtomicU64,
}

/// What is still to be won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExactScore {
    /// for the player to act
    pub points: u8,
    /// best line
    pub line: Vec<Move>,
}

impl Solver {
    /// new
    #[must_use]
    pub fn new(bytes: usize) -> Solver {
        Solver { table: Table::new(bytes), nodes: AtomicU64::new(0) }
    }

    /// nodes
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    fn ask(search: &mut Search<'_>, position: &Position, need: i32) -> Result<bool, Stopped> {
        let state = State::of(position);
        match position.engaged() {
            Some(engaged) => search.answer(&state, engaged.into(), need),
            None => search.wins(&state, need),
        }
    }

    /// points
    pub fn points(&self, position: &Position, stop: &AtomicBool) -> Option<u8> {
        let mut search = Search::new(&self.table, stop, false);
        let (mut low, mut high) = (0, State::of(position).rest());
        while low < high {
            let middle = (low + high + 1) / 2;
            if Self::ask(&mut search, position, middle).ok()? {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        self.nodes.fetch_add(search.nodes, Relaxed);
        Some(low as u8)
    }

    /// who wins
    pub fn wins(&self, position: &Position, stop: &AtomicBool, backwards: bool) -> Option<Player> {
        let mut search = Search::new(&self.table, stop, backwards);
        let turn = position.turn();
        let need = 38 - i32::from(position.score(turn));
        let won = Self::ask(&mut search, position, need);
        self.nodes.fetch_add(search.nodes, Relaxed);
        let won = won.ok()?;
        Some(if won { turn } else { turn.other() })
    }
}
