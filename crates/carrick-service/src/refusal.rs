//! Why a request is refused: an enum with the facts of the case.
//!
//! `reply::refusal` has its English for a command line and for mail. Pages have their own words for
//! the [way on](Way), and API clients get a [code](Refusal::code).

use std::borrow::Cow;
use std::fmt;

use carrick_games::{GameKind, Illegal, TurnError};
use jiff::SignedDuration;

use crate::command::SyntaxError;
use crate::decide::Declinable;
use crate::people::{BoardId, ComputerLevelError, IsComputer, Userid};
use crate::requests::Registration;
use crate::state::OfferKind;

/// Why a request was refused.
///
/// It holds only facts that its sender may read: numbers, boards, turns, the names of users who
/// exist. A left-out word must never push a password into an answer.
///
/// ```
/// use carrick_service::{BoardId, Refusal};
/// let refusal = Refusal::NoSuchBoard(BoardId { kind: "ankor".parse()?, number: 7 });
/// assert_eq!(refusal.code(), "no-such-board");
/// assert_eq!(
///     refusal.to_string(),
///     "There is no ankor board 7; `ankor games` lists the boards."
/// );
/// # Ok::<(), carrick_games::UnknownGame>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// A line that is not a command.
    Syntax(SyntaxError),
    /// A refusal of a front end, in its own words.
    InWords(Cow<'static, str>),
    /// The body of a `multiple` contains no command.
    EmptyBody,
    /// A `multiple` in the body of another.
    NestedMultiple,

    // Who asks.
    /// An operator has suspended the sender's account.
    Suspended,
    /// `-` stands for the password of a user other than the sender, who is this user.
    KnownAs(Userid),
    /// `-` stands for a password, and nothing shows who the sender is.
    PasswordNeeded,
    /// A userid and a password that do not match.
    WrongPassword,
    /// A userid does not exist.
    NoSuchUser(UserRole),
    /// There is no such user, in the words for an operator.
    NoSuchAccount(Userid),
    /// The account is one of the computer's.
    Computer(IsComputer),
    /// A change of an account without a confirmed address for the link.
    NoAddress,
    /// The account that an email went to was deleted.
    AccountDeleted,

    // Bounds.
    /// There are as many of something as are allowed.
    Full {
        /// What there is.
        what: Stock,
        /// Number of them, including the new ones if several come together.
        count: u32,
        /// Maximum number.
        most: u32,
    },
    /// Something was done as often as allowed.
    TooOften {
        /// What was done.
        what: Speech,
        /// Maximum number.
        most: u32,
    },
    /// Too much waits for an engine.
    QueueFull {
        /// The work that waits.
        work: EngineWork,
        /// Whose work is too much.
        whose: QueueShare,
        /// How much of that waits.
        waiting: u32,
        /// How much the new request counts as.
        cost: u32,
        /// Maximum of it.
        most: u32,
    },

    // A board and its turns.
    /// There is no such board.
    NoSuchBoard(BoardId),
    /// The record of a board holds no game.
    Damaged(BoardId),
    /// The sender plays on another board.
    NotYourBoard {
        /// The board.
        board: BoardId,
        /// Its players.
        players: [Userid; 2],
        /// Whether the sender asked for a rematch.
        is_rematch: bool,
    },
    /// The board has changed since its sender saw it.
    Changed(BoardId),
    /// The game is over.
    Over {
        /// The board.
        board: BoardId,
        /// Result, in a few words.
        result: String,
        /// Whether the sender asked to take a turn back.
        is_undo: bool,
    },
    /// The game is not over.
    NotOver {
        /// The board.
        board: BoardId,
        /// What has to wait for its end.
        wanted: AfterEnd,
    },
    /// It is the opponent's turn.
    NotYourTurn {
        /// The board.
        board: BoardId,
        /// Whose turn it is.
        opponent: Userid,
    },
    /// A turn on a board cannot be played.
    Turn {
        /// The board.
        board: BoardId,
        /// Why.
        reason: TurnError<Illegal>,
    },
    /// A turn in a line of previewed turns cannot be played.
    TriedTurn {
        /// Its number in the line; `None` when it is the only one.
        number: Option<usize>,
        /// Why.
        reason: TurnError<Illegal>,
    },
    /// A turn has a number that is not the next one.
    TurnNumber {
        /// The number.
        number: u32,
        /// The number of the next turn.
        next: u32,
    },
    /// A turn of this number was played and taken back, so this may be a late email.
    PerhapsLate(u32),
    /// A board has no position of that number.
    NoSuchPosition {
        /// The board.
        board: BoardId,
        /// Number of its turns.
        turns: u32,
    },
    /// A board has no turn of that number.
    NoSuchTurn {
        /// The board.
        board: BoardId,
        /// The number.
        turn: u32,
        /// Number of its turns.
        turns: usize,
    },
    /// No turn was played on the board.
    NoTurns(BoardId),

    // Offers.
    /// The opponent has rejected this offer before.
    Rejected {
        /// The offer.
        offer: OfferKind,
        /// Who rejected it.
        by: Userid,
    },
    /// There is no offer to answer.
    NoOffer {
        /// Who might have made one.
        opponent: Userid,
        /// Whether the sender accepts it.
        accepts: bool,
    },
    /// An offer of the opponent has not been answered.
    OfferWaits {
        /// The offer.
        offer: OfferKind,
        /// Who made it.
        by: Userid,
    },
    /// The sender has no turn that could be taken back.
    NothingToUndo(BoardId),
    /// The opponent has no turn that could be taken back.
    NothingToUndoOf(Userid),

    // Plans.
    /// A queue without turns.
    NoLine,
    /// The sender moves again before the opponent, so nothing can be queued.
    NothingToQueue,
    /// A queue of the player to move that begins with a turn of the opponent.
    QueueBeginsWithAnswer,
    /// The lines of a queue begin with different turns of the player to move.
    QueueBeginsDifferently,
    /// A queue has two answers to a turn.
    TwoAnswers(String),
    /// A queued turn is followed by another of the same player.
    MovesAgain {
        /// The line, counted from 1.
        line: usize,
        /// The turn in it, counted from 1.
        place: usize,
    },
    /// A turn cannot be queued.
    QueuedTurn {
        /// The line, counted from 1.
        line: usize,
        /// The turn in it, counted from 1.
        place: usize,
        /// Why.
        reason: TurnError<Illegal>,
    },
    /// No turn was submitted.
    NothingSubmitted {
        /// The board.
        board: BoardId,
        /// The sender.
        me: Userid,
    },

    // Engines.
    /// There are no hints on a board that is not for practice.
    NoHints {
        /// The board.
        board: BoardId,
        /// Whether the computer is the opponent, in a rated game.
        is_rated: bool,
    },
    /// The position belongs to a running game of the sender.
    BelongsToGame {
        /// That game.
        board: BoardId,
        /// What the engine was wanted for.
        wanted: EngineHelp,
    },
    /// A review is kept, and cannot be read.
    ReviewDamaged(BoardId),
    /// A shorter review of the board is being made.
    ShorterReview(BoardId),
    /// The computer has no such level.
    Level(ComputerLevelError),

    // Beginning a game.
    /// There is no game with these options.
    NoGame,
    /// The game is over after the given turns.
    OverAtOnce,
    /// The turns with which a game should start cannot be played.
    GivenDamaged,
    /// Nothing shows that the challenge comes from one of its players.
    UnprovedChallenge(GameKind),
    /// A challenge between others, by this user.
    ChallengeOfOthers(Userid),
    /// A game of one player against themselves.
    AgainstOneself,
    /// The opponent does not accept challenges from the sender.
    NoChallenges {
        /// The opponent.
        opponent: Userid,
        /// The game.
        kind: GameKind,
        /// The sender.
        me: Userid,
    },
    /// The sender has blocked the opponent.
    HaveBlocked {
        /// The opponent.
        opponent: Userid,
        /// The sender.
        me: Userid,
    },
    /// An operator has suspended the opponent.
    OpponentSuspended(Userid),
    /// The opponent has signed off.
    OpponentAway(Userid),
    /// An operator cannot start a game between two players.
    NotPaired {
        /// The player who is the reason.
        user: Userid,
        /// Why.
        why: NotPaired,
    },
    /// There is no such seek.
    NoSuchSeek {
        /// The game.
        kind: GameKind,
        /// The number.
        seek: u32,
    },
    /// The seek is the sender's own.
    OwnSeek {
        /// The game.
        kind: GameKind,
        /// The number.
        seek: u32,
        /// The sender.
        me: Userid,
    },
    /// The seek is for people, and the sender is the computer.
    PeopleOnly(u32),

    // Words for others.
    /// A command that needs a text has none.
    NoWords,
    /// Only the players may talk while the game is in play.
    OnlyPlayersTalk {
        /// The board.
        board: BoardId,
        /// Its players.
        players: [Userid; 2],
    },
    /// Only players and subscribers may talk on the board.
    OnlySubscribersTalk {
        /// The board.
        board: BoardId,
        /// The sender.
        me: Userid,
    },
    /// A user accepts no letters.
    NoLetters {
        /// The user.
        to: Userid,
        /// Why.
        why: NoLetters,
    },
    /// A message to oneself.
    LetterToOneself,
    /// Only operators write the news.
    OperatorsOnly,
    /// A user blocks themselves.
    BlocksOneself,
    /// The sender plays on the board, and gets its turns anyway.
    PlaysThere(BoardId),

    // Accounts.
    /// The server takes no new users.
    Registration(Registration),
    /// The name has an owner.
    NameTaken,
    /// The name is taken, in the words for an operator.
    NameTakenBy(Userid),
    /// The name is a command word.
    ReservedName,
    /// The name is reserved for guests, the computer or operators.
    ProtectedName,
    /// The new password has no hash.
    NotHashed,
    /// The vacation has already lasted longer.
    VacationPassed,
    /// There are too few days of vacation left.
    VacationUsedUp {
        /// How much is left.
        left: SignedDuration,
    },
    /// No day of vacation is left to sign off.
    NoDayLeft,

    // Links, emails, operators.
    /// A board cannot be declined.
    CannotDecline {
        /// The board.
        board: BoardId,
        /// Why the player cannot decline it.
        stands: Declinable,
    },
    /// The puzzle that an email shows no longer exists.
    NoSuchPuzzle {
        /// The game.
        kind: GameKind,
        /// The number.
        number: u32,
    },
    /// The turn of a puzzle cannot be played.
    PuzzleTurn(TurnError<Illegal>),
    /// There is no such board, in the words for an operator.
    NoBoardToOperate(BoardId),
    /// The game is in play, so it cannot be reopened.
    InPlay(BoardId),
    /// The game did not run out of time, so it cannot be reopened.
    NotByTime {
        /// The board.
        board: BoardId,
        /// Result and reason, in a few words.
        result: String,
    },
    /// A player has left, so the game cannot be reopened.
    HasLeft {
        /// The board.
        board: BoardId,
        /// The player.
        user: Userid,
    },
}

