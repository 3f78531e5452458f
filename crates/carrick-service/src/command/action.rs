//! Actions as data, fully parsed, and the command line for each.
//!
//! An action says what should happen. Who asks for it, and how that is proved, is kept separately:
//! in the [`Credential`] of a typed line, or in a [`Request`](crate::Request).

use std::fmt;

use carrick_coach::hint::Step;
use carrick_coach::review::Times;
use carrick_games::{GameKind, Seat};

use crate::people::{
    Address, BoardId, ComputerLevel, Password, SettingCommand, SettingsPatch, UserSetting, Userid,
};
use crate::state::{StandIn, Terms};

/// Something that a front end asks the server to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// `help [subject …]`: only known subjects, in lower case.
    Help(Vec<HelpTopic>),
    /// `signup uid pw [address …]`: at most three addresses.
    Signup(Vec<Address>),
    /// `add uid pw address …`
    AddAddresses(Vec<Address>),
    /// `change address uid pw address …`
    ChangeAddresses(Vec<Address>),
    /// `change password uid old new`
    ChangePassword,
    /// `delete uid pw`
    Delete,
    /// `signoff uid pw`
    Signoff,
    /// `signon uid pw`
    Signon,
    /// `reset uid`
    Reset(Userid),
    /// `vacation uid pw days|off`; `None` is off.
    Vacation(Option<u16>),
    /// `list [game …]`
    List(Vec<GameKind>),
    /// `puzzle [game …]`
    Puzzle(Vec<GameKind>),
    /// `message uid pw to …`
    Message(Vec<Userid>),
    /// `broadcast uid pw`
    Broadcast,
    /// `<game> set uid pw option …`, and the commands that set one thing: `news uid pw on|off`,
    /// `<game> notify uid pw [on|off]`, `<game> subscribe all uid pw` and `unsubscribe`, `<game> accept
    /// uid pw` and `reject`, `<game> limit uid pw n|none`
    ChangeSettings(SettingsPatch),
    /// `block uid pw user [off]`: whether to block.
    Block(Userid, bool),
    /// `multiple`
    Multiple,
    /// `all show uid [next|active]`
    AllShow(Userid, Option<Selector>),
    /// `<game> …`
    Game(GameKind, GameAction),
    /// `<game> … board …`
    Board(BoardId, BoardAction),
}

/// An action about a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameAction {
    /// `<game> help`
    Help,
    /// `<game> standings`
    Standings,
    /// `<game> history [uid]`
    History(Option<Userid>),
    /// `<game> games [uid …] [all|active|inactive|next]`
    Games(Vec<Userid>, Option<Selector>),
    /// `<game> show board[#n] …`
    Show(Vec<(BoardId, Option<PlyRef>)>),
    /// `<game> show uid … [selector]`
    ShowOf(Vec<Userid>, Option<Selector>),
    /// `<game> showas uid pw [board … | selector]`
    ShowAs(Vec<BoardId>, Option<Selector>),
    /// `<game> preview new [-options] move …`: canonical options, moves.
    PreviewNew(String, Vec<String>),
    /// `<game> challenge [-options] [--options] uid1 uid2`
    Challenge {
        /// The game's options in canonical form.
        options: String,
        /// The server's options.
        terms: Terms,
        /// Moves first.
        first: Userid,
        /// Moves second.
        second: Userid,
    },
    /// `<game> seek uid pw [-options] [n]`
    Seek {
        /// The game's options in canonical form.
        options: String,
        /// The server's options.
        terms: Terms,
        /// How many games; at least one.
        count: u32,
        /// Which level of the computer takes a game that no player takes.
        stand_in: StandIn,
    },
    /// `<game> invite uid pw [-options] [--options]`
    Invite {
        /// The game's options in canonical form.
        options: String,
        /// The server's options.
        terms: Terms,
    },
    /// `<game> seek uid pw cancel [seek]`; `None` cancels all of them.
    CancelSeeks(Option<u32>),
    /// `<game> take seek uid pw`
    Take(u32),
    /// `<game> computer [-options] [--options] uid pw`
    Computer {
        /// The game's options in canonical form.
        options: String,
        /// The computer's level.
        level: ComputerLevel,
        /// Whether it should be a teaching game.
        teaching: bool,
        /// The player's seat; with `None` it is chosen at random or, after given turns, is the one
        /// to move.
        seat: Option<Seat>,
        /// Turns after which the game starts.
        given: Vec<String>,
    },
}

