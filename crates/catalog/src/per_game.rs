use mekong_core::Game;

use crate::{Visitor, visit_games};

/// One value per game, or per game with some capability: the adapters that a crate builds with a [`Visitor`].
///
/// ```
/// use std::sync::LazyLock;
///
/// use mekong_catalog::{PerGame, Visitor};
/// use mekong_core::{Evaluate, Game, Narrate};
///
/// #[derive(Default)]
/// struct Titles(PerGame<&'static str>);
///
/// impl Visitor for Titles {
///     fn game<G: Game>(&mut self)
///     where
///         G::Position: Evaluate + Narrate,
///     {
///         self.0.insert::<G>(G::INFO.title.en);
///     }
/// }
///
/// static TITLES: LazyLock<PerGame<&str>> = LazyLock::new(|| PerGame::collect(|titles: Titles| titles.0));
///
/// assert_eq!(TITLES.get("siam"), Some(&"Siam"));
/// ```
#[derive(Debug)]
pub struct PerGame<T>(Vec<(&'static str, T)>);

impl<T> Default for PerGame<T> {
    fn default() -> PerGame<T> {
        PerGame(Vec::new())
    }
}

impl<T> PerGame<T> {
    /// Visits all games, and returns what the visitor has collected.
    pub fn collect<V: Visitor + Default>(values: impl FnOnce(V) -> PerGame<T>) -> PerGame<T> {
        let mut visitor = V::default();
        visit_games(&mut visitor);
        values(visitor)
    }

    /// Adds the value of a game.
    pub fn insert<G: Game>(&mut self, value: T) {
        self.0.push((G::INFO.id, value));
    }

    /// The value of the game with this id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&T> {
        self.0.iter().find(|(game, _)| *game == id).map(|(_, value)| value)
    }

    /// The value of a game, to add its optional capabilities.
    pub fn get_mut<G: Game>(&mut self) -> Option<&mut T> {
        self.0.iter_mut().find(|(game, _)| *game == G::INFO.id).map(|(_, value)| value)
    }
}
