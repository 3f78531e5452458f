//! The words after a command's name: counted, then read one by one.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use carrick_games::{GameKind, nearest_word};

use crate::command::action::{Action, BoardAction, Credential};
use crate::command::syntax_error::{SyntaxError, did_you_mean};
use crate::command::usage::{Role, Usage, Vocabulary, game_names, whole_number};
use crate::command::words::Word;
use crate::command::{options, words};
use crate::people::computer::LEVEL_WORDS;
use crate::people::{Address, BoardId, Password, SettingsPatch, UserSetting, Userid};

/// The words after a command's name.
#[derive(Debug)]
pub(super) struct CommandArguments<'a> {
    pub(super) heading: Heading,
    pub(super) words: Vec<Word<'a>>,
    /// Who asks, once that has been read.
    pub(super) credential: Option<Credential>,
    next: usize,
}

impl<'a> CommandArguments<'a> {
    pub(super) const fn new(heading: Heading, words: Vec<Word<'a>>) -> Self {
        Self { heading, words, credential: None, next: 0 }
    }

    /// A refusal with the usage line of this command.
    pub(super) fn refuse(&self, sentence: impl Into<Cow<'static, str>>) -> SyntaxError {
        self.heading.refuse(sentence)
    }

    /// Refuses a word: its fault, and the words that could be there instead.
    pub(super) fn refuse_word(&self, word: Word<'_>, fault: String, instead: &str) -> SyntaxError {
        let usage = self.heading.usage.line_for(self.heading.kind);
        SyntaxError::new(format!("{} {fault}{instead}", word.ordinal())).with_usage(usage)
    }

    /// Refuses too few words, listing the missing ones, and too many.
    pub(super) fn check_count(&self) -> Result<(), SyntaxError> {
        let usage = self.heading.usage;
        if self.words.len() < usage.words.len() {
            return Err(self.refuse(self.what_is_missing()));
        }
        match self.words.get(usage.most()) {
            Some(word) => Err(self.one_too_many(*word)),
            None => Ok(()),
        }
    }

    pub(super) fn one_too_many(&self, word: Word<'_>) -> SyntaxError {
        let name = self.heading.name();
        self.refuse(if options::is_known(word.text, self.heading.kind) {
            format!("{} is an option, and {name} takes none", word.ordinal())
        } else {
            format!("{} is one too many for {name}", word.ordinal())
        })
    }

    /// The words not read yet.
    pub(super) fn rest(&self) -> &[Word<'a>] {
        &self.words[self.next.min(self.words.len())..]
    }

