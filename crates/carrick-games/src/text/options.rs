//! Options of a game: their descriptions, and reading them as typed: `-size=5`, `-noswap`.

use std::fmt;

use crate::text::mistyped::{did_you_mean, nearest_word};

/// The options of a game, checked: their fields cannot contain anything that the rules refuse.
///
/// `Display` writes them as typed, without defaults, except that `-size=n` or `-radius=n` is always
/// present and comes first.
pub trait GameOptions: Copy + Eq + Default + fmt::Debug + fmt::Display + Send + Sync {
    /// Every option of the game, for usage lines, help and "did you mean".
    const DESCRIBED: &'static [OptionInfo];

    /// Reads options as typed: words such as `-size=5` or `-noswap`.
    ///
    /// # Errors
    /// The first fault, with the valid range or the conflict.
    fn parse(words: &[&str], limits: SizeLimits) -> Result<Self, OptionError>;

    /// Size of the board, as `-size` or `-radius` sets it.
    fn size(self) -> u8;

    /// Number of the board's places, where cubes or stones can be.
    fn places(self) -> usize;

    /// Whether one player starts with an advantage; such games are unrated.
    fn is_handicap(self) -> bool {
        false
    }

    /// Warnings for players before a game with these options, one sentence each.
    fn warnings(self) -> Vec<String> {
        Vec::new()
    }
}

/// The description of an option of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptionInfo {
    /// The name, including the dash: `-size`.
    pub name: &'static str,
    /// The value after `=`, as in help: `n`, `swap|refined|none`; empty for a switch.
    pub value: &'static str,
    /// Its effect, with range and default, in one sentence.
    pub meaning: &'static str,
    /// Name of the option in a form.
    pub label: &'static str,
    /// Values that a form offers.
    pub choices: OptionChoices,
}

/// Values of an option that a form offers, each with its effect in words. The usual choice has no
/// value, because the option is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionChoices {
    /// All numbers of a range, and what they count.
    Range {
        /// The smallest.
        low: u8,
        /// The largest.
        high: u8,
        /// The default.
        usual: u8,
        /// Noun that follows the number: "holes to a side".
        of: &'static str,
    },
    /// A few values, the usual one first. The value of a switch that is on is `1`. Forms do not
    /// show an option without values.
    Words(&'static [(&'static str, &'static str)]),
}

/// Alternative spellings of options, from the notes of the original help pages.
const SPELLINGS: [(&str, &str); 2] =
    [("-immediate_win", "-immediate"), ("-immediate-win", "-immediate")];

impl OptionInfo {
    /// The choices in a form: values, each with its effect in words.
    ///
    /// ```
    /// use carrick_games::{AnyOptions, GameKind};
    /// let [radius] = AnyOptions::described(GameKind::Antipod) else { panic!() };
    /// let choices = radius.offered();
    /// assert_eq!(choices[0], ("4".to_owned(), "4 points to an edge".to_owned()));
    /// assert_eq!(choices[2].0, "", "6 is the usual number");
    /// ```
    #[must_use]
    pub fn offered(&self) -> Vec<(String, String)> {
        match self.choices {
            OptionChoices::Range { low, high, usual, of } => (low..=high)
                .map(|number| match number == usual {
                    true => (String::new(), format!("{number} {of} (usual)")),
                    false => (number.to_string(), format!("{number} {of}")),
                })
                .collect(),
            OptionChoices::Words(words) => {
                let own = |&(value, effect): &(&str, &str)| (value.to_owned(), effect.to_owned());
                words.iter().map(own).collect()
            }
        }
    }

    /// The option with a name, in any of its spellings, ignoring case.
    ///
    /// ```
    /// use carrick_games::{AnyOptions, GameKind, OptionInfo};
    /// let of_boche = AnyOptions::described(GameKind::Boche);
    /// let found = OptionInfo::named(of_boche, "-Immediate_Win");
    /// assert_eq!(found.map(|info| info.name), Some("-immediate"));
    /// ```
    #[must_use]
    pub fn named(described: &'static [Self], name: &str) -> Option<&'static Self> {
        let other = SPELLINGS.iter().find(|(spelling, _)| spelling.eq_ignore_ascii_case(name));
        let name = other.map_or(name, |&(_, canonical)| canonical);
        described.iter().find(|info| info.name.eq_ignore_ascii_case(name))
    }
}

/// Sizes of boards that are accepted when reading options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SizeLimits {
    /// The sizes that players may use in challenges.
    Challenge,
    /// Those, and the smaller ones that scripts and experiments use.
    Scripts,
}

