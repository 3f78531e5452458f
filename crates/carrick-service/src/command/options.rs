//! Options of a game and of the server: told from other words, then read.
//!
//! The game's options have one dash, the server's two. [`TermsBuilder`] reads the same terms from
//! numbers that a form or a program gives.

use std::borrow::Cow;
use std::fmt;

use carrick_games::{
    AnyOptions, GameKind, OptionError, OptionInfo, Seat, SizeLimits, nearest_word,
};

use crate::command::arguments::{CommandArguments, Heading};
use crate::command::syntax_error::{SyntaxError, did_you_mean};
use crate::command::usage::{OptionSet, Role, whole_number};
use crate::command::words::Word;
use crate::people::ComputerLevel;
use crate::state::{StandIn, Terms};

/// A server option, described.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ServerOption {
    /// The name with its dashes.
    pub(crate) name: &'static str,
    /// Unit of the value, such as days; empty for a switch.
    pub(crate) value: &'static str,
    low: u16,
    pub(super) high: u16,
    example: u16,
    /// Its effect in a few words, with its default.
    pub(crate) meaning: &'static str,
    /// The commands that take it.
    pub(crate) sets: &'static [OptionSet],
}

/// Options of a command, read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Chosen {
    /// The game's options in canonical form.
    pub(super) options: String,
    pub(super) terms: Terms,
    /// The computer's level, if one was named.
    pub(super) level: Option<ComputerLevel>,
    /// Whether the computer stays out of the game.
    pub(super) people: bool,
    /// Whether it should be a teaching game.
    pub(super) teaching: bool,
    /// The seat of the player who asks; `None` when it is decided at random.
    pub(super) seat: Option<Seat>,
    /// Whether any option was given at all.
    pub(super) any: bool,
}

impl Chosen {
    /// The computer's part in a seek: which level may take one of its games.
    pub(super) fn stand_in(&self) -> StandIn {
        match self.level {
            _ if self.people => StandIn::Nobody,
            Some(level) => StandIn::Level(level),
            None => StandIn::Nearest,
        }
    }
}

/// The computer's default level.
pub(crate) const DEFAULT_LEVEL: ComputerLevel = ComputerLevel::MIDDLE;

const TERMS: &[OptionSet] =
    &[OptionSet::GameAndTerms, OptionSet::GameTermsAndSeat, OptionSet::GameTermsAndStandIn];

pub(super) const FORFEIT_TIME: ServerOption = ServerOption {
    name: "--forfeittime",
    value: "days",
    low: 1,
    high: 365,
    example: 14,
    meaning: "days for a turn before the game is forfeited, 1 to 365 (21)",
    sets: TERMS,
};

pub(super) const NAG_TIME: ServerOption = ServerOption {
    name: "--nagtime",
    value: "days",
    low: 1,
    high: 365,
    example: 3,
    meaning: "days after which the player is reminded, 1 to 365 (7)",
    sets: TERMS,
};

pub(super) const TOTAL_TIME: ServerOption = ServerOption {
    name: "--totaltime",
    value: "days",
    low: 1,
    high: 3650,
    example: 60,
    meaning: "days for all of a player's turns together, 1 to 3650 (no limit)",
    sets: TERMS,
};

pub(super) const INCREMENT: ServerOption = ServerOption {
    name: "--increment",
    value: "hours",
    low: 1,
    high: 720,
    example: 24,
    meaning: "hours added to the total time after each turn, 1 to 720 (none)",
    sets: TERMS,
};

const UNRATED: ServerOption = ServerOption {
    name: "--unrated",
    value: "",
    low: 0,
    high: 0,
    example: 0,
    meaning: "the game does not count for ratings",
    sets: TERMS,
};

const LEVEL: ServerOption = ServerOption {
    name: "--level",
    value: "n",
    low: 0,
    high: 0,
    example: 5,
    meaning: "how well the computer plays: 1 to 9 (5; for a seek, the level nearest to your \
              rating), or for beginners novice1, novice2 and so on, depending on the game",
    sets: &[OptionSet::GameTermsAndStandIn, OptionSet::GameAndLevel],
};

