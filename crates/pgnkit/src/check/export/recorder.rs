//! Recording faults that were reported already, and places at which reading broke off.

use pgnkit_syntax::{Code, Diagnostic, Level, Severity, Sink};

/// Faults reported in one game before its style is checked.
#[derive(Clone, Debug, Default)]
pub(super) struct Recorded {
    /// Start of the last reported fault that export format cannot have.
    last: Option<usize>,
    /// Starts of the errors.
    pub(super) errors: Vec<usize>,
}

impl Recorded {
    pub(super) fn clear(&mut self) {
        self.last = None;
        self.errors.clear();
    }

    /// Whether a fault that export format cannot have was reported from `start` on.
    pub(super) fn any_from(&self, start: usize) -> bool {
        self.last >= Some(start)
    }
}

/// Passes on diagnostics and records them, including those that the sink does not want.
pub(super) struct ErrorRecorder<'s> {
    pub(super) sink: &'s mut dyn Sink,
    pub(super) recorded: &'s mut Recorded,
}

impl Sink for ErrorRecorder<'_> {
    fn wants(&self, code: Code) -> bool {
        code.severity_at(Level::Export) >= Some(Severity::Warning) || self.sink.wants(code)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        let severity = Level::Export.severity(&diagnostic);
        if severity >= Severity::Warning {
            self.recorded.last = self.recorded.last.max(Some(diagnostic.span.start));
        }
        if severity == Severity::Error {
            self.recorded.errors.push(diagnostic.span.start);
        }
        if self.sink.wants(diagnostic.code) {
            self.sink.report(diagnostic);
        }
    }
}
