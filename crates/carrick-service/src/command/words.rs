//! The first step: splits a line of text into words, and reads words as turns.

use std::borrow::Cow;

use carrick_games::{GameKind, normalise, split_place};

use crate::command::action::MOVES;
use crate::command::syntax_error::SyntaxError;
use crate::command::usage::whole_number;

/// Maximum length of a command, in characters. The longest sensible command is a queued line of
/// moves.
pub(super) const MAX_CHARS: usize = 1000;

/// A word and its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    /// Position counted from 1, after `Re:` and the like.
    pub(super) position: usize,
}

impl Word<'_> {
    /// How a refusal names a word that it must not repeat: `the fourth word`.
    pub(super) fn ordinal(&self) -> String {
        format!("the {} word", ordinal(self.position))
    }

    pub(super) fn is(&self, other: &str) -> bool {
        self.text.eq_ignore_ascii_case(other)
    }
}

/// Splits a command at its blanks, without what mail programs add before and after it.
///
/// # Errors
/// When the text is too long, or is not one line of visible text.
pub(super) fn split(text: &str) -> Result<Vec<Word<'_>>, SyntaxError> {
    let text = text.trim_start_matches('\u{feff}').trim();
    check_text(text)?;
    let mut words: Vec<&str> = strip_prefixes(text).split_whitespace().collect();
    while words.last() == Some(&"**") {
        words.pop();
    }
    Ok(words.into_iter().zip(1..).map(|(text, position)| Word { text, position }).collect())
}

/// Prefixes that mail programs put before the subject of a reply or a forwarded email, in lower
/// case, as far as we have seen them: English, German, Dutch, French, Italian, Spanish, Portuguese,
/// the Nordic and Slavic languages, Hungarian, Turkish, Greek, Chinese, Japanese, Korean.
const PREFIXES: &[&str] = &[
    "re",
    "fwd",
    "fw",
    "aw",
    "wg",
    "antw",
    "antwort",
    "doorst",
    "betr",
    "ref",
    "réf",
    "tr",
    "rif",
    "r",
    "i",
    "rv",
    "res",
    "enc",
    "sv",
    "vs",
    "vb",
    "vl",
    "ang",
    "bls",
    "odp",
    "pd",
    "atb",
    "vá",
    "továbbítás",
    "ynt",
    "ilt",
    "i\u{307}lt",
    "απ",
    "σχετ",
    "πρθ",
    "отв",
    "回复",
    "转发",
    "答复",
    "回覆",
    "轉寄",
    "返信",
    "転送",
    "회신",
    "전달",
];

fn strip_prefixes(mut text: &str) -> &str {
    while let Some((before, behind)) = text.split_once([':', '：']) {
        let prefix = before.trim_end();
        // Some programs count: `Re[2]:`, `Re(2):`, `Re^2:`.
        let prefix = prefix.trim_end_matches([']', ')']).trim_end_matches(|c: char| c.is_numeric());
        let prefix = prefix.trim_end_matches(['[', '(', '^']);
        if !PREFIXES.contains(&prefix.to_lowercase().as_str()) {
            break;
        }
        text = behind.trim_start();
    }
    text
}

/// # Errors
/// When a text is too long for a command, or is not one line of visible text.
pub(super) fn check_text(text: &str) -> Result<(), SyntaxError> {
    if text.chars().count() > MAX_CHARS {
        return Err(SyntaxError::new(format!(
            "the command is too long: the maximum is {MAX_CHARS} characters"
        )));
    }
    let fault = if text.contains(['\n', '\r']) {
        "a command is one line; to send several, put them in the body of an email with the subject \
         `multiple`"
    } else if text.contains(['\0', '\u{fffd}']) {
        "the command is not text, or was damaged on the way; please send it again as plain text"
    } else if text.chars().any(|c| c.is_control() && c != '\t') {
        "the command contains a control character; please type it again"
    } else if text.chars().any(is_invisible) {
        "the command contains an invisible character; please type it again instead of pasting it"
    } else {
        return Ok(());
    };
    Err(SyntaxError::new(fault))
}

/// Characters without width, which are copied along with text from a page.
const fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

fn ordinal(position: usize) -> String {
    const NAMES: [&str; 20] = [
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
        "seventh",
        "eighth",
        "ninth",
        "tenth",
        "eleventh",
        "twelfth",
        "thirteenth",
        "fourteenth",
        "fifteenth",
        "sixteenth",
        "seventeenth",
        "eighteenth",
        "nineteenth",
        "twentieth",
    ];
    if let Some(name) = position.checked_sub(1).and_then(|index| NAMES.get(index)) {
        return (*name).to_owned();
    }
    let suffix = match (position % 10, position % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{position}{suffix}")
}

// Turns as they are typed in a command: joined, distinguished from other words, not yet read by the
// game.

/// The text of a turn, or the word of an action, with the number after `#`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TurnWord<'a> {
    /// In lower case, apostrophes and dashes plain; empty when there is only a number.
    pub(super) text: String,
    /// The text after `#`, if any.
    pub(super) number: Option<String>,
    /// The word it starts with.
    pub(super) word: Word<'a>,
}

