//! Proof-number search for positions with many duels left.
//!
//! The cheap proofs are those in which the loser rarely has the move, because every move of the loser may be any of 66
//! swaps. How dear a line gets is seen only below it, so near the root the search always works where the least
//! effort seems to be missing (depth-first proof-number search, Nagai 2002). Positions with few duels left are
//! questions to the plain [`Search`]. Efforts are guesses and decide only what is looked at next; an answer is given
//! when one is proven.

use crate::{
    board::slots,
    exact::{
        bounds::{below, round_up},
        effort::{Effort, INFINITE, guess, with_margin},
        efforts::Efforts,
        frame::{Child, Frame},
        key::{Key, key},
        order,
        search::{Search, Stopped},
        state::{Duel, State, Waiting},
        table::{Known, NO_HINT, Table},
    },
};

/// Up to so many duels the plain search is quicker.
pub(super) const PLAIN: u8 = 6;

/// One thread's proof.
pub(super) struct Proof<'a, 'b> {
    pub(super) search: &'b mut Search<'a>,
    pub(super) table: &'a Table,
    pub(super) efforts: &'a Efforts,
    /// Up to so many duels, at least one, the plain search is asked.
    pub(super) plain: u8,
}

impl Proof<'_, '_> {
    /// Whether the player to move still wins at least `need` points.
    pub(super) fn wins(&mut self, state: &State, need: i32) -> Result<bool, Stopped> {
        if state.left <= self.plain || !self.efforts.is_of_use() {
            return self.search.wins(state, need);
        }
        let effort = self.look(state, need);
        if effort.is_solved() {
            return Ok(effort.prove == 0);
        }
        // Only answers reach an infinite effort, so that this returns with one.
        let need = round_up(state.left, state.lights, need);
        let effort = self.work(state, need, Effort { prove: INFINITE, refute: INFINITE })?;
        debug_assert!(effort.is_solved());
        Ok(effort.prove == 0)
    }

