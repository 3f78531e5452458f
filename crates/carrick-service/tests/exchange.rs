//! Invariants of importing any games in any order.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use carrick_games::GameKind;
use carrick_games::records::{Details, GameSite, Moment, Record};
use carrick_service::exchange::{EndOrder, Import, ImportedGame, IncomingGame, Naming};
use carrick_service::{BoardId, BoardRecord, User, Userid};
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

fn incoming(played: &Played) -> IncomingGame {
    let line = Record::read(LINES[played.line]).expect("the lines are legal");
    let moment = |seconds: Option<i64>| seconds.and_then(Moment::from_unix_s);
    let site = |number: u32| GameSite {
        name: "Carrick".into(),
        game_id: number.to_string().as_str().into(),
    };
    let details = Details {
        players: PAIRS[played.pair].map(Into::into),
        site: played.number.map(site),
        started: moment(played.started),
        ended: moment(played.ended),
        ..Details::default()
    };
    let record = Record::from_game(line.game(), details).expect("it is that of a record");
    IncomingGame::new(&record, &Naming::default(), now()).expect("it is of the past")
}

fn now() -> Timestamp {
    Timestamp::from_second(NOW).expect("a time")
}

/// The boards here: all of them in memory, where the store would read them piece by piece.
#[derive(Debug, Clone, Default)]
struct Holdings {
    users: BTreeMap<Userid, User>,
    boards: Vec<BoardRecord>,
    next_number: BTreeMap<GameKind, u32>,
    /// In the order in which they ended.
    ended: Vec<BoardId>,
}

/// The fate of games.
#[derive(Debug)]
struct Imported {
    known: Vec<ImportedGame>,
    new_players: usize,
    after: Holdings,
}

fn imports(sources: &[Vec<Played>], here: &Holdings) -> Option<Imported> {
    let mut import = Import::default();
    let mut games = Vec::new();
    for (source, played) in (0..).zip(sources) {
        for incoming in played.iter().map(incoming) {
            assert_eq!(import.note(source, &incoming), games.len());
            games.push(incoming);
        }
    }
    let read = |at: usize| Ok::<_, Infallible>(games[at].clone());
    let Ok(()) = import.find_twins(read);
    let mut last = None;
    while let Some(pair) = import.next_pair(last.as_ref()) {
        let of_pair =
            |board: &&BoardRecord| board.id.kind == pair.kind && board.players == pair.players;
        let boards: Vec<&BoardRecord> = here.boards.iter().filter(of_pair).collect();
        let Ok(()) = import.compare(&pair, &boards, read);
        last = Some(pair);
    }
    let strangers = import.admit(&here.users, true);
    if import.faults().0 > 0 {
        return None;
    }
    let mut after = here.clone();
    let taken: BTreeSet<BoardId> = here.boards.iter().map(|board| board.id).collect();
    import.number(&taken, &mut after.next_number);
    after.users.extend(strangers.iter().map(|id| (id.clone(), User::new(id.clone(), now(), None))));
    let known: Vec<ImportedGame> = (0..games.len()).map(|at| import.known(at)).collect();
    for (game, known) in games.iter().zip(&known) {
        let &ImportedGame::New(id) = known else { continue };
        assert!(after.boards.iter().all(|board| board.id != id), "{id} is there already");
        assert!(after.next_number[&id.kind] > id.number);
        let (board, _) = game.clone().into_board(id, now());
        after.boards.push(board);
    }
    let ends = import.ends();
    let mut order = EndOrder::new(ends.iter().map(|end| end.at()));
    let at = |id: &BoardId| {
        let board = here.boards.iter().find(|board| board.id == *id).expect("it is here");
        board.ended.as_ref().expect("it has ended").at
    };
    for (place, id) in (1..).zip(&here.ended) {
        order.pass(place, at(id));
    }
    let behind = order.finish();
    for (end, place) in ends.iter().zip(behind).rev() {
        let ImportedGame::New(id) = known[end.game as usize] else {
            panic!("a game that is known has no place")
        };
        after.ended.insert(usize::try_from(place).expect("a place"), id);
    }
    Some(Imported { known, new_players: strangers.len(), after })
}

proptest! {
    #[test]
    fn what_was_imported_is_known(first in any_sources(), second in any_sources()) {
        let empty = Holdings::default();
        let Some(imported) = imports(&first, &empty) else { return Ok(()) };
        let count: usize = first.iter().map(Vec::len).sum();
        prop_assert_eq!(imported.known.len(), count);
        let here = imported.after;
        let again = imports(&first, &here).expect("it was imported before");
        prop_assert_eq!(again.new_players, 0);
        prop_assert!(again.known.iter().all(|known| *known == ImportedGame::Already));
        prop_assert_eq!(&again.after.ended, &here.ended);
        // A later import keeps the order of the existing boards.
        if let Some(later) = imports(&second, &here) {
            let there = later.after.ended;
            let kept = there.iter().filter(|game| here.ended.contains(game));
            prop_assert!(kept.eq(&here.ended));
        }
    }

    #[test]
    fn ends_are_in_order(
        here in proptest::collection::vec(0..9_i64, 0..6),
        mut new in proptest::collection::vec(0..9_i64, 0..6),
    ) {
        new.sort_unstable();
        let time = |second: i64| Timestamp::from_second(second).expect("a time");
        let mut order = EndOrder::new(new.iter().map(|&second| time(second)));
        for (place, &second) in (1..).zip(&here) {
            order.pass(place, time(second));
        }
        let behind = order.finish();
        prop_assert_eq!(behind.len(), new.len());
        prop_assert!(behind.is_sorted());
        for (second, place) in new.into_iter().zip(behind) {
            // All earlier ones were over by then, unless the clock was set back; the next one ended
            // later.
            let (before, after) = here.split_at(usize::try_from(place).expect("a place"));
            prop_assert!(before.iter().all(|&here| here <= second));
            prop_assert!(after.first().is_none_or(|&here| here > second));
        }
    }
}
