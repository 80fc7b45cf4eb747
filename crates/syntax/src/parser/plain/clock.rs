//! The comment that servers write after each move.

use super::window::Window;
use crate::Span;
use crate::scan::ends_exact_clock;

/// Whether a comment with these first eight bytes, the first one lowest, begins as [`exact_clock`] asks.
#[inline(always)]
pub(super) fn may_be_clock(bytes: u64) -> bool {
    bytes == u64::from_le_bytes(*b"{ [%clk ") || bytes << 8 == u64::from_le_bytes(*b"\0{[%clk ")
}

/// The text of the brace comment at `at`, below 8, of a window at `start`, if it is nothing but `[%clk d:dd:dd]` with
/// minutes and seconds below 60, or that with a space on either side.
#[inline(always)]
pub(super) fn exact_clock(window: Window<'_>, at: usize, start: usize) -> Option<Span> {
    let has_spaces = window.byte(at + 1) == b' ';
    // The first byte of the command is the second of these eight.
    let command = at + usize::from(has_spaces);
    if window.load(command) << 8 >> 16 != u64::from_le_bytes(*b"[%clk \0\0") {
        return None;
    }
    let last = command + 15 + usize::from(has_spaces);
    let ends = window.byte(last) == b'}' && (!has_spaces || window.byte(last - 1) == b' ');
    (ends_exact_clock(window.load(command + 7).to_le_bytes()) && ends)
        .then(|| Span::new(start + at + 1, start + last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    fn found(text: &str) -> Option<Span> {
        let padded = format!(" {text}{}", " ".repeat(32));
        exact_clock(Window::at(padded.as_bytes(), 0).unwrap(), 1, 100)
    }

    #[test]
    fn exact_clocks_are_told_from_all_else() {
        for (text, length) in [
            ("{[%clk 0:01:00]}", 14),
            ("{[%clk 9:59:59]}x", 14),
            ("{ [%clk 0:00:00] }", 16),
            ("{ [%clk 1:02:03] } 1...", 16),
        ] {
            assert_eq!(found(text), Some(Span::new(102, 102 + length)), "{text}");
        }
        for text in [
            "{[%clk 0:60:00]}",
            "{[%clk 0:01:60]}",
            "{[%clk 0:01:0x]}",
            "{[%clk 0:01:0:]}",
            "{[%clk 0:01:00}",
            "{[%clk 0:01:00 }",
            "{[%clk x:01:00]}",
            "{[%clk ::01:00]}",
            "{[%clk /:01:00]}",
            "{[%clk 0.01:00]}",
            "{[%clk 00:01:00]}",
            "{[%clk 0:01:00.5]}",
            "{[%emt 0:01:00]}",
            "{ [%clk 0:01:00]}",
            "{[%clk 0:01:00] }",
            "{  [%clk 0:01:00] }",
            "{ [%clk 0:01:00]  }",
            "{[%clk 0:01:00] x}",
            "{\n[%clk 0:01:00] }",
            "{ [%clk 0:01:00]\n}",
            "{}",
            "{ }",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn one_other_byte_is_enough() {
        for text in ["{[%clk 0:01:00]}", "{ [%clk 0:01:00] }"] {
            for at in 1..text.len() {
                for byte in 0..=127 {
                    let mut changed = text.as_bytes().to_vec();
                    changed[at] = byte;
                    let is_digit = text.as_bytes()[at].is_ascii_digit();
                    let tens = matches!(text.as_bytes()[at + 1..], [_, b':' | b']', ..]);
                    let may = is_digit && byte.is_ascii_digit() && (!tens || byte < b'6');
                    let is_same = byte == text.as_bytes()[at] || may;
                    let changed = core::str::from_utf8(&changed).unwrap();
                    assert_eq!(found(changed).is_some(), is_same, "{changed:?}");
                }
            }
        }
    }
}
