//! A process with threads for its three streams, so that nothing it does can block the caller.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::command::EngineCommand;
use crate::lines::BoundedLines;
use crate::text::shown;

/// Lines that wait for the caller; the engine waits when there are more.
const QUEUE: usize = 64;
/// Lines of the standard error that are kept, and characters of each.
const STDERR: (usize, usize) = (8, 200);
/// Time after which a flag or the end of the process is looked at again, while nothing arrives.
const TICK: Duration = Duration::from_millis(5);
/// Time for a process whose pipes are closed to end by itself, and for the last lines of its standard error to arrive.
const LAST: Duration = Duration::from_millis(500);

/// A line of the process, or the lack of one.
pub(crate) enum Received {
    Line(String),
    /// Nothing until the deadline or the next look at flags.
    Nothing,
    /// The process speaks or listens no longer.
    Closed,
}

pub(crate) struct Process {
    child: Child,
    /// `None` once the input is closed.
    input: Option<Sender<String>>,
    is_input_broken: Arc<AtomicBool>,
    output: Receiver<String>,
    stderr: Arc<Mutex<VecDeque<String>>>,
    stderr_end: Receiver<()>,
    status: Option<ExitStatus>,
}

impl Process {
    pub(crate) fn start(command: &EngineCommand) -> io::Result<Self> {
        let mut command = command.to_command();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C in the terminal goes to the group of this process: the engine is stopped by us, when its work is saved.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = command.spawn()?;
        let (input, commands) = mpsc::channel();
        let (lines, output) = mpsc::sync_channel(QUEUE);
        let (end, stderr_end) = mpsc::channel();
        // From here on the process is killed when a thread cannot be started.
        let mut process = Self {
            child,
            input: Some(input),
            is_input_broken: Arc::default(),
            output,
            stderr: Arc::default(),
            stderr_end,
            status: None,
        };
        let missing = || io::Error::other("a pipe is missing");
        let stdin = process.child.stdin.take().ok_or_else(missing)?;
        let stdout = process.child.stdout.take().ok_or_else(missing)?;
        let stderr = process.child.stderr.take().ok_or_else(missing)?;
        let is_broken = Arc::clone(&process.is_input_broken);
        let kept = Arc::clone(&process.stderr);
        // They end with their pipes, and are not waited for: a child of the process may hold these open.
        thread::Builder::new().spawn(move || write_commands(stdin, &commands, &is_broken))?;
        thread::Builder::new().spawn(move || read_lines(stdout, &lines))?;
        thread::Builder::new().spawn(move || keep_stderr(stderr, &kept, &end))?;
        Ok(process)
    }

    /// Sends a command. One that cannot be written is noticed by [`Process::receive`].
    pub(crate) fn send(&self, mut command: String) {
        command.push('\n');
        if let Some(input) = &self.input {
            // It fails when the thread has ended, which has set the flag then.
            let _ = input.send(command);
        }
    }

    /// The next line, waiting until the deadline, or for a moment only, so that the caller can look at its flags.
    pub(crate) fn receive(&self, deadline: Option<Instant>) -> Received {
        let left = deadline.map_or(TICK, |deadline| deadline.saturating_duration_since(Instant::now()));
        match self.output.recv_timeout(left.min(TICK)) {
            Ok(line) => Received::Line(line),
            Err(RecvTimeoutError::Disconnected) => Received::Closed,
            Err(RecvTimeoutError::Timeout) if self.is_input_broken.load(Ordering::Acquire) => {
                Received::Closed
            }
            Err(RecvTimeoutError::Timeout) => Received::Nothing,
        }
    }

    /// Drops what has arrived unasked.
    pub(crate) fn drain(&self) {
        // Bounded, since the process may write faster than this reads.
        for _ in 0..4 * QUEUE {
            if self.output.try_recv().is_err() {
                break;
            }
        }
    }

    /// The end of a process that has closed a pipe: its status, if it ends by itself within a moment; killed otherwise.
    pub(crate) fn end(&mut self) -> Option<ExitStatus> {
        let status = self.wait(LAST);
        if status.is_none() {
            self.kill();
        }
        status
    }

    /// Asks it to quit, closes its input, and kills it if it goes on for longer than this.
    pub(crate) fn quit(&mut self, patience: Duration) -> Option<ExitStatus> {
        self.send("quit".to_owned());
        self.input = None;
        let status = self.wait(patience);
        if status.is_none() {
            self.kill();
        }
        status
    }

    /// Waits for the end, reading on, since it may have to write before it can end.
    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                self.status = Some(status);
                return self.status;
            }
            if Instant::now() >= deadline {
                return None;
            }
            if let Err(RecvTimeoutError::Disconnected) = self.output.recv_timeout(TICK) {
                thread::sleep(TICK);
            }
        }
    }

    /// Kills the process, and on Unix its children, and waits until it is gone.
    pub(crate) fn kill(&mut self) {
        self.input = None;
        if self.status.is_some() {
            return;
        }
        if let Ok(Some(status)) = self.child.try_wait() {
            self.status = Some(status);
            return;
        }
        kill_group(self.child.id());
        // An error is that it has ended already.
        let _ = self.child.kill();
        self.status = self.child.wait().ok();
    }

    /// The last lines of the standard error, after the process has ended.
    pub(crate) fn last_words(&self) -> String {
        // A child of the process may hold it open.
        let _ = self.stderr_end.recv_timeout(LAST);
        let lines = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().map(String::as_str).collect::<Vec<_>>().join("\n")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Kills the group of a process that is not waited for yet, whose number is therefore not used again. The standard library has no
/// function for it; every Unix has this shell. Without it, an engine that is started by a script would go on for ever.
#[cfg(unix)]
fn kill_group(id: u32) {
    let script = format!("kill -s KILL -- -{id}");
    let null = Stdio::null;
    let mut shell = std::process::Command::new("/bin/sh");
    // Failing, the process alone is killed, by the caller.
    let _ = shell.args(["-c", &script]).stdin(null()).stdout(null()).stderr(null()).status();
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}

fn write_commands(mut stdin: impl Write, commands: &Receiver<String>, is_broken: &AtomicBool) {
    for command in commands {
        if stdin.write_all(command.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            is_broken.store(true, Ordering::Release);
            return;
        }
    }
}

fn read_lines(stdout: impl Read, lines: &SyncSender<String>) {
    let mut stdout = BoundedLines::new(stdout);
    while let Ok(Some(line)) = stdout.next_line() {
        if lines.send(line).is_err() {
            return;
        }
    }
}

fn keep_stderr(stderr: impl Read, kept: &Mutex<VecDeque<String>>, end: &Sender<()>) {
    let mut stderr = BoundedLines::new(stderr);
    while let Ok(Some(line)) = stderr.next_line() {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == STDERR.0 {
            kept.pop_front();
        }
        kept.push_back(shown(&line, STDERR.1));
    }
    let _ = end.send(());
}
