//! Access log: one entry for each request, without secrets.
//!
//! Refused requests are also logged: the first of each kind with its network address, then one
//! count a minute, so that a flood does not fill the disk.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use jiff::Timestamp;

use super::client::Network;

/// Access log. Calls a function with each request once its answer is written. Clones share that
/// function.
#[derive(Clone)]
pub struct AccessLog(Arc<dyn Fn(&Access) + Send + Sync>);

impl AccessLog {
    /// A log that passes each entry to `tell`.
    #[must_use]
    pub fn new(tell: impl Fn(&Access) + Send + Sync + 'static) -> Self {
        Self(Arc::new(tell))
    }

    pub(crate) fn tell(&self, access: &Access) {
        self.0(access);
    }
}

impl fmt::Debug for AccessLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AccessLog")
    }
}

/// Access log entry: a request and its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Access {
    /// When the request arrived.
    pub time: Timestamp,
    /// The client's network address; the first 64 bits of an IPv6 address.
    pub address: String,
    /// The HTTP method; `OTHER` if it is not a standard one.
    pub method: &'static str,
    /// The path without its query. Parameters that may be secret are shown as their names in
    /// braces.
    pub path: String,
    /// Status of the answer; `None` if the client left before there was one.
    pub status: Option<u16>,
    /// Bytes of the answer's body that were written.
    pub bytes: u64,
    /// Time from the end of the request's head to the end of the answer.
    pub duration: Duration,
}

impl Access {
    pub(crate) fn new(time: Timestamp, from: Network, method: &Method) -> Self {
        Self {
            time,
            address: from.to_string(),
            method: known(method),
            path: NO_PAGE.to_owned(),
            status: None,
            bytes: 0,
            duration: Duration::ZERO,
        }
    }
}

/// Formats the entry as one line: time, address, method, path, status, bytes, milliseconds.
impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { time, address, method, path, status, bytes, duration } = self;
        write!(f, "{time:.3} {address} {method} {path} ")?;
        match status {
            Some(status) => write!(f, "{status}")?,
            None => f.write_str("-")?,
        }
        write!(f, " {bytes} {:.1}ms", duration.as_secs_f64() * 1000.0)
    }
}

/// Shown instead of a path that has no page, because it may be a mistyped secret link.
const NO_PAGE: &str = "-";

/// Path parameters whose values are public.
const PUBLIC: [&str; 7] = ["game", "number", "user", "userid", "other", "file", "release"];

/// Name of a method that HTTP defines; `OTHER` for all others.
const fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "OTHER",
    }
}

/// A request's path as the log may show it, given its route. Parameters are hidden unless they are
/// public. If nothing was found, all are hidden, because a mistyped path may contain anything.
pub(crate) fn shown_path(route: Option<&str>, path: &str, status: StatusCode) -> String {
    let Some(route) = route else { return NO_PAGE.to_owned() };
    let was_found = !matches!(status, StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST);
    let is_public =
        |name: &str| PUBLIC.contains(&name) || (name == "name" && route.starts_with("/assets/"));
    let mut segments = path.split('/');
    let shown: Vec<&str> = route
        .split('/')
        .map(|part| {
            let segment = segments.next().unwrap_or_default();
            let name = part.strip_prefix('{').and_then(|part| part.strip_suffix('}'));
            // A percent-encoded character may be a line break.
            let is_plain =
                segment.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte));
            match name {
                Some(name) if was_found && is_plain && is_public(name) => segment,
                _ => part,
            }
        })
        .collect();
    shown.join("/")
}

/// How often counts are logged.
const EVERY: Duration = Duration::from_secs(60);

/// Maximum number of addresses counted separately within a minute, for each kind.
const MOST_ADDRESSES: usize = 1000;

/// Maximum number of kinds: the variants of [`AccessRefusal`], some of them once per route.
const MOST_KINDS: usize = 1000;

/// Why a request was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum AccessRefusal {
    /// A request for another host.
    Host,
    /// A request that names two hosts.
    TwoHosts,
    /// A form that no page of this site sent (CSRF).
    Form,
    /// Too many requests.
    TooMany,
    /// Too many connections.
    Connections,
    /// Too many wrong passwords.
    Guesses,
    /// A wrong password.
    Password,
    /// A wrong token.
    Token,
}

