//! Stylesheets of pages: a visitor who comes from elsewhere gets them within the page, and so sees
//! it one round trip sooner; on the way from page to page they are files, which a browser keeps.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::sync::LazyLock;

use askama::filters::HtmlSafe;
use axum::http::HeaderMap;
use data_encoding::BASE64;
use sha2::{Digest as _, Sha256};

use super::assets;

tokio::task_local! {
    /// That of the request which is being answered.
    static ARRIVAL: Arrival;
}

/// Texts of all stylesheets, by name.
static TEXTS: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let names = assets::all().into_keys();
    let names = names.filter_map(|path| Some(path.rsplit('/').next()?.to_owned()));
    let sheets = names.filter(|name| name.ends_with(".css"));
    sheets.filter_map(|name| assets::text(&name).map(|text| (name, text))).collect()
});

/// A page's stylesheet. Displayed, it is the element for the page's head: `<link>`, or `<style>`
/// on [Arrival].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stylesheet(pub(crate) &'static str);

impl Display for Stylesheet {
    fn fmt(&self, page: &mut fmt::Formatter<'_>) -> fmt::Result {
        match TEXTS.get(self.0).filter(|_| Arrival::of_request().0) {
            Some(text) => write!(page, "<style>{text}</style>"),
            None => write!(page, r#"<link rel="stylesheet" href="{}">"#, assets::url(self.0)),
        }
    }
}

/// It holds a file of the program, and nothing that anybody has written since.
impl HtmlSafe for Stylesheet {}

/// Whether the visitor for whom a page is made comes from another site, or from none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Arrival(pub(crate) bool);

impl Arrival {
    /// Whether a request is for a page and was not made from another page of this site, by its
    /// [Fetch Metadata](https://www.w3.org/TR/fetch-metadata/). Browsers send them over TLS and to
    /// this machine; without them nobody arrives.
    pub(crate) fn of_headers(headers: &HeaderMap) -> Self {
        let is = |name: &str, value: &str| headers.get(name).is_some_and(|sent| sent == value);
        let from = headers.contains_key("sec-fetch-site") && !is("sec-fetch-site", "same-origin");
        Self(from && is("sec-fetch-dest", "document"))
    }

    /// That of the request which is being answered.
    pub(crate) fn of_request() -> Self {
        ARRIVAL.try_with(|&arrival| arrival).unwrap_or_default()
    }

    /// Answers its request.
    pub(crate) async fn answer<T>(self, answer: impl Future<Output = T>) -> T {
        ARRIVAL.scope(self, answer).await
    }

    /// Makes something for its request on another thread, where that is not known.
    pub(crate) fn within<T>(self, make: impl FnOnce() -> T) -> T {
        ARRIVAL.sync_scope(self, make)
    }
}

/// Sources for `style-src` in a Content-Security-Policy that allow each stylesheet within a page,
/// and nothing else: `'sha256-…' 'sha256-…'`.
pub(crate) fn sources() -> String {
    let source = |text: &String| format!("'sha256-{}'", BASE64.encode(&Sha256::digest(text)));
    TEXTS.values().map(source).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stylesheet_can_stand_in_a_page() {
        for (name, text) in TEXTS.iter() {
            assert!(!text.contains('<') && !text.contains("url("), "{name}");
        }
        let names: Vec<&str> = TEXTS.keys().map(String::as_str).collect();
        let expected = "analysis.css board.css doors.css figures.css learn.css offline.css \
                        puzzles.css site.css study.css";
        assert_eq!(names.join(" "), expected);
    }

    #[test]
    fn who_arrives() {
        for (dest, site, arrival) in [
            ("document", "none", true),
            ("document", "cross-site", true),
            ("document", "same-site", true),
            ("document", "same-origin", false),
            ("document", "", false),
            ("empty", "cross-site", false),
            ("", "none", false),
        ] {
            let mut headers = HeaderMap::new();
            for (name, value) in [("sec-fetch-dest", dest), ("sec-fetch-site", site)] {
                if !value.is_empty() {
                    headers.insert(name, value.parse().unwrap());
                }
            }
            assert_eq!(Arrival::of_headers(&headers), Arrival(arrival), "{dest} {site}");
        }
    }
}
