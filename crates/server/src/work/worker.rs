use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::StreamExt as _;
use mekong_core::CancelToken;
use mekong_players::{Level, Searcher, Tablebase};
use tokio::task::JoinSet;

use super::{
    PoolAnalysis, find_hint,
    job::{Job, JobReply, Task, subject},
};
use crate::{
    engine_pool::{EnginePool, Priority},
    limits::{RequestLimits, Requester},
    live::{BrokerError, WorkQueue, span_of},
    trace::{Span, record},
};

/// Maximum time of a search, even if a job requests more.
const MAX_TIME: Duration = Duration::from_secs(60);

/// A process that runs searches from the queue. It has no access to the database and no user data.
pub struct Worker {
    queue: WorkQueue,
    pool: Arc<EnginePool>,
    threads: usize,
    requester: Requester,
}

impl Worker {
    /// Connects to the queue.
    pub async fn connect(address: &str, threads: usize) -> Result<Worker, BrokerError> {
        let queue = WorkQueue::connect(address).await?;
        let requester = RequestLimits::new(false).requester_for("");
        Ok(Worker { queue, pool: Arc::new(EnginePool::start(threads)), threads, requester })
    }

    /// Adds a tablebase.
    pub fn add_tablebase(&self, tablebase: Tablebase) {
        self.pool.add_tablebase(tablebase);
    }

    /// Runs jobs until `stop` resolves.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let this = Arc::new(self);
        let mut kinds = JoinSet::new();
        for kind in Task::ALL {
            let this = Arc::clone(&this);
            kinds.spawn(async move { this.receive_jobs(kind).await });
        }
        stop.await;
        kinds.shutdown().await;
        this.queue.flush().await;
    }

    async fn receive_jobs(self: Arc<Self>, kind: &'static str) {
        let Some(mut jobs) = self.queue.subscribe(&subject(kind)).await else { return };
        while let Some(message) = jobs.next().await {
            let parent = span_of(&message);
            let Some(inbox) = message.reply.map(|inbox| inbox.to_string()) else { continue };
            let (this, payload) = (Arc::clone(&self), message.payload);
            tokio::spawn(async move {
                let begin = Instant::now();
                let answer = match serde_json::from_slice::<Job>(&payload) {
                    Ok(job) if this.accepts(job.task.priority()) => {
                        this.queue.reply(&inbox, &JobReply::Accepted).await;
                        let answer = this.run_job(&job, &inbox).await.unwrap_or(JobReply::Failed);
                        let span = parent.and_then(|parent| Span::begin(Some(parent)));
                        let duration_ms = begin.elapsed().as_millis() as u64;
                        record!(
                            span,
                            "computed",
                            kind,
                            game = job.game,
                            plies = job.moves.len(),
                            duration_ms
                        );
                        answer
                    }
                    Ok(_) => JobReply::Busy,
                    Err(error) => {
                        tracing::warn!(%error, "invalid job");
                        JobReply::Failed
                    }
                };
                this.queue.reply(&inbox, &answer).await;
            });
        }
    }

    /// Whether the worker accepts another job. Moves and hints may wait for a short time; an analysis starts only if nothing waits.
    fn accepts(&self, priority: Priority) -> bool {
        let waiting = self.pool.queued();
        match priority {
            Priority::Move => waiting < 4 * self.threads,
            Priority::Hint => waiting < 2 * self.threads,
            Priority::Analysis => waiting == 0,
        }
    }

    async fn run_job(&self, job: &Job, inbox: &str) -> Option<JobReply> {
        let game_session = job.game_session()?;
        let (game, variants, priority) =
            (game_session.info().id, game_session.variants(), job.task.priority());
        match job.task {
            Task::Move { level, seed, milliseconds } => {
                let level = Level::new(level)?;
                let limit = move || Duration::from_millis(milliseconds).min(MAX_TIME);
                let search = move |searcher: &Searcher, cancel: &CancelToken| {
                    searcher.choose(&game_session, level, seed, cancel)
                };
                let found = self.pool.run_with_limit(game, variants, priority, self.requester, limit, search);
                found.await.ok()?.map(JobReply::Move)
            }
            Task::Hint { milliseconds } => {
                let time = Duration::from_millis(milliseconds).min(MAX_TIME);
                let search = move |searcher: &Searcher, cancel: &CancelToken| {
                    find_hint(searcher, &game_session, time, cancel)
                };
                let found =
                    self.pool.run_with_limit(game, variants, priority, self.requester, || time, search);
                let hint = found.await.ok()??;
                Some(JobReply::Hint { line: hint.line.clone(), evaluation: (&hint.evaluation).into() })
            }
            Task::Analysis => {
                let mut analysis = PoolAnalysis::new(&self.pool, &game_session, self.requester)?;
                while let Some(analysed) = analysis.next().await {
                    self.queue.reply(inbox, &JobReply::AnalysedMove(Box::new(analysed))).await;
                }
                analysis.complete("").map(|view| JobReply::Analysis(Box::new(view)))
            }
        }
    }
}
