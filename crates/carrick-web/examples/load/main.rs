//! Load test: turns per second with many games running, the position endpoint under load, the
//! memory of an idle event stream. `docs/measurements/2026-11/load.md` says how to read the figures.
//!
//! ```text
//! cargo run --release -p carrick-web --example load
//! cargo run --release -p carrick-web --example load -- --with boardgame.io
//! cargo run --release -p carrick-web --example load -- --db postgres://… --servers 2
//! cargo run --release -p carrick-web --example load -- --db postgres://… --kills 1000
//! ```
//!
//! The second plays as many games on boardgame.io, too. The third only plays the games, through
//! several sites on that database, which must be empty. The fourth kills a site again and again
//! while it plays them. The site is a process of its own, on a database in a folder of its own
//! unless one is named. It is reached through TCP; all turns are durable. Responses are checked, and
//! afterwards whether the database holds the games played.
#![allow(clippy::print_stdout, reason = "printing is what it does")]

mod bare;
mod board;
mod client;
mod club;
mod kills;
mod peer;
mod site;

use std::error::Error;
use std::net::Ipv4Addr;
use std::path::Path;
use std::time::{Duration, Instant};

use carrick_store::{Location, Settings, Store};
use client::Client;
use club::{Club, Game};
use futures_util::future::{join_all, try_join_all};
use jiff::Timestamp;
use site::Site;

/// The program's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

pub(crate) type Outcome<T> = Result<T, Box<dyn Error>>;

const GAMES: usize = 100;
/// Below the addresses from which games are played, 127.1.0.1 and so on.
const LOOPBACK: u32 = 0x7f01_0000;
const TURNS_OF_A_GAME: usize = 60;
/// Number of times that all games are played.
const ROUNDS: usize = 5;
const POSITIONS: usize = 2000;
const STREAMS: usize = 2000;

#[tokio::main]
async fn main() -> Outcome<()> {
    let mut arguments = std::env::args().skip(1);
    let (mut database, mut servers, mut kills) = (None, 1, None);
    let mut with_peer = false;
    while let Some(argument) = arguments.next() {
        let value = arguments.next().ok_or("an option has a value")?;
        match argument.as_str() {
            "serve" => return site::serve(&value).await,
            "--db" => database = Some(value),
            "--servers" => servers = value.parse()?,
            "--kills" => kills = Some(value.parse()?),
            "--with" if value == peer::NAME => with_peer = true,
            "--with" => return Err(format!("the only peer there is is {}", peer::NAME).into()),
            _ => {
                let all = "--db, --servers, --kills and --with";
                return Err(format!("{argument} is no option; there are {all}").into());
            }
        }
    }
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("carrick.db");
    let location: Location = match &database {
        Some(database) => database.parse()?,
        None => file.into(),
    };
    let place = database.unwrap_or_else(|| location.to_string());
    if let Some(times) = kills {
        return kills::run(times, location, &place).await;
    }
    let store = Store::open(location.clone(), &Settings::default()).await?;
    let mut club = Club::found(&store, GAMES).await?;
    let mut sites = (0..servers).map(|_| Site::spawn(&place)).collect::<Outcome<Vec<_>>>()?;

    let (rate, grouped) = turns(&mut sites, &store, &mut club).await?;
    if with_peer {
        peer::beside(&folder.path().join("peer"), rate)?;
    }
    match &sites[..] {
        [site] if location.file().is_some() => {
            bare_inserts(&folder.path().join("bare.db"), rate, grouped).await?;
            positions(site, &club).await?;
            streams(site, &club).await
        }
        _ => one_lock(&store, rate).await,
    }
}

/// Turns that were played, and what they took.
#[derive(Default)]
struct Measured {
    times: Vec<Duration>,
    elapsed: Duration,
    /// Processor time of the sites and of this process.
    spent: [Duration; 2],
    commits: u64,
}

