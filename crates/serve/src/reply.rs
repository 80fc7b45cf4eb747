//! Replies to requests, before they are HTTP.

use hyper::StatusCode;
use hyper::body::Bytes;

use crate::json::Object;
use crate::page::Asset;
use crate::question::Endpoint;

pub(crate) const JSON: &str = "application/json";
pub(crate) const TEXT: &str = "text/plain; charset=utf-8";

/// A reply to a request.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) content_type: &'static str,
    pub(crate) body: Bytes,
    pub(crate) entity_tag: Option<String>,
    /// The content security policy, of pages alone.
    pub(crate) policy: Option<String>,
    pub(crate) is_cached: bool,
    /// For the log.
    pub(crate) problem: Option<String>,
}

impl Reply {
    pub(crate) fn ok(content_type: &'static str, body: Bytes, entity_tag: String) -> Self {
        let entity_tag = Some(entity_tag);
        Self {
            status: StatusCode::OK,
            content_type,
            body,
            entity_tag,
            policy: None,
            is_cached: false,
            problem: None,
        }
    }

    pub(crate) fn text(status: StatusCode, text: impl Into<Bytes>) -> Self {
        Self {
            status,
            content_type: TEXT,
            body: text.into(),
            entity_tag: None,
            policy: None,
            is_cached: false,
            problem: None,
        }
    }

    /// An error as an object of JSON.
    pub(crate) fn json_error(status: StatusCode, error: &str) -> Self {
        let mut out = Object::begin(String::new());
        out.text("error", error);
        Self { content_type: JSON, ..Self::text(status, out.end()) }
    }

    pub(crate) fn not_modified(entity_tag: String) -> Self {
        Self { entity_tag: Some(entity_tag), ..Self::text(StatusCode::NOT_MODIFIED, "") }
    }

    pub(crate) fn not_found() -> Self {
        Self::text(StatusCode::NOT_FOUND, "not found")
    }

    pub(crate) fn busy() -> Self {
        Self::text(StatusCode::SERVICE_UNAVAILABLE, "question queue full")
    }

    /// All engines are at work.
    #[cfg(feature = "engines")]
    pub(crate) fn no_engine() -> Self {
        Self::text(StatusCode::SERVICE_UNAVAILABLE, "all engines are at work")
    }

    /// An explorer that takes too long.
    pub(crate) fn late() -> Self {
        let problem = Some("the explorer takes too long".to_owned());
        Self { problem, ..Self::text(StatusCode::SERVICE_UNAVAILABLE, "the question takes too long") }
    }

    /// An error that clients do not see.
    pub(crate) fn failed(problem: String) -> Self {
        Self { problem: Some(problem), ..Self::text(StatusCode::INTERNAL_SERVER_ERROR, "internal error") }
    }
}

/// The resource of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Resource {
    Question(Endpoint),
    Pgn(String),
    /// A file of the page, which needs no worker.
    Asset(Asset),
    /// A position with its legal moves.
    Position,
    /// The evaluation of a position.
    Evaluation,
    /// The analysis of a position by an engine, as long as the client looks on.
    Analysis,
    /// The games of a player.
    Games,
    /// The moves of a game, for the page.
    Game(String),
    /// A game as a page of its own.
    GamePage(String),
}

impl Resource {
    pub(crate) fn of_path(path: &str) -> Option<Self> {
        if let Some(endpoint) = Endpoint::of_path(path) {
            return Some(Self::Question(endpoint));
        }
        if let Some(asset) = Asset::of_path(path) {
            return Some(Self::Asset(asset));
        }
        match path {
            "/api/position" => return Some(Self::Position),
            "/api/analysis" => return Some(Self::Analysis),
            "/api/cloud-eval" => return Some(Self::Evaluation),
            "/api/games" => return Some(Self::Games),
            _ => {}
        }
        let (start, id) = path.rsplit_once('/')?;
        let resource = match start {
            "/masters/pgn" | "/master/pgn" => Self::Pgn,
            "/api/game" => Self::Game,
            "/game" => Self::GamePage,
            _ => return None,
        };
        let is_id = (1..=32).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_id.then(|| resource(id.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_known_exactly() {
        let question = |endpoint| Some(Resource::Question(endpoint));
        let pgn = |id: &str| Some(Resource::Pgn(id.to_owned()));
        for (path, resource) in [
            ("/masters", question(Endpoint::Masters)),
            ("/master", question(Endpoint::Masters)),
            ("/lichess", question(Endpoint::Lichess)),
            ("/lichess/history", question(Endpoint::LichessHistory)),
            ("/player", question(Endpoint::Player)),
            ("/personal", question(Endpoint::Player)),
            ("/masters/pgn/aAbZ0129", pgn("aAbZ0129")),
            ("/master/pgn/x", pgn("x")),
            ("/masters/pgn/", None),
            ("/masters/pgn/a/b", None),
            ("/masters/pgn/../x", None),
            ("/masters/pgn/%41", None),
            ("/masters/", None),
            ("/Masters", None),
            ("/", Some(Resource::Asset(Asset::Page))),
            ("/explorer.js", Some(Resource::Asset(Asset::Script))),
            ("/explorer.css", Some(Resource::Asset(Asset::Style))),
            ("/index.html", None),
            ("/api/position", Some(Resource::Position)),
            ("/api/games", Some(Resource::Games)),
            ("/api/cloud-eval", Some(Resource::Evaluation)),
            ("/api/analysis", Some(Resource::Analysis)),
            ("/api/analysis/", None),
            ("/cloud-eval", None),
            ("/api/game/aAbZ0129", Some(Resource::Game("aAbZ0129".into()))),
            ("/game/aAbZ0129", Some(Resource::GamePage("aAbZ0129".into()))),
            ("/game/", None),
            ("/api/", None),
            ("", None),
            ("*", None),
        ] {
            assert_eq!(Resource::of_path(path), resource, "{path}");
        }
        assert_eq!(Resource::of_path(&format!("/master/pgn/{}", "a".repeat(33))), None);
    }
}
