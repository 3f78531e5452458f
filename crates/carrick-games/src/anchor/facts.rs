//! Facts about Anchor for lists, forms and file formats.

use crate::{Facts, Seat};

pub(crate) const FACTS: Facts = Facts {
    name: "anchor",
    title: "Anchor",
    credit: "Steven Meyers, 2000",
    tagline: "territory, and life from the sides",
    aim: "A group that touches three sides, or two that do not meet at a corner of the opponent's, is an anchor; all others are dead. The player who owns more of the board wins.",
    colours: ["White", "Black"],
    turn: "h8",
    turns: "e5, swap or pass",
    usage: ("H8, pass", "a stone on a point, or none"),
    joins: None,
    results: "Black+score, White+time, draw+score, or * for none",
    sample: "E5 H8 K11 F9 J6 G5 L9 H11 E8 I5",
    whole_game: "F10 K9 G8 I11 H7 J10 I7 L9 G9 J9 G7 I10 H12 I12 I13 J13 J14 K14 F9 K15 C9 I6 J7 J6 \
                 K7 K6 L7 M9 L6 K5 G5 G2 G4 N9 F2 B8 G3 C8 C7 D8 D7 E8 E7 H3 F1 G1 B7 A7 A6 E10 H6 \
                 E9 O9 O10 F12 E11 E12 D11 J15 H4 L5 K4 N8 F11 G12 F8 F7 H5 M8 H9 H8 G10 pass G11 \
                 pass pass",
    size_option: "-size",
    no_swap: Some("-pie=none"),
    novices: 11,
    easier_seat: Seat::First,
    sgf: 8004,
    wire: 4,
};
