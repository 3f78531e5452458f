//! Parses answers to emails about turns: the turn, and words to the opponent.
//!
//! The turn is on the first line that is neither a quotation nor a greeting. The rest is sent to
//! the opponent, without quotations, signatures and the footers of phones.

mod introduction;
mod phrases;
mod quotation;
mod torn;

use std::borrow::Cow;

use carrick_games::GameKind;
use carrick_service::BoardAction;
use carrick_service::command::field;

use crate::Doubt;
use crate::text::plain;

/// Text of an answer, without quotations and signature.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Reply {
    /// The turn or other action, as typed; empty if there is none.
    pub line: String,
    /// Words below it.
    pub rest: Option<String>,
}

impl std::fmt::Debug for Reply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rest = self.rest.as_deref().map_or(0, str::len);
        write!(f, "Reply({} bytes, and {rest})", self.line.len())
    }
}

/// Reads the text of an answer.
///
/// ```
/// use carrick_mail::reply;
/// let text = "Hi Ann,\n\nd3'\nGood luck!\n\nOn Thu, 1 May 2008, Carrick wrote:\n> c3";
/// let reply = reply::read(text)?;
/// assert_eq!(reply.line, "d3'");
/// assert_eq!(reply.rest.as_deref(), Some("Good luck!"));
/// # Ok::<(), carrick_mail::Doubt>(())
/// ```
///
/// # Errors
/// When it is not certain which words are the sender's.
pub fn read(text: &str) -> Result<Reply, Doubt> {
    let said = spoken(text)?;
    if holds_token(&said) {
        return Err(Doubt::Quotation);
    }
    let mut lines = said.lines().skip_while(|line| line.trim().is_empty() || is_greeting(line));
    let line = bare(behind_greeting(lines.next().unwrap_or_default())).to_owned();
    let rest: Vec<_> = lines.collect();
    let rest = rest.join("\n").trim().to_owned();
    Ok(Reply { line, rest: Some(rest).filter(|rest| !rest.is_empty()) })
}

/// Whether words contain a piece of a token, however it got there.
#[must_use]
pub fn holds_token(said: &str) -> bool {
    said.lines().any(torn::holds_token)
}

/// Whether words contain one of some addresses, or of some domains with their `@`, which occur in
/// lines that mail programs put above a quotation.
pub(crate) fn names(said: &str, addresses: &[&str]) -> bool {
    let letters = said.chars().filter(|letter| !letter.is_whitespace());
    let said = letters.collect::<String>().to_lowercase();
    let mut named = addresses.iter().filter(|address| !address.is_empty());
    named.any(|address| said.contains(&address.to_lowercase()))
}

/// The sender's own words: a text without quotations, signature and the footer of a phone.
///
/// # Errors
/// When it is not certain which words are the sender's.
pub fn spoken(text: &str) -> Result<String, Doubt> {
    let text = plain(text);
    let lines: Vec<_> = text.lines().map(without_blanks).collect();
    let lines = with_whole_addresses(&without_armor(lines)?);
    let lines: Vec<_> = lines.iter().map(AsRef::as_ref).collect();
    Ok(quotation::without(&lines)?.join("\n").trim_matches('\n').to_owned())
}

/// A line without the spaces at its end, except the one that marks a signature.
fn without_blanks(line: &str) -> &str {
    match line {
        "-- " | "- -- " => line,
        _ => line.trim_end(),
    }
}

/// The lines, joined where a mail program broke an address in brackets.
fn with_whole_addresses<'a>(lines: &[&'a str]) -> Vec<Cow<'a, str>> {
    /// Maximum number of lines of a broken address.
    const MOST: usize = 4;
    let mut whole: Vec<Cow<'a, str>> = Vec::with_capacity(lines.len());
    let mut at = 0;
    while let Some(&line) = lines.get(at) {
        let mut joined = line.to_owned();
        let mut next = at + 1;
        let open = line.rfind('<').filter(|open| line.len() < 500 && !line[*open..].contains('>'));
        if let Some(open) = open.filter(|_| !quotation::is_quoted(line)) {
            while next < (at + MOST).min(lines.len()) && opened(&joined[open..]) > 0 {
                joined.push_str(lines[next].trim());
                next += 1;
            }
            if opened(&joined[open..]) == 0 && joined[open..].contains('@') {
                // The name may be in a paragraph above it.
                if line == "<" {
                    let is_blank = |line: &&Cow<'_, str>| line.is_empty();
                    let blank = whole.iter().rev().take_while(is_blank).count();
                    if whole.len() > blank && blank <= 1 {
                        whole.truncate(whole.len() - blank);
                        let name = whole.pop().unwrap_or_default();
                        joined = format!("{name} {joined}");
                    }
                }
                whole.push(joined.into());
                at = next;
                continue;
            }
        }
        whole.push(line.into());
        at += 1;
    }
    whole
}

/// The number of open brackets at the end of a text, none of them closed too often.
fn opened(text: &str) -> i32 {
    text.chars().fold(0, |open, letter| match letter {
        '<' => open + 1,
        '>' if open > 0 => open - 1,
        _ => open,
    })
}

/// Intent of an answer to an email about a turn, for the board of its address. It names no board
/// and no player: whatever was typed, it concerns only this board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Intent {
    /// A turn, or another act on the board.
    Act {
        /// The act.
        act: BoardAction,
        /// Words for the opponent.
        said: Option<String>,
    },
    /// Queue turns.
    Queue,
    /// Something else.
    Unclear,
    /// Nothing: the answer had no new line.
    Nothing,
}

