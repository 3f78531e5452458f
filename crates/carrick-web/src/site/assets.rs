//! Static assets: embedded, under URLs that change with their content.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;

use super::encode::{hex, sha256};

/// All embedded files.
#[derive(Embed)]
#[folder = "assets"]
struct Files;

/// An embedded file.
struct Asset {
    bytes: Cow<'static, [u8]>,
    media_type: &'static str,
}

/// Files by their names without folders: modules import each other by these.
static BY_NAME: LazyLock<BTreeMap<String, Asset>> = LazyLock::new(|| {
    let asset = |path: Cow<'static, str>| {
        let name = path.rsplit('/').next().unwrap_or_default().to_owned();
        let media_type = media_type(&name)?;
        Some((name, Asset { bytes: Files::get(&path)?.data, media_type }))
    };
    Files::iter().filter_map(asset).collect()
});

/// Hash of all files, part of their URLs: each changes when any file does.
static RELEASE: LazyLock<String> = LazyLock::new(|| {
    use sha2::Digest as _;
    let line = |(name, asset): (&String, &Asset)| {
        format!("{name} {}\n", hex(&sha2::Sha256::digest(&asset.bytes)))
    };
    sha256(&BY_NAME.iter().map(line).collect::<String>())[..12].to_owned()
});

/// URL of a file.
pub(crate) fn url(name: &str) -> String {
    format!("{}{name}", prefix())
}

/// Beginning of the URLs of all files of this release.
pub(crate) fn prefix() -> String {
    format!("/assets/{}/", *RELEASE)
}

/// All files that are served: their paths among the embedded files, and their URLs.
pub(crate) fn all() -> BTreeMap<String, String> {
    let served = |path: Cow<'static, str>| {
        let name = path.rsplit('/').next().unwrap_or_default();
        BY_NAME.contains_key(name).then(|| (path.to_string(), url(name)))
    };
    Files::iter().filter_map(served).collect()
}

/// Text of a file.
pub(crate) fn text(name: &str) -> Option<String> {
    String::from_utf8(BY_NAME.get(name)?.bytes.to_vec()).ok()
}

/// Scripts of a page with a board.
#[derive(Debug, Clone)]
pub(crate) struct BoardScripts {
    pub(crate) css: String,
    pub(crate) main: String,
    /// Modules that the main script imports, to be preloaded.
    pub(crate) modules: Vec<String>,
    /// Script that sends the page's forms without leaving it.
    pub(crate) send: String,
}

impl BoardScripts {
    pub(crate) fn new() -> Self {
        let scripts = Files::iter().filter_map(|path| {
            let name = path.strip_prefix("board/")?;
            let imported = name.ends_with(".js") && !["board.js", "types.js"].contains(&name);
            imported.then(|| url(name))
        });
        let around = ["connection.js", "live.js"].map(url);
        Self {
            css: url("board.css"),
            main: url("board.js"),
            modules: scripts.chain(around).collect(),
            send: url("send.js"),
        }
    }
}

/// Serves a file, cached for ever: its URL changes with its content.
pub(crate) async fn serve(Path((release, name)): Path<(String, String)>) -> Response {
    match BY_NAME.get(name.as_str()) {
        Some(asset) if release == *RELEASE => {
            let headers = [
                (header::CONTENT_TYPE, asset.media_type),
                (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
            ];
            (headers, asset.bytes.clone()).into_response()
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Media type by the file's extension; `None` for files that are not served.
fn media_type(name: &str) -> Option<&'static str> {
    Some(match name.rsplit_once('.')?.1 {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_files_have_one_name() {
        let served = Files::iter().filter(|path| media_type(path).is_some()).count();
        assert_eq!(BY_NAME.len(), served);
    }

    /// A board is flat until somebody wants it otherwise: then 140 kB are worth loading.
    #[test]
    fn the_third_dimension_is_not_loaded_beforehand() {
        let scripts = BoardScripts::new();
        for name in ["three.js", "solid.js", "scene.js"] {
            assert!(BY_NAME.contains_key(name), "{name}");
            assert!(!scripts.modules.contains(&url(name)), "{name}");
        }
    }
}
