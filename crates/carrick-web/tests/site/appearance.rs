//! How a reader wants pages and boards to look: kept in a cookie, and in every page from the start.

use super::support::Site;

#[tokio::test]
async fn what_was_chosen_is_in_every_page() {
    let site = Site::new().await;
    let mut reader = site.browser();
    let usual = reader.get("/").await;
    usual
        .is(200)
        .says("<html lang=\"en\" data-theme=\"system\" data-look=\"paper\" data-size=\"large\">");
    usual.says("content=\"light dark\">").says("media=\"(prefers-color-scheme: dark)\"");
    let page = reader.get("/appearance").await;
    page.is(200).says("value=\"system\" checked").says("name=\"labels\" value=\"yes\" checked");
    let chosen = [("theme", "dark"), ("look", "wood"), ("size", "small"), ("motion", "yes")];
    let kept = reader.post("/appearance", &chosen).await;
    kept.is(303);
    let cookie = kept.headers["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.starts_with("appearance=dark.wood.small.bare.terse; Path=/; "), "{cookie}");
    for path in ["/", "/rules/ankor", "/nothing/here", "/appearance"] {
        let page = reader.get(path).await;
        page.says("<html lang=\"en\" data-theme=\"dark\" data-look=\"wood\" data-size=\"small\">");
        page.says("<meta name=\"color-scheme\" content=\"dark\">");
    }
    reader.get("/").await.says("media=\"all\"");
    let board = reader.get("/explore/ankor").await;
    assert!(!board.is(200).text.contains("data-label"), "boards have no coordinates");
    let page = reader.get("/appearance").await;
    page.says("value=\"dark\" checked").says("name=\"labels\" value=\"yes\">");
}

#[tokio::test]
async fn choices_that_do_not_exist_become_the_usual_ones() {
    let site = Site::new().await;
    let mut reader = site.browser();
    let kept = reader.post("/appearance", &[("theme", "neon\r\nx"), ("labels", "1")]).await;
    kept.is(303);
    let cookie = kept.headers["set-cookie"].to_str().unwrap();
    assert!(cookie.starts_with("appearance=still.terse; "), "{cookie}");
}
