//! What the commands are called and take: the parser, its refusals, `help commands` and the
//! suggestions for mistyped words read it.

use carrick_games::GameKind;

use super::arguments::Arguments;
use super::redact;
use super::roles::Role;
use super::words::Word;
use super::{
    Command, GameCommand, Refusal, account, looking, playing, starting, talking, watching,
};

/// One command, described.
#[derive(Debug)]
pub(crate) struct Usage {
    /// Reads what follows its name.
    pub(super) parse: Parse,
    /// The word or words it is called by, without the game's name.
    pub(crate) name: &'static str,
    /// Other words for the same.
    pub(crate) synonyms: &'static [&'static str],
    /// Where `help commands` lists it.
    pub(crate) group: Group,
    /// The words it must have, in their order, options aside.
    pub(super) words: &'static [Role],
    /// How many words may follow these, options aside.
    pub(super) more: usize,
    /// Which options it takes.
    pub(crate) options: OptionSet,
    /// The usage line.
    pub(crate) line: &'static str,
    /// What it does, in one sentence.
    pub(crate) purpose: &'static str,
    /// Whether a word at a place among those behind its name is nothing but a board, a move or a
    /// choice, so that a log may show it.
    pub(super) shows: fn(Option<GameKind>, usize, Word<'_>) -> bool,
}

/// The parser of a command.
#[derive(Debug, Clone, Copy)]
pub(super) enum Parse {
    /// It stands by itself.
    Alone(fn(&mut Arguments<'_>) -> Result<Command, Refusal>),
    /// The name of a game comes first.
    OfGame(fn(GameKind, &mut Arguments<'_>) -> Result<GameCommand, Refusal>),
}

/// Lists the commands: whoever [describes](super::spec::Spec) one names it by its verb, so that
/// none is left out here. Without a verb stands another way to write a command that is listed.
macro_rules! commands {
    ($($usage:path $(=> $verb:ident)?,)+) => {
        /// The commands by name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Verb {
            $($($verb,)?)+
        }

        /// Every command, in the order in which `help commands` lists each group.
        pub(crate) static COMMANDS: &[&Usage] = &[$(&$usage,)+];

        impl Verb {
            /// The command of this name.
            pub(crate) const fn usage(self) -> &'static Usage {
                match self {
                    $($(Self::$verb => &$usage,)?)+
                }
            }
        }
    };
}

commands! {
    looking::HELP => Help,
    looking::LIST => List,
    looking::ALL_SHOW => AllShow,
    looking::GAME_HELP => GameHelp,
    looking::STANDINGS => Standings,
    looking::HISTORY => History,
    looking::GAMES => Games,
    looking::SHOW => Show,
    looking::PREVIEW => Preview,
    starting::CHALLENGE => Challenge,
    starting::REMATCH => Rematch,
    starting::SEEK => Seek,
    starting::TAKE => Take,
    starting::COMPUTER => Computer,
    starting::ACCEPT => Accept,
    starting::REJECT => Reject,
    starting::LIMIT => Limit,
    playing::MOVE => Move,
    playing::RESIGN => Resign,
    playing::SWAP,
    playing::QUEUE => Queue,
    playing::SUBMIT => Submit,
    playing::CONFIRM => Confirm,
    playing::SET => Set,
    watching::SHOW_AS => ShowAs,
    watching::SUBSCRIBE => Subscribe,
    watching::UNSUBSCRIBE => Unsubscribe,
    watching::NOTIFY => Notify,
    talking::CHAT => Chat,
    talking::MESSAGE => Message,
    talking::BROADCAST => Broadcast,
    talking::NEWS => News,
    talking::BLOCK => Block,
    talking::MULTIPLE => Multiple,
    account::SIGNUP => Signup,
    account::ADD => Add,
    account::CHANGE_ADDRESS => ChangeAddress,
    account::CHANGE_PASSWORD => ChangePassword,
    account::RESET => Reset,
    account::VACATION => Vacation,
    account::SIGNOFF => Signoff,
    account::SIGNON => Signon,
    account::DELETE => Delete,
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
    pub(super) const fn alone(
        name: &'static str,
        group: Group,
        parse: fn(&mut Arguments<'_>) -> Result<Command, Refusal>,
    ) -> Self {
        Self::new(name, group, Parse::Alone(parse), |_, _, _| false)
    }

    /// A command about a game, without words of its own yet. A log shows a number in the first
    /// place and turns in the others.
    pub(super) const fn of_game(
        name: &'static str,
        group: Group,
        parse: fn(GameKind, &mut Arguments<'_>) -> Result<GameCommand, Refusal>,
    ) -> Self {
        Self::new(name, group, Parse::OfGame(parse), |kind, place, word| match place {
            0 => redact::is_number(word),
            _ => redact::is_turn_part(kind, word),
        })
    }

    const fn new(
        name: &'static str,
        group: Group,
        parse: Parse,
        shows: fn(Option<GameKind>, usize, Word<'_>) -> bool,
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

    fn is_called(&self, word: &str) -> bool {
        let names = std::iter::once(&self.name).chain(self.synonyms);
        names.into_iter().any(|name| name.eq_ignore_ascii_case(word))
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once(self.name).chain(self.synonyms.iter().copied())
    }
}

/// The command of a game with this name or synonym.
pub(super) fn of_game(word: &str) -> Option<&'static Usage> {
    COMMANDS.iter().copied().find(|usage| usage.is_about_game() && usage.is_called(word))
}

/// The command without a game with this name.
pub(super) fn general(name: &str) -> Option<&'static Usage> {
    COMMANDS.iter().copied().find(|usage| !usage.is_about_game() && usage.is_called(name))
}

/// Every name of a command that does not begin with a game's name: of one word, or of two.
pub(super) fn general_names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().copied().filter(|usage| !usage.is_about_game()).flat_map(Usage::names)
}

/// The first words of these.
pub(super) fn general_words() -> impl Iterator<Item = &'static str> {
    general_names().filter_map(|name| name.split(' ').next())
}

/// What `help` calls the command that a word names: its first name, of a name of two words the part
/// that was given, or the word that is typed in a move's place.
pub(super) fn explained(word: &str) -> Option<&'static str> {
    let called =
        COMMANDS.iter().copied().find(|usage| usage.is_called(word)).map(|usage| usage.name);
    let part = || {
        let parts = general_names().filter_map(|name| name.split_once(' '));
        parts.map(|(first, _)| first).find(|first| first.eq_ignore_ascii_case(word))
    };
    let action =
        || ACTIONS.into_iter().chain(["pass"]).find(|action| action.eq_ignore_ascii_case(word));
    called.or_else(part).or_else(action)
}

/// The commands that `help` explains by this name.
pub(crate) fn of_topic(topic: &str) -> impl Iterator<Item = &'static Usage> {
    let is_action = ACTIONS.contains(&topic) || ["pass", "swap"].contains(&topic);
    COMMANDS.iter().copied().filter(move |&usage| {
        usage.name == topic
            || usage.name.split_once(' ').is_some_and(|(first, _)| first == topic)
            || is_action && std::ptr::eq(usage, Verb::Move.usage())
    })
}

