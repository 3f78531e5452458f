//! Refusals on pages: in the words of their labels, with a next step that exists.

use super::support::{Browser, Site, password};

/// A form on one of Ann's pages, its fields, and the refusal. `{pw}` is her password.
const REFUSED: &str = "
/antipod/101/turn            | turn=z<9                        | “Your turn” is not a move; a move of antipod looks like f4 or f14.
/antipod/101/turn            | turn=                           | Which turn? Type one, or choose one from the list.
/antipod/101/turn            | turn=z99                        | z99 is not on this board
/antipod/102/queue           | line=d3 what?                   | “If they play …, I reply with …” is not a move
/new/antipod/challenge       | opponent=nosuch                 | There’s no player called “nosuch”.
/new/antipod/challenge       | opponent=two words              | There’s no player called “two words”.
/new/antipod/challenge       | opponent=bob&forfeit=x          | “Time for a turn” must be a whole number of days from 1 to 365.
/new/antipod/challenge       | opponent=bob&forfeit=-3         | “Time for a turn” must be a whole number of days from 1 to 365.
/new/antipod/challenge       | opponent=bob&total=1 2          | “Time in all” must be a whole number.
/new/antipod/challenge       | opponent=bob&forfeit=999        | “Time for a turn” must be a whole number of days from 1 to 365.
/new/antipod/challenge       | opponent=bob&increment=4        | “Time added” needs “Time in all”
/new/antipod/challenge       | opponent=bob&-radius=99         | “Size of the board” must be a whole number from 4 to 10.
/new/anchor/computer         | -size=3&-handicap=2             | “Handicap” needs “Size of the board” 4 or more.
/new/anchor/computer         | level=12                        | “Level” takes
/new/anchor/computer         | level=x                         | “Level” takes novice1 to novice11, or a number from 1 to 9 in Anchor.
/new/antipod/seek            | count=99                        | “Games” should be a whole number of games from 1 to 20.
/new/antipod/seek            | count=1&stand_in=12             | “Level” takes novice1 to novice8, or a number from 1 to 9 in Antipod.
/seeks/antipod/1/take        |                                 | Seek 1 is your own; you can cancel your open games on the page “Open games”.
/seeks/antipod/9/take        |                                 | There is no open seek 9 of Antipod; see the list of open games.
/account/vacation            | days=99                         | “Days” should be a whole number of days from 1 to 30.
/account/vacation            | days=x                          | “Days” should be a whole number of days from 1 to 30.
/account/zone                | zone=Paris please               | “Zone” takes UTC, or a continent and a city such as Europe/Paris.
/account/addresses           | current={pw}&addresses=a@       | “Email addresses” should be an email address
/account/addresses           | current={pw}&addresses=         | You need at least one email address
/account/games               | ankor.limit=9999                | “Maximum number of games” should be a whole number from 1 to 1000.
/account/block               | user=!                          | “Name” should be a player's userid
/write                       | to=!&text=hello                 | “To” should be
";

/// Signs Ann up, with a board on which it is her turn, one on which it is not, and an open game.
async fn ann(site: &Site) -> Browser<'_> {
    let mut ann = site.browser();
    ann.sign_up("ann").await.is(303);
    site.browser().sign_up("bob").await.is(303);
    for seat in ["first", "second"] {
        let form = [("opponent", "bob"), ("seat", seat)];
        ann.post("/new/antipod/challenge", &form).await.is(303);
    }
    ann.post("/new/antipod/seek", &[("-radius", "5")]).await.is(303);
    ann
}

#[tokio::test]
async fn refusals_speak_of_fields_and_pages() {
    let site = Site::new().await;
    let mut ann = ann(&site).await;
    for row in REFUSED.trim().lines() {
        let mut parts = row.split('|').map(str::trim);
        let [path, typed, said] = std::array::from_fn(|_| parts.next().unwrap());
        let password = password("ann");
        let pairs = typed.split('&').filter_map(|pair| pair.split_once('='));
        let form: Vec<(&str, &str)> = pairs
            .map(|(name, value)| (name, if value == "{pw}" { &password } else { value }))
            .collect();
        // The hyphen before an option's value belongs to the value.
        let answer = ann.post(path, &form).await;
        answer.is(422);
        let alert = answer.text.split("role=\"alert\">").nth(1).unwrap_or_default();
        let alert = alert.split('<').next().unwrap().replace("&#39;", "'");
        assert!(alert.contains(said), "{path} {typed}: {alert:?}");
        for word in [" word ", "`", "Usage", "--", "userid password"] {
            assert!(!alert.contains(word), "{path} {typed}: {word:?} in {alert:?}");
        }
    }
}

