//! Proofs of a result of Antipod: Black's shortest path, White's shortest ring.

use std::collections::VecDeque;

use super::point::MAX_POINTS;
use super::{Board, Point};
use crate::Colour;

/// A stone, and the parity of the number of times that the walk to it has crossed the seam.
type Crossings = (Point, usize);

impl Board {
    /// A shortest chain of black stones from the left centre to the right, including both; `None`
    /// if there is none.
    #[must_use]
    pub fn shortest_path(&self) -> Option<Vec<Point>> {
        let [from, to] = self.sphere().centres();
        let walk = self.walk(Colour::Dark, (from, 0), |(point, _)| point == to)?;
        Some(walk.into_iter().map(|(point, _)| point).collect())
    }

    /// A shortest ring of white stones between the centres, in order round it; `None` if there is
    /// none.
    ///
    /// Every such ring has a stone on the seam, and a walk from a stone back to itself that crosses
    /// the seam an odd number of times separates the centres. The shortest such walk is a ring
    /// without a repeated stone: a repetition would divide it into two walks, and the odd one of
    /// them would be shorter.
    #[must_use]
    pub fn shortest_ring(&self) -> Option<Vec<Point>> {
        let stones = self.stones(Colour::Light);
        let on_seam = stones.into_iter().filter(|&point| self.sphere().links(point).seam != 0);
        on_seam
            .filter_map(|from| self.walk(Colour::Light, (from, 0), |at| at == (from, 1)))
            .min_by_key(Vec::len)
            .map(|walk| walk[..walk.len() - 1].iter().map(|&(point, _)| point).collect())
    }

    /// A shortest walk over stones of one colour, by breadth-first search.
    fn walk(
        &self,
        colour: Colour,
        from: Crossings,
        done: impl Fn(Crossings) -> bool,
    ) -> Option<Vec<Crossings>> {
        let stones = self.stones(colour);
        let mut before: [[Option<Crossings>; 2]; MAX_POINTS] = [[None; 2]; MAX_POINTS];
        let mut queue = VecDeque::from([from]);
        while let Some(at) = queue.pop_front() {
            if at != from && done(at) {
                let back =
                    std::iter::successors(Some(at), |&(point, odd)| before[point.index()][odd]);
                let mut walk: Vec<Crossings> = back.collect();
                walk.reverse();
                return Some(walk);
            }
            let (point, odd) = at;
            let links = self.sphere().links(point);
            for (k, next) in self.sphere().neighbours(point).enumerate() {
                let next = (next, odd ^ usize::from(links.seam >> k & 1));
                let seen = &mut before[next.0.index()][next.1];
                if stones.has(next.0) && seen.is_none() && next != from {
                    *seen = Some(at);
                    queue.push_back(next);
                }
            }
        }
        None
    }
}
