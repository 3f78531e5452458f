//! Names of users, boards and mailboxes, checked once and then trusted; and names that no one can
//! choose.
//!
//! Names that belong to guests, to the computer and to people who run a server, and names that
//! look like one of them, are reserved.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::Arc;

use carrick_games::GameKind;
use serde::{Deserialize, Serialize};

use crate::people::computer::LEVEL_WORDS;

// Names of users, boards and mailboxes, checked once and then trusted.

/// A user's name: a letter and then 1 to 19 letters, digits or underscores, in lower case. Copies
/// share it.
///
/// ```
/// use carrick_service::Userid;
/// let user: Userid = "Camb".parse()?;
/// assert_eq!(user.as_str(), "camb");
/// # Ok::<(), carrick_service::UseridError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Userid(Arc<str>);

/// The word cannot be a userid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a userid is a letter followed by 1 to 19 letters, digits or underscores")]
pub struct UseridError;

impl Userid {
    /// The name in lower case.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Userid {
    type Err = UseridError;

    fn from_str(word: &str) -> Result<Self, UseridError> {
        let mut bytes = word.bytes();
        let first_is_letter = bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic());
        let rest_fits = bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if first_is_letter && rest_fits && (2..=20).contains(&word.len()) {
            Ok(Self(word.to_ascii_lowercase().into()))
        } else {
            Err(UseridError)
        }
    }
}

impl TryFrom<String> for Userid {
    type Error = UseridError;

    fn try_from(word: String) -> Result<Self, UseridError> {
        word.parse()
    }
}

impl From<Userid> for String {
    fn from(user: Userid) -> Self {
        user.as_str().to_owned()
    }
}

impl fmt::Display for Userid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A board's name: boards are numbered per game, from 101.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub struct BoardId {
    /// Which game.
    pub kind: GameKind,
    /// The number within that game.
    pub number: u32,
}

impl BoardId {
    /// The number of every game's first board.
    pub const FIRST_NUMBER: u32 = 101;

    /// Reads the number as it is typed in a command.
    ///
    /// # Errors
    /// When it is not a number of up to nine digits that begins with 1 to 9.
    pub fn parse(kind: GameKind, word: &str) -> Result<Self, BoardIdError> {
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        match word.parse() {
            Ok(number) if digits && word.len() <= 9 && !word.starts_with('0') => {
                Ok(Self { kind, number })
            }
            _ => Err(BoardIdError),
        }
    }
}

/// The word is not the number of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a board is a number such as 101")]
pub struct BoardIdError;

impl fmt::Display for BoardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} board {}", self.kind.title(), self.number)
    }
}

/// An email address: one `@`, a local part and a domain of printable ASCII without blanks, at most
/// 254 characters. The domain is kept in lower case, the local part as it is written; two that
/// differ only in case are equal, because no server distinguishes them. Copies share it.
#[derive(Debug, Clone)]
pub struct Address(Arc<str>);

/// The word cannot be an email address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an email address looks like name@example.org and has up to 254 characters")]
pub struct AddressError;

