//! Ends of long quoted lines that a mail program broke and left without a mark.
//!
//! The server's links and phrases are recognised even if they are broken, and they show how wide
//! the program's lines are. Other lines are recognised by that width, or not at all.

use super::quotation::{is_deadline, unmarked};
use crate::outgoing::{LINKS, PHRASES};
use crate::text::is_board_title;

/// Whether a line without a mark is the end of a quoted line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Torn {
    No,
    Yes,
    /// It cannot be known.
    Perhaps,
}

/// Narrowest and widest lines of programs of unknown width, in characters.
const WIDTHS: std::ops::RangeInclusive<usize> = 56..=130;

/// Finds the ends of quoted lines; `marked` tells which lines have the mark of a quotation.
pub(super) fn torn(lines: &[&str], marked: &[bool]) -> Vec<Torn> {
    let mut ends = vec![Torn::No; lines.len()];
    let mut width = Width { is_known: false, least: 0, most: usize::MAX };
    for at in 0..lines.len() {
        let is_below = at > 0 && (marked[at - 1] || ends[at - 1] == Torn::Yes);
        // A program that breaks at spaces leaves only the mark in the line above.
        if !marked[at] && is_below && is_link(lines, at) {
            note(&mut ends, &mut width, lines, marked, at);
        }
        if !marked[at] && ends[at] != Torn::Yes {
            continue;
        }
        let rest = rest_of_link(lines, at);
        for end in at + 1..at + 1 + rest.lines {
            note(&mut ends, &mut width, lines, marked, end);
            if end - at > rest.certain && !marked[end] {
                ends[end] = Torn::Perhaps;
            }
        }
    }
    for (first, last) in phrases(lines, marked, |_| true) {
        for end in first + 1..=last {
            note(&mut ends, &mut width, lines, marked, end);
        }
    }
    // Words between the lines of a phrase that continues below them.
    let mut own = vec![false; lines.len()];
    for (first, last) in phrases(lines, marked, |at| marked[at]) {
        own[first..=last].fill(true);
    }
    // A link cannot be broken at a space.
    let could_break = |line: &str| unmarked(line).contains(' ');
    let whole = lines.iter().zip(marked).filter(|(line, marked)| **marked && could_break(line));
    let longest = whole.map(|(line, _)| columns(line)).max().unwrap_or(0);
    width.least = width.least.max(longest.min(width.most));
    for at in 1..lines.len() {
        let (before, line) = (lines[at - 1], lines[at]);
        let is_below = !before.is_empty() && (marked[at - 1] || ends[at - 1] == Torn::Yes);
        if marked[at] || line.is_empty() || own[at] || ends[at] != Torn::No || !is_below {
            continue;
        }
        /// Maximum number of lines of words between quoted ones.
        const BETWEEN: usize = 60;
        let below = lines.iter().zip(marked).skip(at + 1).take(BETWEEN);
        let is_above = below.take_while(|(line, _)| !line.is_empty()).any(|(_, marked)| *marked);
        ends[at] = match width.is_known {
            // No one writes between the lines of a drawing, which break at its spaces.
            true if is_above && is_drawn(before) => Torn::Yes,
            true if !width.breaks(before, line) => Torn::No,
            true if is_above && !(ends_sentence(before) && begins_sentence(line)) => Torn::Yes,
            // A following line without a gap may be the rest of any long line.
            false if columns(before) + 1 + first_word(line) <= longest.max(*WIDTHS.start()) => {
                Torn::No
            }
            false if columns(before) > *WIDTHS.end() || is_known_whole(before) => Torn::No,
            _ => Torn::Perhaps,
        };
    }
    ends
}

/// Width of the lines of a program that breaks them, in characters, as far as it is known.
struct Width {
    is_known: bool,
    least: usize,
    most: usize,
}

impl Width {
    /// Whether a line is as long as lines may be, so that the next word did not fit.
    fn breaks(&self, line: &str, next: &str) -> bool {
        columns(line) <= self.most && columns(line) + 1 + first_word(next) > self.least
    }
}

/// Whether a quoted line is a line of the server that is known to be complete: a link, a title, or
/// the deadline.
fn is_known_whole(line: &str) -> bool {
    let line = unmarked(line);
    line.starts_with("http") && !line.contains(' ')
        || is_board_title(line)
        || is_deadline(line) && ends_sentence(line)
}

/// Whether a line is part of a drawing: signs and no words.
fn is_drawn(line: &str) -> bool {
    let line = unmarked(line);
    line.matches(['+', '-', '/', '\\', '.', '|']).count() >= 3
        && line.split(|letter: char| !letter.is_alphabetic()).all(|word| word.chars().count() < 3)
}

fn ends_sentence(line: &str) -> bool {
    line.ends_with(['.', '!', '?', ':'])
}

fn begins_sentence(line: &str) -> bool {
    line.trim_start().starts_with(char::is_uppercase)
}

fn note(ends: &mut [Torn], width: &mut Width, lines: &[&str], marked: &[bool], at: usize) {
    if !marked[at] {
        ends[at] = Torn::Yes;
        let before = columns(lines[at - 1]);
        width.is_known = true;
        width.least = width.least.max(before);
        width.most = width.most.min(before + first_word(lines[at])).max(width.least);
    }
}

fn columns(line: &str) -> usize {
    line.chars().count()
}

fn first_word(line: &str) -> usize {
    line.split_whitespace().next().map_or(0, columns)
}

/// Lines in which a link continues.
#[derive(Default)]
struct RestOfLink {
    lines: usize,
    /// How many of them are certain: without the others, the link is also complete, or a blank line
    /// separates them.
    certain: usize,
}

