//! A game at the terminal that is broken off by Ctrl-C.

use std::io::{self, Write as _};
use std::process;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::Result;
use tokio::runtime;

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
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        let stop = {
            let _entered = runtime.enter();
            signal::to_stop()?
        };
        let words = Self::default();
        let last = words.clone();
        thread::spawn(move || {
            runtime.block_on(stop);
            let words = last.0.lock().unwrap_or_else(PoisonError::into_inner);
            // The other thread has standard output; nobody is there to be told of a failure.
            let _ = writeln!(io::stderr(), "\n{words}");
            process::exit(INTERRUPTED);
        });
        Ok(words)
    }

    /// Changes them.
    pub(crate) fn set(&self, words: String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = words;
    }
}
