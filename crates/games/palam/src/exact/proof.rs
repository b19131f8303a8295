//! Proof-number search for positions with many duels left.
//!
//! The cheap proofs are those in which the loser rarely has the move, because every move of the loser may be any of 66
//! swaps. The cost of a line shows only below it, so near the root the search always expands the node with the least
//! proof number (depth-first proof-number search, Nagai 2002). Positions with few duels left are handed to the
//! plain [`Search`]. The numbers only guide the search; only proven results are returned.

use crate::{
    board::slots,
    exact::{
        bounds::{below, round_up},
        key::{Key, key},
        order,
        proof_node::{Child, ProofNode},
        proof_numbers::{INFINITE, ProofNumbers, initial_numbers, with_margin},
        proof_table::ProofTable,
        search::{Search, Stopped},
        state::{Duel, State, Waiting},
        table::{Known, NO_HINT, Table},
    },
};

/// The maximum number of duels at which the plain search is faster.
pub(super) const MAX_PLAIN_DUELS: u8 = 6;

/// The proof-number search of one thread.
pub(super) struct Proof<'a, 'b> {
    pub(super) search: &'b mut Search<'a>,
    pub(super) table: &'a Table,
    pub(super) proof_table: &'a ProofTable,
    /// The maximum number of duels for the plain search, at least one.
    pub(super) plain: u8,
}

impl Proof<'_, '_> {
    /// Whether the player to move still wins at least `need` points.
    pub(super) fn wins(&mut self, state: &State, need: i32) -> Result<bool, Stopped> {
        if state.left <= self.plain || !self.proof_table.is_large_enough() {
            return self.search.wins(state, need);
        }
        let numbers = self.stored_numbers(state, need);
        if numbers.is_solved() {
            return Ok(numbers.proof == 0);
        }
        // Only a proven or disproven goal has an infinite number, so this always returns a result.
        let need = round_up(state.left, state.lights, need);
        let numbers = self.work(state, need, ProofNumbers { proof: INFINITE, disproof: INFINITE })?;
        debug_assert!(numbers.is_solved());
        Ok(numbers.proof == 0)
    }

