use crate::{Code, Diagnostic, Severity, Sink};

/// Strictness of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Level {
    /// The text can be read without guessing, and makes sense (section 3.1).
    #[default]
    Import,
    /// The text is export format, byte for byte (section 3.2).
    Export,
    /// In addition, the text meets the requirements of public archives: LF line ends, whole rosters (sections 3.2.2,
    /// 8.1).
    Archive,
}

impl Level {
    /// All levels, from the least strict to the strictest.
    pub const ALL: [Self; 3] = [Self::Import, Self::Export, Self::Archive];

    /// The word for it: `import`, `export`, `archive`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Import => "import",
            Self::Export => "export",
            Self::Archive => "archive",
        }
    }

    /// Severity of a diagnostic at this level. A diagnostic that was given a severity other than that of its code keeps
    /// it.
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
    /// The sink that receives them.
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
