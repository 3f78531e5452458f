//! A command that was refused, for its sender to correct: without words that may be passwords.

use std::borrow::Cow;

use super::language::{Heading, OptionSet, Role, Word, options, words};
use super::redact::{HIDDEN, is_harmless, redact};
use super::table::VOCABULARY;
use crate::people::{Password, Userid};

/// A command as it was typed, with every word hidden that may be a password by the grammar of the
/// command that was meant: the one it begins with, or the nearest. Where `-` stands in the
/// password's place there is none.
///
/// More is shown than by [`redact`], for the answer goes to its sender: names of users where the
/// command has no password, their own name, and words that are too short.
///
/// ```
/// use carrick_service::command::retyped;
/// assert_eq!(retyped("boche chalenge ann bob -sise=4", None), "boche chalenge ann bob -sise=4");
/// let ann = "annette".parse().ok();
/// let shown = retyped("ankor mvoe 101 annette hunter22 d3", ann.as_ref());
/// assert_eq!(shown, "ankor mvoe 101 annette • d3");
/// ```
#[must_use]
pub fn retyped(text: &str, me: Option<&Userid>) -> String {
    let Ok(words) = words::split(text) else { return redact(text) };
    let Some(heading) =
        Heading::read(VOCABULARY, &words).ok().or_else(|| Heading::nearest(VOCABULARY, &words))
    else {
        return redact(text);
    };
    let (name, arguments) = words.split_at(heading.length);
    let plain: Vec<_> = arguments.iter().filter(|word| !is_option(**word)).collect();
    let typed = Typed { heading, is_complete: is_complete(heading, &plain), me };
    let stands_in = arguments.iter().any(|word| word.text == "-");
    if stands_in && !heading.usage.words.contains(&Role::NewPassword) {
        return joined(words.iter().map(|word| word.text.into()));
    }
    let mut place = 0;
    let shown = arguments.iter().map(|word| {
        if is_option(*word) {
            return typed.option(*word);
        }
        place += 1;
        let open = typed.shows(place - 1, *word);
        if open { Cow::Borrowed(word.text) } else { HIDDEN.into() }
    });
    joined(name.iter().map(|word| word.text.into()).chain(shown))
}

fn joined<'a>(words: impl Iterator<Item = Cow<'a, str>>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

/// Whether a word has the form of an option.
fn is_option(word: Word<'_>) -> bool {
    word.text.starts_with(['-', '—', '–']) && word.text.chars().nth(1).is_some()
}

/// Whether there are as many words as the command takes, and a password where it belongs: then none
/// is elsewhere.
fn is_complete(heading: Heading, plain: &[&Word<'_>]) -> bool {
    let usage = heading.usage;
    let in_place =
        |(role, word): (&Role, &&Word<'_>)| !is_secret(*role) || role.fits(word.text, heading);
    (usage.words.len()..=usage.most()).contains(&plain.len())
        && usage.words.iter().zip(plain).all(in_place)
}

/// Whether a word has fewer characters than any password.
fn is_too_short(word: &str) -> bool {
    word.chars().count() < *Password::LENGTHS.start()
}

const fn is_secret(role: Role) -> bool {
    matches!(role, Role::Password | Role::NewPassword)
}

/// A command as it was typed, with its name understood.
struct Typed<'a> {
    heading: Heading,
    is_complete: bool,
    me: Option<&'a Userid>,
}

impl Typed<'_> {
    /// Whether the word at this place is no password.
    fn shows(&self, place: usize, word: Word<'_>) -> bool {
        let role = self.heading.usage.words.get(place);
        let is_user = matches!(role, Some(Role::Userid | Role::OtherUser));
        is_too_short(word.text)
            || self.me.is_some_and(|me| word.is(me.as_str()))
            || self.heading.vocabulary.is_word(word.text)
            || self.is_complete
                && match role {
                    Some(role) if is_secret(*role) => false,
                    Some(_) if is_user => {
                        !self.has_password() && word.text.parse::<Userid>().is_ok()
                    }
                    _ => is_harmless(self.heading, place, word),
                }
    }

    fn has_password(&self) -> bool {
        self.heading.usage.words.iter().any(|role| is_secret(*role))
    }

    /// An option, without its value where that may be a password.
    fn option<'w>(&self, word: Word<'w>) -> Cow<'w, str> {
        let Heading { usage, kind, .. } = self.heading;
        if usage.options != OptionSet::None && !self.has_password() {
            return word.text.into();
        }
        match word.text.split_once('=') {
            _ if is_too_short(word.text) => word.text.into(),
            _ if usage.options == OptionSet::None || !options::is_known(word.text, kind) => {
                HIDDEN.into()
            }
            Some((name, value)) if !is_too_short(value) => format!("{name}={HIDDEN}").into(),
            _ => word.text.into(),
        }
    }
}
