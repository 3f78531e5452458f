//! Measures how much mail the server accepts: turns by token and commands with a password per
//! second, from LMTP to the disk, and its memory with a hundred deliveries open. For how to read
//! the figures, see `docs/measurements/2026-11/load.md`.
//!
//! ```text
//! cargo run --release -p carrick-post --example incoming_load
//! ```
//!
//! The server is a separate process, on a database file in its own folder, reached through a Unix
//! socket. Its answers are checked, and afterwards whether the database contains the turns that
//! were played.
#![allow(clippy::print_stdout, reason = "printing is what it does")]

#[path = "../../../carrick-web/examples/load/board.rs"]
mod board;
mod club;
mod relay;
mod server;

use std::error::Error;
use std::time::{Duration, Instant};

use board::Board;
use carrick_mail::incoming::MAX_MESSAGE_BYTES;
use carrick_store::{Settings, Store};
use club::{Club, PASSWORD, address_of};
use futures_util::future::try_join_all;
use relay::Relay;
use server::Server;

/// The same as in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

pub(crate) type Outcome<T> = Result<T, Box<dyn Error>>;

/// The address for commands.
pub(crate) const GAMES: &str = "games@carrick.example";

const BOARDS: usize = 100;
const TURNS_OF_A_GAME: usize = 40;
/// Number of conversations that a relay keeps open at the same time; Postfix has 20.
const CONVERSATIONS: usize = 20;
const PASSWORDS: usize = 400;
const OPEN: usize = 100;

/// Number of times to open them.
const BURSTS: usize = 3;

#[tokio::main]
async fn main() -> Outcome<()> {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some("serve") {
        return server::serve(&arguments.next().ok_or("which folder?")?).await;
    }
    let folder = tempfile::tempdir()?;
    let store = Store::open(folder.path().join("carrick.db"), &Settings::default()).await?;
    let mut club = Club::found(&store, BOARDS).await?;
    let server = Server::spawn(folder.path())?;
    turns(&server, &store, &mut club).await?;
    passwords(&server).await?;
    memory(&server).await
}

/// Plays all games at the same time, each turn as soon as the previous one is accepted.
async fn turns(server: &Server, store: &Store, club: &mut Club) -> Outcome<()> {
    let start = Instant::now();
    let share = BOARDS.div_ceil(CONVERSATIONS);
    let playing = club.boards.chunks_mut(share).map(async |boards| play(server, boards).await);
    let times: Vec<Duration> = try_join_all(playing).await?.concat();
    let elapsed = start.elapsed();
    club.check(store).await?;
    let rate = times.len() as f64 / elapsed.as_secs_f64();
    println!(
        "turns by token {rate:8.0} per second, {CONVERSATIONS} conversations; {}",
        spread(times)
    );
    Ok(())
}

async fn play(server: &Server, boards: &mut [Board]) -> Outcome<Vec<Duration>> {
    let mut relay = Relay::connect(&server.socket).await?;
    let mut times = Vec::new();
    for _ in 0..TURNS_OF_A_GAME {
        for board in &mut *boards {
            let Some(turn) = board.choose() else { continue };
            let start = Instant::now();
            let message = format!(
                "From: x@example.org\r\nSubject: Re: your turn\r\n\r\n{turn}\r\n\r\nOn Thu, 1 May 2008 at \
                 12:00, Carrick <{GAMES}> wrote:\r\n{}",
                "> a line of the board that is quoted\r\n".repeat(40)
            );
            relay.send(&address_of(board), &message).await?;
            times.push(start.elapsed());
            board.play(&turn)?;
        }
    }
    Ok(times)
}

/// Sends commands of this many users with their passwords.
async fn passwords(server: &Server) -> Outcome<()> {
    let start = Instant::now();
    let sending = (0..CONVERSATIONS).map(async |conversation| {
        let mut relay = Relay::connect(&server.socket).await?;
        let mut times = Vec::new();
        for n in 0..PASSWORDS / CONVERSATIONS {
            let user = format!("first{}", conversation * BOARDS / CONVERSATIONS + n % 5);
            let on = if n % 2 == 0 { "on" } else { "off" };
            let start = Instant::now();
            let message = format!(
                "From: {user}@example.org\r\nMessage-ID: <{n}@example.org>\r\nSubject: news {user} \
                 {PASSWORD} {on}\r\n\r\n"
            );
            relay.send(GAMES, &message).await?;
            times.push(start.elapsed());
        }
        Ok::<_, Box<dyn Error>>(times)
    });
    let times = try_join_all(sending).await?.concat();
    let rate = times.len() as f64 / start.elapsed().as_secs_f64();
    println!(
        "with passwords {rate:8.0} per second, {} hashed at once; {}",
        server::HASHED_AT_ONCE,
        spread(times)
    );
    Ok(())
}

/// Opens deliveries of the largest possible message, each complete except for its end, then ends
/// them, and does that again: memory that an allocator keeps from one burst shows in the next.
async fn memory(server: &Server) -> Outcome<()> {
    let idle = server.resident_bytes()?;
    let line = "word ".repeat(15) + "\r\n";
    let head = "From: x@example.org\r\nSubject: help\r\n\r\n";
    let lines = (MAX_MESSAGE_BYTES - head.len()) / line.len();
    let page = head.to_owned() + &line.repeat(lines);
    let mut open = 0;
    for _ in 0..BURSTS {
        let opening = (0..OPEN).map(async |_| {
            let mut relay = Relay::connect(&server.socket).await?;
            relay.begin(GAMES, &page).await?;
            Ok::<_, Box<dyn Error>>(relay)
        });
        let mut relays = try_join_all(opening).await?;
        server.settle().await?;
        open = open.max(server.resident_bytes()?);
        try_join_all(relays.iter_mut().map(async |relay| relay.end().await)).await?;
    }
    let mega = |bytes: u64| bytes as f64 / 1e6;
    println!(
        "memory         {:8.0} MB with {OPEN} deliveries open of {:.2} MB each, {:.0} MB before, {:.0} MB at \
         most, in {BURSTS} bursts",
        mega(open),
        page.len() as f64 / 1e6,
        mega(idle),
        mega(server.peak_bytes()?)
    );
    Ok(())
}

fn spread(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    format!(
        "p50 {:.1} ms, p99 {:.1} ms, worst {:.1} ms of {}",
        at(0.5),
        at(0.99),
        at(1.0),
        times.len()
    )
}
