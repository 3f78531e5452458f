//! Every hostile message through the whole delivery: no panic, no effect, and an answer or no
//! answer as specified.

use std::sync::Arc;

use carrick_games::Seat;
use carrick_post::Delivered;
use fastrand::Rng;

use super::office::{GAMES, Office};
use super::table;

#[tokio::test]
async fn each_hostile_message_is_answered_or_leaves_the_database_unchanged() {
    let office = Office::open().await;
    // A question is answered, but only once a day for this sender: so an answer leaves nothing
    // either.
    office.confirm("ann", "somebody@example.com").await;
    office.command("ann@example.org", "list", "").await;
    let table = table::table();
    assert!(table.len() >= 150, "{}", table.len());
    for (name, message, expected) in table {
        let before = office.bytes();
        let delivered = office.receiver.deliver(&Arc::new(message), "ann@example.org", GAMES).await;
        let delivered = delivered.unwrap();
        match (expected, &delivered) {
            (Err(silence), _) => assert_eq!(delivered, Delivered::Silent(silence), "{name}"),
            (Ok(_), Delivered::Done(_)) => {}
            (Ok(_), _) => panic!("{name}: {delivered:?}"),
        }
        assert_eq!(office.bytes(), before, "{name}");
    }
}

/// Spoilt messages, and many quotations, to both kinds of address: whatever random changes do to
/// them, the turn that is played is the one they contain, and the database stays consistent.
#[tokio::test]
async fn random_changes_to_good_messages_have_no_wrong_effect() {
    let office = Office::open().await;
    let mut good = table::good();
    // No message in the table contains a password used here, or comes from a user's address.
    office.confirm("ann", "somebody@example.com").await;
    good.iter_mut().for_each(|message| *message = message.replace("hunter22", "hunter23"));
    let mut random = Rng::with_seed(2009);
    let address = office.play_address(Seat::First).await;
    let (mut done, mut silent) = (0, 0);
    for number in 0..2_000 {
        let is_heap = number % 100 == 0;
        let make = |random: &mut Rng| match is_heap {
            true => table::heaped(random),
            false => table::spoilt(&good, random),
        };
        let message = Arc::new(make(&mut random));
        let forged = format!("play+{}@carrick.example", random.alphanumeric());
        let others = ["stop+abc@carrick.example", "bounce+abc@carrick.example"];
        let to = [GAMES, &forged, others[number % 2]][number % 3];
        match office.receiver.deliver(&message, "ann@example.org", to).await.unwrap() {
            Delivered::Done(_) => done += 1,
            _ => silent += 1,
        }
    }
    assert!(done > 200 && silent > 200, "{done} {silent}");
    let board = office.board().await;
    assert!(board.turns.is_empty() && board.ended.is_none() && board.offer.is_none());
    assert_eq!(office.number("SELECT count(*) FROM boards").await, 1);
    assert!(office.number("SELECT count(*) FROM pragma_foreign_key_check").await == 0);
    // The token still works.
    let played = office.done(&address, "From: x@example.net\n\nb2\n").await;
    assert!(!played.refused);
}

/// Hostile bodies where they could have an effect: sent to the address that plays a turn, and, if
/// they ask for a list, as the lines of a `multiple`.
#[tokio::test]
async fn hostile_bodies_play_no_turn_and_run_only_their_own_commands() {
    let office = Office::open().await;
    let address = office.play_address(Seat::First).await;
    let (mut read, mut multiples) = (0, 0);
    for (name, message, _) in table::table() {
        let text = String::from_utf8_lossy(&message);
        let lines = text.replacen("Subject: list\r\n", "Subject: multiple\r\n", 1).into_bytes();
        let multiple = (lines != message).then_some((lines, GAMES));
        multiples += usize::from(multiple.is_some());
        for (message, to) in [(message, address.as_str())].into_iter().chain(multiple) {
            let delivered =
                office.receiver.deliver(&Arc::new(message), "ann@example.org", to).await;
            read += usize::from(matches!(delivered, Ok(Delivered::Done(_))));
            assert!(delivered.is_ok(), "{name}: {delivered:?}");
        }
        let board = office.board().await;
        let untouched = board.turns.is_empty() && board.ended.is_none() && board.offer.is_none();
        assert!(untouched, "{name}: {board:?}");
    }
    assert!(read > 150 && multiples > 100, "{read} {multiples}");
    assert_eq!(office.number("SELECT count(*) FROM boards").await, 1);
    let people =
        "SELECT count(*) FROM users WHERE userid NOT LIKE 'level%' AND userid NOT LIKE 'novice%'";
    assert_eq!(office.number(people).await, 2);
    let played = office.done(&address, "From: x@example.net\n\nb2\n").await;
    assert!(!played.refused, "the token is as good as before");
}
