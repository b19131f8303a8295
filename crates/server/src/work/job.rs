//! Jobs and answers, serialised as JSON.
#![cfg_attr(not(feature = "cluster"), allow(dead_code, reason = "only workers read jobs"))]

use mekong_analysis::{EvalScore, Evaluation, EvaluationSource};
use mekong_catalog::{GameSession, find};
use mekong_core::Variants;
use serde::{Deserialize, Serialize};

use crate::{
    engine_pool::Priority,
    protocol::{AnalysedMoveView, AnalysisView},
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
    pub(crate) fn new(session: &GameSession, task: Task) -> Job {
        Job {
            game: session.info().id.to_owned(),
            variants: session.variant_names().into_iter().map(str::to_owned).collect(),
            start: session.start_text(),
            moves: session.moves(),
            task,
        }
    }

    /// The game; `None` if the job is invalid.
    pub(crate) fn session(&self) -> Option<GameSession> {
        let entry = find(&self.game).ok()?;
        let names: Vec<&str> = self.variants.iter().map(String::as_str).collect();
        let mut variants = Variants::NONE;
        for name in names {
            let index = entry.info().variants.iter().position(|variant| variant.id == name)?;
            variants = variants.with(index);
        }
        let mut session = entry.parse(&self.start, variants).ok()?;
        for text in &self.moves {
            session.play(text).ok()?;
        }
        Some(session)
    }
}

/// An answer of a worker. The first one is `Accepted`, `Busy` or `Failed`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Answer {
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
        evaluation: EvaluationMessage,
    },
    /// A part of an analysis.
    AnalysedMove(Box<AnalysedMoveView>),
    /// A complete analysis.
    Analysis(Box<AnalysisView>),
}

/// An evaluation, as it is sent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct EvaluationMessage {
    cp: Option<i32>,
    mate: Option<i32>,
    win_chance: f64,
    proven: bool,
    points_margin: Option<i32>,
    source: String,
    depth: u32,
}

impl From<Evaluation> for EvaluationMessage {
    fn from(found: Evaluation) -> EvaluationMessage {
        let (cp, mate) = match found.score {
            EvalScore::Cp(cp) => (Some(cp), None),
            EvalScore::Mate(mate) => (None, Some(mate)),
        };
        EvaluationMessage {
            cp,
            mate,
            win_chance: found.win_chance,
            proven: found.proven,
            points_margin: found.points_margin,
            source: found.source.code().to_owned(),
            depth: found.depth,
        }
    }
}

impl EvaluationMessage {
    /// The evaluation; `None` if it is invalid.
    pub(crate) fn evaluation(self) -> Option<Evaluation> {
        let score = match (self.cp, self.mate) {
            (Some(cp), None) => EvalScore::Cp(cp),
            (None, Some(mate)) => EvalScore::Mate(mate),
            _ => return None,
        };
        let source = EvaluationSource::of_code(&self.source)?;
        let is_chance = (0.0..=1.0).contains(&self.win_chance);
        is_chance.then_some(Evaluation {
            score,
            win_chance: self.win_chance,
            proven: self.proven,
            points_margin: self.points_margin,
            source,
            depth: self.depth,
        })
    }
}
