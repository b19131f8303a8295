//! The search behind the same door: what it thinks of a session, in texts.

use std::{sync::atomic::AtomicBool, time::Duration};

use mekong_core::{Evaluate, Game, Notation as _};
use mekong_engine::{Engine, Limits, Report, Score};

use crate::{Session, session::Typed};

/// A search of a session whose types are known.
type Think = fn(&Session, &Engine, Limits, &AtomicBool, &mut dyn FnMut(&Thought)) -> Option<Thought>;

/// How a game without its types is searched.
#[derive(Clone, Copy, Debug)]
pub struct Thinker {
    think: Think,
}

/// What a search knows of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// Plies searched.
    pub depth: u32,
    /// The longest line looked at.
    pub deepest: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// The best lines, best first: the score for the player to move, and the moves.
    pub lines: Vec<(Score, Vec<String>)>,
}

impl Thinker {
    pub(crate) const fn of<G: Game>() -> Thinker
    where
        G::Position: Evaluate,
    {
        Thinker { think: think::<G> }
    }

    /// Searches the position of a session until a limit, and tells every depth. `None` if the session is of another
    /// game. The lines are empty only if the game is over or the search was stopped at once.
    pub fn think(
        &self,
        session: &Session,
        engine: &Engine,
        limits: Limits,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        (self.think)(session, engine, limits, stop, tell)
    }
}

fn think<G: Game>(
    session: &Session,
    engine: &Engine,
    limits: Limits,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&Thought),
) -> Option<Thought>
where
    G::Position: Evaluate,
{
    let typed = session.as_any().downcast_ref::<Typed<G>>()?;
    let report = engine.search(typed.history(), limits, stop, |report| tell(&in_texts::<G>(report)));
    Some(in_texts::<G>(&report))
}

fn in_texts<G: Game>(report: &Report<<G::Position as mekong_core::Position>::Move>) -> Thought {
    let texts = |moves: &[_]| moves.iter().map(|&mv| G::Position::move_text(mv)).collect();
    Thought {
        depth: report.depth,
        deepest: report.deepest,
        nodes: report.nodes,
        time: report.time,
        lines: report.lines.iter().map(|line| (line.score, texts(&line.moves))).collect(),
    }
}
