//! Lists of places for refusals, which name the first few.

use std::fmt;

use super::{CellId, Cells, Lattice, Place};

/// A list of places. It is written with up to six names, or with the first four names and the
/// number of the others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Places {
    first: [Option<Place>; Self::MOST],
    total: usize,
}

impl Places {
    /// Maximum length of a list in which all places are named.
    const MOST: usize = 6;
    /// Number of places that are named in longer lists.
    const NAMED: usize = 4;

    /// The places of some cells, no two of which have the same place.
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

    /// Whether the list is empty.
    pub(crate) const fn is_empty(&self) -> bool {
        self.first[0].is_none()
    }

    /// The names, with a word before the last: `d1, d2 or d3`, `d1, d2, d3, d4 and 3 more`.
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
