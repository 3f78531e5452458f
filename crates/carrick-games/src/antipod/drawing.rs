//! Drawings of Antipod positions as text, and reading them back.
//!
//! Row letters and numbers are part of the drawing in both styles, as in the inventor's own. The
//! labelled style adds marks: `(x)` is the last turn, and capitals are the winning path or ring. A
//! legend below an empty line explains them.

use super::point::MAX_POINTS;
use super::{Board, DrawnPlace, Half, Options, Place, Point, PointSet, Setup, Sphere};
use crate::text::canvas::Canvas;
use crate::text::notation::row_letter;
use crate::{Board as _, Colour, DrawStyle, Outcome, OutcomeProof, WinBy};

/// The contents of a drawing: stones and marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The size of the sphere.
    pub options: Options,
    /// White's stones, then Black's.
    pub stones: [PointSet; 2],
    /// The stone marked as the last turn.
    pub last: Option<Point>,
    /// The stones in capitals: the winning path or ring.
    pub marked: PointSet,
}

/// Why a text is not a drawing of a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// There are no rows starting with `a`, or their number is not an odd number from 3 to 19.
    #[error(
        "a drawing has an odd number of rows from 3 to 19, which start with the letters a, b, c and so on"
    )]
    NoBoard,
    /// A character differs from that of a drawing, or is missing.
    #[error("line {line}, column {column} does not belong to a drawing of radius {radius}")]
    Unexpected {
        /// Line number, from 1.
        line: usize,
        /// Column number, from 1.
        column: usize,
        /// The radius that follows from the number of rows.
        radius: u8,
    },
    /// A rim point that looks different on the two boards.
    #[error("{place} is a rim point, but the two boards show it differently")]
    RimDiffers {
        /// Its canonical name.
        place: Place,
    },
    /// A centre without Black's stone.
    #[error("{place} is a pole, and a black stone is always there")]
    Centre {
        /// Its name.
        place: Place,
    },
    /// More than one stone is marked as the last turn.
    #[error("more than one stone is marked as the last turn")]
    TwoLast,
    /// An empty point is marked as the last turn.
    #[error("{place} is marked as the last turn, but it is empty")]
    LastEmpty {
        /// Its name.
        place: Place,
    },
}

impl Seen {
    /// The position, given the colour to move.
    #[must_use]
    pub fn setup(&self, to_move: Colour) -> Setup {
        let stones = Colour::BOTH.into_iter().flat_map(|colour| {
            self.stones[colour.index()].into_iter().map(move |point| (point, colour))
        });
        Setup { options: self.options, stones: stones.collect(), to_move, last: self.last }
    }
}

impl crate::Show for Board {
    fn cells(&self) -> Vec<String> {
        let mut cells: Vec<String> = Colour::BOTH
            .into_iter()
            .flat_map(|colour| {
                let name = Self::KIND.colour_name(colour);
                let places =
                    self.stones(colour).into_iter().map(|point| self.sphere().place(point));
                places.map(move |place| format!("{place}:{name}"))
            })
            .collect();
        cells.sort_unstable();
        cells
    }

    fn proof(&self, outcome: Outcome) -> OutcomeProof {
        let names = |points: Vec<Point>| {
            points.into_iter().map(|point| self.sphere().place(point).to_string()).collect()
        };
        match outcome {
            Outcome::Win { by: WinBy::Path, .. } => self
                .shortest_path()
                .map_or(OutcomeProof::None, |path| OutcomeProof::Path(names(path))),
            Outcome::Win { by: WinBy::Ring, .. } => self
                .shortest_ring()
                .map_or(OutcomeProof::None, |ring| OutcomeProof::Ring(names(ring))),
            _ => OutcomeProof::None,
        }
    }

    fn draw(&self, style: DrawStyle) -> String {
        draw(self, style)
    }
}

/// Draws a position.
pub(super) fn draw(board: &Board, style: DrawStyle) -> String {
    let sphere = board.sphere();
    let marked = if style.labels { winning_stones(board) } else { PointSet::EMPTY };
    let last = board.last_turn().filter(|_| style.labels);
    let layout = Layout { sphere };
    let mut canvas = layout.frame();
    for (site, point) in layout.sites() {
        let (line, column) = layout.spot(site);
        canvas.put(line, column, stone_char(board.stone_at(point), marked.has(point)));
        if last == Some(point) {
            canvas.put(line, column - 1, '(');
            canvas.put(line, column + 1, ')');
        }
    }
    let mut drawing = canvas.finish();
    if style.labels {
        drawing.push_str(&legend(board, marked));
    }
    drawing
}

