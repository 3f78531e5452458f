//! Usage lines, for programs that count, complete or document the commands.

use super::language::{Heading, words};
use super::table::{COMMANDS, VOCABULARY};

/// The usage line of every command, in the order of `help commands`; `<game>` stands for a game's
/// name.
///
/// ```
/// use carrick_service::command::usages;
/// assert!(usages().any(|line| line == "<game> rematch board userid password"));
/// ```
pub fn usages() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|usage| usage.line)
}

/// The usage line of the command that a text begins with, whether or not the rest is right; `None`
/// when it begins with no command.
///
/// ```
/// use carrick_service::command::usage_of;
/// assert_eq!(usage_of("Re: chall"), None); // of which game?
/// let line = usage_of("Re: ankor chall").unwrap();
/// assert_eq!(line, "<game> challenge [-options] [--options] userid1 userid2");
/// ```
#[must_use]
pub fn usage_of(text: &str) -> Option<&'static str> {
    let words = words::split(text).ok()?;
    Some(Heading::read(VOCABULARY, &words).ok()?.usage.line)
}
