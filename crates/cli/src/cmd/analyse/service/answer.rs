use mekong_analysis::{Points, Worth};
use mekong_catalog::OutcomeSnapshot;
use mekong_core::Player;
use mekong_players::{SearchResult, Searcher};
use serde::Serialize;
use serde_json::{Value, json};

use super::queue::Job;

/// What is known of a position.
#[derive(Serialize)]
pub(super) struct Answer<'a> {
    id: &'a Value,
    /// Whether more will come.
    #[serde(skip_serializing_if = "is_false")]
    interim: bool,
    /// Whether it was stopped by a request.
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
    source: Option<&'static str>,
    score: Option<Points>,
    win_chance: Option<f64>,
    proven: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points_margin: Option<i32>,
    best: Option<String>,
    lines: Vec<AnswerLine>,
}

#[derive(Serialize)]
struct AnswerLine {
    score: Points,
    win_chance: f64,
    proven: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    points_margin: Option<i32>,
    moves: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the shape that serde asks for")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

impl<'a> Answer<'a> {
    /// The last word on a position.
    pub(super) fn of(job: &'a Job, mind: &Searcher, thought: &SearchResult) -> Answer<'a> {
        let worths = thought.lines.iter().map(|line| Worth::of_line(mind, thought, line));
        let worths: Vec<Worth> = worths.collect();
        let first = worths.first();
        let lines = worths.iter().zip(&thought.lines).map(|(worth, line)| AnswerLine {
            score: worth.score,
            win_chance: worth.win_chance,
            proven: worth.proven,
            points_margin: worth.points_margin,
            moves: line.moves.clone(),
        });
        Answer {
            depth: thought.depth,
            seldepth: thought.seldepth,
            nodes: thought.nodes,
            time_ms: thought.time.as_millis(),
            source: first.map(|worth| worth.source),
            score: first.map(|worth| worth.score),
            win_chance: first.map(|worth| worth.win_chance),
            proven: first.map(|worth| worth.proven),
            points_margin: first.and_then(|worth| worth.points_margin),
            best: thought.best().map(str::to_owned),
            lines: lines.collect(),
            ..Answer::unthought(job)
        }
    }

    /// What is known after a depth.
    pub(super) fn interim(job: &'a Job, mind: &Searcher, thought: &SearchResult) -> Answer<'a> {
        Answer { interim: true, cancelled: false, ..Answer::of(job, mind, thought) }
    }

    /// Nothing but the position itself.
    pub(super) fn unthought(job: &'a Job) -> Answer<'a> {
        let session = &job.session;
        Answer {
            id: &job.id,
            interim: false,
            cancelled: job.ticket.is_cancelled(),
            game: session.info().id,
            variant: session.variant_names(),
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

    /// The line to be written.
    pub(super) fn text(&self) -> String {
        serde_json::to_string(self).expect("plain data")
    }
}

/// What is wrong with a request.
pub(super) fn refusal(id: &Value, why: &str) -> String {
    json!({ "id": id, "error": why }).to_string()
}

/// The answer to a request to stop what is not there, perhaps because it has just ended.
pub(super) fn nothing_to_cancel(id: &Value) -> String {
    json!({ "id": id, "cancelled": false }).to_string()
}
