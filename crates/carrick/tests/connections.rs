//! Idle and slow connections: even with thousands of them, others are served without delay.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect
#![cfg(unix)]

use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use crate::support::{Serving, serve};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

/// Number of attacking connections: as many files as a program may usually open, minus those it
/// needs to start.
const ATTACKERS: usize = 1010;

/// Maximum time until another client gets a page.
const BOUND: Duration = Duration::from_secs(1);

async fn connect(from: &str, to: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((from.parse::<IpAddr>().unwrap(), 0).into())?;
    socket.connect(to).await
}

/// Time that a client waits for a page.
async fn page(from: &str, to: SocketAddr) -> Duration {
    let start = Instant::now();
    let mut answer = String::new();
    let asked = tokio::time::timeout(Duration::from_secs(60), async {
        let mut stream = connect(from, to).await.unwrap();
        let request = format!("GET /about HTTP/1.1\r\nhost: {to}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        stream.read_to_string(&mut answer).await.unwrap();
    });
    asked.await.unwrap_or_else(|_| panic!("no page within a minute"));
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    start.elapsed()
}

/// Raises the limit on open files of this process, which needs as many as the server.
fn raise_limit() {
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }).unwrap();
}

/// Opens the attackers' connections, each of which sends some bytes and never reads an answer.
async fn attack(from: &str, to: SocketAddr, said: &'static [u8]) -> Vec<TcpStream> {
    let mut attackers = Vec::new();
    for _ in 0..ATTACKERS {
        // A refused connection cannot do any more harm.
        let Ok(mut stream) = connect(from, to).await else { continue };
        let _ = tokio::time::timeout(Duration::from_millis(100), stream.write_all(said)).await;
        attackers.push(stream);
    }
    attackers
}

/// The longest wait of another client for pages during an attack.
async fn beside(said: &'static [u8]) -> (Duration, Duration) {
    // One attack at a time: a second one would slow down the server of the first.
    static ONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
    let _alone = ONE.lock().await;
    raise_limit();
    let folder = tempfile::tempdir().unwrap();
    let mut server = Serving::start(serve(folder.path(), Some(1024), &[]));
    let to = server.listens;
    let alone = page("127.0.7.7", to).await;
    let attackers = tokio::spawn(async move { attack("127.0.14.1", to, said).await });
    // While they come, and when all are there.
    let mut waits = Vec::new();
    while !attackers.is_finished() {
        waits.push(page("127.0.7.7", to).await);
    }
    let attackers = attackers.await.unwrap();
    for _ in 0..5 {
        waits.push(page("127.0.7.7", to).await);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let worst = waits.iter().copied().max().unwrap();
    eprintln!(
        "a page for somebody else: alone {alone:?}; beside {} waits at most {worst:?}",
        waits.len()
    );
    assert!(worst < BOUND, "somebody else waited for {worst:?}");
    server.logs("turned away: too many connections");
    let stopped = server.stop();
    drop(attackers);
    (worst, stopped)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn silent_connections_keep_no_one_out() {
    let _alone = crate::ALONE.lock().await;
    let (_, stopped) = beside(b"").await;
    assert!(stopped < Duration::from_secs(3), "stopping took {stopped:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_that_read_nothing_keep_no_one_out() {
    let _alone = crate::ALONE.lock().await;
    let request = b"GET /rules HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".repeat(200);
    let (_, stopped) = beside(Box::leak(request.into_boxed_slice())).await;
    assert!(stopped < Duration::from_secs(4), "stopping took {stopped:?}");
}

/// A connection whose peer does not read is closed, so that its resources are freed.
#[tokio::test]
async fn a_client_that_reads_nothing_is_disconnected() {
    let _alone = crate::ALONE.lock().await;
    let folder = tempfile::tempdir().unwrap();
    let server = Serving::start(serve(folder.path(), None, &["--write-timeout", "1"]));
    let mut stream = connect("127.0.14.1", server.listens).await.unwrap();
    let request = b"GET /rules HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".repeat(50);
    // The server stops reading when its responses are not read; then it hangs up.
    let start = Instant::now();
    while stream.write_all(&request).await.is_ok() {
        assert!(start.elapsed() < Duration::from_secs(60), "it is still open");
    }
}

#[test]
fn more_connections_than_files_are_refused_in_words() {
    let _alone = crate::ALONE.blocking_lock();
    let folder = tempfile::tempdir().unwrap();
    let output = serve(folder.path(), Some(1024), &["--max-connections", "2000"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(78));
    assert!(
        said.contains("may open only 1024 files") && said.contains("the maximum is 824"),
        "{said}"
    );
}
