//! Vocabulary of the language: lookup of commands by their names.

use carrick_games::GameKind;

use super::Usage;
use crate::command::parsed::ACTIONS;
use crate::people::{Userid, computer::LEVEL_WORDS};

/// Every command of the language, in the order in which `help commands` lists each group.
#[derive(Debug, Clone, Copy)]
pub(in crate::command) struct Vocabulary(&'static [&'static Usage]);

impl Vocabulary {
    pub(in crate::command) const fn new(commands: &'static [&'static Usage]) -> Self {
        Self(commands)
    }

    fn commands(self) -> impl Iterator<Item = &'static Usage> {
        self.0.iter().copied()
    }

    /// The command of a game with this name or synonym.
    pub(in crate::command) fn of_game(self, word: &str) -> Option<&'static Usage> {
        self.commands().find(|usage| usage.is_about_game() && usage.is_called(word))
    }

    /// The command without a game with this name.
    pub(in crate::command) fn general(self, name: &str) -> Option<&'static Usage> {
        self.commands().find(|usage| !usage.is_about_game() && usage.is_called(name))
    }

    /// Every name of a command that does not begin with a game's name: of one word, or of two.
    pub(in crate::command) fn general_names(self) -> impl Iterator<Item = &'static str> {
        self.commands().filter(|usage| !usage.is_about_game()).flat_map(Usage::names)
    }

    /// The first words of these.
    pub(in crate::command) fn general_words(self) -> impl Iterator<Item = &'static str> {
        self.general_names().filter_map(|name| name.split(' ').next())
    }

    /// Every word that can follow a game's name.
    pub(in crate::command) fn game_words(self) -> impl Iterator<Item = &'static str> {
        self.commands().filter(|usage| usage.is_about_game()).flat_map(Usage::names)
    }

    /// The topic of `help` about the command that a word names: its first name, of a name of two
    /// words the part that was given, or the word that is typed in a move's place.
    pub(in crate::command) fn explained(self, word: &str) -> Option<&'static str> {
        let called = self.commands().find(|usage| usage.is_called(word)).map(|usage| usage.name);
        let part = || {
            let parts = self.general_names().filter_map(|name| name.split_once(' '));
            parts.map(|(first, _)| first).find(|first| first.eq_ignore_ascii_case(word))
        };
        let action =
            || ACTIONS.into_iter().chain(["pass"]).find(|action| action.eq_ignore_ascii_case(word));
        called.or_else(part).or_else(action)
    }

    /// Whether a word is one of the command language.
    pub(in crate::command) fn is_word(self, word: &str) -> bool {
        let known =
            game_names().chain(self.general_names()).chain(self.game_words()).chain(ACTIONS);
        known
            .chain(["active", "inactive", "next", "commands", "tutorial"])
            .any(|name| word.eq_ignore_ascii_case(name))
    }

    /// Whether a userid is a word of the language, which no user can have.
    pub(in crate::command) fn is_reserved(self, user: &Userid) -> bool {
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
pub(in crate::command) fn game_names() -> impl Iterator<Item = &'static str> {
    GameKind::ALL.into_iter().map(GameKind::name)
}
