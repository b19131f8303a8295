use serde::Deserialize;

use crate::{OpenError, Session, find};

/// What to look at: a game, its variants, a position and moves from there. A line of `mekong show --batch`.
///
/// Fields it does not know are left alone, so that files with remarks of their own can be given as they are.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
pub struct Request {
    /// The game's name.
    pub game: String,
    /// The names of the variants; none for the plain game.
    #[serde(default)]
    pub variant: Option<Vec<String>>,
    /// The position to start from; none for the start of the game.
    #[serde(default)]
    pub position: Option<String>,
    /// Moves to play from there.
    #[serde(default)]
    pub moves: Option<Vec<String>>,
    /// The seed of the deal, in games that begin with one and when no position is given.
    #[serde(default)]
    pub seed: Option<u64>,
}

impl Request {
    /// Opens the session, and tells the seed if the game began with a deal. `fresh_seed` is asked for a seed
    /// when a deal is needed and none is given.
    ///
    /// # Errors
    /// The first part of the request that is refused.
    pub fn open(&self, fresh_seed: impl FnOnce() -> u64) -> Result<(Session, Option<u64>), OpenError> {
        let entry = find(&self.game)?;
        let names = self.variant.iter().flatten();
        let variants = entry.info().parse_variants(names).map_err(OpenError::Variant)?;
        let (mut session, seed) = match &self.position {
            Some(text) => (entry.parse(text, variants).map_err(OpenError::Position)?, None),
            None if entry.info().dealt => {
                let seed = self.seed.unwrap_or_else(fresh_seed);
                (entry.start(variants, seed), Some(seed))
            }
            None => (entry.start(variants, 0), None),
        };
        for (number, text) in (1..).zip(self.moves.iter().flatten()) {
            session.play(text).map_err(|error| OpenError::Move { number, text: text.clone(), error })?;
        }
        Ok((session, seed))
    }
}
