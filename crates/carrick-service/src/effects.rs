//! Effects of a decision: events, which the store writes, and messages, which are sent.

use carrick_coach::hint::{Hint, Step};
use carrick_coach::review::Times;
use carrick_games::Seat;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::about::{About, Text};
use crate::people::{Absence, Address, BoardId, PasswordHash, UserSettings, Userid};
use crate::refusal::{Refusal, Stock};
use crate::requests::{AccountChange, Keeps, MailedPuzzle, Subscription};
use crate::state::{
    BoardRecord, Ended, Expired, Letter, Offer, Plans, PuzzleSchedule, PuzzleTried, RatingChange,
    Seek, TurnRecord, User, UserAddress,
};

// Decision of a command: its events and messages.

/// The effects of a command, and all messages about it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Decision {
    /// Changes of the state; none when the command was refused or was a question.
    pub events: Vec<Event>,
    /// Messages to the sender, who is always answered, and to users.
    pub messages: Vec<Message>,
    /// Why the command was refused, if it was.
    pub refusal: Option<Refusal>,
}

impl Decision {
    /// Number of turns it plays.
    #[must_use]
    pub fn turns(&self) -> u32 {
        let is_turn =
            |event: &&Event| matches!(event, Event::Board(_, BoardEvent::TurnPlayed { .. }));
        self.events.iter().filter(is_turn).count() as u32
    }
}

// Events: changes of the state. `State::apply` says what each does to the
// state in memory, and the store writes them; nothing else changes either.

/// One change of the state.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// An account was made.
    UserJoined(User),
    /// An account changed.
    User(Userid, UserEvent),
    /// A board was opened, with the number that [`State::next_number`](crate::State) named.
    BoardOpened {
        /// The board, on which nothing has happened yet.
        board: Box<BoardRecord>,
        /// The seat to move.
        to_move: Seat,
    },
    /// An event on a board.
    Board(BoardId, BoardEvent),
    /// A seek was made, or changed the number of games that are left. Its number is the one that
    /// [`State::seeks`](crate::State) named, or that of an open seek of the same game.
    SeekSet(Seek),
    /// A user wrote to others, but not on a board.
    LetterWritten(Letter),
}

/// A change of a board.
#[derive(Debug, Clone, PartialEq)]
pub enum BoardEvent {
    /// A turn was played. It withdraws every offer, forgets a rejected one, and forgets the turn
    /// that was submitted.
    TurnPlayed {
        /// The turn's number, counted from 1; the store refuses a second turn of that number.
        ply: u32,
        /// The turn.
        turn: TurnRecord,
        /// The seat to move now; `None` when the turn ended the game.
        to_move: Option<Seat>,
    },
    /// Turns were taken back. That withdraws every offer and forgets all plans.
    TurnsUndone {
        /// The seat whose turn is taken back, with all later turns.
        by: Seat,
        /// How many turns are left; the player in that seat is to move.
        ply: u32,
    },
    /// The player to whom the game was offered has accepted it. The current turn starts.
    Accepted {
        /// The seat to move.
        to_move: Option<Seat>,
    },
    /// An offer was made.
    OfferMade(Offer),
    /// The open offer was rejected.
    OfferRejected,
    /// The players' plans changed; these are the new ones.
    PlansChanged(Plans),
    /// A player's time ran out, which ends the game. Its plans and its offer are kept in case it is
    /// reopened.
    Expired(Expired),
    /// A game that had run out of time was reopened. Its turn starts again, and its changes of
    /// ratings are undone.
    Reopened {
        /// The seat to move.
        to_move: Seat,
        /// The offer and the plans.
        expired: Expired,
    },
    /// The game ended. That withdraws every offer and forgets all plans.
    Ended(Ended),
    /// The finished game changed a rating.
    RatingChanged {
        /// Whose.
        user: Userid,
        /// In which seat.
        seat: Seat,
        /// The rating before and after.
        change: RatingChange,
    },
    /// A player said something, with a turn or without.
    Said {
        /// The user.
        user: Userid,
        /// The words: lines ended by line feeds, no control characters.
        text: String,
    },
    /// An operator deleted the remark of this number, counted from 1. Its place stays, so that the
    /// others keep theirs.
    RemarkDeleted(u32),
    /// A user subscribed to the board or unsubscribed.
    SubscriptionSet {
        /// The user.
        user: Userid,
        /// Whether they are now a subscriber.
        on: bool,
    },
    /// Nothing is due on the board before this moment: the next reminder or the deadline. A change
    /// of a player's absence may bring it forward, so the store then asks again.
    Scheduled(Timestamp),
    /// The player to move was reminded; the number of reminders for this turn.
    Nagged(u16),
    /// The computer has a new task, which replaces any earlier one.
    JobMade {
        /// The user who waits for it.
        opponent: Userid,
        /// Longest time that it is expected to take, in milliseconds.
        cost_ms: u32,
    },
    /// The computer no longer has a task.
    JobGone,
    /// The finished game is to be reviewed.
    ReviewAsked {
        /// The share of time that the review gets.
        times: Times,
        /// The user who asks; `None` for a game that is reviewed automatically.
        asker: Option<Userid>,
    },
    /// The first hint was asked for in a position, which marks the game.
    HintAsked {
        /// The generation of the board.
        generation: u32,
        /// The player.
        asker: Userid,
        /// Whether to email the hint when it is found.
        mailed: bool,
    },
    /// The hint that was asked for in a position is found.
    HintFound {
        /// The generation of the board.
        generation: u32,
        /// The hint.
        hint: Hint,
    },
    /// A hint was given up to a step.
    HintTold {
        /// The generation of the board.
        generation: u32,
        /// The step.
        step: Step,
    },
}

