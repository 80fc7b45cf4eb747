//! Whether what differs from export format was reported already, and where reading broke off.

use pgnkit_syntax::{Code, Diagnostic, Level, Severity, Sink};

/// What was reported of one game before its style is looked at.
#[derive(Clone, Debug, Default)]
pub(super) struct Recorded {
    /// Where the last of what export format does not have was reported.
    last: Option<usize>,
    /// Where the errors are.
    pub(super) errors: Vec<usize>,
}

impl Recorded {
    pub(super) fn clear(&mut self) {
        self.last = None;
        self.errors.clear();
    }

    /// Whether anything was reported of the text from `start` on that export format does not have.
    pub(super) fn any_from(&self, start: usize) -> bool {
        self.last >= Some(start)
    }
}

/// Passes on diagnostics and notes them, also those that nobody else wants.
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
