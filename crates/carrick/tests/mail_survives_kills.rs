//! `carrick serve` is killed while mail comes in, again and again; the relay repeats emails that
//! were not acknowledged, as relays do. Afterwards every email has had its whole effect, and none
//! has had it twice. Then mail senders are killed while they send: every email arrives.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{Club, Tables};
use carrick_games::{GameKind, Seat};
use carrick_mail::incoming::Site;
use carrick_service::BoardId;
use carrick_tokens::{Keyring, Powers, ReplyToken};
use jiff::{SignedDuration, Timestamp};

const KILLS: usize = 60;

/// The address for commands.
const GAMES: &str = "games@carrick.example";

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

    /// Sends an email without waiting, as far as the server reads it.
    fn send(&self, Mail { to, message }: &Mail) -> UnixStream {
        let mut stream = UnixStream::connect(self.folder.join("lmtp")).unwrap();
        let said = format!(
            "LHLO r\r\nMAIL FROM:<x@example.org>\r\nRCPT TO:<{to}>\r\nDATA\r\n\
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

/// Whether the server accepted the email.
fn is_taken(mut stream: UnixStream) -> bool {
    let mut replies = Vec::new();
    // Replies from before its death can be read; the error is expected.
    let _ = stream.read_to_end(&mut replies);
    String::from_utf8_lossy(&replies).contains("250 2.0.0 Accepted")
}

/// A message, and its recipient.
struct Mail {
    to: String,
    message: String,
}

/// How a turn is sent: as the Subject, as the answer to an email, or as the first of two commands.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Subject,
    Reply,
    Multiple,
}

const WAYS: [Way; 3] = [Way::Subject, Way::Reply, Way::Multiple];

/// A turn on board 101 by a player whose address the relay verifies; the last way also plays it on
/// board 102. The message is complete except for its end.
fn mail(ply: usize, point: &str, keys: &Keyring) -> Mail {
    let mover = ["alice", "bob"][ply % 2];
    let head = format!(
        "Authentication-Results: relay; dmarc=pass header.from=example.org\r\nFrom: \
         {mover}@example.org\r\nTo: {GAMES}\r\nMessage-ID: <{ply}@example.org>\r\n"
    );
    let to = GAMES.to_owned();
    match WAYS[ply % WAYS.len()] {
        Way::Subject => Mail {
            to,
            message: format!("{head}Subject: anchor move 101 {mover} - {point}\r\n\r\nTurn {ply}."),
        },
        Way::Reply => Mail {
            to: play_address(ply, keys),
            message: format!("{head}Subject: Re: your turn\r\n\r\n{point}\r\n\r\n> Turn {ply}."),
        },
        Way::Multiple => Mail {
            to,
            message: format!(
                "{head}Subject: multiple\r\n\r\nanchor move 101 {mover} - {point}\r\n\
                 anchor move 102 {mover} - {point}\r\n\r\n"
            ),
        },
    }
}

/// Reply address of the email about a turn of board 101.
fn play_address(ply: usize, keys: &Keyring) -> String {
    let token = ReplyToken {
        board: BoardId { kind: GameKind::Anchor, number: 101 },
        generation: ply as u32,
        seat: [Seat::First, Seat::Second][ply % 2],
        powers: Powers::TO_MOVE,
        expires: Timestamp::now() + SignedDuration::from_hours(1),
    };
    let site = Site { commands: GAMES.parse().unwrap(), relay: None };
    site.play_address(&keys.seal(&token))
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
    for _board in [101, 102] {
        club.does(&["--as", "alice", "anchor challenge -size=10 -pie=none alice bob"]);
    }
    let tables = Tables::open(&club.database());
    tables.text("UPDATE addresses SET confirmed = 1");
    let folder = club.database().parent().unwrap().to_owned();
    let settings = format!(
        "listen = \"127.0.0.1:0\"\ndatabase = \"{}\"\n\n[mail]\naddress = \"{GAMES}\"\n\
         relay = \"relay\"\nlisten = \"{}\"\n",
        club.database().display(),
        folder.join("lmtp").display()
    );
    fs::write(folder.join("carrick.toml"), settings).unwrap();
    (club, folder)
}

#[test]
#[ignore = "takes minutes: cargo xtask release-check"]
fn every_email_is_processed_once_however_often_the_server_is_killed() {
    let (club, folder) = found();
    let mut random = fastrand::Rng::with_seed(11);
    let mut server = Server::start(&folder);
    let keys: Keyring = fs::read_to_string(folder.join("club.key")).unwrap().parse().unwrap();
    let (mut kills, mut after_commit, mut before_commit) = (0, 0, 0);
    let mut usual = Duration::from_millis(5);
    let mut sent = 0;
    let tables = Tables::open(&club.database());
    let played = |board: u32| {
        tables.number(&format!("SELECT count(*) FROM turns WHERE number = {board}")) as usize
    };
    let both = |sent: usize| sent / WAYS.len();
    for (ply, point) in points().enumerate() {
        let message = mail(ply, &point, &keys);
        loop {
            let start = Instant::now();
            let stream = server.send(&message);
            let kills_now = kills < KILLS && random.u8(..4) > 0;
            if kills_now {
                thread::sleep(usual.mul_f64(random.f64() * 1.3));
                server.kill();
                kills += 1;
            }
            // Sometimes the relay also dies, or the answer is lost on its way.
            let lost = kills_now && random.bool();
            let taken = is_taken(stream) && !lost;
            if !kills_now {
                usual = usual.mul_f64(0.8) + start.elapsed().mul_f64(0.2);
            }
            let now = played(101);
            assert!(now == sent || now == sent + 1, "{now} turns after {sent}");
            assert_eq!(played(102), both(now), "half of a message was done");
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
    // Every turn is in the log once, was reported to both players once, and is the one that was
    // sent.
    let (sent, turns) = (sent as i64, (sent + both(sent)) as i64);
    let moves = "SELECT count(*) FROM requests WHERE command LIKE 'anchor move %' AND NOT refused";
    let told = "SELECT count(*) FROM outbox WHERE subject LIKE '% to move'";
    assert_eq!((tables.number(moves), tables.number(told)), (turns, 2 * turns));
    assert_eq!(tables.number("SELECT count(*) FROM mails"), sent);
    let on = |board: u32| {
        tables.text(&format!("SELECT lower(turn) FROM turns WHERE number = {board} ORDER BY ply"))
    };
    assert_eq!(on(101), points().collect::<Vec<_>>());
    let doubled = points().skip(WAYS.len() - 1).step_by(WAYS.len());
    assert_eq!(on(102), doubled.collect::<Vec<_>>());
}

#[test]
#[ignore = "takes minutes: cargo xtask release-check"]
fn every_email_arrives_however_often_its_sender_is_killed() {
    let club = Club::of_2008();
    for user in ["alice", "bob"] {
        club.does(&[&format!("signup {user} password {user}@example.org")]);
    }
    club.does(&["--as", "alice", "anchor challenge -size=10 -pie=none alice bob"]);
    let tables = Tables::open(&club.database());
    tables.text("UPDATE addresses SET confirmed = 1");
    for (ply, point) in points().take(60).enumerate() {
        let mover = ["alice", "bob"][ply % 2];
        club.does(&["--as", mover, &format!("anchor move 101 {mover} - {point}")]);
    }
    let folder = club.database().parent().unwrap().to_owned();
    let box_ = folder.join("box");
    let settings = format!(
        "base_url = \"http://localhost\"\ndatabase = \"{}\"\n\n[mail]\naddress = \"{GAMES}\"\n\n[mail.out]\nmaildir = \"{}\"\n\
         per_domain = 6000\n",
        club.database().display(),
        box_.display()
    );
    fs::write(folder.join("carrick.toml"), settings).unwrap();
    // The claim of a killed sender expires within twenty minutes.
    let mut now: Timestamp = "2008-05-02T09:00:00Z".parse().unwrap();
    let mut sender = || {
        now += SignedDuration::from_mins(21);
        let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
        command.args(["outbox", "--config"]).arg(folder.join("carrick.toml"));
        command.args(["--now", &now.to_string(), "send"]).stdout(Stdio::null());
        command.spawn().unwrap()
    };
    let arrived = || -> BTreeSet<String> {
        let entries = fs::read_dir(box_.join("new")).into_iter().flatten();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    // Except for emails that ask to confirm an address again.
    let of_board = "FROM outbox JOIN deliveries ON message = number WHERE board IS NOT NULL";
    let all = 2 * (1 + 60);
    let mut random = fastrand::Rng::with_seed(5);
    let (mut in_the_middle, mut unnoted) = (0, 0);
    for _kill in 0..KILLS / 2 {
        let before = arrived();
        let mut sender = sender();
        // A kill before the first email arrives shows nothing; after that there are some
        // milliseconds.
        let patience = Instant::now();
        while arrived().len() == before.len() && sender.try_wait().unwrap().is_none() {
            assert!(patience.elapsed() < Duration::from_secs(60), "nothing arrives");
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(random.u64(..40)));
        sender.kill().unwrap();
        sender.wait().unwrap();
        let (after, noted) = (
            arrived(),
            tables.number(&format!("SELECT count(*) {of_board} AND deliveries.state = 'sent'")),
        );
        assert!(before.is_subset(&after), "a mail is gone");
        in_the_middle += usize::from(after.len() < all);
        unnoted += usize::from(after.len() > noted as usize);
    }
    assert!(in_the_middle > 0 && unnoted > 0, "{in_the_middle} {unnoted}");
    assert!(sender().wait().unwrap().success());
    assert_eq!(arrived().len(), all);
}