/// Reloading the page of a refusal leads to the page of its form.
#[tokio::test]
async fn the_address_of_a_form_leads_to_its_page() {
    let site = Site::new().await;
    let mut ann = ann(&site).await;
    ann.post("/new/antipod/hotseat", &[]).await.is(303);
    for (form, page) in [
        ("/antipod/101/turn", "/antipod/101"),
        ("/antipod/101/act", "/antipod/101"),
        ("/antipod/101/chat", "/antipod/101"),
        ("/antipod/101/queue", "/antipod/101"),
        ("/antipod/101/rematch", "/antipod/101"),
        ("/hotseat/1/turn", "/hotseat/1"),
        ("/new/antipod/challenge", "/new/antipod"),
        ("/seeks/antipod/1/take", "/seeks"),
        ("/seeks/antipod/1/cancel", "/seeks"),
        ("/games/antipod/watch", "/games"),
        ("/account/password", "/account"),
        ("/account/sessions/end", "/account"),
        ("/account/factor/codes", "/account"),
        ("/sign-in/code", "/sign-in"),
        ("/sign-out", "/"),
    ] {
        assert_eq!(ann.get(form).await.is(303).location(), page, "{form}");
        let there = ann.get(page).await;
        assert!(matches!(there.status.as_u16(), 200 | 303), "{page}: {}", there.status);
    }
    ann.post("/about", &[]).await.is(405).says("You cannot send anything to this address");
}

/// Every page shows who is signed in, including error pages and pages opened from emails.
#[tokio::test]
async fn an_error_page_knows_its_reader() {
    let site = Site::new().await;
    let mut ann = ann(&site).await;
    for path in ["/no-such-page", "/antipod/999", "/players/nosuch", "/confirm/abc"] {
        ann.get(path).await.is(404).says(">ann</a>");
        site.browser().get(path).await.is(404).says("Sign up");
    }
    ann.post("/antipod/101/act", &[("action", "dance")]).await.is(400).says(">ann</a>");
}

#[tokio::test]
async fn a_form_of_an_expired_session_must_be_sent_again() {
    let site = Site::new().await;
    let mut ann = ann(&site).await;
    ann.cookie = None;
    let answer = ann.post("/antipod/101/turn", &[("turn", "c3")]).await;
    assert_eq!(answer.is(303).location(), "/sign-in?to=/antipod/101&why=ended");
    let page = ann.get(answer.location()).await;
    page.is(200).says("nothing was changed").says("value=\"/antipod/101\"");
    let form = [("user", "ann"), ("password", &password("ann") as &str), ("to", "/antipod/101")];
    assert_eq!(ann.post("/sign-in", &form).await.is(303).location(), "/antipod/101");
}

#[tokio::test]
async fn unknown_users_have_no_page() {
    let site = Site::new().await;
    let ann = ann(&site).await;
    ann.get("/players/ann/bob").await.is(200).says("0 won");
    ann.get("/players/ann/nosuch").await.is(404);
    ann.get("/players/nosuch/ann").await.is(404);
    assert_eq!(ann.get("/players/ann/ann").await.is(303).location(), "/players/ann");
}

#[tokio::test]
async fn an_open_game_shows_all_that_matters() {
    let site = Site::new().await;
    let mut ann = ann(&site).await;
    ann.get("/new/boche").await.says("If no one accepts within a day");
    let mut form =
        vec![("-size", "4"), ("total", "60"), ("increment", "24"), ("stand_in", "people")];
    ann.post("/new/boche/seek", &form).await.is(303);
    form[3].1 = "4";
    ann.post("/new/anchor/seek", &form).await.is(303);
    let page = ann.get("/seeks").await;
    page.says("21 days a turn, 60 days in all, 24 hours more after each turn, rated")
        .says("people only")
        .says("the computer, Flint, after a day")
        .says("the computer, after a day");
}

#[tokio::test]
async fn a_picture_shows_the_chosen_board() {
    let site = Site::new().await;
    let browser = site.browser();
    let page = browser.get("/new/anchor?-size=4&-pie=none").await;
    let small = "/pictures/anchor.svg?options=-size%3D4%20-pie%3Dnone&#38;show=no-labels";
    page.is(200).says("Size of the board").says(small).says("<details open>");
    let usual = browser.get("/pictures/anchor.svg?options=-size%3D8").await;
    let small = browser.get(&small.replace("&#38;", "&")).await;
    assert!(small.is(200).text.len() < usual.is(200).text.len());
    for (asked, said) in [
        ("options=-size%3D99", "“Size of the board” "),
        ("turns=e5%20e5", "Turn 2 cannot be played: E5 already holds"),
        ("turns=e5&show=everything", "territory, sizes"),
    ] {
        browser.get(&format!("/pictures/anchor.svg?{asked}")).await.is(400).says(said);
    }
    browser
        .get("/new/anchor?-size=99")
        .await
        .is(200)
        .says("“Size of the board” must be a whole number");
}

/// Hidden fields guard the turn: a form without them, or with changed ones, plays nothing.
#[tokio::test]
async fn a_form_that_no_page_made_does_nothing() {
    let site = Site::new().await;
    let (mut ann, mut bob) = (ann(&site).await, site.browser());
    bob.sign_up("bob").await.is(303);
    ann.post("/new/ankor/challenge", &[("opponent", "bob"), ("seat", "third")])
        .await
        .is(422)
        .says("Who moves first?");
    let board = ann.post("/new/ankor/challenge", &[("opponent", "bob")]).await;
    let board = board.is(303).location().to_owned();
    for (name, value) in [("number", "x"), ("number", "-1"), ("generation", "1.5")] {
        ann.post(&format!("{board}/turn"), &[("turn", "a1"), (name, value)])
            .await
            .is(400)
            .says("load the page again");
    }
    ann.get(&board).await.says("Turn 1");
}
