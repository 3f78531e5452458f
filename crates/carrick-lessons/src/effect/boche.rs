//! Aims of the colours in Boche, and effects of turns.

use carrick_games::boche::{Board, EndRule, Group, Options};
use carrick_games::{Colour, GameKind};

use super::Effect;

/// Aim of a colour, in a sentence or two.
pub(crate) fn aim(options: Options, colour: Colour) -> String {
    let [own, other] = [colour, !colour].map(|colour| GameKind::Boche.colour_name(colour));
    match options.end_rule() {
        EndRule::FullBoard => {
            format!("When the board is full, join the three sides by one group of {own}.")
        }
        EndRule::Enclosure { kill, immediate: true } => format!(
            "Enclose {other}: a group of {kill} points or more that touches no side and no empty hole. \
             Or be the first to join the three sides by one group of {own}."
        ),
        EndRule::Enclosure { kill, immediate: false } => format!(
            "Enclose {other}: a group of {kill} points or more that touches no side and no empty hole. \
             If no one does, join the three sides of the full board by one group of {own}."
        ),
    }
}

/// Adds the effects of playing a cube.
pub(super) fn find(before: &Board, after: &Board, mover: Colour, effects: &mut Vec<Effect>) {
    let Some(cube) = after.last_cube() else { return };
    effects.push(Effect::Level(after.lattice().level(cube)));
    let of = |board: &Board, colour: Colour| -> Vec<Group> {
        board.groups().into_iter().filter(|group| group.colour == colour).collect()
    };
    let (whole, broken) = (of(before, !mover), of(after, !mover));
    let remains = |group: &Group| broken.iter().filter(|part| shares(part, group)).count();
    if let Some(split) = whole.iter().map(remains).max().filter(|&split| split > 1) {
        effects.push(Effect::Splits(split));
    }
    let (old, new) = (of(before, mover), of(after, mover));
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

/// Whether a group contains points of an older one.
fn shares(part: &Group, group: &Group) -> bool {
    part.points.iter().any(|at| group.points.contains(at))
}

/// Number of sides that a group touches.
fn sides(group: &Group) -> usize {
    group.sides.iter().filter(|&&touched| touched).count()
}
