//! Certificates: tables as files, with what they claim. For the format, see `docs/certificates.md`.

use std::io::{self, BufRead, Read, Write};

use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::tables::any::AnyTable;
use crate::tables::table::{Coding, FORMAT, JsonSolution, RULES};

/// Word in the head that identifies it as the head of a table.
const KIND: &str = "carrick table";
/// Maximum length of a head, in bytes.
const MAX_HEAD: u64 = 1 << 20;

/// The first line of a table's file, as JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableHead {
    /// `carrick table`.
    certificate: String,
    /// Version of the format.
    format: u32,
    /// Version of the rules.
    rules: u32,
    /// The game's name.
    game: String,
    /// The options on which the bytes depend.
    options: String,
    /// Meaning of the bytes: `distance` or `margin`.
    coding: String,
    /// Number of states.
    states: usize,
    /// Index of the first solved state: 0 if the table is complete. The file contains the bytes
    /// from there on.
    from: usize,
    /// SHA-256 of these bytes, in hexadecimal.
    sha256: String,
    /// Values from the start of a game; `None` while the table is not complete.
    claim: Option<TableClaim>,
}

/// The values of the first turns of a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TableClaim {
    /// The options of the game.
    pub options: String,
    /// The value of the game and of its first turns, to the first player.
    #[serde(flatten)]
    pub report: JsonSolution,
}

/// Why a file is not a usable certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// The file could not be read.
    #[error("{0}")]
    Read(#[from] io::Error),
    /// The first line is not the head of a table.
    #[error("it does not begin with the head of a table")]
    Head,
    /// The head has another version of the format.
    #[error("it has format {found}, but this program reads format {FORMAT}")]
    Format {
        /// The version.
        found: u32,
    },
    /// The table was made with another version of the rules.
    #[error(
        "it was made by version {found} of the rules, but this program uses version {RULES}; solve the board again"
    )]
    Rules {
        /// The version.
        found: u32,
    },
    /// The table is for another board.
    #[error("it is for {found}, not for {wanted}")]
    Board {
        /// Game and options of the file.
        found: String,
        /// Game and options that were asked for.
        wanted: String,
    },
    /// The file has too few or too many bytes.
    #[error(
        "it should have {wanted} bytes after its head but has {found}: it was not written to the end, or changed"
    )]
    Length {
        /// Number of bytes after the head.
        found: u64,
        /// Number of bytes that the head states.
        wanted: u64,
    },
    /// The bytes are not those that were written.
    #[error("its checksum does not match its head: the file was damaged")]
    Sum,
}

impl AnyTable {
    /// Writes the table: its head as a line of JSON, then its bytes. An incomplete table is written
    /// as far as it is solved, so that solving can continue after [`read_table`].
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, claim: Option<TableClaim>, out: &mut impl Write) -> io::Result<()> {
        let body = &self.bytes()[self.filled()..];
        let head = TableHead {
            certificate: KIND.to_owned(),
            format: FORMAT,
            rules: RULES,
            game: self.kind().name().to_owned(),
            options: self.options().to_owned(),
            coding: word(self.coding()).to_owned(),
            states: self.bytes().len(),
            from: self.filled(),
            sha256: HEXLOWER.encode(&Sha256::digest(body)),
            claim,
        };
        serde_json::to_writer(&mut *out, &head)?;
        out.write_all(b"\n")?;
        out.write_all(body)?;
        out.flush()
    }
}

/// Reads from the head of a file which board it is for.
///
/// ```
/// let file = "The games of our club\n";
/// let error = carrick_engine::tables::read_board(file.as_bytes()).unwrap_err();
/// assert_eq!(error.to_string(), "it does not begin with the head of a table");
/// ```
///
/// # Errors
/// Returns what is wrong with the head.
pub fn read_board(file: impl Read) -> Result<AnyOptions, CertificateError> {
    let head = read_head(&mut io::BufReader::new(file))?;
    let words: Vec<&str> = head.options.split_whitespace().collect();
    let kind = head.game.parse().map_err(|_| CertificateError::Head)?;
    let options = AnyOptions::parse(kind, &words, SizeLimits::Scripts);
    let options = options.map_err(|_| CertificateError::Head)?;
    check(&head, options)?;
    Ok(options)
}

/// Reads the first line of a file.
fn read_head(file: &mut impl BufRead) -> Result<TableHead, CertificateError> {
    let mut line = Vec::new();
    file.take(MAX_HEAD).read_until(b'\n', &mut line)?;
    serde_json::from_slice(&line).map_err(|_| CertificateError::Head)
}

/// Reads a table for a board, whether or not it is complete.
///
/// # Errors
/// Returns what is wrong with the file.
pub fn read_table(file: impl Read, options: AnyOptions) -> Result<AnyTable, CertificateError> {
    let mut file = io::BufReader::new(file);
    let head = read_head(&mut file)?;
    check(&head, options)?;
    let mut bytes = vec![0; head.from];
    let wanted = (head.states - head.from) as u64;
    let found = file.by_ref().take(wanted + 1).read_to_end(&mut bytes)? as u64;
    if found != wanted {
        return Err(CertificateError::Length { found, wanted });
    }
    if HEXLOWER.encode(&Sha256::digest(&bytes[head.from..])) != head.sha256 {
        return Err(CertificateError::Sum);
    }
    AnyTable::resumed(options, bytes, head.from).ok_or(CertificateError::Head)
}

/// Checks that a head is for a board and for this version of the rules.
fn check(head: &TableHead, options: AnyOptions) -> Result<(), CertificateError> {
    if head.certificate != KIND {
        return Err(CertificateError::Head);
    }
    if head.format != FORMAT {
        return Err(CertificateError::Format { found: head.format });
    }
    if head.rules != RULES {
        return Err(CertificateError::Rules { found: head.rules });
    }
    let wanted = AnyTable::table_options(options);
    if head.game != options.kind().name() || head.options != wanted {
        return Err(CertificateError::Board {
            found: format!("{} {}", head.game, head.options),
            wanted: format!("{} {wanted}", options.kind().name()),
        });
    }
    let states = AnyTable::needs(options).map(|needs| needs.states);
    let coding = if options.kind() == GameKind::Anchor { Coding::Margin } else { Coding::Distance };
    if states != Some(head.states) || head.from > head.states || head.coding != word(coding) {
        return Err(CertificateError::Head);
    }
    Ok(())
}

const fn word(coding: Coding) -> &'static str {
    match coding {
        Coding::Distance => "distance",
        Coding::Margin => "margin",
    }
}

/// The claim of a complete table about a game's first turns.
///
/// # Errors
/// If the game has no table, or the table is for another game.
pub fn claim(
    table: &AnyTable,
    options: AnyOptions,
) -> Result<TableClaim, crate::tables::any::WrongGame> {
    let solution = table.solution(&AnyGame::new(options))?;
    Ok(TableClaim { options: options.to_string(), report: JsonSolution::of(&solution) })
}
