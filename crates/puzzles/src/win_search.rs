//! Exhaustive search for a forced win within a number of plies.

use mekong_core::{Evaluate, Player};

use crate::budget::{NodeBudget, Stop};

/// Determines whether a player can force a win within a number of plies: a win is proven by one move of the attacker for
/// every reply of the defender, its absence by one reply to every move.
///
/// Positions are compared in full, so that no hash collision can invalidate a proof. Repetition is not considered: a shortest
/// win never repeats a position.
pub(crate) struct WinSearch<P: Evaluate> {
    /// By attacker, the results of earlier searches.
    results: [Vec<Option<Known<P>>>; 2],
    /// By plies left, the last move that decided a search: first the attacker's, then the defender's.
    killers: Vec<[Option<P::Move>; 2]>,
    /// Move lists that are not in use.
    lists: Vec<Vec<P::Move>>,
}

/// What is known about a position.
#[derive(Clone)]
struct Known<P: Evaluate> {
    position: P,
    /// The attacker wins within this many plies.
    wins: Option<u16>,
    /// The attacker does not win within this many plies; 0 if unknown.
    fails: u16,
    /// The move that showed it.
    best: Option<P::Move>,
}

/// The number of stored results per attacker.
const CAPACITY: usize = 1 << 16;

/// Searches of fewer plies are faster than a lookup.
const MIN_STORED_PLIES: u16 = 2;

impl<P: Evaluate> Default for WinSearch<P> {
    fn default() -> Self {
        WinSearch { results: [Vec::new(), Vec::new()], killers: Vec::new(), lists: Vec::new() }
    }
}

impl<P: Evaluate> WinSearch<P> {
    /// Whether `attacker` can force a win within `plies` plies.
    pub(crate) fn wins(
        &mut self,
        position: &P,
        attacker: Player,
        plies: u16,
        budget: &mut NodeBudget<'_>,
    ) -> Result<bool, Stop> {
        if let Some(outcome) = position.outcome() {
            return Ok(outcome.winner == Some(attacker));
        }
        if plies == 0 {
            return Ok(false);
        }
        budget.spend(1)?;
        let attacks = position.turn() == attacker;
        if position.wins_at_once() {
            return Ok(attacks);
        }
        if attacks && plies == 1 {
            return Ok(false);
        }
        let slot = (plies >= MIN_STORED_PLIES).then(|| position.search_key() as usize % CAPACITY);
        let known = slot.and_then(|slot| self.look_up(position, attacker, slot));
        if let Some(known) = &known {
            if known.wins.is_some_and(|needed| needed <= plies) {
                return Ok(true);
            }
            if known.fails >= plies {
                return Ok(false);
            }
        }
        let first = known.as_ref().and_then(|known| known.best);
        let (wins, best) = self.try_moves(position, attacker, plies, first, budget)?;
        if let Some(slot) = slot {
            self.store(position, attacker, slot, plies, wins, best);
        }
        Ok(wins)
    }

    /// Tries the moves of a position, the most promising first. Returns the move that decided the search.
    fn try_moves(
        &mut self,
        position: &P,
        attacker: Player,
        plies: u16,
        first: Option<P::Move>,
        budget: &mut NodeBudget<'_>,
    ) -> Result<(bool, Option<P::Move>), Stop> {
        let attacks = position.turn() == attacker;
        let mut moves = self.lists.pop().unwrap_or_default();
        moves.clear();
        // A move that is left out is no better than one that is listed, for attacker and defender alike.
        position.candidate_moves(&mut moves);
        let killer = self.killers.get(usize::from(plies)).and_then(|killers| killers[usize::from(!attacks)]);
        for early in [killer, first].into_iter().flatten() {
            if let Some(index) = moves.iter().position(|&mv| mv == early) {
                moves[..=index].rotate_right(1);
            }
        }
        let mut result = Ok((!attacks, None));
        for &mv in &moves {
            let mut next = position.clone();
            next.play_unchecked(mv);
            match self.wins(&next, attacker, plies - 1, budget) {
                Ok(wins) if wins == attacks => {
                    self.remember_killer(plies, attacks, mv);
                    result = Ok((wins, Some(mv)));
                    break;
                }
                Ok(_) => {}
                Err(stop) => {
                    result = Err(stop);
                    break;
                }
            }
        }
        self.lists.push(moves);
        result
    }

    fn remember_killer(&mut self, plies: u16, attacks: bool, mv: P::Move) {
        let index = usize::from(plies);
        if self.killers.len() <= index {
            self.killers.resize(index + 1, [None; 2]);
        }
        self.killers[index][usize::from(!attacks)] = Some(mv);
    }

    fn look_up(&self, position: &P, attacker: Player, slot: usize) -> Option<Known<P>> {
        let known = self.results[attacker.index()].get(slot)?.as_ref()?;
        (known.position == *position).then(|| known.clone())
    }

    fn store(
        &mut self,
        position: &P,
        attacker: Player,
        slot: usize,
        plies: u16,
        wins: bool,
        best: Option<P::Move>,
    ) {
        let results = &mut self.results[attacker.index()];
        if results.is_empty() {
            results.resize(CAPACITY, None);
        }
        let entry = results[slot].take().filter(|known| known.position == *position);
        let mut known =
            entry.unwrap_or_else(|| Known { position: position.clone(), wins: None, fails: 0, best: None });
        if wins {
            known.wins = Some(known.wins.map_or(plies, |needed| needed.min(plies)));
        } else {
            known.fails = known.fails.max(plies);
        }
        known.best = best.or(known.best);
        results[slot] = Some(known);
    }
}
