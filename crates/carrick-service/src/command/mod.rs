//! The command language: one text, one meaning, whatever carried it.

#![deny(clippy::wildcard_enum_match_arm)]

mod account;
mod arguments;
pub mod field;
mod game_options;
mod heading;
mod looking;
mod options;
mod parse;
mod playing;
mod redact;
mod refusal;
mod reserved;
mod retype;
mod roles;
mod settings;
mod spec;
mod starting;
mod talking;
mod turn;
mod usage;
mod usages;
mod watching;
mod words;
mod write;

use std::fmt;

use carrick_games::GameKind;

use crate::people::{Address, BoardId, Password, Userid};
use crate::state::{StandIn, Terms};

pub use game_options::GameOptions;
pub(crate) use options::{SERVER_OPTIONS, ServerOption};
pub use parse::parse;
pub use redact::redact;
pub use refusal::Refusal;
pub use reserved::is_reserved;
pub use retype::retyped;
pub use settings::Setting;
pub(crate) use spec::{Sent, Spec, Who};
pub use turn::{line_text, looks_latin, turn_text};
pub(crate) use usage::{COMMANDS, Group, OptionSet, Usage, of_topic};
pub use usages::{usage_of, usages};

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
    Show(Vec<(BoardId, Option<Position>)>),
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
        /// On which board.
        board: BoardId,
        /// Who.
        who: Credential,
        /// What.
        action: Action,
        /// The number the turn must have.
        number: Option<u32>,
    },
    /// `<game> queue board uid pw line`; `None` clears.
    Queue(BoardId, Credential, Option<String>),
    /// `<game> preview board[#n] move …`
    Preview(BoardId, Option<Position>, Vec<String>),
    /// `<game> preview new [-options] move …`: canonical options, moves.
    PreviewNew(String, Vec<String>),
    /// `<game> submit board uid pw move[#n]`
    Submit(BoardId, Credential, String, Option<u32>),
    /// `<game> confirm board uid pw`
    Confirm(BoardId, Credential),
    /// `<game> chat board uid pw`
    Chat(BoardId, Credential),
    /// `<game> subscribe board|all uid pw` (true) and `unsubscribe` (false); `None` is all.
    Subscribe(Option<BoardId>, Credential, bool),
    /// `<game> notify uid pw [on|off]`
    Notify(Credential, bool),
    /// `<game> accept uid pw` (true) and `<game> reject uid pw` (false): who may challenge me.
    Challenges(Credential, bool),
    /// `<game> limit uid pw n|none`
    Limit(Credential, Option<u32>),
    /// `<game> seek uid pw [-options] [n]`
    Seek {
        /// Who.
        who: Credential,
        /// The game's options in canonical form.
        options: String,
        /// The server's options.
        terms: Terms,
        /// How many games; at least one.
        count: u32,
        /// Who of the computer takes one that nobody takes.
        stand_in: StandIn,
    },
    /// `<game> seek uid pw cancel`
    CancelSeeks(Credential),
    /// `<game> take seek uid pw`
    Take(u32, Credential),
    /// `<game> set uid pw option …`
    Set(Credential, Vec<Setting>),
    /// `<game> computer [-options] [--level=1..9] uid pw`
    Computer {
        /// The game's options in canonical form.
        options: String,
        /// 1 to 9.
        level: u8,
        /// Who.
        who: Credential,
    },
}

/// What a player does with their turn, or with an offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Play a turn, written in the game's notation (`pass` and `swap` are turns too): normalised
    /// text, not yet read by the game.
    Play(String),
    /// Offer a draw.
    Propose,
    /// Ask to take the last turn back.
    Undo,
    /// Accept what the opponent offered.
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

/// Which position of a board to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
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

/// A userid and what is said to prove it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credential {
    /// Who the sender says they are.
    pub user: Userid,
    /// The command password; `None` for `-`, which stands where the sender is known otherwise.
    pub password: Option<Password>,
}
