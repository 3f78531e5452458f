//! The text of a message, from parts within parts.
//!
//! The parts are found here, so that limits hold while they are looked for: messages within
//! messages are never opened. Each part's head is mail-parser's.

use mail_parser::{ContentType, MessageParser, MimeHeaders};

use super::limits::{MAX_DEPTH, MAX_PART_HEADER_BYTES, MAX_PARTS, MAX_TEXT_BYTES};
use super::{Silence, decode};
use crate::{Doubt, html, text};

/// Text of a message, or the reason why it is not certain: its parts of plain text, or else of
/// HTML, one below the other, since pictures may stand between them; or else one that has the name
/// of a file and is shown inline.
pub(super) fn text_of(message: &[u8]) -> Result<Result<String, Doubt>, Silence> {
    let found = Reader::default().text(message, 0)?;
    Ok(found.map(|found| found.map_or(String::new(), |(_, text)| cut(text))))
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

/// Kinds of texts, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Plain,
    Html,
    /// Another kind of text, which is read as plain text (RFC 2046 section 4.1.4).
    Other,
    /// A text with the name of a file.
    Named,
}

type Found = Result<Option<(Kind, String)>, Doubt>;

#[derive(Default)]
struct Reader {
    parts: usize,
}

impl Reader {
    fn text(&mut self, part: &[u8], depth: usize) -> Result<Found, Silence> {
        self.parts += 1;
        if self.parts > MAX_PARTS {
            return Err(Silence::ManyParts);
        }
        if depth > MAX_DEPTH {
            return Err(Silence::DeepParts);
        }
        let start = body_start(part);
        if depth > 0 && start > MAX_PART_HEADER_BYTES {
            return Ok(Ok(None));
        }
        let (head, body) = part.split_at(start);
        let repaired = with_semicolon(head);
        let parser = MessageParser::new().with_mime_headers();
        let Some(head) = parser.parse_headers(repaired.as_deref().unwrap_or(head)) else {
            return Ok(Ok(filled(Kind::Plain, String::from_utf8_lossy(body).into_owned())));
        };
        let content = head.content_type();
        if content.is_some_and(|content| content.ctype().eq_ignore_ascii_case("multipart")) {
            let content = content.filter(|content| content.has_attribute("boundary"));
            return match content {
                Some(content) => self.multipart(content, body, depth),
                None => Ok(Ok(None)),
            };
        }
        let is_inline = head.content_disposition().is_some_and(ContentType::is_inline);
        let kind = match (kind(content), head.attachment_name()) {
            (Some(_), Some(_)) if is_inline => Kind::Named,
            (Some(kind), None) => kind,
            _ => return Ok(Ok(None)),
        };
        if head.content_disposition().is_some_and(ContentType::is_attachment) {
            return Ok(Ok(None));
        }
        let encoding = head.content_transfer_encoding().unwrap_or_default();
        Ok(leaf(body, content, encoding).map(|text| filled(kind, text)))
    }

    fn multipart(
        &mut self,
        content: &ContentType<'_>,
        body: &[u8],
        depth: usize,
    ) -> Result<Found, Silence> {
        let boundary = content.attribute("boundary").unwrap_or_default();
        if !(1..=200).contains(&boundary.len()) {
            return Ok(Ok(None));
        }
        let is_choice =
            content.subtype().is_some_and(|kind| kind.eq_ignore_ascii_case("alternative"));
        let mut best: Option<(Kind, String)> = None;
        let mut doubt = None;
        for part in (Inside { rest: body, boundary: boundary.as_bytes() }) {
            let (kind, text) = match self.text(part, depth + 1)? {
                Ok(Some(found)) => found,
                Ok(None) => continue,
                Err(damaged) => {
                    doubt = Some(damaged);
                    continue;
                }
            };
            match &mut best {
                Some((before, all)) if !is_choice && kind.max(*before) <= Kind::Html => {
                    *before = kind.min(*before);
                    if !all.ends_with('\n') {
                        all.push('\n');
                    }
                    all.push_str(&text);
                }
                Some((before, _)) if *before <= kind => {}
                _ => best = Some((kind, text)),
            }
        }
        Ok(match doubt {
            // Another part says the same.
            Some(doubt) if best.is_none() || !is_choice => Err(doubt),
            _ => Ok(best),
        })
    }
}

fn filled(kind: Kind, text: String) -> Option<(Kind, String)> {
    (!text.trim().is_empty()).then_some((kind, text))
}

/// Decodes the text of a part.
fn leaf(body: &[u8], content: Option<&ContentType<'_>>, encoding: &str) -> Result<String, Doubt> {
    let attribute = |name| content.and_then(|content| content.attribute(name));
    let encoding = encoding.trim().to_ascii_lowercase();
    let bytes = match encoding.split([' ', ';', '(']).next().unwrap_or_default() {
        "base64" => decode::base64(body)?,
        "quoted-printable" => decode::quoted_printable(body)?,
        _ => body.to_vec(),
    };
    let text = decode::text(&bytes, attribute("charset"));
    let is = |name, value: &str| {
        attribute(name).is_some_and(|given| given.trim().eq_ignore_ascii_case(value))
    };
    Ok(match kind(content) {
        Some(Kind::Html) => html::to_text(&text),
        _ if is("format", "flowed") => text::unflowed(&text, is("delsp", "yes")),
        _ => text,
    })
}

/// Kind of text of a part, if it is one. A part without a type, or with one that is none, is plain
/// text (RFC 2045 section 5.2).
fn kind(content: Option<&ContentType<'_>>) -> Option<Kind> {
    /// Texts that only programs read.
    const FOR_PROGRAMS: [&str; 9] =
        ["calendar", "css", "csv", "directory", "rfc822-headers", "rtf", "vcard", "x-vcard", "xml"];
    let Some(content) = content else { return Some(Kind::Plain) };
    let lower = |text: &str| text.trim().to_ascii_lowercase();
    let (name, subtype) = (lower(content.ctype()), content.subtype().map(lower));
    match (name.as_str(), subtype.as_deref()) {
        (_, None) | ("text", Some("plain")) | ("plain", Some("text")) => Some(Kind::Plain),
        ("text", Some("html")) => Some(Kind::Html),
        ("text", Some(other)) if !FOR_PROGRAMS.contains(&other) => Some(Kind::Other),
        _ => None,
    }
}

/// The head of a part, with the semicolon behind its content type that some programs forget.
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
    // Another field begins there, or none follows.
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
