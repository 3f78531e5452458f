//! Decodes texts: transfer encodings (RFC 2045), charsets and encoded words (RFC 2047).
//!
//! A text that lost something on its way is damaged, and Carrick does not guess: half a turn may be
//! another turn.

use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::decoders::quoted_printable::quoted_printable_decode_char;

use crate::html::{DOUBTFUL, without_asides};
use crate::reply::{self, Reply};
use crate::{Doubt, text};

/// The bytes of a body in base64. Only its padding may be missing.
pub(super) fn base64(encoded: &[u8]) -> Result<Vec<u8>, Doubt> {
    let mut bytes = Vec::with_capacity(encoded.len() / 4 * 3);
    let (mut bits, mut count, mut is_padded) = (0_u32, 0, false);
    for &symbol in encoded {
        let value = match symbol {
            b'A'..=b'Z' => symbol - b'A',
            b'a'..=b'z' => symbol - b'a' + 26,
            b'0'..=b'9' => symbol - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => {
                is_padded = true;
                end_of_base64(&mut bytes, bits, count)?;
                count = 0;
                continue;
            }
            _ if symbol.is_ascii_whitespace() || symbol.is_ascii_control() => continue,
            _ => return Err(Doubt::Damaged),
        };
        bits = (bits << 6 | u32::from(value)) & 0xff_ffff;
        count += 1;
        if count == 4 {
            bytes.extend(&bits.to_be_bytes()[1..]);
            count = 0;
        }
    }
    if is_padded && count > 0 {
        return Err(Doubt::Damaged);
    }
    end_of_base64(&mut bytes, bits, count)?;
    Ok(bytes)
}

/// Decodes a last group of fewer than four symbols; its unused bits are zero.
fn end_of_base64(bytes: &mut Vec<u8>, bits: u32, count: u32) -> Result<(), Doubt> {
    match count {
        0 => {}
        2 if bits & 0xf == 0 => bytes.push((bits >> 4) as u8),
        3 if bits & 0x3 == 0 => bytes.extend(&((bits >> 2) as u16).to_be_bytes()),
        _ => return Err(Doubt::Damaged),
    }
    Ok(())
}

/// The bytes of a body in quoted-printable; a `=` that encodes nothing stays.
pub(super) fn quoted_printable(encoded: &[u8]) -> Result<Vec<u8>, Doubt> {
    /// Programs break longer lines; in bytes.
    const SHORT: usize = 60;
    let mut bytes = Vec::with_capacity(encoded.len());
    let mut lines = encoded.split_inclusive(|byte| *byte == b'\n').peekable();
    while let Some(line) = lines.next() {
        let (text, end) = match line.strip_suffix(b"\n") {
            Some(text) => (text, b"\n".as_slice()),
            None => (line, b"".as_slice()),
        };
        let mut rest = text.trim_ascii_end();
        let goes_on = rest.strip_suffix(b"=");
        // A line break was inserted into the middle of the line: the next line belongs to it.
        let is_blank = |line: &&[u8]| line.trim_ascii().is_empty();
        if goes_on.is_some() && rest.len() < SHORT && lines.peek().is_some_and(is_blank) {
            let below = lines.clone().find(|line| !is_blank(line));
            if below.is_some() {
                return Err(Doubt::Damaged);
            }
        }
        rest = goes_on.unwrap_or(rest);
        while let Some((&byte, behind)) = rest.split_first() {
            let decoded = match (byte, behind) {
                (b'=', [high, low, ..]) => quoted_printable_decode_char(*high, *low),
                // Half a byte.
                (b'=', [digit]) if digit.is_ascii_hexdigit() => return Err(Doubt::Damaged),
                _ => None,
            };
            bytes.push(decoded.unwrap_or(byte));
            rest = if decoded.is_some() { &behind[2..] } else { behind };
        }
        if goes_on.is_none() {
            bytes.extend(end);
        }
    }
    Ok(bytes)
}

