//! Distance of a colour from joining its three sides, for the evaluation.
//!
//! Every cell has a price. A cell with the colour's own cube costs nothing; a spot costs two, and
//! one more for each missing support, which has to be placed first. The opponent's cubes block the
//! way. A tree of contacts from all three sides to one cell costs the sum of its cells, and the
//! price of the cheapest tree is the distance. Sets of cells reached at the same price are bit sets
//! (Dial's buckets).

use carrick_games::{Bits, Colour};

use super::{AnkorPosition, BoardMap};

/// Price of a spot. A distance up to this can be closed by one turn.
pub(crate) const PLACEMENT: u8 = 2;
/// Maximum price of a cell.
const DEAREST: usize = 5;
/// A price higher than that of any tree that matters.
const FAR: usize = 40;

/// Distance of one colour, with the number of ways to close it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Distance {
    /// The price of the cheapest tree; [`Distance::NEVER`] if the opponent's cubes cut off a side.
    pub(crate) price: u8,
    /// Number of cells where cheapest trees meet.
    pub(crate) ways: u8,
}

impl Distance {
    pub(crate) const NEVER: u8 = FAR as u8;
}

/// Scratch memory for finding distances.
#[derive(Debug, Clone)]
pub(crate) struct DistanceScratch<const W: usize> {
    /// By cell: the cells with which it has, or would have, a visible contact.
    near: Vec<Bits<W>>,
    /// By cell and side: the price of the cheapest way, including the cell itself.
    prices: Vec<[u8; 3]>,
    /// By cell: its own price.
    own_prices: Vec<u8>,
}

impl<const W: usize> DistanceScratch<W> {
    pub(crate) fn new(map: &BoardMap<W>) -> Self {
        Self {
            near: vec![Bits::EMPTY; map.cells.len()],
            prices: vec![[0; 3]; map.cells.len()],
            own_prices: vec![0; map.cells.len()],
        }
    }

    /// Finds the distance of a colour.
    pub(crate) fn find(
        &mut self,
        map: &BoardMap<W>,
        position: &AnkorPosition<W>,
        colour: Colour,
    ) -> Distance {
        let all = position.all();
        let theirs = position.cubes[(!colour).index()];
        let passable = Bits::below(map.cells.len()) & !theirs;
        let priced = self.price(map, position, passable, colour);
        self.link(map, &all, passable);
        for at in passable {
            self.prices[at] = [FAR as u8; 3];
        }
        for side in 0..3 {
            self.flood(side, map.touching[side] & passable, &priced);
        }
        let mut found = Distance { price: Distance::NEVER, ways: 0 };
        for at in passable {
            let [x, y, z] = self.prices[at];
            // The cell where the three ways meet is paid for only once.
            let price = (x + y + z).saturating_sub(2 * self.own_prices[at]);
            if price < found.price {
                found = Distance { price, ways: 1 };
            } else if price == found.price {
                found.ways += 1;
            }
        }
        found
    }

    /// The passable cells by price.
    fn price(
        &mut self,
        map: &BoardMap<W>,
        position: &AnkorPosition<W>,
        passable: Bits<W>,
        colour: Colour,
    ) -> [Bits<W>; DEAREST + 1] {
        let all = position.all();
        let mut priced = [Bits::EMPTY; DEAREST + 1];
        priced[0] = position.cubes[colour.index()];
        for at in priced[0] {
            self.own_prices[at] = 0;
        }
        for at in passable & !priced[0] {
            let missing = (map.cells[at].below & !all).len();
            let price = usize::from(PLACEMENT) + missing;
            self.own_prices[at] = price as u8;
            priced[price].insert(at);
        }
        priced
    }

    /// Finds the contacts between passable cells that are, or would be, visible.
    fn link(&mut self, map: &BoardMap<W>, all: &Bits<W>, passable: Bits<W>) {
        for at in passable {
            self.near[at] = Bits::EMPTY;
        }
        for at in passable {
            let carried = AnkorPosition::carried(map, all, at);
            let under = map.cells[at].shown[carried] & passable;
            self.near[at] |= under;
            for lower in under {
                self.near[lower].insert(at);
            }
        }
    }

    /// Finds the cheapest ways from a side.
    fn flood(&mut self, side: usize, start: Bits<W>, priced: &[Bits<W>; DEAREST + 1]) {
        // A ring of buckets: the open cells at this price and at the next ones.
        let mut open = [Bits::EMPTY; DEAREST + 1];
        let mut reached = start;
        for (open, priced) in open.iter_mut().zip(priced) {
            *open = start & *priced;
        }
        let mut idle = 0;
        for price in 0..FAR {
            let bucket = price % (DEAREST + 1);
            idle += 1;
            while let Some(at) = open[bucket].first() {
                idle = 0;
                open[bucket].remove(at);
                // A cell's price is paid on entering it, so the first way to reach it is the
                // cheapest.
                self.prices[at][side] = price as u8;
                let next = self.near[at] & !reached;
                if next.is_empty() {
                    continue;
                }
                reached |= next;
                for (extra, priced) in priced.iter().enumerate() {
                    open[(price + extra) % (DEAREST + 1)] |= next & *priced;
                }
            }
            if idle > DEAREST {
                return;
            }
        }
    }
}