/// An action about a board. It names neither the board nor the player. When both are already known,
/// for example from the token in an address, it therefore cannot be about any other.
///
/// ```
/// use carrick_games::GameKind::Ankor;
/// use carrick_service::{Action, BoardAction, BoardId};
/// let confirm = Action::Board(BoardId { kind: Ankor, number: 101 }, BoardAction::Confirm);
/// assert_eq!(confirm.line(Some(&"ann".parse()?)), "ankor confirm 101 ann -");
/// # Ok::<(), carrick_service::UseridError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardAction {
    /// `<game> move board uid pw move[#n]`, also `<game> resign …` and `<game> swap …`: the move,
    /// and the number that the turn must have.
    Move(Move, Option<u32>),
    /// `<game> queue board uid pw line`; `None` clears.
    Queue(Option<String>),
    /// `<game> preview board[#n] move …`
    Preview(Option<PlyRef>, Vec<String>),
    /// `<game> submit board uid pw move[#n]`
    Submit(String, Option<u32>),
    /// `<game> confirm board uid pw`
    Confirm,
    /// `<game> hint board uid pw [step]`; `None` for the next step.
    Hint(Option<Step>),
    /// `<game> chat board uid pw`
    Chat,
    /// `<game> subscribe board uid pw` (true) and `unsubscribe` (false)
    Subscribe(bool),
    /// `<game> review board uid pw [times]`; `None` for the existing review, or the first.
    Review(Option<Times>),
    /// `<game> rematch board uid pw`
    Rematch,
    /// `<game> counter board uid pw [-options] [--options]`
    Counter {
        /// The game's options in canonical form.
        options: String,
        /// The server's options.
        terms: Terms,
        /// The seat of the player who asks; `None` keeps the one they were offered.
        seat: Option<Seat>,
    },
    /// `<game> retry board uid pw [turn] [level]`, after the game is over.
    Retry {
        /// Number of the turn before which the new game starts.
        turn: u32,
        /// The computer's level.
        level: ComputerLevel,
    },
}

/// A player's move: a turn, an offer or the answer to one, a resignation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Move {
    /// Play a turn, written in the game's notation (`pass` and `swap` are turns too): normalised
    /// text, not yet read by the game.
    Play(String),
    /// Offer a draw.
    Propose,
    /// Ask to take the last turn back.
    Undo,
    /// Accept the opponent's offer.
    Accept,
    /// Reject it.
    Reject,
    /// Resign.
    Resign,
}

impl Move {
    /// The move of this name; `None` for a turn.
    ///
    /// ```
    /// use carrick_service::Move;
    /// assert_eq!(Move::named("Propose"), Some(Move::Propose));
    /// assert_eq!(Move::named("d3"), None);
    /// ```
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        let all = [Self::Propose, Self::Undo, Self::Accept, Self::Reject, Self::Resign];
        all.into_iter().find(|chosen| word.eq_ignore_ascii_case(&chosen.to_string()))
    }
}

impl fmt::Display for Move {
    /// Writes the word that stands for it in a command.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Play(turn) => turn,
            Self::Propose => "propose",
            Self::Undo => "undo",
            Self::Accept => "accept",
            Self::Reject => "reject",
            Self::Resign => "resign",
        })
    }
}

/// Words that can be typed instead of a turn.
pub(super) const MOVES: [&str; 5] = ["propose", "undo", "accept", "reject", "resign"];

// What comes with an action: who asks for it, and the passwords.

/// A typed command: an action, and who asks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedCommand {
    /// What is asked for.
    pub action: Action,
    /// Who asks; `None` for commands that need no user.
    pub credential: Option<Credential>,
}

