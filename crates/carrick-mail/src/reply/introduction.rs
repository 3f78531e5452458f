//! Lines that mail programs put above a quotation: who wrote it, and when.

use super::phrases::{HEADERS, NAMELESS, ORIGINAL, WROTE};
use super::quotation::{is_of_server, is_quoted, unusual_mark};
use super::{is_greeting, says_what_to_do};
use crate::Doubt;
use crate::text::is_board_title;

/// Lines that introduce a quotation.
#[derive(Debug, Clone, Copy)]
pub(super) struct Introduction {
    /// Number of lines.
    pub lines: usize,
    /// Whether it is certain that they are not the player's.
    pub is_certain: bool,
}

/// For each line, the introduction of a quotation that starts there, if any.
pub(super) fn introductions(
    lines: &[&str],
    marked: &[bool],
) -> Result<Vec<Option<Introduction>>, Doubt> {
    let mut found = vec![None; lines.len()];
    // Lines above an attribution that are not part of it.
    let mut others = marked.to_vec();
    let mut at = 0;
    while at < lines.len() {
        let rest = &lines[at..];
        let block = (!marked[at]).then(|| headers(rest).or_else(|| lines_over_title(rest)));
        found[at] = block.flatten().map(|length| Introduction {
            lines: length,
            is_certain: !names_twice(&rest[..length]),
        });
        let end = at + found[at].map_or(1, |found| found.lines);
        if found[at].is_some() {
            others[at..end].fill(true);
        }
        at = end;
    }
    attributions(lines, marked, &others, &mut found)?;
    for at in (0..lines.len()).rev() {
        if found[at].is_none() && !marked[at] {
            found[at] = divider(lines, at, &found);
        }
    }
    Ok(found)
}

/// A divider, or the title of a board, if the lines from `at` start with one; `below` describes the
/// lines below.
fn divider(lines: &[&str], at: usize, below: &[Option<Introduction>]) -> Option<Introduction> {
    let next = || (at + 1..lines.len()).find(|next| !lines[*next].is_empty());
    let is_block = || next().is_some_and(|next| below[next].is_some_and(|below| below.is_certain));
    let quotes = || is_block() || next().is_some_and(|next| is_quoted(lines[next]));
    let lines = &lines[at..];
    if let Some(is_certain) = is_divider(lines, is_block, quotes) {
        let lines = 1 + headers(lines.get(1..).unwrap_or_default()).unwrap_or(0);
        return Some(Introduction { lines, is_certain });
    }
    is_title(lines).then(|| Introduction { lines: 1, is_certain: begins_a_text(lines) })
}

/// The title at the beginning of every text about a board, broken or whole.
fn is_title(lines: &[&str]) -> bool {
    let next = lines.get(1).copied().unwrap_or_default();
    is_board_title(lines[0])
        || lines[0].contains('(') && is_board_title(&[lines[0], next].join(" "))
}

/// Whether the lines below a title continue like a text of the server, or there are none.
fn begins_a_text(lines: &[&str]) -> bool {
    let below = || lines.iter().skip(1).filter(|line| !line.is_empty()).take(4);
    below().next().is_none() || below().any(|line| is_of_server(line))
}

/// Whether a line is `-----Original Message-----`, in any language, or Outlook's line, and whether
/// that is certain. Unknown words between dashes divide only above the fields of a quotation; lines
/// that people also draw, only above another divider.
fn is_divider(
    lines: &[&str],
    is_block: impl Fn() -> bool,
    quotes: impl Fn() -> bool,
) -> Option<bool> {
    /// Maximum length, in bytes.
    const LONGEST: usize = 500;
    let line = lines[0].trim_matches([' ', '*']);
    if line.len() > LONGEST {
        return None;
    }
    let inside = line.trim_matches('-');
    let dashes = (line.len() - inside.len()) / 2;
    let named = dashes >= 3 && line.ends_with("---") && inside.chars().any(char::is_alphabetic);
    if named {
        let words = inside.to_lowercase();
        let tells = |line: &&str| {
            line.contains("Carrick") || has_address(line) && field_name(line).is_some()
        };
        let mut below = lines.iter().skip(1).take(6);
        let is_known = ORIGINAL.iter().any(|word| words.contains(word));
        let is_certain = says_who_and_when(&words)
            || is_block()
            || (is_known || inside.contains("Carrick")) && (quotes() || below.any(tells));
        let below = || lines.iter().skip(1).take(4).any(|line| has_address(line));
        return (is_certain || is_known || quotes() || below()).then_some(is_certain);
    }
    let mark = lines[0].trim().chars().next().filter(|mark| "-_=*~#+".contains(*mark));
    let drawn = mark.is_some_and(|mark| lines[0].trim().chars().all(|c| c == mark));
    let is_nameless =
        || NAMELESS.contains(&line.trim_end_matches([':', '：']).trim().to_lowercase().as_str());
    ((drawn && lines[0].trim().len() >= 3 || is_nameless()) && quotes()).then_some(true)
}

