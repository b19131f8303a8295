//! Positions judged for programs: a JSON object a line in, a JSON object a line out, many at once.
//!
//! - `request`: what a line asks for.
//! - `queue`: what waits, what is under way, and how it is called back.
//! - `answer`: what a line says.
//!
//! A thread reads, some think, and the one that was there first writes: it is never held up by the input, so that a
//! reader who goes away ends the program.

mod answer;
mod lines;
mod queue;
mod request;

use std::{
    io::{self, IsTerminal as _, Write as _},
    process::{self, ExitCode},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::SeqCst},
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
    progress::stop_flag_with,
    searchers::{Searchers, TableCache},
};
use serde_json::Value;

use self::{
    answer::Answer,
    lines::Lines,
    queue::{Job, JobQueue},
    request::Asked,
};
use super::options::Options;

/// The memory of each searcher if nothing else is said.
const MEGABYTES: usize = 16;

/// How many answers may wait for a slow reader before the thinking waits too.
const UNWRITTEN: usize = 256;

/// A line to be written.
enum Line {
    Answer(String),
    /// An answer that says what was wrong with a request.
    Refusal(String),
}

pub(super) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let options = Options::of(matches);
    let lang = context.lang;
    if io::stdin().is_terminal() {
        let hint = say!(
            lang,
            "type requests, one JSON object a line (Ctrl-D ends)",
            "tapez des requêtes, un objet JSON par ligne (Ctrl-D pour finir)",
        );
        print_diagnostic(&hint, lang);
    }
    let again = AtomicBool::new(false);
    let stop = stop_flag_with(move || {
        // The first asks politely; the second need not wait for a line that nobody reads.
        if again.swap(true, SeqCst) {
            process::exit(130);
        }
    });
    let given = matches.get_one::<u64>("concurrency").and_then(|&count| usize::try_from(count).ok());
    let concurrency = given.or_else(|| thread::available_parallelism().ok().map(usize::from)).unwrap_or(1);
    let queue = Arc::new(JobQueue::new(options));
    let tables = Arc::new(TableCache::new(options.tables, &stop, context));
    let (send, receive) = mpsc::sync_channel(UNWRITTEN);
    let megabytes = options.megabytes.unwrap_or(MEGABYTES);
    memory::check(megabytes.saturating_mul(concurrency), context.lang)?;
    for _ in 0..concurrency {
        let (queue, tables, send) = (Arc::clone(&queue), Arc::clone(&tables), send.clone());
        thread::spawn(move || think(&queue, &tables, megabytes, &send));
    }
    let reader = Arc::clone(&queue);
    thread::spawn(move || read(&reader, options, lang, &send));
    let written = write(&receive, &stop);
    // Nobody waits for an answer any more.
    queue.stop_all();
    written
}

/// Writes answers until all are written, nobody reads them, or Ctrl-C.
fn write(receive: &Receiver<Line>, stop: &CancelToken) -> Result<ExitCode, Failure> {
    let mut out = io::stdout();
    let mut all_good = true;
    loop {
        let text = match receive.recv_timeout(Duration::from_millis(50)) {
            Ok(Line::Answer(text)) => text,
            Ok(Line::Refusal(text)) => {
                all_good = false;
                text
            }
            Err(RecvTimeoutError::Timeout) => String::new(),
            Err(RecvTimeoutError::Disconnected) => break,
        };
        if stop.is_cancelled() {
            return Err(Failure::Stopped);
        }
        if !text.is_empty() {
            writeln!(out, "{text}")?;
            out.flush()?;
        }
    }
    Ok(if all_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Reads requests to the end of the input.
fn read(queue: &JobQueue, options: Options, lang: Lang, send: &SyncSender<Line>) {
    let refuse = |id: &Value, why: &str| send.send(Line::Refusal(answer::refusal(id, why))).is_ok();
    let mut lines = Lines::new(io::stdin().lock());
    loop {
        queue.wait_for_room();
        let line = match lines.next() {
            Ok(Some(line)) => line,
            // An input that cannot be read any further has ended.
            Ok(None) | Err(_) => break,
        };
        let goes_on = match line
            .map_err(|error| (Value::Null, error.explain(lang)))
            .and_then(|line| request::read(&line, &options).map_err(|(id, error)| (id, error.explain(lang))))
        {
            Ok(Asked::Nothing) => true,
            Ok(Asked::Position(job)) => match queue.put(job) {
                Ok(()) => true,
                Err(job) => {
                    let why = say!(
                        lang,
                        "id: a request with this id is still under way",
                        "id : une requête de cet id est encore en cours",
                    );
                    refuse(&job.id, &why)
                }
            },
            Ok(Asked::Cancel(id)) => match queue.cancel(&id) {
                queue::Cancelled::Waiting(job) => {
                    send.send(Line::Answer(Answer::unthought(&job).text())).is_ok()
                }
                queue::Cancelled::Running => true,
                queue::Cancelled::Unknown => send.send(Line::Answer(answer::nothing_to_cancel(&id))).is_ok(),
            },
            Err((id, why)) => refuse(&id, &why),
        };
        if !goes_on {
            break;
        }
    }
    queue.close();
}

/// Thinks about one position after the other, until there will be no more.
fn think(queue: &JobQueue, tables: &TableCache, megabytes: usize, send: &SyncSender<Line>) {
    let mut searchers = Searchers::new(tables, megabytes);
    while let Some(job) = queue.take() {
        let line = answer(&job, &mut searchers, send);
        queue.finished(&job);
        if line.is_none_or(|line| send.send(line).is_err()) {
            return;
        }
    }
}

/// The answer to a request; none if the program is about to end.
fn answer(job: &Job, searchers: &mut Searchers<'_>, send: &SyncSender<Line>) -> Option<Line> {
    let searcher = match searchers.get(&job.session) {
        Ok(searcher) => searcher,
        Err(Failure::Input(why)) => return Some(Line::Refusal(answer::refusal(&job.id, &why))),
        Err(_) => return None,
    };
    // What it remembers from other positions would make answers depend on their order.
    searcher.clear();
    let stop = &job.ticket.stop;
    if stop.is_cancelled() {
        return Some(Line::Answer(Answer::unthought(job).text()));
    }
    let thought = searcher.search(&job.session, job.plan, stop, &mut |thought| {
        if job.stream && send.send(Line::Answer(Answer::interim(job, searcher, thought).text())).is_err() {
            stop.cancel();
        }
    });
    let mut answer = Answer::of(job, searcher, &thought);
    if answer.is_empty() && job.session.outcome().is_none() && !job.ticket.is_cancelled() {
        // The limit was too narrow for a single move; a look at each is the least there is.
        let least = mekong_engine::Plan { limits: mekong_engine::Limits::depth(1), ..job.plan };
        if !stop.is_cancelled() {
            answer = Answer::of(job, searcher, &searcher.search(&job.session, least, stop, &mut |_| {}));
        }
    }
    Some(Line::Answer(answer.text()))
}
