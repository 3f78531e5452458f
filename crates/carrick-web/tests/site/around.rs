//! Pages around the boards: watching, feeds, the export, getting a web password.

use carrick_server::{Incoming, administer, handle};
use carrick_service::{AdminAction, Sender, Userid};
use jiff::SignedDuration;

use super::support::{Answer, BASE, Browser, Site, password};

#[tokio::test]
async fn a_page_lists_watched_boards_and_games() {
    let site = Site::new().await;
    let (mut ann, mut bob, mut cyd) = (site.browser(), site.browser(), site.browser());
    for (browser, name) in [(&mut ann, "ann"), (&mut bob, "bob"), (&mut cyd, "cyd")] {
        browser.sign_up(name).await.is(303);
    }
    ann.post("/new/ankor/challenge", &[("opponent", "bob")]).await.is(303);
    cyd.get("/watching").await.is(200).says("You are not watching any games");
    cyd.post("/ankor/101/watch", &[]).await.is(303);
    cyd.get("/watching").await.is(200).says("href=\"/ankor/101\"");
    cyd.get("/games?game=antipod").await.is(200).says("Watch every board");
    cyd.post("/games/antipod/watch", &[]).await.is(303);
    cyd.get("/watching").await.is(200).says("All games of Antipod");
    cyd.get("/games?game=antipod").await.is(200).says("Stop watching every board");
    cyd.post("/games/antipod/watch", &[("off", "1")]).await.is(303);
    cyd.post("/ankor/101/watch", &[("off", "1")]).await.is(303);
    cyd.get("/watching").await.is(200).says("You are not watching any games");
    cyd.post("/games/chess/watch", &[]).await.is(404);
}

/// The secret part of the URLs on a page.
fn feed_on(page: &Answer) -> String {
    let start = page.text.find(&format!("{BASE}/feeds/")).unwrap() + BASE.len();
    let end = page.text[start..].find("/turns.atom").unwrap();
    page.text[start..start + end].to_owned()
}

#[tokio::test]
async fn a_feed_and_a_calendar_show_turns_until_they_are_ended() {
    let site = Site::new().await;
    let (mut ann, mut bob) = (site.browser(), site.browser());
    ann.sign_up("ann").await.is(303);
    bob.sign_up("bob").await.is(303);
    ann.post("/new/ankor/challenge", &[("opponent", "bob")]).await.is(303);
    bob.post("/ankor/101/answer", &[("answer", "accept")]).await.is(303);
    ann.post("/new/antipod/computer", &[("seat", "first")]).await.is(303);
    let page = ann.post("/account/feed", &[]).await;
    assert_eq!(page.headers["cache-control"], "no-store");
    let path = feed_on(&page);
    ann.get("/account/security").await.is(200).says("Yours was made <time datetime=\"2008-05-01");

    let stranger = site.browser();
    let atom = stranger.get(&format!("{path}/turns.atom")).await;
    atom.is(200).says("Ankor board 101: turn 1 against bob").says("Antipod board 101: turn 1");
    atom.says("You have until 2008-05-22 12:00 UTC.");
    assert_eq!(atom.headers["content-type"], "application/atom+xml; charset=utf-8");
    assert_eq!(atom.headers["cache-control"], "no-store, private");
    atom.says(&format!("<link rel=\"self\" href=\"https://carrick.example{path}/turns.atom\"/>"));
    let calendar = stranger.get(&format!("{path}/turns.ics")).await;
    calendar.is(200).says("SUMMARY:Ankor board 101: turn 1 against bob\r\n");
    assert_eq!(calendar.text.matches("BEGIN:VEVENT").count(), 2);
    assert_eq!(calendar.text.matches("DTSTART:20080522T1200").count(), 2, "{}", calendar.text);

    ann.post("/ankor/101/turn", &[("turn", "d3")]).await.is(303);
    let atom = stranger.get(&format!("{path}/turns.atom")).await;
    assert!(!atom.text.contains("Ankor board 101"), "{}", atom.text);

    let none = feed_on(&bob.post("/account/feed", &[]).await);
    bob.post("/ankor/101/turn", &[("turn", "e2")]).await.is(303);
    let calendar = stranger.get(&format!("{none}/turns.ics")).await;
    calendar.is(200).says("BEGIN:VTIMEZONE\r\n").says("END:VCALENDAR\r\n");
    assert!(!calendar.text.contains("VEVENT"), "{}", calendar.text);

    // A new URL ends the previous one, and can itself be ended; leaving also ends it.
    let other = feed_on(&ann.post("/account/feed", &[]).await);
    stranger.get(&format!("{path}/turns.atom")).await.is(404);
    stranger.get(&format!("{other}/turns.atom")).await.is(200);
    ann.post("/account/feed/revoke", &[]).await.is(303);
    stranger.get(&format!("{other}/turns.ics")).await.is(404);
    stranger.get("/feeds/nothing/turns.atom").await.is(404);
    // It stops working while its owner is suspended.
    let stopped = feed_on(&bob.post("/account/feed", &[]).await);
    let owner: Userid = "bob".parse().unwrap();
    for (action, status) in
        [(AdminAction::Suspend(owner.clone()), 404), (AdminAction::Restore(owner), 200)]
    {
        administer(&site.store, action, site.now()).await.unwrap();
        for file in ["turns.atom", "turns.ics"] {
            stranger.get(&format!("{stopped}/{file}")).await.is(status);
        }
    }
    let last = feed_on(&ann.post("/account/feed", &[]).await);
    let leaving = [("sure", "1"), ("current", &password("ann"))];
    ann.post("/account/delete", &leaving).await.is(303);
    stranger.get(&format!("{last}/turns.atom")).await.is(404);
}

