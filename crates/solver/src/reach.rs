//! Reachable positions.

use mekong_core::{Indexed, TierIndex};

use crate::{Counts, Tablebase};

impl<P: Indexed> Tablebase<P> {
    /// Per tier, the unfinished positions reachable from a position, itself included, counted by value.
    ///
    /// The walk is over indices, so a position counts as reachable if a symmetric image is; all positions that share an
    /// index are counted.
    #[must_use]
    pub fn reachable(&self, from: &P) -> Vec<Counts> {
        let mut counts = vec![Counts::default(); self.tiers().len()];
        if from.outcome().is_some() {
            return counts;
        }
        let mut seen: Vec<Vec<u64>> =
            self.tiers().iter().map(|tier| vec![0; tier.size.div_ceil(64)]).collect();
        let mut is_new = |tier_index: TierIndex| {
            let word = &mut seen[tier_index.tier][tier_index.index / 64];
            let bit = 1 << (tier_index.index % 64);
            let new = *word & bit == 0;
            *word |= bit;
            new
        };
        let first = from.tier_index();
        is_new(first);
        let mut waiting = vec![first];
        let mut moves = Vec::new();
        while let Some(tier_index) = waiting.pop() {
            let position = P::from_tier_index(tier_index, self.variants());
            counts[tier_index.tier].add(self.value(&position), position.orbit().into());
            moves.clear();
            position.legal_moves(&mut moves);
            for &mv in &moves {
                let mut next = position.clone();
                next.play_unchecked(mv);
                if next.outcome().is_none() && is_new(next.tier_index()) {
                    waiting.push(next.tier_index());
                }
            }
        }
        counts
    }
}
