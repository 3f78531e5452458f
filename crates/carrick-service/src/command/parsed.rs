//! Commands as data, with nothing left to read in them, and the line that means each.

use std::fmt;

use carrick_coach::hint::Step;
use carrick_coach::review::Times;
use carrick_games::{GameKind, Seat};

use crate::people::{
    Address, Appearance, BoardId, ComputerLevel, Mailing, Password, Pictures, PuzzleMail, Userid,
    Zone,
};
use crate::state::{StandIn, Terms};

// Commands.

/// A command with all its words understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// `help [subject …]`: the subjects in lower case, only those that are known.
    Help(Vec<HelpTopic>),
    /// `signup uid pw [address …]`
    Signup {
        /// The new user.
        user: Userid,
        /// The command password.
        password: Password,
        /// At most three.
        addresses: Vec<Address>,
    },
    /// `add uid pw address …`
    AddAddresses(Credential, Vec<Address>),
    /// `change address uid pw address …`
    ChangeAddresses(Credential, Vec<Address>),
    /// `change password uid old new`
    ChangePassword(Credential, Password),
    /// `delete uid pw`
    Delete(Credential),
    /// `signoff uid pw`
    Signoff(Credential),
    /// `signon uid pw`
    Signon(Credential),
    /// `reset uid`
    Reset(Userid),
    /// `vacation uid pw days|off`; `None` is off.
    Vacation(Credential, Option<u16>),
    /// `list [game …]`
    List(Vec<GameKind>),
    /// `puzzle [game …]`
    Puzzle(Vec<GameKind>),
    /// `message uid pw to …`
    Message(Credential, Vec<Userid>),
    /// `broadcast uid pw`
    Broadcast(Credential),
    /// `news uid pw on|off`
    News(Credential, bool),
    /// `block uid pw user [off]`: whether to block.
    Block(Credential, Userid, bool),
    /// `multiple`
    Multiple,
    /// `all show uid [next|active]`
    AllShow(Userid, Option<Selector>),
    /// `<game> …`
    Game(GameKind, GameCommand),
}

// Commands about one game or one of its boards.

/// A command about one game or one of its boards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameCommand {
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
    ShowAs(Credential, Vec<BoardId>, Option<Selector>),
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
    /// `<game> rematch board uid pw`
    Rematch(BoardId, Credential),
    /// `<game> move board uid pw move[#n]`, also `<game> resign …` and `<game> swap …`
    Move {
        /// The board.
        board: BoardId,
        /// The player.
        who: Credential,
        /// The turn or other action.
        action: Action,
        /// The number the turn must have.
        number: Option<u32>,
    },
    /// `<game> queue board uid pw line`; `None` clears.
    Queue(BoardId, Credential, Option<String>),
    /// `<game> preview board[#n] move …`
    Preview(BoardId, Option<PlyRef>, Vec<String>),
    /// `<game> preview new [-options] move …`: canonical options, moves.
    PreviewNew(String, Vec<String>),
    /// `<game> submit board uid pw move[#n]`
    Submit(BoardId, Credential, String, Option<u32>),
    /// `<game> confirm board uid pw`
    Confirm(BoardId, Credential),
    /// `<game> hint board uid pw [step]`; `None` for the next step.
    Hint(BoardId, Credential, Option<Step>),
    /// `<game> chat board uid pw`
    Chat(BoardId, Credential),
    /// `<game> subscribe board|all uid pw` (true) and `unsubscribe` (false); `None` is all.
    Subscribe(Option<BoardId>, Credential, bool),
    /// `<game> review board uid pw [times]`; `None` for the review there is, or the first.
    Review(BoardId, Credential, Option<Times>),
    /// `<game> notify uid pw [on|off]`
    Notify(Credential, bool),
    /// `<game> accept uid pw` (true) and `<game> reject uid pw` (false): who may challenge me.
    Challenges(Credential, bool),
    /// `<game> limit uid pw n|none`
    Limit(Credential, Option<u32>),
    /// `<game> seek uid pw [-options] [n]`
    Seek {
        /// The player.
        who: Credential,
        /// The game's options in canonical form.
        options: String,
        /// The server's options.
        terms: Terms,
        /// How many games; at least one.
        count: u32,
        /// Level of the computer that takes a game which nobody takes.
        stand_in: StandIn,
    },
    /// `<game> seek uid pw cancel`
    CancelSeeks(Credential),
    /// `<game> take seek uid pw`
    Take(u32, Credential),
    /// `<game> set uid pw option …`
    Set(Credential, Vec<Setting>),
    /// `<game> retry board uid pw [turn] [level]`
    Retry {
        /// The finished game.
        board: BoardId,
        /// Number of the turn before which the new game begins.
        turn: u32,
        /// The computer's level.
        level: ComputerLevel,
        /// The player.
        who: Credential,
    },
    /// `<game> computer [-options] [--options] uid pw`
    Computer {
        /// The game's options in canonical form.
        options: String,
        /// The computer's level.
        level: ComputerLevel,
        /// Whether it is to be a teaching game.
        teaching: bool,
        /// The player's seat; `None` when the lot decides, or after given turns the one to move.
        seat: Option<Seat>,
        /// Turns after which the game begins.
        given: Vec<String>,
        /// The player.
        who: Credential,
    },
}