#[tokio::test]
async fn the_export_has_everything_and_no_secret() {
    let site = Site::new().await;
    let (mut ann, mut bob) = (site.browser(), site.browser());
    ann.sign_up("ann").await.is(303);
    bob.sign_up("bob").await.is(303);
    ann.post("/new/ankor/challenge", &[("opponent", "bob")]).await.is(303);
    bob.post("/ankor/101/turn", &[("turn", "d3")]).await;
    ann.post("/ankor/101/turn", &[("turn", "d3")]).await.is(303);
    ann.post("/ankor/101/chat", &[("text", "Good luck at d3!")]).await.is(303);
    bob.post("/ankor/101/turn", &[("turn", "e2")]).await.is(303);
    ann.post("/new/boche/seek", &[("count", "2")]).await.is(303);
    bob.post("/new/anchor/challenge", &[("opponent", "ann")]).await.is(303);
    ann.post("/write", &[("to", "bob"), ("text", "A letter")]).await.is(200);
    bob.post("/write", &[("to", "ann"), ("text", "An answer")]).await.is(200);
    ann.post("/account/command-password", &[("command", "tulip7"), ("current", &password("ann"))])
        .await
        .is(303);
    let asked = [("name", "my bot"), ("read", "1"), ("days", "9")];
    ann.post("/account/tokens", &asked).await.is(422).says("so no token was made");
    let proof = password("ann");
    let token = ann.post("/account/tokens", &[&asked[..], &[("current", &proof)]].concat()).await;
    let token = token.text.split("carrick_").nth(1).unwrap()[..64].to_owned();
    ann.post("/account/feed", &[]).await.is(200);
    ann.post("/account/mail", &[("mail", "hourly")]).await.is(422);
    ann.post("/account/mail", &[("mail", "daily")]).await.is(303);
    ann.get("/account/mail").await.says("value=\"daily\" checked");

    let export = ann.get("/account/export").await;
    let data: serde_json::Value = serde_json::from_str(&export.is(200).text).unwrap();
    assert_eq!(data["userid"], "ann");
    assert_eq!(data["settings"]["daily"], true);
    assert_eq!(data["boards"].as_array().unwrap().len(), 2);
    assert_eq!(data["boards"][0]["game"]["moves"], serde_json::json!([["d3", "e2"]]), "{data:#}");
    assert_eq!(data["said"][0]["text"], "Good luck at d3!");
    assert_eq!(data["seeks"][0]["left"], 2);
    assert_eq!(data["letters"][0]["to"][0], "bob");
    assert_eq!(data["inbox"][0]["from"], "bob");
    assert_eq!(data["inbox"][0]["text"], "An answer");
    assert_eq!(data["tokens"][0]["name"], "my bot");
    assert!(data["messages"].as_array().unwrap().len() >= 2, "{data:#}");
    assert!(
        data["commands"]
            .as_array()
            .unwrap()
            .iter()
            .any(|one| { one["command"].as_str().unwrap().starts_with("ankor challenge") })
    );
    assert!(data["feed_made"].is_string() && data["has_command_password"] == true);
    assert!(data["settings"]["games"].is_object());
    for secret in ["tulip7", &password("ann"), "argon2", &token] {
        assert!(!export.text.contains(secret), "{secret}");
    }
}

#[tokio::test]
async fn a_command_password_gives_a_first_web_password_and_no_second() {
    let site = Site::new().await;
    let text = "signup ann tulip7";
    let incoming = Incoming { sender: Sender::Nobody, text, body: None, id: None };
    handle(&site.store, None, incoming, site.now()).await.unwrap();
    let mut browser = site.browser();
    let fields = |command: &'static str, password: &'static str| {
        [("user", "ann"), ("command", command), ("password", password)]
    };
    let path = "/reset/command-password";
    browser.get("/reset").await.is(200).says("Only have a command password");
    browser.post(path, &fields("rose88", "under the ann tree")).await.is(422).says("belong");
    browser.post(path, &fields("tulip7", "short")).await.is(422).says("8 to 128");
    browser.post(path, &fields("tulip7", "password1")).await.is(422).says("too common");
    browser.post(path, &fields("tulip7", "under the ann tree")).await.is(303);
    browser.get("/account").await.is(200).says("ann");
    // The command password in an email is not enough to take over the account.
    let mut thief = site.browser();
    thief.post(path, &fields("tulip7", "under another tree")).await.is(422).says("belong");
}

