//! Requests in whole messages: the table `mails.txt`.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use carrick_mail::incoming::{Asks, Envelope, Mail, Proof, Silence, Site, read};
use carrick_service::Address;
use carrick_tokens::Keyring;

fn read_here(message: &[u8], sender: &str, recipient: &str) -> Result<Mail, Silence> {
    let site = Site {
        commands: "games@carrick.example".parse().unwrap(),
        relay: Some("mx.carrick.example".into()),
    };
    read(message, &Envelope { sender, recipient }, &site, &Keyring::new([7; 32]))
}

/// Request in a message as in the table, and its body.
fn asked(outcome: &Result<Mail, Silence>) -> (String, String) {
    let mail = match outcome {
        Ok(mail) => mail,
        Err(silence) => return (format!("silence: {silence:?}"), String::new()),
    };
    let proved = if mail.proof == Proof::Domain { ", proved" } else { "" };
    match &mail.asks {
        Asks::Command { text, body } => {
            let body = body.as_ref().map_or("", |body| body.reveal());
            (format!("command{proved}: {}", text.reveal()), body.trim().to_owned())
        }
        Asks::Reply { token, reply } => {
            assert_eq!(token.reveal(), "abc234");
            match reply {
                Ok(reply) => {
                    let rest = reply.rest.clone().unwrap_or_default();
                    (format!("reply{proved}: {}", reply.line), rest)
                }
                Err(doubt) => (format!("reply in doubt: {doubt:?}"), String::new()),
            }
        }
        Asks::Unclear(doubt) => (format!("in doubt: {doubt:?}"), String::new()),
        Asks::Echo { arrived, .. } => (format!("echo: {arrived:?}"), String::new()),
        Asks::Bounce { token, of_no_use } => {
            assert_eq!(token.reveal(), "abc234");
            let address = of_no_use.as_ref().map_or("none", Address::as_str);
            (format!("bounce, of no use: {address}"), String::new())
        }
        Asks::Stop { token } => {
            assert_eq!(token.reveal(), "abc234");
            ("stop".to_owned(), String::new())
        }
    }
}

struct Case {
    name: String,
    sender: String,
    recipient: String,
    message: String,
    asks: String,
    body: String,
}

fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in include_str!("mails.txt").lines() {
        if let Some(name) = line.strip_prefix("=== ") {
            cases.push(Case {
                name: name.to_owned(),
                sender: "ann@example.org".to_owned(),
                recipient: "games@carrick.example".to_owned(),
                message: String::new(),
                asks: String::new(),
                body: String::new(),
            });
            continue;
        }
        let Some(case) = cases.last_mut() else { continue };
        if let Some(asks) = line.strip_prefix("=> ") {
            case.asks = asks.to_owned();
        } else if let Some(said) = line.strip_prefix("=| ") {
            case.body += &format!("{said}\n");
        } else if let (true, Some(recipient)) = (case.message.is_empty(), line.strip_prefix("@ ")) {
            case.recipient = recipient.to_owned();
        } else if let (true, Some(sender)) = (case.message.is_empty(), line.strip_prefix('^')) {
            case.sender = sender.trim().to_owned();
        } else if case.asks.is_empty() {
            case.message += &format!("{line}\r\n");
        }
    }
    cases
}

#[test]
fn every_message_has_the_request_in_the_table() {
    let mut failed = Vec::new();
    for case in cases() {
        for message in [case.message.clone(), case.message.replace("\r\n", "\n")] {
            let outcome = read_here(message.as_bytes(), &case.sender, &case.recipient);
            let (asks, body) = asked(&outcome);
            if (asks.as_str(), body.as_str()) != (&case.asks, case.body.trim()) {
                failed.push(format!("{}: {asks}\n{body}", case.name));
            }
            let shown =
                format!("{outcome:?}") + &outcome.map_or(String::new(), |mail| mail.record());
            for secret in ["hunter22", "abc234"] {
                assert!(!shown.contains(secret), "{}: {shown}", case.name);
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn a_repeated_delivery_is_recognised_and_no_other_is_mistaken_for_it() {
    let id = |message: &str, recipient: &str| {
        read_here(message.as_bytes(), "ann@example.org", recipient).unwrap().id
    };
    let message = "From: ann@example.org\r\nMessage-ID: <1@example.org>\r\nSubject: list\r\n\r\nx";
    let commands = "games@carrick.example";
    let first = id(message, commands);
    assert_eq!(first, id(&format!("Received: again\r\n{message}"), "GAMES@carrick.example"));
    // Changes that DKIM's `relaxed` form ignores.
    for same in [
        format!("{message}\r\n"),
        format!("{message}\r\n\r\n \t\r\n"),
        format!("{message} \t"),
        message.replace("list", " list  "),
        message.replace("list", "list\r\n "),
        message.replace("\r\n", "\n"),
    ] {
        assert_eq!(first, id(&same, commands), "{same:?}");
    }
    for other in [
        message.replace("ann@", "bob@"),
        message.replace("<1@", "<2@"),
        message.replace("list", "help"),
        message.replace("\r\n\r\nx", "\r\n\r\ny"),
        message.replace("\r\n\r\nx", "\r\n\r\n\r\nx"),
        message.replace("\r\n\r\nx", "\r\n\r\n x"),
    ] {
        assert_ne!(first, id(&other, commands), "{other}");
    }
    assert_ne!(first, id(message, "play+abc234@carrick.example"));
}

/// Few signatures cover the Message-ID, and nearly all cover the Date.
#[test]
fn a_signed_message_with_another_message_id_is_the_same() {
    let id = |message: &str| {
        read_here(message.as_bytes(), "ann@example.org", "games@carrick.example").unwrap().id
    };
    let message = "From: ann@example.org\r\nDate: Thu, 1 May 2008 12:00:00 +0000\r\nMessage-ID: \
                   <1@example.org>\r\nSubject: list\r\n\r\nx";
    for same in [
        message.replace("<1@", "<2@"),
        message.replace("Message-ID: <1@example.org>\r\n", ""),
        message.replace("May 2008", " May\r\n\t2008"),
    ] {
        assert_eq!(id(message), id(&same), "{same:?}");
    }
    assert_ne!(id(message), id(&message.replace("12:00:00", "12:00:01")));
}
