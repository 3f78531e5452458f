//! LMTP over sockets of both kinds.

use std::os::unix::fs::PermissionsExt as _;
use std::time::Duration;

use carrick_games::Seat;
use carrick_mail::lmtp::SessionLimits;
use carrick_post::{Bounds, ListenError, Listener, LmtpAddress};
use futures_util::future::join_all;

use super::client::Client;
use super::office::{GAMES, Office};

const TAKEN: &str = "250 2.0.0 Accepted";

/// An email whose Subject is a command, never the same twice.
fn mail(number: u32, subject: &str) -> String {
    format!("From: ann@example.org\nMessage-ID: <{number}@example.org>\nSubject: {subject}\n\n")
}

fn any_port() -> LmtpAddress {
    "127.0.0.1:0".parse().unwrap()
}

#[tokio::test]
async fn a_turn_over_a_socket_and_the_answer_to_it_over_a_port() {
    let office = Office::open().await;
    for (place, seat, turn) in
        [(office.socket(), Seat::First, "b2"), (any_port(), Seat::Second, "c2")]
    {
        let served = office.listen(&place, Bounds::default()).await;
        let mut client = Client::greeted(&served.address).await;
        let address = office.play_address(seat).await;
        let reply =
            format!("From: x@example.org\nSubject: Re: ankor board 101\n\n{turn}\n\n> c3\n");
        assert_eq!(client.send(&[&address], &reply).await, [TAKEN]);
        assert_eq!(office.turns().await.last().map(String::as_str), Some(turn));
        assert_eq!(client.ask("QUIT").await, "221 2.0.0 Goodbye");
        assert_eq!(client.hear().await, "");
        served.stop().await.unwrap();
    }
    assert_eq!(office.sent().await.len(), 4, "each turn is told to both players");
}

#[tokio::test]
async fn every_recipient_has_a_status() {
    let office = Office::open().await;
    let served = office.listen(&office.socket(), Bounds::default()).await;
    let mut client = Client::greeted(&served.address).await;
    let address = office.play_address(Seat::First).await;
    assert_eq!(client.ask("MAIL FROM:<ann@example.org>").await, "250 2.1.0 Sender accepted");
    assert!(client.ask("RCPT TO:<root@carrick.example>").await.starts_with("550 5.1.1 "));
    assert!(client.ask("RSET").await.starts_with("250 "));
    let statuses = client.send(&[GAMES, &address], &(mail(1, "list") + "b2")).await;
    assert_eq!(statuses, [TAKEN, TAKEN]);
    assert_eq!(office.turns().await, ["b2"]);
    // An email that the database cannot store now may come again, for each recipient.
    office.store.close().await;
    let statuses = client.send(&[GAMES, &address], &mail(2, "list")).await;
    assert_eq!(statuses, ["451 4.3.0 Not now; try again later"; 2]);
    served.stop().await.unwrap();
}

#[tokio::test]
async fn a_hundred_simultaneous_conversations() {
    let office = Office::open().await;
    let served = office.listen(&office.socket(), Bounds::default()).await;
    let mut clients = join_all((0..100).map(|_| Client::greeted(&served.address))).await;
    // All are open, and each is in the middle of its message.
    let recipients = [GAMES];
    join_all(clients.iter_mut().map(|client| client.begin(&recipients))).await;
    let answered = join_all((0..).zip(&mut clients).map(async |(number, client)| {
        let message = mail(number, "ankor chat 101 ann hunter22") + &format!("{number}");
        client.say(format!("{}\r\n.\r\n", message.replace('\n', "\r\n")).as_bytes()).await;
        client.hear().await
    }));
    assert_eq!(answered.await, [TAKEN; 100]);
    let said = office.store.remarks(super::office::BOARD).await.unwrap();
    assert_eq!(said.len(), 60, "as often as one may speak in an hour");
    served.stop().await.unwrap();
}

#[tokio::test]
async fn a_relay_waits_when_all_places_are_taken() {
    let office = Office::open().await;
    let bounds = Bounds { conversations: 1, ..Bounds::default() };
    let served = office.listen(&any_port(), bounds).await;
    let mut first = Client::greeted(&served.address).await;
    let mut second = Client::connect(&served.address).await;
    second.say(b"LHLO relay.example\r\n").await;
    assert_eq!(first.send(&[GAMES], &mail(1, "list")).await, [TAKEN]);
    assert_eq!(first.ask("QUIT").await, "221 2.0.0 Goodbye");
    assert_eq!(second.hear().await, "220 carrick.example LMTP Carrick");
    served.stop().await.unwrap();
}

/// Bounds under which no client can delay others for long.
fn impatient() -> Bounds {
    let limits = SessionLimits {
        command_wait: Duration::from_millis(1000),
        data_wait: Duration::from_millis(1000),
        message_wait: Duration::from_millis(1500),
        ..SessionLimits::default()
    };
    Bounds { limits, ..Bounds::default() }
}

#[tokio::test]
async fn a_slow_client_is_disconnected() {
    let office = Office::open().await;
    let before = office.bytes();
    let served = office.listen(&office.socket(), impatient()).await;
    let silent = async {
        let mut client = Client::greeted(&served.address).await;
        client.hear().await
    };
    let stuck = async {
        let mut client = Client::greeted(&served.address).await;
        client.begin(&[GAMES]).await;
        client.say(b"From: ann@example.org\r\nSubject: ankor mo").await;
        client.hear().await
    };
    // A byte now and then does not help: the whole message takes too long.
    let dripping = async {
        let mut client = Client::greeted(&served.address).await;
        client.begin(&[GAMES]).await;
        let mut ticks = tokio::time::interval(Duration::from_millis(20));
        while client.try_say(b"a").await.is_ok() {
            ticks.tick().await;
        }
        client.hear().await
    };
    let (silent, stuck, dripping) = tokio::join!(silent, stuck, dripping);
    assert_eq!([silent, stuck, dripping], ["421 4.4.2 That took too long"; 3]);
    served.stop().await.unwrap();
    assert_eq!(office.bytes(), before);
}

