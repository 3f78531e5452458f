//! Laws of importing, whatever games come in whatever order.

use carrick_games::records::{Details, Moment, Record, Site};
use carrick_service::exchange::{
    Holdings, Import, Imported, Incoming, Known, Naming, end_order, import,
};
use carrick_service::{BoardId, User};
use jiff::Timestamp;
use proptest::prelude::*;

/// After all games.
const NOW: i64 = 10_000;

/// A game: who plays, which turns, under which number and at which seconds.
#[derive(Debug, Clone)]
struct Played {
    pair: usize,
    line: usize,
    number: Option<u32>,
    started: Option<i64>,
    ended: Option<i64>,
}

const PAIRS: [[&str; 2]; 3] = [["ann", "bob"], ["bob", "ann"], ["ann", "cid"]];
const LINES: [&str; 4] = [
    "antipod -radius=4: a2 d12 White+resignation",
    "antipod -radius=4: a2 d12",
    "antipod -radius=4: a2 d12 c4",
    "ankor -size=3: b2 swap O+time",
];

fn any_game() -> impl Strategy<Value = Played> {
    let number = proptest::option::of(101..104_u32);
    let [started, ended] = [(); 2].map(|()| proptest::option::of(0..2_i64));
    (0..PAIRS.len(), 0..LINES.len(), number, started, ended).prop_map(
        |(pair, line, number, started, ended)| Played { pair, line, number, started, ended },
    )
}

fn any_sources() -> impl Strategy<Value = Vec<Vec<Played>>> {
    let source = proptest::collection::vec(any_game(), 0..6);
    proptest::collection::vec(source, 0..4)
}

fn incoming(played: &Played) -> Incoming {
    let line = Record::read(LINES[played.line]).expect("the lines are legal");
    let moment = |seconds: Option<i64>| seconds.and_then(Moment::from_unix_s);
    let site =
        |number: u32| Site { name: "Carrick".into(), game_id: number.to_string().as_str().into() };
    let details = Details {
        players: PAIRS[played.pair].map(Into::into),
        site: played.number.map(site),
        started: moment(played.started),
        ended: moment(played.ended),
        ..Details::default()
    };
    let record = Record::from_game(line.game(), details).expect("it is that of a record");
    Incoming::new(&record, &Naming::default(), now()).expect("it is of the past")
}

fn now() -> Timestamp {
    Timestamp::from_second(NOW).expect("a time")
}

fn imports(sources: &[Vec<Played>], here: &Holdings) -> Option<Imported> {
    let sources = sources.iter().map(|games| games.iter().map(incoming).collect()).collect();
    import(&Import { sources, new_players: true }, here, now()).ok()
}

/// What is here after an import: what the store would load.
fn after(here: &Holdings, imported: &Imported) -> Holdings {
    let mut after = here.clone();
    after.users.extend(imported.users.iter().map(|user: &User| (user.id.clone(), user.clone())));
    for (board, _) in &imported.boards {
        assert!(after.taken.insert(board.id), "{} is there already", board.id);
        let next = after.next_number.entry(board.id.kind).or_insert(BoardId::FIRST_NUMBER);
        *next = (*next).max(board.id.number + 1);
        after.boards.push(board.clone());
    }
    let ended = |id: &BoardId| {
        let board = after.boards.iter().find(|board| board.id == *id)?;
        Some((*id, board.ended.as_ref()?.at))
    };
    after.ended = imported.end_order.iter().filter_map(ended).collect();
    assert_eq!(after.ended.len(), imported.end_order.len());
    after
}

proptest! {
    #[test]
    fn what_was_imported_is_known(first in any_sources(), second in any_sources()) {
        let empty = Holdings::default();
        let Some(imported) = imports(&first, &empty) else { return Ok(()) };
        let count: usize = first.iter().map(Vec::len).sum();
        prop_assert_eq!(imported.games.len(), count);
        let here = after(&empty, &imported);
        let again = imports(&first, &here).expect("it was imported before");
        prop_assert!(again.boards.is_empty() && again.users.is_empty());
        let known = |(_, known): &(usize, Known)| matches!(known, Known::As(_));
        prop_assert!(again.games.iter().all(known));
        prop_assert_eq!(&again.end_order, &imported.end_order);
        // Whatever comes later leaves the order of what is here.
        if let Some(later) = imports(&second, &here) {
            let there = after(&here, &later);
            let kept = there.ended.iter().filter(|game| here.ended.contains(game));
            prop_assert!(kept.eq(&here.ended));
        }
    }

    #[test]
    fn ends_are_in_order(seconds in proptest::collection::vec(proptest::collection::vec(0..9_i64, 0..6), 0..5)) {
        let mut number = 100;
        let mut game = |second: &i64| {
            number += 1;
            let kind = carrick_games::GameKind::Ankor;
            (BoardId { kind, number }, Timestamp::from_second(*second).expect("a time"))
        };
        let sources: Vec<Vec<_>> =
            seconds.iter().map(|source| source.iter().map(&mut game).collect()).collect();
        let order = end_order(sources.clone());
        for source in &sources {
            let mine = order.iter().filter(|board| source.iter().any(|(id, _)| id == *board));
            prop_assert!(mine.eq(source.iter().map(|(id, _)| id)));
        }
        let time = |board: &BoardId| sources.iter().flatten().find(|(id, _)| id == board).map(|(_, at)| *at);
        let sorted = sources.iter().all(|source| source.is_sorted_by_key(|(_, at)| *at));
        prop_assert!(!sorted || order.iter().map(time).is_sorted());
    }
}
