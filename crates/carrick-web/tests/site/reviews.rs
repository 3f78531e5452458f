//! Reviews of finished games on their pages and through the API.

use carrick_coach::review::Judged;
use carrick_games::GameKind;
use carrick_service::BoardId;
use carrick_store::{JobKind, WantedJob};
use jiff::SignedDuration;
use serde_json::json;

use super::api::Program;
use super::play::game;
use super::support::{Browser, Site};

/// A finished game of two people.
async fn finished(site: &Site) -> (Browser<'_>, Browser<'_>, String) {
    let (mut ann, mut bob) = (site.browser(), site.browser());
    ann.sign_up("ann").await.is(303);
    bob.sign_up("bob").await.is(303);
    let sent = [("opponent", "bob"), ("seat", "first"), ("-radius", "4")];
    let path = ann.post("/new/antipod/challenge", &sent).await.is(303).location().to_owned();
    let turns = ["c3", "e5", "f5", "e6", "d6", "f7", "e7", "e13", "d12", "e12"];
    for (ply, turn) in turns.into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut ann } else { &mut bob };
        mover.post(&format!("{path}/turn"), &[("turn", turn)]).await.is(303);
    }
    (ann, bob, path)
}

#[tokio::test]
async fn a_review_is_requested_made_and_shown() {
    let site = Site::new().await;
    let (mut ann, bob, path) = finished(&site).await;
    ann.get(&path).await.is(200).says("Review this game");
    site.browser().get(&path).await.is(200).says("to ask for a review");
    let form = format!("{path}/review");
    ann.post(&form, &[("times", "9")]).await.is(400);
    ann.post(&form, &[("times", "1")]).await.is(303);
    let waits = "The review starts as soon as the computer has no turn to play.";
    let page = bob.get(&path).await;
    page.says(waits);
    assert!(!page.text.contains("Review this game"), "it has been requested");
    site.let_computer_answer().await;
    // Everyone who can see the board sees the review, each from their side.
    let own = ann.get(&path).await;
    own.says("review-graph").says("All turns in numbers").says("Review again with 2 times");
    own.says("Value of each turn to White");
    let looked = own.text.split("looked at up to ").nth(1).and_then(|rest| rest.split(' ').next());
    assert!(
        looked.is_some_and(|number| number.contains(',')),
        "thousands are separated: {looked:?}"
    );
    bob.get(&path).await.says("Value of each turn to Black");
    site.browser().get(&path).await.is(200).says("review-graph");
    let earlier = ann.get(&format!("{path}?at=4")).await;
    earlier.says(&format!("href=\"{path}?at=4\" aria-current=\"true\""));
}

/// A review in which the sixth turn gave the game away.
async fn turning(site: &Site, board: BoardId) {
    let until = site.now() + SignedDuration::from_secs(60);
    let wanted = WantedJob { board: Some(board), ..WantedJob::of(&[JobKind::Review]) };
    let mut claim = site.store.claim_job(wanted, site.now(), until).await.unwrap();
    for ply in 0..=10 {
        let value = if ply < 6 { 0.2 } else { 0.9 };
        let line = ["a2", "b9", "a3+"].map(str::to_owned).into();
        let judged = Judged { value, proved: false, line };
        let judged = (ply, &judged);
        claim = site.store.add_judged(claim.unwrap(), judged, ply == 10, until).await.unwrap();
    }
}

#[tokio::test]
async fn a_turning_point_is_drawn_with_the_better_line() {
    let site = Site::new().await;
    let (mut ann, _bob, path) = finished(&site).await;
    ann.post(&format!("{path}/review"), &[("times", "1")]).await.is(303);
    turning(&site, BoardId { kind: GameKind::Antipod, number: 101 }).await;
    let page = ann.get(&path).await;
    page.says("Turn 6, f7").says("Better:").says("<figure class=\"better\"><svg");
    page.says("aria-label=\"Turn 6: the better line is a2, b9, a3+.\"");
    page.says("Numbers show the better line, a ring what was played.");
}

#[tokio::test]
async fn a_game_that_is_running_or_does_not_exist_has_no_review() {
    let site = Site::new().await;
    let (mut ann, mut bob) = (site.browser(), site.browser());
    ann.sign_up("ann").await.is(303);
    bob.sign_up("bob").await.is(303);
    let path = ann.post("/new/antipod/challenge", &[("opponent", "bob")]).await;
    let path = path.location().to_owned();
    assert!(!ann.get(&path).await.text.contains("Review"), "it is still in progress");
    ann.post(&format!("{path}/review"), &[]).await.is(422).says("is not over");
    ann.post("/antipod/999/review", &[]).await.is(404);
    let nobody = Program { site: &site, token: None };
    nobody.get("/boards/antipod/101/review").await.is(404).says("when it is over");
    nobody.get("/boards/antipod/999/review").await.is(404);
}

