//! Things that would otherwise grow without limit: messages to many, old ones, what users store.

use carrick_games::GameKind;
use carrick_service::{
    Address, Addressee, BoardEvent, Decision, Event, Letter, Message, Needs, Readers, Sender,
    State, Stocks, User, UserAddress, UserEvent,
};
use carrick_store::{Forgotten, KeptStudy, LogEntry, Most, Outgoing, Room, Route};

use crate::support::*;

/// A user with a confirmed address.
fn mailed(id: &str) -> User {
    let address: Address = format!("{id}@example.org").parse().unwrap();
    let entry = UserAddress { address, confirmed: true, returned: false };
    User { addresses: vec![entry], ..user(id) }
}

fn to(to: Addressee, text: &str) -> Message {
    Message { to, text: text.to_owned(), ..message(None, "ankor board 101") }
}

/// Stores messages at a minute, as the answer to a request.
async fn tells(fixture: &Fixture, at: i64, messages: Vec<Message>) {
    let decide = move |_: &State| Decision {
        events: vec![set("ann", |all| all.news = true)],
        messages,
        refusal: None,
    };
    let entry = LogEntry { at: minute(at), ..entry(None) };
    fixture.store.transaction(&Needs::default(), &entry, decide).await.unwrap();
}

#[tokio::test]
async fn a_text_for_many_is_stored_once_and_not_for_users_without_email() {
    let fixture = Fixture::with(vec![opened(ankor(101), ["ann", "bob"])]).await;
    let quiet = set("quiet", |all| all.quiet = true);
    let since = Some(minute(0));
    let away = Event::User(name("away"), UserEvent::SuspensionSet(since));
    let joined = ["dan", "eve", "fay", "quiet", "away"].map(|id| Event::UserJoined(mailed(id)));
    fixture.write(joined.into_iter().chain([quiet, away]).collect()).await.unwrap();
    let board = "the board, drawn".repeat(100);
    let listeners = ["cyd", "dan", "eve", "fay", "quiet", "away"];
    let said = |listener: &&str| match *listener {
        "fay" => "without the remark".to_owned(),
        _ => board.clone(),
    };
    let messages = listeners.iter().map(|id| to(Addressee::Listener(name(id)), &said(id)));
    let to_ann = to(Addressee::User(name("ann")), "your turn");
    tells(&fixture, 5, [to_ann].into_iter().chain(messages).collect()).await;

    let told = fixture.rows("userid", "FROM outbox WHERE userid IS NOT NULL ORDER BY 1").await;
    assert_eq!(told, ["ann", "dan", "eve", "fay"], "the others get no mail");
    let stored = fixture.number(
        "SELECT CAST((SELECT sum(length(body)) FROM outbox) + (SELECT sum(length(body)) FROM texts) \
         AS BIGINT)",
    );
    assert_eq!(stored.await as usize, "your turn".len() + board.len() + "without the remark".len());
    let waiting = fixture.store.pending(9).await.unwrap();
    let texts: Vec<&str> = waiting.iter().map(|message| message.text.as_str()).collect();
    assert_eq!(texts, ["your turn", &board, &board, "without the remark"]);
    let eve = fixture.store.told(&name("eve"), None, 9).await.unwrap();
    assert_eq!(eve[0].text, board, "it is there for its reader on the site, too");
}

#[tokio::test]
async fn old_messages_and_requests_are_deleted_unless_still_to_be_sent() {
    let fixture = Fixture::with(vec![]).await;
    let store = &fixture.store;
    const DAY: i64 = 24 * 60;
    for (day, text) in [(0, "first"), (1, "second"), (40, "third")] {
        let listener = Addressee::Listener(name("dan"));
        if day == 0 {
            fixture.write(vec![Event::UserJoined(mailed("dan"))]).await.unwrap();
        }
        let to_ann = to(Addressee::User(name("ann")), text);
        tells(&fixture, day * DAY, vec![to_ann, to(listener, text)]).await;
    }
    let texts = || fixture.rows("body", "FROM outbox WHERE userid = 'ann' ORDER BY number");
    assert_eq!(texts().await, ["first", "second", "third"]);
    // The second was not sent in time and is no longer useful; the third is not old.
    store.forget(minute(10 * DAY), minute(41 * DAY)).await.unwrap();
    assert_eq!(texts().await, ["third"]);
    assert_eq!(fixture.number("SELECT count(*) FROM texts").await, 1, "that of the third");
    let requests = fixture.rows("command", "FROM requests").await;
    assert_eq!(requests.len(), 1, "{requests:?}");
    let nothing = store.forget(minute(10 * DAY), minute(41 * DAY)).await.unwrap();
    assert_eq!(nothing, Forgotten::default());
    assert_eq!(store.waiting_mail().await.unwrap().pending, 2, "it is still to be sent");
}

