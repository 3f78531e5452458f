//! Proofs of searches: alpha-beta on Ankor of size 3 compared with a table of all positions, and
//! the tree search in the other games with exhaustive search.
#![allow(clippy::unwrap_used)] // a position that cannot be read fails its test

use std::collections::HashMap;
use std::ops::Range;

use carrick_engine::AlphaBeta;
use carrick_engine::tree::Search;
use carrick_engine::{AnyEngine, Deepening as _, Limits, Memory, Searchable, Value};
use carrick_games::ankor::{Board, Options};
use carrick_games::{
    AnyGame, AnyOptions, Board as _, Colour, Game, GameKind, GameOptions as _, Outcome, SizeLimits,
    TurnSet as _, antipod, boche,
};

const WORDS: [&str; 2] = ["-size=3", "-noswap"];

/// The game-theoretic value of each position to the player to move, as long as no position has
/// occurred twice. An endless game is a draw; the fact that repetitions end it earlier changes
/// nothing, because the winner need not repeat.
struct Truth(HashMap<u128, Value>);

impl Truth {
    /// Finds all positions, then works backwards from the ends of games until nothing more can be
    /// decided.
    fn new() -> Self {
        let start = Board::new(Options::parse(&WORDS, SizeLimits::Scripts).unwrap());
        let mut numbers = HashMap::from([(start.hash(), 0)]);
        let (mut boards, mut worths, mut followers) = (vec![start], vec![None], Vec::new());
        while let Some(&board) = boards.get(followers.len()) {
            let mut after = Vec::new();
            if board.outcome().is_none() {
                for turn in board.legal_turns().iter() {
                    let mut next = board;
                    next.play_unchecked(turn);
                    after.push(*numbers.entry(next.hash()).or_insert_with(|| {
                        boards.push(next);
                        worths.push(next.outcome().map(|outcome| worth(outcome, next.to_move())));
                        boards.len() - 1
                    }));
                }
            }
            followers.push(after);
        }
        loop {
            let mut changed = false;
            for (number, after) in followers.iter().enumerate() {
                if worths[number].is_some() {
                    continue;
                }
                let worth = if after.iter().any(|&next| worths[next] == Some(Value::Loss)) {
                    Value::Win
                } else if after.iter().all(|&next| worths[next] == Some(Value::Win)) {
                    Value::Loss
                } else {
                    continue;
                };
                worths[number] = Some(worth);
                changed = true;
            }
            if !changed {
                break;
            }
        }
        Self(
            numbers
                .into_iter()
                .map(|(key, number)| (key, worths[number].unwrap_or(Value::Draw)))
                .collect(),
        )
    }

    fn of(&self, game: &Game<Board>) -> Value {
        let known = || self.0[&game.board().hash()];
        game.outcome().map_or_else(known, |outcome| worth(outcome, game.board().to_move()))
    }
}

fn worth(outcome: Outcome, to_move: Colour) -> Value {
    match outcome.winner() {
        None => Value::Draw,
        Some(winner) if winner == to_move => Value::Win,
        Some(_) => Value::Loss,
    }
}

