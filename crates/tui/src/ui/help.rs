//! The page of keys, and the same as a table for the manual.

use std::fmt::Write as _;

use ratatui_core::layout::Rect;

use super::canvas::Canvas;
use super::style::Role;
use crate::app::{App, BINDINGS, Binding, MOUSE, Part};

/// Columns of the keys.
const KEYS: usize = 20;

pub(super) fn draw(app: &App, top: usize, canvas: &mut Canvas<'_>) {
    let (width, height) = app.size();
    let bar = Rect::new(0, 0, width, 1);
    canvas.fill(bar, Role::Bar);
    canvas.put(Rect::new(1, 0, width - 1, 1), "Keys: Up and Down scroll, any other key leaves", Role::Bar);
    let lines = lines();
    let rows = height - 1;
    let most = lines.len().saturating_sub(usize::from(rows));
    for (row, (text, role)) in (1..height).zip(&lines[top.min(most)..]) {
        canvas.put(Rect::new(1, row, width - 2, 1), text, *role);
    }
}

fn lines() -> Vec<(String, Role)> {
    let mut lines = Vec::new();
    for (part, head) in Part::ALL {
        lines.push((head.to_owned(), Role::Head));
        for binding in BINDINGS.iter().filter(|binding| binding.part == part) {
            lines.push((format!("  {:KEYS$} {}", names(binding, " "), binding.doc), Role::Plain));
        }
        lines.push((String::new(), Role::Plain));
    }
    lines.push(("Mouse".to_owned(), Role::Head));
    lines.extend(MOUSE.iter().map(|(what, doc)| (format!("  {what:KEYS$} {doc}"), Role::Plain)));
    lines
}

fn names(binding: &Binding, between: &str) -> String {
    binding.keys.iter().map(|key| key.name()).collect::<Vec<_>>().join(between)
}

/// The keys as a table in Markdown, for the manual.
pub fn key_table() -> String {
    let mut table = String::new();
    for (part, head) in Part::ALL {
        let _ = write!(table, "| {head} | |\n| --- | --- |\n");
        for binding in BINDINGS.iter().filter(|binding| binding.part == part) {
            let keys = format!("`{}`", names(binding, "` `"));
            let _ = writeln!(table, "| {keys} | {} |", binding.doc);
        }
        table.push('\n');
    }
    table.push_str("| Mouse | |\n| --- | --- |\n");
    for (what, doc) in MOUSE {
        let _ = writeln!(table, "| {what} | {doc} |");
    }
    table
}
