//! Drawings of Anchor boards as text, and reading them back.
//!
//! A1 is at the bottom, O15 (of size 8) at the top. A point's six neighbours are straight above and
//! below it and diagonally to both sides. Lines of equal letter rise to the left, lines of equal
//! number to the right, so both have their names along the lower edge.

use std::fmt;

use super::board::Board;
use super::options::MAX_SIZE;
use super::point::{Point, letter_name};
use super::scoring::{Count, Score};
use super::topology::{BOARD, Points, home_of};
use super::turns::Turn;
use crate::text::canvas::Canvas;
use crate::{Board as _, Colour, DrawBy, DrawStyle, Outcome, OutcomeProof, WinBy};

/// Columns from a point to its diagonal neighbours.
const STEP: usize = 3;
/// Columns to the left of the board: for brackets or, with labels, for two digits and a stroke.
const BARE_MARGIN: usize = 1;
const LABEL_MARGIN: usize = 4;

/// The contents of a drawing: stones, marks, territory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawnPosition {
    size: u8,
    labels: bool,
    stones: [Points; 2],
    last: Option<Point>,
    dead: Points,
    territory: [Points; 2],
}

/// Why a text is not a drawing of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DrawingError {
    /// No board has this many lines.
    #[error("no board has a drawing of {lines} lines")]
    Height {
        /// Number of lines before the first empty one.
        lines: usize,
    },
    /// A point contains a character that drawings don't have there.
    #[error("line {line}: the character on {point} has no meaning")]
    Mark {
        /// Line number, from 1.
        line: usize,
        /// The point.
        point: Point,
    },
    /// A line differs from the drawing of the board that the points make.
    #[error("line {line} differs from the drawing of this board")]
    Line {
        /// Line number, from 1.
        line: usize,
    },
}

impl crate::Show for Board {
    fn cells(&self) -> Vec<String> {
        let stones = Colour::BOTH.into_iter().flat_map(|colour| {
            let name = Self::KIND.colour_name(colour);
            self.stones[colour.index()].iter().map(move |at| format!("{}:{name}", Point::at(at)))
        });
        let mut cells: Vec<_> = stones.collect();
        cells.sort_unstable();
        cells
    }

    fn proof(&self, outcome: Outcome) -> OutcomeProof {
        match outcome {
            Outcome::Win { by: WinBy::Score, .. } | Outcome::Draw(DrawBy::Score) => {
                OutcomeProof::Score(self.score())
            }
            _ => OutcomeProof::None,
        }
    }

    fn draw(&self, style: DrawStyle) -> String {
        draw(self, style)
    }

    fn score_now(&self) -> Option<Score> {
        Some(self.score())
    }
}

/// Reads a drawing, with or without labels. A legend may follow after an empty line, and the lines
/// may have a common indentation.
///
/// ```
/// use carrick_games::anchor::{Board, Options, drawing};
/// use carrick_games::{Board as _, Colour, DrawStyle, Notation as _, Show as _};
/// let mut board = Board::new(Options::default());
/// board.play_unchecked(board.parse_turn("H8").unwrap());
/// let picture = drawing::read(&board.draw(DrawStyle::LABELLED))?;
/// assert!(picture.stones().eq([("H8".parse().unwrap(), Colour::Dark)]));
/// # Ok::<(), drawing::DrawingError>(())
/// ```
///
/// # Errors
/// The first fault.
pub fn read(text: &str) -> Result<DrawnPosition, DrawingError> {
    let lines: Vec<Vec<char>> = text
        .lines()
        .map(str::trim_end)
        .skip_while(|line| line.is_empty())
        .take_while(|line| !line.is_empty())
        .map(|line| line.chars().collect())
        .collect();
    DrawnPosition::read_lines(&lines)
}

/// The board as text in a style.
pub(super) fn draw(board: &Board, style: DrawStyle) -> String {
    let picture = DrawnPosition::of(board, style);
    let mut drawing = picture.to_string();
    if style.labels {
        picture.legend(board, &mut drawing);
        if is_scored(board, style) {
            score_legend(&board.count(), &mut drawing);
        }
    }
    drawing
}

