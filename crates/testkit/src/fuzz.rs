//! Entry points for fuzzers, which the regular tests call too: no input may cause a panic.

use mekong_core::{Explain as _, Game, Lang, Notation as _, Position as _, SplitMix64, Variants};

use crate::contract::Contract;

/// Parses arbitrary text as a position, in the variant selected by the first byte. Valid positions must round-trip and
/// satisfy the contract.
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

/// Parses arbitrary text as a move. Valid moves must round-trip.
pub fn move_text<G: Game>(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match G::Position::parse_move(text) {
        Ok(mv) => assert_eq!(G::Position::move_text(mv), text),
        Err(error) => {
            assert!(Lang::ALL.iter().all(|&lang| !error.explain(lang).is_empty()));
        }
    }
}

/// Plays a game with the choices given by the bytes and checks the contract.
pub fn walk<G: Game>(contract: &Contract<G>, bytes: &[u8]) {
    let Some((&first, choices)) = bytes.split_first() else { return };
    let mut choices = choices.iter();
    let plies = choices.len();
    contract.walk_choosing(variants::<G>(first), u64::from(first), plies, |options| {
        choices.next().map_or(0, |&byte| usize::from(byte) % options)
    });
}

/// Corrupts one or two characters of position and move texts of random games and parses the result. Returns the number
/// of rejected texts.
#[must_use = "check that some texts were rejected"]
pub fn check_corrupted_texts<G: Game>(texts: u64) -> usize {
    let contract = Contract::<G>::new();
    let mut refused = 0;
    for seed in 0..texts {
        let mut random = SplitMix64::new(seed);
        let first = random.below(1 << 8) as u8;
        let mut position = G::start(variants::<G>(first), seed);
        let mut moves = Vec::new();
        for _ in 0..random.below(20) {
            moves.clear();
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[random.below(moves.len())]);
        }
        let text = corrupted(&position.position_text(), &mut random);
        refused += usize::from(G::Position::parse_position(&text, variants::<G>(first)).is_err());
        position_text(&contract, &[&[first], text.as_bytes()].concat());
        if let Some(&mv) = moves.first() {
            let text = corrupted(&G::Position::move_text(mv), &mut random);
            refused += usize::from(G::Position::parse_move(&text).is_err());
            move_text::<G>(text.as_bytes());
        }
    }
    refused
}

/// A text with one or two characters removed, doubled or replaced.
fn corrupted(text: &str, random: &mut SplitMix64) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(2) {
        if chars.is_empty() {
            break;
        }
        let at = random.below(chars.len());
        match random.below(4) {
            0 => drop(chars.remove(at)),
            1 => chars.insert(at, chars[at]),
            2 => chars[at] = chars[random.below(chars.len())],
            _ => chars[at] = ['0', '9', ' ', '/', 'é', '\0', '-'][random.below(7)],
        }
    }
    chars.into_iter().collect()
}

fn text_and_variants<G: Game>(bytes: &[u8]) -> Option<(&str, Variants)> {
    let (&first, rest) = bytes.split_first()?;
    Some((std::str::from_utf8(rest).ok()?, variants::<G>(first)))
}

fn variants<G: Game>(byte: u8) -> Variants {
    let all: Vec<Variants> = G::INFO.all_variants().collect();
    all[usize::from(byte) % all.len()]
}
