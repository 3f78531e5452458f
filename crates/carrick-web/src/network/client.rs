//! Client of a request: network address and browser.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use axum::extract::ConnectInfo;
use axum::http::header::{FORWARDED, HeaderName};
use axum::http::{Extensions, HeaderMap, header};
use ipnet::IpNet;

/// A network address, as rate limits count it. For IPv6, these are the first 64 bits, which one
/// household shares.
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

    /// The network that a request comes from. A forwarding header counts only if a trusted proxy
    /// sent it.
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
    /// The network address, as rate limits count it. For IPv6, these are the first 64 bits, which
    /// one household shares.
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

/// Header `X-Forwarded-For`, which most proxies send: addresses separated by commas, the nearest
/// last.
const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// A proxy, or a network of proxies: `127.0.0.1`, `10.0.0.0/8`, `2001:db8::/32`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Proxy(IpNet);

/// Why a text does not name a proxy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ProxyError {
    /// It is neither an address nor a network.
    #[error("expected an IP address or a network, such as 127.0.0.1, ::1 or 10.0.0.0/8")]
    Form,
    /// It is a network that includes the whole internet.
    #[error("that trusts everybody on the internet; name the address of your proxy")]
    Everybody,
    /// It is the address of a host in a network, not of the network.
    #[error("write {0} for the whole network, or only the address for one proxy")]
    Host(IpNet),
}

impl Proxy {
    fn contains(self, address: IpAddr) -> bool {
        self.0.contains(&address)
    }
}

impl FromStr for Proxy {
    type Err = ProxyError;

    fn from_str(text: &str) -> Result<Self, ProxyError> {
        if let Ok(address) = text.parse::<IpAddr>() {
            return Ok(Self(address.to_canonical().into()));
        }
        let network: IpNet = text.parse().map_err(|_| ProxyError::Form)?;
        match network.trunc() {
            whole if whole.prefix_len() == 0 => Err(ProxyError::Everybody),
            whole if whole == network => Ok(Self(network)),
            whole => Err(ProxyError::Host(whole)),
        }
    }
}

impl fmt::Display for Proxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Trusted proxies, whose forwarding headers are believed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<Proxy>);

impl TrustedProxies {
    /// Whether an address is that of a trusted proxy.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.iter().any(|proxy| proxy.contains(address))
    }
}

impl FromIterator<Proxy> for TrustedProxies {
    fn from_iter<I: IntoIterator<Item = Proxy>>(proxies: I) -> Self {
        Self(proxies.into_iter().collect())
    }
}

/// Whether a request has a forwarding header.
pub(crate) fn is_forwarded(headers: &HeaderMap) -> bool {
    headers.contains_key(FORWARDED) || headers.contains_key(X_FORWARDED_FOR)
}

/// The client's address, given the address of the connection's peer.
///
/// Each proxy appends the address that it received the request from. So the list is read from its
/// end, past the trusted proxies, to the first address that is not one of them: that is the client.
/// An entry that cannot be read stops the search, because anyone may have written the entries to
/// its left; then the last address that was believed counts.
///
/// A proxy writes one of the two headers and passes the other on unchanged. So if both are present,
/// they must lead to the same address; otherwise neither is believed.
fn client_of(peer: IpAddr, headers: &HeaderMap, trusted: &TrustedProxies) -> IpAddr {
    if !trusted.contains(peer) {
        return peer;
    }
    let walk = |name: HeaderName, read: fn(&str) -> Vec<Option<IpAddr>>| {
        let mut fields = headers.get_all(name).iter().peekable();
        fields.peek()?;
        let hops: Vec<_> =
            fields.flat_map(|field| field.to_str().map_or_else(|_| vec![None], read)).collect();
        Some(last_believed(peer, &hops, trusted))
    };
    match (walk(FORWARDED, forwarded), walk(X_FORWARDED_FOR, x_forwarded_for)) {
        (Some(one), Some(other)) if one != other => peer,
        (Some(client), _) | (None, Some(client)) => client,
        (None, None) => peer,
    }
}

/// The first hop from the end that is not a trusted proxy. A hop that cannot be read is `None` and
/// ends the search.
fn last_believed(peer: IpAddr, hops: &[Option<IpAddr>], trusted: &TrustedProxies) -> IpAddr {
    let mut believed = peer;
    for hop in hops.iter().rev() {
        let Some(hop) = *hop else { break };
        believed = hop;
        if !trusted.contains(hop) {
            break;
        }
    }
    believed
}

/// Entries of one `X-Forwarded-For` field.
fn x_forwarded_for(field: &str) -> Vec<Option<IpAddr>> {
    let entries = field.split(',').map(str::trim).filter(|entry| !entry.is_empty());
    entries
        .map(|entry| match entry.strip_prefix('"') {
            Some(rest) => rest.strip_suffix('"').and_then(node),
            None => node(entry),
        })
        .collect()
}

