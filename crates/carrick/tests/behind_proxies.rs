//! The site behind nginx and behind Caddy, with exactly the configurations in docs/host/proxies.md
//! except for ports, file names and the certificate. `cargo xtask ci --install` installs both
//! proxies and runs these tests; with both installed, `cargo test --test program -- --ignored
//! behind_proxies::` does.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect
#![cfg(unix)]

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Running, Serving, free_port, serve};
use tempfile::TempDir;

const PAGE: &str = include_str!("../../../docs/host/proxies.md");
const SITE: &str = "https://carrick.example";

/// The code block of the page in this language.
fn block(language: &str) -> &'static str {
    let (_, rest) = PAGE.split_once(&format!("```{language}\n")).unwrap();
    rest.split_once("```").unwrap().0
}

/// Replaces a part of a configuration, which must be there.
#[track_caller]
fn replaced(text: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(text.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "{old:?} is not in:\n{text}");
        text.replace(old, new)
    })
}

/// A server and its proxy.
struct Proxied {
    // Fields are dropped in order: the proxy is stopped first.
    _proxy: Running,
    server: Serving,
    https: u16,
    http: u16,
    folder: TempDir,
}

impl Proxied {
    /// Starts a server and its proxy, with the ports of both and the certificate's files in the
    /// folder.
    fn start(proxy: impl FnOnce(&Path, u16, u16, u16) -> Command) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let access = folder.path().join("access.log");
        let server = Serving::start(serve(
            folder.path(),
            None,
            &[
                "--base-url",
                SITE,
                "--trusted-proxy",
                "127.0.0.1",
                "--access-log",
                access.to_str().unwrap(),
            ],
        ));
        let made = Command::new("openssl")
            .args([
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:P-256",
                "-nodes",
            ])
            .args([
                "-subj",
                "/CN=carrick.example",
                "-addext",
                "subjectAltName=DNS:carrick.example,DNS:other.example",
            ])
            .args(["-days", "2", "-keyout", "privkey.pem", "-out", "fullchain.pem"])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(made.status.success(), "{made:?}");
        let (https, http) = (free_port(), free_port());
        let mut command = proxy(folder.path(), server.listens.port(), https, http);
        let log = fs::File::create(folder.path().join("proxy.log")).unwrap();
        command.stdin(Stdio::null()).stdout(log.try_clone().unwrap()).stderr(log);
        let proxy = Running(command.spawn().unwrap());
        let proxied = Self { _proxy: proxy, server, https, http, folder };
        let start = Instant::now();
        while !proxied.ask("127.0.0.1", &[], "/healthz").contains("ok\n") {
            let log = fs::read_to_string(proxied.folder.path().join("proxy.log")).unwrap();
            assert!(start.elapsed() < Duration::from_secs(60), "no answer; the proxy says:\n{log}");
            std::thread::sleep(Duration::from_millis(20));
        }
        proxied
    }

    /// Runs curl from a network address, for the site's own name.
    fn curl(&self, from: &str, arguments: &[&str], path: &str) -> Command {
        let mut command = Command::new("curl");
        command.args(["--silent", "--include", "--max-time", "60", "--interface", from]);
        for name in ["carrick.example", "other.example"] {
            command.args(["--connect-to", &format!("{name}:443:127.0.0.1:{}", self.https)]);
            command.args(["--connect-to", &format!("{name}:80:127.0.0.1:{}", self.http)]);
        }
        command.arg("--cacert").arg(self.folder.path().join("fullchain.pem")).args(arguments);
        let there = if path.contains("://") { path.to_owned() } else { format!("{SITE}{path}") };
        command.arg(there).stdin(Stdio::null());
        command
    }

    /// An answer: its head in lower-case letters, as in HTTP/2, and its body.
    fn ask(&self, from: &str, arguments: &[&str], path: &str) -> String {
        let answer = self.curl(from, arguments, path).output().unwrap();
        String::from_utf8_lossy(&answer.stdout).into_owned()
    }

    #[track_caller]
    fn status(&self, from: &str, arguments: &[&str], path: &str) -> (u16, String) {
        let answer = self.ask(from, arguments, path);
        let status = answer.split_whitespace().nth(1).and_then(|status| status.parse().ok());
        (status.unwrap_or_else(|| panic!("{path}: {answer:?}")), answer)
    }

    /// The network addresses of requests for a page, from the server's own log.
    fn seen_for(&self, path: &str, count: usize) -> Vec<String> {
        let start = Instant::now();
        loop {
            let log = fs::read_to_string(self.folder.path().join("access.log")).unwrap();
            let lines = log.lines().filter(|line| line.split(' ').nth(3) == Some(path));
            let seen: Vec<String> =
                lines.map(|line| line.split(' ').nth(1).unwrap().to_owned()).collect();
            if seen.len() >= count {
                return seen;
            }
            assert!(start.elapsed() < Duration::from_secs(30), "{path} is not in:\n{log}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// `carrick do` on the server's database.
    #[track_caller]
    fn does(&self, arguments: &[&str]) {
        let done = Command::new(env!("CARGO_BIN_EXE_carrick"))
            .args(["do", "--db"])
            .arg(self.folder.path().join("carrick.db"))
            .args(arguments)
            .output()
            .unwrap();
        assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stdout));
    }

    /// Checks everything that the page promises.
    fn keeps_its_promises(mut self) {
        // Pages come, and only those of the site; plain HTTP leads to HTTPS.
        let (status, answer) = self.status("127.0.9.1", &[], "/");
        assert_eq!(status, 200, "{answer}");
        assert!(
            answer.to_lowercase().contains("strict-transport-security: max-age=31536000"),
            "{answer}"
        );
        let (status, answer) = self.status("127.0.9.1", &[], "http://carrick.example/rules");
        assert!([301, 308].contains(&status), "{answer}");
        assert!(
            answer.to_lowercase().contains("location: https://carrick.example/rules"),
            "{answer}"
        );
        let (status, answer) = self.status("127.0.9.1", &["--header", "Host: other.example"], "/");
        assert!(status == 421 || !answer.contains("Carrick"), "{answer}");

        // Cookies are only for HTTPS.
        let form = ["--header", "Origin: https://carrick.example", "--data"];
        let sent = |fields: &'static str| [&form[..], &[fields]].concat();
        let (status, answer) =
            self.status("127.0.9.1", &sent("user=ann&password=under+the+old+tree"), "/sign-up");
        assert_eq!(status, 303, "{answer}");
        let cookie = answer.lines().find(|line| line.to_lowercase().starts_with("set-cookie: "));
        let cookie = cookie.unwrap_or_else(|| panic!("{answer}"));
        assert!(cookie.contains("__Host-session=") && cookie.contains("Secure"), "{cookie}");

        // Someone who guesses passwords is stopped, and no one else is.
        let mut stopped = false;
        for _ in 0..12 {
            let wrong = sent("user=bob&password=not+the+password");
            stopped |= self.status("127.0.9.2", &wrong, "/sign-in").0 == 429;
        }
        assert!(stopped, "twelve guesses from one address");
        let right = sent("user=ann&password=under+the+old+tree");
        assert_eq!(self.status("127.0.9.3", &right, "/sign-in").0, 303);

        // Addresses claimed by a client are not trusted.
        for forged in
            ["X-Forwarded-For: 6.6.6.6", "Forwarded: for=6.6.6.6", "X-Forwarded-For: \"6.6.6.6"]
        {
            assert_eq!(self.status("127.0.9.4", &["--header", forged], "/about").0, 200);
        }
        let both = ["--header", "X-Forwarded-For: 6.6.6.6", "--header", "Forwarded: for=6.6.6.6"];
        assert_eq!(self.status("127.0.9.4", &both, "/about").0, 200);
        assert_eq!(self.seen_for("/about", 4), ["127.0.9.4"; 4]);

        // A form that is larger than any real one is refused.
        let long = format!("user=ann&password={}", "x".repeat(100_000));
        let (status, answer) =
            self.status("127.0.9.5", &[&form[..], &[&long]].concat(), "/sign-in");
        assert!([400, 413].contains(&status), "{answer}");

        // Events arrive immediately, while the stream continues.
        self.does(&["signup bob under-the-tree"]);
        self.does(&["--as", "ann", "anchor challenge -size=10 -pie=none ann bob"]);
        let stream = self.curl("127.0.9.6", &["--no-buffer"], "/anchor/101/events");
        let mut stream = Running({ stream }.stdout(Stdio::piped()).spawn().unwrap());
        let mut lines = BufReader::new(stream.0.stdout.take().unwrap()).lines();
        let mut hears = |part: &str| {
            let start = Instant::now();
            let heard = lines.by_ref().map_while(Result::ok).find(|line| line.contains(part));
            assert!(heard.is_some(), "{part:?} never came");
            start.elapsed()
        };
        hears("event: ready");
        self.does(&["--as", "ann", "anchor move 101 ann - e5"]);
        let took = hears("event: change");
        assert!(took < Duration::from_secs(10), "a change took {took:?}");
        drop(stream);
        self.server.stop();
        let logged = self.server.logged.join("\n");
        assert!(!logged.contains("not among the trusted"), "{logged}");
        assert!(logged.contains("a wrong password") && logged.contains("127.0.9.2"), "{logged}");
    }
}

