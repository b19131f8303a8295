//! The server through its library interface: valid and invalid commands in every game.

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
    server::{Config, run},
};

fn config(game: &str) -> Config {
    Config {
        entry: find(game).unwrap(),
        variants: Variants::NONE,
        lang: Lang::En,
        load_tablebase: Box::new(|_, _| Ok(None)),
    }
}

/// The output for commands that are sent all at once.
fn answers_from(config: Config, input: impl Into<Vec<u8>>) -> Vec<String> {
    let mut output = Vec::new();
    run(config, io::Cursor::new(input.into()), &mut output).expect("writing to memory does not fail");
    String::from_utf8(output).expect("the output is UTF-8").lines().map(str::to_owned).collect()
}

fn answers(game: &str, input: impl Into<Vec<u8>>) -> Vec<String> {
    answers_from(config(game), input)
}

/// An interactive connection to a server in another thread.
struct Connection {
    input: PipeWriter,
    output: BufReader<PipeReader>,
    server: JoinHandle<io::Result<()>>,
}

impl Connection {
    fn with(game: &'static str) -> Connection {
        let (commands, input) = io::pipe().expect("the pipe is created");
        let (output, lines) = io::pipe().expect("the pipe is created");
        let server = thread::spawn(move || run(config(game), commands, lines));
        Connection { input, output: BufReader::new(output), server }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the server reads");
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the output is UTF-8");
        assert!(line.ends_with('\n'), "the server closed the connection: {line}");
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

    fn request(&mut self, command: &str, word: &str) -> Vec<String> {
        self.send(command);
        self.until(word)
    }

    /// The move for a `go`.
    fn best(&mut self, go: &str) -> String {
        let lines = self.request(go, "bestmove");
        lines.last().unwrap().strip_prefix("bestmove ").unwrap().to_owned()
    }

    fn end(self) {
        drop(self.input);
        drop(self.output);
        self.server.join().expect("no panic").expect("no output error");
    }
}

fn infos(lines: &[String]) -> Vec<Info> {
    lines.iter().filter_map(|line| line.strip_prefix("info ")).map(Info::parse).collect()
}
