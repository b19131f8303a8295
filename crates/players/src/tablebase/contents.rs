//! Operations on tablebases besides lookup: files, verification and statistics.

use std::{io, ops::Range};

use mekong_catalog::GameSession;
use mekong_core::{CancelToken, Game, Indexed, Narrate, Notation as _, Tier, TierIndex, Value};
use mekong_solver::{Counts, Verified, VerifyError};

use super::{Progress, Tablebase, TypedTablebase};

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
    /// The tablebase as the bytes of a file, with or without distances.
    pub fn to_bytes(&self, with_distances: bool, threads: usize) -> io::Result<Vec<u8>> {
        self.inner.contents().to_bytes(with_distances, threads)
    }

    /// Derives every value again from the rules.
    pub fn verify(
        &self,
        threads: usize,
        cancel: &CancelToken,
        progress: Progress<'_>,
    ) -> Result<Verified, VerifyError> {
        self.inner.contents().verify(threads, cancel, progress)
    }

    /// For each tier, the number of unfinished positions reachable from a session's position, up to symmetry.
    #[must_use]
    pub fn reachable(&self, session: &GameSession) -> Option<Vec<Counts>> {
        self.inner.contents().reachable(session)
    }

    /// The cycles of drawn positions in which every drawn game ends.
    #[must_use]
    pub fn drawn_cycles(&self) -> Vec<Vec<GameSession>> {
        self.inner.contents().drawn_cycles()
    }

    /// The shortest cycle from a drawn position back to itself by moves that keep the draw.
    #[must_use]
    pub fn shortest_cycle(&self, session: &GameSession) -> Option<Vec<String>> {
        self.inner.contents().shortest_cycle(session)
    }

    /// SHA-256 over the stored values.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        self.inner.contents().digest()
    }

    /// The number of positions of each tier, up to symmetry.
    #[must_use]
    pub fn tier_sizes(&self) -> Vec<usize> {
        self.inner.contents().tier_sizes()
    }

    /// The positions of a part of a tier, up to symmetry, with their values. The first player is to move.
    ///
    /// # Panics
    /// If there is no such tier, or the range exceeds its size.
    #[must_use]
    pub fn positions(&self, tier: usize, indices: Range<usize>) -> Vec<SolvedPosition> {
        assert!(indices.end <= self.tier_sizes()[tier], "the positions of a tier");
        self.inner.contents().positions(tier, indices)
    }

    /// The values of a part of a tier, each with the number of positions that share it by symmetry.
    ///
    /// # Panics
    /// If there is no such tier, or the range exceeds its size.
    #[must_use]
    pub fn values(&self, tier: usize, indices: Range<usize>) -> Vec<(Value, u32)> {
        assert!(indices.end <= self.tier_sizes()[tier], "the positions of a tier");
        self.inner.contents().values(tier, indices)
    }

    /// Every tier in numbers.
    #[must_use]
    pub fn tiers(&self) -> Vec<TierReport> {
        self.inner.contents().tiers()
    }
}

pub(super) trait Contents {
    fn to_bytes(&self, with_distances: bool, threads: usize) -> io::Result<Vec<u8>>;
    fn verify(
        &self,
        threads: usize,
        cancel: &CancelToken,
        progress: Progress<'_>,
    ) -> Result<Verified, VerifyError>;
    fn reachable(&self, session: &GameSession) -> Option<Vec<Counts>>;
    fn drawn_cycles(&self) -> Vec<Vec<GameSession>>;
    fn shortest_cycle(&self, session: &GameSession) -> Option<Vec<String>>;
    fn digest(&self) -> [u8; 32];
    fn tier_sizes(&self) -> Vec<usize>;
    fn positions(&self, tier: usize, indices: Range<usize>) -> Vec<SolvedPosition>;
    fn values(&self, tier: usize, indices: Range<usize>) -> Vec<(Value, u32)>;
    fn tiers(&self) -> Vec<TierReport>;
}

/// Drawn positions that a report names for each tier.
const NAMED_DRAWS: usize = 3;

impl<G: Game> TypedTablebase<G>
where
    G::Position: Indexed + Narrate,
{
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

impl<G: Game> Contents for TypedTablebase<G>
where
    G::Position: Indexed + Narrate,
{
    fn to_bytes(&self, with_distances: bool, threads: usize) -> io::Result<Vec<u8>> {
        if with_distances {
            mekong_solver::write_tablebase(&self.0, &G::INFO, threads)
        } else {
            mekong_solver::write_tablebase(&self.0.without_distances(), &G::INFO, threads)
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
