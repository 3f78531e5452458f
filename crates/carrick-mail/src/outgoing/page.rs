//! The page that accompanies the plain text: readable on a narrow phone, on a dark background, and
//! without the picture.

use std::fmt::Write as _;

use carrick_games::{AnyGame, GameKind};
use carrick_pictures::{PictureError, Style, small_png, svg};

use crate::text::is_board_title;

/// Picture of the position that a text draws.
pub(super) struct InlineImage<'a> {
    /// Its `Content-ID`.
    pub(super) cid: &'a str,
    /// Alternative text.
    pub(super) alternative: String,
    /// Place in the text of the drawing that it comes before.
    pub(super) before: usize,
    /// The page of its board, to which it links.
    pub(super) leads_to: Option<&'a str>,
}

/// A link below the text.
pub(super) struct Foot<'a> {
    /// Text of the link, without a full stop.
    pub(super) words: String,
    pub(super) url: &'a str,
}

/// The text as a page. Only `link` and lines with addresses of boards on our own `pages` become
/// links: other lines may be a player's.
pub(super) fn page(
    title: &str,
    text: &str,
    link: Option<&str>,
    pages: Option<&str>,
    mut picture: Option<InlineImage<'_>>,
    foot: &[Foot<'_>],
) -> String {
    let mut body = String::new();
    let links = LineLinks { link, pages };
    for (place, Paragraph { end, lines }) in blocks(text).into_iter().enumerate() {
        if let Some(picture) = picture.take_if(|one| one.before < end) {
            let (cid, alternative) = (escaped(picture.cid), escaped(&picture.alternative));
            let image = format!("<img src=\"cid:{cid}\" alt=\"{alternative}\">");
            let _ = match picture.leads_to {
                Some(url) => writeln!(body, "<p><a href=\"{}\">{image}</a></p>", escaped(url)),
                None => writeln!(body, "<p>{image}</p>"),
            };
        }
        body.push_str(&shown(&lines, place == 0, links));
    }
    if !foot.is_empty() {
        body.push_str("<hr>\n");
    }
    for Foot { words, url } in foot {
        let (words, url) = (escaped(words), escaped(url));
        let _ = writeln!(body, "<p class=\"foot\"><a href=\"{url}\">{words}</a></p>");
    }
    format!("{}{}{HEAD}{body}</body>\n</html>\n", BEGINNING, escaped(title))
}

/// Addresses to which lines may link.
#[derive(Clone, Copy)]
struct LineLinks<'a> {
    link: Option<&'a str>,
    pages: Option<&'a str>,
}

impl LineLinks<'_> {
    fn lead(self, line: &str) -> bool {
        let board = || {
            let rest = line.strip_prefix(self.pages?)?.strip_prefix('/')?;
            let (kind, number) = rest.split_once('/')?;
            Some(kind.parse::<GameKind>().is_ok() && number.parse::<u32>().is_ok())
        };
        self.link == Some(line) || board() == Some(true)
    }
}

/// Lines between blank lines.
struct Paragraph<'a> {
    /// Where they end in the text.
    end: usize,
    lines: Vec<&'a str>,
}

fn blocks(text: &str) -> Vec<Paragraph<'_>> {
    let mut blocks: Vec<Paragraph<'_>> = Vec::new();
    let (mut is_open, mut end) = (false, 0);
    for line in text.split_inclusive('\n') {
        end += line.len();
        let line = line.trim_end();
        if line.is_empty() {
            is_open = false;
            continue;
        }
        match blocks.last_mut() {
            Some(block) if is_open => {
                block.lines.push(line);
                block.end = end;
            }
            _ => blocks.push(Paragraph { end, lines: vec![line] }),
        }
        is_open = true;
    }
    blocks
}

/// Whether spaces hold it together: a drawing, a table, a list of commands.
fn is_drawn(block: &[&str]) -> bool {
    block.iter().any(|line| line.starts_with(' ') || line.trim().contains("  "))
}

/// Maximum width of a drawing on the narrowest phones (360 px), in columns.
const NARROW: usize = 44;

