//! The source of pages of rules: passages, and figures with the lines that belong to them.
//!
//! ````text
//! <!-- carrick show ankor -size=3 b2 c3 # What the picture shows, for readers who do not see it.
//! mark: ring b2, arrow b2 c3
//! then: b2-c2 legal
//! -->
//! ```text
//! the drawing in letters
//! ```
//!
//! *A caption.*
//!
//! * Start: the board is empty.
//! * Turn 1, `b2`: a comment on this turn.
//! ````
//!
//! Text that is only true of text drawings is between `<!-- letters -->` and `<!-- pictures`; its
//! counterpart for pictures follows, up to `-->`.

use std::fmt::Display;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// Part of a page.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum SourcePiece {
    /// Markdown.
    Text(String),
    Figure(FigureSource),
    /// The eight rotations of a cube in Boche.
    Rotations,
}

/// One or more lines of a file, with the number of the first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Numbered {
    pub(crate) line: usize,
    pub(crate) text: String,
}

impl Numbered {
    /// An error in this line, in words.
    pub(crate) fn error(&self, fault: impl Display) -> String {
        format!("line {}: {fault}", self.line)
    }
}

/// The source of a figure.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct FigureSource {
    /// The command after `carrick show`, ` # ` and the description.
    pub(crate) head: Numbered,
    /// Lines `key: value`.
    pub(crate) keys: Vec<Numbered>,
    pub(crate) letters: String,
    /// The caption, without its asterisks.
    pub(crate) caption: String,
    /// Comments on turns, without their bullets.
    pub(crate) told: Vec<Numbered>,
}

/// Parts of a page.
///
/// # Errors
/// The first line that is wrong.
pub(crate) fn pieces(source: &str) -> Result<Vec<SourcePiece>, String> {
    let mut reader = SourceReader { lines: source.lines().collect(), at: 0 };
    let (mut pieces, mut text) = (Vec::new(), String::new());
    let close = |text: &mut String, pieces: &mut Vec<SourcePiece>| {
        let text = std::mem::take(text);
        if !text.trim().is_empty() {
            pieces.push(SourcePiece::Text(text));
        }
    };
    while let Some(line) = reader.next() {
        if let Some(head) = line.strip_prefix("<!-- carrick show ") {
            close(&mut text, &mut pieces);
            pieces.push(SourcePiece::Figure(reader.figure(head)?));
        } else if line == "<!-- letters -->" {
            while reader.next().is_some_and(|line| line != "<!-- pictures") {}
        } else if line == "<!-- rotations -->" {
            close(&mut text, &mut pieces);
            reader.letters()?;
            pieces.push(SourcePiece::Rotations);
        } else if line != "-->" {
            text.push_str(line);
            text.push('\n');
        }
    }
    close(&mut text, &mut pieces);
    Ok(pieces)
}

const NO_LETTERS: &str = "a figure must be followed by a text drawing between ```text and ```";

struct SourceReader<'a> {
    lines: Vec<&'a str>,
    /// Index of the next line, which equals the number of the previous one.
    at: usize,
}

impl<'a> SourceReader<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let line = self.lines.get(self.at)?;
        self.at += 1;
        Some(line)
    }

    fn fault(&self, fault: &str) -> String {
        self.numbered("").error(fault)
    }

    fn numbered(&self, text: &str) -> Numbered {
        Numbered { line: self.at, text: text.to_owned() }
    }

    /// A figure whose first line has been read.
    fn figure(&mut self, head: &str) -> Result<FigureSource, String> {
        let mut figure = FigureSource::default();
        if let Some(head) = head.strip_suffix(" -->") {
            figure.head = self.numbered(head);
        } else {
            figure.head = self.numbered(head);
            figure.keys = self.keys()?;
        }
        figure.letters = self.letters()?;
        figure.caption = self.caption()?;
        figure.told = self.told();
        Ok(figure)
    }

    /// Lines up to the end of the comment. An indented line continues the previous one.
    fn keys(&mut self) -> Result<Vec<Numbered>, String> {
        let mut keys: Vec<Numbered> = Vec::new();
        loop {
            let line = self.next().ok_or_else(|| self.fault("a comment ends with a line `-->`"))?;
            match (line, line.strip_prefix("  "), keys.last_mut()) {
                ("-->", ..) => return Ok(keys),
                (_, Some(rest), Some(key)) => key.text.extend([" ", rest.trim()]),
                _ => keys.push(self.numbered(line)),
            }
        }
    }

    /// The next fenced block.
    fn letters(&mut self) -> Result<String, String> {
        if self.next() != Some("```text") {
            return Err(self.fault(NO_LETTERS));
        }
        let mut letters = String::new();
        loop {
            match self.next() {
                Some("```") => return Ok(letters),
                Some(line) => letters.extend([line, "\n"]),
                None => return Err(self.fault(NO_LETTERS)),
            }
        }
    }

    /// Peeks at the next line that is not blank.
    fn ahead(&self) -> Option<(usize, &'a str)> {
        let mut lines = self.lines.iter().enumerate().skip(self.at);
        lines.find(|(_, line)| !line.is_empty()).map(|(at, line)| (at, *line))
    }

    /// A paragraph between asterisks, if one comes next.
    fn caption(&mut self) -> Result<String, String> {
        let Some((at, line)) = self.ahead() else { return Ok(String::new()) };
        let rest = line.strip_prefix('*').unwrap_or(" ");
        if rest.starts_with([' ', '*']) {
            return Ok(String::new());
        }
        self.at = at;
        let lines: Vec<&str> =
            std::iter::from_fn(|| self.next().filter(|line| !line.is_empty())).collect();
        let text = lines.join(" ");
        let inside = text.strip_prefix('*').and_then(|text| text.strip_suffix('*'));
        inside.map(str::to_owned).ok_or_else(|| self.fault("a caption ends with an asterisk"))
    }

    /// A list of comments on turns, if one comes next. An indented line continues the previous one.
    fn told(&mut self) -> Vec<Numbered> {
        let Some((at, line)) = self.ahead() else { return Vec::new() };
        if !["* Start: ", "* Turn "].iter().any(|start| line.starts_with(start)) {
            return Vec::new();
        }
        self.at = at;
        let mut told: Vec<Numbered> = Vec::new();
        while let Some(line) = self.next().filter(|line| !line.is_empty()) {
            match (line.strip_prefix("* "), told.last_mut()) {
                (None, Some(last)) => last.text.extend([" ", line.trim()]),
                (item, _) => told.push(self.numbered(item.unwrap_or(line))),
            }
        }
        told
    }
}

