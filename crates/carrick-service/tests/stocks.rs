//! How much a user may have stored: each limit refuses with a sentence, one below it does not.

#![allow(clippy::unwrap_used)]

use carrick_games::{GameKind, Seat, WinBy};
use carrick_service::{
    BoardId, BoardRecord, Ended, Ending, Evidence, Request, Sender, State, Stocks, Terms, User,
    Userid, command, decide,
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
fn answer(text: &str, stocks: Stocks, in_play: u32) -> String {
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
    state.in_play.insert((GameKind::Ankor, user("ann")), in_play);
    let command = command::parse(text).unwrap();
    let sender = Sender::User(user("ann"));
    let request = Request { sender, command, body: Some("Hello!".into()), seen: None };
    let decision = decide(&state, &request, &Evidence::default(), now());
    let text = decision.messages[0].text.split_whitespace().collect::<Vec<_>>().join(" ");
    if decision.refused { text } else { String::new() }
}

#[test]
fn what_is_stored_has_limits() {
    let none = Stocks::default();
    let (chat, subscribe) = ("ankor chat 101 ann -", "ankor subscribe 102 ann -");
    let (seek, challenge) = ("ankor seek ann -", "ankor challenge -size=6 ann bob");
    for (text, stocks, in_play, said) in [
        (chat, Stocks { remarks: 999, ..none }, 0, ""),
        (chat, Stocks { remarks: 1000, ..none }, 0, "1000 remarks were made on Ankor board 101"),
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
        (challenge, none, 200, "Ann plays 200 games of Ankor"),
    ] {
        let refused = answer(text, stocks, in_play);
        assert!(
            refused.contains(said) && refused.is_empty() == said.is_empty(),
            "{text}: {refused}"
        );
    }
}
