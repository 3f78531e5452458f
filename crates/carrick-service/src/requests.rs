//! Requests to the service: commands with their senders, confirmed links, subscriptions, and things
//! that fall due.
//!
//! Each kind of request says which [`Needs`] it has; the module
//! `decide` answers it.

#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::BTreeSet;

use carrick_coach::puzzle::{Answer, Collection, Puzzle};
use carrick_games::GameKind;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::about::MessageKind;
use crate::command;
use crate::command::{Action, Credential, Sent, TypedCommand};
use crate::people::computer::computer_accounts;
use crate::people::{Address, BoardId, Password, PasswordHash, UserSettings, Userid, Zone, day};
use crate::refusal::Refusal;
use crate::state::{BoardFilter, Needs, Origin, State, User};

// A request on its way in, and the evidence about it.

/// How the sender of a request is known, apart from what the request says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sender {
    /// Not at all.
    Nobody,
    /// Someone on the server itself: may start a game between any two players, since they have
    /// access to the database, but is otherwise unknown.
    Console,
    /// Known beyond doubt: by a session, a token, or access to the database.
    User(Userid),
    /// Known by an email address that was proved to be theirs; counts as the user who confirmed it.
    Address(Address),
    /// Claims an email address that is not proved; counts as unknown, but the user who confirmed it
    /// can be asked.
    Claim(Address),
}

/// A request on its way in: an action, who asks for it, and how that is proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Its sender.
    pub sender: Sender,
    /// Who the sender says they are, with their passwords; `None` if no user is needed, or the
    /// sender is a user beyond doubt.
    pub credential: Option<Credential>,
    /// The action.
    pub action: Action,
    /// The lines that came with it, if any.
    pub body: Option<String>,
    /// The [generation](crate::BoardRecord::generation) of the board that the sender had seen, if a
    /// carrier knows it: a page, a program, an emailed token. A turn or an answer then changes the
    /// board only while it has that generation.
    pub seen: Option<u32>,
    /// Whether the sender has the link of the invitation that the action takes.
    pub invited: bool,
}

/// Who may create an account.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Registration {
    /// Anyone.
    #[default]
    Open,
    /// People whom an operator invites.
    Invite,
    /// No one.
    Closed,
}

impl Registration {
    /// Why an account cannot be created without an invitation; `None` if anyone can.
    #[must_use]
    pub const fn refusal(self) -> Option<&'static str> {
        match self {
            Self::Open => None,
            Self::Invite => Some(
                "new players can join only by invitation; ask the operator of this site for one",
            ),
            Self::Closed => Some("this site does not take new players"),
        }
    }
}

/// Evidence about a request's passwords, found before it is decided, since hashing is slow and
/// salts are random.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The stored hash that the given password was found to match.
    pub verified: Option<PasswordHash>,
    /// The hash of the new password, for `signup` and `change password`.
    pub hashed: Option<PasswordHash>,
    /// For `change password`: the stored hash that the *new* password was found to match, so that a
    /// repeat is answered as the first was.
    pub new_verified: Option<PasswordHash>,
    /// For `change password`: the sessions and tokens that its user, on the account page, has
    /// ticked to be kept.
    pub keeps: Keeps,
    /// For `signup`: who may make an account where the request came in.
    pub registration: Registration,
}

/// Sessions and tokens that stay valid when a password changes: all others from the time of the old
/// password are revoked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Keeps {
    /// Tokens of programs, by number.
    pub tokens: BTreeSet<u64>,
    /// The address of the feed.
    pub feed: bool,
}

impl Request {
    /// The request of a user who is known beyond doubt.
    #[must_use]
    pub const fn by(user: Userid, action: Action) -> Self {
        Self {
            sender: Sender::User(user),
            credential: None,
            action,
            body: None,
            seen: None,
            invited: false,
        }
    }

    /// The request of a sender who has typed a command.
    #[must_use]
    pub fn typed(sender: Sender, command: TypedCommand, body: Option<String>) -> Self {
        let TypedCommand { action, credential } = command;
        Self { sender, credential, action, body, seen: None, invited: false }
    }

    /// The user who asks, as they say or as they are known.
    #[must_use]
    pub const fn who(&self) -> Option<&Userid> {
        match (&self.credential, &self.sender) {
            (Some(credential), _) => Some(&credential.user),
            (None, Sender::User(user)) => Some(user),
            (None, Sender::Nobody | Sender::Console | Sender::Address(_) | Sender::Claim(_)) => {
                None
            }
        }
    }

