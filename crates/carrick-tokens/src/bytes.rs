//! Binary encoding of token payloads.

use carrick_games::GameKind;
use carrick_service::{BoardId, Userid};
use jiff::Timestamp;

/// Reads a payload from its start.
pub(crate) struct PayloadReader<'a>(pub(crate) &'a [u8]);

impl<'a> PayloadReader<'a> {
    pub(crate) fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*head)
    }

    pub(crate) fn byte(&mut self) -> Option<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    pub(crate) fn number(&mut self) -> Option<u32> {
        self.array().map(u32::from_be_bytes)
    }

    pub(crate) fn kind(&mut self) -> Option<GameKind> {
        let code = self.byte()?;
        GameKind::ALL.into_iter().find(|kind| kind_code(*kind) == code)
    }

    pub(crate) fn board(&mut self) -> Option<BoardId> {
        let (kind, number) = (self.kind()?, self.number()?);
        BoardId::parse(kind, &number.to_string()).ok()
    }

    pub(crate) fn hour(&mut self) -> Option<Timestamp> {
        let [a, b, c] = self.array()?;
        let hours = i64::from(u32::from_be_bytes([0, a, b, c]));
        Timestamp::from_second(hours * 3600).ok()
    }

    pub(crate) fn second(&mut self) -> Option<Timestamp> {
        Timestamp::from_second(i64::from_be_bytes(self.array()?)).ok()
    }

    pub(crate) fn user(&mut self) -> Option<Userid> {
        let packed: [u8; USER_BYTES] = self.array()?;
        let mut wide = [0; 16];
        wide[16 - USER_BYTES..].copy_from_slice(&packed);
        let mut rest = u128::from_be_bytes(wide);
        let mut letters = Vec::new();
        while rest > 0 {
            let digit = usize::try_from(rest % RADIX).ok()?.checked_sub(1)?;
            letters.push(char::from(*USER_LETTERS.get(digit)?));
            rest /= RADIX;
        }
        letters.iter().collect::<String>().parse().ok()
    }

    pub(crate) fn text(&mut self) -> Option<&'a str> {
        let length = usize::from(self.byte()?);
        let (head, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        str::from_utf8(head).ok()
    }
}

/// Number of bytes of a userid: up to 20 of 37 characters, and an end, since 38^20 < 2^112.
pub(crate) const USER_BYTES: usize = 14;
const RADIX: u128 = 38;
const USER_LETTERS: &[u8; 37] = b"abcdefghijklmnopqrstuvwxyz0123456789_";

pub(crate) fn put_user(user: &Userid, out: &mut Vec<u8>) {
    let mut packed: u128 = 0;
    for byte in user.as_str().bytes().rev() {
        let digit = USER_LETTERS.iter().position(|letter| *letter == byte).unwrap_or(0);
        packed = packed * RADIX + digit as u128 + 1;
    }
    out.extend(&packed.to_be_bytes()[16 - USER_BYTES..]);
}

pub(crate) fn put_board(board: BoardId, out: &mut Vec<u8>) {
    out.push(kind_code(board.kind));
    out.extend(board.number.to_be_bytes());
}

/// Writes a moment in whole hours, rounded up; three bytes reach to the year 3883.
pub(crate) fn put_hour(at: Timestamp, out: &mut Vec<u8>) {
    let hours = at.as_second().max(0).unsigned_abs().div_ceil(3600).min(0x00ff_ffff);
    out.extend(&hours.to_be_bytes()[5..]);
}

/// Writes a text of at most 255 bytes, preceded by its length.
pub(crate) fn put_text(text: &str, out: &mut Vec<u8>) {
    let bytes = &text.as_bytes()[..text.len().min(255)];
    out.push(bytes.len() as u8);
    out.extend(bytes);
}

/// Code of a game in tokens. It must never change, since tokens outlive versions.
pub(crate) const fn kind_code(kind: GameKind) -> u8 {
    kind.facts().wire
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_userid_fits() {
        for name in ["ab", "a0_", "z_________9999999999", "____"] {
            let Ok(user) = name.parse::<Userid>() else { continue };
            let mut bytes = Vec::new();
            put_user(&user, &mut bytes);
            assert_eq!(bytes.len(), USER_BYTES);
            assert_eq!(PayloadReader(&bytes).user(), Some(user));
        }
        assert_eq!(PayloadReader(&[0xff; USER_BYTES]).user(), None);
        assert_eq!(PayloadReader(&[0; USER_BYTES]).user(), None);
    }

    #[test]
    fn hours_round_up() {
        let mut bytes = Vec::new();
        put_hour("2008-05-01T12:00:01Z".parse().unwrap(), &mut bytes);
        assert_eq!(PayloadReader(&bytes).hour(), "2008-05-01T13:00:00Z".parse().ok());
    }
}
