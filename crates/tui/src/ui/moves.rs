//! The moves of a game, what is said of the last one, and what is reported.

use pgnkit::diagnostics::Severity;
use ratatui_core::layout::Rect;
use ratatui_core::style::Modifier;

use super::canvas::{Canvas, after, line};
use super::style::Role;
use crate::app::App;
use crate::game::{Kind, OpenGame, Word};
use crate::text;

pub(super) fn draw(app: &App, game: &OpenGame, area: Rect, canvas: &mut Canvas<'_>) {
    let paragraphs = game.paragraphs();
    let first = app.first_line(area);
    for row in 0..area.height {
        for (word, text) in paragraphs.line(first + usize::from(row)) {
            let is_here = word.kind == Kind::Move && word.node == game.here();
            let mut style = canvas.style(if is_here { Role::Selected } else { role(word, text) });
            if word.kind == Kind::Move && word.depth == 0 {
                style = style.add_modifier(Modifier::BOLD);
            }
            canvas.put_styled(after(line(area, row), word.column), text, style);
        }
    }
}

fn role(word: &Word, text: &str) -> Role {
    match word.kind {
        Kind::Move if text.ends_with("??") || text.ends_with('?') && !text.ends_with("!?") => Role::Bad,
        Kind::Move if text.ends_with("?!") || text.ends_with("!?") => Role::Dubious,
        Kind::Move if text.ends_with('!') => Role::Good,
        Kind::Move if word.depth > 0 => Role::Dim,
        Kind::Move => Role::Plain,
        Kind::Number | Kind::Bracket => Role::Dim,
        Kind::Comment => Role::Comment,
        Kind::Unread => Role::Error,
        Kind::Result => Role::Head,
    }
}

/// The comment of the last move.
pub(super) fn draw_comment(game: &OpenGame, area: Rect, canvas: &mut Canvas<'_>) {
    let comment = canvas.shown(&game.comment());
    let lines = text::wrapped(&comment, usize::from(area.width), usize::from(area.height) + 1);
    for (row, text) in (0..area.height).zip(&lines) {
        canvas.put(line(area, row), text, Role::Comment);
    }
    if lines.len() > usize::from(area.height) && area.height > 0 {
        let dots = canvas.dots();
        let last = Rect::new(area.right() - 1, area.bottom() - 1, 1, 1);
        canvas.put(last, dots, Role::Comment);
    }
}

/// What is reported of the game, from a line on.
pub(super) fn draw_findings(game: &OpenGame, top: usize, area: Rect, canvas: &mut Canvas<'_>) {
    let mut lines: Vec<(String, Role)> = Vec::new();
    if game.findings().is_empty() {
        lines.push(("pgn check reports nothing".to_owned(), Role::Plain));
    }
    for finding in game.findings() {
        let diagnostic = &finding.diagnostic;
        let role = match diagnostic.severity {
            Severity::Error => Role::Error,
            Severity::Warning => Role::Warning,
            _ => Role::Plain,
        };
        let place = finding.places.first().map(|place| place.start);
        let place = place.map_or_else(String::new, |start| {
            format!(", line {}, column {}", start.line + game.lines_before(), start.column)
        });
        lines.push((format!("{} {}{place}", severity(diagnostic.severity), diagnostic.code), role));
        let message = canvas.shown(&diagnostic.message);
        for text in text::wrapped(&message, usize::from(area.width.saturating_sub(2)), 20) {
            lines.push((format!("  {text}"), Role::Plain));
        }
        if finding.omitted > 0 {
            lines.push((format!("  and {} more", finding.omitted), Role::Dim));
        }
    }
    let top = top.min(lines.len().saturating_sub(usize::from(area.height)));
    for (row, (text, role)) in (0..area.height).zip(&lines[top..]) {
        canvas.put(line(area, row), text, *role);
    }
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        _ => "note",
    }
}
