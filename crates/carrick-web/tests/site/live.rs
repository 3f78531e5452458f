//! Event streams of pages.

use axum::body::Body;
use axum::http::{Request, header};
use futures_util::StreamExt as _;

use super::support::Site;

#[tokio::test]
async fn a_turn_is_announced_to_its_board_and_players() {
    let site = Site::new().await;
    let (mut ann, mut bob) = (site.browser(), site.browser());
    ann.sign_up("ann").await;
    bob.sign_up("bob").await;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let feed = site.feed.clone();
    let running = tokio::spawn(async move { feed.run(async { _ = stopped.await }, |_| ()).await });
    ann.post("/new/antipod/challenge", &[("opponent", "bob")]).await.is(303);

    let mut streams = Vec::new();
    for (path, cookie) in [("/antipod/101/events", None), ("/events", bob.cookie.clone())] {
        let mut request = Request::get(path).header(header::HOST, "carrick.example");
        if let Some(cookie) = cookie {
            request = request.header(header::COOKIE, cookie);
        }
        let response = site.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        streams.push(response.into_body().into_data_stream());
    }
    ann.post("/antipod/101/turn", &[("turn", "c3")]).await.is(303);
    for stream in &mut streams {
        let mut heard = String::new();
        while !heard.contains("/antipod/101 1") {
            let part = stream.next().await.unwrap().unwrap();
            heard.push_str(std::str::from_utf8(&part).unwrap());
        }
        assert!(heard.starts_with("event: ready"), "{heard}");
    }
    drop(stop);
    running.await.unwrap();
}

/// Reads a stream until it contains `what`.
async fn hear(stream: &mut axum::body::BodyDataStream, what: &str) {
    let mut heard = String::new();
    while !heard.contains(what) {
        let part = stream.next().await.unwrap().unwrap();
        heard.push_str(std::str::from_utf8(&part).unwrap());
    }
}

#[tokio::test]
async fn open_games_and_finished_boards_announce_what_comes_next() {
    let site = Site::new().await;
    let (mut ann, mut bob) = (site.browser(), site.browser());
    ann.sign_up("ann").await;
    bob.sign_up("bob").await;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let feed = site.feed.clone();
    let running = tokio::spawn(async move { feed.run(async { _ = stopped.await }, |_| ()).await });
    let open = async |path: &str| {
        let request = Request::get(path).header(header::HOST, "carrick.example");
        site.send(request.body(Body::empty()).unwrap()).await.into_body().into_data_stream()
    };
    let mut seeks = open("/seeks/events").await;
    hear(&mut seeks, "event: ready\ndata: 0\n").await;
    ann.post("/new/antipod/seek", &[("count", "2")]).await.is(303);
    hear(&mut seeks, "event: change\nid: 1\ndata: 1\n").await;
    bob.post("/seeks/antipod/1/take", &[]).await.is(303);
    hear(&mut seeks, "data: 2\n").await;
    ann.post("/seeks/antipod/1/cancel", &[]).await.is(303);
    hear(&mut seeks, "data: 3\n").await;

    let turn = [("turn", "c3")];
    let (first, second) = match ann.post("/antipod/101/turn", &turn).await.status.as_u16() {
        303 => (&mut ann, &mut bob),
        _ => (&mut bob, &mut ann),
    };
    first.post("/antipod/101/turn", &turn).await;
    second.post("/antipod/101/turn", &[("turn", "c5")]).await.is(303);
    first.post("/antipod/101/act", &[("action", "resign"), ("generation", "2")]).await.is(303);
    let mut board = open("/antipod/101/events").await;
    hear(&mut board, "event: ready").await;
    let next = first.post("/antipod/101/rematch", &[]).await.is(303).location().to_owned();
    hear(&mut board, "/antipod/101 2").await;
    let told = " offers a rematch, with colours exchanged: <a href=\"/antipod/102\">";
    second.get("/antipod/101").await.says(told);
    assert!(!second.get("/antipod/101").await.text.contains("Play again"));
    // A declined board does not count as the next game.
    let mut board = open("/antipod/101/events").await;
    hear(&mut board, "event: ready").await;
    let decline = [("action", "resign"), ("generation", "0")];
    second.post(&format!("{next}/act"), &decline).await.is(303);
    hear(&mut board, "/antipod/101 2").await;
    second.get("/antipod/101").await.says("Play again");
    drop(stop);
    running.await.unwrap();
}
