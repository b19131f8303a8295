use std::{
    io::{self, Write},
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, SyncSender},
    },
    time::{Duration, Instant},
};

use mekong_catalog::{GameSession, OpenError};
use mekong_core::{Explain as _, Player};
use mekong_players::{Level, Searcher, Tablebase};

use super::{
    CommandError, Config, Event, MissingTablebase,
    command::{Command, Query},
    options::{Change, Options, TablebaseUse},
    search::{Search, SearchMode},
};
use crate::UNKNOWN;

/// The maximum number of commands queued behind a stopping search.
const MAX_QUEUED_COMMANDS: usize = 64;

/// The time a search gets to end on shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// The `bestmove` if there is no legal move.
const NO_MOVE: &str = "(none)";

/// The state of a server.
pub(super) struct Server<W> {
    config: Config,
    options: Options,
    /// `None` after an invalid position: searching the previous one would be misleading.
    position: Option<GameSession>,
    /// Created on first use, because allocating memory takes time and the greeting should be fast.
    searcher: Option<Arc<Searcher>>,
    search: Option<Search>,
    /// Commands queued behind a stopping search.
    queued: Vec<Command>,
    events: SyncSender<Event>,
    output: W,
}

/// Whether to continue or quit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    Continue,
    Quit,
}

impl<W: Write> Server<W> {
    pub(super) fn new(config: Config, events: SyncSender<Event>, output: W) -> Server<W> {
        let options = Options::new(config.variants);
        let position = Some(config.entry.start(options.variants, options.seed()));
        Server { config, options, position, searcher: None, search: None, queued: Vec::new(), events, output }
    }

    /// Processes commands until the end of input or `quit`.
    pub(super) fn serve(mut self, receiver: &Receiver<Event>) -> io::Result<()> {
        loop {
            let next = match self.next_event(receiver) {
                Event::InputLine(line) => match Command::read(line) {
                    Ok(None) => Next::Continue,
                    Ok(Some(command)) => self.handle(command)?,
                    Err(error) => self.report_error(&error).map(|()| Next::Continue)?,
                },
                Event::End => Next::Quit,
                Event::Output(text) => self.write_line(&text).map(|()| Next::Continue)?,
                Event::BestMove(best) => self.end_search(best).map(|()| Next::Continue)?,
            };
            if next == Next::Quit {
                return self.finish(receiver);
            }
            self.output.flush()?;
        }
    }

