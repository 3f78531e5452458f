//! Pagination: links and cursors lead through all of a long list.

use std::collections::{BTreeMap, BTreeSet};

use carrick_games::{DrawBy, GameKind, Seat, WinBy};
use carrick_service::{
    BoardId, BoardRecord, Ended, Ending, Replay, Terms, TurnRecord, User, Userid,
};
use jiff::SignedDuration;

use super::support::{Site, attributes};

/// Number of games; every fifth is in progress.
const GAMES: u32 = 300;
/// Number of games of Antipod; the others are of Ankor.
const ANTIPOD: u32 = 280;

/// A site with two players who have played each other often, and many who have played once.
async fn busy_site() -> Site {
    let site = Site::new().await;
    let name = |n: u32| -> Userid { format!("u{n}").parse().unwrap() };
    let now = site.now();
    let mut importing = site.store.begin_import().await.unwrap();
    let users: Vec<User> = (0..GAMES + 2).map(|n| User::new(name(n), now, None)).collect();
    importing.join(&users).await.unwrap();
    let ends = (0..GAMES - GAMES / 5).map(|_| now);
    let mut places = importing.make_room(ends).await.unwrap().into_iter();
    let boards = (0..GAMES).map(|n| {
        let kind = if n < ANTIPOD { GameKind::Antipod } else { GameKind::Ankor };
        let id = BoardId { kind, number: 101 + n };
        let other = if n % 2 == 0 { 1 } else { 2 + n };
        let at = now - SignedDuration::from_mins(i64::from(GAMES - n));
        let mut board =
            BoardRecord::new(id, [name(0), name(other)], "-size=3", Terms::default(), at);
        for (text, seat) in [("a1", Seat::First), ("b2", Seat::Second)] {
            board.turns.push(TurnRecord { text: text.into(), seat, at });
        }
        let is_over = n % 5 > 0;
        let ending = match n % 3 {
            0 => Ending::Drawn(DrawBy::Agreement),
            _ => Ending::Won(Seat::First, WinBy::Resignation),
        };
        board.ended = is_over.then_some(Ended { ending, at });
        let place = is_over.then(|| places.next()).flatten();
        (board, (!is_over).then_some(Seat::First), place)
    });
    let boards: Vec<_> = boards.collect();
    importing.make(&boards).await.unwrap();
    importing.commit(&BTreeMap::new(), Some(Replay::default())).await.unwrap();
    site
}

/// Target of a page's link.
fn link(html: &str, rel: &str) -> Option<String> {
    let found = attributes(html, &format!("<a rel=\"{rel}\""), "href");
    found.first().map(|path| path.replace("&amp;", "&").replace("&#38;", "&"))
}

/// Rows of all pages of a list, following the links to the next page. Checks that the links back
/// lead to the same pages.
async fn walk(site: &Site, path: &str, row: &str) -> Vec<Vec<String>> {
    let browser = site.browser();
    let (mut pages, mut next) = (Vec::new(), Some(path.to_owned()));
    let mut last = String::new();
    while let Some(path) = next {
        let answer = browser.get(&path).await;
        answer.is(200);
        pages.push(attributes(&answer.text, row, "href"));
        next = link(&answer.text, "next");
        last = answer.text;
    }
    let mut back = Vec::new();
    while let Some(path) = link(&last, "prev") {
        last = browser.get(&path).await.is(200).text.clone();
        back.push(attributes(&last, row, "href"));
    }
    back.reverse();
    let before_last = &pages[..pages.len() - 1];
    assert!(back.is_empty() || back == before_last, "{path}");
    pages
}

/// Filter of games.
type Filter<'a> = &'a dyn Fn(&u32) -> bool;

