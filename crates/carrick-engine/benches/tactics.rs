//! Tactics, which start nearly every turn of the computer: decisive and anti-decisive turns, and in
//! Anchor an endgame that can be counted.

use carrick_engine::settled::settle;
use carrick_engine::tactics::{Answers, Tactics, answers, winning_turn, winning_turns};
use carrick_games::{
    AnyGame, AnyOptions, Board, Game, GameKind, SizeLimits, TurnSet as _, anchor, ankor, antipod,
    boche,
};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// Number of turns played before the search starts: in the middle of a game, and near its end.
const MIDDLE: usize = 16;
const LATE: usize = 40;

/// The usual board after a number of random turns.
fn position<B: Board>(kind: GameKind, plies: usize) -> Game<B>
where
    AnyGame: Holds<B>,
{
    let options = AnyOptions::parse(kind, &[], SizeLimits::Challenge).expect("the usual options");
    let mut random = fastrand::Rng::with_seed(5);
    loop {
        let mut game = AnyGame::new(options);
        while game.outcome().is_none() && game.ply() < plies {
            let legal = game.legal();
            let turn = random.choice(&legal).expect("the game is not over");
            game = game.play_text(turn).expect("the turn is legal");
        }
        if game.outcome().is_none() {
            return game.held();
        }
    }
}

/// Access to the game of one kind inside an [`AnyGame`].
trait Holds<B: Board> {
    fn held(self) -> Game<B>;
}

macro_rules! holds {
    ($($kind:ident $board:ty),*) => {$(
        impl Holds<$board> for AnyGame {
            fn held(self) -> Game<$board> {
                match self {
                    Self::$kind(game) => game,
                    _ => unreachable!("the kind that was asked for"),
                }
            }
        }
    )*};
}
holds!(Ankor ankor::Board, Boche boche::Board, Antipod antipod::Board, Anchor anchor::Board);

/// The turns that win immediately, by the rules.
fn by_the_rules<B: Board>(game: &Game<B>) -> Vec<B::Turn> {
    let mover = game.board().to_move();
    let wins = |turn: &B::Turn| {
        let mut after = game.clone();
        after.play_unchecked(*turn);
        after.outcome().and_then(|outcome| outcome.winner()) == Some(mover)
    };
    game.legal_turns().iter().filter(wins).collect()
}

fn bench<B: Tactics>(bencher: Bencher<'_, '_>, game: &Game<B>)
where
    B::Turn: PartialEq + std::fmt::Debug,
{
    let wins = by_the_rules(game);
    assert_eq!(winning_turns(game), wins);
    assert_eq!(winning_turn(game), wins.first().copied());
    let safe = |turn: &B::Turn| {
        let mut after = game.clone();
        after.play_unchecked(*turn);
        after.outcome().is_none() && by_the_rules(&after).is_empty()
    };
    let expected: Vec<_> = game.legal_turns().iter().filter(safe).collect();
    match answers(game) {
        Answers::Any => assert_eq!(expected.len(), game.legal_turns().len()),
        Answers::Only(found) => assert_eq!(found, expected),
    }
    bencher.bench_local(|| (winning_turn(black_box(game)), answers(black_box(game))));
}

#[divan::bench(args = [MIDDLE, LATE])]
fn ankor(bencher: Bencher<'_, '_>, plies: usize) {
    bench(bencher, &position::<ankor::Board>(GameKind::Ankor, plies));
}

#[divan::bench(args = [MIDDLE, LATE])]
fn boche(bencher: Bencher<'_, '_>, plies: usize) {
    bench(bencher, &position::<boche::Board>(GameKind::Boche, plies));
}

#[divan::bench(args = [MIDDLE, LATE])]
fn antipod(bencher: Bencher<'_, '_>, plies: usize) {
    bench(bencher, &position::<antipod::Board>(GameKind::Antipod, plies));
}

#[divan::bench(args = [MIDDLE, LATE])]
fn anchor(bencher: Bencher<'_, '_>, plies: usize) {
    bench(bencher, &position::<anchor::Board>(GameKind::Anchor, plies));
}

/// Most of the board is open.
#[divan::bench]
fn settle_the_middle(bencher: Bencher<'_, '_>) {
    let game = position::<anchor::Board>(GameKind::Anchor, MIDDLE);
    assert_eq!(settle(game.board(), 1), None);
    bencher.bench_local(|| settle(black_box(game.board()), 1));
}

/// The first position of a random game whose end can be counted.
#[divan::bench]
fn settle_the_end(bencher: Bencher<'_, '_>) {
    let mut random = fastrand::Rng::with_seed(5);
    let mut game = Game::<anchor::Board>::new(anchor::Options::default());
    let settled = loop {
        let turns = game.legal_turns();
        let stones: Vec<_> =
            turns.iter().filter(|turn| matches!(turn, anchor::Turn::Stone(_))).collect();
        game.play_unchecked(*random.choice(&stones).expect("the board is not full"));
        if let Some(settled) = settle(game.board(), 1) {
            break settled;
        }
    };
    // The best turn's margin is that of the position after it, with the sign reversed.
    let (best, margin) = settled.margins[0];
    let mut after = game.clone();
    after.play_unchecked(best);
    let then = settle(after.board(), 1).expect("no more is open than before");
    assert_eq!(then.margins[0].1, -margin);
    bencher.bench_local(|| settle(black_box(game.board()), 1));
}
