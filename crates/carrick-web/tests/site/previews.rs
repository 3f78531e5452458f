//! Preview pictures of pages that people pass on: games, explored positions, steps of lessons.

use super::support::{Site, attributes};

#[tokio::test]
async fn shared_positions_show_their_board() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    let mut bob = site.browser();
    bob.sign_up("bob").await.is(303);
    let begun = ann.post("/new/antipod/challenge", &[("opponent", "bob")]).await;
    let board = begun.is(303).location().to_owned();
    let explored = "/explore/boche?options=-size%3D4&turns=a%3Aa1";
    for (page, told) in [
        (board.as_str(), "A game of Antipod between ann and bob, not begun yet. Turn 1:"),
        (explored, "Boche after turn 1, a:a1. Turn 2:"),
        ("/learn/anchor/2", "Learn Anchor by playing."),
    ] {
        let answer = site.browser().get(page).await;
        let text = &answer.is(200).text;
        let content = |property: &str| {
            attributes(text, &format!("<meta property=\"{property}\""), "content").pop().unwrap()
        };
        let [short, long] = ["<meta name=\"description\"", "<meta property=\"og:description\""]
            .map(|tag| attributes(text, tag, "content").pop().unwrap());
        assert_eq!(short, long, "{page}");
        assert!(short.starts_with(told), "{page}: {short}");
        let picture = content("og:image").replace("&#38;", "&");
        let path = picture.strip_prefix(super::support::BASE).unwrap().to_owned();
        let drawn = site.browser().get(&path).await;
        assert_eq!(drawn.is(200).headers["content-type"], "image/png", "{path}");
        site.later(jiff::SignedDuration::from_mins(1));
    }
    for path in [
        "/explore/boche/other.png",
        "/explore/chess/preview.png",
        "/explore/ankor/preview.png?turns=z9",
        "/learn/ankor/99/preview.png",
        "/learn/ankor/1/board.png",
    ] {
        site.browser().get(path).await.is(404);
    }
}
