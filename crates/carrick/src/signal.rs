//! When to stop.

use std::io;

/// Listens from now on for Ctrl-C and for the signal with which service managers stop a program; ready when one
/// has come.
#[cfg(unix)]
pub(crate) fn to_stop() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ready when Ctrl-C is pressed.
#[cfg(not(unix))]
pub(crate) fn to_stop() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
