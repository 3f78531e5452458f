//! Second factors: six digits from an authenticator app (TOTP, RFC 6238), or a recovery code.
//!
//! The secret shared with an app derives from random bytes stored with the user and from the
//! site's keys, so the database alone makes no codes. A recovery code is random, shown once, and
//! stored as its hash.

use carrick_service::Userid;
use carrick_store::TokenHash;
use carrick_tokens::Keyring;
use data_encoding::BASE32_NOPAD;
use jiff::Timestamp;
use qrcode_generator::qr::{Encoder, ErrorCorrection};
use totp_rs::{Builder, Totp};

use crate::app::App;
use crate::pages::fault::Fault;
use crate::site::SiteName;
use crate::site::encode::{encode, hex, sha256};

/// Length of a secret: 160 bits, as RFC 4226 recommends.
const SECRET_BYTES: usize = 20;

/// Number of recovery codes in a new set.
const RECOVERY_CODES: usize = 8;

/// Length of a recovery code: 120 bits, too many to be guessed from a hash.
const RECOVERY_BYTES: usize = 15;

/// Secret that an authenticator app and the server share.
pub(crate) struct SharedSecret([u8; SECRET_BYTES]);

impl SharedSecret {
    /// Derives a user's secret from their stored random text.
    pub(crate) fn new(keys: &Keyring, user: &Userid, drawn: &str) -> Option<Self> {
        let parts = ["second factor", user.as_str(), drawn];
        let derived = keys.fingerprint(&parts.map(str::as_bytes)).to_ascii_uppercase();
        let bytes = BASE32_NOPAD.decode(derived.as_bytes()).ok()?;
        bytes.first_chunk().map(|bytes| Self(*bytes))
    }

    /// The secret for typing it into an app: base 32, in groups of four letters.
    pub(crate) fn spelt(&self) -> String {
        grouped(&BASE32_NOPAD.encode(&self.0), " ")
    }

    /// The secret as an `otpauth:` link.
    pub(crate) fn link(&self, site: &SiteName, user: &Userid) -> String {
        let secret = BASE32_NOPAD.encode(&self.0);
        let issuer = encode(&site.to_string()).replace('/', "%2F");
        format!("otpauth://totp/{issuer}:{user}?secret={secret}&issuer={issuer}")
    }

    /// The time step of a code, if it is the current one or its neighbour; `None` for any other
    /// code.
    pub(crate) fn step(&self, code: &str, now: Timestamp) -> Option<u64> {
        self.totp()?.check(code, u64::try_from(now.as_second()).ok()?)
    }

    fn totp(&self) -> Option<Totp> {
        Builder::new().with_secret(self.0).build().ok()
    }
}

/// Draws the random text that a new secret derives from.
pub(crate) fn draw() -> Result<String, Fault> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| Fault::RANDOM)?;
    Ok(hex(&bytes))
}

/// Draws a set of recovery codes, formatted for reading.
pub(crate) fn draw_recovery_codes() -> Result<Vec<String>, Fault> {
    let code = || {
        let mut bytes = [0; RECOVERY_BYTES];
        getrandom::fill(&mut bytes).map_err(|_| Fault::RANDOM)?;
        Ok(grouped(&BASE32_NOPAD.encode(&bytes).to_ascii_lowercase(), "-"))
    };
    std::iter::repeat_with(code).take(RECOVERY_CODES).collect()
}

/// Hash of a recovery code, however its groups were typed.
pub(crate) fn hash_of(code: &str) -> TokenHash {
    TokenHash(sha256(&plain(code)))
}

/// Checks a code that a user typed, and uses it up. A user without a second factor is never
/// admitted.
pub(crate) async fn admits(app: &App, user: &Userid, typed: &str) -> Result<bool, Fault> {
    let factor = app.store.second_factor_of(user).await?.filter(|factor| factor.since.is_some());
    let Some(factor) = factor else { return Ok(false) };
    let code = plain(typed);
    if code.len() != 6 {
        return Ok(app.store.use_recovery_code(user, &hash_of(&code)).await?);
    }
    let secret = SharedSecret::new(&app.setup.keys, &factor.drawn_for, &factor.drawn);
    match secret.and_then(|secret| secret.step(&code, app.now())) {
        Some(step) => Ok(app.store.use_step(user, step).await?),
        None => Ok(false),
    }
}

/// A code's letters and digits alone, in lower case.
fn plain(code: &str) -> String {
    code.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
}

/// Letters in groups of four.
fn grouped(letters: &str, between: &str) -> String {
    let fours: Vec<&str> = (0..letters.len())
        .step_by(4)
        .filter_map(|start| letters.get(start..letters.len().min(start + 4)))
        .collect();
    fours.join(between)
}

/// QR code of a text as SVG: black on white in any theme, with the quiet zone of four modules.
pub(crate) fn qr_code(text: &str) -> Option<String> {
    let rows = Encoder::new(ErrorCorrection::Medium).encode_text(text).ok()?.to_matrix();
    let side = rows.len() + 8;
    let dark = rows.iter().zip(4..).flat_map(|(row, y)| {
        let cells = row.iter().zip(4..).filter(|(dark, _)| **dark);
        cells.map(move |(_, x)| format!("M{x} {y}h1v1h-1z"))
    });
    let path: String = dark.collect();
    Some(format!(
        "<svg class=\"qr\" viewBox=\"0 0 {side} {side}\" role=\"img\" aria-label=\"QR code\" \
         shape-rendering=\"crispEdges\"><path fill=\"#ffffff\" d=\"M0 0h{side}v{side}h-{side}z\"/>\
         <path fill=\"#000000\" d=\"{path}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The codes of RFC 6238, appendix B, cut to six digits.
    #[test]
    fn codes_are_those_of_the_standard() {
        let secret = SharedSecret(*b"12345678901234567890");
        for (second, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            let at = |second| Timestamp::from_second(second).unwrap();
            let step = u64::try_from(second).unwrap() / 30;
            for near in [second - 30, second, second + 30] {
                assert_eq!(secret.step(code, at(near)), Some(step), "{code} at {near}");
            }
            for far in [(second - 61).max(0) + 3600, second + 61] {
                assert_eq!(secret.step(code, at(far)), None, "{code} at {far}");
            }
        }
    }

    #[test]
    fn a_secret_is_its_users_and_its_draws() {
        let keys = Keyring::new([7; 32]);
        let spelt = |user: &str, drawn: &str| {
            SharedSecret::new(&keys, &user.parse().unwrap(), drawn).unwrap().spelt()
        };
        let ann = spelt("ann", "1");
        assert_eq!(ann.split(' ').count(), 8, "{ann}");
        assert!([spelt("bob", "1"), spelt("ann", "2")].iter().all(|other| *other != ann));
        assert_eq!(ann, spelt("ann", "1"));
    }

    #[test]
    fn a_recovery_code_may_be_typed_in_any_way() {
        let code = draw_recovery_codes().unwrap().swap_remove(0);
        assert_eq!(code.len(), 29, "{code}");
        assert_eq!(hash_of(&code), hash_of(&format!(" {} ", code.replace('-', "").to_uppercase())));
    }
}
