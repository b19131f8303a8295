use mekong_core::{Bench, Game, GameInfo, Levels, Narrate, Notation as _, Variants};

use crate::{GameSession, PositionError};

/// A game of the registry without its types.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    info: &'static GameInfo,
    levels: &'static Levels,
    bench: &'static Option<Bench>,
    start: fn(Variants, u64) -> GameSession,
    parse: fn(&str, Variants) -> Result<GameSession, PositionError>,
}

impl Entry {
    pub(crate) const fn of<G: Game>() -> Entry
    where
        G::Position: Narrate,
    {
        Entry {
            info: &G::INFO,
            levels: &G::LEVELS,
            bench: &G::BENCH,
            start: |variants, seed| GameSession::new::<G>(G::start(variants, seed)),
            parse: |text, variants| {
                G::Position::parse_position(text, variants)
                    .map(GameSession::new::<G>)
                    .map_err(PositionError::new)
            },
        }
    }

    /// The id, title, author and variants of the game.
    #[must_use]
    pub const fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// The computer levels of the game.
    #[must_use]
    pub const fn levels(&self) -> &'static Levels {
        self.levels
    }

    /// The positions of the game that the bench searches, if there are any.
    #[must_use]
    pub const fn bench(&self) -> Option<&'static Bench> {
        self.bench.as_ref()
    }

    /// A session at the start of a game. `seed` determines the deal if the game has one.
    #[must_use]
    pub fn start(&self, variants: Variants, seed: u64) -> GameSession {
        (self.start)(variants, seed)
    }

    /// A session that starts from a position text.
    pub fn parse(&self, text: &str, variants: Variants) -> Result<GameSession, PositionError> {
        (self.parse)(text, variants)
    }
}
