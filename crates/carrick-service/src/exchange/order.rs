//! In which order games have ended.

use jiff::Timestamp;

/// Finds the places of new games among those that have ended here.
///
/// Games stay in the order they stand in, even where their times say otherwise: the server's clock
/// may have been set back. Where times are the same, those that are here go first.
///
/// ```
/// use carrick_service::exchange::EndOrder;
/// let day = |day: i64| jiff::Timestamp::from_second(day * 86_400).unwrap();
/// let new = [(day(5), "a"), (day(9), "b"), (day(20), "c")];
/// let mut order = EndOrder::new(new.iter().map(|(at, _)| *at));
/// for (place, at) in [(1, day(1)), (2, day(9)), (3, day(5)), (4, day(12))] {
///     order.pass(place, at);
/// }
/// // "a" comes behind the first, "b" behind the third, which ended after the second, and "c"
/// // behind all.
/// assert_eq!(order.finish(), [1, 3, 4]);
/// ```
#[derive(Debug)]
pub struct EndOrder<I: Iterator<Item = Timestamp>> {
    /// When the new games ended, in their order.
    new: std::iter::Peekable<I>,
    /// The latest end passed, and the place of the last one passed.
    latest: Timestamp,
    last: i64,
    behind: Vec<i64>,
}

impl<I: Iterator<Item = Timestamp>> EndOrder<I> {
    /// Begins with the ends of the new games, in their order.
    pub fn new(new: impl IntoIterator<IntoIter = I>) -> Self {
        let new = new.into_iter();
        // Exactly: of a million games a vector that grows by doubling would take twice the memory.
        let behind = Vec::with_capacity(new.size_hint().0);
        Self { new: new.peekable(), latest: Timestamp::MIN, last: 0, behind }
    }

    /// The next game that has ended here, by its place in the order of ends.
    pub fn pass(&mut self, place: i64, at: Timestamp) {
        self.latest = self.latest.max(at);
        while self.new.next_if(|&new| new < self.latest).is_some() {
            self.behind.push(self.last);
        }
        self.last = place;
    }

    /// For each new game, the place of the game behind which it comes; 0 where it is the first.
    pub fn finish(mut self) -> Vec<i64> {
        let rest = self.new.count();
        self.behind.extend(std::iter::repeat_n(self.last, rest));
        self.behind
    }
}
