//! Metrics of `carrick serve`, the page about them, and the alerts and the dashboard made from
//! them.
#![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::support::{Running, Serving, serve};

/// Maximum time to wait for the computer's turn.
const PATIENCE: Duration = Duration::from_secs(60);

fn get(to: SocketAddr, path: &str, host: &str) -> String {
    let mut stream = TcpStream::connect(to).unwrap();
    let accept = "application/openmetrics-text; version=1.0.0";
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nhost: {host}\r\naccept: {accept}\r\nconnection: close\r\n\r\n"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// Runs a command in another process, which leaves the computer's turns to the server.
fn carry_out(folder: &Path, line: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
    command.args(["do", "--leave", "--db"]).arg(folder.join("carrick.db")).args(line);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{line:?}: {output:?}");
}

/// Names of the metrics that a text mentions, without the endings of a kind of metric.
fn names(text: &str) -> BTreeSet<&str> {
    let is_name = |c: char| c.is_ascii_lowercase() || c == '_';
    let words = text.split(|c| !is_name(c)).filter(|word| {
        ["carrick_", "process_"].iter().any(|start| word.starts_with(start) && word != start)
    });
    words
        .map(|word| {
            let endings = ["_total", "_bucket", "_sum", "_count", "_info"];
            endings.iter().find_map(|ending| word.strip_suffix(ending)).unwrap_or(word)
        })
        .collect()
}

fn read(path: &str) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
    std::fs::read_to_string(format!("{root}{path}")).unwrap()
}

#[test]
fn metrics_show_what_the_server_did() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--metrics", "127.0.0.1:0"];
    let mut server = Serving::start(serve(folder.path(), None, &arguments));
    let started = server.logged.last().unwrap();
    let at: SocketAddr = started.split("metrics=").nth(1).unwrap().trim().parse().unwrap();
    let site = server.listens;

    assert!(get(site, "/about", &site.to_string()).starts_with("HTTP/1.1 200"));
    assert!(
        get(site, "/nobody/knows?secret=tulip7", &site.to_string()).starts_with("HTTP/1.1 404")
    );
    get(site, "/about", "evil.example");
    assert!(
        get(site, "/metrics", &site.to_string()).starts_with("HTTP/1.1 404"),
        "not for readers"
    );
    let mut backup = Command::new(env!("CARGO_BIN_EXE_carrick"));
    backup.args(["backup", "--db"]).arg(folder.path().join("carrick.db"));
    assert!(backup.arg(folder.path().join("copy.db")).output().unwrap().status.success());
    carry_out(folder.path(), &["signup", "ann", "rose88"]);
    let challenge = ["--as", "ann", "ankor", "challenge", "level1", "ann", "-size=3"];
    carry_out(folder.path(), &challenge);

    let text = wait_for(at, "carrick_turns_total 1");
    assert!(text.contains("content-type: application/openmetrics-text"), "{text}");
    for line in [
        "carrick_http_requests_total{method=\"GET\",route=\"/about\",status=\"200\"} 1",
        "carrick_http_request_duration_seconds_count{route=\"/about\"}",
        "carrick_refused_total{reason=\"other_host\"} 1",
        "carrick_thinking_seconds_count{level=\"level1\"} 1",
        "carrick_games_running 1",
        "carrick_jobs_waiting 0",
        "carrick_database_up 1",
        "carrick_sends_mail 0",
        "carrick_event_streams 0",
        "process_cpu_seconds_total ",
        "process_start_time_seconds ",
        concat!("carrick_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\","),
        "carrick_users 1",
        "carrick_database_connections_max{pool=\"readers\"} 4",
        "carrick_disk_free_bytes ",
    ] {
        assert!(text.contains(line), "{line} is not in:\n{text}");
    }
    assert!(!text.contains("tulip7") && !text.contains("nobody/knows"), "{text}");
    assert!(text.trim_end().ends_with("# EOF"), "{text}");
    let figure = |name: &str| -> f64 {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap().trim().parse().unwrap()
    };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs_f64();
    let age = now - figure("process_start_time_seconds ");
    assert!((-5.0..600.0).contains(&age), "the server began {age} s ago");
    assert!(figure("process_resident_memory_bytes ") > 1e6, "{text}");
    assert!(figure("process_open_fds ") > 3.0, "{text}");
    assert!(figure("process_open_fds ") < figure("process_max_fds "), "{text}");

    // A metric that has not occurred yet has a head without a line.
    let told: BTreeSet<&str> =
        text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next()).collect();
    assert_eq!(names(&read("docs/metrics.md")), told, "the page names them all, and no others");
    for example in ["examples/prometheus/alerts.yml", "examples/prometheus/dashboard.json"] {
        let text = read(example);
        let used = names(&text);
        let unknown: Vec<_> = used.difference(&told).collect();
        assert!(!used.is_empty() && unknown.is_empty(), "{example}: {unknown:?}");
    }
    server.stop();
}

