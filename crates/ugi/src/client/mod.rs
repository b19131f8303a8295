//! A client for external UGI engines.
//!
//! Every wait has a deadline, and no output of a program causes a panic. A program that times out is killed, because a
//! late response could be mistaken for the response to another command.

mod error;
mod process;

use std::{
    process::Command,
    time::{Duration, Instant},
};

use mekong_catalog::GameSession;
use mekong_core::{CancelToken, Outcome, Player};

pub use error::{ClientError, ClientErrorKind};

use self::process::{Process, ReadError};
use crate::{Go, Info, PLAIN, UNKNOWN, VARIANT, lines::InputLine};

/// How long to wait for an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// For `ugiok`.
    pub start: Duration,
    /// For `readyok` and responses to queries.
    pub ready: Duration,
    /// For a move, in addition to the time limit.
    pub overtime: Duration,
    /// For a move without a time limit.
    pub max_move: Duration,
    /// For a move after `stop`.
    pub stop: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            start: Duration::from_secs(10),
            // Some engines allocate gigabytes or load tablebases here.
            ready: Duration::from_secs(60),
            overtime: Duration::from_secs(2),
            max_move: Duration::from_secs(600),
            stop: Duration::from_secs(5),
        }
    }
}

/// An option offered by an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOption {
    /// The name.
    pub name: String,
    /// Type, default and bounds as sent by the engine.
    pub description: String,
}

/// A move with its last info.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The move; always legal.
    pub best: String,
    /// The last info about the best line.
    pub info: Info,
    /// The time from `go` to `bestmove`.
    pub time: Duration,
    /// Whether the search was stopped, by cancellation or at a deadline.
    pub stopped: bool,
}

/// A running external engine. Dropping it ends the process.
#[derive(Debug)]
pub struct Client {
    program: String,
    timeouts: Timeouts,
    process: Process,
    name: Option<String>,
    author: Option<String>,
    options: Vec<EngineOption>,
}

/// The maximum number of options read; further ones are ignored.
const MAX_OPTIONS: usize = 1_000;

/// The interval at which cancellation is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

impl Client {
    /// Starts an engine and performs the handshake. The command line is split like in a shell, without running one.
    pub fn start(line: &str, timeouts: Timeouts) -> Result<Client, ClientError> {
        let words = shlex::split(line).unwrap_or_default();
        let Some((program, arguments)) = words.split_first() else {
            return Err(ClientError { program: line.to_owned(), kind: ClientErrorKind::NoCommand });
        };
        Client::handshake(line, Command::new(program).args(arguments), timeouts)
    }

    /// Starts a command, named in error messages, and performs the handshake with it.
    pub fn handshake(
        program: &str,
        command: &mut Command,
        timeouts: Timeouts,
    ) -> Result<Client, ClientError> {
        let process = Process::start(command).map_err(|error| ClientError {
            program: program.to_owned(),
            kind: ClientErrorKind::CannotStart { kind: error.kind(), reason: error.to_string() },
        })?;
        let mut client = Client {
            program: program.to_owned(),
            timeouts,
            process,
            name: None,
            author: None,
            options: Vec::new(),
        };
        client.process.send("ugi");
        let (mut name, mut author, mut options) = (None, None, Vec::new());
        client.wait_for("ugiok", timeouts.start, |line| {
            if let Some(value) = line.strip_prefix("id name ") {
                name = Some(value.trim().to_owned());
            } else if let Some(value) = line.strip_prefix("id author ") {
                author = Some(value.trim().to_owned());
            } else if let Some(offer) = offer(line).filter(|_| options.len() < MAX_OPTIONS) {
                options.push(offer);
            }
            (line == "ugiok").then_some(())
        })?;
        Ok(Client { name, author, options, ..client })
    }

