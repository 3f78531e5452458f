//! Budgets for what users change and guess: by line, by user and by network address.

use axum::http::header;
use carrick_server::Budget;
use carrick_service::{Needs, Stocks};

use super::support::{Browser, Site};

const HERE: &str = "192.0.2.1";

/// Types a line, with further lines below it, into the command box.
async fn types(browser: &mut Browser<'_>, line: &str, body: &str) -> super::support::Answer {
    browser.post("/commands", &[("command", line), ("body", body)]).await
}

/// Signs users up, each from an address that the tests do not use.
async fn users(site: &Site, names: &[&str]) {
    for (place, name) in names.iter().enumerate() {
        site.browser_at(&format!("198.51.100.{place}")).sign_up(name).await.is(303);
    }
}

/// A browser in which a user is signed in, at an address.
async fn signed_in<'a>(site: &'a Site, name: &str, address: &str) -> Browser<'a> {
    let mut browser = site.browser_at(address);
    let password = super::support::password(name);
    browser.post("/sign-in", &[("user", name), ("password", &password)]).await.is(303);
    browser
}

#[tokio::test]
async fn each_line_of_a_body_is_counted() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    let spent = |budget, key| site.app.spent(budget, key);
    let before = [spent(Budget::AddressChanges, HERE), spent(Budget::Time, "ann")];
    let lines = "list\n".repeat(50);
    types(&mut ann, "multiple", &lines).await.is(200);
    // A little has been refilled in the meantime.
    assert!((49..=50).contains(&spent(Budget::Changes, "ann")));
    assert!((49..=50).contains(&(spent(Budget::AddressChanges, HERE) - before[0])));
    assert!(spent(Budget::Time, "ann") - before[1] >= 50 * 40, "each is paid for as a question");
    types(&mut ann, "multiple", &lines).await.is(200);
    let answer = types(&mut ann, "multiple", &lines).await;
    answer.is(429).says("Too many requests").says("list");
    assert!(answer.headers.contains_key(header::RETRY_AFTER));
    types(&mut ann, "list", "").await.is(200);
    // Words of a line may be turns that are replayed.
    let before = spent(Budget::Time, "ann");
    types(&mut ann, &format!("ankor computer ann - {}", "d4 ".repeat(200)), "").await;
    assert!(spent(Budget::Time, "ann") - before > 200);
}

#[tokio::test]
async fn users_of_one_address_share_what_they_may_change() {
    let site = Site::new().await;
    let names = ["ann", "bob", "cyd", "dan", "eve"];
    users(&site, &names).await;
    let mut browsers = Vec::new();
    for name in names {
        browsers.push(signed_in(&site, name, HERE).await);
    }
    let lines = "list\n".repeat(50);
    let mut done = 0;
    for browser in &mut browsers {
        for _ in 0..2 {
            done += u32::from(types(browser, "multiple", &lines).await.status.as_u16() == 200);
        }
    }
    assert!((8..=9).contains(&done), "{done} bodies of 50 lines");
    // Strangers who show a password, tokens and forms also count; others do not.
    let answer = types(&mut site.browser(), "multiple", &lines).await;
    answer.is(429).says("Too many requests");
    types(&mut site.browser_at("203.0.113.5"), "multiple", &lines).await.is(200);
    let spent = site.app.spent(Budget::AddressChanges, HERE);
    for _ in 0..4 {
        browsers[4].post("/account/news", &[("news", "on")]).await.is(303);
    }
    assert!(site.app.spent(Budget::AddressChanges, HERE) >= spent + 3);
}

#[tokio::test]
async fn forms_that_are_refused_count_for_their_address() {
    let site = Site::new().await;
    let mut anybody = site.browser();
    for (path, fields) in [
        ("/new/antipod/computer", [("level", "none")]),
        ("/sign-up", [("user", "?")]),
        ("/offline/games", [("id", "?")]),
    ] {
        let spent = site.app.spent(Budget::AddressChanges, HERE);
        for _ in 0..4 {
            anybody.post(path, &fields).await.is(422);
        }
        assert!(site.app.spent(Budget::AddressChanges, HERE) >= spent + 3, "{path}");
    }
    // A game that is replayed costs the same as any other.
    let spent = site.app.spent(Budget::Time, HERE);
    let turns = "f4 e3 ".repeat(200);
    let game = [("id", "?"), ("game", "antipod"), ("options", "-radius=10"), ("turns", &turns)];
    let id = ("id", "12345678-1234-1234-1234-123456789012");
    let game = [&[id], &game[1..]].concat();
    anybody.post("/offline/games", &game).await.is(422);
    assert!(site.app.spent(Budget::Time, HERE) - spent >= 50);
}

/// Guesses of signed-in users count for their network address.
#[tokio::test]
async fn guesses_in_the_command_box_count_for_the_network_address() {
    let site = Site::new().await;
    let names = ["ann", "bob", "cyd"];
    users(&site, &names).await;
    let mut browsers = Vec::new();
    for name in names {
        browsers.push(signed_in(&site, name, HERE).await);
    }
    let mut turned_away = 0;
    for round in 0..4 {
        for browser in &mut browsers {
            let guess = format!("vacation {} wrong{round}pw off", names[round % 3]);
            let answer = types(browser, &guess, "").await;
            turned_away += u32::from(answer.text.contains("Too many wrong passwords"));
        }
    }
    assert_eq!(turned_away, 2, "ten are checked");
    assert!(site.app.spent(Budget::AddressTime, HERE) > 0);
    for name in names {
        assert_eq!(site.app.spent(Budget::AddressTime, name), 0);
    }
}

