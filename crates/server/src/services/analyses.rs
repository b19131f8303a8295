//! Analysis of finished games. The engine analyses one position at a time, with the lowest priority, so that a long
//! analysis delays nothing else.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use mekong_analysis::{GameAnalysis, default_nodes};
use mekong_catalog::GameSession;
use mekong_core::CancelToken;
use mekong_engine::Limits as SearchLimits;
use tokio::sync::watch;

use crate::{
    engine_pool::{Busy, EnginePool, Priority},
    limits::{Limits, Requester},
    live::{Broker, Shutdown},
    protocol::{AnalysedMoveView, AnalysisView},
    store::{AnalysisRow, GameRow, Store, StoreError},
    time::now,
    work::Engines,
};

/// Maximum number of running analyses.
const MAX_RUNNING: usize = 256;

/// Maximum per user.
const MAX_PER_USER: usize = 3;

/// Maximum per network.
const MAX_PER_NETWORK: usize = 8;

/// Search time per position.
const MAX_TIME_PER_POSITION: Duration = Duration::from_millis(1_000);

/// How often a running analysis is saved.
const SAVE_INTERVAL: Duration = Duration::from_secs(5);

/// Pause before a retry when the engine or the database is busy.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// Analyses of finished games, running and stored.
pub struct Analyses {
    store: Store,
    pool: Arc<EnginePool>,
    engines: Arc<Engines>,
    limits: Arc<Limits>,
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
    progress: watch::Receiver<Arc<AnalysisView>>,
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

/// A stored or running analysis.
#[derive(Clone, Debug)]
pub enum Analysis {
    /// Complete.
    Done(Arc<AnalysisView>),
    /// In progress; the receiver gets every update.
    Running(watch::Receiver<Arc<AnalysisView>>),
}

impl Analysis {
    /// The current state.
    #[must_use]
    pub fn view(&self) -> Arc<AnalysisView> {
        match self {
            Analysis::Done(view) => Arc::clone(view),
            Analysis::Running(progress) => Arc::clone(&progress.borrow()),
        }
    }
}

impl RunningAnalyses {
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Running>> {
        self.by_game.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, game: &str) -> Option<Analysis> {
        self.lock().get(game).map(|running| Analysis::Running(running.progress.clone()))
    }

