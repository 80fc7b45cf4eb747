//! The board: coloured squares, or dots and letters.

use pgnkit::chess::{Color, File, Piece, PieceKind, Position, Rank, Square};
use pgnkit::command::Mark;
use pgnkit_view::LastMove;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Modifier, Style};

use super::canvas::Canvas;
use super::sprites;
use super::style::{self, Role};
use crate::app::layout::GameLayout;
use crate::app::{App, Colors};
use crate::game::OpenGame;

pub(super) fn draw(app: &App, game: &OpenGame, layout: &GameLayout, canvas: &mut Canvas<'_>) {
    let position = game.position();
    let last = LastMove::of(game.node().mv());
    let (mut ranks, mut files) = (Rank::ALL, File::ALL);
    if app.flipped {
        files.reverse()
    } else {
        ranks.reverse()
    }
    let (columns, rows) = layout.square;
    let checked = position.is_check().then(|| position.king(position.turn()));
    let marks = game.node().annotations().marks;
    for (y, rank) in (0..).zip(ranks) {
        let top = layout.board.y + y * rows;
        let middle = top + (rows - 1) / 2;
        canvas.put(Rect::new(layout.board.x - 2, middle, 1, 1), &rank.to_string(), Role::Dim);
        for (x, file) in (0..).zip(files) {
            let square = Square::at(file, rank);
            let area = Rect::new(layout.board.x + x * columns, top, columns, rows);
            let state = SquareState {
                is_last: last.is_some_and(|last| last.squares().any(|of| of == square)),
                is_check: checked == Some(square),
                // An arrow is shown by its ends.
                mark: marks.iter().rev().find(|mark| mark.square == square || mark.to == Some(square)),
            };
            draw_square(canvas, area, position, square, state);
        }
    }
    for (x, file) in (0..).zip(files) {
        let x = layout.board.x + x * columns + (columns - 1) / 2;
        canvas.put(Rect::new(x, layout.board.bottom(), 1, 1), &file.to_string(), Role::Dim);
    }
}

/// What is to be seen of a square besides its piece.
#[derive(Clone, Copy)]
pub(super) struct SquareState<'m> {
    /// Whether it is one of the last move's.
    pub(super) is_last: bool,
    /// Whether a king in check is on it.
    pub(super) is_check: bool,
    /// The mark of a comment.
    pub(super) mark: Option<&'m Mark>,
}

fn draw_square(
    canvas: &mut Canvas<'_>,
    area: Rect,
    position: &Position,
    square: Square,
    state: SquareState<'_>,
) {
    let look = canvas.look;
    let is_dark = (square.index() / 8 + square.index() % 8).is_multiple_of(2);
    let piece = position.piece_at(square);
    let middle = Rect::new(area.x + (area.width - 1) / 2, area.y + (area.height - 1) / 2, 1, 1);
    if look.colors != Colors::None {
        let background = style::square(&look, is_dark, state);
        canvas.buffer.set_style(area.intersection(canvas.buffer.area), background);
        if let Some(piece) = piece {
            if area.width >= sprites::WIDTH && area.height >= sprites::HEIGHT && !look.ascii {
                draw_sprite(canvas, area, piece, background);
                return;
            }
            let is_white = piece.color == Color::White;
            let style = background.fg(style::piece(&look, is_white)).add_modifier(Modifier::BOLD);
            let outlined = look.theme == pgnkit_view::Theme::Print && is_white;
            canvas.put_styled(middle, &sign(piece, look.ascii, outlined), style);
        }
        return;
    }
    let text = match piece {
        Some(piece) => sign(piece, look.ascii, piece.color == Color::White),
        None if is_dark => ":".to_owned(),
        None => ".".to_owned(),
    };
    let emphasis = if state.is_check { Modifier::BOLD | Modifier::UNDERLINED } else { Modifier::BOLD };
    let style = if piece.is_some() { Style::default().add_modifier(emphasis) } else { Style::default() };
    canvas.put_styled(middle, &text, style);
    if state.is_last {
        let before = Rect { x: middle.x - 1, ..middle };
        canvas.put(before, "[", Role::Plain);
        canvas.put(Rect { x: middle.x + 1, ..middle }, "]", Role::Plain);
    }
}

/// A piece of several cells. Dots of both colours show on all squares, so that no theme needs outlines.
fn draw_sprite(canvas: &mut Canvas<'_>, area: Rect, piece: Piece, background: Style) {
    let style = background.fg(style::sprite(&canvas.look, piece.color == Color::White));
    for (y, row) in (0..).zip(sprites::rows(piece.kind)) {
        canvas.put_styled(Rect::new(area.x, area.y + y, area.width, 1), &row, style);
    }
}

/// A letter, or a figure: in outline for White where there are no colours to tell the sides apart.
fn sign(piece: Piece, ascii: bool, outlined: bool) -> String {
    if ascii {
        return piece.letter().to_string();
    }
    figure(piece.kind, outlined).to_string()
}

fn figure(kind: PieceKind, outlined: bool) -> char {
    let figures = if outlined {
        ['♙', '♘', '♗', '♖', '♕', '♔']
    } else {
        ['♟', '♞', '♝', '♜', '♛', '♚']
    };
    figures[kind.index()]
}

/// What a side has in its hand, as `♟2 ♞`; empty where it has nothing.
pub(super) fn pocket(position: &Position, color: Color, ascii: bool) -> String {
    let held = PieceKind::ALL.into_iter().filter_map(|kind| match position.pocket(color, kind) {
        0 => None,
        1 => Some(sign(Piece { color, kind }, ascii, false)),
        count => Some(format!("{}{count}", sign(Piece { color, kind }, ascii, false))),
    });
    held.collect::<Vec<_>>().join(" ")
}
