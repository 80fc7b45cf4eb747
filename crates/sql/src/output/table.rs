//! A table for people: as wide as its values, at most as wide as the terminal.

use std::io::Write;

use datafusion::arrow::datatypes::{DataType, SchemaRef};
use datafusion::arrow::record_batch::RecordBatch;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::cells::Cells;
use super::{Screen, Writer};
use crate::error::{Failure, safe};

/// A column is not made narrower than this.
const NARROWEST: usize = 6;
/// The widest column where the terminal does not say how wide one may be.
const WIDEST: usize = 200;
/// What is shown of NULL.
const NULL: &str = "NULL";
/// Rows that are kept to know how wide columns are, where all are shown.
const KEPT: usize = 1000;

pub(super) struct Table<'w> {
    out: &'w mut (dyn Write + Send),
    names: Vec<String>,
    numbers: Vec<bool>,
    rows: Vec<Vec<String>>,
    widths: Option<Vec<usize>>,
    screen: Screen,
    count: usize,
    /// Whether each row is shown as lines of its own, for there are too many columns.
    is_upright: bool,
}

pub(super) fn is_number(data_type: &DataType) -> bool {
    data_type.is_numeric()
}

impl<'w> Table<'w> {
    pub(super) fn new(schema: &SchemaRef, screen: Screen, out: &'w mut (dyn Write + Send)) -> Self {
        let fields = || schema.fields().iter();
        Self {
            out,
            names: fields().map(|field| safe(field.name())).collect(),
            numbers: fields().map(|field| is_number(field.data_type())).collect(),
            rows: Vec::new(),
            widths: None,
            screen,
            count: 0,
            is_upright: screen.width > 0 && schema.fields().len() * (NARROWEST + 3) > screen.width,
        }
    }

    /// Writes the rows that are kept, and before the first ones the header.
    fn flush(&mut self) -> Result<(), Failure> {
        if self.is_upright {
            return self.flush_upright();
        }
        let widths = match &self.widths {
            Some(widths) => widths.clone(),
            None => {
                let widths = self.fitting();
                self.widths = Some(widths.clone());
                let left = vec![false; self.names.len()];
                self.line(&self.names.clone(), &widths, &left)?;
                let rule: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
                writeln!(self.out, "─{}─", rule.join("─┼─"))?;
                widths
            }
        };
        for row in std::mem::take(&mut self.rows) {
            self.line(&row, &widths, &self.numbers.clone())?;
        }
        Ok(())
    }

    /// Writes a line for each value that there is.
    fn flush_upright(&mut self) -> Result<(), Failure> {
        let names = self.names.iter().map(|name| name.width()).max().unwrap_or(0).min(self.screen.width / 2);
        let room = self.screen.width.saturating_sub(names + 4).max(NARROWEST);
        for row in std::mem::take(&mut self.rows) {
            for (name, value) in self.names.iter().zip(&row).filter(|(_, value)| *value != NULL) {
                let padding = " ".repeat(names.saturating_sub(name.width()));
                writeln!(self.out, " {}{padding} │ {}", cut(name, names), cut(value, room))?;
            }
            writeln!(self.out, "─{}─┼─{}", "─".repeat(names), "─".repeat(room))?;
        }
        Ok(())
    }

    fn line(&mut self, cells: &[String], widths: &[usize], right: &[bool]) -> Result<(), Failure> {
        let mut line = String::new();
        for (at, (cell, width)) in cells.iter().zip(widths).enumerate() {
            line.push_str(if at > 0 { " │ " } else { " " });
            let cell = cut(cell, *width);
            let padding = " ".repeat(width.saturating_sub(cell.width()));
            if right.get(at) == Some(&true) {
                line.push_str(&padding);
                line.push_str(&cell);
            } else {
                line.push_str(&cell);
                line.push_str(&padding);
            }
        }
        writeln!(self.out, "{}", line.trim_end())?;
        Ok(())
    }