/// Renders a passage of a page of `docs/rules`, without the first heading, because the page has its
/// own.
pub(crate) fn rendered(text: &str) -> String {
    rendered_in("rules", text)
}

/// Renders a passage of a page in this folder of `docs`, which is one of [`FOLDERS`].
pub(crate) fn rendered_in(folder: &str, text: &str) -> String {
    let (mut in_title, mut in_dead_link) = (false, false);
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Start(Tag::Heading { level: pulldown_cmark::HeadingLevel::H1, .. }) => {
            in_title = true;
            None
        }
        Event::End(TagEnd::Heading(pulldown_cmark::HeadingLevel::H1)) => {
            in_title = false;
            None
        }
        _ if in_title => None,
        Event::Html(_) | Event::InlineHtml(_) => None,
        Event::End(TagEnd::Link) if in_dead_link => {
            in_dead_link = false;
            None
        }
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            match on_site(folder, &dest_url) {
                Some(path) => {
                    Some(Event::Start(Tag::Link { link_type, dest_url: path.into(), title, id }))
                }
                None => {
                    in_dead_link = true;
                    None
                }
            }
        }
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            let dest_url = format!("/{folder}/{dest_url}").into();
            Some(Event::Start(Tag::Image { link_type, dest_url, title, id }))
        }
        // Wide content scrolls separately, also with the keyboard. The same applies to tables and
        // pictures below.
        Event::Start(Tag::CodeBlock(_)) => Some(markup("<pre class=\"text\" tabindex=\"0\">")),
        Event::End(TagEnd::CodeBlock) => Some(markup("</pre>\n")),
        event => Some(event),
    });
    let mut shown = String::new();
    html::push_html(&mut shown, events);
    with_ids(&shown)
        .replace("<table>", "<div class=\"scroll\" tabindex=\"0\"><table>")
        .replace("</table>", "</table></div>")
        .replace("<p><img", "<p class=\"plot\" tabindex=\"0\"><img")
}

/// Gives second-level headings ids, in the form that links to parts of a page expect: "What is
/// known" becomes `what-is-known`.
fn with_ids(shown: &str) -> String {
    let mut parts = shown.split("<h2>");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let heading = part.split("</h2>").next().unwrap_or_default();
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || [' ', '-'].contains(c));
        let id = kept.collect::<String>().to_lowercase().replace(' ', "-");
        text += &format!("<h2 id=\"{id}\">{part}");
    }
    text
}

/// Folders of `docs` whose pages are on the site, under the folder's name.
const FOLDERS: [&str; 2] = ["rules", "findings"];

/// Target on the site of a link on a page in this folder; `None` if the document is not on the
/// site.
fn on_site(folder: &str, link: &str) -> Option<String> {
    if link.contains("://") || link.starts_with(['#', '/']) {
        return Some(link.to_owned());
    }
    let path = match link.strip_prefix("../") {
        Some(path) => FOLDERS
            .iter()
            .any(|folder| path.split_once('/').is_some_and(|(of, _)| of == *folder))
            .then(|| path.to_owned())?,
        None => format!("{folder}/{link}"),
    };
    let (path, part) = match path.split_once('#') {
        Some((path, part)) => (path, format!("#{part}")),
        None => (path.as_str(), String::new()),
    };
    let path = path.strip_suffix(".md").unwrap_or(path);
    Some(format!("/{}{part}", path.strip_suffix("/README").unwrap_or(path)))
}

