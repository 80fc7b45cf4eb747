//! One request: its method and path, the way to a worker, and the head of the response.

use std::convert::Infallible;
#[cfg(feature = "engines")]
use std::future::{Future as _, poll_fn};
use std::net::SocketAddr;
use std::pin::Pin;
#[cfg(feature = "engines")]
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Method, StatusCode};
use tokio::sync::{mpsc, watch};
use tokio::task;
use tokio::time::timeout;

use super::Shared;
#[cfg(feature = "engines")]
use crate::desk::NDJSON;
use crate::desk::Request;
use crate::event::{Event, RequestRecord};
use crate::reply::{Reply, Resource, TEXT};

/// The greatest number of bytes in a query string: 600 moves with all commas encoded, and a FEN.
const MAX_QUERY: usize = 8 << 10;

const METHODS: &str = "GET, HEAD, OPTIONS";
/// Clients of lichess send the token of an account, which is not looked at.
const HEADERS: &str = "Authorization, Accept, Content-Type, If-None-Match, *";

/// Answers a request, and reports it.
pub(super) async fn respond<B>(
    shared: &Arc<Shared>,
    peer: SocketAddr,
    request: &hyper::Request<B>,
    stopped: watch::Receiver<bool>,
) -> hyper::Response<Content> {
    let begin = Instant::now();
    let is_analysis = Resource::of_path(request.uri().path()) == Some(Resource::Analysis);
    let (reply, stream) = match is_analysis.then(|| analyse(shared, request, stopped)) {
        Some(analysing) => analysing.await,
        None => (reply(shared, request).await, None),
    };
    let mut response = response(shared, request, &reply, is_analysis);
    if let Some(stream) = stream {
        *response.body_mut() = Content::Stream(stream);
        response.headers_mut().remove(header::CONTENT_LENGTH);
    }
    (shared.log)(&Event::Request(RequestRecord {
        peer,
        method: request.method().as_str(),
        path: request.uri().path(),
        query: request.uri().query().unwrap_or_default(),
        status: reply.status.as_u16(),
        bytes: response.body().len(),
        time: begin.elapsed(),
        is_cached: reply.is_cached,
        problem: reply.problem.as_deref(),
    }));
    response
}

async fn reply<B>(shared: &Arc<Shared>, request: &hyper::Request<B>) -> Reply {
    match *request.method() {
        Method::GET | Method::HEAD => {}
        Method::OPTIONS => return Reply::text(StatusCode::NO_CONTENT, ""),
        _ => return Reply::text(StatusCode::METHOD_NOT_ALLOWED, "only GET, HEAD and OPTIONS"),
    }
    let Some(resource) = Resource::of_path(request.uri().path()) else { return Reply::not_found() };
    let query = request.uri().query().unwrap_or_default();
    if query.len() > MAX_QUERY {
        return Reply::text(StatusCode::URI_TOO_LONG, "bad request: the query is too long");
    }
    if let Resource::Asset(asset) = resource {
        return asset.reply(if_none_match(request.headers()).as_deref(), shared.has_engine());
    }
    let Some(pass) = shared.gate.enter().await else { return Reply::busy() };
    let request =
        Request { resource, query: query.to_owned(), if_none_match: if_none_match(request.headers()) };
    let (shared, work_time) = (Arc::clone(shared), shared.work_time);
    let work = task::spawn_blocking(move || {
        // Also if the client goes away, the place is taken as long as there is work.
        let _pass = pass;
        shared.desk.reply(&request)
    });
    match timeout(work_time, work).await {
        Ok(Ok(reply)) => reply,
        Ok(Err(error)) => Reply::failed(error.to_string()),
        Err(_) => Reply::late(),
    }
}

/// The parts of an answer that is not there at once.
type Parts = mpsc::Receiver<Bytes>;

/// Begins to analyse a position. The parts of the answer come until the client goes away, the server stops, or the time is over.
#[cfg(feature = "engines")]
async fn analyse<B>(
    shared: &Arc<Shared>,
    request: &hyper::Request<B>,
    mut stopped: watch::Receiver<bool>,
) -> (Reply, Option<Parts>) {
    let refuse = |reply| (reply, None);
    let Some(analyses) = &shared.analyses else { return refuse(Reply::not_found()) };
    match *request.method() {
        Method::GET | Method::HEAD => {}
        Method::OPTIONS => return refuse(Reply::text(StatusCode::NO_CONTENT, "")),
        _ => return refuse(Reply::text(StatusCode::METHOD_NOT_ALLOWED, "only GET, HEAD and OPTIONS")),
    }
    if let Err(reason) = super::origin::check(request.headers()) {
        return refuse(Reply::text(StatusCode::FORBIDDEN, reason));
    }
    let query = request.uri().query().unwrap_or_default();
    if query.len() > MAX_QUERY {
        return refuse(Reply::text(StatusCode::URI_TOO_LONG, "bad request: the query is too long"));
    }
    let question = match crate::question::AnalysisQuestion::parse(query, analyses.lines()) {
        Ok(question) => question,
        Err(error) => return refuse(Reply::text(StatusCode::BAD_REQUEST, error.to_string())),
    };
    let reply = Reply { content_type: NDJSON, ..Reply::text(StatusCode::OK, "") };
    if *request.method() == Method::HEAD {
        return refuse(reply);
    }
    let Some(analysing) = analyses.begin(question).await else { return refuse(Reply::no_engine()) };
    let (out, parts) = mpsc::channel(1);
    let shared = Arc::clone(shared);
    task::spawn(async move {
        let mut sent = pin!(analysing.send(&out));
        let mut gone = pin!(out.closed());
        let mut stopped = pin!(stopped.wait_for(|is_stopped| *is_stopped));
        let failure = poll_fn(|cx| {
            if gone.as_mut().poll(cx).is_ready() || stopped.as_mut().poll(cx).is_ready() {
                return Poll::Ready(None);
            }
            sent.as_mut().poll(cx)
        });
        if let Some(error) = failure.await {
            (shared.log)(&Event::Engine { problem: &error.to_string() });
        }
    });
    (reply, Some(parts))
}

