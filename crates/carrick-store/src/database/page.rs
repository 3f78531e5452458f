//! Keyset pagination: a page begins after (or before) a key in the list's order.
//!
//! It walks an index from there, so that it costs the same wherever it is and however long the
//! list.

/// Where in a list a page begins or ends.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Cursor<K> {
    /// Its beginning.
    #[default]
    Start,
    /// What comes after a key.
    After(K),
    /// What comes before a key.
    Before(K),
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Page<T> {
    /// What stands on it.
    pub rows: Vec<T>,
    /// Whether there is something before it.
    pub before: bool,
    /// Whether there is something after it.
    pub after: bool,
}

impl<T> Page<T> {
    /// Rows that were asked for, one more than fit, on the way from `from`.
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
