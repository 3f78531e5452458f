//! Notification of commits within this process.

use std::sync::Arc;

use tokio::sync::watch;

/// Tells whoever listens that something was committed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Commits(Arc<watch::Sender<u64>>);

impl Commits {
    /// Something was committed.
    pub(crate) fn tell(&self) {
        self.0.send_modify(|count| *count += 1);
    }

    pub(crate) fn subscribe(&self) -> watch::Receiver<u64> {
        self.0.subscribe()
    }
}
