//! Metrics of one process, in the text formats of OpenMetrics and of Prometheus.
//!
//! Counters and histograms are updated where things happen. Figures from the database (queues,
//! games in play, sizes) are read for each request.

mod process;

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use carrick_service::ComputerLevel;
use carrick_store::{Backlog, Figures, Pending, Store};
use jiff::Timestamp;
use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use self::process::Process;

/// Upper bounds of the buckets for answers, in seconds.
const ANSWER_SECONDS: [f64; 12] =
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// Upper bounds of the buckets for the computer's turns, in seconds.
const THINKING_SECONDS: [f64; 9] = [0.01, 0.03, 0.1, 0.3, 1.0, 2.0, 4.0, 8.0, 16.0];

/// Text format of metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MetricsFormat {
    /// Prometheus's format, which everything can read.
    Plain,
    /// OpenMetrics.
    Open,
}

impl MetricsFormat {
    /// The format for a request with this `Accept` header: OpenMetrics for clients that name it.
    #[must_use]
    pub fn accepted(accept: &str) -> Self {
        let is_open = |kind: &str| {
            let mut parts = kind.split(';').map(str::trim);
            let name = parts.next().unwrap_or_default();
            let is_refused = |part: &str| {
                part.strip_prefix("q=").is_some_and(|q| q.trim().parse::<f64>() == Ok(0.0))
            };
            name.eq_ignore_ascii_case("application/openmetrics-text") && !parts.any(is_refused)
        };
        if accept.split(',').any(is_open) { Self::Open } else { Self::Plain }
    }

    /// Its content type.
    #[must_use]
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Plain => "text/plain; version=0.0.4; charset=utf-8",
            Self::Open => "application/openmetrics-text; version=1.0.0; charset=utf-8",
        }
    }

    /// Converts a text of OpenMetrics to this format.
    fn write(self, open: String) -> String {
        match self {
            Self::Open => open,
            Self::Plain => plain(&open),
        }
    }
}

/// Converts a text of OpenMetrics to the format of Prometheus: heads have the names of the samples,
/// and there are neither units nor an end.
fn plain(open: &str) -> String {
    let kinds = open.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' '));
    let kinds: BTreeMap<&str, &str> = kinds.collect();
    let mut plain = String::with_capacity(open.len());
    for line in open.lines() {
        let mut words = line.splitn(4, ' ');
        let head = (words.next(), words.next(), words.next(), words.next());
        let (Some("#"), Some(what), Some(name), rest) = head else {
            if line != "# EOF" {
                plain.push_str(line);
                plain.push('\n');
            }
            continue;
        };
        let (ending, kind) = match kinds.get(name).copied() {
            Some("counter") => ("_total", "counter"),
            Some("info") => ("_info", "gauge"),
            kind => ("", kind.unwrap_or("untyped")),
        };
        let rest = if what == "TYPE" { kind } else { rest.unwrap_or_default() };
        if what != "UNIT" {
            // Writing to a string cannot fail.
            let _ = writeln!(plain, "# {what} {name}{ending} {rest}");
        }
    }
    plain
}

