use mekong_core::{BenchPositions, Game, GameInfo, Levels, Narrate, Notation as _, Variants};

use crate::{GameSession, OpenError, PositionError};

/// A game of the registry without its types.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    info: &'static GameInfo,
    levels: &'static Levels,
    bench: &'static Option<BenchPositions>,
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
    pub const fn bench(&self) -> Option<&'static BenchPositions> {
        self.bench.as_ref()
    }

    /// A session at the start of a game. `seed` determines the deal if the game has one.
    #[must_use]
    pub fn start(&self, variants: Variants, seed: u64) -> GameSession {
        (self.start)(variants, seed)
    }

    /// The variants with these names, as in [`GameInfo::parse_variants`].
    pub fn parse_variants<S: AsRef<str>>(
        &self,
        names: impl IntoIterator<Item = S>,
    ) -> Result<Variants, OpenError> {
        self.info.parse_variants(names).map_err(OpenError::Variant)
    }

    /// A session after moves from a position; without one from the start of a game, dealt from the seed if the game is dealt.
    pub fn open<S: AsRef<str>>(
        &self,
        variants: Variants,
        position: Option<&str>,
        seed: u64,
        moves: impl IntoIterator<Item = S>,
    ) -> Result<GameSession, OpenError> {
        let mut session = match position {
            Some(text) => self.parse(text, variants).map_err(OpenError::Position)?,
            None => self.start(variants, seed),
        };
        for (number, text) in (1..).zip(moves) {
            let text = text.as_ref();
            session.play(text).map_err(|error| OpenError::Move { number, text: text.to_owned(), error })?;
        }
        Ok(session)
    }

    /// A session that starts from a position text.
    pub fn parse(&self, text: &str, variants: Variants) -> Result<GameSession, PositionError> {
        (self.parse)(text, variants)
    }
}
