//! The section `[mail]`.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

use carrick_mail::incoming::Site;
use carrick_service::Address;
use serde::{Deserialize, Deserializer, de};

/// How mail comes in.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mail {
    /// The address that commands are sent to; its domain is that of all addresses.
    #[serde(deserialize_with = "parsed")]
    pub(crate) address: Address,
    /// The name by which the relay signs `Authentication-Results`; without it nothing proves a sender.
    pub(crate) relay: Option<String>,
    /// Where the relay delivers by LMTP; without it mail comes by `carrick receive` alone.
    #[serde(default, deserialize_with = "some_parsed")]
    pub(crate) listen: Option<LmtpAddress>,
}

impl Mail {
    /// The addresses of the server, and the relay it believes.
    pub(crate) fn site(&self) -> Site {
        Site { commands: self.address.clone(), relay: self.relay.clone() }
    }
}

/// Where LMTP is spoken. Whoever can connect there is believed to be the relay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LmtpAddress {
    /// A socket in the file system.
    Socket(PathBuf),
    /// A port of this machine that no other can reach.
    Port(SocketAddr),
}

impl FromStr for LmtpAddress {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        if word.starts_with('/') {
            return Ok(Self::Socket(word.into()));
        }
        match word.parse::<SocketAddr>() {
            Ok(port) if port.ip().is_loopback() => Ok(Self::Port(port)),
            Ok(_) => {
                Err("LMTP knows no passwords, so it listens on this machine alone, such as on \
                          127.0.0.1:8024 or [::1]:8024")
            }
            Err(_) => {
                Err("LMTP listens on a socket, whose path begins with /, or on a port such as \
                           127.0.0.1:8024")
            }
        }
    }
}

fn parsed<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: std::fmt::Display>,
    D: Deserializer<'de>,
{
    String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
}

fn some_parsed<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: FromStr<Err: std::fmt::Display>,
    D: Deserializer<'de>,
{
    parsed(deserializer).map(Some)
}
