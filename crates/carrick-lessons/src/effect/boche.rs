//! Effects of turns of Boche.

use carrick_games::Colour;
use carrick_games::boche::{Board, Group};

use super::Effect;

/// Adds the effects of playing a cube.
pub(super) fn find(before: &Board, after: &Board, mover: Colour, effects: &mut Vec<Effect>) {
    let Some(cube) = after.last_cube() else { return };
    effects.push(Effect::Level(after.lattice().level(cube)));
    let own = |board: &Board| -> Vec<Group> {
        board.groups().into_iter().filter(|group| group.colour == mover).collect()
    };
    let (old, new) = (own(before), own(after));
    let parts = |group: &Group| old.iter().filter(|part| shares(part, group)).count();
    if let Some(joined) = new.iter().map(parts).max().filter(|&joined| joined > 1) {
        effects.push(Effect::Joins(joined));
    }
    let reached = new.iter().filter(|group| {
        let parts = old.iter().filter(|part| shares(part, group));
        sides(group) > parts.map(sides).max().unwrap_or(3)
    });
    if let Some(most) = reached.map(sides).max() {
        effects.push(Effect::Touches(most));
    }
    if let Some(size) = new.iter().map(|group| group.points.len()).max() {
        effects.push(Effect::GroupOf(size));
    }
}

/// Whether a group has points of an older one.
fn shares(part: &Group, group: &Group) -> bool {
    part.points.iter().any(|at| group.points.contains(at))
}

/// Number of sides that a group touches.
fn sides(group: &Group) -> usize {
    group.sides.iter().filter(|&&touched| touched).count()
}
