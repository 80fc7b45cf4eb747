//! The command that starts an engine.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;

/// The command that starts an engine: program, arguments, working directory, environment. Nothing is run by a shell.
///
/// From text, it is split at blanks, except in quotes, single or double. Backslashes mean nothing, so that paths of Windows can be
/// written as they are.
///
/// ```
/// use pgnkit_uci::EngineCommand;
///
/// let command: EngineCommand = r#""C:\Program Files\lc0.exe" --backend=cuda '' "#.parse()?;
/// assert_eq!(command.program(), r"C:\Program Files\lc0.exe");
/// assert_eq!(command.arguments(), ["--backend=cuda", ""]);
/// assert_eq!(command, EngineCommand::new(r"C:\Program Files\lc0.exe").argument("--backend=cuda").argument(""));
/// # Ok::<(), pgnkit_uci::CommandError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCommand {
    program: OsString,
    arguments: Vec<OsString>,
    directory: Option<PathBuf>,
    environment: Vec<(OsString, OsString)>,
}

impl EngineCommand {
    /// A program without arguments: its path, or a name that is looked up in `PATH`.
    #[must_use]
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        let program = program.as_ref().to_owned();
        Self { program, arguments: Vec::new(), directory: None, environment: Vec::new() }
    }

    /// With one more argument.
    #[must_use]
    pub fn argument(mut self, argument: impl AsRef<OsStr>) -> Self {
        self.arguments.push(argument.as_ref().to_owned());
        self
    }

    /// With another working directory than that of this process: some engines look for their files there. A relative path of
    /// the program still counts from the directory of this process.
    #[must_use]
    pub fn directory(mut self, directory: impl AsRef<Path>) -> Self {
        self.directory = Some(directory.as_ref().to_owned());
        self
    }

    /// With one more variable of the environment, or another value of one.
    #[must_use]
    pub fn variable(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.environment.push((name.as_ref().to_owned(), value.as_ref().to_owned()));
        self
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &OsStr {
        &self.program
    }

    /// The arguments.
    #[must_use]
    pub fn arguments(&self) -> &[OsString] {
        &self.arguments
    }

    /// The command for the standard library.
    pub(crate) fn to_command(&self) -> Command {
        let path = Path::new(&self.program);
        // With a working directory it depends on the system from where a relative path counts.
        let is_relative = self.directory.is_some() && path.is_relative() && path.components().count() > 1;
        let absolute = is_relative.then(|| std::path::absolute(path).ok()).flatten();
        let mut command = Command::new(absolute.as_deref().unwrap_or(path));
        command.args(&self.arguments);
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        command
    }
}

impl FromStr for EngineCommand {
    type Err = CommandError;

    fn from_str(text: &str) -> Result<Self, CommandError> {
        let mut words = Vec::new();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let word;
            (word, rest) = first_word(rest, text.len() - rest.len())?;
            words.push(word);
            rest = rest.trim_start();
        }
        let mut words = words.into_iter();
        let program = words.next().filter(|program| !program.is_empty()).ok_or(CommandError::Empty)?;
        Ok(words.fold(Self::new(program), Self::argument))
    }
}

/// The first word, without its quotes, and the rest; `at` is its place in the whole command.
fn first_word(text: &str, at: usize) -> Result<(String, &str), CommandError> {
    let mut word = String::new();
    let mut quoted = None;
    for (i, c) in text.char_indices() {
        match quoted {
            Some((quote, _)) if c == quote => quoted = None,
            None if c == '"' || c == '\'' => quoted = Some((c, at + i)),
            None if c.is_whitespace() => return Ok((word, &text[i..])),
            _ => word.push(c),
        }
    }
    match quoted {
        Some((quote, at)) => Err(CommandError::OpenQuote { quote, at }),
        None => Ok((word, "")),
    }
}

/// Fault in the text of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CommandError {
    /// There is no program.
    Empty,
    /// A quote is not closed.
    OpenQuote {
        /// The quote.
        quote: char,
        /// Its byte in the text.
        at: usize,
    },
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str(
                "expected the command of an engine, found an empty text: write `stockfish`, or a path",
            ),
            Self::OpenQuote { quote, at } => write!(
                f,
                "expected a second {quote} after the one at byte {at}, found the end: close it, or put the word in the \
                 other quotes"
            ),
        }
    }
}

impl std::error::Error for CommandError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_at_blanks_outside_of_quotes() {
        for (text, words) in [
            ("stockfish", &["stockfish"][..]),
            ("  /opt/sf\t bench\n", &["/opt/sf", "bench"]),
            (r#""my engine" -a"b c"d ''"#, &["my engine", "-ab cd", ""]),
            (r#"'say "x"' "it's""#, &["say \"x\"", "it's"]),
            (r"C:\sf\sf.exe", &[r"C:\sf\sf.exe"]),
            ("é\u{a0}ü", &["é", "ü"]),
        ] {
            let command: EngineCommand = text.parse().unwrap();
            let found: Vec<_> =
                std::iter::once(command.program().to_owned()).chain(command.arguments().to_vec()).collect();
            assert_eq!(found, words, "{text}");
        }
        for (text, error) in [
            ("", CommandError::Empty),
            (" \t", CommandError::Empty),
            ("'' -x", CommandError::Empty),
            (r#"sf "a 'b'"#, CommandError::OpenQuote { quote: '"', at: 3 }),
            ("é 'a", CommandError::OpenQuote { quote: '\'', at: 3 }),
        ] {
            assert_eq!(text.parse::<EngineCommand>(), Err(error), "{text}");
        }
    }
}
