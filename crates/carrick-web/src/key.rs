//! The server's key: what no table holds, and every token is derived from.

use std::fmt;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};

/// 32 secret bytes. Kept in a file beside the database, never in it.
#[derive(Clone)]
pub struct ServerKey([u8; 32]);

impl ServerKey {
    /// How many bytes a key has.
    pub const BYTES: usize = 32;

    /// A key from its bytes.
    #[must_use]
    pub const fn new(bytes: [u8; Self::BYTES]) -> Self {
        Self(bytes)
    }

    /// 128 bits that only this server can compute from a purpose and a text, in 32 hexadecimal digits.
    #[must_use]
    pub fn mac(&self, purpose: &str, text: &str) -> String {
        hex(&self.keyed(purpose, text).finalize().into_bytes()[..16])
    }

    /// Whether [`mac`](Self::mac) gives this, compared in constant time.
    #[must_use]
    pub fn verifies(&self, purpose: &str, text: &str, mac: &str) -> bool {
        // Comparing the hashes of both hides where they differ.
        Sha256::digest(self.mac(purpose, text)) == Sha256::digest(mac)
    }

    fn keyed(&self, purpose: &str, text: &str) -> Hmac<Sha256> {
        // HMAC takes a key of any length.
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).unwrap_or_else(|_| unreachable!());
        mac.update(purpose.as_bytes());
        mac.update(&[0]);
        mac.update(text.as_bytes());
        mac
    }
}

impl fmt::Debug for ServerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ServerKey(…)")
    }
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The SHA-256 of a text, in hexadecimal.
pub(crate) fn sha256(text: &str) -> String {
    hex(&Sha256::digest(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn purposes_and_texts_do_not_run_together() {
        let key = ServerKey::new([7; 32]);
        let mac = key.mac("reset", "ann");
        assert_eq!(mac.len(), 32);
        assert!(key.verifies("reset", "ann", &mac));
        for (purpose, text) in [("resetann", ""), ("reset", "anna"), ("rese", "tann")] {
            assert!(!key.verifies(purpose, text, &mac), "{purpose} {text}");
        }
        assert!(!ServerKey::new([8; 32]).verifies("reset", "ann", &mac));
        assert_eq!(format!("{key:?}"), "ServerKey(…)");
    }
}