// Commands on a board without the board and the player.

/// Command of a player on a board, where both are known already: from the token in an address, say.
/// It can be about no other board, and no other player.
///
/// ```
/// use carrick_games::GameKind::Ankor;
/// use carrick_service::{BoardAct, BoardId, Credential};
/// let board = BoardId { kind: Ankor, number: 101 };
/// let ann = Credential { user: "ann".parse()?, password: None };
/// assert_eq!(BoardAct::Confirm.on(board, ann).to_string(), "ankor confirm 101 ann -");
/// # Ok::<(), carrick_service::UseridError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardAct {
    /// A turn or another action.
    Action {
        /// The turn or action.
        action: Action,
        /// Number that the turn must have.
        number: Option<u32>,
    },
    /// Play the turn that was submitted.
    Confirm,
    /// Say something to the players and subscribers.
    Chat,
}

impl BoardAct {
    /// The command on this board, in the name of this player.
    #[must_use]
    pub fn on(self, board: BoardId, who: Credential) -> Command {
        let command = match self {
            Self::Action { action, number } => GameCommand::Move { board, who, action, number },
            Self::Confirm => GameCommand::Confirm(board, who),
            Self::Chat => GameCommand::Chat(board, who),
        };
        Command::Game(board.kind, command)
    }
}

// Turns, and the other things that a player does in their place.

/// Action of a player: a turn, an offer or the answer to one, a resignation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
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

impl Action {
    /// The action of this name; `None` for a turn.
    ///
    /// ```
    /// use carrick_service::Action;
    /// assert_eq!(Action::named("Propose"), Some(Action::Propose));
    /// assert_eq!(Action::named("d3"), None);
    /// ```
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        let all = [Self::Propose, Self::Undo, Self::Accept, Self::Reject, Self::Resign];
        all.into_iter().find(|action| word.eq_ignore_ascii_case(&action.to_string()))
    }
}

impl fmt::Display for Action {
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

/// Words that can stand in a move's place besides the game's own turns.
pub(super) const ACTIONS: [&str; 5] = ["propose", "undo", "accept", "reject", "resign"];

// Arguments of commands: positions, choices of boards, topics of help, credentials.

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

/// A userid, and the password that is to prove it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credential {
    /// The user that the sender says they are.
    pub user: Userid,
    /// The command password; `None` for `-`, which stands where the sender is known otherwise.
    pub password: Option<Password>,
}

// Settings of a player.

