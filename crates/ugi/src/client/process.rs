//! The other program as a pair of pipes, each with a thread of its own, so that reads can have a deadline.

use std::{
    collections::VecDeque,
    io::{BufReader, Read, Write as _},
    process::{Child, Command, ExitStatus, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread,
    time::{Duration, Instant},
};

use crate::lines::{InputLine, next_line};

/// How many lines may wait to be read. The program waits then, as with any full pipe.
const WAITING_LINES: usize = 1_024;

/// How much of standard error is kept.
const LAST_WORDS: usize = 4_096;

/// How long a program that has closed its output or was killed may take to end.
const DYING: Duration = Duration::from_millis(500);

#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// Whether the system has told us of its end: its number may then be another's.
    ended: bool,
    /// None once its input is closed.
    input: Option<Sender<String>>,
    output: Receiver<InputLine>,
    stderr_tail: Arc<Mutex<VecDeque<u8>>>,
    /// Says that standard error has been read to its end.
    said_all: Receiver<()>,
}

/// Why no line came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ReadError {
    Late,
    Closed,
}

impl Process {
    pub(super) fn start(command: &mut Command) -> std::io::Result<Process> {
        // Ctrl-C at a terminal reaches every program of its group; those we start shall hear of it from us. And what a
        // program has started itself can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;

        let (input, commands) = mpsc::channel::<String>();
        let mut pipe = child.stdin.take().expect("it is a pipe");
        thread::spawn(move || {
            for line in commands {
                // A program that no longer listens shows by its own output.
                if pipe.write_all(line.as_bytes()).is_err() {
                    break;
                }
            }
        });

        let (lines, output) = mpsc::sync_channel(WAITING_LINES);
        let mut pipe = BufReader::new(child.stdout.take().expect("it is a pipe"));
        thread::spawn(move || {
            while let Ok(Some(line)) = next_line(&mut pipe) {
                if lines.send(line).is_err() {
                    break;
                }
            }
        });

        let stderr_tail = Arc::new(Mutex::new(VecDeque::new()));
        let (all_said, said_all) = mpsc::channel();
        let mut pipe = child.stderr.take().expect("it is a pipe");
        let words = Arc::clone(&stderr_tail);
        thread::spawn(move || {
            let mut piece = [0; 512];
            while let Ok(length @ 1..) = pipe.read(&mut piece) {
                let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
                words.extend(&piece[..length]);
                let surplus = words.len().saturating_sub(LAST_WORDS);
                words.drain(..surplus);
            }
            // The receiver may be gone.
            let _ = all_said.send(());
        });
        Ok(Process { child, ended: false, input: Some(input), output, stderr_tail, said_all })
    }

    /// Sends a line. It never waits: a program that does not read shows by not answering.
    pub(super) fn send(&self, line: &str) {
        if let Some(input) = &self.input {
            // The thread behind it ends only with the pipe.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// The next line, if there is one until then.
    pub(super) fn line_until(&self, deadline: Instant) -> Result<InputLine, ReadError> {
        let wait = deadline.saturating_duration_since(Instant::now());
        // A program that never stops talking must not be listened to for ever.
        if wait.is_zero() {
            return Err(ReadError::Late);
        }
        self.output.recv_timeout(wait).map_err(|error| match error {
            RecvTimeoutError::Timeout => ReadError::Late,
            RecvTimeoutError::Disconnected => ReadError::Closed,
        })
    }

    /// Forgets the lines that have come so far.
    pub(super) fn skip_lines(&self) {
        while self.output.try_recv().is_ok() {}
    }

    /// Closes its input and waits so long for its end.
    pub(super) fn end_within(&mut self, timeouts: Duration) -> Option<ExitStatus> {
        self.input = None;
        let deadline = Instant::now() + timeouts;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    self.ended = true;
                    return Some(status);
                }
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// How it ended, after it has closed its output; none if it goes on all the same.
    pub(super) fn autopsy(&mut self) -> Option<String> {
        self.end_within(DYING).map(|status| status.to_string())
    }

    /// The end of what it wrote to standard error.
    pub(super) fn stderr_tail(&self) -> String {
        // What it wrote just before its end may still be on its way.
        let _ = self.said_all.recv_timeout(Duration::from_millis(50));
        let words = self.stderr_tail.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&words.iter().copied().collect::<Vec<_>>()).into_owned()
    }

    /// Ends it and all that it has started, whatever they do.
    pub(super) fn kill(&mut self) {
        self.input = None;
        if !self.ended {
            // It may be about to end by itself.
            #[cfg(unix)]
            if let Ok(group) = self.child.id().try_into().map(nix::unistd::Pid::from_raw) {
                let _ = nix::sys::signal::killpg(group, nix::sys::signal::Signal::SIGKILL);
            }
            let _ = self.child.kill();
            self.end_within(DYING);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}
