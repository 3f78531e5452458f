//! Tests of hints.

use carrick_engine::{Exact, ReportLine, Thought, Value};
use carrick_games::{AnyOptions, GameKind, SizeLimits};

use super::*;
use crate::puzzle::Collection;

fn game(kind: GameKind, options: &[&str], turns: &str) -> AnyGame {
    let options = AnyOptions::parse(kind, options, SizeLimits::Challenge).unwrap();
    let play = |game: AnyGame, turn| game.play_text(turn).unwrap();
    turns.split_whitespace().fold(AnyGame::new(options), play)
}

/// The hint for a position; checks that the first step does not reveal the turn.
#[track_caller]
fn hint(game: &AnyGame, nodes: u64) -> Hint {
    let hint = HintBudget { nodes, seed: 3 }.find(game, &|| false).unwrap();
    let after = game.clone().play_text(hint.turn()).unwrap();
    let line = hint.line[1..].iter().try_fold(after, |game, turn| game.play_text(turn));
    assert!(line.is_ok() && hint.line.len() <= LINE, "{hint:?}");
    for value in [hint.before.value, hint.after.value] {
        assert!((0.0..=1.0).contains(&value), "{hint:?}");
    }
    let place = hint.turn().rsplit(['-', ':']).next().unwrap();
    let region = hint.region(game);
    match &hint.near {
        Some(near) => {
            assert!(region.len() > 1, "{region:?}");
            assert!(region.iter().any(|one| one == place), "{place} {region:?}");
            assert!(region.contains(near), "{near} {region:?}");
        }
        None => assert!([carrick_games::SWAP, carrick_games::PASS].contains(&place)),
    }
    hint
}

/// Number of puzzles with one winning turn, proved, that hints have to know.
const PUZZLES: usize = 20;

#[test]
fn a_turn_that_alone_wins_is_the_hint() {
    for kind in GameKind::ALL {
        let collection = Collection::of(kind);
        let proved = collection.puzzles.iter().filter(|puzzle| puzzle.certainty.is_proved());
        for puzzle in proved.take(PUZZLES) {
            let budget = HintBudget::of(puzzle.start.options(), 1);
            let hint = hint(&puzzle.start, budget.nodes);
            assert_eq!(hint.turn(), puzzle.solution[0], "{kind} {}", puzzle.number);
            let [before, after] = [hint.before, hint.after];
            assert!(before.proved && after.proved, "{kind} {}: {hint:?}", puzzle.number);
            assert_eq!((before.value, after.value), (1.0, 1.0));
            let told = hint.told(&puzzle.start, Step::Why);
            assert!(told[2].ends_with("It wins (proved)."), "{told:?}");
        }
    }
}

#[test]
fn the_same_request_gives_the_same_hint() {
    for kind in GameKind::ALL {
        let game = game(kind, &[], kind.facts().sample);
        if game.seat_to_move().is_none() {
            continue;
        }
        let first = hint(&game, 60);
        assert_eq!(hint(&game, 60), first, "{kind}");
        let stored = serde_json::to_string(&first).unwrap();
        assert_eq!(serde_json::from_str::<Hint>(&stored).unwrap(), first);
    }
}

#[test]
fn each_step_of_a_hint_reveals_no_more_than_it_should() {
    let game = game(GameKind::Antipod, &["-radius=4"], "d3 a2 d5 b1 b2 b9");
    let hint = hint(&game, 60);
    let told = hint.told(&game, Step::Why);
    assert_eq!(told.len(), 3);
    for step in Step::ALL {
        assert_eq!(hint.told(&game, step), told[..usize::from(step.number())]);
    }
    let near = hint.near.clone().unwrap();
    assert!(told[0].starts_with(&format!("Look near {near}: ")), "{told:?}");
    assert!(told[1].starts_with(&format!("The turn is {}", hint.turn())), "{told:?}");
    let values = "For you, the position is worth ";
    assert!(told[2].contains(values) && told[2].contains("(search, 60 positions)"), "{told:?}");
}

#[test]
fn the_place_to_look_at_is_not_always_that_of_the_turn() {
    let game = game(GameKind::Anchor, &["-size=5"], "C3 swap D4");
    let turn = hint(&game, 20).line.remove(0);
    let near = |seed| super::beside(&game, &turn, seed).unwrap();
    let places: std::collections::BTreeSet<String> = (0..40).map(near).collect();
    assert!(places.len() > 3 && places.contains(&turn), "{places:?}");
    assert_eq!(super::beside(&game, "pass", 1), None);
}

#[test]
fn the_opening_is_looked_up_and_a_finished_game_has_no_hint() {
    let opening = game(GameKind::Antipod, &[], "d3");
    let hint = hint(&opening, 60);
    assert!(!hint.told(&opening, Step::Where)[0].is_empty());
    let over = game(GameKind::Boche, &[], GameKind::Boche.facts().whole_game);
    assert_eq!(HintBudget { nodes: 10, seed: 1 }.find(&over, &|| false), None);
    let game = game(GameKind::Anchor, &["-size=4"], "D4");
    assert_eq!(HintBudget { nodes: 1000, seed: 1 }.find(&game, &|| true), None, "it was stopped");
}

#[test]
fn an_unknown_step_is_refused() {
    for text in ["0", "4", "-1", "", "two", "300"] {
        assert_eq!(text.parse::<Step>(), Err(StepError), "{text}");
    }
    for step in Step::ALL {
        assert_eq!(step.to_string().parse(), Ok(step));
    }
}

/// Knows that one turn wins, whatever the position is.
#[derive(Debug)]
struct Knows(&'static str);

impl Exact for Knows {
    fn exact(&self, game: &AnyGame) -> Option<Thought> {
        let turn = game.legal().into_iter().find(|turn| turn == self.0)?;
        let (value, proved) = (1.0, Some(Value::Win));
        let line =
            ReportLine { turn, value, proved, margin: None, visits: 0, continuation: Vec::new() };
        let (lines, settled, depth) = (vec![line], false, None);
        Some(Thought { lines, value, proved, nodes: 0, settled, depth })
    }
}

#[test]
fn an_exact_value_is_the_hint_and_takes_no_search() {
    let game = game(GameKind::Ankor, &["-size=4", "-noswap"], "");
    let hint = HintBudget { nodes: 60, seed: 3 }.find_by(&game, &Knows("c2"), &|| false).unwrap();
    assert_eq!(hint.turn(), "c2");
    assert_eq!((hint.before, hint.after.value), (Found::proved(1.0, 0), 1.0));
    let told = hint.told(&game, Step::Why);
    assert!(told[2].ends_with("It wins (proved)."), "{told:?}");
}
