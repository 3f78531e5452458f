//! Clients that ask for long answers and read nothing: the server uses no more memory than it
//! promises, in a gigabyte of address space, and answers others.
#![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]
#![cfg(target_os = "linux")]

use std::net::{IpAddr, SocketAddr};
use std::process::Command;
use std::time::{Duration, Instant};

use carrick_games::GameKind;
use carrick_store::{KeptStudy, Most, Room, Session, Settings, Store, TokenHash};
use jiff::{SignedDuration, Timestamp};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use sha2::{Digest as _, Sha256};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

use crate::support::{Serving, serve};

/// Memory that the server may use for one address in addition to what it needs anyway, in
/// kibibytes, as in `docs/host/limits.md`.
const BOUND_KIB: u64 = 128 * 1024;

/// Connections of the attacker: as many as an address may have, and some more.
const ATTACKERS: usize = 600;

const TOKEN: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

async fn connect(from: &str, to: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    // The kernel keeps little of an answer.
    socket.set_recv_buffer_size(4096)?;
    socket.bind((from.parse::<IpAddr>().unwrap(), 0).into())?;
    socket.connect(to).await
}

/// A page for someone else.
async fn page(to: SocketAddr) -> String {
    let mut stream = connect("127.0.7.7", to).await.unwrap();
    let request = format!("GET /about HTTP/1.1\r\nhost: {to}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

/// A line of `/proc/…/status` of a program, in kibibytes.
fn memory(server: &Serving, line: &str) -> u64 {
    let status = format!("/proc/{}/status", server.program.0.id());
    let status = std::fs::read_to_string(status).unwrap();
    let line = status.lines().find_map(|one| one.strip_prefix(line)).unwrap();
    line.trim_matches([':', ' ', '\t', 'k', 'B']).parse().unwrap()
}

/// A user with a session, and with as many and as long studies as allowed.
async fn prepare(database: &std::path::Path) {
    let store = Store::open(database, &Settings::default()).await.unwrap();
    let (now, user) = (Timestamp::now(), "ann".parse::<carrick_service::Userid>().unwrap());
    let token: String = Sha256::digest(TOKEN).iter().map(|byte| format!("{byte:02x}")).collect();
    let session = Session {
        token: TokenHash(token),
        user: user.clone(),
        guest: false,
        created: now,
        seen: now,
        expires: now + SignedDuration::from_hours(1),
        label: "Firefox".to_owned(),
    };
    store.begin_session(&session).await.unwrap();
    for number in 0..100 {
        let body = format!("{{\"comment\":\"{}\"}}", "a long comment ".repeat(3000));
        let study = KeptStudy {
            address: format!("{number:016x}"),
            user: user.clone(),
            title: String::new(),
            kind: GameKind::Ankor,
            body,
            version: 1,
            touched: now,
        };
        let most = Most { of_user: 100, from_place: 100 };
        assert_eq!(store.add_study(&study, most).await.unwrap(), Room::Left);
    }
    store.close().await;
}

/// Opens connections that ask and read nothing, and returns the server's maximum memory then, in
/// addition to its memory before.
async fn besieged(server: &Serving, paths: &[&str], reads: bool) -> u64 {
    let to = server.listens;
    let before = memory(server, "VmRSS");
    let mut attackers = Vec::new();
    for number in 0..ATTACKERS {
        let Ok(mut stream) = connect("127.0.14.1", to).await else { continue };
        let request = format!(
            "GET {} HTTP/1.1\r\nhost: {to}\r\ncookie: session={TOKEN}\r\n\r\n",
            paths[number % paths.len()]
        );
        let asked =
            tokio::time::timeout(Duration::from_millis(100), stream.write_all(request.as_bytes()));
        let _ = asked.await;
        attackers.push(stream);
        if number % 100 == 0 {
            assert!(page(to).await.starts_with("HTTP/1.1 200"));
        }
    }
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(2) {
        let mut bytes = [0; 4096];
        for stream in attackers.iter_mut().filter(|_| reads) {
            let _ = stream.try_read(&mut bytes);
        }
        assert!(page(to).await.starts_with("HTTP/1.1 200"));
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    memory(server, "VmHWM").saturating_sub(before)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_cannot_take_all_the_memory() {
    let _alone = crate::ALONE.lock().await;
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("carrick.db");
    let mut signup = Command::new(env!("CARGO_BIN_EXE_carrick"));
    signup.args(["do", "--db"]).arg(&database).arg("signup ann tulip77ann");
    assert!(signup.output().unwrap().status.success());
    prepare(&database).await;
    let usual = serve(folder.path(), None, &[]);
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -v 1048576; exec \"$0\" \"$@\""]).arg(usual.get_program());
    limited.args(usual.get_args()).env_remove("CARRICK_LOG");
    let mut server = Serving::start(limited);
    for _ in 0..20 {
        assert!(page(server.listens).await.starts_with("HTTP/1.1 200"));
    }
    let paths = ["/rules/antipod", "/account/export", "/rules/anchor", "/api/v1/openapi.json"];
    for reads in [false, true] {
        let took = besieged(&server, &paths, reads).await;
        eprintln!("{ATTACKERS} connections, reading now and then: {reads}: {took} KiB more");
        assert!(took < BOUND_KIB, "{took} KiB");
    }
    server.stop();
}
