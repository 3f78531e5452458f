//! Usage of a command: its name, words and options, a line of help and its parser.
//!
//! The parser's refusals, `help commands` and the suggestions for mistyped words read it. This
//! module also defines the roles of words, and the [`Vocabulary`] that looks commands up by their
//! names. It does not know any command itself.

use carrick_games::GameKind;

use crate::command::action::{Action, MOVES};
use crate::command::arguments::{CommandArguments, Heading};
use crate::command::syntax_error::SyntaxError;
use crate::command::words;
use crate::command::words::{Word, is_turn_part};
use crate::people::computer::LEVEL_WORDS;
use crate::people::{Address, BoardId, Password, Userid};

// Usage of a command: its name, words and options, a line of help and its parser. The parser's
// refusals, `help commands` and the suggestions for mistyped words read it.

/// One command, described.
#[derive(Debug)]
pub(crate) struct Usage {
    /// Parses the words after its name.
    pub(super) parse: Parse,
    /// The word or words it is called by, without the game's name.
    pub(crate) name: &'static str,
    /// Other names for it.
    pub(crate) synonyms: &'static [&'static str],
    /// Where `help commands` lists it.
    pub(crate) group: CommandGroup,
    /// The words it must have, in order, without options.
    pub(super) words: &'static [Role],
    /// How many more words may follow, without options.
    pub(super) more: usize,
    /// Which options it takes.
    pub(crate) options: OptionSet,
    /// The usage line.
    pub(crate) line: &'static str,
    /// Its effect, as the end of a sentence.
    pub(crate) purpose: &'static str,
    /// Whether the word at a place after its name can only be a board, a move or a choice, so that
    /// a log may show it.
    pub(super) shows: fn(Heading, usize, Word<'_>) -> bool,
}

/// The parser of a command.
#[derive(Debug, Clone, Copy)]
pub(super) enum Parse {
    /// A command without a game.
    Alone(fn(&mut CommandArguments<'_>) -> Result<Action, SyntaxError>),
    /// The name of a game comes first.
    OfGame(fn(GameKind, &mut CommandArguments<'_>) -> Result<Action, SyntaxError>),
}

/// The chapters of `help commands`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CommandGroup {
    Looking,
    Playing,
    Starting,
    Watching,
    Talking,
    Account,
}

/// Which options a command takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OptionSet {
    /// None.
    None,
    /// The game's.
    Game,
    /// The game's, and terms such as `--forfeittime`.
    GameAndTerms,
    /// Those, and who moves first.
    GameTermsAndSeat,
    /// The game's, the terms, and which level of the computer answers.
    GameTermsAndStandIn,
    /// The game's, and `--level`.
    GameAndLevel,
}

impl CommandGroup {
    pub(crate) const ALL: [Self; 6] = [
        Self::Looking,
        Self::Starting,
        Self::Playing,
        Self::Watching,
        Self::Talking,
        Self::Account,
    ];

    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Looking => "Looking around (needs no password)",
            Self::Starting => "Starting a game",
            Self::Playing => "Playing",
            Self::Watching => "Watching",
            Self::Talking => "Talking",
            Self::Account => "Your account",
        }
    }
}

