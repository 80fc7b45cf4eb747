//! The entries of a run that its task is given: by a test, by number, and not more than so many.

use std::error;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;

use pgnkit::syntax::{Ignore, Span};
use pgnkit::{Flow, Game, Start, Visitor};

use crate::input::{EntryBuf, EntryReader, InputFormat, Lookup, Target};

/// A test of entries that is made before the task of a run sees them.
pub trait EntryFilter: fmt::Debug + Send + Sync {
    /// Makes the memory of a thread that tests.
    fn tester(&self) -> Box<dyn EntryTester + '_>;

    /// Conditions that all games have which match.
    fn lookup(&self) -> Lookup {
        Lookup::default()
    }
}

/// Tests entries, one after the other, on one thread.
pub trait EntryTester {
    /// The visitor of the next entry, which may stop it where it is decided; `None` if only a whole game can be tested.
    fn visitor(&mut self) -> Option<&mut dyn Visitor>;

    /// Whether the entry visited last matches; `None` if it must be [tested](Self::test) as a whole game. `text` are its bytes in a
    /// form whose bytes are the text of a game.
    fn verdict(&mut self, text: Option<&[u8]>) -> Option<bool>;

    /// Whether a game matches.
    fn test(&mut self, game: &Game) -> bool;
}

/// The choice of the entries of a run. By default all of them.
///
/// An entry that is not chosen is read no further than decides, what is wrong in it is not reported, and the task only
/// [passes over](crate::Task::pass) it. Numbers and a limit need to know how many entries came before, so that a run with them works on one
/// thread.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct EntrySelection {
    /// Only entries of which this is true.
    pub filter: Option<Arc<dyn EntryFilter>>,
    /// Only entries of these numbers in their input.
    pub numbers: Option<EntryNumbers>,
    /// The number of entries chosen in the whole run, at most; the run ends there.
    pub limit: Option<u64>,
    /// Whether inputs are read to their ends when no further entry can be chosen: for tasks that keep the others as they are.
    pub reads_on: bool,
}

impl EntrySelection {
    /// Whether all entries are chosen.
    pub fn is_all(&self) -> bool {
        self.filter.is_none() && !self.counts()
    }

    /// Whether entries are counted in their order.
    pub(crate) fn counts(&self) -> bool {
        self.numbers.is_some() || self.limit.is_some()
    }

    /// The memory of a thread that chooses; `None` if all entries are chosen.
    pub(crate) fn selector(&self) -> Option<EntrySelector<'_>> {
        let tester = || self.filter.as_deref().map(EntryFilter::tester);
        (!self.is_all()).then(|| EntrySelector {
            selection: self,
            tester: tester(),
            buffer: EntryBuf::default(),
            counted: EntryCounts::default(),
            input: None,
        })
    }
}

/// The counts of entries so far, where they matter.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EntryCounts {
    /// Entries of the input.
    read: u64,
    /// Entries of the run that were chosen.
    chosen: u64,
}

/// Chooses the entries of blocks.
pub(crate) struct EntrySelector<'s> {
    selection: &'s EntrySelection,
    tester: Option<Box<dyn EntryTester + 's>>,
    buffer: EntryBuf,
    counted: EntryCounts,
    input: Option<usize>,
}

/// The fate of the next entry.
pub(crate) enum Choice {
    /// The task reads it.
    Take,
    /// The task passes over it; it is at this place.
    Pass(Span),
    /// No further entry of the input can be chosen.
    End,
}