/// Joins the parts of a turn however they were spaced: `d3 - f4`, `c: d3`, `d3 #5`, `d3 '`.
pub(super) fn join<'a>(words: &[Word<'a>]) -> Vec<TurnWord<'a>> {
    let mut glued: Vec<(String, Word<'a>)> = Vec::new();
    for &word in words {
        let text = plain(word.text).into_owned();
        match glued.last_mut() {
            Some((before, _)) if continues(&text) || before.ends_with(['-', ':', '#']) => {
                before.push_str(&text);
            }
            _ => glued.push((text, word)),
        }
    }
    glued.into_iter().map(|(text, word)| split_number(&text, word)).collect()
}

/// A turn's text as it is in commands, from a text that was typed; `None` when that cannot be a
/// turn of any game. Whether it is one of this game, and legal, is decided later.
///
/// ```
/// use carrick_service::command::turn_text;
/// assert_eq!(turn_text(" D3 \u{2013} F4").as_deref(), Some("d3-f4"));
/// assert_eq!(turn_text("d3#5"), None);
/// ```
#[must_use]
pub fn turn_text(typed: &str) -> Option<String> {
    let text: String = plain(typed).split_whitespace().collect();
    could_be_turn(&text).then_some(text)
}

/// A line of conditional turns as it is in commands (`d3 f4, e2 e3`); `None` when one of its words
/// cannot be a turn.
#[must_use]
pub fn line_text(typed: &str) -> Option<String> {
    let text = plain(typed);
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut turns = words.iter().flat_map(|word| word.split(',')).filter(|turn| !turn.is_empty());
    let any = turns.clone().next().is_some();
    (any && turns.all(could_be_turn)).then(|| words.join(" "))
}

/// Like [`normalise`]; it also turns the dashes of word processors into `-`, and the wide letters
/// and digits of East Asian keyboards into ASCII.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return normalise(text);
    }
    let text: String = text.chars().map(narrow).collect();
    Cow::Owned(normalise(&text).into_owned())
}

const fn narrow(letter: char) -> char {
    match letter {
        '\u{2010}' | '\u{2011}' | '\u{2013}' | '\u{2212}' => '-',
        // The wide forms are in the order of ASCII (Unicode, Halfwidth and Fullwidth Forms).
        '\u{ff01}'..='\u{ff5e}' => (letter as u32 - 0xfee0) as u8 as char,
        _ => letter,
    }
}

/// Whether the text has a Cyrillic or Greek letter that looks like a Latin one, as typed on a
/// keyboard of that alphabet.
///
/// ```
/// use carrick_service::command::looks_latin;
/// assert!(looks_latin("\u{441}3"));
/// assert!(!looks_latin("c3"));
/// ```
#[must_use]
pub fn looks_latin(text: &str) -> bool {
    const CYRILLIC: &str = "асеһіјкморѕтухАВСЕНІЈКМОРЅТУХ";
    const GREEK: &str = "αικνορτυχΑΒΕΗΙΚΜΝΟΡΤΥΧ";
    text.contains(|letter| CYRILLIC.contains(letter) || GREEK.contains(letter))
}

/// Whether the text is short enough, and every character occurs in turns or is often mistyped
/// there. The game decides whether it is a turn, and which one was meant.
pub(super) fn could_be_turn(text: &str) -> bool {
    const LONGEST: usize = 16;
    (1..=LONGEST).contains(&text.len())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "'+:-_;./=>\u{b4}".contains(c))
}

/// Whether a word looks like a turn and hardly like a password, wherever it is.
pub(super) fn looks_like_turn(kind: GameKind, word: &str) -> bool {
    let text = plain(word);
    let text = text.split_once('#').map_or(&*text, |(turn, _)| turn);
    kind.has_form(text)
}

/// Fault of a word that cannot be a turn, as the end of a sentence.
pub(super) fn is_none(kind: GameKind, word: &str) -> String {
    let examples = examples(kind);
    match looks_latin(word) {
        true => format!(
            "has a letter of another alphabet that looks like a Latin one; with Latin letters a move of \
             {kind} looks like {examples}"
        ),
        false => format!("is not a move; a move of {kind} looks like {examples}"),
    }
}

/// Examples of turns, for refusals.
pub(super) const fn examples(kind: GameKind) -> &'static str {
    kind.facts().turns
}

/// Whether a word can neither start a turn nor be an option.
fn continues(text: &str) -> bool {
    let second_place = |rest: &str| rest.is_empty() || split_place(rest).is_some();
    text.starts_with([':', '#', '\'', '+']) || text.strip_prefix('-').is_some_and(second_place)
}

