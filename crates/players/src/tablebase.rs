//! Type-erased tablebases: solving, reading, writing, verifying and probing, with moves as text.

#[cfg(feature = "table-files")]
use std::io;
use std::{ops::Range, sync::Arc};

use mekong_catalog::GameSession;
use mekong_core::{
    CancelToken, Game, GameInfo, Indexed, Narrate, Notation as _, Probe, Text, Tier, TierIndex, Value,
    Variants,
};
#[cfg(feature = "table-files")]
use mekong_solver::FileError;
use mekong_solver::{Counts, SolveError, Verified, VerifyError};

/// Receives the amount of work done and the total.
pub type Progress<'a> = &'a (dyn Fn(usize, usize) + Sync);

/// Solves a variant of a game on a number of threads. The progress is reported by the calling thread only.
type Solve = fn(Variants, usize, &CancelToken, &dyn Fn(usize, usize)) -> Result<Tablebase, SolveError>;

/// The solver of a game, without its types.
#[derive(Clone, Copy, Debug)]
pub struct TablebaseSolver {
    tier_meaning: Text,
    solve: Solve,
    #[cfg(feature = "table-files")]
    read: fn(&[u8]) -> Result<Tablebase, FileError>,
}

impl TablebaseSolver {
    pub(crate) fn of<G: Game>() -> TablebaseSolver
    where
        G::Position: Indexed + Narrate,
    {
        TablebaseSolver {
            tier_meaning: G::Position::TIER_MEANING,
            solve: |variants, threads, cancel, progress| {
                mekong_solver::solve::<G::Position>(variants, threads, cancel, progress)
                    .map(Tablebase::new::<G>)
            },
            #[cfg(feature = "table-files")]
            read: |bytes| mekong_solver::read::<G::Position>(bytes, &G::INFO).map(Tablebase::new::<G>),
        }
    }

    /// What a tier of the game is, as a phrase.
    #[must_use]
    pub fn tier_meaning(&self) -> Text {
        self.tier_meaning
    }

    /// Finds the value of every position of a variant, on this many threads.
    pub fn solve(
        &self,
        variants: Variants,
        threads: usize,
        cancel: &CancelToken,
        progress: &dyn Fn(usize, usize),
    ) -> Result<Tablebase, SolveError> {
        (self.solve)(variants, threads, cancel, progress)
    }

    /// Reads a table from the bytes of a file.
    #[cfg(feature = "table-files")]
    pub fn read(&self, bytes: &[u8]) -> Result<Tablebase, FileError> {
        (self.read)(bytes)
    }
}

/// A solved game: the value of every position of one variant. Clones share the table.
#[derive(Clone, Debug)]
pub struct Tablebase {
    inner: Arc<dyn AnyTablebase>,
}

/// A tier of a solved game in numbers.
#[derive(Clone, Debug)]
pub struct TierReport {
    /// A description of the tier.
    pub label: String,
    /// The number of values stored.
    pub stored: usize,
    /// The number of positions per value, symmetric images included.
    pub counts: Counts,
    /// A position that takes longest to win, and its distance.
    pub longest_win: Option<(GameSession, u16)>,
    /// Some of its drawn positions.
    pub draws: Vec<GameSession>,
}

/// A position of a solved game.
#[derive(Clone, Debug)]
pub struct SolvedPosition {
    /// The position.
    pub session: GameSession,
    /// Its value for the player to move.
    pub value: Value,
    /// The number of positions with the same player to move that share the value by symmetry and are not listed: itself and
    /// its images.
    pub orbit: u32,
}

impl Tablebase {
    fn new<G: Game>(table: mekong_solver::Tablebase<G::Position>) -> Tablebase
    where
        G::Position: Indexed + Narrate,
    {
        Tablebase { inner: Arc::new(TypedTablebase::<G>(table)) }
    }