#[tokio::test]
async fn links_lead_through_all_games() {
    let site = busy_site().await;
    let board = |n: &u32| {
        let kind = if *n < ANTIPOD { "antipod" } else { "ankor" };
        format!("/{kind}/{}", 101 + n)
    };
    let order = |wanted: &dyn Fn(&u32) -> bool| -> Vec<String> {
        let (playing, over): (Vec<u32>, Vec<u32>) =
            (0..GAMES).rev().filter(wanted).partition(|n| n % 5 == 0);
        playing.iter().chain(&over).map(board).collect()
    };
    let all: Filter<'_> = &|_| true;
    let cases: [(&str, Filter<'_>); 4] = [
        ("/games", all),
        ("/games?game=antipod", &|&n| n < ANTIPOD),
        ("/players/u0", all),
        ("/players/u1", &|&n| n % 2 == 0),
    ];
    for (path, wanted) in cases {
        let pages = walk(&site, path, "<tr><td><a").await;
        // Pages of players also have tables of ratings.
        let boards = |page: &Vec<String>| -> Vec<String> {
            let start = page.iter().rposition(|href| href.starts_with("/standings"));
            let rest = &page[start.map_or(0, |at| at + 1)..];
            rest.to_vec()
        };
        let mut pages: Vec<Vec<String>> = pages.iter().map(boards).collect();
        if path.starts_with("/players") {
            // Numbers of charts come before the boards of the first page.
            let extra = pages[0].len() - 100;
            pages[0].drain(..extra);
        }
        assert!(pages.iter().rev().skip(1).all(|page| page.len() == 100), "{path}");
        assert_eq!(pages.concat(), order(wanted), "{path}");
    }
    // Games in progress between two players are in the order of their boards.
    let pages = walk(&site, "/players/u0/u1", "<tr><td><a").await.concat();
    assert_eq!(pages.len(), GAMES as usize / 2);
    assert_eq!(pages.iter().collect::<BTreeSet<_>>().len(), pages.len());
    let won = (0..GAMES).filter(|n| n % 2 == 0 && n % 5 > 0 && n % 3 > 0).count();
    let drawn = (0..GAMES).filter(|n| n % 2 == 0 && n % 5 > 0 && n % 3 == 0).count();
    let browser = site.browser();
    let said = format!("{won} won, {drawn} drawn, 0 lost");
    browser.get("/players/u0/u1").await.is(200).says(&said);
    browser.get("/players/u1/u0").await.is(200).says(&format!("0 won, {drawn} drawn, {won} lost"));
    // Standings and players.
    let standings = walk(&site, "/standings/antipod", "lazy\"><a").await;
    assert_eq!(standings[0].len(), 100);
    let players: BTreeSet<&String> = standings.iter().flatten().collect();
    assert_eq!(players.len(), standings.concat().len());
    let second = link(&browser.get("/standings/antipod").await.text, "next");
    if let Some(second) = second {
        browser.get(&second).await.is(200).says("<tr><td>101</td>");
    }
    let players = walk(&site, "/players", "<b><a").await;
    let names: BTreeSet<&String> =
        players.iter().flatten().filter(|href| href.starts_with("/players/u")).collect();
    assert_eq!(names.len(), GAMES as usize + 2);
    browser.get("/").await.is(200).says(&format!("href=\"{}\"", board(&295)));
}

#[tokio::test]
async fn cursors_lead_through_the_api() {
    let site = busy_site().await;
    let browser = site.browser();
    for (path, list, count) in [
        ("/boards?limit=7", "boards", GAMES / 5),
        ("/boards?state=all&ended_since=2000-01-01T00:00:00Z", "boards", GAMES),
        ("/boards?state=ended&limit=100&game=antipod", "boards", ANTIPOD * 4 / 5),
        ("/boards?state=waiting&player=u0&limit=10", "boards", GAMES / 5),
        ("/boards?state=all&player=u1", "boards", GAMES / 2),
        ("/users?limit=100", "users", GAMES + 22),
        ("/users?part=1&limit=9", "users", 0),
        ("/users/u0/rating-history?limit=11", "games", GAMES - GAMES / 5),
        ("/standings/antipod?limit=13", "players", 0),
    ] {
        let (mut rows, mut after) = (Vec::new(), String::new());
        loop {
            let answer = browser.get(&format!("/api/v1{path}{after}")).await;
            answer.is(200);
            let answer: serde_json::Value = serde_json::from_str(&answer.text).unwrap();
            rows.extend(answer[list].as_array().unwrap().iter().map(ToString::to_string));
            let Some(next) = answer.get("next") else { break };
            let join = if path.contains('?') { '&' } else { '?' };
            after = format!("{join}after={}", next.as_str().unwrap());
        }
        assert!(count == 0 || rows.len() == count as usize, "{path}: {}", rows.len());
        assert!(rows.len() > 10, "{path}");
        assert_eq!(rows.iter().collect::<BTreeSet<_>>().len(), rows.len(), "{path}");
    }
}

#[tokio::test]
async fn an_unreadable_place_is_refused_with_an_explanation() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    for path in [
        "/games?before=x",
        "/games?after=over,yesterday,antipod-101",
        "/players/ann?before=playing,2008-05-01T00:00:00Z,go-101",
        "/players/ann/level1?after=",
        "/players?after=%25",
        "/search?q=a&after=x/",
        "/standings/ankor?after=1,settled,NaN,ann",
        "/seeks?after=7",
    ] {
        ann.get(path).await.is(400).says("contains a place in the list that cannot be read");
    }
    for path in [
        "/boards?after=x",
        "/users?after=x",
        "/users/ann/rating-history?after=x",
        "/standings/ankor?after=x",
        "/seeks?after=x",
    ] {
        let answer = ann.get(&format!("/api/v1{path}")).await;
        answer.is(400).says("after must be the value of next, such as ");
    }
}
