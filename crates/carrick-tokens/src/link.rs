//! Tokens in mailed links: password reset, address confirmation, unsubscribing. A GET of such a
//! link shows a button, and only its POST acts.

use carrick_games::Seat;
use carrick_service::{Address, BoardId, Subscription, Userid};
use jiff::Timestamp;

use crate::Token;
use crate::bytes::{PayloadReader, kind_code, put_board, put_hour, put_text, put_user};

/// Sets a new password. It is valid while the time of the user's last request is the time in the
/// token: a used link and an older one no longer work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResetToken {
    /// User who gets the new password.
    pub user: Userid,
    /// Time of the request, to the second.
    pub asked: Timestamp,
    /// Expiry, in whole hours.
    pub expires: Timestamp,
}

/// Confirms that a mail address belongs to a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfirmToken {
    /// User who claims the address.
    pub user: Userid,
    /// Address to confirm.
    pub address: Address,
    /// Expiry, in whole hours.
    pub expires: Timestamp,
}

/// Makes a change to an account that was requested by mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeToken {
    /// Owner of the account.
    pub user: Userid,
    /// Number of the stored change.
    pub number: u32,
    /// Expiry, in whole hours.
    pub expires: Timestamp,
}

/// Stops some emails. It never expires, since an email may be read years later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsubscribeToken {
    /// Recipient who unsubscribes.
    pub user: Userid,
    /// Subscription that ends.
    pub from: Subscription,
}

/// Declines a game for a player who has not moved on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeclineToken {
    /// Board of the game.
    pub board: BoardId,
    /// Seat of the player who declines.
    pub seat: Seat,
    /// Expiry, in whole hours.
    pub expires: Timestamp,
}

/// Accepts an invitation to a game, for the first user who opens its link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InviteToken {
    /// Number of the invitation among the seeks of its game.
    pub seek: BoardId,
    /// Expiry, in whole hours.
    pub expires: Timestamp,
}

impl Token for InviteToken {
    const PURPOSE: &'static str = "invite";

    fn write(&self, out: &mut Vec<u8>) {
        put_board(self.seek, out);
        put_hour(self.expires, out);
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let mut bytes = PayloadReader(bytes);
        let token = Self { seek: bytes.board()?, expires: bytes.hour()? };
        bytes.0.is_empty().then_some(token)
    }

    fn expires(&self) -> Option<Timestamp> {
        Some(self.expires)
    }
}

/// Identifies a returned email (bounce) by the address that it comes back to. It never expires,
/// since a report may be late.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BounceToken {
    /// Number of the message.
    pub message: u32,
    /// Number of its copy.
    pub copy: u8,
}

/// Lets an email through that the server has sent to itself, as a test of the whole route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EchoToken {
    /// Number of the test email.
    pub number: u32,
    /// Expiry, in whole hours.
    pub expires: Timestamp,
}

impl Token for DeclineToken {
    const PURPOSE: &'static str = "decline";

    fn write(&self, out: &mut Vec<u8>) {
        put_board(self.board, out);
        out.push(u8::from(self.seat == Seat::Second));
        put_hour(self.expires, out);
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let mut bytes = PayloadReader(bytes);
        let (board, seat) = (bytes.board()?, bytes.byte()?);
        let seat = *Seat::BOTH.get(usize::from(seat))?;
        let token = Self { board, seat, expires: bytes.hour()? };
        bytes.0.is_empty().then_some(token)
    }

    fn expires(&self) -> Option<Timestamp> {
        Some(self.expires)
    }
}

impl Token for BounceToken {
    const PURPOSE: &'static str = "bounce";

    fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.message.to_be_bytes());
        out.push(self.copy);
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let mut bytes = PayloadReader(bytes);
        let token = Self { message: bytes.number()?, copy: bytes.byte()? };
        bytes.0.is_empty().then_some(token)
    }

    fn expires(&self) -> Option<Timestamp> {
        None
    }
}

impl Token for EchoToken {
    const PURPOSE: &'static str = "echo";

    fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.number.to_be_bytes());
        put_hour(self.expires, out);
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let mut bytes = PayloadReader(bytes);
        let token = Self { number: bytes.number()?, expires: bytes.hour()? };
        bytes.0.is_empty().then_some(token)
    }

    fn expires(&self) -> Option<Timestamp> {
        Some(self.expires)
    }
}

impl Token for ResetToken {
    const PURPOSE: &'static str = "reset password";

    fn write(&self, out: &mut Vec<u8>) {
        put_user(&self.user, out);
        out.extend(self.asked.as_second().to_be_bytes());
        put_hour(self.expires, out);
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let mut bytes = PayloadReader(bytes);
        let token = Self { user: bytes.user()?, asked: bytes.second()?, expires: bytes.hour()? };
        bytes.0.is_empty().then_some(token)
    }

    fn expires(&self) -> Option<Timestamp> {
        Some(self.expires)
    }
}

impl Token for ConfirmToken {
    const PURPOSE: &'static str = "confirm address";

    fn write(&self, out: &mut Vec<u8>) {
        put_user(&self.user, out);
        put_text(self.address.as_str(), out);
        put_hour(self.expires, out);
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let mut bytes = PayloadReader(bytes);
        let (user, address) = (bytes.user()?, bytes.text()?.parse().ok()?);
        let token = Self { user, address, expires: bytes.hour()? };
        bytes.0.is_empty().then_some(token)
    }

    fn expires(&self) -> Option<Timestamp> {
        Some(self.expires)
    }
}

impl Token for ChangeToken {
    const PURPOSE: &'static str = "confirm change";

    fn write(&self, out: &mut Vec<u8>) {
        put_user(&self.user, out);
        out.extend(self.number.to_be_bytes());
        put_hour(self.expires, out);
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let mut bytes = PayloadReader(bytes);
        let token = Self { user: bytes.user()?, number: bytes.number()?, expires: bytes.hour()? };
        bytes.0.is_empty().then_some(token)
    }

    fn expires(&self) -> Option<Timestamp> {
        Some(self.expires)
    }
}

/// Codes of subscriptions that do not belong to a game, used in place of a game's code.
const NEWS: u8 = 0xf0;
const EVERYTHING: u8 = 0xf1;
const TURNS: u8 = 0xf2;
const REMINDERS: u8 = 0xf3;
const LETTERS: u8 = 0xf4;
/// Precedes the code of a game when the subscription is to its puzzles.
const PUZZLES: u8 = 0xf5;

impl Token for UnsubscribeToken {
    const PURPOSE: &'static str = "unsubscribe";

    fn write(&self, out: &mut Vec<u8>) {
        put_user(&self.user, out);
        match self.from {
            Subscription::Board(board) => put_board(board, out),
            Subscription::Game(kind) => out.push(kind_code(kind)),
            Subscription::News => out.push(NEWS),
            Subscription::Everything => out.push(EVERYTHING),
            Subscription::Turns => out.push(TURNS),
            Subscription::Reminders => out.push(REMINDERS),
            Subscription::Letters => out.push(LETTERS),
            Subscription::Puzzles(kind) => out.extend([PUZZLES, kind_code(kind)]),
        }
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let mut bytes = PayloadReader(bytes);
        let user = bytes.user()?;
        let from = match bytes.0 {
            [NEWS] => Subscription::News,
            [EVERYTHING] => Subscription::Everything,
            [TURNS] => Subscription::Turns,
            [REMINDERS] => Subscription::Reminders,
            [LETTERS] => Subscription::Letters,
            [_] => Subscription::Game(bytes.kind()?),
            [PUZZLES, kind] => Subscription::Puzzles(PayloadReader(&[*kind]).kind()?),
            [_, _, _, _, _] => Subscription::Board(bytes.board()?),
            _ => return None,
        };
        Some(Self { user, from })
    }

    fn expires(&self) -> Option<Timestamp> {
        None
    }
}
