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
    /// `forced`, `only`, `best`, `good`, `unclear`, `inaccuracy`, `mistake`, `blunder` or `missed-win`.
    pub label: String,
    /// Whether the label is proven. Otherwise it is estimated: a longer search may find another.
    #[serde(default)]
    pub proven: bool,
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
#[serde(from = "StoredWorth")]
pub struct WorthView {
    /// An evaluation: 100 is a clear advantage; 20000 and more if it is proven who wins and not in how many plies. None if
    /// that is proven too.
    pub cp: Option<i32>,
    /// Won after so many plies at the latest, or lost if negative.
    pub mate: Option<i32>,
    /// The share of games that the player wins, a draw counting half.
    pub win_chance: f64,
    /// Whether that is proven: the game ends so if nobody errs. Otherwise it is estimated.
    pub proven: bool,
    /// How many points more than the opponent the player has in the end, fewer if negative: in games that are counted in
    /// points, where that is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points_margin: Option<i32>,
    /// `search`, `table`, `exact`, or `rules` for a game that is over.
    pub source: String,
    /// Plies searched.
    pub depth: u32,
}

/// The same as it was kept: analyses of earlier versions do not say what is proven, but it follows from the rest.
#[derive(Deserialize)]
struct StoredWorth {
    cp: Option<i32>,
    mate: Option<i32>,
    win_chance: f64,
    proven: Option<bool>,
    points_margin: Option<i32>,
    source: String,
    depth: u32,
}

impl From<StoredWorth> for WorthView {
    fn from(stored: StoredWorth) -> WorthView {
        let StoredWorth { cp, mate, win_chance, proven, points_margin, source, depth } = stored;
        let proven = proven.unwrap_or(source != "search" || mate.is_some());
        WorthView { cp, mate, win_chance, proven, points_margin, source, depth }
    }
}

impl From<&Worth> for WorthView {
    fn from(worth: &Worth) -> WorthView {
        let (cp, mate) = match worth.score {
            Points::Cp(points) => (Some(points), None),
            Points::Mate(plies) => (None, Some(plies)),
        };
        let &Worth { win_chance, proven, points_margin, source, depth, .. } = worth;
        WorthView { cp, mate, win_chance, proven, points_margin, source: source.to_owned(), depth }
    }
}

impl From<&MoveReport> for AnalysedMove {
    fn from(report: &MoveReport) -> AnalysedMove {
        AnalysedMove {
            ply: report.ply as u32,
            player: report.player.into(),
            text: report.text.clone(),
            label: report.label.code().to_owned(),
            proven: report.proven,
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
