//! Configuration of `carrick serve`: flags before environment before file.

use std::net::SocketAddr;
use std::num::NonZeroU16;

use anyhow::{Context as _, Result, bail};
use carrick_post::LmtpAddress;
use carrick_web::{Bounds, Contact, TrustedProxies};
use jiff::SignedDuration;

use super::access;
use super::files::{bounds, raise_limit};
use crate::cli::{Seconds, ServeArguments};
use crate::config::{Config, DEFAULT_LISTEN, File, Thinking};
use crate::system::log::LogFormat;

/// Configuration of `carrick serve`.
#[derive(Debug)]
pub(super) struct Serving {
    pub(super) shared: Config,
    pub(super) listen: SocketAddr,
    /// Where metrics are served, if anywhere.
    pub(super) metrics: Option<SocketAddr>,
    pub(super) trusted_proxies: TrustedProxies,
    pub(super) bounds: Bounds,
    pub(super) log_levels: Option<String>,
    pub(super) log_format: LogFormat,
    pub(super) access_log: Option<access::LogTarget>,
    pub(super) security_contact: Option<Contact>,
    pub(super) thinking: Thinking,
    pub(super) no_limits: bool,
    /// How long messages and the log of requests are kept.
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
        let bounds = Bounds {
            head: flags.head_timeout.or(file.head_timeout).map_or(usual.head, seconds),
            body: flags.body_timeout.or(file.body_timeout).map_or(usual.body, seconds),
            idle: flags.idle_timeout.or(file.idle_timeout).map_or(usual.idle, seconds),
            write: flags.write_timeout.or(file.write_timeout).map_or(usual.write, seconds),
            ..usual
        };
        // An empty variable is none.
        let log_levels = arguments.log.levels.clone().filter(|levels| !levels.is_empty());
        let log_levels = log_levels.or_else(|| file.log.take());
        let log_format = arguments.log.log_format.or(file.log_format).unwrap_or_default();
        let access_log = arguments.log.access_log.clone().or_else(|| file.access_log.take());
        if access_log.as_ref().is_some_and(|path| path.as_os_str().is_empty()) {
            bail!("access_log: the name of a file is missing; leave the line out for none");
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
/// When two of the addresses at which a server listens are the same port.
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
                bail!("{name}: {address} is also that of {other}; each needs a port of its own");
            }
        }
    }
    Ok(())
}

/// Whether nobody can listen at both addresses. Port 0 is any free one.
fn overlap(one: SocketAddr, other: SocketAddr) -> bool {
    let (a, b) = (one.ip(), other.ip());
    one.port() == other.port()
        && one.port() != 0
        && (a == b || a.is_unspecified() || b.is_unspecified())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    use clap::Parser as _;

    use crate::cli::{Cli, Mode};

    fn config(flags: &str, file: &str) -> Result<Serving> {
        let line = format!("carrick serve {flags}");
        let Mode::Serve(arguments) = Cli::parse_from(line.split_whitespace()).mode else {
            panic!("{flags}");
        };
        Serving::of(&arguments, toml::from_str(file)?, Some(1024))
    }

    #[test]
    fn flags_stand_over_the_file() {
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
        assert!(config("--db z.db", "thinking_memory = 3").is_err(), "too little to think with");
        assert!(config("--db z.db", "").unwrap().shared.base_url.is_none());
        assert!(
            config("--db z.db", "baseurl = \"https://a.example\"").is_err(),
            "a slip of the pen"
        );
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
            ("max_connections = 5\nmax_connections_per_address = 6", "say 5 at most"),
            ("write_timeout = 0", "a number of seconds from 1 to 86400 is expected"),
            ("max_connections = 0", "nonzero"),
            ("max_connections = 900", "say 824 at most"),
            ("log_format = \"xml\"", "unknown variant `xml`, expected `text` or `json`"),
            (
                "trusted_proxies = [\"localhost\"]",
                "\"localhost\" is no proxy: expected an IP address",
            ),
        ] {
            let error = format!("{:#}", config("--db z.db", file).unwrap_err());
            assert!(error.contains(said), "{file}: {error}");
        }
    }
}
