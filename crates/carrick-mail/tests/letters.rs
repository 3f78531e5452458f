//! Whole emails as they are sent, and read again.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::sync::LazyLock;

use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
use carrick_mail::incoming::{Asks, Envelope, Mailbox, Silence, Site, read};
use carrick_mail::outgoing::{Cause, MailParts, ShownPosition, Unsubscribe, compose};
use carrick_service::{About, Address, Addressee, BoardId, Link, Message, Subscription};
use carrick_tokens::Keyring;
use expect_test::{ExpectFile, expect_file};
use mail_parser::{MessageParser, MimeHeaders};

fn site() -> Site {
    Site { commands: "games@carrick.example".parse().unwrap(), relay: None }
}

fn game() -> AnyGame {
    let options = AnyOptions::parse(GameKind::Ankor, &["-size=3"], SizeLimits::Challenge).unwrap();
    AnyGame::new(options).play_text("b1").unwrap()
}

fn report(said: &str) -> Message {
    let drawing = game().draw(carrick_games::DrawStyle::LABELLED);
    Message {
        to: Addressee::User("bob".parse().unwrap()),
        subject: "ankor board 101: bob to move".to_owned(),
        text: format!(
            "Ankor board 101: ann (O) - bob (X)\n-size=3, 21 days a turn\n\nTurn 2: bob to move, for \
             X.\n\n{drawing}\n{}\n\nann says:\n\n{said}\n",
            "*".repeat(60)
        ),
        board: Some(BoardId { kind: GameKind::Ankor, number: 101 }),
        link: None,
        about: About::default(),
    }
}

fn shown(message: &Message) -> Option<ShownPosition> {
    let at = message.text.find(&game().draw(carrick_games::DrawStyle::LABELLED))?;
    Some(ShownPosition { game: game(), at })
}

fn outgoing(message: &Message) -> MailParts<'_> {
    static BOB: LazyLock<Address> = LazyLock::new(|| "bob@example.org".parse().unwrap());
    MailParts {
        sender: "Carrick",
        row: 7,
        copy: 0,
        at: "2008-05-01T12:00:00Z".parse().unwrap(),
        to: &BOB,
        message,
        cause: Cause::Event,
        link: None,
        play: None,
        stop: None,
        bounce: None,
        shown: None,
        board_page: None,
        puzzle_page: None,
        decline: None,
        pages: None,
    }
}

fn composed<'a>(message: &'a Message, change: impl FnOnce(&mut MailParts<'a>)) -> Vec<u8> {
    let mut mail = outgoing(message);
    change(&mut mail);
    compose(&site(), &mail).unwrap().bytes
}

/// The email as it is sent, without the picture's letters.
#[track_caller]
fn check(bytes: &[u8], golden: ExpectFile) {
    let text = String::from_utf8(bytes.to_vec()).unwrap().replace("\r\n", "\n");
    let letters = |line: &&str| line.len() >= 40 && !line.contains([' ', '<', '*', '_', ':']);
    let lines: Vec<_> = text.lines().filter(|line| !letters(line)).collect();
    golden.assert_eq(&(lines.join("\n") + "\n"));
}

#[test]
fn a_turn_for_the_player_to_move() {
    let board = BoardId { kind: GameKind::Ankor, number: 101 };
    let stop = Unsubscribe {
        from: Subscription::Board(board),
        token: "stop234",
        url: Some("https://carrick.example/stop/stop234"),
        is_shown: true,
    };
    let message = report("Good luck & <see> you, Bülow!");
    let shown = shown(&message);
    let bytes = composed(&message, |mail| {
        (mail.play, mail.stop, mail.shown) = (Some("play234"), Some(stop), shown.as_ref());
        mail.board_page = Some("https://carrick.example/ankor/101");
        mail.decline = Some("https://carrick.example/decline/decline234");
    });
    check(&bytes, expect_file!["goldens/turn.eml"]);
}

#[test]
fn an_answer_without_a_board() {
    let message = Message {
        to: Addressee::Sender,
        subject: "Carrick: error".to_owned(),
        text: "The password is missing.\n\n  ankor move board userid password turn\n".to_owned(),
        board: None,
        link: None,
        about: About::default(),
    };
    let cause = Cause::Answer(Some("1@example.org"));
    check(&composed(&message, |mail| mail.cause = cause), expect_file!["goldens/answer.eml"]);
}

