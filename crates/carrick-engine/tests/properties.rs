//! Invariants of every search, for all games and options.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::collections::BTreeSet;

use carrick_engine::{AnyEngine, AnyPlayer, Level, Limits, Memory, Thought, Value};
use carrick_games::{AnyGame, AnyOptions, GameKind, OptionInfo, SizeLimits};

const SIZES: [&str; 2] = ["-size", "-radius"];

/// A value of an option; the game may refuse it.
fn word(info: &OptionInfo, rng: &mut fastrand::Rng) -> String {
    let name = info.name;
    match info.value {
        "" => name.to_owned(),
        choices if choices.contains('|') => {
            let choices: Vec<&str> = choices.split('|').collect();
            format!("{name}={}", rng.choice(choices).unwrap())
        }
        _ if SIZES.contains(&name) => {
            // Mostly small, sometimes the usual size.
            format!("{name}={}", if rng.u8(..20) == 0 { rng.u8(5..=6) } else { rng.u8(2..=4) })
        }
        _ => format!("{name}={}", rng.i8(-1..=7)),
    }
}

/// A game with options drawn from all that it has, and the drawn words.
fn drawn(kind: GameKind, rng: &mut fastrand::Rng) -> (AnyGame, Vec<String>) {
    loop {
        let mut words = Vec::new();
        for info in AnyOptions::described(kind) {
            if SIZES.contains(&info.name) || rng.u8(..3) == 0 {
                words.push(word(info, rng));
            }
        }
        let texts: Vec<&str> = words.iter().map(String::as_str).collect();
        let Ok(options) = AnyOptions::parse(kind, &texts, SizeLimits::Scripts) else { continue };
        let game = AnyGame::new(options);
        if game.outcome().is_none() {
            return (game, words);
        }
    }
}