    pub(super) fn next(&mut self) -> Option<Word<'a>> {
        let word = self.words.get(self.next).copied();
        self.next += 1;
        word
    }

    /// The next word, which has this role.
    pub(super) fn expect(&mut self, role: Role) -> Result<Word<'a>, SyntaxError> {
        self.next().ok_or_else(|| self.refuse(format!("{} is missing", role.name())))
    }

    /// Reads who asks, and keeps it.
    pub(super) fn credential(&mut self) -> Result<(), SyntaxError> {
        let user = self.userid(Role::Userid)?;
        let word = self.expect(Role::Password)?;
        self.no_placeholder(word)?;
        let password = match word.text {
            "-" => None,
            text => Some(text.parse().map_err(|_| self.mismatch(word, Role::Password))?),
        };
        self.credential = Some(Credential { user, password, new_password: None });
        Ok(())
    }

    /// Reads a command that takes a user and nothing else.
    pub(super) fn of_user(&mut self, action: Action) -> Result<Action, SyntaxError> {
        self.check_count()?;
        self.credential()?;
        Ok(action)
    }

    /// Reads a command that takes a board and a user and nothing else.
    pub(super) fn on_board(
        &mut self,
        kind: GameKind,
        action: BoardAction,
    ) -> Result<Action, SyntaxError> {
        self.check_count()?;
        Ok(Action::Board(self.board_and_user(kind)?, action))
    }

    /// The change of a setting that has a separate command.
    pub(super) fn changed(
        &self,
        game: Option<GameKind>,
        setting: &UserSetting,
        word: &str,
    ) -> Result<Action, SyntaxError> {
        let mut patch = SettingsPatch::new(game);
        patch.set(setting, word).map_err(|_| self.refuse(setting.usage()))?;
        Ok(Action::ChangeSettings(patch))
    }

    /// Reads a board, then who asks.
    pub(super) fn board_and_user(&mut self, kind: GameKind) -> Result<BoardId, SyntaxError> {
        let board = self.board(kind)?;
        self.credential()?;
        Ok(board)
    }

    pub(super) fn new_password(&mut self) -> Result<Password, SyntaxError> {
        let word = self.expect(Role::NewPassword)?;
        self.no_placeholder(word)?;
        word.text.parse().map_err(|_| self.mismatch(word, Role::NewPassword))
    }

    /// Refuses `<password>`, which our texts use as a placeholder for the reader's own.
    fn no_placeholder(&self, word: Word<'_>) -> Result<(), SyntaxError> {
        if !word.is("<password>") {
            return Ok(());
        }
        Err(self.refuse(
            "<password> stands for your own command password; type that there, without < and >",
        ))
    }

    pub(super) fn userid(&mut self, role: Role) -> Result<Userid, SyntaxError> {
        let word = self.expect(role)?;
        self.userid_from(word, role)
    }

    pub(super) fn userid_from(&self, word: Word<'_>, role: Role) -> Result<Userid, SyntaxError> {
        let user: Userid = word.text.parse().map_err(|_| self.mismatch(word, role))?;
        if self.heading.vocabulary.is_reserved(&user) && !is_machine(&user) {
            let what = role.name();
            let fault = format!("should be {what}, and command words cannot be used as userids");
            return Err(self.refuse_word(word, fault, ""));
        }
        Ok(user)
    }

    /// The next word as a choice; without one it is on.
    pub(super) fn on_unless_off(&mut self) -> Result<bool, SyntaxError> {
        self.next().map_or(Ok(true), |word| self.on_or_off(word))
    }

    pub(super) fn on_or_off(&self, word: Word<'_>) -> Result<bool, SyntaxError> {
        match (word.is("on"), word.is("off")) {
            (true, _) => Ok(true),
            (_, true) => Ok(false),
            _ => Err(self.mismatch(word, Role::OnOff)),
        }
    }

    pub(super) fn board(&mut self, kind: GameKind) -> Result<BoardId, SyntaxError> {
        let word = self.expect(Role::Board)?;
        BoardId::parse(kind, word.text).map_err(|_| self.mismatch(word, Role::Board))
    }

    /// A whole number, or `None` for the word that means none.
    pub(super) fn number_or(
        &mut self,
        role: Role,
        range: RangeInclusive<u32>,
        none: &str,
    ) -> Result<Option<u32>, SyntaxError> {
        let word = self.expect(role)?;
        if word.is(none) {
            return Ok(None);
        }
        match whole_number(word.text).filter(|number| range.contains(number)) {
            Some(number) => Ok(Some(number)),
            None => Err(self.mismatch(word, role)),
        }
    }

    /// All remaining words, as addresses.
    pub(super) fn addresses(&mut self) -> Result<Vec<Address>, SyntaxError> {
        let read =
            |&word: &Word<'_>| word.text.parse().map_err(|_| self.mismatch(word, Role::Address));
        self.rest().iter().map(read).collect()
    }

    /// `the third word should be the board's number, such as 101`
    pub(super) fn mismatch(&self, word: Word<'_>, role: Role) -> SyntaxError {
        self.refuse_word(word, format!("should be {}", role.form()), role.instead())
    }

    /// Refuses a word that cannot be a turn.
    pub(super) fn not_a_turn(&self, kind: GameKind, word: Word<'_>) -> SyntaxError {
        self.refuse_word(word, words::is_none(kind, word.text), "")
    }

    fn what_is_missing(&self) -> String {
        let required = self.heading.usage.words;
        let missing = required.len() - self.words.len();
        let readings = self.readings();
        match readings.as_slice() {
            [only] => match only.as_slice() {
                [role] => format!("{} is missing", role.name()),
                roles => format!("{} are missing", listed(roles, "and")),
            },
            [left, right] if missing == 1 => {
                format!("{} or {} is missing", left[0].name(), right[0].name())
            }
            _ => {
                let words = if missing == 1 { "a word is" } else { "some words are" };
                let name = self.heading.name();
                format!("{words} missing: {name} takes {}, in this order", listed(required, "and"))
            }
        }
    }

    /// Every way to leave words out of the usage line so that the given words fit, each as the list
    /// of the words that would be missing.
    fn readings(&self) -> Vec<Vec<Role>> {
        let required = self.heading.usage.words;
        let mut readings = Vec::new();
        for left_out in 0_u32..1 << required.len() {
            if left_out.count_ones() as usize != required.len() - self.words.len() {
                continue;
            }
            let is_out = |index: usize| left_out >> index & 1 == 1;
            let mut words = self.words.iter();
            let fits = required.iter().enumerate().filter(|&(index, _)| !is_out(index)).all(
                |(_, role)| words.next().is_some_and(|word| role.fits(word.text, self.heading)),
            );
            if fits {
                let out = required.iter().enumerate().filter(|&(index, _)| is_out(index));
                readings.push(out.map(|(_, &role)| role).collect());
            }
        }
        readings
    }
}

