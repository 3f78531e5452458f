//! Pages hear of changes.

use axum::body::Body;
use axum::http::{Request, header};
use futures_util::StreamExt as _;

use crate::support::Site;

#[tokio::test]
async fn a_board_and_its_players_hear_of_a_turn() {
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
