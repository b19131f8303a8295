//! Mirror images of positions and of moves in them.

use mekong_catalog::{Entry, GameSession};
use mekong_core::{Game, Notation as _, Player, Symmetric, Variants};

use crate::{BookMove, BookPosition, registry};

/// The images of a position and of moves in it, by each symmetry that does not exchange the players. The first is the
/// position itself.
pub(crate) type Images = fn(&GameSession, &[String]) -> Vec<(String, Vec<String>)>;

pub(crate) fn identity_image(session: &GameSession, moves: &[String]) -> Vec<(String, Vec<String>)> {
    vec![(session.position_text(), moves.to_vec())]
}

pub(crate) fn images<G: Game>(session: &GameSession, moves: &[String]) -> Vec<(String, Vec<String>)>
where
    G::Position: Symmetric,
{
    let mut all = identity_image(session, moves);
    let Some(history) = session.history::<G>() else { return all };
    let keeps_players = |&&symmetry: &&_| G::Position::player_image(Player::P1, symmetry) == Player::P1;
    for &symmetry in G::Position::SYMMETRIES.iter().filter(keeps_players) {
        let image = |text: &String| {
            let mv = G::Position::parse_move(text).ok()?;
            Some(G::Position::move_text(G::Position::move_image(mv, symmetry)))
        };
        if let Some(moves) = moves.iter().map(image).collect() {
            all.push((history.position().image(symmetry).position_text(), moves));
        }
    }
    all
}

/// A position and a move in it, in a form that all mirror images share.
pub(crate) fn canonical(entry: &Entry, session: &GameSession, mv: &str) -> (String, String) {
    let images = registry::images(entry)(session, &[mv.to_owned()]);
    let images =
        images.into_iter().filter_map(|(position, moves)| Some((position, moves.into_iter().next()?)));
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
    Some(registry::images(entry)(&session, &texts).into_iter().map(image).collect())
}
