//! Tables, and their forms: aligned for people, comma-separated, JSON.

use std::cmp::Ordering;

use pgnkit::render::safe;
use serde_json::{Map, Value};

use crate::ListForm;
use pgnkit_archive::internals::field;

/// Characters of a text in a table for people, and of results.
const WIDEST: usize = 44;
const WIDEST_RESULTS: usize = 200;

/// Rows with the same columns.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Table {
    /// One word for it.
    pub name: &'static str,
    /// Its title, for people.
    pub title: String,
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Row>,
    /// The columns that a plot has, each with the words for it.
    pub(super) series: &'static [(&'static str, &'static str)],
    /// The width of the bands of its first column, if that is a number.
    pub(super) step: Option<u64>,
    /// Notes on what is left out, for people.
    pub notes: Vec<String>,
}

/// A column of a table.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// Its name for programs; none for what only people read.
    pub(super) name: Option<String>,
    /// Its head for people; none for what only programs read.
    pub(super) head: Option<String>,
}

impl Column {
    pub(super) fn both(name: &str, head: &str) -> Self {
        Self { name: Some(name.to_owned()), head: Some(head.to_owned()) }
    }

    pub(super) fn shown(head: &str) -> Self {
        Self { name: None, head: Some(head.to_owned()) }
    }

    pub(super) fn data(name: &str) -> Self {
        Self { name: Some(name.to_owned()), head: None }
    }
}

/// A row of a table.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub(super) cells: Vec<Cell>,
    /// Its place on an axis of numbers.
    pub(super) at: Option<u64>,
}

/// A value in a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Cell {
    #[default]
    Missing,
    Text(String),
    Count(u64),
    /// A number, and how many digits after the point people want.
    Number(f64, usize),
    /// Results one after another.
    Results(String),
    /// The cell where a row of a square meets itself.
    Own,
}

impl Cell {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub(super) fn count(count: Option<impl Into<u64>>) -> Self {
        count.map_or(Self::Missing, |count| Self::Count(count.into()))
    }

    pub(super) fn number(number: Option<f64>, digits: usize) -> Self {
        number.map_or(Self::Missing, |number| Self::Number(number, digits))
    }

    pub(super) fn value(&self) -> Option<f64> {
        match self {
            Self::Count(count) => Some(*count as f64),
            Self::Number(number, _) => Some(*number),
            _ => None,
        }
    }

    /// As people read it.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Missing => "-".to_owned(),
            Self::Own => "■".to_owned(),
            Self::Results(text) => shortened(text, WIDEST_RESULTS),
            Self::Text(text) => shortened(&safe(text).replace('\t', " "), WIDEST),
            Self::Count(count) => count.to_string(),
            Self::Number(number, digits) => format!("{number:.digits$}"),
        }
    }

    fn csv(&self) -> String {
        match self {
            Self::Missing | Self::Own => String::new(),
            Self::Text(text) | Self::Results(text) => field(text).into_owned(),
            Self::Count(count) => count.to_string(),
            Self::Number(number, digits) => format!("{number:.digits$}"),
        }
    }

    fn json(&self) -> Option<Value> {
        Some(match self {
            Self::Missing | Self::Own => return None,
            Self::Text(text) | Self::Results(text) => text.as_str().into(),
            Self::Count(count) => (*count).into(),
            Self::Number(number, digits) => {
                let scale = 10_f64.powi(*digits as i32);
                ((number * scale).round() / scale).into()
            }
        })
    }

    /// The greatest number first, texts from A to Z, what is missing last.
    fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Text(one), Self::Text(other)) => one.cmp(other),
            (Self::Missing, Self::Missing) => Ordering::Equal,
            (Self::Missing, _) => Ordering::Greater,
            (_, Self::Missing) => Ordering::Less,
            _ => other.value().unwrap_or(0.0).total_cmp(&self.value().unwrap_or(0.0)),
        }
    }
}

/// A text of so many characters at the most.
pub(super) fn shortened(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let start: String = text.chars().take(longest - 1).collect();
    format!("{}…", start.trim_end())
}

/// A column that a table has not.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownColumn {
    /// The name.
    pub name: String,
    /// Those that it has.
    pub known: Vec<String>,
}

