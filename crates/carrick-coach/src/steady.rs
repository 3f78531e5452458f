//! Searches whose values do not swing with their depth.

use carrick_engine::{AnyEngine, Limits, Thought};

/// A search that deepens turn by turn returns the mean value of its last two depths, because values
/// swing between depths that end with a player's own turn and those that end with the opponent's.
pub(crate) fn steady(mut engine: AnyEngine, limits: Limits<'_>) -> Thought {
    let mut depths: Vec<(u32, f32)> = Vec::new();
    let mut on_info = |thought: Thought| {
        let known = depths.last().map(|&(depth, _)| depth);
        if let Some(depth) = thought.depth.filter(|&depth| Some(depth) != known) {
            depths.push((depth, thought.value));
        }
    };
    let mut thought = engine.think_multi_pv(limits, 1, Some(&mut on_info));
    if let ([.., (_, one), (_, other)], None) = (&depths[..], thought.proved) {
        thought.value = f32::midpoint(*one, *other);
    }
    thought
}