/// Role of a user who is named in a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UserRole {
    /// A player.
    Player,
    /// The player who moves first.
    FirstPlayer,
    /// The player who moves second.
    SecondPlayer,
    /// The opponent.
    OtherPlayer,
    /// The player who offers a game.
    Seeker,
    /// The recipient of a message.
    Recipient,
    /// A player to block.
    Blocked,
    /// One of several players, counted from 1.
    PlayerNumber(usize),
    /// One of several recipients of a message, counted from 1.
    RecipientNumber(usize),
}

/// Something of which there is a maximum number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stock {
    /// Seeks of the sender.
    Seeks {
        /// The game.
        kind: GameKind,
        /// The sender.
        me: Userid,
    },
    /// Seeks from the sender's network address.
    SeeksFromPlace,
    /// Boards of a game that the sender watches.
    Watched(GameKind),
    /// Boards of a game that are watched from the sender's network address.
    WatchedFromPlace(GameKind),
    /// Users whom the sender has blocked.
    Blocked(Userid),
    /// Remarks on a board.
    Remarks(BoardId),
    /// Email addresses of an account.
    Addresses,
    /// Readers of a text.
    Recipients,
    /// Characters of a text.
    Text,
    /// Commands in a body.
    Commands,
    /// Boards of the sender and this opponent that have not started.
    Unbegun(Userid),
    /// Boards of two players that have not started, in the words for an operator.
    UnbegunOf([Userid; 2]),
    /// Games from the sender's network address that wait for the first turn of an opponent.
    Unanswered {
        /// The opponent.
        opponent: Userid,
        /// The game.
        kind: GameKind,
    },
    /// Games in play, of all kinds, from the sender's network address.
    InPlayFromPlace,
    /// The sender's own limit of games at the same time.
    OwnBoards {
        /// The game.
        kind: GameKind,
        /// The sender.
        me: Userid,
    },
    /// The opponent's own limit of games at the same time.
    BoardsOf {
        /// The opponent.
        opponent: Userid,
        /// The game.
        kind: GameKind,
    },
    /// Games that one of the players plays.
    InPlay {
        /// The player.
        user: Userid,
        /// The game.
        kind: GameKind,
    },
}

