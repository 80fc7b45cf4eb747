//! The destination of games that are shown: a pager, or standard output.

use std::env;
use std::io::{self, BufWriter, Write};
use std::process::{Child, ChildStdin, Command, Stdio};

use pgnkit_archive::Output;

use crate::run::interrupt;

/// The output of a command that shows something.
pub(super) enum Screen {
    Pager(Child, BufWriter<ChildStdin>),
    Stdout(Output),
}

impl Screen {
    /// The pager, if one is wanted and can be started.
    pub(super) fn open(paged: bool) -> Self {
        let child = if paged { pager().and_then(|mut command| command.spawn().ok()) } else { None };
        let Some(mut child) = child else { return Self::Stdout(Output::stdout()) };
        match child.stdin.take() {
            Some(stdin) => {
                interrupt::leave_to_pager(true);
                Self::Pager(child, BufWriter::new(stdin))
            }
            None => Self::Stdout(Output::stdout()),
        }
    }

    /// Ends the output, and waits until the pager is left.
    pub(super) fn finish(self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.finish(),
            Self::Pager(mut child, mut out) => {
                let written = out.flush();
                drop(out);
                child.wait()?;
                interrupt::leave_to_pager(false);
                written
            }
        }
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Pager(_, out) => out.write(bytes),
            Self::Stdout(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Pager(_, out) => out.flush(),
            Self::Stdout(out) => out.flush(),
        }
    }
}

/// The pager that the environment asks for, or `less`; none if that is empty or `cat`.
fn pager() -> Option<Command> {
    let asked = env::var_os("PGN_PAGER").or_else(|| env::var_os("PAGER"));
    let mut command = match asked {
        Some(asked) if asked.is_empty() || asked == "cat" => return None,
        Some(asked) if cfg!(unix) => {
            let mut shell = Command::new("sh");
            shell.arg("-c").arg(asked);
            shell
        }
        Some(asked) => Command::new(asked),
        None => Command::new("less"),
    };
    // As git does it: no pager for what fits on the screen, colours, and the screen is left as it is.
    if env::var_os("LESS").is_none() {
        command.env("LESS", "FRX");
    }
    command.stdin(Stdio::piped());
    Some(command)
}
