//! The words behind a command's name: counted, then read one by one.

use std::ops::RangeInclusive;

use carrick_games::GameKind;

use super::{Heading, Refusal, Role, Word, options, turn, whole_number};
use crate::command::parsed::{Command, Credential, GameCommand};
use crate::people::{Address, BoardId, Password, Userid, computer::LEVEL_WORDS};

/// The words behind a command's name.
#[derive(Debug)]
pub(in crate::command) struct Arguments<'a> {
    pub(in crate::command) heading: Heading,
    pub(in crate::command) words: Vec<Word<'a>>,
    next: usize,
}

impl<'a> Arguments<'a> {
    pub(in crate::command) const fn new(heading: Heading, words: Vec<Word<'a>>) -> Self {
        Self { heading, words, next: 0 }
    }

    /// A refusal with the usage line of this command.
    pub(in crate::command) fn refuse(&self, sentence: impl Into<String>) -> Refusal {
        self.heading.refuse(sentence)
    }

    /// A refusal of a word: its fault, and the words that could stand there instead.
    pub(in crate::command) fn refuse_word(
        &self,
        word: Word<'_>,
        fault: String,
        instead: &str,
    ) -> Refusal {
        let usage = self.heading.usage.line_for(self.heading.kind);
        Refusal::new(format!("{} {fault}{instead}", word.ordinal())).with_usage(usage)
    }

    /// Refuses too few words, and says which are missing; refuses too many.
    pub(in crate::command) fn check_count(&self) -> Result<(), Refusal> {
        let usage = self.heading.usage;
        if self.words.len() < usage.words.len() {
            return Err(self.refuse(self.what_is_missing()));
        }
        match self.words.get(usage.most()) {
            Some(word) => Err(self.one_too_many(*word)),
            None => Ok(()),
        }
    }

    pub(in crate::command) fn one_too_many(&self, word: Word<'_>) -> Refusal {
        let name = self.heading.name();
        self.refuse(if options::is_known(word.text, self.heading.kind) {
            format!("{} is an option, and {name} takes none", word.ordinal())
        } else {
            format!("{} is one too many for {name}", word.ordinal())
        })
    }

    /// The words not read yet.
    pub(in crate::command) fn rest(&self) -> &[Word<'a>] {
        &self.words[self.next.min(self.words.len())..]
    }

    pub(in crate::command) fn next(&mut self) -> Option<Word<'a>> {
        let word = self.words.get(self.next).copied();
        self.next += 1;
        word
    }

    /// The next word, which plays this part.
    pub(in crate::command) fn expect(&mut self, role: Role) -> Result<Word<'a>, Refusal> {
        self.next().ok_or_else(|| self.refuse(format!("{} is missing", role.name())))
    }

    pub(in crate::command) fn credential(&mut self) -> Result<Credential, Refusal> {
        let user = self.userid(Role::Userid)?;
        let word = self.expect(Role::Password)?;
        self.no_placeholder(word)?;
        let password = match word.text {
            "-" => None,
            text => Some(text.parse().map_err(|_| self.mismatch(word, Role::Password))?),
        };
        Ok(Credential { user, password })
    }

    /// Reads a command that takes a user and nothing else.
    pub(in crate::command) fn of_user(
        &mut self,
        command: fn(Credential) -> Command,
    ) -> Result<Command, Refusal> {
        self.check_count()?;
        Ok(command(self.credential()?))
    }

    /// Reads a command that takes a board and a user and nothing else.
    pub(in crate::command) fn on_board(
        &mut self,
        kind: GameKind,
        command: fn(BoardId, Credential) -> GameCommand,
    ) -> Result<GameCommand, Refusal> {
        self.check_count()?;
        Ok(command(self.board(kind)?, self.credential()?))
    }

    pub(in crate::command) fn new_password(&mut self) -> Result<Password, Refusal> {
        let word = self.expect(Role::NewPassword)?;
        self.no_placeholder(word)?;
        word.text.parse().map_err(|_| self.mismatch(word, Role::NewPassword))
    }

    /// Our texts write `<password>` where the reader's own belongs.
    fn no_placeholder(&self, word: Word<'_>) -> Result<(), Refusal> {
        if !word.is("<password>") {
            return Ok(());
        }
        Err(self.refuse(
            "<password> stands for your own command password; type that there, without < and >",
        ))
    }

    pub(in crate::command) fn userid(&mut self, role: Role) -> Result<Userid, Refusal> {
        let word = self.expect(role)?;
        self.userid_from(word, role)
    }

    pub(in crate::command) fn userid_from(
        &self,
        word: Word<'_>,
        role: Role,
    ) -> Result<Userid, Refusal> {
        let user: Userid = word.text.parse().map_err(|_| self.mismatch(word, role))?;
        if self.heading.vocabulary.is_reserved(&user) && !is_machine(&user) {
            let what = role.name();
            let fault =
                format!("should be {what}, and words of the command language are no userids");
            return Err(self.refuse_word(word, fault, ""));
        }
        Ok(user)
    }

    /// The next word as a choice, which is on when there is none.
    pub(in crate::command) fn on_unless_off(&mut self) -> Result<bool, Refusal> {
        self.next().map_or(Ok(true), |word| self.on_or_off(word))
    }

    pub(in crate::command) fn on_or_off(&self, word: Word<'_>) -> Result<bool, Refusal> {
        match (word.is("on"), word.is("off")) {
            (true, _) => Ok(true),
            (_, true) => Ok(false),
            _ => Err(self.mismatch(word, Role::OnOff)),
        }
    }

    pub(in crate::command) fn board(&mut self, kind: GameKind) -> Result<BoardId, Refusal> {
        let word = self.expect(Role::Board)?;
        BoardId::parse(kind, word.text).map_err(|_| self.mismatch(word, Role::Board))
    }

    /// A whole number, or `None` for the word that stands for none.
    pub(in crate::command) fn number_or(
        &mut self,
        role: Role,
        range: RangeInclusive<u32>,
        none: &str,
    ) -> Result<Option<u32>, Refusal> {
        let word = self.expect(role)?;
        if word.is(none) {
            return Ok(None);
        }
        match whole_number(word.text).filter(|number| range.contains(number)) {
            Some(number) => Ok(Some(number)),
            None => Err(self.mismatch(word, role)),
        }
    }

    /// All words that are left, as addresses.
    pub(in crate::command) fn addresses(&mut self) -> Result<Vec<Address>, Refusal> {
        let read =
            |&word: &Word<'_>| word.text.parse().map_err(|_| self.mismatch(word, Role::Address));
        self.rest().iter().map(read).collect()
    }

    /// `the third word should be the board's number, such as 101`
    pub(in crate::command) fn mismatch(&self, word: Word<'_>, role: Role) -> Refusal {
        self.refuse_word(word, format!("should be {}", role.form()), role.instead())
    }

    /// A refusal of a word that could be no turn.
    pub(in crate::command) fn not_a_turn(&self, kind: GameKind, word: Word<'_>) -> Refusal {
        self.refuse_word(word, turn::is_none(kind, word.text), "")
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

    /// Every way to leave words out of the usage line so that those that are here fit: each as the
    /// list of the words that would be missing.
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

/// The computer's own userids are reserved, but there are boards of theirs to look at.
pub(in crate::command) fn is_machine(user: &Userid) -> bool {
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
