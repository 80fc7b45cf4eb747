//! The values of one line of JSON, one after another. Members may be in any order and nested to any depth, since
//! nothing here is recursive.

use std::borrow::Cow;

use json_event_parser::{JsonEvent, LowLevelJsonParser};
use pgnkit_syntax::{Span, quoted};

/// The values of a line in the order of the text; kept from line to line for its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Tape {
    values: Vec<Value>,
    /// Strings with escapes in the text: the value, and the end of its text in `decoded`.
    escaped: Vec<(u32, usize)>,
    decoded: String,
}

/// A value: 16 bytes, so that a line of nothing but brackets needs no more memory than one of moves.
#[derive(Clone, Copy, Debug)]
struct Value {
    kind: Kind,
    /// Span in the line, including quotes and brackets.
    start: u32,
    end: u32,
    /// Index of the value after it and its content. While a container is open, the index of the one around it.
    next: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Object,
    Array,
    /// The name of a member, directly before its value.
    Name,
    /// Without escapes: what the text has is the value.
    String,
    EscapedString,
    Number,
    Boolean(bool),
    Null,
}

/// Reason why a line is not JSON.
#[derive(Debug)]
pub(super) struct Fault {
    /// The place in the line.
    pub(super) span: Span,
    pub(super) message: String,
}

const NONE: u32 = u32::MAX;

impl Tape {
    /// Reads a line, which must hold one value.
    pub(super) fn read(&mut self, line: &[u8]) -> Result<(), Fault> {
        self.values.clear();
        self.escaped.clear();
        self.decoded.clear();
        if u32::try_from(line.len()).is_err() {
            let message = "expected less than 4 GiB on a line".to_owned();
            return Err(Fault { span: Span::new(0, 1), message });
        }
        let mut parser = LowLevelJsonParser::new().with_max_stack_size(usize::MAX);
        let (mut pos, mut open) = (0, NONE);
        loop {
            let rest = line.get(pos..).unwrap_or_default();
            let result = parser.parse_next(rest, true);
            // Only these are between one value and the next.
            let between = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',' | b':');
            let start = pos + rest.iter().take_while(between).count();
            pos = (pos + result.consumed_bytes).min(line.len());
            let event = match result.event {
                Some(Ok(event)) => event,
                Some(Err(error)) => return Err(fault(line, &error)),
                None => continue,
            };
            let kind = match event {
                JsonEvent::Eof => return Ok(()),
                JsonEvent::EndArray | JsonEvent::EndObject => {
                    let count = self.values.len() as u32;
                    if let Some(container) = self.values.get_mut(open as usize) {
                        container.end = pos as u32;
                        open = std::mem::replace(&mut container.next, count);
                    }
                    continue;
                }
                JsonEvent::StartArray => Kind::Array,
                JsonEvent::StartObject => Kind::Object,
                JsonEvent::ObjectKey(text) => self.string(text, Kind::Name),
                JsonEvent::String(text) => self.string(text, Kind::String),
                JsonEvent::Number(_) => Kind::Number,
                JsonEvent::Boolean(value) => Kind::Boolean(value),
                JsonEvent::Null => Kind::Null,
            };
            let at = self.values.len() as u32;
            let is_container = matches!(kind, Kind::Array | Kind::Object);
            let next = if is_container { std::mem::replace(&mut open, at) } else { at + 1 };
            self.values.push(Value { kind, start: start as u32, end: pos as u32, next });
        }
    }

    /// Puts aside the text of a string with escapes.
    fn string(&mut self, text: Cow<'_, str>, kind: Kind) -> Kind {
        match text {
            Cow::Borrowed(_) => kind,
            Cow::Owned(text) => {
                self.decoded.push_str(&text);
                self.escaped.push((self.values.len() as u32, self.decoded.len()));
                if kind == Kind::String { Kind::EscapedString } else { kind }
            }
        }
    }

    /// The values of the line at `span` of `text`, which was read last.
    pub(super) fn of<'a>(&'a self, text: &'a [u8], span: Span) -> Values<'a> {
        Values { tape: self, text, base: span.start }
    }
}

