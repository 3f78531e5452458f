use carrick_games::{GameOptions, Outcome, SizeLimits, WinBy};

use super::score::value_of;
use super::*;
use crate::report::Value;
use crate::search::AlphaBeta;
use crate::settings::{Limits, Memory};

fn game(options: &str) -> Game<Board> {
    let words: Vec<&str> = options.split(' ').collect();
    Game::new(carrick_games::ankor::Options::parse(&words, SizeLimits::Scripts).unwrap())
}

fn table() -> Arc<TranspositionTable> {
    Arc::new(TranspositionTable::new(8 << 20, SearchParts::All))
}

/// The turns of a root, with nothing known about them.
fn roots(game: &Game<Board>) -> Vec<RootTurn> {
    game.legal_turns().iter().filter_map(AddOrMove::of).map(RootTurn::new).collect()
}

/// A running game after some random turns.
fn running(options: &str, plies: usize, random: &mut fastrand::Rng) -> Game<Board> {
    loop {
        let mut game = game(options);
        while game.outcome().is_none() && game.turns().len() < plies {
            let turns = game.legal_turns();
            game.play_unchecked(turns.nth(random.usize(..turns.len())).unwrap());
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// The value that the player to move can force within some turns, by the rules alone.
fn forced(game: &Game<Board>, depth: u32) -> Option<Value> {
    if let Some(outcome) = game.outcome() {
        return Some(match outcome {
            Outcome::Win { winner, by: WinBy::Path } if winner == game.board().to_move() => {
                Value::Win
            }
            Outcome::Win { .. } => Value::Loss,
            Outcome::Draw(_) => Value::Draw,
        });
    }
    if depth == 0 {
        return None;
    }
    let mut all_lost = true;
    for turn in game.legal_turns().iter() {
        let mut next = game.clone();
        next.play_unchecked(turn);
        match forced(&next, depth - 1) {
            Some(Value::Loss) => return Some(Value::Win),
            Some(Value::Win) => {}
            _ => all_lost = false,
        }
    }
    all_lost.then_some(Value::Loss)
}

#[test]
fn proofs_are_true_and_forced_results_are_proved() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut found = [0; 3];
    for back in [1, 1, 2, 2, 2, 2, 3, 3].into_iter().cycle().take(40) {
        // A few turns before the end of a random game with a winner.
        let won = loop {
            let game = running("-size=4 -noswap", 0, &mut random);
            let end = play_out(game, &mut random);
            if let Some(Outcome::Win { .. }) = end.outcome() {
                break end;
            }
        };
        let game = won.at(won.turns().len() - back);
        let report = AlphaBeta::new(&game, 1, Memory::TABLE).run(&game, Limits::nodes(20_000));
        let truth = forced(&game, 2);
        if let Some(Value::Win | Value::Loss) = truth {
            assert_eq!(report.proved, truth, "{:?}", game.turns());
        }
        if let Some(Value::Win) = forced(&game, 1) {
            let after = game.clone().play(*report.best().unwrap()).unwrap();
            assert!(after.outcome().is_some(), "an immediate win is taken immediately");
        }
        found[truth.map_or(2, |worth| worth as usize / 2)] += 1;
    }
    assert!(found[0] > 0 && found[1] > 10, "{found:?}");
}

fn play_out(mut game: Game<Board>, random: &mut fastrand::Rng) -> Game<Board> {
    while game.outcome().is_none() {
        let turns = game.legal_turns();
        game.play_unchecked(turns.nth(random.usize(..turns.len())).unwrap());
    }
    game
}

/// Without reductions, which start at depth 3, alpha-beta finds what minimax finds.
#[test]
fn the_scores_of_all_lines_are_those_of_minimax() {
    let mut random = fastrand::Rng::with_seed(8);
    for plies in [0, 5, 12, 20, 30] {
        let game = running("-size=4 -noswap", plies, &mut random);
        let mut searcher = Searcher::<1>::new(game.board().options(), table(), 1, SearchParts::All);
        let position = searcher.set_up(&game);
        let mut roots = roots(&game);
        let nodes = AtomicU64::new(u64::MAX);
        let budget = RunLimits { nodes: &nodes, stop: &|| false };
        let mut task = SearchTask { game: &game, depth: 2, lines: 4, on_info: None };
        searcher.search_root(&position, &mut roots, &mut task, budget).unwrap();
        let expected = minimax(&mut searcher, &position, 2, 0);
        assert_eq!(roots[0].score, expected, "after {plies} turns");
        for [one, next] in roots.array_windows().take(3) {
            assert!(one.score >= next.score);
        }
        for root in &roots[..4] {
            let mut after = position;
            after.play(&searcher.map, root.step);
            let expected = match searcher.end(&after, root.step, 1) {
                Some(score) => -score,
                None => -minimax(&mut searcher, &after, 1, 1),
            };
            assert_eq!(root.score, expected, "{:?} after {plies} turns", root.step);
        }
    }
}

fn minimax(searcher: &mut Searcher<1>, position: &AnkorPosition<1>, depth: i32, ply: i32) -> i32 {
    let first = searcher.turns.len();
    searcher.generate(position, AddOrMove::NONE, ply);
    let steps: Vec<AddOrMove> =
        searcher.turns.drain(first..).map(|(_, packed)| AddOrMove::unpack(packed)).collect();
    let wins = |searcher: &mut Searcher<1>, step: &AddOrMove| {
        let mut next = *position;
        next.play(&searcher.map, *step);
        matches!(step, AddOrMove::Move { .. }) && searcher.joins(&next, position.to_move)
    };
    if steps.iter().any(|step| wins(searcher, step)) {
        return WIN - ply - 1;
    }
    if depth == 0 {
        return evaluate(&searcher.map, &mut searcher.distances, &searcher.weights, position).score;
    }
    let mut best = -WIN;
    for step in steps {
        let mut next = *position;
        next.play(&searcher.map, step);
        let score = match searcher.end(&next, step, ply + 1) {
            Some(score) => -score,
            None => {
                let last_add = searcher.enter(step, next.hash());
                let score = -minimax(searcher, &next, depth - 1, ply + 1);
                searcher.leave(last_add);
                score
            }
        };
        best = best.max(score);
    }
    best
}

#[test]
fn the_same_arguments_give_the_same_report_within_the_limit() {
    let mut random = fastrand::Rng::with_seed(8);
    let game = running("-size=6", 24, &mut random);
    for nodes in [0, 1, 50, 4000] {
        let reports = [(); 2]
            .map(|()| AlphaBeta::new(&game, 7, Memory::TABLE).run(&game, Limits::nodes(nodes)));
        assert_eq!(reports[0], reports[1]);
        assert!(reports[0].nodes <= nodes);
        assert_eq!(reports[0].lines.len(), game.legal_turns().len());
        for line in &reports[0].lines {
            let mut after = game.clone().play(line.turn).unwrap();
            for &turn in &line.continuation {
                after = after.play(turn).unwrap();
            }
        }
    }
    let stopped = Limits { stop: &|| true, ..Limits::nodes(1000) };
    assert_eq!(AlphaBeta::new(&game, 7, Memory::TABLE).run(&game, stopped).nodes, 0);
}

/// A depth that was stopped after the turns in front were refuted says nothing about the others.
#[test]
fn the_best_turn_is_not_a_refuted_one() {
    for (game, refuted) in [("-size=4 -noswap", 1), ("-size=4 -noswap", 3), ("-size=4", 1)] {
        let mut game = self::game(game);
        game.play_unchecked(game.legal_turns().nth(0).unwrap());
        let mut searcher = Searcher::<1>::new(game.board().options(), table(), 1, SearchParts::All);
        let position = searcher.set_up(&game);
        let mut roots = roots(&game);
        for root in &mut roots[..refuted] {
            root.score = 4 - WIN;
        }
        roots[refuted].score = 30;
        let report = searcher.report(&game, &position, &roots);
        let best = report.lines.iter().find(|line| line.turn != Turn::Swap).unwrap();
        assert_eq!(best.turn, roots[refuted].step.turn());
        assert_eq!((best.value, report.proved), (value_of(30), None));
        let lost = report.lines.iter().filter(|line| line.proved == Some(Value::Loss));
        assert_eq!(lost.count(), refuted);
        let swap = report.lines.iter().find(|line| line.turn == Turn::Swap);
        assert_eq!(swap.is_some(), game.board().can_swap());
        assert!(swap.is_none_or(|swap| swap.value == value_of(-30) && swap.proved.is_none()));
        for root in &mut roots {
            root.score = 4 - WIN;
        }
        let report = searcher.report(&game, &position, &roots);
        let expected = if game.board().can_swap() { Value::Win } else { Value::Loss };
        assert_eq!(report.proved, Some(expected));
    }
}

/// Scores found while the draw by moves without an add was far away are not used close to it.
#[test]
fn the_table_distinguishes_how_close_the_draw_is() {
    let mut random = fastrand::Rng::with_seed(11);
    let (mut won, mut drawn) = (0, 0);
    while won < 20 {
        let end = play_out(running("-size=4 -noswap", 0, &mut random), &mut random);
        let Some(Outcome::Win { .. }) = end.outcome() else { continue };
        let game = end.at(end.turns().len() - 3);
        let new = || Searcher::<1>::new(game.board().options(), table(), 1, SearchParts::All);
        let mut searcher = new();
        let start = searcher.set_up(&game);
        let roots = roots(&game);
        let best = |searcher: &mut Searcher<1>, moves_without_add| {
            let position = AnkorPosition { moves_without_add, ..start };
            let (mut roots, nodes) = (roots.clone(), AtomicU64::new(u64::MAX));
            let mut task = SearchTask { game: &game, depth: 2, lines: 1, on_info: None };
            let budget = RunLimits { nodes: &nodes, stop: &|| false };
            searcher.search_root(&position, &mut roots, &mut task, budget).unwrap();
            roots[0].score
        };
        // By a move, after a move and an answer.
        if best(&mut searcher, 0) != WIN - 3 {
            continue;
        }
        won += 1;
        let near = MOVES_WITHOUT_ADD - 2;
        let expected = best(&mut new(), near);
        assert_eq!(best(&mut searcher, near), expected, "{:?}", game.turns());
        drawn += u32::from(expected == 0);
    }
    assert!(drawn > 0);
}

/// Before a swap, the search chooses a first turn that gives little away, and takes over a strong
/// one.
#[test]
fn a_swap_is_taken_into_account() {
    let game = game("-size=4");
    let report = AlphaBeta::new(&game, 1, Memory::TABLE).run(&game, Limits::nodes(20_000));
    assert!(report.value <= 0.5 && report.value > 0.3, "{report:?}");
    let next = game.play(*report.best().unwrap()).unwrap();
    let answer = AlphaBeta::new(&next, 1, Memory::TABLE).run(&next, Limits::nodes(20_000));
    let swap = answer.lines.iter().find(|line| line.turn == Turn::Swap).unwrap();
    let other = answer.lines.iter().find(|line| line.turn != Turn::Swap).unwrap();
    assert!((swap.value + other.value - 1.0).abs() < 1e-5);
}
