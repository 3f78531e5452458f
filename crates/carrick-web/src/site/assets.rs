//! Static assets: files embedded in the program, under URLs that change with their content.
//!
//! The modules of the board are served as one script, because on a slow network the number of files
//! that a page waits for costs more than their size.
//!
//! Each imported module becomes a function that is called immediately and returns the module's
//! exports; the main one stays a module, so that others can import it. Comments on lines of their
//! own are left out. All modules belong to this project and are written in a way that makes this
//! enough: imports and exports start lines, and no two modules import each other.
//!
//! Stylesheets: if a visitor comes from another site, the page contains them and so appears one
//! round trip sooner. From page to page they are files, which the browser keeps.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::fmt::Display;
use std::sync::{LazyLock, OnceLock};

use askama::filters::HtmlSafe;
use axum::body::Bytes;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use data_encoding::BASE64;
use flate2::Compression;
use rust_embed::{Embed, EmbeddedFile};
use sha2::{Digest as _, Sha256};

use super::address::{gzip, hex, sha256, takes};

/// All embedded files.
#[derive(Embed)]
#[folder = "assets"]
struct Files;

/// The engine for pages, as `cargo xtask wasm` writes it. Its module is stored compressed.
#[derive(Embed)]
#[folder = "engine"]
struct EngineFiles;

/// The script of the engine's worker, which is allowed to compile WebAssembly.
const WORKER: &str = "worker.js";

/// Content Security Policy of the engine's worker. It differs from that of pages, which may not
/// compile anything.
const WORKER_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
                             connect-src 'self'; require-trusted-types-for 'script'; \
                             trusted-types 'none'";

/// An embedded file.
struct Asset {
    bytes: Bytes,
    media_type: &'static str,
    /// The bytes, compressed in advance by Brotli if that is worth it.
    brotli: Option<Bytes>,
    /// The bytes, compressed by gzip once a client has asked for them.
    gzip: OnceLock<Option<Bytes>>,
}

/// The bytes of an embedded file.
fn bytes(file: EmbeddedFile) -> Bytes {
    match file.data {
        Cow::Borrowed(data) => Bytes::from_static(data),
        Cow::Owned(data) => data.into(),
    }
}

/// Files by their names without folders, which are the names that modules import each other by.
static BY_NAME: LazyLock<BTreeMap<String, Asset>> = LazyLock::new(|| {
    let asset = |path: &str, file: Option<EmbeddedFile>| {
        let name = path.rsplit('/').next().unwrap_or_default();
        let file = bytes(file?);
        let (name, bytes, brotli) = match name.strip_suffix(".br") {
            Some(name) => (name, decompressed(&file)?, Some(file)),
            None => (name, file, None),
        };
        let media_type = media_type(name)?;
        Some((name.to_owned(), Asset { bytes, media_type, brotli, gzip: OnceLock::new() }))
    };
    let files = Files::iter().filter_map(|path| asset(&path, Files::get(&path)));
    let engine = EngineFiles::iter().filter_map(|path| asset(&path, EngineFiles::get(&path)));
    let mut served: BTreeMap<String, Asset> = files.chain(engine).collect();
    if let (Some(whole), Some(board)) = (board(), served.get_mut(BOARD)) {
        board.bytes = whole.into();
    }
    served
});

/// The bytes of a file that is embedded compressed, for clients that cannot decompress it.
fn decompressed(file: &[u8]) -> Option<Bytes> {
    let mut bytes = Vec::new();
    brotli_decompressor::BrotliDecompress(&mut &*file, &mut bytes).ok()?;
    Some(bytes.into())
}

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

/// Hash of all files, which is part of their URLs. So each URL changes when any file does.
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

/// Start of the URLs of all files of this release.
pub(crate) fn prefix() -> String {
    format!("/assets/{}/", *RELEASE)
}

