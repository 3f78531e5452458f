//! Static assets: embedded, under URLs that change with their content.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};

use super::bundle::bundle;
use super::encode::{hex, sha256};
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
    bytes: Cow<'static, [u8]>,
    media_type: &'static str,
    /// The bytes compressed by Brotli beforehand, where that is worth it.
    brotli: Option<Cow<'static, [u8]>>,
}

/// Files by their names without folders: modules import each other by these.
static BY_NAME: LazyLock<BTreeMap<String, Asset>> = LazyLock::new(|| {
    let asset = |path: &str, file: Option<EmbeddedFile>| {
        let name = path.rsplit('/').next().unwrap_or_default().to_owned();
        let media_type = media_type(&name)?;
        let brotli = EngineFiles::get(&format!("{name}.br")).map(|file| file.data);
        Some((name, Asset { bytes: file?.data, media_type, brotli }))
    };
    let files = Files::iter().filter_map(|path| asset(&path, Files::get(&path)));
    let engine = EngineFiles::iter().filter_map(|path| asset(&path, EngineFiles::get(&path)));
    let mut served: BTreeMap<String, Asset> = files.chain(engine).collect();
    if let (Some(whole), Some(board)) = (board(), served.get_mut(BOARD)) {
        board.bytes = Cow::Owned(whole.into_bytes());
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
            match asset.brotli.as_ref().filter(|_| takes_brotli(&asked)) {
                None => (headers, policy, asset.bytes.clone()).into_response(),
                Some(packed) => {
                    let packing =
                        [(header::CONTENT_ENCODING, "br"), (header::VARY, "accept-encoding")];
                    (headers, policy, packing, packed.clone()).into_response()
                }
            }
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Whether a browser understands Brotli: most do, on sites with TLS.
fn takes_brotli(asked: &HeaderMap) -> bool {
    let lines = asked.get_all(header::ACCEPT_ENCODING).iter().filter_map(|line| line.to_str().ok());
    let mut codings = lines.flat_map(|line| line.split(',')).map(|coding| coding.replace(' ', ""));
    codings.any(|coding| coding == "br" || coding.starts_with("br;") && !coding.ends_with("q=0"))
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

    #[test]
    fn brotli_is_for_those_who_ask_for_it() {
        for (line, takes) in [
            ("gzip, deflate, br, zstd", true),
            ("br;q=0.5", true),
            ("gzip, br; q=0", false),
            ("gzip, deflate", false),
        ] {
            let mut asked = HeaderMap::new();
            asked.insert(header::ACCEPT_ENCODING, line.parse().unwrap());
            assert_eq!(takes_brotli(&asked), takes, "{line}");
        }
        assert!(!takes_brotli(&HeaderMap::new()));
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
