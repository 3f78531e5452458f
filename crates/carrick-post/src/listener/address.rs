//! Addresses at which LMTP is spoken: a socket in the file system, or a port.

use std::fmt;
use std::fs;
use std::io;
use std::net::SocketAddr;
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use tokio::net::{TcpListener, UnixListener, UnixStream};

use super::Stream;

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
pub(super) struct Socket {
    kind: Kind,
    address: LmtpAddress,
}

#[derive(Debug)]
enum Kind {
    Unix(UnixListener),
    Tcp(TcpListener),
}

/// Permissions of the socket's file: owner and group may connect.
const MODE: u32 = 0o660;

impl Socket {
    pub(super) async fn bind(address: &LmtpAddress) -> Result<Self, ListenError> {
        match address {
            LmtpAddress::Socket(path) => {
                make_way(path).await?;
                let refused =
                    |source| ListenError::Refused { address: path.display().to_string(), source };
                let listener = UnixListener::bind(path).map_err(refused)?;
                fs::set_permissions(path, fs::Permissions::from_mode(MODE)).map_err(refused)?;
                Ok(Self { kind: Kind::Unix(listener), address: address.clone() })
            }
            LmtpAddress::Port(port) => {
                let refused = |source| ListenError::Refused { address: port.to_string(), source };
                let listener = TcpListener::bind(port).await.map_err(refused)?;
                let address = LmtpAddress::Port(listener.local_addr().map_err(refused)?);
                Ok(Self { kind: Kind::Tcp(listener), address })
            }
        }
    }

    pub(super) const fn address(&self) -> &LmtpAddress {
        &self.address
    }

    pub(super) async fn accept(&self) -> io::Result<Box<dyn Stream>> {
        Ok(match &self.kind {
            Kind::Unix(listener) => Box::new(listener.accept().await?.0),
            Kind::Tcp(listener) => {
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
