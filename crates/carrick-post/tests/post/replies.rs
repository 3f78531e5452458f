//! Answers to emails about turns: the powers of a token, and when it no longer works.

use carrick_games::Seat;
use carrick_service::Link;
use carrick_tokens::Powers;
use jiff::SignedDuration;

use super::office::{Office, PASSWORD};

/// An answer to an email about a turn as a phone sends it.
fn answer(said: &str) -> String {
    format!(
        "From: Somebody <x@example.net>\nSubject: Re: ankor board 101: ann to move\n\n{said}\n\n\
         On Thu, 1 May 2008 at 12:00, Carrick <games@carrick.example> wrote:\n> ankor board 101\n"
    )
}

#[tokio::test]
async fn a_game_continues_from_answer_to_answer() {
    let office = Office::open().await;
    for (seat, said, turn) in [
        (Seat::First, "b2", "b2"),
        (Seat::Second, "Swap!", "swap"),
        (Seat::First, "Hi Ann,\n\nmove c1\n\nYour turn.", "c1"),
    ] {
        let address = office.play_address(seat).await;
        let done = office.done(&address, &answer(said)).await;
        assert!(!done.refused, "{said}: {:?}", done.messages);
        assert_eq!(office.turns().await.last().unwrap(), turn);
        office.sent().await;
    }
    let said = office.store.remarks(super::office::BOARD).await.unwrap();
    assert_eq!(said.iter().map(|one| one.text.trim()).collect::<Vec<_>>(), ["Your turn."]);
}

#[tokio::test]
async fn a_refusal_goes_only_to_the_player() {
    let office = Office::open().await;
    let address = office.play_address(Seat::First).await;
    for said in ["z9", "I am away until Monday", "", "queue b2 c2", "signoff ann -"] {
        let done = office.done(&address, &answer(said)).await;
        assert!(done.refused, "{said}");
        assert!(done.messages[0].text.contains("\nAnkor board 101: ann"), "{said}: {done:?}");
        // They have not typed a command.
        assert!(!done.messages[0].text.contains("Usage"), "{said}: {}", done.messages[0].text);
        assert_eq!(office.sent().await, ["ann: ankor board 101: error"], "{said}");
    }
    assert!(office.turns().await.is_empty());
}

#[tokio::test]
async fn a_turn_ends_the_token_of_that_turn() {
    let office = Office::open().await;
    let address = office.play_address(Seat::First).await;
    office.done(&address, &answer("b2")).await;
    // The same turn gets the same answer as the first time; another turn is too late.
    let again = office.done(&address, &(answer("b2") + "sent again")).await;
    assert!(!again.refused && !again.repeated);
    let text = &again.messages[0].text;
    assert!(text.contains("was not sent") && !text.contains("sent again"), "{text}");
    office.sent().await;
    for said in ["c2", "chat Hello", "propose", "undo", "resign"] {
        let late = office.done(&address, &answer(said)).await;
        assert!(late.refused, "{said}");
        // They see the board that their next answer is about.
        let text = &late.messages[0].text;
        assert!(text.contains("too late"), "{said}: {text}");
        assert!(text.contains("\nAnkor board 101: ann") && text.contains("c1"), "{said}: {text}");
    }
    assert_eq!(office.turns().await, ["b2"]);
    assert_eq!(office.board().await.offer, None);
}

/// A mail program that sends twice makes two messages of one; the words are not sent again.
#[tokio::test]
async fn a_repeated_turn_with_words_gets_the_same_answer() {
    let office = Office::open().await;
    let address = office.play_address(Seat::First).await;
    let first = office.done(&address, &answer("b2\nHave fun!")).await;
    office.later(SignedDuration::from_hours(2));
    let again =
        answer("b2\nHave fun!").replacen("Subject", "Message-ID: <2@example.net>\nSubject", 1);
    let again = office.done(&address, &again).await;
    assert!(!again.refused && !again.repeated);
    let text = &again.messages[0].text;
    assert!(!text.contains("was not sent"), "{text}");
    assert_eq!(first.messages[0].subject, again.messages[0].subject);
    let other = office.done(&address, &answer("b2\nHave no fun!")).await;
    assert!(other.messages[0].text.contains("was not sent"), "{other:?}");
    let said = office.store.remarks(super::office::BOARD).await.unwrap();
    assert_eq!(said.len(), 1);
}

