//! The modes that are the server, and that look after its users.

use std::net::{IpAddr, SocketAddr};

use carrick_service::Scope;
use clap::{Args, Subcommand};

use super::common::{ClockArguments, ConfigArguments, DatabaseArguments};
use super::values::threads;

#[derive(Debug, Args)]
pub(crate) struct DoArguments {
    /// Act as this user, without a password: whoever holds the database is trusted
    #[arg(long = "as", value_name = "USERID", conflicts_with = "from")]
    pub(crate) user: Option<String>,
    /// Act as a mail from this address would
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) from: Option<String>,
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
    #[command(flatten)]
    pub(crate) clock: ClockArguments,
    /// A name for this very request: given again, it has no second effect and the same answer
    #[arg(long, value_name = "KEY")]
    pub(crate) id: Option<String>,
    /// Read the lines that go with the command from standard input (commands that make no sense
    /// without, such as chat, do so by themselves)
    #[arg(long)]
    pub(crate) body: bool,
    /// Leave what the computer is asked to `carrick worker`, and do not wait for its answer
    #[arg(long)]
    pub(crate) leave: bool,
    /// The command; several words are joined with blanks
    #[arg(required = true, allow_hyphen_values = true, trailing_var_arg = true)]
    pub(crate) command: Vec<String>,
}

pub(super) const SERVE_NOTES: &str = "\
Without --base-url the site is for this machine and its network: it answers to plain HTTP as
localhost and as any IP address, and cookies travel unencrypted. --listen 0.0.0.0:8010 opens it to
the network. For the internet put it behind a proxy that speaks TLS and name the address that
readers type:

  carrick serve --base-url https://carrick.example --trusted-proxy 127.0.0.1

A file for --config holds the same words, in TOML: listen, base_url, database, key, trusted_proxies
(a list), threads; and a section [mail] with address, relay and listen, with which mail comes in.
Flags stand over the environment, and the environment over the file. CARRICK_LOG=info logs more.";

#[derive(Debug, Args)]
pub(crate) struct ServeArguments {
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
    /// The network address to listen on [default: 127.0.0.1:8010]
    #[arg(long, value_name = "ADDRESS:PORT", env = "CARRICK_LISTEN")]
    pub(crate) listen: Option<SocketAddr>,
    /// What readers type to come here: https:// and the name of the machine
    #[arg(long, value_name = "URL", env = "CARRICK_BASE_URL")]
    pub(crate) base_url: Option<String>,
    /// A proxy whose X-Forwarded-For is believed; may be given several times
    #[arg(
        long = "trusted-proxy",
        value_name = "ADDRESS",
        env = "CARRICK_TRUSTED_PROXIES",
        value_delimiter = ','
    )]
    pub(crate) trusted_proxies: Vec<IpAddr>,
    /// How many threads the computer may think with at once [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
    /// Let everybody do everything as often as he likes: for tests and measurements
    #[arg(long)]
    pub(crate) no_limits: bool,
}

pub(super) const TOKEN_NOTES: &str = "\
The token is printed once and kept nowhere; the database has its hash. The account page lists a
user's tokens, and revokes them.

  carrick token bot --scopes read,play         a token for examples/bot/bot.py";

#[derive(Debug, Args)]
pub(crate) struct TokenArguments {
    /// Whose it is
    pub(crate) user: String,
    /// What he calls it
    #[arg(long, default_value = "made on the server")]
    pub(crate) name: String,
    /// What it may do: read, play, challenge, chat, account
    #[arg(long, value_name = "SCOPE,…", value_delimiter = ',', required = true)]
    pub(crate) scopes: Vec<Scope>,
    /// For how many days it is good
    #[arg(long, default_value_t = 90, allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=366))]
    pub(crate) days: u16,
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
    #[command(flatten)]
    pub(crate) clock: ClockArguments,
}

pub(super) const RESET_NOTES: &str = "\
For a user whom no mail reaches, or where none goes out; hand the link to him alone. It is good for
a day and for one change, and a link that was made before is good no more. Give what `carrick serve`
is given: the key seals the link.

  carrick reset anna --config carrick.toml";

#[derive(Debug, Args)]
pub(crate) struct ResetArguments {
    /// Whose passwords
    pub(crate) user: String,
    /// What readers type to come to the site [default: base_url of the file, or http://127.0.0.1:8010]
    #[arg(long, value_name = "URL", env = "CARRICK_BASE_URL")]
    pub(crate) base_url: Option<String>,
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
    #[command(flatten)]
    pub(crate) clock: ClockArguments,
}

#[derive(Debug, Args)]
pub(crate) struct TickArguments {
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
    #[command(flatten)]
    pub(crate) clock: ClockArguments,
}

#[derive(Debug, Args)]
pub(crate) struct WorkerArguments {
    /// Leave when nothing is left to do
    #[arg(long)]
    pub(crate) once: bool,
    /// How many threads may think at once [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
    #[command(flatten)]
    pub(crate) clock: ClockArguments,
}

#[derive(Debug, Args)]
pub(crate) struct RatingsArguments {
    #[command(subcommand)]
    pub(crate) what: RatingsMode,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RatingsMode {
    /// Compute all ratings from the games alone, in the order in which they ended; say what differs
    /// from what was stored, and correct it
    Rebuild(DatabaseArguments),
}