#[tokio::test]
async fn passwords_that_everybody_has_are_refused() {
    let site = Site::new().await;
    let mut ann = site.browser();
    for common in ["Passw0rd!", "12345678", "carrick1", "annabel12"] {
        let fields = [("user", "annabel"), ("password", common)];
        ann.post("/sign-up", &fields).await.is(422).says("too common");
    }
    ann.sign_up("annabel").await.is(303);
    let current = password("annabel");
    let change = [("current", current.as_str()), ("password", "qwertyuiop")];
    ann.post("/account/password", &change).await.is(422).says("too common");
}

#[tokio::test]
async fn guests_and_the_computer_have_readable_names() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    let mut guest = site.browser();
    guest.post("/new/ankor/computer", &[("level", "1")]).await.is(303);
    let between = ann.get("/players/ann/level2").await;
    between.is(200).says(">ann</a> against <a href=\"/players/level2\">Computer, Opal</a>: 0");
    ann.get("/players/guest_1").await.is(200).says("to=guest_1\">Write to Guest 1</a>");
}

/// The latest event of each board, and nothing that the reader did.
#[tokio::test]
async fn news_has_one_entry_for_each_board() {
    let site = Site::new().await;
    let (mut ann, mut bob) = (site.browser(), site.browser());
    ann.sign_up("ann").await.is(303);
    bob.sign_up("bob").await.is(303);
    let asked = [("opponent", "bob"), ("seat", "first"), ("-size", "4")];
    let board = ann.post("/new/anchor/challenge", &asked).await.is(303).location().to_owned();
    let told = async |browser: &Browser<'_>| -> Vec<String> {
        let page = browser.get("/boards").await;
        let Some((_, list)) = page.is(200).text.split_once("What happened</h2>") else {
            return Vec::new();
        };
        let list = list.split("</ul>").next().unwrap();
        let entry = |part: &str| Some(part.split_once('>')?.1.split('<').next()?.to_owned());
        list.split("<li><a ").skip(1).filter_map(entry).collect()
    };
    assert_eq!(told(&ann).await, [""; 0]);
    assert_eq!(told(&bob).await, ["Anchor board 101: ann offers you a game."]);
    let turn = format!("{board}/turn");
    ann.post(&turn, &[("turn", "D4"), ("number", "1")]).await.is(303);
    assert_eq!(told(&ann).await, [""; 0]);
    assert_eq!(told(&bob).await, ["Anchor board 101: ann has played D4."]);
    bob.post(&turn, &[("turn", "C3"), ("number", "2")]).await.is(303);
    assert_eq!(told(&ann).await, ["Anchor board 101: bob has played C3."]);
    assert_eq!(told(&bob).await, [""; 0]);
    bob.post(&format!("{board}/chat"), &[("text", "Your turn!")]).await.is(303);
    assert_eq!(told(&ann).await, ["Anchor board 101: bob has written in the chat."]);
    ann.post("/new/ankor/challenge", &asked[..2]).await.is(303);
    let resigned = [("action", "resign"), ("generation", "2")];
    bob.post(&format!("{board}/act"), &resigned).await.is(303);
    assert_eq!(told(&ann).await, ["Anchor board 101: you won (resignation)."]);
    assert_eq!(told(&bob).await, ["Ankor board 101: ann offers you a game."]);
}

/// The first games of a kind have remarks on turns; later ones only if the player wants them.
#[tokio::test]
async fn the_first_games_of_a_kind_have_remarks() {
    let site = Site::new().await;
    let (mut ann, mut bob) = (site.browser(), site.browser());
    ann.sign_up("ann").await.is(303);
    bob.sign_up("bob").await.is(303);
    let is_asked = |page: &Answer| page.is(200).text.contains("data-remarks=\"asked\"");
    for number in 101..=105 {
        let asked = [("opponent", "bob"), ("seat", "first"), ("-size", "4")];
        let board = ann.post("/new/anchor/challenge", &asked).await.is(303).location().to_owned();
        assert!(!is_asked(&ann.get(&board).await), "{number}");
        let turn = format!("{board}/turn");
        ann.post(&turn, &[("turn", "D4"), ("number", "1")]).await.is(303);
        bob.post(&turn, &[("turn", "C3"), ("number", "2")]).await.is(303);
        let resigned = [("action", "resign"), ("generation", "2")];
        bob.post(&format!("{board}/act"), &resigned).await.is(303);
        site.later(SignedDuration::from_mins(1));
    }
    assert!(is_asked(&ann.get("/anchor/105").await));
    assert!(!is_asked(&site.browser().get("/anchor/105").await), "a visitor may be new");
    let begun = ann.post("/new/ankor/challenge", &[("opponent", "bob")]).await;
    assert!(!is_asked(&ann.get(begun.is(303).location()).await), "another game is new");
}
