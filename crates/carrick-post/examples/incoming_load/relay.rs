//! The part of LMTP that a relay speaks: one message at a time, several commands in one go.

use std::path::Path;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufStream};
use tokio::net::UnixStream;

use super::Outcome;

pub(crate) struct Relay {
    stream: BufStream<UnixStream>,
}

impl Relay {
    pub(crate) async fn connect(socket: &Path) -> Outcome<Self> {
        let stream = UnixStream::connect(socket).await?;
        let mut relay = Self { stream: BufStream::with_capacity(1024, 64 << 10, stream) };
        relay.hear("220").await?;
        relay.say("LHLO relay.example\r\n").await?;
        relay.hear("250").await?;
        Ok(relay)
    }

    /// Sends a message that must be accepted.
    pub(crate) async fn send(&mut self, to: &str, message: &str) -> Outcome<()> {
        self.begin(to, message).await?;
        self.end().await
    }

    /// Sends a message without its end.
    pub(crate) async fn begin(&mut self, to: &str, message: &str) -> Outcome<()> {
        self.say(&format!("MAIL FROM:<x@example.org>\r\nRCPT TO:<{to}>\r\nDATA\r\n")).await?;
        for code in ["250", "250", "354"] {
            self.hear(code).await?;
        }
        self.say(message).await
    }

    pub(crate) async fn end(&mut self) -> Outcome<()> {
        self.say("\r\n.\r\n").await?;
        self.hear("250").await
    }

    async fn say(&mut self, text: &str) -> Outcome<()> {
        self.stream.write_all(text.as_bytes()).await?;
        Ok(self.stream.flush().await?)
    }

    async fn hear(&mut self, code: &str) -> Outcome<()> {
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line).await?;
            if !line.starts_with(code) {
                return Err(format!("{line:?} in place of {code}").into());
            }
            if line.as_bytes().get(3) == Some(&b' ') {
                return Ok(());
            }
        }
    }
}
