//! Logs of `carrick serve`: their formats, levels and contents, and the effects of signals.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect
#![cfg(unix)]

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::support::{Serving, serve};
use rustix::process::Signal;

/// Sends a request with these lines after its first, and returns the answer.
fn ask(to: SocketAddr, line: &str, fields: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(to).unwrap();
    let request = format!(
        "{line} HTTP/1.1\r\nhost: {to}\r\norigin: http://{to}\r\ncontent-type: application/x-www-form-urlencoded\r\n\
         content-length: {}\r\n{fields}connection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// Waits until a file contains a text.
#[track_caller]
fn holds(file: &Path, part: &str) -> String {
    let start = Instant::now();
    loop {
        let text = fs::read_to_string(file).unwrap_or_default();
        if text.contains(part) {
            return text;
        }
        assert!(start.elapsed() < Duration::from_secs(30), "{part:?} is not in:\n{text}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Number of log lines that contain a text.
fn count(lines: &[String], part: &str) -> usize {
    lines.iter().filter(|line| line.contains(part)).count()
}

#[test]
fn a_log_that_cannot_be_read_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    for said in ["bogus", "json", "warn,carrick_web"] {
        let output = serve(folder.path(), None, &[]).env("CARRICK_LOG", said).output().unwrap();
        assert_eq!(output.status.code(), Some(78), "{said}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(&format!("CARRICK_LOG={said} cannot be read")), "{error}");
        assert!(error.contains("off, error, warn, info, debug or trace"), "{error}");
    }
    for arguments in [&["do", "list"][..], &["worker", "--once"], &["tick"]] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_carrick"));
        command.args(arguments).env("CARRICK_DB", folder.path().join("x.db"));
        let output = command.env("CARRICK_LOG", "bogus").output().unwrap();
        let status = if arguments[0] == "worker" { 78 } else { 2 };
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains("CARRICK_LOG=bogus cannot be read"), "{arguments:?}: {error}");
    }
    let output = serve(folder.path(), None, &["--log", "loud"]).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("log=loud cannot be read. It is a level (off, error, warn"), "{error}");
    let output = serve(folder.path(), None, &["--log-format", "xml"]).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("[possible values: text, json]"), "{error}");
}

#[test]
fn each_line_of_a_log_in_json_is_an_object() {
    let folder = tempfile::tempdir().unwrap();
    let access = folder.path().join("access.log");
    let arguments = ["--log-format", "json", "--access-log", access.to_str().unwrap()];
    let mut server = Serving::start(serve(folder.path(), None, &arguments));
    ask(server.listens, "GET /about?secret=hunter22", "", "");
    ask(server.listens, "POST /sign-up", "", "user=ann&password=under+the+old+tree");
    server.logs("signed in");
    server.stop();
    assert!(count(&server.logged, "stopping") == 1, "{:?}", server.logged);
    for line in &server.logged {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(line["timestamp"].is_string() && line["level"].is_string(), "{line}");
    }
    let text = fs::read_to_string(&access).unwrap();
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert_eq!((&lines[0]["path"], &lines[0]["status"]), (&"/about".into(), &200.into()));
    assert_eq!((&lines[1]["method"], &lines[1]["path"]), (&"POST".into(), &"/sign-up".into()));
    assert!(!text.contains("hunter22") && !text.contains("tree"), "{text}");
}

/// At the default level the log reports sign-ins, and wrong passwords with their address, and a
/// flood in one line, not in thousands.
#[test]
fn the_log_reports_sign_ins_and_wrong_passwords() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Serving::start(serve(folder.path(), None, &[]));
    let to = server.listens;
    ask(to, "POST /sign-up", "", "user=ann&password=under+the+old+tree");
    let line = server.logs("signed in");
    assert!(line.contains("user=ann") && line.contains("from=\"127.0.0.1\""), "{line}");
    ask(to, "POST /sign-in", "", "user=ann&password=not+her+password");
    assert!(server.logs("a wrong password").contains("from=\"127.0.0.1\""));
    for _ in 0..50 {
        ask(to, "GET /", "host: evil.example\r\n", "");
        let mut stream = TcpStream::connect(to).unwrap();
        stream
            .write_all(b"GET / HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n")
            .unwrap();
        stream.read_to_end(&mut Vec::new()).unwrap();
        ask(to, "POST /sign-in", "sec-fetch-site: cross-site\r\n", "user=ann");
    }
    server.stop();
    for refusal in ["a request for another host", "a form from elsewhere", "names two hosts"] {
        let lines: Vec<_> = server.logged.iter().filter(|line| line.contains(refusal)).collect();
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert!(lines[0].contains("from=\"127.0.0.1\""), "{lines:?}");
        assert!(
            lines[1].contains("count=49") && lines[1].contains("most_from=\"127.0.0.1\""),
            "{lines:?}"
        );
    }
    assert!(!server.logged.iter().any(|line| line.contains("tree") || line.contains("not her")));
}

