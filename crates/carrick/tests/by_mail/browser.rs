//! A minimal browser, for pages without scripts.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

/// A browser, with the cookie of its session.
#[derive(Default)]
pub(crate) struct Browser {
    cookie: String,
}

impl Browser {
    /// Presses the button on the page of a link.
    pub(crate) fn presses(&mut self, link: &str) -> String {
        self.asks("POST", link, "")
    }

    /// Opens a page.
    pub(crate) fn looks_at(&mut self, link: &str) -> String {
        self.asks("GET", link, "")
    }

    /// Sends a form, and keeps the cookie that comes back.
    pub(crate) fn fills_in(&mut self, link: &str, fields: &[(&str, &str)]) -> String {
        let encoded =
            |text: &str| -> String { text.bytes().map(|byte| format!("%{byte:02X}")).collect() };
        let pairs = fields.iter().map(|(name, value)| format!("{name}={}", encoded(value)));
        self.asks("POST", link, &pairs.collect::<Vec<_>>().join("&"))
    }

    /// Response of the site, head and page.
    fn asks(&mut self, method: &str, link: &str, form: &str) -> String {
        let (host, path) = link.trim_start_matches("http://").split_once('/').unwrap();
        let mut stream = TcpStream::connect(host).unwrap();
        write!(
            stream,
            "{method} /{path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n{form}",
            self.cookie,
            form.len()
        )
        .unwrap();
        let mut page = Vec::new();
        stream.read_to_end(&mut page).unwrap();
        let page = String::from_utf8_lossy(&page).into_owned();
        let lines = page.lines().take_while(|line| !line.is_empty());
        let mut set = lines.filter_map(|line| line.split_once(": "));
        if let Some((_, cookie)) = set.find(|(name, _)| name.eq_ignore_ascii_case("set-cookie")) {
            self.cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        }
        page
    }
}
