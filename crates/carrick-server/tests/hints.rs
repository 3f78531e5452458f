//! Hints by a worker: requested, found once, and delivered in the way in which they were requested.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use carrick_service::{Needs, Sender};

use crate::reviews::{BOARD, Server};

/// A practice game in which alice is to move.
async fn practice() -> Server {
    let mut server = Server::new().await;
    server.says("alice", "antipod challenge -radius=4 --unrated alice level1").await;
    for turn in ["c3", "e5"] {
        server.says("alice", &format!("antipod move 101 alice - {turn}")).await;
        server.worker().answer_on(BOARD).await.unwrap();
    }
    server
}

const HINT: &str = "antipod hint 101 alice -";

/// Subjects of queued emails to users.
async fn mailed(server: &Server) -> Vec<String> {
    let letters = server.store.pending(100).await.unwrap();
    let hints = letters.into_iter().filter(|letter| letter.subject.ends_with(": hint"));
    hints.map(|letter| letter.text.lines().next().unwrap_or_default().to_owned()).collect()
}

#[tokio::test]
async fn a_hint_is_found_once_and_shown_when_requested_again() {
    let mut server = practice().await;
    let told = server.says("alice", HINT).await;
    assert!(told.starts_with("The computer looks for a hint"), "{told}");
    server.works().await;
    let hint = server.store.hint(BOARD).await.unwrap().asked.unwrap();
    assert!(hint.hint.is_some() && hint.told.is_none(), "{hint:?}");
    server.works().await;
    assert_eq!(server.store.hint(BOARD).await.unwrap().asked, Some(hint), "it was found before");
    let told = server.says("alice", HINT).await;
    assert!(told.starts_with("Look "), "{told}");
    assert_eq!(mailed(&server).await, [""; 0]);
    let needs = Needs { boards: [BOARD].into(), ..Needs::default() };
    let state = server.store.read(&needs).await.unwrap();
    assert_eq!(state.boards[&BOARD].hints, 1);
}

#[tokio::test]
async fn a_hint_requested_by_mail_comes_by_mail() {
    let mut server = practice().await;
    let sender = Sender::Claim("alice@example.org".parse().unwrap());
    let told = server.hears(sender, "antipod hint 101 alice alice-pass").await;
    assert!(told.starts_with("The computer looks for a hint"), "{told}");
    assert_eq!(mailed(&server).await, [""; 0]);
    server.works().await;
    let mails = mailed(&server).await;
    assert!(mails.len() == 1 && mails[0].starts_with("Look "), "{mails:?}");
    server.works().await;
    assert_eq!(mailed(&server).await.len(), 1);
}

#[tokio::test]
async fn no_hint_is_searched_for_a_turn_that_has_been_played() {
    let mut server = practice().await;
    server.says("alice", HINT).await;
    let free = "antipod move 101 alice - a2";
    server.says("alice", free).await;
    server.works().await;
    assert_eq!(server.store.hint(BOARD).await.unwrap().asked, None);
}

#[tokio::test]
async fn a_player_at_the_keyboard_gets_the_hint_immediately() {
    let mut server = practice().await;
    server.says("alice", HINT).await;
    let messages = server.worker().answer_on(BOARD).await.unwrap();
    let [message] = messages.as_slice() else { panic!("{messages:?}") };
    assert!(message.text.starts_with("Look "), "{}", message.text);
    let told = server.says("alice", HINT).await;
    assert!(told.starts_with("Look "), "{told}");
    let asked = server.store.hint(BOARD).await.unwrap().asked.unwrap();
    assert_eq!(asked.told.map(|step| step.number()), Some(2), "the next step was told");
}
