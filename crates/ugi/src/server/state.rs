use std::{
    io::{self, Write},
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, SyncSender},
    },
    time::{Duration, Instant},
};

use mekong_catalog::{OpenError, Session};
use mekong_core::{Explain as _, Player};
use mekong_players::{Level, Searcher, Tablebase};

use super::{
    CommandError, Event, Make, Setup,
    command::{Command, Query},
    options::{Change, Options, TableUse},
    search::{Search, SearchMode},
};
use crate::UNKNOWN;

/// How many commands may wait for the end of a search that was told to stop.
const WAITING_COMMANDS: usize = 64;

/// How long a search may take to end when the program is to end.
const GOODBYE: Duration = Duration::from_secs(2);

/// The memory of the weaker levels, in megabytes: they look at few positions, and it is cleared for each move.
const PUPILS_MEMORY: usize = 8;

/// What is said instead of a move where there is none.
const NO_MOVE: &str = "(none)";

/// A server and all it knows.
pub(super) struct Server<W> {
    setup: Setup,
    options: Options,
    /// None after a position that was refused: to search the one before it would answer another question.
    position: Option<Session>,
    /// Made when it is first needed, for memory costs time and the greeting should not.
    searcher: Option<Arc<Searcher>>,
    /// The searcher of the weaker levels.
    pupil: Option<Arc<Searcher>>,
    search: Option<Search>,
    /// Commands that wait for the end of a search that was told to stop.
    waiting: Vec<Command>,
    events: SyncSender<Event>,
    output: W,
}

/// Whether to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    GoOn,
    Quit,
}

impl<W: Write> Server<W> {
    pub(super) fn new(setup: Setup, events: SyncSender<Event>, output: W) -> Server<W> {
        let options = Options::new(setup.variants);
        let position = Some(setup.entry.start(options.variants, options.seed()));
        Server {
            setup,
            options,
            position,
            searcher: None,
            pupil: None,
            search: None,
            waiting: Vec::new(),
            events,
            output,
        }
    }

    /// Follows commands until the end.
    pub(super) fn serve(mut self, inbox: &Receiver<Event>) -> io::Result<()> {
        loop {
            let next = match self.next_event(inbox) {
                Event::InputLine(line) => match Command::read(line) {
                    Ok(None) => Next::GoOn,
                    Ok(Some(command)) => self.hear(command)?,
                    Err(error) => self.complain(&error).map(|()| Next::GoOn)?,
                },
                Event::End => Next::Quit,
                Event::Said(text) => self.say(&text).map(|()| Next::GoOn)?,
                Event::Moved(best) => self.moved(best).map(|()| Next::GoOn)?,
            };
            if next == Next::Quit {
                return self.finish(inbox);
            }
            self.output.flush()?;
        }
    }

