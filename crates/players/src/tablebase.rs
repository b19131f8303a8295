//! Type-erased tablebases: solving, reading, writing, verifying and probing, with moves as text.

#[cfg(feature = "tablebase-files")]
mod contents;

use std::sync::Arc;

use mekong_catalog::GameSession;
use mekong_core::{
    CancelToken, Game, GameInfo, Indexed, Narrate, Notation as _, Probe, Text, Value, Variants,
};
#[cfg(feature = "tablebase-files")]
use mekong_solver::FileError;
use mekong_solver::SolveError;

#[cfg(feature = "tablebase-files")]
pub use contents::{SolvedPosition, TierReport};

/// Receives the amount of work done and the total.
pub type Progress<'a> = &'a (dyn Fn(usize, usize) + Sync);

/// Solves a variant of a game on a number of threads. The progress is reported by the calling thread only.
type Solve = fn(Variants, usize, &CancelToken, &dyn Fn(usize, usize)) -> Result<Tablebase, SolveError>;

/// The solver of a game, without its types.
#[derive(Clone, Copy, Debug)]
pub struct TablebaseSolver {
    tier_meaning: Text,
    solve: Solve,
    #[cfg(feature = "tablebase-files")]
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
            #[cfg(feature = "tablebase-files")]
            read: |bytes| {
                mekong_solver::read_tablebase::<G::Position>(bytes, &G::INFO).map(Tablebase::new::<G>)
            },
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

    /// Reads a tablebase from the bytes of a file.
    #[cfg(feature = "tablebase-files")]
    pub fn read(&self, bytes: &[u8]) -> Result<Tablebase, FileError> {
        (self.read)(bytes)
    }
}

/// A solved game: the value of every position of one variant. Clones share the tablebase.
#[derive(Clone, Debug)]
pub struct Tablebase {
    inner: Arc<dyn AnyTablebase>,
}

impl Tablebase {
    fn new<G: Game>(tablebase: mekong_solver::Tablebase<G::Position>) -> Tablebase
    where
        G::Position: Indexed + Narrate,
    {
        Tablebase { inner: Arc::new(TypedTablebase::<G>(tablebase)) }
    }

    /// The id, title, author and variants of the game.
    #[must_use]
    pub fn info(&self) -> &'static GameInfo {
        self.inner.info()
    }

    /// The variant the tablebase is for.
    #[must_use]
    pub fn variants(&self) -> Variants {
        self.inner.variants()
    }

    /// Whether distances are exact. Without them every distance is 0.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.inner.is_exact()
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
    fn value(&self, session: &GameSession) -> Option<Value>;
    fn moves(&self, session: &GameSession) -> Option<Vec<(String, Value)>>;
    fn best_line(&self, session: &GameSession) -> Option<Vec<(String, Value)>>;
    #[cfg(feature = "tablebase-files")]
    fn contents(&self) -> &dyn contents::Contents;
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

    fn value(&self, session: &GameSession) -> Option<Value> {
        self.position(session).map(|position| self.0.value(position))
    }

    fn moves(&self, session: &GameSession) -> Option<Vec<(String, Value)>> {
        self.position(session).map(|position| Self::texts(self.0.ranked_moves(position)))
    }

    fn best_line(&self, session: &GameSession) -> Option<Vec<(String, Value)>> {
        self.position(session).map(|position| Self::texts(self.0.best_line(position)))
    }

    #[cfg(feature = "tablebase-files")]
    fn contents(&self) -> &dyn contents::Contents {
        self
    }
}