    /// The id, title, author and variants of the game.
    #[must_use]
    pub fn info(&self) -> &'static GameInfo {
        self.inner.info()
    }

    /// The variant the table is for.
    #[must_use]
    pub fn variants(&self) -> Variants {
        self.inner.variants()
    }

    /// Whether distances are exact. Without them every distance is 0.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.inner.is_exact()
    }

    /// The table as the bytes of a file, with or without distances.
    #[cfg(feature = "table-files")]
    pub fn to_bytes(&self, with_distances: bool, threads: usize) -> io::Result<Vec<u8>> {
        self.inner.to_bytes(with_distances, threads)
    }

    /// Derives every value again from the rules.
    pub fn verify(
        &self,
        threads: usize,
        cancel: &CancelToken,
        progress: Progress<'_>,
    ) -> Result<Verified, VerifyError> {
        self.inner.verify(threads, cancel, progress)
    }

    /// Every legal move of a session's position with its value for the player who makes it, the one to play first;
    /// `None` if the session is of another game or variant. Repetition is ignored.
    #[must_use]
    pub fn moves(&self, session: &GameSession) -> Option<Vec<(String, Value)>> {
        self.inner.moves(session)
    }

    /// The line from a session's position under perfect play; a drawn line ends when a position repeats.
    #[must_use]
    pub fn best_line(&self, session: &GameSession) -> Option<Vec<(String, Value)>> {
        self.inner.best_line(session)
    }

    /// For each tier, the number of unfinished positions reachable from a session's position, up to symmetry.
    #[must_use]
    pub fn reachable(&self, session: &GameSession) -> Option<Vec<Counts>> {
        self.inner.reachable(session)
    }

    /// The cycles of drawn positions in which every drawn game ends.
    #[must_use]
    pub fn drawn_cycles(&self) -> Vec<Vec<GameSession>> {
        self.inner.drawn_cycles()
    }

    /// The shortest cycle from a drawn position back to itself by moves that keep the draw.
    #[must_use]
    pub fn shortest_cycle(&self, session: &GameSession) -> Option<Vec<String>> {
        self.inner.shortest_cycle(session)
    }

    /// SHA-256 over the stored values.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        self.inner.digest()
    }

    /// The number of positions of each tier, up to symmetry.
    #[must_use]
    pub fn tier_sizes(&self) -> Vec<usize> {
        self.inner.tier_sizes()
    }

    /// The positions of a part of a tier, up to symmetry, with their values. The first player is to move.
    ///
    /// # Panics
    /// If there is no such tier, or the range exceeds its size.
    #[must_use]
    pub fn positions(&self, tier: usize, indices: Range<usize>) -> Vec<SolvedPosition> {
        assert!(indices.end <= self.tier_sizes()[tier], "the positions of a tier");
        self.inner.positions(tier, indices)
    }

    /// The values of a part of a tier, each with the number of positions that share it by symmetry.
    ///
    /// # Panics
    /// If there is no such tier, or the range exceeds its size.
    #[must_use]
    pub fn values(&self, tier: usize, indices: Range<usize>) -> Vec<(Value, u32)> {
        assert!(indices.end <= self.tier_sizes()[tier], "the positions of a tier");
        self.inner.values(tier, indices)
    }

    /// Every tier in numbers.
    #[must_use]
    pub fn tiers(&self) -> Vec<TierReport> {
        self.inner.tiers()
    }
}

/// The value of the position of a session; `None` if it is of another game or variant.
impl Probe<GameSession> for Tablebase {
    fn probe(&self, session: &GameSession) -> Option<Value> {
        self.inner.value(session)
    }
}

trait AnyTablebase: std::fmt::Debug + Send + Sync {
    fn info(&self) -> &'static GameInfo;
    fn variants(&self) -> Variants;
    fn is_exact(&self) -> bool;
    #[cfg(feature = "table-files")]
    fn to_bytes(&self, with_distances: bool, threads: usize) -> io::Result<Vec<u8>>;
    fn verify(
        &self,
        threads: usize,
        cancel: &CancelToken,
        progress: Progress<'_>,
    ) -> Result<Verified, VerifyError>;
    fn value(&self, session: &GameSession) -> Option<Value>;
    fn moves(&self, session: &GameSession) -> Option<Vec<(String, Value)>>;
    fn best_line(&self, session: &GameSession) -> Option<Vec<(String, Value)>>;
    fn reachable(&self, session: &GameSession) -> Option<Vec<Counts>>;
    fn drawn_cycles(&self) -> Vec<Vec<GameSession>>;
    fn shortest_cycle(&self, session: &GameSession) -> Option<Vec<String>>;
    fn digest(&self) -> [u8; 32];
    fn tier_sizes(&self) -> Vec<usize>;
    fn positions(&self, tier: usize, indices: Range<usize>) -> Vec<SolvedPosition>;
    fn values(&self, tier: usize, indices: Range<usize>) -> Vec<(Value, u32)>;
    fn tiers(&self) -> Vec<TierReport>;
}

struct TypedTablebase<G: Game>(mekong_solver::Tablebase<G::Position>)
where
    G::Position: Indexed;

impl<G: Game> std::fmt::Debug for TypedTablebase<G>
where
    G::Position: Indexed,
{
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Millions of values are not useful in debug output.
        f.debug_struct("TypedTablebase")
            .field("game", &G::INFO.id)
            .field("variants", &self.0.variants())
            .finish()
    }
}

