//! Aims of the colours in Antipod, and effects of turns.

use carrick_games::antipod::{Board, Group, Options, Point};
use carrick_games::{AnyGame, Colour};

use super::Effect;

/// Aim of a colour, in a sentence or two.
pub(crate) fn aim(_: Options, colour: Colour) -> String {
    match colour {
        Colour::Dark => "Join the two poles by a path of black stones.",
        Colour::Light => "Separate the two poles by a closed ring of white stones round the globe.",
    }
    .to_owned()
}

/// Adds the effects of placing a stone.
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
    let is_bridge = |group: &&Group| !touching(group) && shared(after, stone, group).len() > 1;
    let bridges = old.iter().filter(is_bridge).count();
    if bridges > 0 {
        effects.push(Effect::Bridges(bridges));
    }
}

/// Names of two empty points, either of which can join the stone at a place to another group of its
/// colour; empty if the stone makes no bridge.
pub(super) fn ways(game: &AnyGame, place: &str) -> Vec<String> {
    let AnyGame::Antipod(game) = game else { return Vec::new() };
    let (board, sphere) = (game.board(), game.board().sphere());
    let Ok(stone) = sphere.parse(place) else { return Vec::new() };
    let own =
        |group: &Group| Some(group.colour) == board.stone_at(stone) && !group.points.has(stone);
    let groups = board.groups().into_iter().filter(own);
    let ways = groups.map(|group| shared(board, stone, &group)).find(|ways| ways.len() > 1);
    let ways = ways.into_iter().flatten().take(2);
    ways.map(|point| sphere.place(point).to_string()).collect()
}

/// Empty points next to both a stone and a group.
fn shared(board: &Board, stone: Point, group: &Group) -> Vec<Point> {
    let sphere = board.sphere();
    let empty = sphere.neighbours(stone).filter(|&near| board.stone_at(near).is_none());
    empty.filter(|&near| sphere.neighbours(near).any(|next| group.points.has(next))).collect()
}
