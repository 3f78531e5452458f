//! Waits for SIGINT, SIGTERM and SIGHUP.

use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::{process, thread};

use anyhow::Result;
use tokio::runtime::{self, Runtime};

/// Signal that asks the program to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// SIGINT: Ctrl-C.
    Interrupt,
    /// SIGTERM: a service manager.
    #[cfg(unix)]
    Terminate,
}

/// Installs handlers for SIGINT and SIGTERM. The future completes when one of them arrives.
#[cfg(unix)]
pub fn to_stop() -> io::Result<impl Future<Output = Stop>> {
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

/// Completes when Ctrl-C is pressed.
#[cfg(not(unix))]
pub fn to_stop() -> io::Result<impl Future<Output = Stop>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        Stop::Interrupt
    })
}

/// Whether a file has reached the limit on file sizes (`RLIMIT_FSIZE`).
static FILE_SIZE: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Lets writing fail when a file reaches the limit on file sizes, instead of ending the program
/// without a message.
pub fn note_file_size() {
    let reached = FILE_SIZE.get_or_init(Arc::default);
    #[cfg(unix)]
    {
        // Without the handler, the signal ends the program as before.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, reached.clone());
    }
    #[cfg(not(unix))]
    let _ = reached;
}

/// Whether a file has reached that limit.
pub fn reached_file_size() -> bool {
    FILE_SIZE.get().is_some_and(|reached| reached.load(Ordering::Relaxed))
}

/// Whether the program has a terminal, which sends SIGHUP when it is closed.
pub fn has_terminal() -> bool {
    cfg!(unix) && std::fs::File::open("/dev/tty").is_ok()
}

/// Installs a handler for SIGHUP. Each call of the returned function waits for the next one.
#[cfg(unix)]
pub fn hangups() -> io::Result<impl AsyncFnMut()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut hangup = signal(SignalKind::hangup())?;
    Ok(async move || {
        hangup.recv().await;
    })
}

/// Never completes: this system has no SIGHUP.
#[cfg(not(unix))]
pub fn hangups() -> io::Result<impl AsyncFnMut()> {
    Ok(async || std::future::pending().await)
}

impl Stop {
    /// Ends the program as if it had no handler, so that a shell loop around it also stops.
    pub fn end(self) -> ! {
        #[cfg(unix)]
        {
            use signal_hook::consts::{SIGINT, SIGTERM};
            let number = match self {
                Self::Interrupt => SIGINT,
                Self::Terminate => SIGTERM,
            };
            // This returns only if it has failed.
            let _ = signal_hook::low_level::emulate_default_handler(number);
            process::exit(128 + number)
        }
        #[cfg(not(unix))]
        process::exit(130)
    }
}

// Handlers for Ctrl-C and SIGTERM: last words, and ending a search early.

/// Message that is printed when Ctrl-C or SIGTERM ends the program.
#[derive(Debug, Clone, Default)]
pub struct LastWords(Arc<Mutex<String>>);

impl LastWords {
    /// Installs the handler: from now on a signal prints the message and ends the program.
    pub fn listen() -> Result<Self> {
        let words = Self::default();
        let last = words.clone();
        on_interrupt(move |stop| {
            let words = last.0.lock().unwrap_or_else(PoisonError::into_inner);
            // The other thread may hold standard output's lock; a failure here cannot be reported.
            let _ = writeln!(io::stderr(), "\n{words}");
            stop.end();
        })?;
        Ok(words)
    }

    /// Replaces the message.
    pub fn set(&self, words: String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = words;
    }
}

/// Signal that has ended all searches.
static ENDED_THOUGHTS: OnceLock<Stop> = OnceLock::new();

/// Installs a handler that ends every search early, so that its results can be printed.
pub fn end_thoughts() -> Result<()> {
    on_interrupt(|stop| {
        let _ = ENDED_THOUGHTS.set(stop);
    })
}

/// Signal that has ended all searches, if one has arrived.
pub fn ended_thoughts() -> Option<Stop> {
    ENDED_THOUGHTS.get().copied()
}

/// Calls a function on the first Ctrl-C; the second ends the program.
fn on_interrupt(first: impl FnOnce(Stop) + Send + 'static) -> Result<()> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let listen = |runtime: &Runtime| {
        let _entered = runtime.enter();
        to_stop()
    };
    let stop = listen(&runtime)?;
    thread::spawn(move || {
        let stop = runtime.block_on(stop);
        // Listening starts only now: an earlier listener would have heard the first signal.
        let second = listen(&runtime);
        first(stop);
        if let Ok(second) = second {
            runtime.block_on(second).end();
        }
    });
    Ok(())
}
