//! Aims of the colours in Ankor, and effects of turns.

use carrick_games::Colour;
use carrick_games::ankor::{Board, Group, Options, Turn};
use carrick_games::cubes::CellId;

use super::Effect;

/// Aim of a colour, in a sentence or two.
pub(crate) fn aim(options: Options, _: Colour) -> String {
    let height = match options.highest_touch() {
        0 => "in holes only".to_owned(),
        top if top + 1 == options.size() => "at any level".to_owned(),
        top => format!("up to level {top}"),
    };
    format!(
        "Join the three sides by one path of cubes that rest on each other, with contacts that can be \
         seen. Cubes touch a side {height}."
    )
}

/// Adds the effects of adding or moving a cube.
pub(super) fn find(before: &Board, after: &Board, mover: Colour, effects: &mut Vec<Effect>) {
    let Some(cube) = after.last_cube() else { return };
    let lattice = after.lattice();
    effects.push(Effect::Level(lattice.level(cube)));
    if let Some(Turn::Move { from, .. }) = after.last_turn()
        && after.cube(from).is_some()
    {
        effects.push(Effect::Drops(lattice.place(from).to_string()));
    }
    for id in lattice.ids() {
        let place = || lattice.place(id).to_string();
        match (is_pinned(before, id), is_pinned(after, id)) {
            (false, true) => effects.push(Effect::Pins(place())),
            (true, false) => effects.push(Effect::Frees(place())),
            _ => {}
        }
    }
    let connected = after.connected_to(cube).len();
    if connected > 0 {
        effects.push(Effect::Connects(connected));
    }
    let Some(group) = after.groups().into_iter().find(|group| group.cubes.contains(cube.index()))
    else {
        return;
    };
    let moved = match after.last_turn() {
        Some(Turn::Move { from, .. }) => Some(from),
        _ => None,
    };
    let parts: Vec<Group> = before
        .groups()
        .into_iter()
        .filter(|old| {
            let mut kept = old.cubes.iter().filter(|&at| Some(at) != moved.map(CellId::index));
            old.colour == mover && kept.any(|at| group.cubes.contains(at))
        })
        .collect();
    if parts.len() > 1 {
        effects.push(Effect::Joins(parts.len()));
    }
    if sides(&group) > parts.iter().map(sides).max().unwrap_or(0) {
        effects.push(Effect::Touches(sides(&group)));
    }
}

/// Number of sides that a group touches.
fn sides(group: &Group) -> usize {
    group.sides.iter().filter(|&&touched| touched).count()
}

/// Whether the cube in a cell carries at least two cubes.
fn is_pinned(board: &Board, id: CellId) -> bool {
    let carried =
        |axis| board.lattice().resting(id, axis).is_some_and(|on| board.cube(on).is_some());
    board.cube(id).is_some() && (0..3).filter(|&axis| carried(axis)).count() > 1
}