/// Whether this is one of the computer's userids: they are reserved, but have boards to look at.
pub(super) fn is_machine(user: &Userid) -> bool {
    user.as_str() == "computer" || LEVEL_WORDS.iter().any(|word| user.as_str().starts_with(word))
}

fn listed(roles: &[Role], and: &str) -> String {
    match roles {
        [] => String::new(),
        [one] => one.name().to_owned(),
        [first @ .., last] => {
            let first: Vec<_> = first.iter().map(|role| role.name()).collect();
            format!("{} {and} {}", first.join(", "), last.name())
        }
    }
}

// Which command it is: the game's name and the command's.

/// A command's name, understood.
#[derive(Debug, Clone, Copy)]
pub(super) struct Heading {
    /// The language that it belongs to.
    pub(super) vocabulary: Vocabulary,
    /// The game it is about; `None` for commands without a game.
    pub(super) kind: Option<GameKind>,
    pub(super) usage: &'static Usage,
    /// How many words it took.
    pub(super) length: usize,
}

impl Heading {
    /// Reads it from the beginning of a command.
    ///
    /// # Errors
    /// When there is no such command, or the name of a game is missing or superfluous.
    pub(super) fn read(vocabulary: Vocabulary, words: &[Word<'_>]) -> Result<Self, SyntaxError> {
        let Some(first) = words.first() else {
            return Err(SyntaxError::new(
                "the command is empty; `help` explains the server, and `help commands` lists its \
                 commands",
            ));
        };
        if let Ok(kind) = first.text.parse() {
            return Self::read_game(vocabulary, kind, words);
        }
        match first.text.to_ascii_lowercase().as_str() {
            "change" => {
                Self::read_second(vocabulary, words, &["change address", "change password"])
            }
            "all" => Self::read_second(vocabulary, words, &["all show"]),
            name => match vocabulary.general(name) {
                Some(usage) => Ok(Self { vocabulary, kind: None, usage, length: 1 }),
                None => Err(unknown_beginning(vocabulary, *first, words.get(1))),
            },
        }
    }

    /// The command that was most likely meant, where a game's name or a command's is mistyped.
    pub(super) fn nearest(vocabulary: Vocabulary, words: &[Word<'_>]) -> Option<Self> {
        let [first, second @ ..] = words else { return None };
        let second = second.first();
        let known = game_names().chain(vocabulary.general_words());
        let meant = nearest_word(first.text, known)?;
        if let Ok(kind) = meant.parse() {
            let name = nearest_word(second?.text, vocabulary.game_words())?;
            return Some(Self {
                vocabulary,
                kind: Some(kind),
                usage: vocabulary.of_game(name)?,
                length: 2,
            });
        }
        if let Some(usage) = vocabulary.general(meant) {
            return Some(Self { vocabulary, kind: None, usage, length: 1 });
        }
        // A name of two words.
        let seconds = vocabulary
            .general_names()
            .filter_map(|name| name.strip_prefix(meant)?.strip_prefix(' '));
        let end = nearest_word(second?.text, seconds)?;
        Some(Self {
            vocabulary,
            kind: None,
            usage: vocabulary.general(&format!("{meant} {end}"))?,
            length: 2,
        })
    }

    /// As refusals call it: `` `ankor move` ``.
    pub(super) fn name(&self) -> String {
        match self.kind {
            Some(kind) => format!("`{kind} {}`", self.usage.name),
            None => format!("`{}`", self.usage.name),
        }
    }

    /// A refusal with this command's usage line.
    pub(super) fn refuse(&self, sentence: impl Into<Cow<'static, str>>) -> SyntaxError {
        SyntaxError::new(sentence).with_usage(self.usage.line_for(self.kind))
    }

    fn read_game(
        vocabulary: Vocabulary,
        kind: GameKind,
        words: &[Word<'_>],
    ) -> Result<Self, SyntaxError> {
        let Some(second) = words.get(1) else {
            return Err(SyntaxError::new(format!(
                "{kind} is a game; say what to do, for example `{kind} help` or `{kind} games`"
            )));
        };
        if let Some(usage) = vocabulary.of_game(second.text) {
            return Ok(Self { vocabulary, kind: Some(kind), usage, length: 2 });
        }
        if let Some(word) = vocabulary.general_words().find(|word| second.is(word)) {
            return Err(SyntaxError::new(format!("`{word}` takes no game's name before it"))
                .with_usage(match word {
                    "all" => "all show userid [next|active]",
                    "change" => "change address|password userid password …",
                    name => vocabulary.general(name).map_or("", |usage| usage.line),
                }));
        }
        let suggestion = did_you_mean(
            nearest_word(second.text, vocabulary.game_words()),
            "; `help commands` lists them",
        );
        Err(SyntaxError::new(format!("the second word is not a command of {kind}{suggestion}")))
    }

    /// For names of two words.
    fn read_second(
        vocabulary: Vocabulary,
        words: &[Word<'_>],
        names: &[&'static str],
    ) -> Result<Self, SyntaxError> {
        let seconds = || names.iter().filter_map(|name| name.split(' ').nth(1));
        let named = words.get(1).and_then(|second| seconds().position(|name| second.is(name)));
        if let Some(usage) = named.and_then(|index| vocabulary.general(names[index])) {
            return Ok(Self { vocabulary, kind: None, usage, length: 2 });
        }
        let suggestion = words.get(1).and_then(|second| nearest_word(second.text, seconds()));
        let suggested = names.iter().find(|name| suggestion.is_some_and(|end| name.ends_with(end)));
        Err(SyntaxError::new(match suggested {
            Some(name) => format!("the second word is wrong; did you mean {name}?"),
            None => format!("the command is `{}`", names.join("` or `")),
        }))
    }
}

fn unknown_beginning(
    vocabulary: Vocabulary,
    first: Word<'_>,
    second: Option<&Word<'_>>,
) -> SyntaxError {
    if let Some(usage) = vocabulary.of_game(first.text) {
        let name = usage.names().find(|name| first.is(name)).unwrap_or(usage.name);
        let known = second.and_then(|second| second.text.parse::<GameKind>().ok());
        let sentence = match known {
            Some(kind) => format!("the game's name comes first: `{kind} {name} …`"),
            None => format!("`{name}` needs a game's name before it: {}", GameKind::listed("or")),
        };
        return SyntaxError::new(sentence).with_usage(usage.line_for(known));
    }
    let known = game_names().chain(vocabulary.general_words()).chain(vocabulary.game_words());
    let suggestion = did_you_mean(
        nearest_word(first.text, known),
        "; a command starts with its own name or a game's, and `help commands` lists them",
    );
    SyntaxError::new(format!("the first word is neither a command nor a game{suggestion}"))
}
