//! Form labels in place of words of the command line.

use carrick_games::{AnyOptions, Choices, GameKind};
use carrick_service::ComputerLevel;
use carrick_store::{Most, Room};

/// Why no more of something is stored; `None` while there is room.
pub(crate) fn no_room(room: Room, most: Most, what: &str) -> Option<String> {
    match room {
        Room::Left => None,
        Room::Full => Some(format!(
            "You have {} {what}, which is the maximum; delete one first.",
            most.of_user
        )),
        Room::FullFromPlace => Some(format!(
            "The users of your network address have {} {what} together, which is the maximum; delete one \
             first.",
            most.from_place
        )),
    }
}

/// Labels of the options of the service in forms. The games name their own.
const OPTIONS: [(&str, &str); 5] = [
    ("--forfeittime", "Time for a turn"),
    ("--nagtime", "Remind after"),
    ("--totaltime", "Time in all"),
    ("--increment", "Time added"),
    ("--level", "Level"),
];

/// All options with their labels, longer names first: a name may begin with another.
fn labelled() -> Vec<(&'static str, &'static str)> {
    let of_games = GameKind::ALL.into_iter().flat_map(AnyOptions::described);
    let of_games = of_games.map(|info| (info.name, info.label));
    let mut all: Vec<_> = OPTIONS.into_iter().chain(of_games).collect();
    all.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    all
}

/// The options of a board in words: "5 holes to a side; cubes may touch a side up to level 2".
/// `options` are those of a command; one that forms do not offer stays as it is typed.
pub(crate) fn options_in_words(kind: GameKind, options: &str) -> String {
    let told: Vec<String> = options.split_whitespace().map(|word| in_words(kind, word)).collect();
    told.join("; ")
}

fn in_words(kind: GameKind, word: &str) -> String {
    let (name, value) = word.split_once('=').unwrap_or((word, "1"));
    let Some(info) = AnyOptions::described(kind).iter().find(|info| info.name == name) else {
        return word.to_owned();
    };
    if let Choices::Range { of, .. } = info.choices {
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

/// A level of the computer in a sentence: `level 3`, `novice1`.
pub(crate) fn of_level(level: &ComputerLevel) -> String {
    match level.number() {
        Some(number) => format!("level {number}"),
        None => level.name().to_owned(),
    }
}

/// Pages that replace a command to type, by the command's verb.
const WAYS: [(&str, &str); 11] = [
    ("block", "your account page has whom you block"),
    ("change", "your account page has your addresses"),
    ("challenge", "challenge somebody to a new game"),
    ("games", "the page of games lists those there are"),
    ("limit", "your account page has that limit"),
    ("list", "the page of seeks lists those there are"),
    (
        "seek",
        "the page of seeks has your own, and the form for a new game has a place to offer one",
    ),
    ("signup", "the page of players lists who is here"),
    ("subscribe", "watch the board to be one"),
    ("unsubscribe", "the page of what you watch has that"),
    ("vacation", "your account page has your vacation"),
];

/// A refusal without its usage line, on one line.
pub(crate) fn without_usage(text: &str) -> String {
    let said = text.split("\nUsage: ").next().unwrap_or_default();
    said.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A refusal in the words of pages: options by their labels. A command to type stands last and in
/// backticks; the page for it takes its place.
pub(crate) fn in_words_of_pages(text: &str) -> String {
    let said = without_usage(text);
    let said = match said.split_once('`') {
        None => said,
        Some((before, typed)) => {
            let (fault, _) = before.rsplit_once("; ").unwrap_or((before, ""));
            let verb = typed
                .split([' ', '`'])
                .find_map(|word| WAYS.iter().find(|(verb, _)| *verb == word).map(|(_, way)| *way));
            let fault = fault.trim_end_matches(['.', ' ']);
            verb.map_or_else(|| format!("{fault}."), |way| format!("{fault}; {way}."))
        }
    };
    labelled().iter().fold(said, |said, (name, label)| {
        said.replace(&format!("{name}="), &format!("“{label}” "))
            .replace(name, &format!("“{label}”"))
    })
}

/// A text with a mark at its end: its own, or else a full stop.
pub(crate) fn ended(text: &str) -> String {
    let end = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{text}{end}")
}

/// An error as a sentence of a page.
pub(crate) fn sentence(error: &impl std::error::Error) -> String {
    let said = in_words_of_pages(&error.to_string());
    let mut letters = said.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    ended(&format!("{first}{}", letters.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_told_in_words() {
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
                "8 points to a side; handicap 2 black stones, White begins",
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
    fn an_option_of_several_games_has_one_label() {
        let all = labelled();
        for (name, label) in &all {
            assert!(all.iter().all(|(other, said)| other != name || said == label), "{name}");
        }
    }

    #[test]
    fn what_commands_say_in_the_words_of_pages() {
        for (command, page) in [
            (
                "--forfeittime takes a whole number of days from 1 to 365.\nUsage: ankor challenge …",
                "“Time for a turn” takes a whole number of days from 1 to 365.",
            ),
            ("-handicap needs -size=4 or more.", "“Handicap” needs “Size of the board” 4 or more."),
            (
                "Seek 1 is your own; `ankor seek anna password\ncancel` takes your seeks back.",
                "Seek 1 is your own; the page of seeks has your own, and the form for a new game has a \
                 place to offer one.",
            ),
            ("d3 is taken; `ankor show 101` shows the board.", "d3 is taken."),
            ("d3 is taken; did you mean d4?", "d3 is taken; did you mean d4?"),
        ] {
            assert_eq!(in_words_of_pages(command), page);
        }
    }
}
