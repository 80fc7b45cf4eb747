//! Connections: accepted, served, and ended together.

use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::io::{self, Write};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time;

use super::Shared;
use super::io::{Clock, Stream};
use super::respond::{refusal, respond};
use crate::event::Event;

/// The greatest number of bytes in the head of a request.
const MAX_HEAD: usize = 16 << 10;

/// The pause after a connection could not be accepted: files are to be closed first.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves connections until a future is ready or the server is stopped, and then lets running requests end.
pub(super) async fn serve(shared: Arc<Shared>, listener: TcpListener, until: impl Future<Output = ()>) {
    let mut until = pin!(until);
    let mut stopped = shared.stop.subscribe();
    let mut stopped = pin!(stopped.wait_for(|is_stopped| *is_stopped));
    let (stop, _) = watch::channel(false);
    let mut connections = JoinSet::new();
    loop {
        let accepted = poll_fn(|cx| {
            if until.as_mut().poll(cx).is_ready() || stopped.as_mut().poll(cx).is_ready() {
                return Poll::Ready(None);
            }
            while let Poll::Ready(Some(_)) = connections.poll_join_next(cx) {}
            listener.poll_accept(cx).map(Some)
        });
        match accepted.await {
            None => break,
            Some(Err(error)) => {
                (shared.log)(&Event::Accept { problem: &error.to_string() });
                time::sleep(PAUSE).await;
            }
            Some(Ok((stream, peer))) if connections.len() >= shared.connections => {
                refuse(&shared, stream, peer);
            }
            Some(Ok((stream, peer))) => {
                connections.spawn(connection(Arc::clone(&shared), stream, peer, stop.subscribe()));
            }
        }
    }
    drop(listener);
    stop.send_replace(true);
    let all = async { while connections.join_next().await.is_some() {} };
    // Those that have not ended then are cut off.
    let _ = time::timeout(shared.stop_time, all).await;
}

/// Sends the refusal, as far as there is place for it at once, and closes.
fn refuse(shared: &Shared, stream: TcpStream, peer: SocketAddr) {
    // The stream does not wait: its side of the system has place for the few bytes of a first write.
    let _ = stream.into_std().and_then(|mut stream| stream.write(refusal(shared.cross_origin).as_bytes()));
    (shared.log)(&Event::Refused { peer });
}

async fn connection(
    shared: Arc<Shared>,
    stream: TcpStream,
    peer: SocketAddr,
    mut stop: watch::Receiver<bool>,
) {
    let _ = stream.set_nodelay(true);
    let stopped = stop.clone();
    let service = service_fn(|request| {
        let (shared, stopped) = (Arc::clone(&shared), stopped.clone());
        async move { Ok::<_, Infallible>(respond(&shared, peer, &request, stopped).await) }
    });
    let served = http1::Builder::new()
        .timer(Clock)
        .header_read_timeout(shared.header_time)
        .max_header_size(MAX_HEAD)
        .max_buf_size(4 * MAX_HEAD)
        .serve_connection(Stream::new(stream, shared.write_time), service);
    let mut served = pin!(served);
    let mut stop = pin!(stop.wait_for(|is_stopped| *is_stopped));
    let mut is_stopping = false;
    let result: hyper::Result<()> = poll_fn(|cx| {
        if !is_stopping && stop.as_mut().poll(cx).is_ready() {
            is_stopping = true;
            served.as_mut().graceful_shutdown();
        }
        served.as_mut().poll(cx)
    })
    .await;
    if let Err(error) = result {
        (shared.log)(&Event::Connection { peer, problem: &problem(&error) });
    }
}

/// An error with its causes.
fn problem(error: &hyper::Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text += ": ";
        text += &error.to_string();
        cause = error.source();
    }
    text
}

/// The listener for the runtime.
pub(super) fn listener(listener: std::net::TcpListener) -> io::Result<TcpListener> {
    listener.set_nonblocking(true)?;
    TcpListener::from_std(listener)
}
