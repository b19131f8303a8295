//! What the moves of finished games were worth. The computer looks at one position at a time, after everything that is
//! more urgent, so that an analysis of any length holds nobody up.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use mekong_analysis::{GameReport, Judging, MoveReport, default_nodes};
use mekong_catalog::Session;
use mekong_core::CancelToken;
use mekong_engine::Limits;
use tokio::sync::watch;

use super::App;
use crate::{
    engine::{Busy, Urgency},
    limits::Requester,
    store::{AnalysisRow, GameRow, StoreError},
    time::now,
    wire::analysis::{AnalysedMove, AnalysisView, Players},
};

/// How many analyses may be under way in all.
const MAX_RUNNING: usize = 256;

/// How many of them one user may have asked for.
const MAX_PER_PERSON: usize = 3;

/// How many of them may have been asked for from one network.
const MAX_PER_NETWORK: usize = 8;

/// The longest that one position is looked at.
const LONGEST: Duration = Duration::from_millis(1_000);

/// How often what is known so far is written down.
const NOTED_EVERY: Duration = Duration::from_secs(5);

/// How long to wait when the computer or the database has no time.
const PAUSE: Duration = Duration::from_secs(1);

/// The analyses under way, by game.
#[derive(Debug, Default)]
pub(super) struct Analyst {
    running: Mutex<HashMap<String, Running>>,
}

#[derive(Debug)]
struct Running {
    /// Who asked for it; nobody if it goes on after a restart.
    requester: Option<Requester>,
    progress: watch::Receiver<Arc<AnalysisView>>,
}

/// Why there is no analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnalysisError {
    /// There is no such game.
    NoGame,
    /// It is still played, or nobody ever moved.
    NotFinished,
    /// The user, or others from the same network, have asked for too many that are still under way.
    TooMany,
    /// The computer has too much to do.
    Busy,
    /// The database did not answer.
    Store(StoreError),
}

impl From<StoreError> for AnalysisError {
    fn from(error: StoreError) -> AnalysisError {
        AnalysisError::Store(error)
    }
}

/// An analysis as it stands; what still comes is heard by listening.
#[derive(Clone, Debug)]
pub enum Analysis {
    /// It is complete.
    Done(Arc<AnalysisView>),
    /// It goes on.
    Running(watch::Receiver<Arc<AnalysisView>>),
}

impl Analysis {
    /// What is known by now.
    #[must_use]
    pub fn view(&self) -> Arc<AnalysisView> {
        match self {
            Analysis::Done(view) => Arc::clone(view),
            Analysis::Running(progress) => Arc::clone(&progress.borrow()),
        }
    }
}

impl Analyst {
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, game: &str) -> Option<Analysis> {
        self.lock().get(game).map(|running| Analysis::Running(running.progress.clone()))
    }

    /// Takes a place for an analysis, unless it is there already.
    fn begin(&self, game: &str, requester: Option<Requester>) -> Result<Begun, AnalysisError> {
        let mut all = self.lock();
        if let Some(running) = all.get(game) {
            return Ok(Begun::Before(running.progress.clone()));
        }
        if let Some(requester) = requester {
            let others = || all.values().filter_map(|running| running.requester);
            let of_person = others().filter(|other| other.person == requester.person).count();
            let of_network = others().filter(|other| other.network == requester.network).count();
            if of_person >= MAX_PER_PERSON || of_network >= MAX_PER_NETWORK {
                return Err(AnalysisError::TooMany);
            }
            if all.len() >= MAX_RUNNING {
                return Err(AnalysisError::Busy);
            }
        }
        let sender = watch::Sender::new(Arc::new(AnalysisView::of(game)));
        let running = Running { requester, progress: sender.subscribe() };
        all.insert(game.to_owned(), running);
        Ok(Begun::Now(sender))
    }

    fn end(&self, game: &str) {
        self.lock().remove(game);
    }
}

enum Begun {
    Before(watch::Receiver<Arc<AnalysisView>>),
    Now(watch::Sender<Arc<AnalysisView>>),
}

impl App {
    /// Asks for the analysis of a finished game. If it is there or under way, nothing more is done.
    ///
    /// # Errors
    /// Why there will be none.
    pub async fn analyse(self: &Arc<Self>, id: &str, user: &str) -> Result<Analysis, AnalysisError> {
        if let Some(known) = self.analysis(id).await? {
            return Ok(known);
        }
        let row = self.store.game(id).await?.ok_or(AnalysisError::NoGame)?;
        if row.state == "playing" || row.plies == 0 {
            return Err(AnalysisError::NotFinished);
        }
        self.begin_analysis(&row, Some(self.limits.requester_for(user))).await
    }

