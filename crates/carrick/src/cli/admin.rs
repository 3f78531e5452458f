//! Arguments of `carrick admin`: accounts and boards.

use std::path::PathBuf;

use carrick_games::GameKind;
use carrick_service::Address;
use carrick_store::Location;
use clap::{Args, Subcommand, ValueEnum};

use crate::cli::{ClockArguments, ConfigArguments, DatabaseArguments, LocationParser};

pub(super) const ADMIN_NOTES: &str = "\
If you can open the database, you can do all of this, even while the server runs. The log of
requests records each action. `carrick reset` makes a link for setting new passwords.

  carrick admin users                          list the accounts
  carrick admin invite anna                    make an account for anna, and a link for her
  carrick admin operator anna on               let anna `broadcast`
  carrick admin suspend mallory                no play, no mail, no chat; their games pause
  carrick admin delete mallory                 delete the account and its personal data
  carrick admin remarks ankor 101              list the remarks on a board, numbered
  carrick admin delete-remark ankor 101 3      delete the third of them";

const REOPEN_NOTES: &str = "\
The same player is to move. They get the full time for a turn, starting now, and the total time that
they had when the turn began. Offers and queued turns are restored, ratings are as if the game had
not ended, and both players get a message.

  carrick admin reopen ankor 101";

#[derive(Debug, Args)]
pub(crate) struct AdminArguments {
    #[command(subcommand)]
    pub(crate) what: AdminMode,
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
    #[command(flatten)]
    pub(crate) clock: ClockArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    On,
    Off,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AdminMode {
    /// List accounts by name, with the dates on which they joined and were last seen, their games
    /// in play, and marks such as "suspended"
    Users {
        /// Start after this name
        #[arg(long, value_name = "USERID")]
        after: Option<String>,
        /// Maximum number of accounts
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        limit: u32,
    },
    /// Make an account without a password, and print a link with which its owner can set one
    Invite {
        #[arg(value_name = "USERID")]
        user: String,
        /// The address of the site as visitors type it [default: base_url of the settings, or
        /// http://127.0.0.1:8010]
        #[arg(long, value_name = "URL", env = "CARRICK_BASE_URL")]
        base_url: Option<String>,
        /// The server's secret key [default: next to the database, ending in .key]
        #[arg(long, value_name = "FILE", env = "CARRICK_KEY")]
        key: Option<PathBuf>,
    },
    /// Make a user an operator, who may `broadcast`, or undo that
    Operator {
        #[arg(value_name = "USERID")]
        user: String,
        switch: Switch,
    },
    /// Suspend an account: sign it out everywhere, pause its games, and stop its play, mail and
    /// chat
    Suspend {
        #[arg(value_name = "USERID")]
        user: String,
    },
    /// End a suspension
    Restore {
        #[arg(value_name = "USERID")]
        user: String,
    },
    /// Delete an account, as its user can: everything stored about them except the name, their
    /// games and their ratings
    Delete {
        #[arg(value_name = "USERID")]
        user: String,
    },
    /// List the remarks on a board, numbered
    Remarks {
        #[arg(value_name = "GAME")]
        kind: GameKind,
        #[arg(value_name = "BOARD")]
        number: u32,
    },
    /// Delete a remark on a board, by the number that `carrick admin remarks` prints
    DeleteRemark {
        #[arg(value_name = "GAME")]
        kind: GameKind,
        #[arg(value_name = "BOARD")]
        number: u32,
        #[arg(value_parser = clap::value_parser!(u32).range(1..))]
        place: u32,
    },
    /// Sign a user out everywhere
    EndSessions {
        #[arg(value_name = "USERID")]
        user: String,
    },
    /// Remove a second factor that its owner has lost: only for someone you know
    #[command(name = "reset-2fa")]
    ResetSecondFactor {
        #[arg(value_name = "USERID")]
        user: String,
    },
    /// Reopen a game that was lost on time, or that disappeared before it began
    #[command(after_help = REOPEN_NOTES)]
    Reopen {
        #[arg(value_name = "GAME")]
        kind: GameKind,
        #[arg(value_name = "BOARD")]
        number: u32,
    },
    /// Give a user another name, even in old games; no one else can take the old name
    Rename {
        #[arg(value_name = "USERID")]
        user: String,
        #[arg(value_name = "NEW")]
        to: String,
    },
}

// Arguments of `carrick backup`, `restore` and `upgrade`.

pub(super) const BACKUP_NOTES: &str = "\
The copy shows the database at one point in time, and is checked before it gets its name; the server
does not wait for it. A plain copy of the file (cp) is not a backup: the latest changes are in
another file. To make a backup every night, and to check that it is good, see docs/host/backup.md.

