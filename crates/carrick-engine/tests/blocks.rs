//! Blocks of fills are the same on every processor, and match random games by the rules.
#![allow(clippy::unwrap_used)] // a panic is how a test fails

use carrick_engine::playouts::block::{Instructions, LANES};
use carrick_engine::playouts::{AnchorPlayouts, AntipodPlayouts, Ownership};
use carrick_engine::{PlayoutTally, Playouts};
use carrick_games::{Board, Colour, Notation as _, Outcome, TurnSet, anchor, antipod};

fn antipod_options(radius: u8) -> antipod::Options {
    antipod::Options::with_radius(radius).unwrap()
}

fn anchor_options(size: u8) -> anchor::Options {
    anchor::Options::new(size, anchor::Opening::Plain).unwrap()
}

fn blocks<B: Board>(
    playouts: &mut impl Playouts<B>,
    board: &B,
    count: usize,
    seed: u64,
) -> PlayoutTally {
    let mut tally = PlayoutTally::new(playouts.slots());
    let mut rng = fastrand::Rng::with_seed(seed);
    for _ in 0..count {
        playouts.run(board, &mut rng, &mut tally);
    }
    tally
}

#[test]
fn the_same_seed_gives_the_same_tally_with_all_instructions() {
    for size in [4, 7, 10] {
        let [first, rest @ ..] = Instructions::ALL.map(|instructions| {
            let options = antipod_options(size);
            let mut playouts = AntipodPlayouts::with_instructions(options, instructions);
            let antipod = blocks(&mut playouts, &Board::new(options), 3, 5);
            let options = anchor_options(size);
            let mut playouts = AnchorPlayouts::with_instructions(options, instructions);
            let anchor = blocks(&mut playouts, &Board::new(options), 3, 5);
            (antipod, anchor)
        });
        for other in rest {
            assert_eq!(first, other, "size {size}");
        }
    }
}

/// Random games by the rules in which both players place stones as long as there are empty points.
fn plain_games<B: Board>(
    playouts: &impl Playouts<B>,
    board: &B,
    games: usize,
    score: impl Fn(&B) -> (u32, i64),
) -> PlayoutTally {
    let mut rng = fastrand::Rng::with_seed(77);
    let mut tally = PlayoutTally::new(playouts.slots());
    let mut stones: Vec<B::Turn> =
        board.legal_turns().iter().filter(|&turn| playouts.slot(turn).is_some()).collect();
    for _ in 0..games {
        let mut game = *board;
        rng.shuffle(&mut stones);
        for &turn in &stones {
            if game.outcome().is_none() {
                game.play_unchecked(turn);
            }
        }
        let (light, margin) = score(&game);
        tally.add_game(light, margin);
        for (ply, &turn) in stones.iter().enumerate() {
            let colour = if ply % 2 == 0 { board.to_move() } else { !board.to_move() };
            let made = if colour == Colour::Light { light } else { 2 - light };
            tally.add_taken(playouts.slot(turn).unwrap(), colour, 1, made);
        }
    }
    tally
}

/// Checks that the shares of points in both tallies agree within five standard errors, over all
/// games and for every slot that a colour took.
#[track_caller]
fn check_shares(fills: &PlayoutTally, plain: &PlayoutTally, slots: usize) {
    let check = |a: f32, b: f32, games: [u32; 2], what: &str| {
        let error = games.map(|games| 0.25 / games as f32).iter().sum::<f32>().sqrt();
        assert!((a - b).abs() < 5.0 * error, "{what}: {a} in fills, {b} by the rules");
    };
    let rates = [fills, plain].map(|tally| tally.rate(Colour::Light));
    check(rates[0], rates[1], [fills.games(), plain.games()], "all games");
    for slot in 0..slots {
        for colour in Colour::BOTH {
            let [in_fills, in_games] = [fills, plain].map(|tally| tally.taken(slot, colour));
            if let (Some(a), Some(b)) = (in_fills.rate(), in_games.rate()) {
                let what = format!("{colour:?} on slot {slot}");
                check(a, b, [in_fills.games, in_games.games], &what);
            }
        }
    }
}

