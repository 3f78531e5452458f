//! Random games on one core.
#![allow(clippy::unwrap_used)] // a panic is how a benchmark refuses to lie

fn main() {
    divan::main();
}

mod antipod {
    use carrick_engine::playouts::AntipodPlayouts;
    use carrick_engine::playouts::block::{Instructions, LANES};
    use carrick_engine::{Playouts, Tally};
    use carrick_games::Board as _;
    use carrick_games::antipod::{Board, Options};
    use divan::Bencher;
    use divan::counter::ItemsCount;

    #[divan::bench(args = [4, 6, 10], consts = [0, 1])]
    fn blocks<const N: usize>(bencher: Bencher, radius: u8) {
        let options = Options::with_radius(radius).unwrap();
        let mut playouts = AntipodPlayouts::with_instructions(options, Instructions::ALL[N]);
        let mut tally = Tally::new(playouts.slots());
        let board = Board::new(options);
        let mut rng = fastrand::Rng::with_seed(1);
        bencher.counter(ItemsCount::new(LANES)).bench_local(|| {
            playouts.run(&board, &mut rng, &mut tally);
        });
    }
}

mod anchor {
    use carrick_engine::playouts::AnchorPlayouts;
    use carrick_engine::playouts::block::{Instructions, LANES};
    use carrick_engine::{Playouts, Tally};
    use carrick_games::Board as _;
    use carrick_games::anchor::{Board, Opening, Options};
    use divan::Bencher;
    use divan::counter::ItemsCount;

    #[divan::bench(args = [4, 8, 10], consts = [0, 1])]
    fn blocks<const N: usize>(bencher: Bencher, size: u8) {
        let options = Options::new(size, Opening::Plain).unwrap();
        let mut playouts = AnchorPlayouts::with_instructions(options, Instructions::ALL[N]);
        let mut tally = Tally::new(playouts.slots());
        let board = Board::new(options);
        let mut rng = fastrand::Rng::with_seed(1);
        bencher.counter(ItemsCount::new(LANES)).bench_local(|| {
            playouts.run(&board, &mut rng, &mut tally);
        });
    }
}
