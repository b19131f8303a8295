/// The settings of a computer level: search depth, nodes and choice of moves.
///
/// Weak levels make human-like mistakes: they search few plies, fewer in some turns than in others. They act on what
/// they see: the shortest visible win is taken and a visible loss avoided.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LevelSettings {
    /// The search depth in plies. One or two plies are scored without a search.
    pub depth: u32,
    /// The share of turns searched one ply deeper.
    pub deeper_share: f64,
    /// The node limit.
    pub nodes: u64,
    /// The largest loss of win chance at which a move may still be chosen.
    pub max_regret: f64,
}

/// More nodes than a search of three plies needs.
const SHORT_SEARCH: u64 = 20_000;

/// Deep enough that only the number of nodes counts.
const UNLIMITED_DEPTH: u32 = 60;

impl LevelSettings {
    /// Full strength: no depth or node limit, always the best move.
    pub const FULL: LevelSettings =
        LevelSettings { depth: u32::MAX, deeper_share: 0.0, nodes: u64::MAX, max_regret: 0.0 };

    /// A level with this search depth, and one ply more in a share of its turns.
    #[must_use]
    pub const fn of_depth(depth: u32, deeper_share: f64, max_regret: f64) -> LevelSettings {
        LevelSettings { depth, deeper_share, nodes: SHORT_SEARCH, max_regret }
    }

    /// A level that searches this many nodes.
    #[must_use]
    pub const fn of_nodes(nodes: u64, max_regret: f64) -> LevelSettings {
        LevelSettings { depth: UNLIMITED_DEPTH, deeper_share: 0.0, nodes, max_regret }
    }

    /// Whether it is the full strength.
    #[must_use]
    pub fn is_full(&self) -> bool {
        *self == LevelSettings::FULL
    }
}

/// The levels 1 to 10 of a game and their measurement.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Levels {
    /// The settings, the weakest level first.
    pub settings: [LevelSettings; 10],
    /// The file that `cargo xtask calibrate` writes; `None` if the levels were never measured.
    pub calibration: Option<&'static str>,
}

impl Levels {
    /// The levels of a game that has none of its own. Their Elo is unknown.
    pub const DEFAULT: Levels = Levels::new(
        &[(1, 0.5, 1.0), (1, 0.8, 0.4), (2, 0.0, 0.25), (2, 0.2, 0.2), (2, 0.5, 0.15), (3, 0.0, 0.1)],
        &[(3_000, 0.03), (12_000, 0.02), (50_000, 0.01)],
        None,
    );

    /// Nine levels and the full strength: first levels of limited depth, with the arguments of [`LevelSettings::of_depth`], then
    /// levels of limited nodes, with those of [`LevelSettings::of_nodes`].
    ///
    /// # Panics
    /// If there are not nine.
    #[must_use]
    pub const fn new(
        by_depth: &[(u32, f64, f64)],
        by_nodes: &[(u64, f64)],
        calibration: Option<&'static str>,
    ) -> Levels {
        assert!(by_depth.len() + by_nodes.len() == 9, "nine levels below the full strength");
        let mut settings = [LevelSettings::FULL; 10];
        let mut level = 0;
        while level < 9 {
            settings[level] = if level < by_depth.len() {
                let (depth, deeper_share, max_regret) = by_depth[level];
                LevelSettings::of_depth(depth, deeper_share, max_regret)
            } else {
                let (nodes, max_regret) = by_nodes[level - by_depth.len()];
                LevelSettings::of_nodes(nodes, max_regret)
            };
            level += 1;
        }
        Levels { settings, calibration }
    }
}

/// The positions of a game that `mekong bench` searches. Changing them changes the node count that commits are compared by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchPositions {
    /// The search depth.
    pub depth: u32,
    /// Positions of the base variant.
    pub positions: &'static [&'static str],
}