/// Reads a drawing in either style. Trailing blanks and empty lines before the drawing are ignored;
/// the legend, after the last row, is not read.
///
/// ```
/// use carrick_games::{Colour, DrawStyle, Game, Show as _, antipod::{Board, drawing}};
/// let game = Game::<Board>::new(Default::default()).play_text("b7+").unwrap();
/// let seen = drawing::read(&game.board().draw(DrawStyle::LABELLED)).unwrap();
/// assert_eq!(seen.setup(Colour::Dark).board().unwrap(), *game.board());
/// ```
///
/// # Errors
/// If the text differs from a drawing; the error gives the place.
pub fn read(text: &str) -> Result<Seen, ReadError> {
    let skipped = text.lines().take_while(|line| line.trim().is_empty()).count();
    let lines: Vec<&str> = text.lines().skip(skipped).collect();
    let (first, rows) = rows(&lines).ok_or(ReadError::NoBoard)?;
    let radius = u8::try_from(rows.div_ceil(2)).unwrap_or(u8::MAX);
    let options = Options::with_radius(radius).filter(|_| rows % 2 == 1);
    let sphere = Sphere::of(options.ok_or(ReadError::NoBoard)?);
    let layout = Layout { sphere };
    if first != layout.line_of_row(1) {
        return Err(ReadError::NoBoard);
    }
    let grid: Vec<Vec<char>> = lines[..first + rows].iter().map(|l| l.chars().collect()).collect();
    SheetReader { layout, grid, skipped }.read()
}

/// The line of row `a`, and the number of rows.
fn rows(lines: &[&str]) -> Option<(usize, usize)> {
    let begins = |line: &str, c: char| line.trim_start().starts_with(c);
    let first = lines.iter().position(|line| begins(line, 'a'))?;
    let letters = 'a'..='s';
    let rows = lines[first..].iter().zip(letters).take_while(|&(line, c)| begins(line, c)).count();
    Some((first, rows))
}

/// The stones that won.
fn winning_stones(board: &Board) -> PointSet {
    let path = board.shortest_path().or_else(|| board.shortest_ring());
    path.into_iter().flatten().collect()
}

/// The legend of the labelled style: the meanings of its marks; empty if there are none.
fn legend(board: &Board, marked: PointSet) -> String {
    let last = board.last_turn().map(|last| {
        let stone = stone_char(board.stone_at(last), marked.has(last));
        format!("({stone}) the last turn, {}", board.sphere().place(last))
    });
    let won = board.outcome().and_then(Outcome::winner).map(|winner| match winner {
        Colour::Light => "O the ring that parts the poles".to_owned(),
        Colour::Dark => "X the path that joins the poles".to_owned(),
    });
    let marks: Vec<String> = last.into_iter().chain(won).collect();
    if marks.is_empty() { String::new() } else { format!("\n{}\n", marks.join("    ")) }
}

const fn stone_char(owner: Option<Colour>, capital: bool) -> char {
    match (owner, capital) {
        (None, _) => '.',
        (Some(Colour::Light), false) => 'o',
        (Some(Colour::Light), true) => 'O',
        (Some(Colour::Dark), false) => 'x',
        (Some(Colour::Dark), true) => 'X',
    }
}

/// Layout of the sheet: lines and columns of points, letters and numbers.
#[derive(Clone, Copy)]
struct Layout {
    sphere: &'static Sphere,
}

impl Layout {
    /// The line of a row; rows are counted from 1, and those above the board, where the diagonals
    /// lead on to their numbers, are 0 and below.
    fn line_of_row(self, row: i8) -> usize {
        // Three rows lead to the numbers; a second digit is above the first, so that the diagonal
        // reads "1", "2" on its way up.
        let two_digits = 3 * self.sphere.radius() > 10;
        (row + 2 + i8::from(two_digits)) as usize
    }

    /// Line and column of a point, or of the continuation of its diagonal above the board.
    fn spot_at(self, half: Half, row: i8, column: i8) -> (usize, usize) {
        let radius = self.sphere.radius() as i8;
        let left = 2 * column - row + radius + 4;
        let shift = if half == Half::Right { 4 * radius + 2 } else { 0 };
        (self.line_of_row(row), (left + shift) as usize)
    }

    fn spot(self, site: DrawnPlace) -> (usize, usize) {
        self.spot_at(site.half, site.row as i8, site.column as i8)
    }

    fn sites(self) -> impl Iterator<Item = (DrawnPlace, Point)> {
        let sites = Half::BOTH.into_iter().flat_map(move |half| self.sphere.half_sites(half));
        sites.filter_map(move |site| Some((site, self.sphere.at(site)?)))
    }

    /// Everything but the points.
    fn frame(self) -> Canvas {
        let mut canvas = Canvas::default();
        let radius = self.sphere.radius() as i8;
        for row in 1..2 * radius {
            let first = (row - radius).max(0) + 1;
            let (line, column) = self.spot_at(Half::Left, row, first);
            canvas.put(line, column - 5, row_letter(row as u8));
        }
        for half in Half::BOTH {
            for column in 1..2 * radius {
                self.number(&mut canvas, half, column);
            }
        }
        canvas
    }