/// An answered request.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ResponseLabels {
    method: &'static str,
    route: String,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabels {
    route: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ReasonLabels {
    reason: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct LevelLabels {
    level: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct PoolLabels {
    pool: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OutcomeLabels {
    outcome: &'static str,
}

/// Outcome of an incoming email.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailOutcome {
    /// Its requests were run.
    Done,
    /// One of its requests was refused.
    Refused,
    /// It had been delivered before.
    Repeated,
    /// It unsubscribed a user.
    Stopped,
    /// It was one of the server's test emails.
    Echo,
    /// One of the server's emails came back.
    Bounce,
    /// It got no answer.
    Ignored,
}

impl MailOutcome {
    const ALL: [Self; 7] = [
        Self::Done,
        Self::Refused,
        Self::Repeated,
        Self::Stopped,
        Self::Echo,
        Self::Bounce,
        Self::Ignored,
    ];

    const fn label(self) -> OutcomeLabels {
        let outcome = match self {
            Self::Done => "done",
            Self::Refused => "refused",
            Self::Repeated => "repeated",
            Self::Stopped => "stopped",
            Self::Echo => "echo",
            Self::Bounce => "bounce",
            Self::Ignored => "ignored",
        };
        OutcomeLabels { outcome }
    }
}

/// The metrics of a process. Clones share them.
#[derive(Clone)]
pub struct Metrics(Arc<Instruments>);

/// Counts something as open until it is dropped.
#[derive(Debug)]
pub struct GaugeGuard(Gauge);

impl GaugeGuard {
    fn by(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}

struct Instruments {
    registry: Registry,
    /// Figures of the process, whose names do not start with the program's name.
    process: Registry,
    requests: Family<ResponseLabels, Counter>,
    answers: Family<RouteLabels, Histogram, fn() -> Histogram>,
    refusals: Family<ReasonLabels, Counter>,
    thinking: Family<LevelLabels, Histogram, fn() -> Histogram>,
    mails_received: Family<OutcomeLabels, Counter>,
    mails_sent: Family<OutcomeLabels, Counter>,
    turns: Counter,
    commits: Counter,
    committed: Counter,
    streams: Gauge,
    connections: Gauge,
    /// Whether the process sends mail.
    mail: Gauge,
    database: DatabaseGauges,
}

/// Figures of the database, from the last time that it was asked.
#[derive(Default)]
struct DatabaseGauges {
    up: Gauge,
    games: Gauge,
    jobs: Gauge,
    job_age: Age,
    reviews: Gauge,
    hints: Gauge,
    hint_age: Age,
    messages: Gauge,
    message_age: Age,
    copies: Gauge,
    copy_age: Age,
    dead: Gauge,
    bytes: Gauge,
    log_bytes: Gauge,
    /// Known only for a file.
    free_bytes: Family<NoLabels, Gauge>,
    users: Gauge,
    sessions: Gauge,
    /// Known once there is a backup.
    backup: Family<NoLabels, Gauge>,
    connections: Family<PoolLabels, Gauge>,
    most_connections: Family<PoolLabels, Gauge>,
}

/// No labels: for a metric that is listed only once it is known.
type NoLabels = [(&'static str, &'static str); 0];

/// An age in seconds.
type Age = Gauge<f64, AtomicU64>;

impl Metrics {
    /// Metrics of a program with this version and commit, all at zero.
    #[must_use]
    pub fn new(version: &'static str, commit: Option<&'static str>) -> Self {
        let answers = || Histogram::new(ANSWER_SECONDS);
        let thinking = || Histogram::new(THINKING_SECONDS);
        let mut instruments = Instruments {
            registry: Registry::with_prefix("carrick"),
            process: Registry::default(),
            requests: Family::default(),
            answers: Family::new_with_constructor(answers),
            refusals: Family::default(),
            thinking: Family::new_with_constructor(thinking),
            mails_received: Family::default(),
            mails_sent: Family::default(),
            turns: Counter::default(),
            commits: Counter::default(),
            committed: Counter::default(),
            streams: Gauge::default(),
            connections: Gauge::default(),
            mail: Gauge::default(),
            database: DatabaseGauges::default(),
        };
        let schema = carrick_store::known_schema().to_string();
        let build = [
            ("version", version.to_owned()),
            ("commit", commit.unwrap_or_default().to_owned()),
            ("schema", schema),
        ];
        instruments.registry.register("build", "The program and its schema", Info::new(build));
        instruments.process.register_collector(Box::new(Process::started_now()));
        instruments.register_counters();
        instruments.register_gauges();
        let metrics = Self(Arc::new(instruments));
        // A counter that exists from the start shows its first increase.
        for outcome in MailOutcome::ALL {
            drop(metrics.0.mails_received.get_or_create(&outcome.label()));
        }
        metrics.mails_sent(0, 0);
        metrics
    }

    /// Counts an answered request. `route` is the pattern of its path, such as `/boards/{number}`,
    /// never the path itself, which may be secret and would make the number of labels unlimited.
    /// For answers that stay open, such as event streams, `duration` is not added to the latencies.
    pub fn answered(
        &self,
        method: &'static str,
        route: &str,
        status: u16,
        duration: Option<Duration>,
    ) {
        let route = route.to_owned();
        if let Some(duration) = duration {
            let label = RouteLabels { route: route.clone() };
            self.0.answers.get_or_create(&label).observe(duration.as_secs_f64());
        }
        self.0.requests.get_or_create(&ResponseLabels { method, route, status }).inc();
    }

    /// Counts a request that was turned away, by a limit or as dangerous.
    pub fn turned_away(&self, reason: &'static str) {
        self.0.refusals.get_or_create(&ReasonLabels { reason }).inc();
    }

    /// Counts an open event stream.
    #[must_use]
    pub fn stream(&self) -> GaugeGuard {
        GaugeGuard::by(&self.0.streams)
    }

    /// Counts an open connection.
    #[must_use]
    pub fn connection(&self) -> GaugeGuard {
        GaugeGuard::by(&self.0.connections)
    }

    /// Counts a turn of the computer, with the time spent on it, including pauses for others.
    pub fn thought(&self, level: ComputerLevel, duration: Duration) {
        let level = LevelLabels { level: level.name() };
        self.0.thinking.get_or_create(&level).observe(duration.as_secs_f64());
    }

    /// Counts an incoming email by its outcome.
    pub fn mail_received(&self, outcome: MailOutcome) {
        self.0.mails_received.get_or_create(&outcome.label()).inc();
    }

    /// Counts emails that were sent, and those that could not be.
    pub fn mails_sent(&self, sent: u64, failed: u64) {
        for (outcome, count) in [("sent", sent), ("failed", failed)] {
            self.0.mails_sent.get_or_create(&OutcomeLabels { outcome }).inc_by(count);
        }
    }

    /// Notes that the process sends mail.
    pub fn sends_mail(&self) {
        self.0.mail.set(1);
    }

    /// All metrics as text. Figures that the database cannot provide keep their last value, and
    /// then `carrick_database_up` is 0.
    pub async fn text(&self, store: &Store, now: Timestamp, format: MetricsFormat) -> String {
        let instruments = &*self.0;
        let activity = store.activity();
        for (counter, count) in [
            (&instruments.turns, activity.turns),
            (&instruments.commits, activity.commits),
            (&instruments.committed, activity.requests),
        ] {
            counter.inner().store(count, Ordering::Relaxed);
        }
        if let Ok(sizes) = store.sizes().await {
            set(&instruments.database.bytes, sizes.database);
            set(&instruments.database.log_bytes, sizes.log);
            if let Some(free) = sizes.free {
                set(&instruments.database.free_bytes.get_or_create(&[]), free);
            }
        }
        for (pool, connections) in ["writers", "readers"].into_iter().zip(store.connections()) {
            let (database, pool) = (&instruments.database, PoolLabels { pool });
            set(&database.connections.get_or_create(&pool), connections.used.into());
            set(&database.most_connections.get_or_create(&pool), connections.most.into());
        }
        // A failing database is reported below.
        if let Ok(figures) = store.figures(now).await {
            instruments.database.set_figures(figures);
        }
        let backlog = store.backlog(now).await;
        set(&instruments.database.up, backlog.is_ok().into());
        match backlog {
            Ok(backlog) => instruments.database.set(&backlog, now),
            Err(error) if error.is_in_the_log() => {}
            Err(error) => tracing::error!(%error, "the queues cannot be read"),
        }
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = text::encode_registry(&mut text, &instruments.registry)
            .and_then(|()| text::encode(&mut text, &instruments.process));
        format.write(text)
    }
}

impl Instruments {
    fn register_counters(&mut self) {
        let registry = &mut self.registry;
        registry.register("http_requests", "Answered requests", self.requests.clone());
        registry.register_with_unit(
            "http_request_duration",
            "Time from the end of a request's head to the end of its answer, except event streams",
            Unit::Seconds,
            self.answers.clone(),
        );
        registry.register(
            "refused",
            "Requests and connections turned away, by limits or as dangerous",
            self.refusals.clone(),
        );
        registry.register_with_unit(
            "thinking",
            "Time that the computer spent on a turn or an answer",
            Unit::Seconds,
            self.thinking.clone(),
        );
        registry.register(
            "mails_received",
            "Incoming emails, by outcome",
            self.mails_received.clone(),
        );
        registry.register("mails_sent", "Attempts to send an email", self.mails_sent.clone());
        registry.register("turns", "Turns that this process committed", self.turns.clone());
        registry.register("commits", "Commits of requests and emails", self.commits.clone());
        registry.register(
            "committed_requests",
            "Requests and emails in those commits",
            self.committed.clone(),
        );
    }

    fn register_gauges(&mut self) {
        let (registry, database) = (&mut self.registry, &self.database);
        for (name, help, gauge) in [
            ("event_streams", "Open event streams", &self.streams),
            ("connections", "Open connections", &self.connections),
            ("sends_mail", "Whether this process sends mail", &self.mail),
            ("database_up", "Whether the database answers", &database.up),
            ("games_running", "Games in play", &database.games),
            ("jobs_waiting", "Turns and answers that the computer owes", &database.jobs),
            ("reviews_waiting", "Reviews that are waiting to be made", &database.reviews),
            ("hints_waiting", "Hints that are being searched for, or will be", &database.hints),
            ("messages_waiting", "Messages that have not left the outbox", &database.messages),
            ("mails_due", "Copies of messages that are due to be sent", &database.copies),
            ("mails_given_up", "Copies of messages that were abandoned", &database.dead),
            ("users", "Accounts of people, without guests", &database.users),
            ("sessions", "Sessions that have not expired", &database.sessions),
        ] {
            registry.register(name, help, gauge.clone());
        }
        for (name, help, family) in [
            ("database_connections", "Connections to the database in use", &database.connections),
            (
                "database_connections_max",
                "Maximum number of connections to the database",
                &database.most_connections,
            ),
        ] {
            registry.register(name, help, family.clone());
        }
        registry.register_with_unit(
            "disk_free",
            "Free space of the filesystem of the database's file",
            Unit::Bytes,
            database.free_bytes.clone(),
        );
        registry.register_with_unit(
            "last_backup_timestamp",
            "Time of the last verified backup, in seconds since 1970",
            Unit::Seconds,
            database.backup.clone(),
        );
        for (name, help, gauge) in [
            ("database", "Size of the database", &database.bytes),
            ("database_log", "Size of the database's write-ahead log", &database.log_bytes),
        ] {
            registry.register_with_unit(name, help, Unit::Bytes, gauge.clone());
        }
        for (name, help, age) in [
            ("oldest_job_age", "Age of the oldest turn that the computer owes", &database.job_age),
            ("oldest_hint_age", "Age of the oldest requested hint", &database.hint_age),
            (
                "oldest_message_age",
                "Age of the oldest message in the outbox",
                &database.message_age,
            ),
            ("oldest_mail_delay", "Delay of the most overdue email", &database.copy_age),
        ] {
            registry.register_with_unit(name, help, Unit::Seconds, age.clone());
        }
    }
}

impl DatabaseGauges {
    fn set_figures(&self, Figures { users, sessions, backup }: Figures) {
        set(&self.users, users);
        set(&self.sessions, sessions);
        if let Some(backup) = backup {
            self.backup.get_or_create(&[]).set(backup.as_second());
        }
    }

    fn set(&self, backlog: &Backlog, now: Timestamp) {
        for (gauge, count) in [
            (&self.games, backlog.games),
            (&self.jobs, backlog.jobs.count),
            (&self.reviews, backlog.reviews.count),
            (&self.hints, backlog.hints.count),
            (&self.messages, backlog.messages.count),
            (&self.copies, backlog.copies.count),
            (&self.dead, backlog.dead),
        ] {
            set(gauge, count);
        }
        for (age, pending) in [
            (&self.job_age, backlog.jobs),
            (&self.hint_age, backlog.hints),
            (&self.message_age, backlog.messages),
            (&self.copy_age, backlog.copies),
        ] {
            age.set(seconds(pending, now));
        }
    }
}

/// Age of the oldest entry of a queue in seconds; 0 when it is empty.
fn seconds(Pending { since, .. }: Pending, now: Timestamp) -> f64 {
    since.map_or(0.0, |since| now.duration_since(since).as_secs_f64().max(0.0))
}

fn set(gauge: &Gauge, count: u64) {
    gauge.set(i64::try_from(count).unwrap_or(i64::MAX));
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metrics").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openmetrics_is_for_clients_that_name_it() {
        let prometheus =
            "application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3";
        for (accept, expected) in [
            ("", MetricsFormat::Plain),
            ("*/*", MetricsFormat::Plain),
            ("text/plain", MetricsFormat::Plain),
            ("text/plain, application/openmetrics-text;q=0", MetricsFormat::Plain),
            (prometheus, MetricsFormat::Open),
            ("Application/OpenMetrics-Text", MetricsFormat::Open),
        ] {
            assert_eq!(MetricsFormat::accepted(accept), expected, "{accept}");
        }
    }

    #[test]
    fn heads_have_the_names_of_the_samples_in_the_plain_format() {
        let open = "# HELP a_build About it.\n# TYPE a_build info\na_build_info{v=\"1\"} 1\n\
                    # HELP a_cpu_seconds Time used.\n# TYPE a_cpu_seconds counter\n\
                    # UNIT a_cpu_seconds seconds\na_cpu_seconds_total 2.5\n\
                    # HELP a_open Open now.\n# TYPE a_open gauge\na_open 3\n# EOF\n";
        let expected = "# HELP a_build_info About it.\n# TYPE a_build_info gauge\n\
                        a_build_info{v=\"1\"} 1\n# HELP a_cpu_seconds_total Time used.\n\
                        # TYPE a_cpu_seconds_total counter\na_cpu_seconds_total 2.5\n\
                        # HELP a_open Open now.\n# TYPE a_open gauge\na_open 3\n";
        assert_eq!(plain(open), expected);
    }
}
