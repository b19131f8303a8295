use crate::Limits;

/// The parameters of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchOptions {
    /// When the search ends; no limits by default.
    pub limits: Limits,
    /// The number of threads.
    pub threads: usize,
    /// The number of principal variations.
    pub multi_pv: usize,
    /// Whether unsound pruning is allowed, which is the default. Otherwise a search to a depth equals plain minimax.
    pub selective: bool,
    /// Whether to extend lines of proven scores to the end of the game, which is the default. Callers that only compare
    /// moves can disable it.
    pub complete_lines: bool,
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions {
            limits: Limits::default(),
            threads: 1,
            multi_pv: 1,
            selective: true,
            complete_lines: true,
        }
    }
}

/// One thread, one line.
impl From<Limits> for SearchOptions {
    fn from(limits: Limits) -> SearchOptions {
        SearchOptions { limits, ..SearchOptions::default() }
    }
}
