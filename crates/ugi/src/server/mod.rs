//! Our engine for other programs: commands in, moves out.
//!
//! One thread reads, one searches, and the one that called writes everything, so that lines never mix and a search
//! never keeps a command waiting.

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

/// Where the exact table of a variant comes from. It makes one only if it is told to; an error is a sentence in the
/// language of the server.
pub type TableSource = Box<dyn FnMut(Variants, Make) -> Result<Option<Tablebase>, String> + Send>;

/// Whether a table that is not at hand is to be made, which takes its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Make {
    /// It is.
    IfMissing,
    /// It is not.
    No,
}

/// What a server is about.
pub struct Setup {
    /// The game.
    pub entry: &'static Entry,
    /// The variant rules until the option says otherwise.
    pub variants: Variants,
    /// The language of remarks. All else is the protocol's.
    pub lang: Lang,
    /// Where the exact table comes from; asked only for games that can be solved.
    pub tables: TableSource,
}

impl std::fmt::Debug for Setup {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Setup { entry, variants, lang, tables: _ } = self;
        f.debug_struct("Setup")
            .field("game", &entry.info().id)
            .field("variants", variants)
            .field("lang", lang)
            .finish_non_exhaustive()
    }
}

/// Follows the commands on `input` until `quit` or its end. The thread that reads goes on until then, so `input` should
/// end with the program.
///
/// ```
/// use mekong_catalog::find;
/// use mekong_core::{Lang, Variants};
/// use mekong_ugi::server::{Setup, run};
///
/// let setup = Setup {
///     entry: find("siam")?,
///     variants: Variants::NONE,
///     lang: Lang::En,
///     tables: Box::new(|_, _| Ok(None)),
/// };
/// let mut output = Vec::new();
/// run(setup, &b"position startpos moves @c1N\nquery p1turn\nisready\nquit\n"[..], &mut output)?;
/// assert_eq!(output, b"response false\nreadyok\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(setup: Setup, input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
    let (events, inbox) = mpsc::sync_channel(WAITING_EVENTS);
    let lines = events.clone();
    thread::spawn(move || {
        let mut input = BufReader::new(input);
        // Input that cannot be read is at its end.
        while let Ok(Some(line)) = next_line(&mut input) {
            if lines.send(Event::InputLine(line)).is_err() {
                return;
            }
        }
        let _ = lines.send(Event::End);
    });
    Server::new(setup, events, output).serve(&inbox)
}

/// What the server hears of.
#[derive(Debug)]
enum Event {
    /// A command.
    InputLine(InputLine),
    /// The end of the commands.
    End,
    /// Lines of a search.
    Said(String),
    /// The end of a search, with its move; none if the game is over.
    Moved(Option<String>),
}

/// Capacity of the event queue. Senders block when it is full.
const WAITING_EVENTS: usize = 64;