impl Usage {
    /// A command without a game, and without words so far.
    pub(super) const fn alone(
        name: &'static str,
        group: CommandGroup,
        parse: fn(&mut CommandArguments<'_>) -> Result<Action, SyntaxError>,
    ) -> Self {
        Self::new(name, group, Parse::Alone(parse), |_, _, _| false)
    }

    /// A command about a game, without words so far. A log shows a number as its first word, and
    /// turns as the others.
    pub(super) const fn of_game(
        name: &'static str,
        group: CommandGroup,
        parse: fn(GameKind, &mut CommandArguments<'_>) -> Result<Action, SyntaxError>,
    ) -> Self {
        Self::new(name, group, Parse::OfGame(parse), |heading, place, word| match place {
            0 => is_number(word),
            _ => is_turn_part(heading.kind, word),
        })
    }

    const fn new(
        name: &'static str,
        group: CommandGroup,
        parse: Parse,
        shows: fn(Heading, usize, Word<'_>) -> bool,
    ) -> Self {
        Self {
            parse,
            name,
            synonyms: &[],
            group,
            words: &[],
            more: 0,
            options: OptionSet::None,
            line: "",
            purpose: "",
            shows,
        }
    }

    /// Maximum number of words, without options.
    pub(super) const fn most(&self) -> usize {
        self.words.len().saturating_add(self.more)
    }

    /// Whether the name of a game comes first.
    pub(super) const fn is_about_game(&self) -> bool {
        match self.parse {
            Parse::Alone(_) => false,
            Parse::OfGame(_) => true,
        }
    }

    /// The usage line, with the game's name where it is known.
    pub(crate) fn line_for(&self, kind: Option<GameKind>) -> String {
        match kind {
            Some(kind) => self.line.replace("<game>", kind.name()),
            None => self.line.to_owned(),
        }
    }

    pub(super) fn is_called(&self, word: &str) -> bool {
        let names = std::iter::once(&self.name).chain(self.synonyms);
        names.into_iter().any(|name| name.eq_ignore_ascii_case(word))
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once(self.name).chain(self.synonyms.iter().copied())
    }
}

/// Any number of words.
pub(super) const MANY: usize = usize::MAX;

// Roles of words in a usage line: a board, a userid, a password, a turn.

/// The part a word plays in a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Board,
    BoardOrAll,
    Userid,
    OtherUser,
    Password,
    NewPassword,
    Address,
    Turn,
    Line,
    Days,
    OnOff,
    Limit,
    Seek,
    Setting,
}

impl Role {
    /// Its name in sentences.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Board => "the board's number",
            Self::BoardOrAll => "the board's number (or all)",
            Self::Userid => "the userid",
            Self::OtherUser => "the other player's userid",
            Self::Password => "the password",
            Self::NewPassword => "the new password",
            Self::Address => "the email address",
            Self::Turn => "the move",
            Self::Line => "the line of moves",
            Self::Days => "the number of days (or off)",
            Self::OnOff => "the word on or off",
            Self::Limit => "the number of boards (or none)",
            Self::Seek => "the number of the seek",
            Self::Setting => "the setting",
        }
    }

    /// What such a word looks like, as the end of "the third word should be …".
    pub(super) const fn form(self) -> &'static str {
        match self {
            Self::Board => "the board's number, such as 101",
            Self::BoardOrAll => "the board's number, such as 101, or all",
            Self::Userid => {
                "the userid, which is a letter followed by 1 to 19 letters, digits or underscores"
            }
            Self::OtherUser => {
                "a player's userid, which is a letter followed by 1 to 19 letters, digits or \
                 underscores"
            }
            Self::Password => {
                "the password, which has 4 to 64 characters (or - where the server already knows \
                 you)"
            }
            Self::NewPassword => "the new password, which has 4 to 64 characters",
            Self::Address => {
                "an email address, which looks like name@example.org and has up to 254 characters"
            }
            Self::Turn => "the move",
            Self::Line => "the line of moves",
            Self::Days => "a whole number of days from 1 to 30",
            Self::OnOff => "on or off",
            Self::Limit => "a whole number of boards from 1 to 1000",
            Self::Seek => "the number of the seek, such as 12",
            Self::Setting => "a setting",
        }
    }

    /// A word that may be used instead, as the continuation of that sentence.
    pub(super) const fn instead(self) -> &'static str {
        match self {
            Self::Line => ", or clear",
            Self::Days => ", or off",
            Self::Limit => ", or none",
            Self::Board
            | Self::BoardOrAll
            | Self::Userid
            | Self::OtherUser
            | Self::Password
            | Self::NewPassword
            | Self::Address
            | Self::Turn
            | Self::OnOff
            | Self::Seek
            | Self::Setting => "",
        }
    }

    /// Whether a word could have this role. This only decides which word a refusal reports as
    /// missing.
    pub(super) fn fits(self, word: &str, heading: Heading) -> bool {
        let kind = heading.kind;
        let board = |word: &str| BoardId::parse(kind.unwrap_or(GameKind::Ankor), word).is_ok();
        match self {
            Self::Board | Self::Seek => board(word),
            Self::BoardOrAll => board(word) || word.eq_ignore_ascii_case("all"),
            Self::Userid | Self::OtherUser => {
                word.parse::<Userid>().is_ok_and(|user| !heading.vocabulary.is_reserved(&user))
            }
            Self::Password => word == "-" || Self::NewPassword.fits(word, heading),
            // `d3-f4` could be a password, but it is much more likely a move.
            Self::NewPassword => {
                word.parse::<Password>().is_ok()
                    && !kind.is_some_and(|kind| words::looks_like_turn(kind, word))
                    && !(word.contains('.') && Self::Address.fits(word, heading))
            }
            Self::Address => word.parse::<Address>().is_ok(),
            Self::Turn | Self::Line => {
                kind.is_none_or(|kind| words::looks_like_turn(kind, word))
                    || MOVES.iter().any(|action| word.eq_ignore_ascii_case(action))
            }
            Self::Days => word.eq_ignore_ascii_case("off") || whole_number(word).is_some(),
            Self::OnOff => ["on", "off"].iter().any(|choice| word.eq_ignore_ascii_case(choice)),
            Self::Limit => word.eq_ignore_ascii_case("none") || whole_number(word).is_some(),
            Self::Setting => true,
        }
    }
}

