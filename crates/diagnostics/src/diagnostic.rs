use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::{Code, CodeSet, Span};

/// Severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Severity {
    /// Advice.
    Note,
    /// The text breaks a rule, but its meaning is unambiguous.
    Warning,
    /// Something had to be guessed, was skipped or left out.
    Error,
}

impl Severity {
    /// The word shown to people.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A place that belongs to a diagnostic, with what it has to do with it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The text.
    pub text: Cow<'static, str>,
}

/// Whether a [`Fix`] may be applied without asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Applicability {
    /// Same moves, tags and comments afterwards.
    Safe,
    /// May change what the text means.
    Unsafe,
    /// To be shown, never applied.
    DisplayOnly,
}

/// One replacement of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Edit {
    /// The bytes that go; empty for an insertion.
    pub span: Span,
    /// The bytes that come.
    pub replacement: Cow<'static, str>,
}

/// A fix for the fault that a diagnostic reports.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Fix {
    /// Whether it may be applied without asking.
    pub applicability: Applicability,
    /// The edits, in the order of the text, none overlapping another.
    pub edits: Vec<Edit>,
}

/// One thing that is wrong with a text, as plain data: it is turned into lines and columns only when shown.
///
/// Messages are lower case without a full stop; spans are byte offsets into the text that was parsed.
///
/// A diagnostic is an error value as any other, so that `?` passes it on.
///
/// ```
/// use pgnkit_diagnostics::{Code, Diagnostic, Span};
///
/// let fault = Diagnostic::new(Code::IllegalMove, Span::new(9, 12), "no knight can reach e5");
/// let error: Box<dyn std::error::Error> = fault.into();
/// assert_eq!(error.to_string(), "error[PGN-C001] at byte 9: no knight can reach e5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Diagnostic {
    /// Kind of fault.
    pub code: Code,
    /// Severity in this case.
    pub severity: Severity,
    /// The place.
    pub span: Span,
    /// Message: what was expected and what was found.
    pub message: Cow<'static, str>,
    /// Other places that matter.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub labels: Vec<Label>,
    /// Advice.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub help: Option<Cow<'static, str>>,
    /// Edits that fix it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub fix: Option<Fix>,
    /// The position, as FEN, in which a move is illegal or ambiguous.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub fen: Option<Box<str>>,
}

impl Diagnostic {
    /// A diagnostic with the severity of its code.
    pub fn new(code: Code, span: Span, message: impl Into<Cow<'static, str>>) -> Self {
        let severity = code.severity();
        Self {
            code,
            severity,
            span,
            message: message.into(),
            labels: Vec::new(),
            help: None,
            fix: None,
            fen: None,
        }
    }

    /// With another severity.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// With a label.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<Cow<'static, str>>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// With a line of help.
    #[must_use]
    pub fn help(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// With the position it is about.
    #[must_use]
    pub fn fen(mut self, fen: impl Into<Box<str>>) -> Self {
        self.fen = Some(fen.into());
        self
    }

    /// With a fix of one edit.
    #[must_use]
    pub fn fix(
        mut self,
        applicability: Applicability,
        span: Span,
        replacement: impl Into<Cow<'static, str>>,
    ) -> Self {
        self.fix = Some(Fix::replace(applicability, span, replacement));
        self
    }

    /// With a fix, where there is one.
    #[must_use]
    pub fn maybe_fix(mut self, fix: Option<Fix>) -> Self {
        self.fix = fix;
        self
    }
}

/// Severity, code, place and message on one line: `error[PGN-C001] at byte 9: no knight can reach e5`.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { code, severity, span, message, .. } = self;
        write!(f, "{}[{code}] at byte {}: {message}", severity.as_str(), span.start)
    }
}

impl core::error::Error for Diagnostic {}

/// Text of a file as messages quote it: in backticks, control characters as escapes, and cut short, since a token can
/// be as long as the file.
///
/// ```
/// assert_eq!(pgnkit_diagnostics::quoted(b"Kf2"), "`Kf2`");
/// assert_eq!(pgnkit_diagnostics::quoted(b"a\nb"), r"`a\nb`");
/// assert!(pgnkit_diagnostics::quoted(&[b'x'; 1000]).len() < 100);
/// ```
pub fn quoted(text: &[u8]) -> String {
    quoted_up_to(text, 40)
}

/// The same with at most so many characters.
pub fn quoted_up_to(text: &[u8], longest: usize) -> String {
    let mut rest = text;
    let mut out = String::from("`");
    for _ in 0..longest {
        let (c, length) = crate::decode_char(rest);
        if length == 0 {
            break;
        }
        if c.is_control() {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
        rest = &rest[length..];
    }
    out.push_str(if rest.is_empty() { "`" } else { "…`" });
    out
}

/// Receiver of diagnostics. A sink selects by code, so that text is made only for diagnostics that are kept.
///
/// While a game is read, the answers of [`wants`](Self::wants) stay the same: they may be asked for once.
pub trait Sink {
    /// Whether diagnostics of this code are wanted.
    #[inline]
    fn wants(&self, _code: Code) -> bool {
        true
    }

    /// Whether diagnostics of any of these codes are wanted: one call where they would be many.
    #[inline]
    fn wants_any(&self, codes: &CodeSet) -> bool {
        codes.iter().any(|code| self.wants(code))
    }

    /// Takes one.
    fn report(&mut self, diagnostic: Diagnostic);
}

impl dyn Sink + '_ {
    /// Reports a diagnostic that is a code, a place and a message, if it is wanted. The message is made only then.
    ///
    /// ```
    /// use pgnkit_diagnostics::{Code, Collect, Sink, Span};
    /// let mut found = Collect::default();
    /// let sink: &mut dyn Sink = &mut found;
    /// sink.note(Code::StrayWord, Span::new(3, 6), || format!("expected a move, found `{}`", "foo"));
    /// assert_eq!(found[0].message, "expected a move, found `foo`");
    /// ```
    #[cold]
    pub fn note<M: Into<Cow<'static, str>>>(&mut self, code: Code, span: Span, message: impl FnOnce() -> M) {
        if self.wants(code) {
            self.report(Diagnostic::new(code, span, message()));
        }
    }
}

impl<S: Sink + ?Sized> Sink for &mut S {
    #[inline]
    fn wants(&self, code: Code) -> bool {
        (**self).wants(code)
    }

    #[inline]
    fn wants_any(&self, codes: &CodeSet) -> bool {
        (**self).wants_any(codes)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        (**self).report(diagnostic);
    }
}

/// Takes none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ignore;

impl Sink for Ignore {
    #[inline]
    fn wants(&self, _code: Code) -> bool {
        false
    }

    fn report(&mut self, _diagnostic: Diagnostic) {}
}

/// Keeps the first error, or, without an error, nothing.
#[derive(Clone, Debug, Default)]
pub struct First(pub Option<Diagnostic>);

impl Sink for First {
    fn wants(&self, _code: Code) -> bool {
        self.0.is_none()
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.0.is_none() && diagnostic.severity == Severity::Error {
            self.0 = Some(diagnostic);
        }
    }
}

/// Keeps all.
pub type Collect = Vec<Diagnostic>;

impl Sink for Vec<Diagnostic> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.push(diagnostic);
    }
}