#[test]
fn fills_of_antipod_are_won_as_often_as_random_games() {
    let options = antipod_options(5);
    let mut playouts = AntipodPlayouts::new(options);
    let mut board = antipod::Board::new(options);
    for turn in ["c3", "c5"] {
        board.play_unchecked(board.parse_turn(turn).unwrap());
    }
    let fills = blocks(&mut playouts, &board, 40, 1);
    let plain = plain_games(&playouts, &board, 40 * LANES, |game| {
        let light = game.outcome().and_then(Outcome::winner) == Some(Colour::Light);
        (2 * u32::from(light), 0)
    });
    check_shares(&fills, &plain, playouts.slots());
}

#[test]
fn fills_of_anchor_are_scored_as_random_games_without_passes() {
    let options = anchor_options(4);
    let mut playouts = AnchorPlayouts::new(options);
    let mut board = anchor::Board::new(options);
    for turn in ["A1", "pass", "B2"] {
        board.play_unchecked(board.parse_turn(turn).unwrap());
    }
    let fills = blocks(&mut playouts, &board, 40, 2);
    let plain = plain_games(&playouts, &board, 40 * LANES, |game| {
        let half_points = match game.count().outcome() {
            Outcome::Win { winner, .. } => 2 * u32::from(winner == Colour::Light),
            Outcome::Draw(_) => 1,
        };
        (half_points, AnchorPlayouts::light_margin_now(game))
    });
    check_shares(&fills, &plain, playouts.slots());
    let [a, b] = [&fills, &plain].map(|tally| tally.margin(Colour::Dark));
    assert!((a - b).abs() < 0.3, "Black is ahead by {a} in fills, by {b} in games");
}

/// Black has the columns 1 to 4, White the others; what a colour puts into the other's holes is
/// dead.
#[test]
fn a_fill_agrees_with_the_count_if_nothing_is_open() {
    let owner = |point: anchor::Point| match point.number() {
        ..=4 => Colour::Dark,
        _ => Colour::Light,
    };
    let mut setup = anchor::Setup::new(anchor_options(4));
    let bare = setup.board().unwrap();
    let holes = ["B2", "D2", "E6", "G6"].map(|name| name.parse().unwrap());
    let stones = bare.points().filter(|point| !holes.contains(point));
    setup.stones = stones.map(|point| (point, owner(point))).collect();
    let board = setup.board().unwrap();
    let mut playouts = AnchorPlayouts::new(setup.options);
    let mut tally = PlayoutTally::new(playouts.slots());
    let mut ownership = Ownership::new(playouts.slots());
    let mut rng = fastrand::Rng::with_seed(4);
    playouts.run_with_ownership(&board, &mut rng, &mut tally, &mut ownership);
    let now = AnchorPlayouts::light_margin_now(&board);
    assert_eq!((now, tally.margin(Colour::Light)), (0, 0.0)); // two points of territory each
    for point in board.points() {
        assert_eq!(ownership.share(playouts.slot_of(point), owner(point)), 1.0, "{point}");
    }
    // Black passes; now White fills first, which costs nothing, because the number of holes is
    // even.
    setup.to_move = Colour::Light;
    assert_eq!(blocks(&mut playouts, &setup.board().unwrap(), 1, 4).margin(Colour::Light), 0.0);
    // One of White's holes is closed: White has one point less, and Black pays for the odd one.
    setup.to_move = Colour::Dark;
    setup.stones.push((holes[3], Colour::Light));
    let board = setup.board().unwrap();
    assert_eq!(AnchorPlayouts::light_margin_now(&board), -1);
    assert_eq!(blocks(&mut playouts, &board, 1, 4).margin(Colour::Light), 0.0);
}
