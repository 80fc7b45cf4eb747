//! Which of the files named a command reads.

use pgnkit_archive::{Input, Inputs};

use super::{Content, Run, complain};

impl Run<'_> {
    /// The inputs that can be opened; the others are complained about.
    pub(crate) fn inputs(&mut self) -> impl Iterator<Item = Input> + use<> {
        let mut inputs = Vec::new();
        for input in Inputs::new(self.common.files.clone()) {
            match input {
                Err(error) => self.fail(&error),
                Ok(input) => inputs.push(input),
            }
        }
        inputs.into_iter()
    }

    /// The same for an output that can hold either games or records: where both come, the records are left out.
    pub(crate) fn inputs_of_one_kind(&mut self) -> impl Iterator<Item = Input> + use<> {
        let (records, games): (Vec<_>, Vec<_>) = self.inputs().partition(|input| self.holds_records(input));
        if games.is_empty() {
            return records.into_iter();
        }
        records
            .iter()
            .for_each(|input| self.leave_out(input, "it holds records, which do not go among games"));
        games.into_iter()
    }

    /// Those of the inputs that hold records; the others are complained about.
    pub(crate) fn inputs_of_records(&mut self) -> impl Iterator<Item = Input> + use<> {
        let (records, games): (Vec<_>, Vec<_>) = self.inputs().partition(|input| self.holds_records(input));
        games.iter().for_each(|input| self.leave_out(input, "it holds games and not records"));
        records.into_iter()
    }

    /// Those of the inputs that hold games; the others are complained about.
    pub(crate) fn inputs_of_games(&mut self) -> impl Iterator<Item = Input> + use<> {
        let (records, games): (Vec<_>, Vec<_>) = self.inputs().partition(|input| self.holds_records(input));
        records.iter().for_each(|input| self.leave_out(input, "it holds records and not games"));
        games.into_iter()
    }

    /// As far as options and name tell.
    fn holds_records(&self, input: &Input) -> bool {
        let content =
            Content::named(input.name(), self.common.from).or(Content::named("", self.common.usual));
        matches!(content, Some(Content::Records(_)))
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