#[tokio::test]
async fn letters_are_deleted_with_their_messages() {
    let fixture = Fixture::with(vec![]).await;
    for day in [0, 40] {
        let letter = Letter {
            from: name("ann"),
            to: Readers::Users([name("bob")].into()),
            text: format!("of day {day}"),
            at: minute(day * 24 * 60),
        };
        fixture.write(vec![Event::LetterWritten(letter)]).await.unwrap();
    }
    let day = |day: i64| minute(day * 24 * 60);
    let forgotten = fixture.store.forget(day(10), day(41)).await.unwrap();
    assert_eq!(forgotten.messages, 1);
    assert_eq!(fixture.rows("body", "FROM letters").await, ["of day 40"]);
    let inbox = fixture.store.inbox(&name("bob"), None, 9).await.unwrap();
    let texts: Vec<&str> = inbox.iter().map(|letter| letter.text.as_str()).collect();
    assert_eq!(texts, ["of day 40"]);
}

#[tokio::test]
async fn an_inbox_keeps_the_newest_letters() {
    let fixture = Fixture::with(vec![]).await;
    let letters = (0..503).map(|number| {
        Event::LetterWritten(Letter {
            from: name("ann"),
            to: Readers::Users([name("bob")].into()),
            text: format!("number {number}"),
            at: minute(number),
        })
    });
    fixture.write(letters.collect()).await.unwrap();
    let inbox = fixture.store.inbox(&name("bob"), None, 1000).await.unwrap();
    assert_eq!(inbox.len(), 500);
    assert_eq!((&*inbox[0].text, &*inbox[499].text), ("number 502", "number 3"));
    assert_eq!(fixture.store.readers_since(502).await.unwrap(), [name("bob")]);
    assert_eq!(fixture.store.last_letter().await.unwrap(), 503);
    fixture.store.letters_read(&name("bob"), 502).await.unwrap();
    let unread = fixture.store.inbox(&name("bob"), None, 1000).await.unwrap();
    assert_eq!(unread.iter().filter(|letter| letter.unread).count(), 1);
}

#[tokio::test]
async fn a_shown_answer_is_stored_only_for_senders_who_may_ask_again() {
    let fixture = Fixture::with(vec![]).await;
    for (on, id) in [(true, None), (false, Some("key".to_owned()))] {
        let decide = move |_: &State| Decision {
            events: vec![set("ann", |all| all.news = on)],
            messages: vec![to(Addressee::Sender, "You read the news.")],
            refusal: None,
        };
        let entry = LogEntry { id, ..entry(None) };
        fixture.store.transaction(&Needs::default(), &entry, decide).await.unwrap();
    }
    assert_eq!(fixture.number("SELECT count(*) FROM outbox").await, 1);
}

#[tokio::test]
async fn chat_sent_with_a_turn_is_deleted_with_its_account() {
    let fixture = Fixture::with(vec![opened(ankor(101), ["ann", "bob"])]).await;
    // On a board that is full of remarks they are only in the opponent's message.
    let told = to(Addressee::User(name("bob")), "A board.\n***\n\nann says:\n\nmy street\n");
    tells(&fixture, 1, vec![told]).await;
    fixture.write(vec![Event::User(name("ann"), UserEvent::Deleted(minute(2)))]).await.unwrap();
    let left = fixture.rows("body", "FROM outbox WHERE userid = 'bob'").await;
    assert_eq!(left, ["A board.\n***\n\nann says:\n\n(deleted with the account)\n"]);
}

#[tokio::test]
async fn boards_count_from_the_users_first_turn() {
    let fixture = Fixture::with(vec![]).await;
    for (user, place) in [("ann", "home"), ("bob", "work"), ("cyd", "work")] {
        fixture.store.note_place(&name(user), place).await.unwrap();
    }
    let boards = [["ann", "bob"], ["bob", "ann"], ["ann", "cyd"]];
    let boards = (101..).zip(boards).map(|(number, players)| opened(ankor(number), players));
    fixture.write(boards.collect()).await.unwrap();
    fixture.write(vec![played(ankor(101), 1)]).await.unwrap();
    let needs = Needs {
        users: [name("ann"), name("bob")].into(),
        new_board: Some(GameKind::Ankor),
        in_play_from_place: Some(name("ann")),
        ..Needs::default()
    };
    let state = fixture.store.read(&needs).await.unwrap();
    let kind = GameKind::Ankor;
    assert_eq!(state.in_play[&(kind, name("ann"))], 3);
    assert_eq!(state.begun[&(kind, name("ann"))], 1);
    assert_eq!(state.begun.get(&(kind, name("bob"))), None);
    assert_eq!(state.in_play_from_place, 1);
    // Those of cyd, who comes from the same place as bob, also count.
    assert_eq!(state.unanswered[&name("ann")], 2);
    assert_eq!(state.unanswered[&name("bob")], 2);
}

