//! Event streams of the API, and catching up on events missed while away.

use axum::body::{Body, BodyDataStream};
use axum::http::{Request, header};
use futures_util::StreamExt as _;
use serde_json::{Value, json};

use super::api::{ALL, Program, program};
use super::support::Site;

/// An event stream, read one event at a time.
struct Stream {
    body: BodyDataStream,
    rest: String,
}

/// An event: its name, its id and its data.
type Heard = (String, u64, Value);

impl Stream {
    async fn open(program: &Program<'_>, path: &str, last: Option<u64>) -> Self {
        let mut request =
            Request::get(format!("/api/v1{path}")).header(header::HOST, "carrick.example");
        if let Some(token) = &program.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        if let Some(last) = last {
            request = request.header("last-event-id", last.to_string());
        }
        let response = program.site.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()[header::CONTENT_TYPE], "text/event-stream");
        Self { body: response.into_body().into_data_stream(), rest: String::new() }
    }

    async fn next(&mut self) -> Heard {
        loop {
            if let Some((event, rest)) = self.rest.split_once("\n\n") {
                let field = |name: &str| {
                    let start = format!("{name}: ");
                    event.lines().find_map(|line| line.strip_prefix(&start)).unwrap().to_owned()
                };
                let heard = (
                    field("event"),
                    field("id").parse().unwrap(),
                    serde_json::from_str(&field("data")).unwrap(),
                );
                self.rest = rest.to_owned();
                return heard;
            }
            let part = self.body.next().await.unwrap().unwrap();
            self.rest.push_str(std::str::from_utf8(&part).unwrap());
        }
    }
}

#[tokio::test]
async fn missed_events_are_sent_again() {
    let site = Site::new().await;
    let ann = program(&site, "ann", ALL).await;
    let bob = program(&site, "bob", ALL).await;
    let stranger = Program { site: &site, token: None };
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let feed = site.feed.clone();
    let running = tokio::spawn(async move { feed.run(async { _ = stopped.await }, |_| ()).await });

    let mut of_bob = Stream::open(&bob, "/events", None).await;
    let (name, start, _) = of_bob.next().await;
    assert_eq!(name, "ready");
    ann.post("/challenges", json!({"game": "antipod", "opponent": "bob"})).await.is(201);
    let (name, opened, data) = of_bob.next().await;
    let new = json!({"game": "antipod", "number": 101, "generation": 0, "to_move": "ann"});
    assert_eq!((name.as_str(), &data), ("board", &new));
    assert!(opened > start);
    // Other players' boards cause no events here.
    ann.post("/computer-games", json!({"game": "boche", "level": 1})).await.is(201);
    ann.post("/boards/antipod/101/turns", json!({"number": 1, "turn": "c3"})).await.is(200);
    let (_, played, data) = of_bob.next().await;
    assert_eq!((&data["generation"], &data["to_move"]), (&json!(1), &json!("bob")));

    let mut played = played;
    // A program that was away gets the last event of each board, then new ones; each of them once.
    for (path, program) in [("/events", &bob), ("/boards/antipod/101/events", &stranger)] {
        let mut again = Stream::open(program, path, Some(start)).await;
        assert_eq!(again.next().await.0, "ready");
        let (_, id, data) = again.next().await;
        assert_eq!((id, &data["generation"]), (played, &json!(1)));
        bob.post("/boards/antipod/101/remarks", json!({"text": format!("hello {path}")}))
            .await
            .is(204);
        let said = again.next().await.1;
        assert!(said > played);
        played = said;
    }
    drop(stop);
    running.await.unwrap();
}
