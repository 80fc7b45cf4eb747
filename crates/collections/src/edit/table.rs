//! Tables of values, with a tab between the cells of a line.

use std::collections::HashMap;
use std::error;
use std::fmt;

use pgnkit::Game;
use pgnkit::edit::{EditableGame, TextEditError};

use super::Operation;

/// A line of a table that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableError {
    /// The line, from 1.
    pub line: usize,
    /// The reason.
    pub reason: String,
}

impl TableError {
    pub(super) fn new(line: usize, reason: impl Into<String>) -> Self {
        Self { line, reason: reason.into() }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl error::Error for TableError {}

/// The cells of a table: those of the first line, and each further line with its number. Empty lines are passed over, and so
/// are lines that begin with `#`.
pub(super) struct Cells<'t> {
    pub(super) head: Vec<&'t str>,
    pub(super) rows: Vec<(usize, Vec<&'t str>)>,
}

impl<'t> Cells<'t> {
    pub(super) fn read(text: &'t str) -> Result<Self, TableError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
        let mut lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        let cells = |line: &'t str| line.split('\t').map(str::trim).collect::<Vec<_>>();
        let Some((_, head)) = lines.next() else {
            return Err(TableError::new(1, "expected the names of the columns, found no line"));
        };
        let head = cells(head);
        let rows: Vec<_> = lines.map(|(number, line)| (number, cells(line))).collect();
        match rows.iter().find(|(_, row)| row.len() > head.len()) {
            Some((number, row)) => {
                let reason = format!("expected {} cells, found {}", head.len(), row.len());
                Err(TableError::new(*number, reason))
            }
            None => Ok(Self { head, rows }),
        }
    }
}

/// Sets tags by the values of others. The first line of the table has the names of tags. A game that has the values of a line
/// in its key tags gets the other values of that line; an empty cell sets nothing.
///
/// ```
/// use pgnkit_collections::edit::{EditGames, TagTable};
///
/// let table = TagTable::read("White\tWhiteTeam\nTal\tRiga\n", &[])?;
/// let edited = EditGames::new(vec![Box::new(table)]).edit_text(b"[White \"Tal\"]\n\n*\n");
/// assert_eq!(edited.fixed.text, b"[White \"Tal\"]\n[WhiteTeam \"Riga\"]\n\n*\n");
/// # Ok::<(), pgnkit_collections::edit::TableError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagTable {
    keys: Vec<String>,
    /// By the values of the keys: tags and their values.
    rows: HashMap<Vec<String>, Vec<(String, String)>>,
}

impl TagTable {
    /// Reads a table whose key tags are these; without any, the first column.
    ///
    /// # Errors
    /// When a key is no column, a column is no tag, two lines have the same key, or a line has too many cells.
    pub fn read(text: &str, keys: &[String]) -> Result<Self, TableError> {
        let Cells { head, rows } = Cells::read(text)?;
        let is_name = |name: &&str| {
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        };
        if let Some(wrong) = head.iter().find(|name| !is_name(name)) {
            return Err(TableError::new(1, format!("expected the name of a tag, found {wrong:?}")));
        }
        if let Some(again) = head.iter().enumerate().find(|(at, name)| head[..*at].contains(name)) {
            return Err(TableError::new(1, format!("the column {} is there twice", again.1)));
        }
        let keys: Vec<String> = if keys.is_empty() { vec![head[0].to_owned()] } else { keys.to_vec() };
        if let Some(missing) = keys.iter().find(|key| !head.contains(&key.as_str())) {
            return Err(TableError::new(1, format!("there is no column {missing}")));
        }
        if keys.len() == head.len() {
            return Err(TableError::new(1, "expected a column of values besides the keys"));
        }
        let mut found: HashMap<Vec<String>, Vec<(String, String)>> = HashMap::new();
        for (number, row) in rows {
            let cell = |name: &str| {
                let at = head.iter().position(|column| *column == name);
                at.and_then(|at| row.get(at)).copied().unwrap_or_default().to_owned()
            };
            let key: Vec<String> = keys.iter().map(|key| cell(key)).collect();
            let others = head.iter().filter(|name| !keys.iter().any(|key| key == *name));
            let values = others.map(|name| ((*name).to_owned(), cell(name)));
            let values: Vec<_> = values.filter(|(_, value)| !value.is_empty()).collect();
            let said = key.join(", ");
            if found.insert(key, values).is_some() {
                return Err(TableError::new(number, format!("there is a line for {said} already")));
            }
        }
        Ok(Self { keys, rows: found })
    }
}

impl Operation for TagTable {
    fn apply(&self, _game: &Game, text: &mut EditableGame<'_>) -> Result<(), TextEditError> {
        let key: Vec<String> =
            self.keys.iter().map(|key| text.tag(key).unwrap_or_default().to_owned()).collect();
        for (name, value) in self.rows.get(&key).into_iter().flatten() {
            text.set_tag(name, value)?;
        }
        Ok(())
    }

    fn needs_game(&self) -> bool {
        false
    }
}
