//! A sheet of characters that grows as it is drawn on.

/// Initial length of a row, in characters: the length of a line in an email.
const LINE: usize = 80;

/// Rows of characters, blank where nothing was drawn.
#[derive(Debug, Clone, Default)]
pub(crate) struct Canvas {
    rows: Vec<Vec<char>>,
}

impl Canvas {
    /// Draws one character.
    pub(crate) fn put(&mut self, row: usize, column: usize, c: char) {
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, || vec![' '; LINE]);
        }
        let line = &mut self.rows[row];
        if line.len() <= column {
            line.resize(column + 1, ' ');
        }
        line[column] = c;
    }

    /// Draws a text from left to right.
    pub(crate) fn text(&mut self, row: usize, column: usize, text: &str) {
        for (index, c) in text.chars().enumerate() {
            self.put(row, column + index, c);
        }
    }

    /// The sheet as text: lines end with a line feed and have no trailing blanks.
    pub(crate) fn finish(self) -> String {
        let mut drawing = String::with_capacity(self.rows.iter().map(|row| row.len() + 1).sum());
        for row in self.rows {
            let end = row.iter().rposition(|&c| c != ' ').map_or(0, |last| last + 1);
            drawing.extend(&row[..end]);
            drawing.push('\n');
        }
        drawing
    }
}

/// Style of a drawing: labels, marks, scoring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawStyle {
    /// Row letters, numbers and the names of spots. Without them the board is bare, as in the
    /// inventors' diagrams.
    pub labels: bool,
    /// Anchor: show dead stones and territory as if the game ended here. Always shown if the game
    /// was decided by its score.
    pub score: bool,
}

impl DrawStyle {
    /// The default style, with labels.
    pub const LABELLED: Self = Self { labels: true, score: false };
    /// The style of the inventors' diagrams, without labels.
    pub const BARE: Self = Self { labels: false, score: false };
}

impl Default for DrawStyle {
    fn default() -> Self {
        Self::LABELLED
    }
}
