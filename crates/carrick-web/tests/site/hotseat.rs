//! Hotseat: games of two players at one screen.

use super::support::{Browser, Site, fields, password};

#[tokio::test]
async fn a_game_at_one_screen_is_kept_when_its_guest_signs_up() {
    let site = Site::new().await;
    let mut guest = site.browser();
    let begun = guest.post("/new/anchor/hotseat", &[("-size", "5")]).await;
    let path = begun.is(303).location().to_owned();
    let turn = async |browser: &mut super::support::Browser<'_>, turn: &str, ply: &str| {
        let typed = [("turn", turn), ("ply", ply)];
        browser.post(&format!("{path}/turn"), &typed).await
    };
    turn(&mut guest, "E5", "0").await.is(303);
    turn(&mut guest, "c3", "1").await.is(303);
    turn(&mut guest, "D4", "1").await.is(422).says("continued in the meantime");
    turn(&mut guest, "C3", "2").await.is(422).says("value=\"C3\"");
    let data: serde_json::Value =
        serde_json::from_str(&guest.get(&format!("{path}/position?then=D4")).await.text).unwrap();
    assert_eq!((&data["turns"][1], &data["then"][0]), (&"C3".into(), &"D4".into()));
    let page = guest.get(&path).await;
    page.is(200).says("Turn 3: Black to move.").says("Sign up to keep this game");
    guest.get(&format!("{path}?at=1")).await.says("After turn 1 of 2.");
    page.says("content=\"Anchor for two at this screen. Turn 3: Black to move.\"");

    guest.sign_up("ann").await.is(303);
    let mut ann = guest;
    ann.get("/boards").await.says("For two at this screen").says("Turn 3: Black to move.");
    ann.get(&format!("{path}/small-dark.svg")).await.is(200).says("<svg");
    turn(&mut ann, "D4", "2").await.is(303);
    ann.post(&format!("{path}/back"), &[("ply", "2")]).await.is(422);
    ann.post(&format!("{path}/back"), &[("ply", "3")]).await.is(303);
    for (word, ply) in [("pass", "2"), ("pass", "3")] {
        turn(&mut ann, word, ply).await.is(303);
    }
    ann.get(&path).await.says("data-mode=\"watch\"");

    // No one else can see it, signed in or not.
    let mut bob = site.browser();
    bob.sign_up("bob").await.is(303);
    bob.get(&path).await.is(404);
    bob.post(&format!("{path}/drop"), &[]).await.is(404);
    site.browser().get(&path).await.is(303);
    let export = ann.get("/account/export").await;
    let data: serde_json::Value = serde_json::from_str(&export.text).unwrap();
    assert_eq!(data["hotseats"][0]["turns"], "E5 C3 pass pass");

    ann.post(&format!("{path}/drop"), &[]).await.is(303);
    ann.get(&path).await.is(404);
    let again = ann.post("/new/antipod/hotseat", &[("-radius", "99")]).await;
    again.is(422);
}

/// A finished game at one screen in this browser; returns its path.
async fn finished(browser: &mut Browser<'_>) -> String {
    let begun = browser.post("/new/antipod/hotseat", &[("-radius", "4")]).await;
    let path = begun.is(303).location().to_owned();
    let turns = ["c3", "e5", "f5", "e6", "d6", "f7", "e7", "e13", "d12", "e12"];
    for (ply, turn) in turns.into_iter().enumerate() {
        let typed = [("turn", turn), ("ply", &ply.to_string() as &str)];
        browser.post(&format!("{path}/turn"), &typed).await.is(303);
    }
    path
}

#[tokio::test]
async fn a_finished_game_is_analysed_reviewed_and_tried_again() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    let begun = ann.post("/new/antipod/hotseat", &[("-radius", "4")]).await;
    let running = begun.is(303).location().to_owned();
    let page = ann.get(&running).await;
    assert!(!page.text.contains("id=\"review\"") && !page.text.contains("id=\"analysis\""));
    ann.post(&format!("{running}/review"), &[]).await.is(422).says("when it is over");
    ann.post(&format!("{running}/retry"), &[("turn", "1")]).await.is(422).says("that is over");

    let path = finished(&mut ann).await;
    ann.get(&path).await.says("id=\"analysis\"").says("Review this game");
    ann.post(&format!("{path}/review"), &[("times", "9")]).await.is(400);
    ann.post(&format!("{path}/review"), &[("times", "1")]).await.is(303);
    let page = ann.get(&path).await;
    page.says("The review starts as soon as the computer has no turn to play.").says("Look again");
    site.let_computer_answer().await;
    let page = ann.get(&path).await;
    page.says("review-graph").says("All turns in numbers").says("Review again with 2 times");
    page.says(&format!("href=\"{path}?at=4\""));

    let retry = format!("{path}/retry");
    ann.post(&retry, &[("turn", "11")]).await.is(422).says("The game only has turns 1 to 10.");
    ann.post(&retry, &[("turn", "2"), ("level", "most")])
        .await
        .is(422)
        .says("“Level” takes novice1");
    let once = fields(&page.text)["once"].clone();
    let form = [("once", once.as_str()), ("turn", "4"), ("level", "level2")];
    let tried = ann.post(&retry, &form).await;
    let board = tried.is(303).location().to_owned();
    assert_eq!(ann.post(&retry, &form).await.is(303).location(), board, "a double click");
    ann.get(&board).await.says("c3").says("Opal");

    // The continuation is a different game.
    ann.post(&format!("{path}/back"), &[("ply", "10")]).await.is(303);
    let page = ann.get(&path).await;
    assert!(!page.text.contains("review-graph"), "{}", page.text);
    ann.post(&format!("{path}/turn"), &[("turn", "e12"), ("ply", "9")]).await.is(303);
    ann.get(&path).await.says("Review this game");
    ann.post(&format!("{path}/review"), &[]).await.is(303);
    ann.post(&format!("{path}/drop"), &[]).await.is(303);
    let path = finished(&mut ann).await;
    ann.post(&format!("{path}/review"), &[]).await.is(303);
    site.let_computer_answer().await;
    let leaving = [("sure", "1"), ("current", &password("ann") as &str)];
    ann.post("/account/delete", &leaving).await.is(303);
}

#[tokio::test]
async fn waiting_reviews_are_limited() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    for _ in 0..4 {
        let path = finished(&mut ann).await;
        ann.post(&format!("{path}/review"), &[]).await.is(303);
        ann.post(&format!("{path}/review"), &[]).await.is(303);
    }
    let path = finished(&mut ann).await;
    let said = "You are waiting for 4 reviews";
    ann.post(&format!("{path}/review"), &[]).await.is(422).says(said);
}

#[tokio::test]
async fn what_users_keep_is_limited_and_leaves_with_them() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    for _ in 0..50 {
        ann.post("/new/boche/hotseat", &[]).await.is(303);
    }
    ann.post("/new/boche/hotseat", &[]).await.is(422).says("delete one first");
    let leaving = [("sure", "1"), ("current", &password("ann") as &str)];
    ann.post("/account/delete", &leaving).await.is(303);
    let user = "ann".parse().unwrap();
    assert_eq!(site.store.hotseats_of(&user).await.unwrap(), []);
}
