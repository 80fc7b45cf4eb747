//! Characters that export format discourages or archives forbid, anywhere in a game.

use pgnkit_syntax::internals::decode_char;
use pgnkit_syntax::{Code, Span};

use super::departures::Departures;

/// Characters from 160 to 191 are discouraged (section 4.1). `text` is a game that begins at `base`.
pub(super) fn check_discouraged(text: &[u8], base: usize, found: &mut Departures) {
    let mut at = 0;
    while let Some(high) = text[at..].iter().position(|byte| !byte.is_ascii()) {
        at += high;
        let (c, length) = decode_char(&text[at..]);
        if ('\u{a0}'..='\u{bf}').contains(&c) {
            let message = || format!("expected no character from 160 to 191, found `{c}` ({})", u32::from(c));
            let span = Span::new(base + at, base + at + length);
            found.add(Code::DiscouragedCharacter, span, message);
        }
        at += length;
    }
}

/// Archives have LF at the end of each line and nothing else (section 3.2.2). `text` begins at `base`.
pub(super) fn check_line_ends(text: &[u8], base: usize, found: &mut Departures) {
    for at in memchr::memchr_iter(b'\r', text) {
        let has_lf = text.get(at + 1) == Some(&b'\n');
        let span = Span::new(base + at, base + at + 1 + usize::from(has_lf));
        let message = || {
            let what = if has_lf { "CR and LF" } else { "CR" };
            format!("expected LF alone at the end of a line, found {what}")
        };
        found.add(Code::LineEnds, span, message);
    }
}
