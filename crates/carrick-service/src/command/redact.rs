//! Commands without their secrets: for logs, for the record of incoming email, and for the sender
//! to correct.

use std::borrow::Cow;

use carrick_games::GameKind;

use crate::command::arguments::Heading;
use crate::command::table::VOCABULARY;
use crate::command::usage::{OptionSet, Role, Usage};
use crate::command::words::Word;
use crate::command::{options, parse, words};
use crate::people::{Password, Userid};

/// Placeholder for a word that is not shown.
pub(super) const HIDDEN: &str = "•";

/// The command, with every word hidden that is or might be a password.
///
/// The names of games, commands and options are shown, and if the command is correct, also boards,
/// moves and choices. Userids and addresses are always hidden, because a password takes their place
/// when a word is left out.
///
/// ```
/// use carrick_service::command::redact;
/// assert_eq!(redact("Ankor move 101 ann hunter22 d3-f4#5"), "ankor move 101 • • d3-f4#5");
/// assert_eq!(redact("ankor move 101 hunter22 d3-f4#5"), "ankor move • • •");
/// ```
#[must_use]
pub fn redact(text: &str) -> String {
    let Ok(words) = words::split(text) else { return HIDDEN.to_owned() };
    let shown: Vec<String> = match Heading::read(VOCABULARY, &words) {
        Ok(heading) => {
            let is_right = parse(text).is_ok();
            let (name, arguments) = words.split_at(heading.length);
            let name = name.iter().map(|word| word.text.to_ascii_lowercase());
            name.chain(shown_arguments(heading, arguments, is_right)).collect()
        }
        Err(_) => shown_beginning(&words),
    };
    shown.join(" ")
}

/// For a command that does not exist: the game's name, if it has one.
fn shown_beginning(words: &[Word<'_>]) -> Vec<String> {
    let mut shown = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let is_game = index == 0 && word.text.parse::<GameKind>().is_ok();
        shown.push(if is_game { word.text.to_ascii_lowercase() } else { HIDDEN.to_owned() });
    }
    shown
}

fn shown_arguments(heading: Heading, words: &[Word<'_>], is_right: bool) -> Vec<String> {
    let usage = heading.usage;
    let mut place = 0;
    let mut shown = Vec::new();
    for word in words {
        if usage.options != OptionSet::None && options::is_known(word.text, heading.kind) {
            shown.push(options::redacted(word.text, is_right));
            continue;
        }
        let open = is_right && !is_secret(usage, place) && is_harmless(heading, place, *word);
        shown.push(if open { words::plain(word.text).into_owned() } else { HIDDEN.to_owned() });
        place += 1;
    }
    shown
}

/// Whether a userid, a password or an address belongs at this place among the words.
fn is_secret(usage: &Usage, place: usize) -> bool {
    let role = usage.words.get(place).or(usage.words.last());
    let needed = place < usage.words.len();
    match role {
        Some(Role::Password | Role::NewPassword | Role::Userid | Role::Address) if needed => true,
        Some(Role::OtherUser | Role::Setting) => true,
        _ => false,
    }
}

/// Whether a word is only a board, a move or a choice of this command.
pub(super) fn is_harmless(heading: Heading, place: usize, word: Word<'_>) -> bool {
    (heading.usage.shows)(heading, place, word)
}

// Refused commands, for their senders to correct, without words that may be passwords.

/// A command as it was typed, with every word hidden that may be a password in the grammar of the
/// command that was meant: the one it starts with, or the nearest. With `-` instead of the password
/// there is none to hide.
///
/// It shows more than [`redact`], because it goes to the sender: names of users if the command has
/// no password, the sender's own name, and words too short for a password.
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
    let typed = TypedLine { heading, is_complete: is_complete(heading, &plain), me };
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

/// Whether the command has the right number of words with a password in its place, so that there is
/// none elsewhere.
fn is_complete(heading: Heading, plain: &[&Word<'_>]) -> bool {
    let usage = heading.usage;
    let in_place =
        |(role, word): (&Role, &&Word<'_>)| !is_password(*role) || role.fits(word.text, heading);
    (usage.words.len()..=usage.most()).contains(&plain.len())
        && usage.words.iter().zip(plain).all(in_place)
}

/// Whether a word has fewer characters than any password.
fn is_too_short(word: &str) -> bool {
    word.chars().count() < *Password::LENGTHS.start()
}

const fn is_password(role: Role) -> bool {
    matches!(role, Role::Password | Role::NewPassword)
}

/// A command as it was typed, with its name understood.
struct TypedLine<'a> {
    heading: Heading,
    is_complete: bool,
    me: Option<&'a Userid>,
}

impl TypedLine<'_> {
    /// Whether the word at this place cannot be a password.
    fn shows(&self, place: usize, word: Word<'_>) -> bool {
        let role = self.heading.usage.words.get(place);
        let is_user = matches!(role, Some(Role::Userid | Role::OtherUser));
        is_too_short(word.text)
            || self.me.is_some_and(|me| word.is(me.as_str()))
            || self.heading.vocabulary.is_word(word.text)
            || self.is_complete
                && match role {
                    Some(role) if is_password(*role) => false,
                    Some(_) if is_user => {
                        !self.has_password() && word.text.parse::<Userid>().is_ok()
                    }
                    _ => is_harmless(self.heading, place, word),
                }
    }

    fn has_password(&self) -> bool {
        self.heading.usage.words.iter().any(|role| is_password(*role))
    }

    /// An option, without its value if that may be a password.
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