/// A change of an account.
#[derive(Debug, Clone, PartialEq)]
pub enum UserEvent {
    /// The command password was changed.
    PasswordChanged {
        /// The new password's hash.
        password: PasswordHash,
        /// Other sessions and tokens that stay valid.
        keeps: Keeps,
    },
    /// The user asked at this moment for a link to set a new password. A change of the password
    /// clears it.
    ResetAsked(Timestamp),
    /// An absence started, changed or ended; its start identifies it.
    AbsenceSet(Absence),
    /// The email addresses were replaced; this is the new list.
    AddressesSet(Vec<UserAddress>),
    /// The settings changed; these are the new ones.
    SettingsChanged(Box<UserSettings>),
    /// The user stopped email about a board, or resumed it.
    MuteSet {
        /// About which board.
        board: BoardId,
        /// Whether none comes now.
        on: bool,
    },
    /// The user blocked or unblocked another user.
    BlockSet {
        /// The user.
        other: Userid,
        /// Whether the other user is now blocked.
        on: bool,
    },
    /// The user tried a turn at a puzzle, and it changed what is kept of that.
    PuzzleTried(PuzzleTried),
    /// The puzzles of the day are emailed at another time, or no longer.
    PuzzlesScheduled(PuzzleSchedule),
    /// An operator made the user an operator, or revoked that.
    OperatorSet(bool),
    /// An operator suspended the account at this moment, which ends its sessions, or restored it.
    SuspensionSet(Option<Timestamp>),
    /// An operator signed the user out everywhere.
    SessionsEnded,
    /// An operator removed a second factor that its owner has lost.
    SecondFactorRemoved,
    /// An operator gave the user this unused name. No one else can take the former one.
    Renamed(Userid),
    /// The account was deleted at this moment: its name stays, so that no one else can take it; its
    /// password, addresses and choices are erased.
    Deleted(Timestamp),
}

impl Event {
    /// The board that it changes.
    #[must_use]
    pub fn board(&self) -> Option<BoardId> {
        match self {
            Self::BoardOpened { board, .. } => Some(board.id),
            Self::Board(board, _) => Some(*board),
            Self::UserJoined(_) | Self::User(..) | Self::SeekSet(_) | Self::LetterWritten(_) => {
                None
            }
        }
    }
}

impl BoardEvent {
    /// Whether the board's page shows it to everyone; not what is private to one player.
    #[must_use]
    pub const fn is_seen(&self) -> bool {
        matches!(
            self,
            Self::TurnPlayed { .. }
                | Self::TurnsUndone { .. }
                | Self::Accepted { .. }
                | Self::OfferMade(_)
                | Self::OfferRejected
                | Self::Reopened { .. }
                | Self::Ended(_)
                | Self::Said { .. }
                | Self::RemarkDeleted(_)
                | Self::ReviewAsked { .. }
                | Self::HintAsked { .. }
                | Self::HintFound { .. }
                | Self::HintTold { .. }
        )
    }
}

