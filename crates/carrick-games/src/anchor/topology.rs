//! Constant tables of the boards: points, sides, corners, neighbours, mirror images.
//!
//! A point's index in a set is `19 * (letter - 1) + number - 1` on boards of every size, so that
//! one table of neighbours is enough for all sizes: a set of stones masks the points outside the
//! board. The sides are counted round the board from A1; corner `k` is between the sides `k - 1`
//! and `k`:
//!
//! ```text
//!          O15            3
//!     H15       O8      2   4
//!                      1     5 (sides: 0 from corner 0 to 1, and so on)
//!      A8       H1      1   5
//!           A1            0
//! ```

use super::options::MAX_SIZE;
use super::point::Point;
use crate::{Bits, Colour, HexSymmetry, Symmetry as _};

/// Number of letters, and of numbers, of the largest board.
pub(super) const SPAN: usize = 2 * MAX_SIZE as usize - 1;

/// A set of points.
pub(super) type Points = Bits<{ (SPAN * SPAN).div_ceil(64) }>;

/// The points of each size.
pub(super) static BOARD: [Points; MAX_SIZE as usize + 1] = boards();

/// The points of each side of each size; a corner belongs to both sides that meet there.
pub(super) static SIDES: [[Points; 6]; MAX_SIZE as usize + 1] = sides();

/// The neighbours of each point on an unlimited board.
pub(super) static NEIGHBOURS: [Points; SPAN * SPAN] = neighbours();

/// For each colour, by [`Colour::index`]: the sets of sides that anchor a group. Each set is a
/// number below 64 whose bits are the sides.
pub(super) static ANCHORING: [u64; 2] = [anchoring(Colour::Light), anchoring(Colour::Dark)];

/// A way of mirroring the board that exchanges home and away corners.
///
/// Ruling: only these three reflections count, because all others map each player's home corners to
/// that player's home corners.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mirroring {
    /// The half turn round the centre.
    HalfTurn,
    /// The reflection in the line through the middles of the sides A1-A8 and O8-O15 (of size 8). It
    /// exchanges A1 and A8.
    AlongLetters,
    /// The reflection in the line through the middles of the sides A1-H1 and H15-O15. It exchanges
    /// A1 and H1.
    AlongNumbers,
    /// The reflection in the line through the middles of the sides A8-H15 and H1-O8. It exchanges
    /// top and bottom, and so A1 and O15.
    UpsideDown,
}

impl Mirroring {
    /// All four; a symmetry's position here is [`Mirroring::index`].
    pub const ALL: [Self; 4] =
        [Self::HalfTurn, Self::AlongLetters, Self::AlongNumbers, Self::UpsideDown];

    /// The position in [`ALL`](Self::ALL).
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The mirror image of a point on a board of the given size.
    #[inline]
    #[must_use]
    pub(super) fn image(self, size: u8, point: Point) -> Option<Point> {
        let (twice, letter, number) = (2 * size, point.letter(), point.number());
        // If a and b are the letter and number counted from the centre, these are (-a, -b),
        // (a, a - b), (b - a, b) and (-b, -a).
        let (letter, number) = match self {
            Self::HalfTurn => (twice.checked_sub(letter)?, twice.checked_sub(number)?),
            Self::AlongLetters => (letter, (size + letter).checked_sub(number)?),
            Self::AlongNumbers => ((size + number).checked_sub(letter)?, number),
            Self::UpsideDown => (twice.checked_sub(number)?, twice.checked_sub(letter)?),
        };
        Point::new(letter, number)
    }

    /// The mirroring conjugated by a symmetry of the hexagon: it maps the images of points as this
    /// one maps the points.
    pub(super) fn image_under(self, by: HexSymmetry) -> Self {
        let around = |symmetry: Self| by.inverse().then(symmetry.on_hexagon()).then(by);
        let image = around(self);
        Self::ALL.into_iter().find(|other| other.on_hexagon() == image).unwrap_or(self)
    }

