//! A client for engines: any program that speaks the protocol.
//!
//! Nothing here waits without a deadline, and nothing that a program says or does makes us panic. A program that was
//! silent for too long is ended: what it says later could be mistaken for the answer to another question.

mod error;
mod process;

use std::{
    process::Command,
    time::{Duration, Instant},
};

use mekong_catalog::Session;
use mekong_core::{CancelToken, Outcome};

pub use error::{ClientError, ClientErrorKind};

use self::process::{Process, ReadError};
use crate::{Go, Info, PLAIN, UNKNOWN, VARIANT, lines::InputLine};

/// How long to wait for an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// For `ugiok`.
    pub start: Duration,
    /// For `readyok`, and the answer to a question.
    pub ready: Duration,
    /// For a move, beyond the time that the program was given.
    pub overtime: Duration,
    /// For a move, where depth or nodes were given and no time.
    pub longest: Duration,
    /// For a move once the program was told to stop.
    pub stop: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            start: Duration::from_secs(10),
            // Some programs allocate gigabytes or load tables here.
            ready: Duration::from_secs(60),
            overtime: Duration::from_secs(2),
            longest: Duration::from_secs(600),
            stop: Duration::from_secs(5),
        }
    }
}

/// An option that a program offers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOption {
    /// The name.
    pub name: String,
    /// What the program says about it: type, default, bounds.
    pub description: String,
}

/// A move and what the program said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The move, a legal one.
    pub best: String,
    /// The last that the program said of its best line.
    pub info: Info,
    /// The time from our `go` to its move.
    pub time: Duration,
    /// Whether it had to be told to stop, by us or for want of patience.
    pub stopped: bool,
}

/// Another program, started and greeted. It is ended when this is dropped.
#[derive(Debug)]
pub struct Client {
    program: String,
    timeouts: Timeouts,
    process: Process,
    name: Option<String>,
    author: Option<String>,
    options: Vec<EngineOption>,
}

/// How many options a program can offer; more are left out, for there must be an end.
const MAX_OPTIONS: usize = 1_000;

/// How often we look whether we are to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

impl Client {
    /// Starts a program and greets it. The command line is split into words as a shell does it, without a shell.
    pub fn start(line: &str, timeouts: Timeouts) -> Result<Client, ClientError> {
        let words = shlex::split(line).unwrap_or_default();
        let Some((program, arguments)) = words.split_first() else {
            return Err(ClientError { program: line.to_owned(), kind: ClientErrorKind::NoCommand });
        };
        Client::greet(line, Command::new(program).args(arguments), timeouts)
    }

