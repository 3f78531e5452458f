//! Challenges and rematches, which are offers until the other player accepts.

use serde_json::json;

use super::api::{ALL, Program, program};
use super::inbox::two;
use super::support::{Site, password};

#[tokio::test]
async fn a_challenge_starts_when_it_is_accepted() {
    let site = Site::new().await;
    let [mut ann, mut bob] = two(&site).await;
    ann.post("/new/antipod/challenge", &[("opponent", "bob"), ("forfeit", "3")]).await.is(303);
    for path in ["/inbox", "/antipod/101"] {
        let page = bob.get(path).await;
        page.says("ann offers you a game of Antipod").says("3 days a turn, rated");
        page.says("You play Black; you move second").says("no rating yet").says("Accept");
    }
    bob.get("/puzzles").await.says(r#"<span class="count figures">1</span>"#);
    ann.get("/antipod/101").await.says("Waiting for bob to accept").says("Withdraw");
    ann.get("/boards").await.says("offered to bob");
    bob.post("/antipod/101/answer", &[("answer", "accept")]).await.is(303);
    ann.get("/puzzles").await.says(r#"<span class="count figures">1</span>"#);
    let page = ann.get("/antipod/101").await;
    page.says("Make your first move by");
    assert!(!page.text.contains("Withdraw"), "{}", page.text);
}

#[tokio::test]
async fn the_opponents_first_turn_also_accepts() {
    let site = Site::new().await;
    let [mut ann, mut bob] = two(&site).await;
    ann.post("/new/antipod/challenge", &[("opponent", "bob")]).await.is(303);
    ann.post("/antipod/101/turn", &[("turn", "c3")]).await.is(303);
    bob.get("/antipod/101").await.says("ann offers you");
    bob.post("/antipod/101/turn", &[("turn", "c4")]).await.is(303);
    let page = bob.get("/antipod/101").await;
    assert!(!page.text.contains("ann offers you"), "{}", page.text);
}

#[tokio::test]
async fn an_offer_is_declined_with_a_reason_or_withdrawn() {
    let site = Site::new().await;
    let [mut ann, mut bob] = two(&site).await;
    for path in ["/antipod/101", "/antipod/102"] {
        ann.post("/new/antipod/challenge", &[("opponent", "bob")]).await.is(303);
        ann.post(&format!("{path}/turn"), &[("turn", "c3")]).await.is(303);
    }
    let no = [("answer", "decline"), ("reason", "No time this week.")];
    assert_eq!(bob.post("/antipod/101/answer", &no).await.is(303).location(), "/inbox");
    ann.get("/antipod/101").await.is(404).says("The game was declined");
    let told = site.store.told(&"ann".parse().unwrap(), None, 9).await.unwrap();
    assert!(told.iter().any(|one| one.text.contains("No time this week.")), "{told:?}");
    let withdraw = [("action", "resign"), ("generation", "1")];
    ann.post("/antipod/102/act", &withdraw).await.is(303);
    bob.get("/antipod/102").await.is(404);
    bob.get("/inbox").await.says("Nothing is waiting for you");
}

#[tokio::test]
async fn other_terms_replace_an_offer() {
    let site = Site::new().await;
    let [mut ann, mut bob] = two(&site).await;
    ann.post("/new/antipod/challenge", &[("opponent", "bob"), ("-radius", "5")]).await.is(303);
    let form = bob.get("/new/antipod?counter=101").await;
    form.is(200).says("Your offer replaces the one from ann").says(r#"value="5" selected"#);
    ann.get("/new/antipod?counter=101").await.is(404);
    let terms = [
        ("counter", "101"),
        ("opponent", "ann"),
        ("seat", "first"),
        ("unrated", "1"),
        ("-radius", "4"),
    ];
    let made = bob.post("/new/antipod/challenge", &terms).await;
    assert_eq!(made.is(303).location(), "/antipod/102");
    bob.get("/antipod/101").await.is(404);
    ann.get("/inbox").await.says("bob offers you a game").says("unrated").says("you move second");
}

#[tokio::test]
async fn a_rematch_is_an_offer_that_the_same_button_accepts() {
    let site = Site::new().await;
    let [mut ann, mut bob] = two(&site).await;
    ann.post("/new/antipod/challenge", &[("opponent", "bob")]).await.is(303);
    ann.post("/antipod/101/turn", &[("turn", "c3")]).await.is(303);
    bob.post("/antipod/101/turn", &[("turn", "c4")]).await.is(303);
    ann.post("/antipod/101/act", &[("action", "resign"), ("generation", "2")]).await.is(303);
    assert_eq!(ann.post("/antipod/101/rematch", &[]).await.is(303).location(), "/antipod/102");
    bob.get("/inbox").await.says("ann offers you a game of Antipod");
    assert_eq!(bob.post("/antipod/101/rematch", &[]).await.is(303).location(), "/antipod/102");
    let page = ann.get("/antipod/102").await;
    assert!(!page.text.contains("Waiting for bob to accept"), "{}", page.text);
}

#[tokio::test]
async fn the_first_visitor_to_accept_an_invitation_plays() {
    let site = Site::new().await;
    let [mut ann, mut bob] = two(&site).await;
    let form = [("against", "link"), ("forfeit", "3")];
    ann.post("/new/antipod", &form).await.is(303);
    let page = ann.get("/seeks").await;
    let link = page.text.split("/join/").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let path = format!("/join/{link}");
    assert!(!bob.get("/seeks").await.text.contains("/join/"));
    bob.get("/seeks").await.says("No one is waiting");
    bob.post("/seeks/antipod/1/take", &[]).await.is(422);
    ann.get(&path).await.is(200).says("your own invitation");
    let mut guest = site.browser();
    guest.get(&path).await.is(200).says("ann invites you to a game of Antipod").says("as a guest");
    guest.get(&path).await.is(200);
    let board = guest.post(&path, &[]).await.is(303).location().to_owned();
    guest.get(&board).await.is(200).says("3 days a turn, unrated");
    bob.get(&path).await.is(404).says("has been accepted or cancelled");
    ann.post("/new/antipod", &form).await.is(303);
    ann.post("/seeks/antipod/2/cancel", &[]).await.is(303);
    assert!(!ann.get("/seeks").await.text.contains("/join/"));
}

#[tokio::test]
async fn a_program_proposes_other_terms_invites_and_accepts() {
    let site = Site::new().await;
    let ann = program(&site, "ann", ALL).await;
    let bob = program(&site, "bob", ALL).await;
    let challenge = json!({ "game": "antipod", "opponent": "bob" });
    ann.post("/challenges", challenge).await.is(201);
    let other = json!({ "options": "-radius=4", "terms": { "rated": false } });
    let counter = bob.post("/boards/antipod/101/counter", other).await.is(201).json();
    assert_eq!(counter["number"], 102);
    assert_eq!(counter["options"], "-radius=4");
    assert_eq!(counter["offered_to"], "ann");
    assert_eq!(counter["players"][0]["userid"], "ann", "seats stay as in the offer");
    bob.get("/boards/antipod/101").await.is(404);
    let again = bob.post("/boards/antipod/102/counter", json!({})).await;
    again.is(409).says("ann");

    let made = ann.post("/invitations", json!({ "game": "boche" })).await.is(201).json();
    assert_eq!(ann.get("/invitations").await.is(200).json(), made);
    assert_eq!(bob.get("/invitations").await.is(200).json()["invitations"], json!([]));
    let url = made["invitations"][0]["url"].as_str().unwrap().to_owned();
    let take = format!("/invitations/{}/take", url.rsplit('/').next().unwrap());
    ann.post(&take, json!({})).await.is(409);
    let board = bob.post(&take, json!({})).await.is(201).json();
    assert_eq!((&board["game"], &board["number"]), (&json!("boche"), &json!(101)));
    assert_eq!(ann.get("/invitations").await.is(200).json()["invitations"], json!([]));
    bob.post(&take, json!({})).await.is(404);
    bob.post("/invitations/no-token/take", json!({})).await.is(404);

    ann.post("/invitations", json!({ "game": "boche" })).await.is(201);
    ann.send("DELETE", "/seeks/boche/2", None).await.is(204);
    assert_eq!(ann.get("/invitations").await.is(200).json()["invitations"], json!([]));
}

#[tokio::test]
async fn an_offer_to_a_player_who_is_away_stays_open_for_as_long() {
    let site = Site::new().await;
    let [mut ann, mut bob] = two(&site).await;
    bob.post("/account/vacation", &[("what", "on"), ("days", "10")]).await.is(303);
    ann.post("/new/antipod/challenge", &[("opponent", "bob")]).await.is(303);
    let mut ends = Vec::new();
    for path in ["/inbox", "/antipod/101"] {
        let page = bob.get(path).await.text;
        let end = page.split("Open until").nth(1).and_then(|rest| rest.split("datetime=\"").nth(1));
        ends.push(end.unwrap().split('"').next().unwrap().parse::<jiff::Timestamp>().unwrap());
    }
    assert_eq!(ends[0], ends[1]);
    let hours = ends[0].duration_since(site.now()).as_hours();
    assert!((24 * 24 - 1..=24 * 24).contains(&hours), "{hours}");
}

#[tokio::test]
async fn a_guest_who_signs_in_as_their_opponent_does_not_play_against_themselves() {
    let site = Site::new().await;
    let [mut ann, _] = two(&site).await;
    ann.post("/new/antipod", &[("against", "link"), ("forfeit", "3")]).await.is(303);
    let page = ann.get("/seeks").await;
    let link = page.text.split("/join/").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let mut guest = site.browser();
    guest.post("/new/ankor/computer", &[]).await.is(303);
    guest.post(&format!("/join/{link}"), &[]).await.is(303);
    guest.post("/sign-in", &[("user", "ann"), ("password", &password("ann"))]).await.is(303);
    let stranger = Program { site: &site, token: None };
    let players = async |path| {
        let board = stranger.get(path).await.is(200).json();
        [0, 1].map(|seat| board["players"][seat]["userid"].clone())
    };
    let [first, second] = players("/boards/antipod/101").await;
    assert_ne!(first, second);
    assert!(players("/boards/ankor/101").await.contains(&json!("ann")));
}
