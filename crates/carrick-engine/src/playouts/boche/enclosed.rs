//! Enclosures of any group, in 512 games at the same time.
//!
//! Points that no free point reaches are found in all games at the same time. So are the points
//! connected to those of them that are on the last cube, because a group that has changed has a
//! point there. Only games with as many of these as a group needs are checked individually, to see
//! whether they form one group.

use carrick_games::Colour;
use carrick_games::cubes::Cells;

use super::super::block::Lanes;
use super::flood::Flood;
use super::surface::PlayoutSurface;
use super::view::{MAX_SITES, SiteSet, ViewTables};

/// Scratch memory for finding enclosed groups.
#[derive(Debug)]
pub(super) struct Enclosed {
    /// The points connected to points of the last cube that are cut off.
    group: Flood,
    /// Minimum number of points of a group.
    kill: usize,
}

impl Enclosed {
    pub(super) fn new(kill: usize) -> Self {
        Self { group: Flood::with_capacity(MAX_SITES), kill }
    }

    /// The games of `open` in which groups of Light and of Dark are enclosed.
    #[inline(always)]
    pub(super) fn find(
        &mut self,
        view: &ViewTables,
        surface: &mut PlayoutSurface,
        cell: usize,
        empty_holes: Cells,
        open: Lanes,
    ) -> [Lanes; 2] {
        let mut free = SiteSet::EMPTY;
        for hole in empty_holes {
            free |= view.hexagons[hole].iter().map(|&site| usize::from(site)).collect();
        }
        surface.reached_from(
            view.sites,
            |site| view.sides[site] != 0 || free.contains(site),
            |_| false,
        );
        let hexagon: SiteSet = view.hexagons[cell].iter().map(|&site| usize::from(site)).collect();
        Colour::BOTH.map(|colour| {
            let suspects = self.suspects(surface, colour, hexagon, open);
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

    /// The games in which at least as many points of a colour as a group needs are connected to
    /// some that are cut off.
    #[inline(always)]
    fn suspects(
        &mut self,
        surface: &PlayoutSurface,
        colour: Colour,
        from: SiteSet,
        open: Lanes,
    ) -> Lanes {
        let sites = surface.sites(colour);
        let from = from & sites;
        let dead = |site: usize| open & !surface.reached()[site];
        if !from.iter().fold(Lanes::NONE, |any, site| any | dead(site)).any() {
            return Lanes::NONE;
        }
        let seed = |site| if from.contains(site) { dead(site) } else { Lanes::NONE };
        self.group.start(surface.reached().len(), seed);
        surface.spread(&mut self.group, colour);
        // A counter for each game that overflows at the required number.
        let bits = self.kill.next_power_of_two().trailing_zeros() as usize;
        let start = (1_usize << bits) - self.kill;
        let mut counter: [Lanes; 8] =
            std::array::from_fn(|bit| Lanes::splat(start >> bit & 1 != 0));
        let mut many = Lanes::NONE;
        for site in sites {
            let mut carry = self.group.reached()[site];
            for digit in &mut counter[..bits] {
                let next = *digit & carry;
                *digit ^= carry;
                carry = next;
            }
            many |= carry;
        }
        many
    }

    /// Whether the points of a colour that are cut off in one game include a large enough group.
    fn is_enclosed(&self, surface: &PlayoutSurface, colour: Colour, lane: usize) -> bool {
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