impl Reply {
    /// Reads this as an answer to the email about a turn on a board of this game.
    ///
    /// ```
    /// use carrick_games::GameKind::Ankor;
    /// use carrick_mail::reply::{self, Intent};
    /// use carrick_service::{BoardAction, Move};
    /// let act = BoardAction::Move(Move::Play("d3-f4".to_owned()), None);
    /// assert_eq!(reply::read("D3-f4")?.intent(Ankor), Intent::Act { act, said: None });
    /// let said = Some("I am away on Sunday.".to_owned());
    /// let chat = Intent::Act { act: BoardAction::Chat, said };
    /// assert_eq!(reply::read("chat\nI am away on Sunday.")?.intent(Ankor), chat);
    /// # Ok::<(), carrick_mail::Doubt>(())
    /// ```
    #[must_use]
    pub fn intent(&self, kind: GameKind) -> Intent {
        let (first, others) = self.line.split_once(' ').unwrap_or((&self.line, ""));
        let said = self.rest.clone();
        if self.line.is_empty() {
            return Intent::Nothing;
        }
        if first.eq_ignore_ascii_case("chat") {
            let said = [others, said.as_deref().unwrap_or_default()].join("\n");
            let said = Some(said.trim().to_owned()).filter(|said| !said.is_empty());
            return Intent::Act { act: BoardAction::Chat, said };
        }
        if first.eq_ignore_ascii_case("queue") {
            return match field::line(kind, others) {
                Ok(Some(_)) => Intent::Queue,
                Ok(None) if !others.is_empty() => Intent::Queue,
                Ok(None) | Err(_) => Intent::Unclear,
            };
        }
        if self.line.eq_ignore_ascii_case("confirm") {
            return Intent::Act { act: BoardAction::Confirm, said };
        }
        let is_verb = phrases::VERBS.iter().any(|verb| first.eq_ignore_ascii_case(verb));
        let turn = if is_verb && !others.is_empty() { others } else { &self.line };
        match field::a_move(kind, turn) {
            Ok((chosen, number)) => Intent::Act { act: BoardAction::Move(chosen, number), said },
            Err(_) => Intent::Unclear,
        }
    }
}

/// Whether a line is only a greeting: `Hi`, `Hello Bob,`, `Bonjour à tous !`
fn is_greeting(line: &str) -> bool {
    /// Maximum number of words in a greeting.
    const MOST_WORDS: usize = 4;
    // A turn after the greeting is not a name.
    greets(line)
        && line.split_whitespace().count() <= MOST_WORDS
        && !line.split_whitespace().skip(1).any(says_what_to_do)
}

fn greets(line: &str) -> bool {
    let line = line.trim().to_lowercase();
    let first = line.split_whitespace().next().unwrap_or_default();
    phrases::GREETINGS.contains(&bare_word(first))
        || phrases::LONG_GREETINGS.iter().any(|greeting| line.starts_with(greeting))
}

/// The turn or action after the comma of a greeting, as in `Hello Ann, swap`; otherwise the whole
/// line.
fn behind_greeting(line: &str) -> &str {
    match line.split_once([',', '，']) {
        Some((greeting, rest)) if is_greeting(greeting) && says_what_to_do(rest) => rest,
        _ => line,
    }
}

/// Whether words start with a turn, as far as that is clear without the game, or with another
/// action.
fn says_what_to_do(words: &str) -> bool {
    let mut words = words.split_whitespace().map(bare_word);
    let first = words.next().unwrap_or_default();
    let is_one_of = |known: &[&str]| known.iter().any(|word| first.eq_ignore_ascii_case(word));
    is_one_of(phrases::COMMANDS)
        || is_one_of(phrases::VERBS) && words.next().is_some()
        || first.contains(|c: char| c.is_ascii_digit())
}

fn bare_word(word: &str) -> &str {
    word.trim_matches(['*', '_', '`', ',', '!', '.', ':', ';', '，', '！', '。'])
}

/// A line without the marks of bold letters, and without a full stop.
fn bare(line: &str) -> &str {
    let mut line = line.trim().trim_matches(['*', '_']).trim();
    // Two marks are Markdown's; one at the end is an apostrophe, and means another place.
    while let Some(inside) = line.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')) {
        line = inside.trim();
    }
    line.trim_end_matches(['.', '!', ',', ';', '。', '！']).trim()
}

// Clear-signed texts (RFC 9580 section 7): the signed text is read, and the signature is not
// checked.

const BEGIN: &str = "-----BEGIN PGP SIGNED MESSAGE-----";
const SIGNATURE: &str = "-----BEGIN PGP SIGNATURE-----";
const END: &str = "-----END PGP SIGNATURE-----";

/// The lines without the armor that signing has put around and into them, if it is complete.
fn without_armor(lines: Vec<&str>) -> Result<Vec<&str>, Doubt> {
    if !lines.contains(&BEGIN) {
        return Ok(lines);
    }
    if !lines.contains(&END) {
        return Err(Doubt::Quotation);
    }
    let mut part = ArmorPart::Outside;
    let mut said = Vec::with_capacity(lines.len());
    for line in lines {
        part = match (part, line) {
            (ArmorPart::Outside, BEGIN) => ArmorPart::Head,
            (ArmorPart::Head, "") => ArmorPart::Inside,
            (ArmorPart::Inside, SIGNATURE) => ArmorPart::Signature,
            (ArmorPart::Signature, END) => ArmorPart::Outside,
            (ArmorPart::Inside, _) => {
                // Lines that start with a dash got another one.
                said.push(line.strip_prefix("- ").unwrap_or(line));
                ArmorPart::Inside
            }
            (ArmorPart::Outside, _) => {
                said.push(line);
                ArmorPart::Outside
            }
            (part @ (ArmorPart::Head | ArmorPart::Signature), _) => part,
        };
    }
    Ok(said)
}

/// Part of a signed text.
enum ArmorPart {
    Outside,
    /// Above the blank line.
    Head,
    Inside,
    Signature,
}
