//! Prices match what pages cost: the processor time of each page of an account that has nearly as
//! much as allowed is compared with its price. The measure is a drawing in the same run, because
//! its price is known best. This is a separate program, because it measures its own processor time.
#![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]
#![cfg(target_os = "linux")]

#[allow(dead_code, reason = "the other tests need the rest")]
#[path = "site/support.rs"]
mod support;

use std::collections::BTreeMap;
use std::time::Duration;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, header};
use carrick_games::records::Study;
use carrick_games::{AnyGame, AnyOptions, GameKind, Seat, SizeLimits, WinBy};
use carrick_server::{Budget, Cost};
use carrick_service::{BoardId, BoardRecord, Ended, Ending, Replay, Terms, TurnRecord, Userid};
use carrick_store::{KeptStudy, Most, NewBoard, Room, TokenHash};
use sha2::{Digest as _, Sha256};
use support::{BASE, Browser, Site};

/// How much more than its price a page may cost. Without optimisation, pages are slower than
/// drawings.
const FACTOR: f64 = if cfg!(debug_assertions) { 6.0 } else { 3.0 };

/// Numbers of ann's games and studies: fewer than the limits, because prices and costs grow at the
/// same rate.
const RUNNING: u32 = 40;
const OVER: u32 = 200;
const HOTSEATS: u32 = 10;
const STUDIES: u32 = 30;
const MOST: Most = Most { of_user: 100, from_place: 100 };

/// Processor time of this program so far, in milliseconds.
fn processor_ms() -> f64 {
    let nanoseconds = |task: std::io::Result<std::fs::DirEntry>| -> f64 {
        let path = task.unwrap().path().join("schedstat");
        let text = std::fs::read_to_string(path).unwrap_or_default();
        text.split(' ').next().and_then(|text| text.parse().ok()).unwrap_or(0.0)
    };
    std::fs::read_dir("/proc/self/task").unwrap().map(nanoseconds).sum::<f64>() / 1e6
}

/// A game of this many random turns.
fn game(kind: GameKind, options: &str, turns: usize) -> AnyGame {
    let options: Vec<&str> = options.split(' ').collect();
    let options = AnyOptions::parse(kind, &options, SizeLimits::Challenge).unwrap();
    for seed in 0..200 {
        let mut game = AnyGame::new(options);
        let mut random = fastrand::Rng::with_seed(seed);
        while game.ply() < turns && game.outcome().is_none() {
            let legal = game.legal();
            game = game.play_text(&legal[random.usize(..legal.len())]).unwrap();
        }
        if game.ply() == turns && game.outcome().is_none() {
            return game;
        }
    }
    panic!("no game of {kind} is as long as {turns}");
}

/// A board with the turns of a game.
fn board(number: u32, game: &AnyGame, site: &Site, over: Option<i64>) -> NewBoard {
    let players = ["ann", "bob"].map(|name| name.parse::<Userid>().unwrap());
    let id = BoardId { kind: game.kind(), number };
    let (options, at) = (game.options().to_string(), site.now());
    let mut board = BoardRecord::new(id, players, options, Terms::default(), at);
    let mut seat = Seat::First;
    for text in game.turn_names() {
        board.turns.push(TurnRecord { text: text.into(), seat, at });
        seat = !seat;
    }
    let ending = Ending::Won(Seat::First, WinBy::Resignation);
    board.ended = over.map(|_| Ended { ending, at });
    (board, over.map_or(game.seat_to_move(), |_| None), over)
}

/// Fills ann's account.
async fn fill(site: &Site) {
    let (ann, now) = ("ann".parse::<Userid>().unwrap(), site.now());
    let long = game(GameKind::Ankor, "-size=10", 600);
    let short = game(GameKind::Boche, "-size=5", 30);
    let mut importing = site.store.begin_import().await.unwrap();
    let running: Vec<_> = (0..RUNNING).map(|n| board(101 + n, &long, site, None)).collect();
    let places = importing.make_room((0..OVER).map(|_| now)).await.unwrap();
    let over = (101..).zip(places);
    let over: Vec<_> = over.map(|(n, place)| board(n, &short, site, Some(place))).collect();
    importing.make(&running).await.unwrap();
    importing.make(&over).await.unwrap();
    importing.commit(&BTreeMap::new(), Some(Replay::default())).await.unwrap();
    let longest = game(GameKind::Ankor, "-size=10", 998).turn_names().join(" ");
    for _ in 0..HOTSEATS {
        let number = site.store.begin_hotseat(&ann, GameKind::Ankor, "-size=10", now, MOST).await;
        let kept = site.store.hotseat(&ann, number.unwrap().unwrap()).await.unwrap().unwrap();
        assert!(site.store.play_hotseat(&ann, &kept, &longest, now).await.unwrap());
    }
    let mut study = Study::new(long.options());
    let turns = long.turn_names();
    let turns: Vec<&str> = turns.iter().take(300).map(String::as_str).collect();
    study.add(None, &turns).unwrap();
    study.comment = "a long comment ".repeat(2000).as_str().into();
    for number in 0..STUDIES {
        let study = KeptStudy {
            address: format!("{number:016x}"),
            user: ann.clone(),
            title: "A study".to_owned(),
            kind: GameKind::Ankor,
            body: study.to_json(),
            version: 1,
            touched: now,
        };
        assert_eq!(site.store.add_study(&study, MOST).await.unwrap(), Room::Left);
    }
    let token: String = Sha256::digest(TOKEN).iter().map(|byte| format!("{byte:02x}")).collect();
    site.store.set_feed(&ann, &TokenHash(token), now).await.unwrap();
}

