use std::{
    io::{BufRead as _, BufReader, Read as _},
    path::Path,
    process::{Child, ChildStdout, Command, ExitStatus, Stdio},
};

use nix::sys::signal::Signal;
use tempfile::TempDir;

use crate::{
    common::{self, Client},
    output::Output,
    signals::{Watchdog, restore_signals, send},
};

/// The database of a test: an SQLite file or a PostgreSQL database.
pub(crate) struct TestDatabase {
    pub(crate) address: String,
    dir: TempDir,
}

impl TestDatabase {
    pub(crate) fn sqlite() -> TestDatabase {
        let dir = tempfile::tempdir().expect("a temporary folder is created");
        TestDatabase { address: format!("sqlite:{}", dir.path().join("mekong.db").display()), dir }
    }

    /// `None` if tests with PostgreSQL are disabled.
    pub(crate) async fn postgres() -> Option<TestDatabase> {
        common::fresh_database().await.map(|address| TestDatabase::at(&address))
    }

    /// A database at an address.
    pub(crate) fn at(address: &str) -> TestDatabase {
        TestDatabase {
            address: address.to_owned(),
            dir: tempfile::tempdir().expect("a temporary folder is created"),
        }
    }

    pub(crate) fn dir(&self) -> &Path {
        self.dir.path()
    }
}

/// Runs a test on both databases.
pub(crate) async fn on_each_database(test: impl AsyncFn(TestDatabase)) {
    eprintln!("on SQLite:");
    test(TestDatabase::sqlite()).await;
    if let Some(db) = TestDatabase::postgres().await {
        eprintln!("on PostgreSQL:");
        test(db).await;
    }
}

/// The program with an empty environment.
pub(crate) fn mekong(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mekong"));
    restore_signals();
    command.env_clear().env("HOME", "/nonexistent").args(args);
    command
}

/// Arguments of a server under test.
pub(crate) fn serve_args(listen: &str, database: &str) -> Vec<String> {
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

/// A running server, which is killed when dropped.
pub(crate) struct Process {
    child: Child,
    _watchdog: Watchdog,
    output: BufReader<ChildStdout>,
    /// The first line of its output.
    pub(crate) greeting: String,
    /// `127.0.0.1:PORT`.
    pub(crate) address: String,
}

impl Process {
    pub(crate) fn start(listen: &str, database: &str) -> Process {
        let options = serve_args(listen, database);
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        Process::run(&mut mekong(&options))
    }

    pub(crate) fn run(command: &mut Command) -> Process {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let watchdog = Watchdog::new(&child);
        let mut output = BufReader::new(child.stdout.take().expect("standard streams are piped"));
        let mut greeting = String::new();
        output.read_line(&mut greeting).expect("the server prints its address");
        let address = greeting.split("listening on ").nth(1).and_then(|rest| rest.split(')').next());
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

    /// Kills the process.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("the process is killed");
        self.child.wait().expect("the process exits");
    }

    pub(crate) fn signal(&self, signal: Signal) {
        send(&self.child, signal);
    }

    /// Waits for the exit; returns the status and the rest of the output.
    pub(crate) fn wait(mut self) -> (ExitStatus, String) {
        let mut words = String::new();
        self.output.read_to_string(&mut words).expect("the output is UTF-8");
        (self.child.wait().expect("the process exits"), words)
    }

    /// Sends `SIGTERM` and waits for the exit.
    pub(crate) async fn stop(self) -> (ExitStatus, String) {
        self.signal(Signal::SIGTERM);
        tokio::task::spawn_blocking(|| self.wait()).await.expect("the process exits")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs a command without blocking the runtime.
pub(crate) async fn run(args: &[&str]) -> Output {
    finish(mekong(args)).await
}

pub(crate) async fn finish(mut command: Command) -> Output {
    let output = tokio::task::spawn_blocking(move || command.output()).await.expect("no panic");
    output.expect("the program starts").into()
}

/// Asserts that `admin check` finds no errors.
pub(crate) async fn expect_consistent(database: &str) {
    let output = run(&["admin", "check", "--database", database]).await;
    assert!(output.code == 0 && output.out.contains("errors: 0"), "{}{}", output.out, output.err);
}
