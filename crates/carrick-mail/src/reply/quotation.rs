//! Removes quotations, signatures and footers. If a line may be either quoted or the player's own,
//! the email is in doubt and is not read.

use std::collections::{BTreeMap, BTreeSet};

use carrick_games::GameKind;

use crate::Doubt;
use crate::outgoing::PHRASES;
use crate::reply::introduction::{Introduction, introductions, names_server, names_somebody};
use crate::reply::is_greeting;
use crate::reply::phrases::{
    DEVICES, EXCUSES, FOOTERS, OF_FOOTERS, OF_MINE, SCANNED, SCANNERS, VIRUS_FREE,
};
use crate::reply::torn::{Torn, holds_phrase, torn};
use crate::text::is_board_title;

/// The lines of an email that its sender wrote, without quoted ones.
pub(super) fn without<'a>(lines: &[&'a str]) -> Result<Vec<&'a str>, Doubt> {
    let names = names_of_the_quoted(lines);
    let is_marked = |line: &&str| {
        is_quoted(line) || name_before_mark(line).is_some_and(|name| names.contains(name))
    };
    let marked: Vec<_> = lines.iter().map(is_marked).collect();
    let introductions = introductions(lines, &marked)?;
    check_marks(lines, &marked, &introductions)?;
    let ends = ends(lines, &introductions);
    let quotes_any = marked.contains(&true) || introductions.iter().any(Option::is_some);
    let mut quoted = marked.clone();
    // A mark that quotes only if an attribution shows it.
    let mut mark = None;
    let mut own = Vec::new();
    let mut is_signed = false;
    let mut at = 0;
    while let Some(&line) = lines.get(at) {
        if is_signature(line) {
            at += signature(&lines[at..], &marked[at..], &introductions[at..])?;
            is_signed = true;
            continue;
        }
        // The mark of a program that gives no name.
        mark = mark.or_else(|| mark_of_title(line));
        if let Some(introduction) = introductions[at] {
            if !introduction.is_certain {
                return Err(Doubt::Quotation);
            }
            at += introduction.lines;
            // A player may continue below a quotation with marks; above one without marks, the
            // message is complete.
            let next = lines[at..].iter().position(|line| !line.is_empty());
            let next = next.map(|next| at + next);
            mark = next.and_then(|next| unusual_mark(lines[next]));
            if !next.is_some_and(|next| marked[next] || mark.is_some()) {
                if goes_on_below(&lines[at..]) {
                    return Err(Doubt::Quotation);
                }
                break;
            }
            continue;
        }
        quoted[at] |= mark.is_some_and(|mark| line.starts_with(mark));
        let footer = if ends[at + 1] { footer_at(lines, at) } else { Footer::No };
        let is_added =
            footer == Footer::Yes || is_of_tracker(line) || quotes_any && greets_the_server(line);
        if !(quoted[at] || is_added) {
            // The lines below a signature and a quotation belong to neither.
            if footer == Footer::Perhaps || is_signed && !line.is_empty() {
                return Err(Doubt::Quotation);
            }
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
    // An email of the server that was not recognised, or the lines above it.
    let quotes = own.len() < lines.len();
    let is_strange = holds_phrase(&own)
        || own.iter().any(|line| is_of_position(line) || names_server(line))
        || quotes && own.iter().any(|line| names_somebody(line));
    if is_strange { Err(Doubt::Quotation) } else { Ok(own) }
}

/// Lines with marks are a quotation in three places: below its introduction, from a line of the
/// server on, and at the end. Elsewhere they may be the player's, and so may lines with nothing
/// between the mark and a word, as in `>:-(`, if the server's lines are not like that.
fn check_marks(
    lines: &[&str],
    marked: &[bool],
    introductions: &[Option<Introduction>],
) -> Result<(), Doubt> {
    let is_close = |said: &str| !said.is_empty() && !said.starts_with(' ');
    let all = || (0..lines.len()).filter(|at| marked[*at]).map(|at| (at, behind_mark(lines[at])));
    let of_server = || all().filter(|(_, said)| is_of_server(said));
    let first = of_server().map(|(at, _)| at).next();
    let introduced = introductions.iter().position(Option::is_some);
    // Marked lines directly above it are also quoted.
    let run = |end: usize| marked[..end].iter().rev().take_while(|marked| **marked).count();
    let first = first.into_iter().chain(introduced).min().map(|first| first - run(first));
    let first = first.unwrap_or(lines.len());
    let may_be_close = of_server().any(|(_, said)| is_close(said));
    let must_be_close = !of_server().any(|(_, said)| !is_close(said));
    let is_odd = |said: &str| {
        is_close(said)
            && !may_be_close
            && !(must_be_close && said.starts_with(char::is_alphanumeric))
    };
    // A line that is set off below all other words, or has the usual mark there, needs no other
    // sign.
    let end = lines.iter().position(|line| is_signature(line)).unwrap_or(lines.len());
    let is_said = |at: &usize| !lines[*at].is_empty() && footer(lines[*at]) != Footer::Yes;
    let last = (0..end).rev().find(is_said).map_or(0, |last| last + 1);
    let last = last - run(last);
    let is_usual = || lines[last].starts_with("> ");
    let is_set_off = last == 0 || lines[last - 1].is_empty() || last < end && is_usual();
    let first = if is_set_off { first.min(last) } else { first };
    // The lines that a marked attribution introduces also have marks.
    let is_cut = |at: usize| {
        let next = (at + 1..lines.len()).find(|next| !lines[*next].is_empty());
        next.is_some_and(|next| !marked[next] && introductions[next].is_none())
    };
    let mut doubtful = all().filter(|(at, said)| {
        let is_blank = said.trim().is_empty();
        !is_blank && (*at < first || is_odd(said)) || names_server(said) && is_cut(*at)
    });
    if doubtful.next().is_some() { Err(Doubt::Quotation) } else { Ok(()) }
}

/// Whether a line is from one of the server's texts or names the server.
pub(super) fn is_of_server(line: &str) -> bool {
    let line = unmarked(line).trim();
    let mut words = line.split(' ');
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let is_number = |word: &str| word.trim_end_matches(':').parse::<u32>().is_ok();
    let is_board = second == "board" && first.parse::<GameKind>().is_ok();
    is_board && words.next().is_some_and(is_number)
        || is_of_position(line)
        || line.ends_with(" says:") && words.next().is_none()
        || line.contains("Carrick")
        || PHRASES.iter().any(|phrase| line == phrase.trim())
}

/// Whether a line is one of those below the title of a board, or of a drawing.
fn is_of_position(line: &str) -> bool {
    let turn = line.strip_prefix("Turn ").and_then(|line| line.split_once(": "));
    turn.is_some_and(|(turn, _)| turn.parse::<u32>().is_ok())
        || is_deadline(line)
        || line.contains("+---+")
        || line.starts_with('-') && line.ends_with(" days a turn")
}

/// Whether a line gives the time by which a game must begin.
pub(super) fn is_deadline(line: &str) -> bool {
    line.starts_with("Without a turn by ")
        || line.starts_with("Offered to ") && line.contains(", who may accept until ")
}

/// Whether a line has the mark of a quotation, such as `>`.
pub(super) fn is_quoted(line: &str) -> bool {
    let line = line.trim_start();
    // `AB> ` is how programs of the nineties quoted.
    let initials = line.bytes().take_while(u8::is_ascii_uppercase).count();
    let is_quoted_by_initials = || {
        let said = line[initials..].strip_prefix('>');
        said.is_some_and(|said| said.is_empty() || said.starts_with(' '))
    };
    line.starts_with('>')
        || line.starts_with('＞')
        || (1..=3).contains(&initials) && is_quoted_by_initials()
}

/// The text after the last mark at the beginning of a line, with the spaces before it.
fn behind_mark(line: &str) -> &str {
    let mut said = line.trim_start();
    said = said.trim_start_matches(char::is_alphabetic);
    while let Some(rest) = said.trim_start().strip_prefix(['>', '＞']) {
        said = rest;
    }
    said
}

/// The line without the marks of a quotation.
pub(super) fn unmarked(line: &str) -> &str {
    line.trim_start_matches(['>', '＞', ' '])
}

/// The marks `|` and `:`, with which a sender's own words may also start; and any other mark before
/// the title of a board.
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

/// The names that mark more than one line, as in quotations by Supercite and similar programs.
fn names_of_the_quoted<'a>(lines: &[&'a str]) -> BTreeSet<&'a str> {
    let mut times = BTreeMap::new();
    for name in lines.iter().filter_map(|line| name_before_mark(line)) {
        *times.entry(name).or_insert(0) += 1;
    }
    times.into_iter().filter(|(_, times)| *times > 1).map(|(name, _)| name).collect()
}

