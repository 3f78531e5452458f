//! Argon2id for whatever is a password: hashes in PHC form, made and verified.
//!
//! Each takes 19 MiB. They are kept for the next one: an allocator that many threads ask for pieces
//! so large and so aligned, again and again, keeps many times as much as is ever in use.

use std::sync::{Mutex, PoisonError};

use argon2::password_hash::phc::{Ident, Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};

/// Buffers that are not in use.
static SHELF: Mutex<Vec<Vec<Block>>> = Mutex::new(Vec::new());

/// Number of buffers that are kept: servers rarely hash two passwords at the same time.
const KEPT: usize = 1;

/// The library's recommended cost: 19 MiB, two passes, the first choice of the OWASP password
/// storage cheat sheet. It takes tens of milliseconds on purpose. Debug builds hash at a hundredth
/// of it: tests sign up thousands of users, which took a fifth of their time.
fn cost() -> Params {
    let cheap = || Params::new(256, 1, 1, None).ok();
    cfg!(debug_assertions).then(cheap).flatten().unwrap_or_default()
}

/// The hash of a secret in PHC form, with Argon2id. `None` when the salt is impossible.
///
/// ```
/// use carrick_service::hashing::{hash, verifies};
/// let phc = hash(b"hunter22", &[7; 16]).ok_or("no hash")?;
/// assert!(phc.starts_with("$argon2id$v=19$m="));
/// assert!(verifies(&phc, b"hunter22") && !verifies(&phc, b"hunter23"));
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn hash(secret: &[u8], salt: &[u8]) -> Option<String> {
    let argon2 = Argon2::from(cost());
    let salt = Salt::new(salt).ok()?;
    let output = compute(&argon2, secret, &salt, Params::DEFAULT_OUTPUT_LEN)?;
    let hash = PasswordHash {
        algorithm: Ident::new(Algorithm::Argon2id.as_str()).ok()?,
        version: Some(Version::default().into()),
        params: ParamsString::try_from(argon2.params()).ok()?,
        salt: Some(salt),
        hash: Some(output),
    };
    Some(hash.to_string())
}

/// A hash that no secret has, as slow to verify as those of [`hash`]. Checking a password against
/// it hides from timing attacks whether a user exists.
#[must_use]
pub fn hash_of_nobody() -> String {
    let cost = cost();
    let (memory, passes) = (cost.m_cost(), cost.t_cost());
    let (salt, hash) = ("Y2FycmljayBib2FyZHM", "A".repeat(43));
    format!("$argon2id$v=19$m={memory},t={passes},p=1${salt}${hash}")
}

/// Whether a secret is the one that was hashed, at whatever cost it was; compared in constant time.
#[must_use]
pub fn verifies(phc: &str, secret: &[u8]) -> bool {
    verify(phc, secret).unwrap_or(false)
}

fn verify(phc: &str, secret: &[u8]) -> Option<bool> {
    let hash = PasswordHash::new(phc).ok()?;
    let (salt, expected) = (hash.salt?, hash.hash?);
    let algorithm = Algorithm::try_from(hash.algorithm.as_str()).ok()?;
    let version = hash.version.map_or(Ok(Version::default()), Version::try_from).ok()?;
    let argon2 = Argon2::new(algorithm, version, Params::try_from(&hash).ok()?);
    Some(compute(&argon2, secret, &salt, expected.len())? == expected)
}

fn compute(argon2: &Argon2<'_>, secret: &[u8], salt: &Salt, length: usize) -> Option<Output> {
    let mut buffer = [0; Output::MAX_LENGTH];
    let out = buffer.get_mut(..length)?;
    with_memory(argon2.params().block_count(), |memory| {
        argon2.hash_password_into_with_memory(secret, salt, out, memory)
    })
    .ok()?;
    Output::new(out).ok()
}

/// Lends this many blocks. Their contents are overwritten before they are read.
fn with_memory<T>(blocks: usize, act: impl FnOnce(&mut [Block]) -> T) -> T {
    let shelf = || SHELF.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = shelf().pop();
    let mut memory = kept.unwrap_or_default();
    memory.resize(blocks, Block::new());
    let done = act(&mut memory);
    let mut shelf = shelf();
    if shelf.len() < KEPT {
        shelf.push(memory);
    }
    done
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};

    use super::*;

    /// Hashes are those of the library, whatever was in the memory before.
    #[test]
    fn hashes_of_the_library() {
        for secret in ["hunter22", "", "another"] {
            let theirs: PasswordHash =
                Argon2::from(cost()).hash_password_with_salt(secret.as_bytes(), &[7; 16]).unwrap();
            let ours = hash(secret.as_bytes(), &[7; 16]).unwrap();
            assert_eq!(ours, theirs.to_string());
            assert!(verifies(&theirs.to_string(), secret.as_bytes()));
            let ours = PasswordHash::new(&ours).unwrap();
            assert!(Argon2::default().verify_password(secret.as_bytes(), &ours).is_ok());
        }
    }

    #[test]
    fn hashes_with_another_cost_and_invalid_hashes() {
        let cheap = Argon2::from(Params::new(64, 1, 1, None).unwrap());
        let hash: PasswordHash = cheap.hash_password_with_salt(b"hunter22", &[7; 16]).unwrap();
        let cheap = hash.to_string();
        assert!(verifies(&cheap, b"hunter22") && !verifies(&cheap, b"hunter23"));
        for phc in
            ["", "nonsense", "$argon2id$v=19$m=19456,t=2,p=1", "$scrypt$ln=1$YWJjZGVmZ2g$YWJj"]
        {
            assert!(!verifies(phc, b"hunter22"), "{phc}");
        }
    }
}
