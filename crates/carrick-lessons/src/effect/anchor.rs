//! Aims of the colours in Anchor, and effects of turns.

use carrick_games::anchor::{Board, Group, Options, Point, Turn};
use carrick_games::{AnyGame, Colour, GameKind};

use super::Effect;

/// Aim of a colour, in a sentence or two.
pub(crate) fn aim(_: Options, colour: Colour) -> String {
    let other = GameKind::Anchor.colour_name(!colour);
    format!(
        "Own more than {other}: territory and prisoners. Anchors are groups that touch three sides, or two that \
         do not meet at a home corner of {other}'s."
    )
}

/// Adds the effects of placing a stone.
pub(super) fn find(before: &Board, after: &Board, mover: Colour, effects: &mut Vec<Effect>) {
    let Some(Turn::Stone(point)) = after.last_turn() else { return };
    let touching = |group: &Group| after.neighbours(point).any(|near| group.points.contains(&near));
    let mut old = before.groups();
    old.retain(|group| group.colour == mover && touching(group));
    if old.len() > 1 {
        effects.push(Effect::Joins(old.len()));
    }
    if let Some(group) = after.groups().into_iter().find(|group| group.points.contains(&point)) {
        if sides(&group) > old.iter().map(sides).max().unwrap_or(0) {
            effects.push(Effect::Touches(sides(&group)));
        }
        effects.push(if group.is_anchor { Effect::Anchor } else { Effect::Dead });
    }
    let (was, is) = (before.count(), after.count());
    if is.territory(mover) > was.territory(mover) {
        effects.push(Effect::Owns(is.territory(mover).into()));
    }
}

/// Number of sides that the group at a point touches; 0 if the point is empty.
pub(super) fn sides_touched(game: &AnyGame, place: &str) -> usize {
    let (AnyGame::Anchor(game), Ok(point)) = (game, place.parse::<Point>()) else { return 0 };
    let groups = game.board().groups();
    groups.iter().find(|group| group.points.contains(&point)).map_or(0, sides)
}

/// Number of sides that a group touches.
fn sides(group: &Group) -> usize {
    group.sides.iter().filter(|&&touched| touched).count()
}
