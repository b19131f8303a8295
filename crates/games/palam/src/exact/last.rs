//! The last two duels, worked out in full: quicker than asking the table.

use crate::exact::state::State;

/// The points that the player to move wins with one duel left. Nothing can be chosen any more: a swap needs two pieces,
/// and the only piece must engage, the only other one answer.
#[inline]
pub(super) fn one_left(state: &State) -> i32 {
    let (next, waiting) = state.engage(state.own().ready_slots().trailing_zeros() as u8);
    let answer = next.own().ready_slots().trailing_zeros() as u8;
    if next.duel(waiting, answer).engager_wins { state.rest() } else { 0 }
}

/// The points that the player to move wins with two duels left.
#[inline]
pub(super) fn two_left(state: &State) -> i32 {
    let points = two_left_engaging(state);
    if !state.may_swap {
        return points;
    }
    // There is just one pair to swap, and then the other player must engage.
    let occupied = state.own().occupied();
    let (a, b) = (occupied.trailing_zeros() as u8, 15 - occupied.leading_zeros() as u8);
    points.max(state.rest() - two_left_engaging(&state.swapped(a, b)))
}

/// The same without swapping.
fn two_left_engaging(state: &State) -> i32 {
    let mut best = 0;
    let mut ready = state.own().ready_slots();
    while ready != 0 {
        let (next, waiting) = state.engage(ready.trailing_zeros() as u8);
        ready &= ready - 1;
        let mut worst = i32::MAX;
        let mut answers = next.answers(waiting.piece);
        while answers != 0 {
            let duel = next.duel(waiting, answers.trailing_zeros() as u8);
            answers &= answers - 1;
            let after = next.after(duel);
            let points = if duel.engager_wins {
                i32::from(duel.worth) + after.rest() - one_left(&after)
            } else {
                one_left(&after)
            };
            worst = worst.min(points);
        }
        best = best.max(worst);
    }
    best
}
