//! The server as a library: every command, good and bad, in every game.

mod hostile;
mod options;
mod positions;
mod searches;

use std::{
    io::{self, BufRead as _, BufReader, PipeReader, PipeWriter, Write},
    thread::{self, JoinHandle},
};

use mekong_catalog::find;
use mekong_core::{Lang, Variants};
use mekong_ugi::{
    Info,
    server::{Setup, run},
};

fn setup(game: &str) -> Setup {
    Setup {
        entry: find(game).unwrap(),
        variants: Variants::NONE,
        lang: Lang::En,
        tables: Box::new(|_, _| Ok(None)),
    }
}

/// What is answered to commands that nobody waits between.
fn answers_from(setup: Setup, input: impl Into<Vec<u8>>) -> Vec<String> {
    let mut output = Vec::new();
    run(setup, io::Cursor::new(input.into()), &mut output).expect("memory can be written");
    String::from_utf8(output).expect("answers are text").lines().map(str::to_owned).collect()
}

fn answers(game: &str, input: impl Into<Vec<u8>>) -> Vec<String> {
    answers_from(setup(game), input)
}

/// A conversation in which the next command may depend on the last answer.
struct Talk {
    input: PipeWriter,
    output: BufReader<PipeReader>,
    server: JoinHandle<io::Result<()>>,
}

impl Talk {
    fn with(game: &'static str) -> Talk {
        let (commands, input) = io::pipe().expect("a pipe");
        let (output, lines) = io::pipe().expect("a pipe");
        let server = thread::spawn(move || run(setup(game), commands, lines));
        Talk { input, output: BufReader::new(output), server }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the server listens");
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("lines are text");
        assert!(line.ends_with('\n'), "the server has left: {line}");
        line.trim_end().to_owned()
    }

    /// All lines up to the one that begins with this word.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            let found = line.split(' ').next() == Some(word);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    fn ask(&mut self, command: &str, word: &str) -> Vec<String> {
        self.say(command);
        self.until(word)
    }

    /// The move for a `go`.
    fn best(&mut self, go: &str) -> String {
        let lines = self.ask(go, "bestmove");
        lines.last().unwrap().strip_prefix("bestmove ").unwrap().to_owned()
    }

    fn end(self) {
        drop(self.input);
        drop(self.output);
        self.server.join().expect("no panic").expect("nothing was left to say");
    }
}

fn infos(lines: &[String]) -> Vec<Info> {
    lines.iter().filter_map(|line| line.strip_prefix("info ")).map(Info::parse).collect()
}
