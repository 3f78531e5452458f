//! Transports: a relay by SMTP, a Maildir, or a custom carrier.

mod relay;

use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Once};
use std::{fmt, io};

use carrick_mail::outgoing::Composed;
use carrick_store::make_private;
use tokio::fs;
use tokio::io::AsyncWriteExt as _;

pub use relay::{Login, Relay, RelayError, Security, is_here};

/// Transport of outgoing mail.
#[derive(Debug, Clone)]
pub enum Transport {
    /// To a relay, by SMTP.
    Relay(Relay),
    /// Into a folder in the form of a Maildir: for tests and trials.
    Maildir(PathBuf),
    /// By the program's own carrier, such as a simulation's.
    Carrier(Arc<dyn Carrier>),
}

/// The outcome of carrying an email.
pub type Carried<'c> = Pin<Box<dyn Future<Output = Result<(), SendError>> + Send + 'c>>;

/// Another way of sending mail.
pub trait Carrier: fmt::Debug + Send + Sync {
    /// Sends an email; when this succeeds, the email is on another machine's disk.
    fn carry<'c>(&'c self, mail: &'c Composed) -> Carried<'c>;
}

impl Transport {
    /// Opens a way to send one email after another.
    #[must_use]
    pub fn line(&self) -> OpenTransport {
        match self {
            Self::Relay(relay) => OpenTransport::Relay(Box::new(relay.line())),
            Self::Maildir(folder) => OpenTransport::Maildir(Maildir::new(folder.clone())),
            Self::Carrier(carrier) => OpenTransport::Carrier(Arc::clone(carrier)),
        }
    }
}

/// A way to send one email after another. The connection is reused.
#[derive(Debug)]
pub enum OpenTransport {
    /// A connection to a relay.
    Relay(Box<relay::RelayConnection>),
    /// A folder.
    Maildir(Maildir),
    /// A carrier.
    Carrier(Arc<dyn Carrier>),
}

impl OpenTransport {
    /// Sends an email; when this succeeds, another server has it on its disk. If the future is
    /// dropped early, it is unknown whether the email was sent, and the connection is closed.
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

    /// Ends the conversation; the next email opens a new connection.
    pub async fn close(&mut self) {
        if let Self::Relay(line) = self {
            line.close().await;
        }
    }
}

// Errors of sending: why an email was not sent, and whether another try helps.

/// Reason why an email was not sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// Nothing can be sent at present: the relay is unavailable, or does not know us. It has not
    /// looked at the email.
    #[error("{0}")]
    Unreachable(Reason),
    /// This email could not be sent now, but perhaps later: a reply of 400 to 499, a lost
    /// connection, or a relay that took too long.
    #[error("{0}")]
    Later(Reason),
    /// This email will never be accepted: a reply of 500 to 599.
    #[error("{0}")]
    Never(Reason),
    /// Neither this nor any other email will be accepted for the address.
    #[error("{0}")]
    Nobody(Reason),
}

impl SendError {
    /// The reason, in a short line that shows no token.
    #[must_use]
    pub const fn reason(&self) -> &Reason {
        match self {
            Self::Unreachable(reason)
            | Self::Later(reason)
            | Self::Never(reason)
            | Self::Nobody(reason) => reason,
        }
    }
}

/// The reason for a failure, in one short line. Words that might be tokens are left out, because a
/// relay's reply is kept and shown to the operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason(String);

/// Maximum length of a reason, in characters.
const LONGEST: usize = 200;

/// Minimum length of a sequence of letters and digits that may be a token.
const TOKEN: usize = 24;

impl Reason {
    /// A reason from a relay's reply, or from an error.
    #[must_use]
    pub fn new(said: &str) -> Self {
        let is_word = |letter: char| letter.is_ascii_alphanumeric();
        let mut reason = String::new();
        for piece in said.split_inclusive(|letter: char| !is_word(letter)) {
            let (word, end) = match piece.char_indices().next_back() {
                Some((at, last)) if !is_word(last) => piece.split_at(at),
                _ => (piece, ""),
            };
            reason.push_str(if word.len() < TOKEN { word } else { "…" });
            reason.push_str(end);
        }
        let words: Vec<&str> =
            reason.split(|c: char| c.is_whitespace() || c.is_control()).collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        let line: String = words.join(" ").chars().take(LONGEST).collect();
        Self(line.trim_end().to_owned())
    }

