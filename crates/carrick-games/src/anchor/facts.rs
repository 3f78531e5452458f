//! The facts about Anchor that lists, forms and file formats need.

use crate::Facts;

pub(crate) const FACTS: Facts = Facts {
    name: "anchor",
    title: "Anchor",
    credit: "Steven Meyers, 2000",
    tagline: "territory, and life from the sides",
    aim: "Stones live when they reach the sides. The player who owns more of the board wins.",
    colours: ["White", "Black"],
    turn: "h8",
    turns: "e5, swap or pass",
    usage: ("H8, pass", "a stone on a point, or none"),
    joins: None,
    results: "Black+score, White+time, draw+score, or * for none",
    sample: "E5 H8 K11 F9 J6 G5 L9 H11 E8 I5",
    size_option: "-size",
    no_swap: Some("-pie=none"),
    sgf: 8004,
    wire: 4,
};
