//! Boche: every state of sizes 2, 3 and 4, backwards from the full board.
//!
//! A state is what is visible from above: a stack and, for every visible face of a cube, whether it
//! joins the corner nearest to the viewer to the far one. The rules never depend on hidden faces.
//! The colours follow from one bit: whether the nearest corners of level 0 are the mover's.

#[cfg(test)]
mod tests;

use carrick_games::boche::{Board, EndRule, Join, Options, Rotation};
use carrick_games::{Board as _, Position};

use crate::tables::sets::{MAX_CELLS, Stacks, cells};
use crate::tables::table::{Coding, TableLayout, Tabled, TooFar, loss_byte, win_byte};

/// Largest board that is solved by a table: size 4 has twelve billion states, more than a 32-bit
/// program can count.
const MAX_SIZE: u8 = if usize::BITS < 64 { 3 } else { 4 };

/// The table of a board of Boche.
#[derive(Debug)]
pub struct Boche {
    options: Options,
    stacks: Stacks,
    /// The first state of each stack; the last entry is the number of all states. Stacks that the
    /// rules exclude have no states.
    starts: Vec<usize>,
}

/// By cell, the faces of its cube that join the nearest corner: a bit along each axis.
type JoinedFaces = [u8; MAX_CELLS];

impl Tabled for Board {
    type Shape = Boche;

    fn shape(options: Options) -> Option<Boche> {
        (options.size() <= MAX_SIZE).then(|| Boche::of(options))
    }

    fn table_options(options: Options) -> String {
        let size = options.size();
        let end = match (options.end_rule(), options.immediate()) {
            (EndRule::Enclosure { kill, .. }, None) => format!("-kill={kill}"),
            (EndRule::Enclosure { kill, .. }, Some(Join::Face)) => {
                format!("-kill={kill} -immediate")
            }
            (EndRule::Enclosure { kill, .. }, Some(Join::Any)) => {
                format!("-kill={kill} -immediate -join_any")
            }
            _ => "-fill_board".to_owned(),
        };
        format!("-size={size} {end}{}", if options.adjacent() { " -adjacent" } else { "" })
    }
}

impl Boche {
    fn of(options: Options) -> Self {
        let stacks = Stacks::of(options.size());
        let mut starts = vec![0];
        let mut end = 0;
        for &mask in stacks.masks() {
            if !options.adjacent() || hangs_together(&stacks, mask & stacks.holes) {
                let patterns = cells(mask).map(|at| patterns(shown(&stacks, mask, at)));
                end += 2 * patterns.product::<usize>();
            }
            starts.push(end);
        }
        Self { options, stacks, starts }
    }

    /// The index of a state: twice the number of the visible pattern, plus one if the nearest
    /// corners of level 0 are the mover's.
    fn number(&self, mask: u32, faces: &JoinedFaces, is_own: bool) -> usize {
        let stack = self.stacks.number(mask).expect("cubes are on their supports");
        let pattern = cells(mask).fold(0, |all, at| {
            let shown = shown(&self.stacks, mask, at);
            all * patterns(shown) + digit(shown, faces[at])
        });
        self.starts[stack] + 2 * pattern + usize::from(is_own)
    }

    fn is_left_out(&self, mask: u32) -> bool {
        let stack = self.stacks.number(mask).expect("cubes are on their supports");
        self.starts[stack] == self.starts[stack + 1]
    }
}

impl TableLayout<Board> for Boche {
    const CODING: Coding = Coding::Distance;

    fn states(&self) -> usize {
        self.starts[self.stacks.masks().len()]
    }

    fn working_bytes(&self) -> usize {
        1 << 16
    }

    fn fill(&self, table: &mut [u8], filled: usize) -> Result<usize, TooFar> {
        let stack = self.starts.partition_point(|&start| start < filled) - 1;
        let (mask, start) = (self.stacks.masks()[stack], self.starts[stack]);
        let (bytes, later) = table.split_at_mut(filled);
        match mask {
            // Without cubes, the corners have no colours yet; nothing refers to this state.
            0 => bytes[start..].fill(crate::tables::table::DRAW),
            _ => Walk::over(self, mask).fill(&mut bytes[start..], later, filled),
        }
        Ok(start)
    }