/// A userid, and the passwords that came with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credential {
    /// The user whom the sender claims to be.
    pub user: Userid,
    /// The command password; `None` for `-`, when the sender is known in another way.
    pub password: Option<Password>,
    /// The new command password, which is hashed before the request is decided; for `signup` it is
    /// also the password.
    pub new_password: Option<Password>,
}

impl Credential {
    /// The credential of a new user.
    #[must_use]
    pub fn new_user(user: Userid, password: Password) -> Self {
        Self { user, password: Some(password.clone()), new_password: Some(password) }
    }
}

// Arguments: positions, choices of boards, topics of help.

/// Reference to a position of a board, by the turns before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlyRef {
    /// `#n`: after turn n; 0 is the start.
    After(u32),
    /// `#-n`: n turns back.
    Back(u32),
}

/// Which boards of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Selector {
    /// Every board.
    All,
    /// Those in play.
    Active,
    /// Those that have ended.
    Inactive,
    /// Those on which the user is to move.
    Next,
}

/// A subject of `help`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HelpTopic {
    /// `help commands`
    Commands,
    /// `help tutorial`
    Tutorial,
    /// `help <game>`
    Game(GameKind),
    /// `help <command>`: the command's first name, or the word that is typed in a move's place
    Command(&'static str),
}

// Actions as text, as a user would type them, without passwords.

/// Placeholder for a new password.
const HIDDEN: &str = "•";

impl Action {
    /// The command line for this action in the name of a user. `-` replaces the password that
    /// proves who the user is. A new password is never shown, so the two commands that set one
    /// cannot be read back.
    #[must_use]
    pub fn line(&self, who: Option<&Userid>) -> String {
        TypedAction { action: self, who: Speaker(who) }.to_string()
    }
}

impl fmt::Display for TypedCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.action.line(self.credential.as_ref().map(|who| &who.user)))
    }
}

/// An action as the line that a user would type.
struct TypedAction<'a> {
    action: &'a Action,
    who: Speaker<'a>,
}

/// The words that say who speaks: the userid, and `-` instead of a password.
#[derive(Clone, Copy)]
struct Speaker<'a>(Option<&'a Userid>);

impl fmt::Display for Speaker<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -", self.0.map_or("-", Userid::as_str))
    }
}

impl fmt::Display for TypedAction<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = self.who;
        match self.action {
            Action::Help(topics) => {
                f.write_str("help")?;
                each(f, topics)
            }
            Action::Signup(addresses) => {
                write!(f, "signup {} {HIDDEN}", who.0.map_or("-", Userid::as_str))?;
                each(f, addresses)
            }
            Action::AddAddresses(addresses) => {
                write!(f, "add {who}")?;
                each(f, addresses)
            }
            Action::ChangeAddresses(addresses) => {
                write!(f, "change address {who}")?;
                each(f, addresses)
            }
            Action::ChangePassword => write!(f, "change password {who} {HIDDEN}"),
            Action::Delete => write!(f, "delete {who}"),
            Action::Signoff => write!(f, "signoff {who}"),
            Action::Signon => write!(f, "signon {who}"),
            Action::Reset(user) => write!(f, "reset {user}"),
            Action::Vacation(Some(days)) => write!(f, "vacation {who} {days}"),
            Action::Vacation(None) => write!(f, "vacation {who} off"),
            Action::List(kinds) => {
                f.write_str("list")?;
                each(f, kinds)
            }
            Action::Puzzle(kinds) => {
                f.write_str("puzzle")?;
                each(f, kinds)
            }
            Action::Message(to) => {
                write!(f, "message {who}")?;
                each(f, to)
            }
            Action::Broadcast => write!(f, "broadcast {who}"),
            Action::ChangeSettings(patch) => write_settings(f, patch, who),
            Action::Block(other, on) => {
                write!(f, "block {who} {other} {}", if *on { "on" } else { "off" })
            }
            Action::Multiple => f.write_str("multiple"),
            Action::AllShow(user, selector) => {
                write!(f, "all show {user}")?;
                each(f, selector)
            }
            Action::Game(kind, action) => {
                write!(f, "{kind} ")?;
                write_of_game(f, action, who)
            }
            Action::Board(BoardId { kind, number }, action) => {
                write!(f, "{kind} ")?;
                write_on_board(f, *number, action, who)
            }
        }
    }
}