/// The text of bytes in a charset. Programs sometimes give the wrong name: bytes that are UTF-8 are
/// read as UTF-8 if the name is that of a Western charset. Everything else that is not in the
/// charset, or not text at all, is damaged, and so is text that was lost before.
pub(super) fn text(bytes: &[u8], charset: Option<&str>) -> Result<String, Doubt> {
    let charset =
        charset.unwrap_or_default().trim_matches([' ', '"', '\'', ';']).to_ascii_lowercase();
    let utf8 = || str::from_utf8(bytes).map(str::to_owned);
    let is_of = |names: &[&str]| names.contains(&charset.as_str());
    let is_western =
        ["8859-1", "8859-15", "1252", "latin1"].iter().any(|name| charset.ends_with(name));
    let decoder = charset_decoder(charset.as_bytes()).filter(|_| charset != "x-user-defined");
    let text = match decoder {
        // No name, or one that does not mean other letters.
        _ if is_of(&["", "utf-8", "utf8", "utf_8", "unicode-1-1-utf-8", "us-ascii", "ascii"])
            || charset.starts_with("ansi_x3") =>
        {
            utf8().map_err(|_| Doubt::Damaged)?
        }
        _ if charset.contains("utf-7") && bytes.contains(&b'+') => return Err(Doubt::Damaged),
        // Two bytes per letter, and every turn contains a letter with a zero byte.
        _ if charset.starts_with("utf-16") && (bytes.len() % 2 == 1 || !bytes.contains(&0)) => {
            return Err(Doubt::Damaged);
        }
        Some(decode) if is_western => utf8().unwrap_or_else(|_| decode(bytes)),
        Some(decode) => decode(bytes),
        None if bytes.is_ascii() => utf8().map_err(|_| Doubt::Damaged)?,
        None => return Err(Doubt::Damaged),
    };
    if text.chars().any(is_no_text) { Err(Doubt::Damaged) } else { Ok(text) }
}

/// Whether a character cannot be part of a text: a lost one, a control character, or one that
/// reverses words.
fn is_no_text(letter: char) -> bool {
    let is_control =
        letter.is_control() && !matches!(letter, '\t' | '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}');
    is_control || matches!(letter, '\u{fffd}' | '\u{202d}' | '\u{202e}' | '\u{fdd0}'..='\u{fdef}')
}

/// A field's value in one line, with its encoded words decoded. Adjacent words with the same
/// charset are decoded together, because some programs split letters.
pub(super) fn words(raw: &[u8]) -> Result<String, Doubt> {
    let mut decoded = String::new();
    let mut open: Option<(String, Vec<u8>)> = None;
    let mut rest = raw;
    while !rest.is_empty() {
        if let Some((charset, bytes, behind)) = encoded_word(rest)? {
            match &mut open {
                Some((before, all)) if *before == charset => all.extend(bytes),
                _ => {
                    close(&mut decoded, &mut open)?;
                    open = Some((charset, bytes));
                }
            }
            rest = behind;
            continue;
        }
        let next =
            rest[1..].windows(2).position(|two| two == b"=?").map_or(rest.len(), |at| at + 1);
        let (plain, behind) = rest.split_at(next);
        let is_between = open.is_some() && encoded_word(behind)?.is_some();
        if !(is_between && plain.trim_ascii().is_empty()) {
            close(&mut decoded, &mut open)?;
            decoded.push_str(&text(plain, None)?);
        }
        rest = behind;
    }
    close(&mut decoded, &mut open)?;
    Ok(unfolded(&decoded))
}

fn close(decoded: &mut String, open: &mut Option<(String, Vec<u8>)>) -> Result<(), Doubt> {
    if let Some((charset, bytes)) = open.take() {
        decoded.push_str(&text(&bytes, Some(&charset))?.replace(['\r', '\n'], " "));
    }
    Ok(())
}

/// An encoded word: its charset, its bytes, and what follows it.
type EncodedWord<'a> = (String, Vec<u8>, &'a [u8]);

/// The encoded word at the start of these bytes.
fn encoded_word(raw: &[u8]) -> Result<Option<EncodedWord<'_>>, Doubt> {
    /// Maximum length that any program writes, in bytes.
    const LONGEST: usize = 4096;
    let Some(inside) = raw[..raw.len().min(LONGEST)].strip_prefix(b"=?") else { return Ok(None) };
    let mut parts = inside.splitn(3, |byte| *byte == b'?');
    let (Some(charset), Some([encoding]), Some(coded)) = (parts.next(), parts.next(), parts.next())
    else {
        return Ok(None);
    };
    let is_name = !charset.is_empty() && charset.iter().all(u8::is_ascii_graphic);
    let Some(end) = coded.windows(2).position(|two| two == b"?=").filter(|_| is_name) else {
        return Ok(None);
    };
    let bytes = match encoding.to_ascii_lowercase() {
        b'b' => base64(&coded[..end])?,
        b'q' => {
            let blanks: Vec<_> =
                coded[..end].iter().map(|byte| if *byte == b'_' { b' ' } else { *byte }).collect();
            // Spaces at the end are part of it.
            let mut bytes = quoted_printable(&[blanks.as_slice(), b"."].concat())?;
            bytes.pop();
            bytes
        }
        _ => return Ok(None),
    };
    // RFC 2231 adds a language.
    let charset = charset.split(|byte| *byte == b'*').next().unwrap_or_default();
    let charset = String::from_utf8_lossy(charset).to_ascii_lowercase();
    let behind = raw.len().min(LONGEST) - (coded.len() - end - 2);
    Ok(Some((charset, bytes, &raw[behind..])))
}

