//! Searches, on the engine pool of this process or by workers that take jobs from a queue. Answers of workers are validated. If a
//! worker is slow, dead or wrong, another one or the local pool repeats the job.

mod job;
#[cfg(feature = "cluster")]
mod worker;

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use futures_util::{Stream, StreamExt as _, stream};
use mekong_analysis::{Evaluation, GameAnalysis, Hint, default_nodes};
use mekong_catalog::GameSession;
use mekong_core::{CancelToken, Variants};
use mekong_engine::{Limits, SearchOptions};
use mekong_players::{Level, Searcher, Tablebase};
use tokio::time::timeout;

use self::job::{Job, JobReply, Task, parse_evaluation};
#[cfg(feature = "cluster")]
pub use self::worker::Worker;
use crate::{
    engine_pool::{EnginePool, PoolError, Priority},
    limits::Requester,
    live::Broker,
    protocol::{AnalysedMoveView, AnalysisView},
    secrets,
};

/// How often a job is offered to workers before the local pool runs it.
const MAX_OFFERS: u32 = 3;

/// Number of workers that may accept a job and fail before the local pool runs it.
const MAX_FAILURES: u32 = 2;

/// How long a worker may take to accept a job.
const ACCEPT_TIMEOUT: Duration = Duration::from_millis(400);

/// How much longer than its limit a search may take.
const GRACE: Duration = Duration::from_millis(1_500);

/// Maximum time between two messages during an analysis, in which a worker sends each move.
const ANALYSIS_TIMEOUT: Duration = Duration::from_secs(30);

/// Maximum time of an analysis by a worker, per move of the game, in addition to [`ANALYSIS_TIMEOUT`].
const MAX_TIME_PER_MOVE: Duration = Duration::from_secs(5);

/// Search time per position of an analysis.
const TIME_PER_POSITION: Duration = Duration::from_secs(1);

/// Pause before an analysis continues when the queue of the pool is full.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// All searches of the services. Computer moves, hints and analyses go to workers if there are any; single positions, for which a
/// person waits at the board, always to the local pool.
pub struct SearchDispatcher {
    pool: Arc<EnginePool>,
    broker: Broker,
}

/// The result of the search of a single position.
#[derive(Clone, Debug)]
pub struct PositionSearch {
    /// Search depth in plies.
    pub depth: u32,
    /// Number of positions visited.
    pub nodes: u64,
    /// Search time.
    pub time: Duration,
    /// The best lines with their evaluations for the player to move, the best first; none if the game is over.
    pub lines: Vec<(Evaluation, Vec<String>)>,
}

/// How long a worker may take after it has accepted a job.
#[derive(Clone, Copy)]
struct ReplyLimits {
    /// From one answer to the next.
    each: Duration,
    /// For all answers.
    total: Duration,
}

impl ReplyLimits {
    /// For a job with one answer.
    const fn single(limit: Duration) -> ReplyLimits {
        ReplyLimits { each: limit, total: limit }
    }

    /// For an analysis of a game with this number of moves.
    const fn analysis(moves: u32) -> ReplyLimits {
        let total = ANALYSIS_TIMEOUT.saturating_add(MAX_TIME_PER_MOVE.saturating_mul(moves));
        ReplyLimits { each: ANALYSIS_TIMEOUT, total }
    }
}

/// The result of validating an answer.
enum Verdict<T> {
    /// More answers follow.
    Partial,
    /// The result.
    Done(T),
    /// The answer is invalid, or there is none.
    Invalid,
}

impl SearchDispatcher {
    pub(crate) const fn new(pool: Arc<EnginePool>, broker: Broker) -> SearchDispatcher {
        SearchDispatcher { pool, broker }
    }

    /// The tablebase of a game with these variants, if there is one.
    pub(crate) fn tablebase(&self, game: &'static str, variants: Variants) -> Option<Tablebase> {
        self.pool.tablebase(game, variants)
    }

    /// Time limit of a search for a requester.
    pub(crate) fn move_time(&self, requester: Requester) -> Duration {
        self.pool.move_time(requester)
    }

