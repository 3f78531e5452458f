//! The text of a message, from nested parts.
//!
//! The parts are found here, so that limits apply during the search: messages inside messages are
//! never opened. mail-parser reads each part's head.

use mail_parser::{ContentType, HeaderName, MessageParser, MimeHeaders};

use crate::incoming::{MAX_DEPTH, MAX_PART_HEADER_BYTES, MAX_PARTS, MAX_TEXT_BYTES, decode};
use crate::{Doubt, html, reply, text};

/// The text of a message: its plain text, or else its HTML, or a named file if that is all it
/// shows.
pub(super) fn text_of(message: &[u8]) -> Result<String, Doubt> {
    match Reader::default().part(message, 0)? {
        PartContent::Text(_, text) => Ok(html::without_asides(&text)),
        PartContent::Unread => Err(Doubt::Form),
        PartContent::Nothing | PartContent::Blank | PartContent::Picture => Ok(String::new()),
    }
}

/// The part of a report that programs read (RFC 3464): its body, if the message is a delivery
/// report.
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
        BodyParts { rest: &message[body..], boundary: boundary.as_bytes() }.take(MAX_PARTS);
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

/// Content of a part, as far as it is shown.
enum PartContent {
    /// Something for programs, or attached.
    Nothing,
    /// A text that says nothing.
    Blank,
    /// Something between texts.
    Picture,
    /// A text of a kind that is not read.
    Unread,
    /// Lines of signatures begin with [`html::ASIDE`].
    Text(TextKind, String),
}

/// Kinds of texts, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum TextKind {
    Plain,
    Html,
    /// Another kind of text, which is read as plain text (RFC 2046 section 4.1.4).
    Other,
    /// A text with a file name.
    Named,
    /// A kind that is not read.
    Rich,
}

#[derive(Default)]
struct Reader {
    parts: usize,
}

impl Reader {
    fn part(&mut self, part: &[u8], depth: usize) -> Result<PartContent, Doubt> {
        self.parts += 1;
        if self.parts > MAX_PARTS || depth > MAX_DEPTH {
            return Err(Doubt::Form);
        }
        let start = body_start(part);
        if depth > 0 {
            check_head(&part[..start])?;
        }
        let (head, body) = part.split_at(start);
        let repaired = with_semicolon(head);
        let parser = MessageParser::new().with_mime_headers();
        let Some(head) = parser.parse_headers(repaired.as_deref().unwrap_or(head)) else {
            return leaf(body, None, "").map(|text| filled(TextKind::Plain, text));
        };
        let count = |name| head.headers().iter().filter(|field| field.name == name).count();
        let once = [
            HeaderName::ContentType,
            HeaderName::ContentTransferEncoding,
            HeaderName::ContentDisposition,
        ];
        if once.into_iter().any(|name| count(name) > 1) {
            return Err(Doubt::Form);
        }
        let content = head.content_type();
        let disposition = head.content_disposition();
        if let Some(content) =
            content.filter(|content| content.ctype().eq_ignore_ascii_case("multipart"))
        {
            return self.multipart(content, body, depth);
        }
        if disposition.is_some_and(ContentType::is_attachment) {
            return Ok(PartContent::Nothing);
        }
        let is_inline = disposition.is_some_and(ContentType::is_inline);
        let is_picture = content.is_some_and(|content| {
            ["image", "audio", "video"]
                .iter()
                .any(|kind| content.ctype().eq_ignore_ascii_case(kind))
        });
        let kind = match (kind(content), head.attachment_name()) {
            (Some(_), Some(_)) if is_inline => TextKind::Named,
            (Some(kind), None) => kind,
            _ if is_inline || is_picture => return Ok(PartContent::Picture),
            _ => return Ok(PartContent::Nothing),
        };
        if kind == TextKind::Rich {
            return Ok(PartContent::Unread);
        }
        let encoding = head.content_transfer_encoding().unwrap_or_default();
        leaf(body, content, encoding).map(|text| filled(kind, text))
    }

    fn multipart(
        &mut self,
        content: &ContentType<'_>,
        body: &[u8],
        depth: usize,
    ) -> Result<PartContent, Doubt> {
        let is = |name: &str| {
            content.subtype().is_some_and(|subtype| subtype.eq_ignore_ascii_case(name))
        };
        // Messages, which are never opened.
        if is("digest") {
            return Ok(PartContent::Nothing);
        }
        let boundary = content.attribute("boundary").unwrap_or_default().as_bytes();
        if !(1..=200).contains(&boundary.len()) {
            return Err(Doubt::Form);
        }
        let mut parts = BodyParts { rest: body, boundary }.peekable();
        if parts.peek().is_none() {
            return Err(Doubt::Damaged);
        }
        let mut read = parts.map(|part| self.part(part, depth + 1));
        if is("alternative") { alternative(&mut read) } else { mixed(&mut read) }
    }
}

