//! Uniformly random games of Boche on one core, through the public `Game`.

use carrick_games::boche::{Board, Options};
use carrick_games::{Board as _, Colour, Game, GameOptions, Outcome, SizeLimits, TurnSet, WinBy};
use divan::Bencher;
use divan::counter::ItemsCount;

const GAMES: u64 = 500;

fn main() {
    assert_games();
    divan::main();
}

fn options(typed: &str) -> Options {
    let words: Vec<&str> = typed.split(' ').collect();
    Options::parse(&words, SizeLimits::Scripts).unwrap_or_default()
}

fn play(options: Options, seed: u64) -> Game<Board> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = Game::<Board>::new(options);
    while game.outcome().is_none() {
        let turns = game.legal_turns();
        let Some(turn) = turns.nth(random.usize(..turns.len())) else { break };
        game.play_unchecked(turn);
    }
    game
}

/// The totals of `GAMES` seeded games: turns, wins of Light and of Dark by enclosure, wins of Light
/// and of Dark by a path.
fn tally(typed: &str) -> [usize; 5] {
    let options = options(typed);
    let mut tally = [0; 5];
    for seed in 0..GAMES {
        let game = play(options, seed);
        tally[0] += game.turns().len();
        if let Some(Outcome::Win { winner, by }) = game.outcome() {
            let path = usize::from(by == WinBy::Path);
            tally[1 + 2 * path + usize::from(winner == Colour::Dark)] += 1;
        }
    }
    tally
}

/// Checks the totals, so that a changed rule is noticed before any time is measured.
fn assert_games() {
    assert_eq!(tally("-size=6"), [17204, 216, 215, 30, 39]);
    assert_eq!(tally("-size=6 -fill_board"), [28005, 0, 0, 262, 238]);
    assert_eq!(tally("-size=6 -immediate"), [15063, 158, 155, 90, 97]);
}

const PLAYED: [&str; 7] = [
    "-size=4",
    "-size=6",
    "-size=6 -immediate",
    "-size=6 -kill=999",
    "-size=6 -fill_board",
    "-size=10",
    "-size=10 -fill_board",
];

/// Games per second. With `-kill=999` groups are followed after every turn but never end the game,
/// so the difference from `-fill_board` is the cost of following them.
#[divan::bench(args = PLAYED)]
fn random_games(bencher: Bencher<'_, '_>, typed: &str) {
    let options = options(typed);
    bencher
        .counter(ItemsCount::new(GAMES))
        .bench(|| (0..GAMES).filter(|&seed| play(options, seed).outcome().is_some()).count());
}

/// One turn in the middle of a long game, judged by the groups it touched or by all groups.
#[divan::bench(args = [false, true])]
fn judging(bencher: Bencher<'_, '_>, all_groups: bool) {
    let game = play(options("-size=6 -kill=999"), 1).at(30);
    let (board, turns) = (*game.board(), game.legal_turns());
    let mut random = fastrand::Rng::with_seed(1);
    bencher.bench_local(|| {
        let mut board = board;
        if let Some(turn) = turns.nth(random.usize(..turns.len())) {
            board.play_unchecked(turn);
        }
        if all_groups { board.outcome_recounted() } else { board.outcome() }
    });
}

/// Finding all legal turns in the middle of a game.
#[divan::bench(args = [4, 6, 8, 10])]
fn legal_turns(bencher: Bencher<'_, '_>, size: u8) {
    let game = play(options(&format!("-size={size} -fill_board")), 1).at(15);
    bencher.bench_local(|| game.legal_turns());
}
