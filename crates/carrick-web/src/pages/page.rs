//! Page layout: the frame around every page.

use std::sync::Arc;

use askama::Template;
use axum::response::Html;
use carrick_store::MOST_WAITING;

use super::act::once;
use super::appearance::Shown;
use super::fault::Fault;
use super::session::Visitor;
use crate::site::stylesheet::{Arrival, Stylesheet};
use crate::site::{Identity, assets};

/// Page layout data: navigation, live updates, link previews.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    pub(crate) title: String,
    /// Name of the site, and the links of its operator.
    pub(crate) site: Arc<Identity>,
    /// Name of the signed-in user, if any.
    pub(crate) user: Option<String>,
    /// Whether the user is a guest.
    pub(crate) guest: bool,
    /// Number of boards on which the user is to move, as text (`99+` at most); empty when there is
    /// none.
    pub(crate) waiting: String,
    /// How the reader wants it to look.
    pub(crate) appearance: Shown,
    pub(crate) css: Stylesheet,
    pub(crate) icon: String,
    pub(crate) live_js: String,
    pub(crate) times_js: String,
    /// Script that makes the site work off line.
    pub(crate) app_js: String,
    /// URL of the events that update this page; empty for none.
    pub(crate) events: String,
    /// The page's own URL. It differs from the request's when the page answers a form.
    pub(crate) here: String,
    /// Number of the last change that the page may show.
    pub(crate) seen: u64,
    /// URL of the preview picture for links on other sites; empty for none.
    pub(crate) picture: String,
    /// Description of the page, for search engines and beside the preview picture; empty for none.
    pub(crate) told: String,
    /// Whether the reader is to move on the board of this page.
    pub(crate) your_turn: bool,
}

impl Frame {
    /// A new key for a form of the page that is carried out once.
    pub(crate) fn once(&self) -> String {
        once()
    }

    pub(crate) fn new(title: impl Into<String>, visitor: Option<&Visitor>) -> Self {
        Self {
            title: title.into(),
            site: Identity::of_request(),
            user: visitor.map(|visitor| visitor.id().to_string()),
            guest: visitor.is_some_and(|visitor| visitor.guest),
            waiting: match visitor.map_or(0, |visitor| visitor.waiting) {
                0 => String::new(),
                MOST_WAITING.. => format!("{}+", MOST_WAITING - 1),
                waiting => waiting.to_string(),
            },
            appearance: Shown::of_reader(),
            css: Stylesheet("site.css"),
            icon: assets::url("icon.svg"),
            live_js: assets::url("live.js"),
            times_js: assets::url("times.js"),
            app_js: assets::url("app.js"),
            events: String::new(),
            here: String::new(),
            seen: 0,
            picture: String::new(),
            told: String::new(),
            your_turn: false,
        }
    }

    /// Whether the page holds its stylesheets. Without files to wait for, a browser would show it
    /// before all of it is there, and then shift what it showed.
    pub(crate) fn arrives(&self) -> bool {
        Arrival::of_request().0
    }

    /// Whether the page may load an engine of its own.
    pub(crate) fn has_engine(&self) -> bool {
        assets::page_engine_bytes().is_some()
    }

    /// Frame of a page that is described in a sentence or two, as search engines and links on other
    /// sites show it.
    pub(crate) fn described(self, told: impl Into<String>) -> Self {
        Self { told: told.into(), ..self }
    }

    /// Frame of the page `here`, updated live by an event stream. `seen` is the last change before
    /// its data were read.
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

/// Renders a page.
pub(crate) fn show(page: &impl Template) -> Result<Html<String>, Fault> {
    Ok(Html(page.render()?))
}

/// URL of the page that has the form which is sent to `path`.
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
