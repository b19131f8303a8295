//! Type-erased adapters for every game, built with the visitor of the catalog.

use std::sync::LazyLock;

use mekong_catalog::{Entry, PerGame, Visitor};
use mekong_core::{Evaluate, Game, Narrate, Symmetric};

use crate::images::{self, Images};

/// The type-erased functions and data of a game.
struct Adapter {
    book: &'static str,
    images: Images,
}

#[derive(Default)]
struct Builder(PerGame<Adapter>);

impl Visitor for Builder {
    fn game<G: Game>(&mut self)
    where
        G::Position: Evaluate + Narrate,
    {
        self.0.insert::<G>(Adapter { book: G::BOOK, images: images::identity_image });
    }

    fn symmetric<G: Game>(&mut self)
    where
        G::Position: Symmetric + Narrate,
    {
        // The deals of a book come from known seeds, so their images are never looked up.
        if !G::INFO.dealt {
            self.0.get_mut::<G>().expect("a game is visited before its capabilities").images =
                images::images::<G>;
        }
    }
}

static ADAPTERS: LazyLock<PerGame<Adapter>> =
    LazyLock::new(|| PerGame::collect(|builder: Builder| builder.0));

fn adapter(entry: &Entry) -> &'static Adapter {
    ADAPTERS.get(entry.info().id).expect("all games were visited")
}

/// The images of a game's positions.
pub(crate) fn images(entry: &Entry) -> Images {
    adapter(entry).images
}

/// The file of a game's book; empty if it has none.
pub(crate) fn book_text(entry: &Entry) -> &'static str {
    adapter(entry).book
}
