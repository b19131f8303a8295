//! The committed puzzles of all games.

use std::sync::LazyLock;

use mekong_catalog::GAMES;

use crate::{Practice, Puzzle, registry::adapter};

/// The puzzles and practice positions of one game.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    /// The puzzles, in the order of their file.
    pub puzzles: Vec<Puzzle>,
    /// The practice positions, in the order of their file.
    pub practice: Vec<Practice>,
}

/// The collection of a game; empty for an unknown game or one without puzzles.
#[must_use]
pub fn collection(game: &str) -> &'static Collection {
    static COLLECTIONS: LazyLock<Vec<(&'static str, Collection)>> = LazyLock::new(|| {
        let read = |id: &'static str| {
            let (puzzles, practice) = (lines(adapter(id).puzzles()), lines(adapter(id).practice()));
            (id, Collection { puzzles, practice })
        };
        GAMES.iter().map(|entry| read(entry.info().id)).collect()
    });
    static EMPTY: Collection = Collection { puzzles: Vec::new(), practice: Vec::new() };
    COLLECTIONS.iter().find(|(id, _)| *id == game).map_or(&EMPTY, |(_, collection)| collection)
}

/// The puzzle with an id, of any game.
#[must_use]
pub fn find_puzzle(id: &str) -> Option<&'static Puzzle> {
    GAMES.iter().flat_map(|entry| &collection(entry.info().id).puzzles).find(|puzzle| puzzle.id == id)
}

/// Invalid lines are skipped; the tests of the collection find them.
fn lines<T: serde::de::DeserializeOwned>(text: &str) -> Vec<T> {
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}
