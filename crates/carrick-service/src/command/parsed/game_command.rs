//! Commands about one game or one of its boards.

use carrick_coach::hint::Step;
use carrick_coach::review::Times;
use carrick_games::Seat;

use super::{Action, Credential, PlyRef, Selector, Setting};
use crate::people::{BoardId, ComputerLevel, Userid};
use crate::state::{StandIn, Terms};

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