fn unfolded(text: &str) -> String {
    let mut unfolded = String::with_capacity(text.len());
    for line in text.lines() {
        let line = if unfolded.is_empty() { line.trim_start() } else { line };
        unfolded.push_str(line);
    }
    unfolded.trim_end().to_owned()
}

// Versions of one text: whether they say the same.
//
// Mail programs make plain text from a page. They break lines, write the addresses of links after
// them, and mark lists, bold letters and pictures. So letters and digits are compared, and the turn
// is compared exactly.

/// Checks that a text and another version of it, which may contain lines of signatures and doubtful
/// words, say the same.
pub(super) fn agree(text: &str, version: &str) -> Result<(), Doubt> {
    // Then nothing is read, whatever the other version says.
    let Ok(said) = own(text) else { return Ok(()) };
    let shown = match own(&without_asides(version)) {
        Ok(shown) => shown,
        // Only the text shows for certain what is quoted; the beginning of the other version must
        // be the same.
        Err(doubt) => {
            let first = |text: &str| text.lines().find(|line| !line.trim().is_empty()).map(letters);
            let version = text::plain(version);
            let is_same = first(&reply::spoken(text)?) == first(&version);
            return if is_same && !version.contains(DOUBTFUL) { Ok(()) } else { Err(doubt) };
        }
    };
    let [all_said, all_shown] = [&said, &shown]
        .map(|own| format!("{}\n{}", own.line, own.rest.as_deref().unwrap_or_default()));
    if all_shown.contains(DOUBTFUL) {
        return Err(Doubt::Layout);
    }
    let is_same = is_same_turn(&said.line, &shown.line)
        && (letters(&all_said) == letters(&all_shown)
            || has_each_line(version, &all_said, &all_shown)
                && has_each_line(text, &all_shown, &all_said));
    if is_same { Ok(()) } else { Err(Doubt::Texts) }
}

/// The sender's own words, joined if they contain something that may be a token.
fn own(text: &str) -> Result<Reply, Doubt> {
    reply::read(text).or_else(|_| {
        let rest = Some(reply::spoken(text)?);
        Ok(Reply { line: String::new(), rest })
    })
}

/// Whether two first lines are the same turn, except for characters that programs write in several
/// ways. A long line, which is not a turn, may be broken.
fn is_same_turn(one: &str, other: &str) -> bool {
    /// Programs break longer lines.
    const SHORT: usize = 40;
    let [one, other] = [one, other].map(|line| {
        let line = line.replace(['\u{2019}', '\u{2018}', '\u{b4}', '\u{2032}', '\u{2bc}'], "'");
        let line = line.replace(['\u{2010}', '\u{2011}', '\u{2013}', '\u{2014}', '\u{2212}'], "-");
        line.to_lowercase().replace([' ', '*', '_', '`'], "")
    });
    one == other
        || one.len().min(other.len()) > SHORT
            && (one.starts_with(&other) || other.starts_with(&one))
}

/// Whether each line of some words is among the other version's own words, or, because signatures
/// and quotations are not recognised equally, anywhere in it.
fn has_each_line(all: &str, words: &str, own: &str) -> bool {
    /// A part of a line that is long enough not to be there by chance.
    const LONG: usize = 12;
    /// Each one is searched for in all others.
    const MOST_LINES: usize = 200;
    if words.lines().count() > MOST_LINES {
        return false;
    }
    let own = letters(own);
    let lines: Vec<_> = all.lines().map(letters).collect();
    let whole = lines.concat();
    words.lines().map(letters).all(|line| {
        own.contains(&line) || lines.contains(&line) || line.len() >= LONG && whole.contains(&line)
    })
}

