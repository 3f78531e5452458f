//! Turns in answers to emails about turns: the tables `replies.txt` and `html_replies.txt`.

use carrick_mail::Doubt;
use carrick_mail::reply::{self, Reply};

struct Shape {
    name: String,
    text: String,
    line: String,
    rest: String,
    doubt: Option<Doubt>,
}

fn shapes(table: &str) -> Vec<Shape> {
    let mut shapes: Vec<Shape> = Vec::new();
    for line in table.lines() {
        let line = line.strip_suffix('·').map_or(line.to_owned(), |line| format!("{line} "));
        let line = line.replace('⍽', "\u{a0}").replace('∅', "\u{200b}");
        if let Some(name) = line.strip_prefix("=== ") {
            let (name, text) = (name.to_owned(), String::new());
            let (line, rest) = (String::new(), String::new());
            shapes.push(Shape { name, text, line, rest, doubt: None });
            continue;
        }
        let Some(shape) = shapes.last_mut() else { continue };
        if line == "=?" {
            shape.doubt = Some(Doubt::Quotation);
        } else if line == "=? Layout" {
            shape.doubt = Some(Doubt::Layout);
        } else if let Some(turn) = line.strip_prefix("=> ") {
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
    checks(shape, reply::read(text));
}

#[track_caller]
fn checks(shape: &Shape, reply: Result<Reply, Doubt>) {
    let found = reply.map(|reply| (reply.line, reply.rest.unwrap_or_default()));
    let expected = (shape.line.clone(), shape.rest.trim().to_owned());
    let expected = shape.doubt.map_or(Ok(expected), Err);
    assert_eq!(found, expected, "{}", shape.name);
}

#[test]
fn every_shape_has_its_meaning() {
    let shapes = shapes(include_str!("replies.txt"));
    assert!(shapes.len() >= 40, "{}", shapes.len());
    for shape in &shapes {
        check(shape, &shape.text);
        check(shape, &shape.text.replace('\n', "\r\n"));
        check(shape, shape.text.trim_end_matches('\n'));
    }
}

/// Answers that contain only HTML are tested as whole messages.
#[test]
fn every_page_has_its_meaning() {
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
        checks(&shape, reply);
    }
}

/// Every turn of the table is read as an act on the board.
#[test]
fn every_turn_is_an_intent() {
    use carrick_games::GameKind::Ankor;
    use carrick_mail::reply::Intent;
    use carrick_service::command::field;
    use carrick_service::{BoardAction, Move};
    let intent = |text: &str| reply::read(text).unwrap().intent(Ankor);
    for shape in shapes(include_str!("replies.txt")).iter().filter(|shape| shape.doubt.is_none()) {
        let is_turn = !shape.line.is_empty() && !shape.line.starts_with("hi ");
        match intent(&shape.text) {
            Intent::Act { act, .. } => match act {
                BoardAction::Move(..) => assert!(is_turn, "{}", shape.name),
                BoardAction::Confirm => assert_eq!(shape.line, "Confirm", "{}", shape.name),
                BoardAction::Chat => assert!(shape.line.starts_with("chat"), "{}", shape.name),
                other => panic!("{}: {other:?}", shape.name),
            },
            other @ (Intent::Queue | Intent::Unclear | Intent::Nothing) => {
                assert!(!is_turn, "{}: {other:?}", shape.name);
            }
        }
    }
    for line in
        ["bob hunter22 d3", "- hunter22", "#hunter22", "--unrated hunter22", "101 bob hunter22"]
    {
        if let Err(error) = field::a_move(Ankor, line) {
            let error = error.of("Your turn");
            assert!(!error.contains("hunter22") && !error.contains("bob"), "{line}: {error}");
        }
        // A turn that no game has, or nothing.
        let is_harmless = match intent(line) {
            Intent::Act { act, .. } => {
                matches!(act, BoardAction::Move(Move::Play(_), _))
            }
            other => other == Intent::Unclear,
        };
        assert!(is_harmless, "{line}");
    }
    assert_eq!(intent("queue d4 e5, f4 g5"), Intent::Queue);
    assert_eq!(intent("move d3"), intent("d3"));
}

/// An email about a turn with long links, and with words of the opponent around a turn.
const QUOTED: &str = "Ankor board 101: ann (O) - bob (X)
-size=6, 21 days a turn

Turn 2: bob to move, for X.
Without a turn by 2026-12-19 17:31 UTC the game is cancelled.
Cubes in hand: O 27, X 28.

      ann (O)  bob (X)
   1  d3

  3 +  f3   +---+  d2   +---+  b1   +---+
     \\   . /   . \\   . /   . \\   . /   . \\

ann says:

I had thought that you would answer d3 or e4 there, since swap is what they all do here, or f2 and then c2 which \
is well known, or even pass, or d4 or e5 and so on: there are a4 b4 c4 d4 e4 f4 and b5 c5 d5 e5 f5 as well.

Answer this mail with your turn on its first line, and it is played. What you
write below that line is said to your opponent.

The board on the site:
https://carrick.example/ankor/101

To decline this game:
https://carrick.example/decline/aeaqaaaamuaqpjixltu3wrila5qaekcrjrdn6dire4

To get no more mail about this board:
https://carrick.example/stop/aeaaaaaaaaaaaaaaaaaaadmeaeaaaadfhiai3tumodm46ijflyr4ewqv5m";

/// The quoted email in lines that are no wider than `width`; continuation lines have no mark.
/// Longer words are broken anywhere, or not at all.
fn quoted(width: usize, breaks_words: bool, softly: &str) -> String {
    let mut quoted = String::new();
    for line in QUOTED.lines() {
        let mut broken = String::from(">");
        for word in line.split(' ') {
            let room = width.saturating_sub(broken.chars().count() + 1);
            if word.chars().count() > room
                && !broken.trim().is_empty()
                && (!breaks_words || broken != ">")
            {
                quoted += &format!("{}{softly}\n", broken.trim_end());
                broken.clear();
            } else if !broken.is_empty() {
                broken.push(' ');
            }
            broken.push_str(word);
            while breaks_words && broken.chars().count() > width {
                let rest: String = broken.chars().skip(width).collect();
                quoted += &broken.chars().take(width).collect::<String>();
                quoted += &format!("{softly}\n");
                broken = rest;
            }
        }
        quoted += &format!("{}\n", broken.trim_end());
    }
    quoted
}

/// However wide a program's lines are, nothing that it quotes is played or sent.
#[test]
fn lines_broken_at_any_width_are_quoted() {
    const ATTRIBUTION: &str =
        "On Sat, 28 Nov 2026 at 14:23, Carrick <games@carrick.example> wrote:";
    for (width, breaks_words, softly) in
        (20..=130).flat_map(|width| [(width, true, ""), (width, false, ""), (width, true, "=")])
    {
        let quoted = quoted(width, breaks_words, softly);
        for text in [
            format!("c2\nGood game.\n\n{ATTRIBUTION}\n{quoted}"),
            format!("{ATTRIBUTION}\n{quoted}\nc2\nGood game.\n"),
        ] {
            let read = reply::read(&text).map(|reply| (reply.line, reply.rest.unwrap_or_default()));
            let expected = ("c2".to_owned(), "Good game.".to_owned());
            // Narrow ones suit no one, and nothing shows how wide the wide ones are.
            let is_in_doubt = width < 36 || width > if breaks_words { 88 } else { 78 };
            let is_read = read == Ok(expected) || is_in_doubt && read.is_err();
            assert!(is_read, "{width} {breaks_words} {softly:?}: {read:?}\n{text}");
        }
    }
}

/// Whatever a mail program puts above a quotation does not count as the player's words, and the
/// words right above it are not lost.
#[test]
fn nothing_above_a_quotation_is_sent() {
    let mut failed = Vec::new();
    for shape in shapes(include_str!("attributions.txt")) {
        let attribution = shape.text.trim_end();
        let unmarked = QUOTED;
        let marked = quoted(1000, false, "");
        for (quotation, kind) in [(unmarked, "unmarked"), (marked.as_str(), "marked")] {
            for (above, below) in [("\n", "\n"), ("\n", ""), ("", "\n"), ("", "")] {
                let text = format!("c2\nGood game.\n{above}{attribution}\n{below}{quotation}\n");
                let read =
                    reply::read(&text).map(|reply| (reply.line, reply.rest.unwrap_or_default()));
                if read != Ok(("c2".to_owned(), "Good game.".to_owned())) {
                    failed.push(format!("{}, {kind}, {above:?} {below:?}: {read:?}", shape.name));
                }
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