/// The text of adjacent parts: a single one, or several around pictures, joined.
fn mixed(
    parts: &mut dyn Iterator<Item = Result<PartContent, Doubt>>,
) -> Result<PartContent, Doubt> {
    let mut found = PartContent::Nothing;
    // Whether there is a picture below the text.
    let mut is_parted = false;
    for part in parts {
        found = match (found, part?) {
            (found, PartContent::Nothing) => found,
            (found, PartContent::Picture) => {
                is_parted = true;
                if matches!(found, PartContent::Nothing) { PartContent::Picture } else { found }
            }
            // A part with a file name is an attachment if there is a text without one.
            (
                PartContent::Text(before, text),
                PartContent::Text(TextKind::Named, _) | PartContent::Blank,
            ) if before != TextKind::Named => PartContent::Text(before, text),
            (PartContent::Blank, PartContent::Text(TextKind::Named, _)) => PartContent::Blank,
            (PartContent::Text(before, above), PartContent::Text(kind, below))
                if before != TextKind::Named =>
            {
                if !is_parted {
                    return Err(Doubt::Texts);
                }
                is_parted = false;
                PartContent::Text(before.min(kind), joined(above, &below)?)
            }
            (PartContent::Text(TextKind::Named, text), PartContent::Text(TextKind::Named, _)) => {
                PartContent::Text(TextKind::Named, text)
            }
            (PartContent::Unread, PartContent::Text(..) | PartContent::Unread)
            | (
                PartContent::Text(TextKind::Plain | TextKind::Html | TextKind::Other, _),
                PartContent::Unread,
            ) => {
                return Err(Doubt::Texts);
            }
            (PartContent::Unread, PartContent::Blank) => PartContent::Unread,
            (_, part) => {
                is_parted = false;
                part
            }
        };
    }
    Ok(found)
}

/// A text and another below it, if they say the same together as separately: neither a signature
/// nor a quotation in the first extends into the second.
fn joined(above: String, below: &str) -> Result<String, Doubt> {
    let apart = reply::spoken(&above)? + &reply::spoken(below)?;
    let mut joined = above;
    if !joined.ends_with('\n') {
        joined.push('\n');
    }
    joined.push_str(below);
    if joined.len() > MAX_TEXT_BYTES {
        return Err(Doubt::TooLarge);
    }
    let together = reply::spoken(&joined)?;
    let letters = |text: &str| text.split_whitespace().collect::<String>();
    if letters(&together) == letters(&apart) { Ok(joined) } else { Err(Doubt::Quotation) }
}

/// The best of several versions of a text, which must say the same.
fn alternative(
    parts: &mut dyn Iterator<Item = Result<PartContent, Doubt>>,
) -> Result<PartContent, Doubt> {
    let mut texts = Vec::new();
    let mut other = Ok(PartContent::Nothing);
    for part in parts {
        match (part, &other) {
            (Ok(PartContent::Text(kind, text)), _) => texts.push((kind, text)),
            (Ok(PartContent::Nothing), _) => {}
            (part @ (Ok(_) | Err(Doubt::Damaged)), Ok(_)) => other = part,
            (Ok(_) | Err(Doubt::Damaged), Err(_)) => {}
            (Err(doubt), _) => return Err(doubt),
        }
    }
    texts.sort_by_key(|(kind, _)| *kind);
    let mut texts = texts.into_iter();
    let Some((kind, best)) = texts.next() else { return other };
    for (_, version) in texts.filter(|(kind, _)| *kind != TextKind::Named) {
        decode::agree(&html::without_asides(&best), &version)?;
    }
    Ok(PartContent::Text(kind, best))
}

/// Checks the head of a part. If no blank line follows it, it may not be a head.
fn check_head(head: &[u8]) -> Result<(), Doubt> {
    if head.len() > MAX_PART_HEADER_BYTES {
        return Err(Doubt::Form);
    }
    let is_whole = head.is_empty()
        || head.ends_with(b"\n\r\n")
        || head.ends_with(b"\n\n")
        || head == b"\r\n"
        || head == b"\n";
    // The line ending of a blank line may belong to the boundary below it.
    let is_field = |line: &[u8]| {
        let line = line.to_ascii_lowercase();
        line.starts_with(b"content-")
            || line.starts_with(b"x-")
            || line.starts_with(b" ")
            || line.starts_with(b"\t")
    };
    let has_body = !is_whole
        && !head
            .split_inclusive(|byte| *byte == b'\n')
            .all(|line| line.ends_with(b"\n") && is_field(line));
    if has_body { Err(Doubt::Damaged) } else { Ok(()) }
}