/// The letters and digits of a text, without the addresses of links and the names of pictures.
fn letters(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find(['[', '<']) {
        let (before, inside) = rest.split_at(open);
        words.push_str(before);
        let close = if inside.starts_with('[') { ']' } else { '>' };
        let end = inside.find([close, '\n']).filter(|end| inside[*end..].starts_with(close));
        match end {
            Some(end) if is_added(&inside[1..end]) => rest = &inside[end + 1..],
            _ => {
                words.push(' ');
                rest = &inside[1..];
            }
        }
    }
    words.push_str(rest);
    let is_link = |word: &&str| word.contains("://") || word.contains('@');
    let words = words.split_whitespace().filter(|word| !is_link(word));
    // There may be no space before a link.
    let words = words.filter_map(|word| word.split("www.").next());
    words
        .flat_map(str::chars)
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Whether a program adds this in brackets: an address, a number of one, or a picture.
fn is_added(inside: &str) -> bool {
    ["image:", "cid:", "mailto:", "tel:", "#"].iter().any(|kind| inside.starts_with(kind))
        || inside.contains("://")
        || inside.contains('@')
        || inside.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_whole_or_damaged() {
        let read = |encoded: &str| base64(encoded.as_bytes()).ok();
        for (encoded, text) in [
            ("CmYyMAo=", Some("\nf20\n")),
            ("CmYyMAo", Some("\nf20\n")),
            ("CmYy\r\nMAo\r\n", Some("\nf20\n")),
            ("CmYyMAo==", Some("\nf20\n")),
            ("CmYyMAo=\n=\n", Some("\nf20\n")),
            ("YzI", Some("c2")),
            ("YzIK\nYzMK", Some("c2\nc3\n")),
            // Each line separately.
            ("YzI=\nYzM=", Some("c2c3")),
            ("", Some("")),
            ("CmYyM", None),
            ("YzJ", None),
            ("Cm!YyMAo=", None),
            ("YzI=\nYzM", None),
            ("YzI=\n-- \nlist", None),
            ("c2\nGood game.", None),
        ] {
            assert_eq!(read(encoded).as_deref(), text.map(str::as_bytes), "{encoded}");
        }
    }

    #[test]
    fn quoted_printable_keeps_what_it_cannot_decode() {
        let read = |encoded: &str| quoted_printable(encoded.as_bytes()).ok();
        for (encoded, text) in [
            ("f2=\r\n0\r\n", Some("f20\n")),
            ("f2= \n0\n", Some("f20\n")),
            ("f2=", Some("f2")),
            ("f=32=30 \n", Some("f20\n")),
            ("-size=6 a=b =", Some("-size=6 a=b ")),
            ("f2= 0", Some("f2= 0")),
            ("=c3=BC", Some("ü")),
            ("c2=\n\n", Some("c2\n")),
            // One line break too many.
            ("f2=\n\n0\n", None),
            // Half a byte.
            ("f2=3", None),
            ("f2=3\n0", None),
        ] {
            let text = text.map(|text| text.as_bytes().to_vec());
            let found =
                read(encoded).map(|found| found.into_iter().filter(|b| *b != b'\r').collect());
            assert_eq!(found, text, "{encoded}");
        }
    }

    #[test]
    fn charsets_lie() {
        for (bytes, charset, read) in [
            (b"d3\xe2\x80\x99".as_slice(), Some("us-ascii"), "d3\u{2019}"),
            (b"d3\xe2\x80\x99", Some("ISO-8859-1"), "d3\u{2019}"),
            (b"d3\xe2\x80\x99", Some("Windows-1252"), "d3\u{2019}"),
            (b"d3", Some("x-nobody"), "d3"),
            (b"d3\xe2\x80\x99", None, "d3\u{2019}"),
            (b"d3\x92", Some("iso-8859-1"), "d3\u{2019}"),
            (b"Sch\xf6n", Some("iso-8859-1"), "Schön"),
            (b"\xf0\xd2", Some("koi8-r"), "Пр"),
            (b"c\x002\x00", Some("utf-16le"), "c2"),
        ] {
            assert_eq!(text(bytes, charset).as_deref(), Ok(read), "{bytes:?} {charset:?}");
        }
    }

    #[test]
    fn text_outside_its_charset_is_damaged() {
        for (bytes, charset) in [
            (b"d3\x92".as_slice(), None),
            (b"Sch\xf6n", None),
            (b"\xf0\xd2", Some("us-ascii")),
            (b"Sch\xf6n", Some("utf-8")),
            (b"Sch\xc3\xb6n \xff", Some("utf-8")),
            (b"Sch\xc3\xb6n \xc3", Some("utf-8")),
            (b"Sch\xef\xbf\xbdn", Some("utf-8")),
            (b"\xba\xc3\xff\xff ok", Some("gb2312")),
            (b"\x1b$B$h$$\x1b", Some("iso-2022-jp")),
            (b"\x82", Some("shift_jis")),
            (b"\xc1\xff", Some("euc-kr")),
            (b"c2\n\x1b$B$h\x1b(B", None),
            (b"c2\n\x1b$B$h\x1b(B", Some("iso-2022-jp-2")),
            (b"\x94", Some("cp437")),
            (b"\x82\xe6", Some("cp932")),
            (b"\xba\xc3", Some("cn-gb")),
            (b"\xf0\xd2", Some("koi8r")),
            (b"\xd5\xee", Some("win-1251")),
            (b"\x95\xae", Some("cp1125")),
            (b"Sch\xf6n", Some("x-user-defined")),
            (b"d3\xe2\x80\x99", Some("x-nobody")),
            (b"Sch+APY-n", Some("unicode-1-1-utf-7")),
            (b"c2\nGood game.\n", Some("utf-16")),
            (b"f\x002\x00\n", Some("utf-16le")),
            (b"f2\x000", Some("iso-8859-1")),
        ] {
            assert_eq!(text(bytes, charset), Err(Doubt::Damaged), "{bytes:?} {charset:?}");
        }
    }

    #[test]
    fn encoded_words_are_whole_or_damaged() {
        for (raw, read) in [
            ("=?utf-8?B?YW5rb3IgbW92ZQ?= 101", Some("ankor move 101")),
            ("=?utf-8?B?YW5rb3IgbW92Z?=", None),
            ("=?us-ascii?Q?d3=E2=80=99?=", Some("d3\u{2019}")),
            ("=?utf-8?Q?d3=E2=80?=\r\n =?UTF-8?q?=99?= x", Some("d3\u{2019} x")),
            ("=?utf-8?q?Re:_ankor_?=\r\n =?iso-8859-1*de?Q?h=FC_?= d3", Some("Re: ankor hü  d3")),
            ("a =?utf-8?q?b?= c", Some("a b c")),
            ("a\r\n b", Some("a b")),
            ("=?utf-8?q?a =? b", Some("=?utf-8?q?a =? b")),
            ("", Some("")),
        ] {
            assert_eq!(words(raw.as_bytes()).ok().as_deref(), read, "{raw}");
        }
    }

    #[test]
    fn versions_that_say_the_same_agree() {
        let long =
            "I think that this is a very long line, which some programs break and others don't";
        let (before, behind) = long.split_at(60);
        for (text, version) in [
            ("c2", "c2"),
            ("c2\n\nGood *game*.", "c2\nGood game."),
            ("d3'", "d3\u{2019}"),
            (&format!("c2\n{before}\n{behind}"), &format!("c2\n{long}")),
            (&format!("chat {before}\n{behind}"), &format!("chat {long}")),
            (
                "chat I am away for the next two weeks because we go to the\nmountains.",
                "chat I am away for the next two weeks because we go to the mountains.",
            ),
            ("c2\nSee this<https://a.example/b>.", "c2\nSee this."),
            ("c2\nSee <https://a.example/b>", "c2\nSee https://a.example/b"),
            (
                "c2\nVirus-free.www.a.example<https://a.example>\n<#DAB4>",
                "c2\nVirus-free. www.a.example",
            ),
            ("c2\n[image: club.png]\nour club", "c2\nour club"),
            ("c2\n* one\n* two", "c2\none\ntwo"),
            ("c2\na\tb", "c2\na\nb"),
            ("c2\nAnn Smith", "c2\n\u{fdd1}Ann Smith"),
            ("c2\n\n-- \nAnn", "c2\n\n-- \n\u{fdd1}Ann"),
            ("c2\n\nOn 1 May 2008 Ann wrote:\n> x", "c2\n> On 1 May 2008 Ann wrote:\n> x\n"),
        ] {
            assert_eq!(agree(text, version), Ok(()), "{text:?} {version:?}");
        }
        for (text, version) in [
            ("f2", "f20"),
            ("f20", "f2\n0"),
            ("f2\n0", "f20"),
            ("c2", "d4"),
            ("c2\nGood game.", "c2\nGood game.\nSee you on Sunday."),
            ("c2\nGood game.", "c2"),
            ("c2", "c2\nno"),
            ("Please see the other version.", "c2"),
            ("> c2", "c2"),
            ("c2\nd4 or not", "c2\nd4"),
            ("c2", "c\u{fdd0}2"),
        ] {
            assert!(agree(text, version).is_err(), "{text:?} {version:?}");
        }
    }
}