impl AccessRefusal {
    const fn words(self) -> &'static str {
        match self {
            Self::Host => "turned away: a request for another host",
            Self::TwoHosts => "turned away: a request that names two hosts",
            Self::Form => "turned away: a form from elsewhere",
            Self::TooMany => "turned away: too many requests",
            Self::Connections => "turned away: too many connections",
            Self::Guesses => "turned away: too many wrong passwords or codes",
            Self::Password => "a wrong password",
            Self::Token => "a wrong token",
        }
    }

    /// The reason as a label of metrics.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Host => "other_host",
            Self::TwoHosts => "two_hosts",
            Self::Form => "cross_site_form",
            Self::TooMany => "rate_limit",
            Self::Connections => "connections",
            Self::Guesses => "guesses",
            Self::Password => "wrong_password",
            Self::Token => "wrong_token",
        }
    }

    /// How many refusals of this kind are logged individually each minute. Wrong passwords get
    /// more, because nothing else shows someone who guesses slowly.
    const fn each(self) -> u64 {
        match self {
            Self::Password | Self::Token => 30,
            _ => 1,
        }
    }
}

impl fmt::Display for AccessRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

/// Refusals of one kind since the last count.
#[derive(Debug)]
struct RefusalTally {
    /// When counting began.
    since: Duration,
    /// Number of refusals that were logged individually.
    told: u64,
    /// Number of refusals that were only counted.
    untold: u64,
    /// How many of the latter came from each address.
    from: HashMap<String, u64>,
}

/// Number of refusals, as a line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RefusalCount {
    pub(crate) refusal: AccessRefusal,
    /// The route, for kinds that are counted by route.
    pub(crate) page: String,
    /// Number of refusals that were not logged individually.
    pub(crate) count: u64,
    /// Number of addresses that they came from, as far as these were counted separately.
    pub(crate) addresses: usize,
    /// The address that sent most of them.
    pub(crate) most_from: String,
}

/// Counts of refused requests, by kind. Times are counted from the server's start.
#[derive(Debug, Default)]
pub(crate) struct Refusals {
    kinds: HashMap<(AccessRefusal, String), RefusalTally>,
}

impl Refusals {
    /// Records a refused request. Returns whether to log it individually.
    pub(crate) fn note(
        &mut self,
        refusal: AccessRefusal,
        page: &str,
        from: &str,
        now: Duration,
    ) -> bool {
        let key = (refusal, page.to_owned());
        if !self.kinds.contains_key(&key) && self.kinds.len() >= MOST_KINDS {
            return false;
        }
        let new = || RefusalTally { since: now, told: 0, untold: 0, from: HashMap::new() };
        let tally = self.kinds.entry(key).or_insert_with(new);
        if tally.told < refusal.each() {
            tally.told += 1;
            return true;
        }
        tally.untold += 1;
        if let Some(count) = tally.from.get_mut(from) {
            *count += 1;
        } else if tally.from.len() < MOST_ADDRESSES {
            tally.from.insert(from.to_owned(), 1);
        }
        false
    }

    /// Takes the counts that are due and starts new ones; drops kinds that were quiet for a minute.
    /// If `all` is set, every count is due.
    pub(crate) fn due(&mut self, now: Duration, all: bool) -> Vec<RefusalCount> {
        let mut counts = Vec::new();
        self.kinds.retain(|(refusal, page), tally| {
            if !all && now < tally.since + EVERY {
                return true;
            }
            if tally.untold == 0 {
                return false;
            }
            let most = tally.from.iter().max_by_key(|(address, count)| (**count, *address));
            counts.push(RefusalCount {
                refusal: *refusal,
                page: page.clone(),
                count: tally.untold,
                addresses: tally.from.len(),
                most_from: most.map(|(address, _)| address.clone()).unwrap_or_default(),
            });
            // The first address of an ongoing flood has already been logged.
            *tally =
                RefusalTally { since: now, told: refusal.each(), untold: 0, from: HashMap::new() };
            true
        });
        counts
    }
}

/// Connection limits of the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Maximum number of open connections.
    pub connections: usize,
    /// Maximum number of connections from one network address (for IPv6, from its /64). Trusted
    /// proxies may have any number; for clients behind them, this limits the number of requests
    /// under way.
    pub per_address: usize,
    /// Timeout for reading a request's head, and for a new connection's first byte.
    pub head: Duration,
    /// Timeout for reading a request's body.
    pub body: Duration,
    /// Keep-alive timeout between two requests.
    pub idle: Duration,
    /// Write timeout, within which a peer must read 64 KiB of its answer, or all of it.
    pub write: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            connections: 10_000,
            per_address: 500,
            head: Duration::from_secs(30),
            body: Duration::from_secs(15),
            idle: Duration::from_secs(60),
            write: Duration::from_secs(30),
        }
    }
}