    fn index(&self, position: &Position<Board>) -> Option<usize> {
        let board = position.board();
        let (mut mask, mut faces) = (0, [0; MAX_CELLS]);
        for id in board.lattice().ids() {
            if let Some(rotation) = board.rotation(id) {
                mask |= 1 << id.index();
                faces[id.index()] = joined(rotation);
            }
        }
        let nearest = board.nearest_corner(0)?;
        (!board.can_swap()).then(|| self.number(mask, &faces, nearest == board.to_move()))
    }
}

/// The rotations by the faces that join the nearest corner: all three, or one.
const ROTATIONS: [u8; 4] = [0b111, 0b001, 0b010, 0b100];

fn joined(rotation: Rotation) -> u8 {
    (0..3).fold(0, |all, axis| all | u8::from(rotation.joins_nearest_along(axis)) << axis)
}

/// The visible faces of a cube: a bit along each axis.
fn shown(stacks: &Stacks, mask: u32, at: usize) -> u8 {
    (0..3).fold(0, |all, axis| all | u8::from(stacks.resting[at][axis] & mask == 0) << axis)
}

/// Number of patterns of a cube's visible faces: with three of them, the four rotations.
const fn patterns(shown: u8) -> usize {
    match shown.count_ones() {
        3 => 4,
        faces => 1 << faces,
    }
}

/// The number of a cube's pattern: with three faces, that of its rotation; otherwise, the visible
/// faces as digits of a binary number, the first axis highest.
fn digit(shown: u8, faces: u8) -> usize {
    if shown == 0b111 {
        return ROTATIONS.iter().position(|&joins| joins == faces).expect("one of four rotations");
    }
    let axes = (0..3).filter(|axis| shown >> axis & 1 != 0);
    axes.fold(0, |all, axis| 2 * all + usize::from(faces >> axis & 1))
}

/// Whether the cubes in holes form one connected set of neighbours.
fn hangs_together(stacks: &Stacks, holes: u32) -> bool {
    let mut open = holes & holes.wrapping_neg();
    let mut left = holes & !open;
    while open != 0 {
        open = cells(open).fold(0, |near, at| near | stacks.beside[at]) & left;
        left &= !open;
    }
    left == 0
}

// Connected points, as a forest whose last connections can be undone.

/// Number of a point, or of a part of one.
type Node = u8;

/// A group with this tag is not enclosed. The other bits are the sides that it touches.
const FREE: u8 = 1 << 3;
/// The tags of a group that touches all three sides.
const ALL_SIDES: u8 = 0b111;

/// Points and their groups, including the groups that decide a game.
///
/// Points have two classes: 0 for those with the colour of the nearest corners on level 0, 1 for
/// the others.
struct Groups {
    nodes: Vec<Entry>,
    /// The points that are no longer the first of a group, the last joined one last, with the tags
    /// of the group that they joined.
    joined: Vec<(Node, u8)>,
    /// Number of points that an enclosed group must have.
    kill: u8,
    /// Number of groups of each class that are enclosed and large enough.
    enclosed: [i8; 2],
    /// Number of groups of each class that touch all three sides.
    spanning: [i8; 2],
}

#[derive(Clone, Copy)]
struct Entry {
    /// The previous point in the forest; the point itself if it is the first of its group.
    before: Node,
    class: u8,
    /// Only for the first of a group: the number of its points, and its tags.
    size: u8,
    tags: u8,
}

impl Groups {
    const fn new(kill: u8) -> Self {
        Self { nodes: Vec::new(), joined: Vec::new(), kill, enclosed: [0; 2], spanning: [0; 2] }
    }

    /// Adds a point as a separate group. A hidden point has no class, and is never joined.
    fn add(&mut self, class: Option<u8>, tags: u8) -> Node {
        let node = Node::try_from(self.nodes.len()).expect("a small board has few points");
        let entry = Entry { before: node, class: class.unwrap_or(0), size: 1, tags };
        self.nodes.push(entry);
        if class.is_some() {
            self.count(entry, 1);
        }
        node
    }

