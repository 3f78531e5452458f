//! Encodings: hexadecimal, SHA-256, percent-encoding, gzip.

use std::io::Write as _;

use axum::body::Bytes;
use axum::http::{HeaderMap, header};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};

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

/// Bytes packed by gzip; `None` when that fails.
pub(crate) fn gzip(bytes: &[u8], level: Compression) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 3), level);
    encoder.write_all(bytes).ok()?;
    Some(encoder.finish().ok()?.into())
}

/// Whether a client understands a content coding, as its `Accept-Encoding` says.
pub(crate) fn takes(asked: &HeaderMap, coding: &str) -> bool {
    let lines = asked.get_all(header::ACCEPT_ENCODING).iter().filter_map(|line| line.to_str().ok());
    let mut codings = lines.flat_map(|line| line.split(','));
    codings.any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        let weight = weight.split_once('=').map(|(_, weight)| weight.trim().parse::<f32>());
        name.trim().eq_ignore_ascii_case(coding) && !matches!(weight, Some(Ok(0.0) | Err(_)))
    })
}

/// A text as part of a query.
pub(crate) fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coding_is_for_clients_that_ask_for_it() {
        for (line, [brotli, gzip]) in [
            ("gzip, deflate, br, zstd", [true, true]),
            ("br;q=0.5, GZIP ; q=1.0", [true, true]),
            ("gzip, br; q=0", [false, true]),
            ("gzip;q=0.000,brx", [false, false]),
            ("identity", [false, false]),
        ] {
            let mut asked = HeaderMap::new();
            asked.insert(header::ACCEPT_ENCODING, line.parse().unwrap());
            assert_eq!(takes(&asked, "br"), brotli, "{line}");
            assert_eq!(takes(&asked, "gzip"), gzip, "{line}");
        }
        assert!(!takes(&HeaderMap::new(), "br"));
    }
}
