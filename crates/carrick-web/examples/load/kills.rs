//! Kills the site under load, again and again, and starts it once more: every answered turn is
//! there once, and a turn that was cut off is there whole or not at all.

use std::cell::Cell;
use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use carrick_store::{Location, Settings, Store};
use fastrand::Rng;
use futures_util::future::join_all;

use crate::client::Client;
use crate::club::{Club, Found, Game};
use crate::site::Site;
use crate::{LOOPBACK, Outcome};

/// Number of games at once.
const GAMES: usize = 20;

/// The most turns that are answered before a kill, and the most milliseconds that pass then.
const ANSWERS: u64 = 60;
const PAUSE: u64 = 8;

/// How long a site is given for that.
const PATIENCE: Duration = Duration::from_secs(3);

/// Numbers of turns.
#[derive(Debug, Default)]
struct Turns {
    answered: u64,
    cut_off: u64,
    /// Those that were cut off and are there.
    done: u64,
}

/// Kills the site so many times; `place` is the database as it is named on a command line.
pub(crate) async fn run(times: u32, location: Location, place: &str) -> Outcome<()> {
    let store = Store::open(location.clone(), &Settings::default()).await?;
    let mut club = Club::found(&store, GAMES).await?;
    store.close().await;
    let mut random = Rng::with_seed(7);
    let (mut turns, start) = (Turns::default(), Instant::now());
    for kill in 1..=times {
        let mut site = Site::spawn(place)?;
        let address = site.address.clone();
        let (answers, pause) = (random.u64(..ANSWERS), random.u64(..PAUSE));
        let answered = Cell::new(0);
        let kills = async {
            let began = Instant::now();
            while answered.get() < answers && began.elapsed() < PATIENCE {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            tokio::time::sleep(Duration::from_millis(pause)).await;
            site.kill()
        };
        let games = (1..).zip(&mut club.games);
        let playing = games.map(|(n, game)| play(n, &address, game, &answered));
        let playing = join_all(playing);
        let (killed, played) = tokio::join!(kills, playing);
        killed?;
        played.into_iter().collect::<Outcome<()>>()?;
        turns.answered += answered.get();
        // The first to open it repairs it.
        let store = Store::open(location.clone(), &Settings::default()).await?;
        for game in &mut club.games {
            match game.compare(&store).await? {
                Found::AsAnswered { cut_off } => turns.cut_off += u64::from(cut_off),
                Found::CutOffTurnToo => {
                    turns.cut_off += 1;
                    turns.done += 1;
                }
            }
        }
        club.replace_finished(&store).await?;
        store.close().await;
        if kill % 100 == 0 {
            let Turns { answered, cut_off, done } = turns;
            println!(
                "{kill} kills in {} s: {answered} answered turns are there once, of {cut_off} that were \
                 cut off {done} are",
                start.elapsed().as_secs()
            );
        }
    }
    Ok(())
}

/// Plays a game until the site is gone, and counts the turns that are answered.
async fn play(n: u32, address: &str, game: &mut Game, answered: &Cell<u64>) -> Outcome<()> {
    let from = Ipv4Addr::from(LOOPBACK + n);
    let Ok(mut client) = Client::connect_from(from, address).await else { return Ok(()) };
    loop {
        let Some(turn) = game.begin() else { return Ok(()) };
        let form = game.form(&turn);
        let Ok(answer) = client.post(&format!("{}/turn", game.path()), game.token(), &form).await
        else {
            return Ok(());
        };
        if answer.status == 503 {
            // It has too much to do. The turn comes again.
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        }
        if answer.status != 303 || answer.location != game.path() {
            return Err(format!("{} for {turn} on {}", answer.status, game.path()).into());
        }
        game.play(&turn)?;
        answered.set(answered.get() + 1);
    }
}
