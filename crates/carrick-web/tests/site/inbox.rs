//! The inbox, and the bell that counts what waits for a reader.

use axum::body::Body;
use axum::http::{Request, header};
use carrick_server::administer;
use carrick_service::AdminAction;
use futures_util::StreamExt as _;

use super::support::{Browser, Site};

/// A site on which ann and bob have signed up without email addresses.
pub(crate) async fn two(site: &Site) -> [Browser<'_>; 2] {
    let (mut ann, mut bob) = (site.browser(), site.browser());
    ann.sign_up("ann").await;
    bob.sign_up("bob").await;
    [ann, bob]
}

const LETTER: [(&str, &str); 3] = [("to", "bob"), ("text", "shall we play?"), ("what", "message")];

#[tokio::test]
async fn a_message_is_read_on_the_site_without_an_email_address() {
    let site = Site::new().await;
    let [mut ann, mut bob] = two(&site).await;
    ann.post("/write", &LETTER).await.is(200).says("Sent to bob");
    for path in ["/puzzles", "/learn", "/bell"] {
        bob.get(path).await.says(r#"<span class="count figures">1</span>"#);
    }
    bob.get("/puzzles").await.says("<title>(1) ");
    let inbox = bob.get("/inbox").await;
    inbox.says("shall we play?").says("/players/ann").says("/write?to=ann").says(">new<");
    // Only the button marks it as read.
    bob.get("/inbox").await.says("<title>(1) Inbox");
    bob.post("/inbox/read", &[("up_to", "1")]).await.is(303);
    bob.get("/inbox").await.says("<title>Inbox").says("shall we play?");
    bob.post("/write", &[("to", "ann"), ("text", "Yes, gladly.")]).await.is(200);
    ann.get("/inbox").await.says("Yes, gladly.");
}

#[tokio::test]
async fn news_is_in_the_inbox_of_its_readers() {
    let site = Site::new().await;
    let [mut ann, mut bob] = two(&site).await;
    let operator = AdminAction::SetOperator { user: "ann".parse().unwrap(), on: true };
    assert!(!administer(&site.store, operator, site.now()).await.unwrap().refused);
    let news = [("to", ""), ("text", "The server moves on Friday."), ("what", "broadcast")];
    ann.post("/write", &news).await.is(200).says("Sent to all readers");
    bob.get("/inbox").await.says("No messages");
    let on = [("command", "news bob - on"), ("body", "")];
    bob.post("/commands", &on).await.is(200).says("You get the news");
    let news = [("to", ""), ("text", "The server has moved."), ("what", "broadcast")];
    ann.post("/write", &news).await.is(200).says("Sent to all readers");
    bob.get("/inbox").await.says("<title>(1) Inbox").says("The server has moved.").says(">news<");
    ann.get("/inbox").await.says("No messages");
    bob.post("/account/block", &[("user", "ann")]).await.is(303);
    bob.get("/inbox").await.says("No messages");
}

#[tokio::test]
async fn messages_from_blocked_users_are_hidden() {
    let site = Site::new().await;
    let [mut ann, mut bob] = two(&site).await;
    ann.post("/write", &LETTER).await.is(200);
    bob.post("/account/block", &[("user", "ann")]).await.is(303);
    bob.get("/inbox").await.says("<title>Inbox").says("No messages");
    ann.post("/write", &LETTER).await.is(422).says("does not accept your messages");
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
async fn every_page_is_notified_of_messages_and_new_games() {
    let site = Site::new().await;
    let [mut ann, mut bob] = two(&site).await;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let feed = site.feed.clone();
    let running = tokio::spawn(async move { feed.run(async { _ = stopped.await }, |_| ()).await });
    let cookie = bob.cookie.clone().unwrap();
    let open = async |path: &str| {
        let request = Request::get(path).header(header::HOST, "carrick.example");
        let request = request.header(header::COOKIE, cookie.clone()).body(Body::empty()).unwrap();
        site.send(request).await.into_body().into_data_stream()
    };
    let mut seeks = open("/seeks/events").await;
    hear(&mut seeks, "event: ready").await;
    ann.post("/write", &LETTER).await.is(200);
    hear(&mut seeks, "event: bell").await;
    bob.post("/new/antipod/seek", &[]).await.is(303);
    let mut seeks = open("/seeks/events").await;
    hear(&mut seeks, "event: ready").await;
    ann.post("/seeks/antipod/1/take", &[]).await.is(303);
    hear(&mut seeks, "event: opened\ndata: /antipod/101").await;
    drop(stop);
    running.await.unwrap();
}