/// The message of the parser, in the style of the other diagnostics.
fn fault(line: &[u8], error: &json_event_parser::JsonSyntaxError) -> Fault {
    let place = error.location();
    let offset = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX).min(line.len());
    let (start, end) = (offset(place.start.offset), offset(place.end.offset));
    let span = Span::new(start, end.max(start));
    let found = if span.is_empty() { "the end of the line".to_owned() } else { quoted(span.of(line)) };
    let mut reason = error.message().to_owned();
    if ["null expected", "true expected", "false expected"].contains(&reason.as_str()) {
        "no word but `true`, `false` and `null` stands without quotes".clone_into(&mut reason);
    }
    if let Some(first) = reason.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    Fault { span, message: format!("expected JSON, found {found}: {reason}") }
}

/// The values of a line, with its text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Values<'a> {
    tape: &'a Tape,
    text: &'a [u8],
    /// Start of the line in `text`.
    base: usize,
}

/// One value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Id(u32);

/// Consecutive values, up to the end of their container.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Elements {
    next: u32,
    end: u32,
}

impl<'a> Values<'a> {
    /// The value that is the line.
    pub(super) const ROOT: Id = Id(0);

    fn value(&self, id: Id) -> Value {
        let nothing = Value { kind: Kind::Null, start: 0, end: 0, next: NONE };
        self.tape.values.get(id.0 as usize).copied().unwrap_or(nothing)
    }

    pub(super) fn kind(&self, id: Id) -> Kind {
        self.value(id).kind
    }

    /// Span in the text, including quotes and brackets.
    pub(super) fn span(&self, id: Id) -> Span {
        let Value { start, end, .. } = self.value(id);
        Span::new(self.base + start as usize, self.base + end as usize)
    }

