//! One piece of a soak: users play and read on a server, which is measured in the meantime.

#[path = "../../../../carrick-web/examples/load/client.rs"]
mod client;
mod games;
mod meter;
mod people;
mod picture;
#[path = "../../../../carrick-post/examples/incoming_load/relay.rs"]
mod relay;
pub(crate) mod sample;
mod server;
mod table;
pub(crate) mod verdict;
mod visits;
mod world;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::error::Error;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use carrick_store::{Settings as StoreSettings, Store};
use fastrand::Rng;
use tokio::task::{JoinHandle, JoinSet, LocalSet, spawn_local};
use tokio::time::{MissedTickBehavior, interval, sleep_until};

use games::{Answered, Game, Practice};
use meter::{Meter, count};
use sample::{Sample, Sampler};
use server::Server;
use verdict::Verdict;
use visits::{VISITS, Visit};
use world::World;

pub(crate) type Outcome<T> = Result<T, Box<dyn Error>>;

/// Maximum number of simultaneous visits.
const AT_ONCE: usize = 300;

/// How often a stream is replaced by a new one.
const STREAM_EVERY: Duration = Duration::from_secs(1);

/// One piece.
pub(crate) struct Settings {
    /// The file of `carrick`.
    pub(crate) program: PathBuf,
    /// Folder of the database, the samples and the picture.
    pub(crate) folder: PathBuf,
    pub(crate) length: Duration,
    pub(crate) sample_every: Duration,
    pub(crate) users: usize,
    pub(crate) requests_per_second: f64,
}

impl Settings {
    /// Numbers of users who play by email, of games of others, of games against the computer, and
    /// of event streams.
    fn shares(&self) -> [usize; 4] {
        let even = |number: usize| number.max(4) & !1;
        [even(self.users / 10), self.users / 3, (self.users / 25).max(2), (self.users / 10).max(2)]
    }
}

/// The outcome of a piece.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) piece: u32,
    pub(crate) samples: Vec<Sample>,
    pub(crate) verdicts: Vec<Verdict>,
    /// Number of boards that were compared with the database, and of the turns on them.
    pub(crate) boards: usize,
    pub(crate) turns: u64,
    /// Number of games that ran out of time, in all pieces.
    pub(crate) run_out: usize,
    pub(crate) failures: (u64, Vec<String>),
}

impl Report {
    /// Whether nothing failed and nothing grew.
    pub(crate) fn is_good(&self) -> bool {
        let grew = self.verdicts.iter().flat_map(|verdict| &verdict.compared).any(|one| one.grew());
        self.failures.0 == 0 && !grew
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { piece, samples, verdicts, boards, turns, run_out, failures } = self;
        let of_piece: Vec<&Sample> = samples.iter().filter(|one| one.piece == *piece).collect();
        let requests: usize = of_piece.iter().map(|one| one.requests).sum();
        let mails: usize = of_piece.iter().map(|one| one.mails).sum();
        let events: u64 = of_piece.iter().map(|one| one.events).sum();
        let last = of_piece.last();
        let (seconds, put_off, skipped) =
            last.map_or((0.0, 0, 0), |last| (last.seconds, last.put_off, last.skipped));
        writeln!(
            f,
            "Piece {piece}: {requests} requests in {:.1} minutes, {put_off} put off, {skipped} visits skipped; \
             {mails} mails out, {events} events told; {run_out} games ran out of time so far.\n\
             {turns} turns were acknowledged, and the {boards} boards have each of their turns once.\n\
             {} failures.",
            seconds / 60.0,
            failures.0
        )?;
        failures.1.iter().try_for_each(|failure| writeln!(f, "  {failure}"))?;
        write!(f, "\n{}", table::pieces(samples)?)?;
        verdicts.iter().try_for_each(|verdict| write!(f, "\n{verdict}"))
    }
}

/// Runs a piece on the database in the folder, or creates one there.
///
/// # Errors
/// When something cannot be done, or an acknowledged turn is lost. Unexpected answers are counted
/// in the report.
pub(crate) async fn run(settings: &Settings) -> Outcome<Report> {
    fs::create_dir_all(&settings.folder)?;
    let folder = settings.folder.canonicalize()?;
    let piece = sample::read(&folder)?.last().map_or(1, |last| last.piece + 1);
    let (games, practices) = prepare(settings, &folder, piece == 1).await?;
    let server = Server::start(&settings.program, &folder)?;
    let [with_mail, ..] = settings.shares();
    let (mail_games, games) = games.into_iter().partition(|game| game.players[0] < with_mail);
    let world = Rc::new(World {
        piece,
        address: server.address.clone(),
        socket: server.socket(),
        keys: server.keys()?,
        users: settings.users,
        with_mail,
        games: RefCell::new(games),
        mail_games: RefCell::new(mail_games),
        practices: RefCell::new(practices),
        finished: RefCell::default(),
        over: RefCell::default(),
        random: RefCell::new(Rng::with_seed(u64::from(piece))),
        made: Cell::new(0),
        meter: Meter::default(),
    });
    let mut sampler = Sampler::new(piece, &folder, &server)?;
    let local = LocalSet::new();
    local.run_until(traffic(settings, &world, &server, &mut sampler)).await?;
    drop(local);
    server.stop()?;

    let mut answered = world.finished.take();
    answered.extend(world.games.borrow().iter().map(Answered::from));
    answered.extend(world.mail_games.borrow().iter().map(Answered::from));
    answered.extend(world.practices.borrow().iter().map(Answered::from));
    let store = Store::open(server::database(&folder), &StoreSettings::default()).await?;
    games::check(&store, &answered).await?;
    let run_out = games::run_out(&store).await?;
    store.close().await;

    let samples = sample::read(&folder)?;
    draw(&folder, &samples)?;
    let verdicts = verdict::judge(&samples, piece);
    let (boards, turns) = (answered.len(), world.meter.turns.get());
    Ok(Report {
        piece,
        samples,
        verdicts,
        boards,
        turns,
        run_out,
        failures: world.meter.failures(),
    })
}

