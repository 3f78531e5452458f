//! Commands on a board without the board and the player.

use super::{Action, Command, Credential, GameCommand};
use crate::people::BoardId;

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