    /// A move of the computer; `None` if there is no legal one. `limit` is computed when the search starts.
    pub(crate) async fn choose(
        &self,
        game_session: &GameSession,
        level: Level,
        requester: Requester,
        limit: impl Fn() -> Duration,
    ) -> Result<Option<String>, PoolError> {
        let (time, seed) = (limit().min(Duration::from_secs(60)), secrets::seed());
        let task = Task::Move { level: level.number(), seed, milliseconds: time.as_millis() as u64 };
        let legal = |answer| match answer {
            JobReply::Move(text) if is_legal(game_session, &text) => Verdict::Done(text),
            _ => Verdict::Invalid,
        };
        if let Some(text) =
            self.request(game_session, task, MAX_FAILURES, ReplyLimits::single(time + GRACE), legal).await
        {
            return Ok(Some(text));
        }
        let (game, variants, position) =
            (game_session.info().id, game_session.variants(), game_session.clone());
        let search =
            move |searcher: &Searcher, cancel: &CancelToken| searcher.choose(&position, level, seed, cancel);
        self.pool.run_with_limit(game, variants, Priority::Move, requester, limit, search).await
    }

    /// A hint; `None` if there is no legal move.
    pub(crate) async fn hint(
        &self,
        game_session: &GameSession,
        requester: Requester,
        time: Duration,
    ) -> Result<Option<Hint>, PoolError> {
        let limit = || self.move_time(requester).min(time);
        let task = Task::Hint { milliseconds: limit().as_millis() as u64 };
        let valid = |answer| match answer {
            JobReply::Hint { line, evaluation } if replays(game_session, &line) => {
                let hint =
                    parse_evaluation(evaluation).and_then(|found| Hint::new(game_session, line, found));
                hint.map_or(Verdict::Invalid, Verdict::Done)
            }
            _ => Verdict::Invalid,
        };
        let limits = ReplyLimits::single(limit() + GRACE);
        if let Some(hint) = self.request(game_session, task, MAX_FAILURES, limits, valid).await {
            return Ok(Some(hint));
        }
        let (game, variants, position) =
            (game_session.info().id, game_session.variants(), game_session.clone());
        let search =
            move |searcher: &Searcher, cancel: &CancelToken| find_hint(searcher, &position, time, cancel);
        self.pool.run_with_limit(game, variants, Priority::Hint, requester, limit, search).await
    }

    /// The best lines of a single position, found by the local pool.
    pub(crate) async fn search_position(
        &self,
        game_session: GameSession,
        lines: usize,
        requester: Requester,
        time: Duration,
    ) -> Result<PositionSearch, PoolError> {
        let (game, variants) = (game_session.info().id, game_session.variants());
        let limit = || self.move_time(requester).min(time);
        let options =
            SearchOptions { limits: Limits::time(time), multi_pv: lines, ..SearchOptions::default() };
        let search = move |searcher: &Searcher, cancel: &CancelToken| {
            let result = searcher.search(&game_session, options, cancel, &mut |_| {});
            let lines = result.lines.iter();
            let lines = lines.map(|line| (Evaluation::of_line(searcher, &result, line), line.moves.clone()));
            PositionSearch {
                lines: lines.collect(),
                depth: result.depth,
                nodes: result.nodes,
                time: result.time,
            }
        };
        self.pool.run_with_limit(game, variants, Priority::Hint, requester, limit, search).await
    }

    /// The analysis of a game; `None` if the pool is closed or the search fails. `on_move` is called for each move, from the last
    /// to the first; if a worker fails, the local pool starts again.
    pub(crate) async fn analyse(
        &self,
        id: &str,
        game_session: &GameSession,
        requester: Requester,
        mut on_move: impl FnMut(AnalysedMoveView) + Send,
    ) -> Option<AnalysisView> {
        let mut left = game_session.moves().len();
        let valid = |answer| match answer {
            JobReply::AnalysedMove(analysed)
                if analysed.ply as usize == left && is_valid_move(game_session, &analysed) =>
            {
                left -= 1;
                on_move(*analysed);
                Verdict::Partial
            }
            JobReply::Analysis(view) if is_complete(game_session, &view) => {
                Verdict::Done(AnalysisView { game: id.to_owned(), ..*view })
            }
            _ => Verdict::Invalid,
        };
        let limits = ReplyLimits::analysis(game_session.moves().len() as u32);
        if let Some(view) = self.request(game_session, Task::Analysis, 1, limits, valid).await {
            return Some(view);
        }
        let mut analysis = PoolAnalysis::new(&self.pool, game_session, requester)?;
        while let Some(analysed) = analysis.next().await {
            on_move(analysed);
        }
        analysis.complete(id)
    }

