//! Drawing: the state becomes cells. Nothing is changed here.

mod board;
mod canvas;
mod engine;
mod evaluation;
mod explorer;
mod game;
mod help;
mod list;
mod moves;
mod sprites;
mod style;

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Rect};

use crate::app::layout::SMALLEST;
use crate::app::{App, Purpose, Screen};
use crate::library::State;
use crate::text;
use canvas::{Canvas, after};
pub use help::key_table;
use style::Role;

/// Draws the reader on a screen of the size that it knows. The place of the cursor, if there is one.
pub fn draw(app: &App, buffer: &mut Buffer) -> Option<Position> {
    let mut canvas = Canvas { buffer, look: app.look };
    if app.is_too_small() {
        draw_too_small(app, &mut canvas);
        return None;
    }
    if let Some(top) = app.help {
        help::draw(app, top, &mut canvas);
        return None;
    }
    match app.screen {
        Screen::List => list::draw(app, &mut canvas),
        Screen::Game => game::draw(app, &mut canvas),
    }
    draw_status(app, &mut canvas)
}

fn draw_too_small(app: &App, canvas: &mut Canvas<'_>) {
    let (width, height) = app.size();
    let text = format!("too small: {} x {} at least, now {width} x {height}", SMALLEST.0, SMALLEST.1);
    let lines = text::wrapped(&text, usize::from(width), usize::from(height));
    for (row, text) in (0..).zip(&lines) {
        canvas.put(Rect::new(0, row, width, 1), text, Role::Plain);
    }
}

/// The last line: what is typed, a message, or the most useful keys.
fn draw_status(app: &App, canvas: &mut Canvas<'_>) -> Option<Position> {
    let (width, height) = app.size();
    let area = Rect::new(0, height.saturating_sub(1), width, 1);
    canvas.fill(area, Role::Bar);
    if let Some(prompt) = &app.prompt {
        let (name, hint) = match (prompt.purpose, app.screen) {
            (Purpose::Search, _) => ("search: ", "all words, in any field"),
            (Purpose::Jump, Screen::Game) => ("go to: ", "12  12b  p30  #7"),
            (Purpose::Jump, Screen::List) => ("go to game: ", "a number"),
        };
        let mut used = canvas.put(area, name, Role::Bar);
        // The end of what is typed is what one looks at.
        let room = usize::from(area.width - used).saturating_sub(2);
        let shown = canvas.shown(&prompt.text);
        let cut = shown.char_indices().map(|(at, _)| at).find(|at| text::columns(&shown[*at..]) <= room);
        used += canvas.put(after(area, used), &shown[cut.unwrap_or(shown.len())..], Role::Bar);
        let cursor = Position::new((area.x + used).min(area.right() - 1), area.y);
        if usize::from(area.width - used) > hint.len() + 3 {
            canvas.put_right(Rect::new(area.x, area.y, area.width - 1, 1), hint, Role::Bar);
        }
        return Some(cursor);
    }
    if let Some(message) = &app.message {
        canvas.put(after(area, 1), message, Role::Bar);
        return None;
    }
    let keys = match (app.screen, &app.search) {
        (Screen::List, None) => "/ search   Enter open   g go to   ? all keys   q leave",
        (Screen::List, Some(_)) => "/ change search   Esc all games   Enter open   ? all keys   q leave",
        (Screen::Game, _) => {
            "Left Right moves   Down variations   n p games   f flip   ? all keys   Esc list"
        }
    };
    canvas.put(after(area, 1), keys, Role::Bar);
    None
}

/// The state of reading, while it is not done.
fn reading(app: &App) -> Option<String> {
    match app.state {
        State::Reading(Some(percent)) => Some(format!("reading, {percent} %")),
        State::Reading(None) => Some("reading".to_owned()),
        State::Done => None,
    }
}
