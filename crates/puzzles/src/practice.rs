//! Positions to practise against perfect play.

use mekong_catalog::{GameSession, OpenError, player_code};
use mekong_core::{CancelToken, Player, Value};
use mekong_engine::Limits as SearchLimits;
use serde::{Deserialize, Serialize};

use crate::{
    Goal, GoalResult, ProofKind, ProofLimits, Prover,
    budget::{NodeBudget, Stop},
    position_id,
    prover::Exact,
    puzzle::open,
};

/// A position to practise: a line of `practice.jsonl` (`docs/formats.md`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Practice {
    /// The id, which follows from game, variants and position.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The names of the variants.
    #[serde(rename = "variant", default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<String>,
    /// The position's text. The player who practises is to move.
    pub position: String,
    /// The player who practises.
    #[serde(with = "player_code")]
    pub side: Player,
    /// The result to keep to the end of the game, with its distance or margin.
    pub goal: Goal,
    /// How it was proven.
    pub proof: ProofKind,
}

impl Practice {
    /// A session at the position.
    pub fn open(&self) -> Result<GameSession, OpenError> {
        open(&self.game, &self.variants, &self.position)
    }
}

/// What is proven about a position, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProvenResult {
    /// `Some(1)` for a win, `Some(0)` for a draw, `Some(-1)` for a loss, `None` if nothing is proven.
    pub result: Option<i32>,
    /// The plies to the end under perfect play, if they are known.
    pub plies: Option<u16>,
    /// The final margin in points, if it is known.
    pub margin: Option<i32>,
}

impl From<Exact> for ProvenResult {
    fn from(exact: Exact) -> ProvenResult {
        let (plies, margin) = match exact {
            Exact::Plies(value) => (value.distance(), None),
            Exact::Points(margin) => (None, Some(margin)),
        };
        ProvenResult { result: Some(exact.result()), plies, margin }
    }
}

/// The best move of a position and what is proven about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The move.
    pub mv: String,
    /// The proven result for the player who makes it.
    pub proven: ProvenResult,
}

/// The nodes of a search where nothing can be proven.
const SEARCH_NODES: u64 = 30_000;

impl Prover<'_> {
    /// The position of a session as a position to practise, if its result is proven and worth keeping.
    pub fn practice(
        &mut self,
        session: &GameSession,
        limits: ProofLimits,
        cancel: &CancelToken,
    ) -> Option<Practice> {
        let mut budget = NodeBudget::new(limits.nodes, cancel);
        let solver = session.turn()?;
        let (proof, goal) = match self.exact_moves(session, &mut budget).ok()? {
            Some((proof, moves)) => {
                let best = moves.iter().map(|known| known.value).max_by_key(|value| value.rank())?;
                let result = match best {
                    Exact::Points(_) => GoalResult::Points,
                    Exact::Plies(Value::Win(_)) => GoalResult::Win,
                    Exact::Plies(Value::Draw) => GoalResult::Draw,
                    Exact::Plies(Value::Loss(_)) => return None,
                };
                let ProvenResult { plies, margin, .. } = best.into();
                (proof, Goal { result, within: None, distance: plies, margin })
            }
            None => {
                let plies = self.shortest_win(session, solver, limits.max_plies(), &mut budget).ok()??;
                (
                    ProofKind::Search,
                    Goal { result: GoalResult::Win, within: None, distance: Some(plies), margin: None },
                )
            }
        };
        Some(Practice {
            id: position_id(session),
            game: session.info().id.to_owned(),
            variants: session.variant_ids().into_iter().map(str::to_owned).collect(),
            position: session.position_text(),
            side: solver,
            goal,
            proof,
        })
    }

    /// The best move of the player to act: the shortest win, the longest resistance or the best margin where it is proven,
    /// otherwise the move of a search. `None` if the game is over.
    pub fn best_move(
        &mut self,
        session: &GameSession,
        limits: ProofLimits,
        cancel: &CancelToken,
    ) -> Option<BestMove> {
        let player = session.turn()?;
        let mut budget = NodeBudget::new(limits.nodes, cancel);
        if let Ok(Some((_, moves))) = self.exact_moves(session, &mut budget) {
            let best = moves.into_iter().max_by_key(|known| known.value.rank())?;
            return Some(BestMove { mv: best.text, proven: best.value.into() });
        }
        if let Ok(Some(found)) = self.forced_move(session, player, limits, &mut budget) {
            return Some(found);
        }
        let search = self.searcher().search(session, SearchLimits::nodes(SEARCH_NODES), cancel, &mut |_| {});
        let mv = search.best().map(str::to_owned).or_else(|| session.legal().into_iter().next())?;
        Some(BestMove { mv, proven: ProvenResult::default() })
    }

    /// The shortest win or, if the opponent wins by force, the longest resistance. Both are searched with the same number of plies, so
    /// that a short loss is found before all longer wins are excluded.
    fn forced_move(
        &mut self,
        session: &GameSession,
        player: Player,
        limits: ProofLimits,
        budget: &mut NodeBudget<'_>,
    ) -> Result<Option<BestMove>, Stop> {
        let children = session.children();
        let best_move = |mv: &str, result, plies| BestMove {
            mv: mv.to_owned(),
            proven: ProvenResult { result: Some(result), plies: Some(plies), margin: None },
        };
        for plies in (1..=limits.max_plies()).step_by(2) {
            for (mv, next) in &children {
                if self.wins(next, player, plies - 1, budget)? {
                    return Ok(Some(best_move(mv, 1, plies)));
                }
            }
            let mut longest: Option<(u16, &str)> = None;
            let mut is_lost = true;
            for (mv, next) in &children {
                match self.shortest_win(next, player.other(), plies, budget)? {
                    Some(plies) if longest.is_some_and(|(max, _)| plies <= max) => {}
                    Some(plies) => longest = Some((plies, mv)),
                    None => {
                        is_lost = false;
                        break;
                    }
                }
            }
            if let (true, Some((plies, mv))) = (is_lost, longest) {
                return Ok(Some(best_move(mv, -1, plies + 1)));
            }
        }
        Ok(None)
    }
}