    pub(super) fn raw(&self, id: Id) -> &'a [u8] {
        self.span(id).of(self.text)
    }

    /// The whole text, in which [`span`](Self::span) is a place.
    pub(super) fn text(&self) -> &'a [u8] {
        self.text
    }

    /// The text of a string; `None` for other values.
    pub(super) fn string(&self, id: Id) -> Option<&'a str> {
        match self.kind(id) {
            Kind::String => core::str::from_utf8(self.inside(id).of(self.text)).ok(),
            Kind::EscapedString => self.decoded(id),
            _ => None,
        }
    }

    /// Span of a string, without its quotes.
    pub(super) fn inside(&self, id: Id) -> Span {
        let span = self.span(id);
        Span::new(span.start + 1, (span.end - 1).max(span.start + 1))
    }

    fn decoded(&self, id: Id) -> Option<&'a str> {
        let escaped = &self.tape.escaped;
        let at = escaped.binary_search_by_key(&id.0, |(id, _)| *id).ok()?;
        let start = at.checked_sub(1).map_or(0, |before| escaped[before].1);
        self.tape.decoded.get(start..escaped[at].1)
    }

    /// A whole number that is not negative; `None` for other values.
    pub(super) fn number(&self, id: Id) -> Option<u64> {
        if self.kind(id) != Kind::Number {
            return None;
        }
        core::str::from_utf8(self.raw(id)).ok()?.parse().ok()
    }

    /// Elements of an array; none for other values.
    pub(super) fn elements(&self, id: Id) -> Elements {
        match self.value(id) {
            Value { kind: Kind::Array, next, .. } => Elements { next: id.0 + 1, end: next },
            _ => Elements::default(),
        }
    }

    /// Returns the next of these values and advances.
    pub(super) fn take(&self, elements: &mut Elements) -> Option<Id> {
        let id = (elements.next < elements.end).then_some(Id(elements.next))?;
        elements.next = self.value(id).next;
        Some(id)
    }

    pub(super) fn each(self, id: Id) -> impl Iterator<Item = Id> + use<'a> {
        let mut elements = self.elements(id);
        std::iter::from_fn(move || self.take(&mut elements))
    }

    /// The members of an object: each name and its value; none for other values.
    pub(super) fn members(self, id: Id) -> impl Iterator<Item = (&'a str, Id)> + use<'a> {
        let mut rest = match self.value(id) {
            Value { kind: Kind::Object, next, .. } => Elements { next: id.0 + 1, end: next },
            _ => Elements::default(),
        };
        std::iter::from_fn(move || {
            let name = self.take(&mut rest)?;
            let value = self.take(&mut rest)?;
            let text = self.decoded(name);
            let text = text.or_else(|| core::str::from_utf8(self.inside(name).of(self.text)).ok());
            Some((text.unwrap_or_default(), value))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values on the tape: raw text, and the index after them.
    fn shown(line: &str) -> Result<Vec<String>, String> {
        let mut tape = Tape::default();
        tape.read(line.as_bytes()).map_err(|fault| fault.message)?;
        let values = tape.of(line.as_bytes(), Span::new(0, line.len()));
        let show = |id: u32| String::from_utf8_lossy(values.raw(Id(id))).into_owned();
        Ok((0..tape.values.len() as u32).map(show).collect())
    }

    #[test]
    fn every_value_knows_its_text() {
        assert_eq!(
            shown(r#" {"a" : [1, -2.5e3 ,"x\ny"],"b":{ }, "c":null} "#).unwrap(),
            [
                r#"{"a" : [1, -2.5e3 ,"x\ny"],"b":{ }, "c":null}"#,
                "\"a\"",
                r#"[1, -2.5e3 ,"x\ny"]"#,
                "1",
                "-2.5e3",
                r#""x\ny""#,
                "\"b\"",
                "{ }",
                "\"c\"",
                "null"
            ]
        );
    }

    #[test]
    fn members_are_found_in_any_order_and_under_escaped_names() {
        let line = r#"{"b":[true,"\u00e9"],"\u0061":"x","\n":{}}"#;
        let mut tape = Tape::default();
        tape.read(line.as_bytes()).unwrap();
        let values = tape.of(line.as_bytes(), Span::new(0, line.len()));
        let members: Vec<_> = values.members(Values::ROOT).collect();
        assert_eq!(members.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["b", "a", "\n"]);
        let list: Vec<_> = values.each(members[0].1).collect();
        assert_eq!(values.kind(list[0]), Kind::Boolean(true));
        assert_eq!(values.string(list[1]), Some("\u{e9}"));
        assert_eq!(values.string(members[1].1), Some("x"));
    }

    #[test]
    fn what_is_no_json_is_said() {
        for line in [
            "",
            "{",
            "[",
            "[1",
            "{\"a\"",
            "{\"a\":",
            "{\"a\":1",
            "{\"a\" 1}",
            "{a:1}",
            "[1,]",
            "{,}",
            "1 2",
            "{} x",
            "\"",
            "\"\\",
            "\"\\u",
            "\"\\u12",
            "\"\\ud800\"",
            "\"\\ud800\\u0041\"",
            "\"\\x\"",
            "tru",
            "nul",
            "01",
            "1.",
            "-",
            "+1",
            "]",
            "}",
            "[}",
            "{]",
            "\"a\tb\"",
            "\"\u{1}\"",
            "{\"a\":1,}",
            "NaN",
            "'a'",
        ] {
            assert!(shown(line).unwrap_err().starts_with("expected JSON, found "), "{line}");
        }
        assert!(Tape::default().read(b"\"\xff\"").is_err());
        let message = shown("{\"tags\":not}").unwrap_err();
        assert!(
            message.ends_with("no word but `true`, `false` and `null` stands without quotes"),
            "{message}"
        );
    }

    #[test]
    fn nesting_has_no_end() {
        let depth = 1 << 20;
        let line = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(Tape::default().read(line.as_bytes()).map_err(|fault| fault.message), Ok(()));
        assert!(Tape::default().read(&line.as_bytes()[..depth]).is_err());
    }
}
