//! Values of all legal turns: a search for the best one says little about the others.

use carrick_engine::{AnyEngine, Limits, Line, Memory, Thought, each_named_turn, even_out_by_name};
use carrick_games::AnyGame;

/// A budget of thought: searches with the limits of one of a number of equal parts of it.
pub type Think<'b> = dyn FnMut(u32, &mut dyn FnMut(Limits<'_>) -> Thought) -> Thought + 'b;

/// Values of all turns for their player, the best one, which `found` holds, first. No other has a
/// higher value, unless that is proved. `engine` is the search that made `found`, of which `lines`
/// are shown.
///
/// Turns that were searched less deeply than the best are searched again, with the same budget once
/// more. The second search is shallower, so all its values may be too high or too low, but their
/// differences are meaningful. Therefore its values are shifted so that its highest equals the best
/// turn's value, unless that is proved. Turns that a symmetry of the position makes the same have
/// the same value.
pub fn every_turn(
    engine: &mut AnyEngine,
    game: &AnyGame,
    lines: usize,
    seed: u64,
    found: &Thought,
    think: &mut Think<'_>,
) -> Vec<Line<String>> {
    let mut turns = each_value(engine, game, lines, seed, found, think);
    even_out_by_name(game, &mut turns);
    turns
}

/// The values as the searches found them.
fn each_value(
    engine: &mut AnyEngine,
    game: &AnyGame,
    lines: usize,
    seed: u64,
    found: &Thought,
    think: &mut Think<'_>,
) -> Vec<Line<String>> {
    let Some(best) = found.lines.first() else { return Vec::new() };
    let is_known = found.lines.iter().all(|line| line.proved.is_some());
    if is_known && found.lines.len() == game.legal().len() {
        return found.lines.clone();
    }
    let in_rounds = engine.thinks_in_rounds();
    // Alpha-beta searches the lines that it shows as deeply as the best one, and no others.
    let shown_lines = &found.lines[..lines.min(found.lines.len())];
    if found.settled || (in_rounds && shown_lines.len() == found.lines.len()) {
        return found.lines.clone();
    }
    let second = match in_rounds {
        true => think(1, &mut |limits| engine.think_multi_pv(limits, usize::MAX, None)).lines,
        false => evenly(game, seed, think),
    };
    let visits = |turn: &str| second.iter().find(|line| line.turn == turn).map(|line| line.visits);
    let (known, last_known): (Vec<_>, _) = match shown_lines.last() {
        Some(last) if in_rounds => (shown_lines.iter().collect(), last),
        _ => {
            let is_as_far = |line: &&Line<String>| {
                let stays = line.turn == best.turn || line.proved.is_some();
                stays || visits(&line.turn).is_none_or(|less| line.visits >= less)
            };
            (found.lines.iter().filter(is_as_far).collect(), best)
        }
    };
    let most = last_known.value;
    let is_known = |line: &Line<String>| known.iter().any(|known| known.turn == line.turn);
    let undecided = || second.iter().filter(|line| line.proved.is_none());
    let lift = |to: Option<f32>, of: Option<f32>| to.zip(of).map(|(to, highest)| to - highest);
    let highest = undecided().map(|line| line.value).reduce(f32::max);
    let other = undecided().filter(|line| !is_known(line)).map(|line| line.value).reduce(f32::max);
    // A proved value says nothing about turns that are not proved.
    let searched = |line: &Line<String>| line.proved.is_none().then_some(line.value);
    let shifts = [lift(searched(best), highest), lift(searched(last_known), other)];
    let moved = shifts.into_iter().flatten().reduce(f32::min).unwrap_or(0.0);
    // What is proved is not adjusted.
    let adjusted = |line: &Line<String>, adjust: &dyn Fn(f32) -> f32| {
        let value = if line.proved.is_some() { line.value } else { adjust(line.value) };
        Line { value, ..line.clone() }
    };
    let known = known.iter().map(|line| adjusted(line, &|value| value.min(best.value)));
    let others = second.iter().filter(|line| !is_known(line));
    let others = others.map(|line| adjusted(line, &|value| (value + moved).clamp(0.0, most)));
    known.chain(others).collect()
}

/// Evaluates each turn with an equal share of the budget.
fn evenly(game: &AnyGame, seed: u64, think: &mut Think<'_>) -> Vec<Line<String>> {
    let turns = u32::try_from(game.legal().len()).unwrap_or(u32::MAX).max(1);
    each_named_turn(game, |after| {
        think(turns, &mut |limits| AnyEngine::new(after, seed, Memory::default()).think(limits))
    })
}