#[tokio::test]
async fn a_program_reads_and_requests_reviews() {
    let site = Site::new().await;
    let (_ann, _bob, _) = finished(&site).await;
    let token = site.token("ann", "play").await;
    let ann = Program { site: &site, token: Some(token) };
    let path = "/boards/antipod/101/review";
    assert_eq!(ann.get(path).await.is(200).json(), json!({}));
    ann.post(path, json!({"times": 9})).await.is(422);
    ann.post(path, json!({"times": 1})).await.is(202);
    let waits = ann.get(path).await.json();
    assert_eq!(waits["under_way"], json!({"times": 1, "judged": 0, "positions": 11, "ahead": 0}));
    ann.post(path, json!({"times": 2})).await.is(409);
    site.let_computer_answer().await;
    let done = ann.get(path).await.json();
    assert_eq!(done["done"]["times"], 1);
    assert_eq!(done["done"]["turns"].as_array().unwrap().len(), 10);
    let last = &done["done"]["turns"][9];
    assert_eq!(last["turn"], "e12");
    assert_eq!(last["after"], json!({"value": 1.0, "proved": true}), "it won");
    assert!(done["done"]["summary"].as_str().unwrap().starts_with("You were"));
}

#[tokio::test]
async fn a_finished_game_is_tried_again_from_a_turn() {
    let site = Site::new().await;
    let (_ann, mut bob, path) = finished(&site).await;
    let form = format!("{path}/retry");
    bob.post(&form, &[("turn", "40"), ("level", "1")]).await.is(422).says("There is no turn 40");
    bob.post(&form, &[("turn", "4"), ("level", "12")]).await.is(422).says("Level");
    bob.post(&form, &[("level", "1")]).await.is(400);
    let sent = [("turn", "4"), ("level", "novice1")];
    let again = bob.post(&form, &sent).await.is(303).location().to_owned();
    let page = bob.get(&again).await;
    page.is(200).says("started after turn 3 of another game").says("Your turn.");
    let now = game(&site, &again).await;
    assert_eq!(now.turn_names(), ["c3", "e5", "f5"]);
    let nobody = Program { site: &site, token: None };
    let board = nobody.get(&format!("/boards{again}")).await.json();
    assert_eq!((&board["given"], &board["terms"]["rated"]), (&json!(3), &json!(false)));
    bob.post(&format!("{again}/turn"), &[("turn", "d2")]).await.is(303);
    site.let_computer_answer().await;
    assert_eq!(game(&site, &again).await.ply(), 5, "the computer answers");
}

/// A practice game is reviewed automatically. Its player does not see the review while they play
/// the same turns in a game against a person.
#[tokio::test]
async fn a_review_of_practice_waits_until_a_running_game_has_ended() {
    let site = Site::new().await;
    let (mut ann, mut bob) = (site.browser(), site.browser());
    ann.sign_up("ann").await.is(303);
    bob.sign_up("bob").await.is(303);
    let chosen = [("level", "1"), ("seat", "first"), ("-radius", "4")];
    let practice = ann.post("/new/antipod/computer", &chosen).await.is(303).location().to_owned();
    for _ in 0..2 {
        let turn = game(&site, &practice).await.legal().swap_remove(5);
        ann.post(&format!("{practice}/turn"), &[("turn", turn.as_str())]).await.is(303);
        site.let_computer_answer().await;
    }
    let turns = game(&site, &practice).await.turn_names();
    let resigns = [("action", "resign"), ("generation", "4")];
    ann.post(&format!("{practice}/act"), &resigns).await.is(303);
    site.let_computer_answer().await;
    ann.get(&practice).await.is(200).says("review-graph");

    let sent = [("opponent", "bob"), ("seat", "first"), ("-radius", "4")];
    let path = ann.post("/new/antipod/challenge", &sent).await.is(303).location().to_owned();
    for (ply, turn) in turns.iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut ann } else { &mut bob };
        mover.post(&format!("{path}/turn"), &[("turn", turn.as_str())]).await.is(303);
    }
    let said = "This game has a position of Antipod board 102, which you are playing";
    for browser in [&ann, &bob] {
        let page = browser.get(&practice).await;
        assert!(!page.is(200).says(said).text.contains("review-graph"));
    }
    let token = Some(site.token("ann", "read").await);
    let program = Program { site: &site, token };
    let asked = format!("/boards{practice}/review");
    let told = program.get(&asked).await.is(409).json()["detail"].clone();
    assert!(told.as_str().unwrap().starts_with(said), "{told}");
    // A stranger cannot be recognised.
    site.browser().get(&practice).await.is(200).says("review-graph");
    ann.post(&format!("{path}/act"), &resigns).await.is(303);
    ann.get(&practice).await.is(200).says("review-graph");
}
