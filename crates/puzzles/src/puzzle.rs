use mekong_catalog::{GameSession, OpenError, find, player_code};
use mekong_core::{Explain, ID_ALPHABET, Lang, Player, mix, say};
use serde::{Deserialize, Serialize};

/// A certified puzzle: a line of `puzzles.jsonl` (`docs/formats.md`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// The id, which follows from game, variants and position.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The names of the variants.
    #[serde(rename = "variant", default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<String>,
    /// The position's text. The solver is to move.
    pub position: String,
    /// The solver.
    #[serde(with = "player_code")]
    pub side: Player,
    /// What the solver has to achieve.
    pub goal: Goal,
    /// How the certificate was proven.
    pub proof: ProofKind,
    /// The number of moves that the solver has to find.
    pub moves: u32,
    /// The accepted first moves with everything that follows.
    pub solution: Vec<Step>,
    /// Why the solution ends where it does.
    pub end: LineEnd,
    /// What is proven at each of the solver's turns of the main line.
    pub turns: Vec<TurnProof>,
    /// The codes of the themes.
    pub themes: Vec<String>,
    /// The measured difficulty; `None` if it was not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Difficulty>,
    /// The rating before the first attempt.
    pub rating: u16,
}

/// What the solver has to achieve.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// The result to keep.
    pub result: GoalResult,
    /// The win has to be forced within this many plies, the solver's and the opponent's. Without it only the result
    /// counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<u16>,
    /// The plies to the end under perfect play, if they are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<u16>,
    /// The final margin in points under perfect play, in games scored by points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<i32>,
}

/// A result to keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GoalResult {
    /// A win.
    Win,
    /// A draw; every other move loses.
    Draw,
    /// The best margin in points; practice only.
    Points,
}

/// How a certificate was proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProofKind {
    /// By a tablebase: all other moves are known not to keep the result.
    #[serde(rename = "table")]
    Tablebase,
    /// By the exact endgame solver: all other moves are known not to keep the result.
    Exact,
    /// By an exhaustive search: all other moves are proven not to force the win within the plies of the goal.
    Search,
}

/// An accepted move of the solver and what follows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The solver's move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The plies up to the solver's next choice: the opponent's longest resistance, and moves of the solver where only
    /// one is legal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<String>,
    /// The accepted moves at the solver's next turn; empty at the end of the solution.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Step>,
}

/// Why a solution ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LineEnd {
    /// The game is over.
    Over,
    /// From here on several moves keep the result.
    Secured,
    /// The solution has reached its maximum length.
    Cut,
}

/// What is proven at one of the solver's turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnProof {
    /// The number of legal moves.
    pub legal: u32,
    /// How many of them are accepted.
    pub accepted: u32,
    /// After how many of the others the opponent is proven to win.
    pub lose: u32,
    /// No other move forces a win within this many plies. `None` if no other move keeps the result at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_win_within: Option<u16>,
}

/// The measured difficulty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difficulty {
    /// The weakest level of the computer that solves it, 10 if no level below does.
    pub level: u8,
    /// The smallest number of nodes, a power of two, with which the search finds all moves; the largest number tried,
    /// doubled, if it does not.
    pub nodes: u64,
}

/// The result of an attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AttemptResult {
    /// All moves were found.
    Solved,
    /// The moves so far are right.
    Unfinished {
        /// The plies that follow the last of them.
        replies: Vec<String>,
    },
    /// A move is not accepted.
    Wrong {
        /// The index of the move, from 0.
        index: usize,
    },
}

/// Why an attempt cannot be judged.
#[derive(Clone, Debug)]
pub enum AttemptError {
    /// The position of the puzzle is invalid.
    Open(OpenError),
    /// A move is unreadable or illegal.
    Move(OpenError),
    /// There are moves after the end of the solution.
    TooManyMoves,
}

impl Explain for AttemptError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            AttemptError::Open(error) | AttemptError::Move(error) => error.explain(lang),
            AttemptError::TooManyMoves => say!(
                lang,
                "there are moves after the end of the solution",
                "il y a des coups après la fin de la solution",
            ),
        }
    }
}
mekong_core::explained_error!(AttemptError);

impl Puzzle {
    /// A session at the position of the puzzle.
    pub fn open(&self) -> Result<GameSession, OpenError> {
        open(&self.game, &self.variants, &self.position)
    }

    /// The plies of the main line: the first accepted move at every turn.
    #[must_use]
    pub fn main_line(&self) -> Vec<String> {
        main_line(&self.solution)
    }

    /// Judges the moves of a solver, without the replies in between. Moves after a wrong one are ignored.
    pub fn check_attempt(&self, moves: &[impl AsRef<str>]) -> Result<AttemptResult, AttemptError> {
        let mut session = self.open().map_err(AttemptError::Open)?;
        let mut accepted = self.solution.as_slice();
        let mut replies: &[String] = &[];
        for (index, text) in moves.iter().map(AsRef::as_ref).enumerate() {
            if accepted.is_empty() {
                return Err(AttemptError::TooManyMoves);
            }
            let played = session.play(text);
            played.map_err(|error| {
                AttemptError::Move(OpenError::Move { number: index + 1, text: text.to_owned(), error })
            })?;
            let Some(step) = accepted.iter().find(|step| step.mv == text) else {
                return Ok(AttemptResult::Wrong { index });
            };
            replies = &step.replies;
            for reply in replies {
                // The replies of a valid puzzle are legal; of an invalid one the next move is refused.
                if session.play(reply).is_err() {
                    break;
                }
            }
            accepted = &step.then;
        }
        Ok(if accepted.is_empty() {
            AttemptResult::Solved
        } else {
            AttemptResult::Unfinished { replies: replies.to_vec() }
        })
    }
}

/// A session at a position.
pub(crate) fn open(game: &str, variants: &[String], position: &str) -> Result<GameSession, OpenError> {
    let entry = find(game)?;
    entry.open(entry.parse_variants(variants)?, Some(position), 0, [""; 0])
}

/// The first accepted move at every turn with the plies in between.
pub(crate) fn main_line(mut steps: &[Step]) -> Vec<String> {
    let mut line = Vec::new();
    while let Some(step) = steps.first() {
        line.push(step.mv.clone());
        line.extend(step.replies.iter().cloned());
        steps = &step.then;
    }
    line
}

/// The number of the solver's turns in the main line.
pub(crate) fn turns(mut steps: &[Step]) -> u32 {
    let mut count = 0;
    while let Some(step) = steps.first() {
        count += 1;
        steps = &step.then;
    }
    count
}

/// The number of letters of an id.
const ID_LENGTH: usize = 12;

/// The id of a position: a hash of game, variants and text that is the same in every version.
#[must_use]
pub fn position_id(session: &GameSession) -> String {
    let names = session.variant_ids().join(",");
    let text = format!("{} {names} {}", session.info().id, session.position_text());
    let mut hash =
        text.bytes().fold(0x6d65_6b6f_6e67, |hash, byte| mix(hash ^ u64::from(byte)).rotate_left(7));
    let mut id = String::new();
    for _ in 0..ID_LENGTH {
        id.push(char::from(ID_ALPHABET[(hash % 32) as usize]));
        hash /= 32;
    }
    id
}