/// Something that a user may say or cause to be sent a limited number of times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speech {
    /// Remarks on boards, in an hour.
    Remarks,
    /// Messages, in an hour.
    Letters,
    /// News, in a day.
    News,
    /// Questions whether an address is the user's, in a day.
    AddressesAsked,
}

/// Work that waits for an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineWork {
    /// Hints.
    Hints,
    /// Reviews.
    Reviews,
}

/// Whose requests fill a queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueueShare {
    /// The sender's.
    Yours,
    /// Those of the sender's network address.
    FromPlace,
    /// All requests.
    All,
}

/// What is possible only after the end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterEnd {
    /// A rematch.
    Rematch,
    /// Another try from one of its positions.
    Retry,
    /// A review.
    Review,
}

/// What an engine is wanted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineHelp {
    /// A game from a position.
    Game,
    /// A hint or another try.
    Hint,
    /// A review.
    Review,
}

/// Why an operator cannot start a game between two players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotPaired {
    /// The player has blocked the other.
    Blocks(Userid),
    /// The player does not accept challenges.
    NoChallenges(GameKind),
    /// The player is suspended.
    Suspended,
    /// The player has signed off.
    Away,
    /// The player has reached their own limit of games.
    AtLimit {
        /// The game.
        kind: GameKind,
        /// Number of boards.
        limit: u32,
    },
}