impl std::fmt::Display for UnknownColumn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` is none of {}", self.name, self.known.join(", "))
    }
}

impl std::error::Error for UnknownColumn {}

impl Table {
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Puts its rows in the order of a column: the greatest number first, texts from A to Z, what is missing last.
    ///
    /// # Errors
    /// When it has no such column.
    pub fn order_by(&mut self, name: &str) -> Result<(), UnknownColumn> {
        let Some(at) = self.place(name) else {
            let known = self.columns.iter().filter_map(|column| column.name.clone()).collect();
            return Err(UnknownColumn { name: name.to_owned(), known });
        };
        self.rows.sort_by(|one, other| one.cells[at].compare(&other.cells[at]));
        self.step = None;
        Ok(())
    }

    /// Leaves out rows of fewer games.
    pub fn min_games(&mut self, games: u64) {
        let Some(at) = self.place("games") else { return };
        let before = self.rows.len();
        self.rows.retain(|row| row.cells[at].value().is_none_or(|count| count >= games as f64));
        let rows = before - self.rows.len();
        if rows > 0 {
            self.notes.push(format!("{rows} with fewer than {games} games"));
        }
    }

    /// Keeps so many rows.
    pub fn limit(&mut self, rows: usize) {
        if self.rows.len() > rows {
            self.notes.push(format!("{} more", self.rows.len() - rows));
            self.rows.truncate(rows);
        }
    }

    /// The place of a column by its name for programs.
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name.as_deref() == Some(name))
    }

    /// Its text for people: the heads of columns, each with whether its cells begin at the left, and the cells of each row.
    pub fn shown(&self) -> (Vec<(String, bool)>, Vec<Vec<String>>) {
        let shown: Vec<usize> =
            (0..self.columns.len()).filter(|at| self.columns[*at].head.is_some()).collect();
        let is_text =
            |at: usize| self.rows.iter().any(|row| matches!(row.cells[at], Cell::Text(_) | Cell::Results(_)));
        let head = |at: &usize| (self.columns[*at].head.clone().unwrap_or_default(), is_text(*at));
        let cells = |row: &Row| shown.iter().map(|at| row.cells[*at].shown()).collect();
        (shown.iter().map(head).collect(), self.rows.iter().map(cells).collect())
    }

    /// Appends it in a form. For people it has no title.
    pub fn append(&self, form: ListForm, out: &mut String) {
        match form {
            ListForm::Text => self.text(out),
            ListForm::Csv => self.csv(out),
            ListForm::Json => self.json(out),
        }
    }

    fn text(&self, out: &mut String) {
        let (columns, rows) = self.shown();
        let (head, left): (Vec<String>, Vec<bool>) = columns.into_iter().unzip();
        let lines: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
        if !self.rows.is_empty() {
            aligned(&lines, &left, out);
        }
        if !self.notes.is_empty() {
            out.push_str(&format!("… {}\n", self.notes.join("; ")));
        }
    }

    fn csv(&self, out: &mut String) {
        let data: Vec<usize> =
            (0..self.columns.len()).filter(|at| self.columns[*at].name.is_some()).collect();
        let head = data.iter().map(|at| field(self.columns[*at].name.as_deref().unwrap_or_default()));
        out.push_str(&head.collect::<Vec<_>>().join(","));
        out.push('\n');
        for row in &self.rows {
            let cells: Vec<String> = data.iter().map(|at| row.cells[*at].csv()).collect();
            out.push_str(&cells.join(","));
            out.push('\n');
        }
    }

    /// An object a line.
    fn json(&self, out: &mut String) {
        for row in &self.rows {
            let mut object = Map::new();
            object.insert("table".to_owned(), self.name.into());
            for (column, cell) in self.columns.iter().zip(&row.cells) {
                if let (Some(name), Some(value)) = (&column.name, cell.json()) {
                    object.insert(name.clone(), value);
                }
            }
            out.push_str(&Value::Object(object).to_string());
            out.push('\n');
        }
    }
}

/// Appends lines whose cells are aligned: texts to the left, numbers to the right.
pub(super) fn aligned(lines: &[Vec<String>], left: &[bool], out: &mut String) {
    let width =
        |at: usize| lines.iter().filter_map(|line| line.get(at)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..left.len()).map(|at| width(at).unwrap_or(0)).collect();
    for line in lines {
        let mut text = String::new();
        for (at, cell) in line.iter().enumerate() {
            let (width, separator) = (widths[at], if at > 0 { "  " } else { "" });
            text.push_str(separator);
            text.push_str(&if left[at] { format!("{cell:width$}") } else { format!("{cell:>width$}") });
        }
        out.push_str(text.trim_end());
        out.push('\n');
    }
}
