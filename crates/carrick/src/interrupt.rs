//! What is broken off by Ctrl-C, or by a service manager.

use std::io::{self, Write as _};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use anyhow::Result;
use tokio::runtime::{self, Runtime};

use crate::signal::{self, Stop};

/// What whoever breaks off is told last.
#[derive(Debug, Clone, Default)]
pub(crate) struct LastWords(Arc<Mutex<String>>);

impl LastWords {
    /// From now on Ctrl-C says them and ends the program, whether it reads or thinks.
    pub(crate) fn listen() -> Result<Self> {
        let words = Self::default();
        let last = words.clone();
        on_interrupt(move |stop| {
            let words = last.0.lock().unwrap_or_else(PoisonError::into_inner);
            // The other thread has standard output; nobody is there to be told of a failure.
            let _ = writeln!(io::stderr(), "\n{words}");
            stop.end();
        })?;
        Ok(words)
    }

    /// Changes them.
    pub(crate) fn set(&self, words: String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = words;
    }
}

/// What has ended all thoughts.
static ENDED_THOUGHTS: OnceLock<Stop> = OnceLock::new();

/// From now on Ctrl-C ends every thought, so that what was found can be told.
pub(crate) fn end_thoughts() -> Result<()> {
    on_interrupt(|stop| {
        let _ = ENDED_THOUGHTS.set(stop);
    })
}

/// What has ended all thoughts, if anything has.
pub(crate) fn ended_thoughts() -> Option<Stop> {
    ENDED_THOUGHTS.get().copied()
}

/// Does something on the first Ctrl-C; the second ends the program.
fn on_interrupt(first: impl FnOnce(Stop) + Send + 'static) -> Result<()> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let listen = |runtime: &Runtime| {
        let _entered = runtime.enter();
        signal::to_stop()
    };
    let stop = listen(&runtime)?;
    thread::spawn(move || {
        let stop = runtime.block_on(stop);
        // One that listened before would have heard the first.
        let second = listen(&runtime);
        first(stop);
        if let Ok(second) = second {
            runtime.block_on(second).end();
        }
    });
    Ok(())
}
