//! The token in the reply address of the email about a turn.

use carrick_games::Seat;
use carrick_service::BoardId;
use jiff::Timestamp;

use crate::Token;
use crate::bytes::{PayloadReader, put_board, put_hour};

/// A right of a reply on its board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Power {
    /// Play the turn.
    Play = 1,
    /// Chat.
    Chat = 1 << 1,
    /// Propose a draw, or ask to take a turn back.
    Offer = 1 << 2,
    /// Accept or reject an offer of the opponent.
    Answer = 1 << 3,
    /// Resign; only in the email that asks the player to confirm it.
    Resign = 1 << 4,
}

/// A set of [`Power`]s.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Powers(u8);

impl Powers {
    /// Powers of the player to move: all except resigning, which takes a second reply.
    pub const TO_MOVE: Self =
        Self(Power::Play as u8 | Power::Chat as u8 | Power::Offer as u8 | Power::Answer as u8);
    /// Power of the reply that confirms a resignation.
    pub const RESIGN: Self = Self(Power::Resign as u8);

    /// Whether a power is in the set.
    #[must_use]
    pub const fn allow(self, power: Power) -> bool {
        self.0 & power as u8 != 0
    }
}

/// Lets its bearer take one turn of one board. Every turn and every undo invalidates it, since the
/// board's generation grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplyToken {
    /// Board on which the turn is taken.
    pub board: BoardId,
    /// Generation of the board for which the token was made.
    pub generation: u32,
    /// Seat of the player who takes it.
    pub seat: Seat,
    /// Powers of the reply.
    pub powers: Powers,
    /// Moment at which the token expires, in whole hours, rounded up.
    pub expires: Timestamp,
}

/// Bit for the seat in the byte of powers: set for the second.
const SECOND: u8 = 1 << 7;

impl Token for ReplyToken {
    const PURPOSE: &'static str = "reply";

    fn write(&self, out: &mut Vec<u8>) {
        put_board(self.board, out);
        out.extend(self.generation.to_be_bytes());
        out.push(self.powers.0 | if self.seat == Seat::First { 0 } else { SECOND });
        put_hour(self.expires, out);
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let mut bytes = PayloadReader(bytes);
        let (board, generation, byte) = (bytes.board()?, bytes.number()?, bytes.byte()?);
        let seat = Seat::BOTH[usize::from(byte & SECOND != 0)];
        let token = Self {
            board,
            generation,
            seat,
            powers: Powers(byte & !SECOND),
            expires: bytes.hour()?,
        };
        bytes.0.is_empty().then_some(token)
    }

    fn expires(&self) -> Option<Timestamp> {
        Some(self.expires)
    }
}