fn split_number<'a>(text: &str, word: Word<'a>) -> TurnWord<'a> {
    match text.split_once('#') {
        Some((turn, number)) => {
            TurnWord { text: turn.to_owned(), number: Some(number.to_owned()), word }
        }
        None => TurnWord { text: text.to_owned(), number: None, word },
    }
}

/// A turn, an action, `#5`, or one of the pieces of a queued line.
pub(super) fn is_turn_part(kind: Option<GameKind>, word: Word<'_>) -> bool {
    let text = plain(word.text);
    let (turns, number) = text.split_once('#').unwrap_or((&text, "0"));
    whole_number(number).is_some()
        && turns.split(',').all(|turn| {
            turn.is_empty()
                || turn == "clear"
                || MOVES.contains(&turn)
                || kind.is_some_and(|kind| looks_like_turn(kind, turn))
        })
}

#[cfg(test)]
mod words_tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, words: &[&str]) {
        let split: Vec<_> = split(text).unwrap().iter().map(|word| word.text).collect();
        assert_eq!(split, words, "{text:?}");
    }

    #[test]
    fn what_mail_programs_add_is_ignored() {
        for text in [
            "ankor show 101",
            "  ankor\tshow \u{a0} 101  \r\n",
            "Re: ankor show 101",
            "RE:ankor show 101",
            "re : ankor show 101",
            "Re: AW: Re: Antw: ankor show 101",
            "Re[2]: ankor show 101",
            "Re(3): Re^4: ankor show 101",
            "Fwd: ankor show 101",
            "FW: ankor show 101",
            "WG: ankor show 101",
            "SV: VS: VB: ankor show 101",
            "TR : RÉF : ankor show 101",
            "R: I: RIF: ankor show 101",
            "İLT: YNT: ankor show 101",
            "Odp: PD: ankor show 101",
            "回复：转发：ankor show 101",
            "ankor show 101 **",
            "Re: ankor show 101 ** **",
            "\u{feff}ankor show 101",
        ] {
            check(text, &["ankor", "show", "101"]);
        }
    }

    #[test]
    fn nothing_else_is_ignored() {
        check("", &[]);
        check("Re:", &[]);
        check("Red: help", &["Red:", "help"]);
        check("boche move 101 ann Re: c:d3", &["boche", "move", "101", "ann", "Re:", "c:d3"]);
        check("** help", &["**", "help"]);
        check("help**", &["help**"]);
    }

    #[test]
    fn ordinals() {
        for (position, name) in [
            (1, "first"),
            (20, "twentieth"),
            (21, "21st"),
            (112, "112th"),
            (102, "102nd"),
            (23, "23rd"),
        ] {
            assert_eq!(ordinal(position), name);
        }
    }
}

#[cfg(test)]
mod turn_tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, turns: &[(&str, Option<&str>)]) {
        let words: Vec<_> =
            text.split(' ').zip(1..).map(|(text, position)| Word { text, position }).collect();
        let joined = join(&words);
        let joined: Vec<_> =
            joined.iter().map(|turn| (turn.text.as_str(), turn.number.as_deref())).collect();
        assert_eq!(joined, turns, "{text}");
    }

    #[test]
    fn spacing_does_not_matter() {
        check("D3#5", &[("d3", Some("5"))]);
        check("d3 #5", &[("d3", Some("5"))]);
        check("d3 # 5", &[("d3", Some("5"))]);
        check("d3 - f4 #12", &[("d3-f4", Some("12"))]);
        check("d3- f4", &[("d3-f4", None)]);
        check("d3 \u{2013} f4\u{2019}", &[("d3-f4'", None)]);
        check("c: d3", &[("c:d3", None)]);
        check("c :d3 \u{2033}", &[("c:d3''", None)]);
        check("d3 f4", &[("d3", None), ("f4", None)]);
        check("#5", &[("", Some("5"))]);
        check("a3 +", &[("a3+", None)]);
        check("d3 -f4", &[("d3-f4", None)]);
        check("d3 --unrated -size=5", &[("d3", None), ("--unrated", None), ("-size=5", None)]);
    }

    #[test]
    fn what_looks_like_a_turn() {
        use GameKind::{Anchor, Ankor, Antipod, Boche};
        for (kind, word) in [
            (Ankor, "d3"),
            (Ankor, "D3\u{2019}-f4''#7"),
            (Ankor, "pass"),
            (Boche, "C:d3'"),
            (Antipod, "a3+"),
            (Anchor, "H15"),
        ] {
            assert!(looks_like_turn(kind, word), "{word}");
        }
        for (kind, word) in [
            (Ankor, "hunter22"),
            (Ankor, "d3'''"),
            (Ankor, "d3-f4-g5"),
            (Boche, "d3"),
            (Boche, "i:d3"),
            (Antipod, "d3'"),
            (Anchor, "a3+"),
            (Anchor, "101"),
            (Anchor, "geheim"),
        ] {
            assert!(!looks_like_turn(kind, word), "{word}");
        }
    }
}
