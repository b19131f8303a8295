//! Solving a game group by group.

use mekong_core::{Explain, Indexed, Lang, Variants, explained_error, say};

use crate::{Table, Watch, code::LONGEST, group::Group};

/// Why a game was not solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolveError {
    /// The watcher stopped the work.
    Stopped,
    /// A game takes longer to win than a table can say.
    TooLong,
}

impl Explain for SolveError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            SolveError::Stopped => say!(lang, "stopped before the end", "arrêté avant la fin"),
            SolveError::TooLong => say!(
                lang,
                "a win takes more than {LONGEST} plies, which a table cannot say",
                "un gain demande plus de {LONGEST} demi-coups, ce qu'une table ne sait pas dire",
            ),
        }
    }
}
explained_error!(SolveError);

/// Finds the value of every position of a game in one of its variants, on so many threads.
///
/// # Errors
/// The watcher stopped the work, or a win takes longer than a table can say.
pub fn solve<P: Indexed>(
    variants: Variants,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Table<P>, SolveError> {
    let tiers = P::tiers();
    let total = tiers.iter().map(|tier| tier.size).sum();
    let mut values: Vec<Vec<u8>> = Vec::with_capacity(tiers.len());
    while values.len() < tiers.len() {
        let first = values.len();
        let group = tiers[first].group;
        let sizes: Vec<usize> =
            tiers[first..].iter().take_while(|tier| tier.group == group).map(|tier| tier.size).collect();
        let solved = Group::<P>::new(variants, &values, sizes, threads.max(1), watch).solve()?;
        values.extend(solved);
        watch.progress(values.iter().map(Vec::len).sum(), total);
    }
    // The rest of each tier was needed for the groups above it, and follows from what is kept.
    for (values, tier) in values.iter_mut().zip(&tiers) {
        values.truncate(tier.kept);
        values.shrink_to_fit();
    }
    Ok(Table::new(variants, tiers, values))
}
