//! The external process and its pipes, each with its own thread, so that reads can have a deadline.

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

/// The maximum number of unread lines. Beyond it the program blocks, as on any full pipe.
const MAX_UNREAD_LINES: usize = 1_024;

/// The maximum length kept of standard error.
const MAX_STDERR_LEN: usize = 4_096;

/// The time a program gets to exit after it closed its output or was killed.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// Whether the process has been reaped; its id may then belong to another process.
    ended: bool,
    /// `None` once its input is closed.
    input: Option<Sender<String>>,
    output: Receiver<InputLine>,
    stderr_tail: Arc<Mutex<VecDeque<u8>>>,
    /// Signals that standard error has been read completely.
    stderr_done: Receiver<()>,
}

/// Why no line came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ReadError {
    TimedOut,
    Closed,
}

impl Process {
    pub(super) fn start(command: &mut Command) -> std::io::Result<Process> {
        // A separate process group: Ctrl-C at the terminal does not reach the program directly, and its children can be
        // killed with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;

        let (input, commands) = mpsc::channel::<String>();
        let mut pipe = child.stdin.take().expect("standard streams are piped");
        thread::spawn(move || {
            for line in commands {
                // A program that stopped reading is detected by its missing output.
                if pipe.write_all(line.as_bytes()).is_err() {
                    break;
                }
            }
        });

        let (lines, output) = mpsc::sync_channel(MAX_UNREAD_LINES);
        let mut pipe = BufReader::new(child.stdout.take().expect("standard streams are piped"));
        thread::spawn(move || {
            while let Ok(Some(line)) = next_line(&mut pipe) {
                if lines.send(line).is_err() {
                    break;
                }
            }
        });

        let stderr_tail = Arc::new(Mutex::new(VecDeque::new()));
        let (stderr_end, stderr_done) = mpsc::channel();
        let mut pipe = child.stderr.take().expect("standard streams are piped");
        let words = Arc::clone(&stderr_tail);
        thread::spawn(move || {
            let mut piece = [0; 512];
            while let Ok(length @ 1..) = pipe.read(&mut piece) {
                let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
                words.extend(&piece[..length]);
                let surplus = words.len().saturating_sub(MAX_STDERR_LEN);
                words.drain(..surplus);
            }
            // The receiver may have been dropped.
            let _ = stderr_end.send(());
        });
        Ok(Process { child, ended: false, input: Some(input), output, stderr_tail, stderr_done })
    }

    /// Sends a line without blocking; a program that does not read is detected by its missing response.
    pub(super) fn send(&self, line: &str) {
        if let Some(input) = &self.input {
            // The writing thread ends only with the pipe.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// The next line before the deadline.
    pub(super) fn line_until(&self, deadline: Instant) -> Result<InputLine, ReadError> {
        let wait = deadline.saturating_duration_since(Instant::now());
        // The deadline also applies to a program that sends lines continuously.
        if wait.is_zero() {
            return Err(ReadError::TimedOut);
        }
        self.output.recv_timeout(wait).map_err(|error| match error {
            RecvTimeoutError::Timeout => ReadError::TimedOut,
            RecvTimeoutError::Disconnected => ReadError::Closed,
        })
    }

    /// Discards the lines received so far.
    pub(super) fn skip_lines(&self) {
        while self.output.try_recv().is_ok() {}
    }

    /// Closes its input and waits for its exit, at most this long.
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

    /// The exit status after it closed its output; `None` if it is still running.
    pub(super) fn exit_status(&mut self) -> Option<String> {
        self.end_within(EXIT_TIMEOUT).map(|status| status.to_string())
    }

    /// The tail of standard error.
    pub(super) fn stderr_tail(&self) -> String {
        // Output written just before the exit may still be in the pipe.
        let _ = self.stderr_done.recv_timeout(Duration::from_millis(50));
        let words = self.stderr_tail.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&words.iter().copied().collect::<Vec<_>>()).into_owned()
    }

    /// Kills the process and its children.
    pub(super) fn kill(&mut self) {
        self.input = None;
        if !self.ended {
            // It may be about to exit.
            #[cfg(unix)]
            if let Ok(group) = self.child.id().try_into().map(nix::unistd::Pid::from_raw) {
                let _ = nix::sys::signal::killpg(group, nix::sys::signal::Signal::SIGKILL);
            }
            let _ = self.child.kill();
            self.end_within(EXIT_TIMEOUT);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}