/// Renders one or more sentences, without a paragraph around them.
pub(crate) fn inline(text: &str) -> String {
    let shown = rendered(text);
    let shown = shown.trim();
    shown
        .strip_prefix("<p>")
        .and_then(|shown| shown.strip_suffix("</p>"))
        .unwrap_or(shown)
        .to_owned()
}

/// Escapes text for HTML.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    // Writing to a string cannot fail.
    let _ = pulldown_cmark_escape::escape_html(&mut escaped, text);
    escaped
}

const fn markup(text: &'static str) -> Event<'static> {
    Event::Html(CowStr::Borrowed(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_contains_all_its_parts() {
        let source = "Before.\n\n<!-- carrick show ankor b2 # A cube.\nmark: ring b2,\n  ring c3\n-->\n\
                  ```text\n+--\n```\n\n*It is\nso.*\n\n* Start: nothing.\n* Turn 1, `b2`: a\n  cube.\n\nAfter.\n";
        let pieces = pieces(source).unwrap();
        let [SourcePiece::Text(before), SourcePiece::Figure(figure), SourcePiece::Text(after)] =
            pieces.as_slice()
        else {
            panic!("{pieces:?}")
        };
        assert_eq!((before.as_str(), after.as_str()), ("Before.\n\n", "After.\n"));
        assert_eq!(figure.head, Numbered { line: 3, text: "ankor b2 # A cube.".to_owned() });
        let marks = "mark: ring b2, ring c3".to_owned();
        assert_eq!(figure.keys, [Numbered { line: 4, text: marks }]);
        assert_eq!((figure.letters.as_str(), figure.caption.as_str()), ("+--\n", "It is so."));
        assert_eq!(figure.told[1], Numbered { line: 15, text: "Turn 1, `b2`: a cube.".to_owned() });
    }

    #[test]
    fn lists_and_strong_text_are_not_part_of_a_figure() {
        for after in ["* a list\n", "**Strong** words.\n", "# Heading\n"] {
            let source = format!("<!-- carrick show ankor # Empty. -->\n```text\n```\n\n{after}");
            let pieces = pieces(&source).unwrap();
            assert_eq!(pieces.len(), 2, "{after}");
            assert_eq!(pieces[1], SourcePiece::Text(format!("\n{after}")));
        }
    }

    #[test]
    fn text_for_letters_only_is_left_out() {
        let source = "A\n<!-- letters -->\nletters\n<!-- pictures\npictures\n-->\nB\n";
        assert_eq!(pieces(source).unwrap(), [SourcePiece::Text("A\npictures\nB\n".to_owned())]);
    }

    #[track_caller]
    fn check(source: &str, fault: &str) {
        let error = pieces(source).unwrap_err();
        assert!(error.starts_with(fault), "{error}");
    }

    #[test]
    fn errors_name_their_lines() {
        check("<!-- carrick show ankor # A.\nmark: ring b2\n", "line 2: a comment ends");
        check("\n<!-- carrick show ankor # A. -->\nNo fence\n", "line 3: a figure must");
        check("<!-- carrick show ankor # A. -->\n```text\n+--\n", "line 3: a figure must");
        let caption = "<!-- carrick show ankor # A. -->\n```text\n```\n\n*It is\nso.\n\nB\n";
        check(caption, "line 7: a caption ends");
    }

    #[test]
    fn headings_have_ids_and_pictures_their_path() {
        let shown = rendered_in("findings", "# A\n\n## In short: B, C\n\n![Plot](b.svg)\n");
        assert_eq!(
            shown,
            "<h2 id=\"in-short-b-c\">In short: B, C</h2>\n<p class=\"plot\" tabindex=\"0\"><img src=\"/findings/b.svg\" \
         alt=\"Plot\" /></p>\n"
        );
    }

    #[test]
    fn links_lead_to_pages_of_the_site() {
        for (folder, link, path) in [
            ("rules", "boche.md", Some("/rules/boche")),
            ("rules", "../findings/ankor-draws.md", Some("/findings/ankor-draws")),
            ("rules", "../findings/solved.md#ankor", Some("/findings/solved#ankor")),
            ("rules", "../strength.md", None),
            ("rules", "#options", Some("#options")),
            ("rules", "https://example.org/a.md", Some("https://example.org/a.md")),
            ("findings", "README.md", Some("/findings")),
            ("findings", "solved.md", Some("/findings/solved")),
            ("findings", "antipod-size.csv", Some("/findings/antipod-size.csv")),
            ("findings", "../rules/ankor.md", Some("/rules/ankor")),
            ("findings", "../lab.md", None),
            ("findings", "../../lab/plans/ankor-draws.toml", None),
        ] {
            assert_eq!(on_site(folder, link).as_deref(), path, "{folder}, {link}");
        }
    }
}