/// Why the options of a game were refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no such option. The message does not repeat the word.
    #[error("that is not an option of this game{}", way_on(.described, *.nearest))]
    Unknown {
        /// Its index among the words, counted from 0.
        index: usize,
        /// The existing options.
        described: &'static [OptionInfo],
        /// An option with a similar name.
        nearest: Option<&'static str>,
    },
    /// An option that requires a value has none.
    #[error("{option} needs a value, for example {option}={example}")]
    NoValue {
        /// The option with its dash.
        option: &'static str,
        /// An example of a value.
        example: &'static str,
    },
    /// A switch has a value.
    #[error("{option} is a switch and takes no value")]
    UnexpectedValue {
        /// The option with its dash.
        option: &'static str,
    },
    /// The value is not a whole number, or is out of range.
    #[error("{option} takes a whole number from {low} to {high}")]
    OutOfRange {
        /// The option with its dash.
        option: &'static str,
        /// The smallest value.
        low: i32,
        /// The largest value.
        high: i32,
    },
    /// The value is not one of the words that the option takes.
    #[error("{option} takes one of {choices}")]
    NotAChoice {
        /// The option with its dash.
        option: &'static str,
        /// The words, separated by commas.
        choices: &'static str,
    },
    /// An option was given twice.
    #[error("{option} was given twice")]
    Repeated {
        /// The option with its dash.
        option: &'static str,
    },
    /// Two options contradict each other.
    #[error("{first} and {second} cannot be used together")]
    Excludes {
        /// One option with its dash.
        first: &'static str,
        /// The other.
        second: &'static str,
    },
    /// An option that this size of the board does not allow.
    #[error("{option} needs -size={least} or more")]
    NeedsSize {
        /// The option with its dash.
        option: &'static str,
        /// The smallest size that does.
        least: u8,
    },
}

/// The option that was probably meant, or else all existing options.
fn way_on(described: &[OptionInfo], nearest: Option<&'static str>) -> String {
    let names: Vec<_> = described.iter().map(|info| info.name).collect();
    match (nearest, names.as_slice()) {
        (None, [only]) => format!(", which takes {only}"),
        (None, [names @ .., last]) => format!(", which takes {} and {last}", names.join(", ")),
        _ => did_you_mean(nearest),
    }
}

/// An option word, split into the option and its value.
pub(crate) struct OptionWord<'a> {
    pub(crate) name: &'static str,
    value: Option<&'a str>,
    value_form: &'static str,
}

/// Recognises option words one by one, and refuses unknown and repeated ones.
pub(crate) fn option_words<'a>(
    described: &'static [OptionInfo],
    words: &'a [&'a str],
) -> impl Iterator<Item = Result<OptionWord<'a>, OptionError>> {
    let mut seen = Vec::new();
    words.iter().enumerate().map(move |(index, word)| {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (*word, None),
        };
        let Some(info) = OptionInfo::named(described, name) else {
            return Err(OptionError::Unknown {
                index,
                described,
                nearest: nearest_word(name, described.iter().map(|info| info.name)),
            });
        };
        if seen.contains(&info.name) {
            return Err(OptionError::Repeated { option: info.name });
        }
        seen.push(info.name);
        Ok(OptionWord { name: info.name, value, value_form: info.value })
    })
}

impl OptionWord<'_> {
    /// For switches: checks that there is no value.
    pub(crate) fn switch(&self) -> Result<(), OptionError> {
        match self.value {
            None => Ok(()),
            Some(_) => Err(OptionError::UnexpectedValue { option: self.name }),
        }
    }

    /// The value as a whole number in a range, including both ends.
    pub(crate) fn number(
        &self,
        low: i32,
        high: i32,
        example: &'static str,
    ) -> Result<i32, OptionError> {
        let value = self.value.ok_or(OptionError::NoValue { option: self.name, example })?;
        value
            .parse()
            .ok()
            .filter(|number| (low..=high).contains(number))
            .ok_or(OptionError::OutOfRange { option: self.name, low, high })
    }

    /// The value as one of the words in the description, which are separated by bars.
    pub(crate) fn choice(&self, choices: &'static str) -> Result<usize, OptionError> {
        let mut words = self.value_form.split('|');
        let value = self.value.ok_or(OptionError::NoValue {
            option: self.name,
            example: words.clone().next().unwrap_or(""),
        })?;
        words
            .position(|word| word.eq_ignore_ascii_case(value))
            .ok_or(OptionError::NotAChoice { option: self.name, choices })
    }
}

#[cfg(test)]
mod tests {
    use crate::{AnyOptions, GameKind, OptionInfo, SizeLimits};

    /// An option with a value, as typed.
    fn word(info: &OptionInfo, value: &str) -> String {
        match info.value {
            "" => info.name.to_owned(),
            _ => format!("{}={value}", info.name),
        }
    }

    #[test]
    fn forms_offer_options_that_the_games_accept() {
        for kind in GameKind::ALL {
            let usual = AnyOptions::parse(kind, &[], SizeLimits::Challenge).unwrap();
            for info in AnyOptions::described(kind) {
                let offered = info.offered();
                let unset = offered.iter().filter(|(value, _)| value.is_empty()).count();
                assert!(offered.is_empty() || unset == 1, "{kind} {}", info.name);
                for (value, _) in offered.iter().filter(|(value, _)| !value.is_empty()) {
                    let typed = word(info, value);
                    let read = AnyOptions::parse(kind, &[&typed], SizeLimits::Challenge);
                    assert_ne!(read, Ok(usual), "{kind} {typed} is not the default");
                    assert!(read.is_ok(), "{kind} {typed}: {read:?}");
                }
            }
        }
    }
}
