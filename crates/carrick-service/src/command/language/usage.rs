//! Usage of a command: its name, words and options, a line of help and its parser. The parser's
//! refusals, `help commands` and the suggestions for mistyped words read it.

use carrick_games::GameKind;

use super::turn::is_turn_part;
use super::{Arguments, Heading, Refusal, Role, Word, is_number};
use crate::command::parsed::{Command, GameCommand};

/// One command, described.
#[derive(Debug)]
pub(crate) struct Usage {
    /// Reads the words behind its name.
    pub(in crate::command) parse: Parse,
    /// The word or words it is called by, without the game's name.
    pub(crate) name: &'static str,
    /// Other words for the same.
    pub(crate) synonyms: &'static [&'static str],
    /// Where `help commands` lists it.
    pub(crate) group: Group,
    /// The words it must have, in their order, options aside.
    pub(in crate::command) words: &'static [Role],
    /// How many words may follow these, options aside.
    pub(in crate::command) more: usize,
    /// Which options it takes.
    pub(crate) options: OptionSet,
    /// The usage line.
    pub(crate) line: &'static str,
    /// Its effect, in one sentence.
    pub(crate) purpose: &'static str,
    /// Whether a word at a place among those behind its name is nothing but a board, a move or a
    /// choice, so that a log may show it.
    pub(in crate::command) shows: fn(Heading, usize, Word<'_>) -> bool,
}

/// The parser of a command.
#[derive(Debug, Clone, Copy)]
pub(in crate::command) enum Parse {
    /// It stands by itself.
    Alone(fn(&mut Arguments<'_>) -> Result<Command, Refusal>),
    /// The name of a game comes first.
    OfGame(fn(GameKind, &mut Arguments<'_>) -> Result<GameCommand, Refusal>),
}

/// The chapters of `help commands`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Group {
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
    /// The game's, and `--forfeittime` and its like.
    GameAndTerms,
    /// Those, and who of the computer answers.
    GameTermsAndStandIn,
    /// The game's, and `--level`.
    GameAndLevel,
}

impl Group {
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
            Self::Looking => "Looking around (nobody need be known here)",
            Self::Starting => "Starting a game",
            Self::Playing => "Playing",
            Self::Watching => "Watching",
            Self::Talking => "Talking",
            Self::Account => "Your account",
        }
    }
}

impl Usage {
    /// A command that stands by itself, without words of its own yet.
    pub(in crate::command) const fn alone(
        name: &'static str,
        group: Group,
        parse: fn(&mut Arguments<'_>) -> Result<Command, Refusal>,
    ) -> Self {
        Self::new(name, group, Parse::Alone(parse), |_, _, _| false)
    }

    /// A command about a game, without words of its own yet. A log shows a number in the first
    /// place and turns in the others.
    pub(in crate::command) const fn of_game(
        name: &'static str,
        group: Group,
        parse: fn(GameKind, &mut Arguments<'_>) -> Result<GameCommand, Refusal>,
    ) -> Self {
        Self::new(name, group, Parse::OfGame(parse), |heading, place, word| match place {
            0 => is_number(word),
            _ => is_turn_part(heading.kind, word),
        })
    }

    const fn new(
        name: &'static str,
        group: Group,
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

    /// How many words it can have, options aside.
    pub(in crate::command) const fn most(&self) -> usize {
        self.words.len().saturating_add(self.more)
    }

    /// Whether the name of a game comes first.
    pub(in crate::command) const fn is_about_game(&self) -> bool {
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

    pub(in crate::command) fn is_called(&self, word: &str) -> bool {
        let names = std::iter::once(&self.name).chain(self.synonyms);
        names.into_iter().any(|name| name.eq_ignore_ascii_case(word))
    }

    pub(in crate::command) fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once(self.name).chain(self.synonyms.iter().copied())
    }
}

/// As many words as the text has.
pub(in crate::command) const MANY: usize = usize::MAX;
