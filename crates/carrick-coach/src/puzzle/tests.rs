//! Tests of the miner's parts, and of the collection.

use std::collections::HashMap;

use carrick_engine::{Exact, Searchable, Thought, Value};
use carrick_games::{AnyGame, AnyOptions, Game, GameKind, Position, SizeLimits, TurnSet as _};
use carrick_games::{anchor, antipod, boche};

use super::proof::Solver;
use super::*;

/// Pseudo-random numbers, the same in each run.
struct Lot(u64);

impl Lot {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// A game after a number of random turns; `None` if it ends earlier.
fn random_game<B: Searchable>(options: B::Options, turns: usize, lot: &mut Lot) -> Option<Game<B>> {
    let mut game = Game::<B>::new(options);
    for _ in 0..turns {
        let legal: Vec<B::Turn> = game
            .legal_turns()
            .iter()
            .filter(|&turn| !B::is_swap(turn) && !B::is_pass(turn))
            .collect();
        let turn = *legal.get(lot.below(legal.len().max(1)))?;
        game.play_unchecked(turn);
    }
    game.outcome().is_none().then_some(game)
}

/// Whether a seat wins, found by playing all turns.
fn wins<B: Searchable>(
    position: &Position<B>,
    seat: carrick_games::Seat,
    known: &mut HashMap<u128, bool>,
) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner().map(|colour| position.board().seat_of(colour)) == Some(seat);
    }
    if let Some(&known) = known.get(&position.hash()) {
        return known;
    }
    let attacks = position.seat_to_move() == Some(seat);
    let mut results = position
        .legal_turns()
        .iter()
        .map(|turn| {
            let mut after = position.clone();
            after.play_unchecked(turn);
            wins(&after, seat, known)
        })
        .collect::<Vec<_>>()
        .into_iter();
    let won = if attacks { results.any(|won| won) } else { results.all(|won| won) };
    known.insert(position.hash(), won);
    won
}

#[track_caller]
fn solver_is_right<B: Searchable>(options: B::Options, turns: usize, positions: usize) {
    let (mut lot, mut seen, mut won) = (Lot(7), 0, 0);
    for _ in 0..50 * positions {
        let Some(game) = random_game::<B>(options, turns, &mut lot) else { continue };
        for seat in carrick_games::Seat::BOTH {
            let truth = wins(game.position(), seat, &mut HashMap::new());
            let (found, _) = Solver::new(seat).solve(game.position(), 1_000_000);
            assert_eq!(found, Some(truth), "{:?} after {:?}", seat, game.turns());
            won += usize::from(truth);
        }
        seen += 1;
        if seen == positions {
            break;
        }
    }
    assert!(seen >= positions / 2 && won > 0 && won < 2 * seen, "{seen} positions, {won} won");
}

#[test]
fn the_solver_agrees_with_playing_all_turns() {
    let boche: boche::Options = parse(&["-size=3", "-kill=3"]);
    solver_is_right::<boche::Board>(boche, 5, 12);
    let anchor: anchor::Options = parse(&["-size=3"]);
    solver_is_right::<anchor::Board>(anchor, 14, 20);
}

/// Carriers leave out most turns, so a wrong one would lose a proof.
#[test]
fn the_solver_agrees_with_playing_all_turns_of_antipod() {
    let antipod: antipod::Options = parse(&["-radius=4"]);
    solver_is_right::<antipod::Board>(antipod, 37, 25);
}

fn parse<O: carrick_games::GameOptions>(words: &[&str]) -> O {
    O::parse(words, SizeLimits::Scripts).unwrap()
}

/// The first four-cube ending that a test can read: exactly one turn of Boche wins, and then the
/// line.
fn sample() -> Puzzle {
    let text = r#"{"number":7,"game":"boche","options":"-size=4","turns":"b:d4 c:c3 b:d3 d:b1 b:d2 c:c1 e:c3' a:b2 a:a1 d:d1 d:c2 h:a1' f:c1' e:b2' h:b1' f:c2'","solution":"d:b1''","grade":"level5","certainty":{"proved":{"nodes":43}},"source":{"from":"self-play","game":5,"players":["level3","level1"],"seed":99}}"#;
    Puzzle::parse(text).unwrap()
}

#[test]
fn a_puzzle_is_read_back_as_it_was_written() {
    let puzzle = sample();
    let again = Puzzle::parse(&puzzle.to_line()).unwrap();
    assert_eq!(again.to_line(), puzzle.to_line());
    assert_eq!((puzzle.number, puzzle.own_turns(), puzzle.kind()), (7, 1, GameKind::Boche));
    assert_eq!(puzzle.grade.to_string(), "level5");
}

