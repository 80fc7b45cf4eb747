//! Who played, above a game and in a list.

use super::fill::Fill;
use super::line::{Line, Role, truncated, width};
use crate::{Heading, Player};

/// Puts what stands above a game.
pub(super) fn put(fill: &mut Fill, heading: &Heading, columns: usize, ascii: bool) {
    let is_known = |player: &Player| player.name.is_some();
    if is_known(&heading.white) || is_known(&heading.black) {
        let (white, black) = (heading.white.with_rating(), heading.black.with_rating());
        let dash = if ascii { "-" } else { "–" };
        let mut line = Line::default();
        line.push(Role::Player, &white);
        line.push(Role::Plain, &format!(" {dash} "));
        line.push(Role::Player, &black);
        if line.width() + 2 + width(&heading.result) <= columns {
            line.push_right(Role::Result, &heading.result, columns);
            fill.whole(line);
        } else {
            fill.paragraph(0);
            fill.words(Role::Player, &white);
            fill.word(Role::Plain, dash);
            fill.words(Role::Player, &black);
            fill.word(Role::Result, &heading.result);
        }
    }
    let opening = match (&heading.eco, &heading.opening) {
        (Some(eco), Some(opening)) => Some(format!("{eco} {opening}")),
        (eco, opening) => eco.clone().or_else(|| opening.clone()),
    };
    let rest = [
        heading.variant.clone(),
        opening,
        heading.time_control.as_ref().map(|control| format!("time control {control}")),
        heading.termination.as_ref().map(|end| format!("ended by {}", end.to_lowercase())),
        heading.annotator.as_ref().map(|annotator| format!("annotated by {annotator}")),
    ];
    let rest: Vec<String> = rest.into_iter().flatten().collect();
    let separator = if ascii { "; " } else { " · " };
    for line in [heading.occasion(), Some(rest.join(separator))].into_iter().flatten() {
        fill.paragraph(0);
        fill.words(Role::Detail, &line);
    }
    fill.blank();
}

/// A game in a line of a list: number, players with ratings, result, date, opening, event.
///
/// The line has at most `columns` columns, but at least 40; what has no room is cut.
pub fn game_line(number: u64, heading: &Heading, columns: usize, ascii: bool) -> Line {
    // Number, result, date and code, with the blanks between them.
    const FIXED: usize = 6 + 2 + 7 + 2 + 10 + 2 + 3;
    let room = columns.saturating_sub(FIXED).max(12);
    // Players matter most; the event has what is left.
    let players = (room * 2 / 3).clamp(46.min(room), 68);
    let dash = if ascii { "-" } else { "–" };
    let rating =
        |player: &Player| player.rating.as_ref().map_or(String::new(), |rating| format!(" ({rating})"));
    let name = |player: &Player| player.name.clone().unwrap_or_else(|| "?".to_owned());
    let whole = |player: &Player| width(&name(player)) + width(&rating(player));
    // Of a name that is too long the end is cut, and not the rating.
    let cut = |player: &Player, columns: usize| {
        let rating =
            if columns < 16 { String::new() } else { truncated(&rating(player), columns / 2, ascii) };
        truncated(&name(player), columns.saturating_sub(width(&rating)), ascii) + &rating
    };
    let (white, black) = (&heading.white, &heading.black);
    // One that is short leaves its room to the other.
    let each = players.saturating_sub(3) / 2;
    let room_beside = |other: &Player| each + each.saturating_sub(whole(other));
    let mut line = Line::default();
    line.push_right(Role::Number, &number.to_string(), 6);
    line.push(Role::Plain, "  ");
    let start = line.width();
    line.push(Role::Player, &cut(white, room_beside(black)));
    line.push(Role::Plain, &format!(" {dash} "));
    line.push(Role::Player, &cut(black, room_beside(white)));
    line.pad(start + players);
    line.push(Role::Plain, "  ");
    let start = line.width();
    line.push(Role::Result, &truncated(&heading.result, 7, ascii));
    line.pad(start + 9);
    line.push(Role::Detail, &truncated(heading.date.as_deref().unwrap_or_default(), 10, ascii));
    line.pad(start + 21);
    line.push(Role::Detail, &truncated(heading.eco.as_deref().unwrap_or_default(), 3, ascii));
    line.pad(start + 26);
    let event = match (&heading.event, &heading.round) {
        (Some(event), Some(round)) => format!("{event} ({round})"),
        (event, _) => event.clone().unwrap_or_default(),
    };
    let left = columns.saturating_sub(line.width());
    if left > 3 {
        line.push(Role::Detail, &truncated(&event, left, ascii));
    }
    line.trimmed()
}
