use std::time::Duration;

/// When a search ends. Whatever is reached first counts; without any limit it ends when it is stopped or the game
/// is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Plies, extensions not counted.
    pub depth: Option<u32>,
    /// Positions looked at, by all threads together. With one thread the search is then the same every time.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
}

impl Limits {
    /// A limit of depth.
    #[must_use]
    pub const fn depth(plies: u32) -> Limits {
        Limits { depth: Some(plies), nodes: None, time: None }
    }

    /// A limit of positions.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { depth: None, nodes: Some(nodes), time: None }
    }

    /// A limit of time.
    #[must_use]
    pub const fn time(time: Duration) -> Limits {
        Limits { depth: None, nodes: None, time: Some(time) }
    }
}
