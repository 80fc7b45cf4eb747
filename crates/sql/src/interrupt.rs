//! Ctrl-C, and being asked to end.

use std::future::Future;

use crate::error::Failure;

/// Runs something until it is done or the user breaks it off; what it holds is dropped then, temporary files included.
pub(crate) async fn until_interrupted<T>(
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    tokio::select! {
        biased;
        () = asked_to_end() => Err(Failure::Interrupted),
        result = work => result,
    }
}

#[cfg(unix)]
pub(crate) async fn asked_to_end() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut terminate), Ok(mut hang_up)) =
        (signal(SignalKind::terminate()), signal(SignalKind::hangup()))
    else {
        return ctrl_c().await;
    };
    tokio::select! {
        () = ctrl_c() => {}
        _ = terminate.recv() => {}
        _ = hang_up.recv() => {}
    }
}

#[cfg(not(unix))]
pub(crate) async fn asked_to_end() {
    ctrl_c().await;
}

async fn ctrl_c() {
    if tokio::signal::ctrl_c().await.is_err() {
        // Without a handler the process ends all the same, only less tidily.
        std::future::pending::<()>().await;
    }
}
