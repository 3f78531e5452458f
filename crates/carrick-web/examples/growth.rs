//! Cost of lists as games grow in number: pages and the same lists of the API, requested over
//! HTTP, from databases of 1,000 to 1,000,000 games of which a tenth is in play. The figures are in
//! `docs/measurements/2026-11/lists.md`.
//!
//! ```text
//! cargo run --release -p carrick-web --example growth
//! cargo run --release -p carrick-web --example growth -- 1000 20000
//! ```
//!
//! Every response is checked: its status, its number of rows, and which comes first.
#![allow(clippy::print_stdout, reason = "printing is what it does")]

#[path = "load/client.rs"]
#[allow(dead_code, reason = "the other example sends forms too")]
mod client;

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use carrick_games::{GameKind, Seat, WinBy};
use carrick_server::Feed;
use carrick_service::{
    BoardId, BoardRecord, Ended, Ending, FinishedGame, Replay, Terms, TurnRecord, User, Userid,
};
use carrick_store::{NewBoard, Settings, Store};
use carrick_tokens::Keyring;
use carrick_web::{App, SiteSetup};
use client::Client;
use fastrand::Rng;
use jiff::{SignedDuration, Timestamp};

/// The program's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

pub(crate) type Outcome<T> = Result<T, Box<dyn Error>>;

/// Number of requests for each page.
const ASKED: usize = 21;
/// Number of different games of each kind.
const DISTINCT: usize = 60;
/// Number of games in each write.
const AT_ONCE: usize = 1000;
/// Number of rows of a page, and of an answer of the API.
const ROWS: usize = 100;
const LINES: usize = 50;

#[tokio::main]
async fn main() -> Outcome<()> {
    let sizes: Vec<usize> =
        std::env::args().skip(1).map(|size| size.parse()).collect::<Result<_, _>>()?;
    let sizes = if sizes.is_empty() { vec![1000, 10_000, 100_000, 1_000_000] } else { sizes };
    let mut table: BTreeMap<usize, (String, Vec<Duration>)> = BTreeMap::new();
    for &size in &sizes {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("carrick.db");
        let began = Instant::now();
        let club = make(&path, size).await?;
        let bytes = std::fs::metadata(&path)?.len();
        let s = began.elapsed().as_secs_f64();
        println!("{size} games by {} players: {} MB, made in {s:.0} s", club.players, bytes >> 20);
        for (place, (page, time)) in measure(&path, &club).await?.into_iter().enumerate() {
            table.entry(place).or_insert_with(|| (page, Vec::new())).1.push(time);
        }
    }
    print!("\n| ms, median of {ASKED} |");
    sizes.iter().for_each(|size| print!(" {size} games |"));
    println!(" last to first |\n|---|{}", "---|".repeat(sizes.len() + 1));
    for (page, times) in table.values() {
        let ms: Vec<f64> = times.iter().map(|time| time.as_secs_f64() * 1000.0).collect();
        print!("| `{page}` |");
        ms.iter().for_each(|ms| print!(" {ms:.2} |"));
        println!(" {:.2} |", ms[ms.len() - 1] / ms[0]);
    }
    Ok(())
}

/// Boards and players that must come first in lists.
struct Club {
    players: usize,
    /// Board with the latest turn.
    playing: BoardId,
    ended: BoardId,
    /// First board in play by game and number.
    by_name: BoardId,
    /// Strongest player of Antipod with a settled rating; else with a provisional one.
    strongest: Userid,
}

/// Turns of a game, and the player to move.
type Played = (Vec<(String, Seat)>, Option<Seat>);

const OPTIONS: [(GameKind, &str); 4] = [
    (GameKind::Ankor, "-size=4"),
    (GameKind::Boche, "-size=4"),
    (GameKind::Antipod, "-radius=4"),
    (GameKind::Anchor, "-size=4"),
];

/// Random legal games.
fn play(kind: GameKind, options: &str, random: &mut Rng) -> Outcome<Played> {
    let [ann, bob] = ["ann".parse()?, "bob".parse()?];
    let id = BoardId { kind, number: BoardId::FIRST_NUMBER };
    let board = BoardRecord::new(id, [ann, bob], options, Terms::default(), Timestamp::UNIX_EPOCH);
    let mut game = board.game()?;
    let mut turns = Vec::new();
    let length = random.usize(6..16);
    while let Some(seat) = game.seat_to_move().filter(|_| turns.len() < length) {
        let legal = game.legal();
        let turn = &legal[random.usize(..legal.len())];
        turns.push((turn.clone(), seat));
        game = game.play_text(turn).map_err(|_| "an illegal turn")?;
    }
    Ok((turns, game.seat_to_move()))
}