/// Draws all pieces so far again, and judges each.
///
/// # Errors
/// When there are none, or the picture cannot be written.
pub(crate) fn again(folder: &Path) -> Outcome<String> {
    let samples = sample::read(folder)?;
    let last = samples.last().ok_or("there are no samples yet")?;
    draw(folder, &samples)?;
    let mut text = table::pieces(&samples)?;
    for verdict in (1..=last.piece).flat_map(|piece| verdict::judge(&samples, piece)) {
        text += &format!("\n{verdict}");
    }
    Ok(text)
}

fn draw(folder: &Path, samples: &[Sample]) -> Outcome<()> {
    Ok(fs::write(folder.join("soak.svg"), picture::draw(samples)?)?)
}

/// Opens the database without a server: registers all users for the first piece, and lets games run
/// out of time in each. Returns the games in play.
async fn prepare(
    settings: &Settings,
    folder: &Path,
    is_first: bool,
) -> Outcome<(Vec<Game>, Vec<Practice>)> {
    let store = Store::open(server::database(folder), &StoreSettings::default()).await?;
    if is_first {
        people::register(&store, settings.users, settings.shares()[0]).await?;
    }
    let minutes = (settings.length.as_secs() / 60).max(1) as u32;
    games::put_to_sleep(&store, minutes).await?;
    let running = games::running(&store).await?;
    store.close().await;
    Ok(running)
}

/// Lets users come and go until the time is over, then waits for the remaining ones.
async fn traffic(
    settings: &Settings,
    world: &Rc<World>,
    server: &Server,
    sampler: &mut Sampler,
) -> Outcome<()> {
    begin_games(settings, world).await?;
    let [.., streams] = settings.shares();
    let mut open = VecDeque::new();
    let (mut visits, mut behind) = (JoinSet::new(), [0.0; VISITS.len()]);
    let end = Instant::now() + settings.length;
    let share: f64 = VISITS.iter().map(|(_, rate)| rate).sum::<f64>() / 100.0;
    let mut next_visit =
        interval(Duration::from_secs_f64(1.0 / (settings.requests_per_second * share)));
    let mut next_stream = interval(STREAM_EVERY);
    let mut next_sample = interval(settings.sample_every);
    next_sample.set_missed_tick_behavior(MissedTickBehavior::Delay);
    next_sample.tick().await;
    for _ in 1..streams {
        open.push_back(listen(world));
    }
    loop {
        tokio::select! {
            () = sleep_until(end.into()) => break,
            _ = next_visit.tick() => {
                while visits.try_join_next().is_some() {}
                if visits.len() < AT_ONCE {
                    let (world, visit) = (world.clone(), choose(&mut behind));
                    visits.spawn_local(async move { world.visit(visit).await });
                } else {
                    count(&world.meter.skipped);
                }
            }
            _ = next_stream.tick() => {
                open.push_back(listen(world));
                if open.len() > streams && let Some(oldest) = open.pop_front() {
                    oldest.abort();
                }
            }
            _ = next_sample.tick() => { sampler.take(server, &world.meter).await?; }
        }
    }
    while visits.join_next().await.is_some() {}
    sampler.take(server, &world.meter).await?;
    for stream in open {
        match stream.is_finished() {
            true => world.meter.fail("a stream ended".into()),
            false => stream.abort(),
        }
    }
    Ok(())
}

/// Starts as many games as there should be.
async fn begin_games(settings: &Settings, world: &World) -> Outcome<()> {
    let [with_mail, games, practices, _] = settings.shares();
    if world.mail_games.borrow().is_empty() {
        for first in (0..with_mail).step_by(2) {
            let game = world.challenge([first, first + 1]).await?;
            world.mail_games.borrow_mut().push(game);
        }
    }
    while world.games.borrow().len() < games {
        let game = world.challenge(world.pair()).await?;
        world.games.borrow_mut().push(game);
    }
    while world.practices.borrow().len() < practices {
        let practice = world.begin_practice(world.below(world.users)).await?;
        world.practices.borrow_mut().push(practice);
    }
    Ok(())
}

/// The next visit: the kind that is furthest behind its share.
fn choose(behind: &mut [f64; VISITS.len()]) -> Visit {
    let (mut chosen, mut all) = (0, 0.0);
    for (at, (_, rate)) in VISITS.iter().enumerate() {
        behind[at] += rate;
        all += rate;
        if behind[at] > behind[chosen] {
            chosen = at;
        }
    }
    behind[chosen] -= all;
    VISITS[chosen].0
}

/// Listens to a board's events until it is told to stop.
fn listen(world: &Rc<World>) -> JoinHandle<()> {
    let world = world.clone();
    spawn_local(async move {
        if let Err(error) = hear(&world).await {
            world.meter.fail(format!("a stream: {error}"));
        }
    })
}

async fn hear(world: &World) -> Outcome<()> {
    let game = world.some_game().ok_or("no game to watch")?;
    let user = game.mover();
    let mut client = world.connect(user).await?;
    client.begin(&format!("{}/events", games::path(game.board)), &people::session(user)).await?;
    client.hear("event: ready").await?;
    loop {
        client.hear("data: ").await?;
        count(&world.meter.events);
    }
}
