//! Removal of quotations, signatures and footers. When in doubt, words are the player's own.

use std::collections::{BTreeMap, BTreeSet};

use super::phrases::{DEVICES, FOOTERS, HEADERS, ORIGINAL, WROTE};
use super::says_what_to_do;
use crate::text::is_board_title;

/// The lines of a mail that its sender wrote, without those that they quote.
pub(super) fn without<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    let names = names_of_the_quoted(lines);
    let introductions: Vec<_> = (0..lines.len()).map(|at| introduction(&lines[at..])).collect();
    let ends = ends(lines, &introductions);
    // A mark that quotes where an attribution says so, and nowhere else.
    let mut mark = None;
    let mut own = Vec::new();
    let mut at = 0;
    while let Some(&line) = lines.get(at) {
        if is_signature(line) {
            break;
        }
        if let Some(length) = introductions[at] {
            at += length;
            // A player may go on below a quotation with marks; above one without, all is said.
            let next = lines[at..].iter().find(|line| !line.is_empty());
            mark = next.and_then(|line| unusual_mark(line));
            if !next.is_some_and(|line| is_quoted(line) || mark.is_some()) {
                break;
            }
        } else {
            let is_marked = is_quoted(line)
                || mark.is_some_and(|mark| line.starts_with(mark))
                || name_before_mark(line).is_some_and(|name| names.contains(name));
            let is_added = ends[at + 1] && is_footer(lines, at);
            if !(is_marked || is_added || is_torn_off(lines, at)) {
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

/// The marks `|` and `:`, with which words of one's own may begin as well.
fn unusual_mark(line: &str) -> Option<char> {
    ['|', ':'].into_iter().find(|mark| {
        line.strip_prefix(*mark).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    })
}

/// The name in `Carrick> Ankor board 101`.
fn name_before_mark(line: &str) -> Option<&str> {
    let (name, _) = line.trim_start().split_once('>')?;
    let is_name = (2..=20).contains(&name.len()) && name.chars().all(char::is_alphabetic);
    is_name.then_some(name)
}

/// The names that mark more than one line, as Supercite and its kin quote.
fn names_of_the_quoted<'a>(lines: &[&'a str]) -> BTreeSet<&'a str> {
    let mut times = BTreeMap::new();
    for name in lines.iter().filter_map(|line| name_before_mark(line)) {
        *times.entry(name).or_insert(0) += 1;
    }
    times.into_iter().filter(|(_, times)| *times > 1).map(|(name, _)| name).collect()
}

fn is_signature(line: &str) -> bool {
    line == "--" || line == "\u{2014}"
}

/// Whether a line is the end of a long quoted line that a mail program broke without marking it. A
/// word that would have fitted into that line was not broken off it, and a line that looks like a
/// turn is one.
fn is_torn_off(lines: &[&str], at: usize) -> bool {
    /// Programs break lines that are no shorter, in characters.
    const BROKEN: usize = 70;
    let before = at.checked_sub(1).and_then(|before| lines.get(before));
    let first = lines[at].split(' ').next().unwrap_or_default();
    let would_not_fit = |line: &str| line.chars().count() + 1 + first.chars().count() > BROKEN;
    before.is_some_and(|line| is_quoted(line) && would_not_fit(line))
        && lines.get(at + 1).is_some_and(|line| is_quoted(line))
        && !says_what_to_do(lines[at])
}

/// For each line, whether nothing more is said from there on but by machines; one more than there
/// are lines. Each is known from the one below it, so that a heap of footers takes no longer than
/// its length.
fn ends(lines: &[&str], introductions: &[Option<usize>]) -> Vec<bool> {
    let mut ends = vec![true; lines.len() + 1];
    for (at, line) in lines.iter().enumerate().rev() {
        let begins_a_quotation =
            || is_quoted(line) || is_signature(line) || introductions[at].is_some();
        ends[at] = match ends[at + 1] {
            true => line.is_empty() || is_a_machines(line) || begins_a_quotation(),
            false => !line.is_empty() && begins_a_quotation(),
        };
    }
    ends
}

/// Whether a line is the footer of a telephone or mail service. One that stands right below the
/// player's words is short.
fn is_footer(lines: &[&str], at: usize) -> bool {
    /// The most words of a short one.
    const MOST_WORDS: usize = 5;
    let stands_alone = at == 0 || lines[at - 1].is_empty();
    (stands_alone || lines[at].split(' ').count() <= MOST_WORDS) && is_a_machines(lines[at])
}

/// Whether a line is such as telephones and mail services add, and names one of them.
fn is_a_machines(line: &str) -> bool {
    /// The longest, in bytes.
    const LONGEST: usize = 120;
    if line.len() > LONGEST {
        return false;
    }
    let line = line.trim_matches([' ', '*', '_', '<', '[', '(']).to_lowercase();
    let line = line.replace('\u{2019}', "'");
    FOOTERS.iter().any(|footer| line.starts_with(footer))
        && DEVICES.iter().any(|device| line.contains(device))
}

/// Number of lines that introduce a quotation, if these begin with such.
fn introduction(lines: &[&str]) -> Option<usize> {
    if is_divider(lines) {
        return Some(1 + headers(lines.get(1..).unwrap_or_default()).unwrap_or(0));
    }
    headers(lines)
        .or_else(|| attribution(lines))
        .or_else(|| lines_over_title(lines))
        .or_else(|| is_board_title(lines[0]).then_some(1))
}

