//! Positions in which the next turn decides: `tests/data/tactics`, one file per game.
#![allow(clippy::unwrap_used)] // a position that cannot be read fails its test

use carrick_engine::AlphaBeta;
use carrick_engine::tactics::{Answers, Tactics, answers, threats, winning_turn, winning_turns};
use carrick_engine::tree::Search;
use carrick_engine::{AnyPlayer, Level, Limits, Memory, Searchable, Tuning, Value};
use carrick_games::{
    AnyGame, Board, Game, GameOptions, Notation, SizeLimits, TurnSet, anchor, ankor, antipod, boche,
};
fn new_game<B: Board>(options: &str) -> Game<B> {
    let words: Vec<&str> = options.split_whitespace().collect();
    Game::new(B::Options::parse(&words, SizeLimits::Scripts).unwrap())
}

fn turns<B: Board>(game: &Game<B>) -> Vec<B::Turn> {
    game.legal_turns().iter().collect()
}

/// Whether a turn wins immediately, by the rules.
fn wins<B: Board>(game: &Game<B>, turn: B::Turn) -> bool {
    let mover = game.board().seat_to_move();
    let after = game.clone().play(turn).unwrap();
    let winner = after.outcome().and_then(|outcome| outcome.winner());
    winner.is_some_and(|winner| after.board().seat_of(winner) == mover)
}

/// Whether a turn neither loses immediately nor lets the opponent win immediately, by the rules.
fn keeps<B: Board>(game: &Game<B>, turn: B::Turn) -> bool {
    let mover = game.board().seat_to_move();
    let after = game.clone().play(turn).unwrap();
    match after.outcome() {
        Some(outcome) => {
            outcome.winner().is_none_or(|winner| after.board().seat_of(winner) == mover)
        }
        None => turns(&after).into_iter().all(|reply| !wins(&after, reply)),
    }
}

/// Whether a turn wins in two, by the rules: it does not win immediately, but whatever the opponent
/// answers, the next turn does.
fn forces<B: Board>(game: &Game<B>, turn: B::Turn) -> bool {
    let after = game.clone().play(turn).unwrap();
    let mut replies = turns(&after).into_iter().map(|reply| after.clone().play(reply).unwrap());
    after.outcome().is_none()
        && replies.all(|next| {
            next.outcome().is_none() && turns(&next).into_iter().any(|turn| wins(&next, turn))
        })
}

/// Checks the turns that `tactics` finds against the rules; returns both kinds of turns.
#[track_caller]
fn check_position<B: Tactics + Notation>(game: &Game<B>, at: &str) -> [Vec<B::Turn>; 2] {
    let all = turns(game);
    let won: Vec<_> = all.iter().copied().filter(|&turn| wins(game, turn)).collect();
    let kept: Vec<_> = all.iter().copied().filter(|&turn| keeps(game, turn)).collect();
    assert_eq!(winning_turns(game), won, "{at}");
    assert_eq!(winning_turn(game), won.first().copied(), "{at}");
    if won.is_empty() {
        let expected =
            if kept.len() == all.len() { Answers::Any } else { Answers::Only(kept.clone()) };
        assert_eq!(answers(game), expected, "{at}");
    }
    [won, kept]
}

/// One line of a file.
struct Position<B: Notation> {
    line: String,
    kind: String,
    game: Game<B>,
    expected: Vec<B::Turn>,
}

