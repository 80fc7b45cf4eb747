//! A record of a position as lines.

use pgnkit::Notation;
use pgnkit::chess::Color;
use pgnkit::epd::{Epd, Opcode, Operand, Operation};

use super::board::{self, BoardStyle};
use super::fill::Fill;
use super::line::{Line, Role, truncated};
use crate::Diagram;
use crate::diagram::turn_sentence;

/// The column of what operations say.
const COLUMN: usize = 17;

/// A record of a position (section 16.2) as lines of styled text: its name, the board, and its operations.
#[derive(Clone, Debug)]
#[must_use]
pub struct RecordLayout<'e> {
    epd: &'e Epd,
    notation: Notation,
    bottom: Color,
    width: usize,
    squares: bool,
    boards: bool,
    ascii: bool,
}

impl<'e> RecordLayout<'e> {
    /// A record in 80 columns.
    pub fn new(epd: &'e Epd) -> Self {
        Self {
            epd,
            notation: Notation::SAN,
            bottom: Color::White,
            width: 80,
            squares: false,
            boards: true,
            ascii: false,
        }
    }

    /// The notation of moves.
    pub fn notation(self, notation: Notation) -> Self {
        Self { notation, ..self }
    }

    /// The colour at the bottom of the board.
    pub fn bottom(self, bottom: Color) -> Self {
        Self { bottom, ..self }
    }

    /// The number of columns; at least 20.
    pub fn width(self, width: usize) -> Self {
        Self { width: width.max(20), ..self }
    }

    /// Whether the board has squares, which whoever shows them gives colours to.
    pub fn squares(self, squares: bool) -> Self {
        Self { squares, ..self }
    }

    /// Whether there is a board.
    pub fn board(self, shown: bool) -> Self {
        Self { boards: shown, ..self }
    }

    /// Whether every character outside ASCII is shown as `?` (section 4.1).
    pub fn ascii(self, ascii: bool) -> Self {
        Self { ascii, ..self }
    }

    /// The lines.
    pub fn lines(&self) -> Vec<Line> {
        let mut fill = Fill::new(self.width);
        if let Some(id) = self.epd.id() {
            fill.words(Role::Player, &self.text(id));
            fill.blank();
        }
        let mut diagram = Diagram::new(self.epd.position());
        diagram.bottom = self.bottom;
        if self.boards {
            let style = BoardStyle { squares: self.squares, ascii: self.ascii, indent: 3 };
            board::lines(&diagram, style).into_iter().for_each(|line| fill.whole(line));
            fill.blank();
        } else {
            fill.words(Role::Detail, &self.epd.fen());
            fill.blank();
        }
        fill.words(Role::Plain, &turn_sentence(&diagram.position, true));
        for operation in self.epd.operations().iter().filter(|operation| operation.opcode != Opcode::Id) {
            fill.paragraph(0);
            let label = label(&operation.opcode).map_or_else(|| operation.opcode.to_string(), str::to_owned);
            let width = if operation.operands.is_empty() { 0 } else { COLUMN - 1 };
            fill.word(Role::Detail, &format!("{label:<width$}"));
            fill.hang(COLUMN);
            self.put(&mut fill, operation);
        }
        fill.finish()
    }

    fn put(&self, fill: &mut Fill, operation: &Operation) {
        let mut before = self.epd.position();
        let is_line = operation.opcode == Opcode::Pv;
        for (at, operand) in operation.operands.iter().enumerate() {
            match operand {
                Operand::Move { mv, san } => {
                    let notation = match self.notation {
                        Notation::Figurine if self.ascii => Notation::SAN,
                        notation => notation,
                    };
                    let is_white = before.turn() == Color::White;
                    if is_line && (is_white || at == 0) {
                        let dots = if is_white { ". " } else { "... " };
                        fill.word(Role::Number, &format!("{}{dots}", before.fullmove_number()));
                    } else if operation.opcode == Opcode::Pm {
                        fill.word(Role::Sign, if self.ascii { "-> " } else { "→ " });
                    } else {
                        fill.word(Role::Move, "");
                    }
                    fill.add(Role::Move, &self.text(&notation.text(*mv, *san, self.epd.mode())));
                    if is_line {
                        before = before.after(*mv);
                    }
                }
                Operand::Integer(value) if operation.opcode == Opcode::Ce => {
                    // As everywhere else, for White.
                    let value = if before.turn() == Color::White { *value } else { -value };
                    fill.word(Role::Score, &format!("{:+.2}", value as f64 / 100.0));
                }
                Operand::String(text) => fill.words(Role::Comment, &self.text(text)),
                other => fill.words(Role::Plain, &self.text(&other.to_string())),
            }
        }
    }

    fn text(&self, text: &str) -> String {
        if self.ascii { crate::sheet::ascii(text) } else { text.to_owned() }
    }
}

/// A record in a line of a list: number, name, position.
///
/// The line has at most `columns` columns, but at least 40; what has no room is cut.
pub fn record_line(number: u64, epd: &Epd, columns: usize, ascii: bool) -> Line {
    let text = |text: &str| if ascii { crate::sheet::ascii(text) } else { text.to_owned() };
    let mut line = Line::default();
    line.push_right(Role::Number, &number.to_string(), 6);
    line.push(Role::Plain, "  ");
    if let Some(id) = epd.id() {
        line.push(Role::Player, &truncated(&text(id), 29, ascii));
        line.pad(if columns < 110 { 20 } else { 37 });
        line.push(Role::Plain, "  ");
    }
    let left = columns.max(40).saturating_sub(line.width());
    line.push(Role::Detail, &truncated(&epd.fen(), left, ascii));
    line.trimmed()
}

/// The meaning of an opcode in a word or two.
fn label(opcode: &Opcode) -> Option<&'static str> {
    Some(match opcode {
        Opcode::Acn => "Nodes",
        Opcode::Acs => "Seconds",
        Opcode::Am => "Avoid",
        Opcode::Bm => "Best",
        Opcode::C0 => "Comment",
        Opcode::Ce => "Evaluation",
        Opcode::Dm => "Mate in",
        Opcode::DrawAccept => "Draw accepted",
        Opcode::DrawClaim => "Draw claimed",
        Opcode::DrawOffer => "Draw offered",
        Opcode::DrawReject => "Draw rejected",
        Opcode::Eco => "ECO",
        Opcode::Fmvn => "Move number",
        Opcode::Hmvc => "Halfmove clock",
        Opcode::Nic => "NIC",
        Opcode::Pm => "Predicted",
        Opcode::Pv => "Variation",
        Opcode::Rc => "Repetitions",
        Opcode::Resign => "Resigns",
        Opcode::Sm => "Played",
        Opcode::V0 => "Opening",
        _ => return None,
    })
}
