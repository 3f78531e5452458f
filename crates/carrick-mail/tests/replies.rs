//! Turns in answers to turns' mails: the tables `replies.txt` and `html_replies.txt`.

use carrick_mail::reply;

struct Shape {
    name: String,
    text: String,
    line: String,
    rest: String,
}

fn shapes(table: &str) -> Vec<Shape> {
    let mut shapes: Vec<Shape> = Vec::new();
    for line in table.lines() {
        let line = line.strip_suffix('·').map_or(line.to_owned(), |line| format!("{line} "));
        let line = line.replace('⍽', "\u{a0}").replace('∅', "\u{200b}");
        if let Some(name) = line.strip_prefix("=== ") {
            let (name, text) = (name.to_owned(), String::new());
            shapes.push(Shape { name, text, line: String::new(), rest: String::new() });
            continue;
        }
        let Some(shape) = shapes.last_mut() else { continue };
        if let Some(turn) = line.strip_prefix("=> ") {
            shape.line = turn.trim().to_owned();
        } else if let Some(said) = line.strip_prefix("=| ") {
            shape.rest += &format!("{said}\n");
        } else {
            shape.text += &format!("{line}\n");
        }
    }
    shapes
}

#[track_caller]
fn check(shape: &Shape, text: &str) {
    let reply = reply::read(text);
    assert_eq!(reply.line, shape.line, "{}", shape.name);
    let rest = shape.rest.trim();
    assert_eq!(reply.rest.unwrap_or_default(), rest, "{}", shape.name);
}

#[test]
fn every_shape_says_what_it_says() {
    let shapes = shapes(include_str!("replies.txt"));
    assert!(shapes.len() >= 40, "{}", shapes.len());
    for shape in &shapes {
        check(shape, &shape.text);
        check(shape, &shape.text.replace('\n', "\r\n"));
    }
}

/// Answers that are HTML and nothing else come in by way of whole messages.
#[test]
fn every_page_says_what_it_says() {
    use carrick_mail::incoming::{Asks, Envelope, Site, read};
    let site = Site { commands: "games@carrick.example".parse().unwrap(), relay: None };
    let keys = carrick_tokens::Keyring::new([7; 32]);
    let envelope = Envelope { sender: "a@example.org", recipient: "play+abc@carrick.example" };
    for shape in shapes(include_str!("html_replies.txt")) {
        let message = format!(
            "From: a@example.org\nContent-Type: text/html; charset=utf-8\n\n{}",
            shape.text
        );
        let mail = read(message.as_bytes(), &envelope, &site, &keys).unwrap();
        let Asks::Reply { reply, .. } = mail.asks else { panic!("{}", shape.name) };
        assert_eq!(reply.line, shape.line, "{}", shape.name);
        assert_eq!(reply.rest.unwrap_or_default(), shape.rest.trim(), "{}", shape.name);
    }
}

/// Every turn of the table is read as an act on the board.
#[test]
fn every_turn_is_an_intent() {
    use carrick_games::GameKind::Ankor;
    use carrick_mail::reply::Intent;
    use carrick_service::command::field;
    use carrick_service::{Action, BoardAct};
    let intent = |text: &str| reply::read(text).intent(Ankor);
    for shape in shapes(include_str!("replies.txt")) {
        let is_turn = !shape.line.is_empty() && !shape.line.starts_with("hi ");
        match intent(&shape.text) {
            Intent::Act { act, .. } => match act {
                BoardAct::Action { .. } => assert!(is_turn, "{}", shape.name),
                BoardAct::Confirm => assert_eq!(shape.line, "Confirm", "{}", shape.name),
                BoardAct::Chat => assert_eq!(shape.line, "chat", "{}", shape.name),
            },
            other @ (Intent::Queue | Intent::Unclear | Intent::Nothing) => {
                assert!(!is_turn, "{}: {other:?}", shape.name);
            }
        }
    }
    for line in
        ["bob hunter22 d3", "- hunter22", "#hunter22", "--unrated hunter22", "101 bob hunter22"]
    {
        if let Err(error) = field::action(Ankor, line) {
            let error = error.of("Your turn");
            assert!(!error.contains("hunter22") && !error.contains("bob"), "{line}: {error}");
        }
        // A turn, which no game has, or nothing.
        let is_harmless = match intent(line) {
            Intent::Act { act, .. } => {
                matches!(act, BoardAct::Action { action: Action::Play(_), .. })
            }
            other => other == Intent::Unclear,
        };
        assert!(is_harmless, "{line}");
    }
    assert_eq!(intent("queue d4 e5, f4 g5"), Intent::Queue);
    assert_eq!(intent("move d3"), intent("d3"));
}