/// Why a user gets no messages from the sender.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoLetters {
    /// The user has blocked the sender.
    Blocked,
    /// The user is suspended.
    Suspended,
    /// The user is the computer.
    Computer,
}

/// What the sender of a refused request can do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Way {
    /// Make an account.
    SignUp,
    /// Look at what was typed, or make an account.
    CheckOrSignUp,
    /// Look at the boards of a game.
    ListGames(GameKind),
    /// Look at the open games.
    ListSeeks(GameKind),
    /// Look at a board.
    ShowBoard(BoardId),
    /// Challenge a player.
    Challenge(GameKind),
    /// Challenge on a page, by email from a confirmed address, or in another way that proves who
    /// the sender is.
    ProveChallenge(GameKind),
    /// Challenge in the name of this user.
    ChallengeAs(Userid),
    /// Ask for a rematch.
    Rematch(BoardId),
    /// Offer an open game.
    Seek {
        /// The game.
        kind: GameKind,
        /// The sender.
        me: Userid,
    },
    /// Cancel one's offers.
    CancelSeeks {
        /// The game.
        kind: GameKind,
        /// The sender.
        me: Userid,
    },
    /// Play for practice.
    Practise(GameKind),
    /// Submit a turn.
    Submit {
        /// The board.
        board: BoardId,
        /// The sender.
        me: Userid,
    },
    /// Forget a queue.
    ClearQueue,
    /// Send a turn without its number.
    WithoutNumber(u32),
    /// Watch a board.
    Subscribe {
        /// The board.
        board: BoardId,
        /// The sender.
        me: Userid,
    },
    /// Watch fewer boards.
    Unsubscribe(GameKind),
    /// Remove one's limit of games.
    Limit {
        /// The game.
        kind: GameKind,
        /// The sender.
        me: Userid,
    },
    /// Unblock a user, or this one.
    Unblock {
        /// The sender.
        me: Userid,
        /// The user.
        other: Option<Userid>,
    },
    /// Replace one's email addresses.
    ChangeAddresses,
    /// Confirm an email address.
    ConfirmAddress,
    /// End one's vacation.
    EndVacation,
    /// Write to a player.
    Message,
    /// Write a text below the command.
    WriteBelow,
    /// Look at today's puzzles.
    Puzzle(GameKind),
    /// Look at the users, as an operator.
    ListUsers,
    /// Look at the boards of a game, as an operator.
    OperatorGames(GameKind),
}