/// A site with TLS that hears from a proxy it does not trust reports it once.
#[test]
fn an_untrusted_proxy_is_reported_once() {
    const SAID: &str = "start with --trusted-proxy 127.0.0.1";
    for (header, arguments, times) in [
        ("x-forwarded-for: 192.0.2.1", &["--base-url", "https://carrick.example"][..], 1),
        ("forwarded: for=192.0.2.1", &["--base-url", "https://carrick.example"], 1),
        (
            "x-forwarded-for: 192.0.2.1",
            &["--base-url", "https://carrick.example", "--trusted-proxy", "127.0.0.0/8"],
            0,
        ),
        ("x-forwarded-for: 192.0.2.1", &[], 0),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut server = Serving::start(serve(folder.path(), None, arguments));
        for _ in 0..3 {
            ask(server.listens, "GET /healthz", &format!("{header}\r\n"), "");
        }
        server.stop();
        assert_eq!(
            count(&server.logged, SAID),
            times,
            "{header} {arguments:?} {:?}",
            server.logged
        );
    }
}

#[test]
fn a_site_without_tls_says_that_passwords_travel_in_the_clear() {
    for (site, times) in
        [("http://carrick.example", 1), ("https://carrick.example", 0), ("http://localhost:80", 0)]
    {
        let folder = tempfile::tempdir().unwrap();
        let mut server = Serving::start(serve(folder.path(), None, &["--base-url", site]));
        server.stop();
        assert_eq!(count(&server.logged, "without TLS"), times, "{site} {:?}", server.logged);
    }
}

/// SIGHUP is how a program that rotates logs asks for a new file.
#[test]
fn a_hangup_reopens_the_access_log() {
    let folder = tempfile::tempdir().unwrap();
    let (access, old) = (folder.path().join("access.log"), folder.path().join("access.log.1"));
    let arguments = ["--access-log", access.to_str().unwrap()];
    let mut server = Serving::start(serve(folder.path(), None, &arguments));
    ask(server.listens, "GET /about", "", "");
    holds(&access, " /about 200 ");
    fs::rename(&access, &old).unwrap();
    server.signal(Signal::HUP);
    server.logs("the access log was reopened");
    ask(server.listens, "GET /rules", "", "");
    let text = holds(&access, " GET /rules 200 ");
    assert!(!text.contains("/about"), "{text}");
    assert!(!holds(&old, "/about").contains("/rules"));
    server.stop();
}

#[test]
fn an_access_log_that_cannot_be_reopened_is_reported_once() {
    let folder = tempfile::tempdir().unwrap();
    let access = folder.path().join("access.log");
    let arguments = ["--access-log", access.to_str().unwrap()];
    let mut server = Serving::start(serve(folder.path(), None, &arguments));
    fs::remove_file(&access).unwrap();
    fs::create_dir(&access).unwrap();
    server.signal(Signal::HUP);
    server.logs("the access log cannot be reopened");
    server.stop();
    assert_eq!(count(&server.logged, "reopened"), 1, "{:?}", server.logged);
}

#[test]
fn an_access_log_on_a_full_disk_is_reported_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Serving::start(serve(folder.path(), None, &["--access-log", "/dev/full"]));
    for _ in 0..5 {
        ask(server.listens, "GET /about", "", "");
        std::thread::sleep(Duration::from_millis(20));
    }
    server.stop();
    let logged = &server.logged;
    assert_eq!(count(logged, "the access log cannot be written"), 1, "{logged:?}");
}

#[test]
fn a_pipe_without_a_reader_is_no_access_log() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let arguments = ["--access-log", pipe.to_str().unwrap()];
    let output = serve(folder.path(), None, &arguments).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("it is a pipe that no program reads"), "{error}");
    let from = pipe.clone();
    let reader = std::thread::spawn(move || fs::read_to_string(from).unwrap());
    let mut server = Serving::start(serve(folder.path(), None, &arguments));
    ask(server.listens, "GET /about", "", "");
    server.stop();
    assert!(reader.join().unwrap().contains("GET /about 200"));
}
