//! Boards in styled text.

use pgnkit::chess::Square;

use super::line::{Line, Role, SquareRole};
use crate::Diagram;

/// How boards are drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardStyle {
    /// Squares in colours, in place of dots and brackets.
    pub(super) squares: bool,
    /// Letters in place of figurines.
    pub(super) ascii: bool,
    pub(super) indent: usize,
}

/// The lines of a board, with what is in hand.
pub(super) fn lines(diagram: &Diagram, style: BoardStyle) -> Vec<Line> {
    let mut text = diagram.text();
    if style.ascii {
        text = text.letters();
    }
    let plain = |text: String| -> Vec<Line> {
        let line = |text: &str| {
            let mut line = Line::default();
            line.pad(style.indent);
            line.push(Role::Board, text);
            line
        };
        text.lines().map(line).collect()
    };
    let mut lines = if style.squares { squares(diagram, style) } else { plain(text.board()) };
    lines.extend(plain(text.pockets()));
    lines
}

fn squares(diagram: &Diagram, style: BoardStyle) -> Vec<Line> {
    let text = if style.ascii { diagram.text().letters() } else { diagram.text() };
    let (ranks, files) = diagram.rows();
    let mut marks = [None; 64];
    for mark in diagram.drawn_marks().into_iter().filter(|mark| mark.to.is_none()) {
        marks[mark.square.index()] = Some(mark.color);
    }
    let checked = diagram.king_in_check();
    let mut lines: Vec<Line> = Vec::with_capacity(9);
    for rank in ranks {
        let mut line = Line::default();
        line.pad(style.indent);
        line.push(Role::Board, &format!("{rank} "));
        for file in files {
            let square = Square::at(file, rank);
            let sign = diagram.position.piece_at(square).map_or(' ', |piece| text.sign(piece));
            let role = SquareRole {
                last_move: diagram.last_move.is_some_and(|last| last.squares().any(|of| of == square)),
                check: checked == Some(square),
                mark: marks[square.index()],
                ..SquareRole::new(square.is_light())
            };
            line.push(Role::Square(role), &format!(" {sign} "));
        }
        lines.push(line);
    }
    let mut below = Line::default();
    below.pad(style.indent + 2);
    files.iter().for_each(|file| below.push(Role::Board, &format!(" {file} ")));
    lines.push(below);
    lines
}
