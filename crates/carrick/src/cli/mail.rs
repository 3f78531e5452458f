//! Arguments of the subcommands for mail.

use std::path::PathBuf;

use carrick_service::Address;
use clap::{Args, Subcommand, ValueEnum};

use super::common::{ClockArguments, ConfigArguments};

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