/// Whether a line is the one above a signature; it may have lost the space at its end.
fn is_signature(line: &str) -> bool {
    matches!(line, "-- " | "--" | "\u{2014}")
}

/// Length of a signature, up to the quotation below it. More than one paragraph above a quotation
/// may be the player's words, and so may sentences below a line without a space at its end.
fn signature(
    lines: &[&str],
    marked: &[bool],
    introductions: &[Option<Introduction>],
) -> Result<usize, Doubt> {
    /// Maximum number of lines of names and addresses, and of words in one.
    const MOST_LINES: usize = 4;
    const MOST_WORDS: usize = 5;
    let length = (1..lines.len()).find(|at| marked[*at] || introductions[*at].is_some());
    let quotes = length.is_some();
    let length = length.unwrap_or(lines.len());
    let is_said = |line: &&&str| !line.is_empty() && footer(line) != Footer::Yes;
    let said = || lines[1..length].iter().filter(is_said);
    let first = lines[1..length].iter().skip_while(|line| line.is_empty());
    let paragraph = first.take_while(|line| !line.is_empty()).filter(is_said).count();
    let is_one = said().count() == paragraph;
    let is_sentence = |line: &&str| {
        line.ends_with(['.', '!', '?']) || line.split_whitespace().count() > MOST_WORDS
    };
    let is_short = || paragraph <= MOST_LINES && !said().any(is_sentence);
    let is_certain = match lines[0] {
        "-- " => is_one || !quotes,
        _ => is_one && is_short(),
    };
    is_certain.then_some(length).ok_or(Doubt::Quotation)
}