#[tokio::test]
async fn a_line_too_long_and_commands_out_of_order() {
    let office = Office::open().await;
    let served = office.listen(&office.socket(), Bounds::default()).await;
    let mut client = Client::greeted(&served.address).await;
    let long = client.ask(&"x".repeat(100_000)).await;
    assert_eq!(long, "500 5.5.2 The line is too long");
    assert_eq!(client.ask("DATA").await, "503 5.5.1 MAIL and RCPT come first");
    assert_eq!(client.send(&[GAMES], &mail(1, "list")).await, [TAKEN]);
    for _ in 0..18 {
        assert!(client.ask("EHLO x").await.starts_with("500 "));
    }
    assert_eq!(client.ask("GET / HTTP/1.1").await, "421 4.7.0 Too many mistakes");
    assert_eq!(client.hear().await, "");
    served.stop().await.unwrap();
}

#[tokio::test]
async fn no_second_message_is_smuggled_in_after_a_first() {
    let office = Office::open().await;
    let served = office.listen(&any_port(), Bounds::default()).await;
    let smuggled = "MAIL FROM:<ann@example.org>\r\nRCPT TO:<games@carrick.example>\r\nDATA\r\n\
                    From: ann@example.org\r\nSubject: ankor move 101 ann hunter22 b2\r\n\r\n";
    let before = office.bytes();
    for end in ["\n.\n", "\n.\r\n", "\r.\r", "\r\n.\n", "\r\n.\r", "\r.\r\n"] {
        let mut client = Client::greeted(&served.address).await;
        client.begin(&[GAMES]).await;
        let head = "From: eve@example.org\r\nSubject: list\r\n\r\nx";
        client.say(format!("{head}{end}{smuggled}\r\n.\r\n").as_bytes()).await;
        let met = client.hear().await;
        assert_eq!(met, TAKEN, "{end:?}");
        assert_eq!(client.ask("NOOP").await, "250 2.0.0 OK", "{end:?}");
    }
    served.stop().await.unwrap();
    assert_eq!(office.bytes(), before);
}

#[tokio::test]
async fn commands_in_one_go_and_a_reset_in_between() {
    let office = Office::open().await;
    let served = office.listen(&office.socket(), Bounds::default()).await;
    let mut client = Client::connect(&served.address).await;
    let address = office.play_address(Seat::First).await;
    let said = format!(
        "LHLO r\r\nMAIL FROM:<eve@example.org>\r\nRCPT TO:<{address}>\r\nRSET\r\n\
         MAIL FROM:<ann@example.org>\r\nRCPT TO:<{GAMES}>\r\nRCPT TO:<{address}>\r\nDATA\r\n\
         From: ann@example.org\r\nSubject: list\r\n\r\nb2\r\n..\r\n.\r\nNOOP\r\nQUIT\r\n"
    );
    client.say(said.as_bytes()).await;
    let mut replies = Vec::new();
    loop {
        match client.hear().await {
            end if end.is_empty() => break,
            reply => replies.push(reply[..3].to_owned()),
        }
    }
    let expected = "220 250 250 250 250 250 250 250 354 250 250 250 221";
    assert_eq!(replies.join(" "), expected);
    assert_eq!(office.turns().await, ["b2"]);
    served.stop().await.unwrap();
}

#[tokio::test]
async fn a_stopping_server_finishes_its_deliveries() {
    let office = Office::open().await;
    let served = office.listen(&office.socket(), Bounds::default()).await;
    let path = served.path();
    let mode = std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o660);
    let mut waiting = Client::greeted(&served.address).await;
    let mut delivering = Client::greeted(&served.address).await;
    delivering.begin(&[GAMES]).await;
    let message = mail(1, "ankor move 101 ann hunter22 b2").replace('\n', "\r\n");
    delivering.say(format!("{message}\r\n.\r\n").as_bytes()).await;
    let taken = delivering.hear().await;
    let stopped = served.stop();
    assert_eq!(taken, TAKEN);
    assert!(waiting.hear().await.starts_with("421 4.3.2 "));
    assert!(delivering.hear().await.starts_with("421 4.3.2 "));
    stopped.await.unwrap();
    assert!(!path.exists(), "nobody listens there any more");
    assert_eq!(office.turns().await, ["b2"]);
}

#[tokio::test]
async fn a_socket_is_taken_over_only_from_a_dead_server() {
    let office = Office::empty().await;
    let place = office.socket();
    let LmtpAddress::Socket(path) = &place else { panic!("{place}") };
    // A socket left behind by a killed server.
    drop(std::os::unix::net::UnixListener::bind(path).unwrap());
    let living = Listener::bind(&place).await.unwrap();
    let second = Listener::bind(&place).await.map(|_| ());
    assert!(matches!(second, Err(ListenError::InUse(_))), "{second:?}");
    drop(living);
    std::fs::write(path, "a file").unwrap();
    let third = Listener::bind(&place).await.map(|_| ());
    assert!(matches!(third, Err(ListenError::NoSocket(_))), "{third:?}");
    assert_eq!(std::fs::read(path).unwrap(), b"a file");
}