/// The length of a block of lines such as `From: …`, `Sent: …`, `To: …`: three known ones, or two
/// with an address or a time; or the rows of a table with an address. They must be above an email
/// of the server, or name it.
fn headers(lines: &[&str]) -> Option<usize> {
    let first = lines.first()?;
    if let Some(rows) = table(lines).filter(|rows| is_about_server(lines, *rows)) {
        return Some(rows);
    }
    if !is_header(first) && !is_field_name(first) {
        return None;
    }
    let (mut found, mut length, mut tells) = (0, 0, false);
    let mut at = 0;
    while let Some(line) = lines.get(at).filter(|_| at < 10) {
        let is_known = match is_header(line) {
            true => true,
            // The value is on a separate line.
            false if is_field_name(line) => {
                at += 1;
                lines.get(at).is_some_and(|value| !value.is_empty())
            }
            false => false,
        };
        at += 1;
        if is_known {
            found += 1;
            length = at.min(lines.len());
            let near = &lines[length.saturating_sub(2)..length];
            tells |= near.iter().any(|line| has_address(line) || has_date(line));
        }
    }
    let is_block = tells && found >= 2 || found >= 3 && lines[..length].iter().any(is_ours);
    (is_block && is_about_server(lines, length)).then_some(length)
}

/// Whether a block of lines names the server or a board, or is followed by an email of the server
/// or a line with the mark of a quotation.
fn is_about_server(lines: &[&str], length: usize) -> bool {
    let below = lines[length..].iter().find(|line| !line.is_empty());
    lines[..length].iter().any(is_ours)
        || below.is_some_and(|line| is_quoted(line) || is_of_server(line))
}

/// Whether a line above a quotation names the server or a board.
fn is_ours(line: &&str) -> bool {
    let words = || line.split(' ').map(|word| word.trim_matches(['*', ':', ',']));
    line.contains("Carrick")
        || words().zip(words().skip(1)).any(|(kind, word)| {
            word == "board" && kind.to_lowercase().parse::<carrick_games::GameKind>().is_ok()
        })
}

/// Whether a field occurs twice in a block: one may be the player's line above it.
fn names_twice(lines: &[&str]) -> bool {
    let names: Vec<_> = lines.iter().filter_map(|line| field_name(line)).collect();
    let mut distinct: Vec<_> = names.iter().map(|name| name.to_lowercase()).collect();
    distinct.sort_unstable();
    distinct.dedup();
    distinct.len() < names.len()
}

/// The number of rows of a table with an address in it: `| From | ann@example.org |`.
fn table(lines: &[&str]) -> Option<usize> {
    let is_row = |line: &&&str| {
        let line = line.trim();
        line.starts_with(BARS) && line.matches(BARS).count() >= 2 && line.len() > 2
    };
    let rows = lines.iter().take(12).take_while(is_row).count();
    (rows >= 2 && lines[..rows].iter().any(|row| has_address(row))).then_some(rows)
}

/// The length of such a block in an unknown language, with the title of a board below it.
fn lines_over_title(lines: &[&str]) -> Option<usize> {
    let length = lines.iter().take(10).take_while(|line| field_name(line).is_some()).count();
    let below = (length..lines.len()).find(|below| !lines[*below].is_empty())?;
    // One line names the sender, so the player's own remarks do not count.
    let tells = lines[..length].iter().any(|line| has_address(line) || is_ours(line));
    (length >= 2 && tells && is_title(&lines[below..])).then_some(length)
}

