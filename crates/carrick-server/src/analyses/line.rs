//! Line of those that wait: addresses take turns, however many each has waiting.

use super::AnalysisBounds;
use crate::limits::Busy;

/// A bounded line. In every round one of each address goes, the first to come before the others.
#[derive(Debug, Default)]
pub(super) struct Line {
    waiting: Vec<Waiting>,
    /// The round of the last one who went.
    round: u64,
}

#[derive(Debug)]
struct Waiting {
    name: String,
    address: String,
    round: u64,
}

impl Line {
    /// Joins the line; returns the place, from 1.
    ///
    /// # Errors
    /// When too many wait already, of this address or in all.
    pub(super) fn join(
        &mut self,
        name: &str,
        address: &str,
        bounds: AnalysisBounds,
    ) -> Result<usize, Busy> {
        let here = || self.waiting.iter().filter(|one| one.address == address);
        if here().count() >= bounds.waiting_per_address || self.waiting.len() >= bounds.waiting {
            return Err(Busy);
        }
        let round = here().map(|one| one.round + 1).max().unwrap_or(self.round);
        self.waiting.push(Waiting { name: name.to_owned(), address: address.to_owned(), round });
        let place = self.places().find(|&(one, _)| one == name).map(|(_, place)| place);
        Ok(place.unwrap_or(self.waiting.len()))
    }

    /// Takes the next one out.
    pub(super) fn next(&mut self) -> Option<String> {
        let first = *self.order().first()?;
        let Waiting { name, round, .. } = self.waiting.remove(first);
        self.round = round;
        Some(name)
    }

    /// Leaves the line; returns whether it was there.
    pub(super) fn leave(&mut self, name: &str) -> bool {
        let place = self.waiting.iter().position(|one| one.name == name);
        place.map(|place| self.waiting.remove(place)).is_some()
    }

    /// All that wait, with their places from 1.
    pub(super) fn places(&self) -> impl Iterator<Item = (&str, usize)> {
        let order = self.order().into_iter().enumerate();
        order.map(|(place, index)| (self.waiting[index].name.as_str(), place + 1))
    }

    /// Indices in the order in which they go.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.waiting.len()).collect();
        order.sort_by_key(|&index| self.waiting[index].round);
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: AnalysisBounds = AnalysisBounds {
        waiting_per_address: 3,
        waiting: 5,
        places: 1,
        kept: 1,
        time: std::time::Duration::ZERO,
        search: std::time::Duration::ZERO,
    };

    /// Names such as `a1`, whose first letter is the address, in the order in which they go.
    fn order(names: &[&str]) -> Vec<String> {
        let mut line = Line::default();
        for name in names {
            // A refusal shows as an absence.
            let _ = line.join(name, &name[..1], BOUNDS);
        }
        std::iter::from_fn(|| line.next()).collect()
    }

    #[test]
    fn addresses_take_turns_however_many_they_send() {
        assert_eq!(order(&["a1", "a2", "a3", "b1"]), ["a1", "b1", "a2", "a3"]);
        assert_eq!(order(&["a1", "a2", "b1", "c1", "b2"]), ["a1", "b1", "c1", "a2", "b2"]);
    }

    #[test]
    fn no_more_wait_than_may() {
        assert_eq!(order(&["a1", "a2", "a3", "a4", "b1"]), ["a1", "b1", "a2", "a3"]);
        assert_eq!(order(&["a1", "b1", "c1", "d1", "e1", "f1"]), ["a1", "b1", "c1", "d1", "e1"]);
    }

    #[test]
    fn those_who_wait_know_their_places() {
        let mut line = Line::default();
        let places: Vec<usize> =
            ["a1", "a2", "b1"].map(|name| line.join(name, &name[..1], BOUNDS).unwrap()).into();
        assert_eq!(places, [1, 2, 2]);
        assert_eq!(line.places().collect::<Vec<_>>(), [("a1", 1), ("b1", 2), ("a2", 3)]);
        assert!(line.leave("b1") && !line.leave("b1"));
        assert_eq!(line.places().collect::<Vec<_>>(), [("a1", 1), ("a2", 2)]);
    }
}
