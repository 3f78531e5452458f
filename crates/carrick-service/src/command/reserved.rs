//! Userids that nobody can have.

use super::usage::{self, COMMANDS, Usage};
use crate::people::Userid;

/// Whether a userid is a word of the command language, which no user can have: names of commands
/// and games, `all`, `new`, `next`, `active`, `inactive`, `computer`, `level1` and its like.
#[must_use]
pub fn is_reserved(user: &Userid) -> bool {
    let word = user.as_str();
    const OTHERS: [&str; 9] =
        ["all", "new", "next", "active", "inactive", "computer", "pass", "propose", "undo"];
    let level = word
        .strip_prefix("level")
        .is_some_and(|level| !level.is_empty() && level.bytes().all(|byte| byte.is_ascii_digit()));
    level
        || OTHERS.contains(&word)
        || usage::games().any(|game| game == word)
        || COMMANDS
            .iter()
            .copied()
            .flat_map(Usage::names)
            .any(|name| name.split(' ').any(|part| part == word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved() {
        for word in [
            "move", "mvoe", "qmove", "Antipod", "all", "next", "address", "level3", "computer",
            "show",
        ] {
            assert!(is_reserved(&word.parse().unwrap()), "{word}");
        }
        for word in ["ann", "level", "levels", "level3a", "moves", "carrick"] {
            assert!(!is_reserved(&word.parse().unwrap()), "{word}");
        }
    }
}