    /// The line that means it, without its passwords.
    #[must_use]
    pub fn line(&self) -> String {
        self.action.line(self.who())
    }

    /// The password to verify, and whose it should be.
    #[must_use]
    pub fn password(&self) -> Option<(&Userid, &Password)> {
        let credential = self.credential.as_ref()?;
        Some((&credential.user, credential.password.as_ref()?))
    }

    /// The new password to hash, and whose it will be.
    #[must_use]
    pub fn new_password(&self) -> Option<(&Userid, &Password)> {
        let credential = self.credential.as_ref()?;
        Some((&credential.user, credential.new_password.as_ref()?))
    }

    /// The state to load before deciding it.
    #[must_use]
    pub fn needs(&self, now: Timestamp) -> Needs {
        let mut needs = Needs::default();
        match &self.sender {
            Sender::Nobody | Sender::Console => {}
            Sender::User(user) => _ = needs.users.insert(user.clone()),
            Sender::Address(address) | Sender::Claim(address) => {
                needs.addresses.insert(address.clone());
            }
        }
        let sent = Sent { at: now, has_body: self.body.is_some(), who: self.who() };
        self.action.spec().add_to(&mut needs, sent);
        needs
    }

    /// The board it is about, if it is about one.
    #[must_use]
    pub fn board(&self) -> Option<BoardId> {
        self.action.spec().board
    }
}

impl Action {
    /// How it is typed, with the game's name where there is one.
    #[must_use]
    pub fn usage_line(&self) -> String {
        self.spec().usage.line_for(self.kind())
    }

    /// The game it is about, if it is about one.
    #[must_use]
    pub const fn kind(&self) -> Option<GameKind> {
        if let Self::Game(kind, _) | Self::Board(BoardId { kind, .. }, _) = self {
            Some(*kind)
        } else if let Self::ChangeSettings(patch) = self {
            patch.game
        } else {
            None
        }
    }

    /// Whether it starts a game: a board that is stored permanently.
    #[must_use]
    pub fn begins_a_game(&self) -> bool {
        self.spec().begins_a_game
    }

    /// Whether it only shows something and changes nothing.
    #[must_use]
    pub fn is_question(&self) -> bool {
        self.spec().is_question
    }

    /// Whether it needs a body, so that a carrier should ask for one.
    #[must_use]
    pub fn wants_body(&self) -> bool {
        self.spec().wants_body
    }
}

// Things that fall due without a command: boards, seeks, absences, puzzles by email.

/// Something to look at because its time has come.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Due {
    /// A board on which a reminder or the deadline may be due.
    Board(BoardId),
    /// A user whose absence may have ended.
    Absence(Userid),
    /// A user to whom the puzzles of the day may have to be emailed.
    Puzzles(Userid),
    /// A seek of which the computer may have to take a game.
    Seek {
        /// The game.
        kind: GameKind,
        /// The seek's number.
        number: u32,
        /// The user who seeks.
        user: Userid,
    },
}

impl Due {
    /// The state to load before deciding it.
    #[must_use]
    pub fn needs(&self) -> Needs {
        match self {
            Self::Board(board) => Needs { boards: [*board].into(), ..Needs::default() },
            Self::Puzzles(user) => Needs { users: [user.clone()].into(), ..Needs::default() },
            Self::Absence(user) => Needs {
                users: [user.clone()].into(),
                listed: vec![BoardFilter {
                    kind: None,
                    player: Some(user.clone()),
                    running: true,
                    ended_since: None::<Timestamp>,
                }],
                ..Needs::default()
            },
            Self::Seek { kind, number, user } => Needs {
                users: computer_accounts().chain([user.clone()]).collect(),
                seeks: [*kind].into(),
                offspring: Some((*kind, Origin::Seek(*number))),
                new_board: Some(*kind),
                whole: vec![BoardFilter {
                    kind: None,
                    player: Some(user.clone()),
                    running: true,
                    ended_since: None::<Timestamp>,
                }],
                ..Needs::default()
            },
        }
    }
}

// Emails that users get without asking for each one: how to stop and resume them.

/// Subscription that can be cancelled with one click or one email.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
pub enum Subscription {
    /// All email about one board, or the turns of one that the user only watches.
    Board(BoardId),
    /// The turns of all boards of a game, and the emails at their ends.
    Game(GameKind),
    /// The news.
    News,
    /// All email about the boards that the user plays on, except new boards and reminders.
    Turns,
    /// Reminders that it is the user's turn.
    Reminders,
    /// Messages of other users.
    Letters,
    /// The puzzle of the day of a game.
    Puzzles(GameKind),
    /// Every email that is not an answer to one of the user's own, until they subscribe to
    /// something again.
    Everything,
}