impl Refusal {
    /// A refusal of a front end in its own words: a sentence without its capital letter and its
    /// full stop.
    #[must_use]
    pub fn in_words(sentence: impl Into<Cow<'static, str>>) -> Self {
        Self::InWords(sentence.into())
    }

    /// What the sender can do about it.
    #[must_use]
    pub fn way(&self) -> Option<Way> {
        Some(match self {
            Self::WrongPassword => Way::CheckOrSignUp,
            Self::NoSuchUser(_) | Self::AccountDeleted => Way::SignUp,
            Self::NoSuchAccount(_) => Way::ListUsers,
            Self::NoAddress => Way::ConfirmAddress,
            Self::Full { what, .. } => return what.way(),
            Self::NoSuchBoard(board) => Way::ListGames(board.kind),
            Self::NotYourBoard { board, is_rematch: true, .. } => Way::Challenge(board.kind),
            Self::Changed(board) => Way::ShowBoard(*board),
            Self::Turn { board, reason } if reason.meant().is_none() => Way::ShowBoard(*board),
            Self::PerhapsLate(number) => Way::WithoutNumber(*number),
            Self::NoLine => Way::ClearQueue,
            Self::NothingSubmitted { board, me } => Way::Submit { board: *board, me: me.clone() },
            Self::NoHints { board, .. } => Way::Practise(board.kind),
            Self::UnprovedChallenge(kind) => Way::ProveChallenge(*kind),
            Self::NoChallenges { kind, me, .. } => Way::Seek { kind: *kind, me: me.clone() },
            Self::HaveBlocked { opponent, me } => {
                Way::Unblock { me: me.clone(), other: Some(opponent.clone()) }
            }
            Self::NotPaired { user, why: NotPaired::NoChallenges(_) } => {
                Way::ChallengeAs(user.clone())
            }
            Self::NoSuchSeek { kind, .. } => Way::ListSeeks(*kind),
            Self::OwnSeek { kind, me, .. } => Way::CancelSeeks { kind: *kind, me: me.clone() },
            Self::NoWords => Way::WriteBelow,
            Self::OnlySubscribersTalk { board, me } => {
                Way::Subscribe { board: *board, me: me.clone() }
            }
            Self::OperatorsOnly => Way::Message,
            Self::VacationPassed => Way::EndVacation,
            Self::NoSuchPuzzle { kind, .. } => Way::Puzzle(*kind),
            Self::NoBoardToOperate(board) => Way::OperatorGames(board.kind),
            Self::NotByTime { board, .. } => Way::Rematch(*board),
            _ => return None,
        })
    }

