//! Certificates: at every turn of the solver exactly one move, or a stated set of equivalent ones, keeps the result.

mod exact;
mod forced;

use mekong_catalog::GameSession;
use mekong_core::{CancelToken, Lang, Player};

use crate::{
    CertifyError, Goal, LineEnd, ProofKind, ProofLimits, Prover, Puzzle, Step, TurnProof,
    budget::{NodeBudget, Stop},
    difficulty::initial_rating,
    position_id,
    puzzle::{main_line, open, turns},
};

impl From<Stop> for CertifyError {
    fn from(stop: Stop) -> CertifyError {
        match stop {
            Stop::Nodes => CertifyError::Limit,
            Stop::Cancelled => CertifyError::Cancelled,
        }
    }
}

/// The parts of a certificate besides the position.
struct Certificate {
    goal: Goal,
    proof: ProofKind,
    solution: Vec<Step>,
    end: LineEnd,
    turns: Vec<TurnProof>,
}

impl Prover<'_> {
    /// Creates a puzzle from the position of a session, or returns why that is impossible. The difficulty is not measured
    /// ([`measure_difficulty`](crate::measure_difficulty)). The moves that led to the position do not matter.
    pub fn certify(
        &mut self,
        session: &GameSession,
        limits: ProofLimits,
        cancel: &CancelToken,
    ) -> Result<Puzzle, CertifyError> {
        let (info, names) = (session.info(), session.variant_ids());
        let variants: Vec<String> = names.into_iter().map(str::to_owned).collect();
        // Without the earlier moves, so that nothing depends on repetition. A position whose text cannot be parsed is over.
        let session = open(info.id, &variants, &session.position_text()).map_err(|_| CertifyError::Over)?;
        let solver = session.turn().ok_or(CertifyError::Over)?;
        if session.legal().len() == 1 {
            return Err(CertifyError::OneMove);
        }
        let mut budget = NodeBudget::new(limits.nodes, cancel);
        let certificate = match self.exact_moves(&session, &mut budget)? {
            Some((proof, moves)) => {
                self.certify_exact(&session, solver, proof, &moves, limits, &mut budget)?
            }
            None if self.adapter.proves_margins() => return Err(CertifyError::TooEarly),
            None => self.certify_forced(&session, solver, limits, &mut budget)?,
        };
        let Certificate { goal, proof, solution, end, turns: proofs } = certificate;
        let themes = self.adapter.detect(&session, solver, &main_line(&solution));
        let moves = turns(&solution);
        Ok(Puzzle {
            id: position_id(&session),
            game: info.id.to_owned(),
            variants,
            position: session.position_text(),
            side: solver,
            goal,
            proof,
            moves,
            solution,
            end,
            turns: proofs,
            themes: themes.into_iter().map(|theme| theme.code.to_owned()).collect(),
            difficulty: None,
            rating: initial_rating(None, moves),
        })
    }

    /// Whether moves lead to the same position up to symmetry, so that they are equivalent.
    fn are_equivalent(&self, session: &GameSession, moves: &[String]) -> bool {
        let images = moves.iter().filter_map(|text| Some(after(session, text)?.canonical_text()));
        let images: Vec<String> = images.collect();
        images.windows(2).all(|pair| pair[0] == pair[1])
    }
}

/// The session after a legal move.
fn after(session: &GameSession, text: &str) -> Option<GameSession> {
    let mut next = session.clone();
    next.play(text).ok()?;
    Some(next)
}

/// The maximum number of moves that [`CertifyError::Several`] describes.
const MAX_DESCRIBED: usize = 3;

/// The error for a position in which several moves keep the result.
fn several(session: &GameSession, moves: &[String], draw: bool) -> CertifyError {
    let describe = |lang: Lang| {
        let described = moves.iter().take(MAX_DESCRIBED).filter_map(|text| session.describe(text, lang).ok());
        described.collect()
    };
    CertifyError::Several { moves: Lang::ALL.map(describe), count: moves.len(), draw }
}

/// Whether it is a player's turn and there is a choice.
fn is_choice_of(session: &GameSession, player: Player) -> bool {
    session.turn() == Some(player) && session.legal().len() > 1
}
