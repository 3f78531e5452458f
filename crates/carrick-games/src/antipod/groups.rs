//! Groups: connected stones of one colour, for front ends.

use super::{Board, PointSet};
use crate::Colour;

/// A connected set of stones of one colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Group {
    /// The colour of its stones.
    pub colour: Colour,
    /// Its stones.
    pub points: PointSet,
}

impl Board {
    /// All groups: White's first, then Black's, each sorted by first point.
    ///
    /// ```
    /// use carrick_games::{Game, TurnSet, antipod};
    /// let game = Game::<antipod::Board>::new(antipod::Options::default());
    /// assert_eq!(game.board().groups().len(), 6 + 2); // the corners and the centres
    /// let game = game.play_text("a2+").unwrap();
    /// assert_eq!(game.board().groups()[0].points.len(), 2); // joined to the corner a1
    /// ```
    #[must_use]
    pub fn groups(&self) -> Vec<Group> {
        Colour::BOTH.into_iter().flat_map(|colour| self.groups_of(colour)).collect()
    }

    fn groups_of(&self, colour: Colour) -> Vec<Group> {
        let own = self.stones(colour);
        let mut seen = PointSet::EMPTY;
        let mut groups = Vec::new();
        for seed in own {
            if seen.has(seed) {
                continue;
            }
            let mut points: PointSet = [seed].into_iter().collect();
            let mut open = vec![seed];
            while let Some(point) = open.pop() {
                for next in self.sphere().neighbours(point) {
                    if own.has(next) && !points.has(next) {
                        points.insert(next);
                        open.push(next);
                    }
                }
            }
            points.into_iter().for_each(|point| seen.insert(point));
            groups.push(Group { colour, points });
        }
        groups
    }
}
