//! Verification of a tablebase: every value must follow from the values of its successors by the rules alone.
//!
//! This is a proof. By induction on the distance, a stored win in `d` has a move to a position truly lost in `d - 1`,
//! and a stored loss in `d` has only moves to positions truly won. A stored draw has no move to a lost position and a
//! move to a drawn one, so neither player can ever force the end. Without distances the conditions are necessary but
//! not sufficient, because positions on a cycle could support each other; only tablebases with distances are proven.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use mekong_core::{
    CancelToken, Explain, Indexed, Lang, Notation, Tier, TierIndex, Value, explained_error, say,
};

use crate::{
    Tablebase,
    code::{DRAW, decode, loss, win},
    parallel::parallel_fold,
};

/// The number of indices per job.
const CHUNK: usize = 1 << 13;

/// Statistics of a verification.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Verified {
    /// The number of stored values verified.
    pub values: u64,
    /// The number of positions, symmetric images included.
    pub positions: u64,
    /// The number of moves played.
    pub moves: u64,
}

impl std::ops::AddAssign for Verified {
    fn add_assign(&mut self, other: Verified) {
        self.values += other.values;
        self.positions += other.positions;
        self.moves += other.moves;
    }
}

/// Why a verification failed.
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
    /// An index does not round-trip through its position.
    Misplaced {
        /// The position's text.
        position: String,
    },
    /// The work was cancelled.
    Cancelled,
}

impl Explain for VerifyError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            VerifyError::Wrong { position, stored, derived } => {
                let (stored, derived) = (stored.explain(lang), derived.explain(lang));
                say!(
                    lang,
                    "{position}: the stored value is {stored}, but {derived} follows from its moves",
                    "{position} : la valeur enregistrée est {stored}, mais ses coups donnent {derived}",
                )
            }
            VerifyError::Misplaced { position } => say!(
                lang,
                "{position}: its index in the tablebase belongs to another position",
                "{position} : son indice dans la table de solutions est celui d’une autre position",
            ),
            VerifyError::Cancelled => {
                say!(lang, "the verification was cancelled", "la vérification a été annulée")
            }
        }
    }
}
explained_error!(VerifyError);

/// Verifies every stored value against those of its successors.
pub fn verify<P: Indexed + Notation>(
    tablebase: &Tablebase<P>,
    threads: usize,
    cancel: &CancelToken,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Verified, VerifyError> {
    let chunks: Vec<(usize, usize)> = tiers_by(tablebase, |tier| 0..tier.stored);
    let ranks = Ranks::new(tablebase.is_exact());
    let checker = Checker { tablebase, rest: rest_of_tiers(tablebase, &ranks, threads, cancel), ranks };
    let done = AtomicUsize::new(0);
    let parts = parallel_fold(
        &chunks,
        threads,
        || Ok(Verified::default()),
        |sum, (tier, begin)| {
            let Ok(sum_so_far) = sum else { return };
            if cancel.is_cancelled() {
                *sum = Err(VerifyError::Cancelled);
                return;
            }
            let end = (begin + CHUNK).min(tablebase.tiers()[tier].stored);
            match checker.check(tier, begin..end) {
                Ok(part) => *sum_so_far += part,
                Err(error) => *sum = Err(error),
            }
            progress(done.fetch_add(1, Relaxed) + 1, chunks.len());
        },
    );
    let mut sum = Verified::default();
    for part in parts {
        sum += part?;
    }
    Ok(sum)
}

struct Checker<'a, P> {
    tablebase: &'a Tablebase<P>,
    /// Per tier, the codes of the positions that are not stored.
    rest: Vec<Vec<u8>>,
    ranks: Ranks,
}

impl<P: Indexed + Notation> Checker<'_, P> {
    fn check(&self, tier: usize, indices: std::ops::Range<usize>) -> Result<Verified, VerifyError> {
        let mut sum = Verified::default();
        let (mut moves, mut codes) = (Vec::new(), Vec::new());
        for index in indices {
            let tier_index = TierIndex { tier, index };
            let position = P::from_tier_index(tier_index, self.tablebase.variants());
            if position.tier_index() != tier_index || position.outcome().is_some() {
                return Err(VerifyError::Misplaced { position: position.position_text() });
            }
            moves.clear();
            position.legal_moves(&mut moves);
            codes.clear();
            // First look up all successors, then combine them, to overlap the memory accesses.
            for &mv in &moves {
                let mut next = position.clone();
                next.play_unchecked(mv);
                codes.push(self.code(&next));
            }
            let derived = self.ranks.derive(&codes);
            let stored = self.tablebase.codes()[tier][index];
            if stored != derived {
                return Err(VerifyError::Wrong {
                    position: position.position_text(),
                    stored: decode(stored),
                    derived: decode(derived),
                });
            }
            sum += Verified { values: 1, positions: position.orbit().into(), moves: moves.len() as u64 };
        }
        Ok(sum)
    }

    /// The code of a successor: stored, or derived beforehand.
    #[inline]
    fn code(&self, position: &P) -> u8 {
        match stored_code(self.tablebase, position) {
            Ok(code) => code,
            Err(TierIndex { tier, index }) => self.rest[tier][index - self.tablebase.codes()[tier].len()],
        }
    }
}