#[test]
fn an_invalid_line_is_refused_with_its_error() {
    let line = sample().to_line();
    for (from, to, said) in [
        ("\"boche\"", "\"chess\"", "there is no such game"),
        ("d:b1''", "d:b1'' d:c1", "cannot be played"),
        ("d:b1''", "d:z9", "turn 1 of the solution, d:z9, cannot be played"),
        ("level5", "level12", "levels are 1 to 9"),
        ("\"solution\":\"d:b1''\"", "\"solution\":\"\"", "and not 0 turns"),
        ("\"number\":7,", "", "missing field `number`"),
    ] {
        let error = Puzzle::parse(&line.replace(from, to)).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn the_miner_finds_the_sample_and_proves_it() {
    let puzzle = sample();
    let found = examine(&puzzle.start, Effort::mining(GameKind::Boche), 1, &()).unwrap();
    assert_eq!(found.solution.first(), puzzle.solution.first());
    assert!(found.certainty.is_proved() && !found.at_once);
    assert!(puzzle.prove(&()).unwrap() > 0);
}

/// Looks up a value by searching without a limit.
#[derive(Debug)]
struct Searches;

impl Exact for Searches {
    fn exact(&self, _: &AnyGame) -> Option<Thought> {
        None
    }

    fn value(&self, game: &AnyGame) -> Option<Value> {
        let wins = proved_win(game, Effort::mining(game.kind()).times(4)).is_some();
        Some(if wins { Value::Win } else { Value::Loss })
    }
}

#[test]
fn unsettled_positions_are_looked_up() {
    let puzzle = sample();
    let effort = Effort::mining(GameKind::Boche).with_nodes(1);
    assert_eq!(examine(&puzzle.start, effort, 1, &()), Err(Dull::Unclear));
    let found = examine(&puzzle.start, effort, 1, &Searches).unwrap();
    assert_eq!(found.solution.first(), puzzle.solution.first());
    assert!(found.certainty.is_proved());
}

#[test]
fn a_wrong_solution_is_not_proved() {
    let puzzle = sample();
    let wrong = puzzle.start.legal().into_iter().find(|turn| *turn != puzzle.solution[0]).unwrap();
    let other = Puzzle { solution: vec![wrong.clone()], ..puzzle };
    let error = other.prove(&()).unwrap_err().to_string();
    assert_eq!(error, format!("turn 1 of the solution is {wrong}, but d:b1'' wins"));
}

#[test]
fn a_try_is_answered() {
    let puzzle = sample();
    assert!(matches!(puzzle.line().answer(0, " d:b1'' ", 10), Answer::Solved { .. }));
    assert!(matches!(puzzle.line().answer(0, "d:z9", 10), Answer::Refused { .. }));
    let wrong = puzzle.start.legal().into_iter().find(|turn| *turn != puzzle.solution[0]).unwrap();
    let Answer::Wrong { after, refutation } = puzzle.line().answer(0, &wrong, 10) else { panic!() };
    let refutation = refutation.unwrap();
    assert!(after.play_text(&refutation.turn).is_ok());
}

#[test]
fn twins_are_refused_in_a_file() {
    let line = sample().to_line();
    let again = line.replace("\"number\":7", "\"number\":8");
    let error = Collection::parse(&format!("{line}\n{again}\n")).unwrap_err().to_string();
    assert!(error.starts_with("line 2: this is the position of line 1"), "{error}");
    let error = Collection::parse(&format!("{line}\n{line}\n")).unwrap_err().to_string();
    assert!(error.starts_with("line 2: number 7 does not come after"), "{error}");
}

#[test]
fn images_under_symmetries_are_twins() {
    let options = AnyOptions::parse(GameKind::Ankor, &["-size=4"], SizeLimits::Scripts).unwrap();
    let after = |turns: &str| {
        let play = |game: AnyGame, turn: &str| game.play_text(turn).unwrap();
        turns.split(' ').fold(AnyGame::new(options), play)
    };
    assert_eq!(twin_key(&after("a1 d1")), twin_key(&after("d4 a1")));
    assert_ne!(twin_key(&after("a1 d1")), twin_key(&after("a1 c2")));
}

/// Minimum number of puzzles of a game.
const LEAST: usize = 150;

#[test]
fn every_game_has_its_puzzles_with_their_sources() {
    for kind in GameKind::ALL {
        let puzzles = &Collection::of(kind).puzzles;
        assert!(puzzles.len() >= LEAST, "{kind}: {}", puzzles.len());
        for puzzle in puzzles {
            let of = format!("{kind} {}", puzzle.number);
            assert_eq!(puzzle.kind(), kind);
            assert!((1..=MOST_OWN_TURNS).contains(&puzzle.own_turns()), "{of}");
            assert!(puzzle.source.players.iter().all(|player| !player.is_empty()), "{of}");
            assert!(puzzle.source.seed.is_some() || puzzle.source.from != "self-play", "{of}");
            assert!(puzzle.start.legal().len() > 1, "{of} is forced");
            let mut game = puzzle.start.clone();
            for (turn, index) in puzzle.solution.iter().zip(0..) {
                assert!(game.legal().contains(turn), "{of}: {turn} is not legal or not canonical");
                let mover = game.colour_to_move();
                game = game.play_text(turn).unwrap();
                let winner = game.outcome().map(|outcome| outcome.winner());
                let is_last = index + 1 == puzzle.solution.len();
                assert!(winner.is_none() || (is_last && winner == Some(mover)), "{of}: {turn}");
            }
        }
        let long = puzzles.iter().filter(|puzzle| puzzle.own_turns() > 1).count();
        assert!(5 * long >= puzzles.len(), "{kind}: {long} of several turns");
    }
}

/// All proofs together take seconds; `carrick-lab puzzles verify` makes them too.
#[test]
#[ignore = "takes minutes: cargo xtask release-check"]
fn puzzles_are_proved_again() {
    for kind in GameKind::ALL {
        for puzzle in &Collection::of(kind).puzzles {
            if let Err(error) = puzzle.prove(&()) {
                panic!("{kind} {}: {error}", puzzle.number);
            }
        }
    }
}

#[test]
fn no_puzzle_comes_again_before_all_others_had_their_day() {
    for kind in GameKind::ALL {
        let collection = Collection::of(kind);
        let all = u32::try_from(collection.puzzles.len()).unwrap();
        let days = 20_000 / all * all..20_000 / all * all + all;
        let seen: std::collections::BTreeSet<u32> =
            days.map(|day| collection.of_day(day).unwrap().number).collect();
        assert_eq!(seen.len(), collection.puzzles.len());
    }
}
