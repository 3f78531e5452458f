//! A request runs once, and gets the same answer however often it is repeated.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use carrick_service::{Decision, Event, Message, Needs, Refusal, Sender, State, User, UserEvent};
use carrick_store::{Conflict, LogEntry, Outgoing, Recipient, Route, StoreError};

use crate::support::*;

#[tokio::test]
async fn a_repeated_request_has_the_same_answer_and_no_second_effect() {
    let id = ankor(101);
    let fixture = Fixture::with(vec![opened(id, ["ann", "bob"])]).await;
    let calls = Arc::new(AtomicU32::new(0));
    let messages = vec![
        message(Some("bob"), "to bob"),
        message(None, "to you"),
        message(Some("ann"), "to ann"),
    ];
    let play = || {
        let (calls, messages) = (Arc::clone(&calls), messages.clone());
        move |state: &State| {
            calls.fetch_add(1, Ordering::Relaxed);
            let ply = state.boards[&id].turns.len() as u32 + 1;
            Decision { events: vec![played(id, ply)], messages, refusal: None }
        }
    };
    let needs = Needs { boards: [id].into(), ..Needs::default() };
    let entry = entry(Some("mail 1"));
    for repeated in [false, true, true] {
        let committed = fixture.store.transaction(&needs, &entry, play()).await.unwrap();
        assert_eq!(committed.messages, messages);
        assert!(!committed.refused);
        assert_eq!(committed.repeated, repeated);
    }
    assert_eq!(calls.load(Ordering::Relaxed), 1);
    assert_eq!(fixture.board(id).await.unwrap().turns.len(), 1);
    assert_eq!(fixture.store.pending(100).await.unwrap().len(), 2);

    // The same id from another sender is another request, and so are the same words without an id.
    let other = LogEntry { sender: Sender::User(name("ann")), ..entry.clone() };
    let unnamed = LogEntry { id: None, ..entry };
    for entry in [other, unnamed.clone(), unnamed] {
        assert!(!fixture.store.transaction(&needs, &entry, play()).await.unwrap().repeated);
    }
    assert_eq!(fixture.board(id).await.unwrap().turns.len(), 4);
}

#[tokio::test]
async fn a_repeated_request_is_recognised_after_a_restart() {
    let fixture = Fixture::with(vec![]).await;
    let decide =
        |_: &State| Decision { messages: vec![message(None, "yes")], ..Decision::default() };
    let entry = entry(Some("x"));
    fixture.store.transaction(&Needs::default(), &entry, decide).await.unwrap();
    fixture.store.close().await;
    let store = open(&fixture.location()).await.unwrap();
    let again = store.transaction(&Needs::default(), &entry, |_| unreachable!()).await.unwrap();
    assert!(!again.refused && again.repeated);
    assert_eq!(again.messages, [message(None, "yes")]);
}

#[tokio::test]
async fn an_id_used_for_another_command_is_an_error() {
    let fixture = Fixture::with(vec![]).await;
    let needs = Needs::default();
    let decide = |_: &State| Decision { events: vec![], messages: vec![], refusal: None };
    fixture.store.transaction(&needs, &entry(Some("x")), decide).await.unwrap();
    let other = LogEntry { command: "list".into(), ..entry(Some("x")) };
    let result = fixture.store.transaction(&needs, &other, decide).await;
    assert!(matches!(result, Err(StoreError::RequestReused)), "{result:?}");
}

#[tokio::test]
async fn a_question_with_an_id_changes_only_the_log() {
    let fixture = Fixture::with(vec![]).await;
    let answer = vec![message(None, "shown")];
    let decide = {
        let messages = answer.clone();
        move |_: &State| Decision { messages, ..Decision::default() }
    };
    let entry = LogEntry {
        id: Some("x".into()),
        at: minute(7),
        sender: Sender::Address("Ann@a.org".parse().unwrap()),
        command: "ankor move 101 ann * d3".into(),
        reply_to: None,
    };
    let committed = fixture.store.transaction(&Needs::default(), &entry, decide).await.unwrap();
    assert!(!committed.refused);
    assert_eq!(committed.messages, answer);
    assert!(fixture.store.pending(100).await.unwrap().is_empty());
    let rows =
        fixture.rows("at, id, sender, command, refused", "FROM requests WHERE number = 2").await;
    let at = minute(7).as_microsecond();
    assert_eq!(rows, [format!("{at}|x|Ann@a.org|ankor move 101 ann * d3|0")]);
}