#[tokio::test]
async fn an_undo_ends_the_token_of_the_turn_that_was_taken_back() {
    let office = Office::open().await;
    let first = office.play_address(Seat::First).await;
    office.done(&first, &answer("b2")).await;
    let second = office.play_address(Seat::Second).await;
    office.does_as("ann", "ankor move 101 ann - undo").await;
    // An offer is not a turn: the token still works for the answer to it.
    assert!(!office.done(&second, &answer("accept")).await.refused);
    assert!(office.turns().await.is_empty());
    for (address, said) in [(&first, "c2"), (&second, "c2")] {
        assert!(office.done(address, &answer(said)).await.refused);
    }
    assert!(office.turns().await.is_empty());
    let fresh = office.play_address(Seat::First).await;
    assert!(!office.done(&fresh, &answer("c2")).await.refused);
    assert_eq!(office.turns().await, ["c2"]);
}

#[tokio::test]
async fn resigning_needs_a_second_answer() {
    let office = Office::open().await;
    for (seat, turn) in [(Seat::First, "b2"), (Seat::Second, "c2")] {
        let address = office.play_address(seat).await;
        office.done(&address, &answer(turn)).await;
    }
    let address = office.play_address(Seat::First).await;
    let told = office.done(&address, &answer("Resign\nWell played!")).await;
    assert!(told.messages[0].text.contains("What you wrote with it was not sent"), "{told:?}");
    office.sent().await;
    assert!(!office.done(&address, &answer("Resign.")).await.refused);
    assert!(!office.waiting().await[0].text.contains("was not sent"));
    assert_eq!(office.board().await.ended, None);
    let waiting = office.waiting().await;
    let [asked] = waiting.as_slice() else { panic!("{waiting:?}") };
    assert_eq!(
        (asked.subject.as_str(), asked.link.clone()),
        ("ankor board 101: do you resign?", Some(Link::Resign))
    );
    let token = office.token(Seat::First, office.board().await.generation(), Powers::RESIGN);
    let address = office.address_of(&token);
    assert!(office.done(&address, &answer("c1")).await.refused, "it takes nothing else");
    assert!(!office.done(&address, &answer("resign\nThank you for the game!")).await.refused);
    assert_eq!(office.board().await.ended.unwrap().reason(), "resignation");
    let said = office.store.remarks(super::office::BOARD).await.unwrap();
    let said: Vec<&str> = said.iter().map(|remark| remark.text.as_str()).collect();
    assert_eq!(said, ["Thank you for the game!"]);
}

#[tokio::test]
async fn words_below_an_offer_or_its_answer_are_sent() {
    let office = Office::open().await;
    for (seat, turn) in [(Seat::First, "b2"), (Seat::Second, "c2")] {
        let address = office.play_address(seat).await;
        office.done(&address, &answer(turn)).await;
    }
    let said = ["propose", "reject", "undo", "accept"].map(|word| format!("Words below {word}."));
    let seats = [Seat::First, Seat::Second, Seat::First, Seat::Second];
    for ((word, said), seat) in ["propose", "reject", "undo", "accept"].iter().zip(&said).zip(seats)
    {
        office.sent().await;
        let address = office.play_address(seat).await;
        let done = office.done(&address, &answer(&format!("{word}\n{said}"))).await;
        assert!(!done.refused, "{word}: {done:?}");
        let hear = done.messages.iter().filter(|message| message.text.contains(said));
        assert_eq!(hear.count(), 2, "{word}: {done:?}");
    }
    let kept = office.store.remarks(super::office::BOARD).await.unwrap();
    let kept: Vec<&str> = kept.iter().map(|remark| remark.text.as_str()).collect();
    assert_eq!(kept, said.each_ref());
}

#[tokio::test]
async fn an_invalid_token_plays_nothing() {
    let office = Office::open().await;
    let good = office.play_address(Seat::First).await;
    let (token, host) = good.strip_prefix("play+").unwrap().split_once('@').unwrap();
    let other = office.address_of(&office.token(Seat::Second, 0, Powers::TO_MOVE));
    let before = office.board().await;
    let mut changed = token.to_owned();
    changed.replace_range(5..6, if token[5..].starts_with('a') { "b" } else { "a" });
    for local in [
        "play+",
        "play+a",
        &format!("play+{changed}"),
        &format!("play+{token}a"),
        &format!("play+{}", &token[1..]),
    ] {
        let done = office.done(&format!("{local}@{host}"), &answer("b2")).await;
        assert!(done.refused, "{local}");
    }
    assert!(office.done(&other, &answer("b2")).await.refused, "it is not their turn");
    assert_eq!(office.board().await, before);
    // Upper and lower case do not matter: programs change them.
    assert!(!office.done(&good.to_uppercase(), &answer("b2")).await.refused);
}

