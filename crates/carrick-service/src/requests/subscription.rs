//! Mails that users get without having asked for each: how they are stopped, and how they come
//! again.

use carrick_games::GameKind;

use crate::people::{BoardId, UserSettings, Userid};
use crate::state::{Needs, State, User};

/// How the Subject of a reminder begins.
pub(crate) const REMINDER: &str = "Nag: ";
/// Beginning of the Subject of a message from another user.
pub(crate) const LETTER: &str = "Message from ";
/// How the Subject about a new board begins.
pub(crate) const NEW_BOARD: &str = "New ";

/// Subscription that can be left with one click, or with one mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subscription {
    /// All mail about one board, or the turns of one that the user only watches.
    Board(BoardId),
    /// The turns of all boards of a game, and the mails at their ends.
    Game(GameKind),
    /// The news.
    News,
    /// All mail about the boards that the user plays on, but for new boards and reminders.
    Turns,
    /// Reminders of a turn that waits.
    Reminders,
    /// Messages of other users.
    Letters,
    /// The puzzle of the day of a game.
    Puzzles(GameKind),
    /// Every mail that is no answer to one of the user's own, until they subscribe to something
    /// again.
    Everything,
}

/// A message that nobody asked for, as far as it matters to which subscription it belongs.
#[derive(Debug, Clone, Copy)]
pub struct Notice<'a> {
    /// One line.
    pub subject: &'a str,
    /// The board that it is about.
    pub board: Option<BoardId>,
    /// Whether the user plays on that board.
    pub plays: bool,
    /// Whether it brings news that somebody broadcast.
    pub news: bool,
}

impl Notice<'_> {
    /// Whether its user has stopped mails such as this one. News and boards that are only watched
    /// are not written to those who stopped them.
    #[must_use]
    pub fn is_stopped_by(&self, user: &User) -> bool {
        let UserSettings { turn_mail, reminders, letters, .. } = user.settings;
        match self.board {
            Some(board) if user.muted.contains(&board) => true,
            Some(_) if self.subject.starts_with(REMINDER) => !reminders,
            Some(_) if self.subject.starts_with(NEW_BOARD) => false,
            Some(_) => self.plays && !turn_mail,
            None => !letters && self.is_letter(),
        }
    }

    fn is_letter(&self) -> bool {
        !self.news && self.subject.starts_with(LETTER)
    }
}

impl Subscription {
    /// To which a message belongs that goes to a user; one click on its mail stops that.
    #[must_use]
    pub fn of(notice: Notice<'_>, user: &User) -> Self {
        match notice.board {
            Some(_) if notice.subject.starts_with(REMINDER) => Self::Reminders,
            Some(board) if notice.plays => Self::Board(board),
            Some(board) if watches_all(user, board.kind) => Self::Game(board.kind),
            Some(board) => Self::Board(board),
            None if notice.news => Self::News,
            None if notice.is_letter() => Self::Letters,
            None => Self::Everything,
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

    /// Whether a user gets none of it, as far as this was their choice.
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

    /// Whether a button can bring it again: of a game's boards it is not known which were wanted,
    /// and of puzzles not how often.
    #[must_use]
    pub const fn comes_again(self) -> bool {
        !matches!(self, Self::Game(_) | Self::Puzzles(_))
    }

    /// Its name, in words.
    #[must_use]
    pub fn what(self, state: &State, user: &Userid) -> String {
        match self {
            Self::Board(board) if is_played(state, board, user) => {
                format!("mail about {board}, reminders included")
            }
            Self::Board(board) => format!("every turn of {board} by mail"),
            Self::Game(kind) => format!("turns and ends of all games of {} by mail", kind.title()),
            Self::News => "the news by mail".to_owned(),
            Self::Turns => {
                format!("mail about turns, offers, words and results on the boards of {user}")
            }
            Self::Reminders => "reminders when a turn waits for long".to_owned(),
            Self::Letters => "by mail what other users write".to_owned(),
            Self::Puzzles(kind) => format!("the puzzle of the day of {} by mail", kind.title()),
            Self::Everything => {
                "mail about turns and new boards, reminders, messages, news, puzzles".to_owned()
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
            "Games go on without it, and so do their clocks: a player who does not move in time loses. \
             The site shows whose turn it is.",
        )
    }

    /// The commands that bring it again.
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