const PEOPLE: ServerOption = ServerOption {
    name: "--people",
    value: "",
    low: 0,
    high: 0,
    example: 0,
    meaning: "the computer never takes one of the games",
    sets: &[OptionSet::GameTermsAndStandIn],
};

const TEACHING: ServerOption = ServerOption {
    name: "--teaching",
    value: "",
    low: 0,
    high: 0,
    example: 0,
    meaning: "the board's page says what the computer threatens, and warns you of turns that lose \
              immediately",
    sets: &[OptionSet::GameAndLevel],
};

const FIRST: ServerOption = ServerOption {
    name: "--first",
    meaning: "you move first (against the computer it is decided at random)",
    sets: &[OptionSet::GameAndLevel, OptionSet::GameTermsAndSeat],
    ..TEACHING
};

const SECOND: ServerOption = ServerOption {
    name: "--second",
    meaning: "your opponent moves first (against the computer it is decided at random)",
    sets: &[OptionSet::GameAndLevel, OptionSet::GameTermsAndSeat],
    ..TEACHING
};

/// Every server option.
pub(crate) static SERVER_OPTIONS: [ServerOption; 10] = [
    FORFEIT_TIME,
    NAG_TIME,
    TOTAL_TIME,
    INCREMENT,
    UNRATED,
    LEVEL,
    PEOPLE,
    TEACHING,
    FIRST,
    SECOND,
];

/// Whether a word begins with the name of an option of the server, or of this game, or of any game.
pub(super) fn is_known(word: &str, kind: Option<GameKind>) -> bool {
    let word = with_plain_dashes(word);
    let name = name_of(&word);
    let of_game = |kind: GameKind| OptionInfo::named(AnyOptions::described(kind), name).is_some();
    SERVER_OPTIONS.iter().any(|option| option.name.eq_ignore_ascii_case(name))
        || GameKind::ALL.into_iter().filter(|&one| kind.is_none_or(|kind| kind == one)).any(of_game)
}

/// A known option as a log shows it: with its value only when the command is correct.
pub(super) fn redacted(word: &str, is_right: bool) -> String {
    let word = with_plain_dashes(word).to_ascii_lowercase();
    match word.split_once('=') {
        Some((name, _)) if !is_right => format!("{name}=•"),
        _ => word,
    }
}

/// Takes the options out of a command's words, and reads them.
///
/// # Errors
/// The first fault: an unknown or repeated option, a value out of range, a contradiction.
pub(super) fn take(
    arguments: &mut CommandArguments<'_>,
    kind: GameKind,
) -> Result<Chosen, SyntaxError> {
    let heading = arguments.heading;
    let kept = password_with_a_dash(&arguments.words, heading, kind);
    let (options, words): (Vec<_>, Vec<_>) = arguments
        .words
        .iter()
        .partition(|word| is_option(word.text) && Some(word.position) != kept);
    arguments.words = words;
    OptionsReader { heading, kind }.read(&options)
}

/// A single dash is not an option: it stands for a password, or between two places.
fn is_option(word: &str) -> bool {
    let word = with_plain_dashes(word);
    word.len() > 1 && word.starts_with('-')
}

/// A password may begin with a dash. Such a word is a password, not a mistyped option, if it
/// follows the userid and no other word there can be the password.
fn password_with_a_dash(words: &[Word<'_>], heading: Heading, kind: GameKind) -> Option<usize> {
    if heading.usage.words.get(1) != Some(&Role::Password) {
        return None;
    }
    let userid = words.iter().position(|word| !is_option(word.text))?;
    let mut behind = words[userid + 1..].iter();
    let has_password = behind.clone().any(|word| {
        !is_option(word.text) && Role::Password.fits(word.text, heading) && !word.is("cancel")
    });
    let candidate = behind.find(|word| !is_known(word.text, Some(kind)))?;
    let fits = is_option(candidate.text) && Role::Password.fits(candidate.text, heading);
    (fits && !has_password).then_some(candidate.position)
}

/// Word processors join two hyphens into a dash: `—unrated`.
fn with_plain_dashes(word: &str) -> Cow<'_, str> {
    if let Some(rest) = word.strip_prefix('\u{2014}') {
        Cow::Owned(format!("--{rest}"))
    } else if let Some(rest) = word.strip_prefix('\u{2013}') {
        Cow::Owned(format!("-{rest}"))
    } else {
        Cow::Borrowed(word)
    }
}

