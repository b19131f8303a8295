//! Analysis of finished games.

use std::{
    collections::HashMap,
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use futures_util::FutureExt as _;
use mekong_catalog::GameSession;
use tokio::sync::watch;

use crate::{
    limits::{RequestLimits, Requester},
    live::{Broker, Shutdown},
    protocol::{AnalysedMoveView, AnalysisView},
    store::{AnalysisRow, GameRow, Store, StoreError},
    table::Stage,
    time::now,
    work::SearchDispatcher,
};

/// Maximum number of running analyses.
const MAX_RUNNING: usize = 256;

/// Maximum per user.
const MAX_PER_USER: usize = 3;

/// Maximum per network.
const MAX_PER_NETWORK: usize = 8;

/// How often a running analysis is saved.
const SAVE_INTERVAL: Duration = Duration::from_secs(5);

/// Pause before the database is tried again.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// Analyses of finished games, running and stored.
pub struct Analyses {
    store: Store,
    searches: Arc<SearchDispatcher>,
    limits: Arc<RequestLimits>,
    shutdown: Shutdown,
    broker: Broker,
    running: RunningAnalyses,
}

/// The lease of the node that analyses a game.
fn lease(game: &str) -> String {
    format!("analysis {game}")
}

/// The running analyses, by game.
#[derive(Debug, Default)]
struct RunningAnalyses {
    by_game: Mutex<HashMap<String, Running>>,
}

#[derive(Debug)]
struct Running {
    /// Who requested it; `None` if it was resumed after a restart.
    requester: Option<Requester>,
    progress: Progress,
}

/// Why there is no analysis.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AnalysisError {
    /// There is no such game.
    #[error("no such game")]
    NoGame,
    /// The game is not over, or has no moves.
    #[error("the game is not over or has no moves")]
    NotFinished,
    /// Too many analyses of this user or network are running.
    #[error("too many analyses of one user or network")]
    TooMany,
    /// Too many analyses are running.
    #[error("too many analyses")]
    Busy,
    /// The database failed.
    #[error("{0}")]
    Store(StoreError),
}

impl From<StoreError> for AnalysisError {
    fn from(error: StoreError) -> AnalysisError {
        AnalysisError::Store(error)
    }
}

/// The state of a running analysis, with every update.
type Progress = watch::Receiver<Arc<AnalysisView>>;

impl RunningAnalyses {
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Running>> {
        self.by_game.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, game: &str) -> Option<Progress> {
        self.lock().get(game).map(|running| running.progress.clone())
    }

    /// Registers an analysis; `None` if it is running already.
    fn begin(
        &self,
        game: &str,
        requester: Option<Requester>,
    ) -> Result<Option<watch::Sender<Arc<AnalysisView>>>, AnalysisError> {
        let mut all = self.lock();
        if all.contains_key(game) {
            return Ok(None);
        }
        if let Some(requester) = requester {
            let others = || all.values().filter_map(|running| running.requester);
            let of_user = others().filter(|other| other.user == requester.user).count();
            let of_network = others().filter(|other| other.network == requester.network).count();
            if of_user >= MAX_PER_USER || of_network >= MAX_PER_NETWORK {
                return Err(AnalysisError::TooMany);
            }
            if all.len() >= MAX_RUNNING {
                return Err(AnalysisError::Busy);
            }
        }
        let sender = watch::Sender::new(Arc::new(AnalysisView::empty(game)));
        let running = Running { requester, progress: sender.subscribe() };
        all.insert(game.to_owned(), running);
        Ok(Some(sender))
    }

    fn end(&self, game: &str) {
        self.lock().remove(game);
    }
}

impl Analyses {
    pub(crate) fn new(
        store: Store,
        searches: Arc<SearchDispatcher>,
        limits: Arc<RequestLimits>,
        shutdown: Shutdown,
        broker: Broker,
    ) -> Analyses {
        Analyses { store, searches, limits, shutdown, broker, running: RunningAnalyses::default() }
    }

    /// Acquires the lease of an analysis. Returns whether this node holds it.
    async fn acquire_lease(&self, id: &str) -> Result<bool, StoreError> {
        if self.broker.is_local() { Ok(true) } else { self.store.lease(&lease(id), self.broker.node()).await }
    }

    async fn release_lease(&self, id: &str) {
        if !self.broker.is_local()
            && let Err(error) = self.store.release(&lease(id), self.broker.node()).await
        {
            tracing::debug!(%error, game = id, "lease not released");
        }
    }

