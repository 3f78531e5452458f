//! Measures how fast the outbox empties into a relay:
//! `cargo run --release -p carrick-post --example outgoing_load`.
//!
//! The relay is a socket of this process that accepts everything. In addition to the outbox, its
//! parts are measured: the same emails written and sent over the same connections without a
//! database and without pictures.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
use carrick_mail::incoming::Site;
use carrick_mail::outgoing::{Cause, Composed, MailParts, ShownPosition, compose};
use carrick_post::outbox::{Did, MailWriter, Outbox, Pace};
use carrick_post::transport::{Relay, Security, Transport};
use carrick_server::{Incoming, handle};
use carrick_service::{About, Addressee, BoardId, Message, Sender};
use carrick_store::{Settings, Store};
use carrick_tokens::Keyring;
use jiff::{SignedDuration, Timestamp};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// Number of turns that are played; two players get an email about each.
const TURNS: usize = 600;
const LINES: u8 = 2;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> ExitCode {
    match measure().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("{error}"));
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stdout, reason = "this is what it is for")]
fn say(line: &str) {
    println!("{line}");
}

async fn measure() -> Outcome<()> {
    let folder = tempfile::tempdir()?;
    let store = Store::open(folder.path().join("load.db"), &Settings::default()).await?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let port = listener.local_addr()?.port();
    tokio::spawn(relay(listener));
    fill(&store).await?;
    let transport = || -> Outcome<Transport> {
        Ok(Transport::Relay(Relay::new("127.0.0.1", port, "c.example", Security::Plain, None)?))
    };

    let mut outbox = outbox(&store, transport()?);
    let start = Instant::now();
    let mut sent = 0;
    loop {
        let did = outbox.turn().await?;
        sent += did.sent;
        if did == Did::default() {
            break;
        }
    }
    let whole = rate("outbox to relay, with pictures and tokens", sent, start.elapsed());

    let game = AnyGame::new(AnyOptions::parse(GameKind::Ankor, &[], SizeLimits::Challenge)?);
    let bare = send_bare(&transport()?, None, sent).await?;
    let bare = rate("the same mails with no database and no picture", sent, bare);
    let pictured = send_bare(&transport()?, Some(&game), sent / 4).await?;
    rate("no database, with pictures, on one connection", sent / 4, pictured);
    say(&format!("outbox / bare: {:.2}", whole / bare));
    Ok(())
}

fn rate(what: &str, count: u64, time: Duration) -> f64 {
    let rate = count as f64 / time.as_secs_f64();
    say(&format!("{what}: {count} mails in {:.2} s, {rate:.0} a second", time.as_secs_f64()));
    rate
}

/// A club in which turns were played, with queued emails about them.
async fn fill(store: &Store) -> Outcome<()> {
    let start = Timestamp::now() - SignedDuration::from_hours(1);
    let mut at = start;
    let mut act = async |user: Option<&str>, text: String| -> Outcome<()> {
        at += SignedDuration::from_millis(1);
        let sender = match user {
            Some(user) => Sender::User(user.parse()?),
            None => Sender::Nobody,
        };
        let done =
            handle(store, None, Incoming { sender, text: &text, body: None, id: None }, at).await?;
        if done.refused { Err(format!("{text} was refused").into()) } else { Ok(()) }
    };
    for name in ["ann", "bob"] {
        act(None, format!("signup {name} password {name}@{name}.example")).await?;
        let address = format!("{name}@{name}.example").parse()?;
        store.confirm_address(&name.parse()?, &address).await?;
    }
    let mut played = 0;
    for board in 101.. {
        act(Some("ann"), "anchor challenge -size=10 -pie=none ann bob".to_owned()).await?;
        // Stones on every other point of the first rows capture nothing.
        let points = (1..=10).flat_map(|row: u8| (1..=9).map(move |number| (row, number)));
        for (ply, (row, number)) in points.enumerate().take(60) {
            let who = ["ann", "bob"][ply % 2];
            let point = format!("{}{number}", char::from(b'a' + row - 1));
            act(Some(who), format!("anchor move {board} {who} - {point}")).await?;
            played += 1;
        }
        if played >= TURNS {
            return Ok(());
        }
    }
    Ok(())
}

