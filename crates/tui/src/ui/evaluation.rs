//! Evaluations: the bar beside the board, and the graph of the game.

use ratatui_core::layout::Rect;
use ratatui_core::style::{Color, Modifier, Style};

use super::canvas::Canvas;
use crate::app::layout::ply_at;
use crate::app::{App, Colors};
use crate::game::{OpenGame, chance};

const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// White's chance as a column from the side of White, by the engine if it is turned on and has said it.
pub(super) fn draw_bar(app: &App, game: &OpenGame, area: Rect, canvas: &mut Canvas<'_>) {
    let Some(score) = app.engine_score().or_else(|| game.score().map(|(score, _)| score)) else { return };
    let share = if app.flipped { 1.0 - chance(score) } else { chance(score) };
    for row in 0..area.height {
        // From the bottom up.
        let part = share * f64::from(area.height) - f64::from(area.height - 1 - row);
        // What is filled is White's, also when that is the upper end.
        let is_turned = app.flipped && canvas.look.colors == Colors::None;
        let cell = match (canvas.look.ascii, is_turned) {
            (true, true) => column(1.0 - part, true),
            (ascii, _) => column(part, ascii),
        };
        let style = match (canvas.look.colors, app.flipped) {
            (Colors::None, true) if !canvas.look.ascii => Style::default().add_modifier(Modifier::REVERSED),
            (Colors::None, _) => Style::default(),
            (_, false) => Style::default().fg(Color::White).bg(Color::Black),
            (_, true) => Style::default().fg(Color::Black).bg(Color::White),
        };
        canvas.put_styled(Rect::new(area.x, area.y + row, 1, 1), cell, style);
    }
}

/// White's chance after each half-move; the place is marked.
pub(super) fn draw_graph(game: &OpenGame, area: Rect, canvas: &mut Canvas<'_>) {
    let scores = game.scores();
    if area.is_empty() || scores.iter().all(Option::is_none) {
        return;
    }
    let width = usize::from(area.width).min(scores.len()) as u16;
    let here = game.ply().and_then(|ply| ply.checked_sub(1));
    for x in 0..width {
        let first = ply_at(x, area.width, scores.len()) - 1;
        let next = if x + 1 < width { ply_at(x + 1, area.width, scores.len()) - 1 } else { scores.len() };
        let plies = first..next.max(first + 1);
        // Of several half-moves in a column the last one with a score, unless one is in it.
        let score = here.filter(|here| plies.contains(here)).and_then(|here| scores[here]);
        let score = score.or_else(|| scores[plies.clone()].iter().rev().find_map(|score| *score));
        let is_here = here.is_some_and(|here| plies.contains(&here));
        for row in 0..area.height {
            let part = score.map_or(0.0, chance) * f64::from(area.height) - f64::from(area.height - 1 - row);
            let cell = column(part, canvas.look.ascii);
            let mut style = match canvas.look.colors {
                Colors::None => Style::default(),
                _ if is_here => Style::default().fg(Color::Yellow).bg(Color::DarkGray),
                _ => Style::default().fg(Color::Gray).bg(Color::Black),
            };
            if is_here && canvas.look.colors == Colors::None {
                style = style.add_modifier(Modifier::REVERSED);
            }
            canvas.put_styled(Rect::new(area.x + x, area.y + row, 1, 1), cell, style);
        }
    }
}

/// A cell of which so much is filled from below: 0 or less is nothing, 1 or more all.
fn column(part: f64, ascii: bool) -> &'static str {
    let eighths = (part * 8.0).round().clamp(0.0, 8.0) as usize;
    if ascii { if eighths >= 4 { "#" } else { " " } } else { EIGHTHS[eighths] }
}
