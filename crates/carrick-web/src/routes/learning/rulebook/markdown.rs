//! Markdown of the pages as HTML.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// Renders a passage. The first heading is left out, since the page has its own.
pub(super) fn rendered(text: &str) -> String {
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
        // Other documents are not on the site.
        Event::Start(Tag::Link { ref dest_url, .. }) if dest_url.starts_with("..") => {
            in_dead_link = true;
            None
        }
        Event::End(TagEnd::Link) if in_dead_link => {
            in_dead_link = false;
            None
        }
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let dest_url = match dest_url.strip_suffix(".md") {
                Some(name) => CowStr::from(format!("/rules/{name}")),
                None => dest_url,
            };
            Some(Event::Start(Tag::Link { link_type, dest_url, title, id }))
        }
        // Wide content scrolls by itself, with the keyboard too.
        Event::Start(Tag::CodeBlock(_)) => Some(markup("<pre class=\"text\" tabindex=\"0\">")),
        Event::End(TagEnd::CodeBlock) => Some(markup("</pre>\n")),
        event => Some(event),
    });
    let mut shown = String::new();
    html::push_html(&mut shown, events);
    shown
        .replace("<table>", "<div class=\"scroll\" tabindex=\"0\"><table>")
        .replace("</table>", "</table></div>")
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