/// Style that makes a drawing fit a phone: a single line wraps; in several lines the letters become
/// smaller, as far as they can still be read. In mail programs that do not support the style, the
/// drawing scrolls.
fn narrowing(block: &[&str]) -> String {
    let columns = block.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    match block {
        _ if columns <= NARROW => String::new(),
        [line] if !line.starts_with(' ') => " style=\"white-space:pre-wrap\"".to_owned(),
        // A letter is about 0.6 times as wide as it is high; the page and the drawing have 20 px on
        // each side.
        _ => {
            let height = columns as f64 * 0.61;
            format!(" style=\"font-size:clamp(8.7px,calc((100vw - 40px)/{height:.1}),12px)\"")
        }
    }
}

fn shown(block: &[&str], is_first: bool, links: LineLinks<'_>) -> String {
    if let [line] = block {
        let is_rule = |mark| line.len() >= 20 && line.bytes().all(|byte| byte == mark);
        if is_rule(b'*') || is_rule(b'-') {
            return "<hr>\n".to_owned();
        }
        if links.lead(line.trim()) {
            let url = escaped(line.trim());
            return format!("<p><a href=\"{url}\">{url}</a></p>\n");
        }
    }
    if is_drawn(block) {
        let mut drawn = format!("<pre{}>", narrowing(block));
        for line in block {
            let _ = writeln!(drawn, "{}", escaped(line));
        }
        return drawn.trim_end().to_owned() + "</pre>\n";
    }
    let mut html = String::new();
    let has_title = is_board_title(block[0]) || is_first && block.len() == 1;
    let rest = if has_title { &block[1..] } else { block };
    if has_title {
        let _ = writeln!(html, "<h1>{}</h1>", escaped(block[0]));
    }
    if !rest.is_empty() {
        let _ = writeln!(html, "<p>{}</p>", prose(rest));
    }
    html
}

/// Lines of words. A line that ends only because the next word did not fit continues, because on a
/// phone it breaks elsewhere.
fn prose(lines: &[&str]) -> String {
    /// Texts are wrapped at this column.
    const COLUMNS: usize = 78;
    let mut html = String::new();
    for (line, next) in lines.iter().zip(lines[1..].iter().map(Some).chain([None])) {
        html.push_str(&escaped(line));
        let Some(next) = next else { break };
        let word = next.split(' ').next().unwrap_or_default();
        let had_room = line.chars().count() + 1 + word.chars().count() <= COLUMNS;
        html.push_str(if had_room { "<br>\n" } else { "\n" });
    }
    html
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}

const BEGINNING: &str = "<!DOCTYPE html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<meta name=\"color-scheme\" content=\"light dark\">
<meta name=\"supported-color-schemes\" content=\"light dark\">
<title>";

/// The page has its own colours for light and dark backgrounds; the picture, drawn for a light
/// background, is a card on a dark one. Drawings scroll on their own, so that no page is wider than
/// the phone.
const HEAD: &str = "</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0 auto; padding: 12px; max-width: 640px; background: #ffffff; color: #1d2025;
  font: 16px/1.45 system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
