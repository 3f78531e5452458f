//! How much a user may write, decided from their messages and the times of these.

#![allow(clippy::unwrap_used)]

use carrick_games::{GameKind, Seat, WinBy};
use carrick_service::{
    Addressee, BoardId, BoardRecord, Ended, Ending, Evidence, Letter, Readers, Request, Sender,
    State, Terms, User, UserAddress, UserSettings, Userid, command, decide,
};
use jiff::{SignedDuration, Timestamp};

fn user(name: &str) -> Userid {
    name.parse().unwrap()
}

fn now() -> Timestamp {
    "2008-05-01T12:00:00Z".parse().unwrap()
}

fn request(text: &str) -> Request {
    let command = command::parse(text).unwrap();
    Request::typed(Sender::User(user("ann")), command, Some("Hello!".into()))
}

/// Whether the command is refused if ann has written to these readers this many times.
#[track_caller]
fn refused(text: &str, written: &[(Readers, usize)]) -> bool {
    let mut state = State::default();
    for name in ["ann", "bob"] {
        let address = format!("{name}@example.org").parse().unwrap();
        let address = UserAddress { address, confirmed: true, returned: false };
        let joined = User { addresses: vec![address], ..User::new(user(name), now(), None) };
        state.users.insert(user(name), User { operator: name == "ann", ..joined });
    }
    for (to, times) in written {
        let letter = |n| Letter {
            from: user("ann"),
            to: to.clone(),
            text: format!("number {n}"),
            at: now(),
        };
        state.letters.extend((0..*times).map(letter));
    }
    let decision = decide(&state, &request(text), &Evidence::default(), now());
    assert_eq!(decision.refusal.is_some(), decision.events.is_empty(), "{decision:?}");
    decision.refusal.is_some()
}

#[test]
fn each_kind_has_its_limit() {
    let to_bob = || Readers::Users([user("bob")].into());
    let message = "message ann - bob";
    assert!(!refused(message, &[(to_bob(), 19)]));
    assert!(refused(message, &[(to_bob(), 20)]));
    assert!(!refused(message, &[(Readers::News, 2)]), "news are counted apart");
    let broadcast = "broadcast ann -";
    assert!(!refused(broadcast, &[(Readers::News, 1), (to_bob(), 20)]));
    assert!(refused(broadcast, &[(Readers::News, 2)]));
}

#[test]
fn a_message_reaches_all_recipients_who_are_not_suspended() {
    let address = || {
        let address = "bob@example.org".parse().unwrap();
        vec![UserAddress { address, confirmed: true, returned: false }]
    };
    let bob = || User { addresses: address(), ..User::new(user("bob"), now(), None) };
    let unconfirmed = vec![UserAddress { confirmed: false, ..address().remove(0) }];
    let quiet = UserSettings { quiet: true, ..UserSettings::default() };
    let deaf = UserSettings { letters: false, ..UserSettings::default() };
    for (bob, why) in [
        (bob(), ""),
        // They read it in their inbox.
        (User { addresses: Vec::new(), ..bob() }, ""),
        (User { addresses: unconfirmed, ..bob() }, ""),
        (User { settings: quiet, ..bob() }, ""),
        (User { settings: deaf, ..bob() }, ""),
        (User { suspended: Some(now()), ..bob() }, "has suspended"),
    ] {
        let mut state = State::default();
        for user in [User::new(user("ann"), now(), None), bob] {
            state.users.insert(user.id.clone(), user);
        }
        let decision = decide(&state, &request("message ann - bob"), &Evidence::default(), now());
        let text = decision.messages[0].text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(decision.refusal.is_some(), !why.is_empty(), "{text}");
        assert!(text.contains(why), "{why}: {text}");
    }
}

#[test]
fn only_recent_messages_count() {
    for (text, hours) in
        [("message ann - bob", 1), ("ankor chat 101 ann -", 1), ("broadcast ann -", 24)]
    {
        let since = now() - SignedDuration::from_hours(hours);
        assert_eq!(request(text).needs(now()).letters, Some((user("ann"), since)), "{text}");
    }
    assert_eq!(request("help").needs(now()).letters, None);
}

#[test]
fn commands_that_need_a_body() {
    for text in ["message ann - bob", "broadcast ann -", "multiple", "ankor chat 101 ann -"] {
        assert!(command::parse(text).unwrap().action.wants_body(), "{text}");
    }
    for text in ["help", "ankor move 101 ann - d3", "news ann - on"] {
        assert!(!command::parse(text).unwrap().action.wants_body(), "{text}");
    }
}

#[test]
fn a_user_who_has_left_gets_no_remarks() {
    let board = BoardId { kind: GameKind::Ankor, number: 101 };
    let mut state = State::default();
    for name in ["ann", "bob"] {
        state.users.insert(user(name), User::new(user(name), now(), None));
    }
    let players = [user("ann"), user("bob")];
    let mut record = BoardRecord::new(board, players, "-size=6", Terms::default(), now());
    let ending = Ending::Won(Seat::First, WinBy::Resignation);
    record.ended = Some(Ended { ending, at: now() });
    state.boards.insert(board, record);
    let told = |state: &State| -> Vec<Addressee> {
        let decision = decide(state, &request("ankor chat 101 ann -"), &Evidence::default(), now());
        decision.messages.into_iter().map(|message| message.to).collect()
    };
    let [to_ann, to_bob] = ["ann", "bob"].map(|name| Addressee::User(user(name)));
    assert_eq!(told(&state), [to_ann.clone(), to_bob]);
    state.users.get_mut(&user("bob")).unwrap().deleted = Some(now());
    assert_eq!(told(&state), [to_ann]);
}
