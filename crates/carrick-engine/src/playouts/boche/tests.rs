use carrick_games::boche::{Board, Options, Rotation, Turn};
use carrick_games::cubes::CellId;
use carrick_games::{Board as _, Colour, Game, GameOptions, Show as _, SizeLimits, TurnSet};

use super::*;

fn game(options: &str) -> Game<Board> {
    let words: Vec<&str> = options.split(' ').collect();
    Game::new(Options::parse(&words, SizeLimits::Scripts).unwrap())
}

fn random_turn(game: &mut Game<Board>, rng: &mut fastrand::Rng) {
    let turns = game.legal_turns();
    game.play_unchecked(turns.nth(rng.usize(..turns.len())).unwrap());
}

/// A running game after `plies` random turns.
fn running(options: &str, plies: usize, rng: &mut fastrand::Rng) -> Game<Board> {
    loop {
        let mut game = game(options);
        while game.outcome().is_none() && game.turns().len() < plies {
            random_turn(&mut game, rng);
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

impl BochePlayouts {
    /// The turn that one of the games made in a cell.
    fn turn(&self, board: &Board, base: Colour, cell: usize, lane: usize) -> Turn {
        let id = CellId::from_index(cell);
        let nearest = nearest_on(base, board.lattice().level(id));
        let near = self.drawn[cell].0.map(|light| light.has(lane) == (nearest == Colour::Light));
        let fits = |rotation: &&Rotation| {
            (0..3).all(|axis| rotation.joins_nearest_along(axis) == near[axis])
        };
        let rotation = *Rotation::with_nearest(nearest).iter().find(fits).unwrap();
        Turn::Place { cell: id, rotation }
    }
}

/// The winner of a playout drawn without an order is the winner when the board is filled that way
/// by the rules.
#[test]
fn fills_are_judged_by_the_rules() {
    let mut rng = fastrand::Rng::with_seed(1);
    for (size, plies) in
        [(2, 0), (2, 2), (3, 4), (4, 0), (4, 13), (5, 20), (6, 0), (6, 40), (10, 7)]
    {
        let game = running(&format!("-size={size} -fill_board"), plies, &mut rng);
        let board = *game.board();
        let mut fills = BochePlayouts::new(board.options());
        let base = board.nearest_corner(0).unwrap_or(Colour::Dark);
        let light_wins = fills.fill_at_once(&board, base, &mut rng);
        for lane in (0..512).step_by(11) {
            let mut board = board;
            while board.outcome().is_none() {
                let cell = board.spots().first().unwrap();
                let shows = fills.view.shows_at_last[cell] != 0;
                let hidden = || board.legal_turns().nth(0).unwrap();
                board.play_unchecked(if shows {
                    fills.turn(&board, base, cell, lane)
                } else {
                    hidden()
                });
            }
            let light = board.outcome().and_then(|outcome| outcome.winner()) == Some(Colour::Light);
            assert_eq!(light_wins.has(lane), light, "size {size} after {plies} turns, game {lane}");
        }
    }
}

/// Checks that games played in order end when and how they do by the rules, with the enclosures of
/// standing groups in place of all enclosures.
#[track_caller]
fn check_games_in_order(options: &str, points: usize, plies: usize, seed: u64) -> [u32; 3] {
    let mut rng = fastrand::Rng::with_seed(seed);
    let start = running(options, plies, &mut rng);
    let Options { .. } = start.board().options();
    let rules = start.board().options();
    let mut fills = BochePlayouts::with_enclosures(rules, Enclosures::Standing { points });
    let base = start.board().nearest_corner(0).unwrap_or(Colour::Light);
    let mut ends = [0; 3];
    if !fills.can_end_early(start.board(), base) {
        return ends;
    }
    let light_wins = fills.play_in_order(start.board(), base, &mut rng);
    let standing: Vec<_> =
        start.board().groups().into_iter().filter(|group| group.sides == [false; 3]).collect();
    let points = points.max(kill(rules));
    // A game that only a path can end.
    let words = rules.to_string().replace(&format!(" -kill={}", kill(rules)), "") + " -kill=999";
    for lane in (0..512).step_by(7) {
        let mut free = game(&words);
        start.turns().iter().for_each(|&turn| free.play_unchecked(turn));
        let mut winner = None;
        let mut filled = 0;
        for &cell in &fills.order {
            let mover = free.board().to_move();
            free.play_unchecked(fills.turn(free.board(), base, usize::from(cell), lane));
            filled += 1;
            let enclosed = enclosed(free.board(), &standing, points);
            ends[0] += u32::from(enclosed != [false; 2]);
            winner = [!mover, mover]
                .into_iter()
                .find(|loser| enclosed[loser.index()])
                .map(|loser| !loser);
            winner = winner.or(free.outcome().and_then(|outcome| outcome.winner()));
            if winner.is_some() {
                break;
            }
        }
        ends[1] += u32::from(free.outcome().is_some() && filled < fills.order.len());
        ends[2] += 1;
        let light = winner.unwrap() == Colour::Light;
        assert_eq!(
            light_wins.has(lane),
            light,
            "{options} seed {seed} game {lane}: {}",
            free.board().draw(carrick_games::DrawStyle::default())
        );
        for (at, &cell) in fills.order.iter().enumerate() {
            let filled_in = fills.drawn[usize::from(cell)].1;
            assert_eq!(filled_in.has(lane), at < filled, "{options} game {lane}, cube {at}");
        }
    }
    ends
}

fn kill(options: Options) -> usize {
    match options.end_rule() {
        EndRule::Enclosure { kill, .. } => usize::from(kill.get()),
        EndRule::FullBoard => 0,
    }
}

/// Whether a standing group of each colour is enclosed, judged from the groups that the rules find.
fn enclosed(board: &Board, standing: &[carrick_games::boche::Group], points: usize) -> [bool; 2] {
    let groups = board.groups();
    Colour::BOTH.map(|colour| {
        standing.iter().filter(|group| group.colour == colour).any(|old| {
            let now = || {
                groups.iter().flat_map(|group| group.points.iter().map(move |point| (point, group)))
            };
            let left: Vec<_> = now().filter(|(point, _)| old.points.contains(point)).collect();
            left.len() >= points && left.iter().all(|(_, group)| group.is_enclosed())
        })
    })
}

#[test]
fn games_in_order_end_according_to_the_rules() {
    let mut ends = [0; 3];
    for seed in 0..12 {
        for (options, plies) in [
            ("-size=4", 8),
            ("-size=6", 14),
            ("-size=5 -kill=2", 6),
            ("-size=4 -immediate", 4),
            ("-size=5 -immediate -join_any", 5),
            ("-size=3 -immediate -kill=999", 0),
            ("-size=6 -adjacent", 20),
            ("-size=8 -immediate -adjacent", 20),
        ] {
            let here = check_games_in_order(options, 1, plies, seed);
            (0..3).for_each(|index| ends[index] += here[index]);
        }
        check_games_in_order("-size=5", 6, 12, seed);
    }
    let [enclosures, early, all] = ends;
    assert!(enclosures > all / 50 && early > all / 10, "{ends:?}");
}

/// Win rates, over all games and over those in which a slot was taken, are those of uniformly
/// random games by the rules.
#[test]
fn win_rates_match_games_by_the_rules() {
    let mut rng = fastrand::Rng::with_seed(5);
    for (options, plies) in [
        ("-size=4 -fill_board", 3),
        ("-size=6 -fill_board", 25),
        ("-size=5", 4),
        ("-size=4 -immediate -kill=999", 2),
        ("-size=4 -immediate -join_any -kill=999 -adjacent", 2),
    ] {
        let start = running(options, plies, &mut rng);
        let board = *start.board();
        let mut playouts = BochePlayouts::new(board.options());
        let (mut fast, mut plain) =
            (PlayoutTally::new(playouts.slots()), PlayoutTally::new(playouts.slots()));
        (0..200).for_each(|_| playouts.run(&board, &mut rng, &mut fast));
        for _ in 0..6000 {
            let mut game = start.clone();
            while game.outcome().is_none() {
                random_turn(&mut game, &mut rng);
            }
            let winner = game.outcome().and_then(|outcome| outcome.winner());
            let light = 2 * u32::from(winner == Some(Colour::Light));
            plain.add_game(light, 0);
            for &turn in &game.turns()[plies..] {
                if let Some(slot) = playouts.slot(turn) {
                    plain.add_taken(slot, Colour::Light, 1, light);
                }
            }
        }
        let agree = |fast: f32, plain: f32, games: u32, what: &str| {
            // Five standard deviations of the plain games, and a margin for the batches.
            let allowed = 2.5 / (games as f32).sqrt() + 0.02;
            assert!((fast - plain).abs() < allowed, "{options} {what}: {fast} {plain} of {games}");
        };
        agree(fast.rate(Colour::Light), plain.rate(Colour::Light), plain.games(), "all");
        for slot in 0..playouts.slots() {
            let (fast, plain) = (fast.taken(slot, Colour::Light), plain.taken(slot, Colour::Light));
            assert!(
                (fast.games == 0) == (plain.games == 0) || plain.games < 20 && fast.games < 400,
                "{options} {slot}: {fast:?} {plain:?}"
            );
            if let (Some(fast), Some(rate)) = (fast.rate(), plain.rate()) {
                agree(fast, rate, plain.games, "slot");
            }
        }
    }
}

#[test]
fn results_do_not_depend_on_the_instructions() {
    let mut rng = fastrand::Rng::with_seed(5);
    let start = running("-size=6 -kill=2", 14, &mut rng);
    let tallies = Instructions::ALL.map(|instructions| {
        let playouts = BochePlayouts::new(start.board().options());
        let mut playouts = playouts.with_instructions(instructions);
        let mut tally = PlayoutTally::new(playouts.slots());
        playouts.run(start.board(), &mut fastrand::Rng::with_seed(3), &mut tally);
        tally
    });
    assert!(tallies.iter().all(|tally| *tally == tallies[0]));
}

/// If all enclosures count, the games of a batch follow the rules turn by turn.
#[test]
fn games_with_all_enclosures_follow_the_rules() {
    let mut rng = fastrand::Rng::with_seed(4);
    for (options, plies) in [
        ("-size=3", 0),
        ("-size=4", 3),
        ("-size=6", 0),
        ("-size=6", 12),
        ("-size=4 -kill=1", 0),
        ("-size=5 -kill=2 -adjacent", 1),
        ("-size=6 -kill=9", 8),
        ("-size=4 -kill=999", 2),
        ("-size=5 -immediate", 4),
        ("-size=10 -immediate -join_any", 4),
    ] {
        for _ in 0..4 {
            let start = running(options, plies, &mut rng);
            let rules = start.board().options();
            let mut playouts = BochePlayouts::with_enclosures(rules, Enclosures::All);
            let base = start.board().nearest_corner(0).unwrap_or(Colour::Light);
            if !playouts.can_end_early(start.board(), base) {
                assert_eq!(options, "-size=4 -kill=999");
                continue;
            }
            let light_wins = playouts.play_in_order(start.board(), base, &mut rng);
            for lane in (0..512).step_by(3) {
                let mut board = *start.board();
                let mut filled = 0;
                while board.outcome().is_none() {
                    let cell = usize::from(playouts.order[filled]);
                    board.play_unchecked(playouts.turn(&board, base, cell, lane));
                    filled += 1;
                }
                let winner = board.outcome().and_then(|outcome| outcome.winner());
                let light = winner == Some(Colour::Light);
                assert_eq!(light_wins.has(lane), light, "{options}, game {lane}");
                for (at, &cell) in playouts.order.iter().enumerate() {
                    let filled_in = playouts.drawn[usize::from(cell)].1;
                    assert_eq!(filled_in.has(lane), at < filled, "{options}, game {lane}");
                }
            }
        }
    }
}