/// Bars between the columns of a table.
const BARS: [char; 3] = ['|', '｜', '│'];

fn is_header(line: &str) -> bool {
    let is_known = |name: &str| HEADERS.contains(&name.to_lowercase().as_str());
    // A table may have lost its lines.
    let bare = || line.trim().split_once(' ').filter(|(_, value)| has_address(value));
    field_name(line).is_some_and(is_known)
        || bare().is_some_and(|(name, value)| is_known(name) && value.split(' ').count() <= 4)
}

/// Whether a line is little more than a person's address, as above a quotation.
pub(super) fn names_somebody(line: &str) -> bool {
    let is_word = |word: &&str| !word.contains('@') && word.contains(char::is_alphabetic);
    let is_set_off = || {
        let bracketed = line.split_once('<').is_some_and(|(_, inside)| has_address(inside));
        bracketed || line.contains("mailto:") || line.starts_with('|') || is_header(line)
    };
    has_address(line) && line.split_whitespace().filter(is_word).count() <= 4 && is_set_off()
}

/// Whether a line names the server and the time, or says that it wrote, as above a quotation.
pub(super) fn names_server(line: &str) -> bool {
    let wrote = || {
        let lower = line.to_lowercase();
        line.ends_with([':', '：']) && WROTE.iter().any(|verb| lower.contains(verb))
    };
    let in_ascii = || line.chars().map(in_ascii).collect::<String>();
    line.contains("Carrick") && (has_clock(&in_ascii()) || wrote())
}

/// Whether a line is only the name of a field.
fn is_field_name(line: &str) -> bool {
    let name = line.trim_matches(['*', '_', ' ', '|', ':', '：']);
    name.len() <= LONGEST_NAME && HEADERS.contains(&name.to_lowercase().as_str())
}

/// Maximum length of a field's name, in bytes.
const LONGEST_NAME: usize = 40;

/// The name of a field before a line's colon, or in the first column of a table, if it can be one
/// and the line is not a turn: Italian uses `A: ann`, and Boche `a:d3`.
fn field_name(line: &str) -> Option<&str> {
    let line =
        line.trim_matches(|letter| ['*', '_', ' '].contains(&letter) || BARS.contains(&letter));
    let (name, value) =
        line.split_once(|letter| [':', '：'].contains(&letter) || BARS.contains(&letter))?;
    let name = name.trim_end_matches(['*', '_', ' ']);
    let is_turn = name.len() == 1 && is_place(value.trim_matches(['*', '_', '`', ' ', '.', '!']));
    (!name.is_empty() && name.len() <= LONGEST_NAME && !is_turn).then_some(name)
}

/// Whether it is a place in the cube games: `d3`, `f12'`.
fn is_place(text: &str) -> bool {
    let mut letters = text.chars();
    text.len() <= 10
        && letters.next().is_some_and(|row| row.is_ascii_alphabetic())
        && letters.next().is_some_and(|number| number.is_ascii_digit())
        && !letters.any(char::is_alphabetic)
}

