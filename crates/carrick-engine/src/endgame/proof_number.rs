//! Depth-first proof-number search (df-pn) for any game in which positions cannot repeat.
//!
//! It always looks at the position that is cheapest to decide: the one whose proof needs the fewest
//! further positions according to the numbers found so far (A. Nagai, Df-pn algorithm for searching
//! AND/OR trees and its applications, 2002). No proof depends on how a position was reached, so a
//! [`Prover`] may store proofs by key alone. The prover also decides which turns are worth trying,
//! what a win is, and when to stop.

/// Proof numbers of a position, for its player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProofNumbers {
    /// Minimum number of positions that still have to be proved to prove that the player to move
    /// wins: 0 if that is proved, [`ProofNumbers::NEVER`] if it is disproved.
    pub win: u32,
    /// The same for proving that the player to move loses.
    pub loss: u32,
}

impl ProofNumbers {
    /// The number of something disproved. It fits into 20 bits.
    pub const NEVER: u32 = (1 << 20) - 1;
    /// The largest number of something that is not disproved.
    const MOST: u32 = Self::NEVER - 1;
    /// A position about which nothing is known.
    pub const UNKNOWN: Self = Self { win: 1, loss: 1 };
    /// A position whose player to move wins.
    pub const WON: Self = Self { win: 0, loss: Self::NEVER };
    /// A position whose player to move loses.
    pub const LOST: Self = Self { win: Self::NEVER, loss: 0 };

    /// Whether the value of the position is proved.
    #[must_use]
    pub const fn is_proved(self) -> bool {
        self.win == 0 || self.loss == 0
    }

    /// The numbers of a position, from those of the positions after its turns: to win, one of them
    /// has to be lost; to lose, all have to be won.
    #[must_use]
    pub fn of(after: impl Iterator<Item = Self>) -> Self {
        let (mut win, mut loss) = (Self::NEVER, 0_u32);
        for numbers in after {
            win = win.min(numbers.loss);
            loss = match numbers.win {
                Self::NEVER => Self::NEVER,
                _ if loss == Self::NEVER => loss,
                more => (loss + more).min(Self::MOST),
            };
        }
        Self { win, loss }
    }
}

/// A turn to try, and what is known about the position after it.
#[derive(Debug, Clone, Copy)]
pub struct Child<T> {
    /// The turn.
    pub turn: T,
    /// Key of the position after it.
    pub key: u128,
    /// Numbers of that position.
    pub numbers: ProofNumbers,
}

/// Error that ends a search at its limits; its results so far stay stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;

/// The game's side of a search: positions and turns, stored results, and the limits.
pub trait Prover {
    /// A position.
    type Position;
    /// A turn.
    type Turn: Copy;
    /// Data of a position other than its turns, during its search.
    type Node;

    /// Counts a position that the search looks at.
    ///
    /// # Errors
    /// If the limits are reached.
    fn enter(&mut self) -> Result<(), Stopped>;

    /// Number of positions looked at so far.
    fn looked_at(&self) -> u64;

    /// Appends the turns that are worth trying to `children`.
    ///
    /// # Errors
    /// Returns the numbers of a position that is proved immediately.
    fn list(
        &mut self,
        position: &Self::Position,
        key: u128,
        children: &mut Vec<Child<Self::Turn>>,
    ) -> Result<Self::Node, (ProofNumbers, Self::Node)>;

    /// Updates the turns of a position, from `first` on, with what is known now, before the search
    /// chooses one of them.
    fn renew(
        &mut self,
        _position: &Self::Position,
        _node: &mut Self::Node,
        _children: &mut Vec<Child<Self::Turn>>,
        _first: usize,
    ) {
    }

    /// The position after a turn, or its numbers if it ends the game.
    ///
    /// # Errors
    /// Returns the numbers of a position that ends the game.
    fn after(
        &self,
        position: &Self::Position,
        turn: Self::Turn,
    ) -> Result<Self::Position, ProofNumbers>;

    /// Stored numbers of a position.
    fn known(&self, key: u128) -> Option<ProofNumbers>;