    /// The widths of columns: the widest ones give way first.
    fn fitting(&self) -> Vec<usize> {
        let most = if self.screen.width == 0 { WIDEST } else { self.screen.width };
        let widest = |at: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(at)).chain(self.names.get(at));
            cells.map(|cell| cell.width()).max().unwrap_or(0).clamp(1, most)
        };
        let mut widths: Vec<usize> = (0..self.names.len()).map(widest).collect();
        if self.screen.width == 0 {
            return widths;
        }
        let room = self.screen.width.saturating_sub(3 * widths.len());
        while widths.iter().sum::<usize>() > room {
            match widths.iter_mut().max() {
                Some(widest) if *widest > NARROWEST => *widest -= 1,
                _ => break,
            }
        }
        widths
    }
}

/// A text that is no wider than that; what is cut is marked.
fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut room = width.saturating_sub(1);
    let mut kept = String::new();
    for c in text.chars() {
        let Some(left) = room.checked_sub(c.width().unwrap_or(0)) else { break };
        room = left;
        kept.push(c);
    }
    kept + "…"
}

impl Writer for Table<'_> {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), Failure> {
        let cells = Cells::new(batch)?;
        let shown = |count| self.screen.max_rows == 0 || count < self.screen.max_rows;
        for row in 0..batch.num_rows() {
            if shown(self.count) {
                let value = |value: Option<String>| {
                    // A line break in a value is no line of the table.
                    value.map_or_else(|| NULL.to_owned(), |value| safe(&value.replace('\n', " ")))
                };
                self.rows.push(cells.row(row).map(value).collect());
            }
            self.count += 1;
        }
        if self.screen.max_rows == 0 && self.rows.len() >= KEPT {
            self.flush()?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<(), Failure> {
        self.flush()?;
        let Self { out, count, screen, is_upright, .. } = *self;
        let plural = if count == 1 { "" } else { "s" };
        let without = if is_upright { "; what is NULL is left out" } else { "" };
        if screen.max_rows > 0 && count > screen.max_rows {
            writeln!(out, "({count} rows, {} shown{without}; --max-rows 0 shows all)", screen.max_rows)?;
        } else {
            writeln!(out, "({count} row{plural}{without})")?;
        }
        Ok(out.flush()?)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use datafusion::arrow::array::{Int64Array, StringArray};
    use datafusion::arrow::datatypes::{Field, Schema};

    use super::*;

    fn shown(texts: &[Option<&str>], screen: Screen) -> String {
        let fields = vec![Field::new("name", DataType::Utf8, true), Field::new("n", DataType::Int64, false)];
        let schema = Arc::new(Schema::new(fields));
        let numbers = Int64Array::from_iter_values(1..=texts.len() as i64);
        let columns: Vec<Arc<dyn datafusion::arrow::array::Array>> =
            vec![Arc::new(StringArray::from(texts.to_vec())), Arc::new(numbers)];
        let batch = RecordBatch::try_new(schema.clone(), columns).unwrap();
        let mut out = Vec::new();
        let mut table = Table::new(&schema, screen, &mut out);
        table.write(&batch).unwrap();
        Box::new(table).finish().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn tables_fit_and_say_what_is_cut() {
        let all = Screen::default();
        assert_eq!(
            shown(&[Some("Tal"), None], all),
            " name │ n\n──────┼───\n Tal  │ 1\n NULL │ 2\n(2 rows)\n"
        );
        let few = Screen { max_rows: 1, width: 0 };
        assert!(shown(&[Some("a"), Some("b")], few).ends_with("(2 rows, 1 shown; --max-rows 0 shows all)\n"));
        let narrow = Screen { max_rows: 0, width: 20 };
        let cut = shown(&[Some(&"中".repeat(100))], narrow);
        assert!(cut.lines().all(|line| line.width() <= 40), "{cut}");
        assert!(cut.contains('…'));
        let hostile = shown(&[Some("a\u{1b}[2Jb\nc\u{202e}")], all);
        assert!(!hostile.contains(['\u{1b}', '\u{202e}']) && hostile.lines().count() == 4, "{hostile}");
    }
}