/// For each line, the number of lines of an attribution that starts there, such as `On Thu, 1 May
/// 2008 at 12:00, Carrick <carrick@example.org> wrote:`, which programs break, and which they write
/// in their user's language. It includes as few lines as possible: those above it are the player's.
fn attributions(
    lines: &[&str],
    marked: &[bool],
    others: &[bool],
    found: &mut [Option<Introduction>],
) -> Result<(), Doubt> {
    /// Maximum number of lines of an attribution.
    const MOST: usize = 6;
    /// Number of lines below in which an email of the server must show.
    const MOST_BELOW: usize = 10;
    let mut first = 0;
    for end in 0..lines.len() {
        if others[end] {
            first = end + 1;
        }
        if others[end] || lines[end].is_empty() {
            continue;
        }
        let next = (end + 1..lines.len()).find(|next| !lines[*next].is_empty());
        let quotes = next.is_some_and(|next| {
            marked[next] || unusual_mark(lines[next]).is_some() || is_title(&lines[next..])
        });
        // The last line decides: it ends with a colon or a verb.
        if !quotes && !ends_one(lines[end]) {
            continue;
        }
        let mut joined = JoinedLines::default();
        let mut start = end + 1;
        let mut verdict = AttributionMatch::No;
        let is_possible =
            |at: usize| at > first && end + 1 - at < MOST && !lines[at - 1].is_empty();
        while is_possible(start) && verdict != AttributionMatch::Yes {
            if !joined.take(lines[start - 1]) {
                break;
            }
            start -= 1;
            // Every line of an attribution but the last one contains some part of it.
            if start < end && !is_part(lines[start]) {
                break;
            }
            verdict = verdict.max(joined.attributes(quotes, next.is_some()));
        }
        if verdict == AttributionMatch::Perhaps {
            return Err(Doubt::Quotation);
        }
        if verdict != AttributionMatch::Yes {
            continue;
        }
        let (below, middle) = (joined.0.clone(), start);
        while is_possible(start) && joined.lacks(lines[start - 1]) && joined.take(lines[start - 1])
        {
            start -= 1;
        }
        if joined.has_words_before() || !completes(&lines[start..middle], &below) {
            return Err(Doubt::Quotation);
        }
        // Without a date or an address, it may be the player's own words about someone else.
        let is_certain = joined.tells()
            || lines[end + 1..].iter().take(MOST_BELOW).any(|line| is_of_server(line));
        found[start] = Some(Introduction { lines: end + 1 - start, is_certain });
        first = end + 1;
    }
    Ok(())
}

/// Whether an attribution may end with a line, although nothing is quoted below.
fn ends_one(line: &str) -> bool {
    let head = line.trim_end_matches(['-', '*', '_', ' ']);
    head.ends_with([':', '：', ';'])
        || line.len() <= 500 && {
            let lower = head.to_lowercase();
            WROTE.iter().any(|verb| lower.ends_with(verb.trim_end())) || goes_on(line)
        }
}

/// Whether lines are an attribution.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum AttributionMatch {
    No,
    Perhaps,
    Yes,
}

/// Lines that may be an attribution, joined.
#[derive(Default)]
struct JoinedLines(String);

impl JoinedLines {
    /// Puts a line before the others, unless they become too long.
    fn take(&mut self, line: &str) -> bool {
        /// Maximum length of a whole attribution, in bytes.
        const LONGEST: usize = 500;
        let is_short = self.0.len() + line.len() <= LONGEST;
        if is_short {
            let line: String = line.trim().chars().map(in_ascii).collect();
            self.0 = [line.as_str(), &self.0].join(" ").trim_end().to_owned();
        }
        is_short
    }

    /// Whether it names the writer of a quotation; `quotes` means that a quotation follows, and
    /// `is_above` that any line follows.
    fn attributes(&self, quotes: bool, is_above: bool) -> AttributionMatch {
        let whole = self.0.as_str();
        let open = whole.trim_end_matches(['-', '*', '_', ' ']);
        let head = open.strip_suffix([':', '：', ';']).unwrap_or(open).trim_end();
        let has_colon = head.len() < open.len();
        let lower = head.to_lowercase();
        let wrote = WROTE.iter().any(|verb| lower.contains(verb));
        let ends = WROTE.iter().any(|verb| lower.ends_with(verb.trim_end()));
        let words = lower.split_whitespace().count();
        let (address, server) = (has_address(&lower), head.contains("Carrick"));
        let (who, date) = (address || server, has_date(&lower));
        let is_bracketed = address && lower.contains(['<', '(', '[']);
        // The quotation starts inside it.
        if who && has_time(&lower) && goes_on(whole) {
            return AttributionMatch::Yes;
        }
        let is_known = match quotes {
            true => {
                wrote && has_colon && (who || date || words <= 4)
                    || ends && who
                    || ends && date && has_clock(&lower)
                    || wrote && who && words <= 12
                    || address
                        && (has_colon || is_bracketed && has_time(&lower) || is_header(whole))
                    || server && has_colon && words <= 4
                    || who && date && (has_colon || words <= 8)
            }
            false => {
                server && date && (wrote && has_colon || ends) && (has_clock(&lower) || !is_above)
            }
        };
        let is_doubtful = match quotes {
            true => {
                wrote && has_colon
                    || address && date
                    || has_clock(&lower) && (server || date && words <= 4)
            }
            false => {
                who && date && (wrote && has_colon || ends)
                    || has_colon && date && (is_above && address || wrote && has_clock(&lower))
            }
        };
        match () {
            () if is_greeting(head) => AttributionMatch::No,
            () if is_known => AttributionMatch::Yes,
            () if is_doubtful => AttributionMatch::Perhaps,
            () => AttributionMatch::No,
        }
    }