fn filled(kind: TextKind, text: String) -> PartContent {
    if text.trim().is_empty() { PartContent::Blank } else { PartContent::Text(kind, text) }
}

/// Decodes the text of a part.
fn leaf(body: &[u8], content: Option<&ContentType<'_>>, encoding: &str) -> Result<String, Doubt> {
    let attribute = |name| content.and_then(|content| content.attribute(name));
    let encoding = encoding.trim().to_ascii_lowercase();
    let bytes = match encoding.split([' ', ';', '(']).next().unwrap_or_default() {
        "base64" => decode::base64(body)?,
        "quoted-printable" => decode::quoted_printable(body)?,
        "" | "7bit" | "8bit" | "binary" | "7-bit" | "8-bit" => body.to_vec(),
        _ => return Err(Doubt::Form),
    };
    let text = decode::text(&bytes, attribute("charset"))?;
    let is = |name, value: &str| {
        attribute(name).is_some_and(|given| given.trim().eq_ignore_ascii_case(value))
    };
    let text = match kind(content) {
        Some(TextKind::Html) => html::to_text(&text)?,
        _ if is("format", "flowed") => text::unflowed(&text, is("delsp", "yes"))?,
        _ => text,
    };
    if text.len() > MAX_TEXT_BYTES { Err(Doubt::TooLarge) } else { Ok(text) }
}

/// The kind of text of a part, if it is text. A part without a type, or with an invalid one, is
/// plain text (RFC 2045 section 5.2).
fn kind(content: Option<&ContentType<'_>>) -> Option<TextKind> {
    /// Texts that only programs read.
    const FOR_PROGRAMS: [&str; 11] = [
        "calendar",
        "css",
        "csv",
        "directory",
        "rfc822-headers",
        "vcard",
        "watch-html",
        "x-amp-html",
        "x-moz-deleted",
        "x-vcard",
        "xml",
    ];
    /// Texts whose markup is not supported.
    const RICH: [&str; 3] = ["enriched", "richtext", "rtf"];
    let Some(content) = content else { return Some(TextKind::Plain) };
    let lower = |text: &str| text.trim().to_ascii_lowercase();
    let (name, subtype) = (lower(content.ctype()), content.subtype().map(lower));
    match (name.as_str(), subtype.as_deref()) {
        (_, None) | ("text", Some("plain")) | ("plain", Some("text")) => Some(TextKind::Plain),
        ("text", Some("html")) => Some(TextKind::Html),
        ("text", Some(rich)) if RICH.contains(&rich) => Some(TextKind::Rich),
        ("text", Some(other)) if !FOR_PROGRAMS.contains(&other) => Some(TextKind::Other),
        _ => None,
    }
}

/// The head of a part, with the semicolon after its content type that some programs forget.
fn with_semicolon(head: &[u8]) -> Option<Vec<u8>> {
    const NAME: &[u8] = b"content-type:";
    let starts = |at: &usize| {
        let line = &head[*at..];
        (*at == 0 || head[at - 1] == b'\n')
            && line.len() > NAME.len()
            && line[..NAME.len()].eq_ignore_ascii_case(NAME)
    };
    let at = (0..head.len()).find(starts)? + NAME.len();
    let is_blank = |byte: &u8| byte.is_ascii_whitespace();
    let value = at + head[at..].iter().position(|byte| !is_blank(byte))?;
    let end =
        value + head[value..].iter().position(|byte| is_blank(byte) || b";,".contains(byte))?;
    let behind = end + head[end..].iter().position(|byte| !is_blank(byte) && *byte != b',')?;
    // Another field begins here, or none follows.
    if head[end..behind].ends_with(b"\n") {
        return None;
    }
    let parameter = &head[behind..];
    let name = parameter.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let equals = parameter[name..].iter().find(|byte| !is_blank(byte));
    if name == 0 || equals != Some(&b'=') {
        return None;
    }
    Some([&head[..end], b"; ", parameter].concat())
}

/// The parts between the boundaries of a body.
struct BodyParts<'a, 'b> {
    rest: &'a [u8],
    boundary: &'b [u8],
}

impl<'a> Iterator for BodyParts<'a, '_> {
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
        // The line ending before a boundary belongs to it.
        let part = part.strip_suffix(b"\n").unwrap_or(part);
        Some(part.strip_suffix(b"\r").unwrap_or(part))
    }
}

/// Where the next boundary line begins, its length, and whether it is the last one.
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