/// Writes the command that changes settings: a separate command, or `set`.
fn write_settings(
    f: &mut fmt::Formatter<'_>,
    patch: &SettingsPatch,
    who: Speaker<'_>,
) -> fmt::Result {
    let kind = patch.kind();
    match patch.by_own_command() {
        Some(SettingCommand::News(on)) => write!(f, "news {who} {}", UserSetting::on_off(on)),
        Some(SettingCommand::Notify(on)) => {
            write!(f, "{kind} notify {who} {}", UserSetting::on_off(on))
        }
        Some(SettingCommand::Watches(true)) => write!(f, "{kind} subscribe all {who}"),
        Some(SettingCommand::Watches(false)) => write!(f, "{kind} unsubscribe all {who}"),
        Some(SettingCommand::Challenges(true)) => write!(f, "{kind} accept {who}"),
        Some(SettingCommand::Challenges(false)) => write!(f, "{kind} reject {who}"),
        Some(SettingCommand::Limit(Some(limit))) => write!(f, "{kind} limit {who} {limit}"),
        Some(SettingCommand::Limit(None)) => write!(f, "{kind} limit {who} none"),
        None => {
            write!(f, "{kind} set {who}")?;
            patch.changes().try_for_each(|(setting, word)| write!(f, " {}={word}", setting.name))
        }
    }
}

/// Writes the words after the name of the game.
fn write_of_game(f: &mut fmt::Formatter<'_>, action: &GameAction, who: Speaker<'_>) -> fmt::Result {
    match action {
        GameAction::Help => f.write_str("help"),
        GameAction::Standings => f.write_str("standings"),
        GameAction::History(user) => {
            f.write_str("history")?;
            each(f, user)
        }
        GameAction::Games(users, selector) => {
            f.write_str("games")?;
            each(f, users)?;
            each(f, selector)
        }
        GameAction::Show(boards) => {
            f.write_str("show")?;
            boards.iter().try_for_each(|(board, at)| {
                write!(f, " {}", board.number)?;
                at.map_or(Ok(()), |at| write!(f, "{at}"))
            })
        }
        GameAction::ShowOf(users, selector) => {
            f.write_str("show")?;
            each(f, users)?;
            each(f, selector)
        }
        GameAction::ShowAs(boards, selector) => {
            write!(f, "showas {who}")?;
            each(f, boards.iter().map(|board| board.number))?;
            each(f, selector)
        }
        GameAction::PreviewNew(options, turns) => {
            f.write_str("preview new")?;
            each(f, options.split_whitespace())?;
            each(f, turns)
        }
        GameAction::Challenge { options, terms, first, second } => {
            f.write_str("challenge")?;
            chosen(f, options, terms)?;
            write!(f, " {first} {second}")
        }
        GameAction::Seek { options, terms, count, stand_in } => {
            f.write_str("seek")?;
            chosen(f, options, terms)?;
            match stand_in {
                StandIn::Nobody | StandIn::Invitation => f.write_str(" --people")?,
                StandIn::Nearest => {}
                StandIn::Level(level) => write!(f, " --level={}", level.word())?,
            }
            write!(f, " {who} {count}")
        }
        GameAction::Invite { options, terms } => {
            f.write_str("invite")?;
            chosen(f, options, terms)?;
            write!(f, " {who}")
        }
        GameAction::CancelSeeks(None) => write!(f, "seek {who} cancel"),
        GameAction::CancelSeeks(Some(seek)) => write!(f, "seek {who} cancel {seek}"),
        GameAction::Take(seek) => write!(f, "take {seek} {who}"),
        GameAction::Computer { options, level, teaching, seat, given } => {
            f.write_str("computer")?;
            each(f, options.split_whitespace())?;
            let teaching = if *teaching { " --teaching" } else { "" };
            let seat = match seat {
                Some(Seat::First) => " --first",
                Some(Seat::Second) => " --second",
                None => "",
            };
            write!(f, " --level={}{teaching}{seat} {who}", level.word())?;
            each(f, given)
        }
    }
}

