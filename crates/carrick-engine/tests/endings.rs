//! Endgames of Anchor: `tests/data/endings.txt`, and every ending of some games, compared with an
//! oracle that searches everything; and earlier positions that only one or two turns win,
//! `tests/data/wins.txt`.
#![allow(clippy::unwrap_used)] // a position that cannot be read fails its test

use std::collections::HashMap;

use carrick_engine::settled::settle;
use carrick_engine::{AnyEngine, AnyPlayer, Level, Limits, Memory};
use carrick_games::anchor::{Board, Opening, Options, Turn, drawing};
use carrick_games::{AnyGame, Board as _, Colour, DrawStyle, Game, Show as _, TurnSet as _};

/// The final margin of the player to move, with best play, by exhaustive search.
#[derive(Default)]
struct Oracle(HashMap<u128, i16>);

impl Oracle {
    fn margin(&mut self, board: &Board) -> i16 {
        if let Some(&known) = self.0.get(&board.hash()) {
            return known;
        }
        let turns = board.legal_turns();
        let best = turns.iter().map(|turn| self.margin_of(board, turn)).max().unwrap();
        self.0.insert(board.hash(), best);
        best
    }

    fn margin_of(&mut self, board: &Board, turn: Turn) -> i16 {
        let mut after = *board;
        after.play_unchecked(turn);
        if after.outcome().is_some() { margin_now(board) } else { -self.margin(&after) }
    }
}

fn margin_now(board: &Board) -> i16 {
    let [own, other] =
        [board.to_move(), !board.to_move()].map(|colour| board.count().total(colour));
    own as i16 - other as i16
}

fn empty(board: &Board) -> usize {
    board.points().filter(|&point| board.stone_at(point).is_none()).count()
}

/// A game that leads to a drawing: the stones in turn, preceded by as many passes as necessary.
fn game_of(picture: &drawing::DrawnPosition, to_move: Colour) -> Game<Board> {
    let stones = Colour::BOTH.map(|colour| {
        let own = picture.stones().filter(|&(_, owner)| owner == colour);
        own.map(|(point, _)| point).collect::<Vec<_>>()
    });
    let [light, dark] = [stones[0].len(), stones[1].len()];
    let white_moves = usize::from(to_move == Colour::Light);
    let rounds = dark.max(light + white_moves);
    let mut passes = [rounds - white_moves - light, rounds - dark];
    let mut stones = stones.map(Vec::into_iter);
    let mut game = Game::<Board>::new(Options::new(picture.size(), Opening::Plain).unwrap());
    for _ in 0..2 * rounds - white_moves {
        let colour = game.board().to_move().index();
        let turn = if passes[colour] > 0 {
            passes[colour] -= 1;
            Turn::Pass
        } else {
            Turn::Stone(stones[colour].next().unwrap())
        };
        game = game.play(turn).unwrap_or_else(|error| panic!("{turn:?}: {error}"));
    }
    game
}

/// Positions of a file, with their correct turns.
fn positions(text: &str) -> Vec<(Game<Board>, Vec<String>)> {
    let blocks = text.split("\n\n").filter(|block| !block.starts_with('#'));
    blocks
        .map(|block| {
            let (heading, picture) = block.trim_start_matches('\n').split_once('\n').unwrap();
            let (colour, turns) = heading.split_once(": ").expect(heading);
            let to_move = match colour {
                "Black" => Colour::Dark,
                "White" => Colour::Light,
                other => panic!("who is {other}?"),
            };
            let picture = drawing::read(picture).unwrap_or_else(|error| panic!("{block}\n{error}"));
            (game_of(&picture, to_move), turns.split(' ').map(str::to_owned).collect())
        })
        .collect()
}

