//! What is known of whoever sent a request: an address and a browser.

use std::convert::Infallible;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::header;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};

use crate::app::App;
use crate::forwarded::client_of;

/// A network address, for limits: of IPv6 the first 64 bits, which one household has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Network(IpAddr);

impl Network {
    /// The network of an address.
    pub(crate) fn of(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V4(address) => address.into(),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
        })
    }

    /// Where a request comes from, as far as its peer may be believed.
    pub(crate) fn of_request(extensions: &Extensions, headers: &HeaderMap, app: &App) -> Self {
        let peer = peer_of(extensions);
        Self::of(client_of(peer, headers, &app.setup.trusted_proxies))
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(address) => address.fmt(f),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                write!(f, "{a:x}:{b:x}:{c:x}:{d:x}::/64")
            }
        }
    }
}

/// The other end of a request's connection.
pub(crate) fn peer_of(extensions: &Extensions) -> IpAddr {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>();
    peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |info| info.0.ip().to_canonical())
}

/// Where a request came from.
#[derive(Debug, Clone)]
pub(crate) struct Client {
    /// The network address, for limits: of IPv6 the first 64 bits, which one household has.
    pub(crate) address: String,
    /// What the browser calls itself, in a few words.
    pub(crate) label: String,
}

impl FromRequestParts<App> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let address = Network::of_request(&parts.extensions, &parts.headers, app);
        let agent = parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
        Ok(Self { address: address.to_string(), label: label(agent.unwrap_or_default()) })
    }
}

impl Client {
    /// What stands for the network address where it is kept: a keyed hash, from which nobody can read it.
    pub(crate) fn place(&self, app: &App) -> String {
        place(app, &self.address)
    }
}

/// The same for an address that is already [grouped](Client::address).
pub(crate) fn place(app: &App, address: &str) -> String {
    app.setup.keys.fingerprint(&[b"place", address.as_bytes()])
}

/// "Firefox on Linux".
fn label(agent: &str) -> String {
    let named = |names: &[(&str, &'static str)], other| {
        names.iter().find(|(sign, _)| agent.contains(sign)).map_or(other, |(_, name)| *name)
    };
    let browser = named(
        &[
            ("Firefox", "Firefox"),
            ("Edg", "Edge"),
            ("OPR", "Opera"),
            ("Chrom", "Chrome"),
            ("Safari", "Safari"),
            ("Lynx", "Lynx"),
            ("w3m", "w3m"),
            ("curl", "curl"),
        ],
        "A browser",
    );
    let system = named(
        &[
            ("Android", " on Android"),
            ("iPhone", " on an iPhone"),
            ("iPad", " on an iPad"),
            ("Windows", " on Windows"),
            ("Mac OS", " on a Mac"),
            ("Linux", " on Linux"),
        ],
        "",
    );
    format!("{browser}{system}")
}

/// A text as part of a query.
pub(crate) fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}
