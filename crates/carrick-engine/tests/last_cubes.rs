//! The solver of the last cubes of Boche, against exhaustive search.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::collections::HashMap;
use std::ops::RangeInclusive;

use carrick_engine::LastCubes;
use carrick_engine::{EndSolver as _, Engine, Limits, Memory, Reach, SearchParts, Value};
use carrick_games::boche::{Board, Options};
use carrick_games::{Board as _, Game, GameOptions as _, SizeLimits, TurnSet as _};

const OPTIONS: [&str; 6] = [
    "-size=3",
    "-size=3 -noswap -immediate",
    "-size=3 -immediate -join_any",
    "-size=3 -fill_board",
    "-size=3 -adjacent -kill=2",
    "-size=4",
];

/// Much more than any of these positions takes.
const ENOUGH: u32 = 1 << 24;

fn options(typed: &str) -> Options {
    let words: Vec<&str> = typed.split(' ').collect();
    Options::parse(&words, SizeLimits::Scripts).unwrap()
}

/// A running game after random turns with a number of cubes left to place; with one more if few
/// games last that long.
fn game_with_left(options: Options, left: usize, random: &mut fastrand::Rng) -> Game<Board> {
    for attempt in 0..100_000 {
        let left = left + attempt / 200;
        let mut game = Game::<Board>::new(options);
        while game.outcome().is_none() && cubes_left(game.board()) > left {
            let turns = game.legal_turns();
            game.play_unchecked(turns.nth(random.usize(..turns.len())).unwrap());
        }
        if game.outcome().is_none() {
            return game;
        }
    }
    panic!("no game lasts that long")
}

fn cubes_left(board: &Board) -> usize {
    board.lattice().ids().filter(|&id| board.rotation(id).is_none()).count()
}

/// Numbers of cubes left that exhaustive search can handle in a test.
fn searchable(options: Options) -> RangeInclusive<usize> {
    if options.size() == 3 { 2..=7 } else { 2..=5 }
}

/// The value of a position to the player to move, by the rules alone.
fn value(board: &Board, known: &mut HashMap<u128, Value>) -> Value {
    if let Some(outcome) = board.outcome() {
        return if outcome.winner() == Some(board.to_move()) { Value::Win } else { Value::Loss };
    }
    if let Some(&value) = known.get(&board.hash()) {
        return value;
    }
    let after = |turn| {
        let mut after = *board;
        after.play_unchecked(turn);
        after
    };
    let wins = board.legal_turns().iter().any(|turn| value(&after(turn), known) == Value::Loss);
    let value = if wins { Value::Win } else { Value::Loss };
    known.insert(board.hash(), value);
    value
}

/// One solver for all positions of a board, so that the test includes what its table holds from
/// others, and one whose table holds next to nothing.
#[test]
fn every_value_is_correct() {
    let mut random = fastrand::Rng::with_seed(1);
    for typed in OPTIONS {
        let options = options(typed);
        let (mut known, mut found) = (HashMap::new(), [0; 2]);
        let mut solvers = [1 << 20, 1 << 14].map(|memory| LastCubes::new(options, memory));
        for left in searchable(options).flat_map(|left| [left; 12]) {
            let game = game_with_left(options, left, &mut random);
            let truth = value(game.board(), &mut known);
            for solver in &mut solvers {
                solver.begin();
                let solved = solver.solve(game.board(), ENOUGH, &|| false);
                assert_eq!(solved, Some(truth), "{typed}, {:?}", game.turns());
            }
            found[usize::from(truth == Value::Win)] += 1;
        }
        assert!(found.iter().all(|&found| found > 3), "{typed}: {found:?}");
    }
}

/// Unfinished work continues where it stopped: in the end it finds the value, and no earlier than
/// the limit allows.
#[test]
fn work_in_small_steps_finds_the_same() {
    let mut random = fastrand::Rng::with_seed(2);
    let options = options("-size=4");
    let (mut all, mut pieces) = (0, 0);
    for _ in 0..10 {
        let game = game_with_left(options, 7, &mut random);
        let at_once = LastCubes::new(options, 1 << 20).solve(game.board(), ENOUGH, &|| false);
        let mut solver = LastCubes::new(options, 1 << 20);
        let found = loop {
            let found = solver.solve(game.board(), 64, &|| false);
            assert!(solver.looked_at() <= 64);
            pieces += 1;
            if found.is_some() {
                break found;
            }
        };
        assert_eq!(found, at_once);
        assert_eq!(solver.known(game.board()), found);
        all += 1;
    }
    assert!(pieces > 2 * all, "{pieces} pieces");
    let game = game_with_left(options, 10, &mut random);
    assert_eq!(LastCubes::new(options, 1 << 20).solve(game.board(), ENOUGH, &|| true), None);
}