/// What determines the subscription of a message that was not requested.
#[derive(Debug, Clone, Copy)]
pub struct Notification<'a> {
    /// What it is.
    pub kind: &'a MessageKind,
    /// The board that it is about.
    pub board: Option<BoardId>,
    /// Whether the user plays on that board.
    pub plays: bool,
}

impl Notification<'_> {
    /// Whether its user has stopped such emails. News and watched boards are not even written for
    /// users who stopped them.
    #[must_use]
    pub fn is_stopped_by(&self, user: &User) -> bool {
        let UserSettings { turn_mail, reminders, letters, .. } = user.settings;
        match (self.board, self.kind) {
            (Some(board), _) if user.muted.contains(&board) => true,
            (Some(_), MessageKind::Reminder) => !reminders,
            (Some(_), MessageKind::NewBoard) => false,
            (Some(_), _) => self.plays && !turn_mail,
            (None, MessageKind::Letter(_)) => !letters,
            (None, _) => false,
        }
    }
}

impl Subscription {
    /// The subscription to which a message to a user belongs; one click in its email stops that.
    #[must_use]
    pub fn of(notice: Notification<'_>, user: &User) -> Self {
        match (notice.board, notice.kind) {
            (Some(_), MessageKind::Reminder) => Self::Reminders,
            (Some(board), _) if notice.plays => Self::Board(board),
            (Some(board), _) if watches_all(user, board.kind) => Self::Game(board.kind),
            (Some(board), _) => Self::Board(board),
            (None, MessageKind::News(_)) => Self::News,
            (None, MessageKind::Letter(_)) => Self::Letters,
            (None, _) => Self::Everything,
        }
    }

    /// The state that has to be loaded before it is stopped for a user.
    #[must_use]
    pub fn needs(self, user: &Userid) -> Needs {
        let boards = self.board().into_iter().collect();
        Needs { users: [user.clone()].into(), boards, ..Needs::default() }
    }

    /// The board that it is about, if it is about one.
    pub(crate) const fn board(self) -> Option<BoardId> {
        match self {
            Self::Board(board) => Some(board),
            Self::Game(_)
            | Self::News
            | Self::Turns
            | Self::Reminders
            | Self::Letters
            | Self::Puzzles(_)
            | Self::Everything => None,
        }
    }

    /// Whether the user has chosen to get none of it.
    #[must_use]
    pub fn is_stopped(self, state: &State, user: &User) -> bool {
        match self {
            Self::Board(board) => match state.boards.get(&board) {
                Some(record) if record.seat_of(&user.id).is_some() => user.muted.contains(&board),
                Some(record) => !record.subscribers.contains(&user.id),
                None => true,
            },
            Self::Game(kind) => !watches_all(user, kind),
            Self::News => !user.settings.news,
            Self::Turns => !user.settings.turn_mail,
            Self::Reminders => !user.settings.reminders,
            Self::Letters => !user.settings.letters,
            Self::Puzzles(kind) => user.settings.game(kind).puzzles.is_none(),
            Self::Everything => user.settings.quiet,
        }
    }

    /// Whether a button can resume it. For the boards of a game it is not known which were wanted,
    /// and for puzzles not how often.
    #[must_use]
    pub const fn comes_again(self) -> bool {
        !matches!(self, Self::Game(_) | Self::Puzzles(_))
    }

    /// Its name, in words.
    #[must_use]
    pub fn what(self, state: &State, user: &Userid) -> String {
        match self {
            Self::Board(board) if is_played(state, board, user) => {
                format!("email about {board}, including reminders")
            }
            Self::Board(board) => format!("every turn of {board} by email"),
            Self::Game(kind) => {
                format!("turns and results of all games of {} by email", kind.title())
            }
            Self::News => "the news by email".to_owned(),
            Self::Turns => {
                format!("email about turns, offers, chat and results in the games of {user}")
            }
            Self::Reminders => "reminders when a turn is waiting for a long time".to_owned(),
            Self::Letters => "messages from other users by email".to_owned(),
            Self::Puzzles(kind) => format!("the puzzle of the day of {} by email", kind.title()),
            Self::Everything => {
                "email about turns and new games, reminders, messages, news and puzzles".to_owned()
            }
        }
    }

