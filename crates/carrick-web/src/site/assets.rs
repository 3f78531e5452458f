//! Static assets: embedded, under URLs that change with their content.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use axum::body::Bytes;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use flate2::Compression;
use rust_embed::{Embed, EmbeddedFile};

use super::bundle::bundle;
use super::encode::{gzip, hex, sha256, takes};
use super::stylesheet::Stylesheet;

/// All embedded files.
#[derive(Embed)]
#[folder = "assets"]
struct Files;

/// The engine for pages, as `cargo xtask wasm` writes it; nothing where that was not run.
#[derive(Embed)]
#[folder = "engine"]
struct EngineFiles;

/// The engine's WebAssembly module, and the script that calls it.
const ENGINE: [&str; 2] = ["carrick_wasm_bg.wasm", "carrick_wasm.js"];

/// The script of the engine's worker, in which WebAssembly may be compiled.
const WORKER: &str = "worker.js";

/// Content Security Policy of the engine's worker. It is its own, not that of the page; no page may
/// compile anything.
const WORKER_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
                             connect-src 'self'; require-trusted-types-for 'script'; \
                             trusted-types 'none'";

/// An embedded file.
struct Asset {
    bytes: Bytes,
    media_type: &'static str,
    /// The bytes compressed by Brotli beforehand, where that is worth it.
    brotli: Option<Bytes>,
    /// The bytes packed by gzip, as soon as a client asked for them.
    gzip: OnceLock<Option<Bytes>>,
}

/// The bytes of an embedded file.
fn bytes(file: EmbeddedFile) -> Bytes {
    match file.data {
        Cow::Borrowed(data) => Bytes::from_static(data),
        Cow::Owned(data) => data.into(),
    }
}

/// Files by their names without folders: modules import each other by these.
static BY_NAME: LazyLock<BTreeMap<String, Asset>> = LazyLock::new(|| {
    let asset = |path: &str, file: Option<EmbeddedFile>| {
        let name = path.rsplit('/').next().unwrap_or_default().to_owned();
        let media_type = media_type(&name)?;
        let brotli = EngineFiles::get(&format!("{name}.br")).map(bytes);
        Some((name, Asset { bytes: bytes(file?), media_type, brotli, gzip: OnceLock::new() }))
    };
    let files = Files::iter().filter_map(|path| asset(&path, Files::get(&path)));
    let engine = EngineFiles::iter().filter_map(|path| asset(&path, EngineFiles::get(&path)));
    let mut served: BTreeMap<String, Asset> = files.chain(engine).collect();
    if let (Some(whole), Some(board)) = (board(), served.get_mut(BOARD)) {
        board.bytes = whole.into();
    }
    served
});

/// Main script of a board.
const BOARD: &str = "board.js";

/// The script of a board with all modules that it imports.
fn board() -> Option<String> {
    let paths = Files::iter().filter(|path| path.starts_with("board/"));
    let files = paths.filter_map(|path| {
        let text = String::from_utf8(Files::get(&path)?.data.into_owned()).ok()?;
        Some((path.strip_prefix("board/")?.to_owned(), text))
    });
    let files: Vec<(String, String)> = files.collect();
    let modules = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    bundle(BOARD, &modules)
}

/// Hash of all files, part of their URLs: each changes when any file does.
static RELEASE: LazyLock<String> = LazyLock::new(|| {
    use sha2::Digest as _;
    let line = |(name, asset): (&String, &Asset)| {
        format!("{name} {}\n", hex(&sha2::Sha256::digest(&asset.bytes)))
    };
    sha256(&BY_NAME.iter().map(line).collect::<String>())[..12].to_owned()
});

/// Size of the engine for pages in bytes; `None` where the program was built without it
/// (`cargo xtask wasm` has to be run first). Pages then ask the server for what it would answer.
///
/// ```
/// if let Some(bytes) = carrick_web::page_engine_bytes() {
///     assert!(bytes > 100_000);
/// }
/// ```
#[must_use]
pub fn page_engine_bytes() -> Option<usize> {
    let sizes = ENGINE.map(|name| Some(BY_NAME.get(name)?.bytes.len()));
    sizes.into_iter().sum()
}

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
    Files::iter().chain(EngineFiles::iter()).filter_map(served).collect()
}

/// Text of a file.
pub(crate) fn text(name: &str) -> Option<String> {
    String::from_utf8(BY_NAME.get(name)?.bytes.to_vec()).ok()
}

/// Scripts of a page with a board.
#[derive(Debug, Clone)]
pub(crate) struct BoardScripts {
    pub(crate) css: Stylesheet,
    pub(crate) main: String,
    /// Modules that scripts beside the main one import, to be preloaded.
    pub(crate) modules: Vec<String>,
    /// Script that sends the page's forms without leaving it.
    pub(crate) send: String,
}

impl BoardScripts {
    pub(crate) fn new() -> Self {
        Self {
            css: Stylesheet("board.css"),
            main: url(BOARD),
            modules: ["connection.js", "live.js"].map(url).into(),
            send: url("send.js"),
        }
    }
}

/// Serves a file, cached for ever: its URL changes with its content.
pub(crate) async fn serve(
    Path((release, name)): Path<(String, String)>,
    asked: HeaderMap,
) -> Response {
    match BY_NAME.get(name.as_str()) {
        Some(asset) if release == *RELEASE => {
            let headers = [
                (header::CONTENT_TYPE, asset.media_type),
                (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
            ];
            let policy = (name == WORKER)
                .then(|| AppendHeaders([(header::CONTENT_SECURITY_POLICY, WORKER_POLICY)]));
            let (coding, packed) = match &asset.brotli {
                Some(packed) if takes(&asked, "br") => ("br", Some(packed)),
                _ if takes(&asked, "gzip") => ("gzip", asset.gzipped()),
                _ => ("", None),
            };
            let packing = packed.map(|_| AppendHeaders([(header::CONTENT_ENCODING, coding)]));
            let vary = [(header::VARY, "accept-encoding")];
            let bytes = packed.unwrap_or(&asset.bytes).clone();
            (headers, policy, packing, vary, bytes).into_response()
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

impl Asset {
    /// The bytes packed by gzip, where that makes them smaller.
    fn gzipped(&self) -> Option<&Bytes> {
        let packed = || gzip(&self.bytes, Compression::best());
        let packed = self.gzip.get_or_init(packed).as_ref();
        packed.filter(|packed| packed.len() < self.bytes.len())
    }
}

/// Media type by the file's extension; `None` for files that are not served.
fn media_type(name: &str) -> Option<&'static str> {
    Some(match name.rsplit_once('.')?.1 {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_files_have_one_name() {
        let paths = Files::iter().chain(EngineFiles::iter());
        let served = paths.filter(|path| media_type(path).is_some()).count();
        assert_eq!(BY_NAME.len(), served);
    }

    /// A page waits for one script of its board.
    #[test]
    fn a_board_is_one_script() {
        let script = text(BOARD).unwrap();
        assert!(!script.contains("\nimport ") && !script.contains("\n/**"));
        assert!(
            script.contains("const $zoom = (() => {") && script.contains("\nexport const boards")
        );
        assert!(script.len() < 75_000, "{} bytes", script.len());
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
