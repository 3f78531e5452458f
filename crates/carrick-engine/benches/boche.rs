//! Random games of Boche from one position: 512 at the same time, and one after another by the
//! rules.

use carrick_engine::playouts::block::LANES;
use carrick_engine::playouts::{BochePlayouts, Enclosures};
use carrick_engine::{PlayoutTally, Playouts};
use carrick_games::boche::{Board, Options};
use carrick_games::{Board as _, Colour, Game, GameOptions, SizeLimits, TurnSet};
use divan::Bencher;
use divan::counter::ItemsCount;

const BLOCK: u32 = LANES as u32;

fn main() {
    for position in POSITIONS {
        assert_rates(position);
    }
    divan::main();
}

/// Options, number of seeded random turns that led there, and which enclosures count.
const POSITIONS: [(&str, usize, Enclosures); 10] = [
    ("-size=6", 0, Enclosures::All),
    ("-size=6", 14, Enclosures::All),
    ("-size=6", 0, STANDING),
    ("-size=6", 14, Enclosures::Ignored),
    ("-size=6", 14, STANDING),
    ("-size=6 -kill=2", 14, STANDING),
    ("-size=6 -immediate", 8, STANDING),
    ("-size=6 -immediate -join_any", 8, STANDING),
    ("-size=4", 0, STANDING),
    ("-size=10", 40, STANDING),
];
const STANDING: Enclosures = Enclosures::Standing { points: 1 };

fn board(typed: &str, plies: usize) -> Board {
    let words: Vec<&str> = typed.split(' ').collect();
    let options = Options::parse(&words, SizeLimits::Scripts).unwrap_or_default();
    let mut random = fastrand::Rng::with_seed(1);
    loop {
        let mut game = Game::<Board>::new(options);
        while game.outcome().is_none() && game.turns().len() < plies {
            play_one(&mut game, &mut random);
        }
        if game.outcome().is_none() {
            return *game.board();
        }
    }
}

fn play_one(game: &mut Game<Board>, random: &mut fastrand::Rng) {
    let turns = game.legal_turns();
    if let Some(turn) = turns.nth(random.usize(..turns.len())) {
        game.play_unchecked(turn);
    }
}

/// Light's share in `blocks` blocks.
fn light_rate(board: &Board, enclosures: Enclosures, blocks: u32) -> f32 {
    let mut fills = BochePlayouts::with_enclosures(board.options(), enclosures);
    let mut tally = PlayoutTally::new(fills.slots());
    let mut random = fastrand::Rng::with_seed(2);
    (0..blocks).for_each(|_| fills.run(board, &mut random, &mut tally));
    assert_eq!(tally.games(), blocks * BLOCK);
    tally.rate(Colour::Light)
}

/// Checks before any measurement: the empty board is even, and if all enclosures count, or none
/// does on a filled board, the rate is that of games by the rules. (No game by the rules counts
/// only those of groups that existed before; a test finds them on boards.)
fn assert_rates((typed, plies, enclosures): (&str, usize, Enclosures)) {
    let board = if enclosures == Enclosures::Ignored {
        board(&format!("{typed} -fill_board"), plies)
    } else {
        board(typed, plies)
    };
    let rate = light_rate(&board, enclosures, 40);
    if plies == 0 {
        assert!((rate - 0.5).abs() < 0.02, "{typed}: {rate}");
    }
    if enclosures != STANDING {
        let wins =
            (0..2000).filter(|&seed| by_the_rules(board, seed) == Some(Colour::Light)).count();
        assert!((rate - wins as f32 / 2000.0).abs() < 0.05, "{typed}: {rate}, {wins} of 2000");
    }
}

/// The winner of a random game in which the board is filled.
fn by_the_rules(mut board: Board, seed: u64) -> Option<Colour> {
    let mut random = fastrand::Rng::with_seed(seed);
    loop {
        let turns = board.legal_turns();
        match turns.nth(random.usize(..turns.len().max(1))) {
            Some(turn) => board.play_unchecked(turn),
            None => return board.outcome().and_then(|outcome| outcome.winner()),
        }
    }
}

#[divan::bench(args = POSITIONS)]
fn fills(bencher: Bencher<'_, '_>, (typed, plies, enclosures): (&str, usize, Enclosures)) {
    let board = board(typed, plies);
    let mut fills = BochePlayouts::with_enclosures(board.options(), enclosures);
    let mut tally = PlayoutTally::new(fills.slots());
    let mut random = fastrand::Rng::with_seed(1);
    bencher.counter(ItemsCount::new(BLOCK)).bench_local(|| {
        tally.clear();
        fills.run(&board, &mut random, &mut tally);
        tally.games()
    });
}

/// The positions played on by the rules, with all enclosures.
#[divan::bench(args = POSITIONS)]
fn rules(bencher: Bencher<'_, '_>, (typed, plies, _): (&str, usize, Enclosures)) {
    let board = board(typed, plies);
    let mut seed = 0;
    bencher.counter(ItemsCount::new(1_u32)).bench_local(|| {
        seed += 1;
        by_the_rules(board, seed)
    });
}
