//! Hints, explanations and evaluations on request. The advisor has its own searcher, so that a weak level does not
//! benefit from its results.

use mekong_analysis::{Evaluation, Hint, MoveReport, analyse_move, default_nodes, find_hint};
use mekong_catalog::{GameSession, find};
use mekong_core::CancelToken;
use mekong_engine::Limits;
use mekong_players::Searcher;
use mekong_terminal::{context::Context, failure::Failure, searchers::LazyTablebases};

use super::ctrl_c::CtrlC;

/// The size of the advisor's hash table, in megabytes.
const MEGABYTES: usize = 32;

#[derive(Default)]
pub(super) struct Advisor {
    /// Created on first use.
    searcher: Option<Searcher>,
    /// The last hint, and the moves after which it was given.
    given: Option<(Vec<String>, Hint)>,
}

impl Advisor {
    fn ask<T>(
        &mut self,
        session: &GameSession,
        ctrl_c: &CtrlC,
        context: &Context,
        query: impl FnOnce(&Searcher, &CancelToken) -> T,
    ) -> Result<T, Failure> {
        if self.searcher.is_none() {
            let entry = find(session.info().id).map_err(|error| Failure::input(&error, context.lang))?;
            let tablebase = ctrl_c.with_cancel_token(|stop| {
                LazyTablebases::new(true, stop, context).find(entry, session.variants())
            })?;
            let searcher = Searcher::new(entry, MEGABYTES);
            self.searcher = Some(match tablebase {
                Some(tablebase) => searcher.with_tablebase(tablebase),
                None => searcher,
            });
        }
        let searcher = self.searcher.as_ref().expect("initialised above");
        // Answers must not depend on earlier searches.
        searcher.clear();
        ctrl_c.cancellable(|cancel| query(searcher, cancel))
    }

    /// The search limits, the same as in an analysis: a fraction of a second.
    fn limits(session: &GameSession) -> Limits {
        find(session.info().id).map(|entry| Limits::nodes(default_nodes(entry))).unwrap_or_default()
    }

    /// A hint, and whether it is the first in this position; none if the game is over.
    pub(super) fn hint(
        &mut self,
        session: &GameSession,
        ctrl_c: &CtrlC,
        context: &Context,
    ) -> Result<Option<(Hint, bool)>, Failure> {
        let moves = session.moves();
        if let Some((place, hint)) = &self.given
            && *place == moves
        {
            return Ok(Some((hint.clone(), false)));
        }
        let found = self.ask(session, ctrl_c, context, |searcher, cancel| {
            find_hint(searcher, session, Self::limits(session), cancel)
        })?;
        self.given = found.clone().map(|hint| (moves, hint));
        Ok(found.map(|hint| (hint, true)))
    }

    /// The evaluation of a move played in the position of `before`; none if the move is illegal there.
    pub(super) fn analyse_move(
        &mut self,
        before: &GameSession,
        text: &str,
        ctrl_c: &CtrlC,
        context: &Context,
    ) -> Result<Option<MoveReport>, Failure> {
        self.ask(before, ctrl_c, context, |searcher, cancel| {
            analyse_move(searcher, before, text, Self::limits(before), cancel).ok()
        })
    }

    /// The evaluation of the position for the player to move; none if the game is over.
    pub(super) fn evaluate(
        &mut self,
        session: &GameSession,
        ctrl_c: &CtrlC,
        context: &Context,
    ) -> Result<Option<Evaluation>, Failure> {
        self.ask(session, ctrl_c, context, |searcher, cancel| {
            let result = searcher.search(session, Self::limits(session), cancel, &mut |_| {});
            Evaluation::of_result(searcher, &result)
        })
    }
}