    /// Starts the analysis of a finished game, unless it is running or stored. Returns its current state.
    pub async fn start(self: &Arc<Self>, id: &str, user: &str) -> Result<Arc<AnalysisView>, AnalysisError> {
        if let Some(known) = self.get(id).await? {
            return Ok(known);
        }
        let row = self.store.game(id).await?.ok_or(AnalysisError::NoGame)?;
        if row.stage == Stage::Playing || row.plies == 0 {
            return Err(AnalysisError::NotFinished);
        }
        self.spawn(&row, Some(self.limits.requester_for(user))).await?;
        // Another node may have started it just now.
        Ok(self.get(id).await?.unwrap_or_else(|| Arc::new(AnalysisView::empty(id))))
    }

    /// The current state of the analysis of a game, if it was requested.
    pub async fn get(&self, id: &str) -> Result<Option<Arc<AnalysisView>>, StoreError> {
        let running = || self.running.find(id).map(|progress| Arc::clone(&progress.borrow()));
        if let Some(view) = running() {
            return Ok(Some(view));
        }
        let Some(view) = self.stored(id).await? else { return Ok(None) };
        // It may have started meanwhile. One that waits to be resumed counts as absent, unless another node has it.
        let is_shown = view.is_done || !self.broker.is_local();
        Ok(running().or_else(|| is_shown.then(|| Arc::new(view))))
    }

    async fn stored(&self, id: &str) -> Result<Option<AnalysisView>, StoreError> {
        let Some(row) = self.store.analysis(id).await? else { return Ok(None) };
        let corrupt = |error| StoreError::Corrupt(format!("the analysis of game {id}: {error}"));
        serde_json::from_str(&row.body).map(Some).map_err(corrupt)
    }

    /// The analysis of a game with all further updates, if it was requested. That of another node is read from the database.
    pub async fn follow(self: &Arc<Self>, id: &str) -> Result<Option<Progress>, StoreError> {
        let Some(view) = self.get(id).await? else { return Ok(None) };
        if let Some(progress) = self.running.find(id) {
            return Ok(Some(progress));
        }
        let (sender, progress) = watch::channel(view);
        let (this, id) = (Arc::clone(self), id.to_owned());
        tokio::spawn(async move {
            while !sender.borrow().is_done && !sender.is_closed() {
                tokio::time::sleep(RETRY_INTERVAL).await;
                if let Ok(Some(view)) = this.stored(&id).await {
                    sender.send_replace(Arc::new(view));
                }
            }
        });
        Ok(Some(progress))
    }

    /// Resumes the analyses that were running when the server stopped, or whose node is dead.
    pub(crate) async fn resume(self: &Arc<Self>) -> Result<(), StoreError> {
        for id in self.store.incomplete_analyses().await? {
            if self.running.find(&id).is_some() || !self.acquire_lease(&id).await? {
                continue;
            }
            let resumed = match self.store.game(&id).await {
                Ok(Some(row)) => self.spawn(&row, None).await,
                Ok(None) => Err(AnalysisError::NoGame),
                Err(error) => Err(error.into()),
            };
            if let Err(error) = resumed {
                tracing::warn!(%error, game = id, "analysis not resumed");
                self.release_lease(&id).await;
            }
        }
        Ok(())
    }

    /// Starts an analysis, unless it is running on this or another node.
    async fn spawn(
        self: &Arc<Self>,
        row: &GameRow,
        requester: Option<Requester>,
    ) -> Result<(), AnalysisError> {
        let game_session = row.game_session()?;
        if self.running.find(&row.id).is_some() || !self.acquire_lease(&row.id).await? {
            return Ok(());
        }
        let progress = match self.running.begin(&row.id, requester) {
            Ok(None) => return Ok(()),
            Ok(Some(progress)) => progress,
            Err(error) => {
                // Heartbeats renew all leases of this node: one without an analysis would never expire.
                self.release_lease(&row.id).await;
                return Err(error);
            }
        };
        let (this, id) = (Arc::clone(self), row.id.clone());
        // Resumed analyses share one requester.
        let requester = requester.unwrap_or_else(|| self.limits.requester_for(""));
        tokio::spawn(async move {
            this.run_to_end(&id, this.run(&id, &game_session, requester, &progress)).await;
        });
        Ok(())
    }

