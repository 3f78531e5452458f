//! Configuration of `carrick serve`: flags before environment before file.

use std::fs;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::num::{NonZeroU16, NonZeroUsize};
use std::os::unix::fs::FileTypeExt as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use carrick_cli::{out_file, tables};
use carrick_post::{ListenError, Listener, LmtpAddress};
use carrick_store::Location;
use carrick_web::{ConnectionLimits, Contact, METRICS_CONNECTIONS, TrustedProxies};
use jiff::SignedDuration;
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime;

use crate::cli::{Seconds, ServeArguments};
use crate::config::{Config, DEFAULT_LISTEN, File, Thinking, WrongSettings, key};
use crate::serve::access::{self, LogTarget};
use crate::shell::with_store_in_to_read;
use crate::system::LogFormat;

/// Configuration of `carrick serve`.
#[derive(Debug)]
pub(super) struct Serving {
    pub(super) shared: Config,
    pub(super) listen: SocketAddr,
    /// Where metrics are served, if anywhere.
    pub(super) metrics: Option<SocketAddr>,
    pub(super) trusted_proxies: TrustedProxies,
    pub(super) bounds: ConnectionLimits,
    pub(super) log_levels: Option<String>,
    pub(super) log_format: LogFormat,
    pub(super) access_log: Option<access::LogTarget>,
    pub(super) security_contact: Option<Contact>,
    pub(super) thinking: Thinking,
    pub(super) no_limits: bool,
    /// How long to keep messages and the log of requests.
    pub(super) kept_for: SignedDuration,
    /// Whether visitors may play before they sign up.
    pub(super) guests: bool,
}

impl Serving {
    /// Reads the configuration file, if one is named, and applies the flags.
    pub(super) fn read(arguments: &ServeArguments) -> Result<Self> {
        Self::of(arguments, File::read(&arguments.config)?, raise_limit())
    }

    /// Merges flags and file. `open_files` is the limit on open files (`RLIMIT_NOFILE`).
    fn of(arguments: &ServeArguments, mut file: File, open_files: Option<usize>) -> Result<Self> {
        let listen = match arguments.listen.or(file.listen) {
            Some(listen) => listen,
            None => DEFAULT_LISTEN.parse()?,
        };
        let metrics = arguments.metrics.or(file.metrics);
        let mut trusted_proxies = std::mem::take(&mut file.trusted_proxies);
        trusted_proxies.extend(&arguments.trusted_proxies);
        let contact = arguments.security_contact.as_ref().or(file.security_contact.as_ref());
        let contact = contact.map(|contact| contact.parse().context("security_contact"));
        let security_contact = contact.transpose()?;
        let trusted_proxies = trusted_proxies.into_iter().collect();
        let (flags, seconds) = (&arguments.connections, Seconds::duration);
        let usual = bounds(
            open_files,
            metrics.is_some(),
            flags.max_connections.or(file.max_connections),
            flags.max_connections_per_address.or(file.max_connections_per_address),
        )?;
        let bounds = ConnectionLimits {
            head: flags.head_timeout.or(file.head_timeout).map_or(usual.head, seconds),
            body: flags.body_timeout.or(file.body_timeout).map_or(usual.body, seconds),
            idle: flags.idle_timeout.or(file.idle_timeout).map_or(usual.idle, seconds),
            write: flags.write_timeout.or(file.write_timeout).map_or(usual.write, seconds),
            ..usual
        };
        // An empty variable counts as unset.
        let log_levels = arguments.log.levels.clone().filter(|levels| !levels.is_empty());
        let log_levels = log_levels.or_else(|| file.log.take());
        let log_format = arguments.log.log_format.or(file.log_format).unwrap_or_default();
        let access_log = arguments.log.access_log.clone().or_else(|| file.access_log.take());
        if access_log.as_ref().is_some_and(|path| path.as_os_str().is_empty()) {
            bail!("access_log: the name of a file is missing; leave out the line for no log");
        }
        let access_log = access_log.map(access::LogTarget::of);
        let (memory, tables) = (&arguments.memory, &arguments.tables);
        let thinking = Thinking::of(arguments.threads, memory, tables, &mut file)?;
        let days = |days: NonZeroU16| SignedDuration::from_hours(24 * i64::from(days.get()));
        let kept = arguments.keep_days.or(file.keep_days);
        let kept_for = kept.map_or(carrick_server::KEPT_FOR, days);
        let guests = arguments.guests.or(file.guests).unwrap_or(true);
        file.registration = arguments.registration.or(file.registration);
        let shared = Config::of(&arguments.config, arguments.base_url.as_ref(), file)?;
        must_differ(listen, metrics, shared.mail.as_ref().and_then(|mail| mail.listen.as_ref()))?;
        let no_limits = arguments.no_limits;
        Ok(Self {
            shared,
            listen,
            metrics,
            trusted_proxies,
            security_contact,
            bounds,
            log_levels,
            log_format,
            access_log,
            thinking,
            no_limits,
            kept_for,
            guests,
        })
    }
}