/// The lines that continue a server link at the end of a line.
fn rest_of_link(lines: &[&str], at: usize) -> RestOfLink {
    /// Maximum number of lines of a broken link.
    const MOST: usize = 12;
    let word = unmarked(lines[at]).rsplit(' ').next().unwrap_or_default();
    let Some(start) = word.find("http") else { return RestOfLink::default() };
    let mut link = without_break(&word[start..]).to_owned();
    let above: String =
        lines[at.saturating_sub(4)..at].iter().flat_map(|line| squeezed(unmarked(line))).collect();
    let is_of_board = above.ends_with("aboutthisboard:");
    let is_whole = |link: &str| is_whole(link, is_of_board);
    let was_whole = is_whole(&link);
    // One more digit makes it the page of another board.
    if was_whole && token(&link).is_none() {
        return RestOfLink::default();
    }
    let (mut found, mut certain) = (0, if was_whole { 0 } else { MOST });
    for (rest, line) in (1..=MOST).zip(&lines[at + 1..]) {
        let piece = without_break(unmarked(line).trim()).trim_end_matches(['>', ')', ']', '.']);
        if piece.is_empty() && found == 0 && certain == MOST && token(&link).is_some() {
            certain = rest;
            continue;
        }
        let is_link = |byte: u8| byte.is_ascii_alphanumeric() || b":/.-_+?=%".contains(&byte);
        if piece.is_empty() || !piece.bytes().all(is_link) {
            break;
        }
        link.push_str(piece);
        // The longest complete one: tokens of a kind have several lengths.
        if is_whole(&link) {
            found = rest;
        }
    }
    RestOfLink { lines: found, certain }
}

/// Whether a line below a marked one is only a link of the server. A link to a board's page may be
/// the player's, unless the mark is alone on its line.
fn is_link(lines: &[&str], at: usize) -> bool {
    let link = lines[at].trim_matches(['<', '>', ' ']);
    let is_one = link.starts_with("http") && !link.contains(' ');
    is_one
        && match token(link) {
            Some((_, token)) => !token.is_empty(),
            None => unmarked(lines[at - 1]).is_empty() && is_whole(link, false),
        }
}

fn without_break(piece: &str) -> &str {
    piece.trim_end_matches(['=', '\\'])
}

/// Whether a link of the server is complete, according to its length; the link that stops emails
/// about a board is the longest of its kind.
fn is_whole(link: &str, is_of_board: bool) -> bool {
    if let Some((lengths, token)) = token(link) {
        return lengths
            .iter()
            .rev()
            .take(if is_of_board { 1 } else { 9 })
            .any(|length| *length == token.len());
    }
    // The page of a board: `https://carrick.example/ankor/101`.
    let mut path = link.rsplit('/');
    let (number, kind) = (path.next().unwrap_or_default(), path.next().unwrap_or_default());
    number.parse::<u32>().is_ok() && kind.parse::<carrick_games::GameKind>().is_ok()
}

/// The token of a link of the server, and the possible lengths of such tokens.
fn token(link: &str) -> Option<(&'static [usize], &str)> {
    let mut found = LINKS.iter().filter_map(|(path, lengths)| {
        let token = link.split_once(path)?.1;
        let is_token = |byte: u8| byte.is_ascii_alphabetic() || (b'2'..=b'7').contains(&byte);
        token.bytes().all(is_token).then_some((*lengths, token))
    });
    found.next()
}

/// The first and last lines of the server's phrases that start in a marked line and are within the
/// lines that count.
fn phrases(lines: &[&str], marked: &[bool], counts: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut all = String::new();
    // Where each line starts.
    let mut starts = Vec::with_capacity(lines.len());
    for (at, line) in lines.iter().enumerate() {
        starts.push(all.len());
        if counts(at) {
            all.extend(squeezed(unmarked(line)));
        }
    }
    let line_at = |place: usize| starts.partition_point(|start| *start <= place).saturating_sub(1);
    let mut found = Vec::new();
    for phrase in PHRASES {
        let phrase: String = squeezed(phrase).collect();
        for (place, _) in all.match_indices(phrase.as_str()) {
            let (first, last) = (line_at(place), line_at(place + phrase.len() - 1));
            if marked[first] {
                found.push((first, last));
            }
        }
    }
    found
}

/// Whether words contain a phrase of the server.
pub(super) fn holds_phrase(lines: &[&str]) -> bool {
    let all: String = lines.iter().flat_map(|line| squeezed(line)).collect();
    PHRASES.iter().any(|phrase| all.contains(&squeezed(phrase).collect::<String>()))
}

fn squeezed(text: &str) -> impl Iterator<Item = char> {
    without_break(text.trim_end()).chars().filter(|letter| !letter.is_whitespace())
}

/// Whether a line contains a piece of a token: no word is that long and has so many digits. Text
/// after the name of an address or link of the server is removed later.
pub(super) fn holds_token(line: &str) -> bool {
    /// Minimum length of a piece.
    const SHORTEST: usize = 12;
    /// From this length on, one digit is enough.
    const LONG: usize = 20;
    let mut before = "";
    for word in line.split_inclusive(|letter: char| !letter.is_ascii_alphanumeric()) {
        let piece = word.trim_end_matches(|letter: char| !letter.is_ascii_alphanumeric());
        let is_named = ["play+", "stop+", "bounce+"].contains(&before)
            || LINKS.iter().any(|(path, _)| path.trim_start_matches('/') == before);
        let digits = piece.bytes().filter(u8::is_ascii_digit).count();
        let is_token = match piece.len() {
            ..SHORTEST => false,
            SHORTEST..LONG => digits >= 2,
            LONG.. => digits >= 1,
        };
        if !is_named && is_token && digits < piece.len() && !piece.contains(['0', '1', '8', '9']) {
            return true;
        }
        before = word;
    }
    false
}
