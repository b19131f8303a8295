//! Mirror images of positions and of moves in them.

use mekong_catalog::{Entry, GameSession};
use mekong_core::Variants;

use crate::{BookMove, BookPosition};

/// The texts of a position and of moves in it, and those of their images by each symmetry that does not exchange the players.
/// The first is the position itself, the only one in dealt games: the deals of a book come from known seeds, so their
/// images are never looked up.
fn images(session: &GameSession, moves: &[String]) -> Vec<(String, Vec<String>)> {
    let mut all = vec![(session.position_text(), moves.to_vec())];
    if !session.info().dealt {
        let images = session.images(moves).into_iter().filter(|image| !image.swaps_players);
        all.extend(images.map(|image| (image.session.position_text(), image.moves)));
    }
    all
}

/// A position and a move in it, in a form that all mirror images share.
pub(crate) fn canonical(session: &GameSession, mv: &str) -> (String, String) {
    let images = images(session, &[mv.to_owned()]).into_iter();
    let images = images.filter_map(|(position, moves)| Some((position, moves.into_iter().next()?)));
    images.min().unwrap_or_else(|| (session.position_text(), mv.to_owned()))
}

/// The images of a position of a book, itself first; `None` if it is invalid.
pub(crate) fn images_of(entry: &Entry, known: &BookPosition) -> Option<Vec<BookPosition>> {
    let session = entry.parse(&known.position, Variants::NONE).ok()?;
    let texts: Vec<String> = known.moves.iter().map(|mv| mv.text.clone()).collect();
    let legal = session.legal();
    if texts.iter().any(|text| !legal.contains(text)) {
        return None;
    }
    let image = |(position, texts): (String, Vec<String>)| {
        let moves = known.moves.iter().zip(texts).map(|(mv, text)| BookMove { text, ..mv.clone() });
        BookPosition { position, moves: moves.collect() }
    };
    Some(images(&session, &texts).into_iter().map(image).collect())
}
