//! Solving a game group by group.

use mekong_core::{CancelToken, Explain, Indexed, Lang, Variants, explained_error, say};

use crate::{Tablebase, code::MAX_PLIES, group::Group};

/// Why a game was not solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolveError {
    /// The work was cancelled.
    Cancelled,
    /// A win exceeds the maximum distance.
    TooLong,
}

impl Explain for SolveError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            SolveError::Cancelled => say!(lang, "the computation was cancelled", "le calcul a été annulé"),
            SolveError::TooLong => say!(
                lang,
                "a win takes more than {MAX_PLIES} plies, the greatest distance that a tablebase stores",
                "un gain demande plus de {MAX_PLIES} demi-coups, la plus grande distance qu’une table de solutions enregistre",
            ),
        }
    }
}
explained_error!(SolveError);

/// Finds the value of every position of a game in one of its variants, on this many threads. `progress` gets the number
/// of positions solved and their total.
pub fn solve<P: Indexed>(
    variants: Variants,
    threads: usize,
    cancel: &CancelToken,
    progress: &dyn Fn(usize, usize),
) -> Result<Tablebase<P>, SolveError> {
    let tiers = P::tiers();
    let total = tiers.iter().map(|tier| tier.size).sum();
    let mut values: Vec<Vec<u8>> = Vec::with_capacity(tiers.len());
    while values.len() < tiers.len() {
        let first = values.len();
        let group = tiers[first].group;
        let sizes: Vec<usize> =
            tiers[first..].iter().take_while(|tier| tier.group == group).map(|tier| tier.size).collect();
        let solved = Group::<P>::new(variants, &values, sizes, threads.max(1), cancel).solve()?;
        values.extend(solved);
        progress(values.iter().map(Vec::len).sum(), total);
    }
    // Only a part of each tier is stored; the rest can be derived from it.
    for (values, tier) in values.iter_mut().zip(&tiers) {
        values.truncate(tier.stored);
        values.shrink_to_fit();
    }
    Ok(Tablebase::new(variants, tiers, values))
}
