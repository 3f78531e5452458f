//! Floods, loops and strangers: how often the server answers.

use std::collections::BTreeSet;

use carrick_games::Seat;
use carrick_post::Delivered;
use carrick_server::{Incoming, Strangers, handle};
use carrick_service::Sender;
use carrick_store::Recipient;
use jiff::SignedDuration;

use super::office::{GAMES, Office, RELAY};

const HOUR: SignedDuration = SignedDuration::from_hours(1);

#[tokio::test]
async fn thirty_answers_an_hour_to_a_known_sender() {
    let office = Office::open().await;
    for number in 0..40 {
        office.command("ann@example.org", "list", &format!("{number}")).await;
    }
    assert_eq!(office.sent().await.len(), 30);
    let before = office.bytes();
    office.command("ann@example.org", "list", "and again").await;
    assert_eq!(office.bytes(), before, "a question that is not answered leaves nothing");
    office.later(HOUR + SignedDuration::from_secs(1));
    office.command("ann@example.org", "list", "later").await;
    assert_eq!(office.sent().await.len(), 1);
}

#[tokio::test]
async fn commands_without_an_answer_still_run() {
    let office = Office::open().await;
    for number in 0..31 {
        office.command("ann@example.org", "list", &format!("{number}")).await;
    }
    office.sent().await;
    office.command("ann@example.org", "ankor move 101 ann hunter22 b2", "").await;
    assert_eq!(office.turns().await, ["b2"]);
    // Messages to players do not count as answers to a sender.
    assert_eq!(office.sent().await.len(), 2);
}

#[tokio::test]
async fn one_answer_a_day_to_an_address_that_may_never_have_written() {
    let office = Office::open().await;
    for hour in 0..30 {
        for from in [
            "victim@example.net",
            "VICTIM@example.net",
            "victim+0@example.net",
            "Victim+1+2@example.net",
            "other@example.net",
        ] {
            office.command(from, "help", &format!("{hour} {from}")).await;
        }
        office.later(HOUR);
    }
    let sent = office.sent().await;
    let to: BTreeSet<_> =
        sent.iter().map(|line| line.split(':').next().unwrap().to_lowercase()).collect();
    assert_eq!((sent.len(), to.len()), (4, 2), "{sent:?}");
}

/// Answers that were given while the clock was years ahead do not prevent later answers when it is
/// set back.
#[tokio::test]
async fn a_clock_that_is_set_back_leaves_no_one_without_answers() {
    let office = Office::open().await;
    let years = SignedDuration::from_hours(24 * 3000);
    for (time, answers) in [(HOUR, 1), (years, 1), (-years, 0), (HOUR * 25, 1), (HOUR, 0)] {
        office.later(time);
        office.command("victim@example.net", "help", &format!("{time:?}")).await;
        assert_eq!(office.sent().await.len(), answers, "{time:?}");
    }
    // A link for a forgotten password is sent at most once an hour, and not after eight years.
    for (time, links) in [(years, 1), (-years, 1), (HOUR / 2, 0), (HOUR, 1), (-HOUR * 2, 1)] {
        office.later(time);
        let asks = Incoming { sender: Sender::Nobody, text: "reset ann", body: None, id: None };
        handle(&office.store, None, asks, office.now()).await.unwrap();
        let sent = office.sent().await;
        let mailed = sent.iter().filter(|line| line.contains("A new password")).count();
        assert_eq!(mailed, links, "{time:?}: {sent:?}");
    }
}

/// Number of emails sent for a hundred messages, the first half of which claims to come from one
/// domain.
async fn letters_of_a_hundred(subject: impl Fn(usize) -> String) -> usize {
    let office = Office::open().await;
    for number in 0..100 {
        let domain =
            if number < 50 { "a.example".to_owned() } else { format!("b{number}.example") };
        office.command(&format!("v{number}@{domain}"), &subject(number), "").await;
    }
    let sent = office.sent().await.len();
    // In the next hour there are more.
    office.later(HOUR + SignedDuration::from_secs(1));
    office.command("late@a.example", "help", "").await;
    assert_eq!(office.sent().await.len(), 1);
    sent
}

#[tokio::test]
async fn emails_to_strangers_per_hour_are_limited() {
    // Twenty to one domain, sixty in all; and twenty accounts.
    assert_eq!(letters_of_a_hundred(|_| "help".to_owned()).await, 60);
    assert_eq!(letters_of_a_hundred(|number| format!("signup zz{number} tulip7")).await, 20 + 40);
}