fn name_of(word: &str) -> &str {
    word.split_once('=').map_or(word, |(name, _)| name)
}

struct OptionsReader {
    heading: Heading,
    kind: GameKind,
}

impl OptionsReader {
    fn read(&self, words: &[Word<'_>]) -> Result<Chosen, SyntaxError> {
        let plain: Vec<_> =
            words.iter().map(|word| (*word, with_plain_dashes(word.text))).collect();
        let (server, game): (Vec<_>, Vec<_>) =
            plain.iter().partition(|(_, text)| text.starts_with("--"));
        let options = self.game_options(&game)?;
        let mut chosen = Chosen {
            options: options.canonical,
            terms: Terms::default(),
            level: None,
            people: false,
            teaching: false,
            seat: None,
            any: !words.is_empty(),
        };
        self.server_options(&server, &mut chosen)?;
        // Handicap games are unrated.
        chosen.terms.rated &= !options.is_handicap;
        Ok(chosen)
    }

    fn game_options(
        &self,
        words: &[&(Word<'_>, Cow<'_, str>)],
    ) -> Result<CheckedOptions, SyntaxError> {
        let texts: Vec<&str> = words.iter().map(|(_, text)| &**text).collect();
        CheckedOptions::read(self.kind, &texts).map_err(|error| {
            if let OptionError::Unknown { index, .. } = error
                && let Some((word, text)) = words.get(index)
            {
                return self.unknown(*word, text);
            }
            self.refuse(error.to_string())
        })
    }

    fn server_options(
        &self,
        words: &[&(Word<'_>, Cow<'_, str>)],
        chosen: &mut Chosen,
    ) -> Result<(), SyntaxError> {
        let mut seen = Vec::new();
        for (word, text) in words {
            let name = name_of(text);
            let option = SERVER_OPTIONS
                .iter()
                .find(|option| option.name.eq_ignore_ascii_case(name))
                .ok_or_else(|| self.unknown(*word, text))?;
            if !option.sets.contains(&self.heading.usage.options) {
                let with = self.heading.name();
                return Err(self.refuse(format!("{} does not go with {with}", option.name)));
            }
            if seen.contains(&option.name) {
                return Err(self.refuse(format!("{} was given twice", option.name)));
            }
            seen.push(option.name);
            let value = text.split_once('=').map(|(_, value)| value);
            let given = self.value(option, value)?;
            option.apply(given, chosen);
        }
        if chosen.terms.increment_hours.is_some() && chosen.terms.total_days.is_none() {
            return Err(self.refuse(TermsError::IncrementAlone.to_string()));
        }
        if seen.contains(&FIRST.name) && seen.contains(&SECOND.name) {
            return Err(self.refuse("--first and --second contradict each other; give one of them"));
        }
        if chosen.people && chosen.level.is_some() {
            return Err(self.refuse(
                "--people keeps the computer out, so it does not go with --level, which chooses \
                 the computer's level",
            ));
        }
        Ok(())
    }

    fn value(&self, option: &ServerOption, value: Option<&str>) -> Result<Given, SyntaxError> {
        let ServerOption { name, value: unit, example, .. } = option;
        match (value, unit.is_empty()) {
            (None, true) => Ok(Given::Nothing),
            (Some(_), true) => Err(self.refuse(format!("{name} is a switch and takes no value"))),
            (None, false) => {
                Err(self.refuse(format!("{name} needs a value, for example {name}={example}")))
            }
            (Some(value), false) => option
                .given(self.kind, value)
                .ok_or_else(|| self.refuse(format!("{name} {}", option.takes(self.kind)))),
        }
    }

    fn unknown(&self, word: Word<'_>, text: &str) -> SyntaxError {
        let set = &self.heading.usage.options;
        let of_server = SERVER_OPTIONS.iter().filter(|option| option.sets.contains(set));
        let of_server = of_server.map(|option| option.name);
        let of_game = AnyOptions::described(self.kind).iter().map(|info| info.name);
        let known = of_server.chain(of_game);
        let otherwise = format!("; `{} help` lists them", self.kind);
        let end = did_you_mean(nearest_word(name_of(text), known), &otherwise);
        let name = self.heading.name();
        self.refuse(format!("{} is not an option of {name}{end}", word.ordinal()))
    }

    fn refuse(&self, sentence: impl Into<Cow<'static, str>>) -> SyntaxError {
        self.heading.refuse(sentence)
    }
}

/// Value that was given with an option.
#[derive(Debug, Clone, Copy)]
enum Given {
    Nothing,
    Number(u16),
    Level(ComputerLevel),
}

/// The level of the computer that was typed, if the game has it.
pub(super) fn level(kind: GameKind, typed: &str) -> Option<ComputerLevel> {
    typed.parse().ok().filter(|level: &ComputerLevel| level.is_in(kind))
}

/// Levels of the computer in a game, as they are typed, in words.
pub(super) fn levels_in_words(kind: GameKind) -> String {
    format!("{}, or a number from 1 to 9 in {}", kind.novices_in_words(), kind.title())
}

impl ServerOption {
    /// The value that was typed, if it is one that the option takes in a game.
    fn given(&self, kind: GameKind, typed: &str) -> Option<Given> {
        match self.name == LEVEL.name {
            true => level(kind, typed).map(Given::Level),
            false => self.number(typed).map(Given::Number),
        }
    }

