//! Many clients request the most expensive pages at the same time: no one else waits, and the
//! clients are told to come again later.

#![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::support::Running;
use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};

/// Number of simultaneous clients, and the minimum time for which they ask.
const CLIENTS: u32 = 64;
const FOR: Duration = Duration::from_secs(2);
/// Time limit for being told to come later, on a machine that is busy with other things.
const AT_LAST: Duration = Duration::from_secs(60);

/// The server, as a separate program.
fn serve(folder: &tempfile::TempDir) -> (Running, SocketAddr) {
    let mut server = Command::new(env!("CARGO_BIN_EXE_carrick"));
    server.args(["serve", "--listen", "127.0.0.1:0", "--db"]).arg(folder.path().join("x.db"));
    let server = server.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut server = Running(server);
    let mut said = String::new();
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut said).unwrap();
    let place = said.trim().rsplit("//").next().unwrap().parse().unwrap();
    (server, place)
}

/// The address of a game of Antipod on the largest board after this many turns.
fn longest(turns: usize) -> String {
    let options =
        AnyOptions::parse(GameKind::Antipod, &["-radius=10"], SizeLimits::Challenge).unwrap();
    // Some random games end earlier.
    for seed in 0..100 {
        let mut game = AnyGame::new(options);
        let mut random = fastrand::Rng::with_seed(seed);
        while game.ply() < turns && game.outcome().is_none() {
            let legal = game.legal();
            game = game.play_text(&legal[random.usize(..legal.len())]).unwrap();
        }
        if game.ply() == turns {
            let turns = game.turn_names().join("+");
            return format!("/explore/antipod?options=-radius=10&turns={turns}");
        }
    }
    panic!("no game is as long")
}

async fn connect(from: Ipv4Addr, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((from, 0).into()).unwrap();
    socket.connect(to).await.unwrap()
}

/// The status and the head of an answer; its body is read and dropped.
async fn get(stream: &mut TcpStream, path: &str) -> (u16, String) {
    let request = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut read = Vec::new();
    let head = loop {
        let end = read.windows(4).position(|four| four == b"\r\n\r\n");
        if let Some(end) = end {
            break end + 4;
        }
        assert_ne!(stream.read_buf(&mut read).await.unwrap(), 0, "the connection ended");
    };
    let text = String::from_utf8_lossy(&read[..head]).to_ascii_lowercase();
    let length: usize = field(&text, "content-length").unwrap().parse().unwrap();
    let mut rest = vec![0; head + length - read.len()];
    stream.read_exact(&mut rest).await.unwrap();
    (text[9..12].parse().unwrap(), text)
}

fn field<'h>(head: &'h str, name: &str) -> Option<&'h str> {
    head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

/// Waiting times of others for a page while clients at these addresses request expensive pages,
/// until `told` of them were told to come later.
async fn measure(place: SocketAddr, from: impl Fn(u32) -> Ipv4Addr, told: u32) {
    let path: Arc<str> = longest(430).into();
    let [shown, later, busy] = [(); 3].map(|()| Arc::new(AtomicU32::new(0)));
    let greedy: Vec<_> = (0..CLIENTS)
        .map(|client| {
            let (from, path) = (from(client), path.clone());
            let [shown, later, busy] = [&shown, &later, &busy].map(Arc::clone);
            tokio::spawn(async move {
                let mut stream = connect(from, place).await;
                loop {
                    let (status, head) = get(&mut stream, &path).await;
                    if status != 200 {
                        let wait: u32 = field(&head, "retry-after").unwrap().parse().unwrap();
                        assert!(wait >= 1, "{head}");
                    }
                    let count = match status {
                        200 => &shown,
                        429 => &later,
                        503 => &busy,
                        other => panic!("{other}"),
                    };
                    count.fetch_add(1, Ordering::Relaxed);
                }
            })
        })
        .collect();
    let mut waits = Vec::new();
    let start = Instant::now();
    let mut stream = connect(Ipv4Addr::new(127, 0, 99, 1), place).await;
    while start.elapsed() < FOR || later.load(Ordering::Relaxed) < told {
        assert!(start.elapsed() < AT_LAST, "nobody is told to come later");
        let asked = Instant::now();
        let (status, _) =
            timeout(Duration::from_secs(20), get(&mut stream, "/about")).await.unwrap();
        assert_eq!(status, 200, "somebody else pays for nothing of it");
        waits.push(asked.elapsed());
        sleep(Duration::from_millis(20)).await;
    }
    for client in greedy {
        assert!(!client.is_finished(), "a client fell over");
        client.abort();
    }
    waits.sort_unstable();
    let at = |percent: usize| waits[(waits.len() * percent / 100).min(waits.len() - 1)];
    let [shown, later, busy] = [shown, later, busy].map(|count| count.load(Ordering::Relaxed));
    eprintln!(
        "/about: {} times, median {:.1?}, 95th percentile {:.1?}, longest {:.1?}; beside it {shown} were shown, \
         {later} told to come later, {busy} that too many wait",
        waits.len(),
        at(50),
        at(95),
        at(100)
    );
    assert!(at(95) < Duration::from_millis(100), "the 95th percentile is {:?}", at(95));
    assert!(shown > 0 && later >= told, "{shown} shown, {later} later");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_one_waits_for_other_clients_requests() {
    let _alone = crate::ALONE.lock().await;
    let folder = tempfile::tempdir().unwrap();
    let (_server, place) = serve(&folder);
    eprintln!("64 at one address");
    measure(place, |_| Ipv4Addr::new(127, 0, 1, 1), 10 * CLIENTS).await;
    // Each address has its own share and uses up none of it, because they wait for each other.
    eprintln!("64 addresses");
    measure(place, |client| Ipv4Addr::new(127, 0, 2, 1 + client as u8), 0).await;
}