    /// Waits for something to happen, and stops a search whose time is over.
    fn next_event(&mut self, inbox: &Receiver<Event>) -> Event {
        loop {
            let deadline = self.search.as_ref().and_then(|search| search.deadline);
            let event = match deadline {
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(deadline) => inbox.recv_timeout(deadline.saturating_duration_since(Instant::now())),
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

    /// Lets a search say its move before the end. What waits behind a stop is followed, except behind a quit.
    fn finish(mut self, inbox: &Receiver<Event>) -> io::Result<()> {
        let deadline = Instant::now() + GOODBYE;
        loop {
            self.stop_search()?;
            if self.search.is_none() {
                return self.output.flush();
            }
            match inbox.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(Event::Said(text)) => self.say(&text)?,
                Ok(Event::Moved(best)) => self.moved(best)?,
                Ok(Event::InputLine(_) | Event::End) => {}
                Err(_) => return self.output.flush(),
            }
        }
    }

    /// Follows a command, now or after the search.
    fn hear(&mut self, command: Command) -> io::Result<Next> {
        let Some(search) = &self.search else { return self.follow(command) };
        // After `stop` the next command may follow at once; the order of answers is kept.
        let in_line = command.disturbs() || !self.waiting.is_empty() && command != Command::Quit;
        if search.told_to_stop && in_line && self.waiting.len() < WAITING_COMMANDS {
            self.waiting.push(command);
        } else if command.disturbs() {
            self.complain(&CommandError::Searching { word: command.word() })?;
        } else {
            return self.follow(command);
        }
        Ok(Next::GoOn)
    }

    fn follow(&mut self, command: Command) -> io::Result<Next> {
        match command {
            Command::Ugi => self.greet()?,
            Command::IsReady => {
                // A search that goes on has its searcher, and is not to be kept waiting for another.
                if self.search.is_none() {
                    self.searcher()?;
                }
                self.say("readyok")?;
            }
            Command::NewGame => {
                for searcher in self.searcher.iter().chain(&self.pupil) {
                    searcher.clear();
                }
                self.start_anew();
            }
            Command::SetOption { name, value } => self.set_option(&name, &value)?,
            Command::Position { fen, moves } => self.set_position(fen.as_deref(), &moves)?,
            Command::BadPosition(error) => {
                self.position = None;
                self.complain(&error)?;
            }
            Command::Go(go) => match self.position.clone() {
                Some(session) if session.outcome().is_none() => {
                    let mode = self.mode()?;
                    self.search = Some(Search::begin(mode, session, &go, self.events.clone()));
                }
                // Nobody shall wait for a move that will not come.
                Some(_) => self.say(&format!("bestmove {NO_MOVE}"))?,
                None => {
                    self.complain(&CommandError::NoPosition)?;
                    self.say(&format!("bestmove {NO_MOVE}"))?;
                }
            },
            Command::Query(query) => {
                let response = self.position.as_ref().map(|session| respond(session, query));
                if response.is_none() {
                    self.complain(&CommandError::NoPosition)?;
                }
                self.say(&format!("response {}", response.unwrap_or(UNKNOWN)))?;
            }
            Command::Stop => self.stop_search()?,
            Command::Quit => {
                self.waiting.clear();
                return Ok(Next::Quit);
            }
        }
        Ok(Next::GoOn)
    }

    fn greet(&mut self) -> io::Result<()> {
        let (title, version) = (self.setup.entry.info().title, env!("CARGO_PKG_VERSION"));
        self.say(&format!("id name Mekong {title} {version}"))?;
        self.say(&format!("id author {}", env!("CARGO_PKG_AUTHORS")))?;
        for offer in self.options.declarations(self.setup.entry) {
            self.say(&offer)?;
        }
        self.say("ugiok")
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        match self.options.set(name, value, self.setup.entry, self.setup.lang) {
            Ok(change) => {
                if matches!(change, Change::Searcher | Change::Game) {
                    self.searcher = None;
                }
                // An option is no answer to a position that was refused.
                if matches!(change, Change::Deal | Change::Game) && self.position.is_some() {
                    self.start_anew();
                }
                Ok(())
            }
            Err(error) => self.complain(&error),
        }
    }

    fn start_anew(&mut self) {
        self.position = Some(self.setup.entry.start(self.options.variants, self.options.seed()));
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> io::Result<()> {
        self.position = None;
        match self.open(fen, moves) {
            Ok(session) => {
                self.position = Some(session);
                Ok(())
            }
            Err(error) => self.complain(&CommandError::said(&error, self.setup.lang)),
        }
    }

    fn open(&self, fen: Option<&str>, moves: &[String]) -> Result<Session, OpenError> {
        let (entry, variants) = (self.setup.entry, self.options.variants);
        let mut session = match fen {
            Some(text) => entry.parse(text, variants).map_err(OpenError::Position)?,
            None => entry.start(variants, self.options.seed()),
        };
        for (number, text) in (1..).zip(moves) {
            session.play(text).map_err(|error| OpenError::Move { number, text: text.clone(), error })?;
        }
        Ok(session)
    }

    /// The search mode that the options select.
    fn mode(&mut self) -> io::Result<SearchMode> {
        let searcher = self.searcher()?;
        let Options { level, threads, lines, .. } = self.options;
        Ok(if level < Level::MAX {
            SearchMode::Level { searcher, level, seed: self.options.seed() }
        } else {
            SearchMode::Best { searcher, threads, lines }
        })
    }

    /// The searcher of the level, made now if it is needed for the first time.
    fn searcher(&mut self) -> io::Result<Arc<Searcher>> {
        let entry = self.setup.entry;
        if self.options.level < Level::MAX {
            let pupil = self.pupil.get_or_insert_with(|| Arc::new(Searcher::new(entry, PUPILS_MEMORY)));
            return Ok(Arc::clone(pupil));
        }
        if let Some(searcher) = &self.searcher {
            return Ok(Arc::clone(searcher));
        }
        let mut searcher = Searcher::new(entry, self.options.hash);
        match self.table() {
            Ok(Some(table)) => searcher = searcher.with_tablebase(table),
            Ok(None) => {}
            Err(sentence) => self.complain(&CommandError::Said(sentence))?,
        }
        Ok(Arc::clone(self.searcher.insert(Arc::new(searcher))))
    }

    fn table(&mut self) -> Result<Option<Tablebase>, String> {
        let make = match self.options.table {
            TableUse::Auto => Make::No,
            TableUse::Always => Make::IfMissing,
            TableUse::Never => return Ok(None),
        };
        if mekong_players::solver(self.setup.entry).is_none() {
            return Ok(None);
        }
        (self.setup.tables)(self.options.variants, make)
    }

    /// Ends the search, if there is one. An infinite one that has its move says it now.
    fn stop_search(&mut self) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        search.stop();
        search.told_to_stop = true;
        match search.found.take() {
            Some(best) => self.moved(best),
            None => Ok(()),
        }
    }

    /// A search has ended.
    fn moved(&mut self, best: Option<String>) -> io::Result<()> {
        if let Some(search) = &mut self.search
            && search.is_infinite
            && !search.told_to_stop
        {
            search.found = Some(best);
            return Ok(());
        }
        // Before the move is printed: its reader may send the next command at once.
        self.search = None;
        self.say(&format!("bestmove {}", best.as_deref().unwrap_or(NO_MOVE)))?;
        self.output.flush()?;
        for command in std::mem::take(&mut self.waiting) {
            // Quit never waits.
            self.hear(command)?;
        }
        Ok(())
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")
    }

    fn complain(&mut self, error: &CommandError) -> io::Result<()> {
        let sentence = error.explain(self.setup.lang).replace(['\n', '\r'], " ");
        self.say(&format!("info string error: {sentence}"))
    }
}

fn respond(session: &Session, query: Query) -> &'static str {
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
