//! Input lines: with editing, history and completion on a terminal, unedited from a pipe.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use mekong_core::Lang;
use mekong_terminal::failure::Failure;
use rustyline::{
    CompletionType, Config, Context, Editor, Helper, completion::Completer, error::ReadlineError,
    highlight::Highlighter, hint::Hinter, history::MemHistory, validate::Validator,
};

use super::prompt_command::PromptCommand;

pub(crate) enum InputLine {
    Text(String),
    /// Invalid UTF-8, from a terminal with another encoding.
    NotText,
    /// End of input.
    End,
    /// Ctrl-C.
    Interrupted,
}

pub(crate) enum Input {
    Terminal(Box<Editor<Completion, MemHistory>>),
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
            // Above the limit the editor asks for confirmation, in English only.
            .completion_prompt_limit(usize::MAX)
            .build();
        let Ok(mut editor) = Editor::with_history(config, MemHistory::new()) else { return Input::Pipe };
        editor.set_helper(Some(Completion { moves: Vec::new(), lang }));
        Input::Terminal(Box::new(editor))
    }

    /// Reads a line; `legal` are the moves that Tab completes.
    pub(crate) fn read(&mut self, prompt: &str, legal: &[String]) -> Result<InputLine, Failure> {
        match self {
            Input::Terminal(editor) => {
                if let Some(completion) = editor.helper_mut() {
                    completion.moves = legal.to_vec();
                }
                match editor.readline(prompt) {
                    Ok(line) => Ok(InputLine::Text(line)),
                    Err(ReadlineError::Eof) => Ok(InputLine::End),
                    Err(ReadlineError::Interrupted) => Ok(InputLine::Interrupted),
                    Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                        Ok(InputLine::NotText)
                    }
                    Err(ReadlineError::Io(error)) => Err(Failure::Output(error)),
                    Err(error) => Err(Failure::Output(io::Error::other(error))),
                }
            }
            Input::Pipe => read_unedited(prompt),
        }
    }
}

fn read_unedited(prompt: &str) -> Result<InputLine, Failure> {
    let mut out = io::stdout();
    write!(out, "{prompt}")?;
    out.flush()?;
    let mut line = Vec::new();
    let read = io::stdin().lock().read_until(b'\n', &mut line);
    match read {
        Ok(0) => Ok(InputLine::End),
        Ok(_) => {
            let line = String::from_utf8_lossy(&line).into_owned();
            // A pipe has no echo, so print the line after the prompt.
            writeln!(out, "{}", line.trim_end())?;
            Ok(InputLine::Text(line))
        }
        Err(error) => Err(Failure::File { path: "stdin".to_owned(), error }),
    }
}

/// Completes legal moves and commands.
pub(crate) struct Completion {
    moves: Vec<String>,
    lang: Lang,
}

impl Completion {
    /// The completions of a text; for an empty text, the legal moves.
    fn candidates(&self, typed: &str) -> Vec<String> {
        let words = PromptCommand::ALL.map(|word| word.name(self.lang).to_owned());
        let words = if typed.is_empty() { &[][..] } else { &words };
        self.moves.iter().chain(words).filter(|text| text.starts_with(typed)).cloned().collect()
    }
}

impl Completer for Completion {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok((0, self.candidates(&line[..at])))
    }
}

impl Helper for Completion {}
impl Hinter for Completion {
    type Hint = String;
}
impl Highlighter for Completion {}
impl Validator for Completion {}

#[cfg(test)]
mod tests {
    use mekong_core::Lang;

    use super::Completion;

    #[test]
    fn tab_completes_moves_and_commands() {
        let completion =
            Completion { moves: ["a1a2", "a1b1", "pass"].map(str::to_owned).to_vec(), lang: Lang::Fr };
        assert_eq!(completion.candidates("a1b"), ["a1b1"]);
        assert_eq!(completion.candidates("a"), ["a1a2", "a1b1", "aide", "abandonner"]);
        assert_eq!(completion.candidates(""), ["a1a2", "a1b1", "pass"]);
        assert!(completion.candidates("enregistrer p").is_empty());
    }
}
