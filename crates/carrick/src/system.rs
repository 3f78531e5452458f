//! The process and its environment: processors, memory, the service manager, the log.

use std::str::FromStr;
use std::{env, io, thread};

use anyhow::{Result, bail};
use clap::ValueEnum;
use serde::Deserialize;
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::format::{Format, Full, Writer};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{Layer as _, fmt, registry};

pub(crate) use mebibytes as memory_mebibytes;

// Log of the program, on standard error: levels and format.

/// Environment variable with the log levels.
const VARIABLE: &str = "CARRICK_LOG";

/// Default log levels: faults, sign-ins, start and stop of the server.
const USUAL: &str = "warn,carrick_web=info,carrick::serve=info";

/// Parts of this program that write to the log.
const CRATES: [&str; 8] = [
    "carrick",
    "carrick_web",
    "carrick_post",
    "carrick_server",
    "carrick_store",
    "carrick_mail",
    "carrick_service",
    "carrick_engine",
];

/// Format of log lines.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LogFormat {
    /// Words, for people
    #[default]
    Text,
    /// One JSON object per line, for programs
    Json,
}

/// Checks the value of `CARRICK_LOG`, even in programs that log nothing, so that typos are found
/// immediately.
///
/// # Errors
/// When the value is invalid.
pub(crate) fn check() -> Result<()> {
    let said = env::var_os(VARIABLE).map(|said| said.to_string_lossy().into_owned());
    said.filter(|said| !said.is_empty()).map_or(Ok(()), |said| events(VARIABLE, &said).map(drop))
}

/// Installs the logger, with the given levels or the default ones.
///
/// # Errors
/// When the levels are invalid.
pub(crate) fn start(format: LogFormat, levels: Option<&str>) -> Result<()> {
    let levels = levels.filter(|levels| !levels.is_empty()).unwrap_or(USUAL);
    let events = events("log", levels)?;
    let layer = fmt::layer().with_writer(io::stderr);
    match format {
        LogFormat::Text if is_journal() => {
            let lines = Journal(fmt::format().with_ansi(false).without_time());
            registry().with(layer.event_format(lines).with_filter(events)).init();
        }
        LogFormat::Text => registry().with(layer.with_filter(events)).init(),
        LogFormat::Json => registry().with(layer.json().with_filter(events)).init(),
    }
    Ok(())
}

/// Whether standard error is the journal, which adds the time.
fn is_journal() -> bool {
    #[cfg(unix)]
    {
        let stream = env::var("JOURNAL_STREAM").unwrap_or_default();
        let Ok(found) = rustix::fs::fstat(io::stderr()) else { return false };
        stream == format!("{}:{}", found.st_dev, found.st_ino)
    }
    #[cfg(not(unix))]
    false
}

/// Lines for the journal, which start with their priority.
struct Journal(Format<Full, ()>);

impl<S, N> FormatEvent<S, N> for Journal
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> std::fmt::Result {
        let priority = match *event.metadata().level() {
            Level::ERROR => 3,
            Level::WARN => 4,
            Level::INFO => 6,
            _ => 7,
        };
        write!(writer, "<{priority}>")?;
        self.0.format_event(context, writer, event)
    }
}

/// Parses the log levels of the setting `name`. (The library takes a word that is not a level for
/// the name of a target, and then logs nothing else.)
fn events(name: &str, text: &str) -> Result<Targets> {
    const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];
    let is_level = |word: &str| LEVELS.iter().any(|level| level.eq_ignore_ascii_case(word));
    let is_part = |word: &str| {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"_:".contains(&byte);
        !word.is_empty() && word.bytes().all(fits)
    };
    let parts = || text.split(',').map(str::trim);
    // Names of modules in other crates are not checked.
    let is_known = |name: &str| {
        let crate_name = name.split("::").next().unwrap_or_default();
        !crate_name.starts_with("carrick") || CRATES.contains(&crate_name)
    };
    let reads = |part: &str| match part.split_once('=') {
        Some((name, level)) => is_part(name) && is_known(name) && is_level(level),
        None => is_level(part),
    };
    let read =
        parts().all(reads).then(|| Targets::from_str(&parts().collect::<Vec<_>>().join(",")));
    match read {
        // The driver logs a line for each lost connection, where the store logs one for the whole
        // outage.
        Some(Ok(events))
            if !text.contains("sqlx") && events.default_level() < Some(LevelFilter::DEBUG) =>
        {
            Ok(events.with_target("sqlx", LevelFilter::OFF))
        }
        Some(Ok(events)) => Ok(events),
        _ => bail!(
            "{name}={text} cannot be read. It is a level (off, error, warn, info, debug or trace), or \
             several levels with commas between them, each for a part of the program, such as \
             warn,carrick_web=info. Parts of Carrick are {}. To change the format, use --log-format.",
            CRATES.join(", ")
        ),
    }
}

