//! The work of searches as files, from which they can continue.
//!
//! The first line is a [`SearchHead`] as JSON; the rest depends on the method.

use std::io::{self, BufRead, Read as _, Write};

use carrick_engine::tables::RULES;
use carrick_games::AnyGame;
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// Word in the head that identifies it as the head of a search.
const KIND: &str = "carrick search";
/// Version of the format.
const FORMAT: u32 = 1;
/// Maximum length of a head, in bytes.
const MAX_HEAD: u64 = 1 << 20;

/// Progress of a search, and its work so far.
pub struct SearchMoment<'a> {
    /// Number of finished searches: one for the position, and one for each of its turns.
    pub done: usize,
    /// Number of all searches.
    pub of: usize,
    /// Number of nodes so far, including those before the search was resumed.
    pub nodes: u64,
    /// Maximum number of nodes.
    pub limit: u64,
    pub(crate) write: &'a dyn Fn(&mut dyn Write) -> io::Result<()>,
}

impl SearchMoment<'_> {
    /// Writes the work so far, so that a search of the same position can continue from it.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        (self.write)(out)
    }
}

/// Why a search cannot continue from a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeptError {
    /// The file could not be read.
    #[error("{0}")]
    Read(#[from] io::Error),
    /// The first line is not the head of a search.
    #[error("it does not begin with the head of a search")]
    Head,
    /// The file was written by another version of the program.
    #[error("another version of the program wrote it; start with a new file")]
    Version,
    /// The file belongs to another search.
    #[error("it belongs to a search {found}, but this one is {wanted}")]
    Search {
        /// The search in words.
        found: String,
        /// The requested search, in words.
        wanted: String,
    },
    /// The rest of the file is not as it was written.
    #[error("the data after its head does not match: it was not written to the end, or changed")]
    Sum,
}

/// The first line of the file of a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchHead {
    /// `carrick search`.
    search: String,
    /// Version of the format.
    format: u32,
    /// Version of the rules.
    rules: u32,
    /// The aim of the search: `connections` or `proofs`.
    method: String,
    /// The game's name.
    game: String,
    /// The options on which the work depends.
    options: String,
    /// Everything else that the work depends on, in words.
    settings: String,
    /// The turns that lead to the position.
    pub(crate) turns: Vec<String>,
    /// Number of nodes so far.
    pub(crate) nodes: u64,
    /// SHA-256 of the bytes after this line, in hexadecimal.
    sha256: String,
}

impl SearchHead {
    /// The head of a search of a position, before it starts.
    pub(crate) fn of(method: &str, game: &AnyGame, options: String, settings: String) -> Self {
        Self {
            search: KIND.to_owned(),
            format: FORMAT,
            rules: RULES,
            method: method.to_owned(),
            game: game.kind().name().to_owned(),
            options,
            settings,
            turns: game.turn_names(),
            nodes: 0,
            sha256: String::new(),
        }
    }

    /// Writes the head with the number of nodes so far and the checksum of a body, then the body,
    /// which is produced twice.
    pub(crate) fn write(
        &self,
        nodes: u64,
        body: &dyn Fn(&mut dyn Write) -> io::Result<()>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut sum = Summing { inner: io::sink(), sum: Sha256::new() };
        body(&mut sum)?;
        let sha256 = HEXLOWER.encode(&sum.sum.finalize());
        serde_json::to_writer(&mut *out, &Self { nodes, sha256, ..self.clone() })?;
        out.write_all(b"\n")?;
        body(out)?;
        out.flush()
    }

    /// Reads the head of a file, and checks that it belongs to the same work as this one.
    pub(crate) fn read(&self, file: &mut dyn BufRead) -> Result<Self, KeptError> {
        let mut line = Vec::new();
        file.take(MAX_HEAD).read_until(b'\n', &mut line)?;
        let found: Self = serde_json::from_slice(&line).map_err(|_| KeptError::Head)?;
        if found.search != KIND {
            return Err(KeptError::Head);
        }
        if (found.format, found.rules) != (FORMAT, RULES) {
            return Err(KeptError::Version);
        }
        let of = |head: &Self| {
            let Self { method, game, options, settings, .. } = head;
            format!("for {method} in {game} {options}{settings}")
        };
        let (found_words, wanted) = (of(&found), of(self));
        if found_words != wanted {
            return Err(KeptError::Search { found: found_words, wanted });
        }
        Ok(found)
    }

    /// Reads a body with a function, and checks that it has the checksum in the head.
    pub(crate) fn body<T>(
        &self,
        file: &mut dyn BufRead,
        read: impl FnOnce(&mut dyn io::Read) -> Option<T>,
    ) -> Result<T, KeptError> {
        let mut file = Summing { inner: file, sum: Sha256::new() };
        let body = read(&mut file).ok_or(KeptError::Sum)?;
        let rest = io::copy(&mut file.inner.take(1), &mut io::sink())?;
        let is_whole = rest == 0 && HEXLOWER.encode(&file.sum.finalize()) == self.sha256;
        is_whole.then_some(body).ok_or(KeptError::Sum)
    }
}

/// A reader or a writer that computes the checksum of what passes through.
struct Summing<T> {
    inner: T,
    sum: Sha256,
}

impl<W: Write> Write for Summing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<R: io::Read> io::Read for Summing<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(bytes)?;
        self.sum.update(&bytes[..read]);
        Ok(read)
    }
}