/// Drawn positions that a report names for each tier.
const NAMED_DRAWS: usize = 3;

impl<G: Game> TypedTablebase<G>
where
    G::Position: Indexed + Narrate,
{
    fn position<'s>(&self, session: &'s GameSession) -> Option<&'s G::Position> {
        let position = session.history::<G>()?.position();
        (position.variants() == self.0.variants()).then_some(position)
    }

    fn texts(moves: Vec<(<G::Position as mekong_core::Position>::Move, Value)>) -> Vec<(String, Value)> {
        moves.into_iter().map(|(mv, value)| (G::Position::move_text(mv), value)).collect()
    }

    fn report(&self, number: usize, tier: &Tier) -> TierReport {
        let mut report = TierReport {
            label: tier.label.clone(),
            stored: tier.stored,
            counts: Counts::default(),
            longest_win: None,
            draws: Vec::new(),
        };
        for index in 0..tier.size {
            let position = G::Position::from_tier_index(TierIndex { tier: number, index }, self.0.variants());
            let value = self.0.value(&position);
            report.counts.add(value, position.orbit().into());
            match value {
                Value::Win(plies)
                    if report.longest_win.as_ref().is_none_or(|(_, longest)| plies > *longest) =>
                {
                    report.longest_win = Some((GameSession::new::<G>(position), plies));
                }
                Value::Draw if report.draws.len() < NAMED_DRAWS => {
                    report.draws.push(GameSession::new::<G>(position));
                }
                _ => {}
            }
        }
        report
    }
}

impl<G: Game> AnyTablebase for TypedTablebase<G>
where
    G::Position: Indexed + Narrate,
{
    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }

    fn variants(&self) -> Variants {
        self.0.variants()
    }

    fn is_exact(&self) -> bool {
        self.0.is_exact()
    }

    #[cfg(feature = "table-files")]
    fn to_bytes(&self, with_distances: bool, threads: usize) -> io::Result<Vec<u8>> {
        if with_distances {
            mekong_solver::write(&self.0, &G::INFO, threads)
        } else {
            mekong_solver::write(&self.0.without_distances(), &G::INFO, threads)
        }
    }

    fn verify(
        &self,
        threads: usize,
        cancel: &CancelToken,
        progress: Progress<'_>,
    ) -> Result<Verified, VerifyError> {
        mekong_solver::verify(&self.0, threads, cancel, progress)
    }

    fn value(&self, session: &GameSession) -> Option<Value> {
        self.position(session).map(|position| self.0.value(position))
    }

    fn moves(&self, session: &GameSession) -> Option<Vec<(String, Value)>> {
        self.position(session).map(|position| Self::texts(self.0.ranked_moves(position)))
    }

    fn best_line(&self, session: &GameSession) -> Option<Vec<(String, Value)>> {
        self.position(session).map(|position| Self::texts(self.0.best_line(position)))
    }

    fn reachable(&self, session: &GameSession) -> Option<Vec<Counts>> {
        self.position(session).map(|position| self.0.reachable(position))
    }

    fn drawn_cycles(&self) -> Vec<Vec<GameSession>> {
        let drawn_cycles = self.0.drawn_cycles().into_iter();
        drawn_cycles.map(|cycle| cycle.into_iter().map(GameSession::new::<G>).collect()).collect()
    }

    fn shortest_cycle(&self, session: &GameSession) -> Option<Vec<String>> {
        let shortest_cycle = self.0.shortest_cycle(self.position(session)?)?;
        Some(shortest_cycle.into_iter().map(G::Position::move_text).collect())
    }

    fn digest(&self) -> [u8; 32] {
        self.0.digest()
    }

    fn tier_sizes(&self) -> Vec<usize> {
        self.0.tiers().iter().map(|tier| tier.size).collect()
    }

    fn positions(&self, tier: usize, indices: Range<usize>) -> Vec<SolvedPosition> {
        let position = |index| G::Position::from_tier_index(TierIndex { tier, index }, self.0.variants());
        let solved = |position: G::Position| SolvedPosition {
            value: self.0.value(&position),
            orbit: position.orbit(),
            session: GameSession::new::<G>(position),
        };
        indices.map(position).map(solved).collect()
    }

    fn values(&self, tier: usize, indices: Range<usize>) -> Vec<(Value, u32)> {
        let position = |index| G::Position::from_tier_index(TierIndex { tier, index }, self.0.variants());
        let positions = indices.map(position);
        positions.map(|position: G::Position| (self.0.value(&position), position.orbit())).collect()
    }

    fn tiers(&self) -> Vec<TierReport> {
        self.0.tiers().iter().enumerate().map(|(number, tier)| self.report(number, tier)).collect()
    }
}