/// A whole number of up to nine digits, without a sign or a point.
pub(super) fn whole_number(word: &str) -> Option<u32> {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    if digits && word.len() <= 9 { word.parse().ok() } else { None }
}

/// Whether a word is a whole number.
pub(super) fn is_number(word: Word<'_>) -> bool {
    whole_number(word.text).is_some()
}

// Vocabulary of the language: lookup of commands by their names.

/// Every command of the language, in the order in which `help commands` lists each group.
#[derive(Debug, Clone, Copy)]
pub(super) struct Vocabulary(&'static [&'static Usage]);

impl Vocabulary {
    pub(super) const fn new(commands: &'static [&'static Usage]) -> Self {
        Self(commands)
    }

    fn commands(self) -> impl Iterator<Item = &'static Usage> {
        self.0.iter().copied()
    }

    /// The command of a game with this name or synonym.
    pub(super) fn of_game(self, word: &str) -> Option<&'static Usage> {
        self.commands().find(|usage| usage.is_about_game() && usage.is_called(word))
    }

    /// The command without a game with this name.
    pub(super) fn general(self, name: &str) -> Option<&'static Usage> {
        self.commands().find(|usage| !usage.is_about_game() && usage.is_called(name))
    }

    /// The names of all commands without a game, of one word or two.
    pub(super) fn general_names(self) -> impl Iterator<Item = &'static str> {
        self.commands().filter(|usage| !usage.is_about_game()).flat_map(Usage::names)
    }

    /// The first words of these.
    pub(super) fn general_words(self) -> impl Iterator<Item = &'static str> {
        self.general_names().filter_map(|name| name.split(' ').next())
    }

    /// Every word that can follow a game's name.
    pub(super) fn game_words(self) -> impl Iterator<Item = &'static str> {
        self.commands().filter(|usage| usage.is_about_game()).flat_map(Usage::names)
    }

    /// The topic of `help` about the command that a word names: its first name, the given part of a
    /// name of two words, or a word that is typed instead of a move.
    pub(super) fn explained(self, word: &str) -> Option<&'static str> {
        let called = self.commands().find(|usage| usage.is_called(word)).map(|usage| usage.name);
        let part = || {
            let parts = self.general_names().filter_map(|name| name.split_once(' '));
            parts.map(|(first, _)| first).find(|first| first.eq_ignore_ascii_case(word))
        };
        let action =
            || MOVES.into_iter().chain(["pass"]).find(|action| action.eq_ignore_ascii_case(word));
        called.or_else(part).or_else(action)
    }

    /// Whether this is a command word.
    pub(super) fn is_word(self, word: &str) -> bool {
        let known = game_names().chain(self.general_names()).chain(self.game_words()).chain(MOVES);
        known
            .chain(["active", "inactive", "next", "commands", "tutorial"])
            .any(|name| word.eq_ignore_ascii_case(name))
    }

    /// Whether a userid is a command word, which no user can have.
    pub(super) fn is_reserved(self, user: &Userid) -> bool {
        const OTHERS: [&str; 9] =
            ["all", "new", "next", "active", "inactive", "computer", "pass", "propose", "undo"];
        let word = user.as_str();
        let numbered =
            |number: &str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let level = LEVEL_WORDS.iter().any(|&name| word.strip_prefix(name).is_some_and(numbered));
        level
            || OTHERS.contains(&word)
            || game_names().any(|game| game == word)
            || self
                .commands()
                .flat_map(Usage::names)
                .any(|name| name.split(' ').any(|part| part == word))
    }
}

/// The names of the games.
pub(super) fn game_names() -> impl Iterator<Item = &'static str> {
    GameKind::ALL.into_iter().map(GameKind::name)
}