/// All files that are served: their paths among the embedded files, and their URLs.
pub(crate) fn all() -> BTreeMap<String, String> {
    let served = |path: Cow<'static, str>| {
        let path = path.strip_suffix(".br").unwrap_or(&path);
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
    /// Modules that are imported by scripts other than the main one, to be preloaded.
    pub(crate) modules: Vec<String>,
    /// Script that sends the page's forms in the background.
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

/// Serves a file and lets it be cached forever, because its URL changes with its content.
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
    /// The bytes compressed by gzip, if that makes them smaller.
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
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        _ => return None,
    })
}

/// The module of this name with all that it imports, as one module. `None` if a module is missing
/// or has an import in another form.
///
/// ```text
/// import { half } from "./numbers.js";      const $numbers = (() => {
/// export const quarter = half / 2;          const half = 0.5;
///                                           return { half };
///                                           })();
///                                           const { half } = $numbers;
///                                           export const quarter = half / 2;
/// ```
fn bundle(main: &str, modules: &BTreeMap<&str, &str>) -> Option<String> {
    let mut order = Vec::new();
    visit(main, modules, &mut order, 0)?;
    let mut whole = String::new();
    for name in order.into_iter().filter(|&name| name != main) {
        let Module { body, exports } = Module::read(modules.get(name)?)?;
        let variable = variable(name);
        whole.push_str(&format!("const {variable} = (() => {{\n{body}"));
        whole.push_str(&format!("return {{ {} }};\n}})();\n", exports.join(", ")));
    }
    let text: String = lines(modules.get(main)?)
        .map(|line| Some(import(line)?.unwrap_or_else(|| line.to_owned()) + "\n"))
        .collect::<Option<_>>()?;
    Some(whole + &text)
}

/// Maximum depth of imports; deeper ones are circular.
const DEEP: usize = 16;

/// Adds a module to the order, after all that it imports.
fn visit<'a>(
    name: &'a str,
    modules: &BTreeMap<&'a str, &'a str>,
    order: &mut Vec<&'a str>,
    depth: usize,
) -> Option<()> {
    if order.contains(&name) {
        return Some(());
    }
    let text: &'a str = modules.get(name).filter(|_| depth < DEEP)?;
    for line in lines(text) {
        if let Some(import) = ScriptImport::of(line)? {
            visit(import.file, modules, order, depth + 1)?;
        }
    }
    order.push(name);
    Some(())
}

/// The variable that holds the exports of a module.
fn variable(file: &str) -> String {
    format!("${}", file.trim_end_matches(".js").replace('-', "_"))
}

/// An import: the bound names, and the file.
struct ScriptImport<'a> {
    names: &'a str,
    file: &'a str,
}

impl<'a> ScriptImport<'a> {
    /// The import on a line; `Some(None)` for other lines, and `None` for an import that is written
    /// in another way.
    #[allow(clippy::option_option)]
    fn of(line: &'a str) -> Option<Option<Self>> {
        let Some(rest) = line.strip_prefix("import ") else { return Some(None) };
        let (names, file) = rest.split_once(" from \"./")?;
        Some(Some(Self { names, file: file.strip_suffix("\";")? }))
    }
}

/// A line's import as a declaration.
#[allow(clippy::option_option)]
fn import(line: &str) -> Option<Option<String>> {
    let Some(ScriptImport { names, file }) = ScriptImport::of(line)? else { return Some(None) };
    let bound = names.strip_prefix("* as ").map_or_else(|| names.replace(" as ", ": "), Into::into);
    Some(Some(format!("const {bound} = {};", variable(file))))
}

/// A module as the body of a function, and the names that it exports.
struct Module {
    body: String,
    exports: Vec<String>,
}

