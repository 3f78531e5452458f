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
        let usual = if secure { ":443" } else { ":80" };
        let host = host.strip_suffix(usual).map_or(host.clone(), str::to_owned);
        Ok(Self { secure, host })
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
