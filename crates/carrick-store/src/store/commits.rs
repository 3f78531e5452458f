//! Notification of commits within this process.

use std::sync::Arc;

use tokio::sync::watch;

/// Notifies listeners of this process that something was committed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Commits(Arc<watch::Sender<u64>>);

impl Commits {
    /// Notifies all listeners.
    pub(crate) fn tell(&self) {
        self.0.send_modify(|count| *count += 1);
    }

    /// Whether anybody in this process listens.
    pub(crate) fn has_listeners(&self) -> bool {
        self.0.receiver_count() > 0
    }

    pub(crate) fn subscribe(&self) -> watch::Receiver<u64> {
        self.0.subscribe()
    }
}
