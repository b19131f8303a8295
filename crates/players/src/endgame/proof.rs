//! Proofs for a position and each of its moves, in games scored by points.

use std::{cmp::Reverse, time::Duration};

use mekong_catalog::GameSession;
use mekong_core::{CancelToken, Endgame, Feasibility, Game, Notation as _, Position as _};
use mekong_engine::SearchOptions;

use super::decide;
use crate::{Searcher, budget::Budget, erased::Memory, registry};

/// A proof in a game scored by points, for the player to move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    /// Whether the player to move wins; `None` if unknown.
    pub wins: Option<bool>,
    /// The final margin in points, negative for a loss; `None` if unknown.
    pub margin: Option<i32>,
    /// A line that demonstrates the result, to the end of the game unless a limit was reached.
    pub line: Vec<String>,
    /// All legal moves, best first.
    pub moves: Vec<ProvenMove>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
}

/// A proof for one move, for the player who makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProvenMove {
    /// Its text.
    pub text: String,
    /// Whether the player wins after it; `None` if unknown.
    pub wins: Option<bool>,
    /// The final margin in points; `None` if unknown.
    pub margin: Option<i32>,
}

/// The share of the remaining budget for the exact margin of the position, and then for the margins of its moves; the
/// rest goes to the winner after each move.
const MARGIN_SHARE: f64 = 0.6;

impl Searcher {
    /// Proves the winner and the margin of the position and of every move, as far as the limits allow, and reports
    /// progress. `None` if the game has no endgame solver or the position is too early for it.
    pub fn prove(
        &self,
        session: &GameSession,
        search_options: impl Into<SearchOptions>,
        cancel: &CancelToken,
        progress: &mut dyn FnMut(&Proof),
    ) -> Option<Proof> {
        registry::search(self.entry()).prove(session, &self.memory, search_options.into(), cancel, progress)
    }
}

pub(crate) fn prove<G: Game>(
    session: &GameSession,
    memory: &Memory,
    search_options: SearchOptions,
    cancel: &CancelToken,
    progress: &mut dyn FnMut(&Proof),
) -> Option<Proof>
where
    G::Position: Endgame,
{
    let position = session.history::<G>()?.position();
    let solver = memory.endgame::<G::Position>()?;
    if position.feasibility() == Feasibility::Infeasible || position.outcome().is_some() {
        return None;
    }
    let budget = Budget::new(search_options.limits, cancel);
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let unknown = |&mv| ProvenMove { text: G::Position::move_text(mv), wins: None, margin: None };
    let mut proof = Proof { moves: moves.iter().map(unknown).collect(), ..Proof::default() };
    let mut progress = |proof: &mut Proof| {
        (proof.nodes, proof.time) = (budget.nodes(), budget.time());
        progress(proof);
    };
    let Some(decided) = decide(position, &*solver, search_options.threads, &budget.part(1.0, None)) else {
        progress(&mut proof);
        return Some(proof);
    };
    let line = position.winning_line(&solver, &budget.extra(1));
    proof.set_winner(decided, line.into_iter().map(G::Position::move_text).collect());
    progress(&mut proof);
    let best = position.solve(&solver, 1, &budget.part(MARGIN_SHARE, None));
    if let Some(best) = best.and_then(|best| best.into_iter().next()) {
        proof.margin = best.margin;
        proof.set_winner(best.wins, best.moves.into_iter().map(G::Position::move_text).collect());
        proof.moves[0].margin = best.margin;
        progress(&mut proof);
    }
    // First the winner after each move, then as many margins as the limits allow.
    let next = |text: &str| {
        let mut next = position.clone();
        next.play_unchecked(G::Position::parse_move(text).ok()?);
        let is_same = next.turn() == position.turn();
        Some((next, is_same))
    };
    for exact in [false, true] {
        for index in 0..proof.moves.len() {
            let waiting = proof.moves.len() - index;
            let share = if exact { 1.0 } else { MARGIN_SHARE } / waiting as f64;
            let Some((next, is_same)) = next(&proof.moves[index].text) else { continue };
            let known = &mut proof.moves[index];
            if exact && known.margin.is_none() {
                let solved = next.solve(&solver, 1, &budget.part(share, None));
                let margin = solved.and_then(|lines| lines.first().and_then(|line| line.margin));
                known.margin = margin.map(|margin| if is_same { margin } else { -margin });
                known.wins = known.margin.map(|margin| margin > 0).or(known.wins);
            } else if !exact && known.wins.is_none() {
                let decided = decide(&next, &*solver, search_options.threads, &budget.part(share, None));
                known.wins = decided.map(|wins| wins == is_same);
            } else {
                continue;
            }
            progress(&mut proof);
        }
    }
    proof.sort();
    progress(&mut proof);
    Some(proof)
}

impl Proof {
    /// Stores the winner with a line. The first move of a winning line wins; if the player loses, every move loses.
    fn set_winner(&mut self, wins: bool, line: Vec<String>) {
        self.wins = Some(wins);
        if !wins {
            self.moves.iter_mut().for_each(|known| known.wins = Some(false));
        }
        if let Some(index) = line.first().and_then(|first| self.moves.iter().position(|mv| mv.text == *first))
        {
            self.moves[index].wins = Some(wins);
            self.moves[..=index].rotate_right(1);
        }
        self.line = line;
    }

    /// Sorts wins first and losses last, by margin where it is known.
    fn sort(&mut self) {
        self.moves.sort_by_key(|known| {
            let result = match known.wins {
                Some(true) => 2,
                None => 1,
                Some(false) => 0,
            };
            // Losses without a known margin come last.
            Reverse((result, known.margin.unwrap_or(if result == 0 { i32::MIN } else { 0 })))
        });
    }
}