    /// A warning of consequences that a user might not think of; `None` where nothing is lost.
    #[must_use]
    pub fn warning(self, state: &State, user: &Userid) -> Option<&'static str> {
        let matters = match self {
            Self::Board(board) => is_played(state, board, user),
            Self::Turns | Self::Reminders | Self::Everything => true,
            Self::Game(_) | Self::News | Self::Letters | Self::Puzzles(_) => false,
        };
        matters.then_some(
            "Games and their clocks continue without it: a player who does not move in time loses. \
             The site shows whose turn it is.",
        )
    }

    /// The commands that resume it.
    #[must_use]
    pub fn commands(self, user: &Userid) -> String {
        match self {
            Self::Board(BoardId { kind, number }) => {
                format!("{kind} subscribe {number} {user} password")
            }
            Self::Game(kind) => {
                format!("{kind} subscribe all {user} password\n  {kind} notify {user} password on")
            }
            Self::News => format!("news {user} password on"),
            Self::Turns => format!("ankor set {user} password turnmail=on"),
            Self::Reminders => format!("ankor set {user} password reminders=on"),
            Self::Letters => format!("ankor set {user} password letters=on"),
            Self::Puzzles(kind) => format!("{kind} set {user} password puzzles=daily"),
            Self::Everything => format!("ankor set {user} password mail=each"),
        }
    }
}

fn watches_all(user: &User, kind: GameKind) -> bool {
    let choices = user.settings.game(kind);
    choices.watches || choices.notify
}

pub(crate) fn is_played(state: &State, board: BoardId, user: &Userid) -> bool {
    state.boards.get(&board).is_some_and(|record| record.seat_of(user).is_some())
}

// Changes that need a link: requested by email or with a command password, they are made only when
// the user presses a button on the linked page. Most change an account.

/// A change that waits for a user's confirmation: of their account, or a challenge in their name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountChange {
    /// More email addresses.
    AddAddresses(Vec<Address>),
    /// Other email addresses.
    Addresses(Vec<Address>),
    /// Another command password.
    Password(PasswordHash),
    /// The end of the account.
    Delete,
    /// Away until they sign on again.
    Signoff,
    /// Back.
    Signon,
    /// A challenge in the user's name, and its text.
    Challenge(Box<Action>, Option<String>),
}

impl AccountChange {
    /// The question on the page and in the message, after "Should" and before the question mark.
    #[must_use]
    pub fn question(&self, user: &Userid) -> String {
        match self {
            Self::AddAddresses(new) => format!("email for {user} also go to {}", listed(new)),
            Self::Addresses(new) => format!("email for {user} go only to {}", listed(new)),
            Self::Password(_) => format!("{user} get the new command password"),
            Self::Delete => format!("the account {user} be deleted and its games be resigned"),
            Self::Signoff => format!("{user} be signed off"),
            Self::Signon => format!("{user} be signed on"),
            Self::Challenge(action, _) => {
                format!("{user} challenge with `{}`", action.line(None))
            }
        }
    }

    /// Its title, for a page or the subject of a message.
    #[must_use]
    pub fn title(&self, user: &Userid) -> String {
        match self {
            Self::Challenge(..) => format!("Does {user} challenge?"),
            Self::AddAddresses(_)
            | Self::Addresses(_)
            | Self::Password(_)
            | Self::Delete
            | Self::Signoff
            | Self::Signon => {
                format!("Should the account {user} be changed?")
            }
        }
    }

    /// Its name and its detail, as a store keeps them.
    ///
    /// ```
    /// use carrick_service::AccountChange;
    /// assert_eq!(AccountChange::Delete.as_stored(), ("delete", String::new()));
    /// let change = AccountChange::AddAddresses(vec!["ann@example.org".parse()?]);
    /// let (name, detail) = change.as_stored();
    /// assert_eq!(AccountChange::from_stored(name, &detail), Some(change));
    /// # Ok::<(), carrick_service::AddressError>(())
    /// ```
    #[must_use]
    pub fn as_stored(&self) -> (&'static str, String) {
        let spaced =
            |all: &[Address]| all.iter().map(Address::as_str).collect::<Vec<_>>().join(" ");
        match self {
            Self::AddAddresses(new) => ("add", spaced(new)),
            Self::Addresses(new) => ("addresses", spaced(new)),
            Self::Password(hash) => ("password", hash.as_stored().to_owned()),
            Self::Delete => ("delete", String::new()),
            Self::Signoff => ("signoff", String::new()),
            Self::Signon => ("signon", String::new()),
            // The first line is the challenge; the lines below are its body.
            Self::Challenge(action, None) => ("challenge", action.line(None)),
            Self::Challenge(action, Some(words)) => {
                ("challenge", format!("{}\n{words}", action.line(None)))
            }
        }
    }

