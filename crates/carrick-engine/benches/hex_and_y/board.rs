//! The two boards: points, neighbours, sides.

/// A board on which each colour wants a chain that touches certain sides.
///
/// Points are numbered line by line in alternating directions, so that each is next to the previous
/// one.
pub(crate) struct Board {
    /// In order around each point; `None` beyond the rim.
    pub(crate) neighbours: Vec<[Option<usize>; 6]>,
    /// The sides each point is on, as bits.
    pub(crate) sides: Vec<u8>,
    /// The sides that a chain of the first and of the second player must touch.
    pub(crate) goals: [u8; 2],
}

impl Board {
    /// Hex: the first player connects top and bottom, the second left and right.
    pub(crate) fn hex(size: usize) -> Self {
        let sides = |row, column| [row == 0, row + 1 == size, column == 0, column + 1 == size];
        Self::new(size, |_| size, sides, [0b0011, 0b1100])
    }

    /// The game of Y: either player connects the three sides of a triangle.
    pub(crate) fn y(size: usize) -> Self {
        let sides = |row, column| [column == 0, column == row, row + 1 == size, false];
        Self::new(size, |row| row + 1, sides, [0b0111; 2])
    }

    /// A board of lines. In Hex, a point is next to those up and down, left and right, up right and
    /// down left; in the triangle, whose lines are shifted, also to those up left and down right.
    fn new(
        lines: usize,
        len: impl Fn(usize) -> usize,
        sides: impl Fn(usize, usize) -> [bool; 4],
        goals: [u8; 2],
    ) -> Self {
        let steps = if len(0) == len(1) {
            [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]
        } else {
            [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]
        };
        let mut sites: Vec<(usize, usize)> = Vec::new();
        for row in 0..lines {
            let line = (0..len(row)).map(|column| (row, column));
            if row % 2 == 0 { sites.extend(line) } else { sites.extend(line.rev()) }
        }
        let neighbours = |&(row, column): &(usize, usize)| {
            steps.map(|(down, right): (isize, isize)| {
                let next = (row.checked_add_signed(down)?, column.checked_add_signed(right)?);
                sites.iter().position(|&site| site == next)
            })
        };
        let bits = |&(row, column): &(usize, usize)| {
            let on = sides(row, column).into_iter().enumerate();
            on.fold(0, |bits, (side, on)| bits | u8::from(on) << side)
        };
        Self {
            neighbours: sites.iter().map(neighbours).collect(),
            sides: sites.iter().map(bits).collect(),
            goals,
        }
    }
}