/// A setting of a player: times, mail, pictures, display.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Setting {
    /// `zone=Europe/Paris`: times as clocks there show them; in all games.
    Zone(Zone),
    /// `mail=each|daily|never`: a mail for each thing that happens, one a day, or none; in all
    /// games.
    Mail(Mailing),
    /// `turnmail=on|off`: mail about the boards that one plays on; in all games.
    TurnMail(bool),
    /// `reminders=on|off`: reminders of a turn that waits; in all games.
    Reminders(bool),
    /// `letters=on|off`: mail with messages of other users; in all games.
    Letters(bool),
    /// `pictures=usual|all|none`: in which mails the board is a picture too; in all games.
    Pictures(Pictures),
    /// `appearance=dark.wood`: how pages and boards look and sound; in all games.
    Appearance(Appearance),
    /// `labels=on|off`: names of rows and places around and on the board.
    Labels(bool),
    /// `turns=last|all`: after a turn the last four rounds, or all turns.
    AllTurns(bool),
    /// `puzzles=off|daily|weekly`: the game's puzzle of the day by mail.
    Puzzles(Option<PuzzleMail>),
}

// A command becomes a text: as a player would type it, without its passwords.

/// Placeholder for a new password.
const HIDDEN: &str = "•";

impl fmt::Display for Command {
    /// Writes the line that means this command. `-` stands for every password that proves who
    /// speaks; a password that is to be set is not shown at all, so that the two commands which set
    /// one are written but cannot be read back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Help(topics) => {
                f.write_str("help")?;
                each(f, topics)
            }
            Self::Signup { user, addresses, .. } => {
                write!(f, "signup {user} {HIDDEN}")?;
                each(f, addresses)
            }
            Self::AddAddresses(who, addresses) => {
                write!(f, "add {who}")?;
                each(f, addresses)
            }
            Self::ChangeAddresses(who, addresses) => {
                write!(f, "change address {who}")?;
                each(f, addresses)
            }
            Self::ChangePassword(who, _) => write!(f, "change password {who} {HIDDEN}"),
            Self::Delete(who) => write!(f, "delete {who}"),
            Self::Signoff(who) => write!(f, "signoff {who}"),
            Self::Signon(who) => write!(f, "signon {who}"),
            Self::Reset(user) => write!(f, "reset {user}"),
            Self::Vacation(who, Some(days)) => write!(f, "vacation {who} {days}"),
            Self::Vacation(who, None) => write!(f, "vacation {who} off"),
            Self::List(kinds) => {
                f.write_str("list")?;
                each(f, kinds)
            }
            Self::Puzzle(kinds) => {
                f.write_str("puzzle")?;
                each(f, kinds)
            }
            Self::Message(who, to) => {
                write!(f, "message {who}")?;
                each(f, to)
            }
            Self::Broadcast(who) => write!(f, "broadcast {who}"),
            Self::News(who, on) => write!(f, "news {who} {}", on_off(*on)),
            Self::Block(who, other, on) => write!(f, "block {who} {other} {}", on_off(*on)),
            Self::Multiple => f.write_str("multiple"),
            Self::AllShow(user, selector) => {
                write!(f, "all show {user}")?;
                each(f, selector)
            }
            Self::Game(kind, command) => write!(f, "{kind} {command}"),
        }
    }
}

