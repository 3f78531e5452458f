//! Page layout: the frame around every page.

use askama::Template;
use axum::response::Html;
use carrick_store::MOST_WAITING;

use super::fault::Fault;
use super::session::Visitor;
use crate::site::assets;

/// What the layout shows around a page.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    pub(crate) title: String,
    /// Who is signed in.
    pub(crate) user: Option<String>,
    /// Whether that is a guest.
    pub(crate) guest: bool,
    /// On how many boards they are to move, as a number or `99+`; empty when on none.
    pub(crate) waiting: String,
    pub(crate) css: String,
    pub(crate) icon: String,
    pub(crate) live_js: String,
    /// The address of the events that change this page, if any do.
    pub(crate) events: String,
    /// The page's own address, which is not that of the form whose answer it may be.
    pub(crate) here: String,
    /// The number of the last change that the page can have seen.
    pub(crate) seen: u64,
    /// The address of a picture for previews elsewhere, if there is one.
    pub(crate) picture: String,
    /// A sentence that goes with the picture.
    pub(crate) told: String,
    /// Whether the reader is to move on the board that is shown.
    pub(crate) your_turn: bool,
}

impl Frame {
    pub(crate) fn new(title: impl Into<String>, visitor: Option<&Visitor>) -> Self {
        Self {
            title: title.into(),
            user: visitor.map(|visitor| visitor.id().to_string()),
            guest: visitor.is_some_and(|visitor| visitor.guest),
            waiting: match visitor.map_or(0, |visitor| visitor.waiting) {
                0 => String::new(),
                MOST_WAITING.. => format!("{}+", MOST_WAITING - 1),
                waiting => waiting.to_string(),
            },
            css: assets::url("site.css"),
            icon: assets::url("icon.svg"),
            live_js: assets::url("live.js"),
            events: String::new(),
            here: String::new(),
            seen: 0,
            picture: String::new(),
            told: String::new(),
            your_turn: false,
        }
    }

    /// A frame of the page `here`, kept up to date by events from an address. What is on it was
    /// read after the change of number `seen`.
    pub(crate) fn live(
        mut self,
        here: impl Into<String>,
        events: impl Into<String>,
        seen: u64,
    ) -> Self {
        self.here = here.into();
        self.events = events.into();
        self.seen = seen;
        self
    }
}

/// A page written out.
pub(crate) fn show(page: &impl Template) -> Result<Html<String>, Fault> {
    Ok(Html(page.render()?))
}

/// The page on which the form stands that is sent to an address.
pub(crate) fn page_of(path: &str) -> &str {
    for page in ["/account", "/games", "/seeks"] {
        if path.strip_prefix(page).is_some_and(|rest| rest.starts_with('/')) {
            return page;
        }
    }
    match path.rsplit_once('/') {
        _ if path == "/sign-out" => "/",
        Some((page, _)) if !page.is_empty() => page,
        _ => path,
    }
}