    /// Offers a job to workers until one returns a valid result; `None` if there are no workers, or `attempts` of them fail.
    async fn request<T>(
        &self,
        game_session: &GameSession,
        task: Task,
        attempts: u32,
        limits: ReplyLimits,
        mut validate: impl FnMut(JobReply) -> Verdict<T> + Send,
    ) -> Option<T> {
        for _ in 0..attempts {
            let answers = self.offer(game_session, task).await?;
            let answers = stream::unfold(answers, |mut answers| async move {
                answers.next().await.map(|answer: JobReply| (answer, answers))
            });
            if let Some(result) = receive(answers, limits, &mut validate).await {
                return Some(result);
            }
            metrics::counter!("mekong_worker_failures_total").increment(1);
        }
        None
    }

    /// Offers a job. Returns the answers of the worker that has accepted it.
    async fn offer(&self, game_session: &GameSession, task: Task) -> Option<crate::live::BrokerSubscription> {
        if self.broker.is_local() {
            return None;
        }
        let job = Job::new(game_session, task);
        for _ in 0..MAX_OFFERS {
            let mut answers = self.broker.request(&task.subject(), &job).await?;
            match timeout(ACCEPT_TIMEOUT, answers.next()).await {
                Ok(Some(JobReply::Accepted)) => return Some(answers),
                // There are no workers.
                Ok(None) => return None,
                Ok(Some(_)) | Err(_) => {}
            }
        }
        None
    }
}

/// Validates answers until one is the result; `None` if one is invalid or late.
async fn receive<T>(
    answers: impl Stream<Item = JobReply> + Send,
    limits: ReplyLimits,
    mut validate: impl FnMut(JobReply) -> Verdict<T> + Send,
) -> Option<T> {
    let mut answers = std::pin::pin!(answers);
    let result = async {
        loop {
            let answer = timeout(limits.each, answers.next()).await.ok().flatten();
            match answer.map_or(Verdict::Invalid, &mut validate) {
                Verdict::Partial => {}
                Verdict::Done(result) => return Some(result),
                Verdict::Invalid => return None,
            }
        }
    };
    timeout(limits.total, result).await.ok().flatten()
}

/// The best line of a position.
fn find_hint(
    searcher: &Searcher,
    game_session: &GameSession,
    time: Duration,
    cancel: &CancelToken,
) -> Option<Hint> {
    let result = searcher.search(game_session, Limits::time(time), cancel, &mut |_| {});
    let evaluation = Evaluation::of_result(searcher, &result)?;
    Hint::new(game_session, result.lines.into_iter().next()?.moves, evaluation)
}

/// The analysis of a game on a pool, one position at a time with the lowest priority, so that a long analysis delays nothing
/// else.
struct PoolAnalysis<'a> {
    pool: &'a EnginePool,
    game_session: &'a GameSession,
    requester: Requester,
    /// Shared, so that a step dropped from the queue does not lose the analysis.
    analysis: Arc<Mutex<GameAnalysis>>,
}

impl PoolAnalysis<'_> {
    /// `None` if the game is unknown.
    fn new<'a>(
        pool: &'a EnginePool,
        game_session: &'a GameSession,
        requester: Requester,
    ) -> Option<PoolAnalysis<'a>> {
        let nodes = Some(default_nodes(mekong_catalog::find(game_session.info().id).ok()?));
        let limits = Limits { nodes, time: Some(TIME_PER_POSITION), ..Limits::default() };
        let analysis = Arc::new(Mutex::new(GameAnalysis::new(game_session, limits)));
        Some(PoolAnalysis { pool, game_session, requester, analysis })
    }

    /// The next move, from the last to the first; `None` after all of them, or if the search fails or the pool is closed.
    async fn next(&mut self) -> Option<AnalysedMoveView> {
        let (game, variants) = (self.game_session.info().id, self.game_session.variants());
        loop {
            let analysis = Arc::clone(&self.analysis);
            let step = move |searcher: &Searcher, cancel: &CancelToken| {
                analysis.lock().ok()?.step(searcher, cancel).map(Option::<&_>::cloned)
            };
            match self.pool.run(game, variants, Priority::Analysis, self.requester, step).await {
                Ok(Some(Some(analysed))) => return Some(AnalysedMoveView::new(self.game_session, &analysed)),
                Ok(Some(None)) => {}
                Ok(None) => return None,
                Err(PoolError::Full) => tokio::time::sleep(RETRY_INTERVAL).await,
                Err(PoolError::Closed | PoolError::Panicked) => return None,
            }
        }
    }

    /// The whole analysis; `None` unless all moves are analysed.
    fn complete(self, id: &str) -> Option<AnalysisView> {
        let report = self.analysis.lock().ok()?.clone().report()?;
        Some(AnalysisView::complete(id, self.game_session, &report))
    }
}

