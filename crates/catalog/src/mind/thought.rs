use std::time::Duration;

use mekong_engine::Score;

/// What a mind knows of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Thought {
    /// Where the knowledge comes from.
    pub source: Source,
    /// Plies searched.
    pub depth: u32,
    /// The longest line looked at.
    pub deepest: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// How full the memory is, in thousandths.
    pub permille_full: u32,
    /// The best lines, best first.
    pub lines: Vec<ThoughtLine>,
}

/// A line of play and its score for the player to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThoughtLine {
    /// The score.
    pub score: Score,
    /// The moves as texts, at least one.
    pub moves: Vec<String>,
}

/// What a thought rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Source {
    /// A search to some depth, with an estimate at its end.
    #[default]
    Search,
    /// The table of a solved game.
    Table,
    /// A search of everything up to the end of the game.
    Exact,
}

impl Thought {
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

    /// Positions looked at in a second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        let seconds = self.time.as_secs_f64().max(1e-6);
        (self.nodes as f64 / seconds) as u64
    }
}