    /// Joins the groups of two points.
    #[inline]
    fn join(&mut self, one: Node, other: Node) {
        let (mut first, mut second) = (self.first(one), self.first(other));
        if first == second {
            return;
        }
        let [mut a, mut b] = [first, second].map(|node| self.nodes[usize::from(node)]);
        if a.size < b.size {
            (first, second, a, b) = (second, first, b, a);
        }
        self.count(a, -1);
        self.count(b, -1);
        self.joined.push((second, a.tags));
        a.size += b.size;
        a.tags |= b.tags;
        self.count(a, 1);
        self.nodes[usize::from(first)] = a;
        self.nodes[usize::from(second)].before = first;
    }

    /// Number of joins so far.
    const fn mark(&self) -> usize {
        self.joined.len()
    }

    /// Undoes all joins since a mark.
    #[inline]
    fn undo(&mut self, mark: usize) {
        while self.joined.len() > mark {
            let Some((node, tags)) = self.joined.pop() else { return };
            let entry = &mut self.nodes[usize::from(node)];
            let first = std::mem::replace(&mut entry.before, node);
            let (b, mut a) = (*entry, self.nodes[usize::from(first)]);
            self.count(a, -1);
            a.size -= b.size;
            a.tags = tags;
            self.count(a, 1);
            self.count(b, 1);
            self.nodes[usize::from(first)] = a;
        }
    }

    /// Whether a group of a class is enclosed and large enough.
    const fn has_enclosed(&self, class: usize) -> bool {
        self.enclosed[class] > 0
    }

    /// Whether a group of a class touches all three sides.
    const fn has_spanning(&self, class: usize) -> bool {
        self.spanning[class] > 0
    }

    fn first(&self, mut node: Node) -> Node {
        loop {
            let before = self.nodes[usize::from(node)].before;
            if before == node {
                return node;
            }
            node = before;
        }
    }

    /// Adds a group to the counts, by 1, or removes it, by -1.
    #[inline]
    fn count(&mut self, group: Entry, by: i8) {
        let class = usize::from(group.class);
        if group.tags & FREE == 0 && group.size >= self.kill {
            self.enclosed[class] += by;
        }
        if group.tags & ALL_SIDES == ALL_SIDES {
            self.spanning[class] += by;
        }
    }
}

// The points of a board seen from above, and the faces of cubes between them.

/// A corner of a cube, in steps along the axes.
type CubeCorner = [u8; 3];

/// The points of a board: points behind one another form one *site*.
///
/// Source: rules of Boche, "Groups".
struct SitePoints {
    /// The foremost point of each site, sorted.
    foremost: Vec<CubeCorner>,
    /// The sides of the board that a site touches, a bit for each.
    sides: Vec<u8>,
    /// The holes that have a site as a corner or as their bottom.
    holes: Vec<u32>,
}

impl SitePoints {
    fn of(stacks: &Stacks) -> Self {
        let holes = || cells(stacks.holes);
        let all = |at| (0..3).flat_map(move |axis| corners(stacks, at, axis)).map(foremost);
        let mut sites: Vec<CubeCorner> = holes().flat_map(all).collect();
        sites.sort_unstable();
        sites.dedup();
        let size = stacks.lattice.size();
        let sides = sites.iter().map(|site| {
            let is_on_outline = site.iter().sum::<u8>() >= size;
            let touches = |axis: &usize| is_on_outline && site[*axis] == 0;
            (0..3).filter(touches).fold(0, |sides, axis| sides | 1 << axis)
        });
        let at_holes = sites.iter().map(|&site| {
            let at = holes().filter(|&at| all(at).any(|corner| corner == site));
            at.fold(0, |mask, at| mask | 1 << at)
        });
        Self { sides: sides.collect(), holes: at_holes.collect(), foremost: sites }
    }

    /// The site of a point.
    fn site(&self, point: CubeCorner) -> usize {
        self.foremost.binary_search(&foremost(point)).expect("a corner of a cube on the board")
    }

    /// The sides that a site touches, a bit for each.
    fn sides(&self, site: usize) -> u8 {
        self.sides[site]
    }

