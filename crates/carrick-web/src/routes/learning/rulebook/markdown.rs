//! Markdown of the pages as HTML.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// Renders a passage of a page of `docs/rules`. The first heading is left out, since the page has
/// its own.
pub(super) fn rendered(text: &str) -> String {
    rendered_in("rules", text)
}

/// Renders a passage of a page in this folder of `docs`, which is one of [`FOLDERS`].
pub(in crate::routes::learning) fn rendered_in(folder: &str, text: &str) -> String {
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
        // Wide content scrolls by itself, with the keyboard too; tables and pictures below.
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

/// Gives the headings of the second level ids, as links to parts of a page expect them: "What is
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

/// Folders of `docs` whose pages are on the site, below their own name.
const FOLDERS: [&str; 2] = ["rules", "findings"];

/// Where a link of a page in this folder leads on the site; `None` when the document is not there.
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

/// Renders a sentence or more, without a paragraph around it.
pub(super) fn inline(text: &str) -> String {
    let shown = rendered(text);
    let shown = shown.trim();
    shown
        .strip_prefix("<p>")
        .and_then(|shown| shown.strip_suffix("</p>"))
        .unwrap_or(shown)
        .to_owned()
}

/// Escapes text for HTML.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    // Writing into a string does not fail.
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