/// Whether there is anything below the last line of an email of the server that is quoted without
/// marks.
fn goes_on_below(lines: &[&str]) -> bool {
    const LAST: &str = "To get no more ";
    let Some(last) = lines.iter().rposition(|line| line.starts_with(LAST)) else { return false };
    let mut below = lines[last + 1..].iter().skip_while(|line| line.is_empty()).peekable();
    // The link, which may be broken.
    if below.peek().is_some_and(|line| line.trim_start_matches('<').starts_with("http")) {
        while below.next_if(|line| !line.is_empty() && !line.contains(' ')).is_some() {}
    }
    let below = below.take_while(|line| !is_signature(line));
    below.filter(|line| !line.is_empty()).any(|line| footer(line) != Footer::Yes)
}

/// For each line, whether only machines say anything from there on; with one more entry than there
/// are lines. Each entry is computed from the next one, so that many footers take only linear time.
fn ends(lines: &[&str], introductions: &[Option<Introduction>]) -> Vec<bool> {
    let mut ends = vec![true; lines.len() + 1];
    for (at, line) in lines.iter().enumerate().rev() {
        let begins_a_quotation =
            || is_quoted(line) || is_signature(line) || introductions[at].is_some();
        ends[at] = match ends[at + 1] {
            true => line.is_empty() || footer(line) != Footer::No || begins_a_quotation(),
            false => !line.is_empty() && begins_a_quotation(),
        };
    }
    ends
}

/// Whether a line is the footer of a phone or mail service. One that is directly below the player's
/// words is short.
fn footer_at(lines: &[&str], at: usize) -> Footer {
    /// Maximum number of words in a short footer.
    const MOST_WORDS: usize = 5;
    let below = lines[at + 1..].iter().find(|line| !line.is_empty()).copied();
    if belongs_to_scanner(lines[at], below) {
        return Footer::Yes;
    }
    let stands_alone = at == 0 || lines[at - 1].is_empty();
    match stands_alone || lines[at].split(' ').count() <= MOST_WORDS {
        true => footer(lines[at]),
        false => Footer::No,
    }
}

/// Whether a line greets the server, as added by programs that greet the sender.
fn greets_the_server(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let last = words.next_back().unwrap_or_default();
    last.trim_end_matches([',', '!']) == "Carrick" && words.count() == 1 && is_greeting(line)
}

/// Whether a line is a mark that programs add to find out when an email is read.
fn is_of_tracker(line: &str) -> bool {
    line.trim() == "\u{1427}"
}

// Footers that phones and mail services add.

/// Whether a line looks like an addition of phones and mail services.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Footer {
    No,
    /// It contains only names of devices and services, and words that belong to them.
    Yes,
    /// It names a device or service among other words.
    Perhaps,
}

/// Whether a line is the footer of a phone or mail service.
pub(super) fn footer(line: &str) -> Footer {
    /// Maximum length, in bytes.
    const LONGEST: usize = 120;
    match of_scanner(line) {
        Footer::No => {}
        found => return found,
    }
    if line.len() > LONGEST {
        return Footer::No;
    }
    let typed = line.trim_matches([' ', '*', '_', '<', '[', '(']).replace('\u{2019}', "'");
    // With a day, it is a sentence.
    let typed = typed.replace(" on Android", " Android").replace(" on iPhone", " iPhone");
    let line = typed.to_lowercase();
    let Some(begin) = FOOTERS.iter().find(|begin| line.starts_with(**begin)) else {
        return Footer::No;
    };
    let last = typed.rsplit(' ').next().unwrap_or_default();
    let mut typed = typed.split(' ').skip(begin.trim_end().split(' ').count());
    match (names_device(&line, begin, last), typed.all(is_of_footer)) {
        (false, _) => Footer::No,
        (true, true) => Footer::Yes,
        (true, false) => Footer::Perhaps,
    }
}