// Messages of the server, and their addressees.

/// Addressee of a message.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Addressee {
    /// The sender of the command: an address, a terminal, perhaps no user at all.
    Sender,
    /// A user.
    User(Userid),
    /// A user who only watches or reads the news, and gets at most an email. There may be many, all
    /// with the same text.
    Listener(Userid),
}

impl Addressee {
    /// The user, unless it is the sender.
    #[must_use]
    pub const fn user(&self) -> Option<&Userid> {
        match self {
            Self::Sender => None,
            Self::User(user) | Self::Listener(user) => Some(user),
        }
    }
}

/// A link that is added to a message when it is sent, or a reply address. It is secret, so only its
/// effect is stored: it is derived when the message is sent, from a key that is not in any table.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub enum Link {
    /// Sets new passwords: for commands, for the web, or both.
    Reset,
    /// Confirms that this address is the user's.
    #[serde(skip)]
    Confirm(Address),
    /// Changes the user's account, once.
    #[serde(skip)]
    Change(AccountChange),
    /// Resumes emails that were stopped.
    Again(Subscription),
    /// Resigns on the message's board, if the reply confirms it.
    Resign,
    /// Plays the turn of a puzzle; only in emails to a user whose address is known.
    Puzzle(MailedPuzzle),
}

impl Link {
    /// Whether it is the message's reply address, not a link at its end.
    #[must_use]
    pub const fn is_answer(&self) -> bool {
        matches!(self, Self::Resign | Self::Puzzle(_))
    }
}

/// One message: subject and plain text, without secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Its addressee.
    pub to: Addressee,
    /// One line.
    pub subject: String,
    /// Lines ended by line feeds.
    pub text: String,
    /// The board it is about; all messages about a board are one thread.
    pub board: Option<BoardId>,
    /// The link at its end, or its reply address. Such a message goes only to the user's confirmed
    /// addresses, or to the one to be confirmed. The sender of the request does not see the link or
    /// learn that there is one.
    pub link: Option<Link>,
    /// What it is, and what its text shows.
    pub about: About,
}

impl Message {
    /// The message with its text below other words.
    pub(crate) fn below(self, words: &str) -> Self {
        let text = Text { words: self.text, about: self.about }.below(words);
        Self { text: text.words, about: text.about, ..self }
    }
}

// `multiple`: several commands in one body.
//
// Each line is a separate request: it sees the effects of the previous ones, and a refusal does not
// affect the others. A carrier handles them one after another, each as if it had come alone, in a
// separate transaction or savepoint.

/// The most commands in one body.
pub const MAX_COMMANDS: usize = 50;

/// The commands in a body, each with the number of its line; blank lines are skipped.
///
/// A line that is itself `multiple` is not unpacked, but refused as a command.
///
/// # Errors
/// When there is no command, or there are too many.
///
/// ```
/// let commands = carrick_service::commands_in(Some("list\n\n ankor show 101\n"))?;
/// assert_eq!(commands, [(1, "list"), (3, "ankor show 101")]);
/// # Ok::<(), carrick_service::Refusal>(())
/// ```
pub fn commands_in(body: Option<&str>) -> Result<Vec<(usize, &str)>, Refusal> {
    let lines = body.unwrap_or_default().lines().map(str::trim);
    let commands: Vec<_> = (1..).zip(lines).filter(|(_, line)| !line.is_empty()).collect();
    match commands.len() {
        0 => Err(Refusal::EmptyBody),
        count if count > MAX_COMMANDS => Err(Refusal::Full {
            what: Stock::Commands,
            count: u32::try_from(count).unwrap_or(u32::MAX),
            most: MAX_COMMANDS as u32,
        }),
        _ => Ok(commands),
    }
}

/// The decision on a command from a body; a refusal names its line.
#[must_use]
pub fn in_line(line: usize, mut decision: Decision) -> Decision {
    if decision.refusal.is_some() {
        for message in &mut decision.messages {
            message.text.insert_str(0, &format!("In line {line} of the body:\n"));
        }
    }
    decision
}
