//! Commands in Subjects and bodies: which senders are trusted, and that each command runs once.

use carrick_mail::incoming::Silence;
use carrick_post::Delivered;
use carrick_server::change_account;
use carrick_service::Addressee;
use carrick_store::{Confirmation, Recipient};
use futures_util::future::join_all;
use jiff::SignedDuration;

use super::office::{BOARD, GAMES, Office, PASSWORD, RELAY, name};

const ANN: &str = "ann@example.org";

/// An email that the relay found genuine.
fn proved(from: &str, subject: &str) -> String {
    let domain = from.rsplit_once('@').unwrap().1;
    format!(
        "Authentication-Results: {RELAY}; dmarc=pass header.from={domain}\nFrom: {from}\nTo: {GAMES}\n\
         Subject: {subject}\n\n"
    )
}

#[tokio::test]
async fn a_password_plays_and_both_players_get_a_message() {
    let office = Office::open().await;
    let done = office.command("anywhere@example.net", "ankor move 101 ann hunter22 b2", "").await;
    assert!(!done.refused);
    assert_eq!(office.turns().await, ["b2"]);
    let told = ["ann: ankor board 101: bob to move", "bob: ankor board 101: bob to move"];
    assert_eq!(office.sent().await, told);
}

#[tokio::test]
async fn an_address_plays_if_the_relay_verifies_it_and_a_user_has_confirmed_it() {
    let office = Office::open().await;
    let turn = "ankor move 101 ann - b2";
    for message in [
        format!("From: {ANN}\nSubject: {turn}\n\n"),
        proved("ann@example.org", turn).replace(RELAY, "mx.forger.example"),
        proved("eve@example.org", turn),
        proved("bob@example.org", turn),
    ] {
        let done = office.done(GAMES, &message).await;
        assert!(done.refused, "{message}");
    }
    assert!(office.turns().await.is_empty());
    let forged = proved(ANN, turn).replace("dmarc=pass", "dmarc=fail");
    assert_eq!(office.silence(GAMES, &forged).await, Silence::Forged);
    let genuine = proved(ANN, turn).replace("\nSubject", "\nMessage-ID: <1@example.org>\nSubject");
    assert!(!office.done(GAMES, &genuine).await.refused);
    assert_eq!(office.turns().await, ["b2"]);
    // It never changes the account.
    let before = office.user("ann").await;
    for change in ["delete ann -", "change password ann - rose8888", "add ann - eve@example.org"] {
        office.done(GAMES, &proved(ANN, change)).await;
        assert_eq!(office.user("ann").await, before, "{change}");
    }
}

#[tokio::test]
async fn a_repeated_message_has_no_further_effect() {
    let office = Office::open().await;
    let challenge =
        format!("From: {ANN}\nMessage-ID: <7@example.org>\nSubject: antipod challenge ann bob\n\n");
    let challenge = proved(ANN, "antipod challenge ann bob")
        .replace("\nSubject", "\nMessage-ID: <7@example.org>\nSubject")
        + &challenge[..0];
    let first = office.done(GAMES, &challenge).await;
    assert!(!first.refused && !first.repeated, "{first:?}");
    let boards = "SELECT count(*) FROM boards";
    assert_eq!(office.number(boards).await, 2);
    let before = office.bytes();
    // From another relay, with other trace fields, verified or not, and to the address in capitals.
    for again in [
        challenge.clone(),
        format!("Received: again\n{challenge}"),
        challenge.replace("dmarc=pass", "dmarc=none"),
        // A signature does not distinguish these.
        format!("{challenge}\n \n\n"),
        challenge.replace("antipod challenge", "antipod  challenge "),
    ] {
        let done = office.done(GAMES, &again).await;
        assert_eq!((done.repeated, done.refused, &done.messages), (true, false, &first.messages));
    }
    assert!(office.done("GAMES@Carrick.Example", &challenge).await.repeated);
    assert_eq!(office.bytes(), before);
    // Another message is another challenge.
    assert!(!office.done(GAMES, &challenge.replace("<7@", "<8@")).await.repeated);
    assert_eq!(office.number(boards).await, 3);
}

#[tokio::test]
async fn a_sender_may_write_their_address_in_capitals() {
    let office = Office::open().await;
    let turn = "ankor move 101 ann - b2";
    assert!(!office.done(GAMES, &proved("Ann@Example.org", turn)).await.refused);
    assert_eq!(office.turns().await, ["b2"]);
    // No one else can confirm it.
    office.does("signup dora tulip7 ANN@example.org").await;
    let dora = "dora".parse().unwrap();
    let address = "ANN@example.org".parse().unwrap();
    let done = office.store.confirm_address(&dora, &address).await.unwrap();
    assert_eq!(done, Confirmation::Taken);
    // Its owner may write it differently.
    office.does_as("ann", "change address ann - ANN@example.org").await;
    assert!(office.user("ann").await.addresses.iter().all(|entry| entry.confirmed));
}

