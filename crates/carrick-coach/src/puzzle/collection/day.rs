//! The puzzle of a day.

use super::collected::Collection;
use super::line::Puzzle;

impl Collection {
    /// The puzzle of a day, which is counted in days since 1970-01-01; `None` in an empty
    /// collection.
    ///
    /// Every puzzle has its turn before one comes again: the order strides through the collection,
    /// so that neighbours, which often resemble each other, lie weeks apart.
    ///
    /// ```
    /// use carrick_coach::puzzle::Collection;
    /// use carrick_games::GameKind;
    /// let boche = Collection::of(GameKind::Boche);
    /// assert_ne!(boche.of_day(20_000).unwrap().number, boche.of_day(20_001).unwrap().number);
    /// ```
    #[must_use]
    pub fn of_day(&self, day: u32) -> Option<&Puzzle> {
        let all = self.puzzles.len();
        let stride = (all * 3 / 8..all).find(|&stride| coprime(stride, all)).unwrap_or(1);
        let index = (day as usize).checked_rem(all)? * stride;
        self.puzzles.get(index.checked_rem(all)?)
    }
}

/// Whether two numbers have no common divisor but 1.
const fn coprime(mut one: usize, mut other: usize) -> bool {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one == 1
}