    /// Waits for the next event, and stops a search at its deadline.
    fn next_event(&mut self, receiver: &Receiver<Event>) -> Event {
        loop {
            let deadline = self.search.as_ref().and_then(|search| search.deadline);
            let event = match deadline {
                None => receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(deadline) => receiver.recv_timeout(deadline.saturating_duration_since(Instant::now())),
            };
            match event {
                Ok(event) => return event,
                Err(RecvTimeoutError::Disconnected) => return Event::End,
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(search) = &mut self.search {
                        search.stop();
                        search.deadline = None;
                    }
                }
            }
        }
    }

    /// Lets a running search report its move before shutdown. Queued commands are processed unless `quit` was received.
    fn finish(mut self, receiver: &Receiver<Event>) -> io::Result<()> {
        let deadline = Instant::now() + SHUTDOWN_TIMEOUT;
        loop {
            self.stop_search()?;
            if self.search.is_none() {
                return self.output.flush();
            }
            match receiver.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(Event::Output(text)) => self.write_line(&text)?,
                Ok(Event::BestMove(best)) => self.end_search(best)?,
                Ok(Event::InputLine(_) | Event::End) => {}
                Err(_) => return self.output.flush(),
            }
        }
    }

    /// Processes a command now or queues it behind the search.
    fn handle(&mut self, command: Command) -> io::Result<Next> {
        let Some(search) = &self.search else { return self.execute(command) };
        // Commands may follow `stop` immediately; responses stay in order.
        let is_queued = command.changes_state() || !self.queued.is_empty() && command != Command::Quit;
        if search.stop_requested && is_queued && self.queued.len() < MAX_QUEUED_COMMANDS {
            self.queued.push(command);
        } else if command.changes_state() {
            self.report_error(&CommandError::Searching { word: command.word() })?;
        } else {
            return self.execute(command);
        }
        Ok(Next::Continue)
    }

    fn execute(&mut self, command: Command) -> io::Result<Next> {
        match command {
            Command::Ugi => self.identify()?,
            Command::IsReady => {
                // A running search has its searcher already, and weaker levels need none.
                if self.search.is_none() && self.options.level == Level::MAX {
                    self.searcher()?;
                }
                self.write_line("readyok")?;
            }
            Command::NewGame => {
                if let Some(searcher) = &self.searcher {
                    searcher.clear();
                }
                self.reset_game();
            }
            Command::SetOption { name, value } => self.set_option(&name, &value)?,
            Command::Position { fen, moves } => self.set_position(fen.as_deref(), &moves)?,
            Command::BadPosition(error) => {
                self.position = None;
                self.report_error(&error)?;
            }
            Command::Go(go) => match self.position.clone() {
                Some(session) if session.outcome().is_none() => {
                    let mode = self.mode()?;
                    self.search = Some(Search::begin(mode, session, &go, self.events.clone()));
                }
                // The client must not wait for a move that never comes.
                Some(_) => self.write_line(&format!("bestmove {NO_MOVE}"))?,
                None => {
                    self.report_error(&CommandError::NoPosition)?;
                    self.write_line(&format!("bestmove {NO_MOVE}"))?;
                }
            },
            Command::Query(query) => {
                let response = self.position.as_ref().map(|session| respond(session, query));
                if response.is_none() {
                    self.report_error(&CommandError::NoPosition)?;
                }
                self.write_line(&format!("response {}", response.unwrap_or(UNKNOWN)))?;
            }
            Command::Stop => self.stop_search()?,
            Command::Quit => {
                self.queued.clear();
                return Ok(Next::Quit);
            }
        }
        Ok(Next::Continue)
    }

    fn identify(&mut self) -> io::Result<()> {
        let (title, version) = (self.config.entry.info().title.en, env!("CARGO_PKG_VERSION"));
        self.write_line(&format!("id name Mekong {title} {version}"))?;
        self.write_line(&format!("id author {}", env!("CARGO_PKG_AUTHORS")))?;
        for offer in self.options.declarations(self.config.entry) {
            self.write_line(&offer)?;
        }
        self.write_line("ugiok")
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        match self.options.set(name, value, self.config.entry, self.config.lang) {
            Ok(change) => {
                if matches!(change, Change::Searcher | Change::Game) {
                    self.searcher = None;
                }
                // Setting an option does not restore a rejected position.
                if matches!(change, Change::Deal | Change::Game) && self.position.is_some() {
                    self.reset_game();
                }
                Ok(())
            }
            Err(error) => self.report_error(&error),
        }
    }

    fn reset_game(&mut self) {
        self.position = Some(self.config.entry.start(self.options.variants, self.options.seed()));
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> io::Result<()> {
        self.position = None;
        match self.open(fen, moves) {
            Ok(session) => {
                self.position = Some(session);
                Ok(())
            }
            Err(error) => self.report_error(&CommandError::message(&error, self.config.lang)),
        }
    }

    fn open(&self, fen: Option<&str>, moves: &[String]) -> Result<GameSession, OpenError> {
        self.config.entry.open(self.options.variants, fen, self.options.seed(), moves)
    }

    /// The search mode that the options select.
    fn mode(&mut self) -> io::Result<SearchMode> {
        let Options { level, threads, lines, .. } = self.options;
        Ok(if level < Level::MAX {
            SearchMode::Level { entry: self.config.entry, level, seed: self.options.seed() }
        } else {
            SearchMode::Best { searcher: self.searcher()?, threads, lines }
        })
    }

    /// The searcher of the full strength, created on first use.
    fn searcher(&mut self) -> io::Result<Arc<Searcher>> {
        let entry = self.config.entry;
        if let Some(searcher) = &self.searcher {
            return Ok(Arc::clone(searcher));
        }
        let mut searcher = Searcher::new(entry, self.options.hash);
        match self.tablebase() {
            Ok(Some(tablebase)) => searcher = searcher.with_tablebase(tablebase),
            Ok(None) => {}
            Err(sentence) => self.report_error(&CommandError::Message(sentence))?,
        }
        Ok(Arc::clone(self.searcher.insert(Arc::new(searcher))))
    }

    fn tablebase(&mut self) -> Result<Option<Tablebase>, String> {
        let missing = match self.options.tablebase {
            TablebaseUse::Auto => MissingTablebase::Ignore,
            TablebaseUse::Always => MissingTablebase::Generate,
            TablebaseUse::Never => return Ok(None),
        };
        if mekong_players::solver(self.config.entry).is_none() {
            return Ok(None);
        }
        (self.config.load_tablebase)(self.options.variants, missing)
    }

    /// Stops the search, if there is one. A finished infinite search reports its move now.
    fn stop_search(&mut self) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        search.stop();
        search.stop_requested = true;
        match search.found.take() {
            Some(best) => self.end_search(best),
            None => Ok(()),
        }
    }

    /// A search has ended.
    fn end_search(&mut self, best: Option<String>) -> io::Result<()> {
        if let Some(search) = &mut self.search
            && search.is_infinite
            && !search.stop_requested
        {
            search.found = Some(best);
            return Ok(());
        }
        // Before the move is printed, because the client may send the next command at once.
        self.search = None;
        self.write_line(&format!("bestmove {}", best.as_deref().unwrap_or(NO_MOVE)))?;
        self.output.flush()?;
        for command in std::mem::take(&mut self.queued) {
            // Quit never waits.
            self.handle(command)?;
        }
        Ok(())
    }

    fn write_line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")
    }

    fn report_error(&mut self, error: &CommandError) -> io::Result<()> {
        let sentence = error.explain(self.config.lang).replace(['\n', '\r'], " ");
        self.write_line(&format!("info string error: {sentence}"))
    }
}

fn respond(session: &GameSession, query: Query) -> &'static str {
    let yes_or_no = |answer: bool| if answer { "true" } else { "false" };
    match query {
        Query::GameOver => yes_or_no(session.outcome().is_some()),
        Query::FirstToMove => yes_or_no(session.turn() == Some(Player::P1)),
        Query::Result => match session.outcome().map(|outcome| outcome.winner) {
            None => "none",
            Some(None) => "draw",
            Some(Some(Player::P1)) => "p1win",
            Some(Some(Player::P2)) => "p2win",
        },
    }
}
