//! Scoring of Anchor: life and death of groups, prisoners and territory.

use super::point::Point;
use super::topology::{ANCHORING, BOARD, NEIGHBOURS, Points, SIDES};
use crate::{Colour, DrawBy, GameKind, Outcome, WinBy};

/// The count of a position as if the game ended there, computed without heap memory.
///
/// A group is a connected set of stones of one colour. It is an anchor if it touches three or more
/// sides, or exactly two that do not meet at one of its owner's away corners. Dead stones are the
/// opponent's prisoners and are removed. A region of empty points that borders stones of only one
/// colour is that colour's territory; the edge of the board is not a border.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// Dead stones of each colour.
    dead: [Points; 2],
    /// Territory of each colour.
    territory: [Points; 2],
    totals: [u16; 2],
}

impl Count {
    /// Counts a position.
    pub(super) fn of(size: u8, stones: &[Points; 2]) -> Self {
        let dead = Colour::BOTH.map(|colour| dead_stones(size, stones[colour.index()], colour));
        let alive = [stones[0] & !dead[0], stones[1] & !dead[1]];
        let territory = territory(size, &alive);
        let totals = [0, 1].map(|at| (dead[1 - at].len() + territory[at].len()) as u16);
        Self { dead, territory, totals }
    }

    /// The dead stones that a colour has captured.
    #[must_use]
    pub fn prisoners(&self, colour: Colour) -> u16 {
        self.dead[(!colour).index()].len() as u16
    }

    /// The points of territory of a colour.
    #[must_use]
    pub fn territory(&self, colour: Colour) -> u16 {
        self.territory[colour.index()].len() as u16
    }

    /// Prisoners and territory of a colour together.
    #[must_use]
    pub const fn total(&self, colour: Colour) -> u16 {
        self.totals[colour.index()]
    }

    /// The count of a colour in words.
    ///
    /// ```
    /// # use carrick_games::{Colour, Game, anchor};
    /// let game = Game::<anchor::Board>::new(anchor::Options::default());
    /// let game = game.play_text("D4")?.play_text("A1")?;
    /// assert_eq!(game.board().count().said(Colour::Dark), "Black 1: 1 prisoner, 0 territory");
    /// # Ok::<(), carrick_games::PlayError<Game<anchor::Board>>>(())
    /// ```
    #[must_use]
    pub fn said(&self, colour: Colour) -> String {
        let name = GameKind::Anchor.colour_name(colour);
        let prisoners = self.prisoners(colour);
        let plural = if prisoners == 1 { "" } else { "s" };
        let (total, territory) = (self.total(colour), self.territory(colour));
        format!("{name} {total}: {prisoners} prisoner{plural}, {territory} territory")
    }

    /// Whether there is a dead stone on the point.
    #[must_use]
    pub fn is_dead(&self, point: Point) -> bool {
        (self.dead[0] | self.dead[1]).contains(point.index())
    }

    /// The colour whose territory the point is.
    #[must_use]
    pub fn owner(&self, point: Point) -> Option<Colour> {
        let owns = |colour: &Colour| self.territory[colour.index()].contains(point.index());
        Colour::BOTH.into_iter().find(owns)
    }

    /// The outcome of a game that ends in this position.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let [light, dark] = self.totals;
        let by = WinBy::Score;
        match light.cmp(&dark) {
            std::cmp::Ordering::Less => Outcome::Win { winner: Colour::Dark, by },
            std::cmp::Ordering::Equal => Outcome::Draw(DrawBy::Score),
            std::cmp::Ordering::Greater => Outcome::Win { winner: Colour::Light, by },
        }
    }

    pub(super) const fn dead_sets(&self) -> &[Points; 2] {
        &self.dead
    }

    pub(super) const fn territory_sets(&self) -> &[Points; 2] {
        &self.territory
    }
}

/// The count of a position as if the game ended there, with names, for every front end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    /// The dead stones: every stone of a group that is not an anchor, sorted by name.
    pub dead: Vec<String>,
    /// The owners of all points that are empty once the dead stones are removed, sorted by name.
    pub owners: Vec<(String, Option<Colour>)>,
    /// Dead stones taken by each colour, by [`Colour::index`].
    pub prisoners: [u16; 2],
    /// Points of territory of each colour, by [`Colour::index`].
    pub territory: [u16; 2],
}

