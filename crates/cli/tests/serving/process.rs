use std::{
    io::{BufRead as _, BufReader, Read as _},
    path::Path,
    process::{Child, ChildStdout, Command, ExitStatus, Stdio},
};

use nix::sys::signal::Signal;
use tempfile::TempDir;

use crate::{
    common::{self, Client},
    signals::{Watchdog, restore_signals, send},
};

/// A place for the data of a test: a file of SQLite or a database of PostgreSQL.
pub(crate) struct Place {
    pub(crate) address: String,
    dir: TempDir,
}

impl Place {
    pub(crate) fn sqlite() -> Place {
        let dir = tempfile::tempdir().expect("a directory is made");
        Place { address: format!("sqlite:{}", dir.path().join("mekong.db").display()), dir }
    }

    /// None if PostgreSQL is left out on purpose.
    pub(crate) async fn postgres() -> Option<Place> {
        common::fresh_database().await.map(|address| Place::at(&address))
    }

    /// A database at an address.
    pub(crate) fn at(address: &str) -> Place {
        Place { address: address.to_owned(), dir: tempfile::tempdir().expect("a directory is made") }
    }

    pub(crate) fn dir(&self) -> &Path {
        self.dir.path()
    }
}

/// Runs a test on both databases.
pub(crate) async fn on_each_database(test: impl AsyncFn(Place)) {
    eprintln!("on SQLite:");
    test(Place::sqlite()).await;
    if let Some(place) = Place::postgres().await {
        eprintln!("on PostgreSQL:");
        test(place).await;
    }
}

/// The program in an empty environment.
pub(crate) fn mekong(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mekong"));
    restore_signals();
    // The developer may have settings.
    command.env_clear().env("HOME", "/nonexistent").args(args);
    command
}

/// The options of a server that is tested.
pub(crate) fn quiet(listen: &str, database: &str) -> Vec<String> {
    let options = [
        "serve",
        "--listen",
        listen,
        "--database",
        database,
        "--tables",
        "off",
        "--rate-limits",
        "off",
        "--engine-threads",
        "1",
        "--log-level",
        "error",
    ];
    options.map(str::to_owned).to_vec()
}

/// A server that runs. It is killed when this is dropped.
pub(crate) struct Process {
    child: Child,
    _watchdog: Watchdog,
    output: BufReader<ChildStdout>,
    /// What it said first.
    pub(crate) greeting: String,
    /// `127.0.0.1:PORT`.
    pub(crate) address: String,
}

impl Process {
    pub(crate) fn start(listen: &str, database: &str) -> Process {
        let options = quiet(listen, database);
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        Process::run(&mut mekong(&options))
    }

    pub(crate) fn run(command: &mut Command) -> Process {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let watchdog = Watchdog::new(&child);
        let mut output = BufReader::new(child.stdout.take().expect("it is a pipe"));
        let mut greeting = String::new();
        output.read_line(&mut greeting).expect("it says something");
        let address = greeting.split("listening at ").nth(1).and_then(|rest| rest.split(')').next());
        let Some(address) = address.map(str::to_owned) else {
            panic!("the server did not start: {greeting:?}");
        };
        Process { child, _watchdog: watchdog, output, greeting, address }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(&format!("http://{}", self.address))
    }

    /// Ends it as a cut of power would.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
    }

    pub(crate) fn signal(&self, signal: Signal) {
        send(&self.child, signal);
    }

    /// Waits for its end: how it ended, and its last words.
    pub(crate) fn wait(mut self) -> (ExitStatus, String) {
        let mut words = String::new();
        self.output.read_to_string(&mut words).expect("its words are text");
        (self.child.wait().expect("it ends"), words)
    }

    /// Asks it to end, and waits.
    pub(crate) async fn stop(self) -> (ExitStatus, String) {
        self.signal(Signal::SIGTERM);
        tokio::task::spawn_blocking(|| self.wait()).await.expect("it ends")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the program said, and its exit status.
pub(crate) struct Said {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: i32,
}

/// Runs a command to its end, without holding up the tasks of the test.
pub(crate) async fn run(args: &[&str]) -> Said {
    finish(mekong(args)).await
}

pub(crate) async fn finish(mut command: Command) -> Said {
    let output = tokio::task::spawn_blocking(move || command.output()).await.expect("it ends");
    let output = output.expect("the program starts");
    Said {
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
        code: output.status.code().expect("no signal ended it"),
    }
}

/// Fails unless everything that is stored makes sense.
pub(crate) async fn expect_sound(database: &str) {
    let said = run(&["admin", "check", "--database", database]).await;
    assert!(said.code == 0 && said.out.contains("faults: 0"), "{}{}", said.out, said.err);
}
