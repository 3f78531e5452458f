//! No line of an email except a board's is too long, however long names and options are.

#![allow(clippy::unwrap_used)]

use carrick_games::{GameKind, Seat, WinBy};
use carrick_service::{
    BoardId, BoardRecord, BoardSummary, ComputerLevel, Decision, Due, Ended, Ending, Evidence,
    Offer, OfferKind, RatingChange, RatingRecord, Request, Seek, Sender, StandIn, State, Terms,
    TurnRecord, User, UserAddress, Userid, command, decide, decide_due,
};
use jiff::{SignedDuration, Timestamp};

/// As long as names can be.
const NAMES: [&str; 2] = ["bartholomew_the_late", "ivy_who_writes_a_lot"];
const OPTIONS: &str = "-size=10 -adjacent -immediate -join_any -kill=999 -noswap";
const BOARD: BoardId = BoardId { kind: GameKind::Boche, number: 101 };

fn names() -> [Userid; 2] {
    NAMES.map(|name| name.parse().unwrap())
}

fn now() -> Timestamp {
    "2008-05-01T12:00:00Z".parse().unwrap()
}

const fn terms() -> Terms {
    Terms {
        forfeit_days: 100,
        nag_days: 100,
        total_days: Some(3000),
        increment_hours: Some(700),
        rated: false,
    }
}

/// Two players and a board on which nothing has happened.
fn state() -> State {
    let mut state = State::default();
    for name in names() {
        let address = format!("{name}@example.org").parse().unwrap();
        let addresses = vec![UserAddress { address, confirmed: true, returned: false }];
        let user = User { addresses, ..User::new(name.clone(), now(), None) };
        state.users.insert(name, user);
    }
    let record = BoardRecord::new(BOARD, names(), OPTIONS, terms(), now());
    state.boards.insert(BOARD, record);
    state
}

fn said(state: &State, text: &str, body: Option<&str>) -> Decision {
    let command = command::parse(text).unwrap();
    let sender = Sender::User(names()[0].clone());
    let request = Request::typed(sender, command, body.map(str::to_owned));
    decide(state, &request, &Evidence::default(), now())
}

#[track_caller]
fn check(decision: &Decision) {
    assert!(decision.refusal.is_none() && !decision.messages.is_empty(), "{decision:?}");
    for message in &decision.messages {
        for line in message.text.lines() {
            // Cubes are drawn with an o or an x at each face.
            let is_word = |word: &str| word.len() > 3 && !word.chars().all(|c| "oxOX".contains(c));
            let is_prose = line.split(|c: char| !c.is_alphabetic()).any(is_word);
            assert!(!is_prose || line.chars().count() <= 78, "{line}\n\nin {}", message.text);
        }
    }
}

#[test]
fn the_conditions_of_a_board() {
    let [one, other] = NAMES;
    check(&said(&state(), &format!("boche challenge {OPTIONS} {one} {other}"), None));
    check(&said(&state(), "boche show 101", None));
}

#[test]
fn a_seek_and_the_list_of_seeks() {
    let [one, _] = NAMES;
    let mut state = state();
    check(&said(&state, &format!("boche seek {one} - {OPTIONS} --totaltime=3000 3"), None));
    let [user, _] = names();
    let kind = GameKind::Boche;
    let options = OPTIONS.to_owned();
    let seek = Seek {
        kind,
        number: 1,
        user,
        options,
        terms: terms(),
        made: now(),
        left: 3,
        stand_in: StandIn::Level(ComputerLevel::MAX),
        due: Some(now()),
    };
    state.seeks.insert(kind, ([(1, seek)].into(), 2));
    check(&said(&state, "list boche", None));
}

#[test]
fn lists_of_boards() {
    let mut state = state();
    for (number, ended) in [(101, None), (102, Some(Ending::Won(Seat::First, WinBy::Resignation)))]
    {
        state.summaries.push(BoardSummary {
            id: BoardId { number, ..BOARD },
            players: names(),
            options: OPTIONS.to_owned(),
            ply: 100,
            given: 0,
            hints: 0,
            to_move: ended.is_none().then_some(Seat::First),
            offered_to: None,
            ended: ended.map(|ending| Ended { ending, at: now() }),
            touched: now(),
        });
    }
    check(&said(&state, "boche games all", None));
    check(&said(&state, "boche history", None));
}

#[test]
fn the_ratings_of_a_finished_board() {
    let mut state = state();
    let record = state.boards.get_mut(&BOARD).unwrap();
    record.turns = Seat::BOTH.map(turn).into();
    let ending = Ending::Won(Seat::First, WinBy::Resignation);
    record.ended = Some(Ended { ending, at: now() });
    let new = RatingRecord::default();
    record.rating_changes = Some([RatingChange { before: new, after: new }; 2]);
    check(&said(&state, "boche show 101", None));
}

#[test]
fn the_time_left_and_offers() {
    let mut state = state();
    let record = state.boards.get_mut(&BOARD).unwrap();
    let hours = [150, 35];
    record.turns = Seat::BOTH
        .map(|seat| TurnRecord {
            at: now() - SignedDuration::from_hours(hours[seat.index()]),
            ..turn(seat)
        })
        .into();
    check(&said(&state, "boche show 101", None));
    for kind in [OfferKind::Draw, OfferKind::Undo] {
        for rejected in [false, true] {
            let offer = Offer { by: Seat::First, kind, rejected };
            state.boards.get_mut(&BOARD).unwrap().offer = Some(offer);
            check(&said(&state, "boche show 101", None));
        }
    }
}

fn turn(seat: Seat) -> TurnRecord {
    let text = ["a:a1", "a:b1"][seat.index()].into();
    TurnRecord { text, seat, at: now() }
}

#[test]
fn accounts_that_are_created_and_deleted() {
    let [one, _] = NAMES;
    check(&said(&State::default(), &format!("signup {one} tulip7"), None));
    let mut state = state();
    check(&said(&state, &format!("delete {one} -"), None));
    state.boards.get_mut(&BOARD).unwrap().turns = Seat::BOTH.map(turn).into();
    check(&said(&state, &format!("delete {one} -"), None));
}

#[test]
fn boards_that_are_declined_or_never_start() {
    let [one, _] = NAMES;
    check(&said(&state(), &format!("boche resign 101 {one} -"), None));
    let later = "2009-05-01T12:00:00Z".parse().unwrap();
    check(&decide_due(&state(), &Due::Board(BOARD), later));
}

#[test]
fn a_letter() {
    let [one, other] = NAMES;
    check(&said(&state(), &format!("message {one} - {other}"), Some("Hello!")));
}