#[tokio::test]
async fn many_simultaneous_deliveries_of_one_message_are_one() {
    let office = Office::open().await;
    let message = proved(ANN, "antipod challenge ann bob");
    let all = join_all((0..20).map(|_| office.done(GAMES, &message))).await;
    assert_eq!(all.iter().filter(|done| !done.repeated).count(), 1);
    assert_eq!(office.number("SELECT count(*) FROM boards").await, 2);
    assert_eq!(office.sent().await.len(), 2);
}

#[tokio::test]
async fn the_lines_of_a_multiple_are_one_transaction_and_one_answer() {
    let office = Office::open().await;
    let body = "ankor move 101 ann hunter22 b2\nankor mvoe 101 bob hunter22 c9\nlist\n\
                ankor move 101 bob hunter22 c2";
    let commits = office.store.commits();
    let before = *commits.borrow();
    let done = office.command(ANN, "multiple", body).await;
    assert_eq!(*commits.borrow(), before + 1);
    assert!(done.refused, "one of them was");
    assert_eq!(office.turns().await, ["b2", "c2"]);
    let answers: Vec<_> = office
        .waiting()
        .await
        .into_iter()
        .filter(|one| one.to == Recipient::Address(ANN.parse().unwrap()))
        .collect();
    let [answer] = answers.as_slice() else { panic!("{answers:?}") };
    assert_eq!(answer.subject, "Carrick: answers to 2 commands");
    assert!(answer.text.contains("In line 2 of the body:\n"), "{}", answer.text);
    assert!(
        answer.text.contains("Carrick: list") || answer.text.contains("ankor"),
        "{}",
        answer.text
    );
    // Two turns in one message get different times.
    let turns = office.board().await.turns;
    assert!(turns[0].at < turns[1].at);
    assert_eq!(
        office
            .store
            .answered_by(answer.number)
            .await
            .unwrap()
            .map(|id| id.contains("@example.org")),
        Some(true)
    );
}

#[tokio::test]
async fn a_user_who_signs_up_in_one_line_may_play_in_the_next() {
    let office = Office::open().await;
    let body = "signup camb tulip7\nantipod seek camb tulip7\nantipod seek camb wrong-one";
    let done = office.command("camb@example.net", "multiple", body).await;
    assert!(done.refused);
    assert_eq!(office.number("SELECT count(*) FROM seeks").await, 1);
}

/// Whether it is verified or not, the sender's address becomes the new user's address, to be
/// confirmed.
#[tokio::test]
async fn a_user_who_signs_up_without_an_address_gets_the_senders() {
    let office = Office::open().await;
    office.command("camb@example.net", "signup camb tulip7", "").await;
    office.done(GAMES, &proved("dora@example.net", "signup dora tulip7")).await;
    office.done(GAMES, &proved("eve@example.net", "signup eve tulip7 eve@example.com")).await;
    let mut asked = office.sent().await;
    asked.retain(|said| said.contains("Is this the address"));
    asked.sort();
    let expected =
        ["camb", "dora", "eve"].map(|user| format!("{user}: Is this the address of {user}?"));
    assert_eq!(asked, expected);
    for (user, theirs) in
        [("camb", "camb@example.net"), ("dora", "dora@example.net"), ("eve", "eve@example.com")]
    {
        let [address] = office.user(user).await.addresses.try_into().unwrap();
        assert_eq!((address.address.as_str(), address.confirmed), (theirs, false));
    }
}

/// Help, or a refusal of the first try, does not use up the email without which no one can begin.
#[tokio::test]
async fn a_stranger_who_got_an_answer_is_still_asked_when_signing_up() {
    for first in ["help", "signup bo-b tulip7", "list"] {
        let office = Office::open().await;
        office.command("camb@example.net", first, "").await;
        assert_eq!(office.sent().await.len(), 1, "{first}");
        office.command("camb@example.net", "signup camb tulip7", "").await;
        let [letter] = &office.waiting().await[..] else { panic!("{first}") };
        assert_eq!(letter.subject, "Is this the address of camb?", "{first}");
        assert!(letter.text.contains("Welcome to Carrick, camb."), "{first}: {}", letter.text);
        office.forget_outbox().await;
        // That is all they get that day, under any name.
        for more in ["help", "signup cambo tulip7"] {
            office.command("camb+more@example.net", more, "").await;
        }
        assert!(office.sent().await.is_empty(), "{first}");
    }
}

