//! What several modes are told alike.

use std::path::PathBuf;

use clap::Args;
use jiff::Timestamp;

use super::values::moment;

/// What makes the server's programs parts of one server.
#[derive(Debug, Args)]
pub(crate) struct ConfigArguments {
    /// A file of settings, in TOML
    #[arg(long, value_name = "FILE", env = "CARRICK_CONFIG", global = true)]
    pub(crate) config: Option<PathBuf>,
    /// The server's secret key, made if it is not there [default: beside the database, ending in
    /// .key]
    #[arg(long, value_name = "FILE", env = "CARRICK_KEY")]
    pub(crate) key: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
}

/// Which database.
#[derive(Debug, Args)]
pub(crate) struct DatabaseArguments {
    /// The database, made if it is not there [default: carrick/carrick.db in the user's data
    /// folder]
    #[arg(long, value_name = "FILE", env = "CARRICK_DB", global = true)]
    pub(crate) db: Option<PathBuf>,
}

/// What time it is.
#[derive(Debug, Args)]
pub(crate) struct ClockArguments {
    /// Act as if it were this moment, such as 2008-05-01T12:00:00Z: for tests, and to enter again,
    /// with their times, turns that came after a backup which had to be restored
    #[arg(long, value_name = "TIME", value_parser = moment, global = true)]
    pub(crate) now: Option<Timestamp>,
}
