use mekong_core::{Endgame, Evaluate, Game, GameInfo, Indexed, Insight, Notation as _, Variants, Weighed};

use crate::{PositionError, Session};

/// A game without its types: a few functions over texts.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    info: &'static GameInfo,
    start: fn(Variants, u64) -> Session,
    parse: fn(&str, Variants) -> Result<Session, PositionError>,
    #[cfg(feature = "tables")]
    solver: Option<crate::Solver>,
    #[cfg(feature = "engine")]
    thinker: crate::mind::Thinker,
    #[cfg(feature = "engine")]
    tuner: Option<crate::Tuner>,
}

impl Entry {
    pub(crate) const fn of<G: Game>() -> Entry
    where
        G::Position: Evaluate + Insight,
    {
        Entry {
            info: &G::INFO,
            start: start::<G>,
            parse: parse::<G>,
            #[cfg(feature = "tables")]
            solver: None,
            #[cfg(feature = "engine")]
            thinker: crate::mind::Thinker::of::<G>(),
            #[cfg(feature = "engine")]
            tuner: None,
        }
    }

    /// The same for a game whose evaluation is learned.
    pub(crate) const fn tuned<G: Game>(self) -> Entry
    where
        G::Position: Weighed,
    {
        Entry {
            #[cfg(feature = "engine")]
            tuner: Some(crate::Tuner::of::<G>()),
            ..self
        }
    }

    /// The same for a game small enough to be solved.
    pub(crate) const fn solved<G: Game>(self) -> Entry
    where
        G::Position: Indexed + Insight,
    {
        Entry {
            #[cfg(feature = "tables")]
            solver: Some(crate::Solver::of::<G>()),
            ..self
        }
    }

    /// The same for a game whose end can be solved while one waits.
    pub(crate) const fn ending<G: Game>(self) -> Entry
    where
        G::Position: Evaluate + Endgame,
    {
        Entry {
            #[cfg(feature = "engine")]
            thinker: self.thinker.with_endgame::<G>(),
            ..self
        }
    }

    /// How the evaluation is learned, if it is.
    #[cfg(feature = "engine")]
    #[must_use]
    pub const fn tuner(&self) -> Option<crate::Tuner> {
        self.tuner
    }

    /// How the game is searched.
    #[cfg(feature = "engine")]
    pub(crate) const fn thinker(&self) -> &crate::mind::Thinker {
        &self.thinker
    }

    /// What the levels 1 to 10 can see in this game.
    #[cfg(feature = "engine")]
    #[must_use]
    pub fn strengths(&self) -> &'static [crate::Strength; 10] {
        crate::levels::strengths(self.info.id)
    }

    /// How many positions the full strength looks at in a second on a phone. Measurements count them instead of the time, so
    /// that they come out alike on any machine.
    #[cfg(feature = "engine")]
    #[must_use]
    pub fn second(&self) -> u64 {
        crate::levels::second(self.info.id)
    }

    /// How strong the levels are, if that was measured.
    #[cfg(feature = "engine")]
    #[must_use]
    pub fn calibration(&self) -> Option<&'static crate::Calibration> {
        crate::levels::calibration(self.info.id)
    }

    /// How the game is solved, if it is small enough.
    #[cfg(feature = "tables")]
    #[must_use]
    pub const fn solver(&self) -> Option<crate::Solver> {
        self.solver
    }

    /// The facts of the game.
    #[must_use]
    pub const fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// A session at the start of a game. `seed` decides the deal where there is one.
    #[must_use]
    pub fn start(&self, variants: Variants, seed: u64) -> Session {
        (self.start)(variants, seed)
    }

    /// A session that starts from a position text.
    ///
    /// # Errors
    /// Why the text is refused.
    pub fn parse(&self, text: &str, variants: Variants) -> Result<Session, PositionError> {
        (self.parse)(text, variants)
    }
}

fn start<G: Game>(variants: Variants, seed: u64) -> Session
where
    G::Position: Insight,
{
    Session::new::<G>(G::start(variants, seed))
}

fn parse<G: Game>(text: &str, variants: Variants) -> Result<Session, PositionError>
where
    G::Position: Insight,
{
    G::Position::parse_position(text, variants).map(Session::new::<G>).map_err(PositionError::new)
}