  carrick backup --with-key /backups/carrick-$(date +%F).db";

#[derive(Debug, Args)]
pub(crate) struct BackupArguments {
    /// Path of the copy, which must not exist yet
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Also copy the server's key, to a file of the same name that ends in .key
    #[arg(long)]
    pub(crate) with_key: bool,
    /// Replace existing files
    #[arg(long)]
    pub(crate) replace: bool,
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
}

pub(super) const RESTORE_NOTES: &str = "\
Stop `carrick serve` first. The backup is checked before anything changes, and the previous database
is kept next to the new one. A key next to the backup (of the same name, ending in .key) is also
restored.

  carrick restore /backups/carrick-2026-11-23.db --db /srv/carrick/carrick.db";

#[derive(Debug, Args)]
pub(crate) struct RestoreArguments {
    /// The backup to restore
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Replace the existing database, which is kept under another name
    #[arg(long)]
    pub(crate) replace: bool,
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
}

pub(super) const UPGRADE_NOTES: &str = "\
`carrick serve`, and every command that writes, does this automatically. The copy is next to the
database, with the number of its schema in its name.";

#[derive(Debug, Args)]
pub(crate) struct KeyArguments {
    #[command(subcommand)]
    pub(crate) what: KeyMode,
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
}

#[derive(Debug, Clone, Copy, Subcommand)]
pub(crate) enum KeyMode {
    /// Make a new key for links and reply addresses; those in older emails still work
    Rotate {
        /// Drop all older keys, so that links and reply addresses in older emails stop working: for
        /// use when someone has seen a key
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
    /// Copy everything to a new file or an empty database, and compare the two
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
Stop `carrick serve` first, and start it on the copy afterwards. To continue an interrupted copy,
run the same command again; until the copy is complete, no other command opens it. The key is not in
the database: keep it.

  carrick db copy /srv/carrick/carrick.db postgres://carrick@db.example.org/carrick";

#[derive(Debug, Args)]
pub(crate) struct UpgradeArguments {
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
}

// Arguments of the subcommands for mail.

pub(super) const RECEIVE_NOTES: &str = "\
Use this with a mail program that passes each message to a command. If the relay speaks LMTP,
`carrick serve` can receive many messages at the same time instead. The answer goes into the outbox,
from which `carrick serve` sends it. Exit status: 0 if the email is accepted (or gets no answer), 67
if the server does not have the address, 75 if the relay should try again later.

  carrick receive --address games@carrick.example --from ann@example.org < mail.eml";

#[derive(Debug, Args)]
pub(crate) struct ReceiveArguments {
    /// The envelope's sender; empty for a bounce
    #[arg(long, value_name = "ADDRESS", env = "SENDER")]
    pub(crate) from: String,
    /// The envelope's recipient, which may contain a token [default: the address for commands]
    #[arg(long, value_name = "ADDRESS", env = "ORIGINAL_RECIPIENT")]
    pub(crate) to: Option<String>,
    /// The address for commands, unless a configuration file gives it
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) address: Option<Address>,
    /// The name that the relay uses in Authentication-Results, unless a configuration file gives it
    #[arg(long, value_name = "NAME")]
    pub(crate) relay: Option<String>,
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
    #[command(flatten)]
    pub(crate) clock: ClockArguments,
}

#[derive(Debug, Args)]
pub(crate) struct SetupArguments {
    #[command(subcommand)]
    pub(crate) what: SetupMode,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SetupMode {
    /// Write the settings for mail, and print what to add to the DNS and to the relay's settings
    #[command(after_help = SETUP_NOTES)]
    Mail(Box<SetupMailArguments>),
    /// Print a settings file that explains every setting and shows its default
    #[command(after_help = SETTINGS_NOTES)]
    Settings,
}

const SETTINGS_NOTES: &str = "\
Every setting is commented out, so the file changes nothing until you edit it.

  carrick setup settings > carrick.toml
  carrick serve --config carrick.toml";

const SETUP_NOTES: &str = "\
You are asked for settings that you do not give as flags. The settings file keeps its comments and
everything that has nothing to do with mail. Run this again to change settings.

