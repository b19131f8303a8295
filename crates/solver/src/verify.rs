//! Proving a table: every value must follow from the values of its successors, by the rules of the game alone.
//!
//! That is a proof and not only a check. By induction on the distance, a stored win in `d` has a move to a
//! position truly lost in `d - 1`, and a stored loss in `d` has only moves to positions truly won. A stored draw has no
//! move to a lost position and a move to a drawn one, so neither player can ever force the end.
//! For a table without distances the same conditions are necessary, but circles of positions could claim to be won because
//! of each other; only a table with distances is proved.

use std::{
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    thread,
};

use mekong_core::{Explain, Indexed, Lang, Notation, Place, Value, explained_error, say};

use crate::{Table, Watch};

/// Places that a thread takes at a time.
const CHUNK: usize = 1 << 13;

/// What was verified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    /// Stored values that were derived again.
    pub places: u64,
    /// Positions they stand for, images under symmetry included.
    pub positions: u64,
    /// Moves that were played to do so.
    pub moves: u64,
}

/// Why a table is not verified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VerifyError {
    /// A value does not follow from its successors.
    Wrong {
        /// The position's text.
        position: String,
        /// The stored value.
        stored: Value,
        /// The value that follows from the successors' stored values.
        derived: Value,
    },
    /// A number does not lead to a position that leads back to it.
    Misplaced {
        /// The position's text.
        position: String,
    },
    /// The watcher stopped the work.
    Stopped,
}

impl Explain for VerifyError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            VerifyError::Wrong { position, stored, derived } => {
                let (stored, derived) = (stored.explain(lang), derived.explain(lang));
                say!(
                    lang,
                    "{position}: the table says {stored}, and its moves say {derived}",
                    "{position} : la table dit {stored}, et ses coups disent {derived}",
                )
            }
            VerifyError::Misplaced { position } => say!(
                lang,
                "{position}: its number in the table is another's",
                "{position} : son numéro dans la table est celui d'une autre",
            ),
            VerifyError::Stopped => say!(lang, "stopped before the end", "arrêté avant la fin"),
        }
    }
}
explained_error!(VerifyError);

/// Derives every stored value again from those of its successors.
///
/// # Errors
/// The first value found that does not follow, or the watcher stopped the work.
pub fn verify<P: Indexed + Notation>(
    table: &Table<P>,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Verified, VerifyError> {
    let jobs: Vec<(usize, usize)> = table
        .tiers()
        .iter()
        .enumerate()
        .flat_map(|(tier, info)| (0..info.kept).step_by(CHUNK).map(move |begin| (tier, begin)))
        .collect();
    let next = AtomicUsize::new(0);
    let run = || -> Result<Verified, VerifyError> {
        let mut sum = Verified { places: 0, positions: 0, moves: 0 };
        let mut moves = Vec::new();
        loop {
            let job = next.fetch_add(1, Relaxed);
            let Some(&(tier, begin)) = jobs.get(job) else { return Ok(sum) };
            if watch.stopped() {
                return Err(VerifyError::Stopped);
            }
            watch.progress(job, jobs.len());
            for index in begin..(begin + CHUNK).min(table.tiers()[tier].kept) {
                let position = check_place(table, Place { tier, index }, &mut moves)?;
                sum.places += 1;
                sum.positions += u64::from(position.orbit());
                sum.moves += moves.len() as u64;
            }
        }
    };
    let results: Vec<_> = thread::scope(|scope| {
        let others: Vec<_> = (1..threads.max(1)).map(|_| scope.spawn(run)).collect();
        let mut results = vec![run()];
        for other in others {
            results.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        results
    });
    let mut sum = Verified { places: 0, positions: 0, moves: 0 };
    for result in results {
        let part = result?;
        sum.places += part.places;
        sum.positions += part.positions;
        sum.moves += part.moves;
    }
    Ok(sum)
}

/// Checks one place; `moves` is left holding the position's legal moves.
fn check_place<P: Indexed + Notation>(
    table: &Table<P>,
    place: Place,
    moves: &mut Vec<P::Move>,
) -> Result<P, VerifyError> {
    let position = P::at(place, table.variants());
    if position.place() != place || position.outcome().is_some() {
        return Err(VerifyError::Misplaced { position: position.position_text() });
    }
    moves.clear();
    position.legal_moves(moves);
    let mut derived = None;
    for &mv in moves.iter() {
        derived = derived.max(Some(table.move_value(&position, mv)));
    }
    let (stored, derived) = (table.value(&position), derived.unwrap_or(Value::Draw));
    if stored == derived {
        Ok(position)
    } else {
        Err(VerifyError::Wrong { position: position.position_text(), stored, derived })
    }
}
