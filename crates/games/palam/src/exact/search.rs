//! The zero-window search: can the player to move still win a given number of points?
//!
//! Exact scores are found by bisection. The game is constant-sum, so a goal of the opponent is the complement of one
//! of the player to move.

use mekong_core::StopCondition;

use crate::exact::{
    bounds::{below, round_up},
    key::{Places, key},
    last_duels::{one_left, two_left},
    order::{self, Killers},
    state::{Duel, State, Waiting},
    table::{Known, NO_HINT, Table},
};

/// The search was stopped before the goal was decided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// The number of nodes between two checks of the limit.
const NODES_PER_CHECK: u64 = 1 << 8;

/// One thread's search.
pub(super) struct Search<'a> {
    table: &'a Table,
    limit: &'a dyn StopCondition,
    killers: Killers,
    /// Whether this thread tries swaps from the last to the first, to meet the others in the middle.
    backwards: bool,
    pub(super) nodes: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(table: &'a Table, limit: &'a dyn StopCondition, backwards: bool) -> Search<'a> {
        Search { table, limit, killers: Killers::default(), backwards, nodes: 0 }
    }

    pub(super) const fn is_backwards(&self) -> bool {
        self.backwards
    }

    /// Counts a node, and checks the limit every [`NODES_PER_CHECK`] nodes.
    #[inline]
    pub(super) fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_CHECK) && self.limit.should_stop(NODES_PER_CHECK) {
            Err(Stopped)
        } else {
            Ok(())
        }
    }

    /// Reports the nodes not yet reported to the limit.
    pub(super) fn flush_nodes(&self) {
        self.limit.should_stop(self.nodes % NODES_PER_CHECK);
    }

    /// Whether the player to move still wins at least `need` points.
    pub(super) fn wins(&mut self, state: &State, need: i32) -> Result<bool, Stopped> {
        if need <= 0 {
            return Ok(true);
        }
        if need > state.remaining_points() {
            return Ok(false);
        }
        self.count()?;
        match state.left {
            1 => return Ok(one_left(state) >= need),
            2 => return Ok(two_left(state) >= need),
            _ => (),
        }
        // Between two reachable numbers of points all goals have the same result.
        let need = round_up(state.left, state.lights, need);
        let (key, places) = key(state);
        let known = self.table.get(key, state.left);
        let mut known =
            known.unwrap_or(Known { lower: 0, upper: state.remaining_points() as u8, hint: NO_HINT });
        if i32::from(known.lower) >= need {
            return Ok(true);
        }
        if i32::from(known.upper) < need {
            return Ok(false);
        }
        let (won, hint) = self.try_all(state, need, known.hint, places)?;
        if won {
            known.lower = need as u8;
            known.hint = hint;
        } else {
            known.upper = below(state.left, state.lights, need) as u8;
        }
        self.table.put(key, state.left, known);
        Ok(won)
    }

    /// Whether the player to move still wins at least `need` points, if the table bounds decide it.
    pub(super) fn known(&self, state: &State, need: i32) -> Option<bool> {
        if need <= 0 {
            return Some(true);
        }
        if need > state.remaining_points() {
            return Some(false);
        }
        let known = self.table.get(key(state).0, state.left)?;
        if i32::from(known.lower) >= need {
            return Some(true);
        }
        (i32::from(known.upper) < need).then_some(false)
    }

    /// Whether the table bounds show that the player to move, who must answer, does not win `need` points.
    pub(super) fn is_known_to_fail(&self, state: &State, waiting: Waiting, need: i32) -> bool {
        order::duels(state, waiting).iter().all(|&duel| {
            let next = state.after(duel);
            if duel.engager_wins {
                self.known(&next, need) == Some(false)
            } else {
                self.known(&next, next.remaining_points() - (need - i32::from(duel.points)) + 1) == Some(true)
            }
        })
    }

    /// Whether some action reaches the goal, and which.
    fn try_all(&mut self, state: &State, need: i32, hint: u8, places: Places) -> Result<(bool, u8), Stopped> {
        let hinted = order::slots_of_hint(hint, places).filter(|&(a, b)| state.allows(a, b));
        if let Some((a, b)) = hinted {
            let won = if a == b { self.engage(state, a, need)? } else { self.swap(state, a, b, need)? };
            if won {
                return Ok((true, hint));
            }
        }
        let mut engagements = order::engagements(state, &self.killers);
        while let Some(slot) = engagements.next() {
            if hinted != Some((slot, slot)) && self.engage(state, slot, need)? {
                self.killers.engaged(state, slot);
                return Ok((true, order::hint(slot, slot, places)));
            }
        }
        if !state.may_swap {
            return Ok((false, NO_HINT));
        }
        let mut swaps = order::swaps(state, &self.killers, self.backwards);
        while let Some((a, b)) = swaps.next() {
            if hinted != Some((a, b)) && self.swap(state, a, b, need)? {
                self.killers.swapped(state, a, b);
                return Ok((true, order::hint(a, b, places)));
            }
        }
        Ok((false, NO_HINT))
    }

    fn swap(&mut self, state: &State, a: u8, b: u8, need: i32) -> Result<bool, Stopped> {
        let next = state.swapped(a, b);
        Ok(!self.wins(&next, next.remaining_points() - need + 1)?)
    }

    /// Whether engaging from a slot reaches the goal against every answer.
    fn engage(&mut self, state: &State, slot: u8, need: i32) -> Result<bool, Stopped> {
        let (next, waiting) = state.engage(slot);
        // The goal is missed if the other player gets more than is left over.
        Ok(!self.answer(&next, waiting, state.remaining_points() - need + 1)?)
    }

    /// Whether the player to move, who must answer a waiting piece, still wins at least `need` points.
    pub(super) fn answer(&mut self, state: &State, waiting: Waiting, need: i32) -> Result<bool, Stopped> {
        for duel in order::duels(state, waiting).iter() {
            if self.after(state, *duel, need)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the player who answered wins at least `need` points with the duel just fought.
    fn after(&mut self, state: &State, duel: Duel, need: i32) -> Result<bool, Stopped> {
        let next = state.after(duel);
        if duel.engager_wins {
            // The loser moves, which is the answering player.
            self.wins(&next, need)
        } else {
            Ok(!self.wins(&next, next.remaining_points() - (need - i32::from(duel.points)) + 1)?)
        }
    }
}
