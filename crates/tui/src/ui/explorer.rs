//! The moves that an index has in the position.

use pgnkit::chess::ChessMode;
use ratatui_core::layout::Rect;

use super::canvas::{Canvas, line};
use super::style::Role;
use crate::app::{Panel, grouped};
use crate::explorer::ExploredMove;
use crate::game::OpenGame;
use crate::text;

/// Columns of the move, of the number of games and of what they ended with.
const WIDTHS: [usize; 3] = [8, 10, 15];
/// Columns of a bar, at the most.
const BAR: usize = 30;

pub(super) fn draw(game: &OpenGame, panel: &Panel, area: Rect, canvas: &mut Canvas<'_>) {
    let explored = match &panel.found {
        Ok(explored) => explored,
        Err(message) => {
            let message = canvas.shown(message);
            let lines = text::wrapped(&message, usize::from(area.width), usize::from(area.height));
            for (row, text) in (0..area.height).zip(&lines) {
                canvas.put(line(area, row), text, Role::Error);
            }
            return;
        }
    };
    let count = usize::try_from(explored.games).unwrap_or(usize::MAX);
    let plural = if count == 1 { "" } else { "s" };
    canvas.put(area, &format!("Index: {} game{plural}", grouped(count)), Role::Head);
    let last = explored.moves.len().saturating_sub(1);
    let rows = explored.moves.iter().skip(panel.top.min(last));
    for (row, one) in (1..area.height).zip(rows) {
        draw_move(game, one, line(area, row), canvas);
    }
}

/// The move, its games, and of these what White won, drew and lost in parts of a hundred, as numbers and as a bar, and the mean rating.
fn draw_move(game: &OpenGame, one: &ExploredMove, area: Rect, canvas: &mut Canvas<'_>) {
    let san = game.position().san(one.mv);
    let mode = if game.position().needs_chess960() { ChessMode::Chess960 } else { ChessMode::Standard };
    let name = canvas.look.notation.text(one.mv, san, mode);
    let games = grouped(usize::try_from(one.games).unwrap_or(usize::MAX));
    let decided: u64 = one.results.iter().sum();
    let share = |count: u64| (count * 100 + decided / 2).checked_div(decided).unwrap_or(0);
    let [white, draws, black] = one.results.map(share);
    let [name_width, games_width, share_width] = WIDTHS;
    let is_next = game.next_move() == Some(one.mv);
    let role = if is_next { Role::Head } else { Role::Plain };
    canvas.put(area, &name, role);
    let column = |at: usize, width: usize| {
        let at = (at as u16).min(area.width);
        Rect { x: area.x + at, width: (width as u16).min(area.width - at), ..area }
    };
    canvas.put_right(column(name_width, games_width), &games, role);
    if decided == 0 {
        return;
    }
    let shares = column(name_width + games_width, share_width);
    canvas.put_right(shares, &format!("{white:>3} {draws:>3} {black:>3} %"), Role::Plain);
    let rating = column(name_width + games_width + share_width, 6);
    if let Some(mean) = one.rating {
        canvas.put_right(rating, &mean.to_string(), Role::Dim);
    }
    let start = name_width + games_width + share_width + 8;
    let room = usize::from(area.width).saturating_sub(start).min(BAR);
    if room >= 10 {
        canvas.put(column(start, room), &bar(one.results, decided, room, canvas.look.ascii), Role::Plain);
    }
}

/// A bar of so many columns: games that White won, that were drawn, that Black won.
fn bar([white, draws, _]: [u64; 3], decided: u64, columns: usize, ascii: bool) -> String {
    let at = |count: u64| (count as f64 / decided as f64 * columns as f64).round() as usize;
    let (first, second) = (at(white), at(white + draws));
    let [won, drawn, lost] = if ascii { ["O", "-", "#"] } else { ["█", "▒", "░"] };
    [won.repeat(first), drawn.repeat(second - first), lost.repeat(columns.saturating_sub(second))].concat()
}

#[cfg(test)]
mod tests {
    use super::bar;

    #[test]
    fn bars_are_as_long_as_they_are_wide() {
        for (results, expected) in [
            ([1, 1, 1], "OOO---###"),
            ([0, 0, 7], "#########"),
            ([9, 0, 0], "OOOOOOOOO"),
            ([1, 0, 1], "OOOOO####"),
            ([0, 1_000_000, 1], "---------"),
        ] {
            assert_eq!(bar(results, results.iter().sum(), 9, true), expected, "{results:?}");
        }
    }
}
