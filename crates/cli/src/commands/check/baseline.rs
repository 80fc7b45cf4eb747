//! `--baseline`, or `baseline` in pgn.toml: the file of findings that are known.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use pgnkit_archive::{Baseline, Input, KnownFindings, Stamp};

use crate::run::{Run, complain, interrupt, say};

/// The baseline of a run, if it has one.
pub(super) struct RunBaseline {
    baseline: Option<(PathBuf, Baseline)>,
    /// The state of the file when it was read.
    seen: Option<Stamp>,
    /// Whether the file is to be written.
    updates: bool,
}

impl RunBaseline {
    /// Reads the file; one that is to be written need not exist. `None` after a fault, which is reported.
    pub(super) fn read(path: Option<&Path>, updates: bool) -> Option<Self> {
        let Some(path) = path else {
            if updates {
                complain(&"--update-baseline needs a file: --baseline FILE, or baseline in pgn.toml");
                return None;
            }
            return Some(Self { baseline: None, seen: None, updates });
        };
        let shown = path.display();
        let seen = Stamp::of_path(path).ok();
        let baseline = match fs::read_to_string(path) {
            Ok(text) => match Baseline::parse(path, &text) {
                Ok(baseline) => baseline,
                Err(error) => {
                    complain(&format_args!("{shown}: {error}"));
                    return None;
                }
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if !updates {
                    complain(&format_args!("{shown}: there is no such file; --update-baseline writes it"));
                    return None;
                }
                Baseline::new(path)
            }
            Err(error) => {
                complain(&format_args!("{shown}: {error}"));
                return None;
            }
        };
        Some(Self { baseline: Some((path.to_owned(), baseline.learn(updates))), seen, updates })
    }

    /// The known findings of an input.
    pub(super) fn of(&mut self, input: &Input) -> Option<KnownFindings> {
        self.baseline.as_mut().map(|(_, baseline)| baseline.of(input))
    }

    /// Closes a run over all inputs: says what is gone, or writes the file anew.
    pub(super) fn finish(&self, run: &mut Run<'_>) -> io::Result<()> {
        let Some((path, baseline)) = &self.baseline else { return Ok(()) };
        if run.ledger.failures > 0 {
            if self.updates {
                complain(&format_args!(
                    "{}: not written, since not everything could be read",
                    path.display()
                ));
            }
            return Ok(());
        }
        // Games that were not selected may have them still.
        run.ledger.gone = if run.selects() { 0 } else { baseline.gone() };
        if self.updates {
            let mut file = match self.seen {
                Some(seen) => interrupt::create_in_place(path, seen)?,
                None => interrupt::create(path)?,
            };
            file.write_all(baseline.to_json().as_bytes())?;
            interrupt::commit(|| file.commit())?;
            if !run.is_quiet() {
                say(&format_args!("{}: written", path.display()));
            }
        }
        Ok(())
    }
}
