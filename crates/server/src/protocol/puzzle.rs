use mekong_core::{Text, Theme};
use mekong_puzzles::{Goal, GoalResult, LineEnd, Practice, ProofKind, Puzzle, Step};
use serde::Serialize;
use utoipa::ToSchema;

use crate::table::SeatCode;

/// A certified puzzle with its solution.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PuzzleView {
    /// Id of the puzzle.
    pub id: String,
    /// Kind of game.
    pub game: String,
    /// Variants.
    pub variants: Vec<String>,
    /// The position. The solver is to move.
    pub position: String,
    /// The solver.
    pub side: SeatCode,
    /// What the solver has to achieve.
    pub goal: GoalView,
    /// How it was proven that the solution is unique.
    pub proof: ProofKindView,
    /// Number of moves that the solver has to find.
    pub moves: u32,
    /// The accepted first moves; with what follows them.
    pub solution: Vec<StepView>,
    /// Why the solution ends.
    pub end: LineEndView,
    /// What is proven at each turn of the solver in the main line.
    pub turns: Vec<TurnProofView>,
    /// Codes of the themes.
    pub themes: Vec<String>,
    /// The weakest level of the computer that solves it, and the number of nodes that a search needs.
    pub difficulty: Option<DifficultyView>,
    /// Rating: of the solvers' results, before the first one by the difficulty.
    pub rating: f64,
}

/// A goal.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct GoalView {
    /// The result to keep.
    pub result: GoalResultView,
    /// The win has to be forced within this many plies.
    pub within: Option<u16>,
    /// Number of plies to the end under perfect play, if it is known.
    pub distance: Option<u16>,
    /// Final margin in points under perfect play, in games scored by points.
    pub margin: Option<i32>,
}

/// A result to keep.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GoalResultView {
    /// A win.
    Win,
    /// A draw.
    Draw,
    /// The best margin in points.
    Points,
}

/// A kind of proof.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProofKindView {
    /// A tablebase: no other move keeps the result.
    #[serde(rename = "table")]
    Tablebase,
    /// The exact endgame solver: no other move keeps the result.
    Exact,
    /// An exhaustive search: no other move forces the win within the plies of the goal.
    Search,
}

/// Why a solution ends.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LineEndView {
    /// The game is over.
    Over,
    /// From here on several moves keep the result.
    Secured,
    /// The solution has reached its maximum length.
    Cut,
}

/// An accepted move and what follows it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StepView {
    /// The solver's move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The plies up to the solver's next choice.
    pub replies: Vec<String>,
    /// The accepted moves at the next turn; empty at the end of the solution.
    #[schema(no_recursion)]
    pub then: Vec<StepView>,
}

/// What is proven at a turn of the solver.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct TurnProofView {
    /// Number of legal moves.
    pub legal: u32,
    /// Number of accepted ones.
    pub accepted: u32,
    /// Number of moves after which the opponent is proven to win.
    pub lose: u32,
    /// No other move forces a win within this many plies; null if no other move keeps the result at all.
    pub no_win_within: Option<u16>,
}

/// A measured difficulty.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct DifficultyView {
    /// The weakest level that solves it.
    pub level: u8,
    /// Number of nodes that a search needs.
    pub nodes: u64,
}

/// A position to practise against perfect play.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PracticeView {
    /// Id of the position.
    pub id: String,
    /// Kind of game.
    pub game: String,
    /// Variants.
    pub variants: Vec<String>,
    /// The position.
    pub position: String,
    /// The player who practises and is to move.
    pub side: SeatCode,
    /// The result to keep.
    pub goal: GoalView,
    /// How it was proven.
    pub proof: ProofKindView,
}

/// A theme of puzzles.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ThemeView {
    /// Code of the theme.
    pub code: String,
    /// Name by language.
    pub title: TextView,
    /// Explanation by language, in one sentence.
    pub about: TextView,
    /// Number of puzzles.
    pub count: u32,
}

impl PuzzleView {
    /// A puzzle with its current rating.
    #[must_use]
    pub fn new(puzzle: &Puzzle, rating: f64) -> PuzzleView {
        PuzzleView {
            id: puzzle.id.clone(),
            game: puzzle.game.clone(),
            variants: puzzle.variants.clone(),
            position: puzzle.position.clone(),
            side: puzzle.side.into(),
            goal: puzzle.goal.into(),
            proof: puzzle.proof.into(),
            moves: puzzle.moves,
            solution: puzzle.solution.iter().map(StepView::from).collect(),
            end: match puzzle.end {
                LineEnd::Over => LineEndView::Over,
                LineEnd::Secured => LineEndView::Secured,
                LineEnd::Cut => LineEndView::Cut,
            },
            turns: puzzle
                .turns
                .iter()
                .map(|turn| TurnProofView {
                    legal: turn.legal,
                    accepted: turn.accepted,
                    lose: turn.lose,
                    no_win_within: turn.no_win_within,
                })
                .collect(),
            themes: puzzle.themes.clone(),
            difficulty: puzzle
                .difficulty
                .map(|measured| DifficultyView { level: measured.level, nodes: measured.nodes }),
            rating,
        }
    }
}

impl From<Goal> for GoalView {
    fn from(goal: Goal) -> GoalView {
        let Goal { result, within, distance, margin } = goal;
        let result = match result {
            GoalResult::Win => GoalResultView::Win,
            GoalResult::Draw => GoalResultView::Draw,
            GoalResult::Points => GoalResultView::Points,
        };
        GoalView { result, within, distance, margin }
    }
}

impl From<ProofKind> for ProofKindView {
    fn from(proof: ProofKind) -> ProofKindView {
        match proof {
            ProofKind::Tablebase => ProofKindView::Tablebase,
            ProofKind::Exact => ProofKindView::Exact,
            ProofKind::Search => ProofKindView::Search,
        }
    }
}

impl From<&Step> for StepView {
    fn from(step: &Step) -> StepView {
        StepView {
            mv: step.mv.clone(),
            replies: step.replies.clone(),
            then: step.then.iter().map(StepView::from).collect(),
        }
    }
}

impl From<&Practice> for PracticeView {
    fn from(practice: &Practice) -> PracticeView {
        PracticeView {
            id: practice.id.clone(),
            game: practice.game.clone(),
            variants: practice.variants.clone(),
            position: practice.position.clone(),
            side: practice.side.into(),
            goal: practice.goal.into(),
            proof: practice.proof.into(),
        }
    }
}

impl ThemeView {
    /// A theme with the number of its puzzles.
    #[must_use]
    pub fn new(theme: &Theme, count: usize) -> ThemeView {
        ThemeView {
            code: theme.code.to_owned(),
            title: theme.title.into(),
            about: theme.description.into(),
            count: count as u32,
        }
    }
}

/// A text by language.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct TextView {
    /// English.
    pub en: &'static str,
    /// French.
    pub fr: &'static str,
}

impl From<Text> for TextView {
    fn from(Text { en, fr }: Text) -> TextView {
        TextView { en, fr }
    }
}
