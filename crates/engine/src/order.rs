//! What earlier parts of a search say about which moves to try first.

use mekong_core::{Evaluate, Player};

use crate::table::Entry;

/// The largest merit a move can earn.
const MOST_MERIT: i32 = 1 << 14;

/// Moves that are looked for one by one; a node that gets beyond them will want most of the others.
const PICKED: usize = 6;

/// Moves with their ranks and numbers, the best picked first.
pub(crate) struct MoveList<M> {
    moves: Vec<(i32, u16, M)>,
}

impl<M> Default for MoveList<M> {
    fn default() -> MoveList<M> {
        MoveList { moves: Vec::new() }
    }
}

impl<M: Copy> MoveList<M> {
    pub(crate) fn clear(&mut self) {
        self.moves.clear();
    }

    pub(crate) fn push(&mut self, rank: i32, number: u16, mv: M) {
        self.moves.push((rank, number, mv));
    }

    pub(crate) const fn len(&self) -> usize {
        self.moves.len()
    }

    /// Brings the best of what is left to its place and gives its number and itself. Most lists are never looked at to
    /// their end, so the rest is sorted only when it is needed.
    pub(crate) fn pick(&mut self, index: usize) -> (u16, M) {
        let list = &mut self.moves;
        if index == PICKED {
            list[index..].sort_unstable_by_key(|&(rank, number, _)| (std::cmp::Reverse(rank), number));
        } else if index < PICKED
            && let Some(best) = (index..list.len()).max_by_key(|&i| (list[i].0, std::cmp::Reverse(i)))
        {
            list.swap(index, best);
        }
        let (_, number, mv) = list[index];
        (number, mv)
    }
}

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

    /// The move at `index` of a list refuted the one before it; those picked earlier did not.
    pub(crate) fn refuted<M>(
        &mut self,
        list: &MoveList<M>,
        index: usize,
        ply: usize,
        player: Player,
        last: u16,
        depth: i32,
    ) {
        let (_, number, _) = list.moves[index];
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
        list.moves[..index].iter().for_each(|&(_, number, _)| change(number, -bonus));
    }
}
