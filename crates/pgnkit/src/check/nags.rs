//! Numeric annotation glyphs: reserved ones, and those that contradict a suffix (sections 8.2.3.8 and 10).

use pgnkit_syntax::{Code, Diagnostic, Sink};

use super::history::Nag;

/// The glyphs that judge a move, as the six suffixes do.
const SUFFIXES: std::ops::RangeInclusive<u32> = 1..=6;
/// The glyphs that the standard keeps for later.
const RESERVED: std::ops::RangeInclusive<u32> = 140..=255;

/// `nags` are those of a whole game, in the order of the text.
pub(super) fn check(text: &[u8], nags: &[Nag], sink: &mut dyn Sink) {
    for nag in nags.iter().filter(|nag| RESERVED.contains(&nag.value)) {
        if sink.wants(Code::ReservedNag) {
            let message = format!("expected a value up to 139, found `${}`, which is reserved", nag.value);
            sink.report(Diagnostic::new(Code::ReservedNag, nag.span, message));
        }
    }
    for of_move in nags.chunk_by(|one, next| one.place == next.place) {
        let judgements = || of_move.iter().filter(|nag| SUFFIXES.contains(&nag.value));
        let is_suffix = |nag: &&Nag| nag.span.of(text).first() != Some(&b'$');
        let Some(suffix) = judgements().find(is_suffix) else { continue };
        let other = judgements().find(|nag| nag.value != suffix.value);
        if let Some(other) = other
            && sink.wants(Code::ContradictingSuffix)
        {
            let message = format!("expected one judgement of the move, found `${}`, too", other.value);
            let diagnostic = Diagnostic::new(Code::ContradictingSuffix, other.span, message);
            sink.report(diagnostic.label(suffix.span, format!("this one stands for `${}`", suffix.value)));
        }
    }
}