    /// The analysis of a game, if somebody has asked for it.
    ///
    /// # Errors
    /// The database did not answer.
    pub async fn analysis(&self, id: &str) -> Result<Option<Analysis>, StoreError> {
        if let Some(running) = self.analyst.find(id) {
            return Ok(Some(running));
        }
        let Some(row) = self.store.analysis(id).await? else { return Ok(None) };
        // It may have come to its end between the two questions, but one that waits to be taken up again is not there.
        if !row.is_done {
            return Ok(self.analyst.find(id));
        }
        let view = serde_json::from_str(&row.body)
            .map_err(|error| StoreError::Corrupt(format!("the analysis of game {id}: {error}")))?;
        Ok(Some(Analysis::Done(Arc::new(view))))
    }

    /// Takes up the analyses that were under way when the server stopped.
    pub(super) async fn resume_analyses(self: &Arc<Self>) -> Result<(), StoreError> {
        for id in self.store.open_analyses().await? {
            let Some(row) = self.store.game(&id).await? else { continue };
            if let Err(error) = self.begin_analysis(&row, None).await {
                tracing::warn!(?error, game = id, "an analysis could not be taken up again");
            }
        }
        Ok(())
    }

    async fn begin_analysis(
        self: &Arc<Self>,
        row: &GameRow,
        requester: Option<Requester>,
    ) -> Result<Analysis, AnalysisError> {
        let session = row.session()?;
        let progress = match self.analyst.begin(&row.id, requester)? {
            Begun::Before(progress) => return Ok(Analysis::Running(progress)),
            Begun::Now(progress) => progress,
        };
        let listener = progress.subscribe();
        let (app, id) = (Arc::clone(self), row.id.clone());
        // What goes on after a restart has one share together.
        let requester = requester.unwrap_or_else(|| self.limits.requester_for(""));
        tokio::spawn(async move {
            app.judge(&id, &session, requester, &progress).await;
            app.analyst.end(&id);
        });
        Ok(Analysis::Running(listener))
    }

    async fn judge(
        &self,
        id: &str,
        session: &Session,
        requester: Requester,
        progress: &watch::Sender<Arc<AnalysisView>>,
    ) {
        let game = session.info().id;
        let Ok(entry) = mekong_catalog::find(game) else { return };
        let limits = Limits { nodes: Some(default_nodes(entry)), time: Some(LONGEST), ..Limits::default() };
        // Shared, because a step that never came to its turn must not take the work with it.
        let judging = Arc::new(Mutex::new(Judging::new(session, limits)));
        self.note(id, progress, false).await;
        let mut noted = Instant::now();
        loop {
            if self.is_closing() {
                return;
            }
            let step = Arc::clone(&judging);
            let step = move |mind: &mekong_players::Searcher, _: &CancelToken| {
                let mut judging = step.lock().unwrap_or_else(PoisonError::into_inner);
                judging.step(mind, &CancelToken::new()).map(|judged| judged.map(AnalysedMove::from))
            };
            match self.pool.think(game, session.variants(), Urgency::Analysis, requester, step).await {
                Ok(Some(Some(judged))) => progress.send_modify(|view| {
                    // The last move comes first.
                    Arc::make_mut(view).moves.insert(0, judged);
                }),
                Ok(Some(None)) => {}
                Ok(None) => break,
                Err(Busy) => tokio::time::sleep(PAUSE).await,
            }
            if noted.elapsed() > NOTED_EVERY {
                self.note(id, progress, false).await;
                noted = Instant::now();
            }
        }
        let judging = judging.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let Some(report) = judging.report() else {
            tracing::warn!(game = id, "an analysis broke off");
            return;
        };
        // Nobody is told that it is done before it is kept.
        let done = watch::Sender::new(Arc::new(AnalysisView::complete(id, &report)));
        while !self.note(id, &done, true).await {
            if self.is_closing() {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
        progress.send_replace(Arc::clone(&done.borrow()));
    }

    /// Writes down what is known. Whether that went well.
    async fn note(&self, id: &str, view: &watch::Sender<Arc<AnalysisView>>, is_done: bool) -> bool {
        let body = serde_json::to_string(&**view.borrow()).unwrap_or_default();
        let noted = self.store.set_analysis(id, AnalysisRow { is_done, body }, now()).await;
        if let Err(error) = &noted {
            tracing::warn!(%error, game = id, "an analysis could not be written down");
        }
        noted.is_ok()
    }
}

impl AnalysisView {
    /// An analysis of which nothing is known yet.
    fn of(game: &str) -> AnalysisView {
        AnalysisView {
            game: game.to_owned(),
            is_done: false,
            moves: Vec::new(),
            p1_win_chance: None,
            players: None,
            turning_points: Vec::new(),
        }
    }

    fn complete(game: &str, report: &GameReport) -> AnalysisView {
        AnalysisView {
            game: game.to_owned(),
            is_done: true,
            moves: report.moves.iter().map(|judged: &MoveReport| judged.into()).collect(),
            p1_win_chance: Some(report.p1_win_chance),
            players: Some(Players { p1: (&report.players.p1).into(), p2: (&report.players.p2).into() }),
            turning_points: report.turning_points.iter().map(|&ply| ply as u32).collect(),
        }
    }
}
