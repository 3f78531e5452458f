//! Web app manifest and icons: browsers install the site as an app by these.

use std::sync::LazyLock;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use carrick_pictures::{PictureError, png};
use serde_json::{Value, json};

use crate::app::App;
use crate::pages::fault::Fault;
use crate::site::{SiteName, assets};

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/manifest.webmanifest", get(manifest))
        .route("/icon-192.png", get(async || icon(&ICONS[0])))
        .route("/icon-512.png", get(async || icon(&ICONS[1])))
        .route("/icon-maskable.png", get(async || icon(&ICONS[2])))
}

/// Background of the app before its first page is there: `--paper` of the light style sheet.
const PAPER: &str = "#fcfaf5";

/// Shape of an icon.
#[derive(Debug, Clone, Copy)]
enum Shape {
    /// The sign alone, on a transparent background.
    Plain,
    /// On an opaque background, with all of the sign in the middle: systems cut such an icon to a
    /// shape of their own, of which only a circle of four fifths of the width is sure to show.
    Maskable,
}

static ICONS: [LazyLock<Option<Vec<u8>>>; 3] = [
    LazyLock::new(|| drawn(192, Shape::Plain)),
    LazyLock::new(|| drawn(512, Shape::Plain)),
    LazyLock::new(|| drawn(512, Shape::Maskable)),
];

/// Renders the icon; `None`, with an error in the log, when that fails.
fn drawn(width_px: u32, shape: Shape) -> Option<Vec<u8>> {
    let sign = assets::text("icon.svg")?;
    let picture = match shape {
        Shape::Plain => png(&sign, width_px),
        Shape::Maskable => maskable(&sign, width_px),
    };
    picture.map_err(|error| tracing::error!(%error, "an icon cannot be drawn")).ok()
}

fn maskable(sign: &str, width_px: u32) -> Result<Vec<u8>, PictureError> {
    // The corners of the sign are 14 from its centre, and the circle reaches 20.
    let inner = sign.replacen("<svg ", "<svg x=\"9\" y=\"9\" width=\"32\" height=\"32\" ", 1);
    let framed = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 50 50\">\
         <rect width=\"50\" height=\"50\" fill=\"{PAPER}\"/>{inner}</svg>"
    );
    png(&framed, width_px)
}

fn icon(picture: &'static Option<Vec<u8>>) -> Result<Response, Fault> {
    let picture = picture.as_deref().ok_or(Fault::PAGE)?;
    Ok((for_a_day("image/png"), picture).into_response())
}

const fn for_a_day(media_type: &'static str) -> [(HeaderName, HeaderValue); 2] {
    [
        (header::CONTENT_TYPE, HeaderValue::from_static(media_type)),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400")),
    ]
}

async fn manifest(State(app): State<App>) -> Response {
    let manifest = described(app.identity.name()).to_string();
    (for_a_day("application/manifest+json"), manifest).into_response()
}

fn described(site: &SiteName) -> Value {
    let icon = |src: &str, sizes: &str, purpose: &str| json!({ "src": src, "sizes": sizes, "type": "image/png", "purpose": purpose });
    let way = |name: &str, url: &str| json!({ "name": name, "url": url });
    json!({
        "id": "/",
        "name": format!("{site}: connection games"),
        "short_name": site.to_string(),
        "description": "Ankor, Boche, Antipod and Anchor: learn them, play people and the computer, \
                        with a network and without.",
        "lang": "en",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": PAPER,
        "background_color": PAPER,
        "categories": ["games"],
        "icons": [
            icon("/icon-192.png", "192x192", "any"),
            icon("/icon-512.png", "512x512", "any"),
            icon("/icon-maskable.png", "512x512", "maskable"),
        ],
        "shortcuts": [
            way("My boards", "/boards"),
            way("Learn", "/learn"),
            way("Games off line", "/offline"),
        ],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_app_begins_with_the_paper_of_the_style_sheet() {
        let sheet = assets::text("site.css").unwrap();
        assert!(sheet.contains(&format!(":root {{\n  --paper: {PAPER};")));
    }
}
