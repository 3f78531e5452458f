//! Points that are joined, as a forest in which the last joins can be taken back.

/// Number of a point, or of a part of one.
pub(super) type Node = u8;

/// A group with this tag is not enclosed. The other bits are those of the sides that it touches.
pub(super) const FREE: u8 = 1 << 3;
/// The tags of a group that touches all three sides.
const ALL_SIDES: u8 = 0b111;

/// Points and their groups, with what decides a game of them.
///
/// Points are of two classes: 0 are those with the colour of the nearest corners on level 0, 1 are
/// the others.
pub(super) struct Groups {
    nodes: Vec<Entry>,
    /// The points that are no longer the first of a group, last joined last, with the tags of the
    /// group that they joined.
    joined: Vec<(Node, u8)>,
    /// How many points an enclosed group must have.
    kill: u8,
    /// How many groups of each class are enclosed and large enough.
    enclosed: [i8; 2],
    /// How many touch all three sides.
    spanning: [i8; 2],
}

#[derive(Clone, Copy)]
struct Entry {
    /// The point before it in the forest; itself if it is the first of its group.
    before: Node,
    class: u8,
    /// Of the first of a group: its points, and its tags.
    size: u8,
    tags: u8,
}

impl Groups {
    pub(super) const fn new(kill: u8) -> Self {
        Self { nodes: Vec::new(), joined: Vec::new(), kill, enclosed: [0; 2], spanning: [0; 2] }
    }

    /// Adds a point as a group of its own. A point that does not show has no class, and is never
    /// joined.
    pub(super) fn add(&mut self, class: Option<u8>, tags: u8) -> Node {
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
    pub(super) fn join(&mut self, one: Node, other: Node) {
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

    /// How many joins there were.
    pub(super) const fn mark(&self) -> usize {
        self.joined.len()
    }

    /// Takes back all joins since a mark.
    #[inline]
    pub(super) fn undo(&mut self, mark: usize) {
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
    pub(super) const fn has_enclosed(&self, class: usize) -> bool {
        self.enclosed[class] > 0
    }

    /// Whether a group of a class touches all three sides.
    pub(super) const fn has_spanning(&self, class: usize) -> bool {
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

    /// Counts a group in, by 1, or out, by -1.
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