/// They may never have written, so they get only one email a day.
#[tokio::test]
async fn a_stranger_who_signs_up_gets_one_email_with_welcome_and_question() {
    let office = Office::open().await;
    let done = office.command("camb@example.net", "signup camb tulip7", "").await;
    let [letter] = &done.messages[..] else { panic!("{:?}", done.messages) };
    assert_eq!(letter.subject, "Is this the address of camb?");
    assert!(letter.link.is_some());
    let [welcome, question] = ["camb", "says that this address is theirs"]
        .map(|words| letter.text.find(words).unwrap_or_else(|| panic!("{}", letter.text)));
    assert!(welcome < question, "{}", letter.text);
    // A second account on the same day is made, but its question waits until the user asks for it.
    let done = office.command("camb@example.net", "signup cambo tulip7", "").await;
    assert!(!done.refused && done.messages.is_empty(), "{:?}", done.messages);
    assert_eq!(office.user("cambo").await.addresses.len(), 1);
    assert_eq!(office.sent().await, ["camb: Is this the address of camb?"]);
    // A user with a verified address gets an answer, and also the question.
    let done = office.done(GAMES, &proved("dora@example.net", "signup dora tulip7")).await;
    assert_eq!(done.messages.len(), 2);
}

/// It needs no password, so an unverified address gets a question there; a name alone is not
/// enough.
#[tokio::test]
async fn an_unverified_challenge_is_made_by_a_link() {
    let office = Office::open().await;
    let boards = office.number("SELECT count(*) FROM boards").await;
    let challenge = "antipod challenge -radius=4 --unrated ann bob";
    let done = office.command(ANN, challenge, "").await;
    assert!(!done.refused);
    assert_eq!(office.number("SELECT count(*) FROM boards").await, boards);
    let letters: Vec<_> =
        done.messages.into_iter().filter(|letter| letter.link.is_some()).collect();
    let [letter] = &letters[..] else { panic!("{letters:?}") };
    assert_eq!(letter.to, Addressee::User("ann".parse().unwrap()));
    assert_eq!(letter.subject, "Does ann challenge?");
    assert!(letter.text.contains(challenge), "{}", letter.text);
    let number = office.number("SELECT max(message) FROM account_changes").await;
    let number = u32::try_from(number).unwrap();
    let ann = "ann".parse().unwrap();
    // Pressed twice, it is made once.
    for _ in 0..2 {
        change_account(&office.store, &ann, number, office.now()).await.unwrap();
        assert_eq!(office.number("SELECT count(*) FROM boards").await, boards + 1);
    }
    // There are no questions about strangers, or about games between others.
    for (from, challenge) in [
        ("camb@example.net", "antipod challenge ann bob"),
        (ANN, "antipod challenge bob level3"),
        (ANN, "antipod challenge ann nosuch"),
    ] {
        let done = office.command(from, challenge, "").await;
        assert!(done.refused && done.messages.iter().all(|one| one.link.is_none()), "{challenge}");
    }
    assert_eq!(office.number("SELECT max(message) FROM account_changes").await, i64::from(number));
}

/// A change of an account that was requested with a password, or from an address, is made by the
/// button behind a link.
#[tokio::test]
async fn an_account_is_changed_only_by_its_user() {
    let office = Office::open().await;
    for command in [
        "add ann hunter22 other@example.org",
        "change address ann hunter22 other@example.org",
        "change password ann hunter22 tulip-of-may",
        "delete ann hunter22",
        "signoff ann hunter22",
    ] {
        let before = office.user("ann").await;
        let done = office.command(ANN, command, "").await;
        assert!(!done.refused, "{:?}", done.messages);
        assert_eq!(office.user("ann").await, before, "{command}");
        let sent = office.sent().await;
        let expected =
            ["ann: Should the account ann be changed?", "ann@example.org: Carrick: a link"];
        let mut sorted = sent.clone();
        sorted.sort();
        assert_eq!(sorted, expected, "{command}");
        office.later(SignedDuration::from_hours(1));
    }
    // The same by an email that is verified as hers.
    office.done(GAMES, &proved(ANN, "delete ann -")).await;
    assert_eq!(office.user("ann").await.deleted, None);
    for wrong in ["delete ann hunter23", "add bob hunter23 other@example.org"] {
        assert!(office.command(ANN, wrong, "").await.refused, "{wrong}");
    }
}

