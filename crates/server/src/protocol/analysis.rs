use mekong_analysis::{Evaluation, GameReport, Label, MoveReport, PlayerReport, explain_move_of_game};
use mekong_catalog::GameSession;
use mekong_core::Lang;
use mekong_players::UciScore;
use serde::{Deserialize, Serialize};
use utoipa::{
    ToSchema,
    openapi::schema::{Object, ObjectBuilder, Type},
};

use crate::table::SeatCode;

/// The analysis of a game, possibly still in progress. Finished analyses are stored in this form.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct AnalysisView {
    /// Id of the game.
    pub game: String,
    /// Whether every move has been analysed.
    pub is_done: bool,
    /// The analysed moves, in playing order. Moves are analysed from the last to the first.
    pub moves: Vec<AnalysedMoveView>,
    /// Expected score of the first player in the initial position, 0 to 1, where a draw counts half; null until done.
    pub p1_win_chance: Option<f64>,
    /// Summary per player; null until done.
    pub players: Option<PlayerSummariesView>,
    /// Plies of the moves that lost most: at most five, each at least a mistake.
    pub turning_points: Vec<u32>,
}

/// A message of the stream of an analysis.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AnalysisMessage {
    /// A move was analysed.
    Move {
        /// The move.
        #[serde(flatten)]
        analysed: AnalysedMoveView,
    },
    /// The analysis is complete. The last message.
    Done {
        /// The whole analysis.
        analysis: AnalysisView,
    },
}

/// Summary of both players' moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PlayerSummariesView {
    /// First player.
    pub p1: PlayerSummaryView,
    /// Second player.
    pub p2: PlayerSummaryView,
}

/// Summary of one player's moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PlayerSummaryView {
    /// Number of moves.
    pub moves: u32,
    /// Accuracy, 0 to 100; null if the player never had a choice.
    pub accuracy: Option<f64>,
    /// Number of best moves, or moves of equal value.
    pub best: u32,
    /// Number of only moves found.
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

impl From<&PlayerReport> for PlayerSummaryView {
    fn from(report: &PlayerReport) -> PlayerSummaryView {
        PlayerSummaryView {
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

/// An analysed move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct AnalysedMoveView {
    /// Ply of the move, from 1.
    pub ply: u32,
    /// The player who made it.
    pub player: SeatCode,
    /// Text of the move.
    #[serde(rename = "move")]
    pub text: String,
    /// `forced`, `only`, `best`, `good`, `unclear`, `inaccuracy`, `mistake`, `blunder` or `missed-win`.
    #[schema(schema_with = label_schema)]
    pub label: String,
    /// Whether the label is proven. Otherwise it is an estimate that a longer search may change.
    #[serde(default)]
    #[schema(required)]
    pub proven: bool,
    /// Evaluation of the best move, for the player who moved.
    pub before: EvaluationView,
    /// Evaluation of the move, for the player who moved.
    pub after: EvaluationView,
    /// Expected score of the first player after the move, 0 to 1; a draw counts half.
    pub p1_win_chance: f64,
    /// Expected score lost by the move.
    pub loss: f64,
    /// Accuracy of the move, 0 to 100.
    pub accuracy: f64,
    /// The best move.
    pub best: Option<String>,
    /// Principal variation, starting with the best move.
    pub line: Vec<String>,
    /// Principal variation after the move that was played.
    pub reply: Vec<String>,
    /// The label, the consequence and a better move in words; missing in analyses of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub why: Option<SentencesView>,
}

/// Sentences without capital and full stop, in both languages.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SentencesView {
    /// English.
    pub en: Vec<String>,
    /// French.
    pub fr: Vec<String>,
}

fn label_schema() -> Object {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(Label::ALL.map(Label::code))).build()
}

/// The evaluation of a position or a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(from = "StoredEvaluation")]
pub struct EvaluationView {
    /// Score in hundredths of an evaluation unit: 100 is a clear advantage; 20000 and more is a proven win of unknown
    /// length. Null if `mate` is known.
    pub cp: Option<i32>,
    /// Proven win within this many plies, or loss if negative.
    pub mate: Option<i32>,
    /// Expected score of the player, 0 to 1; a draw counts half.
    pub win_chance: f64,
    /// Whether the result under perfect play is proven. Otherwise it is an estimate.
    pub proven: bool,
    /// Proven final margin in points, negative for a loss; only in games decided on points.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub points_margin: Option<i32>,
    /// `search`, `table`, `exact`, or `rules` for a game that is over.
    pub source: String,
    /// Search depth in plies.
    pub depth: u32,
}

/// [`EvaluationView`] as stored. Early versions did not store `proven`; it follows from the other fields.
#[derive(Deserialize)]
struct StoredEvaluation {
    cp: Option<i32>,
    mate: Option<i32>,
    win_chance: f64,
    proven: Option<bool>,
    points_margin: Option<i32>,
    source: String,
    depth: u32,
}

impl From<StoredEvaluation> for EvaluationView {
    fn from(stored: StoredEvaluation) -> EvaluationView {
        let StoredEvaluation { cp, mate, win_chance, proven, points_margin, source, depth } = stored;
        let proven = proven.unwrap_or(source != "search" || mate.is_some());
        EvaluationView { cp, mate, win_chance, proven, points_margin, source, depth }
    }
}

impl From<&Evaluation> for EvaluationView {
    fn from(evaluation: &Evaluation) -> EvaluationView {
        let (cp, mate) = match evaluation.score {
            UciScore::Cp(points) => (Some(points), None),
            UciScore::Mate(plies) => (None, Some(plies)),
        };
        let &Evaluation { win_chance, proven, points_margin, source, depth, .. } = evaluation;
        EvaluationView {
            cp,
            mate,
            win_chance,
            proven,
            points_margin,
            source: source.code().to_owned(),
            depth,
        }
    }
}

impl AnalysedMoveView {
    /// The report of a move of a game.
    #[must_use]
    pub fn new(game: &GameSession, report: &MoveReport) -> AnalysedMoveView {
        let why = explain_move_of_game(game, report);
        AnalysedMoveView {
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
            why: Some(SentencesView { en: why.sentences(Lang::En), fr: why.sentences(Lang::Fr) }),
        }
    }
}

impl AnalysisView {
    /// An empty analysis.
    pub(crate) fn empty(game: &str) -> AnalysisView {
        AnalysisView {
            game: game.to_owned(),
            is_done: false,
            moves: Vec::new(),
            p1_win_chance: None,
            players: None,
            turning_points: Vec::new(),
        }
    }

    /// A complete analysis.
    pub(crate) fn complete(game: &str, game_session: &GameSession, report: &GameReport) -> AnalysisView {
        AnalysisView {
            game: game.to_owned(),
            is_done: true,
            moves: report
                .moves
                .iter()
                .map(|analysed| AnalysedMoveView::new(game_session, analysed))
                .collect(),
            p1_win_chance: Some(report.p1_win_chance),
            players: Some(PlayerSummariesView {
                p1: (&report.players.p1).into(),
                p2: (&report.players.p2).into(),
            }),
            turning_points: report.turning_points.iter().map(|&ply| ply as u32).collect(),
        }
    }
}
