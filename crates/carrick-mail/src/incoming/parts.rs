//! The text of a message, from parts within parts.
//!
//! The parts are found here, so that limits hold while they are looked for: messages within
//! messages are never opened, and nothing is decoded but the text that is used. Each part's head,
//! its transfer encoding and its charset are mail-parser's.

use mail_parser::{ContentType, MessageParser, MimeHeaders, PartType};

use super::Silence;
use super::limits::{MAX_DEPTH, MAX_PART_HEADER_BYTES, MAX_PARTS, MAX_TEXT_BYTES};
use crate::{html, text};

/// Text of a message: the first part of plain text that holds anything, or else of HTML, or else
/// one that has the name of a file and is to be shown all the same.
pub(super) fn text_of(message: &[u8]) -> Result<String, Silence> {
    let mut found = Found::default();
    found.look_into(message, 0)?;
    let Some(leaf) = found.plain.or(found.html).or(found.named) else { return Ok(String::new()) };
    Ok(cut(leaf))
}

/// The part of a report that programs read (RFC 3464): its body, if the message is a report about a
/// delivery.
pub(super) fn delivery_status(message: &[u8]) -> Option<&[u8]> {
    let kind = |part: &[u8], of: &str, sub: &str| {
        let body = body_start(part);
        let head = MessageParser::new().with_mime_headers().parse_headers(&part[..body])?;
        let content = head.content_type()?;
        let is = content.ctype().eq_ignore_ascii_case(of)
            && content.subtype().is_some_and(|kind| kind.eq_ignore_ascii_case(sub));
        is.then(|| (body, content.attribute("boundary").map(str::to_owned)))
    };
    let (body, boundary) = kind(message, "multipart", "report")?;
    let boundary = boundary.filter(|boundary| (1..=200).contains(&boundary.len()))?;
    let mut parts =
        Inside { rest: &message[body..], boundary: boundary.as_bytes() }.take(MAX_PARTS);
    parts.find_map(|part| {
        let (body, _) = kind(part, "message", "delivery-status")?;
        Some(&part[body..])
    })
}

/// Where a message's head ends and its body begins.
pub(super) fn body_start(message: &[u8]) -> usize {
    let mut start = 0;
    for line in message.split_inclusive(|byte| *byte == b'\n') {
        start += line.len();
        if matches!(line, b"\n" | b"\r\n") {
            return start;
        }
    }
    message.len()
}

#[derive(Default)]
struct Found {
    parts: usize,
    plain: Option<String>,
    html: Option<String>,
    named: Option<String>,
}

impl Found {
    fn look_into(&mut self, part: &[u8], depth: usize) -> Result<(), Silence> {
        self.parts += 1;
        if self.parts > MAX_PARTS {
            return Err(Silence::ManyParts);
        }
        if depth > MAX_DEPTH {
            return Err(Silence::DeepParts);
        }
        let body = body_start(part);
        if depth > 0 && body > MAX_PART_HEADER_BYTES {
            return Ok(());
        }
        let parser = MessageParser::new().with_mime_headers();
        let Some(head) = parser.parse_headers(&part[..body]) else {
            self.keep_plain(String::from_utf8_lossy(&part[body..]).into_owned());
            return Ok(());
        };
        let content = head.content_type();
        if content.is_some_and(|content| content.ctype().eq_ignore_ascii_case("multipart")) {
            let boundary = content.and_then(|content| content.attribute("boundary"));
            let Some(boundary) = boundary.filter(|boundary| (1..=200).contains(&boundary.len()))
            else {
                return Ok(());
            };
            return Inside { rest: &part[body..], boundary: boundary.as_bytes() }
                .try_for_each(|inside| self.look_into(inside, depth + 1));
        }
        let is_attached = head.content_disposition().is_some_and(ContentType::is_attachment);
        let is_inline = head.content_disposition().is_some_and(ContentType::is_inline);
        match head.attachment_name().is_some() {
            _ if is_attached || !is_text(content) => {}
            false => self.keep(part, content),
            true if is_inline && self.named.is_none() => {
                let mut named = Self::default();
                named.keep(part, content);
                self.named = named.plain.or(named.html);
            }
            true => {}
        }
        Ok(())
    }

    fn keep(&mut self, part: &[u8], content: Option<&ContentType<'_>>) {
        let is_html = content
            .and_then(ContentType::subtype)
            .is_some_and(|kind| kind.eq_ignore_ascii_case("html"));
        if self.plain.is_some() || is_html && self.html.is_some() {
            return;
        }
        let decoded = MessageParser::new().with_mime_headers().parse(part);
        let Some(leaf) = decoded.and_then(|message| message.parts.into_iter().next()) else {
            return;
        };
        match leaf.body {
            PartType::Html(page) => self.html = Some(html::to_text(&page)),
            PartType::Text(words) if is_html => self.html = Some(html::to_text(&words)),
            PartType::Text(words) => {
                let is = |name, value: &str| {
                    let given = content.and_then(|content| content.attribute(name));
                    given.is_some_and(|given| given.eq_ignore_ascii_case(value))
                };
                self.keep_plain(match is("format", "flowed") {
                    true => text::unflowed(&words, is("delsp", "yes")),
                    false => words.into_owned(),
                });
            }
            PartType::Binary(_)
            | PartType::InlineBinary(_)
            | PartType::Message(_)
            | PartType::Multipart(_) => {}
        }
    }

    fn keep_plain(&mut self, words: String) {
        if self.plain.is_none() && !words.trim().is_empty() {
            self.plain = Some(words);
        }
    }
}

/// Whether a part is plain text or HTML; one without a content type is plain text.
fn is_text(content: Option<&ContentType<'_>>) -> bool {
    content.is_none_or(|content| {
        let subtype = content.subtype().unwrap_or("plain");
        content.ctype().eq_ignore_ascii_case("text")
            && ["plain", "html"].iter().any(|kind| subtype.eq_ignore_ascii_case(kind))
    })
}

fn cut(mut text: String) -> String {
    if text.len() > MAX_TEXT_BYTES {
        let end = text.as_bytes()[..MAX_TEXT_BYTES].iter().rposition(|byte| *byte == b'\n');
        text.truncate(end.unwrap_or(0));
    }
    text
}

/// The parts between the boundaries of a body.
struct Inside<'a, 'b> {
    rest: &'a [u8],
    boundary: &'b [u8],
}

impl<'a> Iterator for Inside<'a, '_> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let (_, length, is_last) = next_boundary(self.rest, self.boundary)?;
        if is_last {
            self.rest = &[];
            return None;
        }
        let at = next_boundary(self.rest, self.boundary)?.0;
        self.rest = &self.rest[at + length..];
        let end = next_boundary(self.rest, self.boundary).map_or(self.rest.len(), |found| found.0);
        let part = &self.rest[..end];
        self.rest = &self.rest[end..];
        // The line end before a boundary belongs to it.
        let part = part.strip_suffix(b"\n").unwrap_or(part);
        Some(part.strip_suffix(b"\r").unwrap_or(part))
    }
}

/// Where the next line that is a boundary begins, its length, and whether it is the last one.
fn next_boundary(text: &[u8], boundary: &[u8]) -> Option<(usize, usize, bool)> {
    let mut at = 0;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        if let Some(rest) = line.strip_prefix(b"--").and_then(|rest| rest.strip_prefix(boundary)) {
            match rest.trim_ascii_end() {
                b"" => return Some((at, line.len(), false)),
                b"--" => return Some((at, line.len(), true)),
                _ => {}
            }
        }
        at += line.len();
    }
    None
}
