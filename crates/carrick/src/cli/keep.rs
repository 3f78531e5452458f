//! Arguments of `carrick backup`, `restore` and `upgrade`.

use std::path::PathBuf;

use carrick_store::Location;
use clap::{Args, Subcommand};

use super::common::{ConfigArguments, DatabaseArguments};
use super::values::LocationParser;

pub(super) const BACKUP_NOTES: &str = "\
The copy is of one moment, and is checked before it gets its name; nobody has to wait for it. A plain
copy of the file (cp) is none: what was written last stands in another file. docs/host/backup.md says how
to have one made every night, and how to see that it is good.

  carrick backup --with-key /backups/carrick-$(date +%F).db";

#[derive(Debug, Args)]
pub(crate) struct BackupArguments {
    /// Path of the copy, which must not exist yet
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Copy the server's key too, into a file of the same name that ends in .key
    #[arg(long)]
    pub(crate) with_key: bool,
    /// Replace existing files
    #[arg(long)]
    pub(crate) replace: bool,
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
}

pub(super) const RESTORE_NOTES: &str = "\
Stop `carrick serve` first. The backup is checked before anything is changed; what was there before is
kept beside it. A key that lies beside the backup (of the same name, ending in .key) comes back too.

  carrick restore /backups/carrick-2026-11-23.db --db /srv/carrick/carrick.db";

#[derive(Debug, Args)]
pub(crate) struct RestoreArguments {
    /// The backup
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Replace the existing database, and keep it under another name
    #[arg(long)]
    pub(crate) replace: bool,
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
}

pub(super) const UPGRADE_NOTES: &str = "\
`carrick serve`, and every command that writes, does the same by itself. The copy lies beside the
database and has the number of its schema in its name.";

#[derive(Debug, Args)]
pub(crate) struct KeyArguments {
    #[command(subcommand)]
    pub(crate) what: KeyMode,
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
}

#[derive(Debug, Clone, Copy, Subcommand)]
pub(crate) enum KeyMode {
    /// Make a new key for links and reply addresses; those in older emails go on working
    Rotate {
        /// Drop all older keys, so that links and reply addresses in older emails stop working:
        /// for a key that others have seen
        #[arg(long)]
        drop_old: bool,
    },
}

#[derive(Debug, Args)]
pub(crate) struct DbArguments {
    #[command(subcommand)]
    pub(crate) what: DbMode,
}

#[derive(Debug, Subcommand)]
pub(crate) enum DbMode {
    /// Copy everything into a new file or an empty database, and compare the two
    #[command(after_help = COPY_NOTES)]
    Copy {
        /// The database to copy: a file, or postgres://USER@HOST/DATABASE
        #[arg(value_name = "FROM", value_parser = LocationParser)]
        from: Location,
        /// The database to copy to
        #[arg(value_name = "TO", value_parser = LocationParser)]
        to: Location,
    },
}

const COPY_NOTES: &str = "\
Stop `carrick serve` first, and start it on the copy afterwards. A copy that was cut off is continued by
the same command; until it is whole, nothing else opens it. The key is not in a database: keep it.

  carrick db copy /srv/carrick/carrick.db postgres://carrick@db.example.org/carrick";

#[derive(Debug, Args)]
pub(crate) struct UpgradeArguments {
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
}