/// # Errors
/// When two of the server's listening addresses are the same port.
fn must_differ(
    listen: SocketAddr,
    metrics: Option<SocketAddr>,
    mail: Option<&LmtpAddress>,
) -> Result<()> {
    let mail = mail.and_then(|mail| match mail {
        LmtpAddress::Port(port) => Some(*port),
        LmtpAddress::Socket(_) => None,
    });
    let all = [("listen", Some(listen)), ("metrics", metrics), ("listen in [mail]", mail)];
    for (at, (name, address)) in all.iter().enumerate() {
        for (other, taken) in &all[..at] {
            if let (Some(address), Some(taken)) = (address, taken)
                && overlap(*address, *taken)
            {
                bail!("{name}: {address} is also used for {other}; each needs its own port");
            }
        }
    }
    Ok(())
}

/// Whether only one program can listen at both addresses. Port 0 means any free port.
fn overlap(one: SocketAddr, other: SocketAddr) -> bool {
    let (a, b) = (one.ip(), other.ip());
    one.port() == other.port()
        && one.port() != 0
        && (a == b || a.is_unspecified() || b.is_unspecified())
}

// `carrick serve --check`: finds faults in the settings without changing anything.

/// Checks everything that the settings name, and prints the results.
pub(super) fn run(config: &Serving, out: &mut impl Write) -> Result<bool> {
    files(config, out)?;
    database(&config.shared.database, out)?;
    let mut wrong = Vec::new();
    tables::all(config.thinking.tables.as_deref(), |said| wrong.push(said))?;
    if let Some(said) = wrong.first() {
        bail!("tables: {said}");
    }
    runtime::Builder::new_current_thread().enable_all().build()?.block_on(sockets(config, out))?;
    writeln!(out, "The settings are correct.")?;
    Ok(true)
}

/// Checks the files and folders that the settings name, except the database itself. A server does
/// the same before it starts.
pub(super) fn files(config: &Serving, out: &mut impl Write) -> Result<()> {
    let shared = &config.shared;
    if let Some(file) = shared.database.file().filter(|file| !file.exists()) {
        folder_of(file).context("database")?;
    }
    let path = shared.key()?;
    match key::read(path)? {
        Some(_) => writeln!(out, "The key {} is valid.", path.display())?,
        None => {
            folder_of(path).context("key")?;
            writeln!(out, "There is no key {} yet; the server will create it.", path.display())?;
        }
    }
    if let Some(target @ LogTarget::File(path)) = &config.access_log {
        match path.metadata() {
            Ok(found) if !found.is_file() && !found.is_dir() => {}
            Ok(_) => {
                _ = target.open().with_context(|| format!("access_log: {}", path.display()))?
            }
            Err(_) => out_file::must_be_writable(path).context("access_log")?,
        }
    }
    if let Some(mail) = &shared.mail {
        if let Some(LmtpAddress::Socket(socket)) = &mail.listen {
            folder_of(socket).context("listen in [mail]")?;
        }
        if let Some(settings) = &mail.out {
            settings.transport(mail.address.domain()).context("[mail.out]")?;
        }
    }
    Ok(())
}