    /// Adds all sites of a stack as unconnected points, with their sides if they are for paths.
    fn add_to(&self, groups: &mut Groups, stacks: &Stacks, mask: u32, is_path: bool) {
        let mut classes = vec![None; self.foremost.len()];
        for at in cells(mask) {
            let is_shown = |axis: &usize| shown(stacks, mask, at) >> axis & 1 != 0;
            for point in (0..3).filter(is_shown).flat_map(|axis| corners(stacks, at, axis)) {
                classes[self.site(point)] = Some(class(stacks, point));
            }
        }
        for (site, class) in classes.into_iter().enumerate() {
            let sides = self.sides[site];
            let is_free = sides != 0 || self.holes[site] & !mask != 0;
            groups.add(class, if is_free { FREE } else { 0 } | if is_path { sides } else { 0 });
        }
    }
}

/// The class of a point: 0 if it has the colour of the nearest corners on level 0.
fn class(stacks: &Stacks, point: CubeCorner) -> u8 {
    (point.iter().sum::<u8>() + stacks.lattice.size() - 1) % 2
}

/// The corners of the face of a cube along an axis: the nearest one of the cube, the opposite one,
/// and the two between.
fn corners(stacks: &Stacks, at: usize, axis: usize) -> [CubeCorner; 4] {
    let id = carrick_games::cubes::CellId::from_index(at);
    let near = stacks.lattice.cell(id).coordinates();
    let mut corners = [near; 4];
    for (of, step) in [(1, 1), (1, 2), (2, 1), (3, 2)] {
        corners[of][(axis + step) % 3] += 1;
    }
    corners
}

/// The corners that a face joins: the nearest one and the opposite one, or the other two.
fn pair(stacks: &Stacks, at: usize, axis: usize, joins_nearest: bool) -> [CubeCorner; 2] {
    let [near, far, left, right] = corners(stacks, at, axis);
    if joins_nearest { [near, far] } else { [left, right] }
}

/// The point of the same site that has a coordinate of 0.
fn foremost(point: CubeCorner) -> CubeCorner {
    let depth = point.into_iter().min().unwrap_or(0);
    point.map(|coordinate| coordinate - depth)
}

// Paths that may pass around a point only where cubes share faces: the parts of points.

/// The visible faces of a stack, and for each of their corners the part where the face is: the
/// faces around a point between which a path may pass form one part of it.
///
/// Source: rules of Boche, `-join_face`: steps between cubes that share a face, chained through any
/// face at the point, whichever pair that face joins.
struct Parts {
    /// By cell and axis.
    faces: Box<[[Corners; 3]; MAX_CELLS]>,
}

/// The corners of a face: the site of each, and the node of its part.
type Corners = [(usize, Node); 4];

impl Parts {
    /// The parts of all points of a stack, which this adds to the groups with the sides that they
    /// touch.
    fn of(points: &SitePoints, stacks: &Stacks, mask: u32, groups: &mut Groups) -> Self {
        let mut faces = Box::new([[[(usize::MAX, 0); 4]; 3]; MAX_CELLS]);
        // All corners of visible faces, with their sites.
        let mut open = Vec::new();
        for at in cells(mask) {
            for axis in (0..3).filter(|axis| shown(stacks, mask, at) >> axis & 1 != 0) {
                for (corner, point) in corners(stacks, at, axis).into_iter().enumerate() {
                    open.push((at, axis, corner, point));
                }
            }
        }
        while let Some(first @ (.., point)) = open.pop() {
            let site = points.site(point);
            let node = groups.add(Some(class(stacks, point)), points.sides(site) | FREE);
            let mut part = vec![first];
            while let Some((at, axis, corner, _)) = part.pop() {
                faces[at][axis][corner] = (site, node);
                let is_near = |other: &(usize, usize, usize, _)| {
                    points.site(other.3) == site && share_a_face(stacks, at, other.0)
                };
                part.extend(open.extract_if(.., |other| is_near(other)));
            }
        }
        Self { faces }
    }

    /// The part of a site where a face of a cube is.
    fn node(&self, at: usize, axis: usize, site: usize) -> Node {
        let corners = self.faces[at][axis];
        corners.iter().find(|corner| corner.0 == site).expect("a corner of the face").1
    }
}

