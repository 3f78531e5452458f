//! Keyset pagination: a page starts after (or before) a key in the list's order.
//!
//! A page walks an index from there, so its cost depends neither on its position nor on the length
//! of the list.

/// Position in a list at which a page starts or ends.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Cursor<K> {
    /// Start of the list.
    #[default]
    Start,
    /// Rows after a key.
    After(K),
    /// Rows before a key.
    Before(K),
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Page<T> {
    /// Rows of the page.
    pub rows: Vec<T>,
    /// Whether there are rows before it.
    pub before: bool,
    /// Whether there are rows after it.
    pub after: bool,
}

impl<T> Page<T> {
    /// Makes a page from rows that were queried, starting at `from`, with one more than fits.
    pub(crate) fn cut<K>(mut rows: Vec<T>, from: &Cursor<K>, limit: u32) -> Self {
        let more = rows.len() > limit as usize;
        rows.truncate(limit as usize);
        match from {
            Cursor::Start => Self { rows, before: false, after: more },
            Cursor::After(_) => Self { rows, before: true, after: more },
            Cursor::Before(_) => {
                rows.reverse();
                Self { rows, before: more, after: true }
            }
        }
    }
}