    /// Whether a word of the request does not name an existing user, board, seek, turn or place, so
    /// that the usage line of a typed command helps.
    #[must_use]
    pub fn is_about_words(&self) -> bool {
        match self {
            Self::KnownAs(_)
            | Self::PasswordNeeded
            | Self::WrongPassword
            | Self::NoSuchUser(_)
            | Self::NoSuchBoard(_)
            | Self::NoSuchPosition { .. }
            | Self::NoSuchSeek { .. }
            | Self::NoLine => true,
            Self::Turn { reason, .. }
            | Self::TriedTurn { reason, .. }
            | Self::QueuedTurn { reason, .. } => reason.is_notation(),
            _ => false,
        }
    }

    /// A stable name of the case, whatever its words.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Syntax(_) => "no-command",
            Self::InWords(_) => "refused",
            Self::EmptyBody => "empty-body",
            Self::NestedMultiple => "nested-multiple",
            Self::Suspended => "suspended",
            Self::KnownAs(_) => "known-as-another",
            Self::PasswordNeeded => "password-needed",
            Self::WrongPassword => "wrong-password",
            Self::NoSuchUser(_) | Self::NoSuchAccount(_) => "no-such-user",
            Self::Computer(_) => "computer-account",
            Self::NoAddress => "no-confirmed-address",
            Self::AccountDeleted => "account-deleted",
            Self::Full { .. } => "maximum-reached",
            Self::TooOften { .. } => "too-often",
            Self::QueueFull { .. } => "queue-full",
            Self::NoSuchBoard(_) | Self::NoBoardToOperate(_) => "no-such-board",
            Self::Damaged(_) => "board-damaged",
            Self::NotYourBoard { .. } => "not-your-board",
            Self::Changed(_) => "board-changed",
            Self::Over { .. } => "game-over",
            Self::NotOver { .. } => "game-not-over",
            Self::NotYourTurn { .. } => "not-your-turn",
            Self::Turn { .. } | Self::TriedTurn { .. } | Self::PuzzleTurn(_) => "illegal-turn",
            Self::TurnNumber { .. } => "wrong-turn-number",
            Self::PerhapsLate(_) => "perhaps-late",
            Self::NoSuchPosition { .. } => "no-such-position",
            Self::NoSuchTurn { .. } => "no-such-turn",
            Self::NoTurns(_) => "no-turns",
            Self::Rejected { .. } => "offer-rejected",
            Self::NoOffer { .. } => "no-offer",
            Self::OfferWaits { .. } => "offer-waits",
            Self::NothingToUndo(_) | Self::NothingToUndoOf(_) => "nothing-to-undo",
            Self::NoLine => "no-line",
            Self::NothingToQueue => "nothing-to-queue",
            Self::QueueBeginsWithAnswer | Self::QueueBeginsDifferently => "queue-begins-wrong",
            Self::TwoAnswers(_) => "two-answers",
            Self::MovesAgain { .. } => "moves-again",
            Self::QueuedTurn { .. } => "illegal-queued-turn",
            Self::NothingSubmitted { .. } => "nothing-submitted",
            Self::NoHints { .. } => "no-hints",
            Self::BelongsToGame { .. } => "belongs-to-game",
            Self::ReviewDamaged(_) => "review-damaged",
            Self::ShorterReview(_) => "review-under-way",
            Self::Level(_) => "no-such-level",
            Self::NoGame => "no-game",
            Self::OverAtOnce => "over-at-once",
            Self::GivenDamaged => "given-turns-damaged",
            Self::UnprovedChallenge(_) => "unproved-challenge",
            Self::ChallengeOfOthers(_) => "challenge-of-others",
            Self::AgainstOneself => "against-oneself",
            Self::NoChallenges { .. } => "no-challenges",
            Self::HaveBlocked { .. } => "have-blocked",
            Self::OpponentSuspended(_) => "opponent-suspended",
            Self::OpponentAway(_) => "opponent-away",
            Self::NotPaired { .. } => "not-paired",
            Self::NoSuchSeek { .. } => "no-such-seek",
            Self::OwnSeek { .. } => "own-seek",
            Self::PeopleOnly(_) => "people-only",
            Self::NoWords => "no-words",
            Self::OnlyPlayersTalk { .. } => "only-players-talk",
            Self::OnlySubscribersTalk { .. } => "only-subscribers-talk",
            Self::NoLetters { .. } => "no-letters",
            Self::LetterToOneself => "letter-to-oneself",
            Self::OperatorsOnly => "operators-only",
            Self::BlocksOneself => "blocks-oneself",
            Self::PlaysThere(_) => "plays-there",
            Self::Registration(_) => "no-registration",
            Self::NameTaken | Self::NameTakenBy(_) => "name-taken",
            Self::ReservedName => "name-reserved",
            Self::ProtectedName => "name-protected",
            Self::NotHashed => "not-hashed",
            Self::VacationPassed => "vacation-passed",
            Self::VacationUsedUp { .. } | Self::NoDayLeft => "vacation-used-up",
            Self::CannotDecline { .. } => "cannot-decline",
            Self::NoSuchPuzzle { .. } => "no-such-puzzle",
            Self::InPlay(_) => "in-play",
            Self::NotByTime { .. } => "not-by-time",
            Self::HasLeft { .. } => "has-left",
        }
    }
}

