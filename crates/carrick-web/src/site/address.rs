//! Base URL of the site.

use std::fmt;
use std::io::Write as _;
use std::str::FromStr;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use carrick_service::{User, Userid, must_be_a_person};
use carrick_tokens::{Keyring, ResetToken};
use data_encoding::HEXLOWER;
use flate2::Compression;
use flate2::write::GzEncoder;
use jiff::{SignedDuration, Timestamp};
use sha2::{Digest as _, Sha256};
use url::{Position, Url};

/// The site's address without a slash at its end: `https://carrick.example` or, on a LAN,
/// `http://192.168.1.5:8010`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseUrl {
    secure: bool,
    host: String,
}

/// The text is not the address of a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected http:// or https://, a host and perhaps a port, such as https://carrick.example")]
pub struct BaseUrlError;

impl BaseUrl {
    /// Whether the site uses TLS. Only then can cookies be `Secure`.
    #[must_use]
    pub const fn is_secure(&self) -> bool {
        self.secure
    }

    /// The host as browsers send it in `Host`: with its port, unless that is the default.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Resolves `address` as a browser would, for redirects. Returns path, query and fragment, or
    /// `None` if it leads to another site.
    ///
    /// ```
    /// let site: carrick_web::BaseUrl = "https://carrick.example".parse().unwrap();
    /// assert_eq!(site.path_to("/ankor/101?at=3#chat").as_deref(), Some("/ankor/101?at=3#chat"));
    /// // Browsers take control characters out before they look for the host.
    /// assert_eq!(site.path_to("/\t/elsewhere.example"), None);
    /// ```
    #[must_use]
    pub fn path_to(&self, address: &str) -> Option<String> {
        let site = Url::parse(&self.to_string()).ok()?;
        let there = site.join(address).ok().filter(|there| there.origin() == site.origin())?;
        // When dots are removed, two slashes may be left at the start, which would begin a host.
        let path = &there[Position::BeforePath..];
        (!path.starts_with("//")).then(|| path.to_owned())
    }
}

/// A host as browsers send it: in lower case, without the dot of a fully qualified name and without
/// the default port of its scheme.
pub(crate) fn usual_host(host: &str, is_secure: bool) -> String {
    let host = host.to_ascii_lowercase();
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    let (name, port) = match host.rsplit_once(':').filter(|(_, port)| is_port(port)) {
        Some((name, port)) => (name, port),
        None => (host.as_str(), ""),
    };
    let name = name.strip_suffix('.').unwrap_or(name);
    let usual = if is_secure { 443 } else { 80 };
    if port.is_empty() || port.parse() == Ok(usual) {
        name.to_owned()
    } else {
        format!("{name}:{port}")
    }
}

impl FromStr for BaseUrl {
    type Err = BaseUrlError;

    fn from_str(text: &str) -> Result<Self, BaseUrlError> {
        let (scheme, rest) = text.split_once("://").ok_or(BaseUrlError)?;
        let secure = match scheme {
            "https" => true,
            "http" => false,
            _ => return Err(BaseUrlError),
        };
        let host = rest.trim_end_matches('/').to_ascii_lowercase();
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-.:[]".contains(&byte);
        if host.is_empty() || !host.bytes().all(fits) {
            return Err(BaseUrlError);
        }
        Ok(Self { secure, host: usual_host(&host, secure) })
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.secure { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.host)
    }
}

/// Maximum length of a contact, in bytes.
const MAX_BYTES: usize = 300;

/// A contact for security reports, as in `security.txt` (RFC 9116): `mailto:…`, `https://…` or
/// `tel:…`.
///
/// ```
/// let contact: carrick_web::Contact = "security@carrick.example".parse()?;
/// assert_eq!(contact.to_string(), "mailto:security@carrick.example");
/// # Ok::<(), carrick_web::ContactError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contact(String);

/// The text is not a contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected an email address, or an address that begins with mailto:, https:// or tel:, such as \
     security@carrick.example"
)]
pub struct ContactError;

impl FromStr for Contact {
    type Err = ContactError;

