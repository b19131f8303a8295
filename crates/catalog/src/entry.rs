use mekong_core::{Game, GameInfo, Insight, Notation as _, Variants};

use crate::{PositionError, Session};

/// A game of the registry without its types.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    info: &'static GameInfo,
    start: fn(Variants, u64) -> Session,
    parse: fn(&str, Variants) -> Result<Session, PositionError>,
}

impl Entry {
    pub(crate) const fn of<G: Game>() -> Entry
    where
        G::Position: Insight,
    {
        Entry {
            info: &G::INFO,
            start: |variants, seed| Session::new::<G>(G::start(variants, seed)),
            parse: |text, variants| {
                G::Position::parse_position(text, variants).map(Session::new::<G>).map_err(PositionError::new)
            },
        }
    }

    /// The id, title, author and variants of the game.
    #[must_use]
    pub const fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// A session at the start of a game. `seed` determines the deal if the game has one.
    #[must_use]
    pub fn start(&self, variants: Variants, seed: u64) -> Session {
        (self.start)(variants, seed)
    }

    /// A session that starts from a position text.
    pub fn parse(&self, text: &str, variants: Variants) -> Result<Session, PositionError> {
        (self.parse)(text, variants)
    }
}
