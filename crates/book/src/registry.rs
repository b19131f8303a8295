//! The files of the committed books, collected with the visitor of the catalog.

use std::sync::LazyLock;

use mekong_catalog::{Entry, PerGame, Visitor};
use mekong_core::{Evaluate, Game, Narrate};

#[derive(Default)]
struct Builder(PerGame<&'static str>);

impl Visitor for Builder {
    fn game<G: Game>(&mut self)
    where
        G::Position: Evaluate + Narrate,
    {
        self.0.insert::<G>(G::BOOK);
    }
}

static BOOKS: LazyLock<PerGame<&'static str>> =
    LazyLock::new(|| PerGame::collect(|builder: Builder| builder.0));

/// The file of a game's book; empty if it has none.
pub(crate) fn book_text(entry: &Entry) -> &'static str {
    BOOKS.get(entry.info().id).expect("all games were visited")
}
