use mekong_catalog::GameSession;
use mekong_core::{CancelToken, Player, Value};
use mekong_engine::{Limits as SearchLimits, SearchOptions};
use mekong_players::Searcher;
#[cfg(feature = "tablebases")]
use mekong_players::Tablebase;

use crate::{
    ProofKind,
    budget::{NodeBudget, Stop},
    registry::{Adapter, ForcedWins, adapter},
};

/// The limits of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofLimits {
    /// The maximum number of moves of the solver.
    pub max_moves: u32,
    /// The number of nodes that may be visited.
    pub nodes: u64,
    /// For proofs by search: how many plies beyond the length of the win the other first moves are searched.
    pub extra_plies: u16,
}

impl ProofLimits {
    /// The plies of a forced win with the maximum number of moves.
    pub(crate) const fn max_plies(self) -> u16 {
        (2 * self.max_moves).saturating_sub(1) as u16
    }
}

impl Default for ProofLimits {
    /// Limits for an interactive page: about a second.
    fn default() -> ProofLimits {
        ProofLimits { max_moves: 4, nodes: 1_500_000, extra_plies: 2 }
    }
}

/// Proves results of positions of one game: by a tablebase if there is one, by the exact endgame solver if the
/// game has one and is scored by points, and otherwise by an exhaustive search for forced wins.
pub struct Prover<'a> {
    searcher: &'a Searcher,
    #[cfg(feature = "tablebases")]
    tablebase: Option<&'a Tablebase>,
    pub(crate) adapter: &'static Adapter,
    forced_wins: Box<dyn ForcedWins>,
}

impl std::fmt::Debug for Prover<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prover").field("game", &self.searcher.entry().info().id).finish()
    }
}

/// The exact value of a move for the player who makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exact {
    /// A result with its distance in plies.
    Plies(Value),
    /// The final margin in points.
    Points(i32),
}

impl Exact {
    /// A number that is greater for better values.
    pub(crate) fn rank(self) -> i32 {
        const WIN: i32 = 1 << 20;
        match self {
            Exact::Plies(Value::Win(plies)) => WIN - i32::from(plies),
            Exact::Plies(Value::Draw) => 0,
            Exact::Plies(Value::Loss(plies)) => i32::from(plies) - WIN,
            Exact::Points(margin) => margin,
        }
    }

    /// 1 for a win, 0 for a draw, -1 for a loss.
    pub(crate) fn result(self) -> i32 {
        self.rank().signum()
    }
}

/// A legal move with its exact value for the player who makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ExactMove {
    pub(crate) text: String,
    pub(crate) value: Exact,
}

impl<'a> Prover<'a> {
    /// A prover for the game of a searcher, whose hash table the exact endgame solver uses.
    #[must_use]
    pub fn new(searcher: &'a Searcher) -> Prover<'a> {
        let adapter = adapter(searcher.entry().info().id);
        Prover {
            searcher,
            #[cfg(feature = "tablebases")]
            tablebase: None,
            adapter,
            forced_wins: adapter.forced_wins(),
        }
    }

    /// Adds a tablebase with distances. It is used for positions of its variant.
    #[cfg(feature = "tablebases")]
    #[must_use]
    pub fn with_tablebase(self, tablebase: Option<&'a Tablebase>) -> Prover<'a> {
        Prover { tablebase: tablebase.filter(|tablebase| tablebase.is_exact()), ..self }
    }

    /// The searcher it was created with.
    #[must_use]
    pub const fn searcher(&self) -> &'a Searcher {
        self.searcher
    }

    /// Clears all stored results, so that the next proof depends only on its position and its limits.
    pub fn clear(&mut self) {
        self.searcher.clear();
        self.forced_wins = self.adapter.forced_wins();
    }

    /// Whether the values of moves are looked up or solved rather than searched for.
    pub(crate) fn is_exact(&self, session: &GameSession) -> bool {
        #[cfg(feature = "tablebases")]
        if self.tablebase.is_some_and(|tablebase| tablebase.variants() == session.variants()) {
            return true;
        }
        let _ = session;
        self.adapter.proves_margins()
    }

    /// Notable positions of the tablebase: draws and the longest wins of every tier, and the cycles in which drawn games end. None without a tablebase.
    pub(crate) fn notable_positions(&self) -> Vec<GameSession> {
        #[cfg(feature = "tablebase-files")]
        if let Some(tablebase) = self.tablebase {
            let named = tablebase.tiers().into_iter().flat_map(|tier| {
                tier.draws.into_iter().chain(tier.longest_win.map(|(position, _)| position))
            });
            return named.chain(tablebase.drawn_cycles().into_iter().flatten()).collect();
        }
        Vec::new()
    }

    /// Every legal move with its exact value, and where the values come from. `None` if there is no exact source for the
    /// position.
    pub(crate) fn exact_moves(
        &self,
        session: &GameSession,
        budget: &mut NodeBudget<'_>,
    ) -> Result<Option<(ProofKind, Vec<ExactMove>)>, Stop> {
        #[cfg(feature = "tablebases")]
        if let Some(moves) = self.tablebase.and_then(|tablebase| tablebase.moves(session)) {
            budget.spend(moves.len() as u64)?;
            let exact = |(text, value)| ExactMove { text, value: Exact::Plies(value) };
            return Ok(Some((ProofKind::Tablebase, moves.into_iter().map(exact).collect())));
        }
        if !self.adapter.proves_margins() {
            return Ok(None);
        }
        let search_options =
            SearchOptions { threads: 1, ..SearchOptions::from(SearchLimits::nodes(budget.left())) };
        let Some(proof) = self.searcher.prove(session, search_options, budget.cancel(), &mut |_| {}) else {
            return Ok(None);
        };
        stop_if_cancelled(budget.cancel())?;
        let exact = |known: mekong_players::ProvenMove| {
            Some(ExactMove { text: known.text, value: Exact::Points(known.margin?) })
        };
        let moves: Option<Vec<ExactMove>> = proof.moves.into_iter().map(exact).collect();
        // The last step of a proof may exceed the limit a little.
        budget.spend(proof.nodes.min(budget.left()))?;
        moves.map(|moves| Some((ProofKind::Exact, moves))).ok_or(Stop::Nodes)
    }

    /// Whether a player can force a win within a number of plies.
    pub(crate) fn wins(
        &mut self,
        session: &GameSession,
        attacker: Player,
        plies: u16,
        budget: &mut NodeBudget<'_>,
    ) -> Result<bool, Stop> {
        self.forced_wins.wins(session, attacker, plies, budget)
    }

    /// The smallest number of plies, at most `max_plies`, within which a player can force a win.
    pub(crate) fn shortest_win(
        &mut self,
        session: &GameSession,
        attacker: Player,
        max_plies: u16,
        budget: &mut NodeBudget<'_>,
    ) -> Result<Option<u16>, Stop> {
        for plies in 1..=max_plies {
            if self.wins(session, attacker, plies, budget)? {
                return Ok(Some(plies));
            }
        }
        Ok(None)
    }
}

fn stop_if_cancelled(cancel: &CancelToken) -> Result<(), Stop> {
    if cancel.is_cancelled() { Err(Stop::Cancelled) } else { Ok(()) }
}
