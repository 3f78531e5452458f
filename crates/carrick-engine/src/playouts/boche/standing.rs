//! Enclosures of standing groups: groups that existed before a playout.

use carrick_games::Colour;
use carrick_games::cubes::{Cells, MAX_CELLS};

use super::super::block::Lanes;
use super::surface::PlayoutSurface;
use super::view::{MAX_FACES, MAX_SITES, SiteSet, ViewTables};

/// The groups that can be enclosed: those that touched no side when the playout started.
#[derive(Debug)]
pub(super) struct StandingGroups {
    groups: Vec<StandingGroup>,
    /// Minimum number of visible points for an enclosure to count.
    points: usize,
}

#[derive(Debug)]
struct StandingGroup {
    colour: Colour,
    /// The points that it had when the playout started and that are still visible.
    sites: SiteSet,
}

impl StandingGroups {
    pub(super) fn new() -> Self {
        Self { groups: Vec::with_capacity(MAX_SITES), points: 0 }
    }

    /// Finds the groups of at least `points` points on a surface that is the same in all games, so
    /// the first game represents all.
    pub(super) fn find(&mut self, view: &ViewTables, surface: &PlayoutSurface, points: usize) {
        self.points = points;
        self.groups.clear();
        if surface.shown.is_empty() {
            return;
        }
        for colour in Colour::BOTH {
            self.find_of(view, surface, colour);
        }
        self.groups.retain(|group| group.sites.len() >= points);
    }

    fn find_of(&mut self, view: &ViewTables, surface: &PlayoutSurface, colour: Colour) {
        let mut heads = [u8::MAX; MAX_SITES];
        for shown in &surface.shown {
            for site in shown.pairs[colour.index()] {
                heads[usize::from(site)] = site;
            }
        }
        let mut joined = [[0; 2]; MAX_FACES];
        let mut count = 0;
        for pair in surface.pairs_in(0, colour) {
            joined[count] = pair;
            count += 1;
        }
        // Connected points get the same head; after enough rounds it is the smallest one.
        let mut changed = true;
        while changed {
            changed = false;
            for pair in &joined[..count] {
                let [a, b] = pair.map(usize::from);
                let head = heads[a].min(heads[b]);
                changed |= heads[a] != head || heads[b] != head;
                (heads[a], heads[b]) = (head, head);
            }
        }
        let mut touching = SiteSet::EMPTY;
        for (&head, &sides) in heads[..view.sites].iter().zip(&view.sides) {
            if head != u8::MAX && sides != 0 {
                touching.insert(usize::from(head));
            }
        }
        for head in 0..view.sites {
            if usize::from(heads[head]) == head && !touching.contains(head) {
                let sites =
                    (head..view.sites).filter(|&site| usize::from(heads[site]) == head).collect();
                self.groups.push(StandingGroup { colour, sites });
            }
        }
    }

    /// Whether no enclosure can count any longer.
    pub(super) const fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Notes that a cube has covered a site.
    pub(super) fn cover(&mut self, site: u8) {
        for group in &mut self.groups {
            group.sites.remove(usize::from(site));
        }
        self.groups.retain(|group| group.sites.len() >= self.points);
    }

    /// The games of `open` in which groups of Light and of Dark are enclosed.
    #[inline(always)]
    pub(super) fn enclosed(
        &self,
        view: &ViewTables,
        surface: &mut PlayoutSurface,
        empty_holes: Cells,
        open: Lanes,
    ) -> [Lanes; 2] {
        let mut free = SiteSet::EMPTY;
        for hole in empty_holes {
            free |= view.hexagons[hole].iter().map(|&site| usize::from(site)).collect();
        }
        let mut enclosed = [Lanes::NONE; 2];
        // A group at an empty hole is open in all games, and takes no work.
        let shut = || self.groups.iter().filter(|group| !group.sites.intersects(&free));
        if shut().next().is_none() {
            return enclosed;
        }
        let dead = |group: &StandingGroup, reached: &[Lanes]| {
            group.sites.iter().fold(open, |dead, site| dead & !reached[site])
        };
        let reached = surface.reached_from(
            view.sites,
            |site| view.sides[site] != 0 || free.contains(site),
            |reached| shut().all(|group| !dead(group, reached).any()),
        );
        for group in shut() {
            enclosed[group.colour.index()] |= dead(group, reached);
        }
        enclosed
    }
}

const _: () = assert!(MAX_CELLS <= 256 && MAX_SITES <= 256);
