//! Failures of engines.

use std::fmt;
use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use crate::text::{listed, shown};

/// A failure of an engine, or a question that it cannot be asked. The text of each has a way out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineError {
    /// The program cannot be started.
    CannotStart {
        /// The program of the command.
        program: String,
        /// The kind of failure, such as [`io::ErrorKind::NotFound`].
        kind: io::ErrorKind,
        /// The system's text for it.
        text: String,
    },
    /// The process ended by itself, or no longer speaks: it has closed its input or output.
    Ended {
        /// The moment of the end.
        stage: Stage,
        /// Exit status or signal; `None` if the process had to be killed, since only its pipes were closed.
        status: Option<ExitStatus>,
        /// The last lines of its standard error; if there are none while it started, the last line of its output.
        last_words: String,
    },
    /// There was no `uciok` in time. The process was killed.
    NoUciOk {
        /// The time that it had.
        waited: Duration,
        /// The last line that it wrote, if any.
        heard: Option<String>,
        /// The last lines of its standard error.
        last_words: String,
    },
    /// There was no `readyok` in time. The process was killed.
    NotReady {
        /// The time that it had.
        waited: Duration,
        /// The last lines of its standard error.
        last_words: String,
    },
    /// There was no `bestmove` in time, and none after `stop`. The process was killed.
    NoBestMove {
        /// The time that it had, without that after `stop`.
        waited: Duration,
        /// The last lines of its standard error.
        last_words: String,
    },
    /// The best move is not legal in the position, or not among the moves to search.
    IllegalBestMove {
        /// Its text.
        text: String,
        /// The position as FEN.
        fen: String,
    },
    /// The search gave a best move without any score.
    NoScore {
        /// The position as FEN.
        fen: String,
    },
    /// The engine has no option of that name.
    UnknownOption {
        /// The name that was asked for.
        name: String,
        /// The names that there are.
        options: Vec<String>,
    },
    /// A value that an option or limit cannot have.
    InvalidValue {
        /// The option or limit.
        name: String,
        /// The value.
        value: String,
        /// The values that are possible, in words.
        expected: String,
    },
    /// The engine does not play this variant.
    NoVariant {
        /// The variant.
        variant: String,
        /// The names of the variants that it plays; empty if it plays standard chess alone.
        offered: Vec<String>,
    },
    /// A move that should lead to the position is illegal.
    IllegalMove {
        /// Number of moves before it.
        ply: usize,
        /// Its text.
        text: String,
    },
    /// The search was cancelled by its caller.
    Cancelled,
}

impl EngineError {
    /// Whether an engine that is started anew may do better. It is false for what depends on the question or the command
    /// alone: unknown options, variants, programs.
    #[must_use]
    pub const fn is_retryable(&self) -> bool {
        match self {
            Self::Ended { .. }
            | Self::NoUciOk { .. }
            | Self::NotReady { .. }
            | Self::NoBestMove { .. }
            | Self::IllegalBestMove { .. }
            | Self::NoScore { .. } => true,
            // A system out of processes or memory may have some a moment later.
            Self::CannotStart { kind, .. } => {
                matches!(
                    kind,
                    io::ErrorKind::WouldBlock
                        | io::ErrorKind::OutOfMemory
                        | io::ErrorKind::ExecutableFileBusy
                )
            }
            _ => false,
        }
    }