fn site() -> Outcome<Site> {
    Ok(Site { commands: "games@carrick.example".parse()?, relay: None })
}

fn outbox(store: &Store, transport: Transport) -> Outbox<fn() -> Timestamp> {
    let mail_writer = MailWriter {
        sender: "Carrick".to_owned(),
        site: site().unwrap_or_else(|_| unreachable!("the address is one")),
        keys: Keyring::new([7; 32]),
        pages: "https://carrick.example".to_owned(),
        links_to_boards: true,
        reset: Arc::new(|_, _| String::new()),
    };
    let pace = Pace { lines: LINES, per_domain: u16::MAX };
    let clock: fn() -> Timestamp = Timestamp::now;
    Outbox::new(store.clone(), transport, mail_writer, pace, clock, fastrand::Rng::new())
}

/// Writes emails and sends them, on this many connections, and measures the time.
async fn send_bare(transport: &Transport, game: Option<&AnyGame>, count: u64) -> Outcome<Duration> {
    let start = Instant::now();
    let lines = if game.is_some() { 1 } else { u64::from(LINES) };
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..lines {
        let (mut line, game) = (transport.line(), game.cloned());
        let site = site()?;
        tasks.spawn(async move {
            for row in 0..count / lines {
                let Ok(mail) = letter(&site, row, game.as_ref()) else { return false };
                if line.send(&mail).await.is_err() {
                    return false;
                }
            }
            true
        });
    }
    while let Some(done) = tasks.join_next().await {
        if !done? {
            return Err("the relay did not take it".into());
        }
    }
    Ok(start.elapsed())
}

fn letter(site: &Site, row: u64, game: Option<&AnyGame>) -> Outcome<Composed> {
    let drawn = match game {
        Some(game) => game.draw(Default::default()).to_string(),
        None => "a line of text\n".repeat(40),
    };
    let message = Message {
        to: Addressee::Sender,
        subject: "ankor board 101: bob to move".to_owned(),
        text: format!("Ankor board 101\n\n{drawn}\n"),
        board: Some(BoardId { kind: GameKind::Ankor, number: 101 }),
        link: None,
        about: About::default(),
    };
    let to = "bob@bob.example".parse()?;
    let shown = game.and_then(|game| {
        Some(ShownPosition { at: message.text.find(&drawn)?, game: game.clone() })
    });
    let mail = MailParts {
        sender: "Carrick",
        row,
        copy: 0,
        at: Timestamp::UNIX_EPOCH,
        to: &to,
        message: &message,
        cause: Cause::Event,
        link: None,
        play: None,
        stop: None,
        bounce: None,
        shown: shown.as_ref(),
        board_page: None,
        puzzle_page: None,
        decline: None,
        pages: None,
    };
    Ok(compose(site, &mail)?)
}

/// A relay that accepts everything.
async fn relay(listener: TcpListener) {
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(async move {
            // A client that hangs up has finished.
            let _ = serve(stream).await;
        });
    }
}

async fn serve(mut stream: TcpStream) -> std::io::Result<()> {
    let (read, mut write) = stream.split();
    let mut read = BufReader::new(read);
    write.write_all(b"220 relay ESMTP\r\n").await?;
    let (mut line, mut is_text) = (Vec::new(), false);
    loop {
        line.clear();
        if read.read_until(b'\n', &mut line).await? == 0 {
            return Ok(());
        }
        let reply: &[u8] = match (&line[..], is_text) {
            (b".\r\n", true) => {
                is_text = false;
                b"250 taken\r\n"
            }
            (_, true) => continue,
            (command, false) if command.to_ascii_uppercase().starts_with(b"DATA") => {
                is_text = true;
                b"354 go on\r\n"
            }
            (_, false) => b"250 ok\r\n",
        };
        write.write_all(reply).await?;
    }
}
