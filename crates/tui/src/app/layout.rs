//! The places of things on the screen, which drawing and the mouse share.

use ratatui_core::layout::Rect;

/// The smallest screen, in columns and rows.
pub(crate) const SMALLEST: (u16, u16) = (44, 14);
/// Columns and rows of a square, the largest first. In the largest a piece is a picture, in the others a character.
const SQUARES: [(u16, u16); 4] = [(8, 4), (6, 3), (4, 2), (2, 1)];
/// Columns that moves need.
const MOVES: u16 = 20;
/// Columns beside the squares: the evaluation bar, and the names of the ranks.
const MARGIN: u16 = 4;
/// Rows of the graph, at most.
const GRAPH: u16 = 10;

/// The screen of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ListLayout {
    pub(crate) title: Rect,
    pub(crate) heads: Rect,
    pub(crate) rows: Rect,
    pub(crate) status: Rect,
}

impl ListLayout {
    pub(crate) fn of((width, height): (u16, u16)) -> Self {
        let row = |y, rows| Rect::new(0, y, width, rows);
        Self {
            title: row(0, 1),
            heads: row(1, 1),
            rows: row(2, height.saturating_sub(3)),
            status: row(height.saturating_sub(1), 1),
        }
    }
}

/// The screen of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameLayout {
    pub(crate) title: Rect,
    pub(crate) occasion: Rect,
    /// The player at the top, and the one at the bottom.
    pub(crate) players: [Rect; 2],
    /// The evaluation bar.
    pub(crate) bar: Rect,
    /// The squares, without the names of ranks and files.
    pub(crate) board: Rect,
    pub(crate) square: (u16, u16),
    /// Evaluation and time used.
    pub(crate) facts: Rect,
    pub(crate) graph: Rect,
    pub(crate) moves: Rect,
    /// The lines of an engine, if it is turned on.
    pub(crate) engine: Rect,
    /// The line between moves and comment, with the opening.
    pub(crate) rule: Rect,
    pub(crate) comment: Rect,
    pub(crate) status: Rect,
}

impl GameLayout {
    pub(crate) fn of((width, height): (u16, u16)) -> Self {
        let body = height.saturating_sub(3);
        let fits = |(columns, rows): &(u16, u16)| {
            // The players, the files.
            8 * rows + 3 <= body && 8 * columns + MARGIN + 1 + MOVES <= width
        };
        let square = SQUARES.into_iter().find(fits).unwrap_or(SQUARES[3]);
        let (columns, rows) = (8 * square.0, 8 * square.1);
        let left = columns + MARGIN;
        let in_left = |y: u16, rows: u16| {
            let y = y.min(height);
            Rect::new(0, y, left.min(width), rows.min((height - y).saturating_sub(1)))
        };
        let board = Rect::new(MARGIN, 3, columns, rows).intersection(Rect::new(0, 0, width, height));
        let below = 3 + rows + 2;
        let free = height.saturating_sub(below + 1);
        let x = (left + 2).min(width);
        let comment = (body / 4).clamp(2, 12).min(body);
        let right = |y: u16, rows: u16| Rect::new(x, y, width - x, rows);
        let rule = (2 + body).saturating_sub(comment + 1);
        Self {
            title: Rect::new(0, 0, width, 1),
            occasion: Rect::new(0, 1, width, 1),
            players: [in_left(2, 1), in_left(below - 1, 1)],
            bar: Rect::new(0, 3, 1, board.height),
            board,
            square,
            facts: in_left(below, free.min(1)),
            graph: in_left(below + 1, free.saturating_sub(1).min(GRAPH)),
            moves: right(2, rule.saturating_sub(2)),
            engine: right(rule, 0),
            rule: right(rule, 1),
            comment: right(rule + 1, comment),
            status: Rect::new(0, height.saturating_sub(1), width, 1),
        }
    }

    /// With so many lines of an engine and their head below the moves, or less where there is no room.
    pub(crate) fn with_engine(self, lines: Option<u16>) -> Self {
        let Some(lines) = lines else { return self };
        let Rect { x, y, width, height } = self.moves;
        let rows = lines.saturating_add(1).min(height.saturating_sub(3).max(2)).min(height);
        let moves = Rect { height: height - rows, ..self.moves };
        Self { moves, engine: Rect::new(x, y + moves.height, width, rows), ..self }
    }
}

/// The half-move whose bar is in a column of the graph, and the other way round: as many half-moves as fit have a column each,
/// more of them share columns.
pub(crate) fn ply_at(column: u16, width: u16, plies: usize) -> usize {
    let (column, width) = (usize::from(column), usize::from(width.max(1)));
    if plies <= width { column + 1 } else { column * plies / width + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_outside_the_screen_or_over_another() {
        for width in SMALLEST.0..=200 {
            for height in SMALLEST.1..=80 {
                let plain = GameLayout::of((width, height));
                let all = plain.with_engine(Some(width % 7));
                let parts = [
                    all.title,
                    all.occasion,
                    all.players[0],
                    all.players[1],
                    all.bar,
                    all.board,
                    all.facts,
                    all.graph,
                    all.moves,
                    all.engine,
                    all.rule,
                    all.comment,
                    all.status,
                ];
                for (index, part) in parts.iter().enumerate() {
                    assert!(part.right() <= width && part.bottom() <= height, "{width} {height} {index}");
                    for (other_index, other) in parts.iter().enumerate().skip(index + 1) {
                        assert!(!part.intersects(*other), "{width} {height} {index} {other_index}");
                    }
                }
                assert!(plain.moves.width >= MOVES - 1 && plain.moves.height >= 4, "{width} {height}");
                assert!(all.moves.height >= 2 && all.engine.height >= 1, "{width} {height}");
            }
        }
        for (size, square) in [
            ((80, 24), (4, 2)),
            ((160, 50), (8, 4)),
            ((120, 40), (8, 4)),
            ((100, 32), (6, 3)),
            (SMALLEST, (2, 1)),
        ] {
            assert_eq!(GameLayout::of(size).square, square);
        }
    }
}
