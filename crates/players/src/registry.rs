//! Type-erased adapters for every game, built with the visitor of the catalog.

use std::sync::LazyLock;

use mekong_catalog::{Entry, PerGame, Visitor};
use mekong_core::{Endgame, Evaluate, Game, Indexed, LinearEvaluate, Narrate};

use crate::{Tuner, erased::ErasedSearch};

struct Adapters {
    search: ErasedSearch,
    tuner: Option<Tuner>,
    #[cfg(feature = "tablebases")]
    solver: Option<crate::TablebaseSolver>,
}

#[derive(Default)]
struct Builder(PerGame<Adapters>);

impl Builder {
    fn of<G: Game>(&mut self) -> &mut Adapters {
        self.0.get_mut::<G>().expect("a game is visited before its capabilities")
    }
}

impl Visitor for Builder {
    fn game<G: Game>(&mut self)
    where
        G::Position: Evaluate + Narrate,
    {
        self.0.insert::<G>(Adapters {
            search: ErasedSearch::of::<G>(),
            tuner: None,
            #[cfg(feature = "tablebases")]
            solver: None,
        });
    }

    fn tunable<G: Game>(&mut self)
    where
        G::Position: LinearEvaluate,
    {
        self.of::<G>().tuner = Some(Tuner::of::<G>());
    }

    #[cfg_attr(
        not(feature = "tablebases"),
        expect(clippy::extra_unused_type_parameters, reason = "tablebases need it")
    )]
    fn indexed<G: Game>(&mut self)
    where
        G::Position: Indexed + Narrate,
    {
        #[cfg(feature = "tablebases")]
        {
            self.of::<G>().solver = Some(crate::TablebaseSolver::of::<G>());
        }
    }

    fn endgame<G: Game>(&mut self)
    where
        G::Position: Evaluate + Endgame,
    {
        let adapters = self.of::<G>();
        adapters.search = adapters.search.with_endgame::<G>();
    }
}

static ADAPTERS: LazyLock<PerGame<Adapters>> =
    LazyLock::new(|| PerGame::collect(|builder: Builder| builder.0));

fn adapters(entry: &Entry) -> &'static Adapters {
    ADAPTERS.get(entry.info().id).expect("entries come from the catalog, and all of them were visited")
}

/// The search of a game.
pub(crate) fn search(entry: &Entry) -> &'static ErasedSearch {
    &adapters(entry).search
}

/// The tuner of a game's evaluation, if its weights can be tuned.
#[must_use]
pub fn tuner(entry: &Entry) -> Option<Tuner> {
    adapters(entry).tuner
}

/// The solver of a game, if it is small enough to be solved completely.
#[cfg(feature = "tablebases")]
#[must_use]
pub fn solver(entry: &Entry) -> Option<crate::TablebaseSolver> {
    adapters(entry).solver
}

/// Whether a game has an exact endgame solver.
#[must_use]
pub fn has_endgame(entry: &Entry) -> bool {
    search(entry).has_endgame()
}
