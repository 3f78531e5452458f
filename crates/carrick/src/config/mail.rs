//! The section `[mail]`.

use std::str::FromStr;

use carrick_mail::incoming::Site;
use carrick_post::Place;
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
    pub(crate) listen: Option<Place>,
}

impl Mail {
    /// The addresses of the server, and the relay it believes.
    pub(crate) fn site(&self) -> Site {
        Site { commands: self.address.clone(), relay: self.relay.clone() }
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
