//! Move ordering: killers, history and countermoves.

use mekong_core::{Evaluate, Player};

use crate::transposition::Entry;

/// The bound of history scores.
const MAX_HISTORY: i32 = 1 << 14;

/// The number of moves picked by selection sort; nodes that need more usually need most of them.
const SELECTION_SORTED: usize = 6;

/// The number of further moves sorted first.
const PARTIAL_SORT: usize = 18;

/// Moves with their ordering scores and indices, picked in order.
///
/// Scores are stored contiguously because the maximum is searched repeatedly.
pub(crate) struct MoveList<M> {
    scores: Vec<i32>,
    moves: Vec<(u16, M)>,
    /// The moves from [`SELECTION_SORTED`] on, sorted lazily. A word packs the inverted score, the move index and the
    /// position in the list.
    rest: Vec<u64>,
    /// The number of sorted moves in the rest.
    sorted: usize,
}

impl<M> Default for MoveList<M> {
    fn default() -> MoveList<M> {
        MoveList { scores: Vec::new(), moves: Vec::new(), rest: Vec::new(), sorted: 0 }
    }
}

impl<M: Copy> MoveList<M> {
    /// Fills the list with moves, their indices and their scores, given by index.
    #[inline]
    fn fill(&mut self, moves: &[M], move_index: impl Fn(M) -> u16, scores: &[i32]) {
        self.moves.clear();
        self.moves.extend(moves.iter().map(|&mv| (move_index(mv), mv)));
        self.scores.clear();
        self.scores.extend(self.moves.iter().map(|&(move_index, _)| scores[usize::from(move_index)]));
        self.rest.clear();
        self.sorted = 0;
    }

    pub(crate) const fn len(&self) -> usize {
        self.moves.len()
    }

    /// Picks the next best move with its index. Most nodes cut off early, so the rest is sorted lazily.
    pub(crate) fn pick(&mut self, index: usize) -> (u16, M) {
        if index >= SELECTION_SORTED {
            self.sort_up_to(index - SELECTION_SORTED);
            return self.moves[self.list_index(index)];
        }
        let left = &self.scores[index..];
        let highest = left.iter().copied().fold(i32::MIN, i32::max);
        if let Some(ahead) = left.iter().position(|&score| score == highest) {
            self.scores.swap(index, index + ahead);
            self.moves.swap(index, index + ahead);
        }
        self.moves[index]
    }

    /// Sorts the rest up to this position, in portions because late moves are often pruned.
    fn sort_up_to(&mut self, later: usize) {
        if later < self.sorted {
            return;
        }
        if later == 0 {
            let word = |index: usize| {
                let inverted_score = i32::MAX.abs_diff(self.scores[index]);
                u64::from(inverted_score) << 32 | u64::from(self.moves[index].0) << 16 | index as u64
            };
            self.rest.extend((SELECTION_SORTED..self.moves.len()).map(word));
        }
        let left = &mut self.rest[later..];
        if later == 0 && left.len() > 2 * PARTIAL_SORT {
            left.select_nth_unstable(PARTIAL_SORT);
            left[..PARTIAL_SORT].sort_unstable();
            self.sorted = PARTIAL_SORT;
        } else {
            left.sort_unstable();
            self.sorted = self.rest.len();
        }
    }

    /// The index in the list of the move picked at `index`.
    fn list_index(&self, index: usize) -> usize {
        index.checked_sub(SELECTION_SORTED).map_or(index, |later| usize::from(self.rest[later] as u16))
    }

    /// The index of the move picked at `index`.
    fn move_index(&self, index: usize) -> u16 {
        self.moves[self.list_index(index)].0
    }
}

/// Move statistics of one thread.
pub(crate) struct MoveOrderer {
    /// Two killer moves per ply.
    killers: Vec<[u16; 2]>,
    /// By player and move: the history heuristic.
    history: [Vec<i32>; 2],
    /// By player and the opponent's last move: the countermove.
    counters: [Vec<u16>; 2],
}

impl MoveOrderer {
    pub(crate) fn new<P: Evaluate>() -> MoveOrderer {
        assert!(P::MOVE_INDEX_COUNT < usize::from(Entry::NO_MOVE), "move indices fit into the table");
        MoveOrderer {
            killers: Vec::new(),
            history: [vec![0; P::MOVE_INDEX_COUNT], vec![0; P::MOVE_INDEX_COUNT]],
            counters: [vec![Entry::NO_MOVE; P::MOVE_INDEX_COUNT], vec![Entry::NO_MOVE; P::MOVE_INDEX_COUNT]],
        }
    }

    /// Fills a list with moves and their ordering scores.
    #[inline]
    pub(crate) fn fill<P: Evaluate>(
        &mut self,
        list: &mut MoveList<P::Move>,
        moves: &[P::Move],
        hash_move: u16,
        ply: usize,
        player: Player,
        last: u16,
    ) {
        let [first, second] = self.killers.get(ply).copied().unwrap_or([Entry::NO_MOVE; 2]);
        let counter = self.counters[player.index()].get(usize::from(last)).copied().unwrap_or(Entry::NO_MOVE);
        let history = &mut self.history[player.index()];
        // Special moves temporarily get a high history score, so that the other moves need no comparison. The last
        // assignment wins.
        let boosts = [
            (counter, 2 * MAX_HISTORY),
            (second, 2 * MAX_HISTORY),
            (first, 3 * MAX_HISTORY),
            (hash_move, i32::MAX),
        ];
        let own = boosts.map(|(move_index, high)| match history.get_mut(usize::from(move_index)) {
            Some(history) => std::mem::replace(history, high),
            None => 0,
        });
        list.fill(moves, |mv| P::move_index(mv) as u16, history);
        for ((move_index, _), own) in boosts.into_iter().zip(own).rev() {
            if let Some(history) = history.get_mut(usize::from(move_index)) {
                *history = own;
            }
        }
    }

    /// Records a beta cutoff by the move at `index`; the moves before it get a malus.
    pub(crate) fn record_cutoff<M: Copy>(
        &mut self,
        list: &MoveList<M>,
        index: usize,
        ply: usize,
        player: Player,
        last: u16,
        depth: i32,
    ) {
        let move_index = list.move_index(index);
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [Entry::NO_MOVE; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != move_index {
            *killers = [move_index, killers[0]];
        }
        if let Some(counter) = self.counters[player.index()].get_mut(usize::from(last)) {
            *counter = move_index;
        }
        let bonus = (depth * depth).min(400);
        let history = &mut self.history[player.index()];
        let mut change = |move_index: u16, by: i32| {
            // History gravity: the score fades as it grows, so that it stays within bounds.
            let history = &mut history[usize::from(move_index)];
            *history += by - *history * by.abs() / MAX_HISTORY;
        };
        change(move_index, bonus);
        (0..index).for_each(|earlier| change(list.move_index(earlier), -bonus));
    }
}
