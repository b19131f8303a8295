use std::time::Duration;

use mekong_engine::Score;

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchResult {
    /// How it was found.
    pub source: Source,
    /// Plies searched; 0 where nothing was searched.
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
    /// Whether the score is proven: the game ends that way if both sides play perfectly. Otherwise it is estimated.
    pub proven: bool,
    /// How many points more than the opponent the player to move has in the end, fewer if negative: in games that are
    /// counted in points, where that is proven.
    pub margin: Option<i32>,
}

/// The score of a game that is proven to be won, without the points that it is won by: far beyond every evaluation, and
/// not a number of plies.
const PROVEN_WIN: i32 = 20_000;

/// What each point of the margin adds to it.
const POINT: i32 = 10;

impl Line {
    /// A line of a search: a win or a loss in so many plies is proven, everything else is estimated.
    #[must_use]
    pub fn searched(score: Score, moves: Vec<String>) -> Line {
        Line { proven: score.value().is_some(), score, moves, margin: None }
    }

    /// A line whose score is proven, a draw among them.
    #[must_use]
    pub const fn proven(score: Score, moves: Vec<String>) -> Line {
        Line { proven: true, score, moves, margin: None }
    }

    /// A line whose winner is proven, in a game that is counted in points: by so many points, if that is known too.
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

/// How a result was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Source {
    /// A search to some depth, with an estimate at its end.
    #[default]
    Search,
    /// The table of a solved game.
    Table,
    /// A search of everything up to the end of the game. Lines that it did not come to are estimated.
    Exact,
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

    /// Nodes per second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        let seconds = self.time.as_secs_f64().max(1e-6);
        (self.nodes as f64 / seconds) as u64
    }
}
