//! Findings of the laboratory: the pages of `docs/findings`, with their plots and figures.

use askama::Template;
use axum::Router;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::rulebook;
use crate::app::App;
use crate::pages::fault::Fault;
use crate::pages::page::{Frame, show};
use crate::pages::session::Visitor;
use crate::routes::shared::{FINDING_FILES, FINDINGS, Finding, OVERVIEW};

pub(super) fn routes() -> Router<App> {
    Router::new().route("/findings", get(all)).route("/findings/{file}", get(one))
}

#[derive(Template)]
#[template(path = "finding.html")]
struct FindingPage {
    frame: Frame,
    text: String,
    /// Whether it is one of those that the overview lists.
    is_listed: bool,
}

/// A finding as a page: its heading becomes the title.
fn page(finding: &Finding, visitor: Option<&Visitor>) -> Result<Response, Fault> {
    let heading = finding.markdown.lines().next().unwrap_or_default();
    let title = heading.trim_start_matches("# ");
    let page = FindingPage {
        frame: Frame::new(title, visitor).described(finding.about),
        text: rulebook::rendered_in("findings", finding.markdown),
        is_listed: finding.name != OVERVIEW.name,
    };
    Ok(show(&page)?.into_response())
}

async fn all(visitor: Option<Visitor>) -> Result<Response, Fault> {
    page(&OVERVIEW, visitor.as_ref())
}

async fn one(visitor: Option<Visitor>, Path(file): Path<String>) -> Result<Response, Fault> {
    if let Some(finding) = FINDINGS.iter().find(|finding| finding.name == file) {
        return page(finding, visitor.as_ref());
    }
    let (name, text) = FINDING_FILES.iter().find(|(name, _)| *name == file).ok_or(Fault::PAGE)?;
    let kind = match name.ends_with(".svg") {
        true => "image/svg+xml",
        false => "text/csv; charset=utf-8",
    };
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "public, max-age=3600")];
    Ok((headers, *text).into_response())
}