    /// The change that was stored in this way; `None` when there is none.
    #[must_use]
    pub fn from_stored(name: &str, detail: &str) -> Option<Self> {
        let addresses =
            || -> Option<Vec<Address>> { detail.split(' ').map(|one| one.parse().ok()).collect() };
        Some(match name {
            "add" => Self::AddAddresses(addresses()?),
            "addresses" => Self::Addresses(addresses()?),
            "password" => Self::Password(PasswordHash::from_stored(detail.to_owned())),
            "delete" => Self::Delete,
            "signoff" => Self::Signoff,
            "signon" => Self::Signon,
            "challenge" => {
                let (line, words) = match detail.split_once('\n') {
                    Some((line, words)) => (line, Some(words.to_owned())),
                    None => (detail, None),
                };
                Self::Challenge(Box::new(command::parse(line).ok()?.action), words)
            }
            _ => return None,
        })
    }

    /// The state that has to be loaded before it is made.
    #[must_use]
    pub fn needs(&self, user: &Userid, now: Timestamp) -> Needs {
        match self.request(user) {
            Some(request) => request.needs(now),
            None => Needs { users: [user.clone()].into(), ..Needs::default() },
        }
    }

    /// The request that makes it, from the user; `None` for a password, which is already a hash.
    pub(crate) fn request(&self, user: &Userid) -> Option<Request> {
        let (action, body) = match self {
            Self::AddAddresses(new) => (Action::AddAddresses(new.clone()), None),
            Self::Addresses(new) => (Action::ChangeAddresses(new.clone()), None),
            Self::Password(_) => return None,
            Self::Delete => (Action::Delete, None),
            Self::Signoff => (Action::Signoff, None),
            Self::Signon => (Action::Signon, None),
            Self::Challenge(action, words) => ((**action).clone(), words.clone()),
        };
        Some(Request { body, ..Request::by(user.clone(), action) })
    }
}

fn listed(addresses: &[Address]) -> String {
    let addresses: Vec<&str> = addresses.iter().map(Address::as_str).collect();
    crate::people::and(&addresses)
}

// Puzzles of the day by mail, and answers to them.

/// A puzzle of a day in an email, as far as it was solved when the email was written. An answer to
/// the email is about this puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
pub struct MailedPuzzle {
    /// The game.
    pub kind: GameKind,
    /// Number of the puzzle.
    pub number: u32,
    /// The day that it is of, counted from 1970-01-01.
    pub day: u32,
    /// Number of turns that were found.
    pub found: u32,
}

impl MailedPuzzle {
    /// The puzzle of a day; `None` where the game has no puzzles.
    #[must_use]
    pub fn of_day(kind: GameKind, day: u32) -> Option<Self> {
        let number = Collection::of(kind).of_day(day)?.number;
        Some(Self { kind, number, day, found: 0 })
    }

    /// The puzzle; `None` if there is none with this number.
    #[must_use]
    pub fn puzzle(self) -> Option<&'static Puzzle> {
        Collection::of(self.kind).get(self.number)
    }

    /// Whether it can still be answered: its day has not ended in the solver's time zone or in UTC,
    /// which the pages use.
    ///
    /// ```
    /// use carrick_games::GameKind;
    /// use carrick_service::{MailedPuzzle, Zone, day};
    /// let new_york: Zone = "America/New_York".parse()?;
    /// let day = day::day_named("2026-11-24").unwrap();
    /// let mailed = MailedPuzzle::of_day(GameKind::Boche, day).unwrap();
    /// for (at, open) in [("2026-11-25T04:59:00Z", true), ("2026-11-25T05:00:00Z", false)] {
    ///     assert_eq!(mailed.is_open(&new_york, at.parse().unwrap()), open, "{at}");
    /// }
    /// # Ok::<(), carrick_service::ZoneError>(())
    /// ```
    #[must_use]
    pub fn is_open(self, zone: &Zone, now: Timestamp) -> bool {
        self.day >= zone.day(now).min(day::day_of(now))
    }

    /// The state that has to be loaded before an answer of a user is decided.
    #[must_use]
    pub fn needs(self, user: &Userid) -> Needs {
        Needs {
            users: [user.clone()].into(),
            puzzle: Some((user.clone(), self.kind, self.number)),
            ..Needs::default()
        }
    }
}

/// An answer to the email with a puzzle.
#[derive(Debug, Clone)]
pub enum PuzzleReply {
    /// A turn, judged.
    Turn(Answer),
    /// The solver wants to see the solution.
    GiveUp,
    /// Neither.
    Unclear(Refusal),
}
