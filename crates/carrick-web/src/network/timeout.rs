//! Socket timeouts: for request heads, idle connections and slow readers.
//!
//! hyper has one timeout for both heads and idle connections, and none for peers that do not read.
//! Timeouts of other crates are satisfied with a byte now and then.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

use super::access::ConnectionLimits;
use super::connections::ConnectionState;

/// For how long, and how much of, an unread request body is read and discarded. A peer reads the
/// answer only after it has sent its body, and loses the answer if the connection closes earlier.
const LINGER: Duration = Duration::from_secs(2);
const LINGER_BYTES: usize = 4 * 1024 * 1024;

/// How much of an answer a peer must read within the write timeout, in bytes, unless it reads
/// everything.
const PACE_BYTES: usize = 64 * 1024;

/// A socket with timeouts.
#[derive(Debug)]
pub(crate) struct TimeoutStream<S> {
    socket: S,
    bounds: ConnectionLimits,
    state: Arc<ConnectionState>,
    /// When the peer began to send a request's head, and how many answers it had received by then.
    head: Option<(u64, Instant)>,
    reading: Alarm,
    writing: Alarm,
    /// Number of bytes written since the peer fell behind.
    written: usize,
    thrown_away: usize,
}

/// A timer that is created when first needed.
#[derive(Debug, Default)]
struct Alarm {
    timer: Option<Pin<Box<Sleep>>>,
    is_set: bool,
}

impl Alarm {
    fn set(&mut self, deadline: Instant) {
        self.is_set = true;
        match &mut self.timer {
            Some(timer) if timer.deadline() == deadline => {}
            Some(timer) => timer.as_mut().reset(deadline),
            None => self.timer = Some(Box::pin(sleep_until(deadline))),
        }
    }

    /// Fails once the time is up.
    fn poll(&mut self, cx: &mut Context<'_>) -> io::Result<()> {
        let over = self.timer.as_mut().is_some_and(|timer| timer.as_mut().poll(cx).is_ready());
        if self.is_set && over { Err(io::ErrorKind::TimedOut.into()) } else { Ok(()) }
    }
}

impl<S> TimeoutStream<S> {
    pub(crate) fn new(socket: S, bounds: ConnectionLimits, state: Arc<ConnectionState>) -> Self {
        let (reading, writing) = Default::default();
        Self { socket, bounds, state, head: None, reading, writing, written: 0, thrown_away: 0 }
    }

    /// Deadline for a request's head, if the connection is waiting for one.
    fn head_deadline(&self) -> Option<Instant> {
        let idle = self.state.idle()?;
        Some(match self.head {
            Some((answers, since)) if answers == self.state.answers() => since + self.bounds.head,
            _ if self.state.answers() > 0 => idle + self.bounds.idle,
            _ => idle + self.bounds.head,
        })
    }

    /// Applies the write timeout to the result of a write: fails if the peer has read too little
    /// for too long.
    fn pace(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(result) = &written {
            self.written += result.as_ref().map_or(0, |bytes| *bytes);
            if self.written >= PACE_BYTES {
                self.keeps_up();
            }
            return written;
        }
        if !self.writing.is_set {
            let now = Instant::now();
            self.state.stall(Some(now));
            self.written = 0;
            self.writing.set(now + self.bounds.write);
        }
        self.writing.poll(cx)?;
        Poll::Pending
    }

    /// Stops the write timeout.
    fn keeps_up(&mut self) {
        if self.writing.is_set {
            self.writing.is_set = false;
            self.state.stall(None);
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for TimeoutStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.socket).poll_read(cx, buffer);
        if read.is_ready() {
            let answers = self.state.answers();
            if self.state.idle().is_some()
                && buffer.filled().len() > before
                && self.head.is_none_or(|(after, _)| after != answers)
            {
                self.head = Some((answers, Instant::now()));
            }
            return read;
        }
        if let Some(deadline) = self.head_deadline() {
            self.reading.set(deadline);
            self.reading.poll(cx)?;
        }
        Poll::Pending
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for TimeoutStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.socket).poll_write(cx, bytes);
        self.pace(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.socket).poll_write_vectored(cx, slices);
        self.pace(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.socket.is_write_vectored()
    }

