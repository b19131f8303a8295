//! Opening books from self-play: the moves played in the opening, the results of these games, and the value of every move.
//! `mekong book` builds them; the format is described in `docs/formats.md`.
//!
//! - [`Book`], [`book()`]: the committed books and lookup by position.
//! - [`BookBuilder`]: plays the games and evaluates the moves.
//!
//! A book contains one position of several that are mirror images of each other. [`Book::positions()`] has all of them.

mod build;
mod images;
mod registry;

use std::{collections::HashMap, sync::LazyLock};

use mekong_catalog::{Entry, GAMES};
use mekong_core::CancelToken;
use serde::{Deserialize, Serialize};

pub use build::{BookBuilder, BookGame};

/// The settings that a book was built with: the first line of its file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookSettings {
    /// The game's id.
    pub game: String,
    /// The number of games.
    pub games: u64,
    /// The nodes of the search before each move.
    pub nodes: u64,
    /// The nodes of the search that evaluates a move of the book.
    pub value_nodes: u64,
    /// The number of plies that are counted per game.
    pub plies: u32,
    /// The minimum number of games in which a position of the book occurred.
    pub min_games: u32,
    /// The number of deals, whose seeds begin with 1; missing in games without a deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deals: Option<u64>,
    /// The random seed.
    pub seed: u64,
}

/// A position of a book: a line of its file after the first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookPosition {
    /// The position's text.
    pub position: String,
    /// The moves played there, the most frequent first.
    pub moves: Vec<BookMove>,
}

/// A move of a book.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Games that the first player won.
    pub p1: u32,
    /// Games that the second player won.
    pub p2: u32,
    /// Drawn games.
    pub draws: u32,
    /// The value of the move.
    pub value: BookValue,
}

impl BookMove {
    /// The number of games.
    #[must_use]
    pub const fn total(&self) -> u32 {
        self.p1 + self.p2 + self.draws
    }
}

/// The value of a move: proven, or estimated by a search.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookValue {
    /// The expected result of the first player, from 0 (loss) to 1 (win).
    pub p1_chance: f64,
    /// Whether it is proven under perfect play.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub proven: bool,
    /// The plies to the end, this move included, if they are proven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u16>,
    /// The final margin of the first player in points, if it is proven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<i32>,
}

/// The opening book of a game.
#[derive(Clone, Debug)]
pub struct Book {
    /// The settings it was built with.
    pub settings: BookSettings,
    /// All positions, mirror images included.
    positions: Vec<BookPosition>,
    by_text: HashMap<String, usize>,
}

impl Book {
    /// Reads a book; `None` if a line is invalid or the text is empty.
    #[must_use]
    pub fn parse(text: &str) -> Option<Book> {
        let mut lines = text.lines();
        let settings: BookSettings = serde_json::from_str(lines.next()?).ok()?;
        let entry = mekong_catalog::find(&settings.game).ok()?;
        let mut book = Book { settings, positions: Vec::new(), by_text: HashMap::new() };
        for line in lines {
            let known: BookPosition = serde_json::from_str(line).ok()?;
            for image in images::images_of(entry, &known)? {
                book.add(image);
            }
        }
        Some(book)
    }

    /// Adds a position, unless it is its own mirror image and present already.
    fn add(&mut self, position: BookPosition) {
        let next = self.positions.len();
        if *self.by_text.entry(position.position.clone()).or_insert(next) == next {
            self.positions.push(position);
        }
    }

    /// The moves of a position in the base game.
    #[must_use]
    pub fn position(&self, text: &str) -> Option<&BookPosition> {
        self.positions.get(*self.by_text.get(text)?)
    }

    /// All positions with their mirror images.
    #[must_use]
    pub fn positions(&self) -> &[BookPosition] {
        &self.positions
    }

