//! Name of the site, and the links of its operator.

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use super::Contact;

tokio::task_local! {
    /// The identity of the site whose request is being answered.
    static SITE: Arc<Identity>;
}

/// Maximum number of links.
const MAX_LINKS: usize = 10;

/// The name that the operator gives the site, and the links at the foot of every page, such as
/// those to an imprint and a privacy policy.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Identity {
    name: SiteName,
    links: Vec<FootLink>,
}

/// Name of a site: one line of text.
///
/// ```
/// let name: carrick_web::SiteName = "Kant's Games".parse()?;
/// assert_eq!(name.sender(), "Carrick at Kant's Games");
/// # Ok::<(), carrick_web::IdentityError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteName(String);

/// Link at the foot of every page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FootLink {
    pub(crate) text: String,
    pub(crate) url: String,
}

/// Why the site cannot have this name, or a link cannot be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IdentityError {
    /// The name is empty, too long, or not a single line.
    #[error("a name must have 1 to {MAX_NAME} characters, in one line")]
    Name,
    /// The text of a link is empty, too long, or not a single line.
    #[error("the text of a link must have 1 to {MAX_NAME} characters, in one line")]
    Text,
    /// The link leads to something other than a page or an address.
    #[error(
        "the url of a link must be a path of this site that begins with /, an email address, or begin with \
         https:// or mailto:"
    )]
    Url,
    /// There are too many links.
    #[error("the maximum is {MAX_LINKS} links")]
    Links,
}

/// Maximum length of a name and of a link's text, in characters.
const MAX_NAME: usize = 40;

/// Whether a text is a single line that is not too long.
fn is_line(text: &str) -> bool {
    let is_plain = !text.contains(char::is_control) && text.trim() == text;
    is_plain && (1..=MAX_NAME).contains(&text.chars().count())
}

impl Identity {
    /// A site of this name with these links.
    ///
    /// # Errors
    /// If there are too many links.
    pub fn new(name: SiteName, links: Vec<FootLink>) -> Result<Self, IdentityError> {
        if links.len() > MAX_LINKS {
            return Err(IdentityError::Links);
        }
        Ok(Self { name, links })
    }

    /// Name of the site.
    #[must_use]
    pub const fn name(&self) -> &SiteName {
        &self.name
    }

    /// Links at the foot of every page.
    pub(crate) fn links(&self) -> &[FootLink] {
        &self.links
    }

    /// The identity of the site whose request is being answered.
    pub(crate) fn of_request() -> Arc<Self> {
        static USUAL: LazyLock<Arc<Identity>> = LazyLock::new(Arc::default);
        SITE.try_with(Clone::clone).unwrap_or_else(|_| USUAL.clone())
    }

    /// Answers a request to this site.
    pub(crate) async fn answer<T>(self: Arc<Self>, answer: impl Future<Output = T>) -> T {
        SITE.scope(self, answer).await
    }

    /// Makes something for a request to this site on another thread, to which the site is otherwise
    /// unknown.
    pub(crate) fn within<T>(self: Arc<Self>, make: impl FnOnce() -> T) -> T {
        SITE.sync_scope(self, make)
    }
}

impl SiteName {
    /// The site's name as the sender of emails. It always contains the program's name, by which the
    /// mail parser tells a quoted email from what a player wrote.
    #[must_use]
    pub fn sender(&self) -> String {
        if self.0.contains(USUAL_NAME) {
            self.0.clone()
        } else {
            format!("{USUAL_NAME} at {}", self.0)
        }
    }
}

/// Name of a site whose operator has not set one: that of the program.
const USUAL_NAME: &str = "Carrick";

impl Default for SiteName {
    fn default() -> Self {
        Self(USUAL_NAME.to_owned())
    }
}

impl FromStr for SiteName {
    type Err = IdentityError;

    fn from_str(text: &str) -> Result<Self, IdentityError> {
        if is_line(text) { Ok(Self(text.to_owned())) } else { Err(IdentityError::Name) }
    }
}

impl fmt::Display for SiteName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FootLink {
    /// A link with a text.
    ///
    /// # Errors
    /// If the text is empty or too long, or if the link leads to anything but a page or an address.
    pub fn new(text: &str, url: &str) -> Result<Self, IdentityError> {
        if !is_line(text) {
            return Err(IdentityError::Text);
        }
        let is_plain = url.chars().all(|c| c.is_ascii_graphic() && !r#"<>"\"#.contains(c));
        let is_path = url.starts_with('/') && !url.starts_with("//") && is_plain;
        let url = if is_path {
            url.to_owned()
        } else {
            url.parse::<Contact>().map_err(|_| IdentityError::Url)?.to_string()
        };
        Ok(Self { text: text.to_owned(), url })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_pages_and_addresses() {
        for (typed, url) in [
            ("/imprint.html", "/imprint.html"),
            ("https://club.example/privacy?x=1#y", "https://club.example/privacy?x=1#y"),
            ("mailto:ann@club.example", "mailto:ann@club.example"),
            ("ann@club.example", "mailto:ann@club.example"),
        ] {
            assert_eq!(FootLink::new("Imprint", typed).unwrap().url, url);
        }
        for typed in [
            "",
            "imprint",
            "//elsewhere.example",
            "/\\elsewhere.example",
            "/a b",
            "/\"onclick=",
            "http://club.example",
            "javascript:alert(1)",
            "JavaScript:alert(1)",
            "data:text/html,x",
            " https://club.example",
        ] {
            assert_eq!(FootLink::new("Imprint", typed), Err(IdentityError::Url), "{typed}");
        }
        for text in ["", " Imprint", "Im\nprint", &"x".repeat(41)] {
            assert_eq!(FootLink::new(text, "/x"), Err(IdentityError::Text), "{text}");
            assert_eq!(text.parse::<SiteName>(), Err(IdentityError::Name), "{text}");
        }
        let link = FootLink::new("x", "/x").unwrap();
        let links = |count| Identity::new(SiteName::default(), vec![link.clone(); count]);
        assert!(links(10).is_ok());
        assert_eq!(links(11), Err(IdentityError::Links));
    }

    #[test]
    fn emails_name_the_program_and_the_site() {
        for (name, sender) in [
            ("Carrick", "Carrick"),
            ("Kant's Games", "Carrick at Kant's Games"),
            ("Carrick in Rye", "Carrick in Rye"),
        ] {
            assert_eq!(name.parse::<SiteName>().unwrap().sender(), sender);
        }
    }
}
