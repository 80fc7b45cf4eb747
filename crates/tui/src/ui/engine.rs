//! The analysis of an engine: a line with depth and speed, and lines of moves with their scores.

use pgnkit::chess::{ChessMode, Color, Position};
use ratatui_core::layout::Rect;

use super::canvas::{Canvas, line};
use super::style::Role;
use crate::analysis::{Analysis, EngineLine, EngineReport};
use crate::app::App;
use crate::game::{OpenGame, score_text};
use crate::text;

/// Columns of a score, with the space after it.
const SCORE: u16 = 8;
/// Half-moves of a line that are shown, if there is room.
const MOVES: usize = 60;

pub(super) fn draw(app: &App, game: &OpenGame, area: Rect, canvas: &mut Canvas<'_>) {
    let Some(analysis) = app.analysis() else { return };
    let rule = if canvas.look.ascii { "-" } else { "─" };
    canvas.put(line(area, 0), &rule.repeat(usize::from(area.width)), Role::Dim);
    let is_over = game.has_positions() && !game.position().has_legal_move();
    let head = match analysis {
        _ if !game.has_positions() => "engine".to_owned(),
        _ if is_over => "engine".to_owned(),
        Analysis::Working => "engine: begins".to_owned(),
        Analysis::Failed(_) => "engine: failed".to_owned(),
        Analysis::Found(found) => head(found),
    };
    let room = Rect { x: area.x + 2, width: area.width.saturating_sub(4), ..line(area, 0) };
    canvas.put(room, &format!(" {head} "), Role::Plain);
    let below = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    match analysis {
        _ if is_over => {
            let text = format!("the game is over here: {}", game.position().status());
            draw_text(&text, below, Role::Plain, canvas);
        }
        _ if !game.has_positions() => draw_text("the position is not known", below, Role::Plain, canvas),
        Analysis::Failed(message) => draw_text(message, below, Role::Error, canvas),
        Analysis::Found(found) => {
            for (row, one) in (0..below.height).zip(&found.lines) {
                draw_line(game.position(), one, line(below, row), row == 0, canvas);
            }
        }
        Analysis::Working => {}
    }
}

fn draw_text(text: &str, area: Rect, role: Role, canvas: &mut Canvas<'_>) {
    let text = canvas.shown(text);
    let lines = text::wrapped(&text, usize::from(area.width), usize::from(area.height));
    for (row, text) in (0..area.height).zip(&lines) {
        canvas.put(line(area, row), text, role);
    }
}

/// Numbers of the search; the name is last, since it is the longest.
fn head(found: &EngineReport) -> String {
    let mut parts = vec![format!("depth {}", found.depth)];
    parts.extend(found.nps.map(|nps| format!("{}/s", short(nps))));
    parts.extend(found.nodes.map(|nodes| format!("{} nodes", short(nodes))));
    parts.extend(Some(found.engine.clone()).filter(|name| !name.is_empty()));
    parts.join(", ")
}

/// A number in four characters or less of digits: `850`, `12.3k`, `1.24M`.
fn short(number: u64) -> String {
    for (unit, size) in [("G", 1_000_000_000), ("M", 1_000_000), ("k", 1000)] {
        if number >= size {
            let value = number as f64 / size as f64;
            let digits = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
            return format!("{value:.digits$}{unit}");
        }
    }
    number.to_string()
}

fn draw_line(start: &Position, one: &EngineLine, area: Rect, is_best: bool, canvas: &mut Canvas<'_>) {
    let role = if is_best { Role::Head } else { Role::Plain };
    let width = SCORE.min(area.width);
    canvas.put_right(Rect { width: width.saturating_sub(1), ..area }, &score_text(one.score), role);
    let moves = in_words(start, one, canvas);
    canvas.put(Rect { x: area.x + width, width: area.width - width, ..area }, &moves, Role::Plain);
}

/// Moves with their numbers, as the moves of games have them.
fn in_words(start: &Position, one: &EngineLine, canvas: &Canvas<'_>) -> String {
    let mode = if start.needs_chess960() { ChessMode::Chess960 } else { ChessMode::Standard };
    let mut at = *start;
    let mut text = String::new();
    for (ply, mv) in one.moves.iter().take(MOVES).enumerate() {
        match at.turn() {
            Color::White => text.push_str(&format!("{}.", at.fullmove_number())),
            Color::Black if ply == 0 => text.push_str(&format!("{}...", at.fullmove_number())),
            Color::Black => {}
        }
        text.push_str(&canvas.look.notation.text(*mv, at.san(*mv), mode));
        text.push(' ');
        at.play(*mv);
    }
    text.truncate(text.trim_end().len());
    text
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn numbers_are_short() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1.00k"),
            (12_345, "12.3k"),
            (850_000, "850k"),
            (1_240_000, "1.24M"),
            (98_700_000_000, "98.7G"),
        ] {
            assert_eq!(short(number), text);
        }
    }
}