/// One unverified email cannot make the server write to many people.
#[tokio::test]
async fn fifty_accounts_in_one_email_are_one_account_and_one_answer() {
    let office = Office::open().await;
    let body: String = (0..50)
        .map(|n| format!("signup zz{n} tulip7 v{n}a@victim.example v{n}b@victim.example v{n}c@victim.example\n"))
        .collect();
    let done = office.command("somebody@forged.example", "multiple", &body).await;
    assert!(done.refused);
    let [letter] = &office.waiting().await[..] else { panic!("{:?}", office.waiting().await) };
    assert_eq!(letter.to, Recipient::Address("somebody@forged.example".parse().unwrap()));
    assert!(
        letter.text.contains("An email can only ask to confirm the address"),
        "{}",
        letter.text
    );
    assert!(letter.text.contains("A body makes one account"), "{}", letter.text);
    let people =
        "SELECT count(*) FROM users WHERE userid NOT LIKE 'level%' AND userid NOT LIKE 'novice%'";
    assert_eq!(office.number(people).await, 2 + 1);
    office.forget_outbox().await;
    // Its account cannot do that either.
    let body = "add zz0 tulip7 v0a@victim.example\n".repeat(3);
    office.command("somebody@forged.example", "multiple", &body).await;
    assert!(office.sent().await.is_empty());
}

#[tokio::test]
async fn accounts_made_by_email_per_hour_are_limited_even_for_verified_senders() {
    let office = Office::open().await;
    for number in 0..30 {
        let message = format!(
            "Authentication-Results: {RELAY}; dmarc=pass header.from=d{number}.example\n\
             From: x@d{number}.example\nTo: {GAMES}\nSubject: signup zz{number} tulip7\n\n"
        );
        let done = office.done(GAMES, &message).await;
        assert_eq!(done.refused, number >= 20, "{number}: {:?}", done.messages);
    }
    let strict = Strangers { accounts: 0, ..Strangers::default() };
    let receiver = office.receiver.clone().with_strangers(strict);
    office.later(HOUR * 2);
    let message = b"From: y@example.com\r\nSubject: signup zoe tulip7\r\n\r\n".to_vec();
    let done = receiver.deliver(&message.into(), "y@example.com", GAMES).await.unwrap();
    let Delivered::Done(done) = done else { panic!("{done:?}") };
    assert!(done.refused && done.messages[0].text.contains("sign up on the pages"), "{done:?}");
}

#[tokio::test]
async fn a_body_of_fifty_commands_gets_one_answer() {
    let office = Office::open().await;
    office.command("victim@example.net", "multiple", &"help\n".repeat(50)).await;
    assert_eq!(office.sent().await.len(), 1);
}

#[tokio::test]
async fn a_forger_does_not_use_up_the_answers_of_a_verified_sender() {
    let office = Office::open().await;
    for number in 0..40 {
        office.command("ann@example.org", "list", &format!("forged {number}")).await;
    }
    office.sent().await;
    let genuine = format!(
        "Authentication-Results: {RELAY}; dmarc=pass header.from=example.org\nFrom: ann@example.org\n\
         To: {GAMES}\nSubject: list\n\n"
    );
    office.done(GAMES, &genuine).await;
    assert_eq!(office.sent().await.len(), 1);
}

#[tokio::test]
async fn a_program_that_answers_every_email_does_not_get_answers_forever() {
    let office = Office::open().await;
    let address = office.play_address(Seat::First).await;
    for number in 0..100 {
        // No field shows that it is a program, and it always writes from new addresses.
        let message = format!("From: x{number}@example.net\nSubject: Re\n\nI am away. {number}\n");
        assert!(office.done(&address, &message).await.refused);
    }
    let sent = office.sent().await;
    assert_eq!(sent.len(), 30);
    assert!(sent.iter().all(|line| line.starts_with("ann: ")), "{sent:?}");
}

#[tokio::test]
async fn a_sweep_deletes_the_names_of_old_emails() {
    let office = Office::open().await;
    office.command("ann@example.org", "list", "").await;
    let mails = "SELECT count(*) FROM mails";
    for (days, left) in [(300, 1), (70, 0)] {
        // While a server runs: a year without one makes nothing old.
        for _ in 0..days {
            office.later(HOUR * 24);
            carrick_server::sweep(&office.store, office.now()).await.unwrap();
        }
        assert_eq!(office.number(mails).await, left, "{days}");
    }
}