#[cfg(not(feature = "engines"))]
async fn analyse<B>(
    _: &Arc<Shared>,
    _: &hyper::Request<B>,
    _: watch::Receiver<bool>,
) -> (Reply, Option<Parts>) {
    (Reply::not_found(), None)
}

/// All headers of that name as one.
fn if_none_match(headers: &HeaderMap) -> Option<String> {
    let values: Vec<_> =
        headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|it| it.to_str().ok()).collect();
    (!values.is_empty()).then(|| values.join(","))
}

fn response<B>(
    shared: &Shared,
    request: &hyper::Request<B>,
    reply: &Reply,
    is_analysis: bool,
) -> hyper::Response<Content> {
    let is_head = *request.method() == Method::HEAD;
    let has_body = !matches!(reply.status, StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED);
    let body = if is_head || !has_body { None } else { Some(reply.body.clone()) };
    let mut response = hyper::Response::new(Content::Whole(body.filter(|body| !body.is_empty())));
    *response.status_mut() = reply.status;
    let headers = response.headers_mut();
    if has_body {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(reply.content_type));
        headers.insert(header::CONTENT_LENGTH, reply.body.len().into());
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    }
    if let Some(tag) = reply.entity_tag.as_deref().and_then(|tag| HeaderValue::from_str(tag).ok()) {
        headers.insert(header::ETAG, tag);
        // Kept, but asked for again: the index may be another one.
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    }
    if let Some(policy) = reply.policy.as_deref().and_then(|policy| HeaderValue::from_str(policy).ok()) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    }
    if matches!(reply.status, StatusCode::METHOD_NOT_ALLOWED | StatusCode::NO_CONTENT) {
        headers.insert(header::ALLOW, HeaderValue::from_static(METHODS));
    }
    if reply.status == StatusCode::SERVICE_UNAVAILABLE {
        headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    }
    if is_analysis {
        // For the page of this server and nobody else, and as it comes, also through a proxy.
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        for (name, value) in [("cross-origin-resource-policy", "same-origin"), ("x-accel-buffering", "no")] {
            headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
    } else if shared.cross_origin {
        allow_other_origins(headers, request);
    }
    response
}

fn allow_other_origins<B>(headers: &mut HeaderMap, request: &hyper::Request<B>) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    if *request.method() != Method::OPTIONS {
        headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("ETag"));
        return;
    }
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static(METHODS));
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(HEADERS));
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
    // Asked for by browsers before a page of the Internet reads from this machine.
    if request.headers().contains_key("access-control-request-private-network") {
        let name = HeaderName::from_static("access-control-allow-private-network");
        headers.insert(name, HeaderValue::from_static("true"));
    }
}

/// The response to those who are refused before they have asked.
pub(super) fn refusal(cross_origin: bool) -> String {
    let text = "too many connections";
    let origin = if cross_origin { "Access-Control-Allow-Origin: *\r\n" } else { "" };
    format!(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: {TEXT}\r\nContent-Length: {}\r\n{origin}Retry-After: 1\r\n\
         Connection: close\r\n\r\n{text}",
        text.len()
    )
}

/// A body.
#[derive(Debug)]
pub(super) enum Content {
    /// It is there at once.
    Whole(Option<Bytes>),
    /// It comes in parts.
    Stream(Parts),
}

impl Content {
    /// The bytes that are known.
    fn len(&self) -> usize {
        match self {
            Self::Whole(bytes) => bytes.as_ref().map_or(0, Bytes::len),
            Self::Stream(_) => 0,
        }
    }
}

impl Body for Content {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let bytes = match &mut *self {
            Self::Whole(bytes) => Poll::Ready(bytes.take()),
            Self::Stream(parts) => parts.poll_recv(cx),
        };
        bytes.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Self::Whole(None))
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Whole(_) => SizeHint::with_exact(self.len() as u64),
            Self::Stream(_) => SizeHint::default(),
        }
    }
}
