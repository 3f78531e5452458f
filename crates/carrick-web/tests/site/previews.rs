//! Preview pictures of pages that people share: games, explored positions, steps of lessons.

use super::support::{BASE, Browser, Site, attributes};

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

/// Path of a page's preview picture, and the description that goes with it.
async fn preview_of(browser: &Browser<'_>, page: &str) -> (String, String) {
    let answer = browser.get(page).await;
    let content = |property: &str| {
        let tag = format!("<meta property=\"{property}\"");
        attributes(&answer.is(200).text, &tag, "content").pop().unwrap_or_default()
    };
    let picture = content("og:image");
    (picture.trim_start_matches(BASE).to_owned(), content("og:description"))
}

/// A shared link to an earlier turn shows the position after that turn.
#[tokio::test]
async fn an_earlier_position_has_its_own_picture() {
    let site = Site::new().await;
    let (mut ann, mut bob) = (site.browser(), site.browser());
    ann.sign_up("ann").await.is(303);
    bob.sign_up("bob").await.is(303);
    let begun = ann.post("/new/ankor/challenge", &[("opponent", "bob"), ("seat", "first")]).await;
    let board = begun.is(303).location().to_owned();
    for (player, turn, number) in [(&mut ann, "d3", "1"), (&mut bob, "c2", "2")] {
        let sent = [("turn", turn), ("number", number)];
        player.post(&format!("{board}/turn"), &sent).await.is(303);
    }
    let stranger = site.browser();
    let mut pictures = Vec::new();
    for (at, told) in [
        ("", "A game of Ankor between ann and bob, after 2 turns. Turn 3: "),
        ("?at=1", "A game of Ankor between ann and bob, after turn 1 of 2. Turn 2: "),
        ("?at=0", "A game of Ankor between ann and bob, after turn 0 of 2. Turn 1: "),
        ("?at=2", "A game of Ankor between ann and bob, after 2 turns. Turn 3: "),
    ] {
        let (picture, said) = preview_of(&stranger, &format!("{board}{at}")).await;
        assert!(said.starts_with(told), "{at}: {said}");
        pictures.push(stranger.get_bytes(&picture).await);
        site.later(jiff::SignedDuration::from_mins(1));
    }
    assert!(pictures[..3].iter().all(|picture| picture.starts_with(b"\x89PNG")));
    assert!(pictures[0] != pictures[1] && pictures[1] != pictures[2] && pictures[0] != pictures[2]);
    assert!(pictures[0] == pictures[3], "the last turn is the present position");
}

#[tokio::test]
async fn puzzles_and_studies_have_pictures_of_their_boards() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    let kept = [("game", "antipod"), ("options", "-radius=4"), ("turns", "f4 e3 c4 b3")];
    let study = ann.post("/studies", &kept).await.is(303).location().to_owned();
    let earlier = format!("{study}?at=1");
    let stranger = site.browser();
    for (page, turns) in [
        ("/puzzles/boche/today", ""),
        ("/puzzles/ankor/1", ""),
        (study.as_str(), "&turns="),
        (earlier.as_str(), "&turns=f4%20e3"),
    ] {
        let (picture, _) = preview_of(&stranger, page).await;
        assert!(picture.starts_with("/explore/") && picture.contains(turns), "{page}: {picture}");
        let drawn = stranger.get(&picture).await;
        assert_eq!(drawn.is(200).headers["content-type"], "image/png", "{page}");
        site.later(jiff::SignedDuration::from_mins(1));
    }
}
