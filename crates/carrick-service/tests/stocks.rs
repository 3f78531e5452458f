//! How much a user may have stored: at each limit the command is refused, one below it is accepted.

#![allow(clippy::unwrap_used)]

use carrick_games::{GameKind, Seat, WinBy};
use carrick_service::{
    BoardId, BoardRecord, Ended, Ending, Evidence, Request, Seek, Sender, StandIn, State, Stocks,
    Terms, User, Userid, command, decide,
};
use jiff::Timestamp;

fn user(name: &str) -> Userid {
    name.parse().unwrap()
}

fn now() -> Timestamp {
    "2008-05-01T12:00:00Z".parse().unwrap()
}

/// The answer to a command of ann, on a server where board 101 of ann and bob is over, and 102 is
/// played by bob and cyd.
fn answer(text: &str, stocks: Stocks, begun: u32) -> String {
    let mut state = State { stocks, ..State::default() };
    for name in ["ann", "bob", "cyd", "level1"] {
        state.users.insert(user(name), User::new(user(name), now(), None));
    }
    for (number, players) in [(101, ["ann", "bob"]), (102, ["bob", "cyd"])] {
        let id = BoardId { kind: GameKind::Ankor, number };
        let mut record =
            BoardRecord::new(id, players.map(user), "-size=6", Terms::default(), now());
        let ending = Ending::Won(Seat::First, WinBy::Resignation);
        record.ended = (number == 101).then(|| Ended { ending, at: now() });
        state.boards.insert(id, record);
    }
    state.seeks.insert(GameKind::Ankor, Default::default());
    state.begun.insert((GameKind::Ankor, user("ann")), begun);
    // Games that others start with a player do not count.
    state.in_play.insert((GameKind::Ankor, user("ann")), 1000);
    state.unanswered.insert(user("bob"), stocks.seeks_from_place);
    state.in_play_from_place = stocks.watched_from_place;
    let command = command::parse(text).unwrap();
    let sender = Sender::User(user("ann"));
    let request = Request::typed(sender, command, Some("Hello!".into()));
    let decision = decide(&state, &request, &Evidence::default(), now());
    let text = decision.messages[0].text.split_whitespace().collect::<Vec<_>>().join(" ");
    if decision.refusal.is_some() { text } else { String::new() }
}

#[test]
fn what_is_stored_has_limits() {
    let none = Stocks::default();
    let (chat, subscribe) = ("ankor chat 101 ann -", "ankor subscribe 102 ann -");
    let (seek, challenge) = ("ankor seek ann -", "ankor challenge -size=6 ann bob");
    for (text, stocks, begun, said) in [
        (chat, Stocks { remarks: 999, ..none }, 0, ""),
        (
            chat,
            Stocks { remarks: 1000, ..none },
            0,
            "1000 remarks have been made on Ankor board 101",
        ),
        (subscribe, Stocks { watched: 99, watched_from_place: 399, ..none }, 0, ""),
        (subscribe, Stocks { watched: 100, ..none }, 0, "You watch 100 boards"),
        (
            subscribe,
            Stocks { watched_from_place: 400, ..none },
            0,
            "400 boards are watched from your network address",
        ),
        (seek, Stocks { seeks_from_place: 39, ..none }, 0, ""),
        (
            seek,
            Stocks { seeks_from_place: 40, ..none },
            0,
            "40 seeks come from your network address",
        ),
        (challenge, none, 199, ""),
        (challenge, Stocks { seeks_from_place: 19, ..none }, 0, ""),
        (
            challenge,
            Stocks { seeks_from_place: 20, ..none },
            0,
            "20 games of Ankor from your network address wait for the first turn of bob",
        ),
        (challenge, none, 200, "Ann plays 200 games of Ankor"),
        (challenge, Stocks { watched_from_place: 3999, ..none }, 0, ""),
        (
            challenge,
            Stocks { watched_from_place: 4000, ..none },
            0,
            "4000 games from your network address are in play",
        ),
    ] {
        let refused = answer(text, stocks, begun);
        assert!(
            refused.contains(said) && refused.is_empty() == said.is_empty(),
            "{text}: {refused}"
        );
    }
}

/// However many games are offered, an answer lists up to two hundred.
#[test]
fn a_list_shows_the_latest_seeks() {
    let kind = GameKind::Ankor;
    let seek = |number| Seek {
        kind,
        number,
        user: user("bob"),
        options: "-size=6".to_owned(),
        terms: Terms::default(),
        made: now(),
        left: 1,
        stand_in: StandIn::Nobody,
        due: None,
    };
    for (count, first, more) in [(200, 1, false), (203, 4, true)] {
        let mut state = State::default();
        state.users.insert(user("bob"), User::new(user("bob"), now(), None));
        let seeks = (1..=count).map(|number| (number, seek(number))).collect();
        state.seeks.insert(kind, (seeks, count + 1));
        let command = command::parse("list ankor").unwrap();
        let request = Request::typed(Sender::Nobody, command, None);
        let decision = decide(&state, &request, &Evidence::default(), now());
        let text = &decision.messages[0].text;
        let numbers = text.lines().filter_map(|line| line.split_whitespace().next()?.parse().ok());
        let numbers: Vec<u32> = numbers.collect();
        assert_eq!(numbers, (first..=count).collect::<Vec<_>>());
        assert_eq!(text.contains("and more: these are the latest 200"), more, "{text}");
    }
}

#[test]
fn a_user_can_block_up_to_a_thousand_others() {
    let mut ann = User::new(user("ann"), now(), None);
    ann.blocked = (1..1000).map(|number| user(&format!("rude{number}"))).collect();
    let blocks = |ann: &User, other: &str| {
        let mut state = State::default();
        for user in [ann.clone(), User::new(user(other), now(), None)] {
            state.users.insert(user.id.clone(), user);
        }
        let command = command::parse(&format!("block ann - {other}")).unwrap();
        let sender = Sender::User(user("ann"));
        let request = Request::typed(sender, command, None);
        decide(&state, &request, &Evidence::default(), now())
    };
    assert!(blocks(&ann, "bob").refusal.is_none());
    ann.blocked.insert(user("bob"));
    let refused = blocks(&ann, "cyd");
    assert!(refused.messages[0].text.contains("1000 users, which is the maximum"), "{refused:?}");
    assert!(blocks(&ann, "bob").refusal.is_none(), "who is blocked stays so");
}
