//! The list of games. Only the rows on the screen are looked at.

use ratatui_core::layout::Rect;

use super::canvas::{Canvas, line};
use super::style::Role;
use super::{after, reading};
use crate::app::layout::ListLayout;
use crate::app::{App, games, grouped};
use crate::list::Field;

/// A column on the screen.
struct Shown {
    field: Field,
    head: &'static str,
    width: u16,
    /// How much of the columns that are left it gets.
    share: u16,
    /// The screen must be so wide for it.
    from: u16,
    right: bool,
}

const fn shown(field: Field, head: &'static str, width: u16, share: u16, from: u16, right: bool) -> Shown {
    Shown { field, head, width, share, from, right }
}

const COLUMNS: [Shown; 11] = [
    shown(Field::White, "White", 10, 4, 0, false),
    shown(Field::WhiteElo, "Elo", 4, 0, 72, true),
    shown(Field::Black, "Black", 10, 4, 0, false),
    shown(Field::BlackElo, "Elo", 4, 0, 72, true),
    shown(Field::Result, "", 3, 0, 0, false),
    shown(Field::Date, "Date", 10, 0, 60, false),
    shown(Field::Eco, "ECO", 3, 0, 50, false),
    shown(Field::Event, "Event", 6, 4, 66, false),
    shown(Field::Round, "Rd", 4, 0, 110, true),
    shown(Field::Site, "Site", 8, 3, 100, false),
    shown(Field::Opening, "Opening", 8, 5, 120, false),
];

pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>) {
    let layout = ListLayout::of(app.size());
    draw_title(app, canvas, layout.title);
    let digits = app.list.len().to_string().len().max(1) as u16;
    let columns = columns(app, layout.rows.width, digits);
    canvas.put_right(Rect::new(0, layout.heads.y, digits, 1), "#", Role::Head);
    for (column, area) in &columns {
        let head = Rect::new(area.x, layout.heads.y, area.width, 1);
        if column.right {
            canvas.put_right(head, column.head, Role::Head);
        } else {
            canvas.put(head, column.head, Role::Head);
        }
    }
    if app.shown() == 0 {
        let text = match (&app.search, reading(app)) {
            (_, Some(reading)) if app.list.is_empty() => reading,
            (Some(_), None) => "no game has all of these words".to_owned(),
            (Some(_), Some(_)) => "none so far".to_owned(),
            (None, _) => "no games".to_owned(),
        };
        canvas.put(line(after(layout.rows, digits + 1), 0), &text, Role::Dim);
    }
    for row in 0..layout.rows.height {
        let shown = app.top + usize::from(row);
        let Some(game) = app.row(shown) else { break };
        let area = line(layout.rows, row);
        let is_selected = shown == app.selected;
        let role = |role| if is_selected { Role::Selected } else { role };
        if is_selected {
            canvas.fill(area, Role::Selected);
        }
        canvas.put_right(Rect::new(area.x, area.y, digits, 1), &(game + 1).to_string(), role(Role::Dim));
        for (column, place) in &columns {
            let text = app.list.text(game, column.field);
            let text = if column.field == Field::Result { result(text, canvas.look.ascii) } else { text };
            let place = Rect::new(place.x, area.y, place.width, 1);
            if column.right {
                canvas.put_right(place, text, role(Role::Plain));
            } else {
                canvas.put(place, text, role(Role::Plain));
            }
        }
    }
}

/// The name of what is read at the left, the number of games at the right.
fn draw_title(app: &App, canvas: &mut Canvas<'_>, area: Rect) {
    canvas.fill(area, Role::Bar);
    let mut counts = match &app.search {
        Some(search) => format!("{} of {}", grouped(search.rows().len()), games(app.list.len())),
        None => games(app.list.len()),
    };
    if let Some(reading) = reading(app) {
        counts = format!("{reading} - {counts}");
    }
    let area = Rect::new(area.x + 1, area.y, area.width - 2, 1);
    let used = canvas.put_right(area, &counts, Role::Bar);
    let room = Rect::new(area.x, area.y, area.width.saturating_sub(used + 2), 1);
    let searched = app.search.as_ref().map(|search| format!("{}: {}", app.title, search.text()));
    canvas.put(room, searched.as_deref().unwrap_or(&app.title), Role::Bar);
}

/// The columns that there is something in and that there is room for, with their places.
fn columns(app: &App, width: u16, digits: u16) -> Vec<(&'static Shown, Rect)> {
    static ALL: [Shown; 11] = COLUMNS;
    let asked = |column: &&Shown| {
        let is_player = matches!(column.field, Field::White | Field::Black);
        column.from <= width && (is_player || app.list.has(column.field))
    };
    let columns: Vec<&Shown> = ALL.iter().filter(asked).collect();
    let width_of =
        |column: &Shown| if column.field == Field::Result { result_width(app) } else { column.width };
    let taken: u16 = columns.iter().map(|column| width_of(column) + 1).sum();
    let free = width.saturating_sub(digits + taken);
    let shares: u16 = columns.iter().map(|column| column.share).sum::<u16>().max(1);
    let mut x = digits + 1;
    let mut placed = Vec::new();
    for column in columns {
        let wanted = width_of(column) + free * column.share / shares;
        let wanted = wanted.min(width.saturating_sub(x));
        placed.push((column, Rect::new(x, 0, wanted, 1)));
        x = (x + wanted + 1).min(width);
    }
    placed
}

fn result_width(app: &App) -> u16 {
    if app.look.ascii { 7 } else { 3 }
}

fn result(text: &str, ascii: bool) -> &str {
    if text == "1/2-1/2" && !ascii { "½-½" } else { text }
}
