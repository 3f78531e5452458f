//! Options, levels and names, worded for people.
//!
//! Times on pages: in the reader's zone, and relative to now. If the reader has not chosen a zone,
//! a script converts them to the browser's.

use std::fmt;

use carrick_engine::Level;
use carrick_games::{AnyOptions, GameKind, OptionChoices};
use carrick_service::{ComputerLevel, GUEST, Userid, Zone, computer_level};
use carrick_store::{Most, Room};
use jiff::{SignedDuration, Timestamp};

/// Why no more of something is stored; `None` while there is room.
pub(crate) fn no_room(room: Room, most: Most, what: &str) -> Option<String> {
    match room {
        Room::Left => None,
        Room::Full => Some(format!(
            "You have {} {what}, which is the maximum; delete one first.",
            most.of_user
        )),
        Room::FullFromPlace => Some(format!(
            "The users at your network address have {} {what} in total, which is the maximum; \
             delete one first.",
            most.from_place
        )),
    }
}

/// The options of a game in words: "5 holes to a side; cubes may touch a side up to level 2".
/// `options` are written as in a command; one that forms do not offer is left as it is.
pub(crate) fn options_in_words(kind: GameKind, options: &str) -> String {
    let told: Vec<String> = options.split_whitespace().map(|word| in_words(kind, word)).collect();
    told.join("; ")
}

fn in_words(kind: GameKind, word: &str) -> String {
    let (name, value) = word.split_once('=').unwrap_or((word, "1"));
    let Some(info) = AnyOptions::described(kind).iter().find(|info| info.name == name) else {
        return word.to_owned();
    };
    if let OptionChoices::Range { of, .. } = info.choices {
        return format!("{value} {of}");
    }
    match info.offered().into_iter().find(|(offered, _)| offered == value) {
        Some((_, effect)) => format!("{} {effect}", lower(info.label)),
        None => format!("{} {value}", lower(info.label)),
    }
}

/// A label within a sentence.
fn lower(label: &str) -> String {
    let mut letters = label.chars();
    let first = letters.next().map(|first| first.to_lowercase().to_string()).unwrap_or_default();
    format!("{first}{}", letters.as_str())
}

/// A level of the computer in a sentence: `Talc`.
pub(crate) fn of_level(level: &ComputerLevel) -> &'static str {
    engine_level(*level).map_or("", Level::title)
}

/// The engine's level of the same name. Every level has one.
fn engine_level(level: ComputerLevel) -> Option<Level> {
    level.name().parse().ok()
}

/// A text that ends with a full stop, unless it already ends with a punctuation mark.
pub(crate) fn ended(text: &str) -> String {
    let end = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{text}{end}")
}

/// A clause, such as an error, as a sentence for a page. If it begins with a place (`d3`), it keeps
/// its lower-case letter.
pub(crate) fn sentence(said: &impl fmt::Display) -> String {
    let mut said = ended(&said.to_string());
    let word = said.split([' ', '.']).next().unwrap_or_default();
    let is_place = word.contains(|letter: char| letter.is_ascii_digit());
    if let Some(first) = said.get_mut(..1).filter(|_| !is_place) {
        first.make_ascii_uppercase();
    }
    said
}

/// A level of the computer in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListedLevel {
    pub(crate) level: ComputerLevel,
    /// Its name and its estimated rating: "Talc, about 500".
    pub(crate) label: String,
    pub(crate) chosen: bool,
}

/// The levels of a game, weakest first. One of them may be chosen.
pub(crate) fn level_list(kind: GameKind, chosen: Option<ComputerLevel>) -> Vec<ListedLevel> {
    let listed = |level| {
        let rating = engine_level(level).map_or(0, |level| level.rating(kind));
        let hint = match level {
            ComputerLevel::MIN => ", for a first game",
            ComputerLevel::MAX => ", as well as it can",
            _ => "",
        };
        let label = format!("{}, about {rating}{hint}", of_level(&level));
        ListedLevel { level, label, chosen: Some(level) == chosen }
    };
    ComputerLevel::all_of(kind).map(listed).collect()
}

