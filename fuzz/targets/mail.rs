//! Mails: parsing bytes of any kind as a message with a command never panics or leaks a password.
#![no_main]

use carrick_games::GameKind;
use carrick_mail::incoming::{Asks, Envelope, Site, read};
use carrick_mail::reply::Intent;
use carrick_service::{BoardAction, command};
use carrick_tokens::Keyring;
use libfuzzer_sys::fuzz_target;

/// Unlike every word of the language.
const PASSWORD: &str = "zqxwvk77";

/// Parses a message to the address for commands or to that of a turn, and then its request as a
/// command; neither panics. No record, debug output or refusal shows the password. The request of
/// an answer is one line and the rest of it, and a turn in it is one word.
///
/// # Panics
/// When one of these does not hold.
fn holds(is_answer: bool, message: &[u8]) {
    let Ok(commands) = "games@carrick.example".parse() else { return };
    let site = Site { commands, relay: Some("mx.carrick.example".to_owned()) };
    let local = if is_answer { "play+zqxwvk77" } else { "games" };
    let recipient = format!("{local}@carrick.example");
    let envelope = Envelope { sender: "ann@example.org", recipient: &recipient };
    // The part before the first blank line is the head; a password is put into its Subject.
    let head = format!("From: ann@example.org\r\nSubject: ankor move 101 ann {PASSWORD} ");
    let message = [head.as_bytes(), message].concat();
    let Ok(mail) = read(&message, &envelope, &site, &Keyring::new([7; 32])) else { return };
    let shown = format!("{mail:?}") + &mail.record();
    // The address and the Message-ID are no secrets, and may contain anything.
    let is_public = mail.from.as_str().contains(PASSWORD)
        || mail.message_id.as_deref().is_some_and(|id| id.contains(PASSWORD));
    assert!(is_public || !shown.contains(PASSWORD), "{shown}");
    let text = match &mail.asks {
        Asks::Reply { reply: Ok(reply), .. } => {
            assert!(!reply.line.contains('\n'));
            assert!(reply.rest.as_deref() != Some(""));
            for kind in GameKind::ALL {
                let intent = reply.intent(kind);
                assert_eq!(intent == Intent::Nothing, reply.line.is_empty());
                if let Intent::Act { act: BoardAction::Move(chosen, _), .. } = intent {
                    assert!(!chosen.to_string().contains(char::is_whitespace));
                }
            }
            return;
        }
        Asks::Command { text, .. } => text.reveal().to_owned(),
        Asks::Reply { reply: Err(_), .. } | Asks::Unclear(_) => return,
        Asks::Echo { .. } | Asks::Stop { .. } | Asks::Bounce { .. } => return,
    };
    if let Err(refusal) = command::parse(&text) {
        assert!(!refusal.to_string().contains(PASSWORD), "{refusal}");
    }
}

fuzz_target!(|input: (bool, &[u8])| holds(input.0, input.1));