/// Briefly listens at each of the server's addresses. If another program, such as the server
/// itself, already listens there, that is reported but is not an error.
async fn sockets(config: &Serving, out: &mut impl Write) -> Result<()> {
    let mut tell = |error: anyhow::Error| match is_in_use(&error) {
        true => {
            Ok(writeln!(out, "A program, perhaps this server, already listens there: {error:#}.")?)
        }
        false => Err(error),
    };
    listen_for_site(config).map(drop).or_else(&mut tell)?;
    listen_for_metrics(config).map(drop).or_else(&mut tell)?;
    // Listening at an existing socket would take it from its owner.
    let mail = config.shared.mail.as_ref().and_then(|mail| mail.listen.as_ref());
    let is_there =
        |socket: &Path| socket.symlink_metadata().is_ok_and(|found| found.file_type().is_socket());
    if !matches!(mail, Some(LmtpAddress::Socket(socket)) if is_there(socket)) {
        listen_for_mail(config).await.map(drop).or_else(tell)?;
    }
    Ok(())
}

fn is_in_use(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == io::ErrorKind::AddrInUse)
}

fn database(database: &Location, out: &mut impl Write) -> Result<()> {
    match database.file().map(|file| (file, fs::metadata(file))) {
        Some((file, Ok(found))) if found.len() == 0 => {
            writeln!(out, "{} is empty; the server will make it a database.", file.display())?;
        }
        Some((_, Err(_))) => {
            writeln!(out, "There is no database {database} yet; the server will create it.")?;
        }
        _ => {
            with_store_in_to_read(database, async |_| Ok(()))?;
            writeln!(out, "The database {database} is valid.")?;
        }
    }
    Ok(())
}

/// Checks that a file can be created in its folder, unless that folder is still to be created.
fn folder_of(file: &Path) -> Result<()> {
    let folder = std::path::absolute(file)?;
    let folder = folder.parent().unwrap_or(Path::new("/"));
    if !folder.is_dir() && carrick_cli::data_folder().as_deref() == Some(folder) {
        return Ok(());
    }
    ensure!(folder.is_dir(), "there is no folder {}", folder.display());
    out_file::must_be_writable(&folder.join(".carrick-check"))
}

// Limit on open files (`RLIMIT_NOFILE`), and the connection limits that follow from it.

/// File descriptors reserved for the database, incoming mail (a hundred conversations), outgoing
/// mail, and connections that are closed but still lingering.
const RESERVE: usize = 200;

/// Raises the limit on open files as far as the system allows, and returns it; `None` if there is
/// no limit.
#[cfg(unix)]
pub(super) fn raise_limit() -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    let now = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        Err(_) => limit.current,
    };
    now.map(|files| usize::try_from(files).unwrap_or(usize::MAX))
}

#[cfg(not(unix))]
pub(super) fn raise_limit() -> Option<usize> {
    None
}

/// Limits on connections, in total and per address, that fit the limit on open files. Metrics have
/// a separate reserve.
pub(super) fn bounds(
    files: Option<usize>,
    has_metrics: bool,
    connections: Option<NonZeroUsize>,
    per_address: Option<NonZeroUsize>,
) -> Result<ConnectionLimits> {
    let usual = ConnectionLimits::default();
    let reserve = if has_metrics { RESERVE + METRICS_CONNECTIONS } else { RESERVE };
    // If very few files are allowed, three quarters of them are reserved.
    let room =
        files.map_or(usize::MAX, |files| files.saturating_sub(reserve).max(files / 4).max(1));
    let connections = match connections.map(NonZeroUsize::get) {
        Some(asked) if asked > room => bail!(
            "max_connections is {asked}, but this program may open only {} files, and it keeps {reserve} of them \
             for the database and mail; the maximum is {room}, unless you raise the limit (LimitNOFILE= in a unit \
             of systemd, `ulimit -Hn` in a shell)",
            files.unwrap_or_default()
        ),
        Some(asked) => asked,
        None => usual.connections.min(room),
    };
    let quarter = (connections / 4).max(1);
    if let Some(asked) = per_address.map(NonZeroUsize::get).filter(|asked| *asked > connections) {
        bail!(
            "max_connections_per_address is {asked}, but there are {connections} connections in all; the maximum \
             is {connections}"
        );
    }
    let per_address = per_address.map_or_else(|| usual.per_address.min(quarter), NonZeroUsize::get);
    Ok(ConnectionLimits { connections, per_address, ..usual })
}

