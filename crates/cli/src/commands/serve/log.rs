//! The log: a line for each request, on standard error.

use std::io::Write as _;

use pgnkit::render::safe;
use pgnkit_serve::Event;
use serde_json::json;

use crate::args::LogForm;

/// Writes an event.
pub(super) fn write(form: LogForm, event: &Event<'_>) {
    let line = match form {
        LogForm::None => return,
        LogForm::Text => text(event),
        LogForm::Json => object(event),
    };
    let _ = writeln!(std::io::stderr(), "{line}");
}

fn text(event: &Event<'_>) -> String {
    let line = match event {
        Event::Request(request) => {
            let query = if request.query.is_empty() { "" } else { "?" };
            let problem = request.problem.map(|problem| format!(" {problem}")).unwrap_or_default();
            let cached = if request.is_cached { " cached" } else { "" };
            format!(
                "{} {} {}{query}{} {} {} B {} µs{cached}{problem}",
                request.peer,
                request.method,
                request.path,
                request.query,
                request.status,
                request.bytes,
                request.time.as_micros()
            )
        }
        Event::Connection { peer, problem } => format!("{peer} {problem}"),
        Event::Refused { peer } => format!("{peer} refused: too many connections"),
        Event::Engine { problem } => format!("engine: {problem}"),
        Event::Accept { problem } => format!("accept: {problem}"),
        _ => return String::new(),
    };
    safe(&line)
}

fn object(event: &Event<'_>) -> String {
    let object = match event {
        Event::Request(request) => json!({
            "event": "request",
            "peer": request.peer.to_string(),
            "method": request.method,
            "path": request.path,
            "query": request.query,
            "status": request.status,
            "bytes": request.bytes,
            "micros": request.time.as_micros() as u64,
            "cached": request.is_cached,
            "problem": request.problem,
        }),
        Event::Connection { peer, problem } => {
            json!({ "event": "connection", "peer": peer.to_string(), "problem": problem })
        }
        Event::Refused { peer } => json!({ "event": "refused", "peer": peer.to_string() }),
        Event::Engine { problem } => json!({ "event": "engine", "problem": problem }),
        Event::Accept { problem } => json!({ "event": "accept", "problem": problem }),
        _ => json!({ "event": "other" }),
    };
    object.to_string()
}