impl fmt::Display for GameCommand {
    /// Writes the words behind the name of the game.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Help => f.write_str("help"),
            Self::Standings => f.write_str("standings"),
            Self::History(user) => {
                f.write_str("history")?;
                each(f, user)
            }
            Self::Games(users, selector) => {
                f.write_str("games")?;
                each(f, users)?;
                each(f, selector)
            }
            Self::Show(boards) => {
                f.write_str("show")?;
                boards.iter().try_for_each(|(board, at)| {
                    write!(f, " {}", board.number)?;
                    at.map_or(Ok(()), |at| write!(f, "{at}"))
                })
            }
            Self::ShowOf(users, selector) => {
                f.write_str("show")?;
                each(f, users)?;
                each(f, selector)
            }
            Self::ShowAs(who, boards, selector) => {
                write!(f, "showas {who}")?;
                each(f, boards.iter().map(|board| board.number))?;
                each(f, selector)
            }
            Self::Challenge { options, terms, first, second } => {
                f.write_str("challenge")?;
                chosen(f, options, terms)?;
                write!(f, " {first} {second}")
            }
            Self::Rematch(board, who) => write!(f, "rematch {} {who}", board.number),
            Self::Move { board, who, action, number } => {
                write!(f, "move {} {who} {action}", board.number)?;
                number.map_or(Ok(()), |number| write!(f, "#{number}"))
            }
            Self::Queue(board, who, line) => {
                let line = line.as_deref().unwrap_or("clear");
                write!(f, "queue {} {who} {line}", board.number)
            }
            Self::Preview(board, at, turns) => {
                write!(f, "preview {}", board.number)?;
                at.map_or(Ok(()), |at| write!(f, "{at}"))?;
                each(f, turns)
            }
            Self::PreviewNew(options, turns) => {
                f.write_str("preview new")?;
                each(f, options.split_whitespace())?;
                each(f, turns)
            }
            Self::Submit(board, who, turn, number) => {
                write!(f, "submit {} {who} {turn}", board.number)?;
                number.map_or(Ok(()), |number| write!(f, "#{number}"))
            }
            Self::Confirm(board, who) => write!(f, "confirm {} {who}", board.number),
            Self::Hint(board, who, step) => {
                write!(f, "hint {} {who}", board.number)?;
                each(f, step)
            }
            Self::Chat(board, who) => write!(f, "chat {} {who}", board.number),
            Self::Subscribe(board, who, on) => {
                let verb = if *on { "subscribe" } else { "unsubscribe" };
                match board {
                    Some(board) => write!(f, "{verb} {} {who}", board.number),
                    None => write!(f, "{verb} all {who}"),
                }
            }
            Self::Review(board, who, times) => {
                write!(f, "review {} {who}", board.number)?;
                each(f, times)
            }
            Self::Notify(who, on) => write!(f, "notify {who} {}", on_off(*on)),
            Self::Challenges(who, true) => write!(f, "accept {who}"),
            Self::Challenges(who, false) => write!(f, "reject {who}"),
            Self::Limit(who, Some(limit)) => write!(f, "limit {who} {limit}"),
            Self::Limit(who, None) => write!(f, "limit {who} none"),
            Self::Seek { who, options, terms, count, stand_in } => {
                f.write_str("seek")?;
                chosen(f, options, terms)?;
                match stand_in {
                    StandIn::Nobody => f.write_str(" --people")?,
                    StandIn::Nearest => {}
                    StandIn::Level(level) => write!(f, " --level={}", level.word())?,
                }
                write!(f, " {who} {count}")
            }
            Self::CancelSeeks(who) => write!(f, "seek {who} cancel"),
            Self::Take(seek, who) => write!(f, "take {seek} {who}"),
            Self::Set(who, settings) => {
                write!(f, "set {who}")?;
                each(f, settings)
            }
            Self::Retry { board, turn, level, who } => {
                write!(f, "retry {} {who} {turn} {}", board.number, level.word())
            }
            Self::Computer { options, level, teaching, seat, given, who } => {
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
}

impl fmt::Display for Credential {
    /// Writes the userid, and `-` where a password would stand.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -", self.user)
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

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zone(zone) => write!(f, "zone={}", zone.name()),
            Self::Mail(mailing) => write!(f, "mail={mailing}"),
            Self::TurnMail(on) => write!(f, "turnmail={}", on_off(*on)),
            Self::Reminders(on) => write!(f, "reminders={}", on_off(*on)),
            Self::Letters(on) => write!(f, "letters={}", on_off(*on)),
            Self::Pictures(chosen) => write!(f, "pictures={chosen}"),
            Self::Appearance(chosen) => write!(f, "appearance={chosen}"),
            Self::Labels(on) => write!(f, "labels={}", on_off(*on)),
            Self::Puzzles(Some(chosen)) => write!(f, "puzzles={chosen}"),
            Self::Puzzles(None) => f.write_str("puzzles=off"),
            Self::AllTurns(true) => f.write_str("turns=all"),
            Self::AllTurns(false) => f.write_str("turns=last"),
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

const fn on_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}
