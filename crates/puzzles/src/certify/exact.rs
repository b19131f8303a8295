//! Certificates by tablebases and exact endgames, in which the result of every move is known.

use mekong_catalog::GameSession;
use mekong_core::{Player, Value};

use super::{Certificate, after, is_choice_of, several};
use crate::{
    CertifyError, Goal, GoalResult, LineEnd, ProofKind, ProofLimits, Prover, Step, TurnProof,
    budget::{NodeBudget, Stop},
    prover::{Exact, ExactMove},
    puzzle::turns,
};

/// How many replies of equally long resistance are compared, by the number of the solver's move before them.
const MAX_COMPARED_REPLIES: [usize; 3] = [6, 3, 2];

/// The maximum number of plies between two choices of the solver.
const MAX_FORCED_PLIES: usize = 12;

/// The solution from a turn of the solver on.
struct Solved {
    steps: Vec<Step>,
    proofs: Vec<TurnProof>,
    end: LineEnd,
}

/// What follows a move of the solver.
struct Continuation {
    replies: Vec<String>,
    rest: Solved,
}

impl Continuation {
    /// Longer solutions are preferred.
    fn length(&self) -> u32 {
        turns(&self.rest.steps)
    }
}

/// The search for a solution with a given result.
struct SolutionSearch<'p, 'a, 'b, 'c> {
    prover: &'p Prover<'a>,
    budget: &'b mut NodeBudget<'c>,
    solver: Player,
    /// The result to keep: 1 for a win, 0 for a draw.
    result: i32,
    max_moves: usize,
}

impl Prover<'_> {
    pub(super) fn certify_exact(
        &self,
        session: &GameSession,
        solver: Player,
        proof: ProofKind,
        moves: &[ExactMove],
        limits: ProofLimits,
        budget: &mut NodeBudget<'_>,
    ) -> Result<Certificate, CertifyError> {
        let best = moves.iter().map(|known| known.value).max_by_key(|value| value.rank());
        let best = best.ok_or(CertifyError::Over)?;
        if best.result() < 0 {
            return Err(CertifyError::Lost);
        }
        let result = best.result();
        // A lookup is cheap, so solutions may be longer than those of a search.
        let max_moves = 2 * limits.max_moves as usize;
        let mut search = SolutionSearch { prover: self, budget, solver, result, max_moves };
        let Some(solved) = search.solve(session, moves, 0)? else {
            return Err(several(session, &keeping_moves(moves, result), result == 0));
        };
        let goal = Goal {
            result: if result > 0 { GoalResult::Win } else { GoalResult::Draw },
            within: None,
            distance: match best {
                Exact::Plies(Value::Win(plies)) => Some(plies),
                Exact::Plies(_) | Exact::Points(_) => None,
            },
            margin: match best {
                Exact::Points(margin) => Some(margin),
                Exact::Plies(_) => None,
            },
        };
        Ok(Certificate { goal, proof, solution: solved.steps, end: solved.end, turns: solved.proofs })
    }
}

/// The moves that keep a result.
fn keeping_moves(moves: &[ExactMove], result: i32) -> Vec<String> {
    let keeping = moves.iter().filter(|known| known.value.result() >= result);
    keeping.map(|known| known.text.clone()).collect()
}

impl SolutionSearch<'_, '_, '_, '_> {
    /// The solution from a choice of the solver on; `None` if the move to play is not unique.
    fn solve(
        &mut self,
        session: &GameSession,
        moves: &[ExactMove],
        depth: usize,
    ) -> Result<Option<Solved>, Stop> {
        let keeping = keeping_moves(moves, self.result);
        if keeping.len() == moves.len() || !self.prover.are_equivalent(session, &keeping) {
            return Ok(None);
        }
        let proof = TurnProof {
            legal: moves.len() as u32,
            accepted: keeping.len() as u32,
            lose: moves.iter().filter(|known| known.value.result() < 0).count() as u32,
            no_win_within: None,
        };
        let mut solved = Solved { steps: Vec::new(), proofs: vec![proof], end: LineEnd::Over };
        for mv in keeping {
            let Some(next) = after(session, &mv) else { continue };
            let Continuation { replies, rest } = self.follow(next, depth, true)?;
            // The first of the equivalent moves is the main line.
            if solved.steps.is_empty() {
                solved.proofs.extend(rest.proofs);
                solved.end = rest.end;
            }
            solved.steps.push(Step { mv, replies, then: rest.steps });
        }
        Ok(Some(solved))
    }

    /// Plays on to the next choice of the solver, with the longest resistance of the opponent. Where several replies resist equally
    /// long, the one with the longest solution is chosen, but only once between two choices of the solver.
    fn follow(
        &mut self,
        mut session: GameSession,
        depth: usize,
        compares: bool,
    ) -> Result<Continuation, Stop> {
        let ended = |end| Solved { steps: Vec::new(), proofs: Vec::new(), end };
        let mut replies = Vec::new();
        for _ in 0..MAX_FORCED_PLIES {
            if session.outcome().is_some() {
                return Ok(Continuation { replies, rest: ended(LineEnd::Over) });
            }
            if is_choice_of(&session, self.solver) {
                if depth + 1 >= self.max_moves {
                    return Ok(Continuation { replies: Vec::new(), rest: ended(LineEnd::Cut) });
                }
                let Some((_, moves)) = self.prover.exact_moves(&session, self.budget)? else { break };
                return Ok(match self.solve(&session, &moves, depth + 1)? {
                    Some(rest) => Continuation { replies, rest },
                    None => Continuation { replies: Vec::new(), rest: ended(LineEnd::Secured) },
                });
            }
            let mut longest = self.longest_resistance(&session)?;
            if !compares {
                longest.truncate(1);
            }
            if let [only] = longest.as_slice() {
                let Some(next) = after(&session, only) else { break };
                replies.push(only.clone());
                session = next;
                continue;
            }
            let mut best: Option<Continuation> = None;
            let compared = MAX_COMPARED_REPLIES.get(depth).copied().unwrap_or(1);
            for reply in longest.into_iter().take(compared) {
                let Some(next) = after(&session, &reply) else { continue };
                let mut found = self.follow(next, depth, false)?;
                if best.as_ref().is_none_or(|best| found.length() > best.length()) {
                    // Without a further move of the solver the replies are not part of the solution.
                    if found.length() > 0 || found.rest.end == LineEnd::Over {
                        let before = replies.iter().cloned().chain([reply]);
                        found.replies = before.chain(found.replies).collect();
                    }
                    best = Some(found);
                }
            }
            return Ok(best.unwrap_or(Continuation { replies: Vec::new(), rest: ended(LineEnd::Cut) }));
        }
        Ok(Continuation { replies: Vec::new(), rest: ended(LineEnd::Cut) })
    }

    /// The moves of the player to act that resist longest, or the only legal one.
    fn longest_resistance(&mut self, session: &GameSession) -> Result<Vec<String>, Stop> {
        let legal = session.legal();
        if legal.len() == 1 {
            return Ok(legal);
        }
        let Some((_, moves)) = self.prover.exact_moves(session, self.budget)? else { return Ok(Vec::new()) };
        let best = moves.iter().map(|known| known.value.rank()).max();
        let longest = moves.into_iter().filter(|known| Some(known.value.rank()) == best);
        Ok(longest.map(|known| known.text).collect())
    }
}
