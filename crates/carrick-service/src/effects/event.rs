//! Events: changes of the state. The store writes them; nothing else changes it.

use carrick_coach::hint::{Hint, Step};
use carrick_coach::review::Times;
use carrick_games::{GameKind, Seat};
use jiff::Timestamp;

use crate::people::{
    Absence, Appearance, BoardId, MailChoices, Mailing, PasswordHash, Userid, Zone,
};
use crate::requests::Keeps;
use crate::state::{
    BoardRecord, Choices, Display, Ended, Expired, Letter, Offer, Plans, PuzzleSchedule,
    PuzzleTried, RatingChange, Seek, TurnRecord, User, UserAddress,
};

/// One change of the state.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// An account was made.
    UserJoined(User),
    /// The command password was changed.
    PasswordChanged {
        /// Whose.
        user: Userid,
        /// The new password's hash.
        password: PasswordHash,
        /// Other sessions and tokens that stay good.
        keeps: Keeps,
    },
    /// A user asked for a link that sets a new password. A change of the password forgets it.
    ResetAsked {
        /// The user.
        user: Userid,
        /// When.
        at: Timestamp,
    },
    /// A challenge made a board, with the number that [`State::next_number`](crate::State) named.
    BoardOpened {
        /// The board, on which nothing has happened yet.
        board: Box<BoardRecord>,
        /// The seat to move.
        to_move: Seat,
    },
    /// A turn was played. It withdraws every offer, forgets a rejected one, and forgets the turn
    /// that was submitted.
    TurnPlayed {
        /// On which board.
        board: BoardId,
        /// The turn's number, counted from 1; the store refuses a second turn of that number.
        ply: u32,
        /// The turn.
        turn: TurnRecord,
        /// The seat to move now; `None` when the turn ended the game.
        to_move: Option<Seat>,
    },
    /// An offer was made.
    OfferMade {
        /// On which board.
        board: BoardId,
        /// The offer, with who makes it.
        offer: Offer,
    },
    /// The offer that waited was rejected.
    OfferRejected {
        /// On which board.
        board: BoardId,
    },
    /// The players' plans are others now.
    PlansChanged {
        /// On which board.
        board: BoardId,
        /// All plans on it.
        plans: Plans,
    },
    /// Turns were taken back. That withdraws every offer and forgets all plans.
    TurnsUndone {
        /// On which board.
        board: BoardId,
        /// Whose turn it was that is taken back, with all turns after it.
        by: Seat,
        /// How many turns are left; the player in that seat is to move.
        ply: u32,
    },
    /// A player's time ran out, which ends the game: its plans and its offer are kept, should it be
    /// reopened.
    BoardExpired {
        /// Which board.
        board: BoardId,
        /// The offer and the plans.
        expired: Expired,
    },
    /// A game that had ended by time goes on. Its turn begins again, and it has changed no rating.
    BoardReopened {
        /// Which board.
        board: BoardId,
        /// The seat to move.
        to_move: Seat,
        /// The offer and the plans.
        expired: Expired,
    },
    /// The game ended. That withdraws every offer and forgets all plans.
    BoardEnded {
        /// Which board.
        board: BoardId,
        /// How.
        ended: Ended,
    },
    /// A finished game changed a rating.
    RatingChanged {
        /// In which game.
        kind: GameKind,
        /// Whose.
        user: Userid,
        /// Through which board.
        board: BoardId,
        /// In which seat.
        seat: Seat,
        /// The rating before and after.
        change: RatingChange,
    },
    /// A player said something on a board, with a turn or without.
    Said {
        /// On which board.
        board: BoardId,
        /// The user.
        user: Userid,
        /// The words: lines ended by line feeds, no control characters.
        text: String,
    },
    /// Nothing is due on a board before this moment: the next reminder, or the deadline. An absence
    /// of one of its players may bring it forward, so the store then asks again.
    Scheduled {
        /// Which board.
        board: BoardId,
        /// When to look at it.
        due: Timestamp,
    },
    /// The player to move was reminded.
    Nagged {
        /// On which board.
        board: BoardId,
        /// How many reminders that makes for this turn.
        nags: u16,
    },
    /// An absence began, was changed, or is over; it is known by its beginning.
    AbsenceSet {
        /// Whose.
        user: Userid,
        /// As it is now.
        absence: Absence,
    },
    /// The mail addresses were replaced.
    AddressesSet {
        /// Whose.
        user: Userid,
        /// All of them now.
        addresses: Vec<UserAddress>,
    },
    /// The time zone was chosen.
    ZoneSet {
        /// Whose.
        user: Userid,
        /// Which.
        zone: Zone,
    },
    /// A user has chosen how pages and boards look to them.
    AppearanceSet {
        /// Whose.
        user: Userid,
        /// The choices.
        appearance: Appearance,
    },
    /// A user has chosen how mail comes that answers none of their own.
    MailingSet {
        /// Whose.
        user: Userid,
        /// How.
        mailing: Mailing,
    },
    /// Which kinds of mail a user gets was chosen.
    MailChoicesSet {
        /// Whose.
        user: Userid,
        /// Which.
        choices: MailChoices,
    },
    /// A player wants no mail about a board, or wants it again.
    MuteSet {
        /// The user.
        user: Userid,
        /// About which board.
        board: BoardId,
        /// Whether none comes now.
        on: bool,
    },
    /// The display of a game's boards was chosen.
    DisplaySet {
        /// Whose.
        user: Userid,
        /// Of which game.
        kind: GameKind,
        /// The new display.
        display: Display,
    },
    /// An account was deleted: its name stays, so that nobody else can take it; its password,
    /// addresses and choices are erased.
    UserDeleted {
        /// Whose.
        user: Userid,
        /// When.
        at: Timestamp,
    },
    /// The computer is asked for something on a board, in place of whatever it was asked there
    /// before.
    JobMade {
        /// On which board.
        board: BoardId,
        /// The opponent, who waits for it.
        opponent: Userid,
    },
    /// The computer is asked for nothing on a board any more.
    JobGone {
        /// On which board.
        board: BoardId,
    },
    /// A finished game is to be reviewed.
    ReviewAsked {
        /// On which board.
        board: BoardId,
        /// The share of time that the review gets.
        times: Times,
        /// The user who asks; `None` for a game that is reviewed without being asked for.
        asker: Option<Userid>,
    },
    /// A hint was asked for in a position in which none was: the game is marked so.
    HintAsked {
        /// On which board.
        board: BoardId,
        /// The generation of the board.
        generation: u32,
        /// The player.
        asker: Userid,
        /// Whether the hint is mailed when it is found.
        mailed: bool,
    },
    /// The hint that was asked for in a position is found.
    HintFound {
        /// On which board.
        board: BoardId,
        /// The generation of the board.
        generation: u32,
        /// The hint.
        hint: Hint,
    },
    /// A hint was told, up to a step.
    HintTold {
        /// On which board.
        board: BoardId,
        /// The generation of the board.
        generation: u32,
        /// The step.
        step: Step,
    },
    /// A user wrote to others, not on a board.
    LetterWritten(Letter),
    /// A user chose something in a game.
    ChoicesSet {
        /// The user.
        user: Userid,
        /// In which game.
        kind: GameKind,
        /// All their choices now.
        choices: Choices,
    },
    /// A user chose whether to read the news.
    NewsSet {
        /// The user.
        user: Userid,
        /// Whether.
        on: bool,
    },
    /// A user wants no mail that is no answer to their own, or wants it again.
    QuietSet {
        /// The user.
        user: Userid,
        /// Whether they want none.
        on: bool,
    },
    /// A user blocked another, or took that back.
    BlockSet {
        /// The user.
        user: Userid,
        /// Whom.
        other: Userid,
        /// Whether the other is blocked now.
        on: bool,
    },
    /// A user tried a turn at a puzzle, and it changed what is kept of that.
    PuzzleTried {
        /// The user.
        user: Userid,
        /// The change.
        tried: PuzzleTried,
    },
    /// The puzzles of the day are mailed to a user at another time, or no more.
    PuzzlesScheduled {
        /// The user.
        user: Userid,
        /// When.
        schedule: PuzzleSchedule,
    },
    /// A user subscribed to a board, or took that back.
    SubscriptionSet {
        /// The user.
        user: Userid,
        /// To which board.
        board: BoardId,
        /// Whether they are a subscriber now.
        on: bool,
    },
    /// An operator made somebody an operator, or took that back.
    OperatorSet {
        /// Whom.
        user: Userid,
        /// Whether they are one now.
        on: bool,
    },
    /// An operator suspended an account, which ends its sessions, or restored it.
    SuspensionSet {
        /// Whose.
        user: Userid,
        /// Since when; `None` when it is restored.
        since: Option<Timestamp>,
    },
    /// An operator deleted a remark on a board. Its place stays, so that the others keep theirs.
    RemarkDeleted {
        /// On which board.
        board: BoardId,
        /// Number of the remark, counted from 1.
        place: u32,
    },
    /// An operator signed somebody out everywhere.
    SessionsEnded {
        /// Whom.
        user: Userid,
    },
    /// An operator took away a second factor whose owner has lost it.
    SecondFactorRemoved {
        /// Whose.
        user: Userid,
    },
    /// An operator gave a user another name. Nobody else can take the former one.
    UserRenamed {
        /// The former name.
        user: Userid,
        /// The new one, which nobody has.
        to: Userid,
    },
    /// A seek was made, or changed the number of games that are left. Its number is the one that
    /// [`State::seeks`](crate::State) named, or that of an open seek of the same game.
    SeekSet(Seek),
}
