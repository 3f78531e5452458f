//! The facts about Ankor that lists, forms and file formats need.

use crate::Facts;

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
    size_option: "-size",
    no_swap: Some("-noswap"),
    sgf: 8001,
    wire: 1,
};
