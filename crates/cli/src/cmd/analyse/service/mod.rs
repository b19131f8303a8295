//! Analysis of positions for other programs: requests and responses as JSON lines, several at a time.
//!
//! - `request`: parsing of requests.
//! - `queue`: waiting and running jobs, and their cancellation.
//! - `response`: responses.
//!
//! One thread reads, several search, and the main thread writes. It never waits for the input, so that the program ends
//! when the reader of its output goes away.

mod queue;
mod request;
mod response;

use std::{
    io::{self, IsTerminal as _, Write as _},
    process::{self, ExitCode},
    sync::{
        Arc,
        mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    },
    thread,
    time::Duration,
};

use clap::ArgMatches;
use mekong_core::{CancelToken, Explain as _, Lang, say};
use mekong_terminal::{
    context::Context,
    failure::{Failure, print_diagnostic},
    memory,
    progress::ctrl_c_token_with,
    searchers::{LazyTablebases, Searchers},
};
use serde_json::Value;

use self::{
    queue::{Job, JobQueue},
    request::ParsedLine,
    response::Response,
};
use super::options::Options;
use crate::json_requests::next_request;

/// The default size of the hash table of each searcher, in megabytes.
const MEGABYTES: usize = 16;

/// The maximum number of unwritten responses; searches wait above it.
const MAX_UNWRITTEN: usize = 256;

enum OutputLine {
    Response(String),
    /// The response to an invalid request.
    Refusal(String),
}

pub(super) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let options = Options::of(matches);
    let lang = context.lang;
    if io::stdin().is_terminal() {
        let hint = say!(
            lang,
            "type requests, one JSON object per line (Ctrl-D to end)",
            "tapez des requêtes, un objet JSON par ligne (Ctrl-D pour finir)",
        );
        print_diagnostic(&hint, lang);
    }
    let mut again = false;
    let stop = ctrl_c_token_with(move || {
        // The first Ctrl-C stops the searches; the second does not wait for unread output.
        if std::mem::replace(&mut again, true) {
            process::exit(130);
        }
    });
    let given = matches.get_one::<u64>("concurrency").and_then(|&count| usize::try_from(count).ok());
    let concurrency = given.or_else(|| thread::available_parallelism().ok().map(usize::from)).unwrap_or(1);
    let queue = Arc::new(JobQueue::new(options));
    let tablebases = Arc::new(LazyTablebases::new(options.tablebases, &stop, context));
    let (send, receive) = mpsc::sync_channel(MAX_UNWRITTEN);
    let megabytes = options.megabytes.unwrap_or(MEGABYTES);
    memory::check(megabytes.saturating_mul(concurrency), context.lang)?;
    for _ in 0..concurrency {
        let (queue, tablebases, send) = (Arc::clone(&queue), Arc::clone(&tablebases), send.clone());
        thread::spawn(move || run_jobs(&queue, &tablebases, megabytes, &send));
    }
    let reader = Arc::clone(&queue);
    thread::spawn(move || read(&reader, options, lang, &send));
    let written = write(&receive, &stop);
    // No response is needed any more.
    queue.stop_all();
    written
}

/// Writes responses until all are written, the reader goes away, or Ctrl-C.
fn write(receive: &Receiver<OutputLine>, stop: &CancelToken) -> Result<ExitCode, Failure> {
    let mut out = io::stdout();
    let mut all_good = true;
    loop {
        let text = match receive.recv_timeout(Duration::from_millis(50)) {
            Ok(OutputLine::Response(text)) => text,
            Ok(OutputLine::Refusal(text)) => {
                all_good = false;
                text
            }
            Err(RecvTimeoutError::Timeout) => String::new(),
            Err(RecvTimeoutError::Disconnected) => break,
        };
        if stop.is_cancelled() {
            return Err(Failure::Interrupted);
        }
        if !text.is_empty() {
            writeln!(out, "{text}")?;
            out.flush()?;
        }
    }
    Ok(if all_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Reads requests to the end of the input.
fn read(queue: &JobQueue, options: Options, lang: Lang, send: &SyncSender<OutputLine>) {
    let refuse = |id: &Value, why: &str| send.send(OutputLine::Refusal(response::refusal(id, why))).is_ok();
    let mut input = io::stdin().lock();
    loop {
        queue.wait_for_room();
        let line = match next_request(&mut input) {
            Ok(Some(line)) => line,
            // A read error ends the input.
            Ok(None) | Err(_) => break,
        };
        let is_open = match line
            .map_err(|error| (Value::Null, error.explain(lang)))
            .and_then(|line| request::read(&line, &options).map_err(|(id, error)| (id, error.explain(lang))))
        {
            Ok(ParsedLine::Nothing) => true,
            Ok(ParsedLine::Position(job)) => match queue.put(job) {
                Ok(()) => true,
                Err(job) => {
                    let why = say!(
                        lang,
                        "id: a request with this id is still in progress",
                        "id : une requête avec cet id est encore en cours",
                    );
                    refuse(&job.id, &why)
                }
            },
            Ok(ParsedLine::Cancel(id)) => match queue.cancel(&id) {
                queue::Cancelled::Waiting(job) => {
                    send.send(OutputLine::Response(Response::without_result(&job).text())).is_ok()
                }
                queue::Cancelled::Running => true,
                queue::Cancelled::Unknown => {
                    send.send(OutputLine::Response(response::nothing_to_cancel(&id))).is_ok()
                }
            },
            Err((id, why)) => refuse(&id, &why),
        };
        if !is_open {
            break;
        }
    }
    queue.close();
}

/// Analyses positions until the queue is closed.
fn run_jobs(queue: &JobQueue, tablebases: &LazyTablebases, megabytes: usize, send: &SyncSender<OutputLine>) {
    let mut searchers = Searchers::new(tablebases, megabytes);
    while let Some(job) = queue.take() {
        let line = answer(&job, &mut searchers, send);
        queue.finished(&job);
        if line.is_none_or(|line| send.send(line).is_err()) {
            return;
        }
    }
}

/// The response to a request; none if the program is ending.
fn answer(job: &Job, searchers: &mut Searchers<'_>, send: &SyncSender<OutputLine>) -> Option<OutputLine> {
    let searcher = match searchers.get(&job.session) {
        Ok(searcher) => searcher,
        Err(Failure::Input(why)) => return Some(OutputLine::Refusal(response::refusal(&job.id, &why))),
        Err(_) => return None,
    };
    // With a warm hash table, responses would depend on the order of requests.
    searcher.clear();
    let stop = &job.cancellation.stop;
    if stop.is_cancelled() {
        return Some(OutputLine::Response(Response::without_result(job).text()));
    }
    let result = searcher.search(&job.session, job.search_options, stop, &mut |result| {
        if job.stream
            && send.send(OutputLine::Response(Response::interim(job, searcher, result).text())).is_err()
        {
            stop.cancel();
        }
    });
    let mut answer = Response::of(job, searcher, &result);
    if answer.is_empty() && job.session.outcome().is_none() && !job.cancellation.is_by_request() {
        // The limit was too small for a single move: search one ply.
        let one_ply =
            mekong_engine::SearchOptions { limits: mekong_engine::Limits::depth(1), ..job.search_options };
        if !stop.is_cancelled() {
            answer = Response::of(job, searcher, &searcher.search(&job.session, one_ply, stop, &mut |_| {}));
        }
    }
    Some(OutputLine::Response(answer.text()))
}
