//! Links in emails: programs that open them change nothing, people press a button, and mail
//! programs unsubscribe with one click.

use axum::body::Body;
use axum::http::{Request, header};
use carrick_games::{GameKind, Seat};
use carrick_server::{Incoming, handle};
use carrick_service::{Address, BoardId, Mailing, Needs, Sender, Subscription, Userid};
use carrick_tokens::{ChangeToken, ConfirmToken, DeclineToken, Keyring, UnsubscribeToken};
use jiff::SignedDuration;

use super::support::{Browser, Site, password};

fn ann() -> Userid {
    "ann".parse().unwrap()
}

async fn user(site: &Site) -> carrick_service::User {
    let needs = Needs { users: [ann()].into(), ..Needs::default() };
    site.store.read(&needs).await.unwrap().users.remove(&ann()).unwrap()
}

#[tokio::test]
async fn an_address_is_confirmed_by_a_button_and_not_by_looking() {
    let site = Site::new().await;
    let mut browser = site.browser();
    browser.sign_up("ann").await.is(303);
    let form = [("addresses", "ann@example.org"), ("current", &password("ann"))];
    browser.post("/account/addresses", &form).await.is(303);
    let token = ConfirmToken {
        user: ann(),
        address: "ann@example.org".parse().unwrap(),
        expires: site.now() + SignedDuration::from_hours(24),
    };
    let path = format!("/confirm/{}", Keyring::new([7; 32]).seal(&token));
    let mut stranger = site.browser();
    for _ in 0..3 {
        stranger.get(&path).await.is(200).says("ann@example.org");
    }
    assert!(!user(&site).await.addresses[0].confirmed, "a GET never acts");
    for _ in 0..2 {
        stranger.post(&path, &[]).await.is(200).says("is confirmed");
    }
    assert!(user(&site).await.addresses[0].confirmed);
    site.later(SignedDuration::from_hours(25));
    stranger.get(&path).await.is(404).says("has expired");
    stranger.get("/confirm/abc").await.is(404);
    let stop = UnsubscribeToken { user: ann(), from: Subscription::Everything };
    let wrong = format!("/confirm/{}", Keyring::new([7; 32]).seal(&stop));
    stranger.post(&wrong, &[]).await.is(404);
}

#[tokio::test]
async fn mail_programs_unsubscribe_with_one_click() {
    let site = Site::new().await;
    site.browser().sign_up("ann").await.is(303);
    let token = UnsubscribeToken { user: ann(), from: Subscription::Everything };
    let path = format!("/stop/{}", Keyring::new([7; 32]).seal(&token));
    site.browser().get(&path).await.is(200).says("Should that stop?");
    assert_eq!(user(&site).await.settings.mailing(), Mailing::Each, "a GET never acts");
    // RFC 8058: no cookie, no origin.
    let request = Request::post(&path)
        .header(header::HOST, "carrick.example")
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Body::from("List-Unsubscribe=One-Click"))
        .unwrap();
    Browser::read(site.send(request).await).await.is(200).says("no longer gets email");
    assert_eq!(user(&site).await.settings.mailing(), Mailing::Never);
    // The other kind of form that RFC 8058 allows. The mail program does not show the answer, so it
    // is emailed, once.
    let multipart = "--x\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--x--\r\n";
    let letters = UnsubscribeToken { user: ann(), from: Subscription::Letters };
    let path = format!("/stop/{}", Keyring::new([7; 32]).seal(&letters));
    let request = Request::post(&path)
        .header(header::HOST, "carrick.example")
        .header(header::CONTENT_TYPE, "multipart/form-data; boundary=x")
        .body(Body::from(multipart))
        .unwrap();
    Browser::read(site.send(request).await).await.is(200);
    assert!(!user(&site).await.settings.letters);
    let told = site.store.pending(10).await.unwrap();
    let told = told.iter().filter(|one| one.subject == "Carrick: mail stopped");
    assert_eq!(told.count(), 2);
}

const BOARD: BoardId = BoardId { kind: GameKind::Ankor, number: 101 };

/// Runs a command for a known sender.
async fn does(site: &Site, user: &str, text: &str) {
    let sender = Sender::User(user.parse().unwrap());
    let incoming = Incoming { sender, text, body: None, id: None };
    let done = handle(&site.store, None, incoming, site.now()).await.unwrap();
    assert!(!done.refused, "{:?}", done.messages);
}

