//! Load test: turns per second with many games running, the position endpoint under load, the
//! memory of an idle event stream. `docs/host/load.md` says how to read the figures.
//!
//! ```text
//! cargo run --release -p carrick-web --example load
//! ```
//!
//! The site is a process of its own, on a database in a folder of its own, reached through TCP;
//! all turns are durable. Responses are checked, and afterwards whether the database holds the
//! games played.
#![allow(clippy::print_stdout, reason = "printing is what it does")]

mod bare;
mod client;
mod club;
mod site;

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use carrick_store::{Settings, Store};
use client::Client;
use club::{Club, Game};
use futures_util::future::{join_all, try_join_all};

/// The program's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

pub(crate) type Outcome<T> = Result<T, Box<dyn Error>>;

const GAMES: usize = 100;
const TURNS_OF_A_GAME: usize = 60;
const POSITIONS: usize = 2000;
const STREAMS: usize = 2000;

#[tokio::main]
async fn main() -> Outcome<()> {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some("serve") {
        return site::serve(&arguments.next().ok_or("which file?")?).await;
    }
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("carrick.db");
    let store = Store::open(&path, &Settings::default()).await?;
    let mut club = Club::found(&store, GAMES).await?;
    let mut site = site::Site::spawn(&path)?;

    turns(&mut site, &store, &mut club, &folder.path().join("bare.db")).await?;
    positions(&site, &club).await?;
    streams(&site, &club).await
}

/// Plays all games at once, each turn as soon as the one before is answered.
async fn turns(site: &mut site::Site, store: &Store, club: &mut Club, bare: &Path) -> Outcome<()> {
    let (cpu, commits) = (site.cpu()?, site.commits()?);
    let start = Instant::now();
    let address = &site.address;
    let playing = club.games.iter_mut().map(async |game| play(address, game).await);
    let times: Vec<Duration> = try_join_all(playing).await?.concat();
    let elapsed = start.elapsed();
    let (cpu, commits) = (site.cpu()? - cpu, site.commits()? - commits);
    club.check(store).await?;
    let count = times.len();
    let all = count as f64;
    let rate = all / elapsed.as_secs_f64();
    println!("turns       {rate:8.0} per second, {GAMES} games at once; {}", spread(times));
    let each = cpu.as_secs_f64() * 1e6 / all;
    let grouped = all / commits as f64;
    println!("            {each:8.0} µs of the site's processor time each, {grouped:.1} a commit");
    let bare = bare::inserts(bare, count, grouped as usize).await?;
    println!(
        "bare INSERT {bare:8.0} per second, as many a commit: {:.1} times as many",
        bare / rate
    );
    Ok(())
}

async fn play(address: &str, game: &mut Game) -> Outcome<Vec<Duration>> {
    let mut client = Client::connect(address).await?;
    let mut times = Vec::new();
    while times.len() < TURNS_OF_A_GAME {
        let Some(turn) = game.choose() else { break };
        let start = Instant::now();
        let answer =
            client.post(&format!("{}/turn", game.path()), game.token(), &game.form(&turn)).await?;
        times.push(start.elapsed());
        if answer.status != 303 || answer.location != game.path() {
            return Err(format!(
                "{} for {turn} on {}: {}",
                answer.status,
                game.path(),
                answer.body
            )
            .into());
        }
        game.play(&turn)?;
    }
    Ok(times)
}

/// Requests positions, a few at a time.
async fn positions(site: &site::Site, club: &Club) -> Outcome<()> {
    let asking = (0..4).map(async |reader| {
        let mut client = Client::connect(&site.address).await?;
        let mut times = Vec::new();
        for n in 0..POSITIONS / 4 {
            let game = &club.games[(4 * n + reader) % club.games.len()];
            let start = Instant::now();
            let answer = client.get(&format!("{}/position", game.path()), None).await?;
            times.push(start.elapsed());
            if answer.status != 200 || !answer.body.contains("<svg") {
                return Err(format!("{}: {}", game.path(), answer.body).into());
            }
        }
        Ok::<_, Box<dyn Error>>(times)
    });
    println!("positions   4 readers at once; {}", spread(try_join_all(asking).await?.concat()));
    Ok(())
}

/// Opens idle event streams, and checks that they would get events.
async fn streams(site: &site::Site, club: &Club) -> Outcome<()> {
    let [watched, other] = [&club.games[0], &club.games[1]];
    let before = site.resident_bytes()?;
    let mut streams = Vec::new();
    for _ in 0..STREAMS {
        let mut client = Client::connect(&site.address).await?;
        client.begin(&format!("{}/events", watched.path()), watched.token()).await?;
        client.hear("event: ready").await?;
        streams.push(client);
    }
    let each = (site.resident_bytes()? - before) as f64 / STREAMS as f64 / 1000.0;
    println!("streams     {each:8.1} kB each, {STREAMS} open");
    let mut client = Client::connect(&site.address).await?;
    for (game, text) in [(other, "elsewhere"), (watched, "here")] {
        let answer = client
            .post(&format!("{}/chat", game.path()), game.token(), &format!("text={text}"))
            .await?;
        if answer.status != 303 {
            return Err(format!("{}: {}", answer.status, answer.body).into());
        }
    }
    let start = Instant::now();
    let told = format!("data: {} ", watched.path());
    for heard in join_all(streams.iter_mut().map(|stream| stream.hear(&told))).await {
        heard?;
    }
    println!(
        "a change    {:8.1} ms until all {STREAMS} have heard",
        start.elapsed().as_secs_f64() * 1e3
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
