//! Plays games through sites on other machines, whatever happens to these and to the network: every
//! answered turn is there once, and games go on when all is mended.

use std::cell::Cell;
use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use carrick_store::{Location, Settings, Store};
use fastrand::Rng;
use futures_util::future::join_all;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::client::{Answer, Client};
use crate::club::{Club, Found, Game};
use crate::{GAMES, Outcome};

/// How long a player waits for a connection and an answer before they try again.
const PATIENCE: Duration = Duration::from_secs(5);

/// Maximum time that a player thinks, in milliseconds: so long that hardly a game ends within a
/// minute.
const THINKS: u64 = 3000;

/// Time in which a change is told by the other site.
const HEARS_WITHIN: Duration = Duration::from_secs(5);

/// Numbers of turns.
#[derive(Debug, Default)]
struct Tally {
    answered: Cell<u64>,
    /// Attempts without an answer: the turn was sent again.
    cut_off: Cell<u64>,
    /// Attempts that were answered with "come again".
    put_off: Cell<u64>,
}

/// Players' network: they come from the addresses above this one, and go to these sites.
pub(crate) struct Way {
    pub(crate) below: Ipv4Addr,
    pub(crate) sites: Vec<String>,
}

fn count(number: &Cell<u64>) {
    number.set(number.get() + 1);
}

/// Plays until standard input ends, then until every turn that was sent is answered.
pub(crate) async fn run(location: Location, way: Way) -> Outcome<()> {
    let store = Store::open(location.clone(), &Settings::default()).await?;
    let mut club = Club::found(&store, GAMES).await?;
    store.close().await;
    println!("{GAMES} games begin");
    let (end, ended) = watch::channel(None);
    std::thread::spawn(move || {
        std::io::stdin().lines().for_each(drop);
        end.send_replace(Some(Instant::now()));
    });
    let tally = Tally::default();
    let games = (1..).zip(&mut club.games);
    let playing = join_all(games.map(|(n, game)| play(n, &way, game, &tally, &ended)));
    playing.await.into_iter().collect::<Outcome<()>>()?;
    let went_on = ended.borrow().map(|at| at.elapsed()).unwrap_or_default();
    let store = Store::open(location, &Settings::default()).await?;
    for game in &mut club.games {
        match game.compare(&store).await? {
            Found::AsAnswered { cut_off: false } => {}
            _ => return Err(format!("{} goes on by itself", game.path()).into()),
        }
    }
    store.close().await;
    let told = tell_each_other(&way, &mut club).await?;
    println!(
        "{} answered turns are there once; {} attempts got no answer and {} were put off. The last game \
         went on after {:.1} s, and either site told of a turn on the other within {:.1} s.",
        tally.answered.get(),
        tally.cut_off.get(),
        tally.put_off.get(),
        went_on.as_secs_f64(),
        told.as_secs_f64()
    );
    Ok(())
}

/// Plays a game by whichever site answers, until it is over or all games end.
async fn play(
    n: u32,
    way: &Way,
    game: &mut Game,
    tally: &Tally,
    ended: &watch::Receiver<Option<Instant>>,
) -> Outcome<()> {
    let own = Ipv4Addr::from_bits(way.below.to_bits() + n);
    let mut random = Rng::with_seed(u64::from(n));
    let mut site = random.usize(..way.sites.len());
    let mut client = None;
    loop {
        if ended.borrow().is_some() && !game.waits() {
            return Ok(());
        }
        let Some(turn) = game.begin() else { return Ok(()) };
        let asked = ask(&mut client, own, &way.sites[site], game, &turn);
        match timeout(PATIENCE, asked).await {
            Ok(Ok(answer)) if answer.status == 303 && answer.location == game.path() => {
                game.play(&turn)?;
                count(&tally.answered);
                sleep(Duration::from_millis(random.u64(..THINKS))).await;
                continue;
            }
            Ok(Ok(answer)) if answer.status == 503 => count(&tally.put_off),
            Ok(Ok(answer)) => {
                let Answer { status, location, body } = answer;
                let text = format!("{status} {location} for {turn} on {}: {body}", game.path());
                return Err(text.into());
            }
            Ok(Err(_)) | Err(_) => count(&tally.cut_off),
        }
        // By another way, perhaps.
        client = None;
        site = random.usize(..way.sites.len());
        sleep(Duration::from_millis(random.u64(..200))).await;
    }
}

/// Sends a turn, over the connection that is open, if one is.
async fn ask(
    client: &mut Option<Client>,
    own: Ipv4Addr,
    site: &str,
    game: &Game,
    turn: &str,
) -> Outcome<Answer> {
    let client = match client {
        Some(client) => client,
        None => client.insert(Client::connect_from(own, site).await?),
    };
    client.post(&format!("{}/turn", game.path()), game.token(), &game.form(turn)).await
}

/// Plays a turn on each site while another one listens. Returns the longest time that took.
async fn tell_each_other(way: &Way, club: &mut Club) -> Outcome<Duration> {
    let mut longest = Duration::ZERO;
    let own = Ipv4Addr::from_bits(way.below.to_bits() + 1);
    for (at, site) in way.sites.iter().enumerate() {
        let other = &way.sites[(at + 1) % way.sites.len()];
        let game = club.games.iter_mut().find_map(|game| Some((game.choose()?, game)));
        let (turn, game) = game.ok_or("all games are over")?;
        let mut stream = Client::connect_from(own, other).await?;
        stream.begin(&format!("{}/events", game.path()), game.token()).await?;
        timeout(HEARS_WITHIN, stream.hear("event: ready")).await??;
        let answer = ask(&mut None, own, site, game, &turn).await?;
        if answer.status != 303 {
            return Err(format!("{site} answers {}", answer.status).into());
        }
        let played = Instant::now();
        let told = format!("data: {} ", game.path());
        let heard = timeout(HEARS_WITHIN, stream.hear(&told)).await;
        heard.map_err(|_| format!("{other} does not tell of a turn on {site}"))??;
        longest = longest.max(played.elapsed());
        game.play(&turn)?;
    }
    Ok(longest)
}
