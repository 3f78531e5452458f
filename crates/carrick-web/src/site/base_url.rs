//! Base URL of the site.

use std::fmt;
use std::str::FromStr;

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
    /// Whether the site uses TLS. Only then may cookies be `Secure`.
    #[must_use]
    pub const fn is_secure(&self) -> bool {
        self.secure
    }

    /// The host, with its port unless that is the default one: as browsers send it in `Host`.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Resolves `address` as a browser would, for redirects: returns path, query and fragment, or
    /// `None` when it leads to another site.
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
        // Removed dots may leave two slashes at the start, which would begin a host.
        let path = &there[Position::BeforePath..];
        (!path.starts_with("//")).then(|| path.to_owned())
    }
}

/// A host as browsers send it: in small letters, without the dot of a fully qualified name and
/// without the default port of its scheme.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_has_one_form() {
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
    fn reads_what_browsers_send() {
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
}