impl PartialEq for Address {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

impl Eq for Address {}

impl PartialOrd for Address {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Address {
    fn cmp(&self, other: &Self) -> Ordering {
        let lower = |address: &Self| address.0.to_ascii_lowercase();
        lower(self).cmp(&lower(other))
    }
}

impl Hash for Address {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_ascii_lowercase().hash(state);
    }
}

impl Address {
    /// The address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The part after the `@`, in lower case.
    #[must_use]
    pub fn domain(&self) -> &str {
        self.0.split_once('@').map_or("", |(_, domain)| domain)
    }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(word: &str) -> Result<Self, AddressError> {
        let (local, domain) = word.split_once('@').ok_or(AddressError)?;
        let local_fits = (1..=64).contains(&local.len())
            && local
                .bytes()
                .all(|byte| byte.is_ascii_graphic() && !b"\"(),:;<>[\\]".contains(&byte))
            && !local.starts_with('.')
            && !local.ends_with('.')
            && !local.contains("..");
        let domain_fits = word.len() <= 254
            && domain.split('.').all(|label| {
                (1..=63).contains(&label.len())
                    && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
                    && !label.starts_with('-')
                    && !label.ends_with('-')
            });
        if local_fits && domain_fits {
            Ok(Self(format!("{local}@{}", domain.to_ascii_lowercase()).into()))
        } else {
            Err(AddressError)
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// `ann, bob and carol`.
pub(crate) fn and(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Beginning of the name of every guest; a number follows.
pub const GUEST: &str = "guest_";

/// Words to which a number makes the name of a guest or of the computer.
const NUMBERED: [&str; 4] = ["guest", LEVEL_WORDS[0], LEVEL_WORDS[1], "computer"];

/// Names of the people who run a server, of its mailboxes, or of no one in particular.
const ROLES: &str = "\
    abuse admin administrator anonymous anybody anyone carrick daemon deleted everybody everyone help \
    hostmaster info mailer mailerdaemon me mod moderator nobody noone noreply null official operator owner \
    postmaster robot root security server somebody someone staff superuser support sysadmin sysop system team \
    undefined unknown webmaster you";

/// Words that claim a role wherever they are a part of a name, or are next to another role or one
/// of `WITH_CLAIMS`: `admin_anna`, `headoperator`.
const CLAIMS: [&str; 8] =
    ["admin", "administrator", "carrick", "moderator", "official", "operator", "staff", "support"];

/// Words that make a title together with one of `CLAIMS`.
const WITH_CLAIMS: &str = "\
    bot chief club desk games head mail server site super the";

/// Words that claim a role wherever a name contains them: `superadmin`, `carrickbot`.
const CONTAINED: [&str; 3] = ["admin", "carrick", "moderator"];

/// Ordinary words, places and surnames that contain one of those.
const ORDINARY: [&str; 5] =
    ["badminton", "carrickfergus", "carrickmacross", "carrickmore", "mccarrick"];

/// Numbers of levels, in words.
const NUMBERS: [&str; 11] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

impl Userid {
    /// Whether the name has the form of a guest's.
    #[must_use]
    pub fn is_guest(&self) -> bool {
        self.as_str().starts_with(GUEST)
    }
}

/// Whether a name is a guest's, the computer's or that of a role, or looks like one.
pub(crate) fn is_protected(user: &Userid) -> bool {
    let name = user.as_str();
    let word = joined(&name.replace('_', ""));
    let look = plain(&word);
    let is_numbered = NUMBERED.iter().any(|stem| {
        let number = look.starts_with(&plain(stem)).then(|| &word[stem.len()..]);
        number.is_some_and(|number| number.chars().all(is_like_a_digit) || is_number_word(number))
    });
    let role = plain(word.trim_end_matches(|letter: char| letter.is_ascii_digit()));
    user.is_guest()
        || is_numbered
        || LEVEL_WORDS.iter().any(|stem| contains_number(&word, &look, stem))
        || [&look, &role].into_iter().any(|look| is_role(look))
        || contains_claim(&look)
        || name
            .split('_')
            .any(|part| CLAIMS.iter().any(|&claim| plain(&joined(part)) == plain(claim)))
}

/// Whether a name contains a word of the computer's levels with a number behind it.
fn contains_number(word: &str, look: &str, stem: &str) -> bool {
    look.match_indices(&plain(stem)).any(|(at, _)| {
        let number = &word[at + stem.len()..];
        let begins = |word: &&str| plain(number).starts_with(&plain(word));
        number.starts_with(|first: char| first.is_ascii_digit()) || NUMBERS.iter().any(begins)
    })
}

fn is_number_word(word: &str) -> bool {
    NUMBERS.iter().any(|&number| plain(number) == plain(word))
}

/// Whether a plain word contains a claim, other than as a part of an ordinary word.
fn contains_claim(look: &str) -> bool {
    let rest = ORDINARY.iter().fold(look.to_owned(), |rest, word| rest.replace(&plain(word), " "));
    CONTAINED.iter().any(|&claim| rest.contains(&plain(claim)))
}

/// Whether a plain word is a role, several of them, or a claim next to another word of a title.
fn is_role(look: &str) -> bool {
    let look = look.strip_suffix('s').unwrap_or(look);
    let is_one = |word: &str| {
        ROLES
            .split_whitespace()
            .map(plain)
            .any(|role| role.strip_suffix('s').unwrap_or(&role) == word)
    };
    let is_title = |word: &str| {
        is_one(word) || WITH_CLAIMS.split_whitespace().any(|other| plain(other) == word)
    };
    let beside = |claim: &str| {
        let claim = plain(claim);
        let rest = [look.strip_prefix(&claim), look.strip_suffix(&claim)];
        rest.into_iter().flatten().any(is_title)
    };
    is_one(look) || CLAIMS.iter().any(|claim| beside(claim))
}

/// A word in which pairs of letters that look like one letter are that letter.
fn joined(word: &str) -> String {
    word.replace("rn", "m").replace("vv", "w").replace("cl", "d").replace("c1", "d")
}

/// A word with the letters that its digits and letters look like; of the same length.
fn plain(word: &str) -> String {
    let letter = |letter| match letter {
        '0' => 'o',
        '1' | 'i' | 'j' => 'l',
        '2' => 'z',
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '6' | '8' => 'b',
        '7' => 't',
        '9' => 'g',
        other => other,
    };
    word.chars().map(letter).collect()
}

const fn is_like_a_digit(letter: char) -> bool {
    matches!(letter, '0'..='9' | 'o' | 'i' | 'j' | 'l' | 's' | 'z' | 'v' | 'x')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn userids() {
        for word in ["ab", "A_1", "camb", "a2345678901234567890"] {
            assert!(word.parse::<Userid>().is_ok(), "{word}");
        }
        for word in ["", "a", "1a", "_a", "a-b", "a b", "é2", "a23456789012345678901"] {
            assert!(word.parse::<Userid>().is_err(), "{word}");
        }
    }

    #[test]
    fn addresses() {
        assert_eq!(
            "Ann.B+x@EXAMPLE.org".parse::<Address>().unwrap().as_str(),
            "Ann.B+x@example.org"
        );
        for word in
            ["", "a", "@", "a@", "@b", "a@b@c", "a b@c", "a@b..c", ".a@b", "a@-b", "a\r@b", "<a@b>"]
        {
            assert!(word.parse::<Address>().is_err(), "{word}");
        }
    }

    #[test]
    fn addresses_ignore_case() {
        let [small, large, other] = ["ann@example.org", "Ann@EXAMPLE.org", "anna@example.org"]
            .map(|word| word.parse::<Address>().unwrap());
        assert_eq!(small, large);
        assert_eq!(small.cmp(&large), Ordering::Equal);
        assert_ne!(large, other);
        assert!(large < other);
        assert_eq!(std::collections::HashSet::from([small, large, other]).len(), 2);
    }

    #[test]
    fn boards() {
        let kind = GameKind::Ankor;
        assert_eq!(BoardId::parse(kind, "101").unwrap().number, 101);
        for word in ["", "0", "0101", "-1", "+101", "1e3", "9999999999", "d3"] {
            assert!(BoardId::parse(kind, word).is_err(), "{word}");
        }
    }

    #[test]
    fn names_of_others_and_their_look_alikes_are_protected() {
        for name in [
            "guest_7",
            "guest_d31c68a31e",
            "guest",
            "guest12",
            "guest__12",
            "GUEST_12",
            "gue5t_12",
            "guestl2",
            "9uest_1",
            "level5",
            "Level_1",
            "leve1",
            "leve15",
            "leveI5",
            "1evel5",
            "l3vel5",
            "level",
            "level10",
            "novice3",
            "nov1ce3",
            "n0vice_3",
            "novlce3",
            "novice12",
            "computer",
            "c0mputer",
            "computer_9",
            "cornputer",
            "admin",
            "adm1n",
            "Admin2",
            "adrnin",
            "a_d_m_i_n",
            "admins",
            "4dmin",
            "administrator",
            "root",
            "r00t",
            "root_1",
            "postmaster",
            "p0stmaster",
            "operator",
            "0perator",
            "carrick",
            "carr1ck",
            "carrick_admin",
            "carrickadmin",
            "admin_anna",
            "the_operator",
            "system",
            "sy5tem",
            "syst3m",
            "everybody",
            "deleted",
            "de1eted",
            "no_reply",
            "noreply",
            "mailer_daemon",
            "aclmin",
            "ac1min",
            "aclrnin",
            "superadmin",
            "superaclmin",
            "anna_theadmin",
            "myadm1nbot",
            "carrickbot",
            "thecarrick",
            "carr1ck_team",
            "rnoderator_anna",
            "headmoderator",
            "superoperator",
            "supportdesk",
            "staffbot",
            "level_five",
            "levelf1ve",
            "levelfive",
            "leve1_ten",
            "novice_two",
            "level_v",
            "levelx",
            "the_level5",
            "level5bot",
            "superlevelthree",
            "guest_five",
            "computer_two",
        ] {
            let Ok(user) = name.parse::<Userid>() else { continue };
            assert!(is_protected(&user), "{name}");
        }
        for name in [
            "anna",
            "bob",
            "camb",
            "malla",
            "hannahh",
            "guestbook",
            "leveller",
            "levi",
            "novella",
            "computers_r_us",
            "rooted",
            "root_beer",
            "badminton",
            "badminton_bob",
            "carrickfergus",
            "mary_mccarrick",
            "stafford",
            "falstaff",
            "supporter",
            "cooperator",
            "marcia",
            "clara",
            "claudia",
            "next_level",
            "eye_level",
            "levelheaded",
            "novices_friend",
            "onelevelup",
            "carnaby",
            "systematic",
            "carla",
            "ivo",
            "hendrik",
            "mia",
            "yourick",
            "modest",
            "operation",
            "jan5",
            "a_1",
            "al",
            "oli",
            "lisa",
            "zoo",
            "teamwork",
            "informer",
            "helper",
        ] {
            assert!(!is_protected(&name.parse().unwrap()), "{name}");
        }
    }
}