#[tokio::test]
async fn emails_of_one_kind_or_one_board_are_stopped_and_resumed_by_a_button() {
    let site = Site::new().await;
    for user in ["ann", "bob"] {
        site.browser().sign_up(user).await.is(303);
    }
    does(&site, "ann", "ankor challenge -size=3 ann bob").await;
    let mut stranger = site.browser();
    let clocks = "a player who does not move in time loses";
    for (from, what, warns) in [
        (Subscription::Board(BOARD), "mail about Ankor board 101", true),
        (Subscription::Turns, "mail about turns, offers", true),
        (Subscription::Reminders, "reminders", true),
        (Subscription::Letters, "messages from other users", false),
        (Subscription::Everything, "email about turns and new games", true),
    ] {
        let before = user(&site).await;
        let token = UnsubscribeToken { user: ann(), from };
        let path = format!("/stop/{}", site.keys.seal(&token));
        for _ in 0..2 {
            let page = stranger.get(&path).await;
            page.is(200).says("Should that stop?").says(what);
            if warns {
                page.says(clocks);
            }
        }
        assert_eq!(user(&site).await, before, "a GET never acts");
        let page = stranger.post(&path, &[("do", "stop")]).await;
        page.is(200).says("no longer gets").says("Get it again").says("ankor");
        if warns {
            page.says(clocks);
        }
        assert_ne!(user(&site).await, before);
        stranger.get(&path).await.is(200).says("does not get").says("Get it again");
        stranger.post(&path, &[("do", "again")]).await.is(200).says("again.");
        assert_eq!(user(&site).await, before, "{from:?}");
    }
    // The email about a board can also stop more than that board.
    let token = UnsubscribeToken { user: ann(), from: Subscription::Board(BOARD) };
    let path = format!("/stop/{}", site.keys.seal(&token));
    stranger.get(&path).await.says("Stop email about all my turns").says("Stop all email");
    stranger.post(&path, &[("do", "stop"), ("what", "turns")]).await.is(200);
    let after = user(&site).await;
    assert!(!after.settings.turn_mail && after.muted.is_empty() && !after.settings.quiet);
    // The page has confirmed it, so no email does.
    let told = site.store.pending(100).await.unwrap();
    assert!(told.iter().all(|one| one.subject != "Carrick: mail stopped"));
}

#[tokio::test]
async fn the_account_page_shows_and_changes_which_emails_come() {
    let site = Site::new().await;
    let mut ann_there = site.browser();
    ann_there.sign_up("ann").await.is(303);
    site.browser().sign_up("bob").await.is(303);
    let form = [("letters", "1"), ("pictures", "all")];
    ann_there.post("/account/mail/kinds", &form).await.is(303);
    let mail = user(&site).await.settings;
    assert!(!mail.turn_mail && !mail.reminders && mail.letters);
    let page = ann_there.get("/account/mail").await;
    page.is(200).says("name=\"letters\" value=\"1\" checked").says("value=\"all\" checked");
    ann_there.post("/account/mail/kinds", &[("pictures", "many")]).await.is(422);
    does(&site, "ann", "ankor challenge -size=3 ann bob").await;
    does(&site, "ann", "ankor unsubscribe 101 ann -").await;
    ann_there
        .get("/account/mail")
        .await
        .says("You get no email about")
        .says("ankor subscribe 101 ann");
    does(&site, "ann", "ankor subscribe 101 ann -").await;
    assert!(user(&site).await.muted.is_empty());
}

