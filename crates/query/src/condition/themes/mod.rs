//! Themes: conditions with a name, in files.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::error;
use std::fmt;

use super::{Condition, ConditionError};

mod list;

/// A condition with a name. Its text is SQL; lines that begin with `--` before it say what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    name: Cow<'static, str>,
    text: Cow<'static, str>,
}

impl Theme {
    /// Its name, as `smothered-mate`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its description: the comment before the condition.
    pub fn doc(&self) -> String {
        let lines = self.text.lines().map_while(|line| line.strip_prefix("--"));
        lines.map(str::trim).collect::<Vec<_>>().join(" ")
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// The themes that conditions may name: those that come with the library, and others.
///
/// ```
/// use pgnkit_query::condition::{Condition, Themes};
///
/// let mut themes = Themes::default();
/// themes.add("queens-gambit", "-- The queen's gambit.\nmoves('d4 d5 c4')")?;
/// let condition = Condition::with_themes("theme('queens-gambit')", &themes)?;
/// assert!(condition.holds(&"1. d4 d5 2. c4 *".parse().unwrap()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Themes {
    all: BTreeMap<Cow<'static, str>, Theme>,
    reads_files: bool,
}

impl Default for Themes {
    /// Those that come with the library.
    fn default() -> Self {
        let theme = |(name, text): &(&'static str, &'static str)| {
            (Cow::Borrowed(*name), Theme { name: Cow::Borrowed(name), text: Cow::Borrowed(text) })
        };
        Self { all: list::THEMES.iter().map(theme).collect(), reads_files: false }
    }
}

impl Themes {
    /// All of them, by name.
    pub fn iter(&self) -> impl Iterator<Item = &Theme> {
        self.all.values()
    }

    /// With conditions that may name files: `white IN @names.txt`, `follows('repertoire.pgn')`. Without this they are refused, so that
    /// nobody who may ask about games can also ask for files.
    #[must_use]
    pub fn reading_files(self) -> Self {
        Self { reads_files: true, ..self }
    }

    pub(super) fn read_files(&self) -> bool {
        self.reads_files
    }

    /// Adds a theme, instead of another one of the same name.
    ///
    /// # Errors
    /// When the name is not made of letters, digits, `-` and `_`, or the text is no condition.
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), ThemeError> {
        let is_name = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        if name.is_empty() || !name.chars().all(is_name) {
            return Err(ThemeError { name: name.to_owned(), wrong: None });
        }
        let theme = Theme { name: Cow::Owned(name.to_owned()), text: Cow::Owned(text.to_owned()) };
        let before = self.all.insert(theme.name.clone(), theme);
        match Condition::with_themes(text, self) {
            Ok(_) => Ok(()),
            Err(wrong) => {
                self.all.remove(name);
                self.all.extend(before.map(|before| (before.name.clone(), before)));
                Err(ThemeError { name: name.to_owned(), wrong: Some(wrong) })
            }
        }
    }

    pub(super) fn condition(&self, name: &str) -> Option<&str> {
        self.all.get(name).map(Theme::text)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.all.values().map(Theme::name)
    }
}

/// A theme that cannot be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThemeError {
    name: String,
    wrong: Option<ConditionError>,
}

impl fmt::Display for ThemeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.wrong {
            Some(wrong) => write!(f, "theme {}: {wrong}", self.name),
            None => write!(f, "expected a name of letters, digits, - and _, found {}", self.name),
        }
    }
}

impl error::Error for ThemeError {}