    /// Starts a command under a name for error messages, and greets the program.
    pub fn greet(program: &str, command: &mut Command, timeouts: Timeouts) -> Result<Client, ClientError> {
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
            if let Some(said) = line.strip_prefix("id name ") {
                name = Some(said.trim().to_owned());
            } else if let Some(said) = line.strip_prefix("id author ") {
                author = Some(said.trim().to_owned());
            } else if let Some(offer) = offer(line).filter(|_| options.len() < MAX_OPTIONS) {
                options.push(offer);
            }
            (line == "ugiok").then_some(())
        })?;
        Ok(Client { name, author, options, ..client })
    }

    /// The name it gives itself, or else its command line.
    #[must_use]
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.program)
    }

    /// Who it says wrote it.
    #[must_use]
    pub fn author(&self) -> Option<&str> {
        self.author.as_deref()
    }

    /// The options it offers.
    #[must_use]
    pub fn options(&self) -> &[EngineOption] {
        &self.options
    }

    /// Whether it offers an option of this name; upper and lower case are the same.
    #[must_use]
    pub fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|offer| offer.name.eq_ignore_ascii_case(name))
    }

    /// Sets an option that the program offers.
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

    /// Waits until the program has done all it was told.
    pub fn ready(&mut self) -> Result<(), ClientError> {
        self.process.skip_lines();
        self.process.send("isready");
        self.wait_for("readyok", self.timeouts.ready, |line| (line == "readyok").then_some(()))
    }

    /// Tells the program that a game begins, with these variant rules.
    pub fn new_game(&mut self, session: &Session) -> Result<(), ClientError> {
        let variants = session.variant_names();
        // A program without variants plays the plain game.
        if !variants.is_empty() || self.has_option(VARIANT) {
            let value = if variants.is_empty() { PLAIN.to_owned() } else { variants.join(",") };
            self.set_option(VARIANT, &value)?;
        }
        self.process.send("uginewgame");
        self.ready()
    }

    /// Asks for a move in the position of a session. `tell` hears every line `info`; setting `stop` ends the search
    /// and brings the best move so far.
    pub fn search(
        &mut self,
        session: &Session,
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
            (None, None) => self.timeouts.longest,
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
                Err(self.error(ClientErrorKind::Illegal { mv: reply.best, position, error }))
            }
        }
    }

    /// Asks for the program's view of the outcome; `None` while the game goes on.
    pub fn result(&mut self, session: &Session) -> Result<Option<Verdict>, ClientError> {
        self.process.send(&position_command(session));
        self.ready()?;
        self.process.send("query result");
        let awaited = "response";
        let response = self.wait_for(awaited, self.timeouts.ready, |line| {
            line.strip_prefix("response").map(|rest| rest.trim().to_owned())
        })?;
        match response.as_str() {
            "none" => Ok(None),
            "p1win" => Ok(Some(Verdict::P1)),
            "p2win" => Ok(Some(Verdict::P2)),
            "draw" => Ok(Some(Verdict::Draw)),
            UNKNOWN => Err(self.error(ClientErrorKind::NoPosition)),
            _ => Err(self.error(ClientErrorKind::Unreadable { line: format!("response {response}") })),
        }
    }

    /// Sends `quit`, and kills the program if it does not end within the timeout for `stop`.
    pub fn quit(mut self) {
        self.process.send("quit");
        // Dropping it does the rest.
        self.process.end_within(self.timeouts.stop);
    }

    /// Listens to a search until its move.
    fn listen(
        &mut self,
        begin: Instant,
        allowed: Duration,
        stop: &CancelToken,
        tell: &mut dyn FnMut(&Info),
    ) -> Result<Reply, ClientError> {
        let mut told_to_stop: Option<Instant> = None;
        let mut best_info = Info::default();
        loop {
            let now = Instant::now();
            match told_to_stop {
                None if stop.is_cancelled() || now - begin >= allowed => {
                    self.process.send("stop");
                    told_to_stop = Some(now);
                }
                Some(since) if now - since >= self.timeouts.stop => {
                    return Err(self.silent("bestmove", now - begin));
                }
                _ => {}
            }
            let line = match self.process.line_until(now + POLL_INTERVAL) {
                Ok(InputLine::Text(line)) => line,
                Ok(InputLine::NotText { .. } | InputLine::TooLong { .. }) | Err(ReadError::Late) => continue,
                Err(ReadError::Closed) => return Err(self.died("bestmove")),
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
                    return Ok(Reply { best, info: best_info, time, stopped: told_to_stop.is_some() });
                }
                _ => {}
            }
        }
    }

    /// Waits for a line that `take` takes.
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
                Err(ReadError::Late) => return Err(self.silent(awaited, timeouts)),
                Err(ReadError::Closed) => return Err(self.died(awaited)),
            }
        }
    }

    fn error(&self, kind: ClientErrorKind) -> ClientError {
        ClientError { program: self.program.clone(), kind }
    }

    fn died(&mut self, awaited: &'static str) -> ClientError {
        let status = self.process.autopsy();
        let stderr_tail = self.process.stderr_tail();
        self.process.kill();
        self.error(ClientErrorKind::Died { awaited, status, stderr_tail })
    }

    fn silent(&mut self, awaited: &'static str, waited: Duration) -> ClientError {
        self.process.kill();
        let stderr_tail = self.process.stderr_tail();
        self.error(ClientErrorKind::Silent { awaited, waited, stderr_tail })
    }
}

/// What a program says of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The first seat has won.
    P1,
    /// The second seat has won.
    P2,
    /// Nobody has.
    Draw,
}

impl Verdict {
    /// The verdict that an outcome is.
    #[must_use]
    pub const fn of(outcome: Outcome) -> Verdict {
        match outcome.winner {
            Some(mekong_core::Player::P1) => Verdict::P1,
            Some(mekong_core::Player::P2) => Verdict::P2,
            None => Verdict::Draw,
        }
    }
}

/// The command that sets up the position of a session. Dealt games are always told how the pieces lie.
fn position_command(session: &Session) -> String {
    let mut command = if session.started_by_default() {
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

/// The option that a line offers.
fn offer(line: &str) -> Option<EngineOption> {
    let rest = line.strip_prefix("option name ")?;
    let (name, description) = rest.split_once(" type ").unwrap_or((rest, ""));
    Some(EngineOption { name: name.trim().to_owned(), description: description.trim().to_owned() })
}