// Sockets on which a server listens: for the site, for metrics, for mail.

/// Backlog of connections waiting to be accepted, if the system allows as many. A flood can bring
/// more at a time than the usual 128, and a client that finds the backlog full tries again only
/// after a second.
const BACKLOG: u32 = 4096;

pub(super) fn listen_for_site(config: &Serving) -> Result<TcpListener> {
    bind(config.listen).with_context(|| format!("cannot listen on {}", config.listen))
}

pub(super) fn listen_for_metrics(config: &Serving) -> Result<Option<TcpListener>> {
    let at = config.metrics;
    at.map(|at| bind(at).with_context(|| format!("cannot serve metrics on {at}"))).transpose()
}

pub(super) async fn listen_for_mail(config: &Serving) -> Result<Option<Listener>> {
    match config.shared.mail.as_ref().and_then(|mail| mail.listen.as_ref()) {
        Some(place) => match Listener::bind(place).await {
            Ok(listener) => Ok(Some(listener)),
            Err(error @ ListenError::NoSocket(_)) => Err(WrongSettings::mark(error)),
            Err(error) => Err(error.into()),
        },
        None => Ok(None),
    }
}

/// Binds a listening socket.
fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // On other systems this would let two programs listen at the same address.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use clap::Parser as _;

    use super::*;
    use crate::cli::{Cli, Mode};

    fn config(flags: &str, file: &str) -> Result<Serving> {
        let line = format!("carrick serve {flags}");
        let Mode::Serve(arguments) = Cli::parse_from(line.split_whitespace()).mode else {
            panic!("{flags}");
        };
        Serving::of(&arguments, toml::from_str(file)?, Some(1024))
    }

    #[test]
    fn flags_override_the_file() {
        let file = "listen = \"10.0.0.1:80\"\nbase_url = \"https://a.example\"\ndatabase = \"/x/y.db\"\n\
                trusted_proxies = [\"10.0.0.2\"]\nthreads = 3\nthinking_memory = 128\n\
                security_contact = \"security@a.example\"\nmetrics = \"127.0.0.1:9464\"\n";
        let read = config("--listen 127.0.0.1:9000 --trusted-proxy ::1", file).unwrap();
        assert_eq!(read.listen.to_string(), "127.0.0.1:9000");
        assert_eq!(read.shared.base_url.as_ref().unwrap().to_string(), "https://a.example");
        assert_eq!(read.shared.key().unwrap(), Path::new("/x/y.key"));
        for (address, is_trusted) in [("10.0.0.2", true), ("::1", true), ("10.0.0.3", false)] {
            assert_eq!(read.trusted_proxies.contains(address.parse().unwrap()), is_trusted);
        }
        assert_eq!((read.thinking.threads, read.thinking.bytes), (Some(3), Some(128 << 20)));
        assert_eq!(read.metrics.unwrap().to_string(), "127.0.0.1:9464");
        let contact = |read: &Serving| read.security_contact.as_ref().unwrap().to_string();
        assert_eq!(contact(&read), "mailto:security@a.example");
        let read = config("--security-contact https://b.example/report", file).unwrap();
        assert_eq!(contact(&read), "https://b.example/report");
        assert!(config("--db z.db --security-contact ann", "").is_err());
        let more = config("--thinking-memory 512", file).unwrap();
        assert_eq!(more.thinking.bytes, Some(512 << 20));
        assert!(config("--db z.db", "thinking_memory = 3").is_err(), "too little memory");
        assert!(config("--db z.db", "").unwrap().shared.base_url.is_none());
        assert!(config("--db z.db", "baseurl = \"https://a.example\"").is_err(), "a typing error");
        assert!(config("--db z.db --base-url a.example", "").is_err());
    }

    #[test]
    fn bounds_and_logs_are_settings() {
        let usual = config("--db z.db", "").unwrap();
        assert_eq!((usual.bounds.connections, usual.bounds.per_address), (824, 206));
        assert_eq!((usual.log_format, usual.access_log), (LogFormat::Text, None));
        assert_eq!(usual.log_levels, None);
        let file = "max_connections = 100\nmax_connections_per_address = 10\nhead_timeout = 5\n\
                body_timeout = 6\nidle_timeout = 7\nwrite_timeout = 8\nlog_format = \"json\"\n\
                log = \"info\"\naccess_log = \"/var/log/carrick\"\ntrusted_proxies = [\"10.0.0.0/8\"]\n";
        let read = config("--db z.db --idle-timeout 70 --access-log -", file).unwrap();
        let seconds = [read.bounds.head, read.bounds.body, read.bounds.idle, read.bounds.write];
        assert_eq!(seconds.map(|time| time.as_secs()), [5, 6, 70, 8]);
        assert_eq!((read.bounds.connections, read.bounds.per_address), (100, 10));
        assert_eq!(
            (read.log_format, read.access_log),
            (LogFormat::Json, Some(access::LogTarget::Output))
        );
        assert_eq!(read.log_levels.as_deref(), Some("info"));
        let louder = config("--db z.db --log debug", file).unwrap();
        assert_eq!(louder.log_levels.as_deref(), Some("debug"));
        let unsaid = config("--db z.db --log=", file).unwrap();
        assert_eq!(unsaid.log_levels.as_deref(), Some("info"));
        assert!(read.trusted_proxies.contains("10.1.2.3".parse().unwrap()));
        for (file, said) in [
            ("threads = 0", "a number of threads from 1 to 256 is expected"),
            ("threads = 100000", "a number of threads from 1 to 256 is expected"),
            ("thinking_memory = 1000000000", "a number of MiB from 64"),
            ("thinking_memory = 1048576", "but this program may use"),
            ("trusted_proxies = [\"0.0.0.0/0\"]", "trusts everybody on the internet"),
            ("trusted_proxies = [\"::/0\"]", "trusts everybody on the internet"),
            ("trusted_proxies = [\"10.0.0.1/8\"]", "write 10.0.0.0/8 for the whole network"),
            ("max_connections = 5\nmax_connections_per_address = 6", "the maximum is 5"),
            ("write_timeout = 0", "a number of seconds from 1 to 86400 is expected"),
            ("max_connections = 0", "nonzero"),
            ("max_connections = 900", "the maximum is 824"),
            ("log_format = \"xml\"", "unknown variant `xml`, expected `text` or `json`"),
            (
                "trusted_proxies = [\"localhost\"]",
                "\"localhost\" is not a proxy: expected an IP address",
            ),
        ] {
            let error = format!("{:#}", config("--db z.db", file).unwrap_err());
            assert!(error.contains(said), "{file}: {error}");
        }
    }

    #[test]
    fn connections_leave_files_for_the_rest() {
        let asked = |number| NonZeroUsize::new(number);
        for (files, all, one, found) in [
            (Some(1024), None, None, (824, 206)),
            (Some(1_048_576), None, None, (10_000, 500)),
            (None, None, None, (10_000, 500)),
            (Some(250), None, None, (62, 15)),
            (Some(1024), asked(100), None, (100, 25)),
            (Some(1024), asked(824), asked(800), (824, 800)),
            (None, asked(50_000), None, (50_000, 500)),
        ] {
            let bounds = bounds(files, false, all, one).unwrap();
            assert_eq!(
                (bounds.connections, bounds.per_address),
                found,
                "{files:?} {all:?} {one:?}"
            );
        }
        let error = bounds(None, false, asked(10), asked(11)).unwrap_err().to_string();
        assert!(error.contains("the maximum is 10"), "{error}");
        let error = bounds(Some(1024), false, asked(825), None).unwrap_err().to_string();
        assert!(error.contains("the maximum is 824"), "{error}");
        assert_eq!(super::bounds(Some(1024), true, None, None).unwrap().connections, 808);
    }
}
