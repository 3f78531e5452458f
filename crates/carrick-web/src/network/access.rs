//! Access log: one entry for each request, without secrets.

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
    /// When the request came.
    pub time: Timestamp,
    /// The client's network address; of IPv6 the first 64 bits.
    pub address: String,
    /// The HTTP method; `OTHER` if it is not a standard one.
    pub method: &'static str,
    /// The path without its query. Parameters that may be secret are shown as their names in
    /// braces.
    pub path: String,
    /// Status of the answer; none if the client went away before there was one.
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

/// Shown instead of a path that has no page: it may be a secret link, mistyped.
const NO_PAGE: &str = "-";

/// Path parameters whose values are public.
const PUBLIC: [&str; 7] = ["game", "number", "user", "userid", "other", "file", "release"];

/// The name of a method that HTTP defines.
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
/// public. They are all hidden when nothing was found, since a mistyped path may hold anything.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_public_is_shown_and_nothing_else() {
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
    fn a_line_of_the_log() {
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
}
