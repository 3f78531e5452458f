//! Where a database is: in an SQLite file, or on a PostgreSQL server.

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
    /// Reads a path, or an address that starts with `postgres://`.
    ///
    /// # Errors
    /// When it is an address that cannot be understood, or an address of another kind of database.
    pub fn read(text: impl AsRef<OsStr>) -> Result<Self, BadLocation> {
        let path = text.as_ref();
        let scheme = path.to_str().and_then(|text| Some((text, text.split_once("://")?.0)));
        match scheme {
            Some((url, "postgres" | "postgresql")) => Server::read(url).map(Self::Server),
            Some((_, other)) if other.chars().all(|c| c.is_ascii_alphanumeric()) => {
                Err(BadLocation::Form)
            }
            _ => Ok(Self::File(path.into())),
        }
    }

    /// The path, if it is a file.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Server(_) => None,
        }
    }
}

/// A database of a PostgreSQL server. Its password is never shown.
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
        check_parameters(url)?;
        let options: PgConnectOptions = url.parse().map_err(|_| BadLocation::Form)?;
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

/// Parameters of an address, including accepted alternative spellings.
const PARAMETERS: [&str; 18] = [
    "sslmode",
    "sslrootcert",
    "sslcert",
    "sslkey",
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "password",
    "options",
    "application_name",
    "ssl-mode",
    "ssl-root-cert",
    "ssl-ca",
    "ssl-cert",
    "ssl-key",
    "statement-cache-capacity",
];

/// Number of parameters that messages list.
const LISTED: usize = 11;

const SSL_MODES: [&str; 6] = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];

/// Refuses parameters that the driver would ignore, since that may leave a connection unprotected.
fn check_parameters(url: &str) -> Result<(), BadLocation> {
    if url.contains('#') {
        return Err(BadLocation::Fragment);
    }
    let mut given = Vec::new();
    for pair in url.split_once('?').map_or("", |(_, query)| query).split('&') {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        if pair.is_empty() {
            continue;
        }
        let decoded = key.replace("%5B", "[").replace("%5D", "]");
        let is_option = decoded.starts_with("options[") && decoded.ends_with(']');
        if !is_option && !PARAMETERS.contains(&key) {
            let is_name = |c: char| c.is_ascii_alphanumeric() || "-_[]".contains(c);
            // Text that looks like the rest of a password is not repeated.
            let may_be_shown = !url.split_once('?').is_some_and(|(_, query)| query.contains('@'));
            let name = (may_be_shown && decoded.chars().all(is_name)).then_some(decoded);
            return Err(BadLocation::Parameter(name));
        }
        if !is_option && key != "options" && given.contains(&key) {
            return Err(BadLocation::Twice(key.to_owned()));
        }
        given.push(key);
        if ["sslmode", "ssl-mode"].contains(&key) {
            check_ssl_mode(key, value)?;
        }
    }
    match std::env::var("PGSSLMODE") {
        Ok(value) if !value.is_empty() => check_ssl_mode("PGSSLMODE", &value),
        _ => Ok(()),
    }
}

fn check_ssl_mode(key: &str, value: &str) -> Result<(), BadLocation> {
    if SSL_MODES.contains(&value.to_ascii_lowercase().as_str()) {
        Ok(())
    } else {
        Err(BadLocation::SslMode { key: key.to_owned() })
    }
}

/// Reason why the address of a database cannot be understood. It repeats no value, since a value
/// may be a password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadLocation {
    /// It has another form.
    #[error(
        "the database's address cannot be understood; write postgres://USER@HOST/DATABASE, or the path of a file"
    )]
    Form,
    /// A parameter that has no effect.
    #[error(
        "the database's address has an unknown parameter{}; the known ones are {} and options[NAME]",
        .0.as_ref().map(|name| format!(" {name}")).unwrap_or_default(),
        PARAMETERS[..LISTED].join(", ")
    )]
    Parameter(Option<String>),
    /// The same parameter twice.
    #[error("the database's address has the parameter {0} twice; give it once")]
    Twice(String),
    /// An unknown way to protect the connection.
    #[error("{key} of the database's address should be one of {}", SSL_MODES.join(", "))]
    SslMode {
        /// Its name.
        key: String,
    },
    /// Everything after it would be ignored.
    #[error("the database's address has a #; write it as %23")]
    Fragment,
}

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
    fn a_parameter_that_would_be_ignored_is_refused() {
        for (query, said) in [
            ("sslmod=verify-full", "an unknown parameter sslmod; the known ones are sslmode, ssl"),
            ("SSLMODE=verify-full", "an unknown parameter SSLMODE;"),
            ("sslmode=require&target_session_attrs=any", "parameter target_session_attrs;"),
            ("connect_timeout=3", "unknown parameter connect_timeout;"),
            ("sslmode", "sslmode of the database's address should be one of disable, allow"),
            ("sslmode=verify-ful", "should be one of disable, allow"),
            ("sslmode=verify-full&sslmode=disable", "the parameter sslmode twice"),
            ("sslmode=verify-full#sslrootcert=/x", "a #; write it as %23"),
            ("hush@host", "an unknown parameter; "),
        ] {
            let error = format!("postgres://ann:pass@host/games?{query}").parse::<Location>();
            let error = error.unwrap_err().to_string();
            assert!(error.contains(said) && !error.contains("hush"), "{query}: {error}");
        }
        for query in [
            "",
            "sslmode=verify-full&sslrootcert=/etc/ca.pem",
            "options=-csearch_path%3Dx&options=-cwork_mem%3D1MB",
            "options[search_path]=x",
            "options%5Bsearch_path%5D=x",
            "user=ann&password=x%40y&host=%2Frun%2Fpostgresql",
        ] {
            format!("postgres://host/games?{query}").parse::<Location>().unwrap();
        }
    }

    #[test]
    fn other_texts_are_files() {
        for text in ["carrick.db", "/srv/carrick/postgres:/x", "postgres"] {
            assert_eq!(text.parse(), Ok(Location::File(text.into())));
        }
    }
}