#[tokio::test]
async fn a_user_keeps_the_newest_thousand_messages() {
    let fixture = Fixture::with(vec![]).await;
    let messages = |from: usize| {
        (from..from + 700).map(|at| to(Addressee::User(name("ann")), &at.to_string())).collect()
    };
    tells(&fixture, 1, messages(0)).await;
    tells(&fixture, 2, messages(700)).await;
    let to_bob = vec![to(Addressee::User(name("bob")), "one")];
    tells(&fixture, 3, to_bob).await;
    // Even where no email is sent: none of these was attempted.
    let forgotten = fixture.store.forget(minute(0), minute(60)).await.unwrap();
    assert_eq!(forgotten.messages, 400);
    let left = fixture.number("SELECT min(CAST(body AS BIGINT)) FROM outbox WHERE userid = 'ann'");
    assert_eq!(left.await, 400);
    assert_eq!(fixture.number("SELECT count(*) FROM outbox WHERE userid = 'bob'").await, 1);
}

#[tokio::test]
async fn at_a_crowded_address_each_user_keeps_the_newest_hundred_messages() {
    let fixture = Fixture::with(vec![]).await;
    for (user, place) in [("ann", "home"), ("bob", "home"), ("cyd", "work")] {
        fixture.store.note_place(&name(user), place).await.unwrap();
    }
    tells(&fixture, 1, vec![to(Addressee::User(name("ann")), "0")]).await;
    let many = |user: &str, first: u32, count: u32| {
        format!(
            "INSERT INTO outbox (number, request, answer, userid, subject, body, created, state, sent) \
             WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < {count} - 1) \
             SELECT {first} + n, 1, 0, '{user}', 'words', 'words', 60000000, 'sent', 60000000 FROM n"
        )
    };
    for (user, first, count) in
        [("ann", 1000, 150), ("bob", 2000, 20_000 - 151), ("cyd", 50_000, 150)]
    {
        fixture.execute(&many(user, first, count)).await;
    }
    let left = async |user: &str| {
        let sql = format!("SELECT count(*) FROM outbox WHERE userid = '{user}'");
        fixture.number(&sql).await
    };
    fixture.store.forget(minute(0), minute(60)).await.unwrap();
    assert_eq!([left("ann").await, left("cyd").await], [151, 150], "twenty thousand are not many");
    fixture.execute(&many("bob", 90_000, 20_000)).await;
    fixture.store.forget(minute(0), minute(60)).await.unwrap();
    assert_eq!([left("ann").await, left("cyd").await], [100, 150]);
}

#[tokio::test]
async fn emails_of_senders_who_cause_many_wait_for_others() {
    let fixture = Fixture::new().await;
    let users = ["ann", "ant", "bob", "dan", "eve", "fay"];
    fixture.write(users.map(|id| Event::UserJoined(mailed(id))).into()).await.unwrap();
    // Two accounts at one network address write to others. Bob writes by email from another
    // address, and the computer and the server each write to one player.
    for user in ["ann", "ant"] {
        fixture.store.note_place(&name(user), "home").await.unwrap();
    }
    let user = |id: &str| Sender::User(name(id));
    for (at, (sender, to_users)) in (1..).zip([
        (user("ann"), vec!["dan", "eve", "fay", "dan"]),
        (user("ant"), vec!["dan"]),
        (user("bob"), vec!["eve"]),
        (user("level3"), vec!["fay"]),
        (Sender::Nobody, vec!["ann"]),
    ]) {
        let to = to_users.iter().map(|id| to(Addressee::User(name(id)), "words")).collect();
        let decide = move |_: &State| Decision {
            events: vec![set("ann", |all| all.news = at % 2 == 0)],
            messages: to,
            refusal: None,
        };
        let entry = LogEntry { at: minute(at), sender, ..entry(None) };
        fixture.store.transaction(&Needs::default(), &entry, decide).await.unwrap();
    }
    let route = |_: &Outgoing, user: Option<&User>, _| {
        Route::Addresses(vec![user.unwrap().addresses[0].address.clone()])
    };
    fixture.store.hand_on(minute(9), minute(0), 99, route).await.unwrap();
    let none = std::collections::BTreeSet::new();
    let claimed = fixture.store.claim_deliveries(minute(9), minute(10), 99, &none).await.unwrap();
    let messages: Vec<i64> = claimed.iter().map(|one| one.id.message).collect();
    assert_eq!(messages, [1, 6, 7, 8, 2, 3, 4, 5]);
}