/// The code of a finished or stored position, or else its index.
#[inline]
fn stored_code<P: Indexed>(tablebase: &Tablebase<P>, position: &P) -> Result<u8, TierIndex> {
    if let Some(outcome) = position.outcome() {
        return Ok(match Value::of_outcome(outcome, position.turn()) {
            Value::Win(_) => win(0),
            Value::Draw => DRAW,
            Value::Loss(_) => loss(0),
        });
    }
    let tier_index = position.tier_index();
    tablebase.codes()[tier_index.tier].get(tier_index.index).copied().ok_or(tier_index)
}

/// The rank of a successor for the player who moves there: losses of the opponent, shortest first, then draws, then
/// wins of the opponent, longest first.
struct Ranks {
    of_code: [u8; 256],
    exact: bool,
}

impl Ranks {
    const DRAW: u8 = 128;

    fn new(exact: bool) -> Ranks {
        let of_code = std::array::from_fn(|code| match decode(code as u8) {
            Value::Loss(plies) => u8::MAX - plies as u8,
            Value::Draw => Ranks::DRAW,
            Value::Win(plies) => plies as u8,
        });
        Ranks { of_code, exact }
    }

    /// The code that follows from those of the successors.
    #[inline]
    fn derive(&self, successors: &[u8]) -> u8 {
        self.code_before(successors.iter().map(|&code| self.of_code[usize::from(code)]).max())
    }

    /// The code of a position whose best successor has this rank.
    #[inline]
    fn code_before(&self, best: Option<u8>) -> u8 {
        let further = u8::from(self.exact);
        match best {
            None | Some(Ranks::DRAW) => DRAW,
            Some(rank) if rank > Ranks::DRAW => win(u8::MAX - rank + further),
            Some(rank) => loss(rank + further),
        }
    }
}

/// The codes of all positions that are not stored, derived from their successors; incomplete if cancelled.
fn rest_of_tiers<P: Indexed>(
    tablebase: &Tablebase<P>,
    ranks: &Ranks,
    threads: usize,
    cancel: &CancelToken,
) -> Vec<Vec<u8>> {
    let chunks = tiers_by(tablebase, |tier| tier.stored..tier.size);
    let parts = parallel_fold(&chunks, threads, Vec::new, |found, (tier, begin)| {
        if cancel.is_cancelled() {
            return;
        }
        let mut moves = Vec::new();
        let end = (begin + CHUNK).min(tablebase.tiers()[tier].size);
        let positions =
            (begin..end).map(|index| P::from_tier_index(TierIndex { tier, index }, tablebase.variants()));
        let codes = positions.map(|position| code_by_successors(tablebase, ranks, &position, &mut moves));
        found.push(((tier, begin), codes.collect::<Vec<u8>>()));
    });
    let mut parts: Vec<_> = parts.into_iter().flatten().collect();
    parts.sort_unstable_by_key(|&(chunk, _)| chunk);
    let mut rest = vec![Vec::new(); tablebase.tiers().len()];
    for ((tier, _), codes) in parts {
        rest[tier].extend(codes);
    }
    rest
}

/// The code of an unfinished position, derived from its successors. `moves` is a stack that is restored on return.
fn code_by_successors<P: Indexed>(
    tablebase: &Tablebase<P>,
    ranks: &Ranks,
    position: &P,
    moves: &mut Vec<P::Move>,
) -> u8 {
    let begin = moves.len();
    position.legal_moves(moves);
    let mut best = None;
    for index in begin..moves.len() {
        let mut next = position.clone();
        next.play_unchecked(moves[index]);
        let code = match stored_code(tablebase, &next) {
            Ok(code) => code,
            Err(_) => code_by_successors(tablebase, ranks, &next, moves),
        };
        best = best.max(Some(ranks.of_code[usize::from(code)]));
    }
    moves.truncate(begin);
    ranks.code_before(best)
}

/// The indices of all tiers in chunks: the tier and the start of the chunk.
fn tiers_by<P: Indexed>(
    tablebase: &Tablebase<P>,
    range: impl Fn(&Tier) -> std::ops::Range<usize>,
) -> Vec<(usize, usize)> {
    let tiers = tablebase.tiers().iter().enumerate();
    tiers.flat_map(|(number, tier)| range(tier).step_by(CHUNK).map(move |begin| (number, begin))).collect()
}

#[cfg(test)]
mod tests {
    use mekong_core::{CancelToken, Variants};
    use mekong_saigon::Position;

    use super::{VerifyError, verify};
    use crate::{Tablebase, solve};

    #[test]
    fn single_wrong_value_is_detected() {
        let tablebase: Tablebase<Position> =
            solve(Variants::NONE, 2, &CancelToken::new(), &|_, _| {}).unwrap();
        assert_eq!(tablebase.digest(), tablebase.clone().digest());
        let count: usize = tablebase.codes().iter().map(Vec::len).sum();
        for stored in [0, 12_345, count - 1] {
            let wrong = tablebase.with_value_changed(stored);
            assert_ne!(wrong.digest(), tablebase.digest());
            let error = verify(&wrong, 2, &CancelToken::new(), &|_, _| {}).unwrap_err();
            assert!(matches!(error, VerifyError::Wrong { .. }), "{stored}: {error}");
        }
    }
}
