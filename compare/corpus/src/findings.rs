//! What `pgn check` looks for, for those who run its checks without the command.

use std::sync::LazyLock;

use pgnkit::syntax::{Code, CodeSet, Diagnostic, Level, Severity, Sink};

/// What is looked for if nothing else is asked: errors and warnings of the level import.
static LOOKED_FOR: LazyLock<CodeSet> = LazyLock::new(|| {
    let is_shown = |code: &Code| code.severity_at(Level::Import) >= Some(Severity::Warning);
    Code::ALL.iter().copied().filter(is_shown).collect()
});

/// Counts what is looked for, as the command does.
#[derive(Debug)]
pub struct Findings {
    wanted: CodeSet,
    /// How much was found.
    pub seen: u64,
}

impl Default for Findings {
    fn default() -> Self {
        Self { wanted: *LOOKED_FOR, seen: 0 }
    }
}

impl Sink for Findings {
    fn wants(&self, code: Code) -> bool {
        self.wanted.contains(code)
    }

    fn wants_any(&self, codes: &CodeSet) -> bool {
        self.wanted.intersects(codes)
    }

    fn report(&mut self, _: Diagnostic) {
        self.seen += 1;
    }
}
