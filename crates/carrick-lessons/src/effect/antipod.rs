//! Aims of the colours in Antipod, and effects of turns.

use carrick_games::Colour;
use carrick_games::antipod::{Board, Group, Options};

use super::Effect;

/// Aim of a colour, in a sentence or two.
pub(crate) fn aim(_: Options, colour: Colour) -> String {
    match colour {
        Colour::Dark => "Join the two poles by a path of black stones.",
        Colour::Light => "Part the two poles by a closed ring of white stones round the globe.",
    }
    .to_owned()
}

/// Adds the effects of putting a stone.
pub(super) fn find(before: &Board, after: &Board, mover: Colour, effects: &mut Vec<Effect>) {
    let sphere = after.sphere();

    let Some(stone) = after.last_turn() else { return };
    if sphere.is_rim(stone) {
        effects.push(Effect::Rim);
    }
    let own = |group: &Group| group.colour == mover;
    let touching = |group: &Group| sphere.neighbours(stone).any(|near| group.points.has(near));
    let old: Vec<Group> = before.groups().into_iter().filter(own).collect();
    let joined = old.iter().filter(|group| touching(group)).count();
    if joined > 1 {
        effects.push(Effect::Joins(joined));
    }
    let whole = after.groups().into_iter().find(|group| group.points.has(stone));
    if mover == Colour::Dark
        && let Some(group) = whole
        && sphere.centres().into_iter().any(|pole| group.points.has(pole))
    {
        effects.push(Effect::Pole);
    }
    let shared = |group: &Group| {
        let empty = sphere.neighbours(stone).filter(|&near| after.stone_at(near).is_none());
        empty.filter(|&near| sphere.neighbours(near).any(|next| group.points.has(next))).count()
    };
    let bridges = old.iter().filter(|group| !touching(group) && shared(group) > 1).count();
    if bridges > 0 {
        effects.push(Effect::Bridges(bridges));
    }
}
