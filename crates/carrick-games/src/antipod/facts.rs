//! Facts about Antipod for lists, forms and file formats.

use crate::{Facts, Seat};

pub(crate) const FACTS: Facts = Facts {
    name: "antipod",
    title: "Antipod",
    credit: "Cameron Browne, 2003",
    tagline: "Hex on a sphere",
    aim: "Two discs are one sphere. Black joins the two poles; White draws a ring between \
          them.",
    colours: ["White", "Black"],
    turn: "f14",
    turns: "f4 or f14",
    usage: ("f14", "a stone on a point"),
    joins: Some("two poles"),
    results: "Black+path, White+ring, White+resignation, or * for none",
    sample: "f14 f9 g14 e14 h14 e15 c4 d4 d5 g7",
    whole_game: "f7 g7 g18 g17 h18 f18 h17 e6 g19 f19 f20 g20 g16 e7 g21 h21 i11+ h11+ h10 g10 e19 \
                 g9 f10 f8",
    size_option: "-radius",
    no_swap: None,
    novices: 8,
    easier_seat: Seat::Second,
    sgf: 8003,
    wire: 3,
};
