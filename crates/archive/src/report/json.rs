//! JSON Lines: one object for each finding. `docs/check-output.schema.json` describes it.

use std::io::{self, Write};

use pgnkit::render::{Place, is_unsafe};
use pgnkit::syntax::{Applicability, Span};
use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter};

use crate::findings::Finding;

#[derive(Serialize)]
struct Diagnostic<'a> {
    code: String,
    name: &'static str,
    severity: &'static str,
    message: &'a str,
    file: &'a str,
    game: Option<u64>,
    ply: Option<usize>,
    #[serde(flatten)]
    place: Stretch,
    section: &'static str,
    labels: Vec<Label<'a>>,
    help: Option<&'a str>,
    title: Option<Title<'a>>,
    fen: Option<&'a str>,
    fix: Option<Fix<'a>>,
}

/// Lines and columns from 1, the end is after the last character; bytes from 0 of the input, decompressed.
#[derive(Serialize)]
struct Stretch {
    line: Option<u64>,
    column: Option<u64>,
    end_line: Option<u64>,
    end_column: Option<u64>,
    byte_start: Option<u64>,
    byte_end: Option<u64>,
}

impl Stretch {
    /// Of a row there are none of these.
    fn new(place: &Place, span: Span, base: u64, is_row: bool) -> Self {
        let known = |number: u64| Some(number).filter(|_| !is_row);
        Self {
            line: known(place.start.line),
            column: known(place.start.column),
            end_line: known(place.end.line),
            end_column: known(place.end.column),
            byte_start: known(base + span.start as u64),
            byte_end: known(base + span.end as u64),
        }
    }
}

#[derive(Serialize)]
struct Label<'a> {
    #[serde(flatten)]
    place: Stretch,
    text: &'a str,
}

#[derive(Serialize)]
struct Title<'a> {
    white: Option<&'a str>,
    black: Option<&'a str>,
    event: Option<&'a str>,
    date: Option<&'a str>,
}

#[derive(Serialize)]
struct Fix<'a> {
    applicability: &'static str,
    edits: Vec<Edit<'a>>,
}

#[derive(Serialize)]
struct Edit<'a> {
    byte_start: u64,
    byte_end: u64,
    text: &'a str,
}

pub(super) fn write(out: &mut dyn Write, name: &str, game: Option<u64>, finding: &Finding) -> io::Result<()> {
    let diagnostic = &finding.diagnostic;
    let base = finding.base;
    let Some((own, others)) = finding.places.split_first() else { return Ok(()) };
    let labels = diagnostic.labels.iter().zip(others);
    let object = Diagnostic {
        code: diagnostic.code.to_string(),
        name: diagnostic.code.name(),
        severity: diagnostic.severity.as_str(),
        message: &diagnostic.message,
        file: name,
        game,
        ply: finding.ply,
        place: Stretch::new(own, diagnostic.span, base, finding.record_name.is_some()),
        section: diagnostic.code.section(),
        labels: labels
            .map(|(label, place)| Label {
                place: Stretch::new(place, label.span, base, finding.record_name.is_some()),
                text: &label.text,
            })
            .collect(),
        help: diagnostic.help.as_deref(),
        title: finding.entry.as_ref().map(|game| Title {
            white: game.title.white.as_deref(),
            black: game.title.black.as_deref(),
            event: game.title.event.as_deref(),
            date: game.title.date.as_deref(),
        }),
        fen: diagnostic.fen.as_deref(),
        fix: diagnostic.fix.as_ref().filter(|_| finding.record_name.is_none()).map(|fix| Fix {
            applicability: applicability(fix.applicability),
            edits: fix
                .edits
                .iter()
                .map(|edit| Edit {
                    byte_start: base + edit.span.start as u64,
                    byte_end: base + edit.span.end as u64,
                    text: &edit.replacement,
                })
                .collect(),
        }),
    };
    to_writer(out, &object)?;
    out.write_all(b"\n")
}

fn applicability(applicability: Applicability) -> &'static str {
    match applicability {
        Applicability::Safe => "safe",
        Applicability::Unsafe => "unsafe",
        Applicability::DisplayOnly => "display-only",
    }
}

/// Writes a value as JSON in which no terminal finds a control sequence: the characters are escaped, so the values stay
/// what they are.
///
/// # Errors
/// Those of `out`.
pub fn to_writer(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(out, SafeFormatter(CompactFormatter));
    value.serialize(&mut serializer).map_err(io::Error::from)
}

struct SafeFormatter(CompactFormatter);

impl Formatter for SafeFormatter {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, c)) = rest.char_indices().find(|(_, c)| is_unsafe(*c)) {
            write!(writer, "{}\\u{:04x}", &rest[..at], u32::from(c))?;
            rest = &rest[at + c.len_utf8()..];
        }
        self.0.write_string_fragment(writer, rest)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_a_terminal_would_obey_is_escaped() {
        let text = "a\x1b[\u{9b}\u{202e}\x7f\u{fc}\"";
        let mut out = Vec::new();
        super::to_writer(&mut out, &text).unwrap();
        assert_eq!(String::from_utf8(out.clone()).unwrap(), "\"a\\u001b[\\u009b\\u202e\\u007f\u{fc}\\\"\"");
        assert_eq!(serde_json::from_slice::<String>(&out).unwrap(), text);
    }
}
