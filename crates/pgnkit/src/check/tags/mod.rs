//! Values of tags against their rules (sections 8.1.1 and 9).
//!
//! Values are looked at as bytes, and nothing is decoded, made or copied before something is wrong.

mod clock;
mod dates;
mod empty;
mod names;
mod nation;
mod opening;
mod players;
mod ply_count;
mod ratings;
mod roster;
mod rounds;
mod termination;
mod text;
mod time_control;
mod times;
mod titles;

use std::borrow::Cow;

use pgnkit_syntax::{Applicability, Code, Diagnostic, Fix, RawTag, Sink, Span, quoted};

use super::Finished;
use crate::bytes::has_byte;
use crate::read::Known;

pub(super) fn check(game: &Finished<'_>, sink: &mut dyn Sink) {
    text::check(game, sink);
    roster::check(game, sink);
    let [white, black] = [Known::WHITE, Known::BLACK].map(|name| Side { name, game });
    for (name, tag) in game.tags.known(game.text) {
        // Decoded into a vector only where that changes it.
        let decoded;
        let bytes = if tag.encoded {
            decoded = tag.value(game.text);
            &*decoded
        } else {
            tag.value.of(game.text)
        };
        let value = Value { tag, bytes };
        if value.bytes.is_empty() {
            empty::check(name, &value, game, sink);
            continue;
        }
        match name {
            Known::SITE => nation::check(&value, sink),
            Known::DATE | Known::EVENT_DATE | Known::UTC_DATE => dates::check(&value, sink),
            Known::ROUND => rounds::check(&value, sink),
            Known::WHITE => players::check_names(&value, white, sink),
            Known::BLACK => players::check_names(&value, black, sink),
            Known::ANNOTATOR => names::check(&value, sink),
            Known::WHITE_TITLE => titles::check(&value, white, sink),
            Known::BLACK_TITLE => titles::check(&value, black, sink),
            Known::WHITE_ELO | Known::WHITE_USCF | Known::WHITE_ECF => {
                ratings::check(&value, white, sink);
            }
            Known::BLACK_ELO | Known::BLACK_USCF | Known::BLACK_ECF => {
                ratings::check(&value, black, sink);
            }
            Known::WHITE_TYPE => players::check_type(&value, white, sink),
            Known::BLACK_TYPE => players::check_type(&value, black, sink),
            Known::WHITE_NA => players::check_count(&value, white, sink),
            Known::BLACK_NA => players::check_count(&value, black, sink),
            Known::BOARD => rounds::check_board(&value, sink),
            Known::ECO => opening::check_eco(&value, sink),
            Known::SUB_VARIATION => opening::check_sub_variation(&value, game, sink),
            Known::TIME | Known::UTC_TIME => times::check(&value, sink),
            Known::TIME_CONTROL => time_control::check(&value, sink),
            Known::TERMINATION => termination::check(&value, game, sink),
            Known::CLOCK => clock::check_running(&value, game, sink),
            Known::WHITE_CLOCK | Known::BLACK_CLOCK => clock::check_start(&value, sink),
            _ => {}
        }
    }
    dates::check_order(game, sink);
    ply_count::check(game, sink);
}

/// The players of one colour.
#[derive(Clone, Copy)]
struct Side<'a> {
    /// White or Black.
    name: Known,
    game: &'a Finished<'a>,
}

impl<'a> Side<'a> {
    /// The tag of that name.
    fn tag(&self) -> Option<&'a RawTag> {
        self.game.tag(self.name)
    }

    /// Whether that tag is a list.
    fn is_several(&self) -> bool {
        self.tag().is_some_and(|tag| has_byte(tag.value.of(self.game.text), b':'))
    }
}

/// Span from the first tag to the last.
fn section(game: &Finished<'_>) -> Span {
    match game.tags.all() {
        [first, .., last] => Span::new(first.span.start, last.span.end),
        [only] => only.span,
        [] => Span::default(),
    }
}

/// A tag with its value, decoded.
#[derive(Clone, Copy)]
struct Value<'a> {
    tag: &'a RawTag,
    bytes: &'a [u8],
}

impl<'a> Value<'a> {
    /// A diagnostic about the value: what was expected, and the value as it was found.
    fn expected(&self, code: Code, what: &str) -> Diagnostic {
        let message = format!("expected {what}, found {}", quoted(self.bytes));
        Diagnostic::new(code, self.tag.value, message)
    }

    /// The items of a value that is a list (section 8.1).
    fn items(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        self.bytes.split(|&byte| byte == b':')
    }

    /// Whether a colon belongs to an address such as `https://…`, which is never a list (decision A-15).
    fn is_address(&self) -> bool {
        self.bytes.windows(3).any(|part| part == b"://")
    }
}

/// With another text for the value, where there is one.
fn with_value(
    diagnostic: Diagnostic,
    value: &Value<'_>,
    applicability: Applicability,
    replacement: Option<impl Into<Cow<'static, str>>>,
) -> Diagnostic {
    diagnostic.maybe_fix(replacement.map(|text| Fix::replace(applicability, value.tag.value, text)))
}