impl DrawnPosition {
    /// The contents of the drawing of a board in a style.
    #[must_use]
    pub fn of(board: &Board, style: DrawStyle) -> Self {
        let count = is_scored(board, style).then(|| board.count());
        let none = [Points::EMPTY; 2];
        let [light, dark] = count.as_ref().map_or(none, |count| *count.dead_sets());
        let dead = light | dark;
        let last = match board.last_turn() {
            // A stone has only one mark, and being dead is more important than being the last.
            Some(Turn::Stone(point)) if !dead.contains(point.index()) => Some(point),
            _ => None,
        };
        Self {
            size: board.options().size(),
            labels: style.labels,
            stones: board.stones,
            last: last.filter(|_| style.labels),
            dead,
            territory: count.as_ref().map_or(none, |count| *count.territory_sets()),
        }
    }

    /// The number of points to a side.
    #[must_use]
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// Whether the lines are named.
    #[must_use]
    pub const fn labels(&self) -> bool {
        self.labels
    }

    /// The stones, in the order of their points.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Colour)> + '_ {
        let all = self.stones[0] | self.stones[1];
        all.iter().filter_map(|at| Some((Point::at(at), find(&self.stones, at)?)))
    }

    /// The stone that is marked as the last one.
    #[must_use]
    pub const fn last(&self) -> Option<Point> {
        self.last
    }

    /// Whether a stone is marked as dead.
    #[must_use]
    pub const fn is_dead(&self, point: Point) -> bool {
        self.dead.contains(point.index())
    }

    /// The colour whose territory a point is marked as.
    #[must_use]
    pub fn owner(&self, point: Point) -> Option<Colour> {
        find(&self.territory, point.index())
    }
}

impl fmt::Display for DrawnPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut canvas = Canvas::default();
        for point in points(self.size) {
            let (row, column) = self.place(point);
            canvas.put(row, column, self.mark(point));
            if let Some([left, right]) = self.brackets(point) {
                canvas.put(row, column - 1, left);
                canvas.put(row, column + 1, right);
                if let Some(owner) = self.owner(point) {
                    canvas.put(row, column + 2, territory_mark(owner));
                }
            }
        }
        if self.labels {
            self.draw_labels(&mut canvas);
        }
        f.write_str(&canvas.finish())
    }
}

impl DrawnPosition {
    /// Row and column of a point.
    fn place(&self, point: Point) -> (usize, usize) {
        let size = usize::from(self.size);
        let (letter, number) = (usize::from(point.letter()), usize::from(point.number()));
        let margin = if self.labels { LABEL_MARGIN } else { BARE_MARGIN };
        (4 * size - 2 - letter - number, margin + STEP * (size - 1 + letter - number))
    }

    fn mark(&self, point: Point) -> char {
        if let Some(colour) = find(&self.stones, point.index()) {
            return stone_mark(colour);
        }
        match (self.owner(point), home_of(self.size, point)) {
            (Some(owner), _) => territory_mark(owner),
            (None, Some(home)) => home_mark(home),
            (None, None) => '.',
        }
    }

    fn brackets(&self, point: Point) -> Option<[char; 2]> {
        if self.is_dead(point) {
            Some(['[', ']'])
        } else if self.last == Some(point) {
            Some(['(', ')'])
        } else {
            None
        }
    }

    /// The names of the lines, below their lower ends.
    fn draw_labels(&self, canvas: &mut Canvas) {
        for line in 1..2 * self.size {
            let other = (line + 1).saturating_sub(self.size).max(1);
            if let Some(end) = Point::new(line, other) {
                let (row, column) = self.place(end);
                canvas.put(row + 1, column + 1, '\\');
                canvas.put(row + 1, column + 3, letter_name(line));
            }
            if let Some(end) = Point::new(other, line) {
                let (row, column) = self.place(end);
                canvas.text(row + 1, column - 4, &format!("{line:>2} /"));
            }
        }
    }

    /// Writes the legend: what the marks mean, and the count.
    fn legend(&self, board: &Board, drawing: &mut String) {
        let mut entries = vec!["x Black", "o White"];
        let shows = |wanted: char| points(self.size).any(|point| self.mark(point) == wanted);
        match Colour::BOTH.map(|colour| shows(home_mark(colour))) {
            [true, true] => entries.push("b w their empty home corners"),
            [false, true] => entries.push("b Black's empty home corners"),
            [true, false] => entries.push("w White's empty home corners"),
            [false, false] => {}
        }
        match board.last_turn() {
            Some(Turn::Pass) => entries.push("last turn: pass"),
            Some(Turn::Swap) => entries.push("last turn: swap"),
            _ if self.last.is_some() => entries.push("( ) last stone"),
            _ => {}
        }
        drawing.push('\n');
        drawing.push_str(&entries.join("   "));
        drawing.push('\n');
    }
}

