//! The names of signs and pieces in sentences.

use mekong_core::{Lang, say};

use crate::board::{Piece, Sign};

/// A sign in words.
pub(crate) const fn sign_name(sign: Sign, lang: Lang) -> &'static str {
    match (sign, lang) {
        (Sign::Sun, Lang::En) => "sun",
        (Sign::Water, Lang::En) => "water",
        (Sign::Eye, Lang::En) => "eye",
        (Sign::Ankh, _) => "ankh",
        (Sign::Sun, Lang::Fr) => "soleil",
        (Sign::Water, Lang::Fr) => "eau",
        (Sign::Eye, Lang::Fr) => "œil",
    }
}

/// A sign with the indefinite article, if it takes one.
pub(crate) const fn a_sign(sign: Sign, lang: Lang) -> &'static str {
    match (sign, lang) {
        (Sign::Sun, Lang::En) => "a sun",
        (Sign::Water, Lang::En) => "water",
        (Sign::Eye, Lang::En) => "an eye",
        (Sign::Ankh, Lang::En) => "an ankh",
        (Sign::Sun, Lang::Fr) => "un soleil",
        (Sign::Water, Lang::Fr) => "une eau",
        (Sign::Eye, Lang::Fr) => "un œil",
        (Sign::Ankh, Lang::Fr) => "un ankh",
    }
}

/// A piece without an article: `sun 4`, `light sun 2`.
pub(crate) fn name(piece: Piece, lang: Lang) -> String {
    let (sign, number) = (sign_name(piece.sign(), lang), piece.number());
    match (piece.is_light(), lang, piece.sign()) {
        (false, ..) => format!("{sign} {number}"),
        (true, Lang::En, _) => format!("light {sign} {number}"),
        (true, Lang::Fr, Sign::Water) => format!("{sign} {number} claire"),
        (true, Lang::Fr, _) => format!("{sign} {number} clair"),
    }
}

/// A piece with the definite article.
pub(crate) fn the(piece: Piece, lang: Lang) -> String {
    let name = name(piece, lang);
    match (lang, piece.sign()) {
        (Lang::En, _) => format!("the {name}"),
        (Lang::Fr, Sign::Sun) => format!("le {name}"),
        (Lang::Fr, _) => format!("l’{name}"),
    }
}

/// What an answer to a piece must have: `water or 3`.
pub(crate) fn wanted(engaged: Piece, lang: Lang) -> String {
    let (sign, number) = (sign_name(engaged.sign(), lang), engaged.number());
    say!(lang, "{sign} or {number}", "{sign} ou {number}")
}
