//! The rules of the server as pure functions: a command is decided from the state it needs.
//!
//! A text becomes an [`Action`] ([`command::parse`]); a [`Request`] says which state it [`Needs`];
//! the store loads that [`State`]; [`decide()`] returns the [`Event`]s that happened and the
//! [`Message`]s to send. Nothing here reads a clock, draws a random number or touches SQL, sockets
//! or files.
//!
//! | module | its contents |
//! |---|---|
//! | `people` | names, passwords, time zones, absences, settings |
//! | `state` | users, boards, seeks, ratings as plain data; which of it to load |
//! | `command` | the command language: parsing, printing, usage |
//! | `refusal` | why a request is refused |
//! | `requests` | requests: an action with its sender, a confirmed link, something due |
//! | `effects` | events and messages |
//! | `about` | what a message is, and what its text shows |
//! | `playing` | a board in play: game, clocks, conditional moves, ratings |
//! | `reply` | the texts of answers and emails |
//! | `help` | the pages of help |
//! | `exchange` | records of games in and out |
//! | `decide` | the decisions |

mod about;
pub mod command;
mod decide;
mod effects;
pub mod exchange;
pub mod help;
mod people;
mod playing;
mod refusal;
mod reply;
mod requests;
mod state;

pub use about::{About, Drawing, MessageKind, Start};
pub use command::{
    Action, BoardAction, Credential, GameAction, HelpTopic, Move, PlyRef, Selector, SyntaxError,
    TypedCommand,
};
pub use decide::{
    AdminAction, Declinable, LINKS_A_DAY, MOST_REMARKS, answer_refusal, decide, decide_admin,
    decide_again, decide_answer, decide_change, decide_decline, decide_due, decide_guest,
    decide_hint, decide_puzzle, decide_reopen, decide_stop, decide_untyped, decline_request,
    may_talk, one_more_may_wait, reopen_needs, with_board_below,
};
pub use effects::{
    Addressee, BoardEvent, Decision, Event, Link, MAX_COMMANDS, Message, UserEvent, commands_in,
    in_line,
};
pub use people::{
    Absence, AbsenceKind, Address, AddressError, Appearance, BoardId, BoardIdError, BoardSize,
    BoardView, ComputerLevel, ComputerLevelError, GUEST, GameSettings, IsComputer, Look, Mailing,
    NoSuchValue, Password, PasswordError, PasswordHash, Pictures, PuzzleMail, Remarks, Scope,
    Scopes, SettingValues, SettingsPatch, Theme, UnknownAppearance, UnknownScope, UserSetting,
    UserSettings, Userid, UseridError, Zone, ZoneError, computer_level, day, hashing,
    must_be_a_person,
};
pub use playing::{
    Clock, ComputerTask, EngineUse, FinishedGame, Practice, Replay, is_of_game, plays_alone,
    rate_solver, running_game_of, solve,
};
pub use refusal::{
    AfterEnd, EngineHelp, EngineWork, NoLetters, NotPaired, QueueShare, Refusal, Speech, Stock,
    UserRole, Way,
};
pub use requests::{
    AccountChange, Due, Evidence, Keeps, MailedPuzzle, Notification, PuzzleReply, Registration,
    Request, Sender, Subscription,
};
pub use state::{
    AskedHint, BELIEVED_AFTER, BoardFilter, BoardRecord, BoardSummary, DoneReview, Ended, Ending,
    Expired, Fallen, HintNow, LISTED, Latest, Letter, Needs, Offer, OfferKind, Origin, Outage,
    Outages, Plans, PlayedTurns, PuzzleSchedule, PuzzleStanding, PuzzleStep, PuzzleTried,
    PuzzleTry, PuzzleTurn, QueueNow, RatingChange, RatingRecord, Readers, ReviewNow,
    ReviewUnderWay, SeatResult, Seek, StandIn, State, Stocks, Terms, TurnRecord, Undone, User,
    UserAddress, hints_told,
};
