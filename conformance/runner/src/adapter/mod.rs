//! The door to the program that is tested.

mod command;
mod in_process;

pub use command::Command;
pub use in_process::InProcess;

/// Answers requests.
pub trait Adapter: Sync {
    /// Answers one request; what a process would be given as arguments and standard input, and what it would give back
    /// as status and standard output.
    fn answer(&self, arguments: &[String], input: &[u8]) -> Answer;
}

/// The answer to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The program ended by itself.
    Exited {
        /// Its exit status.
        status: i32,
        /// Its standard output.
        output: Vec<u8>,
    },
    /// It did not, or with a status that no answer has; the text says what happened.
    Crashed(String),
    /// It took too long and was stopped.
    TimedOut,
}

/// Exit status: answered.
pub(crate) const ANSWERED: i32 = 0;
/// Exit status: the input was rejected, or something was found wrong with it.
pub(crate) const REPORTED: i32 = 10;
/// Exit status: the program cannot do this.
pub(crate) const UNSUPPORTED: i32 = 20;

/// The version the adapter gives on the request `version`, if it has one.
pub(crate) fn version(adapter: &dyn Adapter) -> Option<String> {
    match adapter.answer(&["version".to_owned()], b"") {
        Answer::Exited { status: ANSWERED, output } => {
            let output = String::from_utf8_lossy(&output);
            output.lines().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned)
        }
        _ => None,
    }
}
