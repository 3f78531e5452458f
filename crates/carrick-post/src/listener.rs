//! LMTP on a socket: many conversations at once, each within limits of size and time.

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

// One conversation with a relay.

/// Bytes that are read at once.
const READ_BYTES: usize = 8 << 10;

/// Converses until one of both hangs up, waits for too long, or the server stops.
async fn converse(
    mut stream: impl Stream,
    receiver: MailReceiver,
    bounds: Bounds,
    stop: watch::Receiver<bool>,
) {
    let (session, greeting) = LmtpSession::new(receiver.site().clone(), bounds.limits);
    let talk = Talk { stream: &mut stream, session, receiver, bounds, stop };
    // That a relay is gone concerns only the relay.
    if let Err(error) = talk.talk(greeting).await {
        tracing::debug!(%error, "a conversation with a relay broke off");
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
    async fn deliver(&self, delivery: LmtpDelivery) -> Vec<Status> {
        let receiver = self.receiver.clone();
        let mut delivering = tokio::spawn(async move { receiver.deliver_to_all(delivery).await });
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

// Addresses at which LMTP is spoken: a socket in the file system, or a port.

/// Address at which to listen. LMTP knows no passwords: every program that can connect is believed
/// to be the relay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LmtpAddress {
    /// A socket in the file system, for its owner and group.
    Socket(PathBuf),
    /// A port, which should be of the loopback interface.
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

    /// Reads an absolute path, or an address of the loopback interface with a port.
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

/// Reason why a word is no address to listen at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LmtpAddressError {
    /// Other machines could connect.
    #[error(
        "LMTP knows no passwords, so it listens where no other machine can connect, such as 127.0.0.1:8024 \
         or [::1]:8024"
    )]
    Reachable,
    /// Neither path nor port.
    #[error(
        "LMTP listens on a socket, whose path begins with /, or on a port such as 127.0.0.1:8024"
    )]
    Malformed,
}

/// Reason why nobody can listen at an address.
#[derive(Debug, thiserror::Error)]
pub enum ListenError {
    /// Somebody does already.
    #[error("another program listens on {0}; is a server running already?")]
    InUse(PathBuf),
    /// Something else has that name.
    #[error("{0} is there and no socket; name another path for LMTP, or move that away")]
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
                // Answers are short, and the relay waits for each.
                stream.set_nodelay(true)?;
                Box::new(stream)
            }
        })
    }
}

impl Drop for Socket {
    /// A socket that nobody listens on is not left behind.
    fn drop(&mut self) {
        if let LmtpAddress::Socket(path) = &self.address {
            let _ = fs::remove_file(path);
        }
    }
}

/// Removes a socket that a killed server has left, and nothing else.
async fn make_way(path: &Path) -> Result<(), ListenError> {
    match fs::symlink_metadata(path) {
        Ok(found) if !found.file_type().is_socket() => {
            return Err(ListenError::NoSocket(path.to_owned()));
        }
        Ok(_) => {}
        // Nothing is in the way; or binding it shows the fault.
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
