use std::time::Duration;

use mekong_engine::Score;
use serde::Serialize;

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchResult {
    /// The source of the result.
    pub source: EvaluationSource,
    /// The search depth in plies; 0 without a search.
    pub depth: u32,
    /// The selective depth: the longest line searched.
    pub seldepth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// How full the transposition table is, in permille.
    pub hashfull: u32,
    /// The best lines, best first.
    pub lines: Vec<Line>,
}

/// A principal variation and its score for the player to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The score.
    pub score: Score,
    /// The moves as texts, at least one.
    pub moves: Vec<String>,
    /// Whether the score is proven under perfect play; otherwise it is an estimate.
    pub proven: bool,
    /// The proven final margin in points, negative for a loss; only in games scored by points.
    pub margin: Option<i32>,
}

/// The score of a proven win without a known margin: beyond every evaluation, but without a distance in plies.
const PROVEN_WIN: i32 = 20_000;

/// The score per point of the margin.
const POINT: i32 = 10;

impl Line {
    /// A line of a tree search: wins and losses with a distance are proven, all other scores are estimates.
    #[must_use]
    pub fn searched(score: Score, moves: Vec<String>) -> Line {
        Line { proven: score.value().is_some(), score, moves, margin: None }
    }

    /// A line with a proven score, which may be a draw.
    #[must_use]
    pub const fn proven(score: Score, moves: Vec<String>) -> Line {
        Line { proven: true, score, moves, margin: None }
    }

    /// A line with a proven winner in a game scored by points, with the margin if it is known.
    #[must_use]
    pub fn decided(wins: bool, margin: Option<i32>, moves: Vec<String>) -> Line {
        let size = PROVEN_WIN + POINT * margin.map_or(0, i32::abs);
        let score = Score::of_evaluation(if wins { size } else { -size });
        Line { proven: true, score, moves, margin }
    }

    /// Whether the player to move is proven to win (`true`) or to lose (`false`).
    #[must_use]
    pub fn winner_is_mover(&self) -> Option<bool> {
        (self.proven && self.score != Score::DRAW).then_some(self.score > Score::DRAW)
    }
}

/// The source of an evaluation or a search result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EvaluationSource {
    /// A tree search with evaluations at the leaves.
    #[default]
    Search,
    /// A tablebase.
    #[serde(rename = "table")]
    Tablebase,
    /// The exact endgame solver. Lines of a search result that it did not reach are estimates.
    Exact,
    /// The rules: the game is over. No search returns it.
    Rules,
}

impl EvaluationSource {
    /// All sources.
    pub const ALL: [EvaluationSource; 4] = [
        EvaluationSource::Search,
        EvaluationSource::Tablebase,
        EvaluationSource::Exact,
        EvaluationSource::Rules,
    ];

    /// The name in JSON.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            EvaluationSource::Search => "search",
            EvaluationSource::Tablebase => "table",
            EvaluationSource::Exact => "exact",
            EvaluationSource::Rules => "rules",
        }
    }

    /// The source with this name in JSON.
    #[must_use]
    pub fn of_code(code: &str) -> Option<EvaluationSource> {
        EvaluationSource::ALL.into_iter().find(|source| source.code() == code)
    }
}

impl SearchResult {
    /// The best move.
    #[must_use]
    pub fn best(&self) -> Option<&str> {
        self.lines.first().and_then(|line| line.moves.first()).map(String::as_str)
    }

    /// The score of the best move.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }
}

/// The speed of a search. Times below a microsecond count as one.
#[must_use]
pub fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}

#[cfg(test)]
mod tests {
    use super::EvaluationSource;

    #[test]
    fn codes_of_sources_are_their_json() {
        for source in EvaluationSource::ALL {
            assert_eq!(serde_json::to_value(source).unwrap(), source.code());
            assert_eq!(EvaluationSource::of_code(source.code()), Some(source));
        }
        assert_eq!(EvaluationSource::of_code("guess"), None);
    }
}
