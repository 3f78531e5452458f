//! What is known of whoever sent a request: an address and a browser.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::header;
use axum::http::request::Parts;

use crate::app::App;

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
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer =
            peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |info| info.0.ip().to_canonical());
        let trusted = |address: &IpAddr| app.setup.trusted_proxies.contains(address);
        let address = if trusted(&peer) {
            // Each proxy adds whom it heard from at the end; the last that is no proxy of ours is real.
            let values = parts.headers.get_all("x-forwarded-for").iter();
            let hops =
                values.filter_map(|value| value.to_str().ok()).flat_map(|line| line.split(','));
            let hops: Vec<IpAddr> = hops.filter_map(|hop| hop.trim().parse().ok()).collect();
            hops.into_iter().rev().find(|hop| !trusted(hop)).unwrap_or(peer)
        } else {
            peer
        };
        let agent = parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
        Ok(Self { address: group(address), label: label(agent.unwrap_or_default()) })
    }
}

fn group(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
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
