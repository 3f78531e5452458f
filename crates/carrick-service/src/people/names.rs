//! Names that belong to guests, to the computer and to people who run a server, and names that look
//! like one of them. Nobody can choose such a name.

use super::Userid;
use super::computer::LEVEL_WORDS;

/// Beginning of the name of every guest; a number follows.
pub const GUEST: &str = "guest_";

/// Words to which a number makes the name of a guest or of the computer.
const NUMBERED: [&str; 4] = ["guest", LEVEL_WORDS[0], LEVEL_WORDS[1], "computer"];

/// Names by which people know those who run a server, its mailboxes, or nobody in particular.
const ROLES: &str = "\
    abuse admin administrator anonymous anybody anyone carrick daemon deleted everybody everyone help \
    hostmaster info mailer mailerdaemon me mod moderator nobody noone noreply null official operator owner \
    postmaster robot root security server somebody someone staff superuser support sysadmin sysop system team \
    undefined unknown webmaster you";

/// Words that claim a role wherever they are a part of a name, or stand beside another role or one
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

/// Whether a plain word is a role, several of them, or a claim beside another word of a title.
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