#[test]
fn a_link() {
    let message = Message {
        to: Addressee::User("bob".parse().unwrap()),
        subject: "Carrick: a new password".to_owned(),
        text: "Somebody asked for a new password.\nThis link sets it:\n".to_owned(),
        board: None,
        link: Some(Link::Reset),
        about: About::default(),
    };
    let link = Some("https://carrick.example/reset/abc234");
    check(&composed(&message, |mail| mail.link = link), expect_file!["goldens/link.eml"]);
    let said = compose(&site(), &outgoing(&message)).unwrap_err().to_string();
    assert_eq!(said, "the message ends with a link, but none was given");
}

#[test]
fn the_plain_part_is_exactly_the_text() {
    let lines = [
        "short",
        "Grüße, ’ ″ 你好",
        &"long ".repeat(400),
        " From here\n.\n..\n--\n-- \n",
        "=_carrick.a.o7.0 --=_carrick.a.o7.0--",
    ];
    for said in lines {
        let said = format!("{said}\n--=_carrick.a.o7.0\n--=_carrick.a.o7.0--");
        let message = report(&said);
        let bytes = composed(&message, |_| {});
        let mail = MessageParser::default().parse(&bytes).unwrap();
        let text = mail.body_text(0).unwrap().replace("\r\n", "\n");
        assert_eq!(text.trim_end(), message.text.trim_end());
        assert_eq!((mail.text_body_count(), mail.html_body_count()), (1, 1));
        assert!(bytes.split(|byte| *byte == b'\n').all(|line| line.len() <= 998));
    }
}

#[test]
fn no_words_become_a_field() {
    let message = Message {
        subject: "a\r\nBcc: spy@example.org\r\n\r\nbody\u{0}\u{85}".to_owned(),
        ..report("x")
    };
    let bytes = composed(&message, |mail| {
        mail.cause = Cause::Answer(Some("1@example.org>\r\nBcc: spy@example.org\r\nX: <"));
    });
    let mail = MessageParser::default().parse(&bytes).unwrap();
    assert!(mail.bcc().is_none());
    let names: Vec<_> = mail.headers().iter().map(|field| field.name().to_owned()).collect();
    assert!(!names.iter().any(|name| name.eq_ignore_ascii_case("bcc") || name == "X"), "{names:?}");
}

#[test]
fn the_picture_belongs_to_the_page() {
    let message = report("x");
    let shown = shown(&message);
    let bytes = composed(&message, |mail| mail.shown = shown.as_ref());
    let mail = MessageParser::default().parse(&bytes).unwrap();
    let picture = mail.attachments().next().unwrap();
    assert_eq!(&picture.contents()[1..4], b"PNG");
    let source = format!("src=\"cid:{}\"", picture.content_id().unwrap());
    assert!(mail.body_html(0).unwrap().contains(&source), "{source}");
}

/// The server never talks to itself, and an answer to its email is a turn.
#[test]
fn sent_emails_may_come_back() {
    let keys = Keyring::new([7; 32]);
    let bytes = composed(&report("x"), |mail| mail.play = Some("play234"));
    let back = |bytes: &[u8], recipient| {
        read(bytes, &Envelope { sender: "bob@example.org", recipient }, &site(), &keys)
    };
    assert_eq!(back(&bytes, "games@carrick.example"), Err(Silence::Own));

    let mail = MessageParser::default().parse(&bytes).unwrap();
    let reply_to = mail.reply_to().unwrap().first().unwrap().address().unwrap().to_owned();
    let token = carrick_mail::Secret::new("play234".into());
    assert_eq!(site().recipient(&reply_to), Some(Mailbox::Play(token)));
    let quoted: String =
        mail.body_text(0).unwrap().lines().map(|line| format!("> {line}\r\n")).collect();
    let answer = format!(
        "From: bob@example.org\r\nTo: {reply_to}\r\nSubject: Re: x\r\n\r\nOn Thu, 1 May 2008, Carrick \
         wrote:\r\n{quoted}\r\na2\r\n"
    );
    let Asks::Reply { reply: Ok(reply), .. } = back(answer.as_bytes(), &reply_to).unwrap().asks
    else {
        panic!()
    };
    assert_eq!((reply.line.as_str(), reply.rest), ("a2", None));
}

#[test]
fn the_sender_has_the_name_of_the_site() {
    let message = report("x");
    for sender in ["Carrick", "Carrick at Kant's Games", "Carrick at Ça ira"] {
        let bytes = composed(&message, |mail| mail.sender = sender);
        let mail = MessageParser::default().parse(&bytes).unwrap();
        assert_eq!(mail.from().unwrap().first().unwrap().name(), Some(sender));
    }
}
