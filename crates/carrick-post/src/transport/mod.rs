//! Transports: a relay by SMTP, a Maildir, or a carrier of the program's own.

mod error;
mod maildir;
mod relay;
mod unreachable;

use std::fmt;
use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;

use carrick_mail::outgoing::Composed;

pub use error::{Reason, SendError};
pub use relay::{Login, Relay, RelayError, Security, is_here};

use maildir::Maildir;

/// Transport of outgoing mail.
#[derive(Debug, Clone)]
pub enum Transport {
    /// To a relay, by SMTP.
    Relay(Relay),
    /// Into a folder in the form of a Maildir: for tests, and for trying it out.
    Maildir(PathBuf),
    /// By a carrier of the program's own, as a simulation has.
    Carrier(Arc<dyn Carrier>),
}

/// The outcome of carrying a mail.
pub type Carried<'c> = Pin<Box<dyn Future<Output = Result<(), SendError>> + Send + 'c>>;

/// Some other way of sending mail.
pub trait Carrier: fmt::Debug + Send + Sync {
    /// Sends a mail; when this ends without an error, it is on somebody else's disk.
    fn carry<'c>(&'c self, mail: &'c Composed) -> Carried<'c>;
}

impl Transport {
    /// A way to send one mail after another.
    #[must_use]
    pub fn line(&self) -> Line {
        match self {
            Self::Relay(relay) => Line::Relay(Box::new(relay.line())),
            Self::Maildir(folder) => Line::Maildir(Maildir::new(folder.clone())),
            Self::Carrier(carrier) => Line::Carrier(Arc::clone(carrier)),
        }
    }
}

/// A way to send one mail after another. A connection is kept from one to the next.
#[derive(Debug)]
pub enum Line {
    /// A connection to a relay.
    Relay(Box<relay::Line>),
    /// A folder.
    Maildir(Maildir),
    /// A carrier.
    Carrier(Arc<dyn Carrier>),
}

impl Line {
    /// Sends a mail; when this returns without an error, another server has it on its disk. When
    /// the future is dropped before its end, nobody knows whether the mail was sent, and the
    /// connection is gone.
    ///
    /// # Errors
    /// When it could not be sent, now or ever.
    pub async fn send(&mut self, mail: &Composed) -> Result<(), SendError> {
        match self {
            Self::Relay(line) => line.send(mail).await,
            Self::Maildir(folder) => folder.put(mail).await,
            Self::Carrier(carrier) => carrier.carry(mail).await,
        }
    }

    /// Says farewell; the next mail opens a new connection.
    pub async fn close(&mut self) {
        if let Self::Relay(line) = self {
            line.close().await;
        }
    }
}