/// The line of a solved position is legal, and the proved winner wins with it.
#[test]
fn a_line_leads_to_the_proved_end() {
    let mut random = fastrand::Rng::with_seed(3);
    for typed in OPTIONS {
        let options = options(typed);
        let mut solver = LastCubes::new(options, 1 << 20);
        for left in searchable(options) {
            let mut game = game_with_left(options, left, &mut random);
            let mover = game.board().to_move();
            let solved = solver.solve(game.board(), ENOUGH, &|| false);
            for turn in solver.line(game.board()) {
                game = game.play(turn).unwrap();
            }
            let winner = game.outcome().and_then(|outcome| outcome.winner());
            let wins = winner == Some(mover);
            assert_eq!((winner.is_some(), Some(wins)), (true, solved.map(|it| it == Value::Win)));
        }
    }
}

/// The search of level 9 proves who wins while several cubes are left, plays a turn that keeps the
/// win, and shows how it continues to the end.
#[test]
fn the_full_search_sees_the_last_cube() {
    let mut random = fastrand::Rng::with_seed(4);
    let options = options("-size=4");
    let mut proved = [0; 2];
    for seed in 0..12 {
        let game = game_with_left(options, 5 + seed as usize % 2, &mut random);
        let mut known = HashMap::new();
        let truth = value(game.board(), &mut known);
        for (number, parts) in [SearchParts::Measured, SearchParts::All].into_iter().enumerate() {
            let limits = Limits::nodes(100);
            let mut engine = Engine::with_parts(&game, seed, Memory::default(), parts);
            let report = engine.think(limits);
            assert!(report.nodes <= 100);
            assert!(report.proved.is_none_or(|proved| proved == truth), "{:?}", game.turns());
            proved[number] += u32::from(report.proved.is_some());
            if parts == SearchParts::Measured {
                continue;
            }
            let best = &report.lines[0];
            let mut end = game.clone().play(best.turn).unwrap();
            assert_eq!(value(end.board(), &mut known).reversed(), truth);
            for &turn in &best.continuation {
                end = end.play(turn).unwrap();
            }
            assert!(end.outcome().is_some(), "{report:?}");
            for line in &report.lines {
                let after = game.clone().play(line.turn).unwrap();
                let worth = value(after.board(), &mut known).reversed();
                assert!(line.proved.is_none_or(|proved| proved == worth), "{line:?}");
            }
        }
    }
    assert!(proved[1] == 12 && proved[0] < 12, "{proved:?}");
}

/// The tree that is kept from turn to turn contains positions that the solver proved without
/// looking at their turns.
#[test]
fn a_proved_win_is_won_whatever_the_opponent_does() {
    let mut random = fastrand::Rng::with_seed(6);
    let options = options("-size=4");
    let (mut known, mut kept) = (HashMap::new(), 0);
    for seed in 0..8 {
        let mut game = game_with_left(options, 8, &mut random);
        let mut engine = Engine::new(&game, seed, Memory::default());
        let mut winner = None;
        while game.outcome().is_none() {
            engine.follow(&game);
            let report = engine.think(Limits::nodes(40));
            assert_eq!(report.lines.len(), game.legal_turns().len(), "{:?}", game.turns());
            if let Some(proved) = report.proved {
                let mover = game.board().to_move();
                let by_proof = if proved == Value::Win { mover } else { !mover };
                assert_eq!(*winner.get_or_insert(by_proof), by_proof, "{:?}", game.turns());
            }
            if cubes_left(game.board()) <= 5 {
                let truth = value(game.board(), &mut known);
                assert!(report.proved.is_none_or(|proved| proved == truth));
            }
            let turns = game.legal_turns();
            let wins = winner == Some(game.board().to_move());
            let turn = if wins {
                report.lines[0].turn
            } else {
                turns.nth(random.usize(..turns.len())).unwrap()
            };
            game.play_unchecked(turn);
        }
        kept += u32::from(winner.is_some());
        assert!(winner.is_none() || game.outcome().and_then(|outcome| outcome.winner()) == winner);
    }
    assert!(kept > 5, "{kept}");
}

/// The same is true of two threads that share the table.
#[test]
fn two_threads_prove_the_same() {
    let mut random = fastrand::Rng::with_seed(5);
    let options = options("-size=4");
    for seed in 0..6 {
        let game = game_with_left(options, 6, &mut random);
        let truth = value(game.board(), &mut HashMap::new());
        let mut engine = Engine::new(&game, seed, Memory::default());
        let report = engine.think(Limits { threads: 2, ..Limits::nodes(2000) });
        assert_eq!(report.proved, Some(truth), "{:?}", game.turns());
    }
}

#[test]
fn a_position_that_may_be_swapped_is_not_solved() {
    let options = options("-size=2");
    let (mut game, solver) = (Game::<Board>::new(options), LastCubes::new(options, 1 << 10));
    let mut reaches = Vec::new();
    while game.outcome().is_none() {
        reaches.push(solver.reach(game.board()));
        game.play_unchecked(game.legal_turns().nth(0).unwrap());
    }
    assert_eq!(reaches[..3], [Reach::Never, Reach::Never, Reach::Leaf]);
    assert_eq!(solver.reach(game.board()), Reach::Never);
    let other = LastCubes::new(Options::default(), 1 << 10);
    assert_eq!(
        other.reach(game_with_left(options, 1, &mut fastrand::Rng::new()).board()),
        Reach::Never
    );
}
