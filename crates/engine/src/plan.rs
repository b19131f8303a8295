use crate::Limits;

/// How a position is to be searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// When the search ends.
    pub limits: Limits,
    /// How many threads search at once.
    pub threads: usize,
    /// How many best lines are found.
    pub lines: usize,
    /// Whether unsound pruning is allowed. On by default; off, a search of a depth gives what
    /// plain minimax gives.
    pub selective: bool,
    /// Whether lines of proven scores are played on to the end of the game. On by default; a caller that only compares
    /// many moves saves the work.
    pub complete_lines: bool,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { limits: Limits::default(), threads: 1, lines: 1, selective: true, complete_lines: true }
    }
}

/// One thread, one line.
impl From<Limits> for Plan {
    fn from(limits: Limits) -> Plan {
        Plan { limits, ..Plan::default() }
    }
}
