//! What is broken off by Ctrl-C.

use std::io::{self, Write as _};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::Result;
use tokio::runtime::{self, Runtime};

use crate::signal;

/// What a program says that is ended by Ctrl-C: 128 and the number of the signal. It says the same when a service
/// manager stops it.
const INTERRUPTED: i32 = 130;

/// What whoever breaks off is told last.
#[derive(Debug, Clone, Default)]
pub(crate) struct LastWords(Arc<Mutex<String>>);

impl LastWords {
    /// From now on Ctrl-C says them and ends the program, whether it reads or thinks.
    pub(crate) fn listen() -> Result<Self> {
        let words = Self::default();
        let last = words.clone();
        on_interrupt(move || {
            let words = last.0.lock().unwrap_or_else(PoisonError::into_inner);
            // The other thread has standard output; nobody is there to be told of a failure.
            let _ = writeln!(io::stderr(), "\n{words}");
            exit();
        })?;
        Ok(words)
    }

    /// Changes them.
    pub(crate) fn set(&self, words: String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = words;
    }
}

/// Whether thoughts are to end at once.
static ENDS_THOUGHTS: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C ends every thought, so that what was found can be told.
pub(crate) fn end_thoughts() -> Result<()> {
    on_interrupt(|| ENDS_THOUGHTS.store(true, Relaxed))
}

/// Whether Ctrl-C has ended thoughts.
pub(crate) fn has_ended_thoughts() -> bool {
    ENDS_THOUGHTS.load(Relaxed)
}

/// Ends the program as one that was broken off.
pub(crate) fn exit() -> ! {
    process::exit(INTERRUPTED)
}

/// Does something on the first Ctrl-C; the second ends the program.
fn on_interrupt(first: impl FnOnce() + Send + 'static) -> Result<()> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let listen = |runtime: &Runtime| {
        let _entered = runtime.enter();
        signal::to_stop()
    };
    let stop = listen(&runtime)?;
    thread::spawn(move || {
        runtime.block_on(stop);
        // One that listened before would have heard the first.
        let stop_now = listen(&runtime);
        first();
        if let Ok(stop_now) = stop_now {
            runtime.block_on(stop_now);
        }
        exit();
    });
    Ok(())
}
