//! Specification of a command: whose right it takes, and the state that has to be loaded to decide
//! it.

use carrick_games::GameKind;
use jiff::Timestamp;

use super::language::Usage;
use super::parsed::{Credential, Selector};
use crate::people::{BoardId, Password, Userid};
use crate::state::{BoardFilter, Needs};

/// Specification of a command.
pub(crate) struct Spec<'a> {
    /// Its words, usage and help.
    pub(crate) usage: &'static Usage,
    /// Whose right it takes, and the proof of that.
    pub(crate) who: Who<'a>,
    /// The new command password of the user, to be hashed before it is decided.
    pub(crate) new_password: Option<&'a Password>,
    /// Whether it is about the account of its user, or said to others in their name: then that must
    /// be a person. Who plays, and how many games, is not.
    pub(crate) takes_a_person: bool,
    /// The board it is about.
    pub(crate) board: Option<BoardId>,
    /// Whether it asks for mail: a user who wanted none any more then gets all again.
    pub(crate) wants_mail: bool,
    /// Whether it is a turn, or prepares one: then it comes too late once the clock has run out.
    pub(crate) is_timed: bool,
    /// Whether it only asks for something to be shown, so that it changes nothing.
    pub(crate) is_question: bool,
    /// Whether it makes no sense without the lines that go with it.
    pub(crate) wants_body: bool,
    /// Adds the state it needs beside its user and its board.
    pub(in crate::command) load: Load<'a>,
}

/// Adds to the state that has to be loaded to decide a command.
type Load<'a> = Box<dyn FnOnce(&mut Needs, Sent) + 'a>;

/// When and how a command was sent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sent {
    /// When.
    pub(crate) at: Timestamp,
    /// Whether lines go with it.
    pub(crate) has_body: bool,
}

/// Whose right a command takes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Who<'a> {
    /// Anybody's.
    Anybody,
    /// A user's: proved by their password, or by how the sender is known.
    User(&'a Credential),
    /// That of a user whose account it makes, with this password.
    New(&'a Userid, &'a Password),
}

impl<'a> Who<'a> {
    /// The user, if it takes one.
    pub(crate) const fn user(self) -> Option<&'a Userid> {
        match self {
            Self::Anybody => None,
            Self::User(who) => Some(&who.user),
            Self::New(user, _) => Some(user),
        }
    }
}

impl<'a> Spec<'a> {
    /// A command by which anybody has something shown.
    pub(in crate::command) fn question(usage: &'static Usage) -> Self {
        Self { is_question: true, ..Self::of(usage, Who::Anybody) }
    }

    /// A command that a user gives.
    pub(in crate::command) fn by(usage: &'static Usage, who: &'a Credential) -> Self {
        Self::of(usage, Who::User(who))
    }

    /// A command about its user's account.
    pub(in crate::command) fn of_account(usage: &'static Usage, who: &'a Credential) -> Self {
        Self { takes_a_person: true, ..Self::by(usage, who) }
    }

    /// A command without anything special.
    pub(in crate::command) fn of(usage: &'static Usage, who: Who<'a>) -> Self {
        Self {
            usage,
            who,
            new_password: None,
            takes_a_person: false,
            board: None,
            wants_mail: false,
            is_timed: false,
            is_question: false,
            wants_body: false,
            load: Box::new(|_, _| {}),
        }
    }

    /// Makes the command one about a board, which it needs to see.
    pub(in crate::command) fn on(self, board: BoardId) -> Self {
        Self { board: Some(board), ..self }
    }

    /// Adds to the state that the command needs.
    pub(in crate::command) fn loads(self, load: impl FnOnce(&mut Needs, Sent) + 'a) -> Self {
        Self { load: Box::new(load), ..self }
    }

    /// Adds the state that has to be loaded to decide it.
    pub(crate) fn add_to(self, needs: &mut Needs, sent: Sent) {
        needs.users.extend(self.who.user().cloned());
        needs.boards.extend(self.board);
        (self.load)(needs, sent);
    }
}

impl Needs {
    /// Adds the running games of a player, for which no engine is lent.
    pub fn running_games(&mut self, kind: GameKind, player: &Userid) {
        let (kind, player) = (Some(kind), Some(player.clone()));
        self.whole.push(BoardFilter { kind, player, running: true, ended_since: None });
    }

    /// Adds the state that is needed before a board is opened between this player and another.
    pub(in crate::command) fn opening(&mut self, kind: GameKind, player: &Userid, sent: Sent) {
        self.new_board = Some(kind);
        self.whole.push(filter(None, Some(player), Some(Selector::Active), sent));
    }
}

/// How long ended boards stay in `list` and `games … inactive`, in days.
const LATELY_DAYS: i64 = 14;

/// The boards that a selector means: those in play and lately finished, unless it says otherwise.
pub(in crate::command) fn filter(
    kind: Option<GameKind>,
    player: Option<&Userid>,
    selector: Option<Selector>,
    sent: Sent,
) -> BoardFilter {
    let lately = hours_before(sent, 24 * LATELY_DAYS);
    let (running, ended_since) = match selector {
        None => (true, Some(lately)),
        Some(Selector::All) => (true, Some(Timestamp::MIN)),
        Some(Selector::Active | Selector::Next) => (true, None),
        Some(Selector::Inactive) => (false, Some(Timestamp::MIN)),
    };
    BoardFilter { kind, player: player.cloned(), running, ended_since }
}

/// A user, and the hours before a command.
pub(in crate::command) fn since(
    who: &Credential,
    hours: i64,
    sent: Sent,
) -> Option<(Userid, Timestamp)> {
    Some((who.user.clone(), hours_before(sent, hours)))
}

fn hours_before(sent: Sent, hours: i64) -> Timestamp {
    sent.at.saturating_sub(jiff::SignedDuration::from_hours(hours)).unwrap_or(Timestamp::MIN)
}