/// `-----Original Message-----`, in any language, and Outlook's line. Words between dashes that
/// nobody knows divide only where a quotation follows; so do lines that people draw as well.
fn is_divider(lines: &[&str]) -> bool {
    /// Nobody draws a line so long by hand.
    const DRAWN: usize = 30;
    let line = lines[0].trim();
    let inside = line.trim_matches('-');
    let dashes = (line.len() - inside.len()) / 2;
    let named = dashes >= 3 && line.ends_with("---") && inside.chars().any(char::is_alphabetic);
    let drawn = line.len() >= 10 && ['-', '_'].iter().any(|dash| line.chars().all(|c| c == *dash));
    let words = inside.to_lowercase();
    let is_known =
        named && (ORIGINAL.iter().any(|word| words.contains(word)) || says_who_and_when(&words));
    is_known || drawn && line.len() >= DRAWN || (named || drawn) && quotes(&lines[1..])
}

/// Whether a quotation follows, as its headers or its marks show.
fn quotes(lines: &[&str]) -> bool {
    let Some(next) = lines.iter().position(|line| !line.is_empty()) else { return false };
    let lines = &lines[next..];
    is_quoted(lines[0])
        || headers(lines).is_some()
        || attribution(lines).is_some()
        || is_board_title(lines[0])
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

/// The length of such a block in a language that nobody has told us, with the title of a board
/// below it.
fn lines_over_title(lines: &[&str]) -> Option<usize> {
    let length = lines.iter().take(10).take_while(|line| field_name(line).is_some()).count();
    let below = lines[length..].iter().find(|line| !line.is_empty());
    let (over, is_over) = (&lines[..length], below.is_some_and(|line| is_board_title(line)));
    // One tells who sent it, or when; so three remarks of the player's own are none.
    let tells = over.iter().any(|line| line.contains('@') || has_time(line));
    (length >= 3 && is_over && tells).then_some(length)
}

fn is_header(line: &str) -> bool {
    field_name(line).is_some_and(|name| HEADERS.contains(&name.to_lowercase().as_str()))
}

/// Name of a field before a line's colon, if it may be one and the line is no turn: Italian knows
/// `A: ann`, and Boche `a:d3`.
fn field_name(line: &str) -> Option<&str> {
    /// The longest, in bytes.
    const LONGEST: usize = 40;
    let (name, value) = line.trim_start_matches(['*', '_', ' ']).split_once([':', '：'])?;
    let name = name.trim_end_matches(['*', '_', ' ']);
    let is_turn = name.len() == 1 && is_place(value.trim_matches(['*', '_', '`', ' ', '.', '!']));
    (!name.is_empty() && name.len() <= LONGEST && !is_turn).then_some(name)
}

/// Whether it is a place in the cube games: `d3`, `f12'`.
fn is_place(text: &str) -> bool {
    let mut letters = text.chars();
    text.len() <= 10
        && letters.next().is_some_and(|row| row.is_ascii_alphabetic())
        && letters.next().is_some_and(|number| number.is_ascii_digit())
        && !letters.any(char::is_alphabetic)
}

/// The number of lines of `On Thu, 1 May 2008 at 12:00, Carrick <carrick@example.org> wrote:`,
/// which programs break, and which they write in their user's language.
fn attribution(lines: &[&str]) -> Option<usize> {
    /// A line that was broken is no shorter, in characters.
    const BROKEN: usize = 35;
    /// A whole attribution is no longer, in bytes.
    const LONGEST: usize = 500;
    let mut joined = String::new();
    for (length, line) in (1..=4).zip(lines) {
        // The end of an address, and no mark.
        let is_in_address = is_unclosed(&joined);
        joined.push_str(line.trim());
        if line.is_empty() || joined.len() > LONGEST {
            return None;
        }
        let next = lines[length..].iter().find(|line| !line.is_empty());
        let is_marked = next.is_some_and(|line| {
            is_quoted(line) || unusual_mark(line).is_some() || is_board_title(line)
        });
        if is_quoted(line) && !is_in_address {
            return None;
        }
        if attributes(&joined, is_marked) || goes_on(&joined) {
            return Some(length);
        }
        // Sylpheed and Claws write the date on a line of its own.
        if line.chars().count() < BROKEN && !(has_year(line) && has_clock(line)) {
            return None;
        }
        joined.push(' ');
    }
    None
}

/// Whether a line names the writer of a quotation below; `is_marked` when that bears marks.
fn attributes(line: &str, is_marked: bool) -> bool {
    let Some(line) = line.strip_suffix([':', '：', ';']) else { return false };
    let line = line.to_lowercase();
    let wrote = WROTE.iter().any(|verb| line.contains(verb));
    wrote && (is_marked || has_time(&line)) || says_who_and_when(&line)
}

/// Whether a line names the writer of a quotation that goes on in it.
fn goes_on(line: &str) -> bool {
    line.split_once(":  ").is_some_and(|(head, _)| {
        let head = head.to_lowercase();
        says_who_and_when(&head) && WROTE.iter().any(|verb| head.ends_with(verb))
    })
}

fn says_who_and_when(line: &str) -> bool {
    has_time(line) && line.contains('@')
}

fn is_unclosed(line: &str) -> bool {
    line.rfind('<').is_some_and(|open| !line[open..].contains('>'))
}

/// Whether it holds a year or a time of day.
fn has_time(line: &str) -> bool {
    has_year(line) || has_clock(line)
}

fn has_year(line: &str) -> bool {
    line.split(|c: char| !c.is_ascii_digit()).any(|run| run.len() == 4)
}

fn has_clock(line: &str) -> bool {
    line.as_bytes().windows(4).any(|w| {
        w[0].is_ascii_digit()
            && matches!(w[1], b':' | b'.')
            && w[2].is_ascii_digit()
            && w[3].is_ascii_digit()
    })
}