    /// The line.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

// A folder as a Maildir: an email is written in `tmp` and then moved to `new`, so that readers see
// only complete emails.

/// A folder of emails.
#[derive(Debug)]
pub struct Maildir {
    folder: PathBuf,
    /// Whether the permissions of older files were fixed.
    fixed: Once,
}

impl Maildir {
    const fn new(folder: PathBuf) -> Self {
        Self { folder, fixed: Once::new() }
    }

    /// Writes an email. It is named after its `Message-ID`: if it is written twice, it is there
    /// once, unless it was read in between.
    async fn put(&self, mail: &Composed) -> Result<(), SendError> {
        self.write(mail).await.map_err(|error| {
            let folder = self.folder.display();
            SendError::Unreachable(Reason::new(&format!("cannot write to {folder}: {error}")))
        })
    }

    async fn write(&self, mail: &Composed) -> io::Result<()> {
        for part in ["tmp", "new", "cur"] {
            private_folder(&self.folder.join(part)).await?;
        }
        self.fixed.call_once(|| mend(&self.folder));
        let name = &mail.id;
        let (draft, done) =
            (self.folder.join("tmp").join(name), self.folder.join("new").join(name));
        let mut options = fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        options.mode(0o600);
        let mut file = options.open(&draft).await?;
        file.write_all(&without_carriage_returns(&mail.bytes)).await?;
        file.sync_all().await?;
        drop(file);
        fs::rename(&draft, &done).await?;
        sync_folder(&self.folder.join("new")).await
    }
}

/// Creates a folder and its missing parents, accessible only to its owner.
async fn private_folder(folder: &Path) -> io::Result<()> {
    let mut maker = fs::DirBuilder::new();
    maker.recursive(true);
    #[cfg(unix)]
    maker.mode(0o700);
    maker.create(folder).await
}

/// Removes other users' permissions on an existing Maildir, and logs that in a line.
fn mend(folder: &Path) {
    let parts = ["tmp", "new", "cur"].map(|part| folder.join(part));
    let mails = parts.iter().filter_map(|part| std::fs::read_dir(part).ok());
    let mails = mails.flatten().flatten().map(|entry| entry.path());
    let all = [folder.to_owned()].into_iter().chain(parts.clone()).chain(mails);
    // All are fixed, whether or not the log shows it.
    let notices: Vec<_> = all.filter_map(|path| make_private(&path)).collect();
    if let [first, more @ ..] = &*notices {
        tracing::warn!(and_more = more.len(), "{first}");
    }
}

/// Files have the line endings of their system.
fn without_carriage_returns(bytes: &[u8]) -> Vec<u8> {
    let ends = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n');
    (0..bytes.len()).filter(|&at| !ends(at)).map(|at| bytes[at]).collect()
}

/// Makes a new name durable.
#[cfg(unix)]
async fn sync_folder(folder: &Path) -> io::Result<()> {
    fs::File::open(folder).await?.sync_all().await
}

#[cfg(not(unix))]
async fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_one_short_line_without_tokens() {
        let token = "abcdefghijklmnop234567abcdef";
        for (said, reason) in [
            ("450 4.2.0 try later", "450 4.2.0 try later".to_owned()),
            ("no\r\nsuch\tuser \u{7}x", "no such user x".to_owned()),
            (&format!("<play+{token}@c.example> refused"), "<play+…@c.example> refused".to_owned()),
            (&"x ".repeat(500), "x ".repeat(100)),
        ] {
            assert_eq!(Reason::new(said).as_str(), reason.trim_end(), "{said}");
        }
    }
}