h1 { margin: 0 0 4px; font-size: 18px; line-height: 1.3; }
p { margin: 0 0 12px; overflow-wrap: anywhere; }
p.foot { margin: 0; padding: 7px 0; }
img { display: block; box-sizing: border-box; width: 100%; max-width: 480px; height: auto; border: 1px solid #d4d7dd; border-radius: 8px; }
pre { margin: 0 0 12px; padding: 8px; overflow-x: auto; background: #f3f4f6; border-radius: 8px;
  font: 12px/1.25 ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
hr { margin: 16px 0; border: 0; border-top: 1px solid #c6cad1; }
a { color: #1a56a8; }
@media (prefers-color-scheme: dark) {
  body { background: #16181d; color: #e6e8ec; }
  pre { background: #22252c; }
  img { border-color: #3a3f49; }
  hr { border-color: #3a3f49; }
  a { color: #8ab8ff; }
}
</style>
</head>
<body>
";

/// A position drawn in a text, and its place.
#[derive(Debug, Clone)]
pub struct ShownPosition {
    /// The position.
    pub game: AnyGame,
    /// Where its drawing begins, in bytes.
    pub at: usize,
}

// The board as a picture.

/// The picture's width in pixels, twice that of a narrow phone, if the size in bytes allows it.
const WIDTH_PX: u32 = 640;

/// Maximum size of a picture in bytes, before it is encoded as base64.
pub const MAX_PICTURE_BYTES: usize = 25_000;

/// Cache of the last picture. Several people get an email about the same turn and see the same
/// picture: if their emails are written one after another, they need only one drawing.
#[derive(Default)]
pub struct Drawn {
    svg: String,
    png: Vec<u8>,
}

impl Drawn {
    /// A position as a PNG file.
    pub(super) fn png(&mut self, game: &AnyGame) -> Result<Vec<u8>, PictureError> {
        let svg = svg(game, &Style { stacked: true, ..Style::default() });
        if svg != self.svg {
            let png = small_png(&svg, WIDTH_PX, MAX_PICTURE_BYTES)?;
            *self = Self { svg, png };
        }
        Ok(self.png.clone())
    }
}

impl std::fmt::Debug for Drawn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Drawn({} bytes)", self.png.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_words_stay_text() {
        let said = "Title\n\nann says:\n\n<img src=x onerror=y> & \"so\"\n\nhttps://bad.example/\n";
        let page = page("a <b>", said, Some("https://c.example/x"), None, None, &[]);
        assert!(page.contains("<p>https://bad.example/</p>"), "{page}");
        assert!(page.contains("<title>a &lt;b&gt;</title>"));
        assert!(page.contains("<p>&lt;img src=x onerror=y&gt; &amp; &quot;so&quot;</p>"), "{page}");
    }

    #[test]
    fn wide_text_becomes_narrower_on_phones() {
        let [fits, wide] = [44, 60].map(|columns| format!(" {}", "x".repeat(columns - 1)));
        let smaller = " style=\"font-size:clamp(8.7px,calc((100vw - 40px)/36.6),12px)\"";
        assert_eq!(narrowing(&[&fits, "a"]), "");
        assert_eq!(narrowing(&["a", &wide]), smaller);
        assert_eq!(narrowing(&[&wide]), smaller);
        assert_eq!(narrowing(&[&wide[1..]]), " style=\"white-space:pre-wrap\"");
    }

    #[test]
    fn spaces_hold_drawings_together() {
        let links =
            LineLinks { link: Some("https://c.example/x"), pages: Some("https://c.example") };
        let shown = |block: &[&str]| shown(block, false, links);
        assert_eq!(shown(&["  a  b", "c"]), "<pre>  a  b\nc</pre>\n");
        assert_eq!(shown(&["a", "b"]), "<p>a<br>\nb</p>\n");
        assert_eq!(
            shown(&["https://c.example/x"]),
            "<p><a href=\"https://c.example/x\">https://c.example/x</a></p>\n"
        );
        let board = "https://c.example/ankor/101";
        assert_eq!(shown(&[board]), format!("<p><a href=\"{board}\">{board}</a></p>\n"));
        for text in ["https://c.example/stop/101", "https://d.example/ankor/101"] {
            assert_eq!(shown(&[text]), format!("<p>{text}</p>\n"));
        }
        for mark in ["*", "-"] {
            assert_eq!(shown(&[mark.repeat(60).as_str()]), "<hr>\n");
        }
    }

    #[test]
    fn prose_keeps_only_intended_line_breaks() {
        let words = "so many words that the next one has no room in this line of text ".repeat(2);
        let (first, second) = (words[..74].trim_end(), "antidisestablishmentarianism");
        let none = LineLinks { link: None, pages: None };
        let first_block = |block: &[&str]| shown(block, true, none);
        assert_eq!(first_block(&[first, second]), format!("<p>{first}\n{second}</p>\n"));
        assert_eq!(first_block(&["Hello,", "ann"]), "<p>Hello,<br>\nann</p>\n");
        assert_eq!(first_block(&["Welcome."]), "<h1>Welcome.</h1>\n");
        let title = "Ankor board 101: ann (O) - bob (X)";
        assert_eq!(first_block(&[title, "x"]), format!("<h1>{title}</h1>\n<p>x</p>\n"));
        assert_eq!(shown(&[title], false, none), format!("<h1>{title}</h1>\n"));
    }
}