    /// The number of a diagonal, and a stroke that leads to it: two and three rows above the
    /// diagonal's first point.
    fn number(self, canvas: &mut Canvas, half: Half, column: i8) {
        let radius = self.sphere.radius() as i8;
        let first_row = (column - radius).max(0) + 1;
        let (line, at) = self.spot_at(half, first_row - 2, column);
        canvas.put(line, at, '/');
        let (line, at) = self.spot_at(half, first_row - 3, column);
        let number =
            self.sphere.number(DrawnPlace { half, row: 1, column: column as u8 }).to_string();
        if first_row > 1 {
            canvas.text(line, at, &number);
        } else {
            for (up, digit) in number.chars().enumerate() {
                canvas.put(line - up, at + up, digit);
            }
        }
    }
}

/// Reads the stones from a sheet of known size.
struct SheetReader {
    layout: Layout,
    grid: Vec<Vec<char>>,
    /// Number of empty lines before the sheet.
    skipped: usize,
}

impl SheetReader {
    fn read(&self) -> Result<Seen, ReadError> {
        let sphere = self.layout.sphere;
        let mut seen = Seen {
            options: sphere.options(),
            stones: [PointSet::EMPTY; 2],
            last: None,
            marked: PointSet::EMPTY,
        };
        let mut rest = self.grid.clone();
        let mut shown = [None; MAX_POINTS];
        for (site, point) in self.layout.sites() {
            let (line, column) = self.layout.spot(site);
            let c = self.take(&mut rest, line, column)?;
            let last = rest[line].get(column - 1) == Some(&'(');
            if last {
                rest[line][column - 1] = ' ';
                self.expect(&mut rest, line, column + 1, ')')?;
            }
            let before = shown[point.index()].get_or_insert((c, last));
            if *before != (c, last) {
                return Err(ReadError::RimDiffers { place: sphere.place(point) });
            }
            note(&mut seen, sphere, point, c, last)?;
        }
        self.compare_frame(&mut rest)?;
        Ok(seen)
    }

    /// Takes a point from the sheet.
    fn take(&self, rest: &mut [Vec<char>], line: usize, column: usize) -> Result<char, ReadError> {
        match rest[line].get_mut(column) {
            Some(c @ ('.' | 'o' | 'O' | 'x' | 'X')) => Ok(std::mem::replace(c, ' ')),
            _ => Err(self.unexpected(line, column)),
        }
    }

    /// Takes a character that must be there from the sheet.
    fn expect(
        &self,
        rest: &mut [Vec<char>],
        line: usize,
        column: usize,
        wanted: char,
    ) -> Result<(), ReadError> {
        match rest[line].get_mut(column) {
            Some(c) if *c == wanted => {
                *c = ' ';
                Ok(())
            }
            _ => Err(self.unexpected(line, column)),
        }
    }

    /// Checks that the rest of the sheet contains only the letters and numbers of the frame.
    fn compare_frame(&self, rest: &mut [Vec<char>]) -> Result<(), ReadError> {
        let frame = self.layout.frame().finish();
        for (line, wanted) in frame.lines().enumerate() {
            for (column, c) in wanted.chars().enumerate().filter(|&(_, c)| c != ' ') {
                self.expect(rest, line, column, c)?;
            }
        }
        let left_over = rest.iter().enumerate().find_map(|(line, text)| {
            text.iter().position(|c| !c.is_whitespace()).map(|column| (line, column))
        });
        left_over.map_or(Ok(()), |(line, column)| Err(self.unexpected(line, column)))
    }

    fn unexpected(&self, line: usize, column: usize) -> ReadError {
        let radius = self.layout.sphere.radius();
        ReadError::Unexpected { line: self.skipped + line + 1, column: column + 1, radius }
    }
}

/// Adds a point to the contents of the drawing.
fn note(
    seen: &mut Seen,
    sphere: &Sphere,
    point: Point,
    c: char,
    last: bool,
) -> Result<(), ReadError> {
    let place = sphere.place(point);
    let owner = match c.to_ascii_lowercase() {
        'o' => Some(Colour::Light),
        'x' => Some(Colour::Dark),
        _ => None,
    };
    if sphere.centres().contains(&point) && owner != Some(Colour::Dark) {
        return Err(ReadError::Centre { place });
    }
    if let Some(owner) = owner {
        seen.stones[owner.index()].insert(point);
    }
    if c.is_ascii_uppercase() {
        seen.marked.insert(point);
    }
    if last {
        if owner.is_none() {
            return Err(ReadError::LastEmpty { place });
        }
        if seen.last.is_some_and(|other| other != point) {
            return Err(ReadError::TwoLast);
        }
        seen.last = Some(point);
    }
    Ok(())
}