    /// hyper calls this when it has written everything.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.keeps_up();
        Pin::new(&mut self.socket).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.socket).poll_shutdown(cx))?;
        if !self.state.has_unread() {
            return Poll::Ready(Ok(()));
        }
        if self.thrown_away == 0 {
            self.reading.set(Instant::now() + LINGER);
        }
        let mut scratch = [0; 4096];
        while self.thrown_away < LINGER_BYTES {
            let mut buffer = ReadBuf::new(&mut scratch);
            match Pin::new(&mut self.socket).poll_read(cx, &mut buffer) {
                Poll::Ready(Ok(())) if !buffer.filled().is_empty() => {
                    self.thrown_away += buffer.filled().len();
                }
                Poll::Ready(_) => return Poll::Ready(Ok(())),
                Poll::Pending => {
                    // The wait starts only once.
                    self.thrown_away = self.thrown_away.max(1);
                    let is_over = self.reading.poll(cx).is_err();
                    return if is_over { Poll::Ready(Ok(())) } else { Poll::Pending };
                }
            }
        }
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};

    use super::*;
    use crate::network::client::Network;
    use crate::network::connections::{ConnectionSlot, OpenConnections};

    fn slot() -> ConnectionSlot {
        let connections = OpenConnections::new(ConnectionLimits::default());
        let from = Network::of([192, 0, 2, 1].into());
        connections.admit(from, false, Instant::now()).unwrap().0
    }

    /// Writes to a peer that reads this many bytes a second. Returns after how many seconds that
    /// ended, and how.
    async fn write_to(pace: usize) -> (u64, io::Result<()>) {
        let (slot, bounds) = (slot(), ConnectionLimits::default());
        let (near, mut far) = duplex(16);
        let mut near = TimeoutStream::new(near, bounds, slot.state().clone());
        let reader = tokio::spawn(async move {
            let mut part = vec![0; pace];
            while pace > 0 && far.read_exact(&mut part).await.is_ok() {
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
            std::future::pending::<()>().await;
        });
        let start = Instant::now();
        let written = near.write_all(&[7; 4 * PACE_BYTES]).await;
        reader.abort();
        assert!(written.is_ok() || slot.state().stalled().is_some());
        (start.elapsed().as_secs(), written)
    }

    #[tokio::test(start_paused = true)]
    async fn the_server_waits_for_a_slow_reader_but_not_forever() {
        let timeout = ConnectionLimits::default().write.as_secs();
        let (took, written) = write_to(PACE_BYTES / 25).await;
        assert!((90..=110).contains(&took) && written.is_ok(), "{took} {written:?}");
        for pace in [0, 100, PACE_BYTES / 50] {
            let (took, written) = write_to(pace).await;
            assert_eq!(written.unwrap_err().kind(), io::ErrorKind::TimedOut, "{pace}");
            assert!((timeout..timeout + 2).contains(&took), "{pace}: {took}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_peer_that_has_read_everything_has_no_timeout() {
        let (slot, bounds) = (slot(), ConnectionLimits::default());
        let (near, mut far) = duplex(16);
        let mut near = TimeoutStream::new(near, bounds, slot.state().clone());
        for _ in 0..10 {
            let mut part = [0; 48];
            let (written, read) = tokio::join!(near.write_all(&[7; 48]), far.read_exact(&mut part));
            assert!(written.is_ok() && read.is_ok());
            near.flush().await.unwrap();
            assert_eq!(slot.state().stalled(), None);
            tokio::time::sleep(bounds.write / 2).await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn each_wait_has_its_own_timeout() {
        let (slot, bounds) = (slot(), ConnectionLimits::default());
        let (near, mut far) = duplex(64);
        let mut near = TimeoutStream::new(near, bounds, slot.state().clone());
        let mut bytes = [0; 64];
        let start = Instant::now();
        assert!(near.read(&mut bytes).await.is_err(), "nothing was ever sent");
        assert_eq!(start.elapsed().as_secs(), bounds.head.as_secs());
        // Between requests the keep-alive timeout applies, and then the timeout of a head again.
        slot.state().begin();
        slot.state().end(Instant::now());
        tokio::time::sleep(bounds.idle - Duration::from_secs(1)).await;
        far.write_all(b"GET ").await.unwrap();
        assert_eq!(near.read(&mut bytes).await.unwrap(), 4);
        let start = Instant::now();
        assert!(near.read(&mut bytes).await.is_err());
        assert_eq!(start.elapsed().as_secs(), bounds.head.as_secs());
        // While a request is under way, there is no timeout.
        slot.state().begin();
        let wait = tokio::time::timeout(Duration::from_secs(100_000), near.read(&mut bytes));
        assert!(wait.await.is_err());
    }
}
