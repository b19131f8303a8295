use std::marker::PhantomData;

use mekong_core::{Indexed, Probe, Tier, TierIndex, Value, Variants};
use sha2::{Digest as _, Sha256};

use crate::code::{decode, encode};

/// The values of every position of a game under one combination of variant rules.
///
/// Only a part of each tier is stored ([`Tier::stored`](mekong_core::Tier)); the rest is found by looking one move ahead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tablebase<P> {
    variants: Variants,
    tiers: Vec<Tier>,
    values: Vec<Vec<u8>>,
    exact: bool,
    game: PhantomData<fn() -> P>,
}

impl<P: Indexed> Tablebase<P> {
    pub(crate) fn new(variants: Variants, tiers: Vec<Tier>, values: Vec<Vec<u8>>) -> Tablebase<P> {
        Tablebase { variants, tiers, values, exact: true, game: PhantomData }
    }

    #[cfg(feature = "files")]
    pub(crate) fn from_parts(
        variants: Variants,
        tiers: Vec<Tier>,
        values: Vec<Vec<u8>>,
        exact: bool,
    ) -> Tablebase<P> {
        Tablebase { variants, tiers, values, exact, game: PhantomData }
    }

    /// The variant rules the tablebase was solved with.
    #[must_use]
    pub fn variants(&self) -> Variants {
        self.variants
    }

    /// The parts into which [`Indexed`] divides the positions, in its order.
    #[must_use]
    pub fn tiers(&self) -> &[Tier] {
        &self.tiers
    }

    /// Whether distances are exact. Without them every distance is 0.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// The tablebase without distances.
    #[must_use]
    pub fn without_distances(&self) -> Tablebase<P> {
        let values = self
            .values
            .iter()
            .map(|tier| tier.iter().map(|&code| encode(decode(code).without_distance())).collect());
        Tablebase { values: values.collect(), exact: false, ..self.clone() }
    }

    /// The value of a position.
    #[must_use]
    #[inline]
    pub fn value(&self, position: &P) -> Value {
        match position.outcome() {
            Some(outcome) => Value::of_outcome(outcome, position.turn()),
            None => decode(self.code(position)),
        }
    }

    /// The code of an unfinished position.
    #[inline]
    pub(crate) fn code(&self, position: &P) -> u8 {
        let TierIndex { tier, index } = position.tier_index();
        match self.values[tier].get(index) {
            Some(&code) => code,
            None => encode(self.best_move_value(position)),
        }
    }

    /// The value of a position as the best of its moves.
    fn best_move_value(&self, position: &P) -> Value {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let values = moves.into_iter().map(|mv| self.move_value(position, mv));
        values.max().unwrap_or(Value::Draw)
    }

    /// The value of a legal move for the player who makes it.
    #[must_use]
    pub fn move_value(&self, position: &P, mv: P::Move) -> Value {
        let mut next = position.clone();
        next.play_unchecked(mv);
        let value = self.value(&next).before_opponent();
        if self.exact { value } else { value.without_distance() }
    }

    /// SHA-256 over the stored values, one byte each, tier by tier: identifies the tablebase independently of
    /// compression.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        self.values.iter().for_each(|codes| hash.update(codes));
        hash.finalize().into()
    }

    /// The tablebase with one stored value changed.
    #[cfg(test)]
    pub(crate) fn with_value_changed(&self, stored: usize) -> Tablebase<P> {
        let mut tablebase = self.clone();
        if let Some(code) = tablebase.values.iter_mut().flatten().nth(stored) {
            *code ^= 1;
        }
        tablebase
    }

    pub(crate) fn codes(&self) -> &[Vec<u8>] {
        &self.values
    }

    /// The number of won, drawn and lost positions of a tier.
    #[must_use]
    pub fn counts(&self, tier: usize) -> Counts {
        let mut counts = Counts::default();
        for index in 0..self.tiers[tier].size {
            let position = P::from_tier_index(TierIndex { tier, index }, self.variants);
            counts.add(self.value(&position), position.orbit().into());
        }
        counts
    }
}

impl<P: Indexed> Probe<P> for Tablebase<P> {
    fn probe(&self, position: &P) -> Option<Value> {
        Some(self.value(position))
    }
}

/// The number of positions per value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Won for the player to move.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost for the player to move.
    pub losses: u64,
    /// `[d]`: won in exactly `d` plies.
    pub won_in: Vec<u64>,
    /// `[d]`: lost in exactly `d` plies.
    pub lost_in: Vec<u64>,
}

impl Counts {
    /// All positions counted.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Counts `positions` of a value.
    pub fn add(&mut self, value: Value, positions: u64) {
        let (count, distances, plies) = match value {
            Value::Win(plies) => (&mut self.wins, &mut self.won_in, plies),
            Value::Loss(plies) => (&mut self.losses, &mut self.lost_in, plies),
            Value::Draw => {
                self.draws += positions;
                return;
            }
        };
        *count += positions;
        let plies = usize::from(plies);
        if distances.len() <= plies {
            distances.resize(plies + 1, 0);
        }
        distances[plies] += positions;
    }
}

impl std::ops::AddAssign<&Counts> for Counts {
    fn add_assign(&mut self, other: &Counts) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (mine, theirs) in [(&mut self.won_in, &other.won_in), (&mut self.lost_in, &other.lost_in)] {
            mine.resize(mine.len().max(theirs.len()), 0);
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        }
    }
}
