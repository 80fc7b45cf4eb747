//! What is wrong with a text, as values.

use std::sync::Arc;

use pgnkit::diagnostics::{Applicability, Diagnostic as Fault, LineIndex, Located, Location};
use pgnkit_archive::Finding;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::stream::Stream;

/// Edits that mend a fault: each a place in the text, in bytes, and what is there instead.
#[pyclass(frozen, get_all, module = "pgnkit")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Fix {
    /// Whether the meaning of the game stays, so that it may be applied without asking.
    is_safe: bool,
    /// The edits, in the order of the text: start, end, and the new text.
    edits: Vec<(u64, u64, String)>,
}

#[pymethods]
impl Fix {
    fn __eq__(&self, other: &Self) -> bool {
        self == other
    }

    fn __repr__(&self) -> String {
        format!("Fix(is_safe={}, edits={:?})", if self.is_safe { "True" } else { "False" }, self.edits)
    }
}

/// One thing that is wrong, or odd, with a text.
///
/// `str()` is what the command `pgn check` says in a line.
#[pyclass(frozen, get_all, module = "pgnkit")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Diagnostic {
    /// The code, such as `PGN-C001`; `pgn explain` has its page.
    code: String,
    /// The name of the code in words, such as `illegal-move`.
    name: String,
    /// `error`, `warning` or `note`.
    severity: &'static str,
    /// What was expected and what was found.
    message: String,
    /// The name of the input.
    source: String,
    /// The number of the game in its input, from 1; 0 outside games.
    game: u64,
    /// The first byte of the place in the (decompressed) input.
    start: u64,
    /// The byte after its last one.
    end: u64,
    /// The line, from 1.
    line: u64,
    /// The column in characters, from 1.
    column: u64,
    /// Advice.
    help: Option<String>,
    /// The position in which a move is illegal or ambiguous.
    fen: Option<String>,
    fix: Option<Fix>,
}

impl Diagnostic {
    fn new(fault: &Fault, base: u64, at: Location, source: &str, game: u64) -> Self {
        let fix = fault.fix.as_ref().map(|fix| Fix {
            is_safe: fix.applicability == Applicability::Safe,
            edits: fix
                .edits
                .iter()
                .map(|edit| {
                    let (start, end) = (base + edit.span.start as u64, base + edit.span.end as u64);
                    (start, end, edit.replacement.to_string())
                })
                .collect(),
        });
        Self {
            code: fault.code.to_string(),
            name: fault.code.name().to_owned(),
            severity: fault.severity.as_str(),
            message: fault.message.to_string(),
            source: source.to_owned(),
            game,
            start: base + fault.span.start as u64,
            end: base + fault.span.end as u64,
            line: at.line,
            column: at.column,
            help: fault.help.as_ref().map(ToString::to_string),
            fen: fault.fen.as_ref().map(ToString::to_string),
            fix,
        }
    }

    pub(crate) fn of_located(located: &Located, source: &str, game: u64) -> Self {
        Self::new(&located.diagnostic, 0, located.start, source, game)
    }

    pub(crate) fn of_finding(finding: &Finding, source: &str, games_before: u64) -> Self {
        let game = finding.entry.as_ref().map_or(0, |entry| games_before + entry.before + 1);
        let at = finding.places.first().map_or(Location::START, |place| place.start);
        Self::new(&finding.diagnostic, finding.base, at, source, game)
    }

    pub(crate) fn is_error(&self) -> bool {
        self.severity == "error"
    }

    pub(crate) fn is_note(&self) -> bool {
        self.severity == "note"
    }

    /// The message with its place.
    pub(crate) fn said(&self) -> String {
        format!("line {}, column {}: {}", self.line, self.column, self.message)
    }

    /// Those of a text by itself.
    pub(crate) fn of_text(text: &[u8], faults: &[Fault]) -> Vec<Self> {
        let mut lines = LineIndex::new(text, Location::START);
        let mut faults: Vec<&Fault> = faults.iter().collect();
        faults.sort_by_key(|fault| fault.span.start);
        faults.into_iter().map(|fault| Self::new(fault, 0, lines.locate(fault.span.start), "", 1)).collect()
    }
}

type State = (
    (String, String, String, String, String, u64),
    (u64, u64, u64, u64, Option<String>, Option<String>),
    Option<(bool, Vec<(u64, u64, String)>)>,
);

#[pymethods]
impl Diagnostic {
    fn __eq__(&self, other: &Self) -> bool {
        self == other
    }

    fn __hash__(&self) -> u64 {
        self.start
            ^ self.line.rotate_left(20)
            ^ (self.code.len() as u64).rotate_left(50)
            ^ self.game.rotate_left(40)
    }

    fn __str__(&self) -> String {
        let Self { code, severity, message, source, line, column, .. } = self;
        let place = if source.is_empty() { String::new() } else { format!("{source}:") };
        format!("{place}{line}:{column}: {severity}[{code}]: {message}")
    }

    fn __repr__(&self) -> String {
        format!("<Diagnostic {self}>", self = self.__str__())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, State)> {
        let class = py.get_type::<Self>();
        let own = self.clone();
        let first = (own.code, own.name, own.severity.to_owned(), own.message, own.source, own.game);
        let second = (own.start, own.end, own.line, own.column, own.help, own.fen);
        Ok((class.getattr("_unpickle")?, (first, second, own.fix.map(|fix| (fix.is_safe, fix.edits)))))
    }

    #[classmethod]
    fn _unpickle(
        _class: &Bound<'_, PyType>,
        first: (String, String, String, String, String, u64),
        second: (u64, u64, u64, u64, Option<String>, Option<String>),
        fix: Option<(bool, Vec<(u64, u64, String)>)>,
    ) -> PyResult<Self> {
        use pgnkit::syntax::Severity;
        let (code, name, severity, message, source, game) = first;
        let (start, end, line, column, help, fen) = second;
        let wrong = || pyo3::exceptions::PyValueError::new_err("no diagnostic of this version");
        let severities = [Severity::Note, Severity::Warning, Severity::Error].map(Severity::as_str);
        let severity = severities.into_iter().find(|known| *known == severity).ok_or_else(wrong)?;
        let fix = fix.map(|(is_safe, edits)| Fix { is_safe, edits });
        Ok(Self { code, name, severity, message, source, game, start, end, line, column, help, fen, fix })
    }
}

/// Diagnostics one after the other, as they are found.
#[pyclass(frozen, module = "pgnkit")]
pub(crate) struct Findings(pub(crate) Stream<Diagnostic>);

#[pymethods]
impl Findings {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Diagnostic>> {
        self.0.next(py)
    }
}

/// What was wrong in reading a game.
pub(crate) type Found = Arc<[Diagnostic]>;
