//! What of a text is quoted, signed or added by machines.

use super::phrases::{FOOTERS, HEADERS, WROTE};

/// The lines that somebody wrote himself, among all.
pub(super) fn without<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    let mut own = Vec::new();
    let mut at = 0;
    while let Some(&line) = lines.get(at) {
        if is_signature(line) {
            break;
        }
        if let Some(length) = introduction(&lines[at..]) {
            at += length;
            // Who quotes with marks may go on below them; who quotes without has said all.
            let next = lines[at..].iter().find(|line| !line.is_empty());
            if !next.is_some_and(|line| is_quoted(line)) {
                break;
            }
        } else {
            if !is_quoted(line) && !is_torn_off(lines, at) && !is_footer(line) {
                own.push(line);
            }
            at += 1;
        }
    }
    own
}

fn is_quoted(line: &str) -> bool {
    let line = line.trim_start();
    // `AB>` is how programs of the nineties quoted.
    let initials = line.bytes().take_while(u8::is_ascii_uppercase).count();
    line.starts_with('>')
        || line.starts_with('＞')
        || (1..=3).contains(&initials) && line[initials..].starts_with('>')
}

fn is_signature(line: &str) -> bool {
    line == "--" || line == "\u{2014}"
}

/// The end of a long quoted line that a mail program broke without marking it.
fn is_torn_off(lines: &[&str], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| lines.get(before));
    let is_long = |line: &&&str| is_quoted(line) && line.chars().count() >= 60;
    before.is_some_and(|line| is_long(&line))
        && lines.get(at + 1).is_some_and(|line| is_quoted(line))
}

/// What telephones and mail services add.
fn is_footer(line: &str) -> bool {
    if line.len() > 200 {
        return false;
    }
    let line = line.trim_matches([' ', '*', '_', '<', '[', '(']).to_lowercase();
    FOOTERS.iter().any(|footer| line.starts_with(footer))
}

/// How many lines introduce a quotation, if these begin with such.
fn introduction(lines: &[&str]) -> Option<usize> {
    if is_divider(lines[0]) {
        return Some(1 + headers(lines.get(1..).unwrap_or_default()).unwrap_or(0));
    }
    headers(lines).or_else(|| attribution(lines))
}

/// `-----Original Message-----`, in any language, and Outlook's line.
fn is_divider(line: &str) -> bool {
    let line = line.trim();
    let inside = line.trim_matches('-');
    let dashes = (line.len() - inside.len()) / 2;
    let named = dashes >= 3 && line.ends_with("---") && inside.chars().any(char::is_alphabetic);
    named
        || line.len() >= 10 && line.bytes().all(|byte| byte == b'_')
        || line.len() >= 20 && line.bytes().all(|byte| byte == b'-')
}

/// The length of a block of at least three lines such as `From: …`, `Sent: …`, `To: …`.
fn headers(lines: &[&str]) -> Option<usize> {
    if !lines.first().is_some_and(|line| is_header(line)) {
        return None;
    }
    let near = lines.iter().take(10);
    let found: Vec<_> = (1..).zip(near).filter(|(_, line)| is_header(line)).collect();
    if found.len() >= 3 { found.last().map(|(length, _)| *length) } else { None }
}

fn is_header(line: &str) -> bool {
    let line = line.trim_start_matches(['*', '_', ' ']);
    let Some((name, _)) = line.split_once([':', '：']) else { return false };
    let name = name.trim_end_matches(['*', '_', ' ']).to_lowercase();
    name.len() <= 40 && HEADERS.contains(&name.as_str())
}

/// The number of lines of `On Thu, 1 May 2008 at 12:00, Carrick <carrick@example.org> wrote:`, which
/// programs break, and which they write in the language of whoever uses them.
fn attribution(lines: &[&str]) -> Option<usize> {
    /// A line that was broken is no shorter, in characters.
    const BROKEN: usize = 35;
    /// A whole attribution is no longer, in bytes.
    const LONGEST: usize = 500;
    let mut joined = String::new();
    for (length, line) in (1..=4).zip(lines) {
        joined.push_str(line.trim());
        if line.is_empty() || joined.len() > LONGEST {
            return None;
        }
        let next = lines[length..].iter().find(|line| !line.is_empty());
        let is_marked = next.is_some_and(|line| is_quoted(line));
        if !is_quoted(line) && attributes(&joined, is_marked) {
            return Some(length);
        }
        if line.chars().count() < BROKEN {
            return None;
        }
        joined.push(' ');
    }
    None
}

/// Whether a line says who wrote what follows; `is_marked` when that bears marks of quotation.
fn attributes(line: &str, is_marked: bool) -> bool {
    let Some(line) = line.strip_suffix([':', '：', ';']) else { return false };
    let line = line.to_lowercase();
    let dated = has_time(&line);
    let addressed = line.contains('@');
    let wrote = WROTE.iter().any(|verb| line.contains(verb));
    wrote && (is_marked || dated) || dated && addressed
}

/// Whether it holds a year or a time of day.
fn has_time(line: &str) -> bool {
    let runs = line.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty());
    let years = runs.clone().any(|run| run.len() == 4);
    let bytes = line.as_bytes();
    years
        || bytes.windows(4).any(|w| {
            w[0].is_ascii_digit()
                && matches!(w[1], b':' | b'.')
                && w[2].is_ascii_digit()
                && w[3].is_ascii_digit()
        })
}
