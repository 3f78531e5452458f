//! Benchmark of position views, from the query to the JSON, on the largest boards.
//!
//! `cargo bench -p carrick-position --bench position` first plays one random game of each kind to
//! its end (or to the limit of turns), requests every tenth of its positions with all overlays, and
//! prints the 99th percentile, which must not exceed 30 ms. Then it measures the last positions one
//! by one. Every answer is checked against the rules.

use std::hint::black_box;
use std::time::{Duration, Instant};

use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
use carrick_position::{MAX_TURNS, PositionQuery, answer};
use divan::Bencher;

const LIMIT: Duration = Duration::from_millis(30);

const BOARDS: [(GameKind, &str, &str); 4] = [
    (GameKind::Ankor, "-size=10", "connected adjacent tips sizes"),
    (GameKind::Boche, "-size=10 -fill_board", "sizes"),
    (GameKind::Antipod, "-radius=10", "sizes"),
    (GameKind::Anchor, "-size=10", "territory sizes"),
];

fn main() {
    // As a test it only checks the answers: the machine may be busy, and the build unoptimized.
    let measuring = std::env::args().any(|argument| argument == "--bench");
    for (kind, options, show) in BOARDS {
        let game = random_game(kind, options);
        let mut times: Vec<Duration> = (0..=game.ply())
            .step_by(if measuring { 10 } else { 100 })
            .flat_map(|ply| timed(&query(&game, ply, show), &game))
            .collect();
        times.sort_unstable();
        if !measuring {
            continue;
        }
        let p99 = times[(times.len() * 99).div_ceil(100) - 1];
        eprintln!("{kind} {options}: {} answers, 99th percentile {p99:.1?}", times.len());
        assert!(p99 <= LIMIT, "{kind} takes {p99:?}");
    }
    divan::main();
}

/// The last position of a random game, from the query to the JSON.
#[divan::bench(args = [0, 1, 2, 3])]
fn last_position(bencher: Bencher<'_, '_>, board: usize) {
    let (kind, options, show) = BOARDS[board];
    let game = random_game(kind, options);
    let query = query(&game, game.ply().saturating_sub(1), show);
    bencher.bench(|| json(black_box(&query)));
}

/// Requests a position, and then a selected cube or spot in it; returns the duration of each.
fn timed(query: &PositionQuery, game: &AnyGame) -> Vec<Duration> {
    let start = Instant::now();
    let text = json(query);
    let mut times = vec![start.elapsed()];
    let view = answer(query).expect("the query is sound");
    assert_eq!(text.len(), serde_json::to_string(&view).expect("a view is JSON").len());
    let turns: usize = view
        .spots
        .iter()
        .map(|spot| {
            usize::from(
                spot.turn.is_some() && spot.twin.as_ref().is_none_or(|twin| *twin > spot.id),
            ) + spot.to.len()
                + spot.rotations.len()
        })
        .sum();
    let others = view.others.iter().filter(|other| other.why.is_none()).count();
    assert_eq!(turns + others, game.at(view.ply).legal().len(), "{} {}", view.game, view.ply);
    let chosen =
        view.spots.iter().rev().find(|spot| !spot.to.is_empty() || !spot.rotations.is_empty());
    if let Some(spot) = chosen {
        let chosen = PositionQuery { select: spot.place.clone(), ..query.clone() };
        let start = Instant::now();
        assert!(json(&chosen).contains("\"selection\""));
        times.push(start.elapsed());
    }
    times
}

fn json(query: &PositionQuery) -> String {
    let view = answer(query).expect("the query is sound");
    serde_json::to_string(&view).expect("a view is JSON")
}

fn query(game: &AnyGame, ply: usize, show: &str) -> PositionQuery {
    PositionQuery {
        game: game.kind().to_string(),
        options: game.options().to_string(),
        turns: game.turn_names().join(" "),
        ply: ply.to_string(),
        show: show.into(),
        ..PositionQuery::default()
    }
}

fn random_game(kind: GameKind, options: &str) -> AnyGame {
    let words: Vec<&str> = options.split(' ').collect();
    let options =
        AnyOptions::parse(kind, &words, SizeLimits::Scripts).expect("the options are sound");
    let mut random = fastrand::Rng::with_seed(7);
    let mut game = AnyGame::new(options);
    while game.outcome().is_none() && game.ply() < MAX_TURNS {
        let mut legal = game.legal();
        // Random games never pass: two passes end Anchor.
        legal.retain(|turn| turn != "pass");
        let Some(turn) = random.choice(legal) else { break };
        game = game.play_text(&turn).unwrap_or_else(|refused| panic!("{turn}: {}", refused.reason));
    }
    game
}
