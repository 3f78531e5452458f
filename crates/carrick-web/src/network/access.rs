//! Access log: what it says of a request, none of it secret.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use jiff::Timestamp;

use super::client::Network;

/// Takes what is said of each request, when its answer is written. A clone is another handle of the
/// same.
#[derive(Clone)]
pub struct AccessLog(Arc<dyn Fn(&Access) + Send + Sync>);

impl AccessLog {
    /// A log that hands on what it is told.
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

/// A request that was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Access {
    /// When it came.
    pub time: Timestamp,
    /// The network address it came from; of IPv6 the first 64 bits.
    pub address: String,
    /// Its method; `OTHER` if it is none that HTTP has.
    pub method: &'static str,
    /// Its path, without the query, and with the name of a parameter in braces where its value may
    /// be secret.
    pub path: String,
    /// The answer's status; none if the client went away before there was one.
    pub status: Option<u16>,
    /// How many bytes of the answer's body were written.
    pub bytes: u64,
    /// How long it took, from the end of the request's head to the end of the answer.
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

/// One line: time, address, method, path, status, bytes, milliseconds.
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

/// What stands for the path where there is no such page: somebody may have mistyped a secret link.
const NO_PAGE: &str = "-";

/// The parameters of paths whose values are public.
const PUBLIC: [&str; 7] = ["game", "number", "user", "userid", "other", "file", "release"];

/// A method's name, if it is one that HTTP has.
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

/// A request's path as the log may show it, given the route that it took. What a parameter is stays
/// hidden unless it is public, and where nothing was found: then it may be anything, mistyped.
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
            // What is percent-encoded may be a line's end.
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