impl DrawnPosition {
    fn read_lines(lines: &[Vec<char>]) -> Result<Self, DrawingError> {
        let height = lines.len();
        let labels = height % 4 == 2;
        let size = height.div_ceil(4);
        if !(labels || height % 4 == 1) || !(2..=usize::from(MAX_SIZE)).contains(&size) {
            return Err(DrawingError::Height { lines: height });
        }
        let mut picture = Self {
            size: size as u8,
            labels,
            stones: [Points::EMPTY; 2],
            last: None,
            dead: Points::EMPTY,
            territory: [Points::EMPTY; 2],
        };
        let lines = picture.align(lines)?;
        for point in points(picture.size) {
            picture.read_point(&lines, point)?;
        }
        let drawn = picture.to_string();
        let differs = drawn
            .lines()
            .zip(&lines)
            .position(|(ours, theirs)| !ours.chars().eq(theirs.iter().copied()));
        differs.map_or(Ok(picture), |line| Err(DrawingError::Line { line: line + 1 }))
    }

    /// The lines, shifted sideways to where this program draws them.
    fn align(&self, lines: &[Vec<char>]) -> Result<Vec<Vec<char>>, DrawingError> {
        let top = &lines[0];
        let Some(first) = top.iter().position(|&c| c != ' ') else {
            return Err(DrawingError::Line { line: 1 });
        };
        let bracketed = usize::from(matches!(top[first], '(' | '['));
        let far = 2 * self.size - 1;
        let column = Point::new(far, far).map_or(0, |top| self.place(top).1);
        let found = first + bracketed;
        let align = |(index, line): (usize, &Vec<char>)| {
            let cut = found.saturating_sub(column).min(line.len());
            if line[..cut].iter().any(|&c| c != ' ') {
                return Err(DrawingError::Line { line: index + 1 });
            }
            let blanks = std::iter::repeat_n(' ', column.saturating_sub(found));
            Ok(blanks.chain(line[cut..].iter().copied()).collect())
        };
        lines.iter().enumerate().map(align).collect()
    }

    fn read_point(&mut self, lines: &[Vec<char>], point: Point) -> Result<(), DrawingError> {
        let (row, column) = self.place(point);
        let at = point.index();
        let look = |column: usize| lines[row].get(column).copied().unwrap_or(' ');
        let bracket = look(column - 1);
        let owned = if bracket == '[' { look(column + 2) } else { look(column) };
        for colour in Colour::BOTH {
            if look(column) == stone_mark(colour) {
                self.stones[colour.index()].insert(at);
            }
            if owned == territory_mark(colour) {
                self.territory[colour.index()].insert(at);
            }
        }
        match bracket {
            '[' => self.dead.insert(at),
            '(' => self.last = Some(point),
            _ => {}
        }
        let known = "xo.bw+-".contains(look(column));
        if known { Ok(()) } else { Err(DrawingError::Mark { line: row + 1, point }) }
    }
}

/// Whether dead stones and territory are shown.
fn is_scored(board: &Board, style: DrawStyle) -> bool {
    let by_score = matches!(
        board.outcome(),
        Some(Outcome::Win { by: WinBy::Score, .. } | Outcome::Draw(DrawBy::Score))
    );
    style.score || by_score
}

fn points(size: u8) -> impl Iterator<Item = Point> {
    BOARD[usize::from(size)].iter().map(Point::at)
}

fn find(sets: &[Points; 2], at: usize) -> Option<Colour> {
    Colour::BOTH.into_iter().find(|colour| sets[colour.index()].contains(at))
}

const fn stone_mark(colour: Colour) -> char {
    match colour {
        Colour::Light => 'o',
        Colour::Dark => 'x',
    }
}

const fn home_mark(colour: Colour) -> char {
    match colour {
        Colour::Light => 'w',
        Colour::Dark => 'b',
    }
}

const fn territory_mark(colour: Colour) -> char {
    match colour {
        Colour::Light => '-',
        Colour::Dark => '+',
    }
}

/// Writes the legend of a counted board: the meanings of its marks, and the count.
fn score_legend(count: &Count, drawing: &mut String) {
    drawing.push_str("[ ] dead   + Black's territory   - White's territory\n");
    for colour in [Colour::Dark, Colour::Light] {
        drawing.push_str(&count.said(colour));
        drawing.push('\n');
    }
}
