//! The sphere: two hexagonal halves that share their rim.
//!
//! On each half, the point of row `i` and column `j`, both counted from 1 to `2r - 1`, exists if
//! `|i - j| <= r - 1`. Rows run across; columns run down and to the left:
//!
//! ```text
//!     a    o . o        row 1, columns 1 to 3
//!    b    . . . .       row 2, columns 1 to 4
//!   c    o . x . o      row 3, columns 1 to 5; the centre is row 3, column 3
//!    d    . . . .       row 4, columns 2 to 5
//!     e    o . o        row 5, columns 3 to 5
//! ```
//!
//! (rules: the help page of Antipod, whose pictures fix the names.)

use std::sync::LazyLock;

use super::point::MAX_POINTS;
use super::{Options, Point, PointSet};

/// One of the two boards on which a sphere is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Half {
    /// The board on the left, whose names rim points have.
    Left,
    /// The board drawn on the right.
    Right,
}

impl Half {
    /// Both halves.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];
}

/// Where a point is drawn. A rim point has a site on both halves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DrawnPlace {
    /// The board.
    pub half: Half,
    /// The row, counted from 1 at the top.
    pub row: u8,
    /// The column of the board, counted from 1: the diagonal that runs down and to the left. On the
    /// right half, the number in the point's name is greater by `2r - 1`.
    pub column: u8,
}

/// A point's neighbours.
#[derive(Debug, Clone, Copy)]
pub(super) struct Neighbours {
    /// In order round the point; corners have four neighbours, and then [`Sphere::NOWHERE`] twice.
    pub(super) round: [u16; 6],
    /// Bit `k` is set when the step to `round[k]` crosses the seam.
    pub(super) seam: u8,
}

/// The points of a sphere, their neighbours, and where they are drawn.
///
/// ```
/// use carrick_games::antipod::{Options, Sphere};
/// let sphere = Sphere::of(Options::default());
/// assert_eq!(sphere.len(), 152);
/// let [left, right] = sphere.centres();
/// assert_eq!(sphere.place(left).to_string(), "f6");
/// assert_eq!(sphere.place(right).to_string(), "f17");
/// assert_eq!(sphere.corners().map(|corner| sphere.neighbours(corner).count()), [4; 6]);
/// ```
#[derive(Debug)]
pub struct Sphere {
    options: Options,
    /// A site of every point: the left one for rim points.
    sites: Vec<DrawnPlace>,
    neighbours: [Neighbours; MAX_POINTS],
    all: PointSet,
    centres: [Point; 2],
    corners: [Point; 6],
}

