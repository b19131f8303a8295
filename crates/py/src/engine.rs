use std::sync::Arc;

use mekong_analysis::Evaluation;
use mekong_catalog::GameSession;
use mekong_core::{CancelToken, Value};
use mekong_players::{Level, Proof, SearchResult};
use pyo3::prelude::*;
use serde_json::json;

use crate::{
    args::{self, Arg, SearchArgs},
    background::{self, Reporter},
    tablebase::Tablebase,
};

/// Searches positions of one game. Results are JSON; `mekong.Engine` turns them into objects.
#[pyclass(frozen, module = "mekong._mekong")]
pub(crate) struct Searcher {
    inner: Arc<mekong_players::Searcher>,
}

#[pymethods]
impl Searcher {
    #[new]
    #[pyo3(signature = (game, megabytes, table, /))]
    fn create(
        py: Python<'_>,
        game: Arg<'_, '_>,
        megabytes: Arg<'_, '_>,
        table: Option<Bound<'_, Tablebase>>,
    ) -> PyResult<Searcher> {
        let entry = args::game(game)?;
        let megabytes = args::megabytes(megabytes)?;
        // Allocating and clearing a large table takes a while.
        let create = move || mekong_players::Searcher::new(entry, megabytes);
        let mut inner = background::run_or_abandon(py, create)?;
        if let Some(table) = table {
            inner = inner.with_tablebase(table.get().of_game(py, entry)?);
        }
        Ok(Searcher { inner: Arc::new(inner) })
    }

    /// The result of a search as JSON.
    #[pyo3(signature = (position, limits, progress, /))]
    fn search(
        &self,
        py: Python<'_>,
        position: Arg<'_, '_>,
        limits: SearchArgs<'_>,
        progress: Option<Arg<'_, '_>>,
    ) -> PyResult<String> {
        let session = args::position_of(position, "position", self.inner.entry())?;
        let search_options = args::search_options(&limits, Some(DEFAULT_NODES))?;
        let work = |cancel: &CancelToken, reporter: &Reporter<'_, String>| {
            let result = self.inner.search(&session, search_options, cancel, &mut |result| {
                reporter.report(|| self.to_json(result));
            });
            self.to_json(&result)
        };
        background::run(py, progress, work, |callback, json| callback.call1((json,)).map(drop))
    }

    /// The move of a level.
    #[pyo3(signature = (position, level, seed, /))]
    fn choose(
        &self,
        py: Python<'_>,
        position: Arg<'_, '_>,
        level: Arg<'_, '_>,
        seed: Arg<'_, '_>,
    ) -> PyResult<Option<String>> {
        let session = args::position_of(position, "position", self.inner.entry())?;
        let level = Level::new(args::number(level, "level", 1..=10)? as u8).unwrap_or(Level::MAX);
        let seed = args::number(seed, "seed", 0..=u64::MAX)?;
        let work =
            |cancel: &CancelToken, _: &Reporter<'_, ()>| self.inner.choose(&session, level, seed, cancel);
        background::run(py, None, work, |_, ()| Ok(()))
    }

    /// A proof as JSON, in games scored by points; `None` if the position is too early for one.
    #[pyo3(signature = (position, winner_only, limits, progress, /))]
    fn prove(
        &self,
        py: Python<'_>,
        position: Arg<'_, '_>,
        winner_only: Arg<'_, '_>,
        limits: SearchArgs<'_>,
        progress: Option<Arg<'_, '_>>,
    ) -> PyResult<Option<String>> {
        let session = args::position_of(position, "position", self.inner.entry())?;
        let search_options = args::search_options(&limits, None)?;
        let winner_only = args::flag(winner_only, "winner_only")?;
        let work = |cancel: &CancelToken, reporter: &Reporter<'_, String>| {
            // The winner is proven before the margin: with `winner_only` the search stops there.
            let enough = cancel.child();
            let mut known = None;
            let proof = self.inner.prove(&session, search_options, &enough, &mut |proof| {
                reporter.report(|| proof_json(&session, proof));
                let is_enough = if winner_only { proof.wins.is_some() } else { proof.margin.is_some() };
                if is_enough && known.is_none() {
                    known = Some(proof.clone());
                    enough.cancel();
                }
            });
            known.or(proof).map(|proof| proof_json(&session, &proof))
        };
        background::run(py, progress, work, |callback, json| callback.call1((json,)).map(drop))
    }

    /// Clears the hash memory.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        let inner = Arc::clone(&self.inner);
        background::run_or_abandon(py, move || inner.clear())
    }
}

/// The limit of a search without limits, in nodes.
const DEFAULT_NODES: u64 = 100_000;

impl Searcher {
    fn to_json(&self, result: &SearchResult) -> String {
        let lines = result.lines.iter().map(|line| {
            let evaluation = Evaluation::of_line(&self.inner, result, line);
            let exact = line.score.value();
            let value = match (line.proven, exact) {
                (false, _) => None,
                (true, Some(value)) => Some(value.code()),
                (true, None) => Some(match line.winner_is_mover() {
                    Some(true) => Value::Win(0).code(),
                    Some(false) => Value::Loss(0).code(),
                    None => Value::Draw.code(),
                }),
            };
            json!({
                "moves": line.moves,
                "score": line.score.raw(),
                "win_chance": evaluation.win_chance,
                "proven": line.proven,
                "value": value,
                "distance": exact.filter(|_| line.proven).and_then(Value::distance),
                "margin": line.margin,
            })
        });
        let result = json!({
            "lines": lines.collect::<Vec<_>>(),
            "depth": result.depth,
            "nodes": result.nodes,
            "time": result.time.as_secs_f64(),
            "source": result.source.code(),
        });
        result.to_string()
    }
}

fn proof_json(session: &GameSession, proof: &Proof) -> String {
    let turn = session.turn();
    let winner = proof.wins.zip(turn).map(|(wins, turn)| if wins { turn } else { turn.other() });
    let moves = proof.moves.iter();
    let proof = json!({
        "winner": winner.map(mekong_core::Player::code),
        "margin": proof.margin,
        "line": proof.line,
        "moves": moves.map(|mv| json!({ "move": mv.text, "wins": mv.wins, "margin": mv.margin })).collect::<Vec<_>>(),
        "nodes": proof.nodes,
        "time": proof.time.as_secs_f64(),
    });
    proof.to_string()
}