    /// Whether the player to move, who must answer a waiting piece, still wins at least `need` points.
    pub(super) fn answer(&mut self, state: &State, waiting: Waiting, need: i32) -> Result<bool, Stopped> {
        if state.left <= self.plain + 1 || !self.proof_table.is_large_enough() {
            return self.search.answer(state, waiting, need);
        }
        for &duel in order::duels(state, waiting).iter() {
            // Seen by the player who engaged, who needs one point more than the other leaves.
            let child = self.after(state, duel, state.remaining_points() - need + 1);
            if self.wins(&child.state, child.need)? == child.opponent {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The stored numbers of a state, or else the initial estimate.
    fn stored_numbers(&self, state: &State, need: i32) -> ProofNumbers {
        if need <= 0 {
            return ProofNumbers::PROVEN;
        }
        if need > state.remaining_points() {
            return ProofNumbers::DISPROVEN;
        }
        let need = round_up(state.left, state.lights, need);
        let (key, _) = key(state);
        if state.left > self.plain
            && let Some(numbers) = self.proof_table.get(goal_key(key, need))
        {
            return numbers;
        }
        match self.table.get(key, state.left) {
            Some(known) if i32::from(known.lower) >= need => ProofNumbers::PROVEN,
            Some(known) if i32::from(known.upper) < need => ProofNumbers::DISPROVEN,
            _ => initial_numbers(state, need),
        }
    }

    fn child(&self, state: State, need: i32, opponent: bool) -> Child {
        let mut child = Child { state, need, opponent, numbers: ProofNumbers::PROVEN };
        child.numbers = self.numbers_of(&child);
        child
    }

    fn numbers_of(&self, child: &Child) -> ProofNumbers {
        let numbers = self.stored_numbers(&child.state, child.need);
        if child.opponent { numbers.of_opponent() } else { numbers }
    }

    /// The state after an answer, and whether the player who engaged wins `need` points from the duel on.
    fn after(&self, state: &State, duel: Duel, need: i32) -> Child {
        let next = state.after(duel);
        if duel.engager_wins {
            // The other player moves, and must not get more than is left over.
            self.child(next, next.remaining_points() - (need - i32::from(duel.points)) + 1, true)
        } else {
            self.child(next, need, false)
        }
    }

    fn list_engagements(&self, state: &State, need: i32, node: &mut ProofNode) {
        for slot in slots(state.own().ready_slots()) {
            let (next, waiting) = state.engage(slot);
            let first = node.children.len();
            for &duel in order::duels(&next, waiting).iter() {
                node.children.push(self.after(&next, duel, need));
            }
            node.close_action(first);
        }
        if state.may_swap {
            // All unlisted swaps get the same estimate.
            let next = State { turn: state.turn.other(), may_swap: false, ..*state };
            let one =
                initial_numbers(&next, round_up(next.left, next.lights, next.remaining_points() - need + 1))
                    .of_opponent();
            let swaps = u64::from(state.left) * u64::from(state.left - 1) / 2;
            let disproof = (u64::from(one.disproof) * swaps).min(u64::from(INFINITE - 1));
            node.unlisted = Some(ProofNumbers { proof: one.proof, disproof: disproof as u32 });
        }
    }

    fn list_swaps(&self, state: &State, need: i32, node: &mut ProofNode) {
        node.unlisted = None;
        let occupied = state.own().occupied();
        for b in slots(occupied) {
            for a in slots(occupied & ((1 << b) - 1)) {
                let next = state.swapped(a, b);
                let first = node.children.len();
                node.children.push(self.child(next, next.remaining_points() - need + 1, true));
                node.close_action(first);
            }
        }
    }

    /// Searches a state until the goal is decided or a number reaches its limit.
    fn work(&mut self, state: &State, need: i32, limit: ProofNumbers) -> Result<ProofNumbers, Stopped> {
        self.search.count()?;
        let (key, _) = key(state);
        let goal = goal_key(key, need);
        let mut node = ProofNode::default();
        self.list_engagements(state, need, &mut node);
        let mut announced = false;
        loop {
            let (numbers, best, second) = node.any(self.search.is_backwards());
            if numbers.is_solved() {
                self.store_bound(key, state, need, numbers.proof == 0);
                self.proof_table.put(goal, numbers);
                return Ok(numbers);
            }
            if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof {
                self.proof_table.put(goal, numbers);
                return Ok(numbers);
            }
            let Some(best) = best else {
                self.list_swaps(state, need, &mut node);
                continue;
            };
            if !announced {
                // Other threads choose another state in the meantime.
                self.proof_table.put(goal, numbers.while_busy());
                announced = true;
            }
            let action = &node.actions[best];
            let (pick, easiest) = node.easiest_answer(action);
            let child = node.children[pick];
            let fresh = self.numbers_of(&child);
            if fresh.supersedes(child.numbers) {
                // Another thread has updated this child: select again.
                node.update(best, pick, fresh);
                continue;
            }
            // The child is searched until another action, or another answer, looks easier.
            let limit = ProofNumbers {
                proof: limit.proof.min(with_margin(second)) - (action.numbers.proof - child.numbers.proof),
                disproof: (limit.disproof - (numbers.disproof - action.numbers.disproof))
                    .min(with_margin(easiest)),
            };
            let numbers = self.descend(&child, limit)?;
            node.update(best, pick, numbers);
        }
    }

    fn descend(&mut self, child: &Child, limit: ProofNumbers) -> Result<ProofNumbers, Stopped> {
        if child.state.left <= self.plain {
            return Ok(ProofNumbers::of(self.search.wins(&child.state, child.need)? != child.opponent));
        }
        let need = round_up(child.state.left, child.state.lights, child.need);
        if child.opponent {
            Ok(self.work(&child.state, need, limit.of_opponent())?.of_opponent())
        } else {
            self.work(&child.state, need, limit)
        }
    }

    fn store_bound(&self, key: Key, state: &State, need: i32, won: bool) {
        let unknown = Known { lower: 0, upper: state.remaining_points() as u8, hint: NO_HINT };
        let mut known = self.table.get(key, state.left).unwrap_or(unknown);
        if won {
            known.lower = known.lower.max(need as u8);
        } else {
            known.upper = known.upper.min(below(state.left, state.lights, need) as u8);
        }
        self.table.put(key, state.left, known);
    }
}

/// The key of a goal: a state and the points needed.
fn goal_key(key: Key, need: i32) -> Key {
    let need = (need as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Key { place: key.place ^ need, check: key.check ^ need.rotate_left(32) }
}