/// A player's name for display: "Guest 7", "Computer, Talc", or the name itself.
pub(crate) fn shown(user: &Userid) -> String {
    match (computer_level(user), user.as_str().strip_prefix(GUEST)) {
        (Some(level), _) => format!("Computer, {}", of_level(&level)),
        (None, Some(digits)) => format!("Guest {}", guest_number(digits)),
        (None, None) => user.to_string(),
    }
}

/// Replaces names of guests and of the computer in a line by their display names.
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

/// Number of hexadecimal digits that guests' names used to have.
const RANDOM_DIGITS: usize = 10;

/// A player in lists: their name in paths and for display.
#[derive(Debug, Clone)]
pub(crate) struct NamedPlayer {
    pub(crate) id: String,
    pub(crate) shown: String,
}

impl NamedPlayer {
    pub(crate) fn of(user: &Userid) -> Self {
        Self { id: user.to_string(), shown: shown(user) }
    }
}

/// Number of a guest: the one in their name. Guests' names used to have ten random digits; each of
/// those gets a four-digit number, always the same one.
fn guest_number(digits: &str) -> u32 {
    if let (true, Ok(number)) = (digits.len() < RANDOM_DIGITS, digits.parse()) {
        return number;
    }
    let sum =
        digits.bytes().fold(0_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    1000 + sum % 9000
}

/// Whether this is the name of someone who has signed up.
pub(crate) fn is_member(user: &Userid) -> bool {
    computer_level(user).is_none() && !user.is_guest()
}

/// A time, for a `<time>` element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct When {
    /// In RFC 3339, for programs.
    pub(crate) machine: String,
    /// Date and time in the reader's zone: "14 December 2026, 18:22 UTC".
    pub(crate) shown: String,
    /// Distance from now: "in 3 days", "2 hours ago".
    pub(crate) distance: String,
    /// Whether the zone is only the default, so that the browser's is better.
    pub(crate) movable: bool,
}

impl When {
    /// A time for a reader in this zone.
    pub(crate) fn new(at: Timestamp, now: Timestamp, zone: &Zone) -> Self {
        Self {
            machine: at.to_string(),
            shown: zone.show_in_words(at),
            distance: distance(at.duration_since(now)),
            movable: *zone == Zone::default(),
        }
    }
}

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// A time from now in words; a negative one is in the past.
fn distance(from_now: SignedDuration) -> String {
    let seconds = from_now.as_secs();
    let away = seconds.abs();
    let count = |unit: i64| (away + unit / 2) / unit;
    let (count, unit) = match away {
        0..MINUTE => return "just now".to_owned(),
        _ if count(MINUTE) < 60 => (count(MINUTE), "minute"),
        // A day and a half is given in hours: it may be due tomorrow.
        _ if count(HOUR) < 36 => (count(HOUR), "hour"),
        _ if count(DAY) < 60 => (count(DAY), "day"),
        _ => (away / (30 * DAY), "month"),
    };
    let plural = if count == 1 { "" } else { "s" };
    match seconds < 0 {
        true => format!("{count} {unit}{plural} ago"),
        false => format!("in {count} {unit}{plural}"),
    }
}