/// Whether two cubes are the same or share a face.
fn share_a_face(stacks: &Stacks, one: usize, other: usize) -> bool {
    let near = (stacks.above[one] | stacks.supports[one]) >> other & 1 != 0;
    one == other || near
}

// A walk over all states of one stack: cube by cube, it turns the visible faces in every way and
// keeps their connections up to date, so that a state takes little more work than its turns.

/// An upper limit for the number of spots on a stack of any board that has a table.
const MAX_SPOTS: usize = 10;

/// One stack, and the current state of the walk.
struct Walk {
    /// The cubes, lowest cell first: the first one changes least often.
    cubes: Vec<CubeJoins>,
    /// Where cubes can be played.
    spots: Vec<SpotStates>,
    groups: Groups,
}

/// A cube of the stack: the points that its faces join, by the number of its pattern.
struct CubeJoins {
    joins: Vec<Vec<[Node; 2]>>,
}

/// A spot, and the states that a cube on it leads to.
struct SpotStates {
    /// The first state of the larger stack.
    start: usize,
    /// How far a pattern of a cube moves the state, by cube and pattern.
    steps: Vec<[usize; 4]>,
    /// How far each rotation of the new cube moves it.
    rotation: usize,
}

/// For each spot, the state that a cube on it leads to, as far as the walk has come.
type Targets = [usize; MAX_SPOTS];

impl Walk {
    /// Creates the walk over the states of a stack that is not empty.
    fn over(boche: &Boche, mask: u32) -> Self {
        let points = SitePoints::of(&boche.stacks);
        let is_full = boche.stacks.spots(mask) == 0;
        let kill = match boche.options.end_rule() {
            // No group has as many points.
            EndRule::Enclosure { kill, .. } => u8::try_from(kill.get()).unwrap_or(u8::MAX),
            _ => u8::MAX,
        };
        let mut groups = Groups::new(kill);
        let is_joined_by_any = is_full || boche.options.immediate() == Some(Join::Any);
        points.add_to(&mut groups, &boche.stacks, mask, is_joined_by_any);
        let by_face = !is_full && boche.options.immediate() == Some(Join::Face);
        let parts = by_face.then(|| Parts::of(&points, &boche.stacks, mask, &mut groups));
        let cubes = cells(mask).map(|at| CubeJoins::of(boche, &points, parts.as_ref(), mask, at));
        let spots = cells(boche.stacks.spots(mask))
            .filter(|spot| !boche.is_left_out(mask | 1 << spot))
            .map(|spot| SpotStates::of(boche, mask, spot));
        Self { cubes: cubes.collect(), spots: spots.collect(), groups }
    }

    /// Fills the bytes of the stack, given those of all later ones, which start at state `end`.
    fn fill(&mut self, bytes: &mut [u8], later: &[u8], end: usize) {
        let mut targets = [0; MAX_SPOTS];
        for (target, spot) in targets.iter_mut().zip(&self.spots) {
            *target = spot.start - end;
        }
        self.descend(0, 0, &targets, bytes, later);
    }

    fn descend(
        &mut self,
        depth: usize,
        pattern: usize,
        targets: &Targets,
        bytes: &mut [u8],
        later: &[u8],
    ) {
        if depth == self.cubes.len() {
            for (is_own, byte) in bytes[2 * pattern..][..2].iter_mut().enumerate() {
                *byte = self.byte(is_own == 1, targets, later);
            }
            return;
        }
        let count = self.cubes[depth].joins.len();
        for digit in 0..count {
            let mark = self.groups.mark();
            for &[one, other] in &self.cubes[depth].joins[digit] {
                self.groups.join(one, other);
            }
            let mut next = *targets;
            for (target, spot) in next.iter_mut().zip(&self.spots) {
                *target += spot.steps[depth][digit];
            }
            self.descend(depth + 1, count * pattern + digit, &next, bytes, later);
            self.groups.undo(mark);
        }
    }