async fn make(path: &Path, size: usize) -> Outcome<Club> {
    let mut random = Rng::with_seed(7);
    let mut distinct = Vec::new();
    for (kind, options) in OPTIONS {
        for _ in 0..DISTINCT {
            let played = play(kind, options, &mut random)?;
            distinct.extend(played.1.map(|_| (kind, options, played)));
        }
    }
    // A hundred players for a thousand games, and four times as many for ten times as many games.
    let players = (100.0 * 4_f64.powf((size as f64 / 1000.0).log10())).max(2.0) as usize;
    let names: Vec<Userid> =
        (1..=players).map(|n| format!("u{n}").parse()).collect::<Result<_, _>>()?;
    let store = Store::open(path, &Settings::default()).await?;
    let mut importing = store.begin_import().await?;
    let minute = SignedDuration::from_mins(1);
    let first = Timestamp::now() - minute * i32::try_from(size + 100)?;
    let users: Vec<User> = names.iter().map(|name| User::new(name.clone(), first, None)).collect();
    importing.join(&users).await?;
    let is_over = |n: usize| n % 10 != 9;
    let ends = (0..size).filter(|&n| is_over(n)).map(|_| first);
    let mut places = importing.make_room(ends).await?.into_iter();
    let mut next: BTreeMap<GameKind, u32> = BTreeMap::new();
    let mut replay = Replay::default();
    let (mut boards, mut tops) = (Vec::new(), Tops::default());
    for n in 0..size {
        let (kind, options, (turns, to_move)) = &distinct[random.usize(..distinct.len())];
        // Few play much, many play little.
        let mut player = || (random.f64().powi(2) * players as f64) as usize;
        let seats = loop {
            let seats = [player(), player()];
            if seats[0] != seats[1] {
                break seats;
            }
        };
        let number = next.entry(*kind).or_insert(BoardId::FIRST_NUMBER);
        let id = BoardId { kind: *kind, number: *number };
        *number += 1;
        let begun = first + minute * i32::try_from(n)?;
        let seated = seats.map(|seat| names[seat].clone());
        let mut board = BoardRecord::new(id, seated, *options, Terms::default(), begun);
        let second = |turn: usize| begun + SignedDuration::from_secs(turn as i64);
        let turn = |(number, (text, seat)): (usize, &(String, Seat))| TurnRecord {
            text: text.as_str().into(),
            seat: *seat,
            at: second(number),
        };
        board.turns = turns.iter().enumerate().map(turn).collect();
        if is_over(n) {
            let winner = if random.bool() { Seat::First } else { Seat::Second };
            let ending = Ending::Won(winner, WinBy::Resignation);
            let (at, result) = (second(turns.len()), ending.result());
            board.ended = Some(Ended { ending, at });
            let players = board.players.clone();
            replay.play(&FinishedGame { board: id, players, result, rated: true, begun: true });
        }
        tops.note(&board);
        let place = is_over(n).then(|| places.next()).flatten();
        let made: NewBoard = (board, to_move.filter(|_| !is_over(n)), place);
        boards.push(made);
        if boards.len() == AT_ONCE {
            importing.make(&boards).await?;
            boards.clear();
        }
    }
    importing.make(&boards).await?;
    importing.commit(&next, Some(Replay::default())).await?;
    store.close().await;
    let ratings = replay.into_ratings();
    let strongest = ratings.iter().filter(|((kind, _), _)| *kind == GameKind::Antipod);
    let strongest = strongest.max_by(|(_, one), (_, other)| {
        let settled = other.is_provisional().cmp(&one.is_provisional());
        settled.then(one.rating.total_cmp(&other.rating))
    });
    Ok(Club {
        players,
        playing: tops.playing.ok_or("no game in play")?,
        ended: tops.ended.ok_or("no game is over")?,
        by_name: tops.by_name.ok_or("no game in play")?.0,
        strongest: strongest.ok_or("no rated game")?.0.1.clone(),
    })
}

/// First board of each list so far.
#[derive(Default)]
struct Tops {
    playing: Option<BoardId>,
    ended: Option<BoardId>,
    by_name: Option<(BoardId, String)>,
}

impl Tops {
    fn note(&mut self, board: &BoardRecord) {
        if board.ended.is_some() {
            self.ended = Some(board.id);
            return;
        }
        self.playing = Some(board.id);
        let name = format!("{} {:09}", board.id.kind, board.id.number);
        if self.by_name.as_ref().is_none_or(|(_, first)| name < *first) {
            self.by_name = Some((board.id, name));
        }
    }
}

