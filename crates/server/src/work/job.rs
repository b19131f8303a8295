//! Jobs and answers, serialised as JSON.
#![cfg_attr(not(feature = "cluster"), allow(dead_code, reason = "only workers read jobs"))]

use mekong_analysis::Evaluation;
use mekong_catalog::{GameSession, find};
use mekong_players::{EvaluationSource, UciScore};
use serde::{Deserialize, Serialize};

use crate::{
    engine_pool::Priority,
    protocol::{AnalysedMoveView, AnalysisView, EvaluationView},
};

/// A search in a game. It contains the whole game, so a worker needs nothing else.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    /// The game.
    pub(crate) game: String,
    /// The variants.
    pub(crate) variants: Vec<String>,
    /// The position at the start.
    pub(crate) start: String,
    /// The moves since.
    pub(crate) moves: Vec<String>,
    /// What to compute.
    pub(crate) task: Task,
}

/// What a worker is to compute.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Task {
    /// A move of the computer.
    Move {
        /// The level.
        level: u8,
        /// Seed of the random choice between moves.
        seed: u64,
        /// Maximum time.
        milliseconds: u64,
    },
    /// The best line.
    Hint {
        /// Maximum time.
        milliseconds: u64,
    },
    /// An evaluation of each move.
    Analysis,
}

impl Task {
    pub(crate) const ALL: [&str; 3] = ["move", "hint", "analysis"];

    /// The subject of the queue.
    pub(crate) fn subject(self) -> String {
        subject(match self {
            Task::Move { .. } => "move",
            Task::Hint { .. } => "hint",
            Task::Analysis => "analysis",
        })
    }

    pub(crate) const fn priority(self) -> Priority {
        match self {
            Task::Move { .. } => Priority::Move,
            Task::Hint { .. } => Priority::Hint,
            Task::Analysis => Priority::Analysis,
        }
    }
}

/// The subject of a kind of task.
pub(crate) fn subject(kind: &str) -> String {
    format!("mekong.work.{kind}")
}

impl Job {
    pub(crate) fn new(game_session: &GameSession, task: Task) -> Job {
        Job {
            game: game_session.info().id.to_owned(),
            variants: game_session.variant_ids().into_iter().map(str::to_owned).collect(),
            start: game_session.start_text(),
            moves: game_session.moves(),
            task,
        }
    }

    /// The game; `None` if the job is invalid.
    pub(crate) fn game_session(&self) -> Option<GameSession> {
        let entry = find(&self.game).ok()?;
        let variants = entry.parse_variants(&self.variants).ok()?;
        entry.open(variants, Some(&self.start), 0, &self.moves).ok()
    }
}

/// An answer of a worker. The first one is `Accepted`, `Busy` or `Failed`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum JobReply {
    /// The worker has accepted the job.
    Accepted,
    /// Its queue is full.
    Busy,
    /// There is no result.
    Failed,
    /// A move of the computer.
    Move(String),
    /// The best line and its evaluation.
    Hint {
        /// The line.
        line: Vec<String>,
        /// Its evaluation.
        evaluation: EvaluationView,
    },
    /// A part of an analysis.
    AnalysedMove(Box<AnalysedMoveView>),
    /// A complete analysis.
    Analysis(Box<AnalysisView>),
}

/// The evaluation of an answer; `None` if it is invalid.
pub(crate) fn parse_evaluation(sent: EvaluationView) -> Option<Evaluation> {
    let EvaluationView { cp, mate, win_chance, proven, points_margin, source, depth } = sent;
    let score = match (cp, mate) {
        (Some(cp), None) => UciScore::Cp(cp),
        (None, Some(mate)) => UciScore::Mate(mate),
        _ => return None,
    };
    let source = EvaluationSource::of_code(&source)?;
    let is_chance = (0.0..=1.0).contains(&win_chance);
    is_chance.then_some(Evaluation { score, win_chance, proven, points_margin, source, depth })
}
