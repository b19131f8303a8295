//! The engine as a UGI server.
//!
//! One thread reads, one searches, and the calling thread writes all output, so that lines never interleave and a
//! search never delays a command.

mod command;
mod error;
mod options;
mod search;
mod state;

use std::{
    io::{self, BufReader, Read, Write},
    sync::mpsc,
    thread,
};

use mekong_catalog::Entry;
use mekong_core::{Lang, Variants};
use mekong_players::Tablebase;

use self::{error::CommandError, state::Server};
use crate::lines::{InputLine, next_line};

/// Loads the tablebase for some variant rules, and generates it only if asked to. Errors are sentences in the language of the
/// server.
pub type TablebaseLoader =
    Box<dyn FnMut(Variants, MissingTablebase) -> Result<Option<Tablebase>, String> + Send>;

/// What to do about a missing tablebase. Generating it may take minutes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MissingTablebase {
    /// Solve the game now.
    Generate,
    /// Play without it.
    Ignore,
}

/// The configuration of a server.
pub struct Config {
    /// The game.
    pub entry: &'static Entry,
    /// The initial variant rules.
    pub variants: Variants,
    /// The language of messages. Keywords are not translated.
    pub lang: Lang,
    /// Loads a tablebase; called only for games that can be solved.
    pub load_tablebase: TablebaseLoader,
}

impl std::fmt::Debug for Config {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Config { entry, variants, lang, load_tablebase: _ } = self;
        f.debug_struct("Config")
            .field("game", &entry.info().id)
            .field("variants", variants)
            .field("lang", lang)
            .finish_non_exhaustive()
    }
}

/// Processes the commands on `input` until `quit` or end of input. The reading thread runs until `input` ends.
///
/// ```
/// use mekong_catalog::find;
/// use mekong_core::{Lang, Variants};
/// use mekong_ugi::server::{Config, run};
///
/// let config = Config {
///     entry: find("siam")?,
///     variants: Variants::NONE,
///     lang: Lang::En,
///     load_tablebase: Box::new(|_, _| Ok(None)),
/// };
/// let mut output = Vec::new();
/// run(config, &b"position startpos moves @c1N\nquery p1turn\nisready\nquit\n"[..], &mut output)?;
/// assert_eq!(output, b"response false\nreadyok\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(config: Config, input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
    let (events, receiver) = mpsc::sync_channel(EVENT_QUEUE_CAPACITY);
    let lines = events.clone();
    thread::spawn(move || {
        let mut input = BufReader::new(input);
        // A read error counts as end of input.
        while let Ok(Some(line)) = next_line(&mut input) {
            if lines.send(Event::InputLine(line)).is_err() {
                return;
            }
        }
        let _ = lines.send(Event::End);
    });
    Server::new(config, events, output).serve(&receiver)
}

/// An event of the server.
#[derive(Debug)]
enum Event {
    /// A command.
    InputLine(InputLine),
    /// End of input.
    End,
    /// Info lines of a search.
    Output(String),
    /// The end of a search, with its move; none if the game is over.
    BestMove(Option<String>),
}

/// Capacity of the event queue. Senders block when it is full.
const EVENT_QUEUE_CAPACITY: usize = 64;
