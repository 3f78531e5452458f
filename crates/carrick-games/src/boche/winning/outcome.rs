//! The end of a game of Boche: enclosed groups first, then paths.

use crate::boche::board::Board;
use crate::boche::options::{EndRule, Join};
use crate::boche::topology::{Sites, Topology};
use crate::{Colour, Outcome, WinBy};

impl Board {
    /// Finds the outcome of a position in which only groups with a point at `seeds` can have
    /// changed.
    ///
    /// Source: rules of Boche, "Winning"; the precedence is a ruling there.
    #[inline]
    pub(in crate::boche) fn judge(&self, seeds: Sites, mover: Colour) -> Option<Outcome> {
        let topology = self.topology();
        if let EndRule::Enclosure { kill, .. } = self.rules().end_rule() {
            let killed = self.surface().enclosed(topology, seeds, usize::from(kill.get()));
            if let Some(loser) = [!mover, mover].into_iter().find(|loser| killed[loser.index()]) {
                return Some(Outcome::Win { winner: !loser, by: WinBy::Enclosure });
            }
        }
        let winner = match self.rules().immediate() {
            Some(join) => [mover, !mover]
                .into_iter()
                .find(|&colour| self.has_immediate_path(topology, seeds, colour, join)),
            None => None,
        };
        let winner = winner.or_else(|| self.is_full().then(|| self.winner_of_full_board(topology)));
        winner.map(|winner| Outcome::Win { winner, by: WinBy::Path })
    }

    /// The outcome according to all groups on the board, not only those that the last turn touched.
    /// Always the same as [`outcome`](crate::Board::outcome), but slower.
    #[must_use]
    pub fn outcome_recounted(&self) -> Option<Outcome> {
        use crate::Board as _;
        self.judge(self.surface().shown(), !self.to_move())
    }

    fn has_immediate_path(
        &self,
        topology: &Topology,
        seeds: Sites,
        colour: Colour,
        join: Join,
    ) -> bool {
        // Every path joined by faces is in a spanning group, so only such groups are examined
        // closely.
        self.has_spanning_group(topology, seeds & self.surface().of(colour))
            && match join {
                Join::Any => true,
                Join::Face => self.contacts(colour, join).has_path(topology),
            }
    }

    /// Whether a group with a point among `seeds` touches all three sides.
    fn has_spanning_group(&self, topology: &Topology, seeds: Sites) -> bool {
        let mut left = seeds;
        while let Some(seed) = left.first() {
            let group = self.surface().group(topology, seed);
            if topology.sides.iter().all(|side| side.intersects(&group)) {
                return true;
            }
            left &= !group;
        }
        false
    }

    /// The colour that joins the sides of a full board; the other colour cannot, as in Y.
    fn winner_of_full_board(&self, topology: &Topology) -> Colour {
        let seeds = self.surface().of(Colour::Light) & topology.sides[0];
        if self.has_spanning_group(topology, seeds) { Colour::Light } else { Colour::Dark }
    }
}
