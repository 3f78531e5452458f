//! Emails: all or nothing, once, and each command separately.

use std::panic::AssertUnwindSafe;

use carrick_games::Seat;
use carrick_service::{
    Addressee, BoardId, Decision, Event, Message, Needs, Refusal, Sender, State, UserEvent, Userid,
};
use carrick_store::{
    Allowance, AnswerTo, ArrivedMail, AtMost, DecideFn, MailRequest, MailSender, MailTask,
    Recipient, UndoneMail,
};
use futures_util::FutureExt as _;
use futures_util::future::{self, join_all};
use jiff::SignedDuration;
use tokio::sync::oneshot;

use crate::support::*;

pub(crate) fn arrival(id: &str, at: i64) -> ArrivedMail {
    let hour = SignedDuration::from_hours(1);
    ArrivedMail {
        id: id.to_owned(),
        at: minute(at),
        message_id: Some(format!("{id}@example.org")),
        domain: "example.org".to_owned(),
        allowance: Allowance {
            known: AtMost { count: 3, within: hour },
            unknown: AtMost { count: 1, within: hour },
            of_a_domain: AtMost { count: 3, within: hour },
            of_all: AtMost { count: 5, within: hour },
            accounts: AtMost { count: 2, within: hour },
        },
    }
}

/// Commands from ann, who is proved to be the sender.
pub(crate) fn commands(requests: Vec<MailRequest>) -> MailTask {
    let answer_to = AnswerTo::Address { address: "ann@example.org".parse().unwrap(), proved: true };
    from(answer_to, "ann", requests)
}

fn from(answer_to: AnswerTo, counted_as: &str, requests: Vec<MailRequest>) -> MailTask {
    let sender = MailSender { answer_to, counted_as: counted_as.to_owned() };
    MailTask::Commands { sender, command: "multiple".to_owned(), requests }
}

pub(crate) fn request(
    at: i64,
    decide: impl FnOnce(&State) -> Decision + Clone + Send + 'static,
) -> MailRequest {
    let decide: DecideFn = Box::new(decide);
    MailRequest {
        sender: Sender::Nobody,
        at: minute(at),
        command: "ankor move 101 ann *".to_owned(),
        needs: Needs { boards: [ankor(101)].into(), ..Needs::default() },
        decide,
        otherwise: Box::new(|error: UndoneMail| says(vec![], &error.to_string())),
    }
}

/// A decision with an answer to the sender.
pub(crate) fn says(events: Vec<Event>, text: &str) -> Decision {
    let refusal = events.is_empty().then_some(Refusal::Suspended);
    let answer = Message { text: text.to_owned(), ..message(None, "answer") };
    Decision { events, messages: vec![answer], refusal }
}

/// Plays the next turn.
pub(crate) fn plays(at: i64) -> MailRequest {
    request(at, |state| {
        let turns = state.boards[&ankor(101)].turns.len() as u32;
        says(vec![played(ankor(101), turns + 1)], &format!("turn {}", turns + 1))
    })
}

/// Plays a turn that cannot be the next one.
fn contradicts(at: i64) -> MailRequest {
    request(at, |_| says(vec![played(ankor(101), 1), played(ankor(101), 99)], "turn 99"))
}

pub(crate) fn join(answers: Vec<Message>) -> Message {
    let texts: Vec<_> = answers.into_iter().map(|answer| answer.text).collect();
    Message { text: texts.join(" + "), ..message(None, "answers") }
}

async fn office() -> Fixture {
    Fixture::with(vec![opened(ankor(101), ["ann", "bob"])]).await
}

async fn turns(fixture: &Fixture) -> usize {
    fixture.board(ankor(101)).await.unwrap().turns.len()
}

#[tokio::test]
async fn only_the_command_that_contradicts_the_database_is_undone() {
    let fixture = office().await;
    let requests = vec![plays(1), contradicts(2), plays(3)];
    let done = fixture.store.take_in(arrival("m", 1), commands(requests), join).await.unwrap();
    assert_eq!(turns(&fixture).await, 2);
    let [answer] = done.messages.as_slice() else { panic!("{done:?}") };
    assert!(answer.text.starts_with("turn 1 + a decision was not written"), "{}", answer.text);
    assert!(answer.text.ends_with(" + turn 2"), "{}", answer.text);
    let [waiting] = fixture.store.pending(9).await.unwrap().try_into().unwrap();
    assert_eq!(waiting.to, Recipient::Address("ann@example.org".parse().unwrap()));
    let answered = fixture.store.answered_by(waiting.number).await.unwrap();
    assert_eq!(answered.as_deref(), Some("m@example.org"));
}

