//! Move ordering. It affects the speed of a search, never its result.

use mekong_core::Player;

use crate::exact::{
    key::Places,
    state::{Duel, State, Waiting},
    table::NO_HINT,
};

/// Killer actions and history counts.
pub(super) struct Killers {
    engage: [[[u8; 2]; 2]; 13],
    swaps: Vec<u32>,
}

impl Default for Killers {
    fn default() -> Killers {
        Killers { engage: [[[u8::MAX; 2]; 2]; 13], swaps: vec![0; 2 * 144] }
    }
}

impl Killers {
    pub(super) fn engaged(&mut self, state: &State, slot: u8) {
        *self.slot(state) = slot;
    }

    fn slot(&mut self, state: &State) -> &mut u8 {
        &mut self.engage[usize::from(state.left).min(12)][state.turn.index()][usize::from(state.may_swap)]
    }

    pub(super) fn swapped(&mut self, state: &State, a: u8, b: u8) {
        let count = &mut self.swaps[place(state.turn, a, b)];
        *count = count.saturating_add(u32::from(state.left));
    }
}

fn place(player: Player, a: u8, b: u8) -> usize {
    player.index() * 144 + usize::from(a) * 12 + usize::from(b)
}

/// A fixed-capacity list on the stack.
pub(super) struct List<T, const N: usize> {
    items: [T; N],
    length: usize,
    at: usize,
}

impl<T: Copy, const N: usize> List<T, N> {
    fn new(filler: T) -> List<T, N> {
        List { items: [filler; N], length: 0, at: 0 }
    }

    fn push(&mut self, item: T) {
        if self.length < N {
            self.items[self.length] = item;
            self.length += 1;
        }
    }

    pub(super) fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items[..self.length].iter()
    }

    fn sort_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K) {
        self.items[..self.length].sort_unstable_by_key(key);
    }

    pub(super) fn next(&mut self) -> Option<T> {
        let item = *self.items[..self.length].get(self.at)?;
        self.at += 1;
        Some(item)
    }
}

/// The hint that names an action of the mover, by the places of its slots in the order of the key. An engagement
/// is a pair of twice the same.
pub(super) fn hint(a: u8, b: u8, places: Places) -> u8 {
    places.place(a) << 4 | places.place(b)
}

/// The two slots of a hint.
pub(super) fn slots_of_hint(hint: u8, places: Places) -> Option<(u8, u8)> {
    if hint == NO_HINT {
        return None;
    }
    let (a, b) = (places.slot(hint >> 4), places.slot(hint & 15));
    Some(if a <= b { (a, b) } else { (b, a) })
}

/// The possible answers, the best for the answering player first.
pub(super) fn duels(state: &State, waiting: Waiting) -> List<Duel, 6> {
    let mut list = List::new(Duel { answer: 0, engager_wins: false, points: 0, lights: 0 });
    let mut answers = state.answers(waiting.piece);
    while answers != 0 {
        list.push(state.duel(waiting, answers.trailing_zeros() as u8));
        answers &= answers - 1;
    }
    if list.length > 1 {
        list.sort_by_key(gain);
    }
    list
}

/// The value of having the move: over random positions the player to move wins on average about 4½ points more than
/// half of the remaining points.
const TEMPO: i32 = 9;

/// The value of a duel for the player who engaged. The loser moves next, which is worth more than two dark pieces.
fn gain(duel: &Duel) -> i32 {
    let gain = i32::from(duel.points) - TEMPO;
    if duel.engager_wins { gain } else { -gain }
}

/// The slots to engage from: by the worst answer, and those with few answers first, because each must be refuted, with
/// a small bonus for killers.
pub(super) fn engagements(state: &State, killers: &Killers) -> List<u8, 6> {
    let mut list: List<(i32, u8), 6> = List::new((0, 0));
    let killer =
        killers.engage[usize::from(state.left).min(12)][state.turn.index()][usize::from(state.may_swap)];
    let mut ready = state.own().ready_slots();
    while ready != 0 {
        let slot = ready.trailing_zeros() as u8;
        ready &= ready - 1;
        let (next, waiting) = state.engage(slot);
        let mut answers = next.answers(waiting.piece);
        let mut worst = i32::MAX;
        let answer_count = answers.count_ones() as i32;
        while answers != 0 {
            let duel = next.duel(waiting, answers.trailing_zeros() as u8);
            worst = worst.min(gain(&duel));
            answers &= answers - 1;
        }
        let killer_bonus = if slot == killer { 2 } else { 0 };
        list.push((8 * answer_count - worst - killer_bonus, slot));
    }
    list.sort_by_key(|&(value, _)| value);
    let mut slots = List::new(0);
    for &(_, slot) in list.iter() {
        slots.push(slot);
    }
    slots
}

/// The pairs of own slots to swap, by history count.
pub(super) fn swaps(state: &State, killers: &Killers, backwards: bool) -> List<(u8, u8), 66> {
    let mut list = List::new((0, 0));
    let occupied = state.own().occupied();
    for b in crate::board::slots(occupied) {
        for a in crate::board::slots(occupied & ((1 << b) - 1)) {
            list.push((a, b));
        }
    }
    list.sort_by_key(|&(a, b)| std::cmp::Reverse(killers.swaps[place(state.turn, a, b)]));
    if backwards {
        list.items[..list.length].reverse();
    }
    list
}
