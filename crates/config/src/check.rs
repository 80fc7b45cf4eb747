//! The table `[check]`: which diagnostics are reported, and how.

use std::collections::HashMap;
use std::path::PathBuf;

use pgnkit::diagnostics::{Level, Selection, SelectionLayer, Selector, Severity};
use serde::{Deserialize, Deserializer};

use crate::choice::{Choice, Word, word};
use crate::selectors::SelectorWord;

/// The table `[check]`. Selection, level and severities hold for the files nearest to it; a program that checks many
/// files takes the rest, which is about its output, from the settings of its working directory.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct CheckConfig {
    /// Strictness; import if there is none.
    #[serde(deserialize_with = "word")]
    pub level: Option<Level>,
    /// The diagnostics that are reported instead of the usual ones.
    #[serde(deserialize_with = "selectors")]
    pub select: Option<Vec<Selector>>,
    /// Diagnostics that are reported besides.
    #[serde(deserialize_with = "some_selectors")]
    pub extend_select: Vec<Selector>,
    /// Diagnostics that are not reported.
    #[serde(deserialize_with = "some_selectors")]
    pub ignore: Vec<Selector>,
    /// Severities that are not those of the table of codes; the more specific selector wins.
    #[serde(deserialize_with = "severities")]
    pub severity: Vec<(Selector, Severity)>,
    /// The severity below errors that counts as a failure, too.
    #[serde(deserialize_with = "word")]
    pub deny: Option<Deny>,
    /// Format of the report; `format` in older files.
    #[serde(alias = "format", deserialize_with = "word")]
    pub report: Option<Report>,
    /// Greatest number of diagnostics shown of each game; 0 is all.
    pub max_per_game: Option<usize>,
    /// Greatest number of warnings or notes of one code shown of a file; 0 is all.
    pub max_per_code: Option<u64>,
    /// Greatest number of diagnostics shown in all.
    pub max_diagnostics: Option<u64>,
    /// The board of illegal and ambiguous moves.
    #[serde(deserialize_with = "word")]
    pub show_board: Option<BoardStyle>,
    /// Address of the pages of diagnostics, with `{code}` or `{name}` in it.
    pub help_uri: Option<String>,
    /// File of findings that are known: from the directory of the settings on, whatever the working directory.
    pub baseline: Option<PathBuf>,
}

impl CheckConfig {
    /// The selection of diagnostics and their severities.
    ///
    /// ```
    /// use pgnkit::diagnostics::Code;
    /// use pgnkit_config::{Config, Overrides};
    ///
    /// let text = "[check]\nignore = [\"C\", \"missing-termination\"]\n";
    /// let selection = Config::parse(text, "pgn.toml".as_ref())?.check.selection(&Overrides::default());
    /// assert!(!selection.selects(Code::MissingTermination) && !selection.selects(Code::IllegalMove));
    /// # Ok::<(), pgnkit_config::ConfigError>(())
    /// ```
    pub fn selection(&self, overrides: &Overrides) -> Selection {
        let level = overrides.level.or(self.level).unwrap_or_default();
        let mut layer = overrides.layer.clone();
        // Whoever denies notes wants to see them, unless the selection is explicit.
        let selects = layer.select.is_some() || self.select.is_some();
        layer.notes |= self.denied(overrides) == Severity::Note && !selects;
        Selection::resolve(level, &self.severity, &self.layer(), &layer)
    }

    /// The least severity that counts as a failure.
    pub fn denied(&self, overrides: &Overrides) -> Severity {
        match overrides.deny.or(self.deny) {
            None => Severity::Error,
            Some(Deny::Warnings) => Severity::Warning,
            Some(Deny::Notes) => Severity::Note,
        }
    }

    fn layer(&self) -> SelectionLayer {
        SelectionLayer {
            select: self.select.clone(),
            extend_select: self.extend_select.clone(),
            ignore: self.ignore.clone(),
            notes: false,
        }
    }
}

/// Choices of a command line or an editor, which win over the file.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// Strictness.
    pub level: Option<Level>,
    /// The severity below errors that counts as a failure, too.
    pub deny: Option<Deny>,
    /// Diagnostics that are selected and ignored besides, or instead.
    pub layer: SelectionLayer,
}

/// A severity below errors that counts as a failure, with those above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deny {
    /// Warnings.
    Warnings,
    /// Warnings and notes.
    Notes,
}

impl Choice for Deny {
    const ALL: &'static [Self] = &[Self::Warnings, Self::Notes];
    const NAMES: &'static [&'static str] = &["warnings", "notes"];
}

/// Format of the report of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Report {
    /// The line, and a caret below it.
    #[default]
    Text,
    /// One line for each diagnostic.
    Concise,
    /// One JSON object a line.
    Json,
    /// SARIF 2.1.0.
    Sarif,
    /// Annotations of GitHub Actions.
    Github,
}

impl Choice for Report {
    const ALL: &'static [Self] = &[Self::Text, Self::Concise, Self::Json, Self::Sarif, Self::Github];
    const NAMES: &'static [&'static str] = &["text", "concise", "json", "sarif", "github"];

    fn summary(self) -> Option<&'static str> {
        Some(match self {
            Self::Text => "With the line and a caret",
            Self::Concise => "One line each: file:line:column: severity[code] name: message",
            Self::Json => "One JSON object a line; docs/check-output.schema.json",
            Self::Sarif => "SARIF 2.1.0, for code scanning",
            Self::Github => "Annotations of GitHub Actions",
        })
    }
}

/// Drawing style of the boards in a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardStyle {
    /// Letters, capitals for White.
    Ascii,
    /// Figurines.
    Unicode,
}

impl Choice for BoardStyle {
    const ALL: &'static [Self] = &[Self::Ascii, Self::Unicode];
    const NAMES: &'static [&'static str] = &["ascii", "unicode"];

    fn summary(self) -> Option<&'static str> {
        Some(match self {
            Self::Ascii => "Letters: capitals are White",
            Self::Unicode => "Figurines",
        })
    }
}

fn some_selectors<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Selector>, D::Error> {
    let words = Vec::<SelectorWord>::deserialize(deserializer)?;
    Ok(words.into_iter().map(|word| word.0).collect())
}

fn selectors<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<Selector>>, D::Error> {
    some_selectors(deserializer).map(Some)
}

fn severities<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(Selector, Severity)>, D::Error> {
    let words = HashMap::<SelectorWord, Word<Severity>>::deserialize(deserializer)?;
    Ok(words.into_iter().map(|(selector, severity)| (selector.0, severity.0)).collect())
}
