//! Style sheets, scripts and pictures: embedded, and served under names that change with their content.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::key::sha256;

/// An embedded file.
struct Asset {
    bytes: &'static [u8],
    media_type: &'static str,
}

/// The folder of a release: all files change their address when one of them does, so that modules can
/// import each other by relative names.
static RELEASE: LazyLock<String> = LazyLock::new(|| {
    let all: String =
        FILES.iter().map(|(name, bytes)| format!("{name} {}\n", hash(bytes))).collect();
    sha256(&all)[..12].to_owned()
});

static BY_NAME: LazyLock<BTreeMap<&'static str, Asset>> = LazyLock::new(|| {
    let asset = |&(name, bytes): &(&'static str, &'static [u8])| {
        (name, Asset { bytes, media_type: media_type(name) })
    };
    FILES.iter().map(asset).collect()
});

/// Every file, by the name under which it is served.
const FILES: &[(&str, &[u8])] = &[
    ("site.css", include_bytes!("../assets/site/site.css")),
    ("live.js", include_bytes!("../assets/site/live.js")),
    ("icon.svg", include_bytes!("../assets/site/icon.svg")),
];

/// The address of a file.
pub(crate) fn url(name: &str) -> String {
    debug_assert!(BY_NAME.contains_key(name), "no asset {name}");
    format!("/assets/{}/{name}", *RELEASE)
}

/// Serves a file; for ever, since its address is its content's.
pub(crate) async fn serve(Path((release, name)): Path<(String, String)>) -> Response {
    match BY_NAME.get(name.as_str()) {
        Some(asset) if release == *RELEASE => {
            let headers = [
                (header::CONTENT_TYPE, asset.media_type),
                (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
            ];
            (headers, asset.bytes).into_response()
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

fn hash(bytes: &[u8]) -> String {
    use sha2::Digest as _;
    crate::key::hex(&sha2::Sha256::digest(bytes))
}
