//! The token in the address that a turn's mail is replied to.

use carrick_games::Seat;
use carrick_service::BoardId;
use jiff::Timestamp;

use crate::Token;
use crate::bytes::{Reader, put_board, put_hour};

/// What a reply may do on its board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Power {
    /// Play the turn.
    Play = 1,
    /// Say something.
    Chat = 1 << 1,
    /// Propose a draw, ask to take a turn back.
    Offer = 1 << 2,
    /// Accept or reject what the opponent offers.
    Answer = 1 << 3,
    /// Resign; only in the mail that asks whether one really wants to.
    Resign = 1 << 4,
}

/// A set of [`Power`]s.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Powers(u8);

impl Powers {
    /// Of the player to move: everything but to resign, which needs a second reply.
    pub const TO_MOVE: Self =
        Self(Power::Play as u8 | Power::Chat as u8 | Power::Offer as u8 | Power::Answer as u8);
    /// Of the reply that confirms a resignation.
    pub const RESIGN: Self = Self(Power::Resign as u8);

    /// Whether a power is among them.
    #[must_use]
    pub const fn allow(self, power: Power) -> bool {
        self.0 & power as u8 != 0
    }
}

/// Lets its bearer take one turn of one board. Every turn and every undo makes it worthless, since
/// the board's generation grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplyToken {
    /// On which board.
    pub board: BoardId,
    /// The generation of the board it was made for.
    pub generation: u32,
    /// For whom.
    pub seat: Seat,
    /// What it allows.
    pub powers: Powers,
    /// From when on it is worth nothing; kept in whole hours, rounded up.
    pub expires: Timestamp,
}

/// The bit of the byte of powers that says for whom.
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
        let mut bytes = Reader(bytes);
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
