//! Entry points for fuzzers: any bytes may come, nothing may panic. The ordinary tests call them too.

use mekong_core::{Explain as _, Game, Lang, Notation as _, Variants};

use crate::contract::Contract;

/// Gives arbitrary text to the parser of positions, in the variant that the first byte chooses. What parses must
/// print back the same and satisfy the contract.
///
/// # Panics
/// If it does not.
pub fn position_text<G: Game>(contract: &Contract<G>, bytes: &[u8]) {
    let Some((text, variants)) = text_and_variants::<G>(bytes) else { return };
    match G::Position::parse_position(text, variants) {
        Ok(position) => {
            assert_eq!(position.position_text(), text);
            contract.check(&position);
        }
        Err(error) => {
            assert!(Lang::ALL.iter().all(|&lang| !error.explain(lang).is_empty()));
        }
    }
}

/// Gives arbitrary text to the parser of moves. What parses must print back the same.
///
/// # Panics
/// If it does not.
pub fn move_text<G: Game>(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match G::Position::parse_move(text) {
        Ok(mv) => assert_eq!(G::Position::move_text(mv), text),
        Err(error) => {
            assert!(Lang::ALL.iter().all(|&lang| !error.explain(lang).is_empty()));
        }
    }
}

/// Plays a game whose choices are the bytes, checking the contract on the way.
///
/// # Panics
/// If it does not hold.
pub fn walk<G: Game>(contract: &Contract<G>, bytes: &[u8]) {
    let Some((&first, choices)) = bytes.split_first() else { return };
    let mut choices = choices.iter();
    let plies = choices.len();
    contract.walk_choosing(variants::<G>(first), u64::from(first), plies, |options| {
        choices.next().map_or(0, |&byte| usize::from(byte) % options)
    });
}

fn text_and_variants<G: Game>(bytes: &[u8]) -> Option<(&str, Variants)> {
    let (&first, rest) = bytes.split_first()?;
    Some((std::str::from_utf8(rest).ok()?, variants::<G>(first)))
}

fn variants<G: Game>(byte: u8) -> Variants {
    let all: Vec<Variants> = G::INFO.all_variants().collect();
    all[usize::from(byte) % all.len()]
}