#[tokio::test]
async fn a_user_without_a_confirmed_address_may_be_asked_again_but_changes_nothing_by_email() {
    let office = Office::open().await;
    office.command("camb@example.net", "signup camb tulip7", "").await;
    office.later(SignedDuration::from_hours(25));
    office.forget_outbox().await;
    let again = office.command("camb@example.net", "add camb tulip7 camb@example.net", "").await;
    assert!(!again.refused);
    let sent = office.sent().await;
    assert!(sent.contains(&"camb: Is this the address of camb?".to_owned()), "{sent:?}");
    office.later(SignedDuration::from_hours(25));
    let more = office.command("camb@example.net", "add camb tulip7 other@example.net", "").await;
    assert!(more.refused);
    assert!(more.messages[0].text.contains("you have not confirmed one"), "{:?}", more.messages);
}

#[tokio::test]
async fn a_body_with_too_many_or_no_commands_does_nothing() {
    let office = Office::open().await;
    for body in ["", &"ankor move 101 ann hunter22 b2\n".repeat(51)] {
        assert!(office.command(ANN, "multiple", body).await.refused);
        assert!(office.turns().await.is_empty());
    }
}

#[tokio::test]
async fn a_user_without_a_confirmed_address_gets_an_answer_at_the_senders() {
    let office = Office::open().await;
    office.does("signup camb hunter22").await;
    office.does_as("ann", "antipod challenge camb ann").await;
    office.command("camb@example.net", "antipod move 101 camb hunter22 f14", "").await;
    let told =
        ["camb@example.net: antipod board 101: ann to move", "ann: antipod board 101: ann to move"];
    let mut sent = office.sent().await;
    sent.sort();
    let mut told = told.map(str::to_owned);
    told.sort();
    assert_eq!(sent, told);
}

#[tokio::test]
async fn guesses_are_throttled_per_account_for_all_senders() {
    let office = Office::open().await;
    let mut answers = Vec::new();
    for guess in 0..30 {
        let from = format!("eve@example{guess}.net");
        let done = office.command(&from, &format!("ankor move 101 ann guess{guess} b2"), "").await;
        assert!(done.refused);
        answers.push(done.messages[0].text.contains("oo many wrong passwords"));
    }
    assert_eq!(answers.iter().position(|turned_away| *turned_away), Some(20));
    assert!(answers[20..].iter().all(|turned_away| *turned_away));
    // A sender verified by the relay can continue, with and without a password; so can a player who
    // writes from their own address.
    assert!(!office.done(GAMES, &proved(ANN, "ankor move 101 ann - b2")).await.refused);
    assert!(!office.done(GAMES, &proved(ANN, "news ann hunter22 on")).await.refused);
    assert!(!office.command(ANN, "news ann hunter22 off", "").await.refused);
}

/// Someone who also forges her address has separate guesses to use up: if her address is verified,
/// and on the pages, only her own guesses count.
#[tokio::test]
async fn guesses_by_email_lock_the_owner_out_only_of_unverified_email() {
    let office = Office::open().await;
    for guess in 0..60 {
        let from = if guess % 2 == 0 { ANN.to_owned() } else { format!("eve{guess}@example.net") };
        office.command(&from, &format!("news ann guess{guess} on"), "").await;
    }
    assert!(office.command(ANN, "news ann hunter22 on", "").await.refused);
    assert!(!office.done(GAMES, &proved(ANN, "news ann hunter22 on")).await.refused);
    let address = office.play_address(carrick_games::Seat::First).await;
    assert!(!office.done(&address, &format!("From: {ANN}\n\nb2\n")).await.refused);
    let pages = carrick_server::At { gate: &office.gate, sender: "192.0.2.7", place: None };
    for _ in 0..10 {
        pages.charge(&name("ann")).await.unwrap();
    }
    // When the limit ends, so does the wait.
    office.later(SignedDuration::from_mins(2));
    assert!(!office.command(ANN, "news ann hunter22 off", "").await.refused);
}

#[tokio::test]
async fn one_player_of_fifty_commands_is_hashed_once_and_charged_once() {
    let office = Office::open().await;
    let wrong = "news ann guess111 on\n".repeat(50);
    office.command("eve@example.net", "multiple", &wrong).await;
    // Nineteen guesses of twenty are left.
    for guess in 0..19 {
        let from = format!("eve{guess}@example.net");
        let done = office.command(&from, &format!("news ann guess{guess} on"), "").await;
        assert!(!done.messages[0].text.contains("oo many"), "{guess}");
    }
}

