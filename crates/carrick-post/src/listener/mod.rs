//! LMTP on a socket: many conversations at once, each within limits of size and time.

mod address;
mod conversation;

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use carrick_mail::lmtp::SessionLimits;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

use crate::Postman;

use address::Socket;
pub use address::{ListenError, LmtpAddress, LmtpAddressError};
use conversation::converse;

/// Limits of all conversations together, and of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Maximum number of open conversations; a relay that connects beyond them waits.
    pub conversations: usize,
    /// Limits of one conversation.
    pub limits: SessionLimits,
    /// Timeout for writing an answer.
    pub write_wait: Duration,
    /// Timeout for a delivery to all its recipients, after which the relay is told to try again
    /// later.
    pub deliver_wait: Duration,
}

impl Default for Bounds {
    /// For a relay on the same machine.
    fn default() -> Self {
        Self {
            conversations: 100,
            limits: SessionLimits::default(),
            write_wait: Duration::from_secs(60),
            deliver_wait: Duration::from_secs(300),
        }
    }
}

/// Listener to which a relay delivers mail.
#[derive(Debug)]
pub struct Listener {
    socket: Socket,
}

impl Listener {
    /// Listens at an address. A socket left there by a server that was killed is replaced.
    ///
    /// # Errors
    /// When another program listens there, or this one may not.
    pub async fn bind(address: &LmtpAddress) -> Result<Self, ListenError> {
        Ok(Self { socket: Socket::bind(address).await? })
    }

    /// Address at which it listens: with the port that the system chose, for port 0.
    #[must_use]
    pub fn address(&self) -> &LmtpAddress {
        self.socket.address()
    }

    /// Converses with each relay that connects, until `stop` is ready. Then no more are let in,
    /// those that are waited for are told to come back later, and deliveries under way are finished
    /// and answered.
    pub async fn serve(self, postman: Postman, bounds: Bounds, stop: impl Future<Output = ()>) {
        let stopping = watch::Sender::new(false);
        let places = Arc::new(Semaphore::new(bounds.conversations.max(1)));
        let mut open = JoinSet::new();
        tokio::pin!(stop);
        loop {
            let accepted = async {
                // The semaphore is never closed.
                let place = places.clone().acquire_owned().await.ok();
                (place, self.socket.accept().await)
            };
            let (place, stream) = tokio::select! {
                () = &mut stop => break,
                accepted = accepted => accepted,
                Some(_) = open.join_next() => continue,
            };
            let (postman, told) = (postman.clone(), stopping.subscribe());
            match stream {
                Ok(stream) => open.spawn(async move {
                    let _place = place;
                    converse(stream, postman, bounds, told).await;
                }),
                Err(error) => {
                    // Too many open files, say: it passes when conversations end.
                    tracing::error!(%error, "a relay could not connect");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                    continue;
                }
            };
        }
        drop(self.socket);
        stopping.send_replace(true);
        while open.join_next().await.is_some() {}
    }
}

/// Pause after a relay could not be let in.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Stream between a relay and the listener.
trait Stream: AsyncRead + AsyncWrite + Unpin + Send + Sync {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send + Sync> Stream for T {}