impl Measured {
    /// Adds turns that were played after these.
    fn add(&mut self, other: Self) {
        self.times.extend(other.times);
        self.elapsed += other.elapsed;
        for (spent, more) in self.spent.iter_mut().zip(other.spent) {
            *spent += more;
        }
        self.commits += other.commits;
    }

    /// Prints the figures. Returns how many turns there were a second, and how many shared a
    /// commit.
    fn print(self, name: &str) -> (f64, f64) {
        let all = self.times.len() as f64;
        let rate = all / self.elapsed.as_secs_f64();
        println!("{name:11} {rate:8.0} per second, {GAMES} games at once; {}", spread(self.times));
        let [sites, client] = self.spent.map(|time| time.as_secs_f64() * 1e6 / all);
        let grouped = all / self.commits as f64;
        println!(
            "            {sites:8.0} µs of the sites' processor time each, {client:.0} µs of the client's; {grouped:.1} \
             a commit"
        );
        (rate, grouped)
    }
}

/// Plays games to their end or for as many turns, and then new ones in their places. The first
/// turns make the database's log longer, which takes the disk twice; later ones overwrite it.
/// Returns how many turns there were a second later, and how many shared a commit.
async fn turns(sites: &mut [Site], store: &Store, club: &mut Club) -> Outcome<(f64, f64)> {
    play_all(sites, store, club).await?.print("turns first");
    let mut later = Measured::default();
    for _ in 1..ROUNDS {
        club.replace_all(store).await?;
        later.add(play_all(sites, store, club).await?);
    }
    Ok(later.print("turns later"))
}

/// Plays all games at once, each turn as soon as the one before is answered, and those of each game
/// through one site.
async fn play_all(sites: &mut [Site], store: &Store, club: &mut Club) -> Outcome<Measured> {
    let spent = |sites: &mut [Site]| {
        sites.iter_mut().try_fold((Duration::ZERO, 0), |(cpu, commits), site| {
            Outcome::Ok((cpu + site.cpu()?, commits + site.commits()?))
        })
    };
    let (before, own) = (spent(sites)?, site::cpu_of(std::process::id())?);
    let start = Instant::now();
    let addresses = sites.iter().map(|site| &*site.address).cycle();
    let places = (1..).map(|number: u32| Ipv4Addr::from_bits(LOOPBACK + number));
    let playing = club.games.iter_mut().zip(addresses).zip(places);
    let playing = playing.map(async |((game, address), own)| play(own, address, game).await);
    let times: Vec<Duration> = try_join_all(playing).await?.concat();
    let elapsed = start.elapsed();
    let (after, own_after) = (spent(sites)?, site::cpu_of(std::process::id())?);
    club.check(store).await?;
    Ok(Measured {
        times,
        elapsed,
        spent: [after.0 - before.0, own_after - own],
        commits: after.1 - before.1,
    })
}

async fn bare_inserts(file: &Path, rate: f64, grouped: f64) -> Outcome<()> {
    let bare = bare::inserts(file, GAMES * TURNS_OF_A_GAME, grouped as usize).await?;
    println!(
        "bare INSERT {bare:8.0} per second, as many a commit: {:.1} times as many",
        bare / rate
    );
    Ok(())
}

/// Small transactions one after another, each begun when the one before is on the disk: turns that
/// held one lock until then could not be more.
async fn one_lock(store: &Store, rate: f64) -> Outcome<()> {
    let (mut count, start) = (0, Instant::now());
    while start.elapsed() < Duration::from_secs(2) {
        store.note_sweep(Timestamp::now()).await?;
        count += 1;
    }
    let alone = f64::from(count) / start.elapsed().as_secs_f64();
    println!(
        "one lock    {alone:8.0} small commits per second, one after another: the turns are {:.1} times as many",
        rate / alone
    );
    Ok(())
}

async fn play(own: Ipv4Addr, address: &str, game: &mut Game) -> Outcome<Vec<Duration>> {
    let mut client = Client::connect_from(own, address).await?;
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
async fn positions(site: &Site, club: &Club) -> Outcome<()> {
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
async fn streams(site: &Site, club: &Club) -> Outcome<()> {
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
