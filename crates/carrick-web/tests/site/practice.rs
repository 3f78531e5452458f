//! Practice against the computer, and the level that is suggested afterwards.

use carrick_games::GameKind;

use super::play::game;
use super::support::{Browser, Site, fields};

/// Starts a game and plays one turn of it.
async fn begins(site: &Site, guest: &mut Browser<'_>, level: &str) -> String {
    let chosen = [("level", level), ("-radius", "4")];
    let path = guest.post("/new/antipod/computer", &chosen).await.is(303).location().to_owned();
    site.let_computer_answer().await;
    let free = game(site, &path).await.legal().swap_remove(0);
    guest.post(&format!("{path}/turn"), &[("turn", &free)]).await.is(303);
    site.let_computer_answer().await;
    path
}

async fn resigns(guest: &mut Browser<'_>, path: &str) {
    let form = fields(&guest.get(path).await.is(200).text);
    let sent = [("action", "resign"), ("generation", form["generation"].as_str())];
    guest.post(&format!("{path}/act"), &sent).await.is(303);
}

/// White moves first in Antipod and seldom wins.
#[tokio::test]
async fn a_game_started_with_one_click_gives_a_beginner_the_easier_side() {
    let site = Site::new().await;
    let mut guest = site.browser();
    for kind in GameKind::ALL {
        let new = format!("/new/{kind}/computer");
        let path = guest.post(&new, &[("level", "novice1")]).await.is(303).location().to_owned();
        site.let_computer_answer().await;
        let has_begun = kind == GameKind::Antipod;
        assert_eq!(game(&site, &path).await.ply(), usize::from(has_begun), "{kind}");
    }
}

#[tokio::test]
async fn after_two_lost_games_a_weaker_level_is_suggested() {
    let site = Site::new().await;
    let mut guest = site.browser();
    guest.get("/new/antipod").await.says("<option value=\"novice1\" selected>");
    let first = begins(&site, &mut guest, "level1").await;
    assert!(!guest.get(&first).await.text.contains("You won"), "it is still in progress");
    resigns(&mut guest, &first).await;
    let page = guest.get(&first).await;
    page.says("You won 0 of 1 against Obsidian.");
    assert!(!page.text.contains(". Try "), "one game is not enough");
    guest.get("/new/antipod").await.says("<option value=\"1\" selected>");

    let second = begins(&site, &mut guest, "1").await;
    resigns(&mut guest, &second).await;
    let page = guest.get(&second).await;
    page.says("You won 0 of 2 against Obsidian. Try Malachite:");
    page.says("<input type=\"hidden\" name=\"-radius\" value=\"4\">");
    guest.get("/new/antipod").await.says("<option value=\"novice8\" selected>");
    guest.get("/new/antipod?level=7").await.says("<option value=\"7\" selected>");
    guest.get("/new/boche").await.says("<option value=\"novice1\" selected>");
    assert!(!site.browser().get(&second).await.text.contains("You won"), "a guest reads it");

    let third = begins(&site, &mut guest, "novice8").await;
    resigns(&mut guest, &third).await;
    guest.get(&third).await.says("You won 0 of 1 against Malachite.");
    assert!(!guest.get(&first).await.text.contains("You won"), "that was too long ago");
}

#[tokio::test]
async fn a_turn_is_taken_back_after_the_end_and_the_game_continues() {
    let site = Site::new().await;
    let mut guest = site.browser();
    let path = begins(&site, &mut guest, "level1").await;
    let before = game(&site, &path).await.ply();
    assert!(
        !guest.get(&path).await.text.contains("Take back my last turn"),
        "it is still in progress"
    );
    resigns(&mut guest, &path).await;
    let over = guest.get(&path).await;
    over.says("Take back my last turn").says("id=\"review\"");
    assert!(!site.browser().get(&path).await.text.contains("Take back my last turn"));

    let generation = fields(&over.text)["generation"].clone();
    let sent = [("action", "undo"), ("generation", generation.as_str())];
    guest.post(&format!("{path}/act"), &sent).await.is(303);
    let now = game(&site, &path).await;
    assert!(now.outcome().is_none() && now.ply() < before, "{}", now.ply());
    let page = guest.get(&path).await;
    page.says("data-mode=\"play\"");
    assert!(!page.text.contains("id=\"review\""), "the review was for another ending");
    // The form that was answered is for a position that no longer exists.
    guest.post(&format!("{path}/act"), &sent).await.is(422);
    let free = now.legal().swap_remove(0);
    guest.post(&format!("{path}/turn"), &[("turn", &free)]).await.is(303);
    site.let_computer_answer().await;
    assert_eq!(game(&site, &path).await.ply(), now.ply() + 2);
}

#[tokio::test]
async fn a_teaching_game_starts_with_the_chosen_seat() {
    let site = Site::new().await;
    let mut guest = site.browser();
    for (seat, mode) in [("first", "play"), ("second", "watch")] {
        let chosen = [("level", "1"), ("-radius", "4"), ("teaching", "1"), ("seat", seat)];
        let path = guest.post("/new/antipod/computer", &chosen).await.is(303).location().to_owned();
        guest.get(&path).await.says(&format!("data-mode=\"{mode}\"")).says("a teaching game");
    }
}
