//! Every reason to refuse a position, a move text or a move, with its sentence in both languages.

mod moves;
mod position_problems;
mod position_syntax;

use mekong_core::{Explain as _, Game as _, Lang, Notation as _, Variants};
use mekong_palam::{Palam, Position};

/// The rows of an empty board.
const EMPTY: &str = "-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-";
/// The rows of a full board.
const FULL: &str = "s1,w6,k2,e1,W3,k6/e6,s4,w1,k4,s6,K5/w2,e2,S2,k1,s3,e5/k3,w4,s5,E4,e3,w5";
/// The first twelve pieces, face up.
const UP: &str = "+E4.K5.e1.e2.e3.k1.k2.k3.s1.s3.w1.w2";
/// The other pieces, face down.
const DOWN: &str = "S2.W3.e5.e6.k4.k6.s4.s5.s6.w4.w5.w6";

/// The base variant or `draft`.
fn variants(draft: bool) -> Variants {
    Palam::INFO.parse_variants(draft.then_some("draft")).unwrap()
}

/// Asserts that a position text is refused with these sentences.
fn refused(text: &str, draft: bool, en: &str, fr: &str) {
    let Err(error) = Position::parse_position(text, variants(draft)) else { panic!("{text} is accepted") };
    assert_eq!(error.explain(Lang::En), en, "{text}");
    assert_eq!(error.explain(Lang::Fr), fr, "{text}");
    assert_eq!(error.to_string(), en);
    assert!(!Position::is_game_over_error(&error));
}
