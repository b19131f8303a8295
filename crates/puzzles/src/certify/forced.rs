//! Certificates by exhaustive search: the only move that forces a win within a number of plies.

use mekong_catalog::GameSession;
use mekong_core::Player;

use super::{Certificate, after, several};
use crate::{
    CertifyError, Goal, GoalResult, LineEnd, ProofKind, ProofLimits, Prover, Step, TurnProof,
    budget::{NodeBudget, Stop},
};

/// How many replies of equally long resistance are tried until one leaves the solver a single move.
const MAX_TRIED_REPLIES: usize = 12;

/// The plies within which other moves are proven to lose.
const LOSS_PLIES: u16 = 3;

/// The solution from a turn of the solver on.
struct Solved {
    steps: Vec<Step>,
    proofs: Vec<TurnProof>,
}

/// Why there is no solution from a turn on.
enum Failure {
    Stop(Stop),
    /// Several moves win at this turn, counted from 1.
    Several(u32, Vec<String>),
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Failure {
        Failure::Stop(stop)
    }
}

impl Prover<'_> {
    pub(super) fn certify_forced(
        &mut self,
        session: &GameSession,
        solver: Player,
        limits: ProofLimits,
        budget: &mut NodeBudget<'_>,
    ) -> Result<Certificate, CertifyError> {
        let max_plies = limits.max_plies();
        let found = self.shortest_win(session, solver, max_plies, budget)?;
        let plies = found.ok_or(CertifyError::NoWin { within: max_plies })?;
        let mut solved = match self.solve(session, solver, plies, 1, budget) {
            Ok(solved) => solved,
            Err(Failure::Stop(stop)) => return Err(stop.into()),
            Err(Failure::Several(1, moves)) => return Err(several(session, &moves, false)),
            Err(Failure::Several(turn, _)) => return Err(CertifyError::SeveralLater { turn }),
        };
        if let Some(first) = solved.proofs.first_mut() {
            let beyond = plies + limits.extra_plies;
            match self.no_other_wins(session, solver, &solved.steps, beyond, budget) {
                Ok(true) => first.no_win_within = Some(beyond),
                // The certificate holds without it.
                Ok(false) | Err(Stop::Nodes) => {}
                Err(stop) => return Err(stop.into()),
            }
        }
        let goal = Goal { result: GoalResult::Win, within: Some(plies), distance: Some(plies), margin: None };
        Ok(Certificate {
            goal,
            proof: ProofKind::Search,
            solution: solved.steps,
            end: LineEnd::Over,
            turns: solved.proofs,
        })
    }

    /// Whether no move but the accepted ones forces a win within a number of plies.
    fn no_other_wins(
        &mut self,
        session: &GameSession,
        solver: Player,
        accepted: &[Step],
        plies: u16,
        budget: &mut NodeBudget<'_>,
    ) -> Result<bool, Stop> {
        for (text, next) in session.children() {
            let is_accepted = accepted.iter().any(|step| step.mv == text);
            if !is_accepted && self.wins(&next, solver, plies - 1, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The solution from a position in which the solver's shortest win takes this many plies.
    fn solve(
        &mut self,
        session: &GameSession,
        solver: Player,
        plies: u16,
        turn: u32,
        budget: &mut NodeBudget<'_>,
    ) -> Result<Solved, Failure> {
        let (mut winning, mut lose) = (Vec::new(), 0);
        let children = session.children();
        let legal = children.len() as u32;
        for (text, next) in &children {
            if self.wins(next, solver, plies - 1, budget)? {
                winning.push(text.clone());
            }
        }
        // All moves that end the game with a win are equally good.
        let is_last = plies == 1;
        if !is_last && !self.are_equivalent(session, &winning) || winning.len() == children.len() {
            return Err(Failure::Several(turn, winning));
        }
        for (text, next) in &children {
            if !winning.contains(text) && self.wins(next, solver.other(), LOSS_PLIES, budget)? {
                lose += 1;
            }
        }
        let proof = TurnProof { legal, accepted: winning.len() as u32, lose, no_win_within: Some(plies) };
        let mut solved = Solved { steps: Vec::new(), proofs: vec![proof] };
        for mv in winning {
            let Some(next) = after(session, &mv) else { continue };
            if is_last {
                solved.steps.push(Step { mv, replies: Vec::new(), then: Vec::new() });
                continue;
            }
            let (replies, rest) = self.follow(&next, solver, plies - 1, turn, budget)?;
            // The first of the equivalent moves is the main line.
            if solved.steps.is_empty() {
                solved.proofs.extend(rest.proofs);
            }
            solved.steps.push(Step { mv, replies, then: rest.steps });
        }
        Ok(solved)
    }

    /// The opponent's longest resistance, up to the next turn of the solver or the end, and the solution after it. If there
    /// is such a reply, it leaves the solver a single winning move.
    fn follow(
        &mut self,
        session: &GameSession,
        solver: Player,
        plies: u16,
        turn: u32,
        budget: &mut NodeBudget<'_>,
    ) -> Result<(Vec<String>, Solved), Failure> {
        if session.turn() == Some(solver) {
            return Ok((Vec::new(), self.solve(session, solver, plies, turn + 1, budget)?));
        }
        let mut several = None;
        let mut tried = 0;
        for (reply, next) in session.children() {
            // A win of one ply that begins with the opponent: every reply loses at once.
            if plies == 1 {
                return Ok((vec![reply], Solved { steps: Vec::new(), proofs: Vec::new() }));
            }
            // A reply that the solver can win against more quickly resists less long.
            if self.wins(&next, solver, plies - 2, budget)? {
                continue;
            }
            match self.follow(&next, solver, plies - 1, turn, budget) {
                Ok((replies, solved)) => {
                    return Ok((std::iter::once(reply).chain(replies).collect(), solved));
                }
                Err(Failure::Several(turn, moves)) => several = Some(Failure::Several(turn, moves)),
                Err(stop) => return Err(stop),
            }
            tried += 1;
            if tried == MAX_TRIED_REPLIES {
                break;
            }
        }
        Err(several.unwrap_or(Failure::Several(turn, Vec::new())))
    }
}
