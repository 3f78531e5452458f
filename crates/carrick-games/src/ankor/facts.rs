//! Facts about Ankor for lists, forms and file formats.

use crate::{Facts, Seat};

pub(crate) const FACTS: Facts = Facts {
    name: "ankor",
    title: "Ankor",
    credit: "Cameron Browne, 2008",
    tagline: "cubes climb to join three sides",
    aim: "Stack tilted cubes into a pyramid, and move them once they stand. Join the three \
          sides.",
    colours: ["O", "X"],
    turn: "d3",
    turns: "d3, d3-f4, swap or pass",
    usage: ("d3, d3-f4", "add a cube, or move one"),
    joins: Some("three sides"),
    results: "X+path, O+resignation, draw+agreement, or * for none",
    sample: "d3 c2 d2 e3 c1 d4 c3 b2 e4",
    whole_game: "e2 d3 e3 e4 e2-d3' c2 d2 d4 e2 b2 d2-d1 c3 f3 c2-c3' d2 f5 e1 c2 d2-d1' b1 f2 a1 \
                 d2 f5-a1' d2-e2' a1-e5 d2 e5-a1' f1 f4 f1-d2' f5 f6 f5-e5 d2-d4' f4-c3'' d4'-c1 f5 \
                 c1-f4 c2-e5' f4-d2' c2 c1 f4 d1'-f1 f4-b2'",
    size_option: "-size",
    no_swap: Some("-noswap"),
    novices: 7,
    easier_seat: Seat::First,
    sgf: 8001,
    wire: 1,
};
