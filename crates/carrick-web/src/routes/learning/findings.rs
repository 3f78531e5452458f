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

pub(super) fn routes() -> Router<App> {
    Router::new().route("/findings", get(all)).route("/findings/{file}", get(one))
}

/// A file of the folder, with its name.
macro_rules! file {
    ($name:expr) => {
        ($name, include_str!(concat!("../../../../../docs/findings/", $name)))
    };
}

/// A page.
struct Finding {
    /// Name in URLs.
    name: &'static str,
    /// Its content, in a sentence for search engines.
    about: &'static str,
    markdown: &'static str,
}

macro_rules! finding {
    ($name:literal, $about:literal) => {
        Finding { name: $name, about: $about, markdown: file!(concat!($name, ".md")).1 }
    };
}

const OVERVIEW: Finding = finding!(
    "README",
    "What games between computer players say about the four games, each answer with its conditions."
);

const FINDINGS: &[Finding] = &[
    finding!(
        "ankor-draws",
        "How much of Ankor is drawn, by which rule, and which option cures it."
    ),
    finding!(
        "boche-last-cube",
        "Whether the last cube and the first choice balance each other out in Boche."
    ),
    finding!("antipod-size", "Who is ahead in Antipod, by how much, and at which size least."),
    finding!(
        "anchor-first-move",
        "What the first move, both pie rules and a handicap stone are worth in Anchor."
    ),
    finding!("solved", "Exact values of the smallest boards of the four games."),
];

/// Plots and tables of figures.
const FILES: &[(&str, &str)] = &[
    file!("anchor-first-move.csv"),
    file!("anchor-first-move.svg"),
    file!("ankor-draws.csv"),
    file!("ankor-draws.svg"),
    file!("antipod-size.csv"),
    file!("antipod-size.svg"),
    file!("boche-last-cube.csv"),
    file!("boche-last-cube.svg"),
];

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
    let (name, text) = FILES.iter().find(|(name, _)| *name == file).ok_or(Fault::PAGE)?;
    let kind = match name.ends_with(".svg") {
        true => "image/svg+xml",
        false => "text/csv; charset=utf-8",
    };
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "public, max-age=3600")];
    Ok((headers, *text).into_response())
}
