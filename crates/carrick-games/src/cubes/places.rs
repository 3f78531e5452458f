//! Lists of places for refusals, the first few by name.

use std::fmt;

use super::{CellId, Cells, Lattice, Place};

/// Some places; written out, six at most by name, or the first four and how many more there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Places {
    first: [Option<Place>; Self::MOST],
    total: usize,
}

impl Places {
    /// Maximum number of places that are all named.
    const MOST: usize = 6;
    /// Number of places that are named of a longer list.
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
        Self { first, total: cells.len() }
    }

    /// Whether there is none.
    pub(crate) const fn is_empty(&self) -> bool {
        self.first[0].is_none()
    }

    /// The names with a word before the last: `d1, d2 or d3`, `d1, d2, d3, d4 and 3 more`.
    pub(crate) fn joined(self, word: &str) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            let named = if self.total > Self::MOST { Self::NAMED } else { self.total };
            for (index, place) in self.first.iter().flatten().take(named).enumerate() {
                match index {
                    0 => {}
                    _ if index + 1 == self.total => write!(f, " {word} ")?,
                    _ => f.write_str(", ")?,
                }
                write!(f, "{place}")?;
            }
            match self.total - named {
                0 => Ok(()),
                more => write!(f, " {word} {more} more"),
            }
        })
    }
}

impl fmt::Display for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.joined("and").fmt(f)
    }
}