// Message to the service manager that the server is ready (`sd_notify`).

/// Tells the service manager, if there is one, that the server is ready.
#[cfg(unix)]
pub(crate) fn ready() {
    use std::os::unix::net::{SocketAddr, UnixDatagram};

    let Some(place) = std::env::var_os("NOTIFY_SOCKET").filter(|place| !place.is_empty()) else {
        return;
    };
    let address = match place.as_encoded_bytes() {
        #[cfg(target_os = "linux")]
        [b'@', name @ ..] => {
            <SocketAddr as std::os::linux::net::SocketAddrExt>::from_abstract_name(name)
        }
        _ => SocketAddr::from_pathname(&place),
    };
    let sent =
        address.and_then(|address| UnixDatagram::unbound()?.send_to_addr(b"READY=1\n", &address));
    if let Err(error) = sent {
        tracing::warn!(%error, "cannot tell the service manager that the server is ready");
    }
}

/// Other systems have other service managers.
#[cfg(not(unix))]
pub(crate) fn ready() {}

// Memory that this program may use.

/// Memory of the machine, or of this program's control group if that is less, in MiB; `None` if it
/// is unknown.
#[cfg(target_os = "linux")]
pub(crate) fn mebibytes() -> Option<usize> {
    let found = rustix::system::sysinfo();
    // Their types depend on the machine.
    let (pages, bytes) = (u128::from(found.totalram), u128::from(found.mem_unit));
    let machine = (pages * bytes) >> 20;
    let group = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limits = group.lines().filter_map(|line| line.strip_prefix("0::")).flat_map(|path| {
        let path = std::path::Path::new("/sys/fs/cgroup").join(path.trim_start_matches('/'));
        let up = path.ancestors().take_while(|path| path.starts_with("/sys/fs/cgroup"));
        up.map(|folder| folder.join("memory.max")).collect::<Vec<_>>()
    });
    let limits = limits.filter_map(|file| std::fs::read_to_string(file).ok()?.trim().parse().ok());
    let least = limits.map(|bytes: u128| bytes >> 20).fold(machine, u128::min);
    usize::try_from(least).ok()
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn mebibytes() -> Option<usize> {
    None
}

// Processors of this machine.

/// Number of threads that this machine runs in parallel.
pub(crate) fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_for_all_and_for_parts() {
        let usual = events("log", USUAL).unwrap();
        for (target, level, is_logged) in [
            ("carrick_web::routes::entrance", tracing::Level::INFO, true),
            ("carrick::serve", tracing::Level::INFO, true),
            ("carrick_post::deliver", tracing::Level::INFO, false),
            ("carrick_post::deliver", tracing::Level::WARN, true),
            ("sqlx::query", tracing::Level::DEBUG, false),
            ("sqlx::postgres::notice", tracing::Level::ERROR, false),
        ] {
            assert_eq!(usual.would_enable(target, &level), is_logged, "{target} {level}");
        }
        for (text, level, is_logged) in [
            ("info", tracing::Level::WARN, false),
            ("off", tracing::Level::ERROR, false),
            ("warn,sqlx=warn", tracing::Level::WARN, true),
            ("debug", tracing::Level::DEBUG, true),
        ] {
            let events = events("log", text).unwrap();
            assert_eq!(events.would_enable("sqlx::pool::acquire", &level), is_logged, "{text}");
        }
        assert_eq!(events("log", "INFO").unwrap().default_level(), Some(LevelFilter::INFO));
        assert!(
            events("log", "error, sqlx=debug")
                .unwrap()
                .would_enable("sqlx", &tracing::Level::DEBUG)
        );
    }

    #[test]
    fn levels_that_cannot_be_read_are_refused() {
        for text in [
            "bogus",
            "json",
            "info,bogus",
            "carrick_web=loud",
            "=info",
            "a b=info",
            ",",
            "7",
            "[x]=info",
            "warn,carrick_wbe=info",
        ] {
            let error = events("log", text).unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("log={text} cannot"))
                    && error.contains("off, error, warn"),
                "{error}"
            );
        }
    }
}