    /// Registers an analysis, or returns the running one.
    fn begin(&self, game: &str, requester: Option<Requester>) -> Result<Registration, AnalysisError> {
        let mut all = self.lock();
        if let Some(running) = all.get(game) {
            return Ok(Registration::Existing(running.progress.clone()));
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
        Ok(Registration::New(sender))
    }

    fn end(&self, game: &str) {
        self.lock().remove(game);
    }
}

enum Registration {
    Existing(watch::Receiver<Arc<AnalysisView>>),
    New(watch::Sender<Arc<AnalysisView>>),
}

impl Analyses {
    pub(crate) fn new(
        store: Store,
        pool: Arc<EnginePool>,
        engines: Arc<Engines>,
        limits: Arc<Limits>,
        shutdown: Shutdown,
        broker: Broker,
    ) -> Analyses {
        Analyses { store, pool, engines, limits, shutdown, broker, running: RunningAnalyses::default() }
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

    /// Follows the analysis of a game on another node, as far as it is stored.
    fn follow(&self, id: &str) -> Analysis {
        let progress = watch::Sender::new(Arc::new(AnalysisView::empty(id)));
        let listener = progress.subscribe();
        let (store, id) = (self.store.clone(), id.to_owned());
        tokio::spawn(async move {
            while !progress.is_closed() {
                if let Ok(Some(row)) = store.analysis(&id).await
                    && let Ok(view) = serde_json::from_str(&row.body)
                {
                    progress.send_replace(Arc::new(view));
                    if row.is_done {
                        return;
                    }
                }
                tokio::time::sleep(RETRY_INTERVAL).await;
            }
        });
        Analysis::Running(listener)
    }

    /// Starts the analysis of a finished game, unless it is running or stored.
    pub async fn start(self: &Arc<Self>, id: &str, user: &str) -> Result<Analysis, AnalysisError> {
        if let Some(known) = self.get(id).await? {
            return Ok(known);
        }
        let row = self.store.game(id).await?.ok_or(AnalysisError::NoGame)?;
        if row.state == "playing" || row.plies == 0 {
            return Err(AnalysisError::NotFinished);
        }
        self.spawn(&row, Some(self.limits.requester_for(user))).await
    }

    /// The analysis of a game, if it was requested.
    pub async fn get(&self, id: &str) -> Result<Option<Analysis>, StoreError> {
        if let Some(running) = self.running.find(id) {
            return Ok(Some(running));
        }
        let Some(row) = self.store.analysis(id).await? else { return Ok(None) };
        // It may have started meanwhile. One that waits to be resumed counts as absent, unless another node has it.
        if !row.is_done {
            return Ok(self.running.find(id).or_else(|| (!self.broker.is_local()).then(|| self.follow(id))));
        }
        let view = serde_json::from_str(&row.body)
            .map_err(|error| StoreError::Corrupt(format!("the analysis of game {id}: {error}")))?;
        Ok(Some(Analysis::Done(Arc::new(view))))
    }

    /// Resumes the analyses that were running when the server stopped, or whose node is dead.
    pub(crate) async fn resume(self: &Arc<Self>) -> Result<(), StoreError> {
        for id in self.store.incomplete_analyses().await? {
            if self.running.find(&id).is_some() || !self.acquire_lease(&id).await? {
                continue;
            }
            let resumed = match self.store.game(&id).await {
                Ok(Some(row)) => self.spawn(&row, None).await.map(drop),
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

    async fn spawn(
        self: &Arc<Self>,
        row: &GameRow,
        requester: Option<Requester>,
    ) -> Result<Analysis, AnalysisError> {
        let game_session = row.game_session()?;
        if self.running.find(&row.id).is_none() && !self.acquire_lease(&row.id).await? {
            return Ok(self.follow(&row.id));
        }
        let progress = match self.running.begin(&row.id, requester) {
            Ok(Registration::Existing(progress)) => return Ok(Analysis::Running(progress)),
            Ok(Registration::New(progress)) => progress,
            Err(error) => {
                // Heartbeats renew all leases of this node: one without an analysis would never expire.
                self.release_lease(&row.id).await;
                return Err(error);
            }
        };
        let listener = progress.subscribe();
        let (this, id) = (Arc::clone(self), row.id.clone());
        // Resumed analyses share one requester.
        let requester = requester.unwrap_or_else(|| self.limits.requester_for(""));
        tokio::spawn(async move {
            this.run(&id, &game_session, requester, &progress).await;
            this.release_lease(&id).await;
            this.running.end(&id);
        });
        Ok(Analysis::Running(listener))
    }

    async fn run(
        &self,
        id: &str,
        game_session: &GameSession,
        requester: Requester,
        progress: &watch::Sender<Arc<AnalysisView>>,
    ) {
        self.save(id, progress, false).await;
        let add = |analysed| progress.send_modify(|view| Arc::make_mut(view).moves.insert(0, analysed));
        let view = match self.engines.analyse(id, game_session, add).await {
            Some(view) => Some(view),
            None => {
                // Partial results of a worker that failed are discarded.
                progress.send_replace(Arc::new(AnalysisView::empty(id)));
                self.run_locally(id, game_session, requester, progress).await
            }
        };
        let Some(view) = view else { return };
        // It is reported as done only once it is stored.
        let done = watch::Sender::new(Arc::new(view));
        while !self.save(id, &done, true).await {
            if self.shutdown.is_requested() {
                return;
            }
            tokio::time::sleep(RETRY_INTERVAL).await;
        }
        progress.send_replace(Arc::clone(&done.borrow()));
    }

    /// Analyses a game on the engine pool of this process; `None` if the server stops.
    async fn run_locally(
        &self,
        id: &str,
        game_session: &GameSession,
        requester: Requester,
        progress: &watch::Sender<Arc<AnalysisView>>,
    ) -> Option<AnalysisView> {
        let game = game_session.info().id;
        let entry = mekong_catalog::find(game).ok()?;
        let limits = SearchLimits {
            nodes: Some(default_nodes(entry)),
            time: Some(MAX_TIME_PER_POSITION),
            ..SearchLimits::default()
        };
        // Shared, so that a step dropped from the queue does not lose the analysis.
        let analysis = Arc::new(Mutex::new(GameAnalysis::new(game_session, limits)));
        let mut last_saved = Instant::now();
        loop {
            if self.shutdown.is_requested() {
                return None;
            }
            let step = Arc::clone(&analysis);
            let step = move |searcher: &mekong_players::Searcher, _: &CancelToken| {
                let mut analysis = step.lock().unwrap_or_else(PoisonError::into_inner);
                analysis.step(searcher, &CancelToken::new()).map(Option::<&_>::cloned)
            };
            match self.pool.run(game, game_session.variants(), Priority::Analysis, requester, step).await {
                Ok(Some(Some(analysed))) => progress.send_modify(|view| {
                    // Moves are analysed from the last to the first.
                    Arc::make_mut(view).moves.insert(0, AnalysedMoveView::new(game_session, &analysed));
                }),
                Ok(Some(None)) => {}
                Ok(None) => break,
                Err(Busy) => tokio::time::sleep(RETRY_INTERVAL).await,
            }
            if last_saved.elapsed() > SAVE_INTERVAL {
                self.save(id, progress, false).await;
                last_saved = Instant::now();
            }
        }
        let analysis = analysis.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let Some(report) = analysis.report() else {
            tracing::warn!(game = id, "analysis aborted");
            return None;
        };
        Some(AnalysisView::complete(id, game_session, &report))
    }

    /// Saves the current state. Returns whether that succeeded.
    async fn save(&self, id: &str, view: &watch::Sender<Arc<AnalysisView>>, is_done: bool) -> bool {
        let body = serde_json::to_string(&**view.borrow()).unwrap_or_default();
        let saved = self.store.set_analysis(id, AnalysisRow { is_done, body }, now()).await;
        if let Err(error) = &saved {
            tracing::warn!(%error, game = id, "analysis not saved");
        }
        saved.is_ok()
    }
}
