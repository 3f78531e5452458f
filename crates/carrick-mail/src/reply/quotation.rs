//! Removal of quotations, signatures and footers. What may be the player's own words or may be
//! quoted is in doubt, and a mail with such lines is not read.

use std::collections::{BTreeMap, BTreeSet};

use super::footer::is_a_machines;
use super::introduction::{introductions, names_somebody};
use super::is_greeting;
use super::torn::{Torn, holds_phrase, torn};
use crate::Doubt;
use crate::text::is_board_title;

/// The lines of a mail that its sender wrote, without those that they quote.
pub(super) fn without<'a>(lines: &[&'a str]) -> Result<Vec<&'a str>, Doubt> {
    let names = names_of_the_quoted(lines);
    let is_marked = |line: &&str| {
        is_quoted(line) || name_before_mark(line).is_some_and(|name| names.contains(name))
    };
    let marked: Vec<_> = lines.iter().map(is_marked).collect();
    let introductions = introductions(lines, &marked)?;
    let ends = ends(lines, &introductions);
    let mut quoted = marked.clone();
    // A mark that quotes where an attribution says so, and nowhere else.
    let mut mark = None;
    let mut own = Vec::new();
    let mut at = 0;
    while let Some(&line) = lines.get(at) {
        if is_signature(line) {
            break;
        }
        // The mark of a program that names nobody.
        mark = mark.or_else(|| mark_of_title(line));
        if let Some(length) = introductions[at] {
            at += length;
            // A player may go on below a quotation with marks; above one without, all is said.
            let next = lines[at..].iter().position(|line| !line.is_empty());
            let next = next.map(|next| at + next);
            mark = next.and_then(|next| unusual_mark(lines[next]));
            if !next.is_some_and(|next| marked[next] || mark.is_some()) {
                break;
            }
            continue;
        }
        quoted[at] |= mark.is_some_and(|mark| line.starts_with(mark));
        let is_added =
            ends[at + 1] && is_footer(lines, at) || is_of_tracker(line) || greets_the_server(line);
        if !(quoted[at] || is_added) {
            own.push(at);
        }
        at += 1;
    }
    let torn = torn(lines, &quoted);
    if own.iter().any(|at| torn[*at] == Torn::Perhaps) {
        return Err(Doubt::Quotation);
    }
    let own = own.into_iter().filter(|at| torn[*at] == Torn::No).map(|at| lines[at]);
    let own: Vec<_> = own.collect();
    // A mail of the server that was not known for one, or what stood over it.
    let quotes = own.len() < lines.len();
    let is_strange = holds_phrase(&own) || quotes && own.iter().any(|line| names_somebody(line));
    if is_strange { Err(Doubt::Quotation) } else { Ok(own) }
}

/// Whether a line bears the mark of a quotation.
pub(super) fn is_quoted(line: &str) -> bool {
    let line = line.trim_start();
    // `AB>` is how programs of the nineties quoted.
    let initials = line.bytes().take_while(u8::is_ascii_uppercase).count();
    line.starts_with('>')
        || line.starts_with('＞')
        || (1..=3).contains(&initials) && line[initials..].starts_with('>')
}

/// The line without the marks of a quotation.
pub(super) fn unmarked(line: &str) -> &str {
    line.trim_start_matches(['>', '＞', ' '])
}

/// The marks `|` and `:`, with which words of one's own may begin as well; and any other before the
/// title of a board.
pub(super) fn unusual_mark(line: &str) -> Option<char> {
    let usual = ['|', ':'].into_iter().find(|mark| {
        line.strip_prefix(*mark).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    });
    usual.or_else(|| mark_of_title(line))
}

/// The mark before the title of a board.
fn mark_of_title(line: &str) -> Option<char> {
    let mut letters = line.chars();
    let mark = letters.next().filter(|mark| !mark.is_alphanumeric() && *mark != ' ')?;
    is_board_title(letters.as_str()).then_some(mark)
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

/// Whether a line greets the server, as programs do that greet the sender.
fn greets_the_server(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let last = words.next_back().unwrap_or_default();
    last.trim_end_matches([',', '!', ':', '.']) == "Carrick"
        && words.count() == 1
        && is_greeting(line)
}

/// Whether a line is the mark that programs add to find out when a mail is read.
fn is_of_tracker(line: &str) -> bool {
    line.trim() == "\u{1427}"
}