/// nginx with the page's configuration, partly changed.
fn nginx(changes: &[(&str, &str)]) -> Proxied {
    Proxied::start(|folder, server, https, http| {
        let mut text = replaced(
            block("nginx"),
            &[
                ("127.0.0.1:8010", &format!("127.0.0.1:{server}")),
                ("listen 80;", &format!("listen 127.0.0.1:{http};")),
                ("listen 443 ", &format!("listen 127.0.0.1:{https} ")),
                ("listen [::]:80;", &format!("listen [::1]:{http};")),
                ("listen [::]:443 ", &format!("listen [::1]:{https} ")),
                ("/etc/letsencrypt/live/carrick.example/", &format!("{}/", folder.display())),
            ],
        );
        if TcpListener::bind("[::1]:0").is_err() {
            // This machine has no IPv6.
            text =
                text.lines().filter(|line| !line.contains("[::1]")).collect::<Vec<_>>().join("\n");
        }
        let text = replaced(&text, changes);
        // Debian's default settings, in a folder of the test.
        let place = folder.display();
        let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|kind| format!("{kind}_temp_path {place}/{kind};\n"))
            .concat();
        let user = if rustix::process::getuid().is_root() { "user root;" } else { "" };
        let whole = format!(
            "{user}\nworker_processes 1;\npid {place}/nginx.pid;\nerror_log stderr;\ndaemon off;\n\
             events {{ worker_connections 768; }}\nhttp {{\naccess_log off;\n{temporary}{text}}}\n"
        );
        fs::write(folder.join("nginx.conf"), whole).unwrap();
        let mut command = Command::new("nginx");
        command
            .arg("-p")
            .arg(folder)
            .arg("-e")
            .arg("stderr")
            .arg("-c")
            .arg(folder.join("nginx.conf"));
        command
    })
}