  carrick setup mail --domain carrick.example --relay localhost --for postfix
  carrick setup mail --domain carrick.example --relay smtp.example.org --user carrick --print";

#[derive(Debug, Default, Args)]
pub(crate) struct SetupMailArguments {
    /// The domain of the server's addresses: commands go to games@ in it
    #[arg(long, value_name = "NAME")]
    pub(crate) domain: Option<String>,
    /// The relay for outgoing mail; localhost for one on this machine
    #[arg(long, value_name = "NAME[:PORT]")]
    pub(crate) relay: Option<String>,
    /// How to protect the connection to the relay: tls, starttls or none
    #[arg(long, value_name = "HOW")]
    pub(crate) security: Option<String>,
    /// The user name for the relay; the password comes from a file
    #[arg(long, value_name = "NAME")]
    pub(crate) user: Option<String>,
    /// A PEM file with the certificate authority of your own relay, or its self-signed certificate
    /// [default: the authorities that browsers trust]
    #[arg(long, value_name = "FILE")]
    pub(crate) certificates: Option<PathBuf>,
    /// Address of the site, for links in emails
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,
    /// Name of the machine that receives mail for the domain and adds Authentication-Results
    #[arg(long, value_name = "NAME")]
    pub(crate) incoming: Option<String>,
    /// Where that machine delivers by LMTP: a socket or a port on this machine [default:
    /// 127.0.0.1:8024]
    #[arg(long, value_name = "PLACE")]
    pub(crate) listen: Option<String>,
    /// Print only the advice for this program
    #[arg(long = "for", value_name = "PROGRAM", value_enum)]
    pub(crate) relay_program: Option<RelayProgram>,
    /// Print the settings instead of writing a file
    #[arg(long)]
    pub(crate) print: bool,
    /// The settings file, in TOML [default: your own carrick.toml in this folder, or else
    /// /etc/carrick.toml, or else a new one in this folder]
    #[arg(long, value_name = "FILE", env = "CARRICK_CONFIG")]
    pub(crate) config: Option<PathBuf>,
}

/// A program that receives mail for a domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RelayProgram {
    /// With OpenDKIM and OpenDMARC
    Postfix,
    /// With its own DMARC
    Exim,
    /// With rspamd
    Opensmtpd,
}

impl RelayProgram {
    pub(crate) const ALL: [Self; 3] = [Self::Postfix, Self::Exim, Self::Opensmtpd];

    /// Name of the program as a value of `--for`.
    #[cfg(test)]
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Postfix => "postfix",
            Self::Exim => "exim",
            Self::Opensmtpd => "opensmtpd",
        }
    }
}

pub(super) const DOCTOR_NOTES: &str = "\
Run this while `carrick serve` runs with the same settings. It sends an email to the server itself,
through the relay, waits until it comes back, and tests whether the relay lets forged messages
through. It also writes to postmaster at the domain, and tests whether that comes back. A line that
begins with ? says what cannot be checked from here, and where to look. Exit status: 0 if everything
works, 1 if something does not, 2 if the test cannot start.";

#[derive(Debug, Args)]
pub(crate) struct DoctorArguments {
    /// Time to wait for the email to come back, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) timeout: u16,
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
}

pub(super) const OUTBOX_NOTES: &str = "\
If the relay refuses an email permanently, or for three days, Carrick gives up on it. `carrick
serve` sends emails automatically if the settings file has a section [mail.out]; `send` does so
once.

  carrick outbox list
  carrick outbox show 4711
  carrick outbox requeue 4711                  try again, from the first attempt
  carrick outbox requeue --all
  carrick outbox prune --days 30";

#[derive(Debug, Args)]
pub(crate) struct OutboxArguments {
    #[command(subcommand)]
    pub(crate) what: OutboxMode,
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
    #[command(flatten)]
    pub(crate) clock: ClockArguments,
}

#[derive(Debug, Subcommand)]
pub(crate) enum OutboxMode {
    /// Print the size of the queue, and every email that could not be delivered, with the reason
    List,
    /// Show a message: its text, and the state of each copy
    Show {
        /// The message's number
        number: i64,
    },
    /// Try again to send emails that could not be delivered, starting with the first attempt
    #[command(arg_required_else_help = true)]
    Requeue {
        /// The message's number
        #[arg(conflicts_with = "all")]
        number: Option<i64>,
        /// All emails that could not be delivered
        #[arg(long)]
        all: bool,
    },
    /// Delete old messages and requests now; `carrick serve` does this every hour (keep_days)
    Prune {
        /// Delete what is older than this number of days
        #[arg(long, default_value_t = 30, allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..))]
        days: u16,
    },
    /// Send what is due now, once
    Send,
}
