//! What a session may cost.

use std::time::Duration;

use crate::incoming::MAX_MESSAGE_BYTES;

/// Bounds of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The largest message that is kept, in bytes. A larger one is read to its end and met with
    /// silence: were it refused, a relay that has taken it would send it back to whoever was
    /// forged.
    pub message_bytes: usize,
    /// The largest message that is read to its end, in bytes; announced as `SIZE`. It is more than
    /// relays take by default, so that they refuse what is larger themselves, while its sender
    /// waits.
    pub read_bytes: usize,
    /// The longest command line, CRLF included, in bytes.
    pub line_bytes: usize,
    /// The most recipients of a message (RFC 5321 wants at least 100).
    pub recipients: usize,
    /// The most commands in a session.
    pub commands: u32,
    /// The most commands that are refused before the session is.
    pub mistakes: u32,
    /// How long the next command may take.
    pub command_wait: Duration,
    /// How long the next bytes of a message may take.
    pub data_wait: Duration,
    /// How long a whole message may take.
    pub message_wait: Duration,
}

impl Default for Limits {
    /// For a relay on the same machine.
    fn default() -> Self {
        Self {
            message_bytes: MAX_MESSAGE_BYTES,
            read_bytes: 64 << 20,
            line_bytes: 2048,
            recipients: 100,
            commands: 10_000,
            mistakes: 20,
            command_wait: Duration::from_secs(300),
            data_wait: Duration::from_secs(60),
            message_wait: Duration::from_secs(600),
        }
    }
}