    fn from_str(text: &str) -> Result<Self, ContactError> {
        let is_plain = |c: char| c.is_ascii_graphic() && !matches!(c, '<' | '>' | '"');
        if text.is_empty() || text.len() > MAX_BYTES || !text.chars().all(is_plain) {
            return Err(ContactError);
        }
        let is_address = |text: &str| {
            text.split_once('@').is_some_and(|(name, host)| {
                !name.is_empty()
                    && host.contains('.')
                    && !host.starts_with('.')
                    && !host.contains(['@', '/'])
            })
        };
        if !text.contains(':') {
            return if is_address(text) {
                Ok(Self(format!("mailto:{text}")))
            } else {
                Err(ContactError)
            };
        }
        let url = Url::parse(text).map_err(|_| ContactError)?;
        let fits = match url.scheme() {
            "mailto" => is_address(url.path()),
            "https" => url.host().is_some() && text.starts_with("https://"),
            "tel" => url.path().len() > 2,
            _ => false,
        };
        if fits { Ok(Self(text.to_owned())) } else { Err(ContactError) }
    }
}

impl fmt::Display for Contact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Days without use after which a session expires.
pub(crate) const DAYS: i64 = 60;

/// Name of the cookie. The prefix `__Host-` makes browsers bind it to this host and to TLS; a
/// plain LAN site cannot use it.
const fn name(base: &BaseUrl) -> &'static str {
    if base.is_secure() { "__Host-session" } else { "session" }
}

/// The session token of a request.
pub(crate) fn token(headers: &HeaderMap, base: &BaseUrl) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|one| one.split_once('='));
    let (_, token) = pairs.find(|(found, _)| found.trim() == name(base))?;
    let token = token.trim();
    (token.len() == 64 && token.bytes().all(|byte| byte.is_ascii_hexdigit()))
        .then(|| token.to_owned())
}

/// The header that sets or removes the session cookie.
pub(crate) fn set(base: &BaseUrl, token: Option<&str>) -> HeaderValue {
    let secure = if base.is_secure() { "; Secure" } else { "" };
    let seconds = token.map_or(0, |_| DAYS * 24 * 3600);
    let line = format!(
        "{}={}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}",
        name(base),
        token.unwrap_or_default()
    );
    // The token is hexadecimal and the rest is fixed, so this does not fail.
    HeaderValue::try_from(line).unwrap_or_else(|_| HeaderValue::from_static("session="))
}

/// Validity of a link.
const GOOD_FOR: SignedDuration = SignedDuration::from_hours(24);

/// The password reset link for a user who asked for it at `asked`.
///
/// A GET shows a form; a POST sets the web password, the command password or both. The link is
/// valid for a day and for one change.
#[must_use]
pub fn reset_link(base: &BaseUrl, keys: &Keyring, user: &Userid, asked: Timestamp) -> String {
    let token = ResetToken { user: user.clone(), asked, expires: asked + GOOD_FOR };
    format!("{base}/reset/{}", keys.seal(&token))
}

/// Whether a genuine token is the user's latest one and unused.
pub(crate) fn is_last(token: &ResetToken, user: &User) -> bool {
    let signs_in = user.deleted.is_none() && must_be_a_person(&user.id).is_ok();
    let asked = user.reset_asked.filter(|_| signs_in);
    user.id == token.user && asked.is_some_and(|asked| asked.as_second() == token.asked.as_second())
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    HEXLOWER.encode(bytes)
}

/// The SHA-256 of a text, in hexadecimal.
pub(crate) fn sha256(text: &str) -> String {
    hex(&Sha256::digest(text))
}

/// The bytes, compressed by gzip; `None` if that fails.
pub(crate) fn gzip(bytes: &[u8], level: Compression) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 3), level);
    encoder.write_all(bytes).ok()?;
    Some(encoder.finish().ok()?.into())
}

/// Whether a client accepts a content coding, according to its `Accept-Encoding`.
pub(crate) fn takes(asked: &HeaderMap, coding: &str) -> bool {
    let lines = asked.get_all(header::ACCEPT_ENCODING).iter().filter_map(|line| line.to_str().ok());
    let mut codings = lines.flat_map(|line| line.split(','));
    codings.any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        let weight = weight.split_once('=').map(|(_, weight)| weight.trim().parse::<f32>());
        name.trim().eq_ignore_ascii_case(coding) && !matches!(weight, Some(Ok(0.0) | Err(_)))
    })
}

