//! In which games any group at all is enclosed.
//!
//! What no free point reaches is found in all games at once. Only where as many points of a colour are
//! cut off as make a group is the one game looked at to see whether they are one.

use carrick_games::cubes::Cells;
use carrick_games::{Bits, Colour};

use super::super::block::Lanes;
use super::surface::Surface;
use super::view::{MAX_SITES, View};

type Sites = Bits<4>;

/// Memory for the search.
#[derive(Debug)]
pub(super) struct Enclosed {
    /// By site: in which games a face joins its point to another.
    linked: Vec<Lanes>,
    /// How many points a group must have.
    kill: usize,
}

impl Enclosed {
    pub(super) fn new(kill: usize) -> Self {
        Self { linked: vec![Lanes::NONE; MAX_SITES], kill }
    }

    /// In which of the games `open` groups of Light and of Dark are enclosed.
    #[inline(always)]
    pub(super) fn find(
        &mut self,
        view: &View,
        surface: &mut Surface,
        empty_holes: Cells,
        open: Lanes,
    ) -> [Lanes; 2] {
        let mut free = Sites::EMPTY;
        for hole in empty_holes {
            free |= view.hexagons[hole].iter().map(|&site| usize::from(site)).collect();
        }
        surface.reached_from(
            view.sites,
            |site| view.sides[site] != 0 || free.contains(site),
            |_| false,
        );
        surface.linked(&mut self.linked[..view.sites]);
        Colour::BOTH.map(|colour| {
            let suspects = self.suspects(surface, colour, open);
            let mut enclosed = Lanes::NONE;
            if suspects.any() {
                for (word, lanes) in suspects.0.into_iter().enumerate() {
                    let mut left = lanes;
                    while left != 0 {
                        let lane = 64 * word + left.trailing_zeros() as usize;
                        if self.is_enclosed(surface, colour, lane) {
                            enclosed.0[word] |= left & left.wrapping_neg();
                        }
                        left &= left - 1;
                    }
                }
            }
            enclosed
        })
    }

    /// In which games as many points of a colour as make a group are cut off and joined to others.
    #[inline(always)]
    fn suspects(&self, surface: &Surface, colour: Colour, open: Lanes) -> Lanes {
        let bits = self.kill.next_power_of_two().trailing_zeros() as usize;
        // A counter in each game that overflows at the number asked for.
        let start = (1_usize << bits) - self.kill;
        let mut counter: [Lanes; 10] =
            std::array::from_fn(|bit| Lanes::splat(start >> bit & 1 != 0));
        let mut many = Lanes::NONE;
        for site in surface.sites(colour) {
            let mut carry = open & !surface.reached()[site];
            if self.kill > 1 {
                carry &= self.linked[site];
            }
            for digit in &mut counter[..bits.min(10)] {
                let next = *digit & carry;
                *digit ^= carry;
                carry = next;
            }
            many |= carry;
        }
        many
    }

    /// Whether the points of a colour that are cut off in one game hold a group that is large enough.
    fn is_enclosed(&self, surface: &Surface, colour: Colour, lane: usize) -> bool {
        let mut heads: [u8; MAX_SITES] = std::array::from_fn(|site| site as u8);
        let mut sizes = [0_u16; MAX_SITES];
        let dead = |site: u8| !surface.reached()[usize::from(site)].has(lane);
        let head = |heads: &mut [u8; MAX_SITES], mut site: u8| {
            while heads[usize::from(site)] != site {
                let next = heads[usize::from(heads[usize::from(site)])];
                heads[usize::from(site)] = next;
                site = next;
            }
            site
        };
        for [a, b] in surface.pairs_in(lane, colour).filter(|&[a, _]| dead(a)) {
            let (a, b) = (head(&mut heads, a), head(&mut heads, b));
            heads[usize::from(a)] = b;
        }
        surface.sites(colour).iter().map(|site| site as u8).filter(|&site| dead(site)).any(|site| {
            let size = &mut sizes[usize::from(head(&mut heads, site))];
            *size += 1;
            usize::from(*size) >= self.kill
        })
    }
}
