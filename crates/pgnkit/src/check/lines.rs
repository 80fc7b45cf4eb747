//! Lines that are longer than import format allows (section 4.3).

use pgnkit_syntax::{Code, Diagnostic, Sink, Span};

use super::and_more;

/// The longest line, in characters, its newline not counted (decision A-03).
const LONGEST: usize = 254;

/// Reports the first line of a game that is too long. What several games have on one line is measured game by game, so
/// that what is found does not depend on where a text was cut into blocks.
pub(super) fn check(text: &[u8], game: Span, sink: &mut dyn Sink) {
    if !sink.wants(Code::LineTooLong) {
        return;
    }
    let bytes = game.of(text);
    let mut start = 0;
    let mut first = None;
    let mut count = 0usize;
    for end in memchr::memchr2_iter(b'\n', b'\r', bytes).chain([bytes.len()]) {
        if end - start > LONGEST {
            let line = &bytes[start..end];
            let characters = std::str::from_utf8(line).map_or(line.len(), |line| line.chars().count());
            if characters > LONGEST {
                count += 1;
                first.get_or_insert((Span::new(game.start + start, game.start + end), characters));
            }
        }
        start = end + 1;
    }
    let Some((span, characters)) = first else { return };
    let message =
        format!("expected a line of at most 255 characters with its newline, found {}", characters + 1);
    let message = and_more(message.into(), count);
    sink.report(Diagnostic::new(Code::LineTooLong, span, message).help("`pgn fmt` breaks lines of movetext"));
}
