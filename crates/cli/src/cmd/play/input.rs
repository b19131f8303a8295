//! Lines from a person: with editing, history and completion at a terminal, plainly from a pipe.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use mekong_core::Lang;
use mekong_terminal::failure::Failure;
use rustyline::{
    CompletionType, Config, Context, Editor, Helper, completion::Completer, error::ReadlineError,
    highlight::Highlighter, hint::Hinter, history::MemHistory, validate::Validator,
};

use super::word::Word;

/// One answer of the person.
pub(crate) enum Line {
    Text(String),
    /// Bytes that are not UTF-8, typed at a terminal that is set up for something else.
    NotText,
    /// End of input.
    End,
    /// Ctrl-C.
    Interrupted,
}

pub(crate) enum Input {
    Terminal(Box<Editor<Typing, MemHistory>>),
    Pipe,
}

impl Input {
    pub(crate) fn new(lang: Lang) -> Input {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Input::Pipe;
        }
        let config = Config::builder()
            .auto_add_history(true)
            .completion_type(CompletionType::List)
            .completion_show_all_if_ambiguous(true)
            // Above the limit the editor would ask first, and it asks in English.
            .completion_prompt_limit(usize::MAX)
            .build();
        let Ok(mut editor) = Editor::with_history(config, MemHistory::new()) else { return Input::Pipe };
        editor.set_helper(Some(Typing { moves: Vec::new(), lang }));
        Input::Terminal(Box::new(editor))
    }

    /// Reads a line; `legal` are the moves that Tab completes.
    pub(crate) fn read(&mut self, prompt: &str, legal: &[String]) -> Result<Line, Failure> {
        match self {
            Input::Terminal(editor) => {
                if let Some(typing) = editor.helper_mut() {
                    typing.moves = legal.to_vec();
                }
                match editor.readline(prompt) {
                    Ok(line) => Ok(Line::Text(line)),
                    Err(ReadlineError::Eof) => Ok(Line::End),
                    Err(ReadlineError::Interrupted) => Ok(Line::Interrupted),
                    Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                        Ok(Line::NotText)
                    }
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

/// Completes the legal moves of the position on the table, and the words.
pub(crate) struct Typing {
    moves: Vec<String>,
    lang: Lang,
}

impl Typing {
    /// All that the text can be the beginning of. Nothing typed yet asks for moves.
    fn candidates(&self, typed: &str) -> Vec<String> {
        let words = Word::ALL.map(|word| word.name(self.lang).to_owned());
        let words = if typed.is_empty() { &[][..] } else { &words };
        self.moves.iter().chain(words).filter(|text| text.starts_with(typed)).cloned().collect()
    }
}

impl Completer for Typing {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok((0, self.candidates(&line[..at])))
    }
}

impl Helper for Typing {}
impl Hinter for Typing {
    type Hint = String;
}
impl Highlighter for Typing {}
impl Validator for Typing {}

#[cfg(test)]
mod tests {
    use mekong_core::Lang;

    use super::Typing;

    #[test]
    fn tab_completes_moves_and_words() {
        let typing = Typing { moves: ["a1a2", "a1b1", "pass"].map(str::to_owned).to_vec(), lang: Lang::Fr };
        assert_eq!(typing.candidates("a1b"), ["a1b1"]);
        assert_eq!(typing.candidates("a"), ["a1a2", "a1b1", "aide", "annuler", "abandonner"]);
        assert_eq!(typing.candidates(""), ["a1a2", "a1b1", "pass"]);
        assert!(typing.candidates("enregistrer p").is_empty());
    }
}
