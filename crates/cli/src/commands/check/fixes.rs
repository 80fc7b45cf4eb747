//! `--fix` and `--diff`: where the fixed text goes, and what is said of it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};

use pgnkit::Fixer;
use pgnkit::syntax::Code;
use pgnkit_archive::input::Locations;
use pgnkit_archive::{
    AtomicFile, Compression, Fixable, FixedBlock, Fixing, Input, Kind, Output, RunOptions, Selection, Shift,
    SourceError, Stamp, Unified,
};

use crate::args::CheckArgs;
use crate::run::interrupt;

/// Treatment of fixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// They are counted.
    Count,
    /// They are applied.
    Apply,
    /// It is shown what applying them would change.
    Diff,
}

impl Mode {
    pub(super) fn of(args: &CheckArgs) -> Self {
        match (args.diff, args.fix) {
            (true, _) => Self::Diff,
            (false, true) => Self::Apply,
            (false, false) => Self::Count,
        }
    }

    pub(super) fn fixing(self, args: &CheckArgs, selection: &Selection) -> Option<Fixing> {
        (self != Self::Count).then(|| {
            let fixer = Fixer::at_level(selection.level())
                .codes(selection.selected())
                .unsafe_fixes(args.unsafe_fixes)
                .heed_suppressions(!args.no_suppressions);
            Fixing::new(fixer, self == Self::Apply)
        })
    }
}

pub(super) fn is_stdin(input: &Input) -> bool {
    input.is_stdin()
}

/// Destination of the fixed text of one input.
pub(super) enum Target {
    /// Into the file itself, as soon as something changes.
    File(Rewritten),
    /// To standard output.
    Stdout(Output),
    /// Nowhere: a diff is shown.
    Diff(Unified),
}

/// The fixes that were applied to one input.
#[derive(Default)]
pub(super) struct Applied {
    fixes: BTreeMap<Code, u64>,
    /// By how much the text after the fixes has moved.
    pub(super) shift: Shift,
}

impl Target {
    /// The target of an input; an error, with the reason, where it can have none.
    pub(super) fn of(
        input: &Input,
        options: &RunOptions,
        mode: Mode,
        for_terminal: bool,
    ) -> Result<Self, Refusal> {
        let format = options.format_of(input.name());
        if format.is_some_and(|format| format.holds() == Kind::Positions) {
            return Err(Refusal::Because("it is not PGN; pgn fmt writes records in canonical form"));
        }
        if is_stdin(input) {
            return Ok(match mode {
                Mode::Diff => Self::Diff(Unified::new(input.name(), for_terminal)),
                _ => Self::Stdout(Output::stdout()),
            });
        }
        let Some(path) = input.path() else {
            return Err(Refusal::Because("it is part of an archive; unpack it first"));
        };
        if format.is_some_and(|format| format.locations() != Locations::Lines) {
            return Err(Refusal::Because("it is not PGN"));
        }
        if !path.is_file() {
            return Err(Refusal::Because("it is not a regular file; use standard input"));
        }
        let mut source = pgnkit_archive::source::open(path).map_err(Refusal::Unread)?;
        if source.compression() != Compression::Plain {
            return Err(Refusal::Because("it is compressed; unpack it first"));
        }
        if options.charset.is_some() {
            return Err(Refusal::Because("--from-encoding decodes it; `pgn fmt -o` writes UTF-8"));
        }
        if source.is_decoded().map_err(Refusal::Unread)? {
            return Err(Refusal::Because("it is in UTF-16; `pgn fmt -o` writes UTF-8"));
        }
        Ok(match mode {
            Mode::Diff => Self::Diff(Unified::new(input.name(), for_terminal)),
            _ => Self::File(Rewritten { path: path.to_owned(), seen: None, same: 0, file: None }),
        })
    }

    /// Has a file replaced only if it is then what it was when it was opened.
    pub(super) fn opened(&mut self, seen: Option<Stamp>) {
        if let Self::File(file) = self {
            file.seen = seen;
        }
    }

    /// Takes the next stretch of the text, and what it shows goes to `out`.
    pub(super) fn take(
        &mut self,
        fixed: FixedBlock,
        applied: &mut Applied,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match self {
            Self::File(file) => file.take(&fixed)?,
            Self::Stdout(stdout) => stdout.write_all(&fixed.text)?,
            Self::Diff(unified) => unified.take(&fixed, out)?,
        }
        for (code, count) in fixed.applied {
            *applied.fixes.entry(code).or_default() += count;
        }
        Ok(())
    }

