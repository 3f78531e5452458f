//! Lists of places for refusals, the first few by name.

use std::fmt;

use super::{CellId, Cells, Lattice, Place};

/// Some places; written out, the first four by name and how many more there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Places {
    first: [Option<Place>; Self::NAMED],
    more: usize,
}

impl Places {
    const NAMED: usize = 4;

    /// The places of some cells, of which no two are seen at one place.
    pub(crate) fn new(lattice: &Lattice, cells: Cells) -> Self {
        let places = || cells.iter().map(|cell| lattice.place(CellId::from_index(cell)));
        let mut before = None;
        let first = std::array::from_fn(|_| {
            let next = places().filter(|&place| Some(place) > before).min();
            before = next.or(before);
            next
        });
        Self { first, more: cells.len().saturating_sub(Self::NAMED) }
    }

    /// Whether there is none.
    pub(crate) const fn is_empty(&self) -> bool {
        self.first[0].is_none()
    }

    /// The names with a word before the last: `d1, d2 or d3`, `d1, d2, d3, d4 and 5 more`.
    pub(crate) fn joined(self, word: &str) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            let named = self.first.iter().flatten().count();
            for (index, place) in self.first.iter().flatten().enumerate() {
                match index {
                    0 => {}
                    _ if self.more == 0 && index + 1 == named => write!(f, " {word} ")?,
                    _ => f.write_str(", ")?,
                }
                write!(f, "{place}")?;
            }
            if self.more == 0 { Ok(()) } else { write!(f, " {word} {} more", self.more) }
        })
    }
}

impl fmt::Display for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.joined("and").fmt(f)
    }
}