/// Entries of one `Forwarded` field. A field that breaks the grammar counts as one unreadable
/// entry: a client may have left a quotation open, which swallows the proxy's own entry.
fn forwarded(field: &str) -> Vec<Option<IpAddr>> {
    elements(field).unwrap_or_else(|| vec![None])
}

fn elements(field: &str) -> Option<Vec<Option<IpAddr>>> {
    let mut hops = Vec::new();
    let mut rest = field.trim_start();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix(',') {
            rest = after.trim_start();
            continue;
        }
        // An element without `for=` does not name a client.
        let mut client = None;
        loop {
            let (name, after) = rest.split_once('=')?;
            let (value, after) = value(after)?;
            if name.is_empty() || !name.bytes().all(is_token) {
                return None;
            }
            if name.eq_ignore_ascii_case("for") && client.replace(node(&value)).is_some() {
                return None;
            }
            rest = after.trim_start();
            match rest.strip_prefix(';') {
                Some(after) => rest = after.trim_start(),
                None if rest.is_empty() || rest.starts_with(',') => break,
                None => return None,
            }
        }
        hops.push(client.flatten());
    }
    Some(hops)
}

/// A token or a quoted string at the start of a text, and the rest of the text.
fn value(text: &str) -> Option<(String, &str)> {
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.bytes().position(|byte| !is_token(byte)).unwrap_or(text.len());
        return (end > 0).then(|| (text[..end].to_owned(), &text[end..]));
    };
    let mut value = String::new();
    let mut signs = quoted.char_indices();
    while let Some((at, sign)) = signs.next() {
        match sign {
            '"' => return Some((value, &quoted[at + 1..])),
            '\\' => value.push(signs.next()?.1),
            _ => value.push(sign),
        }
    }
    None
}

/// Whether a byte is allowed in a token. Colons are, because some proxies write
/// `for=192.0.2.1:4711` without quotation marks.
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~:[]".contains(&byte)
}

