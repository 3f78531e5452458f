//! Hotseat: games of two people at one screen.

use super::support::{Site, password};

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
    turn(&mut guest, "D4", "1").await.is(422).says("gone on");
    turn(&mut guest, "C3", "2").await.is(422).says("value=\"C3\"");
    let data: serde_json::Value =
        serde_json::from_str(&guest.get(&format!("{path}/position?then=D4")).await.text).unwrap();
    assert_eq!((&data["turns"][1], &data["then"][0]), (&"C3".into(), &"D4".into()));
    let page = guest.get(&path).await;
    page.is(200).says("Turn 3: Black to move.").says("Sign up to keep this game");
    guest.get(&format!("{path}?at=1")).await.says("After turn 1 of 2.");

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

    // Nobody else sees it, signed in or not.
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

#[tokio::test]
async fn what_is_kept_for_somebody_has_bounds_and_goes_with_him() {
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