#[tokio::test]
async fn a_token_expires() {
    let office = Office::open().await;
    let address = office.play_address(Seat::First).await;
    office.later(SignedDuration::from_hours(24 * 31));
    let late = office.done(&address, &answer("b2")).await;
    assert!(late.refused && late.messages[0].text.contains("too old"), "{late:?}");
}

#[tokio::test]
async fn answers_and_subjects_and_the_command_line_in_one_game() {
    let office = Office::open().await;
    let address = office.play_address(Seat::First).await;
    office.done(&address, &answer("b2")).await;
    office.command("bob@example.org", &format!("ankor move 101 bob {PASSWORD} c2#2"), "").await;
    office.does_as("ann", "ankor move 101 ann - c3").await;
    let address = office.play_address(Seat::Second).await;
    office.done(&address, &answer("c1#4")).await;
    assert_eq!(office.turns().await, ["b2", "c2", "c3", "c1"]);
}

#[tokio::test]
async fn the_answer_confirm_plays_the_submitted_turn() {
    let office = Office::open().await;
    let address = office.play_address(Seat::First).await;
    assert!(office.done(&address, &answer("confirm")).await.refused, "nothing was submitted");
    office.does_as("ann", "ankor submit 101 ann - b2").await;
    assert!(!office.done(&address, &answer("Confirm\nthat is it")).await.refused);
    assert_eq!(office.turns().await, ["b2"]);
}

/// They have not typed a command, so the answer does not explain one.
#[tokio::test]
async fn an_answer_without_a_turn_is_told_how_to_write_one() {
    let office = Office::open().await;
    let address = office.play_address(Seat::First).await;
    for said in ["My move is c3.", "c3?", "Hello Ann swap", "d3 hunter22"] {
        let done = office.done(&address, &answer(said)).await;
        let [told] = &done.messages[..] else { panic!("{said}: {done:?}") };
        let text = told.text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("The first line of your answer is not a turn"), "{said}: {text}");
        assert!(text.contains("such as d3; or one of pass, swap"), "{said}: {text}");
        assert!(!text.contains("word") && !text.contains("hunter22"), "{said}: {text}");
    }
    assert!(office.turns().await.is_empty());
}

#[tokio::test]
async fn an_answer_to_the_address_for_commands_is_told_where_turns_go() {
    let office = Office::open().await;
    let from = "ann@example.org";
    for subject in [
        "Re: ankor board 101: ann to move",
        "AW: ankor chat 101 bob",
        "回复：ankor board 101: ann to move",
    ] {
        let done = office.command(from, subject, "b2").await;
        let text = done.messages[0].text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            done.refused && text.contains("the address that your program takes from its Reply-To"),
            "{text}"
        );
    }
    let done = office.command(from, "Re: boche board 102: ann to move", "b2").await;
    let text = done.messages[0].text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("`boche move 102 <userid> <password> <turn>`"), "{text}");
    assert!(!office.command(from, "Re: ankor show 101", "").await.refused);
}

#[tokio::test]
async fn an_answer_to_a_message_is_told_how_to_write_back() {
    let office = Office::open().await;
    for (subject, command) in [
        ("Re: Message from bob", "`message <userid> <password> bob`"),
        ("AW: News from bob", "`message <userid> <password> bob`"),
        ("回复：Message from bob", "`message <userid> <password> bob`"),
        // It may be any word.
        ("Re: Message from hunter22", "`message <userid> <password> somebody`"),
    ] {
        let done = office.command("ann@example.org", subject, "Thank you!").await;
        let text = done.messages[0].text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(done.refused && text.contains(command) && !text.contains("hunter22"), "{text}");
    }
}

/// A player who quotes their email may quote the address that plays their turn.
#[tokio::test]
async fn a_token_in_a_players_words_is_neither_kept_nor_sent() {
    let office = Office::open().await;
    let address = office.play_address(Seat::First).await;
    let said = format!("chat\nI answered to <{address}>, was that right?");
    assert!(office.done(&address, &answer(&said)).await.refused);
    let token = address.split(['+', '@']).nth(1).unwrap();
    let all = office.bytes().concat();
    assert!(!all.windows(token.len()).any(|bytes| bytes == token.as_bytes()));
    assert!(office.store.remarks(super::office::BOARD).await.unwrap().is_empty());
}
