//! The keyring, and the key file that contains it.

use std::fmt;
use std::str::FromStr;

use data_encoding::BASE32_NOPAD;

/// Number of bytes of a key: the output size of HMAC-SHA-256.
const KEY_BYTES: usize = 32;

/// Keys that tokens are sealed with: the newest one seals, and all of them open. Dropping the
/// oldest one invalidates every token that it sealed.
///
/// Its text has one key per line, oldest first: a number and 256 bits in base 32; lines that start
/// with `#` are comments. `Debug` shows only the numbers, and there is no `Display`.
///
/// ```
/// use carrick_tokens::Keyring;
/// let mut keys = Keyring::new([7; 32]);
/// assert!(keys.rotate([8; 32]));
/// assert_eq!(keys.to_file().parse(), Ok(keys));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Keyring {
    /// Never empty, with rising numbers.
    keys: Vec<(u8, [u8; KEY_BYTES])>,
}

/// Reason why a key file cannot be read. The keys are not repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum KeyFileError {
    /// It contains no key.
    #[error("the key file contains no key")]
    Empty,
    /// A line has another form.
    #[error(
        "line {0} of the key file should be a number from 1 to 255 and a key of 52 letters and digits"
    )]
    Line(usize),
    /// Numbers do not rise.
    #[error("line {0} of the key file has a number that is not higher than the previous one")]
    Order(usize),
}

impl Keyring {
    /// A ring with one key, which must be random.
    #[must_use]
    pub fn new(key: [u8; KEY_BYTES]) -> Self {
        Self { keys: vec![(1, key)] }
    }

    /// Adds a random key, which seals from now on. Returns `false` when the numbers are used up:
    /// then drop the oldest keys, and number the others from 1 again.
    #[must_use]
    pub fn rotate(&mut self, key: [u8; KEY_BYTES]) -> bool {
        match self.newest().0.checked_add(1) {
            Some(number) => {
                self.keys.push((number, key));
                true
            }
            None => false,
        }
    }

    /// Drops all keys except the newest; tokens sealed by the others no longer open.
    pub fn keep_newest(&mut self) {
        self.keys.drain(..self.keys.len() - 1);
    }

    /// The text of the file.
    #[must_use]
    pub fn to_file(&self) -> String {
        let mut text = String::from(
            "# Carrick's keys, oldest first: the last one seals, all of them open.\n# Anyone who \
             reads this file can act as any player: let no one else read it or its copies.\n",
        );
        for (number, key) in &self.keys {
            let key = BASE32_NOPAD.encode(key).to_ascii_lowercase();
            text.push_str(&format!("{number} {key}\n"));
        }
        text
    }

    pub(crate) fn newest(&self) -> (u8, &[u8; KEY_BYTES]) {
        let (number, key) = &self.keys[self.keys.len() - 1];
        (*number, key)
    }

    pub(crate) fn oldest(&self) -> &[u8; KEY_BYTES] {
        &self.keys[0].1
    }

    pub(crate) fn numbered(&self, number: u8) -> Option<&[u8; KEY_BYTES]> {
        self.keys.iter().find(|key| key.0 == number).map(|(_, key)| key)
    }
}

impl FromStr for Keyring {
    type Err = KeyFileError;

    fn from_str(text: &str) -> Result<Self, KeyFileError> {
        let mut keys: Vec<(u8, [u8; KEY_BYTES])> = Vec::new();
        for (place, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (number, key) = read_line(line).ok_or(KeyFileError::Line(place))?;
            if keys.last().is_some_and(|before| before.0 >= number) {
                return Err(KeyFileError::Order(place));
            }
            keys.push((number, key));
        }
        if keys.is_empty() { Err(KeyFileError::Empty) } else { Ok(Self { keys }) }
    }
}

impl fmt::Debug for Keyring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.keys.iter().map(|key| key.0)).finish()
    }
}

fn read_line(line: &str) -> Option<(u8, [u8; KEY_BYTES])> {
    let (number, key) = line.split_once(' ')?;
    let number = number.parse().ok().filter(|number| *number > 0)?;
    let key = BASE32_NOPAD.decode(key.trim().to_ascii_uppercase().as_bytes()).ok()?;
    Some((number, key.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_files_are_refused() {
        let key = "a".repeat(52);
        for (text, error) in [
            (String::new(), KeyFileError::Empty),
            ("# nothing\n".to_owned(), KeyFileError::Empty),
            (format!("0 {key}"), KeyFileError::Line(1)),
            (format!("256 {key}"), KeyFileError::Line(1)),
            (format!("# one\n1 {key}x"), KeyFileError::Line(2)),
            (format!("1 {key}\n1 {key}"), KeyFileError::Order(2)),
            (format!("2 {key}\n\n1 {key}"), KeyFileError::Order(3)),
            (key.clone(), KeyFileError::Line(1)),
        ] {
            assert_eq!(text.parse::<Keyring>(), Err(error), "{text:?}");
            assert!(!error.to_string().contains("aaaa"));
        }
    }

    #[test]
    fn nothing_shows_a_key() {
        let mut keys = Keyring::new([0; 32]);
        assert!(keys.rotate([1; 32]));
        assert_eq!(format!("{keys:?}"), "[1, 2]");
        assert_eq!(keys.to_file().parse::<Keyring>().unwrap().newest(), (2, &[1; 32]));
    }

    #[test]
    fn the_newest_key_is_kept() {
        let mut keys = Keyring::new([0; 32]);
        assert!(keys.rotate([1; 32]));
        keys.keep_newest();
        assert_eq!((format!("{keys:?}").as_str(), keys.newest()), ("[2]", (2, &[1; 32])));
    }

    #[test]
    fn numbers_end_at_255() {
        let mut keys = Keyring::new([0; 32]);
        assert_eq!((1..300).filter(|_| keys.rotate([1; 32])).count(), 254);
    }
}