    /// The name reported by the engine, or its command line.
    #[must_use]
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.program)
    }

    /// The author reported by the engine.
    #[must_use]
    pub fn author(&self) -> Option<&str> {
        self.author.as_deref()
    }

    /// The options offered.
    #[must_use]
    pub fn options(&self) -> &[EngineOption] {
        &self.options
    }

    /// Whether an option is offered, ignoring case.
    #[must_use]
    pub fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|offer| offer.name.eq_ignore_ascii_case(name))
    }

    /// Sets an option that the engine offers.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), ClientError> {
        if !self.has_option(name) {
            return Err(self.error(ClientErrorKind::NoOption { name: name.to_owned() }));
        }
        if [name, value].iter().any(|text| text.contains(['\n', '\r'])) {
            return Err(self.error(ClientErrorKind::NotALine));
        }
        self.process.send(&format!("setoption name {name} value {value}"));
        Ok(())
    }

    /// Waits for `readyok`.
    pub fn ready(&mut self) -> Result<(), ClientError> {
        self.process.skip_lines();
        self.process.send("isready");
        self.wait_for("readyok", self.timeouts.ready, |line| (line == "readyok").then_some(()))
    }

    /// Starts a new game under these variant rules.
    pub fn new_game(&mut self, session: &GameSession) -> Result<(), ClientError> {
        let variants = session.variant_ids();
        // An engine without variants plays the base game.
        if !variants.is_empty() || self.has_option(VARIANT) {
            let value = if variants.is_empty() { PLAIN.to_owned() } else { variants.join(",") };
            self.set_option(VARIANT, &value)?;
        }
        self.process.send("uginewgame");
        self.ready()
    }

    /// Requests a move in the position of a session. Reports every `info` line to `progress`; cancelling stops the
    /// search and returns the best move so far.
    pub fn search(
        &mut self,
        session: &GameSession,
        go: &Go,
        stop: &CancelToken,
        tell: &mut dyn FnMut(&Info),
    ) -> Result<Reply, ClientError> {
        let Some(turn) = session.turn() else { return Err(self.error(ClientErrorKind::GameOver)) };
        self.process.send(&position_command(session));
        self.ready()?;
        let begin = Instant::now();
        self.process.send(&go.to_string());
        let allowed = match (go.time, go.clocks) {
            (None, None) => self.timeouts.max_move,
            (time, clocks) => {
                let left = clocks.map(|clocks| clocks.of(turn).0);
                let given = time.into_iter().chain(left).min().unwrap_or_default();
                given.saturating_add(self.timeouts.overtime)
            }
        };
        let reply = self.listen(begin, allowed, stop, tell)?;
        match session.clone().play(&reply.best) {
            Ok(()) => Ok(reply),
            Err(error) => {
                let position = session.position_text();
                Err(self.error(ClientErrorKind::Illegal { mv: reply.best, position, error: Box::new(error) }))
            }
        }
    }

    /// Queries the outcome; `None` while the game is in progress.
    pub fn result(&mut self, session: &GameSession) -> Result<Option<ReportedResult>, ClientError> {
        self.process.send(&position_command(session));
        self.ready()?;
        self.process.send("query result");
        let awaited = "response";
        let response = self.wait_for(awaited, self.timeouts.ready, |line| {
            line.strip_prefix("response").map(|rest| rest.trim().to_owned())
        })?;
        match response.as_str() {
            "none" => Ok(None),
            "p1win" => Ok(Some(ReportedResult::Win(Player::P1))),
            "p2win" => Ok(Some(ReportedResult::Win(Player::P2))),
            "draw" => Ok(Some(ReportedResult::Draw)),
            UNKNOWN => Err(self.error(ClientErrorKind::NoPosition)),
            _ => Err(self.error(ClientErrorKind::Unreadable { line: format!("response {response}") })),
        }
    }

    /// Sends `quit`, and kills the program if it does not end within the timeout for `stop`.
    pub fn quit(mut self) {
        self.process.send("quit");
        // Dropping the process kills it if necessary.
        self.process.end_within(self.timeouts.stop);
    }

    /// Reads lines until `bestmove`.
    fn listen(
        &mut self,
        begin: Instant,
        allowed: Duration,
        stop: &CancelToken,
        tell: &mut dyn FnMut(&Info),
    ) -> Result<Reply, ClientError> {
        let mut stopped_at: Option<Instant> = None;
        let mut best_info = Info::default();
        loop {
            let now = Instant::now();
            match stopped_at {
                None if stop.is_cancelled() || now - begin >= allowed => {
                    self.process.send("stop");
                    stopped_at = Some(now);
                }
                Some(since) if now - since >= self.timeouts.stop => {
                    return Err(self.timeout_error("bestmove", now - begin));
                }
                _ => {}
            }
            let line = match self.process.line_until(now + POLL_INTERVAL) {
                Ok(InputLine::Text(line)) => line,
                Ok(InputLine::NotText { .. } | InputLine::TooLong { .. }) | Err(ReadError::TimedOut) => {
                    continue;
                }
                Err(ReadError::Closed) => return Err(self.exit_error("bestmove")),
            };
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("info") => {
                    let info = Info::parse(line.trim_ascii_start().trim_start_matches("info"));
                    tell(&info);
                    if info.multipv.is_none_or(|multipv| multipv == 1) {
                        best_info.update(info);
                    }
                }
                Some("bestmove") => {
                    let Some(best) = words.next() else {
                        return Err(self.error(ClientErrorKind::Unreadable { line }));
                    };
                    let (best, time) = (best.to_owned(), begin.elapsed());
                    return Ok(Reply { best, info: best_info, time, stopped: stopped_at.is_some() });
                }
                _ => {}
            }
        }
    }

    /// Waits for a line that `take` accepts.
    fn wait_for<T>(
        &mut self,
        awaited: &'static str,
        timeouts: Duration,
        mut take: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, ClientError> {
        let deadline = Instant::now() + timeouts;
        loop {
            match self.process.line_until(deadline) {
                Ok(InputLine::Text(line)) => {
                    if let Some(taken) = take(line.trim_ascii()) {
                        return Ok(taken);
                    }
                }
                Ok(InputLine::NotText { .. } | InputLine::TooLong { .. }) => {}
                Err(ReadError::TimedOut) => return Err(self.timeout_error(awaited, timeouts)),
                Err(ReadError::Closed) => return Err(self.exit_error(awaited)),
            }
        }
    }

    fn error(&self, kind: ClientErrorKind) -> ClientError {
        ClientError { program: self.program.clone(), kind }
    }

    fn exit_error(&mut self, awaited: &'static str) -> ClientError {
        let status = self.process.exit_status();
        let stderr_tail = self.process.stderr_tail();
        self.process.kill();
        self.error(ClientErrorKind::Died { awaited, status, stderr_tail })
    }

    fn timeout_error(&mut self, awaited: &'static str, waited: Duration) -> ClientError {
        self.process.kill();
        let stderr_tail = self.process.stderr_tail();
        self.error(ClientErrorKind::Timeout { awaited, waited, stderr_tail })
    }
}

/// The result of a finished game, as an engine reports it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportedResult {
    /// A player has won.
    Win(Player),
    /// A draw.
    Draw,
}

impl From<Outcome> for ReportedResult {
    fn from(outcome: Outcome) -> ReportedResult {
        outcome.winner.map_or(ReportedResult::Draw, ReportedResult::Win)
    }
}

/// The `position` command for a session. Dealt games always send the position text.
fn position_command(session: &GameSession) -> String {
    let mut command = if session.has_standard_start() {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", session.start_text())
    };
    let moves = session.moves();
    if !moves.is_empty() {
        command.push_str(" moves ");
        command.push_str(&moves.join(" "));
    }
    command
}

/// Parses an `option` line.
fn offer(line: &str) -> Option<EngineOption> {
    let rest = line.strip_prefix("option name ")?;
    let (name, description) = rest.split_once(" type ").unwrap_or((rest, ""));
    Some(EngineOption { name: name.trim().to_owned(), description: description.trim().to_owned() })
}