impl EntrySelector<'_> {
    /// Begins with a block of an input, by its place among those of the run.
    pub(crate) fn begin_block(&mut self, input: usize) -> EntryCounts {
        if self.input.replace(input) != Some(input) {
            self.counted.read = 0;
        }
        self.counted
    }

    /// Forgets what was counted since a block began, which is worked again together with more.
    pub(crate) fn undo(&mut self, before: EntryCounts) {
        self.counted = before;
    }

    /// Whether no further entry of the run can be chosen.
    pub(crate) fn is_full(&self) -> bool {
        !self.selection.reads_on && self.selection.limit.is_some_and(|limit| self.counted.chosen >= limit)
    }

    /// Looks at the next entry; `None` where there is none. If it is to be taken, the reader is at its beginning again, and if there is
    /// none, before the text that comes last.
    pub(crate) fn choose(
        &mut self,
        reader: &mut dyn EntryReader,
        format: &dyn InputFormat,
        block: &[u8],
    ) -> Option<Choice> {
        let Self { selection, counted, .. } = self;
        let number = counted.read + 1;
        let is_full = selection.limit.is_some_and(|limit| counted.chosen >= limit);
        let is_past = selection.numbers.as_ref().is_some_and(|numbers| numbers.are_below(number));
        if (is_full || is_past) && !selection.reads_on {
            return Some(Choice::End);
        }
        let is_numbered = selection.numbers.as_ref().is_none_or(|numbers| numbers.contains(number));
        reader.save();
        let choice = if is_full || !is_numbered {
            reader.read(Target::Visit(&mut PassOver), &mut Ignore).map(Choice::Pass)
        } else {
            self.test(reader, format, block)
        };
        if choice.is_none() {
            reader.restore();
        }
        choice
    }

    /// Counts an entry, or so many that it stands for.
    pub(crate) fn count(&mut self, is_chosen: bool, entries: u64) {
        self.counted.read += entries;
        self.counted.chosen += u64::from(is_chosen);
    }

    fn test(
        &mut self,
        reader: &mut dyn EntryReader,
        format: &dyn InputFormat,
        block: &[u8],
    ) -> Option<Choice> {
        let Self { tester: Some(tester), buffer, .. } = self else { return Some(Choice::Take) };
        let mut verdict = None;
        if let Some(visitor) = tester.visitor() {
            let span = reader.read(Target::Visit(visitor), &mut Ignore)?;
            if reader.lost() > 0 {
                // Whether it matches is unknown: it is reported.
                reader.restore();
                return Some(Choice::Take);
            }
            verdict = tester.verdict(format.is_fixable().then(|| span.of(block)));
            if verdict == Some(false) {
                return Some(Choice::Pass(span));
            }
            reader.restore();
        }
        if verdict.is_none() {
            reader.save();
            let span = reader.read(Target::Build(buffer), &mut Ignore)?;
            if !tester.test(&buffer.entry(format, block, span).content.to_game()) {
                return Some(Choice::Pass(span));
            }
            reader.restore();
        }
        Some(Choice::Take)
    }
}

/// A visitor of entries of which only the end matters.
struct PassOver;

impl Visitor for PassOver {
    fn start(&mut self, _: &Start) -> Flow {
        Flow::Skip
    }
}

/// Numbers of entries in an input, from 1: `3,17-20,100-`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryNumbers(Vec<RangeInclusive<u64>>);

impl EntryNumbers {
    /// Whether a number is among them.
    pub fn contains(&self, number: u64) -> bool {
        self.0.iter().any(|range| range.contains(&number))
    }

    /// The first of them from a number on.
    pub fn next_from(&self, number: u64) -> Option<u64> {
        let from = self.0.iter().filter(|range| *range.end() >= number);
        from.map(|range| number.max(*range.start())).min()
    }

    /// Whether all of them are below a number.
    pub fn are_below(&self, number: u64) -> bool {
        self.0.iter().all(|range| *range.end() < number)
    }
}

impl FromStr for EntryNumbers {
    type Err = EntryNumbersError;

    fn from_str(text: &str) -> Result<Self, EntryNumbersError> {
        let number = |digits: &str| digits.trim().parse().ok().filter(|number| *number > 0);
        let range = |part: &str| match part.split_once('-') {
            None => number(part).map(|number| number..=number),
            Some((first, last)) if last.trim().is_empty() => Some(number(first)?..=u64::MAX),
            Some((first, last)) => Some(number(first)?..=number(last)?).filter(|range| !range.is_empty()),
        };
        let part = |part: &str| range(part).ok_or_else(|| EntryNumbersError(part.to_owned()));
        text.split(',').map(part).collect::<Result<_, _>>().map(Self)
    }
}

/// A text that is neither a number of an entry nor a range of them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EntryNumbersError(pub String);

impl fmt::Display for EntryNumbersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected numbers of games from 1, as 3,17-20,100-, found {:?}", self.0)
    }
}

impl error::Error for EntryNumbersError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_ranges() {
        let numbers: EntryNumbers = "3, 17-20,100-".parse().unwrap();
        let chosen: Vec<u64> = (0..103).filter(|number| numbers.contains(*number)).collect();
        assert_eq!(chosen, [3, 17, 18, 19, 20, 100, 101, 102]);
        assert!(!numbers.are_below(u64::MAX));
        let next: Vec<_> = [1, 3, 4, 18, 21, 500].map(|from| numbers.next_from(from).unwrap()).into();
        assert_eq!(next, [3, 3, 17, 18, 100, 500]);
        assert_eq!("2-4".parse::<EntryNumbers>().unwrap().next_from(5), None);
        let numbers: EntryNumbers = "2-4,1".parse().unwrap();
        assert_eq!((numbers.are_below(4), numbers.are_below(5)), (false, true));
        for wrong in ["", "0", "1,", "4-2", "a", "-3", "1-2-3", "0-5", "1.5"] {
            assert!(wrong.parse::<EntryNumbers>().is_err(), "{wrong}");
        }
        let error = "1,x".parse::<EntryNumbers>().unwrap_err();
        assert_eq!(error.to_string(), "expected numbers of games from 1, as 3,17-20,100-, found \"x\"");
    }
}
