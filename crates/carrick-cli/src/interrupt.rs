//! Handlers for Ctrl-C and SIGTERM: last words, and ending a search early.

use std::io::{self, Write as _};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use anyhow::Result;
use tokio::runtime::{self, Runtime};

use crate::signal::{self, Stop};

/// Message printed when Ctrl-C or SIGTERM ends the program.
#[derive(Debug, Clone, Default)]
pub struct LastWords(Arc<Mutex<String>>);

impl LastWords {
    /// Installs the handler: from now on a signal prints the message and ends the program.
    pub fn listen() -> Result<Self> {
        let words = Self::default();
        let last = words.clone();
        on_interrupt(move |stop| {
            let words = last.0.lock().unwrap_or_else(PoisonError::into_inner);
            // The other thread may hold standard output's lock; a failure here has no reader.
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

/// Signal that has ended all searches, if one has come.
pub fn ended_thoughts() -> Option<Stop> {
    ENDED_THOUGHTS.get().copied()
}

/// Calls a function on the first Ctrl-C; the second ends the program.
fn on_interrupt(first: impl FnOnce(Stop) + Send + 'static) -> Result<()> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let listen = |runtime: &Runtime| {
        let _entered = runtime.enter();
        signal::to_stop()
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
