//! Speed of the frozen reference players: random games one after another, and whole iterations of
//! their trees. Every benchmark first checks that the random games agree with turns drawn one by
//! one.
#![allow(clippy::unwrap_used)] // a panic is how a benchmark refuses to lie

use carrick_engine::Limits;
use carrick_games::{Colour, Game, Notation, TurnSet as _, anchor, ankor, antipod, boche};
use carrick_lab::reference::{RandomGames, Uct, random};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// Visits of one search.
const VISITS: u64 = 1000;
/// Random games of each kind for a check.
const CHECKED: u32 = 400;

const fn points(winner: Option<Colour>) -> f64 {
    match winner {
        Some(Colour::Light) => 1.0,
        None => 0.5,
        Some(Colour::Dark) => 0.0,
    }
}

fn by_single_turns<B: RandomGames + Notation>(rng: &mut fastrand::Rng) -> f64 {
    let mut game = Game::<B>::new(B::Options::default());
    while let Some(turn) = random(&game, rng) {
        let name = game.turn_name(turn).to_string();
        // Random games never swap, and pass only if nothing else is possible.
        if game.legal_turns().len() > 1 && ["swap", "pass"].contains(&name.as_str()) {
            continue;
        }
        game.play_unchecked(turn);
    }
    points(game.outcome().unwrap().winner())
}

fn check<B: RandomGames + Notation>() {
    let mut rng = fastrand::Rng::with_seed(1);
    let game = Game::<B>::new(B::Options::default());
    let mut memory = B::memory(B::Options::default());
    let mut share = |play: &mut dyn FnMut(&mut fastrand::Rng) -> f64| {
        (0..CHECKED).map(|_| play(&mut rng)).sum::<f64>() / f64::from(CHECKED)
    };
    let plain = share(&mut by_single_turns::<B>);
    let fast = share(&mut |rng| {
        points(game.board().play_out(game.history(), &mut memory, rng, |_, _| {}))
    });
    // Four standard deviations of a difference of two shares.
    assert!((plain - fast).abs() < 4.0 * (0.5 / f64::from(CHECKED)).sqrt(), "{plain} and {fast}");
}

#[divan::bench(types = [ankor::Board, boche::Board, antipod::Board, anchor::Board])]
fn random_games<B: RandomGames + Notation>(bencher: Bencher) {
    check::<B>();
    let game = Game::<B>::new(B::Options::default());
    let mut memory = B::memory(B::Options::default());
    let mut rng = fastrand::Rng::with_seed(1);
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        black_box(game.board().play_out(game.history(), &mut memory, &mut rng, |_, _| {}))
    });
}

#[divan::bench(types = [ankor::Board, boche::Board, antipod::Board, anchor::Board], sample_count = 10)]
fn uct<B: RandomGames + Notation>(bencher: Bencher) {
    visits::<B>(bencher, Uct::PLAIN);
}

#[divan::bench(types = [ankor::Board, boche::Board, antipod::Board, anchor::Board], sample_count = 10)]
fn rave<B: RandomGames + Notation>(bencher: Bencher) {
    visits::<B>(bencher, Uct::RAVE);
}

fn visits<B: RandomGames + Notation>(bencher: Bencher, uct: Uct) {
    check::<B>();
    let game = Game::<B>::new(B::Options::default());
    bencher
        .counter(ItemsCount::new(VISITS))
        .bench_local(|| black_box(uct.choose(&game, Limits::nodes(VISITS), 1)));
}
