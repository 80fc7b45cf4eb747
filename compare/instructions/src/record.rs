//! The file of counts.

use std::fmt;
use std::io;
use std::path::Path;

/// More than recorded by this part is a slowdown.
const ABOVE: f64 = 0.03;

/// Less than recorded by this part means that the record is out of date and would hide a slowdown to come.
const BELOW: f64 = 0.05;

/// A change that is not worth a new line when the file is written anew.
const NOISE: f64 = 0.001;

const TAKEN_WITH: &str = "# taken with ";

const HEAD: &str = "\
# Instructions of one pass over a sample, counted by callgrind. Written by `cargo run --release -p instructions -- --bless`
# in compare/, checked by .ci/run; see compare/README.md. Counts are of x86-64 with AVX2 and without AVX-512, which is
# what valgrind shows: memchr and the C library choose at run time what the processor can do.
";

/// A count.
#[derive(Clone, Debug)]
pub struct Row {
    pub work: String,
    pub data: String,
    pub unit: String,
    pub instructions: u64,
    pub units: u64,
}

impl Row {
    fn is_about(&self, other: &Self) -> bool {
        self.work == other.work && self.data == other.data
    }

    fn per_unit(&self) -> f64 {
        self.instructions as f64 / self.units.max(1) as f64
    }

    fn parse(line: &str) -> Option<Self> {
        let mut words = line.split('\t');
        let mut next = || words.next().map(str::to_owned);
        Some(Self {
            work: next()?,
            data: next()?,
            unit: next()?,
            instructions: next()?.parse().ok()?,
            units: next()?.parse().ok()?,
        })
    }
}

/// A count beside the recorded one.
#[derive(Debug)]
pub struct Judged {
    row: Row,
    recorded: Option<Row>,
}

impl Judged {
    /// By which part there are more instructions now.
    fn change(&self) -> Option<f64> {
        self.recorded.as_ref().map(|recorded| self.row.per_unit() / recorded.per_unit() - 1.0)
    }

    fn same_sample(&self) -> bool {
        self.recorded.as_ref().is_some_and(|recorded| recorded.units == self.row.units)
    }

    /// Whether the record still says what is.
    pub fn is_good(&self) -> bool {
        self.same_sample() && self.change().is_some_and(|change| (-BELOW..=ABOVE).contains(&change))
    }

    fn verdict(&self) -> &'static str {
        match self.change() {
            None => "not recorded: run with --bless",
            Some(_) if !self.same_sample() => "the sample is another: run with --bless",
            Some(change) if change > ABOVE => "SLOWER",
            Some(change) if change < -BELOW => "faster, and the record is out of date: run with --bless",
            Some(_) => "",
        }
    }
}

impl fmt::Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { work, data, unit, .. } = &self.row;
        let recorded = self.recorded.as_ref().map_or("-".to_owned(), |row| format!("{:.1}", row.per_unit()));
        let change = self.change().map_or("-".to_owned(), |change| format!("{:+.2} %", 100.0 * change));
        let now = self.row.per_unit();
        let line = format!(
            "{work:<12} {data:<8} {recorded:>12} {now:>12.1} {change:>9}  per {unit}  {}",
            self.verdict()
        );
        f.write_str(line.trim_end())
    }
}

/// The file.
#[derive(Debug, Default)]
pub struct Record {
    rows: Vec<Row>,
    /// Compiler and valgrind.
    pub taken_with: String,
}

impl Record {
    /// Reads the file; empty if there is none.
    ///
    /// # Errors
    /// When it cannot be read, or a line says nothing.
    pub fn read(path: &Path) -> io::Result<Self> {
        let mut record = Self::default();
        if !path.exists() {
            return Ok(record);
        }
        for line in std::fs::read_to_string(path)?.lines() {
            if let Some(taken_with) = line.strip_prefix(TAKEN_WITH) {
                record.taken_with = taken_with.to_owned();
            } else if !line.starts_with('#') && !line.starts_with("work\t") {
                let wrong = || io::Error::other(format!("{}: not a count: {line}", path.display()));
                record.rows.push(Row::parse(line).ok_or_else(wrong)?);
            }
        }
        Ok(record)
    }

    /// Beside what is recorded.
    pub fn judge(&self, row: Row) -> Judged {
        Judged { recorded: self.rows.iter().find(|recorded| recorded.is_about(&row)).cloned(), row }
    }

    /// The record with new counts where they differ by more than noise; `whole` means that there are no others.
    pub fn renewed(self, counted: Vec<Judged>, whole: bool) -> Self {
        let mut rows = if whole { Vec::new() } else { self.rows };
        for judged in counted {
            let same = judged.same_sample() && judged.change().is_some_and(|change| change.abs() <= NOISE);
            let row = judged.recorded.filter(|_| same).unwrap_or(judged.row);
            match rows.iter_mut().find(|recorded| recorded.is_about(&row)) {
                Some(recorded) => *recorded = row,
                None => rows.push(row),
            }
        }
        Self { rows, ..self }
    }

    /// Writes the file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, path: &Path, taken_with: &str) -> io::Result<()> {
        let mut text =
            format!("{HEAD}{TAKEN_WITH}{taken_with}\nwork\tdata\tunit\tinstructions\tunits\tper unit\n");
        for row in &self.rows {
            let Row { work, data, unit, instructions, units } = row;
            text += &format!("{work}\t{data}\t{unit}\t{instructions}\t{units}\t{:.1}\n", row.per_unit());
        }
        std::fs::write(path, text)
    }
}