/// The strongest and the weakest level play the correct turns with hardly a node to search.
#[test]
fn endings_are_played_by_points() {
    let (mut passes, mut stones) = (0, 0);
    for (game, right) in positions(include_str!("data/endings.txt")) {
        let drawn = game.board().draw(DrawStyle::LABELLED);
        let settled = settle(game.board(), 1).unwrap_or_else(|| panic!("much is open in\n{drawn}"));
        let best = settled.margins[0].1;
        let found: Vec<String> = settled
            .margins
            .iter()
            .filter(|&&(_, margin)| margin == best)
            .map(|&(turn, _)| game.turn_name(turn).to_string())
            .collect();
        assert_eq!(found, right, "{drawn}");
        let game = AnyGame::Anchor(game);
        assert_eq!(
            AnyEngine::new(&game, 1, Memory::default()).think(Limits::nodes(1)).best(),
            Some(&right[0]),
            "{drawn}"
        );
        for level in [Level::new(1).unwrap(), Level::MAX] {
            let choice = AnyPlayer::new(&game, level, 1, Memory::default())
                .choose(&game, Limits::nodes(1))
                .unwrap();
            assert!(right.contains(&choice.turn), "{level}: {} in\n{drawn}", choice.turn);
        }
        passes += usize::from(right[0] == "pass");
        stones += usize::from(right[0] != "pass");
    }
    assert!(passes >= 10 && stones >= 10, "{passes} passes, {stones} stones");
}

/// Groups that must be saved, cut off or killed. With 2,000 nodes, two are missed, in which the
/// values of all turns differ by less than a hundredth.
#[test]
#[ignore = "takes minutes: cargo xtask release-check"]
fn winning_turns_are_found() {
    let (mut found, mut missed) = (0, Vec::new());
    for (game, right) in positions(include_str!("data/wins.txt")) {
        let board = game.board();
        let drawn = board.draw(DrawStyle::LABELLED);
        assert!(settle(board, 1).is_none(), "all is settled in\n{drawn}");
        let mut oracle = Oracle::default();
        let turns = game.legal_turns();
        let wins = turns.iter().filter(|&turn| oracle.margin_of(board, turn) > 0);
        let names: Vec<String> = wins.map(|turn| game.turn_name(turn).to_string()).collect();
        assert_eq!(names, right, "{drawn}");
        let thought =
            AnyEngine::new(&AnyGame::Anchor(game), 1, Memory::default()).think(Limits::nodes(2000));
        match thought.best() {
            Some(best) if right.contains(best) => found += 1,
            other => missed.push(format!("{other:?} in\n{drawn}")),
        }
    }
    assert!(found >= 22 && missed.len() <= 2, "{found} found, missed\n{}", missed.join("\n"));
}

/// In games of the engine against itself: once few points are empty, no turn gives away a point,
/// except a pass that wins immediately.
#[test]
fn no_ending_gives_away_points() {
    let mut checked = 0;
    for (size, empty_points, games) in [(3, 6, 30), (4, 5, 10)] {
        for seed in 0..games {
            let options = Options::new(size, Opening::Plain).unwrap();
            let mut game = Game::<Board>::new(options);
            let mut random = fastrand::Rng::with_seed(seed);
            let mut oracle = Oracle::default();
            let mut player =
                AnyEngine::new(&AnyGame::Anchor(game.clone()), seed, Memory::default());
            while game.outcome().is_none() {
                if game.turns().len() < 4 {
                    let turns = game.legal_turns();
                    game.play_unchecked(turns.nth(random.usize(..turns.len() - 1)).unwrap());
                    continue;
                }
                player.follow(&AnyGame::Anchor(game.clone()));
                let thought = player.think(Limits::nodes(20));
                let turn = game.parse_turn(thought.best().unwrap()).unwrap();
                let board = game.board();
                if empty(board) <= empty_points {
                    let best = oracle.margin(board);
                    let wins = turn == Turn::Pass && margin_now(board) > 0;
                    let margin = oracle.margin_of(board, turn);
                    let said = || game.board().draw(DrawStyle::LABELLED);
                    assert!(margin == best || wins && margin > 0, "{turn:?} in\n{}", said());
                    checked += 1;
                }
                game.play_unchecked(turn);
            }
        }
    }
    assert!(checked > 100, "{checked}");
}
