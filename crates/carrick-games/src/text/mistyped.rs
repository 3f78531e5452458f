//! "Did you mean": the word or turn that a mistyped text was probably meant to be.

use std::fmt::Display;

use crate::{Game, Notation, PASS, SWAP, TurnError, normalise, split_place};

/// The candidate with the smallest Damerau-Levenshtein distance (letters changed, left out or
/// added, or neighbours exchanged), if that is small compared to the length of the word. Case is
/// ignored.
///
/// ```
/// use carrick_games::nearest_word;
/// assert_eq!(nearest_word("ankr", ["ankor", "boche"]), Some("ankor"));
/// assert_eq!(nearest_word("hex", ["ankor", "boche"]), None);
/// ```
#[must_use]
pub fn nearest_word<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let word = word.to_ascii_lowercase();
    let allowed = match word.chars().count() {
        0..=2 => 0,
        3..=4 => 1,
        5..=24 => 2,
        _ => return None,
    };
    candidates
        .into_iter()
        .map(|candidate| {
            (strsim::damerau_levenshtein(&word, &candidate.to_ascii_lowercase()), candidate)
        })
        .filter(|&(distance, _)| distance <= allowed)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// The end of a sentence that suggests something; empty if there is nothing to suggest.
///
/// ```
/// use carrick_games::{did_you_mean, nearest_word};
/// let games = ["ankor", "boche"];
/// assert_eq!(did_you_mean(nearest_word("ankr", games)), "; did you mean ankor?");
/// assert_eq!(did_you_mean(nearest_word("hex", games)), "");
/// ```
#[must_use]
pub fn did_you_mean(meant: Option<impl Display>) -> String {
    meant.map_or_else(String::new, |meant| format!("; did you mean {meant}?"))
}

/// Maximum length of a text that is examined: no turn is longer, and one typing error adds one
/// character.
const LONGEST: usize = 12;

/// The legal turn that a text with one typing error was meant to be, in its canonical form.
///
/// If the text is a turn, but an illegal one, the only error considered is a missing or additional
/// apostrophe: a player who names an occupied place has chosen it.
pub(crate) fn meant<B: Notation>(
    game: &Game<B>,
    text: &str,
    reason: &TurnError<B::Illegal>,
) -> Option<String> {
    let text = normalise(text);
    if text.chars().count() > LONGEST {
        return None;
    }
    let candidates = match reason {
        TurnError::Notation(_) => slips(&text),
        TurnError::Illegal(_) => apostrophes(&text),
        TurnError::Mistyped { .. } | TurnError::Over { .. } => return None,
    };
    let legal = |candidate: String| {
        let turn = game.parse_turn(&candidate).ok()?;
        game.check(turn).ok()?;
        Some(game.turn_name(turn).to_string())
    };
    candidates.into_iter().find_map(legal)
}

/// Texts that the player may have meant, the likeliest first. The game decides which of them are
/// legal turns.
fn slips(text: &str) -> Vec<String> {
    let typed: Vec<char> = text.chars().collect();
    let mut slips = Vec::new();
    slips.extend(nearest_word(text, [PASS, SWAP]).map(str::to_owned));
    slips.extend(third_step(text));
    slips.extend(text.split_once(':').map(|(place, rotation)| format!("{rotation}:{place}")));
    slips.extend(typed.split_last().map(|(row, number)| [*row].iter().chain(number).collect()));
    for index in 1..typed.len() {
        let mut exchanged = typed.clone();
        exchanged.swap(index - 1, index);
        slips.push(exchanged.into_iter().collect());
    }
    // From the end, because numbers are mistyped more often than rows.
    for index in (0..=typed.len()).rev() {
        let (before, behind) = typed.split_at(index);
        let put = |put: Option<char>, behind: &[char]| {
            before.iter().copied().chain(put).chain(behind.iter().copied()).collect::<String>()
        };
        if let Some((c, behind)) = behind.split_first() {
            slips.extend(beside(*c).into_iter().map(|c| put(Some(c), behind)));
            slips.push(put(None, behind));
        }
        slips.extend(MARKS.map(|mark| put(Some(mark), behind)));
    }
    slips
}

/// The characters in turns other than letters and digits.
const MARKS: [char; 3] = ['-', ':', '\''];

/// Characters that may have been meant by a character: for a digit or letter, the digits and
/// letters next to it, which players type when they miscount rows; for any other character, a mark.
fn beside(c: char) -> Vec<char> {
    if !c.is_ascii_alphanumeric() {
        return MARKS.to_vec();
    }
    [u32::from(c).wrapping_sub(1), u32::from(c) + 1]
        .into_iter()
        .filter_map(char::from_u32)
        .filter(|near| near.is_ascii_digit() == c.is_ascii_digit() && near.is_ascii_alphanumeric())
        .collect()
}

/// `d3'''` is not a valid name: the third step from a hole leads to the next hole, `f4`.
fn third_step(text: &str) -> Option<String> {
    let at = text.find("'''")?;
    let place = text[..at].rfind([':', '-']).map_or(0, |mark| mark + 1);
    let (row, number, _) = split_place(&text[place..at])?;
    let row = char::from_u32(u32::from(b'a') + u32::from(row) + 1)?;
    Some(format!("{}{row}{}{}", &text[..place], number + 1, &text[at + 3..]))
}

/// The text with one apostrophe more or less after a place.
fn apostrophes(text: &str) -> Vec<String> {
    let with_less =
        text.match_indices('\'').map(|(at, _)| format!("{}{}", &text[..at], &text[at + 1..]));
    let ends = text.match_indices('-').map(|(at, _)| at).chain([text.len()]);
    let with_more = ends.map(|at| format!("{}'{}", &text[..at], &text[at..]));
    with_less.chain(with_more).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_and_far() {
        let games = || ["ankor", "boche", "antipod", "anchor"];
        for (word, expected) in [
            ("ankr", Some("ankor")),
            ("akro", None),
            ("ANCOR", Some("ankor")),
            ("botche", Some("boche")),
            ("antipode", Some("antipod")),
            ("anchro", Some("anchor")),
            ("hex", None),
            ("an", None),
            ("gipf", None),
        ] {
            assert_eq!(nearest_word(word, games()), expected, "{word}");
        }
        assert_eq!(nearest_word(&"a".repeat(900), games()), None);
    }

    #[test]
    fn three_steps_lead_to_the_next_hole() {
        assert_eq!(third_step("d3'''").as_deref(), Some("f4"));
        assert_eq!(third_step("c:d3''''").as_deref(), Some("c:f4'"));
        assert_eq!(third_step("a1-d3'''").as_deref(), Some("a1-f4"));
        assert_eq!(third_step("d3''"), None);
        assert_eq!(third_step("'''"), None);
    }
}
