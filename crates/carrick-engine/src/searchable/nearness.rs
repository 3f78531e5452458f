//! Distances between the places of turns.

use carrick_games::Board;
use carrick_games::cubes::{CellId, Lattice};

/// A game whose turns have distances between them.
pub trait Nearness: Board {
    /// Distance of other turns from a given one, in steps from place to neighbouring place; `None`
    /// if either turn has no place, such as a pass.
    fn distances(&self, from: Self::Turn) -> impl Fn(Self::Turn) -> Option<u8>;
}

/// Number of steps between two cells of a pile of cubes, where each step goes to a cell that shares
/// a face or an edge.
pub(crate) fn on_a_lattice(lattice: &Lattice, one: CellId, other: CellId) -> u8 {
    let [one, other] = [one, other].map(|id| lattice.cell(id).coordinates());
    one.into_iter().zip(other).map(|(one, other)| one.abs_diff(other)).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use carrick_games::{
        Game, GameOptions as _, Notation, SizeLimits, anchor, ankor, antipod, boche,
    };

    use super::*;

    #[track_caller]
    fn check<B: Nearness + Notation>(options: &[&str], from: &str, expected: &[(&str, u8)]) {
        let game = Game::<B>::new(B::Options::parse(options, SizeLimits::Scripts).unwrap());
        let turn = |name| game.parse_turn(name).unwrap();
        let distance = game.board().distances(turn(from));
        for &(name, steps) in expected {
            assert_eq!(distance(turn(name)), Some(steps), "{from} to {name}");
        }
    }

    #[test]
    fn steps_lead_from_place_to_place() {
        check::<antipod::Board>(&[], "b2", &[("b2", 0), ("b3", 1), ("c3", 1), ("d4", 2)]);
        check::<anchor::Board>(&[], "D4", &[("D4", 0), ("E5", 1), ("E4", 1), ("C5", 2), ("H8", 4)]);
        check::<ankor::Board>(&[], "c2", &[("c2", 0), ("c3", 1), ("d3", 1), ("f3", 3)]);
        check::<boche::Board>(&[], "a:c2", &[("c:c2", 0), ("a:c3", 1), ("a:f3", 3)]);
    }
}