#[test]
#[ignore = "needs nginx and Caddy: cargo xtask ci --install"]
fn nginx_as_on_the_page() {
    nginx(&[]).keeps_its_promises();
}

/// The alternative configuration on the page.
#[test]
#[ignore = "needs nginx and Caddy: cargo xtask ci --install"]
fn nginx_that_adds_to_what_the_client_wrote() {
    let changes = [
        ("X-Forwarded-For $remote_addr", "X-Forwarded-For $proxy_add_x_forwarded_for"),
        ("Host $host", "Host $http_host"),
    ];
    nginx(&changes).keeps_its_promises();
}

#[test]
#[ignore = "needs nginx and Caddy: cargo xtask ci --install"]
fn caddy_as_on_the_page() {
    let proxied = Proxied::start(|folder, server, https, http| {
        let place = folder.display();
        let site = replaced(
            block("caddy"),
            &[
                ("127.0.0.1:8010", &format!("127.0.0.1:{server}")),
                (
                    "carrick.example {",
                    &format!(
                        "carrick.example {{\n\tbind 127.0.0.1\n\ttls {place}/fullchain.pem {place}/privkey.pem"
                    ),
                ),
            ],
        );
        let whole =
            format!("{{\n\tadmin off\n\thttp_port {http}\n\thttps_port {https}\n}}\n{site}");
        fs::write(folder.join("Caddyfile"), whole).unwrap();
        let mut command = Command::new("caddy");
        command.args(["run", "--adapter", "caddyfile", "--config"]).arg(folder.join("Caddyfile"));
        command.env("HOME", folder).env("XDG_DATA_HOME", folder).env("XDG_CONFIG_HOME", folder);
        command
    });
    proxied.keeps_its_promises();
}
