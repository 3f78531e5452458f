//! Messages of every event in every game, word for word: `events/<game>.txt`, which a player can
//! read.
//!
//! `alice> command` is followed by all messages that it causes, behind bars; `alice: command` must
//! be accepted, and its messages are left out. A text that two users get is shown once. `tick> 8`
//! lets eight days pass and sweeps. A body follows ` << `. Each chapter, starting with `##`, is one
//! event; for the ends by the games' own rules, see the golden replies of the service.
//! `UPDATE_EXPECT=1` writes the messages again.
#![allow(clippy::unwrap_used)] // a panic is how a test fails

use std::fmt::Write as _;

use crate::running::never_stops;
use carrick_server::{Incoming, handle, sweep};
use carrick_service::{Addressee, Message, Sender};
use carrick_store::{Settings, Store};
use expect_test::expect_file;
use jiff::{SignedDuration, Timestamp};

/// Events of every game.
const EVENTS: &[&str] = &[
    "subscribe",
    "notify",
    "new board",
    "turn, with a remark",
    "draw offered",
    "draw rejected",
    "undo asked for",
    "undo withdrawn by a turn",
    "undo rejected",
    "undo accepted",
    "line queued",
    "queued answer played",
    "queue dropped",
    "chat",
    "reminder",
    "draw, for an offer was not answered in time",
    "rematch",
    "board that vanishes",
    "forfeit by time",
    "resignation",
    "draw accepted",
    "board declined",
    "seek",
    "seek taken",
    "vacation",
    "back from vacation",
    "a player leaves",
    "seek that waits for the computer",
    "seek taken by the computer",
];

macro_rules! games {
    ($($name:ident: $($own:literal)*;)*) => {$(
        #[tokio::test]
        async fn $name() {
            let text = include_str!(concat!("events/", stringify!($name), ".txt"));
            let chapters: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("## ")).collect();
            for event in EVENTS.iter().chain(&[$($own),*] as &[&str]) {
                assert!(chapters.contains(event), "no chapter tells of: {event}");
            }
            expect_file![concat!("events/", stringify!($name), ".txt")].assert_eq(&told(text).await);
        }
    )*};
}

games! {
    ankor: "swap";
    boche: "swap";
    antipod: ;
    anchor: "swap" "pass";
}

/// The conversation with its current messages.
async fn told(text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path().join("club.db"), &Settings::default()).await.unwrap();
    never_stops(folder.path().join("club.db").to_str().unwrap()).await;
    let mut now: Timestamp = "2008-05-01T12:00:00Z".parse().unwrap();
    for user in ["alice", "bob", "carol", "dave", "erin"] {
        let text = format!("signup {user} {user}-pass");
        let incoming = Incoming { sender: Sender::Nobody, text: &text, body: None, id: None };
        assert!(!handle(&store, None, incoming, now).await.unwrap().refused);
    }
    let mut told = String::new();
    for line in text.lines().filter(|line| !line.starts_with('|')) {
        let _ = writeln!(told, "{line}");
        let Some((speaker, command)) =
            line.split_once(['>', ':']).filter(|_| !line.starts_with('#'))
        else {
            continue;
        };
        now += SignedDuration::from_mins(1);
        if speaker == "tick" {
            now += SignedDuration::from_hours(24 * command.trim().parse::<i64>().unwrap());
            let swept = sweep(&store, now).await.unwrap();
            assert!(swept.failed.is_none() && !swept.messages.is_empty(), "{line}: {swept:?}");
            write(&mut told, &swept.messages, "nobody");
            continue;
        }
        let (text, body) = command.trim().split_once(" << ").unwrap_or((command.trim(), ""));
        let body = (!body.is_empty()).then(|| body.to_owned());
        let sender = Sender::User(speaker.parse().unwrap());
        let incoming = Incoming { sender, text, body, id: None };
        let done = handle(&store, None, incoming, now).await.unwrap();
        assert!(!done.refused, "{line}\n{}", done.messages[0].text);
        if line.starts_with(&format!("{speaker}>")) {
            write(&mut told, &done.messages, speaker);
        }
    }
    store.close().await;
    told
}

/// Writes the messages, each with its addressee; a text that was already shown is not repeated.
fn write(told: &mut String, messages: &[Message], speaker: &str) {
    let to = |message: &Message| match &message.to {
        Addressee::User(user) | Addressee::Listener(user) => user.to_string(),
        Addressee::Sender => speaker.to_owned(),
    };
    for (index, message) in messages.iter().enumerate() {
        let before = messages[..index].iter().find(|other| other.text == message.text);
        let text = match before {
            Some(before) => format!("(as to {})\n", to(before)),
            None => message.text.clone(),
        };
        let said = format!("To: {}\nSubject: {}\n\n{text}", to(message), message.subject);
        for line in said.lines() {
            assert!(line.chars().count() <= 78, "too long: {line}");
            let _ = writeln!(told, "{}", format!("| {line}").trim_end());
        }
        told.push_str("|\n");
    }
}
