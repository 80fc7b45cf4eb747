//! Canonical writing (section 16.2.4.1).

use std::fmt::{self, Write as _};

use pgnkit_chess::fen::EnPassant;

use super::opcode::Takes;
use super::{Epd, Operand, Operation};

/// The record without a line break: canonical fields, operations in ASCII order.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.position.epd(EnPassant::Always).as_str())?;
        let variant = self.variant_operation();
        let mut operations = self.sorted();
        if let Some(variant) = &variant {
            operations.retain(|operation| operation.opcode != variant.opcode);
            let place = operations.partition_point(|operation| operation.order() <= variant.order());
            operations.insert(place, variant);
        }
        operations.into_iter().try_for_each(|operation| write!(f, " {operation}"))
    }
}

impl Epd {
    fn sorted(&self) -> Vec<&Operation> {
        let mut operations: Vec<&Operation> = self.operations.iter().collect();
        operations.sort_by(|a, b| a.order().cmp(&b.order()));
        operations
    }

    /// The operations alone, as in a record.
    pub(super) fn operations_text(&self) -> String {
        self.sorted().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.opcode.as_str())?;
        // Only these have no meaningful order (decision A-54).
        if self.opcode.takes() == Takes::Moves && self.operands.len() > 1 {
            let mut operands: Vec<&Operand> = self.operands.iter().collect();
            operands.sort_by_cached_key(|operand| operand.place_in_set());
            write_operands(f, operands)?;
        } else {
            write_operands(f, &self.operands)?;
        }
        f.write_char(';')
    }
}

fn write_operands<'o>(
    f: &mut fmt::Formatter<'_>,
    operands: impl IntoIterator<Item = &'o Operand>,
) -> fmt::Result {
    let mut operands = operands.into_iter().peekable();
    while let Some(operand) = operands.next() {
        f.write_char(' ')?;
        operand.write(f, operands.peek().is_some_and(|next| next.as_str().is_none()))?;
    }
    Ok(())
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, false)
    }
}

impl Operand {
    fn write(&self, f: &mut impl fmt::Write, before_word: bool) -> fmt::Result {
        match self {
            Self::Move { san, .. } => write!(f, "{san}"),
            Self::Integer(value) => write!(f, "{value}"),
            Self::Float(text) | Self::Word(text) => f.write_str(text),
            Self::String(text) => write_string(f, text, before_word),
        }
    }

    /// What orders operands that have no meaningful order: their text, but numbers last, since one before a move would be
    /// read as the number of that move.
    pub(super) fn place_in_set(&self) -> (bool, String) {
        let text = self.in_set();
        (text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'), text)
    }

    /// Its text among operands without a meaningful order, any of which can come next.
    fn in_set(&self) -> String {
        let mut text = String::new();
        // Writing to memory cannot fail.
        let _ = self.write(&mut text, true);
        text
    }
}

/// Writes a string. A quote after a backslash is read as its end only if another string or the end of the operation
/// follows; otherwise a space is written before it.
pub(super) fn write_string(f: &mut impl fmt::Write, text: &str, before_word: bool) -> fmt::Result {
    f.write_char('"')?;
    if text.chars().all(|c| written(c) == c) {
        f.write_str(text)?;
    } else {
        text.chars().try_for_each(|c| f.write_char(written(c)))?;
    }
    if before_word && text.ends_with('\\') {
        f.write_char(' ')?;
    }
    f.write_char('"')
}

/// The character a string can hold in place of another: EPD has no way to write a quote (decision A-53).
pub(super) fn written(c: char) -> char {
    match c {
        '"' => '\'',
        c if c.is_control() => ' ',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use pgnkit_syntax::Ignore;

    use super::super::Reader;

    #[test]
    fn what_is_written_is_read_as_it_was() {
        let fields = "4k3/8/8/8/8/8/4P3/4K3 w - -";
        for (operations, written) in [
            ("", ""),
            ("0 1; 30 knights ; bm e2e4", " bm e4; fmvn 1; hmvc 0; 30 knights;"),
            ("0 1 ; 16 30 ; b", " b; fmvn 1; hmvc 0; 16 30;"),
            ("30 knights", " 30 knights;"),
            ("; 0 1 bm e4", " bm e4; fmvn 1; hmvc 0;"),
            ("\"30; bm e4", " \"30; bm e4\";"),
            ("7", " hmvc 7;"),
            ("7; bm e4;", " bm e4; hmvc 7;"),
            ("1 x; 0; 5; 3 4", " 1 x; 0; 3 4; 5;"),
            ("1 x; 2 y; 1; 2 3; 2 z; 1", " 1 x; 2 y;"),
            ("c0 \"say \\\"x\\\"\"; id \"\\\";", " c0 \"say 'x'\"; id \"\\\";"),
            ("noop \"a\\\" \"b\" 1;", " noop \"a\\\" \"b\" 1;"),
            ("am \"a\\\" ; am e4 \"a\\\"", " am \"a\\ \" e4;"),
            ("noop \"b\" c\\ \"a\\ \" 1;", " noop \"b\" c\\ \"a\\ \" 1;"),
        ] {
            let read =
                |line: &str| Reader::new(line.as_bytes()).read_record(&mut Ignore).unwrap().epd.unwrap();
            let line = read(&format!("{fields} {operations}")).to_string();
            assert_eq!(line, format!("{fields}{written}"), "{operations}");
            assert_eq!(read(&line).to_string(), line);
        }
    }
}