impl Stock {
    fn way(&self) -> Option<Way> {
        Some(match self {
            Self::Seeks { kind, me } => Way::CancelSeeks { kind: *kind, me: me.clone() },
            Self::Watched(kind) | Self::WatchedFromPlace(kind) => Way::Unsubscribe(*kind),
            Self::Blocked(me) => Way::Unblock { me: me.clone(), other: None },
            Self::Remarks(_) => Way::Message,
            Self::Addresses => Way::ChangeAddresses,
            Self::OwnBoards { kind, me } => Way::Limit { kind: *kind, me: me.clone() },
            _ => return None,
        })
    }
}

impl std::error::Error for Refusal {}

impl From<IsComputer> for Refusal {
    fn from(is_computer: IsComputer) -> Self {
        Self::Computer(is_computer)
    }
}

impl From<SyntaxError> for Refusal {
    fn from(error: SyntaxError) -> Self {
        Self::Syntax(error)
    }
}

impl From<ComputerLevelError> for Refusal {
    fn from(error: ComputerLevelError) -> Self {
        Self::Level(error)
    }
}

/// A sentence with a capital letter and a full stop. One that begins with a place (`d3`) keeps its
/// small letter.
pub(crate) struct Sentence<'a>(pub(crate) &'a str);

impl fmt::Display for Sentence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(sentence) = self;
        let word = sentence.split(' ').next().unwrap_or("");
        let is_plain =
            word.bytes().all(|byte| byte.is_ascii_alphabetic() || b"',;:".contains(&byte));
        let (first, rest) = sentence.split_at(usize::from(is_plain && !word.is_empty()));
        write!(f, "{}{rest}", first.to_ascii_uppercase())?;
        if sentence.ends_with(['.', '?', '!']) { Ok(()) } else { f.write_str(".") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences() {
        for (sentence, shown) in [
            ("the move is missing", "The move is missing."),
            ("d3 is taken", "d3 is taken."),
            ("-size takes a whole number", "-size takes a whole number."),
            ("did you mean ankor?", "Did you mean ankor?"),
            ("é is not a place", "é is not a place."),
            ("", "."),
        ] {
            assert_eq!(Sentence(sentence).to_string(), shown);
        }
    }
}
