//! Fast random games match those by the plain rules.

use carrick_games::{GameOptions as _, Outcome, SizeLimits, anchor, ankor, antipod, boche};

use super::*;

/// The result of a random game: its winner, its number of turns, and for each slot the colour that
/// took it first.
struct Played {
    winner: Option<Colour>,
    turns: usize,
    taken: Vec<Option<Colour>>,
}

/// Plays by the plain rules, one list of turns after another.
fn plainly<B: RandomGames>(game: &Game<B>, slots: &B::Playouts, rng: &mut fastrand::Rng) -> Played {
    use carrick_engine::Playouts as _;
    let mut position = game.position().clone();
    let mut played = Played { winner: None, turns: 0, taken: vec![None; slots.slots()] };
    while position.outcome().is_none() {
        let turns = position.legal_turns();
        let open: Vec<B::Turn> = turns.iter().filter(|&turn| slots.slot(turn).is_some()).collect();
        let Some(turn) = rng.choice(open).or_else(|| turns.nth(0)) else { break };
        if let Some(slot) = slots.slot(turn) {
            played.turns += 1;
            played.taken[slot].get_or_insert(position.board().to_move());
        }
        position.play_unchecked(turn);
    }
    played.winner = position.outcome().and_then(Outcome::winner);
    played
}

fn fast<B: RandomGames>(
    game: &Game<B>,
    slots: &B::Playouts,
    memory: &mut B::Memory,
    rng: &mut fastrand::Rng,
) -> Played {
    use carrick_engine::Playouts as _;
    let mut played = Played { winner: None, turns: 0, taken: vec![None; slots.slots()] };
    played.winner = game.board().play_out(game.history(), memory, rng, |turn, colour| {
        played.turns += 1;
        played.taken[slots.slot(turn).unwrap()].get_or_insert(colour);
    });
    played
}

/// By how many standard deviations the means of two samples differ.
fn difference(one: &[f64], other: &[f64]) -> f64 {
    let moments = |sample: &[f64]| {
        let mean = sample.iter().sum::<f64>() / sample.len() as f64;
        let squares = sample.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
        (mean, squares / (sample.len() as f64).powi(2))
    };
    let ((one, one_varies), (other, other_varies)) = (moments(one), moments(other));
    (one - other).abs() / (one_varies + other_varies).sqrt().max(1e-9)
}

/// Compares many games from a position: points, lengths, and who takes which slot.
#[track_caller]
fn agree<B: RandomGames>(game: &Game<B>, count: usize) {
    use carrick_engine::Playouts as _;
    let mut rng = fastrand::Rng::with_seed(1);
    let options = game.board().options();
    let (slots, mut memory) = (B::Playouts::new(options), B::memory(options));
    let plain: Vec<Played> = (0..count).map(|_| plainly(game, &slots, &mut rng)).collect();
    let fast: Vec<Played> = (0..count).map(|_| fast(game, &slots, &mut memory, &mut rng)).collect();
    let compare = |what: &str, value: &dyn Fn(&Played) -> f64| {
        let [one, other] = [&plain, &fast].map(|games| games.iter().map(value).collect::<Vec<_>>());
        let difference = difference(&one, &other);
        // Happens by chance once in 160,000 times; there are some hundreds of these comparisons.
        assert!(difference < 4.5, "{what}: {difference} standard deviations");
    };
    let is = |taker, colour| if taker == Some(colour) { 1.0 } else { 0.0 };
    for colour in Colour::BOTH {
        compare("winner", &|played| is(played.winner, colour));
        for slot in 0..slots.slots() {
            compare("slot", &|played| is(played.taken[slot], colour));
        }
    }
    compare("length", &|played| played.turns as f64);
}

/// Compares games from the first position and from the middle of a game.
#[track_caller]
fn agree_on<B: RandomGames>(words: &[&str], turns: &[usize], count: usize) {
    let options = B::Options::parse(words, SizeLimits::Scripts).unwrap();
    for &turns in turns {
        agree(&midgame::<B>(options, turns), count);
    }
}

/// A game after some random turns that is not over.
fn midgame<B: Board>(options: B::Options, turns: usize) -> Game<B> {
    let mut rng = fastrand::Rng::with_seed(7);
    loop {
        let mut game = Game::new(options);
        for _ in 0..turns {
            random(&game, &mut rng).into_iter().for_each(|turn| game.play_unchecked(turn));
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

#[test]
fn antipod() {
    agree_on::<antipod::Board>(&["-radius=4"], &[0, 9], 3000);
    agree_on::<antipod::Board>(&[], &[40], 1000);
}

#[test]
fn anchor() {
    agree_on::<anchor::Board>(&["-size=4"], &[0, 1, 8], 2000);
    agree_on::<anchor::Board>(&["-size=4", "-pie=refined"], &[0, 3], 1000);
}

#[test]
fn boche() {
    agree_on::<boche::Board>(&["-size=4"], &[0, 1, 5], 2000);
    agree_on::<boche::Board>(&["-size=4", "-adjacent", "-immediate"], &[0, 3], 1000);
}

#[test]
fn ankor() {
    agree_on::<ankor::Board>(&["-size=4"], &[0, 1, 20], 1000);
    agree_on::<ankor::Board>(&["-size=7"], &[30], 100);
}