impl Module {
    fn read(text: &str) -> Option<Self> {
        let (mut body, mut exports) = (String::new(), Vec::new());
        for line in lines(text) {
            let exported = line.strip_prefix("export ");
            if let Some(declared) = exported {
                exports.push(declared_name(declared)?);
            }
            body.push_str(&import(line)?.unwrap_or_else(|| exported.unwrap_or(line).to_owned()));
            body.push('\n');
        }
        Some(Self { body, exports })
    }
}

/// The name that a declaration binds: the name of a constant, a function or a class.
fn declared_name(declared: &str) -> Option<String> {
    let declared = declared.strip_prefix("async ").unwrap_or(declared);
    let (kind, rest) = declared.split_once(' ')?;
    let end = rest.find(|character: char| !character.is_alphanumeric() && character != '_')?;
    ["const", "function", "class"].contains(&kind).then(|| rest[..end].to_owned())
}

/// The lines of a module, without empty lines and without lines that are all comment.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.lines().filter(move |line| {
        let line = line.trim();
        let begins = line.starts_with("/**") && !line.contains("*/");
        let (was_inside, ends) = (inside, line.ends_with("*/"));
        inside = begins || inside && !ends;
        let one_line = line.starts_with("//") || line.starts_with("/**") && ends;
        !(line.is_empty() || begins || was_inside || one_line)
    })
}

tokio::task_local! {
    /// How the visitor of the current request arrived.
    static ARRIVAL: Arrival;
}

/// Texts of all stylesheets, by name. They refer to the fonts of this release, even when the text
/// is part of a page.
static TEXTS: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let names = all().into_keys();
    let names = names.filter_map(|path| Some(path.rsplit('/').next()?.to_owned()));
    let sheets = names.filter(|name| name.ends_with(".css"));
    let absolute = |text: String| text.replace("url(", &format!("url({}", prefix()));
    sheets.filter_map(|name| text(&name).map(|text| (name, absolute(text)))).collect()
});

/// A page's stylesheet. Displays as the element for the page's head: `<link>`, or `<style>` on
/// [Arrival].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stylesheet(pub(crate) &'static str);

impl Display for Stylesheet {
    fn fmt(&self, page: &mut fmt::Formatter<'_>) -> fmt::Result {
        match TEXTS.get(self.0).filter(|_| Arrival::of_request().0) {
            Some(text) => write!(page, "<style>{text}</style>"),
            None => write!(page, r#"<link rel="stylesheet" href="{}">"#, url(self.0)),
        }
    }
}

/// It contains a file of the program, and nothing that users have written.
impl HtmlSafe for Stylesheet {}

/// Whether the visitor for whom a page is made comes from another site, or from none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Arrival(pub(crate) bool);

impl Arrival {
    /// Whether a request is for a page and does not come from another page of this site, according
    /// to its [Fetch Metadata](https://www.w3.org/TR/fetch-metadata/). Browsers send that over TLS
    /// and to this machine; without it, no visitor counts as arriving.
    pub(crate) fn of_headers(headers: &HeaderMap) -> Self {
        let is = |name: &str, value: &str| headers.get(name).is_some_and(|sent| sent == value);
        let from = headers.contains_key("sec-fetch-site") && !is("sec-fetch-site", "same-origin");
        Self(from && is("sec-fetch-dest", "document"))
    }

    /// How the visitor of the current request arrived.
    pub(crate) fn of_request() -> Self {
        ARRIVAL.try_with(|&arrival| arrival).unwrap_or_default()
    }

    /// Answers its request.
    pub(crate) async fn answer<T>(self, answer: impl Future<Output = T>) -> T {
        ARRIVAL.scope(self, answer).await
    }

