//! Commands with their secrets taken out, for logs and for the record of incoming mail.

use carrick_games::GameKind;

use super::language::{Heading, OptionSet, Role, Usage, Word, options, turn, words};
use super::parse::parse;
use super::table::VOCABULARY;

/// Placeholder for a word that is not shown.
pub(super) const HIDDEN: &str = "•";

/// The command with every word hidden that is a password, or might be one for all that can be
/// known.
///
/// Shown are the names of games, commands and options, and in a command that is right also boards,
/// moves and choices. Userids and addresses are always hidden: where a word was left out, a
/// password stands in their place.
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

/// Of a command that does not exist, the game's name if it has one.
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
        shown.push(if open { turn::plain(word.text).into_owned() } else { HIDDEN.to_owned() });
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

/// Whether a word says nothing but a board, a move or a choice of this command.
pub(super) fn is_harmless(heading: Heading, place: usize, word: Word<'_>) -> bool {
    (heading.usage.shows)(heading, place, word)
}