    /// The mirroring as a symmetry of the hexagon.
    fn on_hexagon(self) -> HexSymmetry {
        let wanted = |by: &HexSymmetry| {
            [(1, 0), (0, 1)].into_iter().all(|(a, b)| {
                by.image((a, b))
                    == match self {
                        Self::HalfTurn => (-a, -b),
                        Self::AlongLetters => (a, a - b),
                        Self::AlongNumbers => (b - a, b),
                        Self::UpsideDown => (-b, -a),
                    }
            })
        };
        HexSymmetry::all().find(wanted).expect("a mirroring is a symmetry of the hexagon")
    }

    /// The mirroring in words, for refusals.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::HalfTurn => "through the centre",
            _ => "in a line through the middle",
        }
    }
}

/// The six corners of a board, counted from A1 round the board. The even ones are Black's home
/// corners, the odd ones White's.
pub(super) fn corners(size: u8) -> [Option<Point>; 6] {
    let far = 2 * size - 1;
    [(1, 1), (1, size), (size, far), (far, far), (far, size), (size, 1)]
        .map(|(letter, number)| Point::new(letter, number))
}

/// The colour whose home corner a point is; `None` if the point is not a corner.
pub(super) fn home_of(size: u8, point: Point) -> Option<Colour> {
    let corner = corners(size).into_iter().position(|corner| corner == Some(point))?;
    Some(if corner % 2 == 0 { Colour::Dark } else { Colour::Light })
}

/// The handicap points in the order in which they are used: H3, C8, M13, H8, C3, H13, M8 on size 8.
/// They are `size - 3` steps from the centre towards the corners, and the centre is the fourth.
pub(super) fn handicap_points(size: u8) -> impl Iterator<Item = Point> {
    let (near, far) = (3, 2 * size - 3);
    [(size, near), (near, size), (far, far), (size, size), (near, near), (size, far), (far, size)]
        .into_iter()
        .filter_map(|(letter, number)| Point::new(letter, number))
}

/// Whether a group of a colour that touches these sides is an anchor: three or more sides, or two
/// that do not meet at an away corner.
const fn anchors(colour: Colour, touched: usize) -> bool {
    let mut corner = match colour {
        Colour::Dark => 1,
        Colour::Light => 0,
    };
    while corner < 6 {
        if touched == 1 << corner | 1 << ((corner + 5) % 6) {
            return false;
        }
        corner += 2;
    }
    touched.count_ones() >= 2
}

const fn anchoring(colour: Colour) -> u64 {
    let mut table = 0;
    let mut touched = 0;
    while touched < 64 {
        if anchors(colour, touched) {
            table |= 1 << touched;
        }
        touched += 1;
    }
    table
}

const fn boards() -> [Points; MAX_SIZE as usize + 1] {
    let mut boards = [Points::EMPTY; MAX_SIZE as usize + 1];
    let mut size = 1;
    while size < boards.len() {
        let mut at = 0;
        while at < SPAN * SPAN {
            let (letter, number) = (at / SPAN, at % SPAN);
            if letter < 2 * size - 1 && number < 2 * size - 1 && letter.abs_diff(number) < size {
                boards[size].insert(at);
            }
            at += 1;
        }
        size += 1;
    }
    boards
}

const fn sides() -> [[Points; 6]; MAX_SIZE as usize + 1] {
    let boards = boards();
    let mut sides = [[Points::EMPTY; 6]; MAX_SIZE as usize + 1];
    let mut size = 1;
    while size < boards.len() {
        let far = 2 * size - 2;
        let mut at = 0;
        while at < SPAN * SPAN {
            let (letter, number) = (at / SPAN, at % SPAN);
            let on = [
                letter == 0,
                number + 1 == letter + size,
                number == far,
                letter == far,
                letter + 1 == number + size,
                number == 0,
            ];
            let mut side = 0;
            while side < 6 {
                if on[side] && boards[size].contains(at) {
                    sides[size][side].insert(at);
                }
                side += 1;
            }
            at += 1;
        }
        size += 1;
    }
    sides
}

