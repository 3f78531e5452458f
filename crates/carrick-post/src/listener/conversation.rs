//! One conversation with a relay.

use std::io;

use carrick_mail::lmtp::{Delivery, Session, SessionStep, Status};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::sync::watch;
use tokio::time::{Instant, timeout};

use super::{Bounds, Stream};
use crate::Postman;

/// Bytes that are read at once.
const READ_BYTES: usize = 8 << 10;

/// Converses until one of both hangs up, waits for too long, or the server stops.
pub(super) async fn converse(
    mut stream: impl Stream,
    postman: Postman,
    bounds: Bounds,
    stop: watch::Receiver<bool>,
) {
    let (session, greeting) = Session::new(postman.site().clone(), bounds.limits);
    let talk = Talk { stream: &mut stream, session, postman, bounds, stop };
    // That a relay is gone concerns only the relay.
    if let Err(error) = talk.talk(greeting).await {
        tracing::debug!(%error, "a conversation with a relay broke off");
    }
}

struct Talk<'a, S> {
    stream: &'a mut S,
    session: Session,
    postman: Postman,
    bounds: Bounds,
    stop: watch::Receiver<bool>,
}

/// Outcome of waiting for the relay.
enum Heard {
    Bytes(usize),
    HungUp,
    Silence,
    Stop,
}

impl<S: Stream> Talk<'_, S> {
    async fn talk(mut self, greeting: String) -> io::Result<()> {
        let mut buffer = vec![0; READ_BYTES];
        self.write(&greeting).await?;
        // A command, or a message, begins.
        let mut since = Instant::now();
        loop {
            let heard = match self.hear(&mut buffer, since).await? {
                Heard::Bytes(count) => &buffer[..count],
                Heard::HungUp => return Ok(()),
                Heard::Silence => return self.write("421 4.4.2 That took too long\r\n").await,
                Heard::Stop => {
                    return self.write("421 4.3.2 The server stops; come back later\r\n").await;
                }
            };
            let mut rest = heard;
            let mut replies = String::new();
            loop {
                match self.session.step(&mut rest) {
                    SessionStep::Read => break,
                    // Commands that came in one go are answered in one go (RFC 2920).
                    SessionStep::Write(reply) => replies.push_str(&reply),
                    SessionStep::Silence(silence, reply) => {
                        tracing::info!("a mail was met with silence: {silence}");
                        replies.push_str(&reply);
                    }
                    SessionStep::Deliver(delivery) => {
                        self.write(&std::mem::take(&mut replies)).await?;
                        let statuses = self.deliver(delivery).await;
                        replies.push_str(&self.session.settle(&statuses));
                    }
                    SessionStep::Close(reply) => {
                        replies.push_str(&reply);
                        return self.write(&replies).await;
                    }
                }
                since = Instant::now();
            }
            self.write(&replies).await?;
        }
    }

    /// Waits for more, as long as the session has patience.
    async fn hear(&mut self, buffer: &mut [u8], since: Instant) -> io::Result<Heard> {
        let patience = self.session.patience();
        let all =
            (since + self.session.patience_for_all()).saturating_duration_since(Instant::now());
        tokio::select! {
            // A stop comes first; it need not be left to chance.
            biased;
            _ = self.stop.wait_for(|&stop| stop) => Ok(Heard::Stop),
            read = timeout(patience.min(all), self.stream.read(buffer)) => Ok(match read {
                Err(_) => Heard::Silence,
                Ok(read) => match read? {
                    0 => Heard::HungUp,
                    count => Heard::Bytes(count),
                },
            }),
        }
    }

    /// Delivers on a task of its own, so that a fault in it ends neither this conversation nor the
    /// message: one without an outcome comes again.
    async fn deliver(&self, delivery: Delivery) -> Vec<Status> {
        let postman = self.postman.clone();
        let mut delivering = tokio::spawn(async move { postman.deliver_to_all(delivery).await });
        match timeout(self.bounds.deliver_wait, &mut delivering).await {
            Ok(Ok(statuses)) => statuses,
            Ok(Err(error)) => {
                tracing::error!(%error, "a delivery ended by a fault of this program");
                Vec::new()
            }
            Err(_) => {
                delivering.abort();
                Vec::new()
            }
        }
    }

    async fn write(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        let written = async {
            self.stream.write_all(text.as_bytes()).await?;
            self.stream.flush().await
        };
        match timeout(self.bounds.write_wait, written).await {
            Ok(written) => written,
            Err(_) => Err(io::ErrorKind::TimedOut.into()),
        }
    }
}