const TOKEN: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/// Requests a page, and returns its price and what it cost, in milliseconds.
async fn ask(site: &Site, browser: &Browser<'_>, path: &str) -> (f64, f64) {
    let spent = || site.app.spent(Budget::Time, "ann") + site.app.spent(Budget::Time, "192.0.2.1");
    let (method, path) = path.split_once(' ').unwrap_or(("GET", path));
    let (path, body) = path.split_once('#').unwrap_or((path, ""));
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::HOST, "carrick.example")
        .header(header::ORIGIN, BASE)
        .header(header::ACCEPT_ENCODING, "gzip")
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .header(header::COOKIE, browser.cookie.as_deref().unwrap_or_default())
        .extension(ConnectInfo(std::net::SocketAddr::from(([192, 0, 2, 1], 4000))));
    let request = request.body(Body::from(body.to_owned())).unwrap();
    let (paid, took): (Cost, f64) = (spent(), processor_ms());
    let answer = site.send(request).await;
    let status = answer.status();
    axum::body::to_bytes(answer.into_body(), 1 << 27).await.unwrap();
    let took = processor_ms() - took;
    assert!(status.is_success() || status.is_redirection() || status == 403, "{path}: {status}");
    (f64::from(spent() - paid) / 10.0, took)
}

/// Cost of a page and its price, of the cheaper of two requests, to reduce the influence of chance.
async fn measure(site: &Site, browser: &Browser<'_>, path: &str) -> (f64, f64) {
    let mut least = (0.0, f64::INFINITY);
    for _ in 0..2 {
        // The budgets are full again.
        site.later(jiff::SignedDuration::from_secs(100));
        let (price, took) = ask(site, browser, path).await;
        least = (price, took.max(0.0).min(least.1));
    }
    least
}

#[test]
#[ignore = "prices are those of a release: cargo test --release -p carrick-web --test prices -- --ignored"]
fn no_page_costs_much_more_than_its_price() {
    // Threads that end take their processor time with them.
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().thread_keep_alive(Duration::from_secs(600)).build();
    runtime.unwrap().block_on(compare());
}

async fn compare() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    site.browser_at("192.0.2.2").sign_up("bob").await.is(303);
    fill(&site).await;
    let antipod = game(GameKind::Antipod, "-radius=10", 300).turn_names().join("+");
    let drawing = format!("/explore/antipod?options=-radius=10&turns={antipod}");
    let ankor = game(GameKind::Ankor, "-size=10", 300).turn_names().join("+");
    let position = format!("game=ankor&options=-size%3D10&turns={ankor}");
    let mut wrong = String::new();
    for path in [
        "/",
        "/boards",
        "/next",
        "/account",
        "/account/export",
        "/games",
        "/games?game=ankor",
        "/players",
        "/players/ann",
        "/players/ann/bob",
        "/standings/ankor",
        "/search?player=ann",
        "/seeks",
        "/watching",
        "/studies",
        "/studies/0000000000000000",
        "/studies/0000000000000000/study.sgf",
        "/ankor/101",
        "/ankor/101/position",
        "/ankor/101/board.svg",
        "/ankor/101/small.svg",
        "/boche/101",
        "/hotseat/1",
        "/hotseat/1/position",
        "/hotseat/1/small.svg",
        "/rules",
        "/rules/ankor",
        "/rules/antipod",
        "/rules/antipod/1.svg",
        "/learn",
        "/learn/antipod",
        "/puzzles",
        "/puzzles/ankor",
        "/offline",
        "/offline/ankor",
        "/offline/puzzles/ankor",
        "/findings",
        "/about",
        "/explore",
        "/explore/ankor",
        "/commands",
        "/new/ankor",
        "/api",
        "/api/v1/openapi.json",
        "/api/v1/games",
        "/api/v1/boards?player=ann&state=all&limit=200",
        "/api/v1/boards/ankor/101",
        "/api/v1/boards/ankor/101/position",
        "/api/v1/boards/ankor/101/record",
        "/api/v1/boards/ankor/101/record.sgf",
        "/api/v1/boards/ankor/101/remarks",
        "/api/v1/users?limit=200",
        "/api/v1/users/ann",
        "/api/v1/users/ann/rating-history?limit=200",
        "/api/v1/standings/ankor",
        &format!("/feeds/{TOKEN}/turns.atom"),
        &format!("/feeds/{TOKEN}/turns.ics"),
        &format!("/analysis/lent?{position}"),
        &format!("POST /analysis#{position}"),
    ] {
        // A machine that is busy with other things is sometimes slower, so try again.
        let mut line = String::new();
        for attempt in 0..6 {
            let (price, took) = measure(&site, &ann, &drawing).await;
            let unit = took / price;
            let (price, took) = measure(&site, &ann, path).await;
            let (cost, shown) = (took / unit, path.chars().take(50).collect::<String>());
            line = format!("{shown:50} {price:7.1} ms paid, {cost:7.1} ms cost\n");
            if cost <= FACTOR * price + 0.5 {
                break;
            }
            if attempt == 5 {
                wrong.push_str(&line);
            }
        }
        eprint!("{line}");
    }
    assert!(wrong.is_empty(), "these cost more than {FACTOR} times their price:\n{wrong}");
}
