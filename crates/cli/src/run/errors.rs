//! The first errors of a run, for commands whose business they are not.

use std::io::Write as _;

use pgnkit::syntax::Severity;

use super::{BlockResult, Detail, Wanted};
use crate::args::CheckFormat;
use crate::render::Renderer;
use crate::selection::Rules;

/// Errors shown before pointing to `pgn check`.
const SHOWN: usize = 10;

/// Shows the first errors of a run on standard error.
#[derive(Default)]
pub(crate) struct Errors {
    shown: usize,
}

impl Errors {
    /// What a run must find out for it.
    pub(crate) fn wanted() -> Wanted {
        Wanted {
            rules: Rules::new(),
            shown: Severity::Error,
            denied: Severity::Error,
            max_per_game: SHOWN,
            max_per_block: SHOWN + 1,
            detail: Detail::Place,
        }
    }

    pub(crate) fn show(&mut self, name: &str, games_before: u64, result: &BlockResult) {
        let mut renderer = Renderer::new(CheckFormat::Concise, false, None);
        renderer.at(name, games_before);
        let mut stderr = std::io::stderr().lock();
        for finding in &result.findings {
            self.shown += 1;
            if self.shown <= SHOWN {
                let _ = renderer.write(&mut stderr, finding);
            } else if self.shown == SHOWN + 1 {
                let _ = writeln!(stderr, "… more errors; `pgn check` shows all, with the lines they are in");
            }
        }
    }
}
