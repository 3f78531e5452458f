//! The service worker: the script that answers for the site where there is no network, with the
//! list of what it keeps.

use std::sync::LazyLock;

use axum::Router;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use carrick_games::GameKind;
use carrick_lessons::Lesson;
use serde_json::json;

use crate::app::App;
use crate::pages::fault::Fault;
use crate::routes::shared::{finding_pages, finding_plots};
use crate::site::{assets, encode};

pub(super) fn routes() -> Router<App> {
    Router::new().route("/service-worker.js", get(serve))
}

/// Folders of assets that are kept at once: what pages and flat boards are made of. Others are for
/// readers who want to be off line: the engine's module, and the third dimension, which alone is as
/// large as all of these.
const ESSENTIAL: [&str; 4] = ["board/", "engine/", "offline/", "site/"];

/// The script and the list of what it keeps; `None` if it is missing from the program.
static SCRIPT: LazyLock<Option<String>> = LazyLock::new(|| {
    let text = assets::text("service-worker.js")?;
    let (essential, more): (Vec<_>, Vec<_>) = assets::all()
        .into_iter()
        .partition(|(path, _)| ESSENTIAL.iter().any(|folder| path.starts_with(folder)));
    let urls = |assets: Vec<(String, String)>| assets.into_iter().map(|(_, url)| url);
    let essential: Vec<String> = urls(essential).chain(["/offline".to_owned()]).collect();
    let more: Vec<String> = urls(more).chain(public_pages()).chain(pictures()).collect();
    let prefix = assets::prefix();
    let version = &encode::sha256(&format!("{text}\n{prefix}\n{essential:?}\n{more:?}"))[..12];
    let site = json!({
        "version": version, "assets": prefix, "essential": essential, "more": more,
    });
    Some(format!("self.SITE = {site};\n{text}"))
});

/// Pages that can be read off line. All of them are the same for everybody.
fn public_pages() -> Vec<String> {
    let mut pages = vec!["/learn".to_owned(), "/rules".to_owned()];
    for kind in GameKind::ALL {
        let folders = ["learn", "rules", "offline", "offline/puzzles"];
        pages.extend(folders.map(|folder| format!("/{folder}/{kind}")));
        let steps = 1..=Lesson::of(kind).steps.len();
        pages.extend(steps.map(|step| format!("/learn/{kind}/{step}")));
    }
    pages.extend(finding_pages());
    pages
}

/// Pictures on those pages that are no part of them.
fn pictures() -> Vec<String> {
    let of =
        |kind: GameKind| [format!("/pictures/{kind}.svg"), format!("/pictures/{kind}-dark.svg")];
    let mut paths: Vec<String> = GameKind::ALL.into_iter().flat_map(of).collect();
    paths.extend(["/favicon.ico".to_owned(), "/icon-192.png".to_owned()]);
    paths.extend(finding_plots());
    paths
}

/// Serves the script. Browsers ask whether there is a new version whenever the site is opened.
async fn serve() -> Result<Response, Fault> {
    const HEADERS: [(HeaderName, HeaderValue); 2] = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/javascript; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    let script = SCRIPT.as_deref().ok_or(Fault::PAGE)?;
    Ok((HEADERS, script).into_response())
}
