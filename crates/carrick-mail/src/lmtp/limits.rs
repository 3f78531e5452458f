//! Limits of an LMTP session: sizes, counts and times.

use std::time::Duration;

use crate::incoming::MAX_MESSAGE_BYTES;

/// Limits of an LMTP session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionLimits {
    /// Maximum size of a message that is kept, in bytes. A larger one is read to its end, with one
    /// extra byte kept, and answered if its sender may be answered. If it were refused, a relay
    /// that has accepted it would send it back to its sender, who may be forged.
    pub message_bytes: usize,
    /// Maximum size of a message that is read to its end, in bytes; announced as `SIZE`. It is more
    /// than relays accept by default, so they refuse larger messages themselves, while the sender
    /// waits.
    pub read_bytes: usize,
    /// Maximum length of a command line, CRLF included, in bytes.
    pub line_bytes: usize,
    /// Maximum number of recipients of a message (RFC 5321 requires at least 100).
    pub recipients: usize,
    /// Maximum number of commands in a session.
    pub commands: u32,
    /// Maximum number of refused commands before the session is closed.
    pub mistakes: u32,
    /// Timeout for the next command.
    pub command_wait: Duration,
    /// Timeout for the next bytes of a message.
    pub data_wait: Duration,
    /// Timeout for a whole message.
    pub message_wait: Duration,
}

impl Default for SessionLimits {
    /// Limits for a relay on the same machine.
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
