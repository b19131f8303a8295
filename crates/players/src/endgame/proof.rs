//! What is proven of a position and of each of its moves, in games that are counted in points.

use std::{cmp::Reverse, time::Duration};

use mekong_catalog::Session;
use mekong_core::{CancelToken, Endgame, Game, Notation as _, Position as _, Prospect};
use mekong_engine::Plan;

use super::decide;
use crate::{Searcher, budget::Budget, erased::Memory, registry};

/// What is proven of a position that is counted in points, for the player to move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    /// Whether the player to move wins; none if that was not found out.
    pub wins: Option<bool>,
    /// How many points more than the opponent the player to move has in the end, fewer if negative; none if that was not
    /// found out.
    pub margin: Option<i32>,
    /// Moves that show it, to the end of the game unless there was no time.
    pub line: Vec<String>,
    /// Every legal move, the best first.
    pub moves: Vec<ProvenMove>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
}

/// What is proven of a move, for the player who makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProvenMove {
    /// Its text.
    pub text: String,
    /// Whether the player wins after it.
    pub wins: Option<bool>,
    /// How many points more than the opponent the player has in the end.
    pub margin: Option<i32>,
}

/// The share of what is left that goes to the exact margin of the position, and then to that of its moves; the rest is for
/// who wins after them.
const MARGIN: f64 = 0.6;

impl Searcher {
    /// Finds out who wins, by how many points, and the same of every move, as far as the limits of the plan go, and progresss
    /// how far it is. `None` if this is no game whose end can be worked out, or not yet.
    pub fn prove(
        &self,
        session: &Session,
        plan: impl Into<Plan>,
        cancel: &CancelToken,
        progress: &mut dyn FnMut(&Proof),
    ) -> Option<Proof> {
        registry::search(self.entry()).prove(session, &self.memory, plan.into(), cancel, progress)
    }
}

pub(crate) fn prove<G: Game>(
    session: &Session,
    memory: &Memory,
    plan: Plan,
    cancel: &CancelToken,
    progress: &mut dyn FnMut(&Proof),
) -> Option<Proof>
where
    G::Position: Endgame,
{
    let position = session.history::<G>()?.position();
    let solver = memory.endgame::<G::Position>()?;
    if position.prospect() == Prospect::Never || position.outcome().is_some() {
        return None;
    }
    let budget = Budget::new(plan.limits, cancel);
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let unknown = |&mv| ProvenMove { text: G::Position::move_text(mv), wins: None, margin: None };
    let mut proof = Proof { moves: moves.iter().map(unknown).collect(), ..Proof::default() };
    let mut progress = |proof: &mut Proof| {
        (proof.nodes, proof.time) = (budget.nodes(), budget.time());
        progress(proof);
    };
    let Some(decided) = decide(position, &*solver, plan.threads, &budget.part(1.0, None)) else {
        progress(&mut proof);
        return Some(proof);
    };
    let line = position.winning_line(&solver, &budget.extra(1));
    proof.know_winner(decided, line.into_iter().map(G::Position::move_text).collect());
    progress(&mut proof);
    let best = position.solve(&solver, 1, &budget.part(MARGIN, None));
    if let Some(best) = best.and_then(|best| best.into_iter().next()) {
        proof.margin = best.margin;
        proof.know_winner(best.wins, best.moves.into_iter().map(G::Position::move_text).collect());
        proof.moves[0].margin = best.margin;
        progress(&mut proof);
    }
    // The winner of each move first, the points of as many as there is time for then.
    let next = |text: &str| {
        let mut next = position.clone();
        next.play_unchecked(G::Position::parse_move(text).ok()?);
        let is_same = next.turn() == position.turn();
        Some((next, is_same))
    };
    for exact in [false, true] {
        for index in 0..proof.moves.len() {
            let waiting = proof.moves.len() - index;
            let share = if exact { 1.0 } else { MARGIN } / waiting as f64;
            let Some((next, is_same)) = next(&proof.moves[index].text) else { continue };
            let known = &mut proof.moves[index];
            if exact && known.margin.is_none() {
                let solved = next.solve(&solver, 1, &budget.part(share, None));
                let margin = solved.and_then(|lines| lines.first().and_then(|line| line.margin));
                known.margin = margin.map(|margin| if is_same { margin } else { -margin });
                known.wins = known.margin.map(|margin| margin > 0).or(known.wins);
            } else if !exact && known.wins.is_none() {
                let decided = decide(&next, &*solver, plan.threads, &budget.part(share, None));
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
    /// Takes in who wins and a line that shows it. The first move of a winner's line wins, and where the player loses every
    /// move does.
    fn know_winner(&mut self, wins: bool, line: Vec<String>) {
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

    /// What wins first, what loses last; by points where they are known.
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
