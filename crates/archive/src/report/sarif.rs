//! SARIF 2.1.0: one log with one run, written as it goes, so that a million results need no memory.
//!
//! Offsets and columns are those of the decompressed input, columns in code points (`columnKind`).

use std::borrow::Cow;
use std::io::{self, Write};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use pgnkit::render::Place;
use pgnkit::syntax::{Applicability, Code, Level, Severity, Span};
use serde::Serialize;
use serde_json::json;

use super::Closing;
use super::json::to_writer;
use crate::findings::Finding;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The log being written.
#[derive(Debug, Default)]
pub(super) struct Log {
    /// Address of the page of a diagnostic, with `{code}` or `{name}` in it. It must be absolute, so that without one rules
    /// have no `helpUri`.
    pub(super) pages: Option<String>,
    has_results: bool,
}

impl Log {
    pub(super) fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":")?;
        let rules: Vec<_> = Code::ALL.iter().map(|code| rule(*code, self.pages.as_deref())).collect();
        let driver = json!({
            "name": "pgn",
            "fullName": "pgn check",
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "rules": rules,
        });
        to_writer(out, &json!({ "driver": driver }))?;
        write!(out, ",\"columnKind\":\"unicodeCodePoints\",\"results\":[")
    }

    pub(super) fn write(
        &mut self,
        out: &mut dyn Write,
        name: &str,
        game: Option<u64>,
        finding: &Finding,
    ) -> io::Result<()> {
        out.write_all(if self.has_results { b",\n" } else { b"\n" })?;
        self.has_results = true;
        to_writer(out, &result(name, game, finding))
    }

    pub(super) fn finish(&mut self, out: &mut dyn Write, closing: Closing) -> io::Result<()> {
        let mut notifications = Vec::new();
        if closing.hidden > 0 {
            let text = format!("{} more diagnostics are not in this log", closing.hidden);
            notifications.push(json!({ "level": "note", "message": { "text": text } }));
        }
        if closing.failures > 0 {
            let text = format!("{} inputs could not be read to their end", closing.failures);
            notifications.push(json!({ "level": "error", "message": { "text": text } }));
        }
        let invocation = json!({
            "executionSuccessful": closing.failures == 0,
            "toolExecutionNotifications": notifications,
        });
        out.write_all(b"\n],\"invocations\":[")?;
        to_writer(out, &invocation)?;
        out.write_all(b"]}]}\n")
    }
}

fn rule(code: Code, pages: Option<&str>) -> serde_json::Value {
    let id = code.to_string();
    let mut rule = json!({
        "id": id,
        "name": code.name(),
        "shortDescription": { "text": code.summary() },
        "help": { "text": format!("pgn explain {id}") },
        "defaultConfiguration": {
            "enabled": code.severity_at(Level::Import) > Some(Severity::Note),
            "level": code.severity().as_str(),
        },
        "properties": { "section": code.section() },
    });
    if let Some(pages) = pages {
        rule["helpUri"] =
            pages.replace("{code}", &id.to_ascii_lowercase()).replace("{name}", code.name()).into();
    }
    rule
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Result<'a> {
    rule_id: String,
    rule_index: usize,
    level: &'static str,
    message: Message<'a>,
    locations: [Location<'a>; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fixes: Option<[Fix<'a>; 1]>,
    properties: Properties<'a>,
}

#[derive(Serialize)]
struct Message<'a> {
    text: Cow<'a, str>,
}

impl<'a> Message<'a> {
    /// A message for people, in which braces are doubled (section 3.11.5 of SARIF).
    fn new(text: &'a str) -> Self {
        let text = if text.contains(['{', '}']) {
            text.replace('{', "{{").replace('}', "}}").into()
        } else {
            text.into()
        };
        Self { text }
    }
}

/// Text as it is.
#[derive(Serialize)]
struct Content<'a> {
    text: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    logical_locations: Option<[LogicalLocation; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: Artifact,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

/// A place that is no stretch of a text.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LogicalLocation {
    fully_qualified_name: String,
}

#[derive(Serialize)]
struct Artifact {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u64,
    start_column: u64,
    end_line: u64,
    end_column: u64,
    byte_offset: u64,
    byte_length: usize,
}

