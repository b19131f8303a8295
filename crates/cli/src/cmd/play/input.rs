//! Lines from a person: with editing, history and completion at a terminal, plainly from a pipe.

use std::{
    cell::RefCell,
    io::{self, BufRead as _, IsTerminal as _, Write as _},
    rc::Rc,
};

use mekong_catalog::Session;
use rustyline::{
    Context, Editor, Helper, completion::Completer, error::ReadlineError, highlight::Highlighter,
    hint::Hinter, history::MemHistory, validate::Validator,
};

use crate::failure::Failure;

/// One answer of the person.
pub(crate) enum Line {
    Text(String),
    /// End of input.
    End,
    /// Ctrl-C.
    Interrupted,
}

pub(crate) enum Input {
    Terminal { editor: Box<Editor<Moves, MemHistory>>, moves: Rc<RefCell<Vec<String>>> },
    Pipe,
}

impl Input {
    pub(crate) fn new(session: &Session) -> Input {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Input::Pipe;
        }
        let config = rustyline::Config::builder().auto_add_history(true).build();
        let Ok(mut editor) = Editor::with_history(config, MemHistory::new()) else { return Input::Pipe };
        let moves = Rc::new(RefCell::new(session.legal()));
        editor.set_helper(Some(Moves(Rc::clone(&moves))));
        Input::Terminal { editor: Box::new(editor), moves }
    }

    pub(crate) fn read(&mut self, prompt: &str, session: &Session) -> Result<Line, Failure> {
        match self {
            Input::Terminal { editor, moves } => {
                *moves.borrow_mut() = session.legal();
                match editor.readline(prompt) {
                    Ok(line) => Ok(Line::Text(line)),
                    Err(ReadlineError::Eof) => Ok(Line::End),
                    Err(ReadlineError::Interrupted) => Ok(Line::Interrupted),
                    Err(ReadlineError::Io(error)) => Err(Failure::Output(error)),
                    Err(error) => Err(Failure::Output(io::Error::other(error))),
                }
            }
            Input::Pipe => read_plainly(prompt),
        }
    }
}

fn read_plainly(prompt: &str) -> Result<Line, Failure> {
    let mut out = io::stdout();
    write!(out, "{prompt}")?;
    out.flush()?;
    let mut line = Vec::new();
    let read = io::stdin().lock().read_until(b'\n', &mut line);
    match read {
        Ok(0) => Ok(Line::End),
        Ok(_) => {
            let line = String::from_utf8_lossy(&line).into_owned();
            // A pipe shows no typing, so what was read is written behind the prompt.
            writeln!(out, "{}", line.trim_end())?;
            Ok(Line::Text(line))
        }
        Err(error) => Err(Failure::File { path: "stdin".to_owned(), error }),
    }
}

/// Completes the legal moves of the position on the table.
pub(crate) struct Moves(Rc<RefCell<Vec<String>>>);

impl Completer for Moves {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..at];
        let moves = self.0.borrow();
        Ok((0, moves.iter().filter(|mv| mv.starts_with(typed)).cloned().collect()))
    }
}

impl Helper for Moves {}
impl Hinter for Moves {
    type Hint = String;
}
impl Highlighter for Moves {}
impl Validator for Moves {}