    /// Whether the player to move, who must answer a waiting piece, still wins at least `need` points.
    pub(super) fn answer(&mut self, state: &State, waiting: Waiting, need: i32) -> Result<bool, Stopped> {
        if state.left <= self.plain + 1 || !self.efforts.is_of_use() {
            return self.search.answer(state, waiting, need);
        }
        for &duel in order::duels(state, waiting).iter() {
            // Seen by the player who engaged, who needs one point more than the other leaves.
            let child = self.after(state, duel, state.rest() - need + 1);
            if self.wins(&child.state, child.need)? == child.opponent {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What is known, or else guessed, about a state.
    fn look(&self, state: &State, need: i32) -> Effort {
        if need <= 0 {
            return Effort::PROVEN;
        }
        if need > state.rest() {
            return Effort::REFUTED;
        }
        let need = round_up(state.left, state.lights, need);
        let (key, _) = key(state);
        if state.left > self.plain
            && let Some(effort) = self.efforts.get(question(key, need))
        {
            return effort;
        }
        match self.table.get(key, state.left) {
            Some(known) if i32::from(known.lower) >= need => Effort::PROVEN,
            Some(known) if i32::from(known.upper) < need => Effort::REFUTED,
            _ => guess(state, need),
        }
    }

    fn child(&self, state: State, need: i32, opponent: bool) -> Child {
        let mut child = Child { state, need, opponent, effort: Effort::PROVEN };
        child.effort = self.effort_of(&child);
        child
    }

    fn effort_of(&self, child: &Child) -> Effort {
        let effort = self.look(&child.state, child.need);
        if child.opponent { effort.of_opponent() } else { effort }
    }

    /// The state after an answer, with the question whether the player who engaged wins `need` points from the duel on.
    fn after(&self, state: &State, duel: Duel, need: i32) -> Child {
        let next = state.after(duel);
        if duel.engager_wins {
            // The other player moves, and must not get more than is left over.
            self.child(next, next.rest() - (need - i32::from(duel.worth)) + 1, true)
        } else {
            self.child(next, need, false)
        }
    }

    fn list_engagements(&self, state: &State, need: i32, frame: &mut Frame) {
        for slot in slots(state.own().ready_slots()) {
            let (next, waiting) = state.engage(slot);
            let first = frame.children.len();
            for &duel in order::duels(&next, waiting).iter() {
                frame.children.push(self.after(&next, duel, need));
            }
            frame.close_action(first);
        }
        if state.may_swap {
            // Every swap that nothing is known about is guessed at alike.
            let next = State { turn: state.turn.other(), may_swap: false, ..*state };
            let one = guess(&next, round_up(next.left, next.lights, next.rest() - need + 1)).of_opponent();
            let swaps = u64::from(state.left) * u64::from(state.left - 1) / 2;
            let refute = (u64::from(one.refute) * swaps).min(u64::from(INFINITE - 1));
            frame.unlisted = Some(Effort { prove: one.prove, refute: refute as u32 });
        }
    }

    fn list_swaps(&self, state: &State, need: i32, frame: &mut Frame) {
        frame.unlisted = None;
        let occupied = state.own().occupied();
        for b in slots(occupied) {
            for a in slots(occupied & ((1 << b) - 1)) {
                let next = state.swapped(a, b);
                let first = frame.children.len();
                frame.children.push(self.child(next, next.rest() - need + 1, true));
                frame.close_action(first);
            }
        }
    }

    /// Works on a state until the question is answered or an effort reaches its limit.
    fn work(&mut self, state: &State, need: i32, limit: Effort) -> Result<Effort, Stopped> {
        self.search.count()?;
        let (key, _) = key(state);
        let question = question(key, need);
        let mut frame = Frame::default();
        self.list_engagements(state, need, &mut frame);
        let mut announced = false;
        loop {
            let (effort, best, second) = frame.any(self.search.is_backwards());
            if effort.is_solved() {
                self.remember(key, state, need, effort.prove == 0);
                self.efforts.put(question, effort);
                return Ok(effort);
            }
            if effort.prove >= limit.prove || effort.refute >= limit.refute {
                self.efforts.put(question, effort);
                return Ok(effort);
            }
            let Some(best) = best else {
                self.list_swaps(state, need, &mut frame);
                continue;
            };
            if !announced {
                // Until it is done, other threads had better work elsewhere.
                self.efforts.put(question, effort.while_busy());
                announced = true;
            }
            let action = &frame.actions[best];
            let (pick, easiest) = frame.easiest_answer(action);
            let child = frame.children[pick];
            let fresh = self.effort_of(&child);
            if fresh.is_beyond(child.effort) {
                // Another thread has been there, or is there now: perhaps something else comes first.
                frame.update(best, pick, fresh);
                continue;
            }
            // The child is worked on until another action, or another answer, seems easier.
            let limit = Effort {
                prove: limit.prove.min(with_margin(second)) - (action.effort.prove - child.effort.prove),
                refute: (limit.refute - (effort.refute - action.effort.refute)).min(with_margin(easiest)),
            };
            let effort = self.descend(&child, limit)?;
            frame.update(best, pick, effort);
        }
    }

    fn descend(&mut self, child: &Child, limit: Effort) -> Result<Effort, Stopped> {
        if child.state.left <= self.plain {
            return Ok(Effort::of(self.search.wins(&child.state, child.need)? != child.opponent));
        }
        let need = round_up(child.state.left, child.state.lights, child.need);
        if child.opponent {
            Ok(self.work(&child.state, need, limit.of_opponent())?.of_opponent())
        } else {
            self.work(&child.state, need, limit)
        }
    }

    fn remember(&self, key: Key, state: &State, need: i32, won: bool) {
        let unknown = Known { lower: 0, upper: state.rest() as u8, hint: NO_HINT };
        let mut known = self.table.get(key, state.left).unwrap_or(unknown);
        if won {
            known.lower = known.lower.max(need as u8);
        } else {
            known.upper = known.upper.min(below(state.left, state.lights, need) as u8);
        }
        self.table.put(key, state.left, known);
    }
}

/// What the efforts are kept under: a state and the points that are needed.
fn question(key: Key, need: i32) -> Key {
    let need = (need as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Key { place: key.place ^ need, check: key.check ^ need.rotate_left(32) }
}