    /// Whether a number is in its range.
    pub(super) const fn allows(&self, number: u16) -> bool {
        self.low <= number && number <= self.high
    }

    /// The number that was typed, if it is one in its range.
    pub(super) fn number(&self, typed: &str) -> Option<u16> {
        let number = whole_number(typed).and_then(|number| u16::try_from(number).ok());
        number.filter(|&number| self.allows(number))
    }

    /// Values that it takes in a game, in words that follow its name.
    fn takes(&self, kind: GameKind) -> String {
        match self.name == LEVEL.name {
            true => format!("takes {}", levels_in_words(kind)),
            false => self.range_in_words(),
        }
    }

    /// Range of its number, in words that follow its name.
    pub(super) fn range_in_words(&self) -> String {
        let Self { low, high, .. } = self;
        format!("takes a whole number of {} from {low} to {high}", self.value)
    }

    fn apply(&self, given: Given, chosen: &mut Chosen) {
        let terms = &mut chosen.terms;
        match (given, self.name) {
            (Given::Level(level), _) => chosen.level = Some(level),
            (Given::Number(days), "--forfeittime") => terms.forfeit_days = days,
            (Given::Number(days), "--nagtime") => terms.nag_days = days,
            (Given::Number(days), "--totaltime") => terms.total_days = Some(days),
            (Given::Number(hours), _) => terms.increment_hours = Some(hours),
            (Given::Nothing, "--people") => chosen.people = true,
            (Given::Nothing, "--teaching") => chosen.teaching = true,
            (Given::Nothing, "--first") => chosen.seat = Some(Seat::First),
            (Given::Nothing, "--second") => chosen.seat = Some(Seat::Second),
            (Given::Nothing, _) => terms.rated = false,
        }
    }
}

// Terms of a new game, from the numbers in a form or a program's request.

/// A number among the terms of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TermsNumber {
    /// Days for a turn before the game is forfeited.
    ForfeitDays,
    /// Days after which the player is reminded.
    NagDays,
    /// Days for all turns of a player together.
    TotalDays,
    /// Hours added to the total after each turn.
    IncrementHours,
}

impl TermsNumber {
    const fn option(self) -> ServerOption {
        match self {
            Self::ForfeitDays => FORFEIT_TIME,
            Self::NagDays => NAG_TIME,
            Self::TotalDays => TOTAL_TIME,
            Self::IncrementHours => INCREMENT,
        }
    }