/// A running game after some random turns.
fn running<B: carrick_games::Board>(
    words: &[&str],
    plies: Range<usize>,
    random: &mut fastrand::Rng,
) -> Game<B> {
    loop {
        let mut game: Game<B> = Game::new(B::Options::parse(words, SizeLimits::Scripts).unwrap());
        for _ in 0..random.usize(plies.clone()) {
            if game.outcome().is_some() {
                break;
            }
            let turns = game.legal_turns();
            game.play_unchecked(turns.nth(random.usize(..turns.len())).unwrap());
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// A game after these turns.
fn after(turns: &str) -> AnyGame {
    let options = AnyOptions::parse(GameKind::Ankor, &WORDS, SizeLimits::Scripts).unwrap();
    turns.split(' ').fold(AnyGame::new(options), |game, turn| game.play_text(turn).unwrap())
}

/// However small the budget, wherever in a depth it runs out, and whatever the table already
/// contains: no position is wrongly called won or lost, neither for the best turn nor for another.
#[test]
fn no_proof_is_wrong() {
    let truth = Truth::new();
    let mut random = fastrand::Rng::with_seed(1);
    let mut found = [0; 2];
    for number in 0..600 {
        let mut game: Game<Board> = running(&WORDS, 2..12, &mut random);
        let mut search = AlphaBeta::new(&game, number, Memory::TABLE);
        let lines = if number % 8 == 0 { 3 } else { 1 };
        while game.outcome().is_none() && random.u8(..4) > 0 {
            let nodes = [random.u64(..40), random.u64(40..400), random.u64(400..6000)];
            let nodes = *random.choice(&nodes).unwrap();
            let report = search.think_multi_pv(&game, Limits::nodes(nodes), lines, None);
            let context = || format!("{:?} with {nodes} nodes, {report:?}", game.turns());
            if let Some(worth) = report.proved {
                assert_eq!(worth, truth.of(&game), "{}", context());
                found[usize::from(worth == Value::Win)] += 1;
            }
            for line in &report.lines {
                let mut after = game.clone();
                after.play_unchecked(line.turn);
                if let Some(worth) = line.proved {
                    assert_eq!(
                        worth,
                        truth.of(&after).reversed(),
                        "{:?}: {}",
                        line.turn,
                        context()
                    );
                }
            }
            let turns = game.legal_turns();
            let turn = turns.nth(random.usize(..turns.len())).unwrap();
            // The best turn rarely loses a won game; any other often does.
            game.play_unchecked(if random.bool() { *report.best().unwrap() } else { turn });
        }
    }
    assert!(found.iter().all(|&found| found > 100), "{found:?}");
}

/// With as many nodes as the highest levels have, no turn loses a position's value.
#[test]
fn enough_nodes_keep_the_value_of_a_position() {
    let truth = Truth::new();
    let mut random = fastrand::Rng::with_seed(2);
    for seed in 0..150 {
        let game = running(&WORDS, 2..12, &mut random);
        let report = AlphaBeta::new(&game, seed, Memory::TABLE).run(&game, Limits::nodes(30_000));
        let mut after = game.clone();
        after.play_unchecked(*report.best().unwrap());
        assert_eq!(truth.of(&after).reversed(), truth.of(&game), "{:?}, {report:?}", game.turns());
    }
}

/// In the depth where these searches end, the turn that looked best has been refuted, and no other
/// yet.
#[test]
fn a_turn_refuted_last_is_not_played() {
    for (turns, nodes, seed) in
        [("b1 c1 c2 c3", 5200, 519), ("c3 a1 c3-c2 c1 b1 a1-b2 c3 a1 c2-a1' c1-c2", 300, 2902)]
    {
        let game = after(turns);
        let thought = AnyEngine::new(&game, seed, Memory::default()).think(Limits::nodes(nodes));
        assert_eq!(thought.proved, None, "{turns}");
        let after = game.play_text(thought.best().unwrap()).unwrap();
        let answer = AnyEngine::new(&after, 1, Memory::default()).think(Limits::nodes(300_000));
        assert_ne!(answer.proved, Some(Value::Win), "{turns}");
    }
}

/// Only one player has moved since the last cube was added; the other has passed.
#[test]
fn a_repetition_with_passes_in_between_is_found() {
    let turns = "c3 c2 b1 c2-b2 a1 b2-c2 b2 c2-c1 c2 pass c3-a1' c3 b2-b1' pass c2-a1' pass a1-b1' pass \
                 c2-a1' pass";
    let game = after(turns);
    let third = game.clone().play_text("a1'-b1'").unwrap();
    assert_eq!(third.outcome().and_then(|outcome| outcome.winner()), None);
    assert!(third.outcome().is_some());
    // The same engine follows the game and keeps its transposition table.
    let mut engine = AnyEngine::new(&game.at(0), 1, Memory::default());
    for ply in 0..=game.ply() {
        let now = game.at(ply);
        engine.follow(&now);
        let thought = engine.think(Limits::nodes(3000));
        if ply == game.ply() {
            let line = thought.lines.iter().find(|line| line.turn == "a1'-b1'").unwrap();
            assert_eq!(line.proved, None);
        }
    }
}

/// A win through a position that has since occurred twice is no longer a win: there, the game would
/// be drawn.
#[test]
fn table_entries_do_not_outlive_a_repetition() {
    let turns = "c1 c2 c3 b2 b1 b2-b1' b2 a1 b1-b2' a1-b1' b2'-a1 b1'-a1' a1-b2' a1-b1' b2'-a1";
    let game = after(turns);
    let mut engine = AnyEngine::new(&game.at(0), 1, Memory::default());
    for ply in 0..=game.ply() {
        engine.follow(&game.at(ply));
        let thought = engine.think(Limits::nodes(3000));
        assert!(ply < game.ply() || thought.proved.is_none(), "{thought:?}");
    }
    assert!(game.play_text("b1'-a1'").is_ok());
}

/// The value of a position to the player to move, by exhaustive search. Without swaps and
/// repetitions.
fn searched<B: carrick_games::Board>(board: &B, known: &mut HashMap<u128, Value>) -> Value {
    if let Some(outcome) = board.outcome() {
        return worth(outcome, board.to_move());
    }
    if let Some(&worth) = known.get(&board.hash()) {
        return worth;
    }
    let mut best = Value::Loss;
    for turn in board.legal_turns().iter() {
        let mut next = *board;
        next.play_unchecked(turn);
        best = best.max(searched(&next, known).reversed());
        if best == Value::Win {
            break;
        }
    }
    known.insert(board.hash(), best);
    best
}

/// Checks the proofs of the tree search, of roots after some random turns and of their turns,
/// against exhaustive search. Returns how many roots it proved lost and won.
fn check_tree<B: Searchable>(words: &[&str], plies: Range<usize>, count: u64) -> [u32; 2] {
    let mut random = fastrand::Rng::with_seed(4);
    let (mut known, mut proved) = (HashMap::new(), [0; 2]);
    for seed in 0..count {
        let game: Game<B> = running(words, plies.clone(), &mut random);
        let nodes = [random.u64(..40), random.u64(40..2000)][seed as usize % 2];
        let report = Search::new(&game, seed, Memory::TREE).run(Limits::nodes(nodes));
        let context = || format!("{words:?}, {:?} with {nodes} nodes, {report:?}", game.turns());
        if let Some(found) = report.proved {
            assert_eq!(found, searched(game.board(), &mut known), "{}", context());
            proved[usize::from(found == Value::Win)] += 1;
        }
        for line in &report.lines {
            let Some(found) = line.proved else { continue };
            let mut after = *game.board();
            after.play_unchecked(line.turn);
            let expected = searched(&after, &mut known).reversed();
            assert_eq!(found, expected, "{:?}: {}", line.turn, context());
        }
    }
    proved
}

/// Endings of Anchor are counted and not proved: `tests/endings.rs` tests those.
#[test]
fn no_proof_of_the_tree_is_wrong() {
    for (proved, game) in [
        (check_tree::<antipod::Board>(&["-radius=3"], 6..16, 1000), "Antipod"),
        (check_tree::<boche::Board>(&["-size=3", "-noswap"], 6..12, 500), "Boche"),
        (
            check_tree::<boche::Board>(&["-size=3", "-noswap", "-immediate"], 6..12, 500),
            "-immediate",
        ),
        (
            check_tree::<boche::Board>(&["-size=3", "-noswap", "-fill_board"], 6..12, 500),
            "-fill_board",
        ),
    ] {
        assert!(proved.iter().all(|&proved| proved > 50), "{game}: {proved:?}");
    }
}
