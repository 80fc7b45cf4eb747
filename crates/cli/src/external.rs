//! Programs beside `pgn`, or in `PATH`: `pgn NAME …` runs `pgn-NAME …`.

use std::env;
use std::ffi::OsString;
use std::io;
use std::process::{Command, ExitCode};

use clap::error::{ContextKind, ContextValue};

use crate::run::{Status, complain};

/// A program that is apart from `pgn`, since it is many times as large.
pub(crate) struct Program {
    /// Its name.
    pub(crate) name: &'static str,
    /// The crate that it is built of.
    source: &'static str,
}

/// Typst to PDF.
pub(crate) const PDF: Program = Program { name: "pgn-pdf", source: "crates/book-pdf" };

/// Questions in SQL.
pub(crate) const SQL: Program = Program { name: "pgn-sql", source: "crates/sql" };

impl Program {
    /// A command that starts it.
    pub(crate) fn command(&self) -> Command {
        command(self.name)
    }

    /// Why it could not be started, with a way out if it is missing.
    pub(crate) fn refusal(&self, error: &io::Error) -> String {
        let Self { name, source } = self;
        if error.kind() == io::ErrorKind::NotFound {
            format!(
                "the program {name} is neither beside pgn nor in PATH: it is a package of its own, and \
                 `cargo install --path {source}` in the source of pgnkit makes it"
            )
        } else {
            format!("{name}: {error}")
        }
    }

    /// Runs it in place of `pgn`.
    pub(crate) fn run(&self, arguments: &[OsString]) -> ExitCode {
        replace(self.command().args(arguments)).unwrap_or_else(|error| {
            complain(&self.refusal(&error));
            ExitCode::from(Status::Failed as u8)
        })
    }
}

/// Runs the program of a word that is not a subcommand, if there is one.
pub(crate) fn run_unknown(error: &clap::Error) -> Option<ExitCode> {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    let mut arguments = env::args_os().skip(1);
    // It is a name and not a path, and the first word.
    let is_name = word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if !is_name || arguments.next()? != OsString::from(word) {
        return None;
    }
    let name = format!("pgn-{word}");
    match replace(command(&name).args(arguments)) {
        Ok(status) => Some(status),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => {
            complain(&format_args!("{name}: {error}"));
            Some(ExitCode::from(Status::Failed as u8))
        }
    }
}

/// The program beside this one, or else the one in `PATH`.
fn command(name: &str) -> Command {
    let beside = env::current_exe().ok();
    let beside = beside.map(|path| path.with_file_name(format!("{name}{}", env::consts::EXE_SUFFIX)));
    match beside.filter(|path| path.is_file()) {
        Some(path) => Command::new(path),
        None => Command::new(name),
    }
}

/// Becomes the program, so that signals and the exit status are its own.
#[cfg(unix)]
fn replace(command: &mut Command) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt as _;

    Err(command.exec())
}

#[cfg(not(unix))]
fn replace(command: &mut Command) -> io::Result<ExitCode> {
    let status = command.status()?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
