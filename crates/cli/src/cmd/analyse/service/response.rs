use mekong_analysis::Evaluation;
use mekong_catalog::OutcomeSnapshot;
use mekong_core::Player;
use mekong_players::{EvaluationSource, SearchResult, Searcher, UciScore};
use serde::Serialize;
use serde_json::{Value, json};

use super::queue::Job;

#[derive(Serialize)]
pub(super) struct Response<'a> {
    id: &'a Value,
    /// Whether this is an interim response.
    #[serde(skip_serializing_if = "is_false")]
    interim: bool,
    /// Whether a request cancelled the search.
    #[serde(skip_serializing_if = "is_false")]
    cancelled: bool,
    game: &'static str,
    variant: Vec<&'static str>,
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    turn: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<OutcomeSnapshot>,
    depth: u32,
    seldepth: u32,
    nodes: u64,
    time_ms: u128,
    source: Option<EvaluationSource>,
    score: Option<UciScore>,
    win_chance: Option<f64>,
    proven: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points_margin: Option<i32>,
    best: Option<String>,
    lines: Vec<ResponseLine>,
}

#[derive(Serialize)]
struct ResponseLine {
    score: UciScore,
    win_chance: f64,
    proven: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    points_margin: Option<i32>,
    moves: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "signature required by serde")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

impl<'a> Response<'a> {
    /// The final response.
    pub(super) fn of(job: &'a Job, searcher: &Searcher, result: &SearchResult) -> Response<'a> {
        let evaluations = result.lines.iter().map(|line| Evaluation::of_line(searcher, result, line));
        let evaluations: Vec<Evaluation> = evaluations.collect();
        let first = evaluations.first();
        let lines = evaluations.iter().zip(&result.lines).map(|(evaluation, line)| ResponseLine {
            score: evaluation.score,
            win_chance: evaluation.win_chance,
            proven: evaluation.proven,
            points_margin: evaluation.points_margin,
            moves: line.moves.clone(),
        });
        Response {
            depth: result.depth,
            seldepth: result.seldepth,
            nodes: result.nodes,
            time_ms: result.time.as_millis(),
            source: first.map(|evaluation| evaluation.source),
            score: first.map(|evaluation| evaluation.score),
            win_chance: first.map(|evaluation| evaluation.win_chance),
            proven: first.map(|evaluation| evaluation.proven),
            points_margin: first.and_then(|evaluation| evaluation.points_margin),
            best: result.best().map(str::to_owned),
            lines: lines.collect(),
            ..Response::without_result(job)
        }
    }

    /// An interim response after a depth.
    pub(super) fn interim(job: &'a Job, searcher: &Searcher, result: &SearchResult) -> Response<'a> {
        Response { interim: true, cancelled: false, ..Response::of(job, searcher, result) }
    }

    /// A response without a search result.
    pub(super) fn without_result(job: &'a Job) -> Response<'a> {
        let session = &job.session;
        Response {
            id: &job.id,
            interim: false,
            cancelled: job.cancellation.is_by_request(),
            game: session.info().id,
            variant: session.variant_ids(),
            position: session.position_text(),
            seed: job.seed,
            turn: session.turn().map(Player::code),
            outcome: session.outcome().map(OutcomeSnapshot::from),
            depth: 0,
            seldepth: 0,
            nodes: 0,
            time_ms: 0,
            source: None,
            score: None,
            win_chance: None,
            proven: None,
            points_margin: None,
            best: None,
            lines: Vec::new(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The response as a JSON line.
    pub(super) fn text(&self) -> String {
        serde_json::to_string(self).expect("serialisable")
    }
}

/// The response to an invalid request.
pub(super) fn refusal(id: &Value, why: &str) -> String {
    json!({ "id": id, "error": why }).to_string()
}

/// The response to a cancellation of an unknown job, which may have just finished.
pub(super) fn nothing_to_cancel(id: &Value) -> String {
    json!({ "id": id, "cancelled": false }).to_string()
}