    /// The largest it may be; the smallest is 1.
    #[must_use]
    pub const fn most(self) -> u16 {
        self.option().high
    }
}

/// Why the terms are refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TermsError {
    /// A number is out of range or not a number.
    OutOfRange(TermsNumber),
    /// An increment is given without a total time.
    IncrementAlone,
}

impl fmt::Display for TermsError {
    /// Writes the fault, with the names of the options on a command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange(which) => {
                let option = which.option();
                write!(f, "{} {}", option.name, option.range_in_words())
            }
            Self::IncrementAlone => {
                write!(f, "{} needs {}, to which it adds", INCREMENT.name, TOTAL_TIME.name)
            }
        }
    }
}

impl std::error::Error for TermsError {}

/// The terms of a new game, built from the numbers that a form or a program gives one by one. All
/// others have their defaults.
///
/// ```
/// use carrick_games::GameKind;
/// use carrick_service::command::{CheckedOptions, field::{TermsBuilder, TermsError, TermsNumber}};
/// let options = CheckedOptions::read(GameKind::Anchor, &[])?;
/// let mut terms = TermsBuilder::default();
/// terms.set(TermsNumber::IncrementHours, 12)?;
/// assert_eq!(terms.check(&options), Err(TermsError::IncrementAlone));
/// terms.read(TermsNumber::TotalDays, "60")?;
/// assert_eq!(terms.check(&options)?.total_days, Some(60));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TermsBuilder {
    terms: Terms,
}

impl TermsBuilder {
    /// Sets a number.
    ///
    /// # Errors
    /// When it is out of range.
    pub fn set(&mut self, which: TermsNumber, value: u16) -> Result<(), TermsError> {
        let option = which.option();
        if !option.allows(value) {
            return Err(TermsError::OutOfRange(which));
        }
        let terms = &mut self.terms;
        match which {
            TermsNumber::ForfeitDays => terms.forfeit_days = value,
            TermsNumber::NagDays => terms.nag_days = value,
            TermsNumber::TotalDays => terms.total_days = Some(value),
            TermsNumber::IncrementHours => terms.increment_hours = Some(value),
        }
        Ok(())
    }

    /// Sets a number from the text typed for it.
    ///
    /// # Errors
    /// When it is not a whole number, or is out of range.
    pub fn read(&mut self, which: TermsNumber, typed: &str) -> Result<(), TermsError> {
        let value = which.option().number(typed);
        self.set(which, value.ok_or(TermsError::OutOfRange(which))?)
    }

    /// Sets whether the game counts for ratings.
    pub const fn set_rated(&mut self, rated: bool) {
        self.terms.rated = rated;
    }

    /// The terms, for a game with these options: one with a handicap is unrated.
    ///
    /// # Errors
    /// When the numbers contradict each other.
    pub fn check(self, options: &CheckedOptions) -> Result<Terms, TermsError> {
        let Self { terms } = self;
        if terms.increment_hours.is_some() && terms.total_days.is_none() {
            return Err(TermsError::IncrementAlone);
        }
        Ok(Terms { rated: terms.rated && !options.is_handicap, ..terms })
    }
}

// The options of any game.

/// Checked options of a game: their canonical form, and whether they give a handicap.
///
/// ```
/// use carrick_games::GameKind;
/// use carrick_service::command::CheckedOptions;
/// let options = CheckedOptions::read(GameKind::Anchor, &["-handicap=2"])?;
/// assert!(options.is_handicap);
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedOptions {
    /// As commands and boards have them.
    pub canonical: String,
    /// Whether they give a handicap; such a game is unrated.
    pub is_handicap: bool,
}

impl CheckedOptions {
    /// Reads options as they are typed in a challenge: `-size=5`, `-noswap`.
    ///
    /// # Errors
    /// The first that is wrong.
    pub fn read(kind: GameKind, words: &[&str]) -> Result<Self, OptionError> {
        let options = AnyOptions::parse(kind, words, SizeLimits::Challenge)?;
        Ok(Self { canonical: options.to_string(), is_handicap: options.is_handicap() })
    }
}
