//! What earlier parts of a search say about which moves to try first.

use mekong_core::{Evaluate, Player};

use crate::table::Entry;

/// The largest merit a move can earn.
const MOST_MERIT: i32 = 1 << 14;

/// Statistics of moves, kept by each thread for itself.
pub(crate) struct Orderer {
    /// For each ply two moves that refuted something there lately.
    killers: Vec<[u16; 2]>,
    /// By player and move: how often the move was better than the others.
    merit: [Vec<i32>; 2],
    /// By player and the opponent's last move: what refuted it last.
    counters: [Vec<u16>; 2],
}

impl Orderer {
    pub(crate) fn new<P: Evaluate>() -> Orderer {
        assert!(P::MOVE_NUMBERS < usize::from(Entry::NO_MOVE), "move numbers fit into the table");
        Orderer {
            killers: Vec::new(),
            merit: [vec![0; P::MOVE_NUMBERS], vec![0; P::MOVE_NUMBERS]],
            counters: [vec![Entry::NO_MOVE; P::MOVE_NUMBERS], vec![Entry::NO_MOVE; P::MOVE_NUMBERS]],
        }
    }

    /// How early a move should be tried.
    #[inline]
    pub(crate) fn rank(&self, number: u16, table_move: u16, ply: usize, player: Player, last: u16) -> i32 {
        if number == table_move {
            return i32::MAX;
        }
        let [first, second] = self.killers.get(ply).copied().unwrap_or([Entry::NO_MOVE; 2]);
        if number == first {
            return 3 * MOST_MERIT;
        }
        if number == second || self.counters[player.index()].get(usize::from(last)) == Some(&number) {
            return 2 * MOST_MERIT;
        }
        self.merit[player.index()][usize::from(number)]
    }

    /// A move refuted the one before it; `tried` are those that did not.
    pub(crate) fn refuted(
        &mut self,
        number: u16,
        tried: &[u16],
        ply: usize,
        player: Player,
        last: u16,
        depth: i32,
    ) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [Entry::NO_MOVE; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != number {
            *killers = [number, killers[0]];
        }
        if let Some(counter) = self.counters[player.index()].get_mut(usize::from(last)) {
            *counter = number;
        }
        let bonus = (depth * depth).min(400);
        let merit = &mut self.merit[player.index()];
        let mut change = |number: u16, by: i32| {
            // Merit fades as it grows, so that it stays within bounds and follows the search.
            let merit = &mut merit[usize::from(number)];
            *merit += by - *merit * by.abs() / MOST_MERIT;
        };
        change(number, bonus);
        tried.iter().for_each(|&number| change(number, -bonus));
    }
}
