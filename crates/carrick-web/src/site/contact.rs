//! Security contact, as security.txt names it.

use std::fmt;
use std::str::FromStr;

use url::Url;

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

/// The text is no contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected a mail address, or an address that begins with mailto:, https:// or tel:, such as \
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_contact() {
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
}
