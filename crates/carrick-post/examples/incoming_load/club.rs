//! Players with passwords, and their games.

use carrick_games::{GameKind, Seat};
use carrick_service::{Password, PasswordHash};
use carrick_store::Store;
use carrick_tokens::{Powers, ReplyToken};
use jiff::{SignedDuration, Timestamp};

use crate::board::{Board, sign_up};
use crate::{Outcome, server};

/// Everyone's password.
pub(crate) const PASSWORD: &str = "hunter22";

/// Boards of all kinds in turn, each with its own two players.
pub(crate) struct Club {
    pub(crate) boards: Vec<Board>,
}

impl Club {
    pub(crate) async fn found(store: &Store, games: usize) -> Outcome<Self> {
        let password: Password = PASSWORD.parse()?;
        let hash = PasswordHash::new(&password, &[7; 16]).ok_or("no hash")?;
        let mut boards = Vec::new();
        for n in 0..games {
            let kind = GameKind::ALL[n % GameKind::ALL.len()];
            let players = sign_up(store, n, Some(&hash)).await?;
            boards.push(Board::open(store, kind, &players, n as u64).await?);
        }
        Ok(Self { boards })
    }

    /// Everything that was accepted is in the database, and nothing else.
    pub(crate) async fn check(&self, store: &Store) -> Outcome<()> {
        for board in &self.boards {
            board.check(store).await?;
        }
        Ok(())
    }
}

/// The reply address in the email to the player to move.
pub(crate) fn address_of(board: &Board) -> String {
    let token = ReplyToken {
        board: board.id,
        generation: board.game.turn_names().len() as u32,
        seat: board.game.seat_to_move().unwrap_or(Seat::First),
        powers: Powers::TO_MOVE,
        expires: Timestamp::now() + SignedDuration::from_hours(1),
    };
    let token = server::keys().seal(&token);
    format!("play+{token}@carrick.example")
}