/// An address, with or without a port: `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`,
/// `[2001:db8::1]`, `[2001:db8::1]:4711`. Anything else, such as `unknown` or `_hidden`, does not
/// name a client.
fn node(text: &str) -> Option<IpAddr> {
    let bare = || text.parse::<IpAddr>().ok();
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    let in_brackets = || {
        let inside = text.strip_prefix('[')?.strip_suffix(']')?;
        inside.parse::<Ipv6Addr>().ok().map(IpAddr::V6)
    };
    // The port may be obfuscated: `192.0.2.1:_http`.
    let with_hidden_port = || {
        let (address, port) = text.rsplit_once(":_")?;
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        let is_port = !port.is_empty() && port.bytes().all(fits);
        if !is_port { None } else { format!("{address}:0").parse::<SocketAddr>().ok() }
    };
    let found = bare().or_else(with_port).or_else(in_brackets);
    found.or_else(|| with_hidden_port().map(|address| address.ip())).map(|ip| ip.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks which client is found for a request from a peer. A header is `F` (`Forwarded`) or `X`
    /// (`X-Forwarded-For`).
    #[track_caller]
    fn check(peer: &str, fields: &[(char, &str)], client: &str) {
        let proxies = ["127.0.0.1", "10.0.0.0/8", "2001:db8:ffff::/48"];
        let trusted = proxies.iter().map(|proxy| proxy.parse::<Proxy>().unwrap()).collect();
        let mut headers = HeaderMap::new();
        for (name, value) in fields {
            let name = if *name == 'F' { FORWARDED } else { X_FORWARDED_FOR };
            let value = axum::http::HeaderValue::from_bytes(value.as_bytes()).unwrap();
            headers.append(name, value);
        }
        let found = client_of(peer.parse().unwrap(), &headers, &trusted);
        assert_eq!(found, client.parse::<IpAddr>().unwrap(), "{peer} {fields:?}");
    }

    #[test]
    fn the_client_behind_proxies() {
        const PROXY: &str = "127.0.0.1";
        for (header, client) in [
            // One proxy, and all forms of an address.
            ("192.0.2.1", "192.0.2.1"),
            ("192.0.2.1:4711", "192.0.2.1"),
            ("2001:db8::1", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("[2001:db8::1]:4711", "2001:db8::1"),
            ("\"192.0.2.1\"", "192.0.2.1"),
            ("\"[2001:db8::1]:4711\"", "2001:db8::1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            // The entries to the left come from the client and are not believed.
            ("6.6.6.6, 192.0.2.1", "192.0.2.1"),
            ("6.6.6.6,192.0.2.1:4711", "192.0.2.1"),
            ("6.6.6.6, 192.0.2.1, 10.1.2.3", "192.0.2.1"),
            ("6.6.6.6, 2001:db8::1, 2001:db8:ffff::2", "2001:db8::1"),
            (", 192.0.2.1", "192.0.2.1"),
            // An unreadable entry ends the search: the last address that was believed counts.
            ("6.6.6.6, unknown", PROXY),
            ("6.6.6.6, _hidden", PROXY),
            ("6.6.6.6, carrick.example", PROXY),
            ("6.6.6.6, 192.0.2.1:port", PROXY),
            ("6.6.6.6, 192.0.2.1:99999", PROXY),
            ("6.6.6.6, [2001:db8::1", PROXY),
            ("6.6.6.6, \"192.0.2.1", PROXY),
            ("6.6.6.6, fe80::1%eth0", PROXY),
            ("6.6.6.6, unknown, 10.1.2.3", "10.1.2.3"),
            ("6.6.6.6, über, 10.1.2.3", PROXY),
            // All are trusted, so the client is in the proxies' own network.
            ("10.1.2.3", "10.1.2.3"),
            ("10.9.9.9, 10.1.2.3", "10.9.9.9"),
            ("", PROXY),
        ] {
            check(PROXY, &[('X', header)], client);
        }
        for (header, client) in [
            ("for=192.0.2.1", "192.0.2.1"),
            ("For=192.0.2.1;proto=https;by=10.0.0.1", "192.0.2.1"),
            ("proto=https;for=192.0.2.1", "192.0.2.1"),
            ("for=192.0.2.1:4711", "192.0.2.1"),
            ("for=\"192.0.2.1:4711\"", "192.0.2.1"),
            ("for=\"192.0.2.1:_http\"", "192.0.2.1"),
            ("for=\"[2001:db8::1]\"", "2001:db8::1"),
            ("for=\"[2001:db8::1]:4711\" ; host=\"a,b;c\"", "2001:db8::1"),
            ("for=\"\\192.0.2.1\"", "192.0.2.1"),
            ("for=6.6.6.6, for=192.0.2.1", "192.0.2.1"),
            ("for=6.6.6.6,, for=192.0.2.1,", "192.0.2.1"),
            ("for=6.6.6.6, for=192.0.2.1, for=10.1.2.3", "192.0.2.1"),
            ("for=6.6.6.6, for=unknown", PROXY),
            ("for=6.6.6.6, for=_hidden, for=10.1.2.3", "10.1.2.3"),
            ("for=6.6.6.6, proto=https", PROXY),
            ("for=6.6.6.6, for=\"192.0.2.1", PROXY),
            // The client left a quotation open, and the proxy's entry is inside it.
            ("for=6.6.6.6;x=\", for=192.0.2.1", PROXY),
            ("for=6.6.6.6;x=\", for=\"[2001:db8::1]\"", PROXY),
            ("for=6.6.6.6;for=192.0.2.1", PROXY),
            ("192.0.2.1", PROXY),
            ("for = 192.0.2.1", PROXY),
        ] {
            check(PROXY, &[('F', header)], client);
        }
    }

    #[test]
    fn several_fields_form_one_list() {
        check("127.0.0.1", &[('X', "6.6.6.6"), ('X', "192.0.2.1")], "192.0.2.1");
        check("127.0.0.1", &[('X', "6.6.6.6"), ('X', "192.0.2.1"), ('X', "10.0.0.9")], "192.0.2.1");
        check("127.0.0.1", &[('F', "for=6.6.6.6"), ('F', "for=192.0.2.1")], "192.0.2.1");
        check("127.0.0.1", &[('F', "for=\"6.6.6.6"), ('F', "for=192.0.2.1")], "192.0.2.1");
    }

    #[test]
    fn two_headers_must_agree() {
        check("127.0.0.1", &[('X', "192.0.2.1"), ('F', "for=192.0.2.1")], "192.0.2.1");
        check("127.0.0.1", &[('X', "192.0.2.1"), ('F', "for=6.6.6.6")], "127.0.0.1");
        check("127.0.0.1", &[('X', "6.6.6.6"), ('F', "for=192.0.2.1")], "127.0.0.1");
    }

    #[test]
    fn only_proxies_are_believed() {
        check("192.0.2.9", &[('X', "6.6.6.6"), ('F', "for=6.6.6.6")], "192.0.2.9");
        check("127.0.0.2", &[('X', "6.6.6.6")], "127.0.0.2");
    }

    #[test]
    fn proxies_are_addresses_or_networks() {
        for (text, shown) in [
            ("127.0.0.1", "127.0.0.1/32"),
            ("::1", "::1/128"),
            ("10.0.0.0/8", "10.0.0.0/8"),
            ("::ffff:10.0.0.1", "10.0.0.1/32"),
        ] {
            assert_eq!(text.parse::<Proxy>().unwrap().to_string(), shown);
        }
        for text in ["", "localhost", "10.0.0.0/33", "10.0.0.0/", "unix:/run/x"] {
            assert_eq!(text.parse::<Proxy>(), Err(ProxyError::Form), "{text}");
        }
        assert_eq!("0.0.0.0/0".parse::<Proxy>(), Err(ProxyError::Everybody));
        assert!(matches!("10.1.2.3/8".parse::<Proxy>(), Err(ProxyError::Host(_))));
    }
}