    /// Closes the text when it `is_whole`; otherwise a file stays as it is. Whether something was written. `settle` is called before a file is
    /// replaced.
    pub(super) fn finish(
        self,
        is_whole: bool,
        out: &mut dyn Write,
        settle: impl FnOnce() -> io::Result<()>,
    ) -> io::Result<bool> {
        match self {
            Self::File(Rewritten { file: Some(file), .. }) if is_whole => {
                settle()?;
                interrupt::commit(|| file.commit()).map(|()| true)
            }
            Self::File(_) => Ok(false),
            Self::Stdout(stdout) => stdout.finish().map(|()| true),
            Self::Diff(unified) => unified.finish(out).map(|()| false),
        }
    }
}

/// Why an input has no target.
pub(super) enum Refusal {
    Because(&'static str),
    Unread(SourceError),
}

/// A file that is written anew from the first change on; one without a change is not touched.
pub(super) struct Rewritten {
    path: PathBuf,
    /// Its state when it was opened.
    seen: Option<Stamp>,
    /// Bytes before the first change.
    same: u64,
    file: Option<AtomicFile>,
}

impl Rewritten {
    fn take(&mut self, fixed: &FixedBlock) -> io::Result<()> {
        if self.file.is_none() {
            if fixed.changes.is_empty() {
                self.same += fixed.text.len() as u64;
                return Ok(());
            }
            self.file = Some(begin(&self.path, self.seen, self.same)?);
        }
        self.file.as_mut().map_or(Ok(()), |file| file.write_all(&fixed.text))
    }
}

/// A new content for a file that begins with what the file begins with.
fn begin(path: &Path, seen: Option<Stamp>, same: u64) -> io::Result<AtomicFile> {
    let seen = seen.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
    let mut file = interrupt::create_in_place(path, seen)?;
    let copied = io::copy(&mut File::open(path)?.take(same), &mut file)?;
    if copied < same {
        return Err(io::Error::other(format!("{}: changed while it was read", path.display())));
    }
    Ok(file)
}

/// Totals of all inputs.
#[derive(Default)]
pub(super) struct Tally {
    applied: BTreeMap<Code, u64>,
    inputs: u64,
    /// Counts of findings that could be fixed.
    pub(super) fixable: Fixable,
}

impl Tally {
    pub(super) fn add(&mut self, applied: Applied) {
        self.inputs += u64::from(!applied.fixes.is_empty());
        for (code, count) in applied.fixes {
            *self.applied.entry(code).or_default() += count;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.applied.is_empty()
    }

    /// `fixed 12 (3 lax-move, 9 missing-setup) in 2 files`; nothing where nothing was.
    pub(super) fn show(&self, mode: Mode) -> Option<String> {
        if self.is_empty() {
            return None;
        }
        let mut kinds: Vec<_> = self.applied.iter().map(|(code, count)| (code.name(), count)).collect();
        kinds.sort_unstable();
        let kinds: Vec<_> = kinds.iter().map(|(name, count)| format!("{count} {name}")).collect();
        let verb = if mode == Mode::Diff { "would fix" } else { "fixed" };
        let total: u64 = self.applied.values().sum();
        let plural = if self.inputs == 1 { "" } else { "s" };
        Some(format!("{verb} {total} ({}) in {} file{plural}", kinds.join(", "), self.inputs))
    }
}

/// The message about fixes that could be applied; empty where there are none.
pub(super) fn offer(fixable: Fixable, args: &CheckArgs) -> Option<String> {
    let Fixable { safe, not_safe, .. } = fixable;
    if args.fix {
        let left = if args.unsafe_fixes { safe + not_safe } else { safe };
        let more = if args.unsafe_fixes { 0 } else { not_safe };
        return match (left, more) {
            (0, 0) => None,
            (0, more) => Some(format!("{more} more can be fixed with --unsafe-fixes")),
            (left, 0) => Some(format!("{left} left as found: fixing would change something else, too")),
            (left, more) => Some(format!(
                "{left} left as found: fixing would change something else, too; {more} more can be fixed with --unsafe-fixes"
            )),
        };
    }
    match (safe, not_safe) {
        (0, 0) => None,
        (safe, 0) => Some(format!("{safe} can be fixed with --fix")),
        (0, more) => Some(format!("{more} can be fixed with --fix --unsafe-fixes")),
        (safe, more) => Some(format!("{safe} can be fixed with --fix, {more} more with --unsafe-fixes")),
    }
}
