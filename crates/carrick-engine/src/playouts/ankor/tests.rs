use carrick_games::{Board as _, Game, GameOptions, Outcome, SizeLimits, TurnSet};

use super::*;

fn game(options: &str) -> Game<Board> {
    let words: Vec<&str> = options.split(' ').collect();
    Game::new(Options::parse(&words, SizeLimits::Scripts).unwrap())
}

/// Plays random games by the rules, and compares turns, cubes and winners of every position with
/// those of the fast version. Returns how many games were won.
fn check_games<const W: usize>(options: &str, games: u64) -> u32 {
    let mut wins = 0;
    for seed in 0..games {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut game = game(options);
        let mut player = PlayoutPlayer::<W>::new(game.board().options(), PlayoutLength::Whole);
        let mut position = AnkorPosition::of(game.board(), 0);
        while game.outcome().is_none() {
            player.contacts.find(&player.map, &position, position.to_move);
            assert!(!player.contacts.has_path(&player.map, position.own()));
            player.reach.find(&player.map, &position, &player.contacts);
            let adds = position.adds(&player.map);
            let adds = adds.iter().map(|hole| AddOrMove::Add(hole as u8));
            let mut steps: Vec<Turn> =
                adds.chain(player.reach.iter()).map(AddOrMove::turn).collect();
            let nth = |index| player.reach.nth(index).map(AddOrMove::turn);
            let by_index: Vec<_> = (0..player.reach.moves()).filter_map(nth).collect();
            assert!(steps.ends_with(&by_index));
            if steps.is_empty() {
                steps.push(Turn::Pass);
            }
            let turns = game.legal_turns();
            let legal: Vec<Turn> = turns.iter().filter(|&turn| turn != Turn::Swap).collect();
            assert_eq!(steps, legal, "{options} seed {seed}");
            let turn = turns.nth(rng.usize(..turns.len())).unwrap();
            game.play_unchecked(turn);
            if let Some(step) = AddOrMove::of(turn) {
                position.play(&player.map, step);
            }
            // The board does not store which turn won.
            let moves = match game.outcome() {
                Some(_) => usize::from(position.moves_without_add),
                None => game.history().moves_without_add(),
            };
            let same =
                AnkorPosition { passes: position.passes, ..AnkorPosition::of(game.board(), moves) };
            assert_eq!(position, same, "{options} seed {seed}");
            let path = Colour::BOTH.map(|colour| {
                player.contacts.find(&player.map, &position, colour);
                player.contacts.has_path(&player.map, position.cubes[colour.index()])
            });
            assert_eq!(path != [false; 2], matches!(game.outcome(), Some(Outcome::Win { .. })));
            if let Some(Outcome::Win { winner, .. }) = game.outcome() {
                assert!(path[winner.index()]);
                wins += 1;
            }
        }
    }
    wins
}

#[test]
fn positions_follow_the_rules() {
    assert!(check_games::<1>("-size=3", 60) > 0);
    assert!(check_games::<1>("-size=4 -win_height=-1", 60) > 0);
    assert!(check_games::<1>("-size=6", 30) > 0);
    check_games::<2>("-size=7 -win_height=2", 10);
    assert!(check_games::<4>("-size=6 -win_height=0", 20) > 0);
    check_games::<4>("-size=9 -win_height=-1 -noswap", 6);
}

/// Win rates are those of uniformly random games by the rules.
#[test]
fn win_rates_match_games_by_the_rules() {
    let mut rng = fastrand::Rng::with_seed(1);
    for (options, plies) in [("-size=4", 0), ("-size=6", 30), ("-size=5 -win_height=-1", 12)] {
        let mut start = game(options);
        for _ in 0..plies {
            let turns = start.legal_turns();
            start.play_unchecked(turns.nth(rng.usize(..turns.len())).unwrap());
        }
        let mut playouts =
            AnkorPlayouts::with_length(start.board().options(), PlayoutLength::Whole);
        let (mut fast, mut plain) =
            (PlayoutTally::new(playouts.slots()), PlayoutTally::new(playouts.slots()));
        while fast.games() < 2000 {
            playouts.run(start.board(), &mut rng, &mut fast);
        }
        for _ in 0..500 {
            let mut game = start.clone();
            while game.outcome().is_none() {
                let turns = game.legal_turns();
                game.play_unchecked(turns.nth(rng.usize(..turns.len())).unwrap());
            }
            let winner = game.outcome().and_then(Outcome::winner);
            plain.add_game(winner.map_or(1, |winner| 2 * u32::from(winner == Colour::Light)), 0);
        }
        let [fast, plain] = [fast, plain].map(|tally| tally.rate(Colour::Light));
        // Five standard deviations of the smaller sample.
        assert!((fast - plain).abs() < 0.112, "{options}: {fast} {plain}");
    }
}

#[test]
fn a_game_that_is_cut_off_is_judged_by_its_position() {
    let mut rng = fastrand::Rng::with_seed(1);
    let start = game("-size=5");
    let length = PlayoutLength::Cut { turns: 6 };
    let mut playouts = AnkorPlayouts::with_length(start.board().options(), length);
    let mut tally = PlayoutTally::new(playouts.slots());
    (0..60).for_each(|_| playouts.run(start.board(), &mut rng, &mut tally));
    assert_eq!(playouts.turns(), 6 * u64::from(tally.games()));
    assert!((tally.rate(Colour::Light) - 0.5).abs() < 0.1);
    // With no turn at all O is ahead, with a cube on the board.
    let options = start.board().options();
    let mut playouts = AnkorPlayouts::with_length(options, PlayoutLength::Cut { turns: 0 });
    let ahead = start.play_text("d2").unwrap();
    tally.clear();
    playouts.run(ahead.board(), &mut rng, &mut tally);
    assert_eq!(tally.rate(Colour::Light), 1.0);
}
