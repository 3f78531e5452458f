//! How readers want pages and boards to look: saved in a cookie or in the account, and applied to
//! every page from the start.

use super::api::program;
use super::support::{Site, password};

#[tokio::test]
async fn choices_apply_to_every_page() {
    let site = Site::new().await;
    let mut reader = site.browser();
    let usual = reader.get("/").await;
    usual.is(200).says("data-theme=\"system\" data-look=\"paper\" data-size=\"large\">");
    usual.says("content=\"light dark\">").says("media=\"(prefers-color-scheme: dark)\"");
    let page = reader.get("/appearance").await;
    page.is(200).says("value=\"system\" checked").says("name=\"labels\" value=\"yes\" checked");
    let chosen = [
        ("theme", "dark"),
        ("look", "wood"),
        ("size", "small"),
        ("motion", "yes"),
        ("remarks", "terse"),
    ];
    let kept = reader.post("/appearance", &chosen).await;
    kept.is(303);
    let cookie = kept.headers["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.starts_with("appearance=dark.wood.small.bare.terse; Path=/; "), "{cookie}");
    for path in ["/", "/rules/ankor", "/nothing/here", "/appearance"] {
        let page = reader.get(path).await;
        page.says("data-theme=\"dark\" data-look=\"wood\" data-size=\"small\">");
        page.says("<meta name=\"color-scheme\" content=\"dark\">");
    }
    reader.get("/").await.says("media=\"all\"");
    let board = reader.get("/explore/ankor").await;
    assert!(!board.is(200).text.contains("data-label"), "boards have no coordinates");
    let page = reader.get("/appearance").await;
    page.says("value=\"dark\" checked").says("name=\"labels\" value=\"yes\">");
}

#[tokio::test]
async fn unknown_choices_become_the_defaults() {
    let site = Site::new().await;
    let mut reader = site.browser();
    let kept = reader.post("/appearance", &[("theme", "neon\r\nx"), ("labels", "1")]).await;
    kept.is(303);
    let cookie = kept.headers["set-cookie"].to_str().unwrap();
    assert!(cookie.starts_with("appearance=still; "), "{cookie}");
}

/// A user's choices apply on another device, whose cookie does not count.
#[tokio::test]
async fn a_users_choices_are_saved_in_the_account() {
    let site = Site::new().await;
    let mut desk = site.browser();
    // Chosen before there was an account, and kept once there is one.
    desk.post("/appearance", &[("words", "dark.wood")]).await.is(303);
    assert_eq!(desk.cookie.as_deref(), Some("appearance=dark.wood"));
    desk.sign_up("ann").await.is(303);
    desk.get("/account").await.is(200).says("Chosen: dark, wood.");
    let mut phone = site.browser();
    let entry = [("user", "ann"), ("password", &password("ann"))];
    phone.post("/sign-in", &entry).await.is(303);
    phone.get("/boards").await.says("data-appearance=\"dark.wood\" data-kept=\"/appearance\"");
    phone.get("/explore/ankor").await.says("data-look=\"wood\"");
    // A script saves a switch of a board; the page saves a form. Test browsers have one cookie.
    let (at_phone, at_desk) = (phone.cookie.clone(), desk.cookie.clone());
    phone.post("/appearance", &[("words", "dark.wood.sound")]).await.is(303);
    phone.cookie = at_phone;
    desk.get("/boards").await.says("data-appearance=\"dark.wood.sound\"");
    let form = [("theme", "contrast"), ("labels", "yes"), ("motion", "yes"), ("hints", "yes")];
    assert_eq!(desk.post("/appearance", &form).await.is(303).location(), "/appearance?done=1");
    desk.cookie = at_desk;
    phone.get("/appearance?done=1").await.says("Saved.").says("Saved in your account");
    phone.get("/learn").await.says("data-theme=\"contrast\" data-look=\"paper\"");
    let set = [("command", "ankor set ann - appearance=light.bare")];
    phone.post("/commands", &set).await.is(200).says("appearance=light.bare");
    desk.get("/account").await.says("Chosen: light, no coordinates.");
    let data: serde_json::Value =
        serde_json::from_str(&desk.get("/account/export").await.is(200).text).unwrap();
    assert_eq!(data["settings"]["appearance"], "light.bare");
}

#[tokio::test]
async fn programs_read_and_change_how_pages_look() {
    let site = Site::new().await;
    let ann = program(&site, "ann", "read account").await;
    let me: serde_json::Value = serde_json::from_str(&ann.get("/me").await.is(200).text).unwrap();
    assert_eq!(me.get("appearance"), None, "nothing is chosen yet");
    let chosen = serde_json::json!({ "appearance": "sound.contrast" });
    let me = ann.send("PATCH", "/me", Some(chosen)).await;
    let me: serde_json::Value = serde_json::from_str(&me.is(200).text).unwrap();
    assert_eq!(me["appearance"], "contrast.sound");
    let neon = serde_json::json!({ "appearance": "neon" });
    let refused = ann.send("PATCH", "/me", Some(neon)).await;
    refused.is(422).says("appearance is set as appearance=usual").says("light, dark or contrast");
}