#[tokio::test]
async fn a_message_has_a_maximum_number_of_commands() {
    let office = Office::open().await;
    let fifty =
        |line: &str| format!("{}{}", proved(ANN, "multiple"), format!("{line}\n").repeat(50));
    let mut refused = Vec::new();
    for line in ["list", "list ankor", "list boche"] {
        refused.push(office.done(GAMES, &fifty(line)).await.refused);
    }
    assert_eq!(refused, [false, false, true], "each line counts");
    assert!(!office.command("eve@example.net", "list", "").await.refused);
    office.later(SignedDuration::from_mins(1));
    assert!(!office.done(GAMES, &fifty("list anchor")).await.refused);
}

#[tokio::test]
async fn no_secret_is_in_the_database() {
    let office = Office::open().await;
    let address = office.play_address(carrick_games::Seat::First).await;
    office.command(ANN, "ankor mvoe 101 ann hunter22 nonsense", "").await;
    office.command(ANN, "signup zoe tulip-of-may", "").await;
    office.command(ANN, "multiple", "news ann hunter22 on\nnews hunter22").await;
    office.done(&address, &format!("From: {ANN}\n\nb2\nMy password is not hunter-x.\n")).await;
    let all = office.bytes().concat();
    let contains = |secret: &str| all.windows(secret.len()).any(|bytes| bytes == secret.as_bytes());
    let token = address.split(['+', '@']).nth(1).unwrap();
    for secret in [PASSWORD, "tulip-of-may", token] {
        assert!(!contains(secret), "{secret}");
    }
    assert!(contains("My password is not"), "what was said to the opponent is kept");
}

#[tokio::test]
async fn one_click_stops_emails() {
    use carrick_service::Subscription::{Board, Everything, Game, News};
    use carrick_tokens::UnsubscribeToken;
    let office = Office::open().await;
    office.does("signup camb hunter22").await;
    for wish in [
        "ankor subscribe 101 camb -",
        "ankor subscribe all camb -",
        "ankor notify camb -",
        "news camb - on",
    ] {
        office.does_as("camb", wish).await;
    }
    for from in [Board(BOARD), Game(BOARD.kind), News, Everything] {
        let token = UnsubscribeToken { user: name("camb"), from };
        let address = office.site.stop_address(&office.keys.seal(&token));
        // Programs send such emails automatically: their form does not matter.
        for _ in 0..2 {
            let message = "From: mailer@example.net\nAuto-Submitted: auto-generated\nSubject: unsubscribe\n\n";
            assert_eq!(office.deliver(&address, message).await, Delivered::Stopped);
        }
    }
    let camb = office.user("camb").await;
    let choices = camb.settings.game(BOARD.kind);
    assert!(!camb.settings.news && camb.settings.quiet && !choices.watches && !choices.notify);
    assert!(office.board().await.subscribers.is_empty());
    // Each confirms once that it was stopped, except where all boards are still watched.
    let last = vec!["camb: Carrick: mail stopped".to_owned(); 3];
    assert_eq!(office.sent().await, last);
    // A user who subscribes to something wants mail again.
    office.does_as("camb", "news camb - on").await;
    assert!(!office.user("camb").await.settings.quiet);
    // A changed token stops nothing.
    let token = UnsubscribeToken { user: name("camb"), from: Everything };
    let mut sealed = office.keys.seal(&token);
    sealed.replace_range(..2, "zz");
    let address = office.site.stop_address(&sealed);
    assert_eq!(office.deliver(&address, "From: x@example.net\n\n").await, Delivered::Stopped);
    assert!(!office.user("camb").await.settings.quiet);
}

/// Verified or not: below the challenge, the sender says hello, quotes and signs.
#[tokio::test]
async fn words_with_a_challenge_reach_the_opponent() {
    let office = Office::open().await;
    let body = "Hello Bob, a small one?\n\n> New ankor board 90\n> play+abcdefghij234567abcd\n\n-- \nAnn\n";
    let message = proved(ANN, "antipod challenge -radius=4 ann bob") + body;
    office.done(GAMES, &message).await;
    let told = office.waiting().await;
    let new = told.iter().filter(|one| one.subject == "New antipod board 101 (ann-bob)");
    let new: Vec<_> = new.collect();
    assert_eq!(new.len(), 2);
    for message in new {
        assert!(
            message.text.ends_with("\n\nann says:\n\nHello Bob, a small one?\n"),
            "{}",
            message.text
        );
    }
    // The remark stays on the board.
    let said =
        office.number("SELECT count(*) FROM remarks WHERE remark = 'Hello Bob, a small one?'");
    assert_eq!(said.await, 1);
    // Without words, nothing is added.
    office.forget_outbox().await;
    office.done(GAMES, &proved(ANN, "antipod challenge -radius=5 ann bob")).await;
    let told = office.waiting().await;
    assert!(!told.iter().any(|message| message.text.contains("says:")));
}
