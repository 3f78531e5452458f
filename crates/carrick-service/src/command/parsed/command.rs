//! Commands.

use carrick_games::GameKind;

use super::{Credential, GameCommand, HelpTopic, Selector};
use crate::people::{Address, Password, Userid};

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
