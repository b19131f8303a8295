//! The shapes in which analyses are sent and kept.

use mekong_analysis::{MoveReport, PlayerReport, Points, Worth};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::table::SeatCode;

/// What the moves of a game were worth, as far as it is known.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct AnalysisView {
    /// The number of the game.
    pub game: String,
    /// Whether every move is judged.
    pub is_done: bool,
    /// The moves that are judged, in order. They are judged from the last to the first.
    pub moves: Vec<AnalysedMove>,
    /// The share of games that the first player wins from the start; once all is done.
    pub p1_win_chance: Option<f64>,
    /// How the players did; once all is done.
    pub players: Option<Players>,
    /// The moves that cost most, by their number: at most five, each at least a mistake.
    pub turning_points: Vec<u32>,
}

/// How both players did.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Players {
    /// The first.
    pub p1: PlayerScore,
    /// The second.
    pub p2: PlayerScore,
}

/// How a player did.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PlayerScore {
    /// Moves made.
    pub moves: u32,
    /// 0 to 100, if there ever was a choice.
    pub accuracy: Option<f64>,
    /// Moves that were the best or as good.
    pub best: u32,
    /// Only moves found.
    pub only: u32,
    /// Inaccuracies.
    pub inaccuracies: u32,
    /// Mistakes.
    pub mistakes: u32,
    /// Blunders.
    pub blunders: u32,
    /// Missed wins.
    pub missed_wins: u32,
}

impl From<&PlayerReport> for PlayerScore {
    fn from(report: &PlayerReport) -> PlayerScore {
        PlayerScore {
            moves: report.moves as u32,
            accuracy: report.accuracy,
            best: report.best as u32,
            only: report.only as u32,
            inaccuracies: report.inaccuracies as u32,
            mistakes: report.mistakes as u32,
            blunders: report.blunders as u32,
            missed_wins: report.missed_wins as u32,
        }
    }
}

/// What a move was worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct AnalysedMove {
    /// Its number: the first is 1.
    pub ply: u32,
    /// Who made it.
    pub player: SeatCode,
    /// Its text.
    #[serde(rename = "move")]
    pub text: String,
    /// `forced`, `only`, `best`, `good`, `inaccuracy`, `mistake`, `blunder` or `missed-win`.
    pub label: String,
    /// What the best move would have been worth, for whoever moved.
    pub before: WorthView,
    /// What the move was worth, for whoever moved.
    pub after: WorthView,
    /// The share of games that the first player wins after the move.
    pub p1_win_chance: f64,
    /// The share of games given away.
    pub loss: f64,
    /// 0 to 100.
    pub accuracy: f64,
    /// The best move.
    pub best: Option<String>,
    /// The best move, and how the game would have gone on.
    pub line: Vec<String>,
    /// The best answer to the move that was made, and how the game goes on.
    pub reply: Vec<String>,
}

/// What a position or a move is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct WorthView {
    /// An evaluation: 100 is a clear advantage. None if it is proven who wins.
    pub cp: Option<i32>,
    /// Won after so many plies, or lost if negative.
    pub mate: Option<i32>,
    /// The share of games that the player wins, a draw counting half.
    pub win_chance: f64,
    /// `search`, `table`, `exact`, or `rules` for a game that is over.
    pub source: String,
    /// Plies searched.
    pub depth: u32,
}

impl From<&Worth> for WorthView {
    fn from(worth: &Worth) -> WorthView {
        let (cp, mate) = match worth.score {
            Points::Cp(points) => (Some(points), None),
            Points::Mate(plies) => (None, Some(plies)),
        };
        let source = worth.source.to_owned();
        WorthView { cp, mate, win_chance: worth.win_chance, source, depth: worth.depth }
    }
}

impl From<&MoveReport> for AnalysedMove {
    fn from(report: &MoveReport) -> AnalysedMove {
        AnalysedMove {
            ply: report.ply as u32,
            player: report.player.into(),
            text: report.text.clone(),
            label: report.label.code().to_owned(),
            before: (&report.before).into(),
            after: (&report.after).into(),
            p1_win_chance: report.p1_win_chance,
            loss: report.loss,
            accuracy: report.accuracy,
            best: report.best.clone(),
            line: report.line.clone(),
            reply: report.reply.clone(),
        }
    }
}
