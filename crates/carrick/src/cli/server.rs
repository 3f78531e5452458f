//! Arguments of the subcommands that run the server or look after its users.

use std::net::SocketAddr;
use std::num::{NonZeroU16, NonZeroUsize};
use std::path::PathBuf;

use carrick_cli::tables::TablesArguments;
use carrick_service::Scope;
use carrick_web::Proxy;
use clap::{Args, Subcommand};

use crate::cli::{
    ClockArguments, ConfigArguments, DatabaseArguments, Seconds, connections, days, mebibytes,
    threads,
};
use crate::config::RegistrationWord;
use crate::system::LogFormat;

#[derive(Debug, Args)]
pub(crate) struct DoArguments {
    /// Act as this user, without a password: anyone who can open the database is trusted
    #[arg(long = "as", value_name = "USERID", conflicts_with = "from")]
    pub(crate) user: Option<String>,
    /// Act as if the command came in an email from this address
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) from: Option<String>,
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
    #[command(flatten)]
    pub(crate) clock: ClockArguments,
    /// A name for this request: if you send it again, it has no further effect, and you get the
    /// same answer unless the request was refused
    #[arg(long, value_name = "KEY")]
    pub(crate) id: Option<String>,
    /// Read the lines that go with the command from standard input (commands that need them, such
    /// as chat, always do)
    #[arg(long)]
    pub(crate) body: bool,
    /// Leave the computer's turns to `carrick worker`, and do not wait for them
    #[arg(long)]
    pub(crate) leave: bool,
    #[command(flatten)]
    pub(crate) tables: TablesArguments,
    /// The command; several words are joined with spaces
    #[arg(required = true, allow_hyphen_values = true, trailing_var_arg = true)]
    pub(crate) command: Vec<String>,
}

pub(super) const SERVE_NOTES: &str = "\
Without --base-url the site is only for this machine and its network: it answers plain HTTP requests
to localhost and to any IP address, and cookies are not encrypted. --listen 0.0.0.0:8010 opens it to
the network. For the internet, put it behind a proxy that speaks TLS and give the address that
visitors type:

  carrick serve --base-url https://carrick.example --trusted-proxy 127.0.0.1

A file for --config contains the same settings, in TOML, and sections for mail; `carrick setup
settings` prints one that explains them all. Flags override the environment, and the environment
overrides the file.

The log goes to standard error; --log sets its levels, such as info, or warn,carrick_web=debug.
SIGTERM and SIGINT (Ctrl-C) stop the server. SIGHUP reopens the access log; without one, it stops
the server if its terminal was closed. docs/host/configure.md lists all settings, and
docs/host/proxies.md shows complete settings for proxies.";

#[derive(Debug, Args)]
pub(crate) struct ServeArguments {
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
    /// The network address to listen on [default: 127.0.0.1:8010]
    #[arg(long, value_name = "ADDRESS:PORT", env = "CARRICK_LISTEN")]
    pub(crate) listen: Option<SocketAddr>,
    /// Serve metrics for Prometheus at this address, under /metrics; choose one that only operators
    /// can reach, such as 127.0.0.1:9464
    #[arg(long, value_name = "ADDRESS:PORT", env = "CARRICK_METRICS")]
    pub(crate) metrics: Option<SocketAddr>,
    /// The address of the site as visitors type it: https:// and the name of the machine
    #[arg(long, value_name = "URL", env = "CARRICK_BASE_URL")]
    pub(crate) base_url: Option<String>,
    /// A proxy, or a network of proxies such as 10.0.0.0/8, whose X-Forwarded-For or Forwarded
    /// header is trusted; may be given several times
    #[arg(
        long = "trusted-proxy",
        value_name = "ADDRESS",
        env = "CARRICK_TRUSTED_PROXIES",
        value_delimiter = ','
    )]
    pub(crate) trusted_proxies: Vec<Proxy>,
    /// Where to report security problems, shown in /.well-known/security.txt: an email address, or
    /// an address that begins with https://
    #[arg(long, value_name = "CONTACT", env = "CARRICK_SECURITY_CONTACT")]
    pub(crate) security_contact: Option<String>,
    /// Who may make an account: open, invite or closed [default: open]
    #[arg(long, value_name = "WHO", env = "CARRICK_REGISTRATION", hide_possible_values = true)]
    pub(crate) registration: Option<RegistrationWord>,
    /// Whether visitors may play the computer before they sign up, if registration is open: true or
    /// false [default: true]
    #[arg(long, value_name = "BOOL", env = "CARRICK_GUESTS", hide_possible_values = true)]
    pub(crate) guests: Option<bool>,
    /// Maximum number of threads for the computer's searches [default: one per processor]
    #[arg(long, value_name = "N", env = "CARRICK_THREADS", value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
    #[command(flatten)]
    pub(crate) memory: ThinkingMemory,
    #[command(flatten)]
    pub(crate) tables: TablesArguments,
    #[command(flatten)]
    pub(crate) connections: ConnectionArguments,
    /// Number of days for which messages and the log of requests are kept [default: 30]
    #[arg(long, value_name = "DAYS", env = "CARRICK_KEEP_DAYS", value_parser = days, allow_negative_numbers = true)]
    pub(crate) keep_days: Option<NonZeroU16>,
    #[command(flatten)]
    pub(crate) log: LogArguments,
    /// Apply no rate limits: for tests and measurements
    #[arg(long)]
    pub(crate) no_limits: bool,
    /// Check the settings, the key, the database and the files that the settings name, then exit
    /// without changing anything
    #[arg(long)]
    pub(crate) check: bool,
}