/// A stretch of bytes, as the edits of a fix are known.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Bytes {
    byte_offset: u64,
    byte_length: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Fix<'a> {
    description: Message<'static>,
    artifact_changes: [Change<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Change<'a> {
    artifact_location: Artifact,
    replacements: Vec<Replacement<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement<'a> {
    deleted_region: Bytes,
    inserted_content: Content<'a>,
}

/// Data without a place of their own in SARIF.
#[derive(Serialize)]
struct Properties<'a> {
    game: Option<u64>,
    ply: Option<usize>,
    help: Option<&'a str>,
    fen: Option<&'a str>,
}

fn result<'a>(name: &str, game: Option<u64>, finding: &'a Finding) -> Result<'a> {
    let diagnostic = &finding.diagnostic;
    let base = finding.base;
    let physical = |place: &Place, span: Span| PhysicalLocation {
        artifact_location: Artifact { uri: uri(name) },
        region: finding.record_name.is_none().then(|| Region {
            start_line: place.start.line,
            start_column: place.start.column,
            end_line: place.end.line,
            end_column: place.end.column,
            byte_offset: base + span.start as u64,
            byte_length: span.len(),
        }),
    };
    let row = super::row(game, finding);
    let own = Location {
        id: None,
        physical_location: physical(&finding.places[0], diagnostic.span),
        logical_locations: row.map(|fully_qualified_name| [LogicalLocation { fully_qualified_name }]),
        message: None,
    };
    let related =
        diagnostic.labels.iter().zip(&finding.places[1..]).enumerate().map(|(at, (label, place))| Location {
            id: Some(at + 1),
            physical_location: physical(place, label.span),
            logical_locations: None,
            message: Some(Message::new(&label.text)),
        });
    // Only what changes no meaning or says so: a fix that is to be shown and never applied is none here.
    let fix = diagnostic
        .fix
        .as_ref()
        .filter(|fix| fix.applicability != Applicability::DisplayOnly && finding.record_name.is_none());
    let fixes = fix.map(|fix| {
        let text = match fix.applicability {
            Applicability::Safe => "Same moves, tags and comments afterwards",
            _ => "May change what the text means",
        };
        let replacements = fix.edits.iter().map(|edit| Replacement {
            deleted_region: Bytes {
                byte_offset: base + edit.span.start as u64,
                byte_length: edit.span.len(),
            },
            inserted_content: Content { text: &edit.replacement },
        });
        let change =
            Change { artifact_location: Artifact { uri: uri(name) }, replacements: replacements.collect() };
        [Fix { description: Message::new(text), artifact_changes: [change] }]
    });
    Result {
        rule_id: diagnostic.code.to_string(),
        rule_index: diagnostic.code as usize,
        level: diagnostic.severity.as_str(),
        message: Message::new(&diagnostic.message),
        locations: [own],
        related_locations: related.collect(),
        fixes,
        properties: Properties {
            game,
            ply: finding.ply,
            help: diagnostic.help.as_deref(),
            fen: diagnostic.fen.as_deref(),
        },
    }
}

/// Characters that need no escape in the path of a URI.
const IN_PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The name of an input as a reference: a relative one stays relative, to the working directory.
fn uri(name: &str) -> String {
    let name = crate::paths::portable(name);
    let absolute = std::path::Path::new(&name).is_absolute();
    let path = utf8_percent_encode(name.trim_start_matches('/'), IN_PATH);
    if absolute { format!("file:///{path}") } else { path.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_references() {
        assert_eq!(uri("dir/a b%.pgn"), "dir/a%20b%25.pgn");
        assert_eq!(uri("./dir/a.pgn"), "dir/a.pgn");
        assert_eq!(uri("/tmp/\u{e9}:#?\n"), "file:///tmp/%C3%A9%3A%23%3F%0A");
        assert_eq!(uri("<stdin>"), "%3Cstdin%3E");
    }

    #[test]
    fn a_rule_index_is_the_place_in_the_table() {
        for (at, code) in Code::ALL.iter().enumerate() {
            assert_eq!(*code as usize, at);
        }
    }
}
