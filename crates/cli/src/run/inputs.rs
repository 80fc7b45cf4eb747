//! The choice of inputs that a command reads.

use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::sync::Arc;

use pgnkit::syntax::Code;
use pgnkit_archive::{FindingFilter, Input, InputError, Inputs, Kind, RunInput, SourceError};
use pgnkit_config::{ConfigError, Configs};

use super::{Errors, Run, complain, say};
use crate::config;
use crate::terminal::stderr_is_styled;

impl Run<'_> {
    /// The inputs that can be opened; the others are complained about.
    pub(crate) fn inputs(&mut self) -> Vec<Input> {
        let inputs = self.inputs_with(&mut Configs::nearest());
        inputs.unwrap_or_else(|error| {
            config::show(&error, stderr_is_styled(self.common.color));
            self.ledger.failures += 1;
            Vec::new()
        })
    }

    /// The same with settings that have been read already; files that they exclude are left out of directories.
    pub(crate) fn inputs_with(&mut self, configs: &mut Configs) -> Result<Vec<Input>, ConfigError> {
        let common = self.common;
        let mut found = Inputs::new(common.files.clone()).heed_ignore_files(!common.no_ignore);
        if let Some(name) = &common.stdin_filename {
            found = found.stdin_name(name);
        }
        if !common.quiet
            && common.files.iter().all(|file| file == Path::new("-"))
            && io::stdin().is_terminal()
        {
            say(
                &"reading games from the terminal; Ctrl-D ends them, and `pgn help` shows how files are named",
            );
        }
        let mut inputs = Vec::new();
        for input in found {
            match input {
                Err(error) => self.fail(&error),
                Ok(input) => {
                    if common.no_ignore
                        || !input.is_found()
                        || !input.path().map_or(Ok(false), |path| configs.excludes(path))?
                    {
                        inputs.push(input);
                    }
                }
            }
        }
        Ok(inputs)
    }

    /// The same for an output that can hold either games or records: where both come, the records are left out.
    pub(crate) fn inputs_of_one_kind(&mut self) -> Vec<Input> {
        let (records, games): (Vec<_>, Vec<_>) =
            self.inputs().into_iter().partition(|input| self.holds_records(input));
        if games.is_empty() {
            return records;
        }
        records
            .iter()
            .for_each(|input| self.leave_out(input, "it holds records, which do not go among games"));
        games
    }

    /// The inputs that hold one kind of entries; the others are complained about.
    pub(crate) fn inputs_of(&mut self, kind: Kind) -> Vec<Input> {
        let is_wanted = |run: &Self, input: &Input| run.holds_records(input) == (kind == Kind::Positions);
        let (wanted, others): (Vec<_>, Vec<_>) =
            self.inputs().into_iter().partition(|input| is_wanted(self, input));
        others.iter().for_each(|input| self.leave_out(input, kind.mismatch()));
        wanted
    }

    /// As far as options and name determine it.
    fn holds_records(&self, input: &Input) -> bool {
        self.options.kind_of(input.name()) == Some(Kind::Positions)
    }

    /// Says that an input is not read. That is a failure unless it only came along with a directory.
    fn leave_out(&mut self, input: &Input, reason: &str) {
        let message = format!("{}: left out, {reason}", input.name());
        if self.common.from.is_some() || self.is_named(input) {
            self.fail(&message);
        } else if !self.common.quiet {
            complain(&message);
        }
    }

    fn is_named(&self, input: &Input) -> bool {
        input.path().is_some_and(|path| self.common.files.iter().any(|file| file == path))
    }
}

/// Inputs whose first errors are shown.
pub(crate) fn with_first_errors(inputs: Vec<Input>) -> Vec<Result<RunInput, InputError>> {
    found_with_first_errors(inputs.into_iter().map(Ok))
}

/// The same, with the first diagnostics of other codes as well: of text that an output alters.
pub(crate) fn with_first_errors_and(inputs: Vec<Input>, also: &[Code]) -> Vec<Result<RunInput, InputError>> {
    let filter = Arc::new(Errors::filter().also(also));
    inputs.into_iter().map(|input| Ok(RunInput::new(input, Arc::clone(&filter)))).collect()
}

/// The same for inputs that may not be found.
pub(crate) fn found_with_first_errors(
    inputs: impl Iterator<Item = Result<Input, SourceError>>,
) -> Vec<Result<RunInput, InputError>> {
    let filter: Arc<FindingFilter> = Arc::new(Errors::filter());
    inputs.map(|input| Ok(RunInput::new(input?, Arc::clone(&filter)))).collect()
}