/// The day of someone's last visit, in UTC: "today", "yesterday", "12 days ago".
pub(crate) fn day_ago(at: Timestamp, now: Timestamp) -> String {
    let day = |at: Timestamp| at.as_second().div_euclid(DAY);
    match day(now) - day(at) {
        ..=0 => "today".to_owned(),
        1 => "yesterday".to_owned(),
        days @ 2..60 => format!("{days} days ago"),
        days => format!("{} months ago", days / 30),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_shown_in_words() {
        for (kind, options, told) in [
            (GameKind::Ankor, "-size=6", "6 holes to a side"),
            (
                GameKind::Ankor,
                "-size=5 -win_height=2 -noswap",
                "5 holes to a side; cubes may touch a side up to level 2; the first move stays with \
             its player",
            ),
            (
                GameKind::Anchor,
                "-size=8 -handicap=2",
                "8 points to a side; handicap 2 black stones, White starts",
            ),
            (
                GameKind::Boche,
                "-size=6 -kill=30",
                "6 holes to a side; you win by enclosing a group of 30",
            ),
        ] {
            assert_eq!(options_in_words(kind, options), told);
        }
    }

    #[test]
    fn levels_are_listed_with_names_and_ratings() {
        for kind in GameKind::ALL {
            let all = level_list(kind, Some(ComputerLevel::MIDDLE));
            assert_eq!(all.len(), usize::from(kind.facts().novices) + 9);
            assert_eq!(all[0].label, "Talc, about 500, for a first game");
            let chosen: Vec<_> = all.iter().filter(|listed| listed.chosen).collect();
            assert!(matches!(&chosen[..], [one] if one.level == ComputerLevel::MIDDLE));
        }
    }

    #[test]
    fn names_are_shown_for_people() {
        let name = |word: &str| shown(&word.parse().unwrap());
        assert_eq!(name("level2"), "Computer, Opal");
        assert_eq!(name("novice1"), "Computer, Talc");
        assert_eq!(name("anna"), "anna");
        assert_eq!(name("guest_7"), "Guest 7");
        assert_eq!(name("guest_12345"), "Guest 12345");
        let guest = name("guest_d31c68a31e");
        assert_eq!(guest, name("guest_d31c68a31e"));
        assert!(guest.strip_prefix("Guest ").unwrap().parse::<u32>().unwrap() < 10_000);
        assert_ne!(guest, name("guest_d31c68a31f"));
    }

    #[test]
    fn names_in_lines_are_shown_for_people() {
        assert_eq!(
            in_text("New antipod board 101 (guest_1-novice1)"),
            "New antipod board 101 (Guest 1-Computer, Talc)"
        );
        assert_eq!(in_text("ankor board 7: anna's turn é"), "ankor board 7: anna's turn é");
    }

    #[test]
    fn distances_are_shown_in_a_fitting_unit() {
        for (seconds, said) in [
            (5, "just now"),
            (-59, "just now"),
            (89, "in 1 minute"),
            (HOUR - 1, "in 1 hour"),
            (DAY - 1, "in 24 hours"),
            (21 * DAY - 1, "in 21 days"),
            (-7200, "2 hours ago"),
            (30 * HOUR, "in 30 hours"),
            (3 * DAY + 5, "in 3 days"),
            (-75 * DAY, "2 months ago"),
        ] {
            assert_eq!(distance(SignedDuration::from_secs(seconds)), said);
        }
    }

    #[test]
    fn visits_are_shown_by_their_day() {
        let at = |text: &str| text.parse().unwrap();
        let now = at("2008-05-03T00:30:00Z");
        for (seen, said) in [
            ("2008-05-03T00:10:00Z", "today"),
            ("2008-05-03T01:00:00Z", "today"),
            ("2008-05-02T23:50:00Z", "yesterday"),
            ("2008-05-01T23:50:00Z", "2 days ago"),
            ("2008-01-03T12:00:00Z", "4 months ago"),
        ] {
            assert_eq!(day_ago(at(seen), now), said);
        }
    }

    #[test]
    fn times_are_shown_in_the_readers_zone() {
        let at: Timestamp = "2008-05-01T12:00:00Z".parse().unwrap();
        let paris = When::new(at, at, &"Europe/Paris".parse().unwrap());
        assert_eq!(paris.shown, "1 May 2008, 14:00 CEST");
        assert!(!paris.movable, "a chosen zone stays");
        assert!(When::new(at, at, &Zone::default()).movable);
    }
}