#[track_caller]
fn read<B: Notation>(name: &str, forced: bool) -> Vec<Position<B>> {
    let file = format!("{}/tests/data/tactics/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&file).unwrap();
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .filter(|line| line.starts_with("forced ") == forced)
        .map(|line| {
            let (heading, rest) = line.split_once(": ").expect(line);
            let (kind, options) = heading.split_once(' ').expect(line);
            let (played, expected) = rest.split_once(" -> ").expect(line);
            let mut game = new_game::<B>(options);
            for turn in played.split(' ') {
                game = game.play_text(turn).unwrap_or_else(|error| panic!("{line}: {error}"));
            }
            let mut expected: Vec<_> =
                expected.split(' ').map(|turn| game.parse_turn(turn).unwrap()).collect();
            expected.sort_unstable();
            Position { line: line.to_owned(), kind: kind.to_owned(), game, expected }
        })
        .collect()
}

/// Checks that every position of a file has the turns that its line names.
#[track_caller]
fn check_file<B: Tactics + Notation>(name: &str) {
    let mut counts = [0; 2];
    for Position { line, kind, game, expected } in read::<B>(name, false) {
        let [mut won, mut kept] = check_position(&game, &line);
        won.sort_unstable();
        kept.sort_unstable();
        let mut others = turns(&game);
        others.retain(|turn| !kept.contains(turn));
        others.sort_unstable();
        match kind.as_str() {
            "win" => assert_eq!(won, expected, "{line}"),
            "must" => assert!(won.is_empty() && kept == expected, "{line}: {kept:?}"),
            "avoid" => assert!(won.is_empty() && others == expected, "{line}: {others:?}"),
            other => panic!("{line}: what is {other}?"),
        }
        counts[usize::from(kind != "win")] += 1;
    }
    assert!(counts.iter().all(|&count| count >= 10), "{name}: {counts:?}");
}

/// Forced wins; `think` returns whether it has proved one, and its best turn.
#[track_caller]
fn check_forced<B: Notation>(name: &str, think: impl Fn(&Game<B>) -> (Option<Value>, B::Turn)) {
    let positions = read::<B>(name, true);
    assert!(positions.len() >= 10, "{name}: {}", positions.len());
    for Position { line, game, expected, .. } in positions {
        let all = turns(&game);
        assert!(all.iter().all(|&turn| !wins(&game, turn)), "{line}: this is not a forced win");
        let mut forced = all;
        forced.retain(|&turn| forces(&game, turn));
        forced.sort_unstable();
        assert_eq!(forced, expected, "{line}");
        let (proved, best) = think(&game);
        assert_eq!(proved, Some(Value::Win), "{line}");
        assert!(expected.contains(&best), "{line}: {}", game.turn_name(best));
    }
}

/// For Anchor, where a win depends on points, see `tests/endings.rs`.
#[test]
fn forced_wins_are_found_and_proved() {
    check_forced::<ankor::Board>("ankor", |game| {
        let report = AlphaBeta::new(game, 1, Memory::TABLE).run(game, Limits::nodes(20_000));
        (report.proved, *report.best().unwrap())
    });
    check_forced::<antipod::Board>("antipod", in_a_tree);
    check_forced::<boche::Board>("boche", in_a_tree);
}

fn in_a_tree<B: Searchable + Notation>(game: &Game<B>) -> (Option<Value>, B::Turn) {
    let report = Search::new(game, 1, Memory::TREE).run(Limits::nodes(2000));
    (report.proved, *report.best().unwrap())
}

/// Alpha-beta sees two turns ahead with a few thousand nodes.
#[test]
fn alpha_beta_plays_the_right_turns() {
    for Position { line, game, expected, .. } in read::<ankor::Board>("ankor", false) {
        let report = AlphaBeta::new(&game, 1, Memory::TABLE).run(&game, Limits::nodes(4000));
        assert!(expected.contains(report.best().unwrap()), "{line}: {:?}", report.best());
    }
}

/// The tree search finds the turns without help from `tactics`. `tests/endings.rs` tests passes in
/// Anchor.
#[track_caller]
fn check_tree<B: Searchable + Notation>(name: &str, nodes: u64) {
    for Position { line, kind, game, expected } in read::<B>(name, false) {
        let report = Search::new(&game, 1, Memory::TREE).run(Limits::nodes(nodes));
        let best = report.best().unwrap();
        let right = expected.contains(best) != (kind == "avoid");
        assert!(right, "{line}: {}", game.turn_name(*best));
    }
}

#[test]
fn the_tree_plays_the_right_turns() {
    check_tree::<antipod::Board>("antipod", 400);
    check_tree::<boche::Board>("boche", 400);
    check_tree::<anchor::Board>("anchor", 400);
}

/// Every level plays them with a node or two; novices may overlook a threat, but never a win.
#[track_caller]
fn check_levels<B: Notation>(name: &str, any: impl Fn(Game<B>) -> AnyGame) {
    for Position { line, kind, game, expected } in read::<B>(name, false) {
        for level in Level::all().filter(|level| kind == "win" || !level.is_novice()) {
            let any = any(game.clone());
            let choice = AnyPlayer::new(&any, level, 1, Memory::default())
                .choose(&any, Limits::nodes(2))
                .unwrap();
            let turn = game.parse_turn(&choice.turn).unwrap();
            assert!(
                expected.contains(&turn) != (kind == "avoid"),
                "{level}, {line}: {}",
                choice.turn
            );
        }
    }
}

#[test]
fn every_level_plays_the_right_turns() {
    check_levels::<ankor::Board>("ankor", AnyGame::Ankor);
    check_levels::<boche::Board>("boche", AnyGame::Boche);
    check_levels::<antipod::Board>("antipod", AnyGame::Antipod);
    check_levels::<anchor::Board>("anchor", AnyGame::Anchor);
}

#[test]
fn antipod_positions_are_as_described() {
    check_file::<antipod::Board>("antipod");
}

#[test]
fn boche_positions_are_as_described() {
    check_file::<boche::Board>("boche");
}

#[test]
fn ankor_positions_are_as_described() {
    check_file::<ankor::Board>("ankor");
}

#[test]
fn anchor_positions_are_as_described() {
    check_file::<anchor::Board>("anchor");
}

/// If a threat must be stopped, it is named; if only errors lose, nothing is.
#[track_caller]
fn check_threats<B: Tactics + Notation>(name: &str) {
    let mut checked = 0;
    for Position { line, kind, game, expected } in read::<B>(name, false) {
        let threats = threats(&game);
        match kind.as_str() {
            // If a third of the turns are answers, the others may be called errors.
            "must" if 3 * expected.len() >= turns(&game).len() => {}
            "must" => assert!(!threats.is_empty(), "{line}"),
            "avoid" => assert!(threats.is_empty(), "{line}"),
            _ => continue,
        }
        let after: Vec<Game<B>> = turns(&game)
            .into_iter()
            .map(|turn| game.clone().play(turn).unwrap())
            .filter(|after| after.outcome().is_none())
            .collect();
        for threat in threats {
            let wins_after =
                |after: &&Game<B>| turns(after).contains(&threat) && wins(after, threat);
            let times = after.iter().filter(wins_after).count();
            assert!(times > 0, "{line}: {}", game.turn_name(threat));
        }
        checked += 1;
    }
    assert!(checked >= 10, "{name}: {checked}");
}

#[test]
fn threats_are_distinguished_from_errors() {
    check_threats::<ankor::Board>("ankor");
    check_threats::<boche::Board>("boche");
    check_threats::<antipod::Board>("antipod");
    check_threats::<anchor::Board>("anchor");
}

/// In all positions of random games, the tactics agree with the rules.
#[track_caller]
fn check_random_games<B: Tactics + Notation>(options: &str, games: u64) {
    for seed in 0..games {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut game = new_game::<B>(options);
        while game.outcome().is_none() && game.turns().len() < 80 {
            check_position(&game, options);
            let turns = game.legal_turns();
            game.play_unchecked(turns.nth(random.usize(..turns.len())).unwrap());
        }
    }
}

#[test]
fn random_positions_are_seen_correctly() {
    check_random_games::<antipod::Board>("-radius=3", 20);
    check_random_games::<antipod::Board>("-radius=4", 2);
    check_random_games::<boche::Board>("-size=3", 20);
    check_random_games::<boche::Board>("-size=3 -fill_board", 10);
    check_random_games::<boche::Board>("-size=4 -immediate -adjacent", 4);
    check_random_games::<ankor::Board>("-size=3", 6);
    check_random_games::<ankor::Board>("-size=4 -win_height=-1", 2);
    check_random_games::<anchor::Board>("-size=2", 10);
    check_random_games::<anchor::Board>("-size=3 -pie=refined", 6);
}

/// Number of nodes it takes to solve positions of random games that are decided within a few turns.
fn nodes_to_prove(must_play: bool) -> [u64; 2] {
    let tuning = Tuning { must_play, ..antipod::Board::TUNING };
    let (mut nodes, mut proved) = (0, 0);
    for seed in 0..60 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut game = new_game::<antipod::Board>("-radius=4");
        for _ in 0..20 {
            let turns = game.legal_turns();
            game.play_unchecked(turns.nth(random.usize(..turns.len())).unwrap());
        }
        let report = Search::with_tuning(&game, seed, Memory::TREE, tuning).run(Limits::nodes(500));
        nodes += report.nodes;
        proved += u64::from(report.proved.is_some());
    }
    [nodes, proved]
}

#[test]
fn searching_only_answers_to_threats_proves_more_with_fewer_nodes() {
    let [[nodes, proved], [all_nodes, all_proved]] = [true, false].map(nodes_to_prove);
    assert!(nodes < all_nodes && proved > all_proved);
}

/// Below the root, the tree leaves such turns out; a search that follows the game there must still
/// report all of them.
#[test]
fn a_search_that_follows_into_a_threat_reports_every_legal_turn() {
    let mut checked = 0;
    for Position { line, kind, game, .. } in read::<antipod::Board>("antipod", false) {
        if kind != "must" {
            continue;
        }
        let before = game.at(game.turns().len() - 1);
        let mut search = Search::new(&before, 1, Memory::TREE);
        search.run(Limits::nodes(400));
        search.follow(&game);
        let report = search.run(Limits::nodes(20));
        let mut turns: Vec<_> = report.lines.iter().map(|line| line.turn).collect();
        turns.sort_unstable();
        assert_eq!(turns, self::turns(&game), "{line}");
        checked += 1;
    }
    assert!(checked > 3);
}