    /// The value of the walk's current state.
    fn byte(&self, is_own: bool, targets: &Targets, later: &[u8]) -> u8 {
        match self.mover_has_won(is_own) {
            Some(true) => return win_byte(0),
            Some(false) => return loss_byte(0),
            None => {}
        }
        // With the highest bit flipped, the opponent's losses come first, starting with short ones,
        // and then their wins, ending with long ones.
        let (mut first, mut last) = (u8::MAX, 0);
        for (target, spot) in targets.iter().zip(&self.spots) {
            for rotation in 0..ROTATIONS.len() {
                let next = target + rotation * spot.rotation + usize::from(!is_own);
                let byte = later[next] ^ 1 << 7;
                first = first.min(byte);
                last = last.max(byte);
            }
        }
        // The opponent loses in `first` turns, or else wins in one less than `last` encodes.
        if first < 1 << 7 { win_byte(first + 1) } else { loss_byte(last & !(1 << 7)) }
    }

    /// Moves to a state and returns the states that its turns lead to if the nearest corners are
    /// the mover's.
    #[cfg(test)]
    fn go_to(&mut self, turned: &[usize]) -> Vec<usize> {
        for (cube, &pattern) in self.cubes.iter().zip(turned) {
            for &[one, other] in &cube.joins[pattern] {
                self.groups.join(one, other);
            }
        }
        let targets = self.spots.iter().flat_map(|spot| {
            let steps = spot.steps.iter().zip(turned).map(|(steps, &pattern)| steps[pattern]);
            let target = spot.start + steps.sum::<usize>();
            (0..ROTATIONS.len()).map(move |rotation| target + rotation * spot.rotation)
        });
        targets.collect()
    }

    /// Whether the player to move has won by the previous turn; `None` if the game continues.
    ///
    /// Source: rules of Boche, "Winning": enclosed groups come before paths. The groups of the
    /// player who did not move come before those of the player who did; with paths it is the other
    /// way round.
    fn mover_has_won(&self, is_own: bool) -> Option<bool> {
        let mover = usize::from(!is_own);
        let before = 1 - mover;
        if self.groups.has_enclosed(mover) {
            Some(false)
        } else if self.groups.has_enclosed(before) {
            Some(true)
        } else if self.groups.has_spanning(before) {
            Some(false)
        } else if self.groups.has_spanning(mover) {
            Some(true)
        } else {
            None
        }
    }
}

impl CubeJoins {
    fn of(boche: &Boche, points: &SitePoints, parts: Option<&Parts>, mask: u32, at: usize) -> Self {
        let shown = shown(&boche.stacks, mask, at);
        let joins = (0..patterns(shown)).map(|pattern| {
            let faces = faces_of(shown, pattern);
            let mut joins = Vec::new();
            for axis in (0..3).filter(|axis| shown >> axis & 1 != 0) {
                let ends = pair(&boche.stacks, at, axis, faces >> axis & 1 != 0);
                let sites = ends.map(|point| points.site(point));
                joins.push(sites.map(|site| site as Node));
                joins.extend(parts.map(|parts| sites.map(|site| parts.node(at, axis, site))));
            }
            joins
        });
        Self { joins: joins.collect() }
    }
}

impl SpotStates {
    fn of(boche: &Boche, mask: u32, spot: usize) -> Self {
        let stacks = &boche.stacks;
        let next = mask | 1 << spot;
        let number = stacks.number(next).expect("a spot has its supports");
        // What the next pattern of a cube adds to the number of the state.
        let mut weight = 2;
        let mut weights = [0; MAX_CELLS];
        for at in cells(next).collect::<Vec<_>>().into_iter().rev() {
            weights[at] = weight;
            weight *= patterns(shown(stacks, next, at));
        }
        let steps = cells(mask).map(|at| {
            let (before, after) = (shown(stacks, mask, at), shown(stacks, next, at));
            std::array::from_fn(|pattern| {
                let is_used = pattern < patterns(before);
                if is_used { weights[at] * digit(after, faces_of(before, pattern)) } else { 0 }
            })
        });
        Self { start: boche.starts[number], steps: steps.collect(), rotation: weights[spot] }
    }
}

/// Faces of a cube with a pattern, completed with hidden ones so that a rotation has them all.
fn faces_of(shown: u8, pattern: usize) -> u8 {
    let fits = |faces: &u8| digit(shown, *faces) == pattern;
    ROTATIONS.into_iter().find(fits).expect("each number of a pattern has a rotation")
}