fn study(user: &str, number: u32) -> KeptStudy {
    KeptStudy {
        address: format!("{number:016x}"),
        user: name(user),
        title: String::new(),
        kind: GameKind::Ankor,
        body: "{}".to_owned(),
        version: 1,
        touched: minute(0),
    }
}

#[tokio::test]
async fn a_user_and_a_network_address_have_limited_room() {
    let fixture = Fixture::with(vec![]).await;
    let store = &fixture.store;
    for (user, place) in [("ann", "home"), ("bob", "home"), ("cyd", "work")] {
        store.note_place(&name(user), place).await.unwrap();
    }
    let most = Most { of_user: 2, from_place: 3 };
    for (number, (user, room)) in (1..).zip([
        ("ann", Room::Left),
        ("ann", Room::Left),
        ("ann", Room::Full),
        ("bob", Room::Left),
        ("bob", Room::FullFromPlace),
        ("cyd", Room::Left),
    ]) {
        let found = store.add_study(&study(user, number), most).await.unwrap();
        assert_eq!(found, room, "{user} {number}");
    }
    assert_eq!(fixture.number("SELECT count(*) FROM studies").await, 4);
}

#[tokio::test]
async fn stocks_are_counted_for_users_and_their_neighbours() {
    let boards = [101, 102].map(|number| opened(ankor(number), ["ann", "bob"]));
    let fixture = Fixture::with(boards.into()).await;
    for (user, place) in [("ann", "home"), ("bob", "home"), ("cyd", "work")] {
        fixture.store.note_place(&name(user), place).await.unwrap();
    }
    let watches = |user: &str, number| {
        Event::Board(ankor(number), BoardEvent::SubscriptionSet { user: name(user), on: true })
    };
    let said =
        Event::Board(ankor(101), BoardEvent::Said { user: name("ann"), text: "hello".to_owned() });
    fixture
        .write(vec![watches("ann", 101), watches("bob", 101), watches("bob", 102), said])
        .await
        .unwrap();
    for (user, board, expected) in [
        ("ann", Some(ankor(101)), [1, 1, 3]),
        ("bob", Some(ankor(102)), [0, 2, 3]),
        ("cyd", None, [0, 0, 0]),
    ] {
        let needs = Needs { stocks: Some((name(user), board)), ..Needs::default() };
        let found = fixture.store.read(&needs).await.unwrap().stocks;
        let [remarks, watched, watched_from_place] = expected;
        let expected = Stocks { remarks, watched, watched_from_place, seeks_from_place: 0 };
        assert_eq!(found, expected, "{user}");
    }
}

#[tokio::test]
async fn a_deleted_remark_is_removed_from_messages_to_its_readers() {
    let fixture = Fixture::with(vec![opened(ankor(101), ["ann", "bob"])]).await;
    fixture.write(vec![Event::UserJoined(mailed("dan"))]).await.unwrap();
    let told = |words: &str| format!("A board.\n***\n\nann says:\n\n{words}\n");
    for words in ["A", "my street\n12 Elm"] {
        let said = Event::Board(
            ankor(101),
            BoardEvent::Said { user: name("ann"), text: words.to_owned() },
        );
        fixture.write(vec![said]).await.unwrap();
        let direct = to(Addressee::User(name("bob")), &told(words));
        let listener = to(Addressee::Listener(name("dan")), &told(words));
        tells(&fixture, 1, vec![direct, listener]).await;
    }
    let deleted = |place| Event::Board(ankor(101), BoardEvent::RemarkDeleted(place));
    fixture.write(vec![deleted(2)]).await.unwrap();
    let bodies = "FROM (SELECT body, request AS at FROM texts UNION ALL SELECT body, request FROM outbox \
                  WHERE userid IS NOT NULL AND shared IS NULL) AS bodies ORDER BY at, body";
    let instead = told("(deleted by an operator)");
    let of_first = told("A");
    assert_eq!(
        fixture.rows("body", bodies).await,
        [of_first.as_str(), &of_first, &instead, &instead]
    );
    fixture.write(vec![deleted(1)]).await.unwrap();
    assert_eq!(fixture.rows("body", bodies).await, [instead.as_str(); 4], "and nothing else");
}