    /// Whether it names the server, an address or a day.
    fn tells(&self) -> bool {
        self.0.contains("Carrick") || has_address(&self.0) || has_date(&self.0.to_lowercase())
    }

    /// Whether the line above it has what it lacks: the day, or the writer.
    fn lacks(&self, above: &str) -> bool {
        let is_sentence = above.ends_with(['.', '!', '?']) && !above.ends_with("..");
        let lower = self.0.to_lowercase();
        let who = |line: &str| has_address(line) || line.contains("Carrick");
        let words = above.split_whitespace().count();
        let is_other = is_quoted(above) || is_turn(above) || is_greeting(above);
        if is_sentence || above.len() > 200 || is_other {
            return false;
        }
        if has_date(&lower) {
            return !who(&self.0) && who(above);
        }
        let has_day = above.split_whitespace().any(|word| day(word).is_some());
        has_date(&above.to_lowercase())
            || who(above)
            || has_year(above) && words <= 6
            || has_year(&lower) && has_day && (2..=6).contains(&words)
    }

    /// Whether words of another sentence come before it in the same line.
    fn has_words_before(&self) -> bool {
        let line = self.0.as_str();
        let who = line.find('@').unwrap_or(line.len());
        let ends = line.match_indices(['.', '!', '?']).filter(|(at, _)| *at < who);
        let mut sentences = ends.filter(|(at, _)| {
            let word = line[..*at].rsplit(' ').next().unwrap_or_default();
            let is_word = word.chars().count() >= 4 && word.chars().all(char::is_alphabetic);
            is_word && line[at + 1..].trim_start().starts_with(char::is_uppercase)
        });
        let opens = |opener: &&str| {
            line.split_once(*opener).is_some_and(|(before, behind)| {
                let is_prose = before.contains(char::is_alphabetic)
                    && !before.contains(|c: char| c == '@' || c.is_ascii_digit());
                is_prose && !before.contains("Carrick") && has_date(&behind.to_lowercase())
            })
        };
        let is_open = [" On ", " Am ", " Le ", " El ", " Em ", " Op ", " Den "].iter().any(opens);
        sentences.next().is_some() || is_open
    }
}

/// Whether lines are certainly the beginning of an attribution with a known rest: the name or
/// address that it lacks, or the date with the time, and no other words.
fn completes(lines: &[&str], rest: &str) -> bool {
    /// Maximum number of words in a date: days, months and zones, and connecting words.
    const MOST_WORDS: usize = 7;
    let names = |text: &str| text.contains("Carrick") || has_address(text);
    let is_name = |word: &&str| word.contains('@') || word.contains("Carrick");
    let is_word = |word: &&str| word.contains(char::is_alphabetic);
    let is_bare = |line: &&&str| line.split_whitespace().all(|word| is_name(&word));
    let dated: Vec<_> = lines.iter().filter(|line| !is_bare(line)).copied().collect();
    let Some(last) = dated.last() else { return true };
    let dated_text = dated.join(" ");
    let lower = dated_text.to_lowercase();
    if !(has_date(&lower) && has_clock(&lower)) {
        return false;
    }
    // An address in brackets comes after its name.
    let is_named = names(&dated_text) || dated.len() < lines.len();
    if !names(rest) && is_named || rest.trim_start().starts_with(['<', '(', '[']) {
        return true;
    }
    // A line that ends with the time, not with a word.
    let ends_with_time = last.split_whitespace().next_back().is_some_and(|word| {
        word.ends_with(',')
            || word.contains(|letter: char| letter.is_ascii_digit())
            || !word.contains(char::is_lowercase)
    });
    let is_date = dated_text.split_whitespace().filter(is_word).count() <= MOST_WORDS;
    !names(&dated_text) && is_date && ends_with_time
}

