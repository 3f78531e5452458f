//! LMTP on a socket: many simultaneous conversations, each within limits of size and time.

use std::future::Future;
use std::net::SocketAddr;
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use std::{fmt, fs, io};

use carrick_mail::lmtp::{LmtpDelivery, LmtpSession, SessionLimits, SessionStep, Status};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, UnixListener, UnixStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};

use crate::MailReceiver;

/// Limits of all conversations together, and of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Maximum number of open conversations; further connections from a relay wait.
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
    /// Listens at an address. A socket left behind by a killed server is replaced.
    ///
    /// # Errors
    /// When another program listens there, or this program is not allowed to.
    pub async fn bind(address: &LmtpAddress) -> Result<Self, ListenError> {
        Ok(Self { socket: Socket::bind(address).await? })
    }

    /// Address at which it listens: with the port that the system chose, for port 0.
    #[must_use]
    pub fn address(&self) -> &LmtpAddress {
        self.socket.address()
    }

    /// Talks to each relay that connects, until `stop` is ready. Then it accepts no more
    /// connections, tells waiting relays to come back later, and finishes and answers running
    /// deliveries.
    pub async fn serve(
        self,
        receiver: MailReceiver,
        bounds: Bounds,
        stop: impl Future<Output = ()>,
    ) {
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
            let (receiver, told) = (receiver.clone(), stopping.subscribe());
            match stream {
                Ok(stream) => open.spawn(async move {
                    let _place = place;
                    converse(stream, receiver, bounds, told).await;
                }),
                Err(error) => {
                    // For example, too many open files: this passes when conversations end.
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

/// Pause after a relay could not be accepted.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Stream between a relay and the listener.
trait Stream: AsyncRead + AsyncWrite + Unpin + Send + Sync {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send + Sync> Stream for T {}

// One conversation with a relay.

/// Number of bytes to read at a time.
const READ_BYTES: usize = 8 << 10;

/// Talks until either side hangs up or waits too long, or the server stops.
async fn converse(
    mut stream: impl Stream,
    receiver: MailReceiver,
    bounds: Bounds,
    stop: watch::Receiver<bool>,
) {
    let (session, greeting) = LmtpSession::new(receiver.site().clone(), bounds.limits);
    let talk = Talk { stream: &mut stream, session, receiver, bounds, stop };
    // A lost connection concerns only the relay.
    if let Err(error) = talk.talk(greeting).await {
        tracing::debug!(%error, "the connection to a relay was lost");
    }
}

struct Talk<'a, S> {
    stream: &'a mut S,
    session: LmtpSession,
    receiver: MailReceiver,
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
        // A command or a message begins.
        let mut since = Instant::now();
        loop {
            let heard = match self.hear(&mut buffer, since).await? {
                Heard::Bytes(count) => &buffer[..count],
                Heard::HungUp => return Ok(()),
                Heard::Silence => return self.write("421 4.4.2 That took too long\r\n").await,
                Heard::Stop => {
                    return self
                        .write("421 4.3.2 The server is stopping; come back later\r\n")
                        .await;
                }
            };
            let mut rest = heard;
            let mut replies = String::new();
            loop {
                match self.session.step(&mut rest) {
                    SessionStep::Read => break,
                    // Commands that arrive together are answered together (RFC 2920).
                    SessionStep::Write(reply) => replies.push_str(&reply),
                    SessionStep::Silence(silence, reply) => {
                        tracing::info!("an email gets no answer: {silence}");
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

    /// Waits for more input, up to the session's timeout.
    async fn hear(&mut self, buffer: &mut [u8], since: Instant) -> io::Result<Heard> {
        let patience = self.session.patience();
        let all =
            (since + self.session.patience_for_all()).saturating_duration_since(Instant::now());
        tokio::select! {
            // A stop takes precedence over other input.
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

    /// Delivers in a separate task, so that a panic in it ends neither this conversation nor the
    /// message: the relay sends a message without an outcome again.
    async fn deliver(&self, delivery: LmtpDelivery) -> Vec<Status> {
        let receiver = self.receiver.clone();
        let mut delivering = tokio::spawn(async move { receiver.deliver_to_all(delivery).await });
        match timeout(self.bounds.deliver_wait, &mut delivering).await {
            Ok(Ok(statuses)) => statuses,
            Ok(Err(error)) => {
                tracing::error!(%error, "a delivery ended because of a fault in this program");
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

// Addresses for LMTP: a socket in the file system, or a port.

/// Address at which to listen. LMTP has no passwords: every program that can connect is taken for
/// the relay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LmtpAddress {
    /// A socket in the file system, for its owner and group.
    Socket(PathBuf),
    /// A port, which should be on the loopback interface.
    Port(SocketAddr),
}

impl fmt::Display for LmtpAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Socket(path) => path.display().fmt(f),
            Self::Port(address) => address.fmt(f),
        }
    }
}

impl FromStr for LmtpAddress {
    type Err = LmtpAddressError;

    /// Parses an absolute path, or an address of the loopback interface with a port.
    fn from_str(word: &str) -> Result<Self, LmtpAddressError> {
        if word.starts_with('/') {
            return Ok(Self::Socket(word.into()));
        }
        match word.parse::<SocketAddr>() {
            Ok(port) if port.ip().is_loopback() => Ok(Self::Port(port)),
            Ok(_) => Err(LmtpAddressError::Reachable),
            Err(_) => Err(LmtpAddressError::Malformed),
        }
    }
}

/// Reason why a word is not a listening address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LmtpAddressError {
    /// Other machines could connect.
    #[error(
        "LMTP has no passwords, so it listens only where no other machine can connect, such as 127.0.0.1:8024 \
         or [::1]:8024"
    )]
    Reachable,
    /// Neither path nor port.
    #[error(
        "LMTP listens on a socket, whose path begins with /, or on a port such as 127.0.0.1:8024"
    )]
    Malformed,
}

/// Reason why an address cannot be listened at.
#[derive(Debug, thiserror::Error)]
pub enum ListenError {
    /// Another program listens there.
    #[error("another program listens on {0}; is a server already running?")]
    InUse(PathBuf),
    /// Something else has that name.
    #[error("{0} exists but is not a socket; name another path for LMTP, or move the file away")]
    NoSocket(PathBuf),
    /// The system refuses.
    #[error("cannot listen for mail on {address}")]
    Refused {
        /// Where.
        address: String,
        /// Why.
        source: io::Error,
    },
}

/// Socket that listens.
#[derive(Debug)]
struct Socket {
    kind: ListenerKind,
    address: LmtpAddress,
}

#[derive(Debug)]
enum ListenerKind {
    Unix(UnixListener),
    Tcp(TcpListener),
}

/// Permissions of the socket's file: owner and group may connect.
const MODE: u32 = 0o660;

impl Socket {
    async fn bind(address: &LmtpAddress) -> Result<Self, ListenError> {
        match address {
            LmtpAddress::Socket(path) => {
                make_way(path).await?;
                let refused =
                    |source| ListenError::Refused { address: path.display().to_string(), source };
                let listener = UnixListener::bind(path).map_err(refused)?;
                fs::set_permissions(path, fs::Permissions::from_mode(MODE)).map_err(refused)?;
                Ok(Self { kind: ListenerKind::Unix(listener), address: address.clone() })
            }
            LmtpAddress::Port(port) => {
                let refused = |source| ListenError::Refused { address: port.to_string(), source };
                let listener = TcpListener::bind(port).await.map_err(refused)?;
                let address = LmtpAddress::Port(listener.local_addr().map_err(refused)?);
                Ok(Self { kind: ListenerKind::Tcp(listener), address })
            }
        }
    }

    const fn address(&self) -> &LmtpAddress {
        &self.address
    }

    async fn accept(&self) -> io::Result<Box<dyn Stream>> {
        Ok(match &self.kind {
            ListenerKind::Unix(listener) => Box::new(listener.accept().await?.0),
            ListenerKind::Tcp(listener) => {
                let stream = listener.accept().await?.0;
                // Answers are short, and the relay waits for each one.
                stream.set_nodelay(true)?;
                Box::new(stream)
            }
        })
    }
}

impl Drop for Socket {
    /// Removes a socket that no one listens on any more.
    fn drop(&mut self) {
        if let LmtpAddress::Socket(path) = &self.address {
            let _ = fs::remove_file(path);
        }
    }
}

/// Removes a socket left behind by a killed server, and nothing else.
async fn make_way(path: &Path) -> Result<(), ListenError> {
    match fs::symlink_metadata(path) {
        Ok(found) if !found.file_type().is_socket() => {
            return Err(ListenError::NoSocket(path.to_owned()));
        }
        Ok(_) => {}
        // Nothing is in the way, or binding will report the fault.
        Err(_) => return Ok(()),
    }
    match UnixStream::connect(path).await {
        Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
            let address = path.display().to_string();
            fs::remove_file(path).map_err(|source| ListenError::Refused { address, source })
        }
        _ => Err(ListenError::InUse(path.to_owned())),
    }
}
