//! When to stop.

use std::{io, process};

/// What asked the program to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    /// Ctrl-C.
    Interrupt,
    /// A service manager.
    #[cfg(unix)]
    Terminate,
}

/// Listens from now on for Ctrl-C and for the signal with which service managers stop a program;
/// ready when one has come.
#[cfg(unix)]
pub(crate) fn to_stop() -> io::Result<impl Future<Output = Stop>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => Stop::Interrupt,
            _ = terminate.recv() => Stop::Terminate,
        }
    })
}

/// Ready when Ctrl-C is pressed.
#[cfg(not(unix))]
pub(crate) fn to_stop() -> io::Result<impl Future<Output = Stop>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        Stop::Interrupt
    })
}

/// Listens from now on for SIGHUP; each call of what is returned is ready when one has come.
#[cfg(unix)]
pub(crate) fn hangups() -> io::Result<impl AsyncFnMut()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut hangup = signal(SignalKind::hangup())?;
    Ok(async move || {
        hangup.recv().await;
    })
}

/// There is no such signal.
#[cfg(not(unix))]
pub(crate) fn hangups() -> io::Result<impl AsyncFnMut()> {
    Ok(async || std::future::pending().await)
}

impl Stop {
    /// Ends the program as if it had not listened: a shell that runs it in a loop stops, too.
    pub(crate) fn end(self) -> ! {
        #[cfg(unix)]
        {
            use signal_hook::consts::{SIGINT, SIGTERM};
            let number = match self {
                Self::Interrupt => SIGINT,
                Self::Terminate => SIGTERM,
            };
            // It returns only when it has failed.
            let _ = signal_hook::low_level::emulate_default_handler(number);
            process::exit(128 + number)
        }
        #[cfg(not(unix))]
        process::exit(130)
    }
}
