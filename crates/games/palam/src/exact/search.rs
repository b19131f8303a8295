//! The search: can the player to move still win so many points?
//!
//! Every question is answered with yes or no (a zero window); exact scores are found by halving the interval. What
//! one player wins the other does not, so a question about the opponent is a question about oneself.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::exact::{
    bounds::{below, round_up},
    key::key,
    order::{self, Killers},
    state::{Duel, State, Waiting},
    table::{Known, NO_HINT, Table},
};

/// The search was told to stop before it knew the answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// How many nodes pass between two looks at the stop flag.
const LOOK_EVERY: u64 = 1 << 10;

/// One thread's search.
pub(super) struct Search<'a> {
    table: &'a Table,
    stop: &'a AtomicBool,
    killers: Killers,
    /// Whether this thread tries swaps from the last to the first, to meet the others in the middle.
    backwards: bool,
    pub(super) nodes: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(table: &'a Table, stop: &'a AtomicBool, backwards: bool) -> Search<'a> {
        Search { table, stop, killers: Killers::default(), backwards, nodes: 0 }
    }

    pub(super) const fn is_backwards(&self) -> bool {
        self.backwards
    }

    /// Counts a node, and looks at the stop flag now and then.
    #[inline]
    pub(super) fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK_EVERY) && self.stop.load(Relaxed) { Err(Stopped) } else { Ok(()) }
    }

    /// Whether the player to move still wins at least `need` points.
    pub(super) fn wins(&mut self, state: &State, need: i32) -> Result<bool, Stopped> {
        if need <= 0 {
            return Ok(true);
        }
        if need > state.rest() {
            return Ok(false);
        }
        self.count()?;
        if state.left <= 2 {
            return self.try_all(state, need, NO_HINT, &[0; 12]).map(|(won, _)| won);
        }
        // Between two reachable numbers of points all questions have the same answer.
        let need = round_up(state.left, state.lights, need);
        let (key, slots) = key(state);
        let known = self.table.get(key);
        let mut known = known.unwrap_or(Known { lower: 0, upper: state.rest() as u8, hint: NO_HINT });
        if i32::from(known.lower) >= need {
            return Ok(true);
        }
        if i32::from(known.upper) < need {
            return Ok(false);
        }
        let (won, hint) = self.try_all(state, need, known.hint, &slots)?;
        if won {
            known.lower = need as u8;
            known.hint = hint;
        } else {
            known.upper = below(state.left, state.lights, need) as u8;
        }
        self.table.put(key, state.left, known);
        Ok(won)
    }

    /// Whether some action reaches the goal, and which.
    fn try_all(
        &mut self,
        state: &State,
        need: i32,
        hint: u8,
        slots: &[u8; 12],
    ) -> Result<(bool, u8), Stopped> {
        let hinted = order::slots_of_hint(hint, slots).filter(|&(a, b)| state.allows(a, b));
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
                return Ok((true, order::hint(slot, slot, slots)));
            }
        }
        if !state.may_swap || state.left == 1 {
            return Ok((false, NO_HINT));
        }
        let mut swaps = order::swaps(state, &self.killers, self.backwards);
        while let Some((a, b)) = swaps.next() {
            if hinted != Some((a, b)) && self.swap(state, a, b, need)? {
                self.killers.swapped(state, a, b);
                return Ok((true, order::hint(a, b, slots)));
            }
        }
        Ok((false, NO_HINT))
    }

    fn swap(&mut self, state: &State, a: u8, b: u8, need: i32) -> Result<bool, Stopped> {
        let next = state.swapped(a, b);
        Ok(!self.wins(&next, next.rest() - need + 1)?)
    }

    /// Whether the player to move reaches the goal by engaging from a slot, whatever the answer is.
    fn engage(&mut self, state: &State, slot: u8, need: i32) -> Result<bool, Stopped> {
        let (next, waiting) = state.engage(slot);
        // The goal is missed if the other player gets more than the rest.
        Ok(!self.answer(&next, waiting, state.rest() - need + 1)?)
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
    pub(super) fn after(&mut self, state: &State, duel: Duel, need: i32) -> Result<bool, Stopped> {
        let next = state.after(duel);
        let mut worth = i32::from(duel.worth);
        if next.left == 0 {
            worth += 11;
        }
        if duel.engager_wins {
            // Who lost moves: it is the answering player.
            if next.left == 0 { Ok(need <= 0) } else { self.wins(&next, need) }
        } else if next.left == 0 {
            Ok(need <= worth)
        } else {
            Ok(!self.wins(&next, next.rest() - (need - worth) + 1)?)
        }
    }
}
