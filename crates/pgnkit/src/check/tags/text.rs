use pgnkit_syntax::internals::decode_char;
use pgnkit_syntax::{Code, CodeSet, Diagnostic, Sink, Span, quoted};

use super::section;
use crate::check::Finished;
use crate::read::Known;

/// The most characters a token may have (section 7).
const LONGEST: usize = 255;

/// Tags whose values are plain text, in which a colon has no business (section 8.1, decision A-15).
/// Names of openings have colons everywhere and are not among them (decision A-93).
const PLAIN_TEXT: [Known; 6] =
    [Known::EVENT, Known::SITE, Known::EVENT_SPONSOR, Known::SECTION, Known::STAGE, Known::NIC];

/// Checks that go through all tags.
const OF_EVERY_TAG: CodeSet =
    CodeSet::of(&[Code::LowerCaseTagName, Code::NonAsciiTagValue, Code::ColonInValue]);

/// Characters and lengths of names and values, whatever they mean.
pub(super) fn check(game: &Finished<'_>, sink: &mut dyn Sink) {
    for tag in game.tags.all() {
        if tag.span.len() > LONGEST {
            check_length(game, tag.name, "a tag name", tag.name.of(game.text), sink);
            check_length(game, tag.value, "a string", &tag.value(game.text), sink);
        }
    }
    if !sink.wants_any(&OF_EVERY_TAG) {
        return;
    }
    if sink.wants(Code::LowerCaseTagName) {
        check_first_letters(game, sink);
    }
    if sink.wants(Code::NonAsciiTagValue) && !section(game).of(game.text).is_ascii() {
        check_ascii(game, sink);
    }
    if sink.wants(Code::ColonInValue) {
        check_colons(game, sink);
    }
}

#[cold]
fn check_length(game: &Finished<'_>, span: Span, what: &str, token: &[u8], sink: &mut dyn Sink) {
    let mut rest = token;
    let mut count = 0;
    while !rest.is_empty() {
        rest = &rest[decode_char(rest).1..];
        count += 1;
    }
    if count > LONGEST && sink.wants(Code::TokenTooLong) {
        let message = format!(
            "expected {what} of at most {LONGEST} characters, found {count}: {}",
            quoted(span.of(game.text))
        );
        sink.report(Diagnostic::new(Code::TokenTooLong, span, message));
    }
}

/// Names in public archives begin with an upper-case letter. Known names in another case have a diagnostic of their
/// own.
fn check_first_letters(game: &Finished<'_>, sink: &mut dyn Sink) {
    for (name, tag) in game.tags.iter(game.text) {
        if !name.first().is_some_and(u8::is_ascii_uppercase) {
            let message =
                format!("expected a tag name that begins with an upper-case letter, found {}", quoted(name));
            sink.report(Diagnostic::new(Code::LowerCaseTagName, tag.name, message));
        }
    }
}

#[cold]
fn check_ascii(game: &Finished<'_>, sink: &mut dyn Sink) {
    for tag in game.tags.all() {
        let value = tag.value.of(game.text);
        let Some(at) = value.iter().position(|byte| !byte.is_ascii()) else { continue };
        let (_, length) = decode_char(&value[at..]);
        let start = tag.value.start + at;
        let found = quoted(&value[at..at + length]);
        let message =
            format!("expected ASCII in the value of {}, found {found}", quoted(tag.name.of(game.text)));
        sink.report(Diagnostic::new(Code::NonAsciiTagValue, Span::new(start, start + length), message));
    }
}

fn check_colons(game: &Finished<'_>, sink: &mut dyn Sink) {
    for name in PLAIN_TEXT {
        let Some(tag) = game.tag(name) else { continue };
        let value = tag.value.of(game.text);
        let Some(at) = memchr::memchr(b':', value) else { continue };
        if !value[at..].starts_with(b"://") {
            let at = tag.value.start + at;
            let message =
                format!("expected a colon only between the items of a list, found one in {}", quoted(value));
            sink.report(Diagnostic::new(Code::ColonInValue, Span::new(at, at + 1), message));
        }
    }
}
