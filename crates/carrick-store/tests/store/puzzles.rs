//! Puzzles: tries, days and ratings.

use carrick_games::GameKind;
use carrick_service::{Event, PuzzleStep, PuzzleTry, PuzzleTurn, RatingRecord, UserEvent, solve};

use crate::support::*;

fn step(number: u32, found: u32, turn: PuzzleTurn) -> PuzzleStep {
    let begins_at = RatingRecord { rating: 1700.0, ..RatingRecord::default() };
    PuzzleStep { kind: GameKind::Boche, number, found, turn, day: None, begins_at }
}

async fn note(fixture: &Fixture, user: &str, step: PuzzleStep) -> PuzzleTry {
    fixture.store.note_puzzle(&name(user), &step, solve).await.unwrap()
}

async fn rating(fixture: &Fixture, user: &str) -> Option<RatingRecord> {
    fixture.store.solver_ratings(&name(user)).await.unwrap().remove(&GameKind::Boche)
}

#[tokio::test]
async fn only_the_first_try_counts() {
    let fixture = Fixture::with(vec![]).await;
    note(&fixture, "ann", step(4, 0, PuzzleTurn::Right)).await;
    assert_eq!(rating(&fixture, "ann").await, None, "the puzzle is not solved yet");
    let solved = note(&fixture, "ann", step(4, 1, PuzzleTurn::Solved)).await;
    assert_eq!(solved, PuzzleTry { found: 2, failed: false, solved: true });
    let ann = rating(&fixture, "ann").await.unwrap();
    assert!(ann.rating > 1500.0 && ann.games == [1, 0, 0], "{ann:?}");
    note(&fixture, "ann", step(4, 0, PuzzleTurn::Wrong)).await;
    assert_eq!(rating(&fixture, "ann").await, Some(ann), "what is solved stays solved");

    note(&fixture, "bob", step(4, 0, PuzzleTurn::Wrong)).await;
    note(&fixture, "bob", step(4, 0, PuzzleTurn::Right)).await;
    let late = note(&fixture, "bob", step(4, 1, PuzzleTurn::Solved)).await;
    assert_eq!(late, PuzzleTry { found: 2, failed: true, solved: true });
    let bob = rating(&fixture, "bob").await.unwrap();
    assert!(bob.rating < 1500.0 && bob.games == [0, 0, 1], "{bob:?}");
    let puzzle = fixture.store.puzzle_ratings(GameKind::Boche).await.unwrap()[&4];
    assert_eq!(puzzle.games, [1, 0, 1], "it has won against bob and lost to ann");
}

#[tokio::test]
async fn turns_out_of_order_change_nothing() {
    let fixture = Fixture::with(vec![]).await;
    for (found, turn) in [(1, PuzzleTurn::Solved), (2, PuzzleTurn::Right)] {
        let tried = note(&fixture, "ann", step(4, found, turn)).await;
        assert_eq!(tried, PuzzleTry::default());
    }
    assert_eq!(rating(&fixture, "ann").await, None);
}

#[tokio::test]
async fn days_are_kept_when_the_puzzle_of_the_day_is_solved() {
    let fixture = Fixture::with(vec![]).await;
    for (number, day, turn) in [
        (1, Some(20), PuzzleTurn::Solved),
        (2, Some(20), PuzzleTurn::Solved),
        (3, Some(21), PuzzleTurn::Wrong),
        (5, Some(22), PuzzleTurn::Solved),
        (6, None, PuzzleTurn::Solved),
    ] {
        note(&fixture, "ann", PuzzleStep { day, ..step(number, 0, turn) }).await;
    }
    assert_eq!(fixture.store.puzzle_days(&name("ann")).await.unwrap(), [22, 20]);
    let tries = fixture.store.puzzle_tries(&name("ann"), GameKind::Boche).await.unwrap();
    assert_eq!(tries.values().filter(|one| one.solved).count(), 4);
    assert!(fixture.store.puzzle_tries(&name("ann"), GameKind::Ankor).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_deleted_account_loses_its_tries() {
    let fixture = Fixture::with(vec![]).await;
    note(&fixture, "ann", step(4, 0, PuzzleTurn::Wrong)).await;
    fixture.write(vec![Event::User(name("ann"), UserEvent::Deleted(minute(9)))]).await.unwrap();
    assert_eq!(rating(&fixture, "ann").await, None);
    assert_eq!(fixture.number("SELECT count(*) FROM puzzle_tries").await, 0);
    assert_eq!(fixture.number("SELECT count(*) FROM puzzle_ratings").await, 1);
}
