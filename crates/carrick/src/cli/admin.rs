//! Arguments of `carrick admin`: accounts and boards.

use std::path::PathBuf;

use carrick_games::GameKind;
use carrick_service::Address;
use carrick_store::Location;
use clap::{Args, Subcommand, ValueEnum};

use crate::cli::{ClockArguments, ConfigArguments, DatabaseArguments, LocationParser};

pub(super) const ADMIN_NOTES: &str = "\
Anybody who can open the database can do all of this, also while the server runs. Each action is one
line in the log of requests. `carrick reset` makes a link that sets new passwords.

  carrick admin users                          who is here
  carrick admin invite anna                    an account for anna, and a link for her
  carrick admin operator anna on               anna may `broadcast` from now on
  carrick admin suspend mallory                no play, no mail, no chat; their games pause
  carrick admin delete mallory                 the account goes, with what was stored of it
  carrick admin remarks ankor 101              what was said on a board, numbered
  carrick admin delete-remark ankor 101 3      the third of them is gone";

const REOPEN_NOTES: &str = "\
The same player is to move, with a whole turn's time from now on and the total time that they had when
the turn began. Offers and queued turns are there again, all ratings are as if the game had not ended,
and both players are told.

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

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    On,
    Off,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AdminMode {
    /// List accounts by name: when they joined and were last seen, games in play, and what is
    /// special
    Users {
        /// Begin after this name
        #[arg(long, value_name = "USERID")]
        after: Option<String>,
        /// Maximum number of accounts
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        limit: u32,
    },
    /// Make an account without a password, and print a link with which its owner sets one
    Invite {
        #[arg(value_name = "USERID")]
        user: String,
        /// The address of the site as readers type it [default: base_url of the settings, or
        /// http://127.0.0.1:8010]
        #[arg(long, value_name = "URL", env = "CARRICK_BASE_URL")]
        base_url: Option<String>,
        /// The server's secret key [default: beside the database, ending in .key]
        #[arg(long, value_name = "FILE", env = "CARRICK_KEY")]
        key: Option<PathBuf>,
    },
    /// Make a user an operator, who may `broadcast`, or take that back
    Operator {
        #[arg(value_name = "USERID")]
        user: String,
        switch: Switch,
    },
    /// Suspend an account: signed out everywhere, no play, no mail, no chat; its games pause
    Suspend {
        #[arg(value_name = "USERID")]
        user: String,
    },
    /// End a suspension
    Restore {
        #[arg(value_name = "USERID")]
        user: String,
    },
    /// Delete an account, as its user can: everything that was stored of them goes but the name,
    /// their games and their ratings
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
    /// Delete a remark on a board; its number is what `carrick admin remarks` prints
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
    /// Remove a second factor whose owner has lost it: for somebody you know
    #[command(name = "reset-2fa")]
    ResetSecondFactor {
        #[arg(value_name = "USERID")]
        user: String,
    },
    /// Reopen a game that ended by time, or vanished before it had begun
    #[command(after_help = REOPEN_NOTES)]
    Reopen {
        #[arg(value_name = "GAME")]
        kind: GameKind,
        #[arg(value_name = "BOARD")]
        number: u32,
    },
    /// Give a user another name, in old games too; nobody else can take the former one
    Rename {
        #[arg(value_name = "USERID")]
        user: String,
        #[arg(value_name = "NEW")]
        to: String,
    },
}

// Arguments of `carrick backup`, `restore` and `upgrade`.

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

// Arguments of the subcommands for mail.

pub(super) const RECEIVE_NOTES: &str = "\
For mail programs that hand each message to a program; where the relay speaks LMTP, `carrick serve`
takes many at once. The answer goes into the outbox, from which `carrick serve` sends it. Exit
status: 0 when the mail is taken (or deserves no answer), 67 when nobody here has the address, 75
when it should come again later.

  carrick receive --address games@carrick.example --from ann@example.org < mail.eml";

#[derive(Debug, Args)]
pub(crate) struct ReceiveArguments {
    /// The envelope's sender; empty for a bounce
    #[arg(long, value_name = "ADDRESS", env = "SENDER")]
    pub(crate) from: String,
    /// The envelope's recipient, which may hold a token [default: the address for commands]
    #[arg(long, value_name = "ADDRESS", env = "ORIGINAL_RECIPIENT")]
    pub(crate) to: Option<String>,
    /// The address for commands, unless a configuration file names it
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) address: Option<Address>,
    /// The name by which the relay signs Authentication-Results, unless a configuration file names
    /// it
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
    /// Write the settings for mail, and print what belongs in the DNS and in the relay's own
    /// settings
    #[command(after_help = SETUP_NOTES)]
    Mail(Box<SetupMailArguments>),
    /// Print a file of settings that explains each, with its default
    #[command(after_help = SETTINGS_NOTES)]
    Settings,
}