/// A page: URL, beginning of a row, expected number of rows, text expected in the first row.
type Page = (String, &'static str, std::ops::RangeInclusive<usize>, String);

async fn measure(path: &Path, club: &Club) -> Outcome<Vec<(String, Duration)>> {
    let store = Store::open(path, &Settings::default()).await?;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?.to_string();
    let setup = SiteSetup {
        base_url: format!("http://{address}").parse()?,
        on_lan: true,
        trusted_proxies: Default::default(),
        security_contact: None,
        keys: Keyring::new([7; 32]),
    };
    let feed = Feed::of(store.clone()).await?;
    let app = App::new(store.clone(), feed, setup, Arc::new(Timestamp::now)).without_limits();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let site = tokio::spawn(carrick_web::serve(listener, app, async {
        let _ = stopped.await;
    }));
    let mut client = Client::connect(&address).await?;
    let older = client.get("/games", None).await?.body;
    let older = older.split("rel=\"next\" href=\"").nth(1).and_then(|rest| rest.split('"').next());
    let older = older.ok_or("no older games")?.replace("&#38;", "&").replace("&amp;", "&");
    let html = |id: BoardId| format!("href=\"/{}/{}\"", id.kind, id.number);
    let json = |id: BoardId| format!("\"game\":\"{}\",\"number\":{}", id.kind, id.number);
    let row = "<tr><td>";
    let full = |rows: usize| rows..=rows;
    let pages: Vec<Page> = vec![
        ("/".into(), "<li class=\"card", full(6), html(club.playing)),
        ("/games".into(), row, full(ROWS), html(club.playing)),
        (older, row, full(ROWS), String::new()),
        ("/games?game=antipod".into(), row, 25..=ROWS, "href=\"/antipod/".into()),
        ("/players".into(), "<li><a href=\"/players/u", 50..=ROWS, "u1\"".into()),
        // Ratings, charts in numbers, and boards.
        ("/players/u1".into(), row, 30..=1000, "/standings/ankor".into()),
        ("/players/u1/u2".into(), "", 1..=1_000_000, " won, ".into()),
        (
            format!("/{}/{}", club.ended.kind, club.ended.number),
            "",
            1..=1_000_000,
            html(club.ended),
        ),
        ("/standings/antipod".into(), row, 10..=ROWS, format!("/players/{}\"", club.strongest)),
        ("/search?q=1".into(), "<li><a href=\"/players/", 10..=ROWS, "/players/u1\"".into()),
        ("/seeks".into(), "", 1..=1_000_000, "Nobody offers".into()),
        ("/api/v1/boards".into(), "\"game\":", full(LINES), json(club.by_name)),
        ("/api/v1/boards?state=ended".into(), "\"game\":", full(LINES), json(club.ended)),
        ("/api/v1/boards?player=u1&state=all".into(), "\"game\":", 10..=LINES, String::new()),
        ("/api/v1/users".into(), "\"u", 2..=LINES + 10, "\"level1\"".into()),
        ("/api/v1/users/u1".into(), "\"game\":", 1..=4, String::new()),
        ("/api/v1/users/u1/rating-history".into(), "\"number\":", 1..=LINES, String::new()),
        (
            "/api/v1/standings/antipod".into(),
            "\"place\":",
            10..=LINES,
            format!("\"{}\"", club.strongest),
        ),
    ];
    let mut measured = Vec::new();
    for (path, begins, rows, top) in pages {
        let mut times = Vec::new();
        for _ in 0..=ASKED {
            let began = Instant::now();
            let answer = client.get(&path, None).await?;
            times.push(began.elapsed());
            let body = &answer.body;
            let found = body.matches(begins).count();
            let first = body.split_once(begins).map_or("", |(_, rest)| rest);
            let first = if begins.is_empty() {
                body
            } else {
                first.split(begins).next().unwrap_or_default()
            };
            // A row of JSON begins with the searched text.
            if answer.status != 200
                || !rows.contains(&found)
                || !format!("{begins}{first}").contains(&top)
            {
                let status = answer.status;
                return Err(
                    format!("{path}: {status}, {found} rows, {top:?} not in {first}").into()
                );
            }
        }
        // The first response prepares statements and fills caches.
        times.remove(0);
        times.sort_unstable();
        let page = if path.contains("before=") { "/games?before=…".to_owned() } else { path };
        measured.push((page, times[times.len() / 2]));
    }
    drop(client);
    let _ = stop.send(());
    site.await?;
    store.close().await;
    Ok(measured)
}