    /// Stores the numbers of a position that took `looked_at` positions.
    fn keep(
        &mut self,
        position: &Self::Position,
        key: u128,
        numbers: ProofNumbers,
        node: &Self::Node,
        children: &[Child<Self::Turn>],
        looked_at: u64,
    );
}

/// Searches a position until it is proved.
///
/// # Errors
/// If the limits are reached first.
pub fn prove<P: Prover>(
    prover: &mut P,
    position: &P::Position,
    key: u128,
) -> Result<ProofNumbers, Stopped> {
    let limits = ProofNumbers { win: ProofNumbers::NEVER, loss: ProofNumbers::NEVER };
    ProofSearch { prover, children: Vec::new() }.search(position, key, limits)
}

/// A search in progress.
struct ProofSearch<'a, P: Prover> {
    prover: &'a mut P,
    /// The turns of all positions on the current path; each position's turns follow those of the
    /// previous one.
    children: Vec<Child<P::Turn>>,
}

impl<P: Prover> ProofSearch<'_, P> {
    /// Searches a position until one of its numbers reaches its limit, and stores them.
    fn search(
        &mut self,
        position: &P::Position,
        key: u128,
        limits: ProofNumbers,
    ) -> Result<ProofNumbers, Stopped> {
        self.prover.enter()?;
        let (before, first) = (self.prover.looked_at(), self.children.len());
        let (searched, node) = match self.prover.list(position, key, &mut self.children) {
            Err((numbers, node)) => (Ok(numbers), node),
            Ok(mut node) => (self.deepen(position, &mut node, first, limits), node),
        };
        let numbers = searched.unwrap_or_else(|Stopped| self.numbers(first));
        let looked_at = 1 + self.prover.looked_at() - before;
        self.prover.keep(position, key, numbers, &node, &self.children[first..], looked_at);
        self.children.truncate(first);
        searched
    }

    /// The numbers of a position from those of its turns, which start at `first`.
    fn numbers(&self, first: usize) -> ProofNumbers {
        ProofNumbers::of(self.children[first..].iter().map(|child| child.numbers))
    }

    /// Searches the most promising turn of a position repeatedly, until one of the position's
    /// numbers reaches its limit.
    fn deepen(
        &mut self,
        position: &P::Position,
        node: &mut P::Node,
        first: usize,
        limits: ProofNumbers,
    ) -> Result<ProofNumbers, Stopped> {
        loop {
            self.prover.renew(position, node, &mut self.children, first);
            let numbers = self.numbers(first);
            if numbers.is_proved() || numbers.win >= limits.win || numbers.loss >= limits.loss {
                return Ok(numbers);
            }
            let (best, second) = self.most_promising(first);
            let child = self.children[best];
            // Stay with a turn as long as it is the most promising, or nearly so: switching back
            // and forth costs more.
            let patience = second.saturating_add(second / 4 + 1).min(ProofNumbers::NEVER);
            let for_child = ProofNumbers {
                win: (limits.loss - numbers.loss + child.numbers.win).min(ProofNumbers::NEVER),
                loss: limits.win.min(patience),
            };
            let searched = match self.prover.after(position, child.turn) {
                Err(numbers) => Ok(numbers),
                Ok(after) => self.search(&after, child.key, for_child),
            };
            self.children[best].numbers = match searched {
                Ok(numbers) => numbers,
                Err(stopped) => {
                    if let Some(numbers) = self.prover.known(child.key) {
                        self.children[best].numbers = numbers;
                    }
                    return Err(stopped);
                }
            };
        }
    }

    /// The turn after which the opponent is closest to losing, and the lowest number of any other
    /// turn.
    fn most_promising(&self, first: usize) -> (usize, u32) {
        let (mut best, mut least, mut second) = (first, ProofNumbers::NEVER, ProofNumbers::NEVER);
        for (index, child) in self.children.iter().enumerate().skip(first) {
            let loss = child.numbers.loss;
            if loss < least {
                (best, second, least) = (index, least, loss);
            } else {
                second = second.min(loss);
            }
        }
        (best, second)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn one_turn_is_enough_to_win_and_a_loss_takes_all() {
        let numbers = |win, loss| ProofNumbers { win, loss };
        for (after, expected) in [
            (&[ProofNumbers::LOST, ProofNumbers::UNKNOWN][..], ProofNumbers::WON),
            (&[ProofNumbers::WON, ProofNumbers::WON], ProofNumbers::LOST),
            (&[ProofNumbers::WON, ProofNumbers::UNKNOWN], ProofNumbers::UNKNOWN),
            (&[numbers(3, 2), numbers(4, 9)], numbers(2, 7)),
            (&[numbers(ProofNumbers::MOST, 5), numbers(7, 6)], numbers(5, ProofNumbers::MOST)),
            (&[], ProofNumbers::LOST),
        ] {
            assert_eq!(ProofNumbers::of(after.iter().copied()), expected, "{after:?}");
        }
    }

    /// Nim with heaps of at most 7: the player who takes the last piece wins.
    struct Nim {
        known: HashMap<u128, ProofNumbers>,
        looked_at: u64,
        most: u64,
    }

    type Heaps = [u8; 3];

    fn key(heaps: &Heaps) -> u128 {
        heaps.iter().fold(0, |key, &heap| key << 8 | u128::from(heap))
    }

    impl Prover for Nim {
        type Position = Heaps;
        type Turn = (usize, u8);
        type Node = ();

        fn enter(&mut self) -> Result<(), Stopped> {
            self.looked_at += 1;
            if self.looked_at > self.most { Err(Stopped) } else { Ok(()) }
        }

        fn looked_at(&self) -> u64 {
            self.looked_at
        }

        fn list(
            &mut self,
            heaps: &Heaps,
            _: u128,
            children: &mut Vec<Child<(usize, u8)>>,
        ) -> Result<(), (ProofNumbers, ())> {
            for heap in 0..3 {
                for left in 0..heaps[heap] {
                    let mut after = *heaps;
                    after[heap] = left;
                    let key = key(&after);
                    let numbers = self.known(key).unwrap_or(ProofNumbers::UNKNOWN);
                    children.push(Child { turn: (heap, left), key, numbers });
                }
            }
            Ok(())
        }

        fn after(&self, heaps: &Heaps, (heap, left): (usize, u8)) -> Result<Heaps, ProofNumbers> {
            let mut after = *heaps;
            after[heap] = left;
            if after == [0; 3] { Err(ProofNumbers::LOST) } else { Ok(after) }
        }

        fn known(&self, key: u128) -> Option<ProofNumbers> {
            self.known.get(&key).copied()
        }

        fn keep(
            &mut self,
            _: &Heaps,
            key: u128,
            numbers: ProofNumbers,
            (): &(),
            _: &[Child<(usize, u8)>],
            _: u64,
        ) {
            self.known.insert(key, numbers);
        }
    }

    #[test]
    fn nim_is_solved_according_to_its_theory() {
        for (one, two, three) in (1..6)
            .flat_map(|one| (0..6).flat_map(move |two| (0..6).map(move |three| (one, two, three))))
        {
            let heaps = [one, two, three];
            let mut nim = Nim { known: HashMap::new(), looked_at: 0, most: u64::MAX };
            let expected =
                if one ^ two ^ three == 0 { ProofNumbers::LOST } else { ProofNumbers::WON };
            assert_eq!(prove(&mut nim, &heaps, key(&heaps)), Ok(expected), "{heaps:?}");
        }
    }

    #[test]
    fn a_stopped_search_continues_where_it_was() {
        let heaps = [5, 6, 3];
        let mut nim = Nim { known: HashMap::new(), looked_at: 0, most: 20 };
        assert_eq!(prove(&mut nim, &heaps, key(&heaps)), Err(Stopped));
        assert!(nim.known.contains_key(&key(&heaps)));
        nim.most = u64::MAX;
        assert_eq!(prove(&mut nim, &heaps, key(&heaps)), Ok(ProofNumbers::LOST));
    }
}