/// Writes the words after the name of the game, including the board's number.
fn write_on_board(
    f: &mut fmt::Formatter<'_>,
    board: u32,
    action: &BoardAction,
    who: Speaker<'_>,
) -> fmt::Result {
    let numbered = |f: &mut fmt::Formatter<'_>, number: &Option<u32>| {
        number.map_or(Ok(()), |number| write!(f, "#{number}"))
    };
    match action {
        BoardAction::Move(chosen, number) => {
            write!(f, "move {board} {who} {chosen}")?;
            numbered(f, number)
        }
        BoardAction::Queue(line) => {
            write!(f, "queue {board} {who} {}", line.as_deref().unwrap_or("clear"))
        }
        BoardAction::Preview(at, turns) => {
            write!(f, "preview {board}")?;
            at.map_or(Ok(()), |at| write!(f, "{at}"))?;
            each(f, turns)
        }
        BoardAction::Submit(turn, number) => {
            write!(f, "submit {board} {who} {turn}")?;
            numbered(f, number)
        }
        BoardAction::Confirm => write!(f, "confirm {board} {who}"),
        BoardAction::Hint(step) => {
            write!(f, "hint {board} {who}")?;
            each(f, step)
        }
        BoardAction::Chat => write!(f, "chat {board} {who}"),
        BoardAction::Subscribe(true) => write!(f, "subscribe {board} {who}"),
        BoardAction::Subscribe(false) => write!(f, "unsubscribe {board} {who}"),
        BoardAction::Review(times) => {
            write!(f, "review {board} {who}")?;
            each(f, times)
        }
        BoardAction::Rematch => write!(f, "rematch {board} {who}"),
        BoardAction::Counter { options, terms, seat } => {
            f.write_str("counter")?;
            chosen(f, options, terms)?;
            let seat = match seat {
                Some(Seat::First) => " --first",
                Some(Seat::Second) => " --second",
                None => "",
            };
            write!(f, "{seat} {board} {who}")
        }
        BoardAction::Retry { turn, level } => {
            write!(f, "retry {board} {who} {turn} {}", level.word())
        }
    }
}

impl fmt::Display for PlyRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::After(ply) => write!(f, "#{ply}"),
            Self::Back(turns) => write!(f, "#-{turns}"),
        }
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::All => "all",
            Self::Active => "active",
            Self::Inactive => "inactive",
            Self::Next => "next",
        })
    }
}

impl fmt::Display for HelpTopic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Commands => f.write_str("commands"),
            Self::Tutorial => f.write_str("tutorial"),
            Self::Game(kind) => write!(f, "{kind}"),
            Self::Command(name) => f.write_str(name),
        }
    }
}

impl fmt::Display for Terms {
    /// Writes the options that are not at their defaults, each with a blank before it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Self::default();
        if self.forfeit_days != usual.forfeit_days {
            write!(f, " --forfeittime={}", self.forfeit_days)?;
        }
        if self.nag_days != usual.nag_days {
            write!(f, " --nagtime={}", self.nag_days)?;
        }
        if let Some(days) = self.total_days {
            write!(f, " --totaltime={days}")?;
        }
        if let Some(hours) = self.increment_hours {
            write!(f, " --increment={hours}")?;
        }
        if self.rated { Ok(()) } else { f.write_str(" --unrated") }
    }
}

fn chosen(f: &mut fmt::Formatter<'_>, options: &str, terms: &Terms) -> fmt::Result {
    each(f, options.split_whitespace())?;
    write!(f, "{terms}")
}

fn each<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    words: impl IntoIterator<Item = T>,
) -> fmt::Result {
    words.into_iter().try_for_each(|word| write!(f, " {word}"))
}
