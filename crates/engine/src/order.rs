//! Move ordering: killers, history and countermoves.

use mekong_core::{Evaluate, Player};

use crate::transposition::Entry;

/// The bound of history scores.
const MAX_HISTORY: i32 = 1 << 14;

/// Moves that are looked for one at a time; a node that gets beyond them will want most of the others.
const SELECTION_SORTED: usize = 6;

/// How much of the rest is sorted at first.
const PARTIAL_SORT: usize = 18;

/// Moves with their ranks and numbers, the best picked first.
///
/// Ranks lie side by side in an array of their own, because the highest is looked for again and again.
pub(crate) struct MoveList<M> {
    ranks: Vec<i32>,
    moves: Vec<(u16, M)>,
    /// What comes from place [`SELECTION_SORTED`] on, in its order, once it is needed: the higher the rank, the lower the word;
    /// below it the move's number, then its place.
    rest: Vec<u64>,
    /// How much of the rest is in order.
    sorted: usize,
}

impl<M> Default for MoveList<M> {
    fn default() -> MoveList<M> {
        MoveList { ranks: Vec::new(), moves: Vec::new(), rest: Vec::new(), sorted: 0 }
    }
}

impl<M: Copy> MoveList<M> {
    /// Makes this the list of some moves with their numbers, and with ranks by number.
    #[inline]
    fn fill(&mut self, moves: &[M], number: impl Fn(M) -> u16, ranks: &[i32]) {
        self.moves.clear();
        self.moves.extend(moves.iter().map(|&mv| (number(mv), mv)));
        self.ranks.clear();
        self.ranks.extend(self.moves.iter().map(|&(number, _)| ranks[usize::from(number)]));
        self.rest.clear();
        self.sorted = 0;
    }

    pub(crate) const fn len(&self) -> usize {
        self.moves.len()
    }

    /// Brings the best of what is left to its place and gives its number and itself. Most lists are never looked at to
    /// their end, so the rest is sorted only when it is needed.
    pub(crate) fn pick(&mut self, index: usize) -> (u16, M) {
        if index >= SELECTION_SORTED {
            self.sort_up_to(index - SELECTION_SORTED);
            return self.moves[self.place(index)];
        }
        let left = &self.ranks[index..];
        let highest = left.iter().copied().fold(i32::MIN, i32::max);
        if let Some(ahead) = left.iter().position(|&rank| rank == highest) {
            self.ranks.swap(index, index + ahead);
            self.moves.swap(index, index + ahead);
        }
        self.moves[index]
    }

    /// Brings the rest into order as far as this place of it: a portion first, for searches that leave out late moves.
    fn sort_up_to(&mut self, later: usize) {
        if later < self.sorted {
            return;
        }
        if later == 0 {
            let word = |place: usize| {
                let lowness = i32::MAX.abs_diff(self.ranks[place]);
                u64::from(lowness) << 32 | u64::from(self.moves[place].0) << 16 | place as u64
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

    /// Where the move that was picked at `index` lies.
    fn place(&self, index: usize) -> usize {
        index.checked_sub(SELECTION_SORTED).map_or(index, |later| usize::from(self.rest[later] as u16))
    }

    /// The number of the move that was picked at `index`.
    fn number(&self, index: usize) -> u16 {
        self.moves[self.place(index)].0
    }
}

/// Statistics of moves, kept by each thread for itself.
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
        assert!(P::MOVE_NUMBERS < usize::from(Entry::NO_MOVE), "move numbers fit into the table");
        MoveOrderer {
            killers: Vec::new(),
            history: [vec![0; P::MOVE_NUMBERS], vec![0; P::MOVE_NUMBERS]],
            counters: [vec![Entry::NO_MOVE; P::MOVE_NUMBERS], vec![Entry::NO_MOVE; P::MOVE_NUMBERS]],
        }
    }

    /// Fills a list with moves and their ordering scores.
    #[inline]
    pub(crate) fn fill<P: Evaluate>(
        &mut self,
        list: &mut MoveList<P::Move>,
        moves: &[P::Move],
        table_move: u16,
        ply: usize,
        player: Player,
        last: u16,
    ) {
        let [first, second] = self.killers.get(ply).copied().unwrap_or([Entry::NO_MOVE; 2]);
        let counter = self.counters[player.index()].get(usize::from(last)).copied().unwrap_or(Entry::NO_MOVE);
        let history = &mut self.history[player.index()];
        // Special moves get a high score for the moment, so that the other moves need no comparison. The last one counts.
        let loans = [
            (counter, 2 * MAX_HISTORY),
            (second, 2 * MAX_HISTORY),
            (first, 3 * MAX_HISTORY),
            (table_move, i32::MAX),
        ];
        let own = loans.map(|(number, high)| match history.get_mut(usize::from(number)) {
            Some(history) => std::mem::replace(history, high),
            None => 0,
        });
        list.fill(moves, |mv| P::move_number(mv) as u16, history);
        for ((number, _), own) in loans.into_iter().zip(own).rev() {
            if let Some(history) = history.get_mut(usize::from(number)) {
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
        let number = list.number(index);
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
        let history = &mut self.history[player.index()];
        let mut change = |number: u16, by: i32| {
            // History gravity: the score fades as it grows, so that it stays within bounds.
            let history = &mut history[usize::from(number)];
            *history += by - *history * by.abs() / MAX_HISTORY;
        };
        change(number, bonus);
        (0..index).for_each(|earlier| change(list.number(earlier), -bonus));
    }
}
