//! `--baseline`: the file of findings that are known.

use std::fs;
use std::io::{self, Write as _};

use pgnkit_archive::{Baseline, Input, KnownFindings};

use crate::args::CheckArgs;
use crate::run::{Run, complain, interrupt, say};

/// The baseline of a run, if it has one.
pub(super) struct Known(Option<Baseline>);

impl Known {
    /// Reads the file; one that is to be written need not exist. `None` after a fault, which is reported.
    pub(super) fn read(args: &CheckArgs) -> Option<Self> {
        let Some(path) = &args.baseline else { return Some(Self(None)) };
        let shown = path.display();
        let baseline = match fs::read_to_string(path) {
            Ok(text) => match Baseline::parse(path, &text) {
                Ok(baseline) => baseline,
                Err(error) => {
                    complain(&format_args!("{shown}: {error}"));
                    return None;
                }
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if !args.update_baseline {
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
        Some(Self(Some(baseline.learn(args.update_baseline))))
    }

    /// The known findings of an input.
    pub(super) fn of(&mut self, input: &Input) -> Option<KnownFindings> {
        self.0.as_mut().map(|baseline| baseline.of(input))
    }

    /// Closes a run over all inputs: says what is gone, or writes the file anew.
    pub(super) fn finish(&self, args: &CheckArgs, run: &mut Run<'_>) -> io::Result<()> {
        let (Some(baseline), Some(path)) = (&self.0, &args.baseline) else { return Ok(()) };
        if run.ledger.failures > 0 {
            if args.update_baseline {
                complain(&format_args!(
                    "{}: not written, since not everything could be read",
                    path.display()
                ));
            }
            return Ok(());
        }
        run.ledger.gone = baseline.gone();
        if args.update_baseline {
            let mut file = interrupt::create(path)?;
            file.write_all(baseline.to_json().as_bytes())?;
            interrupt::commit(|| file.commit())?;
            if !run.is_quiet() {
                say(&format_args!("{}: written", path.display()));
            }
        }
        Ok(())
    }
}