/// Limits on connections.
#[derive(Debug, Args)]
#[command(next_help_heading = "Connections")]
pub(crate) struct ConnectionArguments {
    /// Maximum number of open connections [default: 10000, or 200 fewer than the system's limit on
    /// open files if that is less]
    #[arg(
        long,
        value_name = "N",
        env = "CARRICK_MAX_CONNECTIONS",
        value_parser = connections,
        allow_negative_numbers = true
    )]
    pub(crate) max_connections: Option<NonZeroUsize>,
    /// Maximum number of open connections from one network address (IPv6: from its /64), except
    /// from trusted proxies [default: a quarter of all, up to 500]
    #[arg(
        long,
        value_name = "N",
        env = "CARRICK_MAX_CONNECTIONS_PER_ADDRESS",
        value_parser = connections,
        allow_negative_numbers = true
    )]
    pub(crate) max_connections_per_address: Option<NonZeroUsize>,
    /// Maximum time for a request's head, and for the first byte on a new connection [default: 30]
    #[arg(
        long,
        value_name = "SECONDS",
        env = "CARRICK_HEAD_TIMEOUT",
        allow_negative_numbers = true
    )]
    pub(crate) head_timeout: Option<Seconds>,
    /// Maximum time for a request's body [default: 15]
    #[arg(
        long,
        value_name = "SECONDS",
        env = "CARRICK_BODY_TIMEOUT",
        allow_negative_numbers = true
    )]
    pub(crate) body_timeout: Option<Seconds>,
    /// Maximum time that a connection may be idle between two requests [default: 60]
    #[arg(
        long,
        value_name = "SECONDS",
        env = "CARRICK_IDLE_TIMEOUT",
        allow_negative_numbers = true
    )]
    pub(crate) idle_timeout: Option<Seconds>,
    /// Maximum time for a client to read 64 KiB of a response, or the rest of it [default: 30]
    #[arg(
        long,
        value_name = "SECONDS",
        env = "CARRICK_WRITE_TIMEOUT",
        allow_negative_numbers = true
    )]
    pub(crate) write_timeout: Option<Seconds>,
}

/// Levels and format of the log, and the access log.
#[derive(Debug, Args)]
#[command(next_help_heading = "Logs")]
pub(crate) struct LogArguments {
    /// Levels of the log: off, error, warn, info, debug or trace, for the whole program or for
    /// parts of it [default: warn,carrick_web=info,carrick::serve=info]
    #[arg(long = "log", value_name = "LEVELS", env = "CARRICK_LOG")]
    pub(crate) levels: Option<String>,
    /// Format of the log and of the access log [default: text]
    #[arg(long, value_name = "FORMAT", env = "CARRICK_LOG_FORMAT")]
    pub(crate) log_format: Option<LogFormat>,
    /// Write a line for each request to this file; - is standard output
    #[arg(long, value_name = "FILE", env = "CARRICK_ACCESS_LOG")]
    pub(crate) access_log: Option<PathBuf>,
}

pub(super) const TOKEN_NOTES: &str = "\
The token is printed only once; the database stores its hash. Users can see and revoke their tokens
on the account page.

  carrick token bot --scopes read,play         a token for examples/bot/bot.py";

#[derive(Debug, Args)]
pub(crate) struct TokenArguments {
    /// Owner of the token
    pub(crate) user: String,
    /// A name for the token, shown in the list of tokens
    #[arg(long, default_value = "made on the server")]
    pub(crate) name: String,
    /// Permissions of the token: read, play, challenge, chat, account
    #[arg(long, value_name = "SCOPE,…", value_delimiter = ',', required = true)]
    pub(crate) scopes: Vec<Scope>,
    /// Number of days for which it is valid
    #[arg(long, default_value_t = 90, allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=366))]
    pub(crate) days: u16,
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
    #[command(flatten)]
    pub(crate) clock: ClockArguments,
}

pub(super) const RESET_NOTES: &str = "\
Use this for a user whom email does not reach, or on a server that sends none. Give the link only to
that user. It is valid for one day and for one change, and earlier links stop working. Use the same
settings as for `carrick serve`: the key seals the link.

  carrick reset anna --config carrick.toml";

#[derive(Debug, Args)]
pub(crate) struct ResetArguments {
    /// User who will set new passwords
    pub(crate) user: String,
    /// The address of the site as visitors type it [default: base_url of the settings, or
    /// http://127.0.0.1:8010]
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
    /// Exit when there is nothing left to do
    #[arg(long)]
    pub(crate) once: bool,
    /// Maximum number of threads for searches [default: one per processor]
    #[arg(long, value_name = "N", env = "CARRICK_THREADS", value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
    /// Serve metrics for Prometheus at this address, under /metrics; choose one that only operators
    /// can reach, and that no server on this machine uses
    #[arg(long, value_name = "ADDRESS:PORT", conflicts_with = "once")]
    pub(crate) metrics: Option<SocketAddr>,
    #[command(flatten)]
    pub(crate) memory: ThinkingMemory,
    #[command(flatten)]
    pub(crate) tables: TablesArguments,
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
    #[command(flatten)]
    pub(crate) clock: ClockArguments,
}

/// Memory limit of the computer.
#[derive(Debug, Args)]
pub(crate) struct ThinkingMemory {
    /// Maximum memory for all searches together, in MiB [default: a quarter of the memory that the
    /// program may use, from 64 to 256]
    #[arg(
        long = "thinking-memory",
        value_name = "MIB",
        env = "CARRICK_THINKING_MEMORY",
        value_parser = mebibytes,
        allow_negative_numbers = true
    )]
    pub(crate) mebibytes: Option<usize>,
}

#[derive(Debug, Args)]
pub(crate) struct RatingsArguments {
    #[command(subcommand)]
    pub(crate) what: RatingsMode,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RatingsMode {
    /// Compute all ratings again from the finished games; print and correct any that differ
    Rebuild(DatabaseArguments),
}
