//! Help on request: hints, reasons and evaluations. The coach has a mind of its own, so that a weak opponent does not
//! profit from what it finds.

use mekong_analysis::{Hint, MoveReport, Worth, default_nodes, hint, judge_move};
use mekong_catalog::{Session, find};
use mekong_core::CancelToken;
use mekong_engine::Limits;
use mekong_players::Searcher;
use mekong_terminal::{context::Context, failure::Failure, searchers::TableCache};

use super::thinking::Thinking;

/// The size of the coach's memory.
const MEGABYTES: usize = 32;

#[derive(Default)]
pub(super) struct Coach {
    /// Made when it is first asked.
    mind: Option<Searcher>,
    /// The last hint, and after which moves it was given.
    given: Option<(Vec<String>, Hint)>,
}

impl Coach {
    fn ask<T>(
        &mut self,
        session: &Session,
        thinking: &Thinking,
        context: &Context,
        question: impl FnOnce(&Searcher, &CancelToken) -> T,
    ) -> Result<T, Failure> {
        if self.mind.is_none() {
            let entry = find(session.info().id).map_err(|error| Failure::input(&error, context.lang))?;
            let table = thinking
                .with_table(|stop| TableCache::new(true, stop, context).find(entry, session.variants()))?;
            let mind = Searcher::new(entry, MEGABYTES);
            self.mind = Some(match table {
                Some(table) => mind.with_tablebase(table),
                None => mind,
            });
        }
        let mind = self.mind.as_ref().expect("made above");
        // The same question has the same answer, whatever was asked before.
        mind.clear();
        thinking.during(|cancel| question(mind, cancel))
    }

    /// How much the coach looks at, the same as an analysis: a fraction of a second.
    fn limits(session: &Session) -> Limits {
        find(session.info().id).map(|entry| Limits::nodes(default_nodes(entry))).unwrap_or_default()
    }

    /// A hint, and whether it is the first at this place; none if the game is over.
    pub(super) fn hint(
        &mut self,
        session: &Session,
        thinking: &Thinking,
        context: &Context,
    ) -> Result<Option<(Hint, bool)>, Failure> {
        let moves = session.moves();
        if let Some((place, hint)) = &self.given
            && *place == moves
        {
            return Ok(Some((hint.clone(), false)));
        }
        let found = self.ask(session, thinking, context, |mind, cancel| {
            hint(mind, session, Self::limits(session), cancel)
        })?;
        self.given = found.clone().map(|hint| (moves, hint));
        Ok(found.map(|hint| (hint, true)))
    }

    /// What a move was worth that was made in the position of `before`; none if it cannot be made there.
    pub(super) fn judge(
        &mut self,
        before: &Session,
        text: &str,
        thinking: &Thinking,
        context: &Context,
    ) -> Result<Option<MoveReport>, Failure> {
        self.ask(before, thinking, context, |mind, cancel| {
            judge_move(mind, before, text, Self::limits(before), cancel).ok()
        })
    }

    /// What the position is worth for the player to move; none if the game is over.
    pub(super) fn evaluate(
        &mut self,
        session: &Session,
        thinking: &Thinking,
        context: &Context,
    ) -> Result<Option<Worth>, Failure> {
        self.ask(session, thinking, context, |mind, cancel| {
            let thought = mind.search(session, Self::limits(session), cancel, &mut |_| {});
            Worth::of_result(mind, &thought)
        })
    }
}
