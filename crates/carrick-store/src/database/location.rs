//! Where a database is: an SQLite file, or a database of a PostgreSQL server.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;

/// Location of a database.
///
/// ```
/// use carrick_store::Location;
///
/// let file: Location = "carrick.db".parse()?;
/// assert_eq!(file.to_string(), "carrick.db");
/// let server: Location = "postgres://carrick:secret@db.example.org/games".parse()?;
/// assert_eq!(server.to_string(), "postgres://carrick@db.example.org:5432/games");
/// # Ok::<(), carrick_store::BadLocation>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Location {
    /// An SQLite file.
    File(PathBuf),
    /// A database of a PostgreSQL server.
    Server(Server),
}

impl Location {
    /// Reads a path, or an address that begins with `postgres://`.
    ///
    /// # Errors
    /// When it is an address that cannot be understood, or of another kind of database.
    pub fn read(text: impl AsRef<OsStr>) -> Result<Self, BadLocation> {
        let path = text.as_ref();
        let scheme = path.to_str().and_then(|text| Some((text, text.split_once("://")?.0)));
        match scheme {
            Some((url, "postgres" | "postgresql")) => Server::read(url).map(Self::Server),
            Some((_, other)) if other.chars().all(|c| c.is_ascii_alphanumeric()) => {
                Err(BadLocation)
            }
            _ => Ok(Self::File(path.into())),
        }
    }

    /// The file, if it is one.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Server(_) => None,
        }
    }
}

/// A database of a PostgreSQL server. Its password is shown nowhere.
#[derive(Clone)]
pub struct Server {
    options: Box<PgConnectOptions>,
    shown: String,
}

impl Server {
    /// Settings of a connection.
    pub(crate) fn options(&self) -> &PgConnectOptions {
        &self.options
    }

    fn read(url: &str) -> Result<Self, BadLocation> {
        let options: PgConnectOptions = url.parse().map_err(|_| BadLocation)?;
        let place = match options.get_socket() {
            Some(socket) => socket.display().to_string(),
            None => format!("{}:{}", options.get_host(), options.get_port()),
        };
        let user = options.get_username();
        let database = options.get_database().unwrap_or(user);
        Ok(Self {
            shown: format!("postgres://{user}@{place}/{database}"),
            options: Box::new(options),
        })
    }
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Server").field(&self.shown).finish()
    }
}

impl PartialEq for Server {
    fn eq(&self, other: &Self) -> bool {
        self.shown == other.shown
    }
}

impl Eq for Server {}

/// An address of a database that cannot be understood. It is not repeated, since it may hold a
/// password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the database's address cannot be understood; write postgres://USER@HOST/DATABASE, or the path of a file"
)]
pub struct BadLocation;

impl TryFrom<OsString> for Location {
    type Error = BadLocation;

    fn try_from(text: OsString) -> Result<Self, BadLocation> {
        Self::read(text)
    }
}

impl FromStr for Location {
    type Err = BadLocation;

    fn from_str(text: &str) -> Result<Self, BadLocation> {
        Self::read(text)
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Server(server) => server.fmt(f),
        }
    }
}

impl From<PathBuf> for Location {
    fn from(path: PathBuf) -> Self {
        Self::File(path)
    }
}

impl From<&PathBuf> for Location {
    fn from(path: &PathBuf) -> Self {
        Self::File(path.clone())
    }
}

impl From<&Path> for Location {
    fn from(path: &Path) -> Self {
        Self::File(path.to_owned())
    }
}

impl From<&Self> for Location {
    fn from(location: &Self) -> Self {
        location.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_shown() {
        for url in [
            "postgres://ann:hush@host/games",
            "postgresql://ann:hush@%2Frun%2Fpostgresql/games",
            "postgres://host/games?user=ann&password=hush",
            "postgres://ann:hush@host:notaport/games",
            "mysql://ann:hush@host/games",
        ] {
            let shown = match url.parse::<Location>() {
                Ok(location) => format!("{location} {location:?}"),
                Err(error) => format!("{error} {error:?}"),
            };
            assert!(!shown.contains("hush"), "{url}: {shown}");
        }
    }

    #[test]
    fn other_texts_are_files() {
        for text in ["carrick.db", "/srv/carrick/postgres:/x", "postgres"] {
            assert_eq!(text.parse(), Ok(Location::File(text.into())));
        }
    }
}
