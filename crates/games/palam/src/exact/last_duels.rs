//! The last two duels, computed directly, which is faster than a table probe.

use mekong_core::Player;

use crate::{
    board::{LAST_DUEL, points},
    camp::Camp,
    exact::state::{State, Waiting, column, wins_duel},
};

/// The points that the player to move wins with one duel left. There is no choice left: a swap needs two pieces, the
/// only piece must engage and the only other one answer.
#[inline]
pub(super) fn one_left(state: &State) -> i32 {
    let only = |camp: &Camp| {
        let slot = camp.occupied().trailing_zeros() as u8;
        Waiting { column: column(slot), piece: camp.at(slot) }
    };
    let opposing = &state.camps[state.turn.other().index()];
    if wins_duel(state.turn, only(state.own()), only(opposing)) { state.remaining_points() } else { 0 }
}

/// The points that the player to move wins with two duels left.
#[inline]
pub(super) fn two_left(state: &State) -> i32 {
    let points = engaging(&state.camps, state.turn);
    if !state.may_swap {
        return points;
    }
    // There is just one pair to swap, and then the other player must engage.
    let mut camps = state.camps;
    let [a, b] = both(state.own());
    camps[state.turn.index()].swap(a, b);
    points.max(state.remaining_points() - engaging(&camps, state.turn.other()))
}

/// The two occupied slots.
#[inline]
fn both(camp: &Camp) -> [u8; 2] {
    [camp.occupied().trailing_zeros() as u8, 15 - camp.occupied().leading_zeros() as u8]
}

/// The points with two duels left of a player who must engage. The pieces of the first duel determine those of the
/// second, and its result does not depend on who engages.
fn engaging(camps: &[Camp; 2], player: Player) -> i32 {
    let (own, opposing) = (&camps[player.index()], &camps[player.other().index()]);
    let (own_slots, opposing_slots) = (both(own), both(opposing));
    let pieces = |camp: &Camp, slots: [u8; 2]| {
        slots.map(|slot| Waiting { column: column(slot), piece: camp.at(slot) })
    };
    let (mine, theirs) = (pieces(own, own_slots), pieces(opposing, opposing_slots));
    let points = |a: usize, b: usize, more: u8| {
        let points = points(mine[a].piece.bit() | theirs[b].piece.bit()) as i32 + i32::from(more);
        if wins_duel(player, mine[a], theirs[b]) { points } else { 0 }
    };
    let outcome = |a, b| points(a, b, 0) + points(1 - a, 1 - b, LAST_DUEL);
    let mut best = 0;
    for (a, Waiting { piece, .. }) in mine.iter().enumerate() {
        if own.ready() & piece.bit() == 0 {
            continue;
        }
        let may = opposing.ready() & piece.matching();
        let worst = match [0, 1].map(|b: usize| may & theirs[b].piece.bit() != 0) {
            [true, true] => outcome(a, 0).min(outcome(a, 1)),
            [true, false] => outcome(a, 0),
            [false, true] => outcome(a, 1),
            [false, false] => {
                let leftmost = opposing.leftmost(player.other());
                outcome(a, usize::from(leftmost == opposing_slots[1]))
            }
        };
        best = best.max(worst);
    }
    best
}
