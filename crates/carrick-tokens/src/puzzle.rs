//! The token in the reply address of the email with a puzzle.

use carrick_service::{MailedPuzzle, Userid};
use jiff::Timestamp;

use crate::Token;
use crate::bytes::{PayloadReader, kind_code, put_user};

/// Lets its bearer answer a puzzle as a user. It never expires: an answer after the puzzle's day
/// gets a reply that says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PuzzleToken {
    /// User who got the puzzle by email.
    pub user: Userid,
    /// The puzzle, and how far it was solved.
    pub puzzle: MailedPuzzle,
}

/// Number of bits of the game's code in the byte that also holds the number of turns that were
/// found.
const KIND_BITS: u8 = 5;

impl Token for PuzzleToken {
    const PURPOSE: &'static str = "puzzle";

    // An address has room for 19 bytes, so that game and turns share one.
    fn write(&self, out: &mut Vec<u8>) {
        let MailedPuzzle { kind, number, day, found } = self.puzzle;
        put_user(&self.user, out);
        out.push(kind_code(kind) | (found as u8) << KIND_BITS);
        for number in [number, day] {
            out.extend(u16::try_from(number).unwrap_or(u16::MAX).to_be_bytes());
        }
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let mut bytes = PayloadReader(bytes);
        let (user, byte) = (bytes.user()?, bytes.byte()?);
        let kind = PayloadReader(&[byte & ((1 << KIND_BITS) - 1)]).kind()?;
        let mut number = || Some(u32::from(u16::from_be_bytes([bytes.byte()?, bytes.byte()?])));
        let (number, day) = (number()?, number()?);
        let puzzle = MailedPuzzle { kind, number, day, found: u32::from(byte >> KIND_BITS) };
        bytes.0.is_empty().then_some(Self { user, puzzle })
    }

    fn expires(&self) -> Option<Timestamp> {
        None
    }
}

#[cfg(test)]
mod tests {
    use carrick_games::GameKind;

    use super::*;
    use crate::{Keyring, ReplyToken, TokenError};

    #[test]
    fn every_game_and_turn_fits_into_an_address() {
        let keys = Keyring::new([7; 32]);
        let user: Userid = "z_________9999999999".parse().unwrap();
        for kind in GameKind::ALL {
            assert!(kind_code(kind) < 1 << KIND_BITS, "{kind}");
            for found in 0..5 {
                let puzzle = MailedPuzzle { kind, number: 60_000, day: 30_000, found };
                let token = PuzzleToken { user: user.clone(), puzzle };
                let text = keys.seal(&token);
                assert!(format!("play+{text}").len() <= 64, "{}", text.len());
                assert_eq!(keys.open(&text, Timestamp::MAX), Ok(token));
                let other = keys.open::<ReplyToken>(&text, Timestamp::MIN);
                assert_eq!(other, Err(TokenError::Forged));
            }
        }
    }
}