fn is_legal(game_session: &GameSession, text: &str) -> bool {
    game_session.legal().iter().any(|legal| legal == text)
}

fn replays(game_session: &GameSession, line: &[String]) -> bool {
    let mut replayed = game_session.clone();
    !line.is_empty() && line.iter().all(|text| replayed.play(text).is_ok())
}

/// Whether an analysed move is one of the game, its lines are legal, and its numbers are in range.
fn is_valid_move(game_session: &GameSession, analysed: &AnalysedMoveView) -> bool {
    let (moves, ply) = (game_session.moves(), analysed.ply as usize);
    if ply == 0 || moves.get(ply - 1) != Some(&analysed.text) {
        return false;
    }
    let mut before = game_session.clone();
    for _ in ply - 1..moves.len() {
        before.undo();
    }
    let mut after = before.clone();
    let is_line = |game_session, line: &[String]| line.is_empty() || replays(game_session, line);
    let best = analysed.best.as_deref().is_none_or(|best| is_legal(&before, best));
    let chances =
        [analysed.p1_win_chance, analysed.loss, analysed.before.win_chance, analysed.after.win_chance];
    best && is_line(&before, &analysed.line)
        && after.play(&analysed.text).is_ok()
        && is_line(&after, &analysed.reply)
        && chances.iter().all(|chance| (0.0..=1.0).contains(chance))
        && (0.0..=100.0).contains(&analysed.accuracy)
}

fn is_complete(game_session: &GameSession, view: &AnalysisView) -> bool {
    let plies = game_session.moves().len();
    view.is_done
        && view.moves.len() == plies
        && view
            .moves
            .iter()
            .zip(1_u32..)
            .all(|(analysed, ply)| analysed.ply == ply && is_valid_move(game_session, analysed))
        && view.turning_points.iter().all(|&ply| (1..=plies).contains(&(ply as usize)))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::{StreamExt as _, stream};
    use mekong_catalog::find;
    use mekong_core::Variants;

    use super::{Job, JobReply, ReplyLimits, Task, Verdict, is_legal, receive, replays};

    #[tokio::test]
    async fn analysis_without_end_fails() {
        let limits = ReplyLimits { total: Duration::from_millis(10), ..ReplyLimits::analysis(10) };
        let answers = stream::repeat(JobReply::Accepted).then(async |answer| {
            tokio::task::yield_now().await;
            answer
        });
        assert_eq!(receive(answers, limits, |_| Verdict::<()>::Partial).await, None);
        assert_eq!(ReplyLimits::analysis(10).total, Duration::from_secs(80));
    }

    #[test]
    fn job_contains_the_game() {
        let mut game_session = find("siam").unwrap().start(Variants::NONE, 1);
        for _ in 0..4 {
            let text = game_session.legal().swap_remove(0);
            game_session.play(&text).unwrap();
        }
        let task = Task::Move { level: 3, seed: u64::MAX, milliseconds: 20 };
        let job = Job::new(&game_session, task);
        let sent: Job = serde_json::from_str(&serde_json::to_string(&job).unwrap()).unwrap();
        assert_eq!(sent, job);
        let received = sent.game_session().unwrap();
        assert_eq!(
            (received.position_text(), received.moves()),
            (game_session.position_text(), game_session.moves())
        );
        let broken = Job { moves: vec!["nonsense".to_owned()], ..job };
        assert!(broken.game_session().is_none());
    }

    #[test]
    fn lines_of_workers_are_replayed() {
        let game_session = find("siam").unwrap().start(Variants::NONE, 1);
        let text = game_session.legal().swap_remove(0);
        assert!(is_legal(&game_session, &text) && !is_legal(&game_session, "nonsense"));
        assert!(replays(&game_session, std::slice::from_ref(&text)));
        assert!(!replays(&game_session, &[]) && !replays(&game_session, &[text, "nonsense".to_owned()]));
    }
}
