//! Tasks of the computer: a turn on a board, or an answer to an offer.

use carrick_engine::Level;
use carrick_games::{AnyGame, Seat};
use jiff::Timestamp;

use crate::command::{Action, BoardAction, Move};
use crate::people::{BoardId, ComputerLevel, Userid, computer_level};
use crate::playing::BoardInPlay;
use crate::requests::Request;
use crate::state::{BoardRecord, Offer};

/// Task for the computer on a board: to answer its opponent's offer, if any, or else to play a
/// turn.
#[derive(Debug, Clone)]
pub struct ComputerTask {
    /// On which board.
    pub board: BoardId,
    /// In which seat the computer is.
    pub seat: Seat,
    /// The computer's level.
    pub level: ComputerLevel,
    /// The game so far.
    pub game: AnyGame,
    /// The offer to answer; `None` asks for a turn.
    pub offer: Option<Offer>,
    /// Whether the game counts for ratings.
    pub rated: bool,
    /// Whether the computer has played a turn; resigning before that declines the game.
    pub has_moved: bool,
    /// When the last turn was played, or the board opened.
    pub since: Timestamp,
    /// The board's [generation](BoardRecord::generation).
    pub generation: u32,
}

impl ComputerTask {
    /// The task for the computer on a board; `None` when there is none, or when the record is
    /// damaged.
    #[must_use]
    pub fn on(record: &BoardRecord) -> Option<Self> {
        let table = BoardInPlay::new(record).ok()?;
        let to_move = table.game.seat_to_move();
        let seat = computer_seat(&record.players, to_move, record.offer)?;
        Some(Self {
            board: record.id,
            seat,
            level: computer_level(table.player(seat))?,
            offer: record.offer.filter(|offer| waits_for(*offer, seat)),
            rated: record.terms.rated,
            has_moved: table.has_moved(seat),
            since: record.turns.last().map_or(record.created, |turn| turn.at),
            generation: record.generation(),
            game: table.game,
        })
    }

    /// Longest time that it is expected to take, in milliseconds.
    #[must_use]
    pub fn cost_ms(&self) -> u32 {
        let beginning = AnyGame::new(self.game.options());
        let level = self.level.name().parse().unwrap_or(Level::MAX);
        level.expected_ms(&beginning, self.game.ply())
    }

    /// Whether the board is unchanged since the task was made.
    pub(crate) fn is_current(&self, record: &BoardRecord) -> bool {
        record.ended.is_none()
            && record.generation() == self.generation
            && record.offer.filter(|offer| waits_for(*offer, self.seat)) == self.offer
    }

    /// The command with which the computer answers, and what it says with it.
    pub(crate) fn request(&self, user: &Userid, chosen: Move, said: Option<String>) -> Request {
        let action = Action::Board(self.board, BoardAction::Move(chosen, None));
        let seen = Some(self.generation);
        Request { body: said, seen, ..Request::by(user.clone(), action) }
    }
}

/// The seat in which the computer has a task.
fn computer_seat(
    players: &[Userid; 2],
    to_move: Option<Seat>,
    offer: Option<Offer>,
) -> Option<Seat> {
    let to_move = to_move?;
    let answers = offer.filter(|offer| !offer.rejected).map(|offer| !offer.by);
    let is_computer = |seat: &Seat| computer_level(&players[seat.index()]).is_some();
    answers.into_iter().chain([to_move]).find(is_computer)
}

fn waits_for(offer: Offer, seat: Seat) -> bool {
    offer.by != seat && !offer.rejected
}
