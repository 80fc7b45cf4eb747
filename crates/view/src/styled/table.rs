//! The score sheet of a game: a row for two moves, with clocks and evaluations beside them.

use pgnkit::chess::Color;

use super::fill::Fill;
use super::line::{Line, Role, width};
use crate::{Boards, Item, PrintedMove, Sheet};

/// Rows that are put into several columns, if there is room.
const MANY_ROWS: usize = 16;
/// Blanks between White and Black, and between columns of rows.
const GAP: usize = 3;
/// The widest move that others make room for.
const MAX_MOVE: usize = 16;

/// The widths of its columns.
#[derive(Clone, Copy, Debug)]
struct Widths {
    number: usize,
    mv: usize,
    clock: usize,
    score: usize,
}

impl Widths {
    fn side(self) -> usize {
        let column = |width: usize| if width > 0 { width + 2 } else { 0 };
        self.mv + column(self.clock) + column(self.score)
    }

    fn row(self) -> usize {
        self.number + 2 + self.side() + GAP + self.side()
    }
}

/// A score sheet that is being filled.
#[derive(Debug)]
pub(super) struct Table {
    widths: Widths,
    clocks: bool,
    scores: bool,
    ascii: bool,
    rows: Vec<Line>,
    /// The row that waits for Black's move.
    open: Option<Line>,
}

impl Table {
    /// The sheet of a game, if most moves of its main line have a clock or an evaluation that is to be shown, and it fits.
    pub(super) fn of(sheet: &Sheet<'_>, clocks: bool, scores: bool, columns: usize) -> Option<Self> {
        if !sheet.game.start().rules_are_known || !(clocks || scores) {
            return None;
        }
        let mut table = Self {
            widths: Widths { number: 3, mv: 7, clock: 0, score: 0 },
            clocks,
            scores,
            ascii: sheet.is_ascii(),
            rows: Vec::new(),
            open: None,
        };
        let (mut moves, mut timed) = (0_usize, 0_usize);
        for item in sheet.clone().boards(Boards::NONE).comments(false).variations(false).items() {
            let Item::Move(mv) = item else { continue };
            let (clock, score) = (table.clock(&mv), table.score(&mv));
            moves += 1;
            timed += usize::from(clock.is_some() || score.is_some());
            let most = |most: &mut usize, text: Option<&str>| *most = (*most).max(text.map_or(0, width));
            let Widths { number, mv: text, clock: time, score: value } = &mut table.widths;
            most(time, clock.as_deref());
            most(value, score.as_deref());
            *text = (*text).max(width(&mv.with_signs()).min(MAX_MOVE));
            *number = (*number).max(mv.before.fullmove_number().to_string().len() + 1);
        }
        (timed > 0 && timed * 2 >= moves && table.widths.row() <= columns).then_some(table)
    }

    /// Enters a move.
    pub(super) fn enter(&mut self, mv: &PrintedMove<'_>) {
        let is_white = mv.before.turn() == Color::White;
        let row = if is_white { None } else { self.open.take() };
        self.close_row();
        let Widths { number, .. } = self.widths;
        let side = number + 2 + self.widths.side();
        let mut row = row.unwrap_or_else(|| {
            let mut row = Line::default();
            row.push_right(Role::Number, &format!("{}.", mv.before.fullmove_number()), number);
            row.pad(number + 2);
            if !is_white {
                row.push(Role::Number, if self.ascii { "..." } else { "…" });
            }
            row
        });
        let start = if is_white { number + 2 } else { side + GAP };
        row.pad(start);
        put_move(&mut row, mv);
        let mut end = start + self.widths.mv;
        for (role, text, width) in [
            (Role::Clock, self.clock(mv), self.widths.clock),
            (Role::Score, self.score(mv), self.widths.score),
        ] {
            if width > 0 {
                end += width + 2;
                if let Some(text) = text {
                    row.push_right(role, &format!("  {text}"), end);
                }
            }
        }
        self.open = Some(row);
        if !is_white {
            self.close_row();
        }
    }

    /// Puts the rows so far, in as many columns as there is room for.
    pub(super) fn put(&mut self, fill: &mut Fill, columns: usize) {
        self.close_row();
        let rows = std::mem::take(&mut self.rows);
        let stride = self.widths.row() + 2 * GAP;
        let side_by_side = if rows.len() < MANY_ROWS { 1 } else { ((columns + 2 * GAP) / stride).max(1) };
        let height = rows.len().div_ceil(side_by_side);
        let mut lines: Vec<Line> = Vec::with_capacity(height);
        for (at, row) in rows.into_iter().enumerate() {
            match lines.get_mut(at % height.max(1)).filter(|_| at >= height) {
                Some(line) => {
                    line.pad(at / height * stride);
                    line.append(row);
                }
                None => lines.push(row),
            }
        }
        lines.into_iter().for_each(|line| fill.whole(line));
    }

    fn close_row(&mut self) {
        self.rows.extend(self.open.take());
    }

    fn clock(&self, mv: &PrintedMove<'_>) -> Option<String> {
        clock_text(mv).filter(|_| self.clocks)
    }

    fn score(&self, mv: &PrintedMove<'_>) -> Option<String> {
        mv.score_text().filter(|_| self.scores)
    }
}

/// The time left after a move, or else the time that it took; tenths of seconds only where they begin to matter.
pub(super) fn clock_text(mv: &PrintedMove<'_>) -> Option<String> {
    let time = mv.clock.or(mv.used)?;
    Some(if time.is_whole() || time.seconds() >= 20 { format!("{time:.0}") } else { format!("{time:.1}") })
}

/// A move and its signs.
pub(super) fn put_move(line: &mut Line, mv: &PrintedMove<'_>) {
    let role = if mv.depth == 0 { Role::Move } else { Role::Variation };
    line.push(role, &mv.text);
    for (at, sign) in mv.signs.iter().enumerate() {
        if at > 0 || !sign.is_suffix() {
            line.push(role, " ");
        }
        let sign_role = match sign.nag.0 {
            1 | 3 | 5 => Role::Good,
            2 | 4 | 6 => Role::Bad,
            _ => Role::Sign,
        };
        line.push(sign_role, &sign.text);
    }
}
