//! The screen of a game.

use pgnkit::chess::Color;
use pgnkit::diagnostics::Severity;
use ratatui_core::layout::Rect;

use super::canvas::{Canvas, after};
use super::style::Role;
use super::{board, engine, evaluation, explorer, moves};
use crate::app::{App, grouped};
use crate::game::{OpenGame, score_text};

pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>) {
    let Some((row, game)) = &app.open else { return };
    let layout = app.layout();
    draw_title(app, *row, game, layout.title, canvas);
    draw_occasion(game, layout.occasion, canvas);
    let colors = if app.flipped { [Color::White, Color::Black] } else { [Color::Black, Color::White] };
    for (color, area) in colors.into_iter().zip(layout.players) {
        draw_player(game, color, area, canvas);
    }
    if game.has_positions() {
        evaluation::draw_bar(app, game, layout.bar, canvas);
        board::draw(app, game, &layout, canvas);
    } else {
        canvas.put(Rect { height: 1, ..layout.board }, "no positions", Role::Dim);
    }
    draw_facts(game, layout.facts, canvas);
    evaluation::draw_graph(game, layout.graph, canvas);
    match (app.diagnostics, &app.explorer) {
        (Some(top), _) => moves::draw_findings(game, top, layout.moves, canvas),
        (None, Some(panel)) => explorer::draw(game, panel, layout.moves, canvas),
        (None, None) => moves::draw(app, game, layout.moves, canvas),
    }
    engine::draw(app, game, layout.engine, canvas);
    draw_rule(game, layout.rule, canvas);
    moves::draw_comment(game, layout.comment, canvas);
}

/// Players and result; what is reported at the right.
fn draw_title(app: &App, row: usize, game: &OpenGame, area: Rect, canvas: &mut Canvas<'_>) {
    canvas.fill(area, Role::Bar);
    let area = Rect::new(area.x + 1, area.y, area.width - 2, 1);
    let (errors, warnings) = counts(game);
    let mut reported = Vec::new();
    if errors > 0 {
        reported.push(counted(errors, "error"));
    }
    if warnings > 0 {
        reported.push(counted(warnings, "warning"));
    }
    let mut right = reported.join(", ");
    if !right.is_empty() {
        right.push_str(" (d)   ");
    }
    right.push_str(&format!("{}/{}", grouped(row + 1), grouped(app.list.len())));
    let used = canvas.put_right(area, &right, Role::Bar);
    let heading = game.heading();
    let dash = if canvas.look.ascii { "-" } else { "–" };
    let [white, black] = [&heading.white, &heading.black].map(|player| player.name.as_deref().unwrap_or("?"));
    let result =
        if canvas.look.ascii { heading.result.replace("½-½", "1/2-1/2") } else { heading.result.clone() };
    let players = format!("{white} {dash} {black}   {result}");
    canvas.put(Rect::new(area.x, area.y, area.width.saturating_sub(used + 2), 1), &players, Role::Bar);
}

fn counts(game: &OpenGame) -> (usize, usize) {
    let count =
        |severity| game.findings().iter().filter(|found| found.diagnostic.severity == severity).count();
    (count(Severity::Error), count(Severity::Warning))
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn draw_occasion(game: &OpenGame, area: Rect, canvas: &mut Canvas<'_>) {
    let heading = game.heading();
    let parts = [
        heading.occasion(),
        heading.time_control.clone(),
        heading.variant.clone(),
        heading.termination.clone(),
    ];
    let text = parts.into_iter().flatten().collect::<Vec<_>>().join("   ");
    canvas.put(after(area, 1), &text, Role::Dim);
}

/// A player with clock and pocket. The side to move is marked.
fn draw_player(game: &OpenGame, color: Color, area: Rect, canvas: &mut Canvas<'_>) {
    let is_white = color == Color::White;
    let player = if is_white { &game.heading().white } else { &game.heading().black };
    let to_move = game.has_positions() && game.position().turn() == color;
    let mark = match (to_move, canvas.look.ascii) {
        (false, _) => " ",
        (true, true) => ">",
        (true, false) => "▸",
    };
    let mut right = String::new();
    if let Some(clock) = game.clock(color) {
        right = clock.to_string();
    }
    let used = canvas.put_right(area, &right, Role::Head);
    let pocket = board::pocket(game.position(), color, canvas.look.ascii);
    let name = format!("{mark} {}  {pocket}", player.with_rating());
    let room = Rect { width: area.width.saturating_sub(used + u16::from(used > 0)), ..area };
    canvas.put(room, name.trim_end(), if to_move { Role::Head } else { Role::Plain });
}

/// Evaluation and time used.
fn draw_facts(game: &OpenGame, area: Rect, canvas: &mut Canvas<'_>) {
    let mut parts = Vec::new();
    if let Some((score, depth)) = game.score() {
        let depth = depth.map_or_else(String::new, |depth| format!("/{depth}"));
        parts.push(format!("{}{depth}", score_text(score)));
    }
    if let Some(used) = game.used() {
        parts.push(format!("used {used}"));
    }
    canvas.put(area, &parts.join("   "), Role::Plain);
}

/// The line between moves and comment, with the opening in it.
fn draw_rule(game: &OpenGame, area: Rect, canvas: &mut Canvas<'_>) {
    let rule = if canvas.look.ascii { "-" } else { "─" };
    canvas.put(area, &rule.repeat(usize::from(area.width)), Role::Dim);
    let named = game.opening().map(|(eco, name)| format!("{eco} {name}"));
    if let Some(opening) = named.or_else(|| game.heading().opening.clone()) {
        let room = Rect { x: area.x + 2, width: area.width.saturating_sub(4), ..area };
        canvas.put(room, &format!(" {opening} "), Role::Plain);
    }
}
