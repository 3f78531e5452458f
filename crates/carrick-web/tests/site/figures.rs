//! Figures of the rules: a page with one of them at another turn, and its picture without the page.

use super::support::Site;

#[tokio::test]
async fn a_figure_is_shown_at_the_requested_turn() {
    let site = Site::new().await;
    let browser = site.browser();
    let page = browser.get("/rules?figure=3&turn=2").await;
    page.is(200).says("role=\"status\">Turn 2 of 10: c3</p>").says("After turn 2 of 10, c3.");
    // The other figures stay as they are, and numbers out of range lead to the ends.
    page.says("role=\"status\">Turn 5 of 5: f12</p>");
    browser.get("/rules?figure=3&turn=99").await.is(200).says("Turn 10 of 10: c10</p>");
    browser.get("/rules?figure=99&turn=x").await.is(200).says("Turn 10 of 10: c10</p>");
    let rules = browser.get("/rules/boche?figure=2&turn=3").await;
    rules
        .is(200)
        .says("role=\"status\">Turn 3 of 4: h:b2</p>")
        .says("value=\"3\" aria-current=\"step\">Start<");
}

#[tokio::test]
async fn the_picture_of_a_turn_is_a_separate_file() {
    let site = Site::new().await;
    let browser = site.browser();
    let picture = browser.get("/rules/first-game/3.svg?turn=2").await;
    assert_eq!(picture.is(200).headers["content-type"], "image/svg+xml");
    assert!(picture.text.starts_with("<svg "), "{}", picture.text);
    picture.says("aria-label=\"After turn 2 of 10, c3.\"");
    for path in
        ["/rules/ankor/0.svg", "/rules/ankor/99.svg", "/rules/ankor/1.png", "/rules/go/1.svg"]
    {
        browser.get(path).await.is(404);
    }
}

#[tokio::test]
async fn findings_are_pages_with_their_plots() {
    let site = Site::new().await;
    let browser = site.browser();
    let all = browser.get("/findings").await;
    for (name, game) in [
        ("ankor-draws", "ankor"),
        ("boche-last-cube", "boche"),
        ("antipod-size", "antipod"),
        ("anchor-first-move", "anchor"),
        ("solved", "ankor"),
    ] {
        let link = format!("href=\"/findings/{name}");
        all.is(200).says(&link);
        browser.get(&format!("/findings/{name}")).await.is(200);
        browser.get(&format!("/rules/{game}")).await.is(200).says(&link);
        if name != "solved" {
            browser.get(&format!("/new/{game}")).await.is(200).says(&link);
        }
    }
    let page = browser.get("/findings/antipod-size").await;
    page.is(200)
        .says("<h1>Antipod: who is ahead, at which size?</h1>")
        .says("src=\"/findings/antipod-size.svg\"")
        .says("href=\"/findings/antipod-size.csv\"")
        .says("href=\"/findings/solved#antipod\"");
    assert_eq!(page.text.matches("<h1").count(), 1);
    let plot = browser.get("/findings/antipod-size.svg").await;
    assert_eq!(plot.is(200).headers["content-type"], "image/svg+xml");
    let figures = browser.get("/findings/antipod-size.csv").await;
    assert_eq!(figures.is(200).headers["content-type"], "text/csv; charset=utf-8");
    // Every table and plot next to the pages is served.
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/findings");
    for file in std::fs::read_dir(folder).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        if !name.ends_with(".md") {
            browser.get(&format!("/findings/{name}")).await.is(200);
        }
    }
    for path in ["/findings/README", "/findings/antipod-size.md", "/findings/go"] {
        browser.get(path).await.is(404);
    }
}