/// A text, encoded as part of a query.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_host_has_one_form() {
        for (host, is_secure, usual) in [
            ("carrick.example", true, "carrick.example"),
            ("Carrick.Example", true, "carrick.example"),
            ("carrick.example:443", true, "carrick.example"),
            ("carrick.example:0443", true, "carrick.example"),
            ("carrick.example:", true, "carrick.example"),
            ("carrick.example.", true, "carrick.example"),
            ("carrick.example.:443", true, "carrick.example"),
            ("carrick.example.:8443", true, "carrick.example:8443"),
            ("carrick.example:80", true, "carrick.example:80"),
            ("carrick.example:80", false, "carrick.example"),
            ("carrick.example:443", false, "carrick.example:443"),
            ("carrick.example..", true, "carrick.example."),
            ("[::1]:80", false, "[::1]"),
            ("[::1]", false, "[::1]"),
            ("192.0.2.1:443", true, "192.0.2.1"),
            ("evil.example:x443", true, "evil.example:x443"),
            ("", true, ""),
        ] {
            assert_eq!(usual_host(host, is_secure), usual, "{host}");
        }
    }

    #[test]
    fn addresses_are_read_as_browsers_send_them() {
        for (text, shown) in [
            ("https://Carrick.example/", "https://carrick.example"),
            ("https://carrick.example:443", "https://carrick.example"),
            ("http://[::1]:8010", "http://[::1]:8010"),
        ] {
            assert_eq!(text.parse::<BaseUrl>().unwrap().to_string(), shown);
        }
        for text in ["carrick.example", "ftp://a", "https://", "https://a/b", "https://a b"] {
            assert_eq!(text.parse::<BaseUrl>(), Err(BaseUrlError), "{text}");
        }
    }

    #[test]
    fn contacts_are_email_addresses_and_urls() {
        for (typed, contact) in [
            ("security@carrick.example", "mailto:security@carrick.example"),
            ("mailto:security@carrick.example", "mailto:security@carrick.example"),
            ("https://carrick.example/report?x=1", "https://carrick.example/report?x=1"),
            ("tel:+1-201-555-0123", "tel:+1-201-555-0123"),
        ] {
            assert_eq!(typed.parse::<Contact>().unwrap().to_string(), contact);
        }
        for typed in [
            "",
            "ann",
            "ann@",
            "@carrick.example",
            "ann@localhost",
            "http://carrick.example/",
            "https:carrick",
            "javascript:alert(1)",
            "mailto:ann",
            "tel:",
            "ann@carrick.example\nExpires: never",
            "ann@carrick.example, bob@carrick.example",
            &"a".repeat(400),
        ] {
            assert!(typed.parse::<Contact>().is_err(), "{typed:?}");
        }
    }

    #[test]
    fn a_cookie_that_is_set_comes_back() {
        let token_text = "ab".repeat(32);
        for (base, start) in
            [("https://a.example", "__Host-session="), ("http://10.0.0.1:8010", "session=")]
        {
            let base: BaseUrl = base.parse().unwrap();
            let line = set(&base, Some(&token_text)).to_str().unwrap().to_owned();
            assert!(line.starts_with(start), "{line}");
            assert_eq!(line.contains("; Secure"), base.is_secure());
            assert!(line.contains("; HttpOnly; SameSite=Lax"));
            let mut headers = HeaderMap::new();
            let pair = line.split(';').next().unwrap();
            headers.insert(header::COOKIE, format!("theme=dark; {pair}").parse().unwrap());
            assert_eq!(token(&headers, &base), Some(token_text.clone()));
            headers.insert(header::COOKIE, format!("{start}short").parse().unwrap());
            assert_eq!(token(&headers, &base), None);
        }
    }

    #[test]
    fn only_people_get_a_link() {
        let asked = "2008-05-01T12:00:00Z".parse().unwrap();
        for (user, good) in [("alice", true), ("level3", false)] {
            let id: Userid = user.parse().unwrap();
            let user = User { reset_asked: Some(asked), ..User::new(id.clone(), asked, None) };
            let token = ResetToken { user: id, asked, expires: asked + GOOD_FOR };
            assert_eq!(is_last(&token, &user), good);
        }
    }

    #[test]
    fn a_coding_is_used_only_if_the_client_accepts_it() {
        for (line, [brotli, gzip]) in [
            ("gzip, deflate, br, zstd", [true, true]),
            ("br;q=0.5, GZIP ; q=1.0", [true, true]),
            ("gzip, br; q=0", [false, true]),
            ("gzip;q=0.000,brx", [false, false]),
            ("identity", [false, false]),
        ] {
            let mut asked = HeaderMap::new();
            asked.insert(header::ACCEPT_ENCODING, line.parse().unwrap());
            assert_eq!(takes(&asked, "br"), brotli, "{line}");
            assert_eq!(takes(&asked, "gzip"), gzip, "{line}");
        }
        assert!(!takes(&HeaderMap::new(), "br"));
    }
}
