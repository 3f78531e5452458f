//! Facts about Boche for lists, forms and file formats.

use crate::{Facts, Seat};

pub(crate) const FACTS: Facts = Facts {
    name: "boche",
    title: "Boche",
    credit: "Cameron Browne, 2008",
    tagline: "two-coloured cubes enclose or join",
    aim: "Cubes painted with curves meet edge to edge. Enclose a group of the other colour, \
          or join the three sides.",
    colours: ["Light", "Dark"],
    turn: "c:d3",
    turns: "c:d3 or swap",
    usage: ("c:d3", "rotation c at d3; `rules` draws the eight rotations"),
    joins: Some("three sides"),
    results: "Dark+enclosure, Light+resignation, or * for none",
    sample: "c:d3 d:c2 b:d2 a:c1 c:d1 d:e3",
    whole_game: "b:b1 d:b2 d:c1 a:c2 e:b1' d:e1 d:d1 a:e4 b:d4 a:f5 c:f3 c:d2 d:f2 d:e2 d:a1 a:d3 \
                 d:f6 c:c3 d:f1 e:e1' f:e2' g:a1' b:e3",
    size_option: "-size",
    no_swap: Some("-noswap"),
    novices: 2,
    easier_seat: Seat::First,
    sgf: 8002,
    wire: 2,
};