#[tokio::test]
async fn a_game_is_declined_by_a_button_and_not_by_looking_nor_later() {
    let site = Site::new().await;
    for user in ["ann", "bob"] {
        site.browser().sign_up(user).await.is(303);
    }
    does(&site, "ann", "ankor challenge -size=3 ann bob").await;
    does(&site, "ann", "ankor challenge -size=3 ann bob").await;
    let expires = site.now() + SignedDuration::from_hours(24);
    let link = |number, seat| {
        let board = BoardId { number, ..BOARD };
        format!("/decline/{}", site.keys.seal(&DeclineToken { board, seat, expires }))
    };
    let mut stranger = site.browser();
    let bobs = link(101, Seat::Second);
    for _ in 0..2 {
        stranger.get(&bobs).await.is(200).says("Should bob decline Ankor board 101 against ann?");
    }
    stranger.get("/ankor/101").await.is(200);
    stranger.post(&bobs, &[]).await.is(200).says("bob has declined Ankor board 101");
    stranger.get("/ankor/101").await.is(404);
    stranger.post(&bobs, &[]).await.is(200).says("already gone");
    stranger.get(&bobs).await.is(200).says("nothing to decline");
    // A player who has moved has accepted the game.
    does(&site, "bob", "ankor move 102 bob - accept").await;
    does(&site, "ann", "ankor move 102 ann - b1").await;
    let anns = link(102, Seat::First);
    stranger.get(&anns).await.is(200).says("can no longer be declined");
    stranger.post(&anns, &[]).await.is(200).says("can no longer decline");
    stranger.get("/ankor/102").await.is(200);
    // No other kind of token declines.
    let stop = UnsubscribeToken { user: ann(), from: Subscription::Board(BOARD) };
    stranger.post(&format!("/decline/{}", site.keys.seal(&stop)), &[]).await.is(404);
    site.later(SignedDuration::from_hours(25));
    stranger.post(&link(102, Seat::Second), &[]).await.is(404).says("has expired");
}

#[tokio::test]
async fn an_account_is_changed_by_a_button_and_not_by_looking() {
    let site = Site::new().await;
    let ask = async |text: &str| {
        let incoming = Incoming { sender: Sender::Nobody, text, body: None, id: None };
        let done = handle(&site.store, None, incoming, site.now()).await.unwrap();
        assert!(!done.refused, "{:?}", done.messages);
    };
    ask("signup ann hunter22 ann@example.org").await;
    site.store.confirm_address(&ann(), &"ann@example.org".parse().unwrap()).await.unwrap();
    ask("delete ann hunter22").await;
    let letters = site.store.pending(10).await.unwrap();
    let number = u32::try_from(letters.last().unwrap().number).unwrap();
    let expires = site.now() + SignedDuration::from_hours(24);
    let link = |user: &str| {
        let token = ChangeToken { user: user.parse().unwrap(), number, expires };
        format!("/change/{}", site.keys.seal(&token))
    };
    let mut stranger = site.browser();
    for _ in 0..3 {
        stranger.get(&link("ann")).await.is(200).says("account ann be deleted");
    }
    stranger.post(&link("bob"), &[]).await.is(404);
    assert_eq!(user(&site).await.deleted, None, "a GET never acts");
    stranger.post(&link("ann"), &[]).await.is(200).says("The account ann is deleted");
    assert!(user(&site).await.deleted.is_some());
    stranger.post(&link("ann"), &[]).await.is(404).says("already been done");
}

#[tokio::test]
async fn a_challenge_is_made_by_a_button_and_not_by_looking() {
    let site = Site::new().await;
    let ask = async |sender: Sender, text: &str| {
        let body = text.contains("challenge").then(|| "Hello Bob, a small one?".to_owned());
        let incoming = Incoming { sender, text, body, id: None };
        let done = handle(&site.store, None, incoming, site.now()).await.unwrap();
        assert!(!done.refused, "{:?}", done.messages);
    };
    for user in ["ann", "bob"] {
        ask(Sender::Nobody, &format!("signup {user} hunter22 {user}@example.org")).await;
    }
    let address: Address = "ann@example.org".parse().unwrap();
    site.store.confirm_address(&ann(), &address).await.unwrap();
    ask(Sender::Claim(address), "ankor challenge -size=4 ann bob").await;
    let number =
        u32::try_from(site.store.pending(10).await.unwrap().last().unwrap().number).unwrap();
    let expires = site.now() + SignedDuration::from_hours(24);
    let token = ChangeToken { user: ann(), number, expires };
    let link = format!("/change/{}", site.keys.seal(&token));
    let mut stranger = site.browser();
    let question = "Should ann challenge with `ankor challenge -size=4 ann bob`?";
    for _ in 0..2 {
        stranger.get(&link).await.is(200).says(question);
    }
    stranger.get("/ankor/101").await.is(404);
    stranger.post(&link, &[]).await.is(200).says("A challenge");
    stranger.get("/ankor/101").await.is(200);
    let told = site.store.pending(20).await.unwrap();
    let to_bob = told.iter().find(|one| one.subject.starts_with("New ankor board 101")).unwrap();
    assert!(to_bob.text.ends_with("\nann says:\n\nHello Bob, a small one?\n"), "{}", to_bob.text);
}