#[tokio::test]
async fn a_panicking_decision_undoes_its_whole_email() {
    let fixture = office().await;
    let requests = vec![plays(1), request(2, |_| panic!("a decision with a fault"))];
    let taking = fixture.store.take_in(arrival("m", 1), commands(requests), join);
    assert!(AssertUnwindSafe(taking).catch_unwind().await.is_err());
    assert_eq!(turns(&fixture).await, 0);
    assert_eq!(fixture.number("SELECT count(*) FROM mails").await, 0);
    // It may be delivered again.
    let done =
        fixture.store.take_in(arrival("m", 1), commands(vec![plays(1)]), join).await.unwrap();
    assert!(!done.repeated);
}

#[tokio::test]
async fn emails_waiting_together_are_each_done_once() {
    let fixture = office().await;
    // Ten emails, each delivered four times.
    let taking = (0..40).map(|n| {
        fixture.store.take_in(arrival(&(n % 10).to_string(), 1), commands(vec![plays(1)]), join)
    });
    let done = join_all(taking).await;
    let repeated = done.iter().filter(|done| done.as_ref().unwrap().repeated).count();
    assert_eq!((turns(&fixture).await, repeated), (10, 30));
}

#[tokio::test]
async fn a_sender_without_answers_left_still_gets_the_effects() {
    let fixture = office().await;
    for (id, at, answers) in [("a", 1, 1), ("b", 2, 2), ("c", 3, 3), ("d", 4, 3), ("e", 70, 4)] {
        fixture.store.take_in(arrival(id, at), commands(vec![plays(at)]), join).await.unwrap();
        assert_eq!(fixture.store.pending(99).await.unwrap().len(), answers, "{id}");
    }
    assert_eq!(turns(&fixture).await, 5);
    // Another sender is not affected; an unknown one gets one answer.
    for (id, answers) in [("f", 5), ("g", 5)] {
        let stranger =
            AnswerTo::Address { address: "x@example.net".parse().unwrap(), proved: false };
        let task = from(stranger, "x", vec![plays(71)]);
        fixture.store.take_in(arrival(id, 71), task, join).await.unwrap();
        assert_eq!(fixture.store.pending(99).await.unwrap().len(), answers, "{id}");
    }
}

/// An answer from the player in the first seat of a board, whose request needs that board.
fn from_first_seat(board: BoardId, told: impl FnOnce(Option<Userid>) + Send + 'static) -> MailTask {
    let request = move |player: Option<&Userid>| {
        told(player.cloned());
        let user = player.cloned().unwrap_or_else(|| name("cyd"));
        let counted_as = format!("player {user}");
        (MailSender { answer_to: AnswerTo::User(user), counted_as }, plays(1))
    };
    MailTask::FromSeat { board, seat: Seat::First, request: Box::new(request) }
}

/// The new name and the answer share a commit; the answer comes second.
#[tokio::test]
async fn an_answer_belongs_to_the_player_in_the_seat_in_its_transaction() {
    let fixture = office().await;
    let renamed = Event::User(name("ann"), UserEvent::Renamed(name("anna")));
    let (tell, told) = oneshot::channel();
    let task = from_first_seat(ankor(101), |player| tell.send(player).unwrap());
    let taking = fixture.store.take_in(arrival("m", 1), task, join);
    let (renaming, done) = future::join(fixture.write(vec![renamed]), taking).await;
    renaming.unwrap();
    assert_eq!(told.await.unwrap(), Some(name("anna")));
    let [answer] = done.unwrap().messages.try_into().unwrap();
    assert_eq!(answer.to, Addressee::User(name("anna")));
    assert_eq!(turns(&fixture).await, 1);
    let counted = "SELECT count(*) FROM mails WHERE sender = 'player anna'";
    assert_eq!(fixture.number(counted).await, 1);
}

#[tokio::test]
async fn a_seat_of_a_missing_board_has_no_player() {
    let fixture = office().await;
    let (tell, told) = oneshot::channel();
    let task = from_first_seat(ankor(999), |player| tell.send(player).unwrap());
    fixture.store.take_in(arrival("m", 1), task, join).await.unwrap();
    assert_eq!(told.await.unwrap(), None);
}

#[tokio::test]
async fn a_panic_in_the_request_of_a_seat_undoes_its_whole_email() {
    let fixture = office().await;
    let task = from_first_seat(ankor(101), |_| panic!("a request with a fault"));
    let taking = fixture.store.take_in(arrival("m", 1), task, join);
    assert!(AssertUnwindSafe(taking).catch_unwind().await.is_err());
    assert_eq!(fixture.number("SELECT count(*) FROM mails").await, 0);
}

#[tokio::test]
async fn old_ids_of_emails_are_deleted() {
    let fixture = office().await;
    for (id, at) in [("a", 1), ("b", 5)] {
        fixture.store.take_in(arrival(id, at), commands(vec![plays(at)]), join).await.unwrap();
    }
    assert_eq!(fixture.store.forget_mails(minute(5)).await.unwrap(), 1);
    for (id, repeated) in [("a", false), ("b", true)] {
        let done =
            fixture.store.take_in(arrival(id, 6), commands(vec![plays(6)]), join).await.unwrap();
        assert_eq!(done.repeated, repeated, "{id}");
    }
}
