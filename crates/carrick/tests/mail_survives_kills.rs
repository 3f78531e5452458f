//! `carrick serve` is killed while mail comes in, again and again; the relay sends what was not acknowledged
//! once more, as relays do. Afterwards every mail has had its effect, and none has had it twice.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

mod support;

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use support::{Club, Tables};

const KILLS: usize = 60;

/// A server that is killed.
struct Server {
    folder: PathBuf,
    child: Child,
}

impl Server {
    fn start(folder: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_carrick"))
            .args(["serve", "--config"])
            .arg(folder.join("carrick.toml"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap().starts_with("Mail comes in")));
        Self { folder: folder.to_owned(), child }
    }

    /// Sends a mail in one go, as far as there is somebody to read it.
    fn send(&self, message: &str) -> UnixStream {
        let mut stream = UnixStream::connect(self.folder.join("lmtp")).unwrap();
        let said = format!(
            "LHLO r\r\nMAIL FROM:<x@example.org>\r\nRCPT TO:<games@carrick.example>\r\nDATA\r\n\
             {message}\r\n.\r\nQUIT\r\n"
        );
        stream.write_all(said.as_bytes()).unwrap();
        stream
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether the server took the mail.
fn is_taken(mut stream: UnixStream) -> bool {
    let mut replies = Vec::new();
    // What was said before it died can be read; that it died is no surprise.
    let _ = stream.read_to_end(&mut replies);
    String::from_utf8_lossy(&replies).contains("250 2.0.0 Taken")
}

/// A turn of a player whose address the relay proves. The message has everything but an end.
fn mail(ply: usize, point: &str) -> String {
    let mover = ["alice", "bob"][ply % 2];
    format!(
        "Authentication-Results: relay; dmarc=pass header.from=example.org\r\nFrom: \
         {mover}@example.org\r\nMessage-ID: <{ply}@example.org>\r\nSubject: anchor move 101 {mover} - \
         {point}\r\n\r\nTurn {ply}."
    )
}

/// The points of a board of Anchor of size 10, row by row: no game ends while stones are played.
fn points() -> impl Iterator<Item = String> {
    let pairs = (1..=19_i32).flat_map(|letter| (1..=19_i32).map(move |number| (letter, number)));
    pairs
        .filter(|(letter, number)| (letter - number).abs() <= 9)
        .map(|(letter, number)| format!("{}{number}", char::from(b'a' + letter as u8 - 1)))
}

fn found() -> (Club, PathBuf) {
    let club = Club::new();
    for user in ["alice", "bob"] {
        club.does(&[&format!("signup {user} password {user}@example.org")]);
    }
    club.does(&["--as", "alice", "anchor challenge -size=10 -pie=none alice bob"]);
    let tables = Tables::open(&club.database());
    tables.text("UPDATE addresses SET confirmed = 1");
    let folder = club.database().parent().unwrap().to_owned();
    let settings = format!(
        "listen = \"127.0.0.1:0\"\ndatabase = \"{}\"\n\n[mail]\naddress = \"games@carrick.example\"\n\
         relay = \"relay\"\nlisten = \"{}\"\n",
        club.database().display(),
        folder.join("lmtp").display()
    );
    fs::write(folder.join("carrick.toml"), settings).unwrap();
    (club, folder)
}

#[test]
fn every_mail_is_done_once_however_often_the_server_is_killed() {
    let (club, folder) = found();
    let mut random = fastrand::Rng::with_seed(11);
    let mut server = Server::start(&folder);
    let (mut kills, mut after_commit, mut before_commit) = (0, 0, 0);
    let mut usual = Duration::from_millis(5);
    let mut sent = 0;
    let tables = Tables::open(&club.database());
    let played = || tables.number("SELECT count(*) FROM turns") as usize;
    for (ply, point) in points().enumerate() {
        let message = mail(ply, &point);
        loop {
            let start = Instant::now();
            let stream = server.send(&message);
            let kills_now = kills < KILLS && random.u8(..4) > 0;
            if kills_now {
                thread::sleep(usual.mul_f64(random.f64() * 1.3));
                server.kill();
                kills += 1;
            }
            // Now and then the relay dies too, or the answer is lost on its way.
            let lost = kills_now && random.bool();
            let taken = is_taken(stream) && !lost;
            if !kills_now {
                usual = usual.mul_f64(0.8) + start.elapsed().mul_f64(0.2);
            }
            let now = played();
            assert!(now == sent || now == sent + 1, "{now} turns after {sent}");
            if taken {
                assert_eq!(now, sent + 1, "an acknowledged mail is lost");
            } else {
                assert!(kills_now, "a mail was not taken");
                after_commit += usize::from(now > sent);
                before_commit += usize::from(now == sent);
            }
            if kills_now {
                server = Server::start(&folder);
            }
            if taken {
                break;
            }
        }
        sent += 1;
    }
    assert_eq!(kills, KILLS);
    assert!(after_commit > 0 && before_commit > 0, "{after_commit} {before_commit}");
    assert_eq!(tables.text("PRAGMA integrity_check"), ["ok"]);
    // Every turn stands in the log once, was told to both players once, and is the one that was sent.
    let moves = "SELECT count(*) FROM requests WHERE command LIKE 'anchor move %' AND NOT refused";
    let told = "SELECT count(*) FROM outbox WHERE subject LIKE '% to move'";
    assert_eq!((tables.number(moves), tables.number(told)), (sent as i64, 2 * sent as i64));
    assert_eq!(tables.number("SELECT count(*) FROM mails"), sent as i64);
    let turns = tables.text("SELECT lower(turn) FROM turns ORDER BY ply");
    assert_eq!(turns, points().collect::<Vec<_>>());
}