/// Connections to the metrics take no file away from the site, and a page of another site cannot
/// read them under its own name.
#[test]
fn metrics_have_few_connections_and_known_names() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Serving::start(serve(folder.path(), Some(300), &["--metrics", "127.0.0.1:0"]));
    let started = server.logged.last().unwrap();
    let at: SocketAddr = started.split("metrics=").nth(1).unwrap().trim().parse().unwrap();
    let silent: Vec<_> = (0..400).filter_map(|_| TcpStream::connect(at).ok()).collect();
    sleep(Duration::from_millis(200));
    let files = std::fs::read_dir(format!("/proc/{}/fd", server.program.0.id())).unwrap().count();
    assert!(files < 150, "{files} files beside {} silent connections", silent.len());
    let site = server.listens;
    assert!(get(site, "/players", &site.to_string()).starts_with("HTTP/1.1 200"));
    for (host, status) in [
        ("localhost", 200),
        ("127.0.0.1:9464", 200),
        ("[::1]:9464", 200),
        ("carrick:9464", 200),
        ("evil.example", 421),
        ("evil.example:9464", 421),
        ("127.0.0.1.evil.example", 421),
        ("", 421),
    ] {
        let answer = get(at, "/metrics", host);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{host}: {answer}");
    }
    assert!(get(at, "/", "localhost").starts_with("HTTP/1.1 404"));
    server.stop();
}

/// Asks for metrics until they contain a line.
fn wait_for(at: SocketAddr, line: &str) -> String {
    let start = Instant::now();
    loop {
        let text = get(at, "/metrics", "localhost");
        if text.contains(&format!("\n{line}\n")) {
            return text;
        }
        assert!(start.elapsed() < PATIENCE, "{line} is not in:\n{text}");
        sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_worker_has_its_own_metrics() {
    let folder = tempfile::tempdir().unwrap();
    carry_out(folder.path(), &["signup", "ann", "rose88"]);
    let challenge = ["--as", "ann", "ankor", "challenge", "level1", "ann", "-size=3"];
    carry_out(folder.path(), &challenge);
    let settings = folder.path().join("carrick.toml");
    let worker = |more: &str| {
        let database = folder.path().join("carrick.db");
        std::fs::write(&settings, format!("database = {database:?}\n{more}\n")).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
        command.arg("worker").arg("--config").arg(&settings);
        command.env_remove("CARRICK_LOG").stdout(Stdio::null()).stderr(Stdio::piped());
        command
    };
    let working = worker("threads = 1").args(["--metrics", "127.0.0.1:0"]).spawn();
    let mut working = Running(working.unwrap());
    let mut lines = BufReader::new(working.0.stderr.take().unwrap()).lines().map(Result::unwrap);
    let database = folder.path().join("carrick.db");
    let begins = format!("carrick: the computer plays for {}, on 1 thread", database.display());
    assert_eq!(lines.next().unwrap(), begins);
    let said = lines.next().unwrap();
    let at = said.strip_prefix("carrick: metrics are at http://").unwrap();
    let at: SocketAddr = at.strip_suffix("/metrics").unwrap().parse().unwrap();
    let text = wait_for(at, "carrick_thinking_seconds_count{level=\"level1\"} 1");
    assert!(text.contains("\ncarrick_database_up 1\n"), "{text}");

    let output = worker("").args(["--metrics", &at.to_string()]).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains(&format!("cannot serve metrics on {at}")), "{error}");
    assert!(!output.status.success());
    let output = worker("thinking_memory = 3").arg("--once").output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("thinking_memory") && !output.status.success(), "{error}");
}

#[test]
fn an_address_in_use_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let at = taken.local_addr().unwrap().to_string();
    let output = serve(folder.path(), None, &["--metrics", &at]).output().unwrap();
    assert!(!output.status.success());
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains(&format!("cannot serve metrics on {at}")), "{error}");
}