    /// Makes something for its request on another thread, to which the request is otherwise
    /// unknown.
    pub(crate) fn within<T>(self, make: impl FnOnce() -> T) -> T {
        ARRIVAL.sync_scope(self, make)
    }
}

/// Sources for `style-src` in a Content-Security-Policy that allow each stylesheet within a page,
/// and nothing else: `'sha256-…' 'sha256-…'`.
pub(crate) fn sources() -> String {
    let source = |text: &String| format!("'sha256-{}'", BASE64.encode(&Sha256::digest(text)));
    TEXTS.values().map(source).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_unique() {
        let paths = Files::iter().chain(EngineFiles::iter());
        let served = |path: &str| media_type(path.strip_suffix(".br").unwrap_or(path)).is_some();
        let served = paths.filter(|path| served(path)).count();
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
        assert!(script.len() < 85_000, "{} bytes", script.len());
    }

    /// A board is flat until a visitor chooses otherwise. Only then are 140 kB worth loading.
    #[test]
    fn the_third_dimension_is_not_loaded_in_advance() {
        let scripts = BoardScripts::new();
        for name in ["three.js", "solid.js", "scene.js"] {
            assert!(BY_NAME.contains_key(name), "{name}");
            assert!(!scripts.modules.contains(&url(name)), "{name}");
        }
    }

    const MODULES: [(&str, &str); 3] = [
        (
            "main.js",
            "// A page.\nimport { half as share } from \"./numbers.js\";\nimport * as words from \"./words.js\";\nexport const said = words.say(share);\n",
        ),
        ("numbers.js", "/**\n * A half.\n */\nexport const half = 0.5;\n"),
        (
            "words.js",
            "import { half } from \"./numbers.js\";\n\n/** Says it. */\nexport function say(share) {\n  return share === half ? \"half\" : \"other\"; // as it is\n}\n",
        ),
    ];

    #[test]
    fn modules_are_bundled_into_one() {
        let whole = bundle("main.js", &BTreeMap::from(MODULES)).unwrap();
        assert_eq!(
            whole,
            "const $numbers = (() => {\nconst half = 0.5;\nreturn { half };\n})();\n\
         const $words = (() => {\nconst { half } = $numbers;\nfunction say(share) {\n  \
         return share === half ? \"half\" : \"other\"; // as it is\n}\nreturn { say };\n})();\n\
         const { half: share } = $numbers;\nconst words = $words;\n\
         export const said = words.say(share);\n"
        );
    }

    #[test]
    fn missing_and_circular_modules_are_refused() {
        let mut modules = BTreeMap::from(MODULES);
        modules.insert(
            "numbers.js",
            "import { say } from \"./words.js\";\nexport const half = 0.5;\n",
        );
        assert_eq!(bundle("main.js", &modules), None);
        modules.remove("numbers.js");
        assert_eq!(bundle("main.js", &modules), None);
    }

    #[test]
    fn every_stylesheet_can_be_part_of_a_page() {
        for (name, text) in TEXTS.iter() {
            assert!(!text.contains('<'), "{name}");
            let files = text.split("url(").skip(1).filter_map(|rest| rest.split(')').next());
            for file in files.map(|url| url.strip_prefix(&*prefix())) {
                assert!(file.is_some_and(|file| BY_NAME.contains_key(file)), "{name}: {file:?}");
            }
        }
        let names: Vec<&str> = TEXTS.keys().map(String::as_str).collect();
        let expected = "analysis.css board.css doors.css figures.css learn.css offline.css \
                    puzzles.css site.css study.css text.css";
        assert_eq!(names.join(" "), expected);
    }

    #[test]
    fn visitors_arrive_from_other_sites() {
        for (dest, site, arrival) in [
            ("document", "none", true),
            ("document", "cross-site", true),
            ("document", "same-site", true),
            ("document", "same-origin", false),
            ("document", "", false),
            ("empty", "cross-site", false),
            ("", "none", false),
        ] {
            let mut headers = HeaderMap::new();
            for (name, value) in [("sec-fetch-dest", dest), ("sec-fetch-site", site)] {
                if !value.is_empty() {
                    headers.insert(name, value.parse().unwrap());
                }
            }
            assert_eq!(Arrival::of_headers(&headers), Arrival(arrival), "{dest} {site}");
        }
    }
}