impl ConnectionLimits {
    /// Lets one address use all connections, for tests and measurements.
    pub(crate) const fn for_one_address(self) -> Self {
        Self { per_address: usize::MAX, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_parts_of_a_path_are_shown() {
        const SECRET: &str = "c2VjcmV0";
        for (route, path, status, shown) in [
            ("/", "/", 200, "/"),
            ("/rules/{game}", "/rules/ankor", 200, "/rules/ankor"),
            ("/{game}/{number}/turn", "/ankor/101/turn", 303, "/ankor/101/turn"),
            ("/players/{user}/{other}", "/players/ann/bob", 200, "/players/ann/bob"),
            ("/api/v1/users/{userid}", "/api/v1/users/ann", 200, "/api/v1/users/ann"),
            ("/assets/{release}/{name}", "/assets/0f/site.css", 200, "/assets/0f/site.css"),
            (
                "/feeds/{token}/turns.ics",
                "/feeds/c2VjcmV0/turns.ics",
                200,
                "/feeds/{token}/turns.ics",
            ),
            ("/reset/{token}", "/reset/c2VjcmV0", 200, "/reset/{token}"),
            ("/api/v1/{*rest}", "/api/v1/a/c2VjcmV0", 404, "/api/v1/{*rest}"),
            ("/{game}/{number}", "/reste/c2VjcmV0", 404, "/{game}/{number}"),
            ("/{game}/{number}", "/reste/c2VjcmV0", 400, "/{game}/{number}"),
            ("/players/{user}", "/players/a%0Ab", 200, "/players/{user}"),
        ] {
            let status = StatusCode::from_u16(status).unwrap();
            let said = shown_path(Some(route), path, status);
            assert_eq!(said, shown);
            assert!(!said.contains(SECRET));
        }
        assert_eq!(shown_path(None, "/feed/c2VjcmV0", StatusCode::NOT_FOUND), "-");
    }

    #[test]
    fn an_entry_is_one_line() {
        let method = Method::from_bytes(b"HUNTER2").unwrap();
        let from = Network::of("2001:db8::1".parse().unwrap());
        let time = "2008-05-01T12:00:00.12345Z".parse().unwrap();
        let mut access = Access::new(time, from, &method);
        assert_eq!(
            access.to_string(),
            "2008-05-01T12:00:00.123Z 2001:db8:0:0::/64 OTHER - - 0 0.0ms"
        );
        access.path = "/rules".to_owned();
        access.status = Some(200);
        access.bytes = 1234;
        access.duration = Duration::from_micros(5678);
        assert_eq!(
            access.to_string(),
            "2008-05-01T12:00:00.123Z 2001:db8:0:0::/64 OTHER /rules 200 1234 5.7ms"
        );
    }

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_flood_is_logged_once_and_then_once_a_minute() {
        let mut refusals = Refusals::default();
        let mut lines = 0;
        for second in 0..600 {
            for request in 0..100 {
                let from = if request < 90 { "192.0.2.1" } else { "192.0.2.2" };
                lines +=
                    u64::from(refusals.note(AccessRefusal::TooMany, "/position", from, at(second)));
            }
            for count in refusals.due(at(second), false) {
                lines += 1;
                assert!(count.count >= 5_900, "{count:?}");
                assert_eq!((count.addresses, &*count.most_from), (2, "192.0.2.1"));
            }
        }
        assert_eq!(lines, 10);
        let left = refusals.due(at(600), true);
        assert_eq!(left.len(), 1, "pending counts are logged at the end");
        // After a quiet minute, the next refusal is a first one again.
        assert!(refusals.due(at(700), false).is_empty());
        assert!(refusals.note(AccessRefusal::TooMany, "/position", "192.0.2.1", at(701)));
        assert!(!refusals.note(AccessRefusal::TooMany, "/position", "192.0.2.1", at(702)));
        assert!(
            refusals.note(AccessRefusal::TooMany, "/games", "192.0.2.1", at(702)),
            "another kind"
        );
        assert!(refusals.note(AccessRefusal::Form, "", "192.0.2.1", at(702)), "another kind");
    }

    #[test]
    fn wrong_passwords_are_logged_individually_up_to_a_limit() {
        let mut refusals = Refusals::default();
        let told =
            (0..1000).filter(|_| refusals.note(AccessRefusal::Password, "", "192.0.2.1", at(0)));
        assert_eq!(told.count(), 30);
        assert_eq!(refusals.due(at(60), false)[0].count, 970);
    }

    #[test]
    fn memory_is_bounded() {
        let mut refusals = Refusals::default();
        for number in 0..5000 {
            refusals.note(AccessRefusal::Form, "", &number.to_string(), at(0));
            refusals.note(AccessRefusal::TooMany, &number.to_string(), "192.0.2.1", at(0));
        }
        assert_eq!(refusals.kinds.len(), MOST_KINDS);
        let kept: usize = refusals.kinds.values().map(|tally| tally.from.len()).sum();
        assert!(kept <= MOST_ADDRESSES, "{kept}");
    }
}
