use std::io::Write as _;

use super::OutputFormat;
use super::joint::Joint;

/// The output of a block, with gaps for the numbers and names that only the whole run knows. They are filled in order
/// by [`seal`](Self::seal); without gaps that costs nothing.
#[derive(Clone, Debug, Default)]
pub struct Chunk {
    /// The text so far.
    pub bytes: Vec<u8>,
    gaps: Vec<(usize, Gap)>,
    /// How it goes together with the chunk before, where games stay as they are.
    pub(super) joint: Joint,
    /// Rows of the block.
    #[cfg(feature = "columns")]
    pub batches: Vec<Batch>,
    /// Games of the block in the form of a database.
    #[cfg(feature = "databases")]
    pub(super) encoded: Vec<pgnkit_formats::scid::EncodedGame>,
    /// The reason why rows of the block are missing, which ends the run.
    #[cfg(feature = "columns")]
    pub failure: Option<String>,
    /// Whether the rows have their places already.
    #[cfg(feature = "columns")]
    pub(super) is_placed: bool,
}

/// Where an entry comes from, when what is read was made of other inputs.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'o> {
    /// The name of the input.
    pub name: &'o str,
    /// Its number there, from 1.
    pub in_input: u64,
    /// Its number among the entries of all inputs, from 1.
    pub in_run: u64,
}

/// Rows of a table.
#[cfg(feature = "columns")]
#[derive(Clone, Debug)]
pub struct Batch {
    /// The directory of their partition; none for a table that is one file.
    pub partition: Option<String>,
    /// The rows; games are numbered in the block.
    pub rows: pgnkit_columns::RecordBatch,
}

/// A gap in the output of a block.
#[derive(Clone, Copy, Debug)]
enum Gap {
    /// The name of the input.
    InputName,
    /// The number of an entry in the run, by its number in the block.
    NumberInRun(u64),
    /// The number of an entry in its input, by its number in the block.
    NumberInInput(u64),
}

impl Gap {
    fn number(self) -> Option<u64> {
        match self {
            Self::InputName => None,
            Self::NumberInRun(number) | Self::NumberInInput(number) => Some(number),
        }
    }
}

/// The numbers that are known when the turn of a block has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// Entries before the block in the run.
    pub before_in_run: u64,
    /// Entries before the block in its input.
    pub before_in_input: u64,
}

impl Chunk {
    /// An empty chunk with room for so many bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        Self { bytes: Vec::with_capacity(bytes), ..Self::default() }
    }

    /// Leaves room for the name of the input.
    pub fn input_name(&mut self) {
        self.gaps.push((self.bytes.len(), Gap::InputName));
    }

    /// Leaves room for the number that the `number`-th entry of the block has in the run.
    pub fn number_in_run(&mut self, number: u64) {
        self.gaps.push((self.bytes.len(), Gap::NumberInRun(number)));
    }

    /// Leaves room for the number that the `number`-th entry of the block has in its input.
    pub fn number_in_input(&mut self, number: u64) {
        self.gaps.push((self.bytes.len(), Gap::NumberInInput(number)));
    }

    /// Appends what is between the text so far and a game that will be [written](Self::written_in_place) in the place of another;
    /// `stretch` is the text of that with all before it.
    pub fn separate(&mut self, stretch: &[u8]) {
        self.joint.separate(stretch, &mut self.bytes);
    }

    /// Notes that a game was written in the place of another.
    pub fn written_in_place(&mut self, stretch: &[u8]) {
        self.joint.written(stretch);
    }

    /// Appends a text that stays as it is, with the white space around it.
    pub fn keep_in_place(&mut self, stretch: &[u8]) {
        self.joint.keep(stretch, &mut self.bytes);
    }

    /// Fills all gaps with where the entries come from, by their numbers in the block, rather than with where they are read; `output` is the
    /// form.
    pub fn originate<'o>(&mut self, output: &dyn OutputFormat, origin: impl Fn(u64) -> Origin<'o>) {
        let gaps = std::mem::take(&mut self.gaps);
        let mut out = Vec::with_capacity(self.bytes.len() + gaps.len() * 8);
        let mut done = 0;
        for (place, (at, gap)) in gaps.iter().enumerate() {
            out.extend_from_slice(&self.bytes[done..*at]);
            done = *at;
            // Writing to memory cannot fail.
            let _ = match *gap {
                // The number that goes with a name comes after it.
                Gap::InputName => {
                    let number = gaps[place..].iter().find_map(|(_, gap)| gap.number()).unwrap_or(1);
                    out.write_all(output.input_name(origin(number).name).as_bytes())
                }
                Gap::NumberInRun(number) => write!(out, "{}", origin(number).in_run),
                Gap::NumberInInput(number) => write!(out, "{}", origin(number).in_input),
            };
        }
        out.extend_from_slice(&self.bytes[done..]);
        self.bytes = out;
        #[cfg(feature = "columns")]
        {
            self.is_placed = true;
            for batch in &mut self.batches {
                batch.rows = pgnkit_columns::placed_by(batch.rows.clone(), |number| {
                    let Origin { name, in_input, in_run } = origin(number);
                    pgnkit_columns::GamePlace { game: in_run, file: name, number: in_input }
                });
            }
        }
    }

    /// The text with its gaps filled; `name` is the name of the input as the form writes it.
    pub fn seal(self, numbers: Numbers, name: &str) -> Vec<u8> {
        if self.gaps.is_empty() {
            return self.bytes;
        }
        let mut out = Vec::with_capacity(self.bytes.len() + self.gaps.len() * 8);
        let mut done = 0;
        for (at, gap) in self.gaps {
            out.extend_from_slice(&self.bytes[done..at]);
            done = at;
            // Writing to memory cannot fail.
            let _ = match gap {
                Gap::InputName => out.write_all(name.as_bytes()),
                Gap::NumberInRun(number) => write!(out, "{}", numbers.before_in_run + number),
                Gap::NumberInInput(number) => write!(out, "{}", numbers.before_in_input + number),
            };
        }
        out.extend_from_slice(&self.bytes[done..]);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_filled_in_order() {
        let mut chunk = Chunk::default();
        for number in [1, 12] {
            chunk.input_name();
            chunk.bytes.push(b',');
            chunk.number_in_input(number);
            chunk.bytes.push(b',');
            chunk.number_in_run(number);
            chunk.bytes.push(b'\n');
        }
        let numbers = Numbers { before_in_run: 100, before_in_input: 30 };
        assert_eq!(String::from_utf8(chunk.seal(numbers, "x")).unwrap(), "x,31,101\nx,42,112\n");
        assert!(Chunk::default().seal(numbers, "x").is_empty());
    }
}
