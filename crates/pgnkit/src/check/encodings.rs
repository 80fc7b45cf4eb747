//! Games with values in two encodings (section 4.1, decision A-01).

use pgnkit_syntax::{Code, Diagnostic, Encoding, Sink, Span};

/// Reports the first value of a game that is not in UTF-8 where others are.
pub(super) fn check(text: &[u8], game: Span, sink: &mut dyn Sink) {
    if !sink.wants(Code::MixedEncodings) {
        return;
    }
    let [Some(utf8), Some(other)] = Encoding::firsts(game.of(text)) else { return };
    let in_text = |span: Span| Span::new(game.start + span.start, game.start + span.end);
    let message = format!(
        "expected one encoding, found {} beside UTF-8",
        Encoding::detect(other.of(game.of(text))).name()
    );
    let diagnostic = Diagnostic::new(Code::MixedEncodings, in_text(other), message);
    sink.report(diagnostic.label(in_text(utf8), "in UTF-8").help("`pgn fmt` writes all of it in UTF-8"));
}
