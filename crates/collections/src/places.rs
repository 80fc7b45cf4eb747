//! Inputs of games.

/// The inputs that games come from: of each stretch of games with following numbers the first one.
#[derive(Debug, Default)]
pub(crate) struct Places {
    inputs: Vec<Box<str>>,
    /// The game, its input, its number there.
    stretches: Vec<(usize, usize, u64)>,
}

impl Places {
    pub(crate) fn add(&mut self, game: usize, input: &str, number: u64) {
        if self.inputs.last().is_none_or(|last| **last != *input) {
            self.inputs.push(input.into());
        }
        let input = self.inputs.len() - 1;
        let goes_on = self
            .stretches
            .last()
            .is_some_and(|(first, of, from)| *of == input && from + (game - first) as u64 == number);
        if !goes_on {
            self.stretches.push((game, input, number));
        }
    }

    pub(crate) fn of(&self, game: usize) -> (&str, u64) {
        let at = self.stretches.partition_point(|(first, ..)| *first <= game);
        match at.checked_sub(1).map(|at| self.stretches[at]) {
            Some((first, input, number)) => (&self.inputs[input], number + (game - first) as u64),
            None => ("", 0),
        }
    }
}