/// Whether a line was added by a virus scanner: a sentence with its name, or a link. "No viruses"
/// may be the player's words if no link follows.
fn of_scanner(line: &str) -> Footer {
    /// Maximum length, in bytes: links are long.
    const LONGEST: usize = 600;
    /// Maximum number of words in a sentence.
    const MOST_WORDS: usize = 16;
    if line.len() > LONGEST {
        return Footer::No;
    }
    let line = line.to_lowercase();
    let line = line.trim_matches(|letter: char| " *_-<>[]()|".contains(letter));
    let is_named = |text: &str| {
        let mut words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
        words.any(|word| SCANNERS.contains(&word))
    };
    let is_link = |text: &str| !text.is_empty() && text.split(' ').all(is_link);
    if line.strip_prefix('#').is_some_and(|id| id.len() == 36 && id.chars().all(is_of_id)) {
        return Footer::Yes;
    }
    if is_link(line) && is_named(line) {
        return Footer::Yes;
    }
    if let Some(rest) = VIRUS_FREE.iter().find_map(|phrase| line.strip_prefix(phrase)) {
        let rest = rest.trim_start_matches(['.', '!', '。', ' ']);
        return match rest.is_empty() {
            true => Footer::Perhaps,
            false if is_link(rest) && is_named(rest) => Footer::Yes,
            false => Footer::No,
        };
    }
    let is_said = SCANNED.iter().any(|phrase| line.starts_with(phrase))
        && is_named(line)
        && line.split_whitespace().count() <= MOST_WORDS
        && (line.contains("vir") || line.contains("вирус") || line.contains("www."));
    let is_of_avg = line.starts_with("version: ") && line.contains("virus database: ")
        || ["no virus found in this message", "no virus found in this outgoing message"]
            .contains(&line.trim_end_matches('.'));
    if is_said || is_of_avg { Footer::Yes } else { Footer::No }
}

/// Whether a word is a link, or the name of a site with one.
fn is_link(word: &str) -> bool {
    let word = word.trim_start_matches(['<', '(', '[']);
    ["http://", "https://", "www."].iter().any(|begin| word.starts_with(begin))
}

const fn is_of_id(letter: char) -> bool {
    letter.is_ascii_hexdigit() || letter == '-'
}

/// Whether a line was added by a virus scanner. "No viruses", and a divider, are recognised by the
/// line below.
pub(super) fn belongs_to_scanner(line: &str, below: Option<&str>) -> bool {
    let is_divider = line.len() > 2 && line.chars().all(|letter| matches!(letter, '-' | '_'));
    match of_scanner(line) {
        Footer::Yes => true,
        found => {
            (is_divider || found == Footer::Perhaps)
                && below.is_some_and(|below| of_scanner(below) != Footer::No)
        }
    }
}

/// Whether a word is the name of a device or service, or belongs to one.
fn is_of_footer(word: &str) -> bool {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
    let lower = word.to_lowercase();
    let is_foreign = !word.contains(|letter: char| letter.is_ascii_alphabetic());
    is_foreign
        || is_name(word) && !word.contains('\'')
        || lower.contains("://")
        || DEVICES.iter().any(|device| lower.contains(device))
        || OF_FOOTERS.contains(&lower.as_str())
        || EXCUSES.iter().any(|excuse| lower.contains(excuse))
}

fn is_name(word: &str) -> bool {
    word.contains(|letter: char| letter.is_uppercase() || letter.is_ascii_digit())
}

/// Whether a line that starts like a footer names a device or service; a sentence that continues is
/// the player's.
fn names_device(line: &str, begin: &str, last: &str) -> bool {
    /// Maximum number of words after the device.
    const MOST_WORDS: usize = 4;
    if DEVICES.iter().any(|device| begin.contains(device)) {
        return true;
    }
    let rest = &line[begin.len()..];
    let end = [", ", ". ", "! ", "? ", "; ", ": ", " – ", " - "]
        .iter()
        .filter_map(|end| rest.find(end))
        .min();
    let (named, more) = rest.split_at(end.unwrap_or(rest.len()));
    let device =
        DEVICES.iter().filter_map(|device| Some(named.rfind(device)? + device.len())).max();
    let is_named = match device {
        Some(end) => named[end..].split_whitespace().count() <= MOST_WORDS,
        // The name of an unknown device: `Sent from my Alcatel Flash2`.
        None => {
            OF_MINE.iter().any(|mine| line.starts_with(mine))
                && is_name(last)
                && named.split_whitespace().count() <= 5
        }
    };
    let excuses = more.split_whitespace().count() <= 1
        || EXCUSES.iter().any(|excuse| more.contains(excuse))
        || device.is_some() && DEVICES.iter().any(|device| more.contains(device));
    is_named && excuses
}
