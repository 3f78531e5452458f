//! Conversations with a relay: the table `dialogues.txt`, and a test that it does not matter how
//! bytes are split.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use carrick_mail::incoming::Site;
use carrick_mail::lmtp::{LmtpSession, SessionLimits, SessionStep, Status};
use proptest::prelude::*;

struct Dialogue {
    name: String,
    said: Vec<u8>,
    heard: Vec<String>,
}

fn dialogues() -> Vec<Dialogue> {
    let mut dialogues: Vec<Dialogue> = Vec::new();
    for line in include_str!("dialogues.txt").lines() {
        if let Some(name) = line.strip_prefix("=== ") {
            let name = name.to_owned();
            dialogues.push(Dialogue { name, said: Vec::new(), heard: Vec::new() });
        }
        let Some(dialogue) = dialogues.last_mut() else { continue };
        if let Some(said) = line.strip_prefix("C:") {
            dialogue.said.extend(said_bytes(said.trim_start()));
        } else if ["S: ", "D: ", "N: "].iter().any(|sign| line.starts_with(sign)) {
            dialogue.heard.push(repeated(line));
        }
    }
    dialogues
}

/// A line with as many letters as the number in braces.
fn repeated(text: &str) -> String {
    match text.split_once('{').and_then(|(head, rest)| Some((head, rest.split_once('}')?))) {
        Some((head, (count, tail))) => {
            format!("{head}{}{tail}", "x".repeat(count.parse().unwrap()))
        }
        None => text.to_owned(),
    }
}

fn said_bytes(text: &str) -> Vec<u8> {
    (repeated(text).replace("\\r", "\r").replace("\\n", "\n") + "\r\n").into_bytes()
}

fn limits() -> SessionLimits {
    SessionLimits {
        message_bytes: 1000,
        read_bytes: 5000,
        recipients: 3,
        mistakes: 8,
        ..SessionLimits::default()
    }
}

/// Replies to a relay that sends these pieces.
fn heard<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> Vec<String> {
    let site = Site { commands: "games@carrick.example".parse().unwrap(), relay: None };
    let (mut session, greeting) = LmtpSession::new(site, limits());
    let mut heard = Vec::new();
    let hear = |heard: &mut Vec<String>, reply: &str| {
        assert!(reply.ends_with("\r\n"), "{reply:?}");
        heard.extend(reply.lines().map(|line| format!("S: {line}")));
    };
    hear(&mut heard, &greeting);
    for mut piece in pieces {
        loop {
            match session.step(&mut piece) {
                SessionStep::Read => break,
                SessionStep::Write(reply) => hear(&mut heard, &reply),
                SessionStep::Silence(why, reply) => {
                    heard.push(format!("N: {why:?}"));
                    hear(&mut heard, &reply);
                }
                SessionStep::Close(reply) => {
                    hear(&mut heard, &reply);
                    return heard;
                }
                SessionStep::Deliver(delivery) => {
                    let to = delivery.recipients.join(", ");
                    let message = delivery.message.into_bytes().escape_ascii().to_string();
                    heard.push(format!("D: {} > {to}: {message}", delivery.sender));
                    let is_bad = |recipient: &String| recipient.starts_with("stop+");
                    let status =
                        |recipient| if is_bad(recipient) { Status::Later } else { Status::Done };
                    let statuses: Vec<_> = delivery.recipients.iter().map(status).collect();
                    hear(&mut heard, &session.settle(&statuses));
                }
            }
        }
        assert!(piece.is_empty());
    }
    heard
}

#[test]
fn every_dialogue_matches_the_table() {
    for Dialogue { name, said, heard: expected } in dialogues() {
        assert_eq!(heard([said.as_slice()].into_iter()), expected, "{name}");
    }
}

#[test]
fn bytes_may_come_one_by_one_or_in_any_two_pieces() {
    for Dialogue { name, said, heard: expected } in dialogues() {
        assert_eq!(heard(said.chunks(1)), expected, "{name}");
        for at in 0..said.len() {
            let (head, tail) = said.split_at(at);
            assert_eq!(heard([head, tail].into_iter()), expected, "{name}, cut at {at}");
        }
    }
}

/// Words of conversations, so that random ones get far.
fn words() -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        Just(b"LHLO r\r\n".to_vec()),
        Just(b"MAIL FROM:<a@example.org>\r\n".to_vec()),
        Just(b"RCPT TO:<games@carrick.example>\r\n".to_vec()),
        Just(b"DATA\r\n".to_vec()),
        Just(b".\r\n".to_vec()),
        Just(b"\r\n".to_vec()),
        Just(b"\n.\n".to_vec()),
        Just(b"\r".to_vec()),
        Just(b"RSET\r\n".to_vec()),
        prop::collection::vec(any::<u8>(), 0..20),
    ];
    prop::collection::vec(word, 0..30).prop_map(|words| words.concat())
}

proptest! {
    #[test]
    fn however_bytes_are_cut_the_same_is_heard(said in words(), sizes in prop::collection::vec(1usize..9, 1..200)) {
        let mut rest = said.as_slice();
        let pieces = sizes.iter().cycle().map_while(|&size| {
            let (piece, tail) = rest.split_at(size.min(rest.len()));
            rest = tail;
            (!piece.is_empty()).then_some(piece)
        });
        prop_assert_eq!(heard(pieces), heard([said.as_slice()].into_iter()));
    }

    /// A message comes out as it went in, whatever dots it contains.
    #[test]
    fn messages_come_through(lines in prop::collection::vec("[.a-z\u{e9}]{0,9}", 0..20)) {
        let text: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
        let stuffed: String = lines.iter().map(|line| {
            format!("{}{line}\r\n", if line.starts_with('.') { "." } else { "" })
        }).collect();
        let said = format!("LHLO r\r\nMAIL FROM:<>\r\nRCPT TO:<games@carrick.example>\r\nDATA\r\n{stuffed}.\r\n");
        let heard = heard([said.as_bytes()].into_iter());
        let message = format!("D:  > games@carrick.example: {}", text.as_bytes().escape_ascii());
        prop_assert!(heard.contains(&message), "{:?}", heard);
    }
}