    pub(crate) fn cannot_start(program: &str, error: &io::Error) -> Self {
        Self::CannotStart { program: program.to_owned(), kind: error.kind(), text: error.to_string() }
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CannotStart { program, kind, text } => {
                let program = shown(program, 200);
                match kind {
                    io::ErrorKind::NotFound => write!(
                        f,
                        "expected an engine, found no program or folder `{program}`: install it, or give its path"
                    ),
                    io::ErrorKind::PermissionDenied => write!(
                        f,
                        "expected an engine, found no permission to run `{program}`: make the file executable, or \
                         give another path"
                    ),
                    _ => write!(
                        f,
                        "the engine `{program}` cannot be started ({}): run the command in a terminal to see why",
                        shown(text, 200)
                    ),
                }
            }
            Self::Ended { stage, status: Some(status), last_words } => {
                write!(f, "the engine ended {stage} ({status})")?;
                write_last_words(f, last_words)?;
                f.write_str(
                    ": run it in a terminal with the same options, or give it less Hash and fewer Threads",
                )
            }
            Self::Ended { stage, status: None, last_words } => {
                write!(f, "the engine closed its input or output {stage}")?;
                write_last_words(f, last_words)?;
                f.write_str(": run it in a terminal with the same options, or try another version of it")
            }
            Self::NoUciOk { waited, heard, last_words } => {
                write!(f, "expected `uciok` within {}, found ", Seconds(*waited))?;
                match heard {
                    Some(line) => write!(f, "`{}`", shown(line, 80))?,
                    None => f.write_str("nothing")?,
                }
                write_last_words(f, last_words)?;
                f.write_str(
                    ": the program must speak UCI (one for XBoard's protocol needs an adapter), or needs more time",
                )
            }
            Self::NotReady { waited, last_words } => {
                write!(f, "expected `readyok` within {}, found none", Seconds(*waited))?;
                write_last_words(f, last_words)?;
                f.write_str(": give it less Hash, or more time to get ready")
            }
            Self::NoBestMove { waited, last_words } => {
                write!(f, "expected `bestmove` within {}, found none, nor after `stop`", Seconds(*waited))?;
                write_last_words(f, last_words)?;
                f.write_str(": the engine hangs; give it a smaller limit, or more time")
            }
            Self::IllegalBestMove { text, fen } => write!(
                f,
                "expected a legal best move in {fen}, found `{}`: the engine may not know the rules of this game, or its \
                 version is faulty",
                shown(text, 20)
            ),
            Self::NoScore { fen } => write!(
                f,
                "expected a score for {fen}, found a best move alone: turn the engine's own book off, or give it a larger \
                 limit"
            ),
            Self::UnknownOption { name, options } => {
                write!(f, "expected an option of the engine, found `{}`: ", shown(name, 60))?;
                match options.as_slice() {
                    [] => f.write_str("it has none"),
                    options => write!(f, "it has {}", listed(options.iter(), 40)),
                }
            }
            Self::InvalidValue { name, value, expected } => {
                write!(f, "expected {expected} for `{}`, found `{}`", shown(name, 60), shown(value, 60))
            }
            Self::NoVariant { variant, offered } => {
                write!(f, "expected an engine that plays {variant}, found one that plays ")?;
                match offered.as_slice() {
                    [] => f.write_str("standard chess")?,
                    offered => f.write_str(&listed(offered.iter(), 20))?,
                }
                f.write_str(": use one for variants, such as Fairy-Stockfish, or leave these games out")
            }
            Self::IllegalMove { ply, text } => write!(
                f,
                "expected a legal move after {ply} moves, found `{}`: check the game before it is analysed",
                shown(text, 20)
            ),
            Self::Cancelled => f.write_str("the search was cancelled: begin it again for a result"),
        }
    }
}

impl std::error::Error for EngineError {}

fn write_last_words(f: &mut fmt::Formatter<'_>, last_words: &str) -> fmt::Result {
    match last_words {
        "" => Ok(()),
        text => write!(f, ", having written `{}`", text.replace('\n', "` `")),
    }
}

/// A time with the unit that suits it.
struct Seconds(Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.subsec_millis() {
            0 => write!(f, "{} s", self.0.as_secs()),
            _ => write!(f, "{} ms", self.0.as_millis()),
        }
    }
}

/// The moment of an engine's life in which it failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// Between the start of the process and `uciok`.
    Start,
    /// Before a search: options, a new game, `isready`.
    Ready,
    /// Between `go` and `bestmove`.
    Search,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Start => "while it started",
            Self::Ready => "before its search",
            Self::Search => "in its search",
        })
    }
}
