//! Helpers for the tests of all games: recorded games, figures, random play.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)] // each test file uses its own part

use std::collections::BTreeMap;
use std::path::PathBuf;

use carrick_games::{
    AnyOptions, Board, Game, GameKind, GameOptions, Notation, Show, SizeLimits, TurnSet,
};
use serde::Deserialize;

/// A line of `data/games.jsonl`: a game played by an independent implementation of the rules.
#[derive(Debug, Deserialize)]
pub struct Recorded {
    pub game: String,
    pub options: String,
    pub moves: Vec<String>,
    /// The number of legal turns before each turn.
    pub legal: Vec<usize>,
    pub result: String,
    #[serde(rename = "final", default)]
    pub cells: Vec<String>,
    /// All other fields, which only Anchor has.
    #[serde(flatten)]
    pub rest: BTreeMap<String, serde_json::Value>,
}

fn data(path: &str) -> String {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(path);
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// All recorded games of a kind.
pub fn recorded(kind: GameKind) -> Vec<Recorded> {
    let all: Vec<Recorded> =
        data("games.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    all.into_iter().filter(|game| game.game == kind.name()).collect()
}

/// A figure without trailing blanks, each line ended by a line feed.
pub fn figure(name: &str) -> String {
    data(&format!("figures/{name}")).lines().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

/// A new game with options as typed.
#[track_caller]
pub fn new_game<B: Board>(options: &str) -> Game<B> {
    let words: Vec<&str> = options.split_whitespace().collect();
    Game::new(B::Options::parse(&words, SizeLimits::Scripts).unwrap())
}

/// Options for boards of every size of a game.
pub fn sizes(kind: GameKind) -> Vec<String> {
    let size = |size: u32| format!("{}={size}", kind.facts().size_option);
    let exists =
        |size: &String| AnyOptions::parse(kind, &[size.as_str()], SizeLimits::Scripts).is_ok();
    (1..=20).map(size).filter(exists).collect()
}

/// Options for a board that is small, but large enough for a game.
pub fn size_of_three(kind: GameKind) -> String {
    format!("{}=3", kind.facts().size_option)
}

/// The game after the given turns.
#[track_caller]
pub fn play<B: Notation>(options: &str, turns: &[&str]) -> Game<B> {
    let mut game = new_game::<B>(options);
    for (index, turn) in turns.iter().enumerate() {
        game = game.play_text(turn).unwrap_or_else(|error| panic!("turn {}: {error}", index + 1));
    }
    game
}

/// Plays every recorded game of `B`'s kind turn by turn, and compares the number of legal turns,
/// the notation in both directions, the result and the final cells with the record. Returns the
/// finished games for further checks.
#[track_caller]
pub fn replay_recorded<B: Notation + Show>() -> Vec<(Recorded, Game<B>)> {
    let games = recorded(B::KIND);
    assert!(!games.is_empty());
    games
        .into_iter()
        .map(|record| {
            let mut game = new_game::<B>(&record.options);
            for (ply, (text, &legal)) in record.moves.iter().zip(&record.legal).enumerate() {
                let at = format!("{} {}, turn {} ({text})", record.game, record.options, ply + 1);
                assert_eq!(game.outcome(), None, "{at}");
                assert_eq!(game.legal_turns().len(), legal, "{at}");
                let turn = game.parse_turn(text).unwrap_or_else(|error| panic!("{at}: {error}"));
                assert!(game.legal_turns().contains(&turn), "{at}");
                assert_eq!(&game.turn_name(turn).to_string(), text, "{at}");
                game = game.play(turn).unwrap_or_else(|error| panic!("{at}: {error}"));
            }
            let outcome = game.outcome().expect("the recorded game is over");
            assert_eq!(outcome.word(B::KIND), record.result, "{record:?}");
            assert!(game.legal_turns().is_empty());
            if !record.cells.is_empty() {
                assert_eq!(game.board().cells(), record.cells, "{record:?}");
            }
            (record, game)
        })
        .collect()
}

/// A game of uniformly random turns, up to `limit`, each checked when played.
#[track_caller]
pub fn random_game<B: Board>(options: &str, seed: u64, limit: usize) -> Game<B> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = new_game::<B>(options);
    while game.outcome().is_none() && game.turns().len() < limit {
        let turns = game.legal_turns();
        assert!(!turns.is_empty(), "a running game without a legal turn");
        let turn = turns.nth(random.usize(..turns.len())).unwrap();
        game = game.play(turn).unwrap();
    }
    game
}

/// Perft by trial: every candidate text is read and checked, and nothing is generated. `candidates`
/// must contain every turn's canonical name exactly once.
pub fn perft_by_trial<B: Notation + Show>(
    game: &Game<B>,
    candidates: &[String],
    depth: u32,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    candidates
        .iter()
        .filter_map(|text| {
            let turn = game.parse_turn(text).ok()?;
            game.clone().play(turn).ok()
        })
        .map(|next| perft_by_trial(&next, candidates, depth - 1))
        .sum()
}