/// A position of a drawn game that is not over, some random turns from its start.
fn drawn_position(kind: GameKind, rng: &mut fastrand::Rng) -> AnyGame {
    loop {
        let (mut game, _) = drawn(kind, rng);
        for _ in 0..rng.u32(..12) {
            let legal = game.legal();
            let Some(turn) = rng.choice(&legal) else { break };
            game = game.play_text(turn).unwrap();
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

fn shown(game: &AnyGame) -> String {
    format!("{} {}: {}", game.kind(), game.options(), game.turn_names().join(" "))
}

#[test]
fn no_turn_of_two_hundred_games_is_illegal() {
    let mut rng = fastrand::Rng::with_seed(2000);
    let mut options_seen = BTreeSet::new();
    for number in 0..200 {
        let kind = GameKind::ALL[number % 4];
        let (mut game, words) = drawn(kind, &mut rng);
        for word in words {
            let name = word.split('=').next().unwrap().to_owned();
            options_seen.extend([(kind, name), (kind, word)]);
        }
        let mut engines = [1, 2].map(|seed| {
            if seed == 2 {
                return AnyEngine::new(&game, seed, Memory::default());
            }
            // One batch at the root: the test is about legality, not strength.
            AnyEngine::tree(&game, seed, Memory::default(), |tuning| carrick_engine::Tuning {
                root_batches: 1,
                ..tuning
            })
        });
        while let Some(seat) = game.seat_to_move() {
            let engine = &mut engines[seat.index()];
            engine.follow(&game);
            let thought = engine.think(Limits::nodes(rng.u64(..3)));
            let turn = thought.best().unwrap_or_else(|| panic!("no turn after {}", shown(&game)));
            game = match game.play_text(turn) {
                Ok(game) => game,
                Err(refused) => panic!("{turn} after {}: {refused}", shown(&refused.game)),
            };
        }
    }
    for kind in GameKind::ALL {
        for info in AnyOptions::described(kind) {
            let name = info.name;
            assert!(options_seen.contains(&(kind, name.to_owned())), "{kind} {name}");
            let choices = info.value.split('|').filter(|_| info.value.contains('|'));
            for word in choices.map(|choice| format!("{name}={choice}")) {
                assert!(options_seen.contains(&(kind, word.clone())), "{kind} {word}");
            }
        }
    }
}

/// The largest boards use other types of sets. Their games are long, so some turns from the middle
/// and the end are enough.
#[test]
fn no_turn_on_a_large_board_is_illegal() {
    let mut rng = fastrand::Rng::with_seed(21);
    for kind in GameKind::ALL {
        for size in 7..=10 {
            let name = if kind == GameKind::Antipod { "-radius" } else { "-size" };
            let options =
                AnyOptions::parse(kind, &[&format!("{name}={size}")], SizeLimits::Challenge);
            let options = options.unwrap();
            let mut searched = 0;
            while searched < 24 {
                let mut game = AnyGame::new(options);
                let mut engine = AnyEngine::new(&game, size, Memory::default());
                let quiet = rng.usize(..200);
                while game.outcome().is_none() && searched < 24 {
                    game = if game.ply() < quiet {
                        let turn = rng.choice(game.legal()).unwrap();
                        game.play_text(&turn).unwrap()
                    } else {
                        searched += 1;
                        after_thought(&mut engine, game, rng.u64(1..4))
                    };
                }
            }
        }
    }
}

/// Searches that see far, on boards small enough for whole games.
#[test]
#[ignore = "takes minutes: cargo xtask release-check"]
fn no_turn_of_a_game_with_much_thought_is_illegal() {
    let mut rng = fastrand::Rng::with_seed(22);
    for number in 0..160 {
        let kind = GameKind::ALL[number % 4];
        let (mut game, _) = drawn(kind, &mut rng);
        let mut engine = AnyEngine::new(&game, number as u64, Memory::default());
        while game.outcome().is_none() {
            // A position takes alpha-beta a hundredth of the time.
            let times = if kind == GameKind::Ankor { 40 } else { 1 };
            game = after_thought(&mut engine, game, rng.u64(20..100) * times);
        }
    }
}

/// Positions of a large board take several words. A search of thousands of them meets nearly the
/// same stones again and again, and must not mistake one position for another.
#[test]
#[ignore = "takes minutes: cargo xtask release-check"]
fn no_turn_of_a_deep_search_is_illegal() {
    for (kind, size, nodes) in [
        (GameKind::Antipod, "-radius=7", 600),
        (GameKind::Boche, "-size=6", 600),
        (GameKind::Anchor, "-size=8", 200),
        (GameKind::Ankor, "-size=6", 20_000),
        (GameKind::Ankor, "-size=10", 2000),
    ] {
        let options = AnyOptions::parse(kind, &[size], SizeLimits::Scripts).unwrap();
        let mut game = AnyGame::new(options);
        let mut engine = AnyEngine::new(&game, 1, Memory::default());
        for _ in 0..12 {
            if game.outcome().is_some() {
                break;
            }
            game = after_thought(&mut engine, game, nodes);
        }
    }
}

#[test]
fn every_level_plays_every_game_to_its_end() {
    let mut rng = fastrand::Rng::with_seed(9);
    for kind in GameKind::ALL {
        for level in Level::all() {
            let mut game = drawn_position(kind, &mut rng);
            let mut player = AnyPlayer::new(&game, level, 3, Memory::default());
            while game.outcome().is_none() {
                let choice = player.choose(&game, Limits::nodes(3)).unwrap();
                game = game.play_text(&choice.turn).unwrap();
            }
            assert_eq!(player.choose(&game, Limits::nodes(3)), None);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_thoughts() {
    let mut rng = fastrand::Rng::with_seed(1);
    for kind in GameKind::ALL {
        for nodes in [20, 20, 20, 20, 20, 600] {
            let game = drawn_position(kind, &mut rng);
            let thoughts = |seed| {
                let mut engine = AnyEngine::new(&game, seed, Memory::default());
                let first = engine.think(Limits::nodes(nodes));
                let mut after = game.clone();
                after = after.play_text(first.best().unwrap()).unwrap();
                engine.follow(&after);
                [first, engine.think(Limits::nodes(nodes))]
            };
            assert_eq!(thoughts(7), thoughts(7), "{}", shown(&game));
        }
    }
}

#[test]
fn budgets_are_kept_exactly() {
    let mut rng = fastrand::Rng::with_seed(2);
    for kind in GameKind::ALL {
        for nodes in [0, 1, 2, 3, 10, 40, 1000] {
            for threads in [1, 2] {
                let game = drawn_position(kind, &mut rng);
                let limits = Limits { threads, ..Limits::nodes(nodes) };
                let thought = AnyEngine::new(&game, 1, Memory::default()).think(limits);
                let said = format!("{nodes} nodes, {threads} threads, {}", shown(&game));
                assert!(thought.nodes <= nodes, "{} of {said}", thought.nodes);
                let decided = thought.proved.is_some() || thought.settled;
                assert!(thought.nodes == nodes || decided, "{said}");
            }
        }
    }
}

/// Two threads prove the same values as one.
#[test]
fn two_threads_prove_the_same_as_one() {
    let mut rng = fastrand::Rng::with_seed(3);
    for kind in GameKind::ALL {
        let mut proved = 0;
        for _ in 0..18 {
            let game = drawn_position(kind, &mut rng);
            let think = |threads| {
                let limits = Limits { threads, ..Limits::nodes(1000) };
                AnyEngine::new(&game, 1, Memory::default()).think(limits).proved
            };
            if let [Some(one), Some(two)] = [1, 2].map(think) {
                assert_eq!(one, two, "{}", shown(&game));
                proved += 1;
            }
        }
        // An ending of Anchor is counted, not proved.
        assert!(kind == GameKind::Anchor || proved > 2, "{kind}: {proved}");
    }
}

#[test]
fn a_stopped_search_still_has_a_turn() {
    let mut rng = fastrand::Rng::with_seed(4);
    for kind in GameKind::ALL {
        let game = drawn_position(kind, &mut rng);
        let limits = Limits { nodes: u64::MAX, stop: &|| true, threads: 1 };
        let thought = AnyEngine::new(&game, 1, Memory::default()).think(limits);
        assert_eq!(thought.nodes, 0);
        assert!(game.check_text(thought.best().unwrap()).is_ok());
    }
}

/// The game after the best turn of a search of `nodes` nodes, whose report is checked.
#[track_caller]
fn after_thought(engine: &mut AnyEngine, game: AnyGame, nodes: u64) -> AnyGame {
    engine.follow(&game);
    let thought = engine.think(Limits::nodes(nodes));
    fits(&thought, &game);
    game.play_text(thought.best().unwrap()).unwrap()
}

/// Checks that the lines are the legal turns, each once, and that their figures make sense.
#[track_caller]
fn fits(thought: &Thought, game: &AnyGame) {
    let mut turns: Vec<&str> = thought.lines.iter().map(|line| line.turn.as_str()).collect();
    turns.sort_unstable();
    assert_eq!(turns, game.legal(), "{}", shown(game));
    assert!((0.0..=1.0).contains(&thought.value), "{} after {}", thought.value, shown(game));
    for line in &thought.lines {
        assert!((-0.001..=1.001).contains(&line.value), "{line:?} after {}", shown(game));
        let exact = line.proved.map_or(line.value, Value::points);
        assert_eq!(line.value, exact, "{line:?} after {}", shown(game));
        let mut after = game.clone().play_text(&line.turn).unwrap();
        for turn in &line.continuation {
            after = after.play_text(turn).unwrap();
        }
    }
    let best = &thought.lines[0];
    assert!(thought.proved != Some(Value::Win) || best.proved == Some(Value::Win));
}

#[test]
fn following_a_game_keeps_to_the_position() {
    let mut rng = fastrand::Rng::with_seed(6);
    for kind in GameKind::ALL {
        for _ in 0..4 {
            let mut game = drawn_position(kind, &mut rng);
            let mut engine = AnyEngine::new(&game, 1, Memory::default());
            for _ in 0..6 {
                fits(&engine.think(Limits::nodes(12)), &game);
                // Expected and unexpected turns, sometimes two in a row.
                for _ in 0..rng.u32(1..=2) {
                    let legal = game.legal();
                    if let Some(turn) = rng.choice(&legal) {
                        game = game.play_text(turn).unwrap();
                    }
                }
                engine.follow(&game);
                if game.outcome().is_some() {
                    assert_eq!(engine.think(Limits::nodes(5)).best(), None, "{}", shown(&game));
                    break;
                }
            }
            // Back to the start, and over to another game.
            let start = game.at(0);
            engine.follow(&start);
            fits(&engine.think(Limits::nodes(12)), &start);
            let other = drawn_position(GameKind::ALL[rng.usize(..4)], &mut rng);
            engine.follow(&other);
            fits(&engine.think(Limits::nodes(12)), &other);
        }
    }
}

#[test]
fn a_kept_tree_proves_the_same_values_as_a_fresh_one() {
    let mut rng = fastrand::Rng::with_seed(8);
    let options =
        AnyOptions::parse(GameKind::Antipod, &["-radius=3"], SizeLimits::Scripts).unwrap();
    let mut compared = 0;
    for _ in 0..10 {
        let mut game = AnyGame::new(options);
        let mut engine = AnyEngine::new(&game, 1, Memory::default());
        while game.outcome().is_none() {
            engine.follow(&game);
            let kept = engine.think(Limits::nodes(3000)).proved;
            let fresh =
                AnyEngine::new(&game, 2, Memory::default()).think(Limits::nodes(3000)).proved;
            if let (Some(kept), Some(fresh)) = (kept, fresh) {
                assert_eq!(kept, fresh, "{}", shown(&game));
                compared += 1;
            }
            let legal = game.legal();
            game = game.play_text(rng.choice(&legal).unwrap()).unwrap();
        }
    }
    assert!(compared >= 50, "only {compared} positions were proved both ways");
}

/// Margins appear only in games that count points.
#[test]
fn only_games_with_points_have_margins() {
    let mut rng = fastrand::Rng::with_seed(9);
    for kind in GameKind::ALL {
        let game = drawn_position(kind, &mut rng);
        let thought = AnyEngine::new(&game, 1, Memory::default()).think(Limits::nodes(200));
        let told = thought.lines.iter().any(|line| line.margin.is_some());
        assert_eq!(told, kind == GameKind::Anchor && thought.proved.is_none(), "{}", shown(&game));
    }
    // Black holds every home corner and everything between them; White has one dead stone.
    let words = ["-size=3", "-pie=none"];
    let options = AnyOptions::parse(GameKind::Anchor, &words, SizeLimits::Challenge).unwrap();
    let turns = ["C3", "A1", "D4", "pass", "B2", "pass", "E5", "pass", "C4", "pass", "C2", "pass"];
    let game = turns.iter().fold(AnyGame::new(options), |game, turn| game.play_text(turn).unwrap());
    let thought = AnyEngine::new(&game, 1, Memory::default()).think(Limits::nodes(500));
    let best = &thought.lines[0];
    assert!(best.proved == Some(Value::Win) || best.margin.unwrap() > 5.0, "{best:?}");
}
