//! Sharing the computer's time: a user who asks for much does not make others wait.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{Club, Running, Tables};

/// A server that trusts the addresses claimed by its clients, on a club's database.
struct Server {
    club: Club,
    tables: Tables,
    _running: Running,
    host: String,
}

impl Server {
    fn with_threads(threads: u32) -> Self {
        let club = Club::new();
        club.does(&["signup keeper password"]);
        let mut server = Command::new(env!("CARGO_BIN_EXE_carrick"));
        server.args(["serve", "--no-limits", "--listen", "127.0.0.1:0", "--db"]);
        server.arg(club.database());
        server.args(["--trusted-proxy", "127.0.0.1", "--threads", &threads.to_string()]);
        let mut running = Running(server.stdout(Stdio::piped()).spawn().unwrap());
        let mut said = String::new();
        BufReader::new(running.0.stdout.take().unwrap()).read_line(&mut said).unwrap();
        let host = said.trim().rsplit("http://").next().unwrap().to_owned();
        Self { tables: Tables::open(&club.database()), club, _running: running, host }
    }

    /// A guest at a network address starts a game against the computer. Returns the guest's cookie,
    /// and the board's number.
    fn begins(&self, address: &str, cookie: Option<&str>, form: &str) -> (String, u32) {
        let cookie_line = cookie.map(|cookie| format!("Cookie: {cookie}\r\n")).unwrap_or_default();
        let head = format!(
            "POST /new/antipod/computer HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
             X-Forwarded-For: {address}\r\nContent-Type: application/x-www-form-urlencoded\r\n\
             Content-Length: {}\r\nConnection: close\r\n{cookie_line}\r\n{form}",
            form.len(),
            host = self.host,
        );
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let field = |name: &str| {
            let line = answer.lines().find_map(|line| line.strip_prefix(name));
            line.map(|value| value.split(';').next().unwrap().trim().to_owned())
        };
        let board = field("location: /antipod/").unwrap_or_else(|| panic!("{answer}"));
        let cookie = field("set-cookie: ").or(cookie.map(str::to_owned)).unwrap();
        (cookie, board.parse().unwrap())
    }

    fn number(&self, what: &str) -> i64 {
        self.tables.number(&format!("SELECT count(*) FROM {what}"))
    }

    /// Time that a visitor at an address waits for the first turn of level 1.
    fn waits(&self, address: &str) -> Duration {
        loop {
            let start = Instant::now();
            let (_, board) = self.begins(address, None, "level=1&-radius=4");
            let moved = format!("boards WHERE number = {board} AND ply > 0");
            let asked = format!("jobs WHERE key = 'antipod {board}'");
            // The guest may have drawn the first turn.
            if self.number(&asked) == 0 && self.number(&moved) == 0 {
                continue;
            }
            while self.number(&moved) == 0 {
                thread::sleep(Duration::from_millis(2));
            }
            return start.elapsed();
        }
    }
}

/// One network address makes a dozen guests, who start sixty games against the strongest level,
/// half of which the computer begins: more than a minute of thinking. At the same time, another
/// visitor plays level 1.
#[track_caller]
fn check(threads: u32) {
    let server = Server::with_threads(threads);
    let alone = (0..3).map(|_| server.waits("203.0.113.9")).max().unwrap();
    for _ in 0..12 {
        let mut guest = None;
        for _ in 0..5 {
            guest = Some(server.begins("198.51.100.1", guest.as_deref(), "level=9&-radius=10").0);
        }
    }
    let beside: Vec<Duration> = (0..3).map(|_| server.waits("203.0.113.9")).collect();
    let queue = server.number("jobs WHERE due = since");
    assert!(queue > 3, "the attack was over: {queue}");
    // A machine that is busy with other things is busy for both.
    let bearable = Duration::from_secs(1).max(6 * alone);
    assert!(
        beside.iter().all(|&wait| wait < bearable),
        "alone {alone:?}, beside the attack {beside:?}"
    );
    // Nothing in the database reveals network addresses.
    let places = server.tables.text("SELECT place FROM places UNION SELECT place FROM jobs");
    assert_eq!(server.tables.number("SELECT count(DISTINCT place) FROM places"), 2, "{places:?}");
    assert!(places.iter().all(|place| !place.contains(['.', ':', ' '])), "{places:?}");
    drop(server.club);
}

#[test]
#[ignore = "takes minutes: cargo xtask release-check"]
fn a_level_1_answer_comes_immediately_during_sixty_games_of_the_strongest_level() {
    let _alone = crate::ALONE.blocking_lock();
    check(2);
}

#[test]
#[ignore = "takes minutes: cargo xtask release-check"]
fn a_level_1_answer_also_comes_immediately_with_a_single_thread() {
    let _alone = crate::ALONE.blocking_lock();
    check(1);
}