const SETTINGS_NOTES: &str = "\
Every setting is commented out, so that the file changes nothing until you edit it.

  carrick setup settings > carrick.toml
  carrick serve --config carrick.toml";

const SETUP_NOTES: &str = "\
Settings without a flag are asked for at the terminal. The configuration file keeps its comments and
everything that has nothing to do with mail. You can run this again to change settings.

  carrick setup mail --domain carrick.example --relay localhost --for postfix
  carrick setup mail --domain carrick.example --relay smtp.example.org --user carrick --print";

#[derive(Debug, Default, Args)]
pub(crate) struct SetupMailArguments {
    /// The domain of the server's addresses: commands go to games@ there
    #[arg(long, value_name = "NAME")]
    pub(crate) domain: Option<String>,
    /// The relay that mail is submitted to; localhost for one on this machine
    #[arg(long, value_name = "NAME[:PORT]")]
    pub(crate) relay: Option<String>,
    /// How the connection to the relay is protected: tls, starttls or none
    #[arg(long, value_name = "HOW")]
    pub(crate) security: Option<String>,
    /// The name to sign in with at the relay; the password comes from a file
    #[arg(long, value_name = "NAME")]
    pub(crate) user: Option<String>,
    /// A PEM file with the authority of a relay of your own, or its self-signed certificate
    /// [default: the authorities that browsers trust]
    #[arg(long, value_name = "FILE")]
    pub(crate) certificates: Option<PathBuf>,
    /// Address of the site, for links in mails
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,
    /// Name of the machine that takes mail for the domain, and signs Authentication-Results
    #[arg(long, value_name = "NAME")]
    pub(crate) incoming: Option<String>,
    /// Where that machine delivers by LMTP: a socket or a port of this machine [default:
    /// 127.0.0.1:8024]
    #[arg(long, value_name = "PLACE")]
    pub(crate) listen: Option<String>,
    /// Print only the advice for this program
    #[arg(long = "for", value_name = "PROGRAM", value_enum)]
    pub(crate) relay_program: Option<RelayProgram>,
    /// Print the settings, and write no file
    #[arg(long)]
    pub(crate) print: bool,
    /// The file of settings, in TOML [default: your own carrick.toml in this folder, or else
    /// /etc/carrick.toml, or else a new one in this folder]
    #[arg(long, value_name = "FILE", env = "CARRICK_CONFIG")]
    pub(crate) config: Option<PathBuf>,
}

/// A program that takes mail for a domain.
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
Run it while `carrick serve` runs with the same settings. It sends a mail to the server itself,
through the relay, waits until it comes back, and sees whether the relay let something pass that was
forged in its name. It mails postmaster at the domain too, and sees whether that comes back. A line
that begins with ? says what it cannot know from here, and where to look. Exit status: 0 when nothing
is ill, 1 when something is, 2 when it cannot begin.";

#[derive(Debug, Args)]
pub(crate) struct DoctorArguments {
    /// Time to wait for the mail to come back, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) timeout: u16,
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
}

pub(super) const OUTBOX_NOTES: &str = "\
A mail that the relay refuses for good, or for three days, is given up: a dead letter. `carrick
serve` sends mail by itself where the file of settings has a section [mail.out]; `send` does so
once.

  carrick outbox list
  carrick outbox show 4711
  carrick outbox requeue 4711                  try again, from the beginning
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
    /// List the size of the queue, and every mail that was given up, with the reason
    List,
    /// Show a message: its text, and the state of each copy
    Show {
        /// The message's number
        number: i64,
    },
    /// Send mails that were given up once more, with all attempts
    #[command(arg_required_else_help = true)]
    Requeue {
        /// The message's number
        #[arg(conflicts_with = "all")]
        number: Option<i64>,
        /// All mails that were given up
        #[arg(long)]
        all: bool,
    },
    /// Delete old messages and requests now; `carrick serve` does so every hour (keep_days)
    Prune {
        /// Age of what is deleted, in days
        #[arg(long, default_value_t = 30, allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..))]
        days: u16,
    },
    /// Send what is due now, once
    Send,
}
