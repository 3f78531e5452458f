//! Client of a request: network address and browser.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::ConnectInfo;
use axum::http::header;
use axum::http::{Extensions, HeaderMap};

use super::forwarded::{TrustedProxies, client_of};

/// A network address, as rate limits count it: of IPv6 the first 64 bits, which one household has.
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

    /// The network that a request comes from; a forwarding header counts only from a trusted
    /// proxy.
    pub(crate) fn of_request(
        extensions: &Extensions,
        headers: &HeaderMap,
        trusted: &TrustedProxies,
    ) -> Self {
        let peer = peer_of(extensions);
        Self::of(client_of(peer, headers, trusted))
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

/// The peer address of a request's connection.
pub(crate) fn peer_of(extensions: &Extensions) -> IpAddr {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>();
    peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |info| info.0.ip().to_canonical())
}

/// Client of a request: network address and browser.
#[derive(Debug, Clone)]
pub(crate) struct Client {
    /// The network address, as rate limits count it: of IPv6 the first 64 bits, which one
    /// household has.
    pub(crate) address: String,
    /// Short name of the browser and its system, such as "Firefox on Linux".
    pub(crate) label: String,
}

impl Client {
    /// The client of a request.
    pub(crate) fn of_request(
        extensions: &Extensions,
        headers: &HeaderMap,
        trusted: &TrustedProxies,
    ) -> Self {
        let address = Network::of_request(extensions, headers, trusted);
        let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
        Self { address: address.to_string(), label: label(agent.unwrap_or_default()) }
    }
}

/// Short name of a user agent: "Firefox on Linux".
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
