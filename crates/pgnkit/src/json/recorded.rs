//! Diagnostics in JSON: what was wrong with the text that a game comes from.

use pgnkit_syntax::{Applicability, Code, Diagnostic, Edit, Fix, Location, Severity, Span};

use super::tape::{Id, Kind, Values};
use super::text;

pub(super) fn write(diagnostic: &Diagnostic, place: Option<(Location, Location)>, out: &mut Vec<u8>) {
    let Diagnostic { code, severity, span, message, labels, help, fix, fen, .. } = diagnostic;
    // Codes and names are letters, digits and hyphens.
    let head =
        format!("{{\"code\":\"{code}\",\"name\":\"{}\",\"severity\":\"{}\"", code.name(), severity.as_str());
    out.extend_from_slice(head.as_bytes());
    string(",\"message\":", message, out);
    out.push(b',');
    bytes(*span, out);
    if let Some((start, end)) = place {
        let numbers = [
            ("line", start.line),
            ("column", start.column),
            ("end_line", end.line),
            ("end_column", end.column),
        ];
        for (name, value) in numbers {
            out.extend_from_slice(format!(",\"{name}\":{value}").as_bytes());
        }
    }
    list("labels", labels, out, |label, out| {
        bytes(label.span, out);
        string(",\"text\":", &label.text, out);
    });
    if let Some(help) = help {
        string(",\"help\":", help, out);
    }
    if let Some(fen) = fen {
        string(",\"fen\":", fen, out);
    }
    if let Some(fix) = fix {
        string(",\"fix\":{\"applicability\":", applicability(fix.applicability), out);
        list("edits", &fix.edits, out, |edit, out| {
            bytes(edit.span, out);
            string(",\"text\":", &edit.replacement, out);
        });
        out.push(b'}');
    }
    out.push(b'}');
}

fn string(name: &str, value: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(name.as_bytes());
    text::string(value.as_bytes(), out);
}

fn bytes(span: Span, out: &mut Vec<u8>) {
    out.extend_from_slice(format!("\"byte_start\":{},\"byte_end\":{}", span.start, span.end).as_bytes());
}

/// A member that is a list of objects, with a comma before it; nothing where the list is empty.
fn list<T>(name: &str, items: &[T], out: &mut Vec<u8>, write: impl Fn(&T, &mut Vec<u8>)) {
    for (at, item) in items.iter().enumerate() {
        match at {
            0 => out.extend_from_slice(format!(",\"{name}\":[{{").as_bytes()),
            _ => out.extend_from_slice(b",{"),
        }
        write(item, out);
        out.push(b'}');
    }
    if !items.is_empty() {
        out.push(b']');
    }
}

const fn applicability(applicability: Applicability) -> &'static str {
    match applicability {
        Applicability::Safe => "safe",
        Applicability::Unsafe => "unsafe",
        Applicability::DisplayOnly => "display-only",
    }
}

/// A diagnostic that was written so; `None` where a member is missing, of another type, or names a code that is not
/// known.
pub(super) fn read(values: Values<'_>, object: Id) -> Option<Diagnostic> {
    let member = |name: &str| get(values, object, name);
    let string = |name: &str| member(name).map(|id| values.string(id).ok_or(())).transpose().ok();
    let code = Code::from_name(values.string(member("code")?)?)?;
    let severity = match values.string(member("severity")?)? {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        "note" => Severity::Note,
        _ => return None,
    };
    let message = values.string(member("message")?)?.to_owned();
    let mut diagnostic = Diagnostic::new(code, span(values, object)?, message).severity(severity);
    for (span, text) in items(values, member("labels"))? {
        diagnostic = diagnostic.label(span, text);
    }
    if let Some(help) = string("help")? {
        diagnostic = diagnostic.help(help.to_owned());
    }
    if let Some(fen) = string("fen")? {
        diagnostic = diagnostic.fen(fen);
    }
    if let Some(fix) = member("fix").filter(|id| values.kind(*id) != Kind::Null) {
        let applicability = match values.string(get(values, fix, "applicability")?)? {
            "safe" => Applicability::Safe,
            "unsafe" => Applicability::Unsafe,
            "display-only" => Applicability::DisplayOnly,
            _ => return None,
        };
        let edits = items(values, get(values, fix, "edits"))?.into_iter();
        let edits = edits.map(|(span, text)| Edit { span, replacement: text.into() }).collect();
        diagnostic.fix = Some(Fix::new(applicability, edits));
    }
    Some(diagnostic)
}

fn get(values: Values<'_>, object: Id, wanted: &str) -> Option<Id> {
    values.members(object).find(|(name, _)| *name == wanted).map(|(_, value)| value)
}

fn span(values: Values<'_>, object: Id) -> Option<Span> {
    let offset = |name| usize::try_from(values.number(get(values, object, name)?)?).ok();
    let (start, end) = (offset("byte_start")?, offset("byte_end")?);
    (start <= end).then(|| Span::new(start, end))
}

/// A list of places with a text each; none where there is no list.
fn items(values: Values<'_>, list: Option<Id>) -> Option<Vec<(Span, String)>> {
    let Some(list) = list else { return Some(Vec::new()) };
    let item = |id| Some((span(values, id)?, values.string(get(values, id, "text")?)?.to_owned()));
    if values.kind(list) == Kind::Array { values.each(list).map(item).collect() } else { None }
}