const fn neighbours() -> [Points; SPAN * SPAN] {
    let mut table = [Points::EMPTY; SPAN * SPAN];
    let mut at = 0;
    while at < SPAN * SPAN {
        // Each link once, entered for both points: (1, 0), (0, 1) and (1, 1).
        let (up, right) = (at / SPAN + 1 < SPAN, at % SPAN + 1 < SPAN);
        let links = [(up, at + SPAN), (right, at + 1), (up && right, at + SPAN + 1)];
        let mut link = 0;
        while link < 3 {
            let (exists, other) = links[link];
            if exists {
                table[at].insert(other);
                table[other].insert(at);
            }
            link += 1;
        }
        at += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(points: impl IntoIterator<Item = Point>) -> Vec<String> {
        points.into_iter().map(|point| point.to_string()).collect()
    }

    #[test]
    fn sizes_have_the_points_of_a_hexagon() {
        for size in 1..=usize::from(MAX_SIZE) {
            assert_eq!(BOARD[size].len(), 3 * size * (size - 1) + 1);
            for side in &SIDES[size] {
                assert_eq!(side.len(), size);
            }
        }
    }

    #[test]
    fn corners_are_between_their_sides() {
        assert_eq!(names(corners(8).into_iter().flatten()), ["A1", "A8", "H15", "O15", "O8", "H1"]);
        for size in 2..=MAX_SIZE {
            let sides = &SIDES[usize::from(size)];
            for (k, corner) in corners(size).into_iter().flatten().enumerate() {
                for (side, points) in sides.iter().enumerate() {
                    let meets = side == k || (side + 1) % 6 == k;
                    assert_eq!(points.contains(corner.index()), meets, "{size} {corner} {side}");
                }
            }
        }
    }

    #[test]
    fn handicap_points_are_those_of_the_authors_page() {
        let order = ["H3", "C8", "M13", "H8", "C3", "H13", "M8"];
        assert_eq!(names(handicap_points(8)), order);
        assert_eq!(names(handicap_points(4)), ["D3", "C4", "E5", "D4", "C3", "D5", "E4"]);
    }

    #[test]
    fn every_inner_point_has_six_neighbours_and_every_corner_three() {
        for size in 2..=MAX_SIZE {
            let board = BOARD[usize::from(size)];
            let on_board = |at: usize| (NEIGHBOURS[at] & board).len();
            let rim: Points = SIDES[usize::from(size)].iter().fold(Points::EMPTY, |a, &b| a | b);
            for corner in corners(size).into_iter().flatten() {
                assert_eq!(on_board(corner.index()), 3);
            }
            for at in (board & !rim).iter() {
                assert_eq!(on_board(at), 6);
            }
        }
    }

    #[test]
    fn mirror_images_are_symmetries_that_exchange_home_and_away() {
        for size in 2..=MAX_SIZE {
            let board = BOARD[usize::from(size)];
            for symmetry in Mirroring::ALL {
                let image = |at: usize| symmetry.image(size, Point::at(at)).unwrap().index();
                for at in board.iter() {
                    assert_eq!(image(image(at)), at);
                    let moved: Points = (NEIGHBOURS[at] & board).iter().map(image).collect();
                    assert_eq!(moved, NEIGHBOURS[image(at)] & board);
                    let (here, there) = (Point::at(at), Point::at(image(at)));
                    assert_eq!(home_of(size, here).map(|colour| !colour), home_of(size, there));
                }
                let fixed = board.iter().filter(|&at| image(at) == at).count();
                let axis = 2 * usize::from((size - 1) / 2) + 1;
                assert_eq!(fixed, if symmetry == Mirroring::HalfTurn { 1 } else { axis });
            }
        }
    }

    #[test]
    fn sides_that_anchor_a_group() {
        for colour in Colour::BOTH {
            let table = ANCHORING[colour.index()];
            // 64 sets, except the empty set, six single sides and three pairs at away corners.
            assert_eq!(table.count_ones(), 64 - 1 - 6 - 3);
            assert_eq!(table & 1, 0);
        }
        // Sides 5 and 0 meet at A1, home of Black; sides 0 and 1 at A8, home of White.
        let at_a1 = 1 << 5 | 1 << 0;
        let at_a8 = 1 << 0 | 1 << 1;
        assert!(anchors(Colour::Dark, at_a1) && !anchors(Colour::Light, at_a1));
        assert!(!anchors(Colour::Dark, at_a8) && anchors(Colour::Light, at_a8));
    }
}
