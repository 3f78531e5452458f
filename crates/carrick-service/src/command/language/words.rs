//! The first step: one line of text into words.

use super::Refusal;

/// The longest command, in characters. The longest that makes sense is a queued line of moves.
pub(in crate::command) const MAX_CHARS: usize = 1000;

/// One word, and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::command) struct Word<'a> {
    pub(in crate::command) text: &'a str,
    /// Counted from 1, after `Re:` and its like.
    pub(in crate::command) position: usize,
}

impl Word<'_> {
    /// How a refusal names a word that it must not repeat: `the fourth word`.
    pub(in crate::command) fn ordinal(&self) -> String {
        format!("the {} word", ordinal(self.position))
    }

    pub(in crate::command) fn is(&self, other: &str) -> bool {
        self.text.eq_ignore_ascii_case(other)
    }
}

/// Splits a command at its blanks, without the additions of mail programs before and behind it.
///
/// # Errors
/// When the text is too long, or is not one line of visible text.
pub(in crate::command) fn split(text: &str) -> Result<Vec<Word<'_>>, Refusal> {
    let text = text.trim_start_matches('\u{feff}').trim();
    check_text(text)?;
    let mut words: Vec<&str> = strip_prefixes(text).split_whitespace().collect();
    while words.last() == Some(&"**") {
        words.pop();
    }
    Ok(words.into_iter().zip(1..).map(|(text, position)| Word { text, position }).collect())
}

/// Prefixes that mail programs put before the subject of a reply or a forwarded mail, in lower
/// case, as far as we have seen it: English, German, Dutch, French, Italian, Spanish, Portuguese,
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
pub(in crate::command) fn check_text(text: &str) -> Result<(), Refusal> {
    if text.chars().count() > MAX_CHARS {
        return Err(Refusal::new(format!(
            "the command is too long: {MAX_CHARS} characters are the most"
        )));
    }
    let fault = if text.contains(['\n', '\r']) {
        "a command is one line; several go into the body of a mail with the subject `multiple`"
    } else if text.contains(['\0', '\u{fffd}']) {
        "the command is not text, or has lost letters on its way; please send it again as plain text"
    } else if text.chars().any(|c| c.is_control() && c != '\t') {
        "the command holds a control character; please type it again"
    } else if text.chars().any(is_invisible) {
        "the command holds an invisible character; please type it again instead of pasting it"
    } else {
        return Ok(());
    };
    Err(Refusal::new(fault))
}

/// Characters of no width, which come along when text is copied out of a page.
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

#[cfg(test)]
mod tests {
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
    fn only_that_is_ignored() {
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
