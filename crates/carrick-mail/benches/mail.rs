//! Benchmarks of reading and writing an email: `cargo bench -p carrick-mail`.
#![expect(clippy::unwrap_used, reason = "valid values only")]

use carrick_games::{AnyGame, AnyOptions, GameKind, Seat, SizeLimits};
use carrick_mail::incoming::{Asks, Envelope, MAX_MESSAGE_BYTES, Site, read};
use carrick_mail::outgoing::{Cause, MailParts, ShownPosition, compose};
use carrick_service::{About, Addressee, BoardId, Message};
use carrick_tokens::{Keyring, Powers, ReplyToken};
use divan::Bencher;
use divan::counter::BytesCount;

fn main() {
    divan::main();
}

fn site() -> Site {
    Site { commands: "games@carrick.example".parse().unwrap(), relay: None }
}

/// From the bytes of an answer to an email about a turn to its turn, with the token opened.
#[divan::bench]
fn answer_in(bencher: Bencher<'_, '_>) {
    let keys = Keyring::new([7; 32]);
    let token = keys.seal(&ReplyToken {
        board: BoardId { kind: GameKind::Ankor, number: 101 },
        generation: 9,
        seat: Seat::First,
        powers: Powers::TO_MOVE,
        expires: "2008-05-22T12:00:00Z".parse().unwrap(),
    });
    let now = "2008-05-01T12:00:00Z".parse().unwrap();
    let recipient = site().play_address(&token);
    let quoted = "> 1 +  f1   +---+   a line of the board that is quoted\r\n".repeat(40);
    let message = format!(
        "From: ann@example.org\r\nMessage-ID: <1@example.org>\r\nSubject: Re: ankor board 101\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\nd3\r\n\r\nOn Thu, 1 May 2008 at 12:00 Carrick \
         <games@carrick.example> wrote:\r\n{quoted}"
    );
    let site = site();
    bencher.bench_local(|| {
        let envelope = Envelope { sender: "ann@example.org", recipient: &recipient };
        let mail = read(message.as_bytes(), &envelope, &site, &keys).unwrap();
        let Asks::Reply { token, reply } = mail.asks else { unreachable!() };
        (keys.open::<ReplyToken>(token.reveal(), now).unwrap(), reply.unwrap())
    });
}

/// The largest page that is read.
#[divan::bench]
fn largest_page_in(bencher: Bencher<'_, '_>) {
    let head = "From: ann@example.org\r\nSubject: multiple\r\nContent-Type: text/html\r\n\r\n";
    let page = "<div class=x>list <b>ankor</b></div>\r\n".repeat(MAX_MESSAGE_BYTES / 40);
    let (message, keys, site) = (head.to_owned() + &page, Keyring::new([7; 32]), site());
    let envelope = Envelope { sender: "ann@example.org", recipient: "games@carrick.example" };
    bencher.bench_local(|| read(message.as_bytes(), &envelope, &site, &keys));
}

/// From a report to the bytes of its email, picture included.
#[divan::bench(args = ["ankor", "boche", "antipod", "anchor"])]
fn report_out(bencher: Bencher<'_, '_>, kind: &str) {
    let kind: GameKind = kind.parse().unwrap();
    let game = AnyGame::new(AnyOptions::parse(kind, &[], SizeLimits::Challenge).unwrap());
    let message = Message {
        to: Addressee::User("bob".parse().unwrap()),
        subject: format!("{kind} board 101: bob to move"),
        text: format!("{kind} board 101\n\n{}", game.draw(Default::default())),
        board: Some(BoardId { kind, number: 101 }),
        link: None,
        about: About::default(),
    };
    let (site, to) = (site(), "bob@example.org".parse().unwrap());
    let shown =
        message.text.find(&game.draw(Default::default())).map(|at| ShownPosition { game, at });
    let mail = MailParts {
        sender: "Carrick",
        row: 7,
        copy: 0,
        at: "2008-05-01T12:00:00Z".parse().unwrap(),
        to: &to,
        message: &message,
        cause: Cause::Event,
        link: None,
        play: None,
        stop: None,
        bounce: None,
        shown: shown.as_ref(),
        board_page: None,
        puzzle_page: None,
        decline: None,
        pages: None,
    };
    let size = BytesCount::new(compose(&site, &mail).unwrap().bytes.len());
    bencher.counter(size).bench_local(|| compose(&site, &mail).unwrap());
}
