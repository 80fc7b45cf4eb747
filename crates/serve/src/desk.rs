//! The work for a request: from its query string to a reply, on one thread.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use hyper::StatusCode;

use crate::cache::Cache;
use crate::etag;
use crate::evaluation::check;
use crate::explorer::{ExploreError, Explorer};
use crate::json;
use crate::page;
use crate::question::{Database, Endpoint, EvaluationQuestion, GameSearch, Question};
use crate::reply::{JSON, Reply, Resource};

pub(crate) const NDJSON: &str = "application/x-ndjson";
const PGN: &str = "application/x-chess-pgn";
const HTML: &str = "text/html; charset=utf-8";

/// A request as far as the reply depends on it.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) resource: Resource,
    pub(crate) query: String,
    pub(crate) if_none_match: Option<String>,
}

/// The explorer that is asked at the moment, and answers that it gave.
pub(crate) struct Desk {
    current: RwLock<Arc<Current>>,
    cache: Mutex<Cache>,
}

struct Current {
    explorer: Arc<dyn Explorer>,
    version: String,
}

impl Current {
    fn new(explorer: Arc<dyn Explorer>) -> Arc<Self> {
        let version = explorer.version();
        Arc::new(Self { explorer, version })
    }
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").field("version", &self.current().version).finish_non_exhaustive()
    }
}

impl Desk {
    pub(crate) fn new(explorer: Arc<dyn Explorer>, cache_bytes: usize) -> Self {
        Self { current: RwLock::new(Current::new(explorer)), cache: Mutex::new(Cache::new(cache_bytes)) }
    }

