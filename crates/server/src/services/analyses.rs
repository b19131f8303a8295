//! Analysis of finished games. The engine analyses one position at a time, with the lowest priority, so that a long
//! analysis delays nothing else.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use mekong_analysis::{GameAnalysis, GameReport, default_nodes};
use mekong_catalog::GameSession;
use mekong_core::CancelToken;
use mekong_engine::Limits as SearchLimits;
use tokio::sync::watch;

use crate::{
    engine::{Busy, EnginePool, Priority},
    limits::{Limits, Requester},
    live::Shutdown,
    protocol::{AnalysedMoveView, AnalysisView, PlayerReportsView},
    store::{AnalysisRow, GameRow, Store, StoreError},
    time::now,
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
    limits: Arc<Limits>,
    shutdown: Shutdown,
    running: RunningAnalyses,
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnalysisError {
    /// There is no such game.
    NoGame,
    /// The game is not over, or has no moves.
    NotFinished,
    /// Too many analyses of this user or network are running.
    TooMany,
    /// Too many analyses are running.
    Busy,
    /// The database failed.
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
        limits: Arc<Limits>,
        shutdown: Shutdown,
    ) -> Analyses {
        Analyses { store, pool, limits, shutdown, running: RunningAnalyses::default() }
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
        // It may have started meanwhile. One that waits to be resumed counts as absent.
        if !row.is_done {
            return Ok(self.running.find(id));
        }
        let view = serde_json::from_str(&row.body)
            .map_err(|error| StoreError::Corrupt(format!("the analysis of game {id}: {error}")))?;
        Ok(Some(Analysis::Done(Arc::new(view))))
    }

    /// Resumes the analyses that were running when the server stopped.
    pub(crate) async fn resume(self: &Arc<Self>) -> Result<(), StoreError> {
        for id in self.store.incomplete_analyses().await? {
            let Some(row) = self.store.game(&id).await? else { continue };
            if let Err(error) = self.spawn(&row, None).await {
                tracing::warn!(?error, game = id, "analysis not resumed");
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
        let progress = match self.running.begin(&row.id, requester)? {
            Registration::Existing(progress) => return Ok(Analysis::Running(progress)),
            Registration::New(progress) => progress,
        };
        let listener = progress.subscribe();
        let (this, id) = (Arc::clone(self), row.id.clone());
        // Resumed analyses share one requester.
        let requester = requester.unwrap_or_else(|| self.limits.requester_for(""));
        tokio::spawn(async move {
            this.run(&id, &game_session, requester, &progress).await;
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
        let game = game_session.info().id;
        let Ok(entry) = mekong_catalog::find(game) else { return };
        let limits = SearchLimits {
            nodes: Some(default_nodes(entry)),
            time: Some(MAX_TIME_PER_POSITION),
            ..SearchLimits::default()
        };
        // Shared, so that a step dropped from the queue does not lose the analysis.
        let analysis = Arc::new(Mutex::new(GameAnalysis::new(game_session, limits)));
        self.save(id, progress, false).await;
        let mut last_saved = Instant::now();
        loop {
            if self.shutdown.is_requested() {
                return;
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
            return;
        };
        // It is reported as done only once it is stored.
        let done = watch::Sender::new(Arc::new(AnalysisView::complete(id, game_session, &report)));
        while !self.save(id, &done, true).await {
            if self.shutdown.is_requested() {
                return;
            }
            tokio::time::sleep(RETRY_INTERVAL).await;
        }
        progress.send_replace(Arc::clone(&done.borrow()));
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

impl AnalysisView {
    /// An empty analysis.
    fn empty(game: &str) -> AnalysisView {
        AnalysisView {
            game: game.to_owned(),
            is_done: false,
            moves: Vec::new(),
            p1_win_chance: None,
            players: None,
            turning_points: Vec::new(),
        }
    }

    fn complete(game: &str, game_session: &GameSession, report: &GameReport) -> AnalysisView {
        AnalysisView {
            game: game.to_owned(),
            is_done: true,
            moves: report
                .moves
                .iter()
                .map(|analysed| AnalysedMoveView::new(game_session, analysed))
                .collect(),
            p1_win_chance: Some(report.p1_win_chance),
            players: Some(PlayerReportsView {
                p1: (&report.players.p1).into(),
                p2: (&report.players.p2).into(),
            }),
            turning_points: report.turning_points.iter().map(|&ply| ply as u32).collect(),
        }
    }
}