/// Whether a word is one of the command language.
pub(super) fn is_word(word: &str) -> bool {
    let known = games().chain(general_names()).chain(game_words()).chain(ACTIONS);
    known
        .chain(["active", "inactive", "next", "commands", "tutorial"])
        .any(|name| word.eq_ignore_ascii_case(name))
}

/// Every word that can follow a game's name.
pub(super) fn game_words() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().copied().filter(|usage| usage.is_about_game()).flat_map(Usage::names)
}

/// The names of the games.
pub(super) fn games() -> impl Iterator<Item = &'static str> {
    GameKind::ALL.into_iter().map(GameKind::name)
}

/// What can stand in a move's place besides the game's own turns.
pub(super) const ACTIONS: [&str; 5] = ["propose", "undo", "accept", "reject", "resign"];

/// As many words as the text has.
pub(super) const MANY: usize = usize::MAX;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_lines_begin_with_the_game_where_there_is_one() {
        for &usage in COMMANDS {
            assert_eq!(usage.line.starts_with("<game> "), usage.is_about_game(), "{}", usage.line);
        }
    }

    #[test]
    fn every_name_calls_one_command() {
        for &usage in COMMANDS {
            for name in usage.names() {
                let found = if usage.is_about_game() { of_game(name) } else { general(name) };
                assert!(found.is_some_and(|found| std::ptr::eq(found, usage)), "{name}");
            }
        }
    }

    /// `<game> seek userid password [-options] [n|cancel]` has two words that must be there.
    #[test]
    fn the_roles_agree_with_the_usage_lines() {
        for &usage in COMMANDS {
            if usage.is_about_game() && ["show", "preview"].contains(&usage.name) {
                continue;
            }
            let (_, behind) = usage.line.split_once(usage.name).unwrap();
            let mut required = 0;
            let mut depth = 0;
            for word in behind.split_whitespace() {
                depth += usize::from(word.starts_with('['));
                required += usize::from(depth == 0 && word != "…");
                depth -= usize::from(word.ends_with(']') && depth > 0);
            }
            assert_eq!(required, usage.words.len(), "{}", usage.line);
            assert!(usage.most() >= required, "{}", usage.line);
        }
    }
}
