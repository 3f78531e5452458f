//! Arguments shared by several subcommands.

use std::path::PathBuf;

use carrick_store::Location;
use clap::Args;
use jiff::Timestamp;

use super::values::{LocationParser, moment};

/// Database and key: they make programs parts of one server.
#[derive(Debug, Clone, Args)]
pub(crate) struct ConfigArguments {
    /// The server's secret key, created if it does not exist [default: beside the database, ending
    /// in .key]
    #[arg(long, value_name = "FILE", env = "CARRICK_KEY")]
    pub(crate) key: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
}

/// Location of the database, or the configuration file that names it.
#[derive(Debug, Clone, Args)]
pub(crate) struct DatabaseArguments {
    /// A file of settings, in TOML, which can name the database [default: unless --db names it,
    /// your own carrick.toml in this folder, or else /etc/carrick.toml]
    #[arg(long, value_name = "FILE", env = "CARRICK_CONFIG", global = true)]
    pub(crate) config: Option<PathBuf>,
    /// The database: a file, created if it does not exist, or postgres://USER@HOST/DATABASE
    /// [default: the one that the file named by CARRICK_DB_FILE says, or else carrick/carrick.db in
    /// the user's data folder]
    #[arg(long, value_name = "FILE", env = "CARRICK_DB", hide_env_values = true)]
    #[arg(value_parser = LocationParser, global = true)]
    pub(crate) db: Option<Location>,
}

/// Time at which a command is carried out.
#[derive(Debug, Args)]
pub(crate) struct ClockArguments {
    /// Act as if it were this moment, such as 2008-05-01T12:00:00Z: for tests, and to enter turns
    /// again, with their times, after restoring a backup from before them
    #[arg(long, value_name = "TIME", value_parser = moment, global = true)]
    pub(crate) now: Option<Timestamp>,
}