    /// The text of a file.
    #[must_use]
    pub fn write(settings: &BookSettings, positions: &[BookPosition]) -> String {
        let line = |json: serde_json::Result<String>| json.expect("a book is serialisable") + "\n";
        let header = line(serde_json::to_string(settings));
        positions.iter().fold(header, |text, position| text + &line(serde_json::to_string(position)))
    }
}

/// The committed book of a game; `None` if it has none.
#[must_use]
pub fn book(game: &str) -> Option<&'static Book> {
    static BOOKS: LazyLock<Vec<(&'static str, Book)>> = LazyLock::new(|| {
        let read = |entry: &Entry| Some((entry.info().id, Book::parse(registry::book_text(entry))?));
        GAMES.iter().filter_map(read).collect()
    });
    BOOKS.iter().find(|(id, _)| *id == game).map(|(_, book)| book)
}

/// `None` if the work was cancelled.
fn stop_if_cancelled(cancel: &CancelToken) -> Option<()> {
    (!cancel.is_cancelled()).then_some(())
}

#[cfg(test)]
mod tests {
    use mekong_catalog::{GAMES, find};
    use mekong_core::Variants;

    use super::{Book, book, registry};

    /// Every committed book can be read, every position follows from the start by moves of the book, and every move is legal.
    #[test]
    fn committed_books_are_valid() {
        for entry in GAMES {
            let (id, text) = (entry.info().id, registry::book_text(entry));
            if text.is_empty() {
                continue;
            }
            let book = book(id).unwrap_or_else(|| panic!("{id}: the book cannot be read"));
            assert_eq!(book.settings.game, id);
            assert!(book.positions().len() >= text.lines().count() - 1, "{id}");
            let starts = (1..=book.settings.deals.unwrap_or(1)).map(|seed| entry.start(Variants::NONE, seed));
            assert!(starts.clone().all(|start| book.position(&start.position_text()).is_some()), "{id}");
            for known in book.positions() {
                let session = entry.parse(&known.position, Variants::NONE).expect("a position");
                let legal = session.legal();
                let mut before = u32::MAX;
                for mv in &known.moves {
                    assert!(legal.contains(&mv.text), "{id}: {} {}", known.position, mv.text);
                    assert!((0.0..=1.0).contains(&mv.value.p1_chance));
                    assert!(mv.total() > 0 && mv.total() <= before, "{id}: {}", known.position);
                    before = mv.total();
                }
                let total: u32 = known.moves.iter().map(super::BookMove::total).sum();
                assert!(total >= book.settings.min_games, "{id}: {}", known.position);
            }
        }
    }

    #[test]
    fn games_with_measured_levels_have_a_book() {
        for entry in GAMES.iter().filter(|entry| mekong_players::calibration(entry).is_some()) {
            let id = entry.info().id;
            assert!(book(id).is_some_and(|book| !book.positions().is_empty()), "{id}");
        }
    }

    #[test]
    fn mirrored_positions_are_found() {
        let text = r#"{"game":"siam","games":1,"nodes":1,"value_nodes":1,"plies":2,"min_games":1,"seed":1}
{"position":"5/5/1ooo1/5/5 E 0 -","moves":[{"move":"@a1N","p1":1,"p2":0,"draws":0,"value":{"p1_chance":0.5}}]}
{"position":"5/5/1ooo1/5/N4 R 1 -","moves":[{"move":"@b5S","p1":1,"p2":0,"draws":0,"value":{"p1_chance":0.5}}]}
"#;
        let book = Book::parse(text).expect("a book");
        assert_eq!(book.positions().len(), 3, "the start is its own mirror image");
        let mut session = find("siam").expect("a game").start(Variants::NONE, 0);
        session.play("@e1N").expect("a legal move");
        let mirrored = book.position(&session.position_text()).expect("the mirror image");
        assert_eq!(mirrored.moves[0].text, "@d5S");
        assert!(Book::parse(&text.replace("@b5S", "zz")).is_none());
        assert!(Book::parse("").is_none());
    }
}
