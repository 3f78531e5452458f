//! The form for a new game: one for all opponents, with every choice in words.

use carrick_games::{AnyOptions, GameKind};

use super::support::{Site, fields};

#[tokio::test]
async fn one_form_starts_games_against_every_opponent() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    site.browser().sign_up("bob").await.is(303);
    for (fields, there) in [
        (&[("against", "computer"), ("level", "2"), ("seat", "second")][..], "/ankor/101"),
        (&[("against", "person"), ("opponent", "bob"), ("seat", "lot")], "/ankor/102"),
        (&[("against", "anyone"), ("forfeit", "3")], "/seeks"),
        (&[("against", "screen"), ("-size", "4")], "/hotseat/1"),
        // A link with only a name.
        (&[("opponent", "bob")], "/ankor/103"),
    ] {
        let answer = ann.post("/new/ankor", fields).await;
        assert_eq!(answer.is(303).location(), there, "{fields:?}");
    }
    // Ann chose to be second.
    let record = ann.get("/ankor/101/game.json").await.text;
    assert!(record.find("level2") < record.find("ann"), "{record}");
    ann.get("/seeks").await.says("3 days a turn");
}

#[tokio::test]
async fn a_refused_form_keeps_everything_that_was_typed() {
    let site = Site::new().await;
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    let typed = [
        ("against", "person"),
        ("opponent", "bobb"),
        ("seat", "second"),
        ("forfeit", "4"),
        ("unrated", "1"),
        ("-size", "5"),
        ("-win_height", "2"),
    ];
    ann.post("/new/ankor", &typed)
        .await
        .is(422)
        .says("There’s no player called “bobb”. See the <a href=\"/players\">list of players</a>.")
        .says("value=\"person\" checked")
        .says("name=\"opponent\" value=\"bobb\"")
        .says("<option value=\"second\" selected>")
        .says("<option value=\"4\" selected>4</option>")
        .says("name=\"unrated\" value=\"1\" checked")
        .says("<option value=\"5\" selected>5 holes to a side")
        .says("<option value=\"2\" selected>up to level 2")
        .says("<details open>");
}

#[tokio::test]
async fn strangers_choose_the_computer_or_both_sides() {
    let site = Site::new().await;
    let mut cleo = site.browser();
    cleo.get("/new/boche")
        .await
        .is(200)
        .says("value=\"computer\" checked")
        .says("value=\"person\" disabled")
        .says("value=\"anyone\" disabled");
    cleo.post("/new/boche", &[("against", "person"), ("opponent", "ann")])
        .await
        .is(422)
        .says("Sign up to play against people");
    let board = cleo.post("/new/boche", &[("against", "computer"), ("seat", "first")]).await;
    let page = cleo.get(board.is(303).location()).await;
    page.is(200).says("Your turn.");
}

/// The form lists every choice of a game, in words and without the names that commands use.
#[tokio::test]
async fn options_are_described_in_words() {
    let site = Site::new().await;
    for kind in GameKind::ALL {
        let page = site.browser().get(&format!("/new/{kind}")).await;
        page.is(200);
        for info in AnyOptions::described(kind) {
            for (value, effect) in info.offered() {
                page.says(&format!("<option value=\"{value}\"")).says(&effect);
            }
            assert!(!page.text.contains(&format!(">{}", info.name)), "{kind}: {}", info.name);
        }
        assert!(!page.text.contains("inputmode"), "{kind}: no number to type");
    }
}

/// A double click sends the form twice before the first answer arrives.
#[tokio::test]
async fn a_form_that_is_sent_twice_starts_one_game() {
    let site = Site::new().await;
    let (mut ann, mut bob) = (site.browser(), site.browser());
    ann.sign_up("ann").await.is(303);
    bob.sign_up("bob").await.is(303);
    for (against, path) in
        [("person", "/ankor/101"), ("computer", "/ankor/102"), ("anyone", "/seeks")]
    {
        let page = ann.get("/new/ankor").await;
        let once = fields(&page.is(200).text)["once"].clone();
        let form = [
            ("once", once.as_str()),
            ("against", against),
            ("opponent", "bob"),
            ("level", "1"),
            ("seat", "lot"),
        ];
        for _ in 0..2 {
            assert_eq!(ann.post("/new/ankor", &form).await.is(303).location(), path, "{against}");
        }
    }
    assert_eq!(ann.get("/seeks").await.text.matches("/cancel").count(), 1);
    // The next page starts another.
    let once = fields(&ann.get("/new/ankor").await.text)["once"].clone();
    let form = [("once", once.as_str()), ("against", "person"), ("opponent", "bob")];
    assert_eq!(ann.post("/new/ankor", &form).await.is(303).location(), "/ankor/103");
}

type Chosen = &'static [(&'static str, &'static str)];

/// A stranger's second click arrives before the cookie of the first answer.
#[tokio::test]
async fn a_stranger_who_clicks_twice_is_one_guest_with_one_game() {
    let site = Site::new().await;
    let forms: [(&str, &str, Chosen); 3] = [
        ("/", "/new/antipod/computer", &[("level", "novice1")]),
        ("/new/ankor", "/new/ankor", &[("against", "computer"), ("level", "1")]),
        ("/new/boche", "/new/boche", &[("against", "screen")]),
    ];
    for (page, action, chosen) in forms {
        let (mut first, mut second) = (site.browser(), site.browser());
        let once = fields(&first.get(page).await.is(200).text)["once"].clone();
        let form: Vec<_> = [("once", once.as_str())].iter().chain(chosen).copied().collect();
        let (one, two) = tokio::join!(first.post(action, &form), second.post(action, &form));
        assert_eq!(one.is(303).location(), two.is(303).location(), "{action}");
        second.get(two.location()).await.is(200);
        // The same key from another address is another guest.
        let mut other = site.browser_at("192.0.2.77");
        assert_ne!(other.post(action, &form).await.is(303).location(), one.location());
    }
}
