//! Arguments of commands: positions, choices of boards, topics of help, credentials.

use carrick_games::GameKind;

use crate::people::{Password, Userid};

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
