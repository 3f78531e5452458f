//! Links in mails: programs that open them change nothing, people press a button, and mail programs
//! unsubscribe with one click.

use axum::body::Body;
use axum::http::{Request, header};
use carrick_server::{Incoming, handle};
use carrick_service::{Address, Mailing, Needs, Sender, Subscription, Userid};
use carrick_tokens::{ChangeToken, ConfirmToken, Keyring, UnsubscribeToken};
use jiff::SignedDuration;

use crate::support::{Browser, Site, password};

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
    site.browser().get(&path).await.is(200).says("Shall that end?");
    assert_eq!(user(&site).await.mailing(), Mailing::Each, "a GET never acts");
    // As RFC 8058 has it: no cookie, no origin.
    let request = Request::post(&path)
        .header(header::HOST, "carrick.example")
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Body::from("List-Unsubscribe=One-Click"))
        .unwrap();
    Browser::read(site.send(request).await).await.is(200).says("gets no more mail");
    assert_eq!(user(&site).await.mailing(), Mailing::Never);
}

#[tokio::test]
async fn an_account_is_changed_by_a_button_and_not_by_looking() {
    let site = Site::new().await;
    let ask = async |text: &str| {
        let incoming = Incoming { sender: Sender::Nobody, text, body: None, id: None };
        let done = handle(&site.store, incoming, site.now()).await.unwrap();
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
    stranger.post(&link("ann"), &[]).await.is(404).says("done already");
}

#[tokio::test]
async fn a_challenge_is_made_by_a_button_and_not_by_looking() {
    let site = Site::new().await;
    let ask = async |sender: Sender, text: &str| {
        let incoming = Incoming { sender, text, body: None, id: None };
        let done = handle(&site.store, incoming, site.now()).await.unwrap();
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
    let question = "Shall ann challenge with `ankor challenge -size=4 ann bob`?";
    for _ in 0..2 {
        stranger.get(&link).await.is(200).says(question);
    }
    stranger.get("/ankor/101").await.is(404);
    stranger.post(&link, &[]).await.is(200).says("A challenge");
    stranger.get("/ankor/101").await.is(200);
}
