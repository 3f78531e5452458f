//! Versions of one text: whether they say the same.
//!
//! Mail programs make plain text of a page. They break lines, write the addresses of links behind
//! them, and mark lists, bold letters and pictures. So letters and figures are compared, and the
//! turn to the letter.

use crate::html::{DOUBTFUL, without_asides};
use crate::reply::{self, Reply};
use crate::{Doubt, text};

/// Checks that a text and another version of it, which may have lines of signatures and doubtful
/// words, say the same.
pub(super) fn agree(text: &str, version: &str) -> Result<(), Doubt> {
    // Nothing is read then, whatever the other says.
    let Ok(said) = own(text) else { return Ok(()) };
    let shown = match own(&without_asides(version)) {
        Ok(shown) => shown,
        // What is quoted is only certain in the text; what the other begins with must be the same.
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

/// The sender's own words; in one piece where they hold what may be a token.
fn own(text: &str) -> Result<Reply, Doubt> {
    reply::read(text).or_else(|_| {
        let rest = Some(reply::spoken(text)?);
        Ok(Reply { line: String::new(), rest })
    })
}

/// Whether two first lines are the same turn, but for signs that programs write in several ways. A
/// long one, which is none, may be broken.
fn is_same_turn(one: &str, other: &str) -> bool {
    /// Programs break lines that are longer.
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

/// Whether each line of some words is among the other own words, or, as signatures and quotations
/// are not known alike, among all others.
fn has_each_line(all: &str, words: &str, own: &str) -> bool {
    /// A part of a line that is not there by chance.
    const LONG: usize = 12;
    /// Each is looked for in all others.
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

/// The letters and figures of a text, without the addresses of links and the names of pictures.
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
    // No blank may be before a link.
    let words = words.filter_map(|word| word.split("www.").next());
    words
        .flat_map(str::chars)
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Whether a program writes this in brackets: an address, the number of one, or a picture.
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
    fn versions_agree_that_say_the_same() {
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