#[tokio::test]
async fn too_many_passwords_are_not_called_wrong_ones() {
    let site = Site::new().await;
    let mut anybody = site.browser();
    types(&mut anybody, "signup ann tulip77ann", "").await.is(200);
    let mut answer = types(&mut anybody, "vacation ann tulip77ann off", "").await;
    let right = "vacation ann tulip77ann off\n".repeat(50);
    for _ in 0..3 {
        answer = types(&mut anybody, "multiple", &right).await;
    }
    let text = answer.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("any passwords from you are being checked"), "{text}");
    assert!(!text.contains("wrong"), "{text}");
    let answer = types(&mut anybody, "vacation ann tulip77ann off", "").await;
    answer.is(429).says("This server is already checking many passwords from your network");
    assert!(answer.headers.contains_key(header::RETRY_AFTER));
}

/// Senders who only show a password, and programs, are also identified by their network address.
#[tokio::test]
async fn proven_senders_count_at_their_network_address() {
    let site = Site::new().await;
    for name in ["ann", "bob"] {
        types(&mut site.browser(), &format!("signup {name} tulip77{name}"), "").await.is(200);
    }
    users(&site, &["cyd"]).await;
    for name in ["ann", "bob"] {
        let seek = format!("ankor seek {name} tulip77{name} -size=4");
        types(&mut site.browser(), &seek, "").await.is(200).says("seek");
    }
    let token = site.token("cyd", "account").await;
    let request = axum::http::Request::put("/api/v1/me/vacation")
        .header(header::HOST, "carrick.example")
        .header(header::AUTHORIZATION, format!("Bearer {token}"))
        .header(header::CONTENT_TYPE, "application/json")
        .extension(axum::extract::ConnectInfo(std::net::SocketAddr::from(([192, 0, 2, 1], 4000))));
    site.send(request.body("{}".into()).unwrap()).await;
    for name in ["ann", "bob", "cyd"] {
        let needs = Needs { stocks: Some((name.parse().unwrap(), None)), ..Needs::default() };
        let Stocks { seeks_from_place, .. } = site.store.read(&needs).await.unwrap().stocks;
        assert_eq!(seeks_from_place, 2, "{name}");
    }
    // A wrong password proves nothing.
    let mut other = site.browser_at("203.0.113.5");
    types(&mut other, "ankor seek ann wrong77ann -size=4", "").await;
    let needs = Needs { stocks: Some(("ann".parse().unwrap(), None)), ..Needs::default() };
    assert_eq!(site.store.read(&needs).await.unwrap().stocks.seeks_from_place, 2);
}

#[tokio::test]
async fn a_forms_key_must_have_the_form_its_page_gave_it() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    let long = "a".repeat(60_000);
    for (once, status) in
        [(long.as_str(), 400), ("x", 400), ("0123456789abcdeg", 400), ("0123456789abcdef", 303)]
    {
        let fields = [("-radius", "4"), ("level", "1"), ("once", once)];
        ann.post("/new/antipod/computer", &fields).await.is(status);
    }
}

#[tokio::test]
async fn a_reset_link_costs_the_same_in_the_command_box() {
    let site = Site::new().await;
    let lines = "reset ann\n".repeat(4);
    types(&mut site.browser(), "multiple", &lines).await.is(200);
    types(&mut site.browser(), "reset ann", "").await.is(200);
    let answer = types(&mut site.browser(), "reset ann", "").await;
    answer.is(429).says("Too many requests");
    site.browser().post("/reset", &[("user", "ann")]).await.is(429);
}

/// A visitor without a session who shows the password also gets an answer.
#[tokio::test]
async fn a_command_with_a_password_is_answered_without_a_session() {
    let site = Site::new().await;
    let mut anybody = site.browser();
    types(&mut anybody, "signup ann tulip77ann", "").await.is(200);
    let answer = types(&mut anybody, "ankor computer ann tulip77ann", "").await;
    answer.is(200).says("/ankor/101").says("ann");
    let several = "ankor computer ann tulip77ann\nankor computer ann tulip77ann";
    types(&mut anybody, "multiple", several).await.is(200).says("This is done.");
}

#[tokio::test]
async fn a_message_is_sent_from_the_command_box_to_a_user_without_an_email_address() {
    let site = Site::new().await;
    users(&site, &["ann", "bob"]).await;
    let mut ann = signed_in(&site, "ann", HERE).await;
    types(&mut ann, "message ann - bob", "Hello!").await.says("Sent to bob");
    let proof = super::support::password("ann");
    let fields = [("command", "tulip7"), ("current", proof.as_str())];
    ann.post("/account/command-password", &fields).await.is(303);
    let mut anybody = site.browser();
    types(&mut anybody, "message ann tulip7 bob", "Hello again!").await.says("Sent to bob");
    signed_in(&site, "bob", HERE).await.get("/inbox").await.says("Hello!").says("Hello again!");
}