    /// Runs an analysis, and releases its lease and its place among the running ones even if it panics.
    async fn run_to_end(&self, id: &str, run: impl Future<Output = bool>) {
        let is_kept = AssertUnwindSafe(run).catch_unwind().await.unwrap_or(false);
        if !is_kept {
            tracing::error!(game = id, "analysis failed");
            // It would fail again whenever it is resumed.
            if let Err(error) = self.store.delete_analysis(id).await {
                tracing::warn!(%error, game = id, "analysis not deleted");
            }
        }
        self.release_lease(id).await;
        self.running.end(id);
    }

    /// Returns false if the analysis fails. If the server stops, it is resumed later.
    async fn run(
        &self,
        id: &str,
        game_session: &GameSession,
        requester: Requester,
        progress: &watch::Sender<Arc<AnalysisView>>,
    ) -> bool {
        self.save(id, &AnalysisView::empty(id), false).await;
        // Moves are analysed from the last to the first, and again if a worker fails.
        let add = |analysed: AnalysedMoveView| {
            progress.send_if_modified(|view| {
                let is_new = view.moves.first().is_none_or(|first| analysed.ply < first.ply);
                if is_new {
                    Arc::make_mut(view).moves.insert(0, analysed);
                }
                is_new
            });
        };
        let saving = async {
            let mut changes = progress.subscribe();
            while changes.changed().await.is_ok() {
                let view = changes.borrow_and_update().clone();
                self.save(id, &view, false).await;
                tokio::time::sleep(SAVE_INTERVAL).await;
            }
        };
        let view = tokio::select! {
            view = self.searches.analyse(id, game_session, requester, add) => view,
            () = saving => None,
        };
        let Some(view) = view.map(Arc::new) else { return self.shutdown.is_requested() };
        // It is reported as done only once it is stored.
        while !self.save(id, &view, true).await {
            if self.shutdown.is_requested() {
                return true;
            }
            tokio::time::sleep(RETRY_INTERVAL).await;
        }
        progress.send_replace(view);
        true
    }

    /// Saves the current state. Returns whether that succeeded.
    async fn save(&self, id: &str, view: &AnalysisView, is_done: bool) -> bool {
        let body = serde_json::to_string(view).unwrap_or_default();
        let saved = self.store.set_analysis(id, AnalysisRow { is_done, body }, now()).await;
        if let Err(error) = &saved {
            tracing::warn!(%error, game = id, "analysis not saved");
        }
        saved.is_ok()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Analyses, AnalysisRow};
    use crate::{
        live::{Broker, Shutdown},
        services::test_support::TestServices,
        table::Clock,
    };

    fn analyses(services: &TestServices, broker: Broker) -> Arc<Analyses> {
        let searches = TestServices::searches(broker.clone());
        let (store, limits) = (services.store.clone(), Arc::clone(&services.limits));
        Arc::new(Analyses::new(store, searches, limits, Shutdown::default(), broker))
    }

    #[cfg(feature = "cluster")]
    #[tokio::test]
    async fn state_of_another_node_is_complete_at_once() {
        use super::AnalysisView;

        let services = TestServices::new().await;
        let room = services.game(Clock::None).await;
        let view = AnalysisView { turning_points: vec![7], ..AnalysisView::empty(room.id()) };
        let body = serde_json::to_string(&view).unwrap();
        services.store.set_analysis(room.id(), AnalysisRow { is_done: false, body }, 1).await.unwrap();
        let alone = analyses(&services, Broker::Local);
        assert_eq!(alone.get(room.id()).await, Ok(None), "it waits to be resumed");
        // It is not reachable: the state is in the database.
        let of_node = analyses(&services, Broker::connect("nats://127.0.0.1:1").await.unwrap());
        assert_eq!(of_node.get(room.id()).await.unwrap().as_deref(), Some(&view));
        let progress = of_node.follow(room.id()).await.unwrap().unwrap();
        assert_eq!(**progress.borrow(), view);
    }

    #[tokio::test]
    async fn panic_ends_an_analysis() {
        let services = TestServices::new().await;
        let room = services.game(Clock::None).await;
        let (id, analyses) = (room.id(), analyses(&services, Broker::Local));
        let row = AnalysisRow { is_done: false, body: String::new() };
        services.store.set_analysis(id, row, 1).await.unwrap();
        let _progress = analyses.running.begin(id, None).unwrap();
        analyses.run_to_end(id, async { panic!("deliberate panic") }).await;
        assert!(analyses.running.find(id).is_none());
        assert_eq!(services.store.analysis(id).await, Ok(None), "it is not resumed");
    }
}