impl Score {
    /// Prisoners and territory of a colour together.
    #[must_use]
    pub const fn total(&self, colour: Colour) -> u16 {
        self.prisoners[colour.index()] + self.territory[colour.index()]
    }

    /// Converts a count to names.
    pub(super) fn of(size: u8, stones: &[Points; 2], count: &Count) -> Self {
        let all_dead = count.dead[0] | count.dead[1];
        let empty = BOARD[usize::from(size)] & !((stones[0] | stones[1]) & !all_dead);
        let name = |at: usize| Point::at(at).to_string();
        let mut dead: Vec<_> = all_dead.iter().map(name).collect();
        let mut owners: Vec<_> =
            empty.iter().map(|at| (name(at), count.owner(Point::at(at)))).collect();
        dead.sort_unstable();
        owners.sort_unstable();
        Self {
            dead,
            owners,
            prisoners: Colour::BOTH.map(|colour| count.prisoners(colour)),
            territory: Colour::BOTH.map(|colour| count.territory(colour)),
        }
    }
}

/// A connected set of stones of one colour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The colour of its stones.
    pub colour: Colour,
    /// Its stones, by letter and number.
    pub points: Vec<Point>,
    /// Which sides it touches, counted as in [`Board::sides_of`](super::Board::sides_of).
    pub sides: [bool; 6],
    /// Whether it is an anchor.
    pub is_anchor: bool,
}

/// All groups on a board, White's first.
pub(super) fn groups(size: u8, stones: &[Points; 2]) -> Vec<Group> {
    let mut groups = Vec::new();
    for colour in Colour::BOTH {
        let mut rest = stones[colour.index()];
        while let Some((group, _)) = next_region(&mut rest) {
            let touched = touched(size, &group);
            groups.push(Group {
                colour,
                points: group.iter().map(Point::at).collect(),
                sides: std::array::from_fn(|side| touched >> side & 1 != 0),
                is_anchor: ANCHORING[colour.index()] >> touched & 1 != 0,
            });
        }
    }
    groups
}

/// The sides that a group touches, with bit `k` for side `k`.
fn touched(size: u8, group: &Points) -> u8 {
    let sides = &SIDES[usize::from(size)];
    let touched = (0..6).filter(|&side| sides[side].intersects(group));
    touched.fold(0, |set, side| set | 1 << side)
}

/// The stones of all groups of one colour that are not anchors.
fn dead_stones(size: u8, stones: Points, colour: Colour) -> Points {
    let mut dead = Points::EMPTY;
    let mut rest = stones;
    while let Some((group, _)) = next_region(&mut rest) {
        if ANCHORING[colour.index()] >> touched(size, &group) & 1 == 0 {
            dead |= group;
        }
    }
    dead
}

/// The empty points in regions that border living stones of only one colour, for each colour.
fn territory(size: u8, alive: &[Points; 2]) -> [Points; 2] {
    let mut territory = [Points::EMPTY; 2];
    let mut rest = BOARD[usize::from(size)] & !(alive[0] | alive[1]);
    while let Some((region, border)) = next_region(&mut rest) {
        match alive.map(|stones| border.intersects(&stones)) {
            [true, false] => territory[0] |= region,
            [false, true] => territory[1] |= region,
            _ => {}
        }
    }
    territory
}

/// Removes one connected region from a set; returns the region, and all neighbours of its points.
fn next_region(rest: &mut Points) -> Option<(Points, Points)> {
    let mut open = Points::single(rest.first()?);
    let mut region = Points::EMPTY;
    let mut border = Points::EMPTY;
    *rest &= !open;
    while let Some(at) = open.first() {
        open.remove(at);
        region.insert(at);
        border |= NEIGHBOURS[at];
        let reached = NEIGHBOURS[at] & *rest;
        *rest &= !reached;
        open |= reached;
    }
    Some((region, border))
}
