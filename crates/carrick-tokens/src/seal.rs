//! Sealing and opening: base 32 of a key's number, a payload and its MAC.

use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use sha2::Sha256;

use crate::Keyring;

/// Number of bytes of the MAC: HMAC-SHA-256 cut to 128 bits, which is half of it and the minimum
/// that RFC 2104 allows.
const MAC_BYTES: usize = 16;
/// Maximum length of a token, in characters.
const LONGEST: usize = 640;

/// Data that can be sealed. A token of one type never opens as another.
pub trait Token: Sized {
    /// Name of the type's purpose, different from every other type's; without NUL.
    const PURPOSE: &'static str;

    /// Adds the payload to the bytes to seal.
    fn write(&self, out: &mut Vec<u8>);

    /// Reads the payload back from bytes that are known to be genuine.
    fn read(bytes: &[u8]) -> Option<Self>;

    /// Moment at which the token expires; `None` for never.
    fn expires(&self) -> Option<Timestamp>;
}

/// Reason why a token is rejected. The token itself is not repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// It is not the text of a token.
    #[error("this is not a whole token; copy or click it again, all of it")]
    Malformed,
    /// It was sealed with a key that is no longer kept, or never was.
    #[error("this token is from another time or another server; ask for a new one")]
    UnknownKey,
    /// It was changed, or made for another purpose.
    #[error("this token was changed on its way or made for something else; ask for a new one")]
    Forged,
    /// It is genuine but too old.
    #[error("this token has expired; ask for a new one")]
    Expired,
}

impl Keyring {
    /// Seals a token. Its text has lower-case letters and the digits 2 to 7.
    #[must_use]
    pub fn seal<T: Token>(&self, token: &T) -> String {
        let (number, key) = self.newest();
        let mut bytes = vec![number];
        token.write(&mut bytes);
        let mac = mac(key, &[T::PURPOSE.as_bytes(), &bytes]).finalize().into_bytes();
        bytes.extend(&mac[..MAC_BYTES]);
        BASE32_NOPAD.encode(&bytes).to_ascii_lowercase()
    }

    /// Opens a sealed token at a moment. The case of letters does not matter, since mail programs
    /// change it.
    ///
    /// The MAC is compared in constant time, and nothing is read before it matches.
    ///
    /// # Errors
    /// When the text is not a token of this type, or has expired.
    pub fn open<T: Token>(&self, text: &str, now: Timestamp) -> Result<T, TokenError> {
        if text.len() > LONGEST {
            return Err(TokenError::Malformed);
        }
        let bytes = BASE32_NOPAD
            .decode(text.to_ascii_uppercase().as_bytes())
            .map_err(|_| TokenError::Malformed)?;
        let (sealed, proof) = bytes.split_last_chunk::<MAC_BYTES>().ok_or(TokenError::Malformed)?;
        let (number, payload) = sealed.split_first().ok_or(TokenError::Malformed)?;
        let key = self.numbered(*number).ok_or(TokenError::UnknownKey)?;
        mac(key, &[T::PURPOSE.as_bytes(), sealed])
            .verify_truncated_left(proof)
            .map_err(|_| TokenError::Forged)?;
        let token = T::read(payload).ok_or(TokenError::Forged)?;
        match token.expires() {
            Some(end) if end <= now => Err(TokenError::Expired),
            _ => Ok(token),
        }
    }

    /// Keyed hash of a delivery, to recognise a second one. Without the keys, a reader of
    /// the database cannot check a guess at its contents.
    ///
    /// It uses the oldest key, so it changes only when that key is dropped.
    #[must_use]
    pub fn fingerprint(&self, parts: &[&[u8]]) -> String {
        let mut all = vec![b"fingerprint".as_slice()];
        all.extend(parts);
        let mac = mac(self.oldest(), &all).finalize().into_bytes();
        BASE32_NOPAD.encode(&mac).to_ascii_lowercase()
    }
}

/// MAC of parts and their lengths, so that no two lists of parts give the same bytes.
fn mac(key: &[u8; 32], parts: &[&[u8]]) -> Hmac<Sha256> {
    // HMAC pads a key with zeros to the hash's block size.
    let mut block = [0; 64];
    block[..key.len()].copy_from_slice(key);
    let mut mac = <Hmac<Sha256> as KeyInit>::new(&block.into());
    for part in parts {
        mac.update(&(part.len() as u64).to_be_bytes());
        mac.update(part);
    }
    mac
}
