//! Things that fall due without anybody's command: boards, seeks, absences, puzzles by mail.

use carrick_games::GameKind;
use jiff::Timestamp;

use crate::people::{BoardId, Userid, computer::computer_accounts};
use crate::state::{BoardFilter, Needs, Origin};

/// Something to look at because its time has come.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Due {
    /// A board on which a reminder or the deadline may be due.
    Board(BoardId),
    /// A user whose absence may have ended.
    Absence(Userid),
    /// A user who may have to be mailed the puzzles of the day.
    Puzzles(Userid),
    /// A seek of which the computer may have to take a game.
    Seek {
        /// The game.
        kind: GameKind,
        /// The seek's number.
        number: u32,
        /// The user who seeks.
        user: Userid,
    },
}

impl Due {
    /// The state that has to be loaded to decide it.
    #[must_use]
    pub fn needs(&self) -> Needs {
        match self {
            Self::Board(board) => Needs { boards: [*board].into(), ..Needs::default() },
            Self::Puzzles(user) => Needs { users: [user.clone()].into(), ..Needs::default() },
            Self::Absence(user) => Needs {
                users: [user.clone()].into(),
                listed: vec![BoardFilter {
                    kind: None,
                    player: Some(user.clone()),
                    running: true,
                    ended_since: None::<Timestamp>,
                }],
                ..Needs::default()
            },
            Self::Seek { kind, number, user } => Needs {
                users: computer_accounts().chain([user.clone()]).collect(),
                seeks: [*kind].into(),
                offspring: Some((*kind, Origin::Seek(*number))),
                new_board: Some(*kind),
                whole: vec![BoardFilter {
                    kind: None,
                    player: Some(user.clone()),
                    running: true,
                    ended_since: None::<Timestamp>,
                }],
                ..Needs::default()
            },
        }
    }
}
