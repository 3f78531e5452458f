//! Names of players as pages show them. In commands and in paths, names stay as they are.

use carrick_service::{GUEST, Userid, computer_level};

use super::labels::of_level;

/// The name of a player as people say it: "Guest 7", "Computer, level 2", or the name itself.
pub(crate) fn shown(user: &Userid) -> String {
    match (computer_level(user), user.as_str().strip_prefix(GUEST)) {
        (Some(level), _) => format!("Computer, {}", of_level(&level)),
        (None, Some(digits)) => format!("Guest {}", guest_number(digits)),
        (None, None) => user.to_string(),
    }
}

/// A line in which names of guests and of the computer are as people say them.
pub(crate) fn in_text(line: &str) -> String {
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut told = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(start) = rest.find(is_of_name) {
        let (between, word) = rest.split_at(start);
        let end = word.find(|letter| !is_of_name(letter)).unwrap_or(word.len());
        let (word, after) = word.split_at(end);
        told.push_str(between);
        match word.parse() {
            Ok(user) if !is_member(&user) => told.push_str(&shown(&user)),
            _ => told.push_str(word),
        }
        rest = after;
    }
    told + rest
}

/// Number of hexadecimal digits that names of guests once had.
const RANDOM_DIGITS: usize = 10;

/// A player in lists: the name in paths, and as it is shown.
#[derive(Debug, Clone)]
pub(crate) struct Named {
    pub(crate) id: String,
    pub(crate) shown: String,
}

impl Named {
    pub(crate) fn of(user: &Userid) -> Self {
        Self { id: user.to_string(), shown: shown(user) }
    }
}

/// Number of a guest: the one in their name. Names of guests once had ten random digits; those get
/// a number of four, always the same one.
fn guest_number(digits: &str) -> u32 {
    if let (true, Ok(number)) = (digits.len() < RANDOM_DIGITS, digits.parse()) {
        return number;
    }
    let sum =
        digits.bytes().fold(0_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    1000 + sum % 9000
}

/// Whether somebody who has signed up plays under this name.
pub(crate) fn is_member(user: &Userid) -> bool {
    computer_level(user).is_none() && !user.is_guest()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shown_as_people_say_them() {
        let name = |word: &str| shown(&word.parse().unwrap());
        assert_eq!(name("level2"), "Computer, level 2");
        assert_eq!(name("novice1"), "Computer, novice1");
        assert_eq!(name("anna"), "anna");
        assert_eq!(name("guest_7"), "Guest 7");
        assert_eq!(name("guest_12345"), "Guest 12345");
        let guest = name("guest_d31c68a31e");
        assert_eq!(guest, name("guest_d31c68a31e"));
        assert!(guest.strip_prefix("Guest ").unwrap().parse::<u32>().unwrap() < 10_000);
        assert_ne!(guest, name("guest_d31c68a31f"));
    }

    #[test]
    fn names_in_lines_are_too() {
        assert_eq!(
            in_text("New antipod board 101 (guest_1-novice1)"),
            "New antipod board 101 (Guest 1-Computer, novice1)"
        );
        assert_eq!(in_text("ankor board 7: anna's turn é"), "ankor board 7: anna's turn é");
    }
}