/// A digit of another script as an ASCII digit.
fn in_ascii(letter: char) -> char {
    let zeros = ['\u{660}', '\u{6f0}', '\u{966}', '\u{9e6}', '\u{e50}', '\u{ff10}'];
    let value = zeros.iter().filter_map(|zero| (letter as u32).checked_sub(*zero as u32)).min();
    value.and_then(|value| char::from_digit(value, 10)).unwrap_or(letter)
}

/// Whether a line may be part of an attribution that continues below.
fn is_part(line: &str) -> bool {
    /// Minimum length of a broken line, in characters.
    const BROKEN: usize = 35;
    let has_sign = line.contains(|letter: char| letter == '@' || letter.is_ascii_digit());
    (has_sign || line.contains("Carrick") || line.chars().count() >= BROKEN)
        && !is_turn(line)
        && !line.ends_with(['!', '?'])
}

/// Whether a line is only a turn, as far as that is clear without the game.
fn is_turn(line: &str) -> bool {
    line.split_whitespace().count() <= 2 && says_what_to_do(line) && !has_time(line)
}

/// Whether a line names the writer of a quotation that continues in it.
fn goes_on(line: &str) -> bool {
    line.match_indices(": ").any(|(at, _)| {
        let head = line[..at].to_lowercase();
        has_time(&head) && has_address(&head) && WROTE.iter().any(|verb| head.ends_with(verb))
    })
}

fn says_who_and_when(line: &str) -> bool {
    has_time(line) && has_address(line)
}

/// Whether it contains an email address.
fn has_address(line: &str) -> bool {
    line.match_indices('@').any(|(at, _)| {
        line[..at].ends_with(char::is_alphanumeric)
            && line[at + 1..].starts_with(char::is_alphanumeric)
    })
}

/// Whether it contains a year or a time of day.
fn has_time(line: &str) -> bool {
    has_year(line) || has_clock(line)
}

fn has_year(line: &str) -> bool {
    line.split(|c: char| !c.is_ascii_digit()).any(|run| run.len() == 4)
}

/// Whether it contains a day with its year, or a day only in digits.
fn has_date(line: &str) -> bool {
    /// Maximum number of words from the day to the year.
    const NEAR: usize = 5;
    if !line.contains(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let words = line.split(|c: char| c.is_whitespace() || c == ',');
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    let in_figures = |word: &&str| {
        let is_date = word.contains(['年', '년']) || word.matches(['.', '/', '-']).count() >= 2;
        let runs = || word.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty());
        is_date && runs().count() >= 3 && runs().take(3).all(|run| matches!(run.len(), 1 | 2 | 4))
    };
    let is_year = |word: &str| {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        digits == 4
            && ["19", "20", "25"].iter().any(|century| word.starts_with(century))
            && !word.contains(':')
    };
    words.iter().any(in_figures)
        || words.windows(NEAR.min(words.len()).max(1)).any(|near| {
            near.iter().any(|word| is_year(word)) && near.iter().any(|word| day(word).is_some())
        })
}

/// The day of a month that a word means: `28`, `28.`, `28th`.
fn day(word: &str) -> Option<u8> {
    let word = word.trim_matches([',', '(', ')']);
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let is_alone =
        word[digits..].chars().count() <= 2 && !word[digits..].contains(['\'', ':', '#']);
    word[..digits].parse().ok().filter(|day| is_alone && digits <= 2 && (1..=31).contains(day))
}

fn has_clock(line: &str) -> bool {
    line.split_whitespace().any(|word| {
        // `28.11.2026` is a day.
        let is_day = word.trim_end_matches('.').matches('.').count() > 1;
        !is_day
            && word.as_bytes().windows(4).any(|w| {
                w[0].is_ascii_digit()
                    && matches!(w[1], b':' | b'.')
                    && w[2].is_ascii_digit()
                    && w[3].is_ascii_digit()
            })
    })
}