    /// Puts another explorer in place. Requests that have begun are answered by the one before.
    pub(crate) fn replace(&self, explorer: Arc<dyn Explorer>) {
        let current = Current::new(explorer);
        let before = {
            let mut place = self.current.write().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *place, current)
        };
        // Perhaps the last reference to a large index: it is dropped without the lock.
        drop(before);
        self.cache.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn current(&self) -> Arc<Current> {
        self.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn reply(&self, request: &Request) -> Reply {
        let current = self.current();
        let reply = match &request.resource {
            Resource::Question(endpoint) => match Question::parse(*endpoint, &request.query) {
                Ok(question) => self.explore(&current, &question, request),
                Err(error) => Ok(Reply::text(StatusCode::BAD_REQUEST, error.to_string())),
            },
            Resource::Pgn(id) => pgn(&current, id, request),
            // These need no worker.
            Resource::Asset(_) | Resource::Analysis => Ok(Reply::not_found()),
            Resource::Position => match Question::parse(Endpoint::Lichess, &request.query) {
                Ok(question) => Ok(position(&current, &question, request)),
                Err(error) => Ok(Reply::text(StatusCode::BAD_REQUEST, error.to_string())),
            },
            Resource::Evaluation => match EvaluationQuestion::parse(&request.query) {
                Ok(question) => evaluation(&current, &question, request),
                // As lichess does: whoever reads the answer expects JSON.
                Err(error) => Ok(Reply::json_error(StatusCode::BAD_REQUEST, &error.to_string())),
            },
            Resource::Games => match GameSearch::parse(&request.query) {
                Ok(search) => games(&current, &search, request),
                Err(error) => Ok(Reply::text(StatusCode::BAD_REQUEST, error.to_string())),
            },
            Resource::Game(id) => game(&current, id, request),
            Resource::GamePage(id) => game_page(&current, id, request),
        };
        reply.unwrap_or_else(|error| match error {
            ExploreError::Refused(_) => Reply::text(StatusCode::BAD_REQUEST, error.to_string()),
            ExploreError::Busy => Reply::text(StatusCode::SERVICE_UNAVAILABLE, error.to_string()),
            ExploreError::Failed(problem) => Reply::failed(problem),
        })
    }

    fn explore(
        &self,
        current: &Current,
        question: &Question,
        request: &Request,
    ) -> Result<Reply, ExploreError> {
        let key = question.key();
        let entity_tag = etag::entity_tag(&current.version, &key);
        if request.has(&entity_tag) {
            return Ok(Reply::not_modified(entity_tag));
        }
        let is_player = matches!(question.database, Database::Player { .. });
        let content_type = if is_player { NDJSON } else { JSON };
        // An explorer that was replaced meanwhile leaves no answers to the next one.
        let key = format!("{}\0{key}", current.version);
        let cached = self.cache.lock().unwrap_or_else(PoisonError::into_inner).get(&key);
        if let Some(body) = cached {
            return Ok(Reply { is_cached: true, ..Reply::ok(content_type, body, entity_tag) });
        }
        let mut body = current.explorer.explore(question)?.into_json(question)?;
        if is_player {
            body.push('\n');
        }
        let reply = Reply::ok(content_type, body.into(), entity_tag);
        self.cache.lock().unwrap_or_else(PoisonError::into_inner).put(&key, reply.body.clone());
        Ok(reply)
    }
}

fn pgn(current: &Current, id: &str, request: &Request) -> Result<Reply, ExploreError> {
    let Some(pgn) = current.explorer.pgn(id)? else { return Ok(Reply::not_found()) };
    let entity_tag = etag::entity_tag(&current.version, &format!("pgn {id}"));
    if request.has(&entity_tag) {
        return Ok(Reply::not_modified(entity_tag));
    }
    Ok(Reply::ok(PGN, pgn.into(), entity_tag))
}

/// A position, and its evaluation if there is one. Without it the board is shown all the same, so that a failure is for the log alone.
fn position(current: &Current, question: &Question, request: &Request) -> Reply {
    let entity_tag = etag::entity_tag(&current.version, &format!("position {}", question.key()));
    if request.has(&entity_tag) {
        return Reply::not_modified(entity_tag);
    }
    let known = current.explorer.evaluation(&question.position);
    let known = known.and_then(|known| match known {
        Some(known) => check(&question.position, &known).map(|()| Some(known)),
        None => Ok(None),
    });
    let (known, problem) = match known {
        Ok(known) => (known, None),
        Err(error) => (None, Some(error.to_string())),
    };
    let reply = Reply::ok(JSON, page::position(question, known.as_ref()).into(), entity_tag);
    Reply { entity_tag: reply.entity_tag.filter(|_| problem.is_none()), problem, ..reply }
}

fn evaluation(
    current: &Current,
    question: &EvaluationQuestion,
    request: &Request,
) -> Result<Reply, ExploreError> {
    let Some(known) = current.explorer.evaluation(&question.position)? else {
        return Ok(Reply::json_error(
            StatusCode::NOT_FOUND,
            "No cloud evaluation available for that position",
        ));
    };
    let json = known.to_json(question)?;
    let entity_tag = etag::entity_tag(&current.version, &format!("evaluation {json}"));
    if request.has(&entity_tag) {
        return Ok(Reply::not_modified(entity_tag));
    }
    Ok(Reply::ok(JSON, json.into(), entity_tag))
}

fn games(current: &Current, search: &GameSearch, request: &Request) -> Result<Reply, ExploreError> {
    let entity_tag = etag::entity_tag(&current.version, &format!("games {search:?}"));
    if request.has(&entity_tag) {
        return Ok(Reply::not_modified(entity_tag));
    }
    let mut found = current.explorer.games(search)?;
    found.games.truncate(search.limit);
    Ok(Reply::ok(JSON, json::found(&found, search).into(), entity_tag))
}

fn game(current: &Current, id: &str, request: &Request) -> Result<Reply, ExploreError> {
    let Some(pgn) = current.explorer.pgn(id)? else { return Ok(Reply::not_found()) };
    let entity_tag = etag::entity_tag(&current.version, &format!("game {id}"));
    if request.has(&entity_tag) {
        return Ok(Reply::not_modified(entity_tag));
    }
    let game =
        page::game(&pgn).ok_or_else(|| ExploreError::Failed(format!("no game in the text of {id}")))?;
    Ok(Reply::ok(JSON, game.into(), entity_tag))
}

fn game_page(current: &Current, id: &str, request: &Request) -> Result<Reply, ExploreError> {
    let Some(pgn) = current.explorer.pgn(id)? else { return Ok(Reply::not_found()) };
    let entity_tag = etag::entity_tag(&current.version, &format!("page {id}"));
    if request.has(&entity_tag) {
        return Ok(Reply::not_modified(entity_tag));
    }
    let html =
        page::game_page(&pgn).ok_or_else(|| ExploreError::Failed(format!("no game in the text of {id}")))?;
    Ok(Reply { policy: Some(page::game_policy()), ..Reply::ok(HTML, html.into(), entity_tag) })
}

impl Request {
    /// Whether the client has what a tag names.
    fn has(&self, entity_tag: &str) -> bool {
        self.if_none_match.as_ref().is_some_and(|header| etag::names(header, entity_tag))
    }
}
