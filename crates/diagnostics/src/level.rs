use crate::{Code, Diagnostic, Severity, Sink};

/// How much is asked of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// That it can be read without guessing, and makes sense (section 3.1).
    #[default]
    Import,
    /// That it is export format, byte for byte (section 3.2).
    Export,
    /// What public archives ask for besides: LF line ends, whole rosters (sections 3.2.2, 8.1).
    Archive,
}

impl Level {
    /// From the least to the most.
    pub const ALL: [Self; 3] = [Self::Import, Self::Export, Self::Archive];

    /// The word for it: `import`, `export`, `archive`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Import => "import",
            Self::Export => "export",
            Self::Archive => "archive",
        }
    }

    /// How grave a diagnostic is at this level. One that was given another severity than its code has keeps it.
    pub fn severity(self, diagnostic: &Diagnostic) -> Severity {
        let own = diagnostic.severity;
        if own == diagnostic.code.severity() { diagnostic.code.severity_at(self).unwrap_or(own) } else { own }
    }
}

/// Passes on what is looked for at a level, as grave as it is there.
///
/// ```
/// use pgnkit_diagnostics::{AtLevel, Code, Collect, Level, Sink};
/// let sink = AtLevel { level: Level::Import, sink: Collect::default() };
/// assert!(sink.wants(Code::IllegalMove));
/// ```
#[derive(Clone, Debug, Default)]
pub struct AtLevel<S> {
    /// The level.
    pub level: Level,
    /// Where they go.
    pub sink: S,
}

impl<S: Sink> Sink for AtLevel<S> {
    #[inline]
    fn wants(&self, code: Code) -> bool {
        code.severity_at(self.level).is_some() && self.sink.wants(code)
    }

    fn report(&mut self, mut diagnostic: Diagnostic) {
        diagnostic.severity = self.level.severity(&diagnostic);
        self.sink.report(diagnostic);
    }
}
