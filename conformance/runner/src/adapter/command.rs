use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{self, Child, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::{ANSWERED, Adapter, Answer, REPORTED, UNSUPPORTED};

/// Largest output that is kept; a program that writes more is out of control.
const MAX_OUTPUT: u64 = 64 << 20;

/// A program as adapter, started anew for each request.
#[derive(Debug, Clone)]
pub struct Command {
    program: OsString,
    arguments: Vec<OsString>,
    limit: Duration,
}

impl Command {
    /// The program with the arguments that come before those of a request; it has ten seconds for each.
    pub fn new(program: impl Into<OsString>, arguments: impl IntoIterator<Item = OsString>) -> Self {
        Self {
            program: program.into(),
            arguments: arguments.into_iter().collect(),
            limit: Duration::from_secs(10),
        }
    }

    /// Sets another time limit for a request.
    #[must_use]
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    /// Whether the program can be started at all.
    ///
    /// # Errors
    ///
    /// The reason why it cannot be run.
    pub fn check(&self) -> io::Result<()> {
        let mut child = self.spawn(&["version".to_owned()])?;
        stop(&mut child);
        Ok(())
    }

    fn spawn(&self, arguments: &[String]) -> io::Result<Child> {
        let mut command = process::Command::new(&self.program);
        command.args(&self.arguments).args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own, so that the programs it starts can be stopped with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.spawn()
    }
}

impl Adapter for Command {
    fn answer(&self, arguments: &[String], input: &[u8]) -> Answer {
        let deadline = Instant::now() + self.limit;
        let mut child = match self.spawn(arguments) {
            Ok(child) => child,
            Err(error) => return Answer::Crashed(format!("cannot be started: {error}")),
        };
        feed(&mut child, input);
        let output = drain(child.stdout.take());
        let errors = drain(child.stderr.take());
        // The end of the output comes just before the end of the program.
        let output = output.recv_timeout(self.limit);
        let (Ok(output), Some(status)) = (output, wait(&mut child, deadline)) else {
            stop(&mut child);
            return Answer::TimedOut;
        };
        // Processes left running by the program may keep its standard error open.
        let errors = errors.recv_timeout(Duration::from_millis(100)).unwrap_or_default();
        answer(status, output, &errors)
    }
}

fn answer(status: ExitStatus, output: Vec<u8>, errors: &[u8]) -> Answer {
    let because = match status.code() {
        Some(ANSWERED | REPORTED) if output.len() as u64 > MAX_OUTPUT => "writes without end".to_owned(),
        Some(status @ (ANSWERED | REPORTED | UNSUPPORTED)) => return Answer::Exited { status, output },
        Some(status) => format!("status {status}"),
        None => signal(status),
    };
    let errors = String::from_utf8_lossy(errors);
    Answer::Crashed(match errors.lines().rfind(|line| !line.trim().is_empty()) {
        Some(line) => format!("{because}: {}", line.trim()),
        None => because,
    })
}

/// Writes the input from another thread: the program may answer before it has read everything, or read nothing at all.
fn feed(child: &mut Child, input: &[u8]) {
    if let Some(mut stdin) = child.stdin.take() {
        let input = input.to_vec();
        // A program may close its input without reading it.
        thread::spawn(move || drop(stdin.write_all(&input)));
    }
}

/// Reads to the end from another thread, so that a full pipe never blocks the program.
fn drain(from: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut all = Vec::new();
        if let Some(mut from) = from {
            // The bytes read before an error count.
            let _ = from.by_ref().take(MAX_OUTPUT + 1).read_to_end(&mut all);
            let _ = io::copy(&mut from, &mut io::sink());
        }
        // Nobody waits any more after a time-out.
        let _ = sender.send(all);
    });
    receiver
}

/// Waits for the end of the program; `None` at the deadline.
fn wait(child: &mut Child, deadline: Instant) -> Option<ExitStatus> {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            _ if Instant::now() >= deadline => return None,
            _ => thread::sleep(Duration::from_millis(1)),
        }
    }
}

/// Ends the program and all it has started.
fn stop(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        // It may have ended meanwhile.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> String {
    match std::os::unix::process::ExitStatusExt::signal(&status) {
        Some(signal) => format!("signal {signal}"),
        None => status.to_string(),
    }
}

#[cfg(not(unix))]
fn signal(status: ExitStatus) -> String {
    status.to_string()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str, input: &[u8]) -> Answer {
        let arguments = ["-c", script, "adapter"].map(OsString::from);
        Command::new("sh", arguments).time_limit(Duration::from_secs(1)).answer(&["read".to_owned()], input)
    }

    fn exited(status: i32, output: &[u8]) -> Answer {
        Answer::Exited { status, output: output.to_vec() }
    }

    #[test]
    fn answers_are_status_and_output() {
        for (script, expected) in [
            ("cat", exited(0, b"in")),
            ("echo $1; exit 10", exited(10, b"read\n")),
            ("exit 20", exited(20, b"")),
            ("exit 3", Answer::Crashed("status 3".to_owned())),
            ("echo a >&2; echo b >&2; exit 101", Answer::Crashed("status 101: b".to_owned())),
            ("kill -KILL $$", Answer::Crashed("signal 9".to_owned())),
        ] {
            assert_eq!(shell(script, b"in"), expected, "{script}");
        }
    }

    #[test]
    fn full_pipes_block_nobody() {
        let big = vec![b'x'; 1 << 20];
        assert_eq!(shell("cat", &big), exited(0, &big));
        assert_eq!(shell("exit 0", &big), exited(0, b""));
        assert_eq!(shell("head -c 1000000 /dev/zero >&2", b""), exited(0, b""));
    }

    #[test]
    fn who_takes_too_long_is_stopped_with_all_it_started() {
        let dir = tempfile::tempdir().unwrap();
        let mark = dir.path().join("mark");
        let start = Instant::now();
        assert_eq!(shell(&format!("(sleep 2; touch {}) & wait", mark.display()), b""), Answer::TimedOut);
        assert!(start.elapsed() < Duration::from_secs(2));
        thread::sleep(Duration::from_millis(1500));
        assert!(!mark.exists());
    }

    #[test]
    fn a_program_that_is_not_there_crashes() {
        let adapter = Command::new("/nowhere/adapter", []);
        assert!(matches!(adapter.answer(&[], b""), Answer::Crashed(_)));
        assert!(adapter.check().is_err());
    }
}