#[tokio::test]
async fn a_refusal_with_events_is_an_error() {
    let fixture = Fixture::with(vec![]).await;
    let decide = |_: &State| Decision {
        events: vec![Event::UserJoined(user("dan"))],
        messages: vec![],
        refusal: Some(Refusal::Suspended),
    };
    let result = fixture.store.transaction(&Needs::default(), &entry(None), decide).await;
    assert!(matches!(result, Err(StoreError::Conflict(Conflict::RefusedWithEvents))), "{result:?}");
    assert_eq!(fixture.number(PEOPLE).await, 3);
}

#[tokio::test]
async fn a_panic_changes_nothing_and_frees_the_writer() {
    let fixture = Fixture::with(vec![]).await;
    let (store, named) = (fixture.store.clone(), entry(Some("x")));
    let task = tokio::spawn(async move {
        store.transaction(&Needs::default(), &named, |_| panic!("on purpose")).await
    });
    assert!(task.await.unwrap_err().is_panic());
    assert_eq!(fixture.number("SELECT count(*) FROM requests").await, 1);
    fixture.write(vec![Event::UserJoined(user("dan"))]).await.unwrap();
    // The id was not used up.
    let decide = |_: &State| Decision { events: vec![], messages: vec![], refusal: None };
    let committed =
        fixture.store.transaction(&Needs::default(), &entry(Some("x")), decide).await.unwrap();
    assert!(!committed.repeated);
}

#[tokio::test]
async fn a_dropped_request_frees_the_writer() {
    use std::future::Future as _;
    use std::task::{Context, Waker};
    let fixture = Fixture::with(vec![]).await;
    // Polled ever further, then dropped: at any point, nothing or everything was done.
    for polls in 0..40 {
        let before = fixture.number("SELECT count(*) FROM users").await;
        let id = format!("u{polls}x");
        {
            let events = vec![Event::UserJoined(user(&id))];
            let mut future = Box::pin(fixture.write(events));
            let mut context = Context::from_waker(Waker::noop());
            for _ in 0..polls {
                if future.as_mut().poll(&mut context).is_ready() {
                    break;
                }
                tokio::task::yield_now().await;
            }
        }
        fixture.write(vec![Event::UserJoined(user(&format!("v{polls}x")))]).await.unwrap();
        let written = fixture.number("SELECT count(*) FROM users").await - before;
        let logged = fixture.number("SELECT max(number) - count(*) FROM requests").await;
        assert!((1..=2).contains(&written) && logged == 0, "{polls} {written} {logged}");
    }
}

#[tokio::test]
async fn the_outbox_keeps_messages_until_they_are_sent() {
    let fixture = Fixture::with(vec![]).await;
    let store = &fixture.store;
    let say = |messages: Vec<Message>| {
        move |_: &State| Decision { events: vec![], messages, refusal: None }
    };
    let joined = |messages: Vec<Message>| {
        let events = vec![Event::UserJoined(user("dan"))];
        move |_: &State| Decision { events, messages, refusal: None }
    };
    let by_mail = LogEntry { reply_to: Some("a@b.org".parse().unwrap()), ..entry(None) };
    let first = vec![message(Some("bob"), "one"), message(None, "two")];
    store.transaction(&Needs::default(), &by_mail, say(first)).await.unwrap();
    let second = vec![message(None, "printed"), message(Some("ann"), "three")];
    store.transaction(&Needs::default(), &entry(None), joined(second)).await.unwrap();

    let waiting = |number, to, subject| {
        let Message { subject, text, board, link, about, .. } = message(None, subject);
        let answer = matches!(to, Recipient::Address(_));
        let (plays, created) = (false, minute(0));
        Outgoing { number, answer, to, subject, text, board, link, about, plays, created }
    };
    let all = [
        waiting(1, Recipient::User(name("bob")), "one"),
        waiting(2, Recipient::Address("a@b.org".parse().unwrap()), "two"),
        waiting(3, Recipient::User(name("ann")), "three"),
    ];
    assert_eq!(store.pending(100).await.unwrap(), all);
    assert_eq!(store.pending(2).await.unwrap(), all[..2]);
    let nowhere = |_: &Outgoing, _: Option<&User>, _| Route::Nowhere;
    assert_eq!(store.hand_on(minute(9), minute(8), 2, nowhere).await.unwrap(), 2);
    assert_eq!(store.pending(100).await.unwrap(), all[2..]);
}