/// The six steps round a point of one half, as (row, column), clockwise from the right.
const STEPS: [(i8, i8); 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

impl Sphere {
    /// A number that no point has, for the missing neighbours of corners.
    pub(super) const NOWHERE: usize = MAX_POINTS - 1;

    /// The sphere that a game with these options is played on.
    #[must_use]
    pub fn of(options: Options) -> &'static Self {
        static SPHERES: LazyLock<Vec<Sphere>> = LazyLock::new(|| {
            (Options::MIN_RADIUS..=Options::MAX_RADIUS)
                .filter_map(Options::with_radius)
                .map(Sphere::build)
                .collect()
        });
        &SPHERES[usize::from(options.radius() - Options::MIN_RADIUS)]
    }

    /// The options of a game on this sphere.
    #[must_use]
    pub const fn options(&self) -> Options {
        self.options
    }

    /// Number of points along each edge of a half.
    #[must_use]
    pub const fn radius(&self) -> u8 {
        self.options.radius()
    }

    /// Number of points: `6(r-1)^2 + 2`.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a sphere is never empty")]
    pub const fn len(&self) -> usize {
        self.sites.len()
    }

    /// All points.
    #[must_use]
    pub const fn points(&self) -> PointSet {
        self.all
    }

    /// The two centres, the left one first: the points where Black has stones from the start.
    #[must_use]
    pub const fn centres(&self) -> [Point; 2] {
        self.centres
    }

    /// The six corners of the rim, in the order of their numbers, where White has stones from the
    /// start.
    #[must_use]
    pub const fn corners(&self) -> [Point; 6] {
        self.corners
    }

    /// The neighbours of a point, in order round it: four for a corner, six for other points. Empty
    /// for a point that this sphere does not have.
    pub fn neighbours(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let round = &self.neighbours[point.index()].round;
        round.iter().map(|&next| usize::from(next)).filter(|&n| n != Self::NOWHERE).map(Point::at)
    }

    /// The neighbours of a point, in order round it, each with whether the step to it crosses the
    /// seam. The seam is a line of steps from centre to centre; a closed walk separates the centres
    /// if it crosses the seam an odd number of times.
    pub fn steps(&self, point: Point) -> impl Iterator<Item = (Point, bool)> + '_ {
        let seam = self.neighbours[point.index()].seam;
        let round = self.neighbours[point.index()].round.iter().enumerate();
        let near = round.filter(|&(_, &next)| usize::from(next) != Self::NOWHERE);
        near.map(move |(k, &next)| (Point::at(usize::from(next)), seam >> k & 1 != 0))
    }

    /// The neighbours as numbers, for the inner loop of the rules.
    #[inline]
    pub(super) const fn links(&self, point: Point) -> &Neighbours {
        &self.neighbours[point.index() % MAX_POINTS]
    }

    /// The point drawn at a site; `None` if the board has no such site.
    #[must_use]
    pub fn at(&self, site: DrawnPlace) -> Option<Point> {
        let left = DrawnPlace { half: Half::Left, ..site };
        let drawn_as = if self.is_rim_site(left) { left } else { site };
        self.sites.binary_search(&drawn_as).ok().map(Point::at)
    }

    /// Where a point is drawn; for rim points, on the left half. `None` for a point that this
    /// sphere does not have.
    #[must_use]
    pub fn site(&self, point: Point) -> Option<DrawnPlace> {
        self.sites.get(point.index()).copied()
    }

    /// Whether a point belongs to both halves.
    #[must_use]
    pub fn is_rim(&self, point: Point) -> bool {
        self.site(point).is_some_and(|site| self.is_rim_site(site))
    }

    /// The columns of a row of either half, including both ends; `None` if there is no such row.
    #[must_use]
    pub fn columns(&self, row: u8) -> Option<std::ops::RangeInclusive<u8>> {
        let radius = self.radius();
        let rows = 2 * radius - 1;
        (1..=rows)
            .contains(&row)
            .then(|| (row + 1).saturating_sub(radius).max(1)..=(row + radius - 1).min(rows))
    }

    /// All sites of a half, row by row.
    pub fn half_sites(&self, half: Half) -> impl Iterator<Item = DrawnPlace> + '_ {
        (1..2 * self.radius()).flat_map(move |row| {
            let columns = self.columns(row).into_iter().flatten();
            columns.map(move |column| DrawnPlace { half, row, column })
        })
    }

    fn is_rim_site(&self, DrawnPlace { row, column, .. }: DrawnPlace) -> bool {
        let last = 2 * self.radius() - 1;
        row == 1
            || row == last
            || column == 1
            || column == last
            || row.abs_diff(column) == self.radius() - 1
    }

    fn build(options: Options) -> Self {
        let nowhere = Neighbours { round: [Self::NOWHERE as u16; 6], seam: 0 };
        let mut sphere = Self {
            options,
            sites: Vec::new(),
            neighbours: [nowhere; MAX_POINTS],
            all: PointSet::EMPTY,
            centres: [Point::at(0); 2],
            corners: [Point::at(0); 6],
        };
        let right_inside = sphere.half_sites(Half::Right).filter(|&site| !sphere.is_rim_site(site));
        sphere.sites = sphere.half_sites(Half::Left).chain(right_inside).collect();
        sphere.all = (0..sphere.len()).map(Point::at).collect();
        for point in sphere.all {
            sphere.neighbours[point.index()] = sphere.neighbours_of(point);
        }
        let r = options.radius();
        sphere.centres =
            Half::BOTH.map(|half| sphere.known(DrawnPlace { half, row: r, column: r }));
        let last = 2 * r - 1;
        sphere.corners = [(1, 1), (1, r), (r, 1), (r, last), (last, r), (last, last)]
            .map(|(row, column)| sphere.known(DrawnPlace { half: Half::Left, row, column }));
        sphere
    }

    fn known(&self, site: DrawnPlace) -> Point {
        Point::at(self.sites.partition_point(|&other| other < site))
    }

    fn neighbours_of(&self, point: Point) -> Neighbours {
        let site = self.sites[point.index()];
        let mut neighbours = Neighbours { round: [Self::NOWHERE as u16; 6], seam: 0 };
        for (k, next) in self.round(site).into_iter().enumerate() {
            if let Some(point) = self.at(next) {
                neighbours.round[k] = point.index() as u16;
            }
            if self.crosses_seam(site, next) || self.crosses_seam(next, site) {
                neighbours.seam |= 1 << k;
            }
        }
        neighbours
    }

    /// The sites round a site, along the six steps of its half. For a rim site: along the steps on
    /// the left half, from rim to rim, and back along those on the right half.
    fn round(&self, site: DrawnPlace) -> Vec<DrawnPlace> {
        let step = |half, (row, column): (i8, i8)| DrawnPlace {
            half,
            row: site.row.wrapping_add_signed(row),
            column: site.column.wrapping_add_signed(column),
        };
        if !self.is_rim_site(site) {
            return STEPS.iter().map(|&by| step(site.half, by)).collect();
        }
        let exists = |k: usize| self.at(step(Half::Left, STEPS[k % 6])).is_some();
        let first = (0..6).find(|&k| exists(k) && !exists(k + 5)).unwrap_or(0);
        let inside = (first..first + 6).take_while(|&k| exists(k));
        let left: Vec<DrawnPlace> = inside.map(|k| step(Half::Left, STEPS[k % 6])).collect();
        let back = left[1..left.len() - 1].iter().rev();
        let right: Vec<DrawnPlace> =
            back.map(|&site| DrawnPlace { half: Half::Right, ..site }).collect();
        [left, right].concat()
    }

    /// The seam runs just above the middle row, from the left end of that row to the centre on
    /// either half, and so from one centre to the other. A closed walk that separates the centres
    /// crosses it an odd number of times, any other an even number.
    fn crosses_seam(&self, below: DrawnPlace, above: DrawnPlace) -> bool {
        below.row == self.radius() && below.column < self.radius() && above.row + 1 == below.row
    }
}