#[tokio::test]
async fn a_refusal_or_a_question_without_an_id_is_not_recorded() {
    let fixture = Fixture::with(vec![]).await;
    let said = vec![message(None, "no"), message(Some("ann"), "as before")];
    for (refusal, name) in
        [(Some(Refusal::Suspended), None), (Some(Refusal::Suspended), Some("x")), (None, None)]
    {
        let (messages, refused) = (said.clone(), refusal.is_some());
        let decide = move |_: &State| Decision { events: vec![], messages, refusal };
        let entry = entry(name);
        let answer = fixture.store.transaction(&Needs::default(), &entry, decide).await.unwrap();
        assert_eq!((answer.messages, answer.refused), (said.clone(), refused));
    }
    let traces = "SELECT (SELECT count(*) FROM requests WHERE number > 1) + \
                  (SELECT count(*) FROM outbox)";
    assert_eq!(fixture.number(traces).await, 0);
}

#[tokio::test]
async fn a_message_to_a_missing_user_undoes_everything() {
    let fixture = Fixture::with(vec![]).await;
    let decide = |_: &State| Decision {
        events: vec![Event::UserJoined(user("dan"))],
        messages: vec![message(Some("zoe"), "?")],
        refusal: None,
    };
    let result = fixture.store.transaction(&Needs::default(), &entry(None), decide).await;
    let expected = Conflict::Schema("a reference to nothing");
    assert!(
        matches!(&result, Err(StoreError::Conflict(found)) if *found == expected),
        "{result:?}"
    );
    assert_eq!(fixture.number(PEOPLE).await, 3);
    assert_eq!(fixture.number("SELECT count(*) FROM requests").await, 1);
}

#[tokio::test]
async fn unsent_messages_to_a_user_who_leaves_are_never_sent() {
    let fixture = Fixture::with(vec![opened(ankor(101), ["ann", "bob"])]).await;
    let tell = |_: &State| Decision {
        events: vec![played(ankor(101), 1)],
        messages: vec![message(Some("ann"), "a turn"), message(Some("bob"), "a turn")],
        refusal: None,
    };
    let store = &fixture.store;
    store.transaction(&Needs::default(), &entry(None), tell).await.unwrap();
    let user = name("ann");
    fixture.write(vec![Event::User(user, UserEvent::Deleted(minute(9)))]).await.unwrap();
    let waiting = store.pending(100).await.unwrap();
    let to: Vec<_> = waiting.into_iter().map(|message| message.to).collect();
    assert_eq!(to, [Recipient::User(name("bob"))]);
}

#[tokio::test]
async fn nul_in_a_text_is_replaced() {
    let fixture = Fixture::with(vec![]).await;
    let entry = LogEntry { command: "say \0 twice\0".into(), ..entry(Some("x")) };
    let decide =
        |_: &State| Decision { messages: vec![message(None, "a\0b")], ..Decision::default() };
    fixture.store.transaction(&Needs::default(), &entry, decide).await.unwrap();
    assert_eq!(
        fixture.rows("command", "FROM requests WHERE number = 2").await,
        ["say \u{fffd} twice\u{fffd}"]
    );
    assert_eq!(fixture.rows("subject", "FROM outbox").await, ["a\u{fffd}b"]);
}
